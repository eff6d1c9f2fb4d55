import { expect, test } from "vitest";
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import {
  luFactorInto,
  luSolveInto,
  type OdeSystem,
  quaternionFromRpyInto,
  Rk4,
  rotationFromRpyInto,
  rpyFromQuaternionInto,
} from "../math/index.ts";
import { BallastTank } from "./ballast.ts";
import { STATE } from "./body.ts";
import { FossenHull } from "./fossen-hull.ts";
import { HELD_NAMES, type HeldName, Hold } from "./hold.ts";
import { noFins, noThrusters, randomBody, stateOf, swim, weightless } from "./test/bodies.ts";
import { VehicleSystem } from "./vehicle-system.ts";
import { uniformCurrentInto } from "./water.ts";

const { parameters, draw } = randomBody(41);
const damping = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 50 + 20 * draw() : draw()));
const hull = new FossenHull({ ...parameters, linearDamping: damping, quadraticDamping: damping }, weightless);
const CURRENT = [0.3, -0.2, 0];

function held(hold: readonly HeldName[], attitude: readonly number[], V: readonly number[]): VehicleSystem {
  const system: VehicleSystem = new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins, hold },
    {
      ...{ path: "rig", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1000 },
      initialInto(x, at) {
        x.set([1, 2, 3], at + STATE.p);
        quaternionFromRpyInto(x, at + STATE.q, attitude[0]!, attitude[1]!, attitude[2]!);
        x.set(V, at + STATE.V);
        uniformCurrentInto(x, at + system.waterAt, CURRENT);
      },
    },
  );
  return system;
}

/**
 * The three remaining equations, made another way: with depth, roll and pitch held, ν = B z for z = [a b ψ'], velocities ahead and to
 * the right in the horizontal plane and the rate of heading, and a constant B. Then Bᵀ M B ż = Bᵀ F(B z), without multipliers.
 * State: [north, east, ψ, a, b, ψ'].
 */
class Planar implements OdeSystem {
  readonly size = 6;
  readonly B: Float64Array;
  readonly #tilt = new Float64Array(9);
  readonly #roll: number;
  readonly #pitch: number;

  constructor(roll: number, pitch: number) {
    this.#roll = roll;
    this.#pitch = pitch;
    // R of heading 0: rows are axes of the level frame in B.
    rotationFromRpyInto(this.#tilt, 0, roll, pitch, 0);
    this.B = new Float64Array(18);
    for (let j = 0; j < 3; j++) {
      this.B[3 * j] = this.#tilt[j]!;
      this.B[3 * j + 1] = this.#tilt[3 + j]!;
      this.B[3 * (3 + j) + 2] = this.#tilt[6 + j]!;
    }
  }

  derivativesInto(dx: Float64Array, x: Float64Array, at: number): void {
    const [psi, a, b] = [x[at + 2]!, x[at + 3]!, x[at + 4]!];
    const z = x.slice(at + 3, at + 6);
    const nu = Array.from({ length: 6 }, (_, i) => [0, 1, 2].reduce((s, j) => s + this.B[3 * i + j]! * z[j]!, 0));
    const motion = new Float64Array(MOTION_SIZE);
    rotationFromRpyInto(motion, MOTION.R, this.#roll, this.#pitch, psi);
    const c = [0, 1, 2].map((j) => [0, 1, 2].reduce((s, i) => s + motion[MOTION.R + 3 * i + j]! * CURRENT[i]!, 0));
    motion.set(nu, MOTION.V);
    motion.set(nu, MOTION.Vr);
    for (let j = 0; j < 3; j++) motion[MOTION.Vr + j]! -= c[j]!;
    const [p, q, r] = nu.slice(3) as [number, number, number];
    motion.set([c[1]! * r - c[2]! * q, c[2]! * p - c[0]! * r, c[0]! * q - c[1]! * p], MOTION.currentRate);
    motion[MOTION.density] = 1000;
    motion[MOTION.depth] = 3;
    const F = new Float64Array(6);
    hull.addForce(F, dx, 0, motion);
    const A = new Float64Array(9);
    const f = new Float64Array(3);
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 6; k++) {
        f[i]! += this.B[3 * k + i]! * F[k]!;
        for (let l = 0; l < 6; l++) {
          for (let j = 0; j < 3; j++) A[3 * i + j]! += this.B[3 * k + i]! * hull.mass6[6 * k + l]! * this.B[3 * l + j]!;
        }
      }
    }
    const swaps = new Int32Array(3);
    luFactorInto(A, 0, swaps, 0, A, 0, 3);
    luSolveInto(f, 0, A, 0, swaps, 0, f, 0, 3);
    const [cos, sin] = [Math.cos(psi), Math.sin(psi)];
    dx.set([cos * a - sin * b, sin * a + cos * b, z[2]!, f[0]!, f[1]!, f[2]!]);
  }
}

