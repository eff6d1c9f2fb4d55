/** What the scenarios about contacts promise: pool and crowded-harbour, from their logs. The geometry beside which they are held is that of their files. */
import { beforeAll, describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Log, openLog, readTable } from "../src/logging/index.ts";
import { loadScenario, type ScenarioRun } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, runToEnd } from "./support/scenarios.ts";

type Columns = Record<string, Float64Array>;

interface Told {
  readonly t_s: number;
  readonly name: string;
  readonly message: string;
}

class Story {
  readonly run: ScenarioRun;
  readonly #log: Log;
  readonly told: readonly Told[];

  constructor(name: string) {
    const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), `scenarios/${name}.xml`);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    const { run, log } = runToEnd(scenario!);
    const source = {
      size: log.length,
      read: (offset: number, length: number) => log.subarray(offset, offset + length),
    };
    this.run = run;
    this.#log = openLog(source, null);
    this.told = run.events.map(({ t_ns, name: of, message }) => ({ t_s: t_ns / 1e9, name: of, message }));
  }

  columns(topic: string): Columns {
    const { t_ns, names, columns } = readTable(this.#log, topic);
    return { t_s: t_ns.map((t) => t / 1e9), ...Object.fromEntries(names.map((name, i) => [name, columns[i]!])) };
  }

  /** When a vehicle says something that begins so. */
  times(name: string, begin: string): number[] {
    return this.told.filter((told) => told.name === name && told.message.startsWith(begin)).map(({ t_s }) => t_s);
  }

  /** How far a vehicle is from a place at 179 s. */
  fromPlace(vehicle: string, north_m: number, east_m: number): number {
    const at = (name: string): number => this.during(vehicle, name, 179, 180)[0]!;
    return Math.hypot(at("north_m") - north_m, at("east_m") - east_m);
  }

  /** How far its navigation is off then: it keeps the place that it believes in. */
  navigationError_m(vehicle: string): number {
    const { t_s, horizontalError_m } = this.columns(`/${vehicle}/navigation`) as Columns;
    return horizontalError_m![t_s!.findIndex((t) => t >= 179)]!;
  }

  /** A column of a vehicle's state, from one time to another. */
  during(vehicle: string, name: string, from_s: number, until_s: number): number[] {
    const state = this.columns(`/${vehicle}/state`);
    return [...state[name]!].filter((_, i) => state.t_s![i]! >= from_s && state.t_s![i]! <= until_s);
  }
}

/** A body in N at each row of its state: where a point of B is. */
function pointOf(state: Columns, i: number, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [roll, pitch, yaw] = [state.roll_rad![i]!, state.pitch_rad![i]!, state.heading_rad![i]!];
  // Z-Y-X: about x by the roll, then about y by the pitch, then about z by the heading.
  const [y1, z1] = [y * Math.cos(roll) - z * Math.sin(roll), y * Math.sin(roll) + z * Math.cos(roll)];
  const [x2, z2] = [x * Math.cos(pitch) + z1 * Math.sin(pitch), z1 * Math.cos(pitch) - x * Math.sin(pitch)];
  return [
    state.north_m![i]! + x2 * Math.cos(yaw) - y1 * Math.sin(yaw),
    state.east_m![i]! + x2 * Math.sin(yaw) + y1 * Math.cos(yaw),
    state.depth_m![i]! + z2,
  ];
}

/** Corners of the box of a hull, centred on its centre of buoyancy. */
function corners([l, b, h]: readonly number[], zb: number): [number, number, number][] {
  const signs = [-1, 1];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z): [number, number, number] => [(x * l!) / 2, (y * b!) / 2, zb + (z * h!) / 2])),
  );
}

const REXROV = corners([2.6, 1.5, 1.6], -0.3);
/** Overlaps up to 10 µm are left as they are, and pushed apart at the next look where they are larger; logged places round to less. */
const DEEP_M = 1e-4;

