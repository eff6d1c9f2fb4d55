/** Maps and meshes from files: in the world, in the log, and again out of the log. */
import { expect, test } from "vitest";
import { projections } from "../src/cli/io/projections.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { openLog, readTable } from "../src/logging/index.ts";
import { BINARY_MEDIA_TYPE, embeddedReader, loadScenario } from "../src/scenario/index.ts";
import { definitions, readerOver, runToEnd } from "./support/scenarios.ts";

const P = '<provenance of="*" status="assumed" note="test"/>';
/** Depth 10 m in the south-west corner, 0.05 m more per metre north and 0.02 m per metre east: bilinear is exact on it. */
const depthAt = (north_m: number, east_m: number): number => 10 + 0.05 * north_m + 0.02 * east_m;
const ROWS = 41;
const asc = [
  `ncols ${ROWS}\nnrows ${ROWS}\nxllcenter 1000\nyllcenter 2000\ncellsize 5\nNODATA_value -9999`,
  ...Array.from({ length: ROWS }, (_, i) =>
    Array.from({ length: ROWS }, (_, column) => -depthAt(5 * (ROWS - 1 - i), 5 * column)).join(" "),
  ),
].join("\n");
/** A pyramid of 2 m × 2 m, its tip 3 m above the origin of its frame. */
const obj = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 -3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 4 3 2\nf 4 2 1\n";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const binaries = new Map([
  ["maps/bay.asc", bytes(asc)],
  ["maps/rock.obj", bytes(obj)],
]);

const text = `<scenario id="bay" duration_s="20"><world>
<bottom id="ground" model="map" map="maps/bay.asc" coordinates="projected" originNorth_m="2100" originEast_m="1100"
  extent_m="160 160" spacing_m="5">${P}</bottom>
<obstacle id="rock" model="mesh" mesh="maps/rock.obj" scale="2" position_m="20 0 15">${P}</obstacle></world>
<vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5">
<script actuator="propeller" times_s="0" values="1000"/></vehicle><log rate_Hz="5" channels="state water"/></scenario>`;

function load(overrides: readonly string[] = [], files = binaries) {
  const reader = readerOver({ "test.xml": text });
  const readBytes = (file: string) => {
    const content = files.get(file);
    return content === undefined ? { error: "no such file" } : { bytes: content };
  };
  return loadScenario(definitions, { ...reader, readBytes }, "test.xml", overrides);
}

test("a vehicle over a map and a rock from files: its altitude is that above the plane, and above the rock while over it", () => {
  const { scenario, diagnostics } = load();
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { log } = runToEnd(scenario!);
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  const opened = openLog(source, null);
  const water = readTable(opened, "/auv/water");
  const state = readTable(opened, "/auv/state");
  const [bottomAt, altitudeAt] = [water.names.indexOf("bottomDepth_m"), water.names.indexOf("altitude_m")];
  let overRock = 0;
  water.t_ns.forEach((_, i) => {
    const [north, east, depth] = [0, 1, 2].map((k) => state.columns[k]![i]!) as [number, number, number];
    // The pyramid has twice the size: 4 m × 4 m at 15 m, its tip at 9 m; its height falls evenly to its edges.
    const off = Math.max(Math.abs(north - 20), Math.abs(east));
    const below = off < 2 ? Math.min(9 + 3 * off, depthAt(north + 100, east + 100)) : depthAt(north + 100, east + 100);
    if (off < 2) overRock++;
    // The map's numbers are written with all digits; what is left is the rounding of the interpolation.
    expect(Math.abs(water.columns[bottomAt]![i]! - below)).toBeLessThan(1e-9);
    expect(Math.abs(water.columns[altitudeAt]![i]! - (below - depth))).toBeLessThan(1e-9);
  });
  expect(overRock).toBeGreaterThan(3);

  // The log holds both files, and runs again from them.
  const held = opened.attachments.filter((a) => a.mediaType === BINARY_MEDIA_TYPE);
  expect(held.map(({ name }) => name)).toEqual(["maps/bay.asc", "maps/rock.obj"]);
  const again = new Map(held.map((a) => [a.name, a.bytes]));
  const { scenario: second } = loadScenario(definitions, embeddedReader(scenario!.files, again), "test.xml");
  expect(runToEnd(second!).log).toEqual(log);
});