test.each([
  [0, 0],
  [0.3, -0.2],
  [-0.7, 0.5],
])("with depth, roll %d and pitch %d held it moves as the three remaining equations say", (roll, pitch) => {
  const system = held(["depth", "roll", "pitch"], [roll, pitch, 0.4], [0.8, -0.3, 0.2, 0.3, -0.2, 0.4]);
  const x = stateOf(system);
  const planar = new Planar(roll, pitch);
  // ν = B z has z = Bᵀ ν, since the columns of B are orthonormal.
  const z = [0, 1, 2].map((j) =>
    Array.from({ length: 6 }, (_, i) => planar.B[3 * i + j]! * x[STATE.V + i]!).reduce((s, v) => s + v),
  );
  const y = Float64Array.from([1, 2, 0.4, ...z]);
  const span = Float64Array.of(0, 0.005);
  const rk4 = new Rk4(64);
  for (let i = 0; i < 2000; i++) rk4.step(planar, y, 0, span);
  swim(system, x, 10, 0.005);
  const angles = new Float64Array(3);
  rpyFromQuaternionInto(angles, 0, x, STATE.q);
  // Held: exactly, but for the rounding of angles and quaternion.
  expect(x[2]).toBe(3);
  expect(Math.abs(angles[0]! - roll)).toBeLessThan(1e-14);
  expect(Math.abs(angles[1]! - pitch)).toBeLessThan(1e-14);
  // Two ways of the same order, RK4 at 0.005 s against time constants near 1 s: they differ by less than 1e-11 over 10 s.
  expect(Math.abs(x[0]! - y[0]!)).toBeLessThan(1e-11);
  expect(Math.abs(x[1]! - y[1]!)).toBeLessThan(1e-11);
  expect(Math.abs(angles[2]! - Math.atan2(Math.sin(y[2]!), Math.cos(y[2]!)))).toBeLessThan(1e-11);
  for (let i = 0; i < 6; i++) {
    const nu = planar.B[3 * i]! * y[3]! + planar.B[3 * i + 1]! * y[4]! + planar.B[3 * i + 2]! * y[5]!;
    expect(Math.abs(x[STATE.V + i]! - nu)).toBeLessThan(1e-11);
  }
  // It did move.
  expect(Math.abs(x[0]! - 1) + Math.abs(x[1]! - 2)).toBeGreaterThan(0.5);
});

test("held in all six it stays, and comes to rest at the start", () => {
  const all = ["north", "east", "depth", "roll", "pitch", "heading"] as const;
  const system = held(all, [0.2, 0.1, -2], [1, 1, 1, 1, 1, 1]);
  const x = stateOf(system);
  const before = x.slice(0, 7);
  for (let i = 0; i < 6; i++) expect(Math.abs(x[STATE.V + i]!)).toBeLessThan(1e-14);
  swim(system, x, 1, 0.01);
  x.slice(0, 7).forEach((value, i) => {
    expect(Math.abs(value - before[i]!)).toBeLessThan(1e-15);
  });
});

test("the rig does no work: a body without drag, held in pitch and north, keeps its kinetic energy", () => {
  const free = new FossenHull(parameters, weightless);
  const system = new VehicleSystem(
    { hull: free, thrusters: noThrusters, fins: noFins },
    {
      ...{ path: "rig", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 0, density_kgpm3: 1000 },
      hold: ["pitch", "north"],
      initialInto: (x, at) => x.set([0.4, -0.3, 0.2, 0.3, -0.2, 0.4], at + STATE.V),
    },
  );
  const x = stateOf(system);
  const energy = (): number => {
    let sum = 0;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) sum += 0.5 * x[STATE.V + i]! * free.mass6[6 * i + j]! * x[STATE.V + j]!;
    }
    return sum;
  };
  const before = energy();
  swim(system, x, 10, 0.01);
  expect(x[0]).toBe(0);
  // 4th order at 0.01 s on turns of 10 s and more: below 1e-11 of the energy.
  expect(Math.abs(energy() / before - 1)).toBeLessThan(1e-11);
});

