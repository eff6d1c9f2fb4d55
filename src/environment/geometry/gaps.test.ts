import fc from "fast-check";
import { expect, test } from "vitest";
import { quaternionFromRpyInto, rotateInto } from "../../math/index.ts";
import { CONTACT_SIZE, MOST_CONTACTS } from "./contact.ts";
import { ConvexMesh } from "./convex-mesh.ts";
import { GAP, GAP_SIZE, Gaps } from "./gaps.ts";
import { Pose } from "./pose.ts";
import {
  boxSolid,
  cylinderSolid,
  pointSolid,
  rectangleSolid,
  roundingOf,
  type Solid,
  segmentSolid,
  triangleSolid,
} from "./solid.ts";
import { SolidBody } from "./solid-body.ts";

const HERE = new Pose([0, 0, 0], [0, 0, 0]);
const gaps = new Gaps();

function poseOf(position_m: readonly number[], rpy: readonly number[] = [0, 0, 0]): Float64Array {
  const out = new Float64Array(7);
  out.set(position_m);
  quaternionFromRpyInto(out, 3, rpy[0], rpy[1], rpy[2]);
  return out;
}

function bodyOf(solid: Solid): SolidBody {
  return new SolidBody([solid]);
}

function gapOf(A: SolidBody, poseA: Float64Array, B: SolidBody, poseB: Float64Array): Float64Array {
  const out = new Float64Array(GAP_SIZE + 1);
  gaps.gapInto(out, 1, A, 0, poseA, 0, B, 0, poseB, 0);
  return out.slice(1);
}

interface Contact {
  readonly point: number[];
  readonly normal: number[];
  readonly gap: number;
  readonly key: number;
}

function contactsOf(
  A: SolidBody,
  poseA: Float64Array,
  B: SolidBody,
  poseB: Float64Array,
  reach_m = 0.01,
): readonly Contact[] {
  const out = new Float64Array(CONTACT_SIZE * MOST_CONTACTS + 2);
  const count = gaps.contactsInto(out, 2, A, 0, poseA, 0, B, 0, poseB, 0, Float64Array.of(reach_m));
  return Array.from({ length: count }, (_, k) => {
    const at = 2 + CONTACT_SIZE * k;
    return {
      point: [...out.slice(at, at + 3)],
      normal: [...out.slice(at + 3, at + 6)],
      gap: out[at + 6],
      key: out[at + 7],
    };
  });
}

const sphere = (radius_m: number): SolidBody => bodyOf(pointSolid([0, 0, 0], radius_m));
const capsule = (half_m: number, radius_m: number): SolidBody =>
  bodyOf(segmentSolid([-half_m, 0, 0, half_m, 0, 0], radius_m));
const box = (a: number, b: number, c: number): SolidBody => bodyOf(boxSolid([a / 2, b / 2, c / 2], HERE));
const cylinder = (length_m: number, radius_m: number): SolidBody =>
  bodyOf(cylinderSolid([-length_m / 2, 0, 0, length_m / 2, 0, 0], radius_m));

const coordinate = (most: number): fc.Arbitrary<number> => fc.double({ min: -most, max: most, noNaN: true });
const triple = (most: number): fc.Arbitrary<number[]> => fc.array(coordinate(most), { minLength: 3, maxLength: 3 });
const anyPose = (most_m: number): fc.Arbitrary<Float64Array> =>
  fc.tuple(triple(most_m), triple(3)).map(([p, rpy]) => poseOf(p, rpy));
