import { describe, expect, test } from "vitest";
import { quaternionFromRpyInto, rotateInto, rotateInverseInto } from "../../math/index.ts";
import { NAVIGATION_STATE, navigationState } from "../modules/messages.ts";
import type { ModuleTick } from "../modules/module.ts";
import type { DeviceMount } from "../modules/program.ts";
import { DeadReckoning } from "./dead-reckoning.ts";
import * as samples from "./samples.ts";

const OPTIONS = {
  rate_Hz: 10,
  attitudeTime_s: 5,
  biasTime_s: 0,
  declination_rad: 0,
  speedPerShaft_m: 0,
  depthTime_s: 0,
  currentTime_s: 20,
  drift: 0.01,
  startDeviation_m: 1,
  fixDeviation_m: 4,
  maxAge_s: 5,
  position_m: undefined,
};
const START = { position_m: [10, -20, 3], q_NB: [1, 0, 0, 0], declination_rad: 0 };

function quaternion(roll: number, pitch: number, yaw: number): Float64Array {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, roll, pitch, yaw);
  return q;
}

/** Sensors give what a test says; the module steps ten times a second. */
class Flight {
  readonly module: DeadReckoning;
  /** Time, level and text of what it has reported. */
  readonly reports: string[] = [];
  readonly #reals: Float64Array;
  readonly #tick: ModuleTick;
  readonly #at: Record<string, number> = {};
  #t_ns = 0;

  constructor(
    inputs: readonly string[],
    mounts: Readonly<Record<string, DeviceMount>> = {},
    options: Partial<typeof OPTIONS> = {},
  ) {
    const module = new DeadReckoning({ ...OPTIONS, ...options }, new Map(Object.entries(mounts)), START);
    this.module = module;
    let size = module.memory + module.shows.length + navigationState.size + 2;
    const inAt = module.inputs.map(({ name, message }) => {
      if (name !== "clock" && !inputs.includes(name)) return -1;
      const at = size + 1;
      size = at + message.size;
      this.#at[name] = at;
      return at;
    });
    this.#reals = new Float64Array(size).fill(Number.NaN);
    this.#reals.fill(0, 0, module.memory);
    module.initialInto(this.#reals, 0);
    const shownAt = module.memory;
    this.#tick = {
      reals: this.#reals,
      memoryAt: 0,
      shownAt,
      outAt: [shownAt + module.shows.length],
      inAt,
      log: (text: string, { level = "info" }: { level?: string } = {}) => {
        this.reports.push(`${this.#t_ns / 1e9} ${level} ${text}`);
      },
    } as unknown as ModuleTick;
  }

  give(input: string, ...values: number[]): this {
    this.#reals.set([this.#t_ns, 1, ...values], this.#at[input]!);
    return this;
  }

  lose(input: string): this {
    this.#reals[this.#at[input]! + 1] = 0;
    return this;
  }

  validate(input: string): this {
    this.#reals[this.#at[input]! + 1] = 1;
    return this;
  }

