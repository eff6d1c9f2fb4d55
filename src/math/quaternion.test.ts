import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import {
  angleBetweenQuaternions_rad,
  conjugateQuaternionInto,
  fromXyzw,
  identityQuaternionInto,
  integrateQuaternionInto,
  multiplyQuaternionsInto,
  normalizeQuaternionInto,
  quaternionFromAxisAngleInto,
  quaternionFromRotationInto,
  quaternionFromRpyInto,
  quaternionRateInto,
  rotateInto,
  rotateInverseInto,
  rpyFromQuaternionInto,
  slerpInto,
  toXyzw,
} from "./quaternion.ts";
import {
  applyRotationInto,
  applyTransposedRotationInto,
  multiplyRotationsInto,
  rotationFromQuaternionInto,
} from "./rotation.ts";

const part = uniform(-1, 1);
const quaternion = fc
  .tuple(part, part, part, part)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => {
    const out = Float64Array.from(q);
    normalizeQuaternionInto(out, 0, out, 0);
    return out;
  });
const vector = fc.tuple(part, part, part).map((v) => Float64Array.from(v));

function rpyToQuaternion(roll_rad: number, pitch_rad: number, yaw_rad: number): Float64Array {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, roll_rad, pitch_rad, yaw_rad);
  return q;
}

function quaternionToRpy(q: Float64Array): Float64Array {
  const rpy = new Float64Array(3);
  rpyFromQuaternionInto(rpy, 0, q, 0);
  return rpy;
}

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(tolerance);
}

/** Numbers up to 1, a dozen roundings of 1.1e-16 each. */
const ROUNDING = 3e-15;

test("i j = k and j i = −k: the product is Hamilton's, not its mirror image", () => {
  const i = Float64Array.of(0, 1, 0, 0);
  const j = Float64Array.of(0, 0, 1, 0);
  const out = new Float64Array(4);
  multiplyQuaternionsInto(out, 0, i, 0, j, 0);
  expect([...out]).toEqual([0, 0, 0, 1]);
  multiplyQuaternionsInto(out, 0, j, 0, i, 0);
  expect([...out]).toEqual([0, 0, 0, -1]);
});

test("yaw +90° takes the bow from north to east, pitch +90° from north to up, roll +90° takes starboard down", () => {
  const v_N = new Float64Array(3);
  rotateInto(v_N, 0, rpyToQuaternion(0, 0, Math.PI / 2), 0, Float64Array.of(1, 0, 0), 0);
  expectNear(v_N, [0, 1, 0], ROUNDING);
  rotateInto(v_N, 0, rpyToQuaternion(0, Math.PI / 2, 0), 0, Float64Array.of(1, 0, 0), 0);
  expectNear(v_N, [0, 0, -1], ROUNDING);
  rotateInto(v_N, 0, rpyToQuaternion(Math.PI / 2, 0, 0), 0, Float64Array.of(0, 1, 0), 0);
  expectNear(v_N, [0, 0, 1], ROUNDING);
});

test("rotating by a quaternion equals rotating by its matrix, both ways and in place", () => {
  fc.assert(
    fc.property(quaternion, vector, (q_AB, v) => {
      const R_AB = new Float64Array(9);
      rotationFromQuaternionInto(R_AB, 0, q_AB, 0);
      const byMatrix = new Float64Array(3);
      const byQuaternion = v.slice();
      applyRotationInto(byMatrix, 0, R_AB, 0, v, 0);
      rotateInto(byQuaternion, 0, q_AB, 0, byQuaternion, 0);
      expectNear(byQuaternion, byMatrix, ROUNDING);
      applyTransposedRotationInto(byMatrix, 0, R_AB, 0, v, 0);
      rotateInverseInto(byQuaternion, 0, q_AB, 0, v, 0);
      expectNear(byQuaternion, byMatrix, ROUNDING);
    }),
    { seed: 21 },
  );
});

test("the quaternion of a product is the product of the matrices, and out may be either factor", () => {
  fc.assert(
    fc.property(quaternion, quaternion, (q_AB, q_BC) => {
      const q_AC = new Float64Array(4);
      multiplyQuaternionsInto(q_AC, 0, q_AB, 0, q_BC, 0);
      const R_AB = new Float64Array(9);
      const R_BC = new Float64Array(9);
      const R_AC = new Float64Array(9);
      rotationFromQuaternionInto(R_AB, 0, q_AB, 0);
      rotationFromQuaternionInto(R_BC, 0, q_BC, 0);
      rotationFromQuaternionInto(R_AC, 0, q_AC, 0);
      multiplyRotationsInto(R_AB, 0, R_AB, 0, R_BC, 0);
      expectNear(R_AC, R_AB, ROUNDING);

      const left = q_AB.slice();
      multiplyQuaternionsInto(left, 0, left, 0, q_BC, 0);
      const right = q_BC.slice();
      multiplyQuaternionsInto(right, 0, q_AB, 0, right, 0);
      expect(left).toEqual(q_AC);
      expect(right).toEqual(q_AC);
    }),
    { seed: 22 },
  );
});

