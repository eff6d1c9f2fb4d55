import fc from "fast-check";
import { expect, test } from "vitest";
import { MOTION } from "../actuators/index.ts";
import { luFactorInto, luSolveInto, rotationFromQuaternionInto } from "../math/index.ts";
import { STATE } from "./body.ts";
import { FossenHull, type FossenHullParameters } from "./fossen-hull.ts";
import { neutralPair, randomBody, stateOf, swim, systemOf, weightless } from "./test/bodies.ts";
import { motionRecord } from "./test/hull-driver.ts";
import { uniformCurrentInto, WATER } from "./water.ts";

type Vector = readonly number[];
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (a: Vector, b: Vector, s = 1): number[] => a.map((x, i) => x + s * b[i]);
const times = (M: ArrayLike<number>, n: number, v: Vector): number[] =>
  Array.from({ length: n }, (_, i) => v.reduce((sum, x, j) => sum + M[n * i + j] * x, 0));
const largest = (v: ArrayLike<number>): number => Math.max(...Array.from(v, Math.abs));

function rotationOf(q: Vector): Float64Array {
  const R = new Float64Array(9);
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  rotationFromQuaternionInto(
    R,
    0,
    Float64Array.from(q, (x) => x / length),
    0,
  );
  return R;
}

/**
 * The independent way: in the inertial frame (moving with the water, if that moves uniformly) the momentum of body and
 * water together changes by the applied force, and its moment about the fixed origin by the applied moment. Nothing is
 * taken from the body frame but the masses; the change of attitude is differentiated numerically.
 */
function accelerationInInertialFrame(M: Float64Array, p: Vector, q: Vector, V: Vector, F: Vector): number[] {
  const momentum = (p_N: Vector, q_NB: Vector, nu: Vector): number[] => {
    const R = rotationOf(q_NB);
    const h = times(M, 6, nu);
    const P_N = times(R, 3, h.slice(0, 3));
    return [...P_N, ...plus(times(R, 3, h.slice(3)), cross(p_N, P_N))];
  };
  const R = rotationOf(q);
  const pRate = times(R, 3, V.slice(0, 3));
  const [w, x, y, z] = q;
  const [a, b, c] = V.slice(3);
  const qRate = [-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a].map(
    (r) => 0.5 * r,
  );
  // Central difference along the motion, made sixth-order by Richardson: error near 1e-13 of the momentum's rates.
  const slope = (h: number): number[] =>
    plus(
      momentum(plus(p, pRate, h), plus(q, qRate, h), V),
      momentum(plus(p, pRate, -h), plus(q, qRate, -h), V),
      -1,
    ).map((d) => d / (2 * h));
  const [s1, s2, s3] = [slope(4e-3), slope(2e-3), slope(1e-3)];
  const moving = s3.map((d, i) => (64 * d - 20 * s2[i] + s1[i]) / 45);
  const F_N = times(R, 3, F.slice(0, 3));
  const applied = [...F_N, ...plus(times(R, 3, F.slice(3)), cross(p, F_N))];
  // Momentum is linear in ν: solve for the rate of ν.
  const columns = Array.from({ length: 6 }, (_, j) =>
    momentum(
      p,
      q,
      Array.from({ length: 6 }, (_, k) => (j === k ? 1 : 0)),
    ),
  );
  const A = Float64Array.from({ length: 36 }, (_, k) => columns[k % 6][Math.floor(k / 6)]);
  const LU = new Float64Array(36);
  const swaps = new Int32Array(6);
  luFactorInto(LU, 0, swaps, 0, A, 0, 6);
  const out = new Float64Array(6);
  luSolveInto(out, 0, LU, 0, swaps, 0, Float64Array.from(plus(applied, moving, -1)), 0, 6);
  return [...out];
}

function derivative(system: ReturnType<typeof systemOf>, x: Float64Array, t_s = 0): Float64Array {
  const dx = new Float64Array(system.size);
  system.derivativesInto(dx, x, 0, Float64Array.of(t_s));
  return dx;
}

function randomState(x: Float64Array, draw: () => number): void {
  for (let i = 0; i < 3; i++) x[i] = 5 * draw();
  const q = [draw(), draw(), draw(), draw()];
  const length = Math.sqrt(q.reduce((sum, c) => sum + c * c, 0));
  for (let i = 0; i < 4; i++) x[STATE.q + i] = q[i] / length;
  for (let i = 0; i < 6; i++) x[STATE.V + i] = 2 * draw();
}

