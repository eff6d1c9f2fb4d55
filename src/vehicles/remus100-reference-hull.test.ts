import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { FinGroup, Script, ThrusterGroup } from "../actuators/index.ts";
import {
  multiply6Into,
  type OdeSystem,
  quaternionFromRpyInto,
  Rk4,
  rotationFromRpyInto,
  rpyFromQuaternionInto,
} from "../math/index.ts";
import { lambFactors } from "./prolate-spheroid.ts";
import { Remus100ReferenceHull } from "./remus100-reference-hull.ts";
import { HullDriver, motionRecord } from "./test/hull-driver.ts";
import { VehicleSystem } from "./vehicle-system.ts";

const DEG = Math.PI / 180;

function data(name: string): string {
  return readFileSync(new URL(`../../test/data/remus100/${name}`, import.meta.url), "utf8");
}

interface Scenario {
  readonly file: string;
  readonly start: (x: Float64Array) => void;
  /** Commands held during the step that starts at t. */
  readonly held: (t_s: number) => readonly number[];
  /** What overrides them at the times of the stages. */
  readonly atStage?: (commands: Float64Array, t_s: number) => void;
  /** The same as scripts, for the vehicle of the engine. */
  readonly scripts: readonly Script[];
}

const scenarios: readonly Scenario[] = [
  {
    file: "s1_rudder_step.csv",
    start: () => {},
    held: (t_s) => [t_s >= 20 && t_s < 80 ? 10 * DEG : 0, 0, 1200],
    scripts: [
      Script.steps([
        [0, 0],
        [20, 10 * DEG],
        [80, 0],
      ]),
      Script.steps([[0, 0]]),
      Script.steps([[0, 1200]]),
    ],
  },
  {
    file: "s2_sternplane_sine.csv",
    start: (x) => {
      x[2] = 20;
    },
    held: () => [0, 0, 1200],
    atStage: (commands, t_s) => {
      commands[1] = t_s >= 20 ? 5 * DEG * Math.sin((2 * Math.PI * (t_s - 20)) / 20) : 0;
    },
    scripts: [
      Script.steps([[0, 0]]),
      new Script([{ start_s: 0 }, { start_s: 20, amplitude: 5 * DEG, frequency_radps: (2 * Math.PI) / 20 }]),
      Script.steps([[0, 1200]]),
    ],
  },
  {
    file: "s4_free_decay.csv",
    start: (x) => {
      x[2] = 20;
      quaternionFromRpyInto(x, 3, 20 * DEG, 10 * DEG, 0);
      x[7] = 0.5;
    },
    held: () => [0, 0, 0],
    scripts: [],
  },
];

/** Rows [x y z φ θ ψ u v w p q r δ_r δ_s n] of the file, with the commands' columns left out. */
function reference(file: string): number[][] {
  const lines = data(file).trim().split("\n").slice(1);
  return lines.map((line) => {
    const row = line.split(",").map(Number);
    return [...row.slice(1, 13), ...row.slice(16, 19)];
  });
}

/** What is integrated, its state, and what is set before each step. */
interface Run {
  readonly system: OdeSystem;
  readonly x: Float64Array;
  readonly beforeStep: (t_s: number) => void;
}

/** The hull in the small vehicle of the tests. */
function bareRun(scenario: Scenario): Run {
  const surroundings = { density_kgpm3: 1026, gravity_mps2: 9.81 };
  const system = new HullDriver(
    new Remus100ReferenceHull(),
    scenario.atStage === undefined ? surroundings : { ...surroundings, command: scenario.atStage },
  );
  const x = system.initialState();
  return { system, x, beforeStep: (t_s) => x.set(scenario.held(t_s), system.size) };
}

/** The hull in the vehicle of the engine, its commands from scripts. */
function vehicleRun(scenario: Scenario): Run {
  const system = new VehicleSystem(
    { hull: new Remus100ReferenceHull(), thrusters: new ThrusterGroup([]), fins: new FinGroup([]) },
    {
      path: "remus",
      step_ns: 20_000_000,
      integrator: new Rk4(1),
      gravity_mps2: 9.81,
      density_kgpm3: 1026,
      scripts: scenario.scripts,
    },
  );
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  // The engine's player of scripts sets the piece in force at plant events; here the steps fall on them.
  const beforeStep = (t_s: number): void => {
    scenario.scripts.forEach((script, i) => {
      x[system.commandsAt + i] = script.starts_s.findLastIndex((start_s) => t_s >= start_s);
    });
  };
  return { system, x, beforeStep };
}