test("a quaternion times its conjugate is the identity, and a zero quaternion normalises to it", () => {
  fc.assert(
    fc.property(quaternion, (q) => {
      const out = new Float64Array(4);
      conjugateQuaternionInto(out, 0, q, 0);
      multiplyQuaternionsInto(out, 0, out, 0, q, 0);
      expectNear(out, [1, 0, 0, 0], ROUNDING);
    }),
    { seed: 23 },
  );
  const zero = new Float64Array(4);
  expect(normalizeQuaternionInto(zero, 0, zero, 0)).toBe(0);
  expect([...zero]).toEqual([1, 0, 0, 0]);
  const long = Float64Array.of(2, 0, 0, 0);
  expect(normalizeQuaternionInto(long, 0, long, 0)).toBe(2);
});

test("matrix to quaternion and back loses nothing, whichever of w, x, y, z is largest, and w is never negative", () => {
  fc.assert(
    fc.property(quaternion, (q) => {
      const R = new Float64Array(9);
      const back = new Float64Array(4);
      rotationFromQuaternionInto(R, 0, q, 0);
      quaternionFromRotationInto(back, 0, R, 0);
      expect(back[0]).toBeGreaterThanOrEqual(0);
      expect(angleBetweenQuaternions_rad(q, 0, back, 0)).toBeLessThan(ROUNDING);
    }),
    { seed: 24 },
  );
  for (let k = 0; k < 4; k++) {
    const q = new Float64Array(4);
    q[k] = 1;
    const R = new Float64Array(9);
    rotationFromQuaternionInto(R, 0, q, 0);
    const back = new Float64Array(4);
    quaternionFromRotationInto(back, 0, R, 0);
    expectNear(back, q, ROUNDING);
  }
});

test("roll, pitch and yaw survive the round trip while pitch is within ±89°", () => {
  const limit = (89 * Math.PI) / 180;
  const roundabout = uniform(-3.14, 3.14);
  const pitch = uniform(-limit, limit);
  fc.assert(
    fc.property(roundabout, pitch, roundabout, (phi, theta, psi) => {
      // Near ±90° the two half angles of (6) are divided by up to cos 89° / √2 = 0.012: 2e-16 becomes 2e-14.
      expectNear(quaternionToRpy(rpyToQuaternion(phi, theta, psi)), [phi, theta, psi], 1e-13);
    }),
    { seed: 25 },
  );
});

test("pitch keeps its digits near the vertical: 1e-6 rad short of 90° comes back to 1e-15 rad, where an arcsine is off by 1e-10", () => {
  const theta = Math.PI / 2 - 1e-6;
  const rpy = quaternionToRpy(rpyToQuaternion(0, theta, 0));
  expect(Math.abs(rpy[1]! - theta)).toBeLessThan(1e-15);
});

test("in gimbal lock roll is 0, yaw takes the whole rotation, and the attitude is the same", () => {
  for (const sign of [1, -1]) {
    const q = rpyToQuaternion(0.3, (sign * Math.PI) / 2, 1.1);
    const rpy = quaternionToRpy(q);
    expect(rpy[0]).toBe(0);
    expect(Math.abs(rpy[1]! - (sign * Math.PI) / 2)).toBeLessThan(1e-15);
    // Bow up, only ψ − φ is defined; bow down, only ψ + φ.
    expect(Math.abs(rpy[2]! - (1.1 - sign * 0.3))).toBeLessThan(ROUNDING);
    expect(angleBetweenQuaternions_rad(q, 0, rpyToQuaternion(rpy[0]!, rpy[1]!, rpy[2]!), 0)).toBeLessThan(ROUNDING);
  }
});

test("whatever the attitude, its roll, pitch and yaw rebuild it", () => {
  const nearVertical = uniform(0, 1e-9);
  const check = (q: Float64Array): void => {
    const rpy = quaternionToRpy(q);
    expect(Math.abs(rpy[1]!)).toBeLessThanOrEqual(Math.PI / 2);
    // 2e-12 rad is what treating |(6)| < 1e-12 as lock may cost; elsewhere it is rounding.
    expect(angleBetweenQuaternions_rad(q, 0, rpyToQuaternion(rpy[0]!, rpy[1]!, rpy[2]!), 0)).toBeLessThan(3e-12);
  };
  fc.assert(fc.property(quaternion, check), { seed: 26 });
  fc.assert(
    fc.property(part, nearVertical, part, (phi, off, psi) => check(rpyToQuaternion(phi, Math.PI / 2 - off, psi))),
    { seed: 27 },
  );
});