const size = fc.double({ min: 0.1, max: 2, noNaN: true });
/** A prism of n sides, its end faces tilted and moved by a linear map, from triangles. */
const prism = fc.tuple(fc.integer({ min: 3, max: 9 }), size, triple(0.1)).map(([n, height, [a, b, c]]) => {
  const ring = (z: number): number[] =>
    Array.from({ length: n }, (_, k) => {
      const [x, y] = [Math.cos((2 * Math.PI * k) / n), Math.sin((2 * Math.PI * k) / n)];
      return [0.5 * x + a * z, 0.5 * y + b * z, (z * height) / 2 + c * x];
    }).flat();
  const k = Array.from({ length: n }, (_, i) => i);
  const faces = [...k.map((i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i]), [...k].reverse(), k.map((i) => n + i)];
  const triangles = faces.flatMap((face) => face.slice(2).flatMap((_, i) => [face[0], face[i + 1], face[i + 2]]));
  const data = { vertices_m: Float64Array.from([...ring(-1), ...ring(1)]), triangles: Uint32Array.from(triangles) };
  return new SolidBody(new ConvexMesh([0, 0, 0], [0, 0, 0], data, 1).solids());
});
const polytope = fc.oneof(
  prism,
  fc.tuple(size, size, size).map(([a, b, c]) => box(a, b, c)),
  fc.tuple(size, size).map(([a, b]) => bodyOf(rectangleSolid([a, b], HERE))),
  fc
    .tuple(triple(1), triple(1), triple(1))
    .filter((t) => areaOf(t) > 0.01)
    .map((t) => bodyOf(triangleSolid(t.flat()))),
  fc.tuple(size, size).map(([a, r]) => capsule(a, r)),
  size.map(sphere),
);
const anyBody = fc.oneof(
  { weight: 3, arbitrary: polytope },
  { weight: 1, arbitrary: fc.tuple(size, size).map(([l, r]) => cylinder(l, r)) },
);

