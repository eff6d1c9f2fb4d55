/** What the shipped scenarios promise, read from their logs. */
import { beforeAll, describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Log, openLog, readTable, texts } from "../src/logging/index.ts";
import { loadScenario, type ScenarioRun, type VehicleSummary } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, runToEnd } from "./support/scenarios.ts";

function logOf(name: string, overrides: readonly string[] = []): Log {
  return runOf(name, overrides).log;
}

function runOf(name: string, overrides: readonly string[] = []): { readonly log: Log; readonly run: ScenarioRun } {
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), `scenarios/${name}.xml`, overrides);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { log, run } = runToEnd(scenario!);
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  return { log: openLog(source, null), run };
}

/** Columns of a channel by name, with the time in seconds. */
function columns(log: Log, topic: string): Record<string, Float64Array> {
  const { t_ns, names, columns: values } = readTable(log, topic);
  return { t_s: t_ns.map((t) => t / 1e9), ...Object.fromEntries(names.map((name, i) => [name, values[i]!])) };
}

/** Largest |value| from one time to another; NaN is no value. */
function largest(t_s: Float64Array, values: Float64Array, from_s: number, until_s: number): number {
  const inside = [...values].filter((value, i) => t_s[i]! >= from_s && t_s[i]! <= until_s && !Number.isNaN(value));
  return Math.max(...inside.map(Math.abs));
}

describe("first-dive", () => {
  let log: Log;
  let summary: VehicleSummary;
  let begins: Map<string, number>;
  beforeAll(() => {
    const dive = runOf("first-dive");
    log = dive.log;
    summary = dive.run.summary().get("auv")!;
    const said = texts(log, "/events").filter(({ name }) => name === "auv/pilot");
    begins = new Map(said.map(({ message, t_ns }) => [message, t_ns / 1e9]));
  });

  test("runs up at the surface, dives, flies the square, surfaces and stops, in this order", () => {
    expect([...begins.keys()]).toEqual([
      'leg "run-up" begins',
      'leg "dive" begins',
      'route "square" begins',
      ...[1, 2, 3, 4, 5].map((i) => `waypoint ${i} of 5 reached`),
      'leg "surface" begins',
      'leg "stop" begins',
      "plan finished",
    ]);
  });

  test("holds 10 m within 0.1 m over the whole square, corners included", () => {
    const { t_s, depth_m } = columns(log, "/auv/state") as { t_s: Float64Array; depth_m: Float64Array };
    const error_m = depth_m.map((depth) => depth - 10);
    const [from_s, until_s] = [begins.get('route "square" begins')!, begins.get('leg "surface" begins')!];
    expect(until_s - from_s).toBeGreaterThan(200);
    expect(largest(t_s, error_m, from_s, until_s)).toBeLessThan(0.1);
  });

  test("keeps within 2 m of the square as drawn where it believes to be, corners included", () => {
    // From the positions of its navigation alone: the distance to the outline of the square from 0, 0 to 80, 80.
    const state = columns(log, "/auv/pilot/navigation");
    // It comes from the south and is on the square from its first corner on.
    const from_s = state.t_s!.find((_, i) => state.north_m![i]! >= 0)!;
    const until_s = begins.get("waypoint 5 of 5 reached")!;
    const off_m = state.t_s!.map((_, i) => {
      const [n, e] = [state.north_m![i]!, state.east_m![i]!];
      const out = Math.hypot(Math.max(-n, n - 80, 0), Math.max(-e, e - 80, 0));
      return out > 0 ? out : Math.min(n, 80 - n, e, 80 - e);
    });
    const worst_m = largest(state.t_s!, off_m, from_s, until_s);
    expect(worst_m).toBeLessThan(2);
    // The law's own figure, which the report shows, is about the same thing.
    const control = columns(log, "/auv/pilot");
    const shown_m = largest(control.t_s!, control.routeDistance_m!, from_s, until_s);
    // The law sees the start of the first line where the vehicle was, not the square's side: up to 0.1 m apart.
    expect(Math.abs(shown_m - worst_m)).toBeLessThan(0.1);
  });

  test("ends afloat, at rest", () => {
    const state = columns(log, "/auv/state");
    expect(state.depth_m!.at(-1)).toBeLessThan(0.15);
    expect(state.depth_m!.at(-1)).toBeGreaterThan(0);
    expect(Math.abs(state.u_mps!.at(-1)!)).toBeLessThan(0.05);
  });

  test("uses energy: what the log's power adds up to is what the summary says, and the propeller's is all of it", () => {
    const { t_s, propeller_power_W: power_W } = columns(log, "/auv/actuators") as Record<string, Float64Array>;
    const energy_J = power_W!.reduce(
      (sum, p, i) => (i === 0 ? 0 : sum + 0.5 * (p + power_W![i - 1]!) * (t_s![i]! - t_s![i - 1]!)),
      0,
    );
    // The summary sums the same samples by the same rule in another order; only the rounding of 4,200 terms is between.
    expect(Math.abs(energy_J - summary.energy_J!) / energy_J).toBeLessThan(1e-9);
    expect(energy_J).toBeGreaterThan(0);
  });
});

