/** Places in degrees, and maps placed by the world's origin. */
import { describe, expect, test } from "vitest";
import { definitions, loadText, readerOver, scenarioOf } from "../../../test/support/scenarios.ts";
import { type Diagnostic, formatDiagnostic } from "../../core/index.ts";
import { seaFile } from "../../environment/test/sea-files.ts";
import { loadScenario, type ScenarioResult } from "./scenario.ts";

const ORIGIN = 'latitude_deg="43.1" longitude_deg="5.93"';
const REMUS = 'file="components/vehicles/remus100.xml"';
const SOURCE = '<provenance of="*" status="assumed" note="test"/>';
const PILOT = 'rudder="rudder" sternPlane="sternPlane" propeller="propeller" propellerMax="1525" propellerUnit="rpm"';
const LOOPS = '<depth kp="0.1"/><pitch kp="2"/><heading kp="1"/><speed kp="100"/>';

// WGS-84 at 43.1° N: radius of the meridian 6 365 257 m, of the parallel 4 664 370 m (origin.test.ts); so 0.001° are
// 111.094 m north and 81.409 m east.
const NORTH_M = (6_365_257 * 0.001 * Math.PI) / 180;
const EAST_M = (4_664_370 * 0.001 * Math.PI) / 180;
/** The radii have seven digits; the line east bends away from the parallel, by s² tan φ / 2R = 1.9 mm in 163 m. */
const NEAR_M = 3e-3;

function around(inside: string, world = ORIGIN): string {
  return `<scenario id="test" duration_s="1">\n<world ${world}>\n</world>\n${inside}\n</scenario>`;
}

