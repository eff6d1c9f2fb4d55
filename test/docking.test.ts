/** Latches in whole worlds: what comes into a window is caught at its instant, what does not is refused and told why, and what is held stays. */
import { describe, expect, test } from "vitest";
import { sequence } from "../src/environment/test/rays.ts";
import { LogWriter } from "../src/logging/index.ts";
import { loadScenario, type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { definitions, logApart, MemorySink, runToEnd, scenarioOf, stateOf, stoppedAt } from "./support/scenarios.ts";

const SECOND = 1e9;
const DEG = Math.PI / 180;

/** Neutral, of 20 kg with 10 kg of added mass in every direction, without drag: it goes straight on, turning steadily or not at all. */
const HULL = `<hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
  size_m="0.4 0.4 0.4" addedMass="10 10 10 0 0 0"/>`;
const MASS_KG = 30;

const words = (numbers: readonly number[]): string => numbers.join(" ");

interface Body {
  readonly name?: string;
  readonly at: readonly number[];
  readonly attitude_deg?: readonly number[];
  readonly velocity_mps?: readonly number[];
  readonly more?: string;
}

/** Its nose is 0.2 m ahead of Bo. */
function body({ name = "auv", at, attitude_deg = [0, 0, 0], velocity_mps = [0, 0, 0], more = "" }: Body): string {
  return `<vehicle id="${name}" length_m="0.4" position_m="${words(at)}" attitude_deg="${words(attitude_deg)}" velocity_mps="${words(velocity_mps)}">
    ${HULL}${more}</vehicle>`;
}

const WINDOW = 'offset_m="0.05" depth_m="0.1" angle_deg="10" speed_mps="1"';

function dock(inside: string, at = "10 0 5", name = "dock"): string {
  return `<vehicle id="${name}" length_m="1" position_m="${at}">${inside}</vehicle>`;
}

function sea(vehicles: string, duration_s: number, more = ""): string {
  return `<scenario id="s" duration_s="${duration_s}" step_s="0.02"><world density_kgpm3="1000" gravity_mps2="9.81" ${more}/>
    ${vehicles}<log rate_Hz="10"/></scenario>`;
}

const toldOf = (run: ScenarioRun, name: string): string[] =>
  run.events
    .filter((event) => event.name === name)
    .map(({ t_ns, message }) => `${(t_ns / SECOND).toFixed(6)} ${message}`);

// Rotations of the test's own, column by column: a vector of a frame turned by roll, pitch and yaw.
function turned([roll, pitch, yaw]: readonly number[], [x, y, z]: readonly number[]): number[] {
  const [cr, sr] = [Math.cos(roll! * DEG), Math.sin(roll! * DEG)];
  const [cp, sp] = [Math.cos(pitch! * DEG), Math.sin(pitch! * DEG)];
  const [cy, sy] = [Math.cos(yaw! * DEG), Math.sin(yaw! * DEG)];
  const [x1, y1, z1] = [x!, cr * y! - sr * z!, sr * y! + cr * z!];
  const [x2, y2, z2] = [cp * x1 + sp * z1, y1, -sp * x1 + cp * z1];
  return [cy * x2 - sy * y2, sy * x2 + cy * y2, z2];
}

function back(attitude: readonly number[], v: readonly number[]): number[] {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => turned(attitude, axis));
  return axes.map((axis) => dot(axis, v));
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k]!, 0);
const plus = (a: readonly number[], b: readonly number[], scale = 1): number[] => a.map((x, k) => x + scale * b[k]!);