  step(): this {
    this.#reals[this.#at.clock!] = this.#t_ns;
    this.module.step(this.#tick);
    this.#t_ns += 100_000_000;
    return this;
  }

  get time_s(): number {
    return this.#t_ns / 1e9;
  }

  get state(): Float64Array {
    return this.#reals.slice(this.#tick.outAt[0], this.#tick.outAt[0]! + navigationState.size);
  }

  get position(): number[] {
    return [...this.state.subarray(NAVIGATION_STATE.p, NAVIGATION_STATE.p + 3)];
  }

  shown(name: string): number {
    return this.#reals[this.#tick.shownAt + this.module.shows.indexOf(name as never)]!;
  }
}

const none = [0, 0, 0, 0, 0, 0];
/** A log that sees the bottom, and the water with the same velocity unless said otherwise. */
const log = (v: readonly number[], water = v): number[] => [...v, 20, 20, 20, 20, 20, 1, ...water];

describe("a straight course", () => {
  test("at any attitude, with sensors mounted anyhow: 60 s at v_B = [1.5 0.2 −0.1] end where R_NB v_B t says, the lever arm of a turning vehicle taken off", () => {
    const [q_NB, q_BA, q_BD] = [quaternion(0.2, -0.3, 2), quaternion(0.1, 0.4, -1), quaternion(3, -0.2, 0.7)];
    const [p_BD, p_BZ, v_B] = [[0.8, 0.1, 0.3], [0.5, 0, -0.1], Float64Array.of(1.5, 0.2, -0.1)];
    const flight = new Flight(["ahrs", "dvl", "depth"], {
      ahrs: { p_BS_m: [0, 0, 0], q_BS: [...q_BA] },
      dvl: { p_BS_m: p_BD, q_BS: [...q_BD] },
      depth: { p_BS_m: p_BZ, q_BS: [1, 0, 0, 0] },
    });
    // Angles of S from the rows of R_NS = R_NB R_BA.
    const axes = [0, 1, 2].map((i) => {
      const e = new Float64Array(3);
      e[i] = 1;
      rotateInto(e, 0, q_BA, 0, e, 0);
      rotateInto(e, 0, q_NB, 0, e, 0);
      return e;
    });
    const rpy = [
      Math.atan2(axes[1]![2]!, axes[2]![2]!),
      -Math.asin(axes[0]![2]!),
      Math.atan2(axes[0]![1]!, axes[0]![0]!),
    ];
    const v_S = new Float64Array(3);
    rotateInverseInto(v_S, 0, q_BD, 0, v_B, 0);
    const v_N = new Float64Array(3);
    rotateInto(v_N, 0, q_NB, 0, v_B, 0);
    const arm = Float64Array.from(p_BZ);
    rotateInto(arm, 0, q_NB, 0, arm, 0);
    for (let k = 0; k <= 600; k++) {
      const depth_m = 3 + v_N[2]! * 0.1 * k + arm[2]!;
      flight
        .give("ahrs", ...rpy, 0, 0, 0, ...none)
        .give("dvl", ...log([...v_S]))
        .give("depth", depth_m, 0)
        .step();
    }
    const [north, east, down] = flight.position;
    // Rounding of 600 sums of metres: 1e-12; the angles go through two conversions.
    expect(north).toBeCloseTo(10 + 60 * v_N[0]!, 9);
    expect(east).toBeCloseTo(-20 + 60 * v_N[1]!, 9);
    expect(down).toBeCloseTo(3 + 60 * v_N[2]!, 9);
  });

  test("with a turn of 0.1 rad/s the velocity of the log at 2 m ahead has 0.2 m/s of sway, which is taken off", () => {
    const flight = new Flight(["ahrs", "dvl", "depth"], { dvl: { p_BS_m: [2, 0, 0], q_BS: [1, 0, 0, 0] } });
    flight
      .give("ahrs", 0, 0, 0, 0, 0, 0.1, ...none)
      .give("dvl", ...log([1, 0.2, 0]))
      .give("depth", 3, 0)
      .step();
    const { v } = NAVIGATION_STATE;
    expect([...flight.state.subarray(v, v + 3)]).toEqual([1, 0, 0]);
  });

  test("a heading that is wrong by ε ends 2 d sin(ε/2) beside the truth after the way d", () => {
    const flight = new Flight(["ahrs", "dvl", "depth"]);
    for (let k = 0; k <= 1000; k++) {
      flight
        .give("ahrs", 0, 0, 0.02, 0, 0, 0, ...none)
        .give("dvl", ...log([2, 0, 0]))
        .give("depth", 3, 0)
        .step();
    }
    const [north = 0, east = 0] = flight.position;
    expect(Math.hypot(north - 210, east + 20)).toBeCloseTo(2 * 200 * Math.sin(0.01), 9);
    // 1 m at the start, and 1 % of 200 m.
    expect(flight.state[NAVIGATION_STATE.deviation]).toBeCloseTo(3, 9);
  });
});

describe("without the bottom", () => {
  test("the velocity is that through the water with the current that was last seen", () => {
    const flight = new Flight(["ahrs", "dvl", "depth"]);
    // Heading east: the current of 0.3 m/s towards the north comes from starboard.
    const heading = Math.PI / 2;
    const both = log([1.5, -0.3, 0], [1.5, 0, 0]);
    for (let k = 0; k < 50; k++)
      flight
        .give("ahrs", 0, 0, heading, ...none, 0, 0, 0)
        .give("dvl", ...both)
        .give("depth", 3, 0)
        .step();
    expect(flight.shown("currentNorth_mps")).toBeCloseTo(0.3, 12);
    const [north = 0] = flight.position;
    for (let k = 0; k < 100; k++) {
      flight
        .give("ahrs", 0, 0, heading, ...none, 0, 0, 0)
        .give("dvl", 9, 9, 9, Number.NaN, ...[0, 0, 0, 0], 1, 1.5, 0, 0);
      flight.lose("dvl").give("depth", 3, 0).step();
    }
    expect(flight.position[0]).toBeCloseTo(north + 0.3 * 10, 9);
  });

  test("without a log, the speed is that of the propeller: 60 rad/s times 0.025 m are 1.5 m/s; the gauge shows how fast it sinks", () => {
    const flight = new Flight(["ahrs", "depth", "shaft"], {}, { speedPerShaft_m: 0.025 });
    for (let k = 0; k <= 400; k++) {
      flight
        .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
        .give("depth", 3 + 0.02 * k, 0)
        .give("shaft", 60)
        .step();
    }
    expect(flight.position[0]).toBeCloseTo(10 + 1.5 * 40, 9);
    // 0.2 m/s, reached as 1 − e^(−t/1 s): after 40 s to 1e-9 of it and better.
    expect(flight.state[NAVIGATION_STATE.v + 2]).toBeCloseTo(0.2, 9);
  });
});

describe("fixes", () => {
  test("draw the position by σ² / (σ² + s²): of 10 m and 4 m, by 100/116, with the antenna's lever arm taken off; one fix counts once", () => {
    const flight = new Flight(
      ["ahrs", "dvl", "depth", "gps"],
      { gps: { p_BS_m: [0, 0.5, -0.3], q_BS: [1, 0, 0, 0] } },
      { startDeviation_m: 10 },
    );
    const still = (): Flight =>
      flight
        .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
        .give("dvl", ...log([0, 0, 0]))
        .give("depth", 3, 0);
    still()
      .give("gps", 0, 0, 0, 10, -20 + 0.5 + 11.6, 0, 0, 1)
      .step();
    expect(flight.position[1]).toBeCloseTo(-10, 12);
    expect(flight.state[NAVIGATION_STATE.deviation]).toBeCloseTo(Math.sqrt(1600 / 116), 12);
    still().step();
    expect(flight.position[1]).toBeCloseTo(-10, 12);
    // The age of the fix is that of the step after it.
    expect(flight.state[NAVIGATION_STATE.ages + 3]).toBeCloseTo(0.1, 12);
  });

  test("are of where the antenna was: at 2 m/s north, one that was taken 0.5 s ago is 1 m behind", () => {
    const flight = new Flight(["ahrs", "dvl", "depth", "gps"], {}, { startDeviation_m: 1000, fixDeviation_m: 1 });
    const ahead = (): Flight =>
      flight
        .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
        .give("dvl", ...log([2, 0, 0]))
        .give("depth", 3, 0);
    flight.give("gps", 0, 0, 0, 100, 50, 2, 0, 1).lose("gps");
    for (let k = 0; k < 5; k++) ahead().step();
    flight.validate("gps");
    ahead().step();
    // Taken at 0, 0.5 s before the step. K is 1 to 1e-6 of the way of 1e2 m that it draws.
    expect(flight.position[0]).toBeCloseTo(101, 3);
    expect(flight.position[1]).toBeCloseTo(50, 3);
  });

  test("that the receiver calls invalid change nothing", () => {
    const flight = new Flight(["ahrs", "dvl", "depth", "gps"]);
    flight.give("gps", 0, 0, 0, 500, 500, 0, 0, 1).lose("gps");
    flight
      .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0)
      .step();
    expect(flight.position).toEqual([10, -20, 3]);
  });
});

