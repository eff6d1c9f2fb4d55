import { expect, test } from "vitest";
import { anyDirection, cast, hitOf, pointOn, rayOf, sequence, unit } from "../test/rays.ts";
import { BVH_STACK, buildBvh } from "./bvh.ts";
import { TriangleMesh } from "./mesh.ts";
import { type MeshData, placedMesh } from "./mesh-data.ts";
import { Pose } from "./pose.ts";
import { HIT_SIZE, noHitInto } from "./ray.ts";

function soup(count: number, seed: number, size = 1): MeshData {
  const random = sequence(seed);
  const vertices_m = new Float64Array(9 * count);
  for (let k = 0; k < count; k++) {
    const centre = [10 * random(), 10 * random(), 10 * random()];
    for (let c = 0; c < 9; c++) vertices_m[9 * k + c] = centre[c % 3] + size * (random() - 0.5);
  }
  return { vertices_m, triangles: Uint32Array.from({ length: 3 * count }, (_, k) => k) };
}

/** Corners on whole numbers: shared corners, coplanar and overlapping triangles, some without area. */
function lattice(count: number, seed: number): MeshData {
  const random = sequence(seed);
  const data = soup(count, seed);
  data.vertices_m.forEach((_, k, v) => {
    v[k] = 3 * Math.floor(4 * random());
  });
  return data;
}

/** A sphere of 8 · 4^depth triangles: the octahedron, its edges halved and pushed out. */
function ball(depth: number, radius_m = 1): MeshData {
  const points: number[][] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let faces = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ];
  for (let level = 0; level < depth; level++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      points.push([...unit(points[a].map((x, k) => x + points[b][k]))]);
      middles.set(key, points.length - 1);
      return points.length - 1;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return {
    vertices_m: Float64Array.from(points.flat(), (x) => radius_m * x),
    triangles: Uint32Array.from(faces.flat()),
  };
}

function byEach(mesh: TriangleMesh, ray: Float64Array) {
  const hit = new Float64Array(HIT_SIZE);
  noHitInto(hit, 0);
  mesh.castByEachInto(hit, 0, ray, 0);
  return hitOf(hit);
}

/** The textbook way: solve o + t d = a + u (b − a) + v (c − a) by determinants, for every triangle. */
function solved(data: MeshData, ray: Float64Array): number {
  const [o, d] = [[...ray.subarray(0, 3)], [...ray.subarray(3, 6)]];
  const corner = (k: number): number[] => [
    ...data.vertices_m.subarray(3 * data.triangles[k], 3 * data.triangles[k] + 3),
  ];
  const minus = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
  const det = (a: number[], b: number[], c: number[]): number =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  let nearest = Infinity;
  for (let k = 0; k < data.triangles.length; k += 3) {
    const a = corner(k);
    const [e, f, s] = [minus(corner(k + 1), a), minus(corner(k + 2), a), minus(o, a)];
    const g = d.map((x) => -x);
    const D = det(e, f, g);
    const [u, v, t] = [det(s, f, g) / D, det(e, s, g) / D, det(e, f, s) / D];
    if (u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= ray[6]) nearest = Math.min(nearest, t);
  }
  return nearest;
}

test("one triangle: 3 m below, seen from above and from below, its normal by its winding, the tie of its edge, nothing beside it", () => {
  const mesh = new TriangleMesh({
    vertices_m: Float64Array.of(0, 0, 3, 0, 4, 3, 4, 0, 3),
    triangles: Uint32Array.of(0, 1, 2),
  });
  // North-east-down is right-handed with down as third axis: (0,4,0) × (4,0,0) = (0,0,−16), upwards.
  expect(cast(mesh, rayOf([1, 1, 0], [0, 0, 1]))).toMatchObject({ distance_m: 3, normal: [0, 0, -1], part: 0 });
  expect(cast(mesh, rayOf([1, 1, 5], [0, 0, -1]))).toMatchObject({ distance_m: 2, normal: [0, 0, -1] });
  expect(cast(mesh, rayOf([2, 2, 0], [0, 0, 1])).distance_m).toBe(3);
  expect(cast(mesh, rayOf([0, 0, 0], [0, 0, 1])).distance_m).toBe(3);
  expect(cast(mesh, rayOf([2.001, 2, 0], [0, 0, 1])).distance_m).toBe(Infinity);
  expect(cast(mesh, rayOf([1, 1, 4], [0, 0, 1])).distance_m).toBe(Infinity);
  expect(cast(mesh, rayOf([1, 1, 0], [0, 0, 1], 3)).distance_m).toBe(3);
  expect(cast(mesh, rayOf([1, 1, 0], [0, 0, 1], 2.999)).distance_m).toBe(Infinity);
  // In its plane: it has no thickness to meet.
  expect(cast(mesh, rayOf([-1, 1, 3], [1, 0, 0])).distance_m).toBe(Infinity);
});