describe("rov-station-keeping", () => {
  test("on the true state it holds its place within 0.1 m in 0.3 m/s of current, from the first second on, and while it turns", () => {
    const log = logOf("rov-station-keeping", ["rov/navigation/source=truth"]);
    const { north_m, east_m, depth_m, heading_rad, currentEast_mps } = columns(log, "/rov/state") as Record<
      string,
      Float64Array
    >;
    expect(new Set(currentEast_mps)).toEqual(new Set([0.3]));
    const off_m = north_m!.map((n, i) => Math.hypot(n, east_m![i]!, depth_m![i]! - 20));
    expect(Math.max(...off_m)).toBeLessThan(0.1);
    // It did turn, within half a degree.
    expect(Math.abs(heading_rad!.at(-1)! - Math.PI / 2)).toBeLessThan(0.01);
  });

  test("on its sensors it holds the place that it believes in, and is off by what these are off", () => {
    const log = logOf("rov-station-keeping");
    const { north_m, east_m, heading_rad } = columns(log, "/rov/keeper/navigation") as Record<string, Float64Array>;
    expect(Math.max(...north_m!.map((n, i) => Math.hypot(n, east_m![i]!)))).toBeLessThan(0.15);
    expect(Math.abs(heading_rad!.at(-1)! - Math.PI / 2)).toBeLessThan(0.05);
    const error = columns(log, "/rov/navigation") as Record<string, Float64Array>;
    // The log: 1 mm/s of bias along each axis for 180 s, 0.18 m; its first minute, while the bias of the gyros (0.0087 rad/s, 1.4 m
    // from the log: 12 mm/s) is found, as much again. Three times both.
    expect(Math.max(...error.horizontalError_m!)).toBeLessThan(3 * (0.18 + 0.0087 * 1.4 * 60));
    expect(Math.max(...error.horizontalError_m!)).toBeGreaterThan(0.02);
    // The gauge: 0.306 m at 10 Hz, over 3 s: 0.306 √(0.1 / (2 · 3)) = 0.04 m; its lever arm of 1.6 m times 1.15° of tilt, 0.03 m.
    // Four times that, after the first reading has been forgotten.
    expect(largest(error.t_s!, error.depthError_m!, 15, 180)).toBeLessThan(4 * 0.05);
    // The accelerometers: 0.196 m/s² of g, 1.15°; four times that.
    expect(largest(error.t_s!, error.pitchError_rad!, 30, 180)).toBeLessThan(4 * 0.02);
  });
});

test("taipan-lake: with the gains of thetis tune both vehicles reach their depths without 5 % of overshoot, and finish their plans", () => {
  const log = logOf("taipan-lake");
  const finished = texts(log, "/events").filter(({ message }) => message === "plan finished");
  expect(finished.map(({ name }) => name).sort()).toEqual(["taipan2/pilot", "taipan300/pilot"]);
  for (const [name, from_m, to_m, until_s] of [
    ["taipan300", 2, 10, 60],
    ["taipan2", 2, 6, 40],
  ] as const) {
    const { t_s, depth_m } = columns(log, `/${name}/state`) as { t_s: Float64Array; depth_m: Float64Array };
    // A second-order loop with 65° of phase margin overshoots by 5 %; depth has 70°.
    expect(Math.max(...depth_m.filter((_, i) => t_s[i]! <= until_s))).toBeLessThan(to_m + 0.05 * (to_m - from_m));
    // Six time constants of a loop at 0.33 rad/s after the dive began, less than 1 % of the step is left.
    const off_m = depth_m.map((depth) => depth - to_m);
    expect(largest(t_s, off_m, until_s - 8, until_s)).toBeLessThan(0.02 * (to_m - from_m) + 0.02);
  }
});

