/** Pictures of the sea around a vehicle, as the log holds them. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Log, LogWriter, openLog, readTable } from "../src/logging/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { loadText, MemorySink, runToEnd, scenarioOf } from "./support/scenarios.ts";

function opened(bytes: Uint8Array): Log {
  return openLog(
    { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) },
    null,
  );
}

/** A world of a slope of 45° that deepens to the north, with a shear of the current, water and two sources of turbidity. */
const WORLD = `<world current_mps="0 0.5 0"><water model="profile" depths_m="0 50" temperatures_degC="20 10" salinities_psu="35 35"/>
  <current model="grid" gridNorths_m="-100 100" gridEasts_m="-100 100" depths_m="0" norths_mps="-1 1 -1 1" easts_mps="0 0 0 0"/>
  <scalar id="turbidity" unit="NTU" value="2"/>
  <scalar id="plume" name="turbidity" unit="NTU" model="profile" depths_m="0 10" values="0 5"/>
  <bottom id="ground" model="slope" depth_m="40" slope_deg="45"/></world>`;

function text(excerpts: string, duration_s = 4): string {
  return `<scenario id="test" duration_s="${duration_s}">${WORLD}
<vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="3 -2 6" velocity_mps="0 0.5 0">${excerpts}</vehicle>
<log rate_Hz="20" channels="state water"/></scenario>`;
}

function pictures(log: Log, topic: string) {
  const { t_ns, names, columns } = readTable(log, topic);
  const at = (name: string) => names.indexOf(name);
  return Array.from(t_ns, (t, i) => {
    const get = (name: string): number => columns[at(name)]![i]!;
    const [rows, across] = [get("rows"), get("columns")];
    return {
      logged_s: t / 1e9,
      ...{ taken_s: get("taken_s"), rows, columns: across, depth_m: get("depth_m"), spacing_m: get("spacing_m") },
      ...{ north_m: get("originNorth_m"), east_m: get("originEast_m") },
      value: (row: number, column: number): number => get(`r${row}c${column}`),
    };
  });
}

describe("a vehicle that asks for the sea within 6 m, every 2 m, once a second", () => {
  const ask = (id: string, quantity: string) =>
    `<excerpt id="${id}" quantity="${quantity}" range_m="6" spacing_m="2" rate_Hz="1"/>`;
  const all = [
    ask("floor", "bottomDepth_m"),
    ask("flow", "currentNorth_mps"),
    ask("speed", "currentSpeed_mps"),
    ask("mud", "turbidity"),
    ask("warmth", "temperature_degC"),
  ].join("");
  const { log: bytes } = runToEnd(scenarioOf(text(all), ["auv/hull/model=fossen"]));
  const log = opened(bytes);
  const state = readTable(log, "/auv/state");
  const where = (t_s: number): [number, number, number] => {
    const i = state.t_ns.indexOf(Math.round(t_s * 1e9));
    return [0, 1, 2].map((k) => state.columns[k]![i]!) as [number, number, number];
  };

  test.each([
    // Depth of the slope: 40 m at the origin, 1 m deeper for every metre north.
    ["floor", (n: number) => 40 + n],
    // The grid runs from −1 to 1 m/s over 200 m of east, the fastest axis but depth.
    ["flow", (_: number, e: number) => e / 100],
    ["speed", (_: number, e: number) => Math.hypot(e / 100, 0.5)],
    ["mud", (_n: number, _e: number, z: number) => 2 + z / 2],
    ["warmth", (_n: number, _e: number, z: number) => 20 - z / 5],
  ] as const)("gets 7 × 7 values of %s with itself in the middle, each that of its place", (id, truth) => {
    const taken = pictures(log, `/auv/excerpts/${id}`);
    expect(taken.map(({ taken_s }) => taken_s)).toEqual([0, 1, 2, 3, 4]);
    for (const picture of taken) {
      const [north, east, depth] = where(picture.taken_s);
      // Asked, answered and logged within one instant.
      expect(picture.logged_s).toBe(picture.taken_s);
      expect([picture.rows, picture.columns, picture.spacing_m]).toEqual([7, 7, 2]);
      expect(picture.north_m).toBeCloseTo(north - 6, 12);
      expect(picture.east_m).toBeCloseTo(east - 6, 12);
      expect(picture.depth_m).toBe(depth);
      for (let row = 0; row < 7; row++) {
        for (let column = 0; column < 7; column++) {
          // Values below 100 by a few operations: rounding is near 1e-14.
          const value = truth(picture.north_m + 2 * row, picture.east_m + 2 * column, depth);
          expect(Math.abs(picture.value(row, column) - value)).toBeLessThan(1e-11);
        }
      }
    }
  });

  test("moves by not one bit for it: the states are those of a run that asks for nothing", () => {
    const { log: without } = runToEnd(scenarioOf(text(""), ["auv/hull/model=fossen"]));
    const plain = readTable(opened(without), "/auv/state");
    expect(state.columns).toEqual(plain.columns);
  });

  test("has the sum of both sources of turbidity in its channel water: 2 + depth / 2", () => {
    const water = readTable(log, "/auv/water");
    const turbidity = water.columns[water.names.indexOf("turbidity")]!;
    turbidity.forEach((value, i) => {
      expect(Math.abs(value - (2 + state.columns[2]![i]! / 2))).toBeLessThan(1e-12);
    });
    expect(opened(bytes).metadata.get("sea")?.units).toBe('{"turbidity":"NTU"}');
  });

  test("gives the same bytes of log when the run is stopped between two pictures, and goes on from a snapshot", () => {
    const asked = ask("floor", "bottomDepth_m").replace('rate_Hz="1"', 'rate_Hz="3"');
    const scenario = scenarioOf(text(asked), ["auv/hull/model=fossen"]);
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    const run = new ScenarioRun(scenario, { writer, version: "test" });
    // Between two pictures, that of 1/3 s and that of 2/3 s.
    run.advance(0.34e9);
    run.sim.restore(run.sim.snapshot());
    run.advance(run.end_ns);
    run.close();
    expect(sink.bytes()).toEqual(runToEnd(scenario).log);
    expect(pictures(opened(sink.bytes()), "/auv/excerpts/floor")).toHaveLength(13);
  });
});