/** The rows of the file by our own integration, every 0.1 s. */
function simulate(scenario: Scenario, h_s: number, rows: number, begin: (s: Scenario) => Run = bareRun): number[][] {
  const { system, x, beforeStep } = begin(scenario);
  const rk4 = new Rk4(x.length);
  scenario.start(x);
  const stepsPerRow = Math.round(0.1 / h_s);
  const span = Float64Array.of(0, h_s);
  const rpy = new Float64Array(3);
  const result: number[][] = [];
  let psi_rad = 0;
  for (let row = 0; row < rows; row++) {
    rpyFromQuaternionInto(rpy, 0, x, 3);
    // The files do not wrap the heading.
    psi_rad += rpy[2]! - psi_rad - 2 * Math.PI * Math.round((rpy[2]! - psi_rad) / (2 * Math.PI));
    result.push([x[0]!, x[1]!, x[2]!, rpy[0]!, rpy[1]!, psi_rad, ...x.subarray(7, 16)]);
    for (let step = 0; step < stepsPerRow; step++) {
      // Times from integers, so that a command at 20 s falls on a step of any size.
      span[0] = (row * stepsPerRow + step) / (10 * stepsPerRow);
      beforeStep(span[0]);
      rk4.step(system, x, 0, span);
    }
  }
  return result;
}

function largestDifference(a: readonly number[][], b: readonly number[][]): number {
  let largest = 0;
  a.forEach((row, i) => {
    row.forEach((value, k) => {
      const difference = Math.abs(value - b[i]![k]!);
      // NaN must not pass for small.
      if (!(difference <= largest)) largest = difference;
    });
  });
  return largest;
}

describe.each(scenarios)("$file", (scenario) => {
  let published: number[][];
  let fine: number[][];
  beforeAll(() => {
    published = reference(scenario.file);
    fine = simulate(scenario, 0.005, published.length);
  });

  test("RK4 at 0.02 s is within 1e-5 of every state in every row", () => {
    // The README of the data: RK4 at 0.02 s itself differs by at most 5.2e-6 from the 0.005 s of the files.
    const coarse = simulate(scenario, 0.02, published.length);
    expect(coarse.length).toBeGreaterThan(300);
    expect(largestDifference(coarse, published)).toBeLessThan(1e-5);
  });

  test("so is the vehicle of the engine with its commands from scripts", () => {
    const coarse = simulate(scenario, 0.02, published.length, vehicleRun);
    expect(largestDifference(coarse, published)).toBeLessThan(1e-5);
    // Both ways to write the same equations, apart by rounding that 100 s of a stable vehicle do not amplify.
    expect(largestDifference(coarse, simulate(scenario, 0.02, published.length))).toBeLessThan(1e-9);
  });

  test("RK4 at the file's own 0.005 s differs from it by rounding and by quaternions in place of Euler angles alone", () => {
    // RK4 at 0.005 s is off by 5e-6 / 4⁴ = 2e-8 at most, with either kinematics; their errors differ in the part that comes
    // from the attitude, and a tenth of it is allowed.
    expect(largestDifference(fine, published)).toBeLessThan(2e-9);
  });

  test("half the step, 2⁴ less error", () => {
    const errors = [0.025, 0.0125].map((h_s) => largestDifference(simulate(scenario, h_s, published.length), fine)) as [
      number,
      number,
    ];
    // Against 0.005 s, order 4 gives (5⁴ − 1) / (2.5⁴ − 1) = 16.4; orders 3 and 5 would give 8.5 and 32.
    expect(errors[0] / errors[1]).toBeGreaterThan(14);
    expect(errors[0] / errors[1]).toBeLessThan(20);
  });
});

