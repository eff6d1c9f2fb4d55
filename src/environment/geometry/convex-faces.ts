/**
 * The flat faces of a closed convex mesh, from its triangles, or what keeps it from being one.
 *
 *   V = Σ a · (b × c) / 6                                         volume, above 0 where triangles face outwards         (1)
 *   h_f(v) = n_f · v − d_f                                         how far v stands out of the plane of face f, m        (2)
 *
 * In order: corners at one place become one; each edge has to belong to two triangles, which run through it in opposite directions; (1) has to be
 * above 0; neighbours in one plane (|(2)| ≤ FLAT of the size) become one face, from the largest triangle on, so that a box has six faces with
 * four corners each and not twelve with three; of each face (2) of all corners has to be at most CONVEX of the size.
 *
 * FLAT and CONVEX leave room for files: coordinates of single precision or of six decimals are off by 1e-7 to 1e-6 of the size, and a plane
 * through a small triangle by some times that at the far end.
 * Left out: meshes that are not convex, which have to be several; mending of holes.
 */
import { MeshBuilder, type MeshData } from "./mesh-data.ts";

const FLAT = 1e-5;
const CONVEX = 1e-4;
/** Cosine between two normals of one face, at least. */
const ONE_WAY = 0.9;
/** Of the cube of the size: what is thinner is flat. */
const LEAST_VOLUME = 1e-9;
/** Each corner is asked for each support of the solid. */
export const MOST_CORNERS = 1000;

export interface ConvexFaces {
  /** Corners of faces only: x, y, z of each. */
  readonly vertices_m: Float64Array;
  /** Corners of each face, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
}

/** Why a mesh is not a closed convex one, and what to do. */
export interface MeshFault {
  readonly fault: string;
  readonly hint: string;
}

const HOLES = "close it; corners that belong together need the same coordinates";
const SPLIT = "make it of several convex meshes, each in a <shape> of its own, or take its convex hull";

export function convexFacesOf(mesh: MeshData): ConvexFaces | MeshFault {
  const { vertices_m: v, triangles } = welded(mesh);
  const count = v.length / 3;
  if (count > MOST_CORNERS)
    return { fault: `the mesh has ${count} corners; a shape has at most ${MOST_CORNERS}`, hint: "thin it out" };
  const owners = new Map<number, number>();
  let twice = 0;
  for (let k = 0; k < triangles.length; k++) {
    const key = triangles[k] * count + triangles[nextOf(k)];
    if (owners.has(key)) twice++;
    owners.set(key, Math.floor(k / 3));
  }
  if (twice > 0)
    return {
      fault: `neighbouring faces of the mesh do not face the same way, or more than two share an edge: at ${edges(twice)}`,
      hint: "let all faces look outwards, each of them there once",
    };
  let open = 0;
  for (const key of owners.keys()) if (!owners.has(reverseOf(key, count))) open++;
  if (open > 0) return { fault: `the mesh is open at ${edges(open)}`, hint: HOLES };
  const size_m = sizeOf(v);
  const volume_m3 = volumeOf(v, triangles);
  if (Math.abs(volume_m3) <= LEAST_VOLUME * size_m * size_m * size_m)
    return { fault: "the mesh is flat: it encloses nothing", hint: "give it a thickness" };
  if (volume_m3 < 0)
    return {
      fault: "the mesh is inside out: the corners of its faces go clockwise, seen from outside",
      hint: "flip its faces",
    };
  return facesOf(v, triangles, owners, size_m);
}

/** Joins triangles in one plane, and holds all corners against each plane. */
function facesOf(
  v: Float64Array,
  triangles: Uint32Array,
  owners: ReadonlyMap<number, number>,
  size_m: number,
): ConvexFaces | MeshFault {
  const count = v.length / 3;
  const n = triangles.length / 3;
  const planes = Array.from({ length: n }, (_, t) => planeOf(v, triangles, t));
  const faceOf = new Int32Array(n).fill(-1);
  const faces: number[][] = [];
  // From the largest on: its plane is the surest.
  const order = planes.map((_, t) => t).sort((a, b) => planes[b].area_m2 - planes[a].area_m2 || a - b);
  for (const seed of order) {
    if (faceOf[seed] >= 0) continue;
    const plane = planes[seed];
    const far = farthestOut(v, plane);
    if (far.height_m > CONVEX * size_m) {
      const [x, y, z] = [0, 1, 2].map((k) => Number(v[3 * far.corner + k].toPrecision(4)));
      const out_m = Number(far.height_m.toPrecision(3));
      return {
        fault: `the mesh is not convex: its corner at (${x}, ${y}, ${z}) stands ${out_m} out of the plane of another face, in the units of the file`,
        hint: SPLIT,
      };
    }
    for (let t = 0; t < n; t++) {
      if (faceOf[t] >= 0 || dot(planes[t].normal, plane.normal) < ONE_WAY) continue;
      if (isOn(v, triangles, t, plane, FLAT * size_m)) faceOf[t] = faces.length;
    }
    faceOf[seed] = faces.length;
    faces.push([]);
  }
  // The outline of each face: edges whose other side is another face.
  const next = faces.map(() => new Map<number, number>());
  for (let k = 0; k < triangles.length; k++) {
    const [a, b] = [triangles[k], triangles[nextOf(k)]];
    const face = faceOf[Math.floor(k / 3)];
    const other = faceOf[owners.get(b * count + a)!];
    if (other !== face) next[face].set(a, b);
  }
  for (const [f, outline] of next.entries()) {
    const [start] = outline.keys();
    for (let at = start; at !== undefined && faces[f].length < outline.size; at = outline.get(at)!) faces[f].push(at);
    if (faces[f].length < 3 || outline.get(faces[f].at(-1)!) !== start)
      return { fault: "the mesh is not convex: a flat part of it has more than one outline", hint: SPLIT };
  }
  return withoutRest(v, faces);
}

/** Only corners of faces, numbered anew. */
function withoutRest(v: Float64Array, faces: readonly (readonly number[])[]): ConvexFaces {
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  const numberOf = new Map(used.map((corner, k) => [corner, k]));
  return {
    vertices_m: Float64Array.from(used.flatMap((corner) => [v[3 * corner], v[3 * corner + 1], v[3 * corner + 2]])),
    faces: faces.map((face) => face.map((corner) => numberOf.get(corner)!)),
  };
}

/** Corners at one place as one, and triangles with an area only. */
function welded({ vertices_m: v, triangles }: MeshData): MeshData {
  const builder = new MeshBuilder();
  const at = Array.from(triangles, (corner) => builder.vertexAt(v[3 * corner], v[3 * corner + 1], v[3 * corner + 2]));
  for (let k = 0; k < at.length; k += 3) builder.addTriangle(at[k], at[k + 1], at[k + 2]);
  return builder.build();
}

/** The corner of the same triangle behind corner k. */
function nextOf(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}

function reverseOf(key: number, count: number): number {
  return (key % count) * count + Math.floor(key / count);
}

function edges(count: number): string {
  return count === 1 ? "1 edge" : `${count} edges`;
}

/** The diagonal of the box around it. */
function sizeOf(v: Float64Array): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = axis; k < v.length; k += 3) {
      low = Math.min(low, v[k]);
      high = Math.max(high, v[k]);
    }
    square += (high - low) * (high - low);
  }
  return Math.sqrt(square);
}