test("bluerov2-pool: with the gains of thetis tune, on the true state, the ROV is where each hold wants it, within 5 cm and 2°, at its end", () => {
  const log = logOf("bluerov2-pool", ["rov/navigation/source=truth"]);
  const { t_s, north_m, east_m, depth_m, heading_rad, roll_rad, pitch_rad } = columns(log, "/rov/state") as Record<
    string,
    Float64Array
  >;
  for (const [until_s, north, east, depth, heading] of [
    [20, 0, 0, 1.5, 0],
    [70, 2, 1, 1.5, 0],
    [110, 2, 1, 1.5, Math.PI],
    [150, 2, 1, 1, Math.PI],
  ] as const) {
    // The integrals forget the drag of the way there with 10/1.5 s: e⁻⁵ of it is left after 35 s.
    const i = t_s!.findIndex((t) => t >= until_s - 0.1);
    expect(Math.hypot(north_m![i]! - north, east_m![i]! - east, depth_m![i]! - depth)).toBeLessThan(0.05);
    expect(Math.abs(Math.cos(heading_rad![i]!) - Math.cos(heading))).toBeLessThan(1 - Math.cos((2 * Math.PI) / 180));
  }
  // Level all the while: the four vertical thrusters damp roll and pitch.
  expect(Math.max(...roll_rad!.map(Math.abs), ...pitch_rad!.map(Math.abs))).toBeLessThan((10 * Math.PI) / 180);
});

test("bluerov2-pool: on its sensors it knows its place to what its log adds up, and its heading to 5°", () => {
  const { t_s, ...error } = columns(logOf("bluerov2-pool"), "/rov/navigation") as Record<string, Float64Array>;
  expect(t_s!.at(-1)).toBe(150);
  // 1 mm/s of bias along each axis for 150 s, 0.15 m: three times that.
  expect(Math.max(...error.horizontalError_m!)).toBeLessThan(0.45 * Math.SQRT2);
  expect(largest(t_s!, error.depthError_m!, 1, 150)).toBeLessThan(0.05);
  expect(largest(t_s!, error.headingError_rad!, 30, 150)).toBeLessThan((5 * Math.PI) / 180);
});

test("fleet: ten vehicles finish their lanes at depths of their own", () => {
  const log = logOf("fleet");
  const events = texts(log, "/events");
  expect(events.filter(({ message }) => message === "plan finished")).toHaveLength(10);
  for (let i = 1; i <= 10; i++) {
    const { t_s, depth_m } = columns(log, `/auv${i}/state`) as { t_s: Float64Array; depth_m: Float64Array };
    // 0.1 m as on the true state, three deviations of the gauge, and its lever arm of 0.4 m at the 2° of the attitude reference.
    expect(
      largest(
        t_s,
        depth_m.map((d) => d - (3 + i)),
        60,
        250,
      ),
    ).toBeLessThan(0.144);
  }
});

describe("sink-and-rise", () => {
  let log: Log;
  beforeAll(() => {
    log = logOf("sink-and-rise");
  });
  const at = (of: Record<string, Float64Array>, name: string, t_s: number): number => of[name]![of.t_s!.indexOf(t_s)]!;

  test("the tank fills to 0.62 kg in 15.5 s from its half, and is empty 31 s after the pump is turned round", () => {
    const actuators = columns(log, "/auv/actuators");
    // The flow fades out over the tank's stop time of 0.2 s: e⁻²⁰ of the rest is left 4 s later.
    expect(at(actuators, "tank_mass_kg", 40)).toBeCloseTo(0.62, 6);
    expect(at(actuators, "tank_mass_kg", 190)).toBeCloseTo(0, 6);
    expect(at(actuators, "tank_mass_kg", 20)).toBeCloseTo(0.31 + 10 * 0.02, 6);
  });

  test("0.31 kg heavy it sinks at 0.12 m/s, as weight and drag across the hull say, and comes back", () => {
    const state = columns(log, "/auv/state");
    const sinking_mps = (at(state, "depth_m", 140) - at(state, "depth_m", 110)) / 30;
    // 0.31 · 9.81 N = 3.02 w + ½ 1026 · 1.198 · 0.19 · 1.6 w²: w = 0.120 m/s. It glides ahead a little, which takes some 5 per cent.
    expect(sinking_mps).toBeGreaterThan(0.105);
    expect(sinking_mps).toBeLessThan(0.12);
    expect(at(state, "depth_m", 300)).toBeLessThan(8);
  });

  test("the knock on the bow turns it to starboard, and the node stays where it hangs", () => {
    const state = columns(log, "/auv/state");
    expect(at(state, "heading_rad", 60)).toBeCloseTo(0, 12);
    expect(at(state, "heading_rad", 100)).toBeGreaterThan(0.2);
    const node = columns(log, "/node/state");
    expect([...new Set(node.north_m)]).toEqual([5]);
    expect([...new Set(node.depth_m)]).toEqual([20]);
  });
});
