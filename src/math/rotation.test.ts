import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { quaternionFromRpyInto } from "./quaternion.ts";
import {
  applyRotationInto,
  applyTransposedRotationInto,
  identityRotationInto,
  multiplyRotationsInto,
  rotationFromQuaternionInto,
  rotationFromRpyInto,
  skewInto,
  transposeMultiplyRotationsInto,
  transposeRotationInto,
} from "./rotation.ts";
import { crossInto } from "./vec3.ts";

const angle = uniform(-Math.PI, Math.PI);
const angles = fc.tuple(angle, angle, angle);

/** Elementary turns about the three axes, written out: the oracle. */
function turn(axis: 0 | 1 | 2, a: number): number[] {
  const c = Math.cos(a);
  const s = Math.sin(a);
  if (axis === 0) return [1, 0, 0, 0, c, -s, 0, s, c];
  if (axis === 1) return [c, 0, s, 0, 1, 0, -s, 0, c];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

function times(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[3 * r + k]! * b[3 * k + c]!;
      out.push(sum);
    }
  }
  return out;
}

function fromRpy(roll_rad: number, pitch_rad: number, yaw_rad: number): Float64Array {
  const R = new Float64Array(9);
  rotationFromRpyInto(R, 0, roll_rad, pitch_rad, yaw_rad);
  return R;
}

/** Entries are at most 1 and come from three or four products: rounding stays below 2e-15. */
function expectSame(a: ArrayLike<number>, b: ArrayLike<number>): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(2e-15);
}

test("roll, pitch and yaw make R_z(ψ) R_y(θ) R_x(φ), the product of three elementary turns", () => {
  fc.assert(
    fc.property(angles, ([roll, pitch, yaw]) => {
      expectSame(fromRpy(roll, pitch, yaw), times(times(turn(2, yaw), turn(1, pitch)), turn(0, roll)));
    }),
    { seed: 11 },
  );
});

test("the columns of R_NB are the body axes: heading east, the bow points along +y and the starboard side along −x", () => {
  const R_NB = fromRpy(0, 0, Math.PI / 2);
  expectSame(R_NB, [0, -1, 0, 1, 0, 0, 0, 0, 1]);
});

test("nose up by 30° raises the bow: the third component of the bow is −sin 30° = −0.5", () => {
  expect(Math.abs(fromRpy(0, Math.PI / 6, 0)[6]! + 0.5)).toBeLessThan(2e-16);
});

test("a quaternion and the same roll, pitch and yaw give the same matrix", () => {
  fc.assert(
    fc.property(angles, ([roll, pitch, yaw]) => {
      const q_NB = new Float64Array(4);
      const R_NB = new Float64Array(9);
      quaternionFromRpyInto(q_NB, 0, roll, pitch, yaw);
      rotationFromQuaternionInto(R_NB, 0, q_NB, 0);
      expectSame(R_NB, fromRpy(roll, pitch, yaw));
    }),
    { seed: 12 },
  );
});

test("products, transposes and both directions of application agree with plain matrix algebra, also in place", () => {
  fc.assert(
    fc.property(angles, angles, (a, b) => {
      const R_AB = fromRpy(...a);
      const R_BC = fromRpy(...b);
      const R_AC = new Float64Array(9);
      multiplyRotationsInto(R_AC, 0, R_AB, 0, R_BC, 0);
      expectSame(R_AC, times(R_AB, R_BC));

      const back = new Float64Array(9);
      transposeMultiplyRotationsInto(back, 0, R_AB, 0, R_AC, 0);
      expectSame(back, R_BC);

      const R_BA = new Float64Array(9);
      transposeRotationInto(R_BA, 0, R_AB, 0);
      const unity = new Float64Array(9);
      identityRotationInto(unity, 0);
      expectSame(times(R_BA, R_AB), unity);

      const left = R_AB.slice();
      multiplyRotationsInto(left, 0, left, 0, R_BC, 0);
      const right = R_BC.slice();
      multiplyRotationsInto(right, 0, R_AB, 0, right, 0);
      expect(left).toEqual(R_AC);
      expect(right).toEqual(R_AC);
      const overFirst = R_AB.slice();
      transposeMultiplyRotationsInto(overFirst, 0, overFirst, 0, R_AC, 0);
      const overSecond = R_AC.slice();
      transposeMultiplyRotationsInto(overSecond, 0, R_AB, 0, overSecond, 0);
      expect(overFirst).toEqual(back);
      expect(overSecond).toEqual(back);
      const turned = R_AB.slice();
      transposeRotationInto(turned, 0, turned, 0);
      expect(turned).toEqual(R_BA);

      const v = Float64Array.of(0.3, -0.4, 0.5);
      applyRotationInto(v, 0, R_AB, 0, v, 0);
      applyTransposedRotationInto(v, 0, R_AB, 0, v, 0);
      expectSame(v, [0.3, -0.4, 0.5]);
    }),
    { seed: 13 },
  );
});

test("the skew matrix of a applied to b is a × b", () => {
  const a = Float64Array.of(1, 2, 3);
  const b = Float64Array.of(-4, 5, 7);
  const S = new Float64Array(9);
  const c = new Float64Array(3);
  const d = new Float64Array(3);
  skewInto(S, 0, a, 0);
  applyRotationInto(c, 0, S, 0, b, 0);
  crossInto(d, 0, a, 0, b, 0);
  expect(c).toEqual(d);
});