describe("pool", () => {
  let story: Story;
  beforeAll(() => {
    story = new Story("pool");
  });

  test("it is thrown against the wall, pulled along it, let go, and sets down on the pipe, in this order", () => {
    const contacts = story.told.filter(({ name }) => name === "rov").map(({ message }) => message.split(",")[0]);
    expect(contacts).toEqual([
      "touches world/east",
      "is clear of world/east again",
      "touches world/east",
      "is clear of world/east again",
      "touches world/pipe",
    ]);
  });

  test("the jerk of 6 kN crosses the gap of 0.15 m when Newton's law says so", () => {
    // Sway: 1862.87 + 1222 kg. Against the keeper's 3 kN or against nothing: 0.97 to 1.94 m/s²; with drag and roll, which moves the upper and
    // lower edge by up to a quarter of the gap, a little outside of √(2 · 0.15 m / a).
    const after_s = story.times("rov", "touches world/east")[0]! - 15;
    expect(after_s).toBeGreaterThan(0.75 * Math.sqrt(0.3 / 1.94));
    expect(after_s).toBeLessThan(1.25 * Math.sqrt(0.3 / 0.97));
  });

  test("it rubs: the wall bears what the keeper cannot hold, 3600 − 3000 N, and friction is 0.4 of that", () => {
    const { t_s, forceNorth_N, forceEast_N, forceDown_N } = story.columns("/rov/contact") as Columns;
    // From 42 s on the keeper has come to its limit along east.
    const rows = [...t_s!.keys()].filter((i) => t_s![i]! > 42 && t_s![i]! < 44.9);
    expect(rows.length).toBeGreaterThan(200);
    for (const i of rows) {
      // Vibration along east is what is left; thrust follows the force asked for with its shafts' lag.
      expect(Math.abs(-forceEast_N![i]! - 600)).toBeLessThan(6);
      expect(Math.hypot(forceNorth_N![i]!, forceDown_N![i]!) / -forceEast_N![i]!).toBeCloseTo(0.4, 6);
      expect(forceNorth_N![i]!).toBeLessThan(0);
    }
    // It goes north all the while, near its 0.25 m/s.
    const north_m = story.during("rov", "north_m", 27, 45);
    expect(north_m.at(-1)! - north_m[0]!).toBeGreaterThan(0.9 * 0.25 * 18);
  });

  test("let go, it is clear within the half second that a touch counts", () => {
    const [, clear_s] = story.times("rov", "is clear of world/east");
    expect(clear_s).toBeGreaterThan(45.5);
    expect(clear_s).toBeLessThan(45.6);
    const touched = story.columns("/rov/bumper");
    const pressed = (s: number): number => touched.touched![touched.t_s!.findIndex((t) => t >= s)]!;
    expect([14, 15.4, 20, 30, 44, 50, 90, 100].map(pressed)).toEqual([0, 1, 0, 1, 1, 0, 0, 1]);
  });

  test("no corner of it is ever outside of walls, floor and pipe", () => {
    const state = story.columns("/rov/state");
    let deepest_m = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < state.t_s!.length; i++) {
      for (const corner of REXROV) {
        const [n, e, d] = pointOf(state, i, corner);
        deepest_m = Math.max(deepest_m, Math.abs(n) - 12.5, Math.abs(e) - 5, d - 5);
      }
    }
    expect(deepest_m).toBeLessThan(DEEP_M);
    // It comes to the wall, so that this test looks at what it should.
    expect(deepest_m).toBeGreaterThan(-2e-3);
  });

  test("on the pipe it stands 0.6 m above the floor, pressed down by the keeper's 3000 N less 10 N of buoyancy", () => {
    const depth_m = story.during("rov", "depth_m", 100, 120);
    // The belly of its box is 0.5 m below Bo; level within half a degree.
    for (const depth of depth_m) expect(Math.abs(depth + 0.5 - 4.4)).toBeLessThan(2e-3);
    const { t_s, forceDown_N } = story.columns("/rov/contact") as Columns;
    const rows = [...t_s!.keys()].filter((i) => t_s![i]! > 105);
    const mean_N = rows.reduce((sum, i) => sum - forceDown_N![i]!, 0) / rows.length;
    expect(mean_N).toBeGreaterThan(2980);
    expect(mean_N).toBeLessThan(3000);
  });

  test("the run costs little: at most 1000 events for a second of it", () => {
    expect(story.run.sim.counts.events).toBeLessThan(1000 * 120);
  });
});