describe("the window of a latch, crossed by 300 bodies that go straight on", () => {
  const LIMITS = { depth_m: 0.1, offset_m: 0.06, angle_deg: 12, speed_mps: 0.9 };
  const SIGHT_M = 0.15;
  const END_S = 6;
  const STEP_S = 0.02;

  /** C in L at time t is from + rate t. */
  interface Case {
    readonly from: readonly number[];
    readonly rate: readonly number[];
    readonly angle_deg: number;
    readonly speed_mps: number;
    readonly text: string;
  }

  const random = sequence(160);
  const cases = Array.from({ length: 300 }, (_, k): Case => {
    const between = (low: number, high: number): number => low + (high - low) * random();
    const dockAt = [60 * Math.floor(k / 20), 60 * (k % 20), 500];
    const dockTurn = [between(-180, 180), between(-80, 80), between(-180, 180)];
    const latchAt = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const latchTurn = [between(-180, 180), between(-60, 60), between(-180, 180)];
    const noseAt = [between(0, 0.5), between(-0.2, 0.2), between(-0.2, 0.2)];
    // Where it crosses the plane, in L, and how; one in eight comes from behind.
    const sign = k % 8 === 0 ? -1 : 1;
    const speed_mps = between(0.2, 1.1);
    const course = [1, between(-0.2, 0.2), between(-0.2, 0.2)];
    const scale = (sign * speed_mps) / Math.sqrt(dot(course, course));
    const rate = course.map((c) => c * scale);
    const crossing = [0, between(-0.09, 0.09), between(-0.09, 0.09)];
    const from = plus(crossing, rate, -between(0.6, 2.5));
    // The axis of the coupling leans by an angle to one side of the latch's.
    const angle_deg = between(0, 16);
    const lean = [360 * random(), angle_deg];
    const axis = [
      Math.cos(lean[1]! * DEG),
      Math.sin(lean[1]! * DEG) * Math.cos(lean[0]! * DEG),
      Math.sin(lean[1]! * DEG) * Math.sin(lean[0]! * DEG),
    ];
    const toN = (v: readonly number[]): number[] => turned(dockTurn, turned(latchTurn, v));
    const axisN = toN(axis);
    // With its frame as that of the body, and no roll, the axis says heading and pitch.
    const attitude_deg = [0, -Math.asin(axisN[2]!) / DEG, Math.atan2(axisN[1]!, axisN[0]!) / DEG];
    const latchN = plus(dockAt, turned(dockTurn, latchAt));
    const nose = plus(latchN, toN(from));
    const at = plus(nose, turned(attitude_deg, noseAt), -1);
    const velocity_mps = back(attitude_deg, toN(rate));
    const text = `<vehicle id="dock${k}" length_m="1" position_m="${words(dockAt)}" attitude_deg="${words(dockTurn)}">
      <latch id="clasp" offset_m="${LIMITS.offset_m}" depth_m="${LIMITS.depth_m}" angle_deg="${LIMITS.angle_deg}" speed_mps="${LIMITS.speed_mps}"
        sight_m="${SIGHT_M}" position_m="${words(latchAt)}" attitude_deg="${words(latchTurn)}" takes="auv${k}"/></vehicle>
      ${body({ name: `auv${k}`, at, attitude_deg, velocity_mps, more: `<coupling id="nose" position_m="${words(noseAt)}"/>` })}`;
    return { from, rate, angle_deg, speed_mps, text };
  });

  /** Times at which a coupling is within the window's cylinder: where stretches of s and of o overlap; null for never. */
  function stay({ from, rate }: Case): readonly [number, number] | null {
    const plane = -from[0]! / rate[0]!;
    const end = (LIMITS.depth_m - from[0]!) / rate[0]!;
    // o² = a t² + 2 b t + c.
    const a = rate[1]! ** 2 + rate[2]! ** 2;
    const b = from[1]! * rate[1]! + from[2]! * rate[2]!;
    const c = from[1]! ** 2 + from[2]! ** 2 - LIMITS.offset_m ** 2;
    const root = Math.sqrt(b * b - a * c);
    if (Number.isNaN(root)) return null;
    const first = Math.max(Math.min(plane, end), (-b - root) / a);
    const last = Math.min(Math.max(plane, end), (-b + root) / a);
    return first < last ? [first, last] : null;
  }

  const scenario = scenarioOf(sea(cases.map(({ text }) => text).join("\n"), END_S, 'contacts="off"'));
  const sink = new MemorySink();
  const run = new ScenarioRun(scenario, {
    writer: new LogWriter(sink, { compression: null, library: "test" }),
    version: "test",
  });
  run.advance(5 * SECOND);
  const states = (): number[][] => cases.map((_, k) => stateOf(run, 2 * k + 1));
  const then = states();
  run.advance(run.end_ns);
  run.close();
  const end = states();
  const read = logOfBytes(sink.bytes());
  const rows = cases.map((_, k) => rowsOf(read, `/dock${k}/clasp`).filter(({ values }) => values.outcome !== 0));
  const suits = ({ angle_deg, speed_mps }: Case): boolean =>
    angle_deg <= LIMITS.angle_deg && speed_mps <= LIMITS.speed_mps;

  test("it is caught if and only if the window says so, at the instant and the place that follow", () => {
    let [caught, refused, brief] = [0, 0, 0];
    cases.forEach((each, k) => {
      const inside = stay(each);
      const [row] = rows[k]!.filter(({ values }) => values.outcome === 1);
      if (inside !== null && inside[1] - inside[0] < STEP_S) {
        // Guards are looked at at the ends of steps: what is inside for less than one may pass unseen.
        brief++;
        return;
      }
      if (inside === null || !suits(each)) {
        expect(row).toBeUndefined();
        refused++;
        return;
      }
      caught++;
      expect(row, `case ${k}`).toBeDefined();
      // The instant is found to 1 ns; a straight course is exact to rounding, of which 1e-14 m at 0.2 m/s is nothing.
      expect(Math.abs(row!.t_ns - inside[0] * SECOND)).toBeLessThan(2);
      const at = plus(each.from, each.rate, row!.t_ns / SECOND);
      const values = row!.values as Record<string, number>;
      // Written coordinates of some 1000 m have 1e-13 m.
      expect(Math.abs(values.depth_m! - at[0]!)).toBeLessThan(1e-11);
      expect(Math.abs(values.offset_m! - Math.sqrt(at[1]! ** 2 + at[2]! ** 2))).toBeLessThan(1e-11);
      expect(Math.abs(values.angle_rad! - each.angle_deg * DEG)).toBeLessThan(1e-9);
      expect(Math.abs(values.speed_mps! - each.speed_mps)).toBeLessThan(1e-12);
      // All of it goes straight on: (m + A) u.
      expect(Math.abs(values.impulse_Ns! - MASS_KG * each.speed_mps)).toBeLessThan(1e-10);
    });
    // So the statement is about many of each.
    expect(caught).toBeGreaterThan(40);
    expect(refused).toBeGreaterThan(80);
    expect(brief).toBeLessThan(20);
  });

  test("what passes the plane in sight and is not caught is told, with every reason and no other", () => {
    let told = 0;
    cases.forEach((each, k) => {
      const reasons = rows[k]!.filter(({ values }) => values.outcome === 2);
      const passes_s = -each.from[0]! / each.rate[0]!;
      const offset_m = Math.hypot(...plus(each.from, each.rate, passes_s).slice(1));
      const inside = stay(each);
      // Caught before it comes to the plane, or from behind: it does not pass inwards.
      const isHeld = inside !== null && suits(each);
      const refusal =
        (offset_m > LIMITS.offset_m ? 1 : 0) +
        (each.angle_deg > LIMITS.angle_deg ? 2 : 0) +
        (each.speed_mps > LIMITS.speed_mps ? 4 : 0);
      const passes = each.rate[0]! > 0 && offset_m < SIGHT_M && refusal > 0;
      expect(reasons.map(({ values }) => values.refusal)).toEqual(passes ? [refusal] : []);
      if (!passes) return;
      told++;
      expect(Math.abs(reasons[0]!.t_ns - passes_s * SECOND)).toBeLessThan(2);
      const events = run.events.filter(({ name, level }) => name === `dock${k}/clasp` && level === "warning");
      expect(events).toHaveLength(1);
      expect(events[0]!.message.split(";")).toHaveLength([1, 2, 4].filter((bit) => refusal & bit).length);
      // Refused off the axis, it may be caught behind the plane.
      if (isHeld) expect(refusal).toBe(1);
    });
    expect(told).toBeGreaterThan(80);
  });

  test("what is caught stands still to the last bit, the others go on", () => {
    cases.forEach((each, k) => {
      const isHeld = rows[k]!.some(({ values, t_ns }) => values.outcome === 1 && t_ns < 5 * SECOND);
      if (isHeld) {
        expect(then[k]).toEqual(end[k]);
        expect(then[k]!.slice(7)).toEqual([0, 0, 0, 0, 0, 0]);
      } else if (!rows[k]!.some(({ values }) => values.outcome === 1)) {
        const way = Math.hypot(...plus(end[k]!.slice(0, 3), then[k]!.slice(0, 3), -1));
        expect(Math.abs(way - each.speed_mps)).toBeLessThan(1e-9);
      }
    });
  });
});