type Triple = readonly [number, number, number];

function cornerOf(v: Float64Array, triangles: Uint32Array, k: number): Triple {
  const at = 3 * triangles[k];
  return [v[at], v[at + 1], v[at + 2]];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** (1), from the first corner, so that a mesh far from its origin keeps its digits. */
function volumeOf(v: Float64Array, triangles: Uint32Array): number {
  const o = cornerOf(v, triangles, 0);
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => minus(cornerOf(v, triangles, k + corner), o)) as [
      Triple,
      Triple,
      Triple,
    ];
    sum += dot(a, cross(b, c));
  }
  return sum / 6;
}

interface Plane {
  readonly normal: Triple;
  /** d_f of (2). */
  readonly along_m: number;
  readonly area_m2: number;
}

function planeOf(v: Float64Array, triangles: Uint32Array, t: number): Plane {
  const a = cornerOf(v, triangles, 3 * t);
  const [u, w] = [1, 2].map((corner) => minus(cornerOf(v, triangles, 3 * t + corner), a)) as [Triple, Triple];
  const n = cross(u, w);
  const twice_m2 = Math.sqrt(dot(n, n));
  const normal: Triple = [n[0] / twice_m2, n[1] / twice_m2, n[2] / twice_m2];
  return { normal, along_m: dot(normal, a), area_m2: twice_m2 / 2 };
}

/** The corner with the largest (2). */
function farthestOut(
  v: Float64Array,
  { normal, along_m }: Plane,
): { readonly height_m: number; readonly corner: number } {
  let [height_m, corner] = [Number.NEGATIVE_INFINITY, 0];
  for (let k = 0; 3 * k < v.length; k++) {
    const out_m = dot(normal, [v[3 * k], v[3 * k + 1], v[3 * k + 2]]) - along_m;
    if (out_m <= height_m) continue;
    height_m = out_m;
    corner = k;
  }
  return { height_m, corner };
}

function isOn(v: Float64Array, triangles: Uint32Array, t: number, { normal, along_m }: Plane, most_m: number): boolean {
  for (let corner = 0; corner < 3; corner++) {
    if (Math.abs(dot(normal, cornerOf(v, triangles, 3 * t + corner)) - along_m) > most_m) return false;
  }
  return true;
}
