/** A vehicle that touches the bottom or an obstacle, or starts where it cannot be, is reported; nothing else changes. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { loadText, runToEnd, scenarioOf } from "./support/scenarios.ts";

const SOURCE = '<provenance of="*" status="assumed" note="test"/>';

/** A REMUS, 1.6 m by 0.19 m, heading north, that the water carries along; its hull is a little light: 0.3 N. */
function text(world: string, place = '0 0 5" velocity_mps="0 0 0', duration_s = 12): string {
  return `<scenario id="test" duration_s="${duration_s}">\n<world contacts="off" ${world}</world>\n<vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="${place}"/>\n</scenario>`;
}

const FOSSEN = ["auv/hull/model=fossen"];
const flat = (depth_m: number): string => `<bottom id="ground" model="flat" depth_m="${depth_m}">${SOURCE}</bottom>`;

function events(run: ScenarioRun): [number, string, string][] {
  return run.events.map(({ t_ns, level, message }) => [t_ns / 1e9, level, message]);
}

describe("a vehicle that sinks at 0.5 m/s from 5 m onto a bottom at 10 m", () => {
  const sinking = (depth_m: number) =>
    scenarioOf(text(`current_mps="0 0 0.5">${flat(depth_m)}`, '0 0 5" velocity_mps="0 0 0.5'), FOSSEN);

  test("is reported when its keel is there, 0.095 m below its centre: at (10 − 0.095 − 5) m / 0.5 m/s = 9.81 s", () => {
    const { run } = runToEnd(sinking(10));
    expect(run.events).toHaveLength(1);
    const [t_s, level, message] = events(run)[0]!;
    expect(level).toBe("warning");
    expect(message).toMatch(
      /^touches the bottom, 0(\.\d+)? m into it, at north .* m, east .* m, depth 9\.9\d? m: no force acts$/,
    );
    // Answers come every 50 ms. 0.3 N of buoyancy against the added mass of some 60 kg and the drag is below 5 mm/s: 0.1 s of 10.
    expect(Math.abs(t_s - 9.81)).toBeLessThan(0.05 + 0.1);
  });

  test("moves as over a bottom that it does not reach, to the bit", () => {
    const end = (depth_m: number) => runToEnd(sinking(depth_m)).run.summary().get("auv")!.final;
    expect(end(10)).toEqual(end(1000));
  });

  test("is not reported again from a snapshot", () => {
    const run = new ScenarioRun(sinking(10), { writer: null, version: "test" });
    run.advance(11e9);
    expect(run.events).toHaveLength(1);
    const after = run.sim.snapshot();
    run.sim.restore(after);
    run.advance(12e9);
    expect(run.events).toHaveLength(1);
  });
});