function errors({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): string[] {
  return diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
}

function expectNear(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((x, k) => {
    expect(Math.abs(x - expected[k]!)).toBeLessThan(NEAR_M);
  });
}

describe("a place in degrees is the position that many metres from the origin", () => {
  test("of a vehicle, at its depth", () => {
    const place = 'latitude_deg="43.101" longitude_deg="5.932" depth_m="7"';
    const { vehicles } = scenarioOf(around(`<vehicle id="auv" ${REMUS} ${place}/>`));
    expectNear(vehicles[0]!.component.mount!.position_m as unknown as number[], [NORTH_M, 2 * EAST_M, 7]);
  });

  test("of the points of a route", () => {
    const points = '<point latitude_deg="43.099" longitude_deg="5.93" depth_m="4"/><point position_m="0 0 4"/>';
    const pilot = `<autopilot id="p" ${PILOT}>${LOOPS}<route id="r">${points}</route></autopilot>`;
    const { vehicles } = scenarioOf(around(`<vehicle id="auv" ${REMUS}>${pilot}</vehicle>`));
    const route = vehicles[0]!.component.children.find(({ id }) => id === "p")!.children.find(({ id }) => id === "r")!;
    expectNear(route.children[0]!.params.position_m as unknown as number[], [-NORTH_M, 0, 4]);
  });

  test("of an obstacle", () => {
    const rock = `<obstacle id="rock" model="sphere" diameter_m="2" latitude_deg="43.1" longitude_deg="5.931" depth_m="5">${SOURCE}</obstacle>`;
    const text = around(`<vehicle id="auv" ${REMUS} position_m="0 0 5"/>`).replace("</world>", `${rock}</world>`);
    const bounds = scenarioOf(text).sea!.scene!.boundsOf(0)!;
    expectNear([...bounds], [-1, EAST_M - 1, 4, 1, EAST_M + 1, 6]);
  });

  test("and a hold without a depth keeps the one that it has", () => {
    const keeper = `<stationKeeper id="k" horizontalLimit_N="1000" verticalLimit_N="1000" torqueLimit_Nm="500">
      <position kp="1000"/><depth kp="1000"/><heading kp="500"/><hold id="h" latitude_deg="43.101" longitude_deg="5.93"/></stationKeeper>`;
    const { vehicles } = scenarioOf(
      around(`<vehicle id="rov" file="components/vehicles/rexrov.xml">${keeper}</vehicle>`),
    );
    const law = vehicles[0]!.component.children.find(({ id }) => id === "k")!;
    expectNear(law.children.find(({ id }) => id === "h")!.params.position_m as unknown as number[], [NORTH_M, 0]);
  });
});

describe("a place in degrees is refused", () => {
  test.each([
    [
      "by half",
      'latitude_deg="43.1"',
      ORIGIN,
      "test.xml:4:73: error SCN045: auv: latitude_deg is given without longitude_deg (add longitude_deg)",
    ],
    [
      "beside one in metres",
      'position_m="0 0 5" latitude_deg="43.1" longitude_deg="5.93"',
      ORIGIN,
      "test.xml:4:92: error SCN045: auv: its place is given twice, in degrees and as position_m (leave one of the two out)",
    ],
    [
      "in a world without an origin",
      'latitude_deg="43.1" longitude_deg="5.93"',
      'latitude_deg="43.1"',
      "test.xml:4:73: error SCN045: auv: its place is in degrees, but the world has no origin (give latitude_deg and longitude_deg of the origin in <world>, or the place in metres)",
    ],
    [
      "with latitude and longitude exchanged",
      'latitude_deg="5.93" longitude_deg="43.1"',
      ORIGIN,
      "test.xml:4:73: error SCN045: auv: its place is more than 500 km from the world's origin (are latitude and longitude exchanged, or is a sign wrong?)",
    ],
  ])("%s", (_, place, world, expected) => {
    expect(errors(loadText(around(`<vehicle id="auv" ${REMUS} ${place}/>`, world)))).toEqual([expected]);
  });

  test("where a point lacks its depth, or any place", () => {
    const points = '<point latitude_deg="43.1" longitude_deg="5.93"/>\n<point/>';
    const pilot = `<autopilot id="p" ${PILOT}>${LOOPS}\n<route id="r">\n${points}</route></autopilot>`;
    expect(errors(loadText(around(`<vehicle id="auv" ${REMUS}>${pilot}</vehicle>`)))).toEqual([
      'test.xml:6:22: error LIB029: a place in degrees needs its depth (add depth_m="…")',
      "test.xml:7:2: error LIB029: position_m is not given (give position_m, or latitude_deg, longitude_deg and depth_m)",
    ]);
  });
});

describe("maps are placed by the origin of the world", () => {
  /** 0.01° around 43.1° N 5.93° E, with the latitude itself as salinity. */
  const lat = [43.09, 43.1, 43.11];
  const lon = [5.92, 5.93, 5.94];
  const bytes = seaFile({
    axes: { lat: { points: lat }, lon: { points: lon } },
    variables: [
      { name: "thetao", attributes: { units: "degC" }, f: () => 15 },
      { name: "so", attributes: { units: "psu" }, f: (_t, _d, north) => 38 + 10 * (north - 43.1) },
    ],
  });
  const load = (world: string, parts: string): ScenarioResult => {
    const text = `<scenario id="test" duration_s="1">\n<world ${world}>\n${parts}\n</world>\n<vehicle id="auv" ${REMUS} position_m="0 0 5"/>\n</scenario>`;
    const readBytes = (file: string) => (file === "may.nc" ? { bytes } : { error: "no such file" });
    return loadScenario(definitions, { ...readerOver({ "test.xml": text }), readBytes }, "test.xml");
  };
  const water = (attributes = ""): string => `<water id="sea" model="map" map="may.nc" ${attributes}>${SOURCE}</water>`;
  const scalar = (attributes = ""): string =>
    `<scalar id="salt" model="map" variable="so" map="may.nc" ${attributes}>${SOURCE}</scalar>`;

  test("which their own elements need not repeat: 10 psu per degree, 0.01111 psu in 123.4 m", () => {
    const { scenario } = load(ORIGIN, water() + scalar());
    const out = new Float64Array(1);
    scenario!.sea!.scalars[0]!.sources[0]!.addValue(out, 0, Float64Array.of(NORTH_M, 0, 5, 0), 0);
    // 0.001° north of the origin, by radii of seven digits.
    expect(Math.abs(out[0]! - 38.01)).toBeLessThan(1e-7);
  });

  test("and are refused where there is none", () => {
    expect(errors(load("", water()))).toEqual([
      "test.xml:3:2: error LIB029: the world's origin on the map is not given (latitude_deg and longitude_deg in <world>, or originNorth_m and originEast_m of this map)",
    ]);
  });

  test("another origin than the world's is an error", () => {
    expect(errors(load(ORIGIN, water('latitude_deg="43.105" longitude_deg="5.93"')))).toEqual([
      "test.xml:3:56: error SCN043: world/sea states its origin at 43.105° N, 5.93° E, but that of the world is 43.1° N, 5.93° E: 555.5 m apart (leave both out: maps are placed by the world's origin)",
    ]);
  });

  test("two origins in a world that states none are a warning", () => {
    const { diagnostics } = load("", `${water(ORIGIN)}\n${scalar('latitude_deg="43.1" longitude_deg="5.935"')}`);
    const [line] = diagnostics.map(formatDiagnostic).filter((each) => each.includes("SCN044"));
    expect(line).toMatch(
      /^test\.xml:4:72: warning SCN044: world\/salt states its origin at 43\.1° N, 5\.935° E, but that of world\/sea is 43\.1° N, 5\.93° E: 407\.0 m apart/,
    );
  });

  test("a vehicle far from a map is a warning at its position", () => {
    const { diagnostics } = load(`${ORIGIN}`, scalar());
    expect(diagnostics).toEqual([]);
    const text = `<scenario id="test" duration_s="1">\n<world ${ORIGIN}>\n${scalar()}\n</world>\n<vehicle id="auv" ${REMUS} latitude_deg="43.2" longitude_deg="5.93" depth_m="5"/>\n</scenario>`;
    const readBytes = (file: string) => (file === "may.nc" ? { bytes } : { error: "no such file" });
    const far = loadScenario(definitions, { ...readerOver({ "test.xml": text }), readBytes }, "test.xml");
    expect(far.diagnostics.map(formatDiagnostic)).toEqual([
      expect.stringMatching(
        /^test\.xml:5:73: warning SCN042: auv starts outside what world\/salt covers, 111\d\d(\.\d+)? m from the origin, at/,
      ),
    ]);
  });
});