function areaOf([a, b, c]: readonly number[][]): number {
  const u = b.map((x, k) => x - a[k]);
  const v = c.map((x, k) => x - a[k]);
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

/** −h_A(−n) − h_B(n): how far apart the two are along n. By the support functions alone, which know no nearest points. */
function apartAlong(
  A: SolidBody,
  poseA: Float64Array,
  B: SolidBody,
  poseB: Float64Array,
  n: readonly number[],
): number {
  const out = new Float64Array(2);
  A.reachInto(
    out,
    0,
    0,
    poseA,
    0,
    Float64Array.from(n, (x) => -x),
    0,
  );
  B.reachInto(out, 1, 0, poseB, 0, Float64Array.from(n), 0);
  return -out[0] - out[1];
}

/** Directions all over the sphere, a few degrees apart: Fibonacci's spiral. */
const DIRECTIONS = Array.from({ length: 2000 }, (_, k) => {
  const z = 1 - (2 * k + 1) / 2000;
  const r = Math.sqrt(1 - z * z);
  const angle = k * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

test("of a ball above a face of a mesh: the distance of its centre from the plane, less its radius, less the 0.5 mm of the mesh", () => {
  // A wedge: the planes z = 0, x + z = 1, y = 0 and 1, x = 0.
  const vertices_m = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1);
  const triangles = Uint32Array.of(0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 0, 2, 5, 0, 5, 3, 1, 4, 5, 1, 5, 2);
  const solids = new ConvexMesh([0, 0, 0], [0, 0, 0], { vertices_m, triangles }, 2).solids();
  const gap = gapOf(sphere(0.25), poseOf([1.5, 1, 1.5]), new SolidBody(solids), poseOf([0, 0, 0]));
  // Twice as large: x + z = 2.
  expect(gap[GAP.distance]).toBeCloseTo(1 / Math.sqrt(2) - 0.25 - 5e-4, 14);
  expect(gap[GAP.normal]).toBeCloseTo(Math.SQRT1_2, 14);
});

test("two spheres of 0.5 m and 0.25 m, centres 1 m apart, are 0.25 m apart; 0.25 m apart they overlap by 0.5 m", () => {
  const far = gapOf(sphere(0.5), poseOf([0, 0, -1]), sphere(0.25), poseOf([0, 0, 0]));
  expect([...far]).toEqual([0.25, 0, 0, -1, 0, 0, -0.5, 0, 0, -0.25]);
  const near = gapOf(sphere(0.5), poseOf([0.25, 0, 0]), sphere(0.25), poseOf([0, 0, 0]));
  expect([...near]).toEqual([-0.5, 1, 0, 0, -0.25, 0, 0, 0.25, 0, 0]);
});

test("two spheres at one place overlap by the sum of their radii, along a unit normal", () => {
  const g = gapOf(sphere(0.5), poseOf([3, 4, 5]), sphere(0.25), poseOf([3, 4, 5]));
  expect(g[GAP.distance]).toBe(-0.75);
  expect(Math.hypot(g[1], g[2], g[3])).toBe(1);
});

test("a sphere off a box is where the nearest point of the box says: face, edge, corner and inside", () => {
  const rho = roundingOf(1);
  const B = box(1, 1.5, 2);
  const half = [0.5, 0.75, 1].map((a) => a - rho);
  fc.assert(
    fc.property(triple(2), triple(3), triple(50), (p, rpy, at) => {
      const poseB = poseOf(at, rpy);
      const centre = new Float64Array(3);
      rotateInto(centre, 0, poseB, 3, Float64Array.from(p), 0);
      const g = gapOf(sphere(0.3), poseOf(at.map((x, k) => x + centre[k])), B, poseB);
      // The box with edges rounded by ρ is a smaller box grown by ρ: the distance of a point to a box, in closed form.
      const out = p.map((x, k) => Math.max(Math.abs(x) - half[k], 0));
      const outside = Math.hypot(...out);
      const inside = Math.max(...p.map((x, k) => Math.abs(x) - half[k]));
      const expected = (outside > 0 ? outside : inside) - rho - 0.3;
      // Places 50 m off: rounding of some 1e-14; of overlaps as well.
      expect(Math.abs(g[0] - expected)).toBeLessThan(1e-12);
    }),
    { seed: 1, numRuns: 500 },
  );
});

/** Distance of two segments: ends against segments, and the common perpendicular where it meets both. */
function segmentDistance(p: number[], q: number[], r: number[], s: number[]): number {
  const sub = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const toSegment = (x: number[], a: number[], b: number[]): number => {
    const e = sub(b, a);
    const t = Math.min(Math.max(dot(sub(x, a), e) / dot(e, e), 0), 1);
    return Math.hypot(
      ...sub(
        x,
        a.map((y, k) => y + t * e[k]),
      ),
    );
  };
  let least = Math.min(toSegment(p, r, s), toSegment(q, r, s), toSegment(r, p, q), toSegment(s, p, q));
  const [u, v, w] = [sub(q, p), sub(s, r), sub(p, r)];
  const [a, b, c, d, e] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = a * c - b * b;
  if (det > 1e-6) {
    const t = (b * e - c * d) / det;
    const z = (a * e - b * d) / det;
    if (t >= 0 && t <= 1 && z >= 0 && z <= 1) {
      least = Math.min(least, Math.hypot(...w.map((x, k) => x + t * u[k] - z * v[k])));
    }
  }
  return least;
}

/** As segmentDistance counts it, of axes x of these attitudes and lengths of 2 m and 1 m. */
function segmentsAreParallel(poseA: Float64Array, poseB: Float64Array): boolean {
  const [a, b] = [poseA, poseB].map((pose) => {
    const out = new Float64Array(3);
    rotateInto(out, 0, pose, 3, Float64Array.of(1, 0, 0), 0);
    return [...out];
  });
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return 4 * cross.reduce((sum, x) => sum + x * x, 0) <= 1.01e-6;
}

test("two capsules are as far apart as their segments, less both radii", () => {
  fc.assert(
    fc.property(anyPose(2), anyPose(2), (poseA, poseB) => {
      const end = (pose: Float64Array, x: number): number[] => {
        const out = new Float64Array(3);
        rotateInto(out, 0, pose, 3, Float64Array.of(x, 0, 0), 0);
        return [...out].map((y, k) => y + pose[k]);
      };
      const expected = segmentDistance(end(poseA, -1), end(poseA, 1), end(poseB, -0.5), end(poseB, 0.5)) - 0.3;
      const g = gapOf(capsule(1, 0.1), poseA, capsule(0.5, 0.2), poseB);
      // Rounding of the perpendicular's foot: 1e-16/1e-6 of 4 m. Where it is left out, the sine of their angle is below 5e-4, and an end is
      // at most 1 m off the foot: it is nearer than 5e-4 m to the other segment.
      expect(g[0] - expected).toBeLessThan(1e-9);
      expect(expected - g[0]).toBeLessThan(segmentsAreParallel(poseA, poseB) ? 5e-4 : 1e-9);
    }),
    { seed: 2, numRuns: 1000 },
  );
});

test("boxes face to face: 1 m and 2 m high, centres 1.75 m apart, leave 0.25 m; 1.25 m apart they overlap by 0.25 m", () => {
  const upper = box(1, 1, 1);
  const lower = box(3, 3, 2);
  const apart = gapOf(upper, poseOf([0.4, 0.3, -1.75], [0, 0, 0.3]), lower, poseOf([0, 0, 0]));
  expect(apart[0]).toBeCloseTo(0.25, 12);
  expect(apart[3]).toBeCloseTo(-1, 12);
  const into = gapOf(upper, poseOf([0.4, 0.3, -1.25], [0, 0, 0.3]), lower, poseOf([0, 0, 0]));
  expect(into[0]).toBeCloseTo(-0.25, 12);
  expect(into[3]).toBeCloseTo(-1, 12);
});

test("edge across edge: two rods of 0.2 m square on their edges, crossed, centres 0.5 m apart: 0.5 − 0.2 √2 + 2 (√2 − 1) ρ", () => {
  const rod = box(2, 0.2, 0.2);
  const quarter = Math.PI / 4;
  const g = gapOf(rod, poseOf([0, 0, -0.5], [quarter, 0, 0]), rod, poseOf([0, 0, 0], [quarter, 0, 2 * quarter]));
  const rho = roundingOf(0.2);
  expect(g[0]).toBeCloseTo(0.5 - 0.2 * Math.SQRT2 + 2 * (Math.SQRT2 - 1) * rho, 12);
  expect(g[3]).toBeCloseTo(-1, 12);
});

/**
 * What proves a distance: its two points belong to the solids and are that far apart (so it is not more), and along the normal the solids
 * are that far apart (so it is not less). Membership is asked of 2000 directions.
 */
test("of random solids, the points belong to them, lie d apart, and no direction separates them by more than the normal's d", () => {
  let [runs, slanted] = [0, 0];
  fc.assert(
    fc.property(anyBody, anyPose(3), anyBody, anyPose(3), (A, poseA, B, poseB) => {
      const g = gapOf(A, poseA, B, poseB);
      const n = [g[1], g[2], g[3]];
      // Sizes of 10 m: rounding some 1e-14, which turns the normal by as much over the distance of the cores; below 1e-9 of the size they
      // count as touching. The points of discs are as near as the root of what their distance is.
      const round = A.solids[0].round[1] > 0 || B.solids[0].round[1] > 0;
      const cores_m = g[0] + A.solids[0].round[0] + B.solids[0].round[0];
      // Points are mixed from corners of a simplex, which may be as thin as 1e-6: 1e-9.
      const turned = cores_m > -1e-7 ? 3e-14 / Math.max(cores_m, 1e-8) : 0;
      const close = turned + (round ? (g[0] < 0 ? 1e-5 : 1e-7) : 1e-9);
      expect(Math.hypot(...n)).toBeCloseTo(1, 12);
      expect(Math.abs(n.reduce((sum, x, k) => sum + x * (g[4 + k] - g[7 + k]), 0) - g[0])).toBeLessThan(close);
      const apart = Math.abs(apartAlong(A, poseA, B, poseB, n) - g[0]);
      const beside = Math.max(...n.map((x, k) => Math.abs(g[4 + k] - g[7 + k] - g[0] * x)));
      // Features that are parallel but for 1e-8: any v between their ends is as short, to 4e-15 of 10 m, and they differ by the root of that.
      const slant = Math.sqrt((2 * 4e-15 * 10) / Math.max(cores_m, 1e-3));
      runs++;
      if (apart > close || beside > close + 1e-6 * +round) slanted++;
      expect(apart).toBeLessThan(close + slant);
      expect(beside).toBeLessThan(close + slant + 1e-6 * +round);
      const out = new Float64Array(1);
      const most = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
      for (const m of DIRECTIONS) {
        most[0] = Math.max(most[0], apartAlong(A, poseA, B, poseB, m) - g[0]);
        const direction = Float64Array.from(m);
        A.reachInto(out, 0, 0, poseA, 0, direction, 0);
        most[1] = Math.max(most[1], m[0] * g[4] + m[1] * g[5] + m[2] * g[6] - out[0]);
        B.reachInto(out, 0, 0, poseB, 0, direction, 0);
        most[2] = Math.max(most[2], m[0] * g[7] + m[1] * g[8] + m[2] * g[9] - out[0]);
      }
      // The distance itself is second order in all that: the points lie as far apart as it says, and no direction leaves more between.
      const exact = round || cores_m < 1e-7 ? close : 1e-11;
      expect(Math.abs(Math.hypot(g[4] - g[7], g[5] - g[8], g[6] - g[9]) - Math.abs(g[0]))).toBeLessThan(exact);
      expect(most[0]).toBeLessThan(exact);
      for (const beyond of most) expect(beyond).toBeLessThan(close);
    }),
    { seed: 3, numRuns: 1000 },
  );
  // Rare, even among numbers that are drawn to be awkward.
  expect(slanted).toBeLessThan(0.01 * runs);
});

/** Depth of overlap of two boxes by separating axes: three face normals each, nine crosses of edges. */
function boxOverlap(A: SolidBody, poseA: Float64Array, B: SolidBody, poseB: Float64Array): number {
  const axesOf = (pose: Float64Array): number[][] =>
    [0, 1, 2].map((k) => {
      const out = new Float64Array(3);
      rotateInto(
        out,
        0,
        pose,
        3,
        Float64Array.from([0, 1, 2], (q) => (q === k ? 1 : 0)),
        0,
      );
      return [...out];
    });
  const [u, v] = [axesOf(poseA), axesOf(poseB)];
  const axes = [...u, ...v];
  for (const a of u) {
    for (const b of v) {
      const c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      const length = Math.hypot(...c);
      if (length > 1e-6) axes.push(c.map((x) => x / length));
    }
  }
  const both = axes.flatMap((axis) => [axis, axis.map((x) => -x)]);
  return Math.max(...both.map((axis) => apartAlong(A, poseA, B, poseB, axis)));
}

test("boxes that overlap deeply do so by the least over their fifteen separating axes", () => {
  const A = box(1, 0.6, 0.4);
  const B = box(1.5, 0.3, 0.8);
  let overlaps = 0;
  fc.assert(
    fc.property(anyPose(0.4), anyPose(0.4), (poseA, poseB) => {
      const g = gapOf(A, poseA, B, poseB);
      if (g[0] > -0.01) return;
      overlaps++;
      // Rounding of axes that are nearly parallel (cross above 1e-6): 1e-16/1e-6.
      expect(Math.abs(g[0] - boxOverlap(A, poseA, B, poseB))).toBeLessThan(1e-9);
    }),
    { seed: 4, numRuns: 500 },
  );
  expect(overlaps).toBeGreaterThan(200);
});

test("a cylinder in a cylinder, on one axis, overlaps by the sum of radii, or lengthwise where that is less", () => {
  const pile = cylinder(4, 0.5);
  expect(gapOf(pile, poseOf([0, 0, 0]), pile, poseOf([0.5, 0, 0]))[0]).toBeCloseTo(-1, 10);
  expect(gapOf(pile, poseOf([0, 0, 0]), pile, poseOf([3.75, 0, 0]))[0]).toBeCloseTo(-0.25, 10);
});

test("a ball whose centre is in the plane of a wall is pushed out across it, by its radius and the wall's rounding", () => {
  const wall = bodyOf(rectangleSolid([5, 2], HERE));
  const g = gapOf(sphere(0.25), poseOf([0, 1, 0.5]), wall, poseOf([0, 0, 0]));
  expect(g[0]).toBe(-0.2505);
  expect(Math.abs(g[1])).toBe(1);
  const crossed = gapOf(capsule(1, 0.1), poseOf([0, 0, 0]), capsule(1, 0.1), poseOf([0, 0, 0], [0, 0, Math.PI / 2]));
  expect(crossed[0]).toBeCloseTo(-0.2, 14);
  expect(Math.abs(crossed[3])).toBeCloseTo(1, 14);
  const along = gapOf(capsule(1, 0.1), poseOf([0, 0, 0]), capsule(1, 0.1), poseOf([0.5, 0, 0]));
  expect(along[0]).toBeCloseTo(-0.2, 14);
});

test("the gap from A to B is that from B to A, with normal and points exchanged", () => {
  fc.assert(
    fc.property(polytope, anyPose(2), polytope, anyPose(2), (A, poseA, B, poseB) => {
      const g = gapOf(A, poseA, B, poseB);
      const h = gapOf(B, poseB, A, poseA);
      // Rounding of 6 m, and 1e-9 of it where cores touch.
      expect(Math.abs(g[0] - h[0])).toBeLessThan(g[0] > 0 ? 1e-11 : 1e-8);
      // Which of two nearest points is taken, where there are several, is free; so is the normal of a deep overlap with two ways out.
      // Distances are found to 4e-15 of 6 m. Where edges are parallel to 1e-9, more than one v is as short as that, and they lie within
      // √(2 · 4e-15 · 6 m / d) of one another; cores are 1e-3 m farther apart than surfaces.
      const most = Math.sqrt((2 * 4e-15 * 6) / (g[0] + 1e-3));
      if (g[0] > 0) for (let k = 1; k < 4; k++) expect(Math.abs(g[k] + h[k])).toBeLessThan(most);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test("moving both together, 5 km off and turned, changes the gap by rounding only", () => {
  const out = new Float64Array(3);
  fc.assert(
    fc.property(anyBody, anyPose(2), anyBody, anyPose(2), anyPose(5000), (A, poseA, B, poseB, X) => {
      const moved = (pose: Float64Array): Float64Array => {
        const result = new Float64Array(7);
        rotateInto(out, 0, X, 3, pose, 0);
        for (let k = 0; k < 3; k++) result[k] = out[k] + X[k];
        const [w, x, y, z] = X.slice(3);
        const [a, b, c, d] = pose.slice(3);
        result[3] = w * a - x * b - y * c - z * d;
        result[4] = w * b + x * a + y * d - z * c;
        result[5] = w * c - x * d + y * a + z * b;
        result[6] = w * d + x * c - y * b + z * a;
        return result;
      };
      const g = gapOf(A, poseA, B, poseB);
      const h = gapOf(A, moved(poseA), B, moved(poseB));
      // An ulp of 5 km is 9e-13 m; places are rounded twice. Where cores touch or overlap: 1e-9 of the size.
      expect(Math.abs(g[0] - h[0])).toBeLessThan(g[0] < 0 ? 2e-8 : 1e-11);
    }),
    { seed: 6, numRuns: 300 },
  );
});

function areaOfContacts(contacts: readonly Contact[]): number {
  const points = contacts.map(({ point }) => point);
  let sum = 0;
  points.forEach(([x, y], k) => {
    const [u, v] = points[(k + 1) % points.length];
    sum += x * v - y * u;
  });
  return Math.abs(sum) / 2;
}

test("a box flat on a box touches at the four corners of what they share", () => {
  const rho = 1e-3;
  const upper = box(1, 1, 1);
  const lower = box(4, 4, 1);
  const whole = contactsOf(upper, poseOf([0, 0, -1.002], [0, 0, 0.7]), lower, poseOf([0, 0, 0]));
  expect(whole.length).toBe(4);
  for (const { gap, normal, point } of whole) {
    expect(gap).toBeCloseTo(0.002, 12);
    expect(normal[2]).toBeCloseTo(-1, 12);
    expect(point[2]).toBeCloseTo(-0.501, 12);
  }
  expect(areaOfContacts(whole)).toBeCloseTo((1 - 2 * rho) ** 2, 10);
  // Half over the edge: [1.5, 2] of its own [1.5, 2.5], each core smaller by ρ.
  const over = contactsOf(upper, poseOf([2, 0, -0.999]), lower, poseOf([0, 0, 0]));
  expect(over.length).toBe(4);
  expect(areaOfContacts(over)).toBeCloseTo((0.5 - 2 * rho) * (1 - 2 * rho), 10);
  for (const { gap } of over) expect(gap).toBeCloseTo(-0.001, 12);
});

test("two squares turned by 45° share an octagon of area 2 (√2 − 1) s², by eight contacts", () => {
  const one = box(1, 1, 0.5);
  const found = contactsOf(one, poseOf([0, 0, -0.5], [0, 0, Math.PI / 4]), one, poseOf([0, 0, 0]));
  expect(found.length).toBe(8);
  expect(areaOfContacts(found)).toBeCloseTo(2 * (Math.SQRT2 - 1) * 0.998 ** 2, 10);
  expect(new Set(found.map(({ key }) => key)).size).toBe(8);
});

test("names of contacts stay the same while a box slides and turns a little on another", () => {
  const upper = box(1, 1, 1);
  const lower = box(4, 4, 1);
  const keys = (x: number, turn: number): number[] =>
    contactsOf(upper, poseOf([x, 0.1, -1.001], [0, 0, turn]), lower, poseOf([0, 0, 0])).map(({ key }) => key);
  expect(keys(0.1, 0.2)).toEqual(keys(0, 0.25));
});

test("a box tilted by 1° about its lower edge touches at the edge, and by larger reach at all four corners with their gaps", () => {
  const tilt = Math.PI / 180;
  const upper = box(1, 1, 1);
  const lower = box(4, 4, 1);
  // Lowest corners of the core at the height of a core that lies flat.
  const half = 0.499;
  const z = -1 - (half * (Math.cos(tilt) + Math.sin(tilt)) - half);
  const near = contactsOf(upper, poseOf([0, 0, z], [tilt, 0, 0]), lower, poseOf([0, 0, 0]), 1e-3);
  expect(near.length).toBe(2);
  for (const { gap } of near) expect(gap).toBeCloseTo(0, 12);
  const all = contactsOf(upper, poseOf([0, 0, z], [tilt, 0, 0]), lower, poseOf([0, 0, 0]), 0.05);
  expect(all.length).toBe(4);
  const expected = 2 * half * Math.sin(tilt);
  expect(all.map(({ gap }) => gap).sort((a, b) => a - b)[3]).toBeCloseTo(expected, 12);
});

test("a capsule on a face touches at its two ends, across an edge at the nearest point, and beside another at two points", () => {
  const pod = capsule(0.5, 0.1);
  const plate = box(4, 4, 1);
  const lying = contactsOf(pod, poseOf([0, 0, -0.6], [0, 0, 0.4]), plate, poseOf([0, 0, 0]));
  expect(lying.length).toBe(2);
  expect(lying.map(({ gap }) => Math.abs(gap) < 1e-12)).toEqual([true, true]);
  expect(Math.hypot(lying[0].point[0] - lying[1].point[0], lying[0].point[1] - lying[1].point[1])).toBeCloseTo(1, 12);
  const beside = contactsOf(pod, poseOf([0.25, 0, 0]), pod, poseOf([0, 0.2, 0]));
  expect(beside.map(({ point }) => point[0]).sort((a, b) => a - b)).toEqual([-0.25, 0.5]);
  const crossing = contactsOf(pod, poseOf([0, 0, -0.205]), pod, poseOf([0, 0, 0], [0, 0, 1]));
  expect(crossing.length).toBe(1);
  expect(crossing[0].gap).toBeCloseTo(0.005, 12);
  expect(contactsOf(pod, poseOf([0, 0, -0.25]), pod, poseOf([0, 0, 0], [0, 0, 1]))).toEqual([]);
});

test("a cylinder touches a plate along its mantle at two points, on its end at eight, tilted at its lowest point as well", () => {
  const drum = cylinder(1, 0.3);
  const plate = box(4, 4, 1);
  const lying = contactsOf(drum, poseOf([0, 0, -0.8], [0.3, 0, 1]), plate, poseOf([0, 0, 0]));
  expect(lying.length).toBe(2);
  for (const { gap } of lying) expect(gap).toBeCloseTo(0, 10);
  const standing = contactsOf(drum, poseOf([0, 0, -1], [0, Math.PI / 2, 0]), plate, poseOf([0, 0, 0]));
  expect(standing.length).toBe(8);
  // An octagon in a circle of radius r has the area 2 √2 r²; r is smaller by ρ = 1 mm.
  expect(areaOfContacts(standing)).toBeCloseTo(2 * Math.SQRT2 * 0.299 ** 2, 9);
  const g = gapOf(drum, poseOf([0, 0, -1.01], [0.2, Math.PI / 2 - 0.03, 0]), plate, poseOf([0, 0, 0]));
  const tilted = contactsOf(drum, poseOf([0, 0, -1.01], [0.2, Math.PI / 2 - 0.03, 0]), plate, poseOf([0, 0, 0]), 0.03);
  expect(Math.min(...tilted.map(({ gap }) => gap))).toBeCloseTo(g[0], 7);
});

test("of random polytopes that touch, the least gap of the contacts is the gap, and no contact lies outside either solid's reach", () => {
  fc.assert(
    fc.property(polytope, anyPose(2), polytope, anyPose(0.1), (A, poseA, B, poseB) => {
      // Moved along the normal until they are 1 mm apart.
      const start = gapOf(A, poseA, B, poseB);
      for (let k = 0; k < 3; k++) poseA[k] += (0.001 - start[0]) * start[1 + k];
      const g = gapOf(A, poseA, B, poseB);
      const contacts = contactsOf(A, poseA, B, poseB, 0.02);
      expect(contacts.length).toBeGreaterThan(0);
      expect(contacts.length).toBeLessThanOrEqual(MOST_CONTACTS);
      // ON_EDGE of 5 m may be left uncut, at a slope of up to 20°.
      expect(Math.abs(Math.min(...contacts.map(({ gap }) => gap)) - g[0])).toBeLessThan(1e-6);
      const out = new Float64Array(1);
      for (const { point } of contacts) {
        for (const m of DIRECTIONS.slice(0, 200)) {
          const direction = Float64Array.from(m);
          for (const [body, pose] of [
            [A, poseA],
            [B, poseB],
          ] as const) {
            body.reachInto(out, 0, 0, pose, 0, direction, 0);
            // Midway, so by half a gap of 20 mm outside; a face that leans by 20° puts its rounding of 1 mm a little to the side.
            expect(m[0] * point[0] + m[1] * point[1] + m[2] * point[2]).toBeLessThan(out[0] + 0.011);
          }
        }
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});