/** Straight towards the latch at 10 m, its nose 2 m before it, and there at 4 s. */
const STRAIGHT = { at: [7.8, 0, 5], velocity_mps: [0.5, 0, 0] } as const;
const CLASP = `<latch id="clasp" ${WINDOW}/>`;
/** From 4 s on it pushes backwards with 3 N: 0.1 m/s², and with 6 N forwards again from 12 s on. */
const PUSHES =
  '<push start_s="6" duration_s="6" force_N="-3 0 0" frame="B"/><push start_s="12" force_N="6 0 0" frame="B"/>';

describe("a latch that holds", () => {
  test("lets go by a script of its dock, takes nothing until the vehicle has left, and catches it again", () => {
    const text = sea(
      `${dock(`${CLASP}<script actuator="clasp" times_s="0 8 8.5" values="0 1 0"/>`)}${body({ ...STRAIGHT, more: PUSHES })}`,
      30,
    );
    const { run, log } = runToEnd(scenarioOf(text));
    const told = run.events.filter(({ name }) => name === "dock/clasp");
    expect(told.map(({ message }) => message.replace(/ at .*/, ""))).toEqual([
      "catches auv",
      "lets auv go",
      "auv has left its window",
      "catches auv",
    ]);
    // It is caught within 1 ns of the plane, 0.5 nm behind it, which it takes 11 ns to go back at the end, at 0.045 m/s; and 1 ns again.
    // Let go at 8 s at the plane, pushed back with a = 3 N / 30 kg: it is out by a tenth of the depth, 0.01 m, after √(2 · 0.01 / a).
    const a = 3 / MASS_KG;
    expect(told[1]!.t_ns).toBe(8 * SECOND);
    expect(Math.abs(told[2]!.t_ns - (8 + Math.sqrt(0.02 / a)) * SECOND)).toBeLessThan(14);
    // Back to the plane: for 4 s with −a, then with +2 a.
    const [x, v] = [-8 * a, -4 * a];
    const again_s = 12 + (-v + Math.sqrt(v * v - 4 * a * x)) / (2 * a);
    expect(Math.abs(told[3]!.t_ns - again_s * SECOND)).toBeLessThan(14);
    const rows = rowsOf(logOfBytes(log), "/dock/clasp");
    expect(rows.map(({ values }) => values.outcome)).toEqual([1, 1]);
  });

  test("bears what pushes the vehicle, which does not move by it", () => {
    const turn = [0, 0, 90];
    const text = sea(
      `<vehicle id="dock" length_m="1" position_m="0 10 5" attitude_deg="0 0 90">${CLASP}</vehicle>
       ${body({ at: [0, 7.8, 5], attitude_deg: turn, velocity_mps: [0.5, 0, 0], more: '<push start_s="6" force_N="1 2 3" frame="B"/>' })}`,
      10,
    );
    const { run, log } = runToEnd(scenarioOf(text));
    const caught = stateOf(run, 1);
    // Turned by 90° with rounding of 1e-16, at a place of 10 m.
    expect(Math.abs(caught[1]! - 9.8)).toBeLessThan(1e-8);
    expect(caught.slice(7)).toEqual([0, 0, 0, 0, 0, 0]);
    const loads = rowsOf(logOfBytes(log), "/auv/latch");
    const at = (t_s: number): number[] =>
      Object.values(loads.find(({ t_ns }) => t_ns === t_s * SECOND)!.values as object).slice(1);
    expect(at(2)).toEqual([0, 0, 0, 0]);
    // Neutral to the rounding of 196 N; nothing else pushes.
    at(5).forEach((value, k) => {
      expect(Math.abs(value - [1, 0, 0, 0][k]!)).toBeLessThan(1e-12);
    });
    at(7).forEach((value, k) => {
      expect(Math.abs(value - [1, 1, 2, 3][k]!)).toBeLessThan(1e-12);
    });
  });

  test("lets go by the coupling of the vehicle, and does not take what keeps it open", () => {
    const script = (values: string): string =>
      `<coupling id="probe" position_m="0.2 0 0"/><script actuator="probe" times_s="0 8 8.5" values="${values}"/>`;
    const run = (values: string): string[] => {
      const text = sea(`${dock(CLASP)}${body({ ...STRAIGHT, more: `${script(values)}${PUSHES}` })}`, 11);
      return toldOf(runToEnd(scenarioOf(text)).run, "dock/clasp").map((each) => each.replace(/ at .*/, ""));
    };
    expect(run("0 1 0")).toEqual(["4.000000 catches auv", "8.000000 lets auv go", "8.447214 auv has left its window"]);
    expect(run("1 1 1")).toEqual(["4.000000 does not catch auv: the coupling is open"]);
  });

  test("bears all of it where the vehicle is pressed against the dock: nothing gives, and the contact carries nothing", () => {
    const ball = '<shape model="sphere" diameter_m="0.4" friction="0" restitution="0"/>';
    const table = '<shape model="box" size_m="6 1 0.1" position_m="-1 0 0.255" friction="0" restitution="0"/>';
    const text = sea(
      `${dock(CLASP + table)}${body({ ...STRAIGHT, more: `${ball}<push start_s="0" force_N="0 0 5"/>` })}`,
      10,
    );
    const { run, log } = runToEnd(scenarioOf(text));
    const told = toldOf(run, "dock/clasp");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^4\.00\d+ catches auv/);
    expect(run.events.some(({ message }) => message.startsWith("touches dock"))).toBe(true);
    const read = logOfBytes(log);
    // It slides with the table bearing the 5 N; held, the latch bears them.
    const force = rowsOf(read, "/auv/contact").map(({ t_ns, values }) => ({
      t_s: t_ns / SECOND,
      down_N: (values as Record<string, number>).forceDown_N!,
    }));
    const sliding = force.filter(({ t_s }) => t_s > 3 && t_s < 3.9);
    expect(sliding.length).toBeGreaterThan(50);
    for (const { down_N } of sliding) expect(Math.abs(down_N + 5)).toBeLessThan(1e-6);
    expect(force.at(-1)!.down_N).toBe(0);
    const load = rowsOf(read, "/auv/latch").at(-1)!.values as Record<string, number>;
    expect(load.held).toBe(1);
    expect(Math.abs(load.loadDown_N! - 5)).toBeLessThan(1e-9);
    expect(stateOf(run, 1).slice(7)).toEqual([0, 0, 0, 0, 0, 0]);
    // It was left alone soon after: no look goes on at 100 Hz, which would be 500 in 5 s.
    expect(force.filter(({ t_s }) => t_s > 5).length).toBeLessThan(20);
  });

  test("does not let go by a coupling without power", () => {
    const script = '<coupling id="probe"/><script actuator="probe" times_s="0 8" values="0 1"/>';
    const battery = (more: string): string =>
      `<battery id="battery" file="components/batteries/remus100-battery.xml" ${more}/>`;
    const told = (more: string): string[] => {
      const text = sea(`${dock(CLASP)}${body({ ...STRAIGHT, more: `${script}${battery(more)}` })}`, 10);
      const { run } = runToEnd(scenarioOf(text));
      return run.events.map(({ name, message }) => `${name} ${message.slice(0, 8)}`);
    };
    expect(told('hotel_W="10"')).toEqual(["dock/clasp catches ", "dock/clasp lets auv"]);
    expect(told('hotel_W="300" charge="0.0001"')).toEqual(["auv/battery cuts off", "dock/clasp catches "]);
  });

  test("takes hold of what stands in its window when it closes, and of one at a time", () => {
    const inside = { at: [9.85, 0, 5] } as const;
    const text = sea(
      `${dock(`${CLASP}<script actuator="clasp" times_s="0 2" values="1 0"/>`)}${body(inside)}
       ${body({ name: "other", at: [7.8, 0.03, 5], velocity_mps: [0.5, 0, 0] })}`,
      8,
      'contacts="off"',
    );
    expect(toldOf(runToEnd(scenarioOf(text)).run, "dock/clasp").map((each) => each.replace(/ at 0 m.*/, ""))).toEqual([
      "2.000000 catches auv",
      "4.000000 does not catch other: it is busy with auv",
    ]);
  });

  test("is open from the start to the end by a law of the dock", () => {
    const law = '<controller id="law" model="hold" actuators="clasp" values="1" rate_Hz="10"/>';
    const { run, log } = runToEnd(scenarioOf(sea(`${dock(`${CLASP}${law}`)}${body(STRAIGHT)}`, 5)));
    expect(toldOf(run, "dock/clasp")).toEqual(["4.000000 does not catch auv: it is open"]);
    expect(rowsOf(logOfBytes(log), "/dock/commands").at(-1)!.values).toMatchObject({ clasp: 1 });
  });

  test("holds the vehicle against what strikes it: that rebounds as from a wall", () => {
    const ball = '<shape model="sphere" diameter_m="0.4" friction="0" restitution="0.5"/>';
    const text = sea(
      `${dock(CLASP)}${body({ ...STRAIGHT, more: ball })}
       ${body({ name: "other", at: [9.8, -3.4, 5], velocity_mps: [0, 0.5, 0], more: ball })}`,
      10,
    );
    const { run } = runToEnd(scenarioOf(text));
    expect(toldOf(run, "dock/clasp")).toHaveLength(1);
    // It strikes at 6 s, straight on its side, and goes back with e times its speed.
    const [strike] = run.events.filter(({ message }) => message.includes("touches"));
    expect(Math.abs(strike!.t_ns / SECOND - 6)).toBeLessThan(0.01);
    expect(stateOf(run, 1).slice(7)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Math.abs(stateOf(run, 2)[8]! + 0.25)).toBeLessThan(1e-6);
  });
});