describe("without an attitude sensor", () => {
  const g = 9.81;
  /** The field of a place of inclination 60°, at a heading, level. */
  const field = (heading: number): number[] => {
    const [h, z] = [50e-6 * Math.cos(Math.PI / 3), 50e-6 * Math.sin(Math.PI / 3)];
    return [h * Math.cos(heading), -h * Math.sin(heading), z];
  };

  test("the first sample gives the attitude: a level vehicle that heads 100° by the field, and a declination of 2°", () => {
    const flight = new Flight(["imu", "dvl", "depth"], {}, { declination_rad: (2 * Math.PI) / 180 });
    flight
      .give("imu", 0, 0, 0, 0, 0, -g, ...field((100 * Math.PI) / 180))
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0)
      .step();
    expect(flight.shown("heading_rad")).toBeCloseTo((102 * Math.PI) / 180, 12);
    expect(flight.shown("roll_rad")).toBeCloseTo(0, 12);
  });

  test("at roll 0.3 and pitch −0.2, forces and field turned by R_SN give roll, pitch and heading back", () => {
    const q = quaternion(0.3, -0.2, 1.1);
    const f = Float64Array.of(0, 0, -g);
    const B = Float64Array.from(field(0));
    rotateInverseInto(f, 0, q, 0, f, 0);
    rotateInverseInto(B, 0, q, 0, B, 0);
    const flight = new Flight(["imu", "dvl", "depth"]);
    // The heading is made level with the attitude before: a second sample sees the first one's.
    for (let k = 0; k < 400; k++)
      flight
        .give("imu", 0, 0, 0, ...f, ...B)
        .give("dvl", ...log([0, 0, 0]))
        .give("depth", 3, 0)
        .step();
    // What the first heading was off has decayed as (1 + 0.1/5)^−400 = 4e-4.
    expect(flight.shown("roll_rad")).toBeCloseTo(0.3, 9);
    expect(flight.shown("pitch_rad")).toBeCloseTo(-0.2, 9);
    expect(flight.shown("heading_rad")).toBeCloseTo(1.1, 3);
  });

  test("a bias b of the yaw rate leaves a heading error of b τ: 0.01 rad/s and 5 s, 0.05 rad", () => {
    const flight = new Flight(["gyros", "tilt", "compass", "dvl", "depth"]);
    for (let k = 0; k < 1000; k++) {
      flight
        .give("gyros", 0, 0, 0.01)
        .give("tilt", 0, 0)
        .give("compass", 0.7)
        .give("dvl", ...log([0, 0, 0]))
        .give("depth", 3, 0)
        .step();
    }
    // ψ = (ψ + b Δt) − Δt/(τ + Δt) ((ψ + b Δt) − 0.7) rests at 0.7 + b τ.
    expect(flight.shown("heading_rad")).toBeCloseTo(0.75, 6);
  });
});

