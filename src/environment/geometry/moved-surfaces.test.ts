import { expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import { anyDirection, cast, hitOf, rayOf, sequence, type TestHit } from "../test/rays.ts";
import { PlaneBottom } from "./formula-bottoms.ts";
import { MovedSurfaces } from "./moved-surfaces.ts";
import { Box, Cylinder, Sphere, Wall } from "./primitives.ts";
import { HIT_SIZE, noHitInto, type Surface } from "./ray.ts";

/** p and q one behind another, at an offset other than 0. */
function poseOf(p: readonly number[], [roll, pitch, yaw]: readonly number[]): Float64Array {
  const pose = new Float64Array(9);
  pose.set(p, 2);
  quaternionFromRpyInto(pose, 5, roll, pitch, yaw);
  return pose;
}

function castMoved(moved: MovedSurfaces, ray: Float64Array, pose: Float64Array): TestHit {
  const hit = new Float64Array(HIT_SIZE + 1);
  noHitInto(hit, 1);
  const met = moved.castInto(hit, 1, ray, 0, pose, 2);
  expect(met).toBe(hit[1] < Infinity);
  return hitOf(hit.subarray(1));
}

const ORIGIN = [0, 0, 0];
/** Each made at a place and an attitude. */
const SHAPES: readonly ((p: readonly number[], rpy: readonly number[]) => Surface)[] = [
  (p, rpy) => new Box(p, rpy, [4, 2, 1]),
  (p, rpy) => new Cylinder(p, rpy, { diameter_m: 1.5, length_m: 6 }),
  (p) => new Sphere(p, 3),
  (p, rpy) => new Wall(p, rpy, { width_m: 5, height_m: 3 }),
];

test("rays meet a body in a moved frame where they meet one that is built there, to 1e-9", () => {
  const random = sequence(91);
  const between = (low: number, high: number): number => low + (high - low) * random();
  let hits = 0;
  let misses = 0;
  for (let k = 0; k < 4000; k++) {
    const p = [between(-50, 50), between(-50, 50), between(0, 50)];
    const rpy = [between(-3, 3), between(-1.5, 1.5), between(-3, 3)];
    const make = SHAPES[k % SHAPES.length];
    const moved = new MovedSurfaces([make(ORIGIN, ORIGIN)]);
    const from = [between(-60, 60), between(-60, 60), between(-10, 60)];
    // Towards a place within 1.5 m along each axis of its centre, or anywhere.
    const aim = p.map((x, i) => x + between(-1.5, 1.5) - from[i]);
    const ray = rayOf(from, k % 3 === 0 ? anyDirection(random) : aim, k % 5 === 0 ? between(5, 100) : Infinity);
    const found = castMoved(moved, ray, poseOf(p, rpy));
    const expected = cast(make(p, rpy), ray);
    if (expected.distance_m === Infinity) {
      expect(found.distance_m).toBe(Infinity);
      misses++;
      continue;
    }
    hits++;
    // Rounding is 1e-14 m at these distances. What grazes by less than 1° has it times 1 / sin 1° = 57 and more: left out.
    const facing = expected.normal.reduce((sum, n, i) => sum + n * ray[3 + i], 0);
    if (Math.abs(facing) < 0.0175) continue;
    expect(Math.abs(found.distance_m - expected.distance_m)).toBeLessThan(1e-9);
    for (let i = 0; i < 3; i++) expect(Math.abs(found.normal[i] - expected.normal[i])).toBeLessThan(1e-9);
    expect(found.part).toBe(expected.part);
  }
  expect(hits).toBeGreaterThan(500);
  expect(misses).toBeGreaterThan(500);
});

test("the ball around a box of 4 × 2 × 1 m and a sphere of 2 m beside it has the box of both as its diagonal", () => {
  const { ball_m } = new MovedSurfaces([new Box(ORIGIN, ORIGIN, [4, 2, 1]), new Sphere([4, 0, 0], 2)]);
  // From −2 to 5, −1 to 1 and −1 to 1 m.
  expect([...ball_m.subarray(0, 3)]).toEqual([1.5, 0, 0]);
  // A micrometre larger than half of √(49 + 4 + 4).
  expect(ball_m[3]).toBeCloseTo(Math.sqrt(57) / 2, 5);
});

test("a hit that is nearer stays, one that is farther is replaced, and its object is left to the caller", () => {
  const moved = new MovedSurfaces([new Sphere(ORIGIN, 2)]);
  const pose = poseOf([10, 0, 0], ORIGIN);
  const ray = rayOf(ORIGIN, [1, 0, 0]);
  const hit = Float64Array.of(8.5, 0, 0, 1, 7, 3);
  expect(moved.castInto(hit, 0, ray, 0, pose, 2)).toBe(false);
  expect([...hit]).toEqual([8.5, 0, 0, 1, 7, 3]);
  hit[0] = 9.5;
  expect(moved.castInto(hit, 0, ray, 0, pose, 2)).toBe(true);
  expect([...hit]).toEqual([9, -1, 0, 0, 7, 0]);
});

test("nothing is met of no surfaces; a plane without end is asked wherever its frame is", () => {
  const nothing = new MovedSurfaces([]);
  expect(nothing.isEmpty).toBe(true);
  expect(castMoved(nothing, rayOf(ORIGIN, [0, 0, 1]), poseOf(ORIGIN, ORIGIN)).distance_m).toBe(Infinity);
  const plane = new MovedSurfaces([new PlaneBottom(5)]);
  // Its frame 100 m down and turned by 90° about x: its depth of 5 m then lies towards −y, and a ray to the west meets it there.
  const pose = poseOf([0, 0, 100], [Math.PI / 2, 0, 0]);
  expect(castMoved(plane, rayOf([0, 0, 90], [0, -1, 0]), pose).distance_m).toBeCloseTo(5, 12);
});

test("a warm cast allocates less than a byte", () => {
  const bytes = probeOf(
    import.meta.url,
    `
    import { MovedSurfaces } from "./moved-surfaces.ts";
    import { Box, Cylinder } from "./primitives.ts";
    import { ObstaclePath } from "./obstacle-path.ts";
    import { Neighbours } from "./neighbours.ts";
    import { Scene } from "./scene.ts";
    const box = new MovedSurfaces([new Box([0, 0, 0], [0, 0, 0], [4, 2, 1])]);
    const path = new ObstaclePath({ times_s: [0, 100], positions_m: [0, 0, 10, 100, 0, 10], attitude_rad: [0, 0, 0.3] });
    const scene = new Scene(null, [new Cylinder([0, 0, 0], [0, 0, 0], { diameter_m: 2, length_m: 8 })], null, [{ path, material: null }]);
    const near = new Neighbours([box, box]);
    const message = new Float64Array(114);
    message.set([0, 2,  0, 3, 0, 12, 1, 0, 0, 0, 0.1, 0.2, 0.3, 0.01, 0, 0,  1, 60, 0, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const ray = Float64Array.of(0.5, 0.1, 0, 0, 0, 1, 1e9);
    const hit = new Float64Array(6);
    const time = new Float64Array(1);
    const v = new Float64Array(3);
    const run = (casts) => {
      for (let k = 0; k < casts; k++) {
        time[0] = 0.37 * (k % 100);
        ray[0] = 0.5 + time[0];
        near.take(message, 0);
        scene.castInto(hit, 0, ray, 0);
        scene.castMovingInto(hit, 0, ray, 0, time, 0);
        near.castInto(hit, 0, ray, 0);
        if (!near.velocityInto(v, 0, hit[4] | 0, ray, 0)) scene.velocityInto(v, 0, hit[4] | 0, ray, 0, time, 0);
      }
    };
    process.stdout.write(String(leastBytes(run, 600000)));`,
  )();
  expect(bytes).toBeLessThan(1);
});
