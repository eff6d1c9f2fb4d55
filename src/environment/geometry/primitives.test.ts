import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { quaternionFromRpyInto, rotateInverseInto } from "../../math/index.ts";
import { anyDirection, cast, pointOn, rayOf, sequence } from "../test/rays.ts";
import { TriangleMesh } from "./mesh.ts";
import { Box, Cylinder, Sphere, Wall } from "./primitives.ts";
import type { Surface } from "./ray.ts";

const LEVEL = [0, 0, 0];
const TURNED = [0.3, -0.7, 2.1];

test("a sphere of radius 1 m, 10 m ahead, is met at 9 m, left at 11 m, and from its inside at 1 m", () => {
  const sphere = new Sphere([10, 0, 0], 2);
  expect(cast(sphere, rayOf([0, 0, 0], [1, 0, 0]))).toMatchObject({ distance_m: 9, normal: [-1, 0, 0] });
  expect(cast(sphere, rayOf([10, 0, 0], [1, 0, 0]))).toMatchObject({ distance_m: 1, normal: [1, 0, 0] });
  expect(cast(sphere, rayOf([0, 0, 0], [-1, 0, 0])).distance_m).toBe(Infinity);
  // Off the centre by 0.6: half a chord is 0.8.
  expect(cast(sphere, rayOf([0, 0.6, 0], [1, 0, 0])).distance_m).toBeCloseTo(9.2, 12);
  expect(cast(sphere, rayOf([0, 1, 0], [1, 0, 0])).distance_m).toBe(10);
  expect(cast(sphere, rayOf([0, 1.0000001, 0], [1, 0, 0])).distance_m).toBe(Infinity);
});

test("the range is part of the question: what lies at it is met, what lies beyond is not", () => {
  for (const thing of [
    new Sphere([10, 0, 0], 2),
    new Box([10, 0, 0], LEVEL, [2, 1, 1]),
    new Cylinder([10, 0, 0], LEVEL, { diameter_m: 1, length_m: 2 }),
    new Wall([9, 0, 0], LEVEL, { width_m: 2, height_m: 2 }),
  ]) {
    expect(cast(thing, rayOf([0, 0, 0], [1, 0, 0], 9)).distance_m).toBe(9);
    expect(cast(thing, rayOf([0, 0, 0], [1, 0, 0], 8.999999)).distance_m).toBe(Infinity);
  }
});

test("a box 4 × 2 × 1 m is met on the face that its size says, along each axis, from outside and from inside", () => {
  const box = new Box([0, 0, 0], LEVEL, [4, 2, 1]);
  for (const [axis, half] of [2, 1, 0.5].entries()) {
    for (const sign of [1, -1]) {
      const direction = [0, 0, 0].map((_, k) => (k === axis ? -sign : 0));
      const origin = [0, 0, 0].map((_, k) => (k === axis ? 10 * sign : 0));
      const seen = cast(box, rayOf(origin, direction));
      expect(seen.distance_m).toBe(10 - half);
      expect(seen.normal.map((x) => x + 0)).toEqual(direction.map((d) => -d + 0));
      const inside = cast(box, rayOf([0, 0, 0], direction));
      expect(inside.distance_m).toBe(half);
      expect(inside.normal.map((x) => x + 0)).toEqual(direction.map((d) => d + 0));
      expect(
        cast(
          box,
          rayOf(
            origin,
            direction.map((d) => -d),
          ),
        ).distance_m,
      ).toBe(Infinity);
    }
  }
});

test("a unit cube turned by 45° is met at its edge, 5 − √½ m away, by a ray that runs at the edge", () => {
  const box = new Box([5, 0, 0], [0, 0, Math.PI / 4], [1, 1, 1]);
  expect(cast(box, rayOf([0, 0, 0], [1, 0, 0])).distance_m).toBeCloseTo(5 - Math.SQRT1_2, 12);
});

test("a ray in the plane of a box's face, or along its edge, touches it", () => {
  const box = new Box([5, 0, 0], LEVEL, [2, 2, 2]);
  expect(cast(box, rayOf([0, 1, 0], [1, 0, 0])).distance_m).toBe(4);
  expect(cast(box, rayOf([0, 1, -1], [1, 0, 0])).distance_m).toBe(4);
  expect(cast(box, rayOf([0, 1.0000000001, 0], [1, 0, 0])).distance_m).toBe(Infinity);
});