/** D ν + Q (|ν| ∘ ν), row by row: what the water takes from a body with full matrices of damping. */
const brakes = (p: FossenHullParameters, nu: Vector): number[] =>
  plus(
    times(p.linearDamping, 6, nu),
    times(
      p.quadraticDamping,
      6,
      nu.map((x) => Math.abs(x) * x),
    ),
  );

test("on random bodies, damping full, the acceleration equals an independent Newton-Euler formulation in the inertial frame to 1e-9", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { parameters: undamped, draw } = randomBody(seed);
      const parameters = {
        ...undamped,
        linearDamping: Array.from({ length: 36 }, () => 50 * draw()),
        quadraticDamping: Array.from({ length: 36 }, () => 50 * draw()),
      };
      const weight_N = parameters.mass_kg * 9.81;
      const hull = new FossenHull(parameters, neutralPair(weight_N, parameters.cg_m, parameters.cb_m));
      const system = systemOf(hull);
      const x = stateOf(system);
      randomState(x, draw);
      const current = [draw(), draw(), draw()];
      uniformCurrentInto(x, system.waterAt, current);
      const dx = derivative(system, x);

      // In the frame of the water: velocity relative to it, the same acceleration in N.
      const q = [...x.subarray(STATE.q, STATE.q + 4)];
      const R = rotationOf(q);
      const V = [...x.subarray(STATE.V, STATE.V + 6)];
      const Rt = Float64Array.from({ length: 9 }, (_, k) => R[3 * (k % 3) + Math.floor(k / 3)]);
      const v_r = plus(V.slice(0, 3), times(Rt, 3, current), -1);
      const arm = plus(parameters.cg_m, parameters.cb_m, -1);
      const restoring = cross(arm, [R[6] * weight_N, R[7] * weight_N, R[8] * weight_N]);
      const rates = accelerationInInertialFrame(
        hull.mass6,
        [...x.subarray(0, 3)],
        q,
        [...v_r, ...V.slice(3)],
        plus([0, 0, 0, ...restoring], brakes(parameters, [...v_r, ...V.slice(3)]), -1),
      );
      const inN = (rate: Vector, v: Vector): number[] => times(R, 3, plus(rate, cross(V.slice(3), v)));
      const ours = [...dx.subarray(STATE.V, STATE.V + 6)];
      const theirs = [...inN(rates.slice(0, 3), v_r), ...rates.slice(3)];
      const difference = plus([...inN(ours.slice(0, 3), V.slice(0, 3)), ...ours.slice(3)], theirs, -1);
      // Accelerations are of order 10; 1e-9 is what the numerical derivative leaves, a wrong term is of order 1.
      expect(largest(difference)).toBeLessThan(1e-9 * Math.max(1, largest(theirs)));
    }),
    { seed: 1, numRuns: 200 },
  );
});

/** ½ ν_rᵀ M ν_r, and the height of CG below CB times the weight. */
function energy_J(hull: FossenHull, x: Float64Array, potential: (R: Float64Array) => number): number {
  const V = [...x.subarray(STATE.V, STATE.V + 6)];
  const h = times(hull.mass6, 6, V);
  const kinetic = 0.5 * V.reduce((sum, v, i) => sum + v * h[i], 0);
  return kinetic + potential(rotationOf([...x.subarray(STATE.q, STATE.q + 4)]));
}

/** Damping that only brakes: diagonal, drawn by hand. */
function damped(p: FossenHullParameters): FossenHullParameters {
  const diagonal = (d: Vector): number[] => Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? d[k / 7] : 0));
  return {
    ...p,
    linearDamping: diagonal([20, 25, 30, 5, 6, 7]),
    quadraticDamping: diagonal([60, 90, 120, 10, 12, 14]),
  };
}

test("tumbling without forces, CG = CB, full added mass: the kinetic energy holds to 1e-8 over 100 s at 0.01 s", () => {
  const { parameters, draw } = randomBody(7, { offsets: false });
  const hull = new FossenHull(parameters, weightless);
  const system = systemOf(hull);
  const x = stateOf(system);
  for (let i = 0; i < 6; i++) x[STATE.V + i] = draw();
  const before = energy_J(hull, x, () => 0);
  swim(system, x, 100, 0.01);
  expect(Math.abs(energy_J(hull, x, () => 0) / before - 1)).toBeLessThan(1e-8);
  expect(largest(x.subarray(0, 3))).toBeGreaterThan(1); // it did move
});

