import { expect, test } from "vitest";
import { integrateQuaternionInto, quaternionFromRpyInto, rotateInto, rotateInverseInto } from "../../math/index.ts";
import { cylinderSolid, pointSolid, type Solid } from "../geometry/solid.ts";
import { addTurningInto } from "./point-motion.ts";

const POSE = (() => {
  const out = new Float64Array(13);
  out.set([3, -2, 20]);
  quaternionFromRpyInto(out, 3, 0.4, -0.3, 1.1);
  out.set([0.3, -0.1, 0.2, 0.7, -0.4, 0.9], 7);
  return out;
})();

/** ω × (ω × r) in N, r from Bo to a point that is fixed in the body, by the second difference of where it goes while Bo stands. */
function whirl(point: readonly number[]): number[] {
  const r_B = new Float64Array(3);
  rotateInverseInto(
    r_B,
    0,
    POSE,
    3,
    Float64Array.from(point, (x, k) => x - POSE[k]),
    0,
  );
  const h = 1e-3;
  const at = [-1, 0, 1].map((k) => {
    const turned = POSE.slice();
    integrateQuaternionInto(turned, 3, POSE, 3, POSE, 10, k * h);
    const out = new Float64Array(3);
    rotateInto(out, 0, turned, 3, r_B, 0);
    return out;
  });
  return [0, 1, 2].map((k) => (at[0][k] - 2 * at[1][k] + at[2][k]) / (h * h));
}

function added(solid: Solid, point: readonly number[], normal: readonly number[], side: 1 | -1): number[] {
  const out = Float64Array.of(5, 5, 5);
  addTurningInto(out, 0, POSE, 0, solid, Float64Array.of(...point, ...normal), 0, side);
  return [...out].map((x) => x - 5);
}

const NORMAL = [0.48, -0.6, -0.64];
/** Second differences over 1 ms: h² |ω|⁴ r/12 of the method, and rounding of 1e-16/h². */
const CLOSE = 1e-6;

test("a sharp corner goes round with the body: ω × (ω × r), for the one the normal points into, and less for the other", () => {
  const corner = [3.5, -1.7, 20.4];
  const solid = pointSolid([0, 0, 0], 1e-9);
  for (const side of [1, -1] as const)
    added(solid, corner, NORMAL, side).forEach((x, k) => {
      expect(Math.abs(x - side * whirl(corner)[k])).toBeLessThan(CLOSE);
    });
});

test("of a ball about Bo nothing is added, however it turns; about another point, what its centre does", () => {
  const rho = 0.3;
  const touches = (centre: readonly number[]): number[] => centre.map((x, k) => x - rho * NORMAL[k]);
  for (const x of added(pointSolid([0, 0, 0], rho), touches([3, -2, 20]), NORMAL, 1))
    expect(Math.abs(x)).toBeLessThan(1e-14);
  const off = [3.2, -2.1, 20.15];
  added(pointSolid([0, 0, 0], rho), touches(off), NORMAL, 1).forEach((x, k) => {
    expect(Math.abs(x - whirl(off)[k])).toBeLessThan(CLOSE);
  });
});

test("of a cylinder on its mantle, what the point of its axis does that is under the contact", () => {
  const axisB = Float64Array.of(1, 0, 0);
  const axis = new Float64Array(3);
  rotateInto(axis, 0, POSE, 3, axisB, 0);
  const along = NORMAL.reduce((sum, x, k) => sum + x * axis[k], 0);
  const across = NORMAL.map((x, k) => x - along * axis[k]);
  const length = Math.hypot(...across);
  const n = across.map((x) => x / length);
  const solid = cylinderSolid([-1, 0, 0, 1, 0, 0], 0.25);
  const onAxis = [0, 1, 2].map((k) => POSE[k] + 0.6 * axis[k]);
  const point = onAxis.map((x, k) => x - 0.25 * n[k]);
  added(solid, point, n, 1).forEach((x, k) => {
    expect(Math.abs(x - whirl(onAxis)[k])).toBeLessThan(CLOSE);
  });
});
