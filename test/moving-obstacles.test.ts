/** Obstacles that move on a script, and what obstacles are made of: in whole runs, on the map, and in files that cannot be right. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { HIT_SIZE } from "../src/environment/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { type LogTable, readScenery, readTable } from "../src/logging/index.ts";
import { opened } from "./support/outside.ts";
import { loadText, runToEnd, scenarioOf } from "./support/scenarios.ts";

const column = ({ names, columns }: LogTable, name: string): number[] => [...columns[names.indexOf(name)]!];

const SOURCE = '<provenance of="*" status="assumed" note="test"/>';
const BARE = '<vehicle id="node" file="components/vehicles/moored-node.xml"/>';
const scenario = (obstacles: string, vehicles = BARE): string => `<scenario id="s" duration_s="20"><world>
<bottom id="ground" depth_m="60">${SOURCE}</bottom>
${obstacles}
</world>${vehicles}<log rate_Hz="4" channels="water"/></scenario>`;
const NODE = `<vehicle id="node" file="components/vehicles/moored-node.xml" position_m="0 0 10">
  <sensor id="dvl" model="dvl" rate_Hz="5" maxAltitude_m="90"/></vehicle>`;
/** 60 m by 60 m by 2 m: from 5 s to 15 s it rises from 40 m to 30 m and goes 20 m north. */
const RAFT =
  '<obstacle id="raft" model="box" size_m="60 60 2" times_s="5 15" positions_m="-10 0 40 10 0 30" material="steel" roughness_m="0.01"/>';

describe("a raft on a path under a Doppler log", () => {
  const made = scenarioOf(scenario(RAFT, NODE));
  const { log: bytes } = runToEnd(made);
  const log = opened(bytes);
  const top_m = (t_s: number): number => 39 - Math.min(Math.max(t_s - 5, 0), 10);

  test("altitude and ranges are those of the time of each sample, the velocity is relative to it", () => {
    const table = readTable(log, "/node/dvl");
    const taken = column(table, "taken_s");
    expect(taken.length).toBeGreaterThan(90);
    const of = (name: string) => column(table, name);
    taken.forEach((t, k) => {
      // Rounding of metres and seconds: 1e-14.
      expect(Math.abs(of("altitude_m")[k]! - (top_m(t) - 10))).toBeLessThan(1e-9);
      expect(Math.abs(of("altitudeTrue_m")[k]! - (top_m(t) - 10))).toBeLessThan(1e-9);
      expect(Math.abs(of("ranges2_m")[k]! - (top_m(t) - 10) / Math.cos(Math.PI / 6))).toBeLessThan(1e-9);
      const moves = t >= 5 && t < 15;
      expect(Math.abs(of("velocityX_mps")[k]! - (moves ? -2 : 0))).toBeLessThan(1e-9);
      expect(Math.abs(of("velocityZ_mps")[k]! - (moves ? 1 : 0))).toBeLessThan(1e-9);
    });
  });

  test("the water at the vehicle tells the same altitude, at the instants of the log", () => {
    const table = readTable(log, "/node/water");
    expect(table.t_ns).toHaveLength(81);
    column(table, "altitude_m").forEach((altitude, k) => {
      expect(Math.abs(altitude - (top_m(Number(table.t_ns[k]) / 1e9) - 10))).toBeLessThan(1e-9);
    });
  });

  test("on the map it stands where it is at the start, and its path is drawn", () => {
    const items = readScenery(log.metadata).filter(({ of }) => of.startsWith("world/raft"));
    expect(items.map(({ of, role, label }) => [of, role, label])).toEqual([
      ["world/raft", "obstacle", "obstacle raft at the start"],
      ["world/raft/path", "route", "path of obstacle raft"],
    ]);
    expect(items.map(({ drawn }) => (drawn as never as { points: unknown }).points)).toEqual([
      [
        [-40, -30],
        [20, -30],
        [20, 30],
        [-40, 30],
      ],
      [
        [-10, 0],
        [10, 0],
      ],
    ]);
  });

  test("its material is that of its file, to rays that meet it", () => {
    const { scene } = made.sea!;
    const hit = new Float64Array(HIT_SIZE);
    expect(
      scene!.castMovingInto(hit.fill(Infinity), 0, Float64Array.of(0, 0, 0, 0, 0, 1, 100), 0, Float64Array.of(10), 0),
    ).toBe(true);
    expect(scene!.materialOf(hit[4]!)).toMatchObject({ type: "steel", roughness_m: 0.01, absorption_dB: 0 });
  });
});