test("a rate that does not divide that of the surroundings is served at the instant that was asked for", () => {
  const asked = '<excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="3"/>';
  const { log } = runToEnd(scenarioOf(text(asked, 2), ["auv/hull/model=fossen"]));
  const taken = pictures(opened(log), "/auv/excerpts/floor");
  // Thirds of a second, to 1 ns.
  expect(taken.map(({ taken_s }) => Math.round(taken_s * 3))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(taken.map(({ logged_s }) => logged_s)).toEqual([0, 0.333333333, 0.666666667, 1, 1.333333333, 1.666666667, 2]);
  // The middle of the picture is where the vehicle was when it asked: 0.5 m/s to the east.
  for (const { taken_s, east_m } of taken) expect(Math.abs(east_m + 4 + 2 - 0.5 * taken_s)).toBeLessThan(0.02);
});

test("what the world does not have, and pictures too fine, are told at their place", () => {
  const asked = `<excerpt id="a" quantity="turbidty" range_m="4" spacing_m="1"/>
<excerpt id="b" quantity="surface_m" range_m="4" spacing_m="1"/>`;
  const { scenario, diagnostics } = loadText(text(asked));
  expect(scenario).toBeNull();
  const has =
    "temperature_degC, salinity_psu, density_kgpm3, soundSpeed_mps, bottomDepth_m, currentNorth_mps, currentEast_mps, currentSpeed_mps, turbidity";
  expect(diagnostics.filter((d) => d.severity === "error").map(formatDiagnostic)).toEqual([
    `test.xml:6:133: error SCN010: the world has no "turbidty"; it has: ${has} (did you mean "turbidity"?)`,
    expect.stringMatching(/^test\.xml:7:27: error SCN010: the world has no "surface_m"; it has: /),
  ]);
  const fine = loadText(text('<excerpt id="a" quantity="turbidity" range_m="40" spacing_m="1"/>'));
  expect(fine.diagnostics.map(formatDiagnostic).join("\n")).toMatch(/spacing_m = 1 is too fine for a range of 40 m/);
  const constant =
    loadText(`<scenario id="t" duration_s="1"><vehicle id="auv" file="components/vehicles/remus100.bare.xml">
    <excerpt quantity="bottomDepth_m" range_m="4" spacing_m="1"/></vehicle></scenario>`);
  expect(constant.diagnostics.map(formatDiagnostic).join("\n")).toMatch(
    /SCN010: the world has no "bottomDepth_m"; it is one of constants, without a map/,
  );
});

test("scalars of one name in two units, and names that the log needs itself, are refused where they stand", () => {
  const { diagnostics } = loadText(`<scenario id="t" duration_s="1"><world>
<scalar id="oxygen" unit="mg/l" value="8"/>
<scalar id="more" name="oxygen" unit="ml/l" value="1"/>
<scalar id="x" name="salinity_psu" value="1"/></world>
<vehicle id="auv" file="components/vehicles/remus100.bare.xml"/></scenario>`);
  expect(diagnostics.filter((d) => d.severity === "error").map(formatDiagnostic)).toEqual([
    expect.stringMatching(/^test\.xml:3:39: error SCN011: more is in ml\/l, but oxygen in mg\/l: they cannot be added/),
    expect.stringMatching(
      /^test\.xml:4:22: error SCN009: a scalar cannot be called salinity_psu: that is a field of the log/,
    ),
  ]);
});