test("a pipe of 1 m across, lying north, is met at 4.5 m from the side, at its end from ahead, at a slant by Pythagoras", () => {
  const pipe = new Cylinder([0, 0, 5], LEVEL, { diameter_m: 1, length_m: 20 });
  expect(cast(pipe, rayOf([3, 0, 0], [0, 0, 1]))).toMatchObject({ distance_m: 4.5, part: 2 });
  expect(cast(pipe, rayOf([-30, 0.2, 5], [1, 0, 0]))).toMatchObject({ distance_m: 20, normal: [-1, 0, 0], part: 0 });
  // Down 4.5 m and as much north: √2 · 4.5.
  expect(cast(pipe, rayOf([0, 0, 0], [1, 0, 1])).distance_m).toBeCloseTo(4.5 * Math.SQRT2, 12);
  // 0.3 m off the axis the mantle is 0.4 m above it.
  const off = cast(pipe, rayOf([3, 0.3, 0], [0, 0, 1]));
  expect(off.distance_m).toBeCloseTo(4.6, 12);
  expect(off.normal[1]).toBeCloseTo(0.6, 12);
  expect(off.normal[2]).toBeCloseTo(-0.8, 12);
  expect(cast(pipe, rayOf([0, 0, 5], [1, 0, 0])).distance_m).toBe(10);
  expect(cast(pipe, rayOf([0, 0.6, 5], [1, 0, 0])).distance_m).toBe(Infinity);
});

test("almost along a pipe, 2⁻²⁰ m off its mantle and closing 1e-7 m per metre, the distance is their ratio, 9.5 m, to 1e-12", () => {
  const pipe = new Cylinder([0, 0, 0], LEVEL, { diameter_m: 1, length_m: 100 });
  const ray = rayOf([0, 0.5 + 2 ** -20, 0], [1, -1e-7, 0]);
  // Everything in the ratio is exact but the slope, which is taken from the ray; roots that cancel would be off by 1e-10.
  expect(Math.abs(cast(pipe, ray).distance_m - 2 ** -20 / -ray[4])).toBeLessThan(1e-12);
});

test("a pitch of 90° makes a pile of the pipe: 8 m long around 4 m depth, its head is at the surface", () => {
  const pile = new Cylinder([0, 0, 4], [0, Math.PI / 2, 0], { diameter_m: 0.5, length_m: 8 });
  // cos 90° is 6e-17, not 0: everything is off by 1e-15 at most.
  expect(cast(pile, rayOf([10, 0, 6], [-1, 0, 0])).distance_m).toBeCloseTo(9.75, 12);
  expect(cast(pile, rayOf([0.1, 0, -3], [0, 0, 1])).distance_m).toBeCloseTo(3, 12);
  expect([...pile.bounds_m].map((x) => Math.round(1e9 * x) / 1e9 + 0)).toEqual([-0.25, -0.25, 0, 0.25, 0.25, 8]);
});

test("a wall shows the ray its near side, has edges, and no thickness to meet from the side", () => {
  const wall = new Wall([0, 5, 2], [0, 0, Math.PI / 2], { width_m: 10, height_m: 4 });
  const ahead = cast(wall, rayOf([0, 0, 1], [0, 1, 0]));
  expect(ahead.distance_m).toBeCloseTo(5, 12);
  expect(ahead.normal[1]).toBeCloseTo(-1, 12);
  expect(cast(wall, rayOf([0, 9, 1], [0, -1, 0])).normal[1]).toBeCloseTo(1, 12);
  expect(cast(wall, rayOf([4.999, 0, 3.999], [0, 1, 0])).distance_m).toBeCloseTo(5, 12);
  expect(cast(wall, rayOf([5.001, 0, 1], [0, 1, 0])).distance_m).toBe(Infinity);
  expect(cast(wall, rayOf([0, 0, 4.001], [0, 1, 0])).distance_m).toBe(Infinity);
  const inPlane = new Wall([0, 0, 0], LEVEL, { width_m: 2, height_m: 2 });
  expect(cast(inPlane, rayOf([0, -5, 0], [0, 1, 0])).distance_m).toBe(Infinity);
});

/** Positive outside, 0 on the surface: written from the definitions, with quaternions instead of matrices. */
type Outside = (p: readonly number[]) => number;