test("inclinometers and a compass that are mounted askew: roll 0.3, pitch −0.4 and heading 0.7 rad of the hull are found from the angles of their own axes", () => {
  const q_NB = quaternion(0.3, -0.4, 0.7);
  const [q_BT, q_BC] = [quaternion(0.2, 0.5, 1.9), quaternion(-0.4, 0.3, -1.2)];
  // Columns of R_NS = R_NB R_BS: where the axes of each point in N.
  const axes = (q_BS: Float64Array): Float64Array[] =>
    [0, 1, 2].map((i) => {
      const e = new Float64Array(3);
      e[i] = 1;
      rotateInto(e, 0, q_BS, 0, e, 0);
      rotateInto(e, 0, q_NB, 0, e, 0);
      return e;
    });
  const [x, y, z] = axes(q_BT);
  const [cx] = axes(q_BC);
  const flight = new Flight(["gyros", "tilt", "compass", "dvl", "depth"], {
    tilt: { p_BS_m: [0, 0, 0], q_BS: [...q_BT] },
    compass: { p_BS_m: [0, 0, 0], q_BS: [...q_BC] },
  });
  for (let k = 0; k < 2000; k++)
    flight
      .give("gyros", 0, 0, 0)
      .give("tilt", Math.atan2(y![2]!, z![2]!), Math.asin(-x![2]!))
      .give("compass", Math.atan2(cx![1]!, cx![0]!))
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0)
      .step();
  // What is left of a start 0.7 rad off after 200 s with τ = 5 s: e^(−40).
  expect(flight.shown("roll_rad")).toBeCloseTo(0.3, 9);
  expect(flight.shown("pitch_rad")).toBeCloseTo(-0.4, 9);
  expect(flight.shown("heading_rad")).toBeCloseTo(0.7, 9);
});

test("the bias of the gyros is found: heading and rate lose what 0.01 rad/s about each axis draw away, at any attitude", () => {
  const [roll, pitch, heading] = [0.3, -0.4, 0.7];
  const flight = new Flight(["gyros", "tilt", "compass", "dvl", "depth"], {}, { biasTime_s: 50 });
  const give = (): Flight =>
    flight
      .give("tilt", roll, pitch)
      .give("compass", heading)
      .give("gyros", 0.01, -0.02, 0.015)
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0);
  for (let k = 0; k < 10_000; k++) give().step();
  // ė = b − e/τ, ḃ = e/(τ T_b): its slower pole is near −1/T_b, so after 1000 s e^(−20) of it is left, 2e-9 of 0.1 rad.
  expect(flight.shown("heading_rad")).toBeCloseTo(heading, 8);
  expect(flight.shown("roll_rad")).toBeCloseTo(roll, 8);
  expect(flight.shown("pitch_rad")).toBeCloseTo(pitch, 8);
  const { w } = NAVIGATION_STATE;
  for (let i = 0; i < 3; i++) expect(flight.state[w + i]).toBeCloseTo(0, 8);
});