describe("crowded-harbour", () => {
  const SLOPE = Math.tan((5 * Math.PI) / 180);
  let story: Story;
  beforeAll(() => {
    story = new Story("crowded-harbour");
  }, 300_000);

  test("cutter and tender meet head on: 48 m between their bows, at 1.2 m/s each", () => {
    const [met_s, ...more] = story.times("cutter", "touches tender");
    expect(more).toEqual([]);
    // 20 s at once at speed; they take a second to come to it, and overshoot by 8 % before.
    expect(Math.abs(met_s! - 20)).toBeLessThan(2);
    // Each gets the other's impulse.
    const [a, b] = [story.columns("/cutter/impact"), story.columns("/tender/impact")];
    expect([...a.normalImpulse_Ns!]).toEqual([...b.normalImpulse_Ns!]);
    expect([...a.slipImpulse_Ns!]).toEqual([...b.slipImpulse_Ns!]);
    expect([...a.normalNorth!]).toEqual([...b.normalNorth!].map((n) => -n));
  });

  test("the ferry's bow takes the drifter along until the ferry stops, and its side holds it until the ferry leaves", () => {
    // Bow: 73 m − 2 m/s (t − 10 s). Drifter: 30 m and at most 0.1 m/s of the current, and at most half its length towards the ferry.
    const [hit_s, again_s] = story.times("drifter", "touches world/ferry");
    expect(hit_s).toBeGreaterThan((93 - 30.8) / 2.1);
    expect(hit_s).toBeLessThan((93 - 30) / 2);
    const at40_m = story.during("drifter", "east_m", 40, 40)[0]!;
    expect(at40_m).toBeLessThan(13 - 0.09);
    expect(at40_m).toBeGreaterThan(13 - 0.9);
    const [free_s, left_s] = story.times("drifter", "is clear of world/ferry");
    // The last touch of the moving bow is at 45 s, and half a second counts as one touch.
    expect(free_s).toBeGreaterThan(45);
    expect(free_s).toBeLessThan(45.7);
    expect(again_s).toBeGreaterThan(free_s!);
    expect(again_s).toBeLessThan(95);
    expect(left_s).toBeGreaterThan(95);
    expect(left_s).toBeLessThan(96);
  });

  test("grounder runs aground where the slip is as deep as its draught, and stays without thrust until it is pulled off", () => {
    const [touch_s] = story.times("grounder", "touches the bottom");
    // 26 m at 0.9 m/s over ground, and some seconds to come to speed.
    expect(touch_s).toBeGreaterThan(26 / 1);
    expect(touch_s).toBeLessThan(26 / 0.9 + 8);
    const first = story.columns("/grounder/impact");
    expect(first.t_s![0]).toBe(touch_s);
    expect(Math.abs(first.pointDown_m![0]! - (6 + first.pointEast_m![0]! * SLOPE))).toBeLessThan(DEEP_M);
    // 55 kg of 56.4 that the cylinder displaces: it floats with its axis 0.09 m deep, and its keel 0.1 m below that.
    expect(Math.abs(first.pointDown_m![0]! - 0.19)).toBeLessThan(0.01);
    // Aground: lasting thrust ahead until 40 s, none until 120 s.
    for (const name of ["north_m", "east_m", "depth_m"]) {
      const values = story.during("grounder", name, 45, 120);
      expect(Math.max(...values) - Math.min(...values)).toBeLessThan(0.01);
    }
    expect(story.times("grounder", "is clear").some((t) => t > touch_s! + 5 && t < 120)).toBe(false);
    // It lies bow up by the angle of the slip, on its belly, lifted: shallower than afloat.
    expect(story.during("grounder", "pitch_rad", 100, 100)[0]).toBeCloseTo((5 * Math.PI) / 180, 2);
    expect(story.during("grounder", "depth_m", 100, 100)[0]).toBeLessThan(0.08);
    const clear_s = story.times("grounder", "is clear of the bottom").find((t) => t > 120);
    expect(clear_s).toBeLessThan(127);
    expect(
      story.during("grounder", "east_m", 178, 180)[0]! - story.during("grounder", "east_m", 120, 120)[0]!,
    ).toBeGreaterThan(4);
  });

  test("scout grazes the quay and rubs along it until its stern has passed the end, 60 m east", () => {
    const touches = story.times("scout", "touches world/quay");
    // At 33 s it begins to turn, 8 m from the quay, half its length less: not before 5 s at 1.3 m/s, and at most a quarter of a circle of 8 m.
    expect(touches[0]).toBeGreaterThan(33 + 5);
    expect(touches[0]).toBeLessThan(33 + 13);
    const north_m = story.during("scout", "north_m", 48, 84);
    // Its radius of 0.075 m from the face.
    for (const n of north_m) expect(Math.abs(30 - n - 0.075)).toBeLessThan(1e-3);
    const clear_s = story.times("scout", "is clear of world/quay").at(-1)!;
    expect(clear_s).toBeGreaterThan(touches.at(-1)!);
    // Its last touch was half a second earlier, by some part of a hull of 1.93 m.
    const east_m = story.during("scout", "east_m", clear_s - 0.6, clear_s - 0.4)[0]!;
    expect(Math.abs(east_m - 60)).toBeLessThan(0.965 + 0.2);
  });

  test("the wash presses worker against the quay, over 0.75 m, and no longer than it lasts", () => {
    const [touch_s] = story.times("worker", "touches world/quay");
    // 3500 N on 3085 kg of mass and added mass, against 0 to 3000 N of its keeper: √(2 · 0.75 m / a); roll of some degrees gives 0.1 m.
    expect(touch_s! - 45).toBeGreaterThan(Math.sqrt((2 * 0.65) / (3500 / 3085)));
    expect(touch_s! - 45).toBeLessThan(Math.sqrt((2 * 0.75) / (500 / 3085)));
    const clear_s = story.times("worker", "is clear of world/quay").at(-1)!;
    expect(clear_s).toBeGreaterThan(51);
    expect(clear_s).toBeLessThan(52);
    expect(story.fromPlace("worker", 28.5, -8)).toBeLessThan(0.01 + story.navigationError_m("worker"));
  });

  test("sinker sits on the slope until its tank holds less than what makes it neutral", () => {
    const [down_s] = story.times("sinker", "touches the bottom");
    expect(down_s).toBeGreaterThan(20);
    const at = story.columns("/sinker/impact");
    expect(Math.abs(at.pointDown_m![0]! - (6 + at.pointEast_m![0]! * SLOPE))).toBeLessThan(DEEP_M);
    const rest_m = story.during("sinker", "depth_m", 60, 130);
    expect(Math.max(...rest_m) - Math.min(...rest_m)).toBeLessThan(1e-3);
    // 0.31 kg out at 0.02 kg/s from 120 s on: neutral at 135.5 s; to 1 g and half a second of counting. Then it must gather way.
    const up_s = story.times("sinker", "is clear of the bottom").at(-1)!;
    expect(up_s).toBeGreaterThan(135.5 - 0.05 + 0.5);
    expect(up_s).toBeLessThan(135.5 + 0.5 + 3);
  });

  test("helper touches inspector at the pile, both keep their places afterwards", () => {
    const [met_s] = story.times("inspector", "touches helper");
    // From 70 s on: 2.4 of the 2.8 m of its way at 0.1 m/s until the hulls, 0.575 m wide, are beside each other; overshoot and lag 3 s.
    expect(Math.abs(met_s! - 70 - 25)).toBeLessThan(3);
    const [apart_s] = story.times("inspector", "is clear of helper");
    // It is called back at 115 s.
    expect(apart_s).toBeGreaterThan(115);
    expect(apart_s).toBeLessThan(135);
    expect(story.fromPlace("inspector", 21.25, 36)).toBeLessThan(0.05 + story.navigationError_m("inspector"));
    expect(story.fromPlace("helper", 20.5, 39)).toBeLessThan(0.05 + story.navigationError_m("helper"));
  });

  test("the moored boats do not touch before the wash, which knocks them together; their lines hold them", () => {
    const [knock_s] = story.times("dinghy", "touches launch");
    expect(knock_s).toBeGreaterThan(50);
    // The launch goes with 0.1 m/s² over some metres.
    expect(knock_s).toBeLessThan(60);
    for (const [boat, anchorNorth_m, bow_m] of [
      ["dinghy", -18, 2.2],
      ["launch", -16, 3.2],
    ] as const) {
      const state = story.columns(`/${boat}/state`);
      for (let i = 0; i < state.t_s!.length; i++) {
        const [n, e, d] = pointOf(state, i, [bow_m, 0, 0]);
        // The line of 11 m, which 100 N stretch by 1.2 %.
        expect(Math.hypot(n - anchorNorth_m, e - 20, d - 7.7)).toBeLessThan(11 * 1.02);
      }
    }
  });

  test("courier and surveyor go out untouched", () => {
    for (const name of ["courier", "surveyor"]) {
      expect(story.times(name, "touches")).toEqual([]);
      expect(story.columns(`/${name}/state`).east_m!.at(-1)!).toBeGreaterThan(60);
    }
  });

  test("nothing is ever in the quay or below the bottom", () => {
    const balls = (length_m: number, diameter_m: number) => {
      const half_m = (length_m - diameter_m) / 2;
      return [-half_m, half_m].map((x) => ({ at: [x, 0, 0] as [number, number, number], radius_m: diameter_m / 2 }));
    };
    const box = (size_m: readonly number[], zb: number) => corners(size_m, zb).map((at) => ({ at, radius_m: 0 }));
    const remus = balls(1.6, 0.19);
    const shapes = {
      courier: remus,
      surveyor: remus,
      drifter: remus,
      sinker: remus,
      scout: balls(1.93, 0.15),
      cutter: balls(1.93, 0.15),
      tender: balls(1.8, 0.2),
      grounder: balls(1.8, 0.2),
      worker: box([2.6, 1.5, 1.6], -0.3),
      inspector: box([0.457, 0.575, 0.254], -0.01),
      helper: box([0.457, 0.575, 0.254], -0.01),
    };
    const nearest: Record<string, number> = { quay: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
    for (const [name, parts] of Object.entries(shapes)) {
      const state = story.columns(`/${name}/state`);
      for (let i = 0; i < state.t_s!.length; i++) {
        for (const { at, radius_m } of parts) {
          const [n, e, d] = pointOf(state, i, at);
          const above_m = (6 + e * SLOPE - d) / Math.hypot(1, SLOPE) - radius_m;
          nearest.bottom = Math.min(nearest.bottom!, above_m);
          if (Math.abs(e) < 60) nearest.quay = Math.min(nearest.quay!, 30 - n - radius_m);
        }
      }
    }
    for (const gap_m of Object.values(nearest)) {
      expect(gap_m).toBeGreaterThan(-DEEP_M);
      expect(gap_m).toBeLessThan(2e-3);
    }
  });

  test("the run costs little: at most 8000 events for a second of thirteen bodies", () => {
    expect(story.run.sim.counts.events).toBeLessThan(8000 * 180);
  });
});