test("with CG apart from CB, kinetic plus potential energy holds to 1e-8 over 100 s at 0.01 s", () => {
  const { parameters: p, draw } = randomBody(8);
  const weight_N = p.mass_kg * 9.81;
  const hull = new FossenHull(p, neutralPair(weight_N, p.cg_m, p.cb_m));
  const system = systemOf(hull);
  const x = stateOf(system);
  for (let i = 0; i < 6; i++) x[STATE.V + i] = 0.5 * draw();
  // Down is the third row of R_NB: the potential is minus the weight times the depth of CG below CB.
  const potential = (R: Float64Array): number =>
    -weight_N * p.cg_m.reduce((sum, c, i) => sum + R[6 + i] * (c - p.cb_m[i]), 0);
  const before = energy_J(hull, x, potential);
  swim(system, x, 100, 0.01);
  expect(Math.abs(energy_J(hull, x, potential) - before)).toBeLessThan(1e-8 * weight_N * 0.1);
});

test("in free motion the momentum of body and water, and its moment, keep still in the inertial frame", () => {
  const { parameters, draw } = randomBody(9);
  const hull = new FossenHull(parameters, weightless);
  const system = systemOf(hull);
  const x = stateOf(system);
  randomState(x, draw);
  const momentum = (): number[] => {
    const R = rotationOf([...x.subarray(STATE.q, STATE.q + 4)]);
    const h = times(hull.mass6, 6, [...x.subarray(STATE.V, STATE.V + 6)]);
    const P_N = times(R, 3, h.slice(0, 3));
    return [...P_N, ...plus(times(R, 3, h.slice(3)), cross([...x.subarray(0, 3)], P_N))];
  };
  const before = momentum();
  swim(system, x, 20, 0.002);
  // RK4 at 2 ms over 20 s of tumbling at 2 rad/s: (ω h)⁴ ω t / 120 ≈ 1e-10 of some 10³.
  expect(largest(plus(momentum(), before, -1))).toBeLessThan(1e-6);
});

test("an impulse changes the momentum by itself: a force of 500 N for 0.1 s gives 50 N s", () => {
  const { parameters } = randomBody(10, { offsets: false });
  let on = true;
  const push = {
    addForce(F: Float64Array) {
      F[0] += on ? 500 : 0;
    },
  };
  const hull = new FossenHull(parameters, push);
  const system = systemOf(hull);
  const x = stateOf(system);
  swim(system, x, 0.1, 0.001);
  on = false;
  const momentum = times(
    rotationOf([...x.subarray(STATE.q, STATE.q + 4)]),
    3,
    times(hull.mass6, 6, [...x.subarray(STATE.V, STATE.V + 6)]).slice(0, 3),
  );
  // The body turns by less than a degree meanwhile, so the push stays north but for its sine.
  expect(momentum[0]).toBeCloseTo(50, 1);
});

test("carried by the water and not rotating, a body feels no hydrodynamic force at any attitude", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { parameters, draw } = randomBody(seed);
      const system = systemOf(new FossenHull(damped(parameters), weightless));
      const x = stateOf(system);
      randomState(x, draw);
      const current = [draw(), draw(), draw()];
      uniformCurrentInto(x, system.waterAt, current);
      const R = rotationOf([...x.subarray(STATE.q, STATE.q + 4)]);
      for (let i = 0; i < 3; i++) {
        x[STATE.V + i] = R[i] * current[0] + R[3 + i] * current[1] + R[6 + i] * current[2];
        x[STATE.V + 3 + i] = 0;
      }
      const dx = derivative(system, x);
      // Its drag at 1 m/s is some 100 N on 100 kg, that is 1 m/s²: 1e-12 of it is 1e-12 m/s².
      expect(largest(dx.subarray(STATE.V, STATE.V + 6))).toBeLessThan(1e-12);
    }),
    { seed: 2, numRuns: 100 },
  );
});

test("rotating while carried by the water, it keeps zero relative velocity to 1e-9 over 100 s", () => {
  const { parameters } = randomBody(11, { offsets: false, coupledAddedMass: false });
  const system = systemOf(new FossenHull(parameters, weightless));
  const x = stateOf(system);
  const current = [0.4, -0.3, 0.2];
  uniformCurrentInto(x, system.waterAt, current);
  x.set([...current, 0.3, -0.2, 0.4], STATE.V);
  swim(system, x, 100, 0.01);
  const v_N = times(rotationOf([...x.subarray(STATE.q, STATE.q + 4)]), 3, [...x.subarray(STATE.V, STATE.V + 3)]);
  expect(largest(plus(v_N, current, -1))).toBeLessThan(1e-9);
});