test("gyros that turn invalid after their bias of 0.02 rad/s was found: the last rates stay, the bias is taken off once, not at every step", () => {
  const flight = new Flight(["gyros", "tilt", "compass", "dvl", "depth"], {}, { biasTime_s: 50 });
  const give = (): Flight =>
    flight
      .give("tilt", 0, 0)
      .give("compass", 0)
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0);
  for (let k = 0; k < 10_000; k++) give().give("gyros", 0, 0, 0.02).step();
  const { w } = NAVIGATION_STATE;
  const before = flight.state[w + 2]!;
  flight.lose("gyros");
  // Taken off at every step it runs away against the pull of the compass: it was 0.005 rad/s off here.
  for (let k = 0; k < 100; k++) give().step();
  expect(flight.state[w + 2]).toBe(before);
});

test("a gyroscope of one axis counts about its own x, wherever that points: mounted upwards, 0.1 rad/s are −0.1 rad/s of yaw", () => {
  const up = quaternion(0, Math.PI / 2, 0);
  const flight = new Flight(["gyros", "tilt", "compass", "yawGyro", "dvl", "depth"], {
    yawGyro: { p_BS_m: [0, 0, 0], q_BS: [...up] },
  });
  flight.give("gyros", 0.02, 0.03, -0.5).give("tilt", 0, 0).give("compass", 0).give("yawGyro", 0.1);
  flight
    .give("dvl", ...log([0, 0, 0]))
    .give("depth", 3, 0)
    .step();
  const { w } = NAVIGATION_STATE;
  [0.02, 0.03, -0.1].forEach((rate, i) => {
    expect(flight.state[w + i]).toBeCloseTo(rate, 12);
  });
});

test("a noisy gauge is smoothed: what it is off at once decays as (1 + Δt/T_z)^−n; 1 m, 2 s, 20 readings in 2 s: 0.377 m", () => {
  const flight = new Flight(["ahrs", "dvl", "depth"], {}, { depthTime_s: 2 });
  const reads = (depth_m: number): Flight =>
    flight
      .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", depth_m, 0)
      .step();
  reads(7);
  expect(flight.position[2]).toBe(7);
  for (let k = 0; k < 20; k++) reads(8);
  expect(flight.position[2]).toBeCloseTo(8 - 1.05 ** -20, 12);
});

test("a silent sensor shows as an age, and its last reading lives on", () => {
  const flight = new Flight(["ahrs", "dvl", "depth"]);
  flight
    .give("ahrs", 0, 0, 0.5, ...none, 0, 0, 0)
    .give("dvl", ...log([1, 0, 0]))
    .give("depth", 7, 0)
    .step();
  for (let k = 0; k < 20; k++)
    flight
      .give("ahrs", 0, 0, 0.5, ...none, 0, 0, 0)
      .give("dvl", ...log([1, 0, 0]))
      .step();
  expect(flight.position[2]).toBe(7);
  expect(flight.shown("depthAge_s")).toBeCloseTo(2, 9);
  expect(flight.shown("velocityAge_s")).toBeCloseTo(0, 9);
});

test("a log that is silent for more than 5 s gives way to the propeller: 5 s at its last 2 m/s, then 5 s at 60 rad/s times 0.025 m", () => {
  const flight = new Flight(["ahrs", "dvl", "depth", "shaft"], {}, { speedPerShaft_m: 0.025 });
  const others = (): Flight =>
    flight
      .give("ahrs", 0, 0, 0, ...none, 0, 0, 0)
      .give("depth", 3, 0)
      .give("shaft", 60);
  others()
    .give("dvl", ...log([2, 0, 0]))
    .step();
  for (let k = 1; k <= 100; k++) others().step();
  // Steps of 0.1 s: 50 with the log's velocity, which is then 5 s old, and 50 with that of the propeller.
  expect(flight.position[0]).toBeCloseTo(10 + 2 * 5 + 1.5 * 5, 9);
  others()
    .give("dvl", ...log([2, 0, 0]))
    .step();
  expect(flight.state[NAVIGATION_STATE.v]).toBe(2);
  expect(flight.reports).toEqual([
    "5.1 warning dvl has been silent for more than 5 s: shaft gives the velocity",
    "10.1 info dvl is back",
  ]);
});