test("a triangle in whose plane the ray runs is not met beside itself, where rounding alone would say so", () => {
  // Normal (1, −1, 1), direction (1, −2, −3): their product is 0, and the ray passes 2 m beside the triangle.
  const mesh = new TriangleMesh({
    vertices_m: Float64Array.of(3, 3, 0, 2, 3, 1, 2, 2, 0),
    triangles: Uint32Array.of(0, 1, 2),
  });
  // These bits, for which the three doubled areas all come out above 0.
  const direction = [0.2672612419124244, -0.5345224838248488, -0.8017837257372733];
  const ray = Float64Array.of(-1, 2, 3, ...direction, Infinity);
  expect(cast(mesh, ray).distance_m).toBe(Infinity);
  expect(byEach(mesh, ray).distance_m).toBe(Infinity);
});

test.each([
  ["20 large ones", soup(20, 1, 6)],
  ["300 of them", soup(300, 2, 2)],
  ["3000 small ones", soup(3000, 3, 0.4)],
  ["a ball of 2048", ball(4, 5)],
  ["250 on a lattice", lattice(250, 4)],
])("%s: the tree finds the triangle and the very distance that a search of all finds", (_, data) => {
  const mesh = new TriangleMesh(data);
  const random = sequence(43);
  let met = 0;
  for (let k = 0; k < 1500; k++) {
    const origin = [20 * random() - 5, 20 * random() - 5, 20 * random() - 5].map(k % 2 === 0 ? Math.round : Number);
    // Every fifth along an axis, every seventh at a corner, where several triangles tie.
    let direction: readonly number[] = anyDirection(random);
    if (k % 5 === 0) direction = [0, 0, 0].map((_, axis) => (axis === k % 3 ? (k % 2) * 2 - 1 : 0));
    const vertex = 3 * Math.floor((data.vertices_m.length / 3) * random());
    if (k % 7 === 0) direction = origin.map((x, axis) => data.vertices_m[vertex + axis] - x);
    const ray = rayOf(origin, direction, k % 4 === 0 ? 10 * random() : Infinity);
    const found = cast(mesh, ray);
    expect(found).toEqual(byEach(mesh, ray));
    if (found.distance_m < Infinity) met++;
  }
  expect(met).toBeGreaterThan(100);
});

test("the triangle test agrees with determinants to 1e-12 m, on a soup of 200 triangles", () => {
  const data = soup(200, 5, 3);
  const mesh = new TriangleMesh(data);
  const random = sequence(47);
  for (let k = 0; k < 300; k++) {
    const ray = rayOf([10 * random(), 10 * random(), 10 * random()], anyDirection(random), 15);
    const [found, expected] = [cast(mesh, ray).distance_m, solved(data, ray)];
    if (expected === Infinity) expect(found).toBe(Infinity);
    // Coordinates of 10 m, triangles of 3 m: rounding 1e-15 over the sine at which the ray meets the plane, above 1e-3.
    else expect(Math.abs(found - expected)).toBeLessThan(1e-12);
  }
});

test("a closed mesh has no cracks: from inside, rays at its corners, its edges and anywhere all meet it", () => {
  const data = ball(3);
  const mesh = new TriangleMesh(data);
  const random = sequence(53);
  const vertex = (k: number): number[] => [...data.vertices_m.subarray(3 * k, 3 * k + 3)];
  const aims: (readonly number[])[] = [];
  for (let k = 0; k < data.triangles.length; k++) {
    const a = vertex(data.triangles[k]);
    const b = vertex(data.triangles[k - (k % 3) + ((k + 1) % 3)]);
    const w = random();
    aims.push(
      a,
      a.map((x, axis) => x + w * (b[axis] - x)),
      anyDirection(random),
    );
  }
  const lost = aims.filter((aim) => {
    const origin = [0.6 * random() - 0.3, 0.6 * random() - 0.3, 0.6 * random() - 0.3];
    return [origin, [0, 0, 0]].some((from) => {
      const direction = aim.map((x, axis) => x - from[axis]);
      return !(cast(mesh, rayOf(from, direction)).distance_m < 2);
    });
  });
  expect(aims.length).toBe(3 * 1536);
  expect(lost).toEqual([]);
});