function outsideOf(position: readonly number[], attitude: readonly number[], local: Outside): Outside {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, attitude[0], attitude[1], attitude[2]);
  return (p) => {
    const v = Float64Array.from(p, (x, k) => x - position[k]);
    rotateInverseInto(v, 0, q, 0, v, 0);
    return local([...v]);
  };
}

const centre = [3, -2, 7];
const solids: readonly [string, Surface, Outside][] = [
  [
    "box",
    new Box(centre, TURNED, [4, 2, 1]),
    outsideOf(centre, TURNED, ([x, y, z]) => Math.max(Math.abs(x) - 2, Math.abs(y) - 1, Math.abs(z) - 0.5)),
  ],
  [
    "cylinder",
    new Cylinder(centre, TURNED, { diameter_m: 1.5, length_m: 6 }),
    outsideOf(centre, TURNED, ([x, y, z]) => Math.max(Math.abs(x) - 3, Math.hypot(y, z) - 0.75)),
  ],
  ["sphere", new Sphere(centre, 3), outsideOf(centre, LEVEL, (p) => Math.hypot(...p) - 1.5)],
];

test.each(solids)(
  "%s: a hit lies on the surface, nothing is met before it, and its normal is the way out",
  (_, solid, outside) => {
    const random = sequence(11);
    let met = 0;
    for (let k = 0; k < 1500; k++) {
      const distance = 10 ** (4 * random());
      const towards = anyDirection(random);
      const origin = centre.map((c, axis) => c - distance * towards[axis]);
      const aim = centre.map((c, axis) => c + 4 * (random() - 0.5) - origin[axis]);
      const ray = rayOf(origin, aim);
      const { distance_m, normal } = cast(solid, ray);
      const end = Math.min(distance_m, 2 * distance);
      const startsInside = outside(origin) < 0;
      let least = Infinity;
      for (let s = 0; s < 20; s++) {
        const side = outside(pointOn(ray, (end * s) / 20));
        least = Math.min(least, startsInside ? -side : side);
      }
      // Between origin and hit the ray stays on its side; 1e-9 m is the accuracy that is promised, up to 10 km.
      expect(least).toBeGreaterThan(-1e-9);
      if (distance_m === Infinity) continue;
      met++;
      const p = pointOn(ray, distance_m);
      expect(Math.abs(outside(p))).toBeLessThan(1e-9);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      const out = p.map((x, axis) => x + 1e-4 * normal[axis]);
      const into = p.map((x, axis) => x - 1e-4 * normal[axis]);
      expect(outside(out)).toBeGreaterThan(0);
      expect(outside(into)).toBeLessThan(0);
      const along = normal[0] * ray[3] + normal[1] * ray[4] + normal[2] * ray[5];
      expect(startsInside ? along : -along).toBeGreaterThanOrEqual(-1e-9);
    }
    expect(met).toBeGreaterThan(400);
  },
);

test("a box of twelve triangles and a box in closed form are met at the same distance", () => {
  const box = new Box([0, 0, 0], LEVEL, [4, 2, 1]);
  const corners = Array.from({ length: 8 }, (_, k) => [k & 1 ? 2 : -2, k & 2 ? 1 : -1, k & 4 ? 0.5 : -0.5]);
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const mesh = new TriangleMesh({
    vertices_m: Float64Array.from(corners.flat()),
    triangles: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  });
  const coordinate = uniform(-5, 5);
  const point = fc.tuple(coordinate, coordinate, coordinate);
  fc.assert(
    fc.property(point, point, (from, to) => {
      fc.pre(Math.hypot(...to.map((x, k) => x - from[k])) > 1e-3);
      const ray = rayOf(
        from,
        to.map((x, k) => x - from[k]),
      );
      const [a, b] = [cast(box, ray), cast(mesh, ray)];
      if (a.distance_m === b.distance_m) return; // both miss
      // A ray within rounding of an edge may pass one and touch the other: then it leaves again at once.
      if (a.distance_m === Infinity || b.distance_m === Infinity) {
        const p = pointOn(ray, Math.min(a.distance_m, b.distance_m));
        const faces = p.filter((x, k) => Math.abs(Math.abs(x) - [2, 1, 0.5][k]) < 1e-9);
        expect(faces.length).toBeGreaterThanOrEqual(2);
        return;
      }
      expect(Math.abs(a.distance_m - b.distance_m)).toBeLessThan(1e-9);
    }),
    { seed: 21, numRuns: 2000 },
  );
});