test("an attitude sensor that is silent for more than 5 s gives way to the gyros: 0.1 rad/s over 5 s of 10", () => {
  const flight = new Flight(["ahrs", "gyros", "dvl", "depth"]);
  const others = (): Flight =>
    flight
      .give("gyros", 0, 0, 0.1)
      .give("dvl", ...log([0, 0, 0]))
      .give("depth", 3, 0);
  others()
    .give("ahrs", 0, 0, 0.5, ...none, 0, 0, 0)
    .step();
  for (let k = 1; k <= 100; k++) others().step();
  expect(flight.shown("heading_rad")).toBeCloseTo(0.5 + 0.1 * 5, 9);
  expect(flight.shown("attitudeAge_s")).toBeCloseTo(0, 9);
  expect(flight.reports).toEqual(["5.1 warning ahrs has been silent for more than 5 s: gyros gives the attitude"]);
});

test("every sample that navigation takes has its time and validity first", () => {
  for (const message of Object.values(samples)) {
    if (message !== samples.sensorMode) expect(Object.keys(message.fields).slice(0, 2)).toEqual(["taken_ns", "valid"]);
  }
});

describe("what is not there", () => {
  const level = [0, 0, 0, 0, 0, 0, ...none];

  test("an inertial unit without magnetometers and without a compass is reported once; with a compass it is not", () => {
    const fly = (...inputs: string[]): readonly string[] => {
      const flight = new Flight(["imu", "dvl", "depth", ...inputs]);
      for (let k = 0; k < 20; k++) {
        flight
          .give("imu", 0, 0, 0, 0, 0, -9.81, Number.NaN, Number.NaN, Number.NaN)
          .give("dvl", ...log([1, 0, 0]))
          .give("depth", 3, 0);
        if (inputs.includes("compass")) flight.give("compass", 0.1);
        flight.step();
      }
      return flight.reports;
    };
    expect(fly()).toEqual([
      "0 warning no sensor measures the heading: imu has no magnetometers, and there is no compass; it is that of the start, turned on by the gyros",
    ]);
    expect(fly("compass")).toEqual([]);
  });

  test("a depth, an attitude and a velocity that grow older than the limit are reported once, and that they are back", () => {
    const flight = new Flight(["ahrs", "dvl", "depth", "shaft"], {}, { maxAge_s: 2 });
    const fly = (until_s: number, ...silent: string[]): void => {
      for (; flight.time_s < until_s; flight.step()) {
        if (!silent.includes("ahrs")) flight.give("ahrs", ...level);
        if (!silent.includes("dvl")) flight.give("dvl", ...log([1, 0, 0]));
        if (!silent.includes("depth")) flight.give("depth", 3, 0);
      }
    };
    fly(10);
    expect(flight.reports).toEqual([]);
    // The last samples are those of 9.9 s.
    fly(20, "ahrs");
    flight.lose("dvl");
    fly(30, "dvl");
    fly(40, "depth");
    fly(50);
    const goesOn = "may be silent or invalid; it goes on with the one it has";
    expect(flight.reports).toEqual([
      `12 warning its last attitude is 2.1 s old: ahrs ${goesOn}`,
      "20 info it has a new attitude",
      // The sample of 19.9 s stays in its port.
      `22 warning its last velocity is 2.1 s old: dvl ${goesOn}`,
      "30 info it has a new velocity",
      `32 warning its last depth is 2.1 s old: depth ${goesOn}`,
      "40 info it has a new depth",
    ]);
  });

  test("what has never come is reported after the same time; a propeller that guesses the speed is named too", () => {
    const flight = new Flight(["ahrs", "dvl", "depth", "shaft"], {}, { maxAge_s: 1, speedPerShaft_m: 0.01 });
    for (let k = 0; k < 20; k++) flight.give("depth", 3, 0).step();
    expect(flight.reports).toEqual([
      expect.stringMatching(/^1\.1 warning it has had no attitude yet, 1\.1 s after its start: ahrs may/),
      expect.stringMatching(/^1\.1 warning it has had no velocity yet, 1\.1 s after its start: dvl, shaft may/),
    ]);
  });
});
