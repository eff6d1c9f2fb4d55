import { expect, test } from "vitest";
import { quaternionFromRpyInto, rotateInto } from "../../math/index.ts";
import { cast, rayOf } from "../test/rays.ts";
import { Funnel } from "./funnel.ts";
import { GAP, GAP_SIZE, Gaps } from "./gaps.ts";
import { pointSolid, type Solid } from "./solid.ts";
import { SolidBody } from "./solid-body.ts";

const LEVEL = [0, 0, 0];
const SIZE = { mouth_m: 0.9, throat_m: 0.3, length_m: 0.8, wall_m: 0.02, sides: 8 };
/** By hand: half of 0.9 − 0.3 on 0.8 m. */
const SLOPE = 0.3 / 0.8;
const COS = 1 / Math.sqrt(1 + SLOPE * SLOPE);
const SIN = SLOPE * COS;

const AT_ORIGIN = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

/** How far a solid reaches along a unit vector. */
function reach(solid: Solid, n: readonly number[]): number {
  const out = new Float64Array(1);
  new SolidBody([solid]).reachesInto(out, 0, AT_ORIGIN, 0, Float64Array.from(n), 0);
  return out[0];
}

/** Towards the middle of plate k. */
function outwards(k: number, sides: number): [number, number] {
  const angle = (2 * Math.PI * k) / sides;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The gap between a ball and the nearest plate. */
function gapOf(funnel: Funnel, centre_m: readonly number[], radius_m: number): number {
  const body = new SolidBody(funnel.solids());
  const ball = new SolidBody([pointSolid([0, 0, 0], radius_m)]);
  const pose = Float64Array.of(...centre_m, 1, 0, 0, 0);
  const gaps = new Gaps();
  const gap = new Float64Array(GAP_SIZE);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < body.count; k++) {
    gaps.gapInto(gap, 0, ball, 0, pose, 0, body, k, AT_ORIGIN, 0);
    least = Math.min(least, gap[GAP.distance]);
  }
  return least;
}

for (const sides of [3, 8, 13]) {
  test(`the faces of ${sides} plates are where the closed form has them, and the plates as thick as the wall`, () => {
    const solids = new Funnel([0, 0, 0], LEVEL, { ...SIZE, sides }).solids();
    expect(solids).toHaveLength(sides);
    solids.forEach((solid, k) => {
      const [y, z] = outwards(k, sides);
      // Out of the inner face: towards the axis and the mouth. In the middle of the funnel the face is 0.3 m from the axis.
      const inner = [-SIN, -COS * y, -COS * z];
      // Coordinates of some 1 m are exact to 1e-16 of it, and each goes through a few operations.
      expect(reach(solid, inner)).toBeCloseTo(-0.3 * COS, 14);
      expect(
        reach(
          solid,
          inner.map((n) => -n),
        ) -
          0.3 * COS,
      ).toBeCloseTo(0.02, 14);
      expect(reach(solid, [1, 0, 0])).toBeCloseTo(0.4, 14);
      expect(reach(solid, [-1, 0, 0])).toBeCloseTo(0.4, 14);
    });
  });
}

test("the wall is closed: a ball of 1 µm in it is inside of a plate at any angle, at joints too, and in the middle it is free", () => {
  const funnel = new Funnel([0, 0, 0], LEVEL, SIZE);
  // Joints of eight plates are at odd multiples of 22.5°: every 96th part of a turn meets all of them.
  for (let k = 0; k < 96; k++) {
    const angle = (2 * Math.PI * k) / 96;
    const toMiddle = angle - (Math.PI / 4) * Math.round(angle / (Math.PI / 4));
    for (const x of [-0.39, -0.1, 0.39]) {
      const inner_m = (0.3 - SLOPE * x) / Math.cos(toMiddle);
      const middle_m = inner_m + 0.01 / COS / Math.cos(toMiddle);
      const at = (r: number): number[] => [x, r * Math.cos(angle), r * Math.sin(angle)];
      expect(gapOf(funnel, at(middle_m), 1e-6)).toBeLessThan(0);
      // In front of the inner face by 2 mm, along its normal; the corner of a joint is 0.08 mm back, and 1 µm are the ball's own.
      const gap_m = gapOf(funnel, at(inner_m - 0.002 / COS / Math.cos(toMiddle)), 1e-6);
      expect(gap_m).toBeGreaterThan(0.002 - 2e-6);
      expect(gap_m).toBeLessThan(0.0021);
    }
  }
});

test("a ball as thick as the throat passes it, one that is 1 % thicker does not", () => {
  const funnel = new Funnel([0, 0, 0], LEVEL, SIZE);
  for (let x = -1; x <= 1; x += 0.01) expect(gapOf(funnel, [x, 0, 0], 0.149999)).toBeGreaterThan(0);
  expect(Math.min(...Array.from({ length: 81 }, (_, k) => gapOf(funnel, [k / 100, 0, 0], 0.1515)))).toBeLessThan(0);
});

test("rays meet the inner faces at their closed form, the outer ones a wall farther, and pass along the axis", () => {
  const turn = [0.4, -0.3, 1.2];
  const place = [3, -2, 7];
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, turn[0], turn[1], turn[2]);
  const turned = (v: readonly number[]): number[] => {
    const out = Float64Array.from(v);
    rotateInto(out, 0, q, 0, out, 0);
    return [...out];
  };
  const funnel = new Funnel(place, turn, SIZE);
  const from = (p: readonly number[]): number[] => turned(p).map((v, k) => v + place[k]);
  for (let k = 0; k < 8; k++) {
    const [y, z] = outwards(k, 8);
    for (const x of [-0.3, 0, 0.3]) {
      const seen = cast(funnel, rayOf(from([x, 0, 0]), turned([0, y, z])));
      // 1e-9 m is the accuracy that meshes state.
      expect(seen.distance_m).toBeCloseTo(0.3 - SLOPE * x, 9);
      const inner = turned([-SIN, -COS * y, -COS * z]);
      seen.normal.forEach((n, i) => {
        expect(n).toBeCloseTo(inner[i], 9);
      });
      const back = cast(funnel, rayOf(from([x, 2 * y, 2 * z]), turned([0, -y, -z])));
      expect(back.distance_m).toBeCloseTo(2 - (0.3 - SLOPE * x) - 0.02 / COS, 9);
    }
    const corner = outwards(k + 0.5, 8);
    const joint = cast(funnel, rayOf(from([0, 0, 0]), turned([0, corner[0], corner[1]])));
    expect(joint.distance_m).toBeCloseTo(0.3 / Math.cos(Math.PI / 8), 9);
  }
  expect(cast(funnel, rayOf(from([-5, 0, 0]), turned([1, 0, 0]))).distance_m).toBe(Infinity);
  // The rim of the mouth, in the wall of the plate towards y.
  const rim = cast(funnel, rayOf(from([-5, 0.45 + 0.01 / COS, 0]), turned([1, 0, 0])));
  expect(rim.distance_m).toBeCloseTo(4.6, 9);
});
