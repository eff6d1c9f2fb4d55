import { expect, test } from "vitest";
import { anyDirection, cast, hitOf, rayOf, sequence, type TestHit } from "../test/rays.ts";
import { materialOf } from "./bottom-types.ts";
import { PlaneBottom, slopeGradient } from "./formula-bottoms.ts";
import { HeightGrid } from "./height-grid.ts";
import { MOTION_SIZE, ObstaclePath } from "./obstacle-path.ts";
import { Box, Cylinder, Sphere, Wall } from "./primitives.ts";
import { BOTTOM_OBJECT, HIT_SIZE, NO_OBJECT, noHitInto, type Surface } from "./ray.ts";
import { BELOW, BELOW_SIZE, Scene } from "./scene.ts";

const LEVEL = [0, 0, 0];

function nearest(scene: Scene, ray: Float64Array): TestHit {
  const hit = new Float64Array(HIT_SIZE + 1).fill(99);
  scene.castInto(hit, 1, ray, 0);
  return hitOf(hit.subarray(1));
}

function below(scene: Scene, p: readonly number[]): { altitude_m: number; depth_m: number; object: number } {
  const out = new Float64Array(BELOW_SIZE + 1);
  scene.depthBelowInto(out, 1, Float64Array.from(p), 0);
  return { altitude_m: out[1 + BELOW.altitude], depth_m: out[1 + BELOW.depth], object: out[1 + BELOW.object] };
}

test("of a pipe at 18 m on a bottom at 20 m and a wall 5 m ahead, a ray gives the nearest, and which it is", () => {
  const pipe = new Cylinder([0, 0, 18], LEVEL, { diameter_m: 1, length_m: 100 });
  const wall = new Wall([5, 0, 10], LEVEL, { width_m: 50, height_m: 20 });
  const scene = new Scene(new PlaneBottom(20), [pipe, wall]);
  expect(nearest(scene, rayOf([0, 0, 10], [0, 0, 1]))).toMatchObject({ distance_m: 7.5, object: 0 });
  expect(nearest(scene, rayOf([0, 0, 10], [1, 0, 0]))).toMatchObject({ distance_m: 5, object: 1, normal: [-1, 0, 0] });
  expect(nearest(scene, rayOf([0, 3, 10], [0, 0, 1]))).toMatchObject({ distance_m: 10, object: BOTTOM_OBJECT });
  const none = { distance_m: Infinity, object: NO_OBJECT, normal: [0, 0, 0], part: 0 };
  expect(nearest(scene, rayOf([0, 0, 10], [0, 0, -1]))).toEqual(none);
  expect(nearest(scene, rayOf([0, 0, 10], [0, 0, 1], 7))).toEqual(none);
  expect(nearest(new Scene(null, []), rayOf([0, 0, 10], [0, 0, 1]))).toEqual(none);
});

test("altitude: 10 m above the bottom, 7.5 m above the pipe, −3 m when 3 m under the ground, Infinity over nothing", () => {
  const pipe = new Cylinder([0, 0, 18], LEVEL, { diameter_m: 1, length_m: 100 });
  const scene = new Scene(new PlaneBottom(20), [pipe]);
  expect(below(scene, [0, 3, 10])).toEqual({ altitude_m: 10, depth_m: 20, object: BOTTOM_OBJECT });
  expect(below(scene, [0, 0, 10])).toEqual({ altitude_m: 7.5, depth_m: 17.5, object: 0 });
  expect(below(scene, [0, 3, 23])).toEqual({ altitude_m: -3, depth_m: 20, object: BOTTOM_OBJECT });
  expect(below(new Scene(null, [pipe]), [0, 3, 10])).toEqual({
    altitude_m: Infinity,
    depth_m: Infinity,
    object: NO_OBJECT,
  });
  const slope = new Scene(new PlaneBottom(20, [0, 0], slopeGradient(Math.PI / 4, 0)), []);
  expect(below(slope, [5, 0, 10]).altitude_m).toBeCloseTo(15, 12);
});

