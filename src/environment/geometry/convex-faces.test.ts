import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConvexFaces, convexFacesOf, MOST_CORNERS } from "./convex-faces.ts";
import type { MeshData } from "./mesh-data.ts";

/** Corners and polygons, each cut into a fan; `round` is what a file leaves of the coordinates. */
function meshOf(
  corners: readonly (readonly number[])[],
  polygons: readonly (readonly number[])[],
  round = (x: number) => x,
): MeshData {
  const triangles = polygons.flatMap((face) => face.slice(2).flatMap((_, k) => [face[0], face[k + 1], face[k + 2]]));
  return { vertices_m: Float64Array.from(corners.flat(), round), triangles: Uint32Array.from(triangles) };
}

/** Around z, from a ring at −1 to one at 1, the upper one as many times as wide: n sides, two ends. */
function frustum(n: number, taper: number): [number[][], number[][]] {
  const ring = (z: number, r: number): number[][] =>
    Array.from({ length: n }, (_, k) => [r * Math.cos((2 * Math.PI * k) / n), r * Math.sin((2 * Math.PI * k) / n), z]);
  const k = Array.from({ length: n }, (_, i) => i);
  const sides = k.map((i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i]);
  return [
    [...ring(-1, 1), ...ring(1, taper)],
    [...sides, [...k].reverse(), k.map((i) => n + i)],
  ];
}

/** n corners around, one at each end: 2 n triangles. */
function bipyramid(n: number): [number[][], number[][]] {
  const ring = Array.from({ length: n }, (_, k) => [
    Math.cos((2 * Math.PI * k) / n),
    Math.sin((2 * Math.PI * k) / n),
    0,
  ]);
  const sides = ring.flatMap((_, i) => [
    [i, (i + 1) % n, n],
    [(i + 1) % n, i, n + 1],
  ]);
  return [[...ring, [0, 0, 1], [0, 0, -1]], sides];
}

function taken(mesh: MeshData): ConvexFaces {
  const answer = convexFacesOf(mesh);
  if ("fault" in answer) throw new Error(answer.fault);
  return answer;
}

function faultOf(mesh: MeshData): string {
  const answer = convexFacesOf(mesh);
  return "fault" in answer ? `${answer.fault} (${answer.hint})` : "";
}

/** By Newell's sum: twice the area along the normal. */
function areaOf({ vertices_m: v }: ConvexFaces, face: readonly number[]): number[] {
  const at = (corner: number): number[] => [...v.subarray(3 * corner, 3 * corner + 3)];
  return [0, 1, 2].map((k) =>
    face.reduce((sum, corner, i) => {
      const [a, b] = [at(corner), at(face[(i + 1) % face.length])];
      return sum + a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }, 0),
  );
}

const entry = fc.double({ min: -1, max: 1, noNaN: true });
/** A linear map, which keeps what is convex convex: diagonal large enough not to flatten anything. */
const linear = fc
  .array(entry, { minLength: 9, maxLength: 9 })
  .map((m) => m.map((x, k) => 0.3 * x + (k % 4 === 0 ? 1 : 0)));
const shift = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 3, maxLength: 3 });
const mapped = (corners: readonly number[][], m: readonly number[], s: readonly number[]): number[][] =>
  corners.map((p) => [0, 1, 2].map((r) => s[r] + m[3 * r] * p[0] + m[3 * r + 1] * p[1] + m[3 * r + 2] * p[2]));

/** As files have coordinates: in full, in single precision, with six decimals. */
const ROUNDINGS = [(x: number) => x, Math.fround, (x: number) => Number(x.toFixed(6))];