describe("matrices", () => {
  const published = JSON.parse(data("matrices.json")) as {
    readonly M: number[][];
    readonly Minv: number[][];
    readonly MA: number[][];
    readonly m: number;
  };
  const hull = new Remus100ReferenceHull();

  test("M and its inverse are those of the program to 1e-12", () => {
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        // The largest entry is 60 kg: 1e-12 is some hundred roundings.
        expect(Math.abs(hull.mass6[6 * i + j]! - published.M[i]![j]!)).toBeLessThan(1e-12);
        expect(Math.abs(hull.massInverse6[6 * i + j]! - published.Minv[i]![j]!)).toBeLessThan(1e-12);
      }
    }
  });

  test("its added mass is the displaced mass times Lamb's factors", () => {
    const { k1, k2 } = lambFactors(0.8, 0.095);
    expect(Math.abs(published.m * k1 - published.MA[0]![0]!)).toBeLessThan(1e-12);
    expect(Math.abs(published.m * k2 - published.MA[1]![1]!)).toBeLessThan(1e-12);
  });
});

describe("single forces, by hand", () => {
  const level = new Float64Array(9);
  rotationFromRpyInto(level, 0, 0, 0, 0);

  function force(
    V: readonly number[],
    states: readonly number[] = [0, 0, 0],
    R: Float64Array = level,
    Vr: readonly number[] = V,
  ): { F: Float64Array; dx: Float64Array } {
    const F = new Float64Array(6);
    const dx = new Float64Array(3);
    const motion = motionRecord(R, V, Vr, 1026, 9.81);
    new Remus100ReferenceHull().addForce(F, dx, 0, motion, Float64Array.from(states), 0, new Float64Array(3), 0);
    return { F, dx };
  }

  test("2.5 m/s at 1525 rpm: 0.9 · 45.78 N of thrust, 38.9 N of lift-drag, and e^(−7.5) of the linear damping", () => {
    const { F } = force([2.5, 0, 0, 0, 0, 0], [0, 0, 1525]);
    const n = 1525 / 60;
    const J = (0.944 * 2.5) / (n * 0.14);
    const thrust_N = 1026 * 0.14 ** 4 * n * n * (0.4566 + ((0.1798 - 0.4566) / 0.6632) * J);
    const drag_N = 0.5 * 1026 * 2.5 ** 2 * 0.42 * Math.PI * 0.095 ** 2 + (1.593415 * 2.5) / Math.exp(7.5);
    expect(thrust_N).toBeCloseTo(45.78, 2);
    // 1.593415 is printed with seven digits, and e^(−7.5) brings it down to 1e-9.
    expect(Math.abs(F[0]! - (0.9 * thrust_N - drag_N))).toBeLessThan(1e-8);
  });

  test("a positive rudder pushes the tail to port and turns to starboard, a positive stern plane noses down", () => {
    const { F } = force([2, 0, 0, 0, 0, 0], [0.1, 0.1, 0]);
    // ½ · 1026 · 4 · 0.0133 · 0.1 · (0.5, 0.7), arm 0.8 m.
    const pair_N = 0.5 * 1026 * 4 * 0.0133 * 0.1;
    expect(F[1]).toBeCloseTo(-0.5 * pair_N, 12);
    expect(F[2]).toBeCloseTo(-0.7 * pair_N, 12);
    expect(F[4]).toBeCloseTo(-0.8 * 0.7 * pair_N, 12);
    expect(F[5]).toBeCloseTo(0.8 * 0.5 * pair_N, 12);
  });

  test("rolled by 0.3 rad it is righted with z_g W sin φ, pitched with z_g W sin θ", () => {
    const tilted = new Float64Array(9);
    rotationFromRpyInto(tilted, 0, 0.3, 0, 1);
    const W = 304.3982666126004;
    expect(force([0, 0, 0, 0, 0, 0], [0, 0, 0], tilted).F[3]).toBeCloseTo(-0.02 * W * Math.sin(0.3), 12);
    rotationFromRpyInto(tilted, 0, 0, 0.3, 1);
    expect(force([0, 0, 0, 0, 0, 0], [0, 0, 0], tilted).F[4]).toBeCloseTo(-0.02 * W * Math.sin(0.3), 12);
  });

  test("quirk 1: the current is turned by the heading alone, so a pitched body carried by it still feels drag", () => {
    const R = new Float64Array(9);
    rotationFromRpyInto(R, 0, 0, 0, 0.7);
    const carried = [Math.cos(0.7), -Math.sin(0.7), 0, 0, 0, 0];
    const still = [0, 0, 0, 0, 0, 0];
    // 1 m/s of current to the north and a level body drifting with it: cancels to rounding.
    expect(Math.max(...force(carried, [0, 0, 0], R, still).F.map(Math.abs))).toBeLessThan(1e-12);
    rotationFromRpyInto(R, 0, 0, 0.4, 0);
    const pitched = [Math.cos(0.4), 0, Math.sin(0.4), 0, 0, 0];
    expect(Math.abs(force(pitched, [0, 0, 0], R, still).F[2]!)).toBeGreaterThan(1);
  });

  test("level and turning in a current, it keeps its velocity relative to the water: ν̇_c is inside", () => {
    const R = new Float64Array(9);
    rotationFromRpyInto(R, 0, 0, 0, 0.7);
    const [uc, vc, r] = [0.8, -0.5, 0.3] as const;
    const { F } = force([uc, vc, 0, 0, 0, r], [0, 0, 0], R, [0, 0, 0, 0, 0, r]);
    const rate = new Float64Array(6);
    multiply6Into(rate, 0, new Remus100ReferenceHull().massInverse6, 0, F, 0);
    // [r v_c, −r u_c, 0]; M and M⁻¹ cancel to rounding.
    expect(Math.abs(rate[0]! - r * vc)).toBeLessThan(1e-13);
    expect(Math.abs(rate[1]! + r * uc)).toBeLessThan(1e-13);
    expect(Math.abs(rate[2]!)).toBeLessThan(1e-13);
  });

  test("quirk 5: in pure sway the 21 strips of L/20 cover 1.05 L", () => {
    const { F } = force([0, 1, 0, 0, 0, 0]);
    const strips_N = 0.5 * 1026 * 0.19 * 1.1977288 * 1.05 * 1.6;
    const linear_N = 3.023351 * Math.exp(-3);
    // Both coefficients are printed with seven digits or more: 1e-7 of 200 N.
    expect(Math.abs(F[1]! + strips_N + linear_N)).toBeLessThan(2e-5);
  });

  test("quirk 6: in a current the propeller sees the speed over ground", () => {
    const drifting = force([0, 1, 0, 0, 0, 0], [0, 0, 600], level, [0, 0, 0, 0, 0, 0]).F[0]!;
    const J = 0.944 / (10 * 0.14);
    const thrust_N = 1026 * 0.14 ** 4 * 100 * (0.4566 + ((0.1798 - 0.4566) / 0.6632) * J);
    expect(drifting).toBeCloseTo(0.9 * thrust_N, 10);
  });

  test("what is logged stays within the limits, however far a step carries a state past them", () => {
    const hull = new Remus100ReferenceHull();
    const driver = new HullDriver(hull, { density_kgpm3: 1026, gravity_mps2: 9.81 });
    const x = driver.initialState();
    x.set([20, -20, 90_000], driver.size);
    const rk4 = new Rk4(x.length);
    const out = new Float64Array(6);
    for (let step = 0; step < 50; step++) {
      rk4.step(driver, x, 0, Float64Array.of(0.02 * step, 0.02));
      hull.outputValuesInto(out, 0, new Float64Array(0), x, 13, x, driver.size);
    }
    // 20 rad over 0.1 s: the state passes its limit by 200 rad/s times a step at most, and stops there.
    expect(x[13]).toBeGreaterThan(15 * DEG);
    expect([...out]).toEqual([20, 15 * DEG, -20, -15 * DEG, 90_000, 1525]);
  });

  test("a state at its limit is used at its limit and driven no further", () => {
    const F = new Float64Array(6);
    const dx = new Float64Array(3);
    const motion = motionRecord(level, [2, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], 1026, 9.81);
    const limit_rad = 15 * DEG;
    const hull = new Remus100ReferenceHull();
    hull.addForce(F, dx, 0, motion, Float64Array.of(limit_rad, -0.1, 1e4), 0, Float64Array.of(1, -0.2, 2000), 0);
    expect(dx[0]).toBe(0);
    expect(dx[1]).toBeCloseTo(-1, 12);
    expect(dx[2]).toBe(0);
    hull.addForce(F, dx, 0, motion, Float64Array.of(limit_rad, 0, 1e4), 0, Float64Array.of(0, 0, 0), 0);
    expect(dx[0]).toBeCloseTo(-limit_rad / 0.1, 12);
    expect(dx[2]).toBeCloseTo(-1525, 12);
  });
});
