/** Where the data of the sea end: told once per vehicle and part, from the engine's own state. */
import { describe, expect, test } from "vitest";
import { seaFile } from "../src/environment/test/sea-files.ts";
import { openLog, texts } from "../src/logging/index.ts";
import { loadScenario, type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import { definitions, readerOver, runToEnd, scenarioOf } from "./support/scenarios.ts";

/** A bottom of 40 m × 40 m around the origin, and a current that carries everything along at 1 m/s to the east. */
const GROUND = `<bottom id="ground" model="generated" depth_m="30" seed="1" relief_m="1" longestScale_m="20" octaves="2"
  extent_m="40 40" spacing_m="1"/>`;

function scenario(world: string, start = 'position_m="0 0 5" velocity_mps="0 1 0"', duration_s = 30, more = "") {
  return scenarioOf(
    `<scenario id="test" duration_s="${duration_s}"><world ${world}</world>
    <vehicle id="auv" file="components/vehicles/remus100.bare.xml" ${start}/>${more}</scenario>`,
    ["auv/hull/model=fossen", ...(more === "" ? [] : ["tug/hull/model=fossen"])],
  );
}

const told = (run: ScenarioRun) =>
  run.events.map(({ t_ns, level, name, message }) => [t_ns / 1e9, level, name, message]);

describe("a vehicle that drifts east at 1 m/s over a bottom that ends 20 m east", () => {
  const drifting = () => scenario(`current_mps="0 1 0">${GROUND}`);

  test("is told of at 20 s: the point half of 1/20 s ahead is the first beyond, and the border goes on level", () => {
    const { run, log } = runToEnd(drifting());
    const [event] = told(run);
    // 20 s · 1 m/s + 1 m/s · 25 ms = 20.025 m; one tick of 50 ms earlier it is 19.975 m.
    expect(event![0]).toBe(20);
    expect(event!.slice(1)).toEqual([
      "warning",
      "auv",
      expect.stringMatching(
        /^is outside what world\/ground covers, at north 0 m, east 20\.0[23] m, depth 5 m: its border goes on level$/,
      ),
    ]);
    expect(run.events).toHaveLength(1);
    const source = { size: log.length, read: (from: number, length: number) => log.subarray(from, from + length) };
    const written = texts(openLog(source, null), "/events");
    expect(written.map(({ t_ns, level, name, message }) => [t_ns / 1e9, level, name, message])).toEqual(told(run));
  });

  test("what was told is in the state: from a snapshot after it there is silence, from one before it is told again", () => {
    const run = new ScenarioRun(drifting(), { writer: null, version: "test" });
    run.advance(10e9);
    const before = run.sim.snapshot();
    run.advance(22e9);
    const after = run.sim.snapshot();
    run.advance(30e9);
    expect(run.events).toHaveLength(1);
    run.sim.restore(after);
    run.advance(30e9);
    expect(run.events).toHaveLength(1);
    run.sim.restore(before);
    run.advance(30e9);
    expect(run.events).toHaveLength(2);
    expect(run.events[1]).toEqual(run.events[0]);
  });
});

test("a vehicle that goes out, in and out again in a tide of 40 s is told of once, and another vehicle by itself", () => {
  // 4 m/s · 40 s / 2π = 25.5 m to either side: beyond both borders in each of three periods.
  const tide = '<current model="tidal" periods_s="40" majors_mps="4" directions_deg="90" phases_deg="0"/>';
  const more =
    '<vehicle id="tug" file="components/vehicles/remus100.bare.xml" position_m="0 5 8" velocity_mps="0 4 0"/>';
  const out = scenario(`>${tide}${GROUND}`, 'position_m="0 0 5" velocity_mps="0 4 0"', 120, more);
  const { run } = runToEnd(out);
  expect(run.events.map(({ name }) => name).sort()).toEqual(["auv", "tug"]);
});

test("water, a current, a scalar and a bottom each tell their own edge and rule, in one run", () => {
  const world = `current_mps="0 1 0.5"><water id="column" model="profile" depths_m="0 6" temperatures_degC="20 15" salinities_psu="35 35"
    edge="extrapolate"/>
    <current id="jet" model="grid" gridNorths_m="-50 50" gridEasts_m="-50 8" depths_m="5" norths_mps="0 0 0 0" easts_mps="0 0 0 0"/>
    <scalar id="plume" model="profile" depths_m="0 10" values="1 2"/>${GROUND}`;
  const { run } = runToEnd(scenario(world, 'position_m="0 0 5" velocity_mps="0 1 0.5"'));
  // Sinking at 0.5 m/s from 5 m: 6 m at 2 s, 10 m at 10 s; east 8 m at 8 s, 20 m at 20 s. Answers come every 50 ms, and a hull
  // that is not quite neutral in water of another density sinks a little faster or slower: within 1.5 s.
  const expected: [number, RegExp][] = [
    [2, /world\/column covers, .*: it goes on as in its last cell$/],
    [8, /world\/jet covers, .*: the values at its edge are held$/],
    [10, /world\/plume covers, .*: the values at its edge are held$/],
    [20, /world\/ground covers, .*: its border goes on level$/],
  ];
  expect(run.events).toHaveLength(expected.length);
  expected.forEach(([t_s, message], k) => {
    expect(run.events[k]!.message).toMatch(message);
    expect(Math.abs(run.events[k]!.t_ns / 1e9 - t_s)).toBeLessThan(1.5);
  });
});

test("a profile that begins at the surface covers a vehicle that comes out of the water", () => {
  const world = '><water model="profile" depths_m="0 60" temperatures_degC="20 15" salinities_psu="35 35"/>';
  const { run } = runToEnd(scenario(world, 'position_m="0 0 -0.3"', 3));
  expect(run.events).toEqual([]);
});

test("a gap of a map is told as a gap, and not as its end", () => {
  // The node 5 m east of the origin has no data, so the cells around it, the first begins at the origin, are a hole.
  const rows = [
    "NCOLS 5",
    "NROWS 5",
    "XLLCENTER -10",
    "YLLCENTER -10",
    "CELLSIZE 5",
    "NODATA_VALUE -9999",
    ...[
      "-30 -30 -30 -30 -30",
      "-30 -30 -30 -30 -30",
      "-30 -30 -30 -9999 -30",
      "-30 -30 -30 -30 -30",
      "-30 -30 -30 -30 -30",
    ],
  ];
  const bytes = new TextEncoder().encode(rows.join("\n"));
  const world = `current_mps="0 1 0"><bottom id="ground" model="map" map="bay.asc" coordinates="projected" originNorth_m="0" originEast_m="0"
    extent_m="20 20" spacing_m="5"/>`;
  const { run } = runToEnd(withFile(world, "bay.asc", bytes));
  const [event] = told(run);
  expect(event![3]).toMatch(
    /world\/ground covers, at north 0 m, east 0\.0[23] m, depth 5 m: it has a gap, and no bottom, here$/,
  );
  expect(run.events).toHaveLength(1);
});

test.each([
  ["clamp", "its border goes on level", 8],
  ["hole", "there is no bottom", Number.POSITIVE_INFINITY],
] as const)(
  "off the map's file but inside the bottom's extent the rule outside=%s answers, and is told",
  (outside, rule, depth_m) => {
    // The file ends 10 m east of the origin, the extent 30 m: 10 m deep in the west, 8 m at the file's eastern end.
    const rows = ["NCOLS 3", "NROWS 3", "XLLCENTER -10", "YLLCENTER -10", "CELLSIZE 10", ...Array(3).fill("-10 -9 -8")];
    const bytes = new TextEncoder().encode(rows.join("\n"));
    const world = `current_mps="0 4 0"><bottom id="ground" model="map" map="bay.asc" coordinates="projected" originNorth_m="0" originEast_m="0"
    extent_m="10 40" centre_m="0 10" spacing_m="1" outside="${outside}"/>`;
    const { run } = runToEnd(withFile(world, "bay.asc", bytes, 'velocity_mps="0 4 0"'));
    expect(run.events).toHaveLength(1);
    // Values at points: the map ends at the last of them, 10 m east. 4 m/s · (t + 25 ms) passes that at the tick of 2.5 s.
    expect(run.events[0]!.message).toMatch(new RegExp(`world/ground covers, .*: ${rule}$`));
    expect(run.events[0]!.t_ns).toBe(2.5e9);
    const below = new Float64Array(2);
    run.world.environment!.belowInto(below, 0, Float64Array.of(0, 20, 0, 0), 0);
    expect(below[0]).toBe(depth_m);
  },
);

describe("land in a map of the sea", () => {
  // Points 10 m apart around the origin; none has a value 20 m east of it and beyond, and at 5 m of depth there are values alone.
  const metres = { units: "m" };
  const axes = {
    depth: { points: [0, 10] },
    lat: { name: "y", points: [-20, -10, 0, 10, 20], attributes: metres },
    lon: { name: "x", points: [-20, -10, 0, 10, 20, 30], attributes: metres },
  };
  const sea = (value: number) => (_t: number, _d: number, _n: number, e: number) => (e >= 20 ? Number.NaN : value);
  const bytes = seaFile({
    axes,
    variables: [
      { name: "uo", attributes: { units: "m s-1" }, f: sea(1) },
      { name: "vo", attributes: { units: "m s-1" }, f: sea(0) },
      { name: "thetao", attributes: { units: "degC" }, f: sea(15) },
      { name: "so", attributes: { units: "psu" }, f: sea(38) },
      { name: "chl", attributes: { units: "mg m-3" }, f: sea(1) },
    ],
  });
  const MAP = 'model="map" map="sea.nc" originNorth_m="0" originEast_m="0"';

  test.each([
    [`<current id="drift" ${MAP}/>`, "drift", "0 stands for what the map lacks"],
    [`<current id="drift" ${MAP} gaps="nearest"/>`, "drift", "the nearest values stand for those that the map lacks"],
    [`<water id="sea" ${MAP}/>`, "sea", "the nearest values stand for those that the map lacks"],
    [`<scalar id="chl" ${MAP} variable="chl" gaps="zero"/>`, "chl", "0 stands for what the map lacks"],
  ])("%s is reported when a vehicle comes to values that are not the map's", (part, id, rule) => {
    const world = `current_mps="0 4 0">${part}`;
    const { run } = runToEnd(withFile(world, "sea.nc", bytes, 'velocity_mps="0 4 0"'));
    const gaps = told(run).filter(([, , , message]) => String(message).includes("gap"));
    expect(gaps).toHaveLength(1);
    // Past 10 m east, at 4 to 5 m/s: the point 25 ms ahead, at answers every 50 ms, is at most 5 m/s · 75 ms beyond.
    const [, level, name, message] = gaps[0]!;
    expect([level, name]).toEqual(["warning", "auv"]);
    const [, east] = new RegExp(
      `^is in a gap of world/${id}, at north 0 m, east ([0-9.]+) m, depth .* m: ${rule}$`,
    ).exec(String(message))!;
    expect(Number(east)).toBeGreaterThan(10);
    expect(Number(east)).toBeLessThan(10.38);
  });

  test("the end of such a map is reported by itself", () => {
    const { run } = runToEnd(
      withFile(`current_mps="0 8 0"><water id="sea" ${MAP}/>`, "sea.nc", bytes, 'velocity_mps="0 8 0"'),
    );
    expect(run.events.map(({ message }) => message.replace(/, at .*/, ""))).toEqual([
      "is in a gap of world/sea",
      "is outside what world/sea covers",
    ]);
  });
});

function withFile(world: string, name: string, bytes: Uint8Array, speed = 'velocity_mps="0 1 0"'): Scenario {
  const text = `<scenario id="test" duration_s="5"><world ${world}</world>
    <vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 5" ${speed}/></scenario>`;
  const reader = readerOver({ "test.xml": text });
  const readBytes = (file: string) => (file === name ? { bytes } : { error: "no such file" });
  const { scenario: made } = loadScenario(definitions, { ...reader, readBytes }, "test.xml", ["auv/hull/model=fossen"]);
  return made!;
}