describe("any linear image of", () => {
  test.each(ROUNDINGS.map((round, k) => [["64 bits", "32 bits", "six decimals"][k], round] as const))(
    "a frustum of n sides has n + 2 faces and 2 n corners, its faces look outwards and add up to nothing, in %s",
    (_, round) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 3, max: 12 }),
          fc.double({ min: 0.3, max: 1, noNaN: true }),
          linear,
          shift,
          (n, taper, m, s) => {
            const [corners, polygons] = frustum(n, taper);
            const found = taken(meshOf(mapped(corners, m, s), polygons, round));
            expect(found.vertices_m.length).toBe(6 * n);
            expect(found.faces.map((face) => face.length).sort((a, b) => a - b)).toEqual(
              polygons.map((face) => face.length).sort((a, b) => a - b),
            );
            // A closed surface: areas of some m², rounding of a hundred terms.
            const sum = found.faces.map((face) => areaOf(found, face)).reduce((a, b) => a.map((x, k) => x + b[k]));
            expect(Math.max(...sum.map(Math.abs))).toBeLessThan(1e-10);
            for (const face of found.faces) {
              const area = areaOf(found, face);
              const corner = [...found.vertices_m.subarray(3 * face[0], 3 * face[0] + 3)];
              const out = area.reduce((total, a, k) => total + a * (corner[k] - s[k]), 0);
              expect(out).toBeGreaterThan(0);
            }
          },
        ),
        { seed: 5, numRuns: 100 },
      );
    },
  );

  test("a bipyramid has 2 n faces and n + 2 corners", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 12 }), linear, shift, (n, m, s) => {
        const [corners, polygons] = bipyramid(n);
        const found = taken(meshOf(mapped(corners, m, s), polygons));
        expect([found.faces.length, found.vertices_m.length]).toEqual([2 * n, 3 * (n + 2)]);
      }),
      { seed: 6, numRuns: 100 },
    );
  });
});

const [CUBE, SIDES] = frustum(4, 1);

test("corners that are written once for each face are joined; one in the middle of a face is left out", () => {
  const apart = SIDES.flatMap((face) => face.map((corner) => CUBE[corner]));
  const numbers = SIDES.map((face, f) => face.map((_, k) => 4 * f + k));
  expect(taken(meshOf(apart, numbers)).vertices_m.length).toBe(24);
  const [, top] = SIDES.slice(-2);
  const around = top.map((corner, k) => [corner, top[(k + 1) % 4], 8]);
  const found = taken(meshOf([...CUBE, [0, 0, 1]], [...SIDES.slice(0, -1), ...around]));
  expect([found.faces.length, found.vertices_m.length]).toEqual([6, 24]);
});

describe("refused, with what to do:", () => {
  test("inside out", () => {
    const flipped = SIDES.map((face) => [...face].reverse());
    expect(faultOf(meshOf(CUBE, flipped))).toMatch(/inside out.*\(flip its faces\)/);
  });

  test("a hole: four edges of the face that is missing", () => {
    expect(faultOf(meshOf(CUBE, SIDES.slice(1)))).toMatch(/^the mesh is open at 4 edges/);
  });

  test("one face that looks inwards", () => {
    const [first, ...rest] = SIDES;
    expect(faultOf(meshOf(CUBE, [[...first].reverse(), ...rest]))).toMatch(/do not face the same way.*at 4 edges/);
  });

  test("a dent, and a corner that is 1e-3 of the size too deep; one of 1e-6 is within what files leave", () => {
    const dented = (by: number): MeshData => {
      const [, top] = SIDES.slice(-2);
      const around = top.map((corner, k) => [corner, top[(k + 1) % 4], 8]);
      return meshOf([...CUBE, [0, 0, 1 - by]], [...SIDES.slice(0, -1), ...around]);
    };
    const size = Math.sqrt(12);
    expect(faultOf(dented(0.5))).toMatch(
      /not convex: its corner at \(.*\) stands .* out of the plane of another face.*several/,
    );
    expect(faultOf(dented(1e-3 * size))).toMatch(/not convex/);
    expect(faultOf(dented(1e-6 * size))).toBe("");
  });

  test("two cubes in one file", () => {
    const both = [...CUBE, ...CUBE.map(([x, y, z]) => [x + 5, y, z])];
    expect(faultOf(meshOf(both, [...SIDES, ...SIDES.map((face) => face.map((corner) => corner + 8))]))).toMatch(
      /not convex/,
    );
  });

  test("a sheet with two sides", () => {
    const square = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ];
    expect(
      faultOf(
        meshOf(square, [
          [0, 1, 2, 3],
          [3, 2, 1, 0],
        ]),
      ),
    ).toMatch(/encloses nothing/);
  });

  test("more corners than a shape has", () => {
    const [corners, polygons] = bipyramid(MOST_CORNERS - 1);
    expect(faultOf(meshOf(corners, polygons))).toMatch(/1001 corners; a shape has at most 1000 \(thin it out\)/);
  });
});