describe("scenarios/docking-cone.xml", () => {
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), "scenarios/docking-cone.xml");
  const whole = runToEnd(scenario!);
  const told = (message: RegExp): number =>
    whole.run.events.findIndex((event) => message.test(`${event.name} ${event.message}`));

  test("loads without a word", () => {
    expect(diagnostics).toEqual([]);
  });

  test("the vehicle touches the cone beside the axis, is caught within the window, held, let go, and is carried out", () => {
    const order = [/^auv touches dock/, /clasp catches auv/, /clasp lets auv go/, /clasp auv has left its window/];
    const found = order.map(told);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found[0]).toBeGreaterThanOrEqual(0);
    const rows = rowsOf(logOfBytes(whole.log), "/dock/clasp").map(({ values }) => values as Record<string, number>);
    const [gate, ...others] = rows;
    expect(gate!.outcome).toBe(0);
    // It comes beside the axis by more than the latch takes, and nothing but the cone brings it there.
    expect(gate!.offset_m).toBeGreaterThan(0.2);
    const [caught] = others.filter(({ outcome }) => outcome === 1);
    expect(caught!.offset_m).toBeLessThanOrEqual(0.05);
    expect(caught!.angle_rad).toBeLessThanOrEqual(10 * DEG);
    expect(caught!.speed_mps).toBeLessThanOrEqual(1.5);
    // While it is held, its propeller goes on for ten seconds: the latch bears it.
    const loads = rowsOf(logOfBytes(whole.log), "/auv/latch").map(({ values }) => values as Record<string, number>);
    expect(Math.max(...loads.map(({ loadForward_N }) => loadForward_N!))).toBeGreaterThan(3);
    const held_s = 50 - whole.run.events[found[1]!]!.t_ns / SECOND;
    // In samples of 20 Hz.
    expect(Math.abs(loads.filter(({ held }) => held === 1).length / 20 - held_s)).toBeLessThanOrEqual(0.05);
    // Its nose is out of the mouth at the end, which is 0.9 m before the throat.
    expect(stateOf(whole.run, 1)[0]! + 0.8).toBeLessThan(20 - 0.9);
  });

  test("rule 10: stopped and restored while it slides, at the catch, while it is held and at the release, it gives the same log to the byte", () => {
    const [touch, caught, release] = [/^auv touches/, /catches/, /lets/].map((m) => whole.run.events[told(m)]!.t_ns);
    const { run, log } = stoppedAt(scenario!, [
      0,
      touch! + 1e7,
      caught!,
      caught! + 12_345_678,
      35e9,
      release!,
      release! + 1e8,
    ]);
    expect(Buffer.from(log).equals(whole.log)).toBe(true);
    expect(run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
  });

  test("rule 18: all simulators apart give the same log to the byte", () => {
    expect(Buffer.from(logApart(scenario!)).equals(whole.log)).toBe(true);
  });

  test("rule 6: a run without its log ends in the same state", () => {
    const silent = new ScenarioRun(scenario!, { writer: null, version: "test" });
    silent.advance(silent.end_ns);
    expect(silent.sim.snapshot()).toEqual(whole.run.sim.snapshot());
  });
});