test("a ball of 32768 triangles is met within its sagitta of the sphere that it approximates, with outward normals", () => {
  const depth = 6;
  const mesh = new TriangleMesh(ball(depth, 10));
  expect(mesh.triangleCount).toBe(32768);
  // An edge of the octahedron spans 90°; halved six times, 1.4°. A flat piece lies at most 10 (1 − cos 1.4°) = 3 mm inside,
  // somewhat more where pushing out has stretched it.
  const sagitta_m = 6e-3;
  const random = sequence(59);
  for (let k = 0; k < 500; k++) {
    const towards = anyDirection(random);
    const ray = rayOf(
      towards.map((x) => -1000 * x),
      towards,
    );
    const { distance_m, normal } = cast(mesh, ray);
    expect(distance_m).toBeGreaterThanOrEqual(990 - 1e-9);
    expect(distance_m).toBeLessThan(990 + sagitta_m);
    const p = pointOn(ray, distance_m);
    expect(p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]).toBeGreaterThan(9.9);
  }
});

test("scale, then attitude, then position: a triangle in millimetres, turned by 90° about down, stands where it should", () => {
  const data: MeshData = {
    vertices_m: Float64Array.of(1000, 0, 0, 2000, 0, 0, 1000, 0, -1000),
    triangles: Uint32Array.of(0, 1, 2),
  };
  const placed = placedMesh(data, new Pose([10, 20, 30], [0, 0, Math.PI / 2]), 0.001);
  const expected = [10, 21, 30, 10, 22, 30, 10, 21, 29];
  placed.vertices_m.forEach((x, k) => {
    expect(x).toBeCloseTo(expected[k], 12);
  });
  expect(data.vertices_m[0]).toBe(1000);
});

test("every thing is in one leaf of the tree, inside all boxes above it, and no path is longer than the stack", () => {
  const cases = [
    soup(5000, 61, 0.3),
    soup(50, 62, 20),
    soup(1, 63),
    { ...soup(700, 64), vertices_m: new Float64Array(6300) },
  ];
  // Sizes that halve: the splits of area cut off one thing at a time.
  const nested = soup(60, 65);
  nested.vertices_m.forEach((_, k, v) => {
    v[k] = 2 ** -Math.floor(k / 9) * (k % 3 === 0 ? 1 : 1 + (k % 2));
  });
  for (const { vertices_m: v } of [...cases, nested]) {
    const n = v.length / 9;
    const boxes = new Float64Array(6 * n);
    for (let k = 0; k < n; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const values = [0, 3, 6].map((c) => v[9 * k + c + axis]);
        boxes[6 * k + axis] = Math.min(...values);
        boxes[6 * k + 3 + axis] = Math.max(...values);
      }
    }
    const { boxes_m, first, count, order } = buildBvh(boxes);
    const seen = new Set<number>();
    const wrong: string[] = [];
    const visit = (node: number, above: readonly number[], depth: number): void => {
      if (depth >= BVH_STACK) wrong.push(`depth ${depth}`);
      const path = [...above, node];
      if (count[node] === 0) {
        visit(first[node], path, depth + 1);
        visit(first[node] + 1, path, depth + 1);
        return;
      }
      for (const thing of order.subarray(first[node], first[node] + count[node])) {
        if (seen.has(thing)) wrong.push(`${thing} twice`);
        seen.add(thing);
        for (const box of path) {
          for (let axis = 0; axis < 3; axis++) {
            if (boxes_m[6 * box + axis] > boxes[6 * thing + axis]) wrong.push(`${thing} below ${box}`);
            if (boxes_m[6 * box + 3 + axis] < boxes[6 * thing + 3 + axis]) wrong.push(`${thing} above ${box}`);
          }
        }
      }
    };
    visit(0, [], 0);
    expect(seen.size).toBe(n);
    expect(wrong).toEqual([]);
  }
});