test("over a hole of the map the altitude is that of what stands in it, or Infinity", () => {
  const depths_m = new Float64Array(16).fill(10);
  depths_m[5] = Number.NaN;
  const grid = new HeightGrid({ rows: 4, columns: 4, spacing_m: 1, origin_m: [0, 0], depths_m }, "hole");
  const scene = new Scene(grid, [new Sphere([1, 1, 5], 2)]);
  expect(below(scene, [1, 1, 0])).toEqual({ altitude_m: 4, depth_m: 4, object: 0 });
  expect(below(scene, [0.1, 1.9, 0]).object).toBe(NO_OBJECT);
  expect(below(scene, [2.5, 2.5, 0])).toEqual({ altitude_m: 10, depth_m: 10, object: BOTTOM_OBJECT });
  expect(below(scene, [-9, 0, 0]).altitude_m).toBe(Infinity);
});

const one = new Float64Array(HIT_SIZE);

function distanceTo(thing: Surface, ray: Float64Array): number {
  noHitInto(one, 0);
  thing.castInto(one, 0, ray, 0);
  return one[0];
}

/** A plane without end as an obstacle: a lid of ice, say. */
const lid: Surface = new PlaneBottom(1);

test("among four hundred things, and one without end, the tree finds what asking each of them finds, to the last bit", () => {
  const random = sequence(73);
  const place = (): number[] => [100 * random(), 100 * random(), 30 * random()];
  const turn = (): number[] => [random(), random(), 6 * random()];
  const obstacles: Surface[] = Array.from({ length: 400 }, (_, k) => {
    if (k % 4 === 0) return new Sphere(place(), 4 * random());
    if (k % 4 === 1) return new Box(place(), turn(), [4 * random(), 3 * random(), 2 * random()]);
    if (k % 4 === 2) return new Cylinder(place(), turn(), { diameter_m: 1, length_m: 8 });
    return new Wall(place(), turn(), { width_m: 5 * random(), height_m: 5 * random() });
  });
  obstacles.push(lid);
  const scene = new Scene(new PlaneBottom(32, [0, 0], [0.01, 0.02]), obstacles);
  const counts = new Map<string, number>();
  for (let k = 0; k < 1500; k++) {
    const axis = [0, 1, 2].map((a) => (a === k % 3 ? 1 : 0));
    const ray = rayOf(place(), k % 5 === 0 ? axis : anyDirection(random), k % 2 === 0 ? 50 * random() : Infinity);
    let best = Infinity;
    for (const thing of [scene.bottom!, ...obstacles]) best = Math.min(best, distanceTo(thing, ray));
    const found = nearest(scene, ray);
    expect(found.distance_m).toBe(best);
    const kind = found.object >= 0 ? "obstacle" : String(found.object);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const thing = found.object >= 0 ? obstacles[found.object] : scene.bottom!;
    if (best < Infinity) expect({ ...cast(thing, ray), object: found.object }).toEqual(found);
  }
  // All three outcomes occur often enough to mean something.
  expect(counts.get("obstacle")).toBeGreaterThan(200);
  expect(counts.get(String(BOTTOM_OBJECT))).toBeGreaterThan(50);
  expect(counts.get(String(NO_OBJECT))).toBeGreaterThan(50);
});

/** A sphere of 2 m that goes north at 1 m/s, 10 m deep, turning; a pile that stands; a box that goes down at 0.5 m/s. */
function harbour(): Scene {
  const north = { times_s: [0, 100], positions_m: [0, 0, 10, 100, 0, 10], headings_rad: [0, 10], attitude_rad: LEVEL };
  const down = { times_s: [0, 20], positions_m: [50, 50, 0, 50, 50, 10], attitude_rad: LEVEL };
  const pile = new Cylinder([30, 0, 10], [0, Math.PI / 2, 0], { diameter_m: 1, length_m: 20 });
  return new Scene(new PlaneBottom(20), [new Sphere(LEVEL, 2), pile, new Box(LEVEL, LEVEL, [4, 2, 2])], null, [
    { path: new ObstaclePath(north), material: materialOf("steel", 0) },
    { path: null, material: null },
    { path: new ObstaclePath(down), material: null },
  ]);
}