describe("scenarios/docking-grid.xml: a cone widens what a latch takes", () => {
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), "scenarios/docking-grid.xml");
  interface Outcome {
    readonly name: string;
    readonly gate: Record<string, number> | null;
    readonly caught: Record<string, number> | null;
  }
  const outcomesOf = (grid: Scenario): Outcome[] => {
    const read = logOfBytes(runToEnd(grid).log);
    return grid.latches.map(({ path }) => {
      const rows = rowsOf(read, `/${path}`).map(({ values }) => values as Record<string, number>);
      const first = (outcome: number) => rows.find((row) => row.outcome === outcome) ?? null;
      return { name: path.slice(4, 6), gate: first(0), caught: first(1) };
    });
  };
  const outcomes = outcomesOf(scenario!);
  const isCaught = (name: string): boolean => outcomes.find((each) => each.name === name)!.caught !== null;

  test("loads without a word", () => {
    expect(diagnostics).toEqual([]);
  });

  test("what is caught is within the window, and most of it was not when it came to the mouth", () => {
    const caught = outcomes.flatMap((each) => (each.caught === null ? [] : [each.caught]));
    expect(caught.length).toBeGreaterThan(20);
    const guided = outcomes.filter(
      ({ gate, caught: at }) => at !== null && (gate!.offset_m! > 0.05 || gate!.angle_rad! > 10 * DEG),
    );
    expect(guided.length).toBeGreaterThan(20);
    for (const { depth_m, offset_m, angle_rad, speed_mps } of caught) {
      expect(depth_m).toBeGreaterThanOrEqual(0);
      expect(depth_m).toBeLessThanOrEqual(0.15);
      expect(offset_m).toBeLessThanOrEqual(0.05);
      expect(angle_rad).toBeLessThanOrEqual(10 * DEG);
      expect(speed_mps).toBeLessThanOrEqual(1.5);
    }
  });

  test("along the axis, everything within the mouth is caught and nothing beyond it", () => {
    // The mouth is 0.55 m wide to each side, between 0.5 and 0.6 m.
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((offset) => isCaught(`${offset}c`))).toEqual([
      ...[true, true, true, true, true, true],
      ...[false, false],
    ]);
    // Nothing that comes 0.7 m beside it is caught at any angle.
    expect(["a", "b", "c", "d", "e"].filter((angle) => isCaught(`7${angle}`))).toEqual([]);
  });

  test("its mirror image has the same outcomes", () => {
    const text = [...scenario!.files.values()][0]!.replace(
      /(id="dart.*?position_m="\S+ )(\S+)( 10" attitude_deg="0 0 )(\S+)"/g,
      (_, head, east, middle, heading) => {
        const lane = 20 * Math.round(Number(east) / 20);
        return `${head}${2 * lane - Number(east)}${middle}${0 - Number(heading)}"`;
      },
    );
    const mirrored = outcomesOf(scenarioOf(text.replaceAll("../components", "components")));
    expect(mirrored.map(({ caught }) => caught !== null)).toEqual(outcomes.map(({ caught }) => caught !== null));
  });
});