test("released at rest in a uniform current, a damped body ends up going with it", () => {
  const { parameters } = randomBody(12, { offsets: false });
  const system = systemOf(new FossenHull(damped(parameters), weightless));
  const x = stateOf(system);
  const current = [0.5, 0.2, -0.1];
  uniformCurrentInto(x, system.waterAt, current);
  swim(system, x, 300, 0.05);
  const v_N = times(rotationOf([...x.subarray(STATE.q, STATE.q + 4)]), 3, [...x.subarray(STATE.V, STATE.V + 3)]);
  // Linear damping of 20 N s/m on at most 300 kg: a time constant of 15 s, e⁻²⁰ after 300 s.
  expect(largest(plus(v_N, current, -1))).toBeLessThan(1e-8);
});

test("a neutral body at rest in accelerating water is carried along exactly: (m + A) v̇ = (ρV + A) v̇_c", () => {
  const { parameters } = randomBody(13, { offsets: false, coupledAddedMass: false });
  const system = systemOf(new FossenHull(damped(parameters), weightless));
  const x = stateOf(system);
  const water = system.waterAt;
  x[water + WATER.varies] = 1;
  x.set([0.03, -0.02, 0.01], water + WATER.rate);
  swim(system, x, 20, 0.01);
  // v_c = rate · 20 s; the body turns not at all, so V is the velocity in N.
  expect(largest(plus([...x.subarray(STATE.V, STATE.V + 3)], [0.6, -0.4, 0.2], -1))).toBeLessThan(1e-12);
});

test("each of the 72 coefficients of damping acts alone in its row on its own velocity: −D_ij ν_j and −Q_ij |ν_j| ν_j", () => {
  const { parameters } = randomBody(15, { offsets: false });
  const nu = [2, -3, 5, -7, 11, -13];
  const force = (p: FossenHullParameters): Float64Array => {
    const F = new Float64Array(6);
    new FossenHull(p, weightless).addForce(
      F,
      new Float64Array(0),
      0,
      motionRecord(rotationOf([1, 0, 0, 0]), nu, nu, 1000, 9.81),
    );
    return F;
  };
  const bare = force(parameters);
  for (let k = 0; k < 36; k++) {
    const [row, column] = [Math.floor(k / 6), k % 6];
    const one = Array.from({ length: 36 }, (_, i) => (i === k ? 16 : 0));
    for (const [name, size] of [
      ["linearDamping", nu[column]],
      ["quadraticDamping", Math.abs(nu[column]) * nu[column]],
    ] as const) {
      const taken = plus([...force({ ...parameters, [name]: one })], [...bare], -1);
      // Coriolis forces of up to 1e5 N are taken away again: 1e-11 of rounding in each, and a wrong term is at least 32.
      const wrong = taken.map((f, i) => f + (i === row ? 16 * size : 0));
      expect(largest(wrong), `${name}[${row}][${column}]`).toBeLessThan(1e-9);
    }
  }
});

test("full and diagonal damping give the same force where the full matrices are diagonal, but for rounding", () => {
  const { parameters, draw } = randomBody(14);
  const plain = damped(parameters);
  const almost = { ...plain, linearDamping: plain.linearDamping.map((d, k) => (k === 1 ? 1e-300 : d)) };
  const [a, b] = [plain, almost].map((p) => systemOf(new FossenHull(p, weightless)));
  const x = stateOf(a);
  randomState(x, draw);
  const [da, db] = [derivative(a, x), derivative(b, x)];
  expect(largest(plus([...da], [...db], -1))).toBeLessThan(1e-12);
});

test("water that accelerates pushes with ρ V a at the centre of buoyancy: the moment is r_b × ρ V a", () => {
  const { parameters } = randomBody(77);
  const cb_m = [0.3, -0.2, 0.1];
  const hull = new FossenHull({ ...parameters, cb_m }, weightless);
  const V = [0.4, -0.3, 0.2, 0.1, -0.2, 0.3];
  const forceIn = (a: Vector): number[] => {
    const motion = motionRecord(rotationOf([1, 0, 0, 0]), V, V, 1025, 9.81);
    motion.set(a, MOTION.waterAcceleration);
    const F = new Float64Array(6);
    hull.addForce(F, new Float64Array(0), 0, motion);
    return [...F];
  };
  const a = [0.3, -0.7, 0.5];
  const push = a.map((value) => 1025 * parameters.volume_m3 * value);
  const added = plus(forceIn(a), forceIn([0, 0, 0]), -1);
  // The difference of forces of up to a kilonewton.
  expect(largest(plus(added, [...push, ...cross(cb_m, push)], -1))).toBeLessThan(1e-11);
});