function nearestAt(scene: Scene, ray: Float64Array, t_s: number): TestHit {
  const hit = new Float64Array(HIT_SIZE);
  scene.castInto(hit, 0, ray, 0);
  scene.castMovingInto(hit, 0, ray, 0, Float64Array.of(t_s), 0);
  return hitOf(hit);
}

test("what moves is met where it is at the time: from 20 m ahead of it a sphere comes nearer by 1 m each second, until a pile stands before it", () => {
  const scene = harbour();
  const back = rayOf([29, 0, 10], [-1, 0, 0]);
  for (const t_s of [0, 7.25, 20, 27.9]) {
    const { distance_m, object, normal } = nearestAt(scene, back, t_s);
    expect(distance_m).toBeCloseTo(29 - 1 - t_s, 12);
    expect(object).toBe(0);
    normal.forEach((n, i) => {
      expect(n).toBeCloseTo([1, 0, 0][i], 12);
    });
  }
  expect(nearestAt(scene, rayOf([60, 0, 10], [-1, 0, 0]), 0)).toMatchObject({ distance_m: 29.5, object: 1 });
  expect(nearestAt(scene, rayOf([60, 0, 10], [-1, 0, 0]), 40)).toMatchObject({ object: 0 });
  // A cast without a time is of what stands.
  expect(nearest(scene, back).object).toBe(NO_OBJECT);
  const one = new Float64Array(HIT_SIZE);
  scene.castObstacleInto(one, 0, rayOf([-5, 0, 0], [1, 0, 0]), 0, 0);
  expect(one[4]).toBe(NO_OBJECT);
});

test("the altitude over a box that sinks at 0.5 m/s grows by that, and is that over the bottom for one that asks without a time", () => {
  const scene = harbour();
  const out = new Float64Array(BELOW_SIZE);
  for (const t_s of [4, 10, 30]) {
    scene.depthBelowInto(out, 0, Float64Array.of(50, 50, 0.25), 0, Float64Array.of(0, t_s), 1);
    // Its top is 1 m above its centre.
    const top_m = Math.min(0.5 * t_s, 10) - 1;
    expect([...out]).toEqual([top_m - 0.25, top_m, 2]);
  }
  expect(below(scene, [50, 50, 0.25])).toEqual({ altitude_m: 19.75, depth_m: 20, object: BOTTOM_OBJECT });
});

test("what moves is numbered for contacts, with its motion, its surface and the velocity of its points", () => {
  const scene = harbour();
  expect([scene.obstacleCount, scene.moverCount]).toEqual([3, 2]);
  expect([0, 1].map((k) => scene.moverObject(k))).toEqual([0, 2]);
  expect([BOTTOM_OBJECT, 0, 1, 2].map((object) => scene.moverOf(object))).toEqual([-1, 0, -1, 1]);
  expect([0, 1, 2].map((k) => scene.boundsOf(k) === null)).toEqual([true, false, true]);
  expect(scene.moverSurfaces(1).ball_m[3]).toBeCloseTo(Math.sqrt(6), 5);
  const time = Float64Array.of(5);
  const motion = new Float64Array(MOTION_SIZE);
  scene.motionInto(motion, 0, 1, time, 0);
  expect([...motion]).toEqual([50, 50, 2.5, 1, 0, 0, 0, 0, 0, 0.5, 0, 0, 0]);
  // Of the sphere, which turns by 0.1 rad/s: 1 m east of its centre that is 0.1 m/s to the south.
  const v = new Float64Array(3);
  expect(scene.velocityInto(v, 0, 0, Float64Array.of(5, 1, 10), 0, time, 0)).toBe(true);
  [0.9, 0, 0].forEach((speed, i) => {
    expect(v[i]).toBeCloseTo(speed, 14);
  });
  for (const object of [BOTTOM_OBJECT, NO_OBJECT, 1]) {
    expect(scene.velocityInto(v, 0, object, Float64Array.of(5, 1, 10), 0, time, 0)).toBe(false);
  }
});

test("what is met has its own material: steel of the sphere, nothing of the others", () => {
  const scene = harbour();
  expect([BOTTOM_OBJECT, NO_OBJECT, 0, 1, 2].map((object) => scene.materialOf(object)?.type ?? null)).toEqual([
    ...[null, null, "steel", null, null],
  ]);
});
