import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { quaternionFromAxisAngleInto } from "./quaternion.ts";
import { identityRotationInto, rotationFromQuaternionInto, rotationFromRpyInto } from "./rotation.ts";
import {
  crossForceInto,
  crossMotionInto,
  inverseTransformForceInto,
  inverseTransformMotionInto,
  power_W,
  shiftForceInto,
  shiftMotionInto,
  transformForceInto,
  transformMotionInto,
} from "./spatial.ts";

const part = uniform(-2, 2);
const six = fc.tuple(part, part, part, part, part, part).map((v) => Float64Array.from(v));
const three = fc.tuple(part, part, part).map((v) => Float64Array.from(v));
const rotation = three.map((rpy) => {
  const R = new Float64Array(9);
  rotationFromRpyInto(R, 0, rpy[0]!, rpy[1]!, rpy[2]!);
  return R;
});

/** Components up to 2, moments up to 12, some twenty roundings. */
const ROUNDING = 4e-14;

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance = ROUNDING): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(tolerance);
}

test("10 N upwards, 2 m ahead of Q, pitches the bow up with 20 N·m about Q", () => {
  const F_P = Float64Array.of(0, 0, -10, 0, 0, 0);
  const F_Q = new Float64Array(6);
  shiftForceInto(F_Q, 0, F_P, 0, Float64Array.of(-2, 0, 0), 0);
  expectNear(F_Q, [0, 0, -10, 0, 20, 0], 1e-300);
});

test("a body that yaws at 0.5 rad/s moves its bow, 4 m ahead, 2 m/s to starboard", () => {
  const V_P = Float64Array.of(1, 0, 0, 0, 0, 0.5);
  shiftMotionInto(V_P, 0, V_P, 0, Float64Array.of(4, 0, 0), 0);
  expectNear(V_P, [1, 2, 0, 0, 0, 0.5], 1e-300);
});

test("a sensor at (1 0 0), mounted facing starboard, on a body that surges at 3 m/s and yaws at 1 rad/s feels (1 −3 0) m/s", () => {
  // At the sensor the body moves (3 1 0); its axes are x_S = y_B, y_S = −x_B.
  const R_BS = new Float64Array(9);
  rotationFromRpyInto(R_BS, 0, 0, 0, Math.PI / 2);
  const V_S = new Float64Array(6);
  inverseTransformMotionInto(V_S, 0, R_BS, 0, Float64Array.of(1, 0, 0), 0, Float64Array.of(3, 0, 0, 0, 0, 1), 0);
  expectNear(V_S, [1, -3, 0, 0, 0, 1]);
});

test("power is the same in every frame and about every point, and the inverse transforms undo the transforms", () => {
  fc.assert(
    fc.property(rotation, three, six, six, (R_AB, p_AB_A, V_B, F_B) => {
      const V_A = new Float64Array(6);
      const F_A = new Float64Array(6);
      transformMotionInto(V_A, 0, R_AB, 0, p_AB_A, 0, V_B, 0);
      transformForceInto(F_A, 0, R_AB, 0, p_AB_A, 0, F_B, 0);
      // Power is a sum of products up to 20 · 15: ten times the rounding of the factors.
      expect(Math.abs(power_W(F_A, 0, V_A, 0) - power_W(F_B, 0, V_B, 0))).toBeLessThan(10 * ROUNDING);

      inverseTransformMotionInto(V_A, 0, R_AB, 0, p_AB_A, 0, V_A, 0);
      inverseTransformForceInto(F_A, 0, R_AB, 0, p_AB_A, 0, F_A, 0);
      expectNear(V_A, V_B);
      expectNear(F_A, F_B);
    }),
    { seed: 31 },
  );
});

test("without rotation a transform is a shift from Bo to Ao", () => {
  const R = new Float64Array(9);
  identityRotationInto(R, 0);
  fc.assert(
    fc.property(three, six, (p_AB_A, V) => {
      const minus = p_AB_A.map((x) => -x);
      const transformed = new Float64Array(6);
      const shifted = new Float64Array(6);
      transformMotionInto(transformed, 0, R, 0, p_AB_A, 0, V, 0);
      shiftMotionInto(shifted, 0, V, 0, minus, 0);
      expectNear(transformed, shifted);
      transformForceInto(transformed, 0, R, 0, p_AB_A, 0, V, 0);
      shiftForceInto(shifted, 0, V, 0, minus, 0);
      expectNear(transformed, shifted);
    }),
    { seed: 32 },
  );
});

test("the cross products are the rates of vectors that ride on a moving body, by central differences", () => {
  // The pose of B in A after h at constant V is, to second order, the turn w h and the displacement v h.
  const h_s = 1e-5;
  const riding = (V: Float64Array, dt_s: number): { R: Float64Array; p: Float64Array } => {
    const w = V.slice(3);
    const q = new Float64Array(4);
    const R = new Float64Array(9);
    quaternionFromAxisAngleInto(q, 0, w, 0, Math.hypot(...w) * dt_s);
    rotationFromQuaternionInto(R, 0, q, 0);
    return { R, p: V.slice(0, 3).map((v) => v * dt_s) };
  };
  fc.assert(
    fc.property(six, six, (V, U) => {
      const cross = new Float64Array(6);
      const ahead = riding(V, h_s);
      const behind = riding(V, -h_s);
      const a = new Float64Array(6);
      const b = new Float64Array(6);
      // Even errors of the pose cancel; what stays is O(h² |V|³ |U|) ≈ 1e-10 · 40 · 4 and rounding 1e-15/1e-5.
      transformMotionInto(a, 0, ahead.R, 0, ahead.p, 0, U, 0);
      transformMotionInto(b, 0, behind.R, 0, behind.p, 0, U, 0);
      crossMotionInto(cross, 0, V, 0, U, 0);
      expectNear(
        cross,
        a.map((x, k) => (x - b[k]!) / (2 * h_s)),
        2e-8,
      );
      transformForceInto(a, 0, ahead.R, 0, ahead.p, 0, U, 0);
      transformForceInto(b, 0, behind.R, 0, behind.p, 0, U, 0);
      crossForceInto(cross, 0, V, 0, U, 0);
      expectNear(
        cross,
        a.map((x, k) => (x - b[k]!) / (2 * h_s)),
        2e-8,
      );
    }),
    { seed: 33 },
  );
});

test("(V × U) · F = −U · (V ×* F), and out may be an input", () => {
  fc.assert(
    fc.property(six, six, six, (V, U, F) => {
      const motion = U.slice();
      const force = F.slice();
      crossMotionInto(motion, 0, V, 0, motion, 0);
      crossForceInto(force, 0, V, 0, force, 0);
      // Sums of a dozen products of three factors up to 2 each.
      expect(Math.abs(power_W(F, 0, motion, 0) + power_W(force, 0, U, 0))).toBeLessThan(10 * ROUNDING);
    }),
    { seed: 34 },
  );
});