/** What comes crosswise is caught as well: there is more to stop. */
const WIDE = '<latch id="clasp" offset_m="3" depth_m="0.5" angle_deg="90" speed_mps="3"/>';

test.each(["rk4", "dormand-prince", "semi-implicit-euler"])("%s holds what is caught to the last bit", (integrator) => {
  const drags = HULL.replace("/>", ' linearDamping="3 9 9 1 2 2" quadraticDamping="5 20 20 0 1 1"/>');
  const pushed = `<vehicle id="auv" length_m="0.4" position_m="7.8 0.01 5" attitude_deg="1 2 3" velocity_mps="0.6 0 0" rate_degps="0 1 1">${drags}
    <push start_s="0" force_N="2 1 -1" frame="B"/></vehicle>`;
  const text = sea(`${dock(WIDE)}${pushed}`, 12).replace("<scenario", `<scenario integrator="${integrator}"`);
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
  run.advance(run.end_ns - 5 * SECOND);
  const then = stateOf(run, 1);
  run.advance(run.end_ns);
  expect(toldOf(run, "dock/clasp").join()).toMatch(/^\S+ catches auv at \S+ m\/s, \S+ m off its axis, at [1-9]/);
  expect(stateOf(run, 1)).toEqual(then);
  expect(then.slice(7)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a vehicle that is caught with a tether on it stands as if made fast, and what it tows hangs on it", () => {
  const line = `<tether id="line" from="auv" fromPoint_m="-0.2 0 0" to="fish" toPoint_m="0.2 0 0" length_m="2" segments="4" diameter_m="0.006"
    mass_kgpm="0.05" axialStiffness_N="500" axialDamping_Ns="20"/>`;
  const drags = (more: string): string =>
    `${HULL.replace("/>", ' linearDamping="3 9 9 1 2 2"/>')}${more}`.replace('mass_kg="20"', 'mass_kg="20.2"');
  const text = `<scenario id="s" duration_s="30" step_s="0.02"><world density_kgpm3="1000" contacts="off">${line}</world>${dock(WIDE)}
    ${body({ ...STRAIGHT })}
    <vehicle id="fish" length_m="0.4" position_m="5.5 0 5" velocity_mps="0.5 0 0">${drags('<push start_s="8" force_N="-5 0 0"/>')}</vehicle></scenario>`;
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
  run.advance(7 * SECOND);
  const then = stateOf(run, 1);
  expect(toldOf(run, "dock/clasp")).toHaveLength(1);
  run.advance(run.end_ns);
  expect(stateOf(run, 1)).toEqual(then);
  // The fish, of which 0.2 kg pull down, hangs back and below on the taut line, where the push has brought it.
  const fish = stateOf(run, 2);
  const length_m = Math.hypot(fish[0]! + 0.2 - (then[0]! - 0.2), fish[1]!, fish[2]! - then[2]!);
  expect(Math.abs(length_m - 2)).toBeLessThan(0.1);
  expect(fish[0]).toBeLessThan(then[0]! - 2);
});