const LAMBERT_93 =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';

test("a map in Lambert-93 by the .prj file beside it: the log holds both, and runs again from them to the same bytes", () => {
  // 43.1° N 5.93° E is 938 661.1324 m east and 6 226 730.8480 m north (PROJ 9.5.1): 20 cells from the corner, and a bit.
  const moved = asc.replace("xllcenter 1000", "xllcenter 938561").replace("yllcenter 2000", "yllcenter 6226630");
  const files = new Map([...binaries, ["maps/bay.asc", bytes(moved)], ["maps/bay.prj", bytes(LAMBERT_93)]]);
  const here = text.replace(
    'coordinates="projected" originNorth_m="2100" originEast_m="1100"',
    'latitude_deg="43.1" longitude_deg="5.93"',
  );
  const readBytes = (file: string) => {
    const content = files.get(file);
    return content === undefined ? { error: "no such file" } : { bytes: content };
  };
  const reader = { ...readerOver({ "test.xml": here }), readBytes, projections };
  const { scenario, diagnostics } = loadScenario(definitions, reader, "test.xml", ["duration_s=2"]);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { log } = runToEnd(scenario!);
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  const opened = openLog(source, null);
  const water = readTable(opened, "/auv/water");
  const first = water.columns[water.names.indexOf("bottomDepth_m")]![0]!;
  // The vehicle starts at the origin; 1 µm of a place is far below what a log of doubles shows of a slope of 5 %.
  expect(first).toBeCloseTo(depthAt(100.848, 100.1324), 4);

  const held = opened.attachments.filter((a) => a.mediaType === BINARY_MEDIA_TYPE);
  expect(held.map(({ name }) => name)).toEqual(["maps/bay.asc", "maps/bay.prj", "maps/rock.obj"]);
  const again = new Map(held.map((a) => [a.name, a.bytes]));
  const carried = embeddedReader(scenario!.files, again, projections);
  expect(runToEnd(loadScenario(definitions, carried, "test.xml", ["duration_s=2"]).scenario!).log).toEqual(log);
  // Without projections it is refused where the map is named.
  const { diagnostics: told } = loadScenario(definitions, embeddedReader(scenario!.files, again), "test.xml");
  expect(told.map(formatDiagnostic)[0]).toMatch(/error MAP021: .* which this program cannot read/);
});

test("files that are not there, are not maps, or do not reach far enough, are told at the place that names them", () => {
  const told = (...args: Parameters<typeof load>): string[] => load(...args).diagnostics.map(formatDiagnostic);
  expect(told([], new Map())).toEqual([
    'test.xml:2:38: error LIB001: cannot read "maps/bay.asc": no such file',
    'test.xml:4:40: error LIB001: cannot read "maps/rock.obj": no such file',
  ]);
  const nonsense = new Map([...binaries, ["maps/bay.asc", bytes("a poem")], ["maps/rock.obj", bytes("v 1 2\n")]]);
  const [map, mesh] = told([], nonsense);
  expect(map).toMatch(/^test\.xml:2:38: error LIB029: maps\/bay\.asc:1:1: error MAP001: the file is neither/);
  expect(mesh).toMatch(/^test\.xml:4:40: error LIB029: maps\/rock\.obj:1:/);
  expect(told(["world/ground/extent_m=900 900"])[0]).toMatch(
    /^test\.xml:2:38: error LIB029: .* places lie off the map/,
  );
  expect(told(["world/ground/map=maps/none.asc"])).toEqual([
    '--set:1:18: error LIB001: cannot read "maps/none.asc": no such file',
  ]);
});