test("the rate ½ q ⊗ [0 w] is the slope of the exponential map, by central differences", () => {
  fc.assert(
    fc.property(quaternion, vector, (q_NB, w_NB_B) => {
      const h_s = 1e-4;
      const before = new Float64Array(4);
      const after = new Float64Array(4);
      integrateQuaternionInto(before, 0, q_NB, 0, w_NB_B, 0, -h_s);
      integrateQuaternionInto(after, 0, q_NB, 0, w_NB_B, 0, h_s);
      const rate = new Float64Array(4);
      quaternionRateInto(rate, 0, q_NB, 0, w_NB_B, 0);
      // Truncation h² |q‴|/6 ≤ 1e-8 · (√3/2)³/6 ≈ 1e-9; rounding 1e-16/1e-4 = 1e-12.
      const slope = Array.from(after, (x, k) => (x - before[k]!) / (2 * h_s));
      expectNear(rate, slope, 2e-9);
    }),
    { seed: 28 },
  );
});

test("turning at π/2 rad/s about the vertical for one second is a right turn of 90°, in one step or in a thousand", () => {
  const w_NB_B = Float64Array.of(0, 0, Math.PI / 2);
  const once = new Float64Array(4);
  identityQuaternionInto(once, 0);
  const often = once.slice();
  integrateQuaternionInto(once, 0, once, 0, w_NB_B, 0, 1);
  for (let k = 0; k < 1000; k++) integrateQuaternionInto(often, 0, often, 0, w_NB_B, 0, 1e-3);
  expectNear(once, [Math.SQRT1_2, 0, 0, Math.SQRT1_2], ROUNDING);
  // 1000 products, each off by at most 2e-16.
  expectNear(often, once, 2e-13);
});

test("the exponential map has no seam where it changes from series to sine, at half an angle of 1e-4 rad", () => {
  const q = Float64Array.of(1, 0, 0, 0);
  for (const w of [1.9999999e-4, 2.0000001e-4]) {
    const out = new Float64Array(4);
    integrateQuaternionInto(out, 0, q, 0, Float64Array.of(w, 0, 0), 0, 1);
    expect(Math.abs(out[1]! - Math.sin(w / 2))).toBeLessThan(1e-19);
  }
});

test("axis and angle: 120° about (1 1 1) carries x to y, y to z and z to x", () => {
  const q = new Float64Array(4);
  quaternionFromAxisAngleInto(q, 0, Float64Array.of(5, 5, 5), 0, (2 * Math.PI) / 3);
  expectNear(q, [0.5, 0.5, 0.5, 0.5], ROUNDING);
  const v = new Float64Array(3);
  rotateInto(v, 0, q, 0, Float64Array.of(1, 0, 0), 0);
  expectNear(v, [0, 1, 0], ROUNDING);
  quaternionFromAxisAngleInto(q, 0, Float64Array.of(0, 0, 1), 0, 1.5 * Math.PI);
  expect(q[0]).toBeGreaterThanOrEqual(0);
  quaternionFromAxisAngleInto(q, 0, new Float64Array(3), 0, 1);
  expect([...q]).toEqual([1, 0, 0, 0]);
});

test("the angle between two attitudes is the angle that was turned, down to 1e-12 rad and up to π", () => {
  const axis = Float64Array.of(0.6, 0, 0.8);
  const start = rpyToQuaternion(0.1, -0.2, 2);
  for (const turned_rad of [0, 1e-12, 1e-6, 0.5, 3, Math.PI]) {
    const turn = new Float64Array(4);
    quaternionFromAxisAngleInto(turn, 0, axis, 0, turned_rad);
    multiplyQuaternionsInto(turn, 0, start, 0, turn, 0);
    expect(Math.abs(angleBetweenQuaternions_rad(start, 0, turn, 0) - turned_rad)).toBeLessThan(ROUNDING);
    // −q is the same attitude.
    const negative = turn.map((x) => -x);
    expect(Math.abs(angleBetweenQuaternions_rad(start, 0, negative, 0) - turned_rad)).toBeLessThan(ROUNDING);
  }
});

test("slerp turns at a constant rate, the shorter way, and meets both ends", () => {
  fc.assert(
    fc.property(quaternion, quaternion, uniform(0, 1), (a, b, s) => {
      const out = new Float64Array(4);
      const whole = angleBetweenQuaternions_rad(a, 0, b, 0);
      // At exactly half a turn two shorter ways exist, and just below the axis is lost to rounding.
      fc.pre(whole < 3.1);
      slerpInto(out, 0, a, 0, b, 0, s);
      // Weights are ratios of sines of up to π/2, so nothing is lost: rounding as before, doubled for the angle.
      expect(Math.abs(Math.hypot(...out) - 1)).toBeLessThan(ROUNDING);
      expect(Math.abs(angleBetweenQuaternions_rad(a, 0, out, 0) - s * whole)).toBeLessThan(2 * ROUNDING);
      expect(Math.abs(angleBetweenQuaternions_rad(out, 0, b, 0) - (1 - s) * whole)).toBeLessThan(2 * ROUNDING);
    }),
    { seed: 29 },
  );
});

test("xyzw order is met only at the door: (1 2 3 4) leaves as (2 3 4 1) and comes back", () => {
  const q = Float64Array.of(1, 2, 3, 4);
  toXyzw(q, 0, q, 0);
  expect([...q]).toEqual([2, 3, 4, 1]);
  fromXyzw(q, 0, q, 0);
  expect([...q]).toEqual([1, 2, 3, 4]);
});