test("a mass that varies and a rig go together: filling a held body leaves what is held", () => {
  const tank = new BallastTank({
    ...{ name: "tank", position_m: [0.4, 0.1, 0], capacity_kg: 50, filling_kg: 0, maxFlow_kgps: 5 },
    ...{ stopTime_s: 0.2, pumpEfficiency: 1, idlePower_W: 0 },
  });
  const system = new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins, others: [tank] },
    {
      ...{ path: "rig", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1000 },
      hold: ["depth", "roll", "pitch"],
    },
  );
  const x = stateOf(system);
  x[system.commandsAt] = 5;
  swim(system, x, 5, 0.01);
  expect(x[2]).toBe(0);
  expect(x[STATE.actuators]).toBeCloseTo(25, 10);
  // The weight of the water, off the centre, is borne by the rig: nothing moves.
  for (let i = 0; i < 13; i++) expect(Math.abs(x[i]! - (i === STATE.q ? 1 : 0))).toBeLessThan(1e-12);
});

/** A state that turns and moves, what is held behind it, and the angles of both. */
function offRig(): {
  readonly x: Float64Array;
  readonly heldAngles: readonly number[];
  readonly angles: readonly number[];
} {
  const x = new Float64Array(STATE.actuators + Hold.SIZE);
  const angles = [0.31, -0.42, 2.1];
  const heldAngles = [-0.2, 0.3, -1.1];
  x.set([4, 5, 6], STATE.p);
  quaternionFromRpyInto(x, STATE.q, angles[0]!, angles[1]!, angles[2]!);
  x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  x.set([1, 2, 3, ...heldAngles], STATE.actuators);
  return { x, heldAngles, angles };
}

test.each(["roll", "pitch", "heading"] as const)(
  "held in %s alone, that angle is put back and the other two stay",
  (name) => {
    const { x, heldAngles, angles } = offRig();
    new Hold([name]).projectInto(x, 0, STATE.actuators, hull.massInverse6);
    const after = new Float64Array(3);
    rpyFromQuaternionInto(after, 0, x, STATE.q);
    const k = HELD_NAMES.indexOf(name) - 3;
    for (let i = 0; i < 3; i++) {
      // Angles of up to 2 rad through a quaternion and back: a few last places.
      expect(Math.abs(after[i]! - (i === k ? heldAngles : angles)[i]!)).toBeLessThan(4e-15);
    }
    expect([...x.subarray(0, 3)]).toEqual([4, 5, 6]);
  },
);

test("held in a place alone, the attitude is left as it is, to the last bit", () => {
  const { x } = offRig();
  const attitude = x.slice(STATE.q, STATE.V);
  new Hold(["east"]).projectInto(x, 0, STATE.actuators, hull.massInverse6);
  expect(x.slice(STATE.q, STATE.V)).toEqual(attitude);
  expect([...x.subarray(0, 3)]).toEqual([4, 2, 6]);
});

test("held in all angles it does not turn: the rate of its quaternion is exactly 0; in two of them it may", () => {
  const rate = (names: readonly HeldName[]): number[] => {
    const { x } = offRig();
    const R = new Float64Array(9);
    rotationFromRpyInto(R, 0, 0.31, -0.42, 2.1);
    const dx = new Float64Array(STATE.actuators).fill(0.5);
    new Hold(names).constrain(dx, hull.massInverse6, x, STATE.V, R, 0);
    return [...dx.subarray(0, STATE.V)];
  };
  expect(rate(["roll", "pitch", "heading"])).toEqual([0.5, 0.5, 0.5, 0, 0, 0, 0]);
  expect(rate(["depth", "roll", "pitch", "heading"])).toEqual([0.5, 0.5, 0, 0, 0, 0, 0]);
  expect(rate(["depth", "pitch", "heading"])).toEqual([0.5, 0.5, 0, 0.5, 0.5, 0.5, 0.5]);
  expect(rate(["roll", "heading"])).toEqual(new Array<number>(7).fill(0.5));
});