test.each([
  'model="box" size_m="4 2 2"',
  'model="cylinder" diameter_m="2" length_m="4"',
  'model="sphere" diameter_m="2"',
  'model="wall" width_m="4" height_m="2"',
])("any obstacle moves and has a material, its heading as its script says: %s", (model) => {
  const on = `<obstacle id="x" ${model} times_s="0 10" positions_m="0 0 20 100 0 20" headings_deg="0 180" attitude_deg="0 30 0"
    reflection="0.5" absorption_dB="3">${SOURCE}</obstacle>`;
  const there = `<obstacle id="x" ${model} position_m="25 0 20" attitude_deg="0 30 45">${SOURCE}</obstacle>`;
  const [moving, standing] = [on, there].map((obstacle) => scenarioOf(scenario(obstacle)).sea!.scene!);
  expect(moving!.materialOf(0)).toMatchObject({ type: null, reflection: 0.5, absorption_dB: 3 });
  expect(standing!.materialOf(0)).toBeNull();
  // From above and from the side, at a quarter of its way.
  for (const [n, e, d] of [
    [0, 0, 1],
    [0.6, 0, -0.8],
    [1, 0, 0],
  ] as const) {
    const ray = Float64Array.of(25.2 - 10 * n, 0.1 - 10 * e, 20.1 - 10 * d, n, e, d, 100);
    const [a, b] = [new Float64Array(HIT_SIZE).fill(Infinity), new Float64Array(HIT_SIZE)];
    moving!.castMovingInto(a, 0, ray, 0, Float64Array.of(2.5), 0);
    standing!.castObstaclesInto(b, 0, ray, 0);
    expect(b[0]).toBeLessThan(20);
    // Rounding of rotations at 25 m: 1e-14.
    for (let k = 0; k < 4; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(1e-9);
  }
});

describe("refused, with the place", () => {
  const box = (more: string): string => `<obstacle id="x" model="box" size_m="1 1 1" ${more}>${SOURCE}</obstacle>`;

  test.each<[string, string, string]>([
    ["places without times", 'positions_m="<|0 0 5 1 0 5|>"', "positions_m needs times_s"],
    ["times without places", 'times_s="<|0 10|>"', "times_s needs positions_m"],
    ["headings without a path", 'position_m="0 0 5" headings_deg="<|0 10|>"', "headings_deg needs a path"],
    ["a place and a path", 'position_m="<|0 0 5|>" times_s="0 10" positions_m="0 0 5 1 0 5"', "given twice"],
    [
      "fewer places than times",
      'times_s="0 10 20" positions_m="<|0 0 5 1 0 5|>"',
      "positions_m has 6 values for 3 times; 9 are needed",
    ],
    [
      "fewer headings than times",
      'times_s="0 10 20" positions_m="0 0 5 1 0 5 2 0 5" headings_deg="<|0 10|>"',
      "headings_deg has 2 values for 3 times; 3 are needed",
    ],
    ["times that do not increase", 'times_s="0 10 <|10|>" positions_m="0 0 5 1 0 5 2 0 5"', "times_s"],
    ["a time before the start", 'times_s="<|-1 10|>" positions_m="0 0 5 1 0 5"', "below its minimum 0"],
    ["one point alone", 'times_s="<|0|>" positions_m="0 0 5 1 0 5"', "times_s"],
    [
      "a speed of 100 m/s",
      'times_s="0 10 11" positions_m="<|0 0 5 1 0 5 101 0 5|>"',
      "from 10 s to 11 s it moves at 100 m/s, faster than anything in water",
    ],
    ["an unknown material", 'position_m="0 0 5" material="<|stel|>"', "steel"],
    ["a reflection above 1", 'position_m="0 0 5" reflection="<|1.1|>"', "above its maximum 1"],
    ["a negative absorption", 'position_m="0 0 5" absorption_dB="<|-1|>"', "below its minimum 0"],
    ["no place at all", 'roughness_m="0.1"', "position_m is not given"],
  ])("%s", (_, more, words) => {
    const { files, mark } = unmark({ "test.xml": scenario(box(more)) });
    const text = files["test.xml"]!;
    const { scenario: made, diagnostics } = loadText(text);
    expect(made).toBeNull();
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(words);
    if (mark === null) return;
    const { line, column: at } = placeOf(text, mark.start);
    expect(errors[0]).toContain(`test.xml:${line}:${at}: error`);
  });

  test("a place in degrees beside a path, too", () => {
    const text = scenario(
      box('latitude_deg="43" longitude_deg="5" depth_m="5" times_s="0 10" positions_m="0 0 5 1 0 5"'),
    );
    const { diagnostics } = loadText(text.replace("<world>", '<world latitude_deg="43" longitude_deg="5">'));
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    expect(errors).toEqual([expect.stringContaining("its place is given twice, in degrees and as positions_m")]);
  });
});