describe("a vehicle that is carried east at 1 m/s", () => {
  const drift = (world: string, refresh_Hz = 20, speed = 1, duration_s = 12) =>
    scenarioOf(
      text(
        `current_mps="0 ${speed} 0" refresh_Hz="${refresh_Hz}">${world}`,
        `0 0 5" velocity_mps="0 ${speed} 0`,
        duration_s,
      ),
      FOSSEN,
    );
  const box = (size: string) =>
    `<obstacle id="quay" model="box" size_m="${size}" position_m="0 8 5">${SOURCE}</obstacle>`;

  test("through a box of 4 m around 8 m east touches it with its side, and is clear of it 0.1 m behind", () => {
    const { run } = runToEnd(drift(box("4 4 4")));
    const [enter, leave, ...more] = events(run);
    expect(more).toEqual([]);
    // 6 m less 0.095 m, and 10 m and 0.1 m and 0.095 m; the next answer of 20 a second.
    expect(enter).toEqual([
      5.95,
      "warning",
      expect.stringMatching(/^touches world\/quay, at north .*: no force acts$/),
    ]);
    expect(leave).toEqual([10.2, "info", expect.stringMatching(/^is clear of world\/quay again, at north/)]);
  });

  test("between the bow and the stern of which a pile of 0.2 m stands, touches it", () => {
    const pile = `<obstacle id="pile" model="cylinder" diameter_m="0.2" length_m="20" position_m="0.5 7.98 7" attitude_deg="0 90 0">${SOURCE}</obstacle>`;
    const [enter] = events(runToEnd(drift(pile)).run);
    // The axis of the hull comes to the side of the pile, 7.88 m east, before the answer at 7.9 s.
    expect(enter).toEqual([7.9, "warning", expect.stringContaining("touches world/pile")]);
  });

  test("past which a wall goes between two answers has passed through it", () => {
    const wall = `<obstacle id="wall" model="wall" width_m="20" height_m="20" position_m="0 10 5" attitude_deg="0 0 90">${SOURCE}</obstacle>`;
    const { run } = runToEnd(drift(wall, 0.5, 4, 6));
    // Answers at 0, 2, 4 s: 8 m and 16 m east.
    expect(events(run)).toEqual([
      [
        4,
        "warning",
        expect.stringMatching(/^has passed through world\/wall, before .* east 16(\.0\d)? m, .*: no force acts$/),
      ],
    ]);
  });

  test("is reported over land, which rises above the water 100 m · tan 3° = 5.24 m from here", () => {
    const slope = `<bottom id="ground" model="slope" depth_m="0.2749" slope_deg="3" slopeDirection_deg="270">${SOURCE}</bottom>`;
    const { run } = runToEnd(
      scenarioOf(
        text(`current_mps="0 1 0">${slope}`, '0 0 -0.5" velocity_mps="0 1 0" hold="depth roll pitch', 12),
        FOSSEN,
      ),
    );
    const [t_s, level, message] = events(run)[0]!;
    // 0.2749 m / tan 3° = 5.245 m.
    expect(t_s).toBe(5.25);
    expect([level, message]).toEqual([
      "warning",
      expect.stringMatching(/^is above land, which is 0(\.\d+)? m above the water, at/),
    ]);
  });
});

describe("where a vehicle starts", () => {
  const told = (world: string, place: string): string[] =>
    loadText(text(`>${world}`, place), FOSSEN)
      .diagnostics.map(formatDiagnostic)
      .filter((line) => line.includes("SCN04"));

  test.each([
    ["in the water", flat(30), "0 0 5", []],
    [
      "below the bottom",
      flat(25),
      "0 0 30",
      [
        "test.xml:3:76: warning SCN040: auv starts below the bottom, which is 25 m deep, at north 0 m, east 0 m, depth 30 m (depths are positive down; nothing stops it there)",
      ],
    ],
    [
      "on the bottom, with its bow in it",
      flat(5.5),
      '0 0 5" attitude_deg="0 -60 0',
      [
        "test.xml:3:76: warning SCN040: auv starts on the bottom, 0.19 m into it, at north 0 m, east 0 m, depth 5 m (depths are positive down; nothing stops it there)",
      ],
    ],
    [
      "in an obstacle that is larger than the vehicle",
      `<obstacle id="rock" model="sphere" diameter_m="20" position_m="0 0 5">${SOURCE}</obstacle>`,
      "1 2 5",
      [
        "test.xml:3:76: warning SCN041: auv starts in world/rock, at north 1 m, east 2 m, depth 5 m (nothing stops it there)",
      ],
    ],
  ])("%s", (_, world, place, expected) => {
    expect(told(world, place)).toEqual(expected);
  });

  test("a vehicle without a hull that stands on the bottom starts where it should", () => {
    const dock = `<scenario id="t" duration_s="1"><world>${flat(25)}</world><vehicle id="dock" file="components/vehicles/moored-node.xml" position_m="0 0 25"/></scenario>`;
    expect(loadText(dock).diagnostics.map(formatDiagnostic)).toEqual([]);
  });
});
