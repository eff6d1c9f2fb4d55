import { expect, test } from "vitest";
import { anyDirection, cast, hitOf, rayOf, sequence, type TestHit } from "../test/rays.ts";
import { PlaneBottom, slopeGradient } from "./formula-bottoms.ts";
import { HeightGrid } from "./height-grid.ts";
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