test("a bottom of x y z points, with neither extent nor spacing: all of the file, depth for depth", () => {
  const xyz = Array.from({ length: ROWS * ROWS }, (_, k) => {
    const [row, column] = [Math.floor(k / ROWS), k % ROWS];
    return `${1000 + 5 * column} ${2000 + 5 * row} ${-depthAt(5 * row, 5 * column)}`;
  }).join("\n");
  const ground = `<bottom id="ground" model="map" map="bay.xyz" coordinates="projected" originNorth_m="2100" originEast_m="1100">${P}</bottom>`;
  const bay = `<scenario id="bay" duration_s="1"><world>${ground}</world>
<vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5"/></scenario>`;
  const readBytes = (file: string) => (file === "bay.xyz" ? { bytes: bytes(xyz) } : { error: "no such file" });
  const { scenario, diagnostics } = loadScenario(
    definitions,
    { ...readerOver({ "test.xml": bay }), readBytes },
    "test.xml",
  );
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { bottom } = scenario!.sea!.scene!;
  const depth = new Float64Array(1);
  for (const [north, east] of [
    [-100, -100],
    [100, 100],
    [0, 0],
    [37, -61],
  ] as const) {
    bottom!.depthInto(depth, 0, Float64Array.of(north, east), 0);
    // A plane: bilinear is exact, to rounding of numbers near 10.
    expect(depth[0]).toBeCloseTo(depthAt(north + 100, east + 100), 12);
  }
  // The file ends 100 m from the origin on all sides.
  expect(bottom!.covers!(Float64Array.of(100, -100), 0)).toBe(true);
  expect(bottom!.covers!(Float64Array.of(100.1, 0), 0)).toBe(false);
});

function told(ground: string, map: string): string[] {
  const bay = `<scenario id="bay" duration_s="1"><world latitude_deg="43" longitude_deg="3">
${ground}${P}</bottom></world>
<vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5"/></scenario>`;
  const reader = {
    ...readerOver({ "test.xml": bay }),
    readBytes: (file: string) => (file.endsWith(".prj") ? { error: "no such file" } : { bytes: bytes(map) }),
  };
  return loadScenario(definitions, reader, "test.xml").diagnostics.map(formatDiagnostic);
}

test("a bottom with positive depths is refused with the attribute that turns them round; stated as depths, it is read", () => {
  const positive = Array.from(
    { length: 16 },
    (_, k) => `${10 * (k % 4) - 15} ${10 * Math.floor(k / 4) - 15} ${18 + k}`,
  );
  const ground =
    '<bottom id="ground" model="map" map="bay.xyz" coordinates="projected" originNorth_m="0" originEast_m="0"';
  expect(told(`${ground}>`, positive.join("\n"))).toEqual([
    "test.xml:2:38: error LIB029: bay.xyz:1:1: error MAP041: the whole of the map is land, 18 to 33 m above the water: its values are taken for heights " +
      '(where they are depths, positive down, give the attribute quantity="depth"; the bottom of a lake needs its waterLevel_m)',
  ]);
  expect(told(`${ground} quantity="depth">`, positive.join("\n"))).toEqual([]);
  // A lake at 40 m.
  expect(told(`${ground} waterLevel_m="40">`, positive.join("\n"))).toEqual([]);
  const negative = positive.map((line) => line.replace(/ (\d+)$/, " -$1"));
  expect(told(`${ground} quantity="depth">`, negative.join("\n"))[0]).toMatch(
    /MAP041: .* taken for depths, as quantity="depth" says \(where they are heights, positive up, give the attribute quantity="elevation"/,
  );
});

test("an origin in the metres of a map 1 km from that of the world in degrees is refused; 10 m are rounded degrees", () => {
  // 43° N on the central meridian of zone 31: 500 000 m east, and 0.9996 of the meridian's arc (by quadrature, WGS 84): 4760814.8 m north.
  const north_m = 4760814.8;
  const head = `ncols 5\nnrows 5\nxllcenter 499900\nyllcenter ${Math.round(north_m) - 100}\ncellsize 50\n`;
  const map = `${head}${"-20 -20 -20 -20 -20\n".repeat(5)}`;
  const ground = (offset_m: number) =>
    `<bottom id="ground" model="map" map="bay.asc" epsg="32631" coordinates="projected" originNorth_m="${north_m + offset_m}" originEast_m="500000" extent_m="100 100">`;
  expect(told(ground(10), map)).toEqual([]);
  expect(told(ground(1000), map)).toEqual([
    "test.xml:2:38: error LIB029: bay.asc:1:1: error MAP030: originNorth_m and originEast_m are north 4761814.8 m, east 500000.0 m, but the world's " +
      "origin lies at north 4760814.8 m, east 500000.0 m of the map: 1000.0 m apart (leave originNorth_m and originEast_m out: the map's projection is known)",
  ]);
});
