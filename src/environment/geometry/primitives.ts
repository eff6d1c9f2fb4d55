/**
 * Boxes, cylinders, spheres and walls of any attitude, in closed form.
 *
 * In frame O of the obstacle (origin Oo at its centre) a convex solid is where a few stretches of the ray overlap:
 *
 *   slab |x| ≤ a          t = (∓a − x₀)/x'                                          (1)
 *   cylinder y² + z² ≤ r²  A t² + 2 B t + C = 0,  A = y'² + z'²,  B = y₀ y' + z₀ z'  (2)
 *                          C = (ρ − r)(ρ + r),  ρ² = y₀² + z₀²
 *                          B² − A C = A r² − (y₀ z' − z₀ y')²                        (3)
 *   sphere                 the same with three components, A = 1
 *
 * The box is three slabs, the cylinder (axis x) one slab and (2). The nearest crossing is where the last stretch begins or,
 * for a ray from inside, where the first one ends. (3) instead of B² − A C, and C as a product, keep the digits that
 * cancel for a small thing far away; of the two roots the one without cancellation is computed, the other is C over it.
 *
 * A wall is a rectangle in the plane x = 0 of its frame, without thickness; its normal is on the side of the ray's origin.
 * Accuracy: distances to 1e-9 m up to 10 km, tested; less for a ray that grazes (the distance itself is then ill defined).
 * Left out: scaling, hollow things (make a pool from walls).
 */
import { cos, sin } from "../../math/index.ts";
import { Pose } from "./pose.ts";
import type { Surface } from "./ray.ts";
import { boxSolid, cylinderSolid, pointSolid, rectangleSolid, type Solid } from "./solid.ts";

const INFINITY = Number.POSITIVE_INFINITY;

/**
 * Places in the scratch of a cast: the ray in O, the stretch inside, the faces where it begins and ends, the crossing, and
 * A, B, C and (3). An array, since numbers that are passed to a function may be boxed.
 */
const ENTER = 6;
const LEAVE = 7;
const ENTER_FACE = 8;
const LEAVE_FACE = 9;
const T = 10;
const A = 11;
const B = 12;
const C = 13;
const SQUARE = 14;
const SCRATCH = 15;

/** What they share: the ray turned into O, stretches cut with one another, the answer turned back. */
abstract class Primitive implements Surface {
  readonly bounds_m: Float64Array;
  protected readonly pose: Pose;
  /** Holds nothing between calls. */
  readonly #work = new Float64Array(SCRATCH);

  /** halfSize_m: of a box around the solid, in O. */
  constructor(position_m: readonly number[], attitude_rad: readonly number[], halfSize_m: readonly number[]) {
    this.pose = new Pose(position_m, attitude_rad);
    this.bounds_m = this.pose.boundsOf(halfSize_m);
  }

  outline(): (readonly [number, number])[] {
    return this.pose.outlineOf(this.rim());
  }

  abstract solids(): readonly Solid[];

  /** Points of O, three numbers each, whose convex hull is the solid seen from above. */
  protected abstract rim(): Float64Array;
  /** Cuts the stretch work[ENTER], work[LEAVE] down to what is inside; an empty stretch is not a hit. */
  protected abstract cut(work: Float64Array): void;
  /** Outward normal in O to hit[at ..], where the ray in work crosses a face at work[T]. */
  protected abstract normalInto(hit: Float64Array, at: number, work: Float64Array, face: number): void;

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const work = this.#work;
    this.pose.rayIntoFrame(work, 0, ray, i);
    work[ENTER] = -INFINITY;
    work[LEAVE] = INFINITY;
    this.cut(work);
    if (!(work[ENTER] <= work[LEAVE])) return false;
    const fromOutside = work[ENTER] >= 0;
    const t = fromOutside ? work[ENTER] : work[LEAVE];
    if (!(t >= 0 && t <= ray[i + 6] && t < hit[o])) return false;
    const face = (fromOutside ? work[ENTER_FACE] : work[LEAVE_FACE]) | 0;
    hit[o] = t;
    hit[o + 5] = face;
    work[T] = t;
    this.normalInto(hit, o + 1, work, face);
    this.pose.turnOut(hit, o + 1);
    return true;
  }
}

/** Points around a circle that is drawn. */
const RING = 32;

function ringOf(radius_m: number): [number, number][] {
  return Array.from({ length: RING }, (_, k) => {
    const angle = (2 * Math.PI * k) / RING;
    return [radius_m * cos(angle), radius_m * sin(angle)];
  });
}

/** The eight corners of a box with these half edges. */
function cornersOf(a: number, b: number, c: number): Float64Array {
  const signs = [-1, 1];
  return Float64Array.from(signs.flatMap((x) => signs.flatMap((y) => signs.flatMap((z) => [x * a, y * b, z * c]))));
}

/** (1) on one axis, with a = half_m[k]; faces are 2 axis for the lower one, 2 axis + 1 for the upper one. */
function cutSlab(work: Float64Array, axis: number, half_m: Float64Array, k: number): void {
  const a = half_m[k];
  const x = work[axis];
  const d = work[3 + axis];
  if (d === 0) {
    if (x < -a || x > a) work[LEAVE] = -INFINITY;
    return;
  }
  const enter = ((d > 0 ? -a : a) - x) / d;
  const leave = ((d > 0 ? a : -a) - x) / d;
  const entered = 2 * axis + (d > 0 ? 0 : 1);
  if (enter > work[ENTER]) {
    work[ENTER] = enter;
    work[ENTER_FACE] = entered;
  }
  if (leave < work[LEAVE]) {
    work[LEAVE] = leave;
    work[LEAVE_FACE] = entered ^ 1;
  }
}

/** Both roots of (2), given A, B, C and (3) in work. */
function cutRound(work: Float64Array, face: number): void {
  if (work[SQUARE] < 0) {
    work[LEAVE] = -INFINITY;
    return;
  }
  const b = work[B];
  const root = Math.sqrt(work[SQUARE]);
  const q = b > 0 ? -b - root : root - b;
  const one = q / work[A];
  const other = q === 0 ? one : work[C] / q;
  const enter = Math.min(one, other);
  const leave = Math.max(one, other);
  if (enter > work[ENTER]) {
    work[ENTER] = enter;
    work[ENTER_FACE] = face;
  }
  if (leave < work[LEAVE]) {
    work[LEAVE] = leave;
    work[LEAVE_FACE] = face;
  }
}

/** A unit vector along an axis, outwards through a face of a slab. */
function slabNormalInto(hit: Float64Array, at: number, face: number): void {
  hit[at] = 0;
  hit[at + 1] = 0;
  hit[at + 2] = 0;
  hit[at + (face >> 1)] = (face & 1) === 1 ? 1 : -1;
}

export class Box extends Primitive {
  readonly #half_m: Float64Array;

  /** size_m: edges along x, y, z of O. */
  constructor(position_m: readonly number[], attitude_rad: readonly number[], size_m: readonly number[]) {
    const half_m = size_m.map((edge_m) => edge_m / 2);
    super(position_m, attitude_rad, half_m);
    this.#half_m = Float64Array.from(half_m);
  }

  override solids(): readonly Solid[] {
    return [boxSolid(this.#half_m, this.pose)];
  }

  protected override rim(): Float64Array {
    const [a, b, c] = this.#half_m;
    return cornersOf(a, b, c);
  }

  protected override cut(work: Float64Array): void {
    cutSlab(work, 0, this.#half_m, 0);
    cutSlab(work, 1, this.#half_m, 1);
    cutSlab(work, 2, this.#half_m, 2);
  }

  protected override normalInto(hit: Float64Array, at: number, _work: Float64Array, face: number): void {
    slabNormalInto(hit, at, face);
  }
}

/** The mantle of a cylinder, after the two ends 0 and 1. */
const MANTLE = 2;

export class Cylinder extends Primitive {
  /** Radius, half the length. */
  readonly #size_m: Float64Array;

  /** Axis along x of O, ends closed. */
  constructor(
    position_m: readonly number[],
    attitude_rad: readonly number[],
    size: { readonly diameter_m: number; readonly length_m: number },
  ) {
    const r = size.diameter_m / 2;
    super(position_m, attitude_rad, [size.length_m / 2, r, r]);
    this.#size_m = Float64Array.of(r, size.length_m / 2);
  }

  override solids(): readonly Solid[] {
    const [r, half] = this.#size_m;
    const ends = Float64Array.of(-half, 0, 0, half, 0, 0);
    this.pose.pointOutInto(ends, 0, ends, 0);
    this.pose.pointOutInto(ends, 3, ends, 3);
    return [cylinderSolid(ends, r)];
  }

  protected override rim(): Float64Array {
    const [r, half] = this.#size_m;
    return Float64Array.from([-half, half].flatMap((x) => ringOf(r).flatMap(([y, z]) => [x, y, z])));
  }

  protected override cut(work: Float64Array): void {
    const r = this.#size_m[0];
    const y = work[1];
    const z = work[2];
    const dy = work[4];
    const dz = work[5];
    cutSlab(work, 0, this.#size_m, 1);
    const rho = Math.sqrt(y * y + z * z);
    const a = dy * dy + dz * dz;
    if (a === 0) {
      if (rho > r) work[LEAVE] = -INFINITY;
      return;
    }
    const across = y * dz - z * dy;
    work[A] = a;
    work[B] = y * dy + z * dz;
    work[C] = (rho - r) * (rho + r); // (2)
    work[SQUARE] = a * r * r - across * across; // (3)
    cutRound(work, MANTLE);
  }

  protected override normalInto(hit: Float64Array, at: number, work: Float64Array, face: number): void {
    if (face !== MANTLE) {
      slabNormalInto(hit, at, face);
      return;
    }
    const t = work[T];
    const y = work[1] + t * work[4];
    const z = work[2] + t * work[5];
    const scale = 1 / Math.sqrt(y * y + z * z);
    hit[at] = 0;
    hit[at + 1] = y * scale;
    hit[at + 2] = z * scale;
  }
}

export class Sphere extends Primitive {
  readonly #radius_m: Float64Array;

  constructor(position_m: readonly number[], diameter_m: number) {
    const r = diameter_m / 2;
    super(position_m, [0, 0, 0], [r, r, r]);
    this.#radius_m = Float64Array.of(r);
  }

  override solids(): readonly Solid[] {
    const centre = new Float64Array(3);
    this.pose.pointOutInto(centre, 0, centre, 0);
    return [pointSolid(centre, this.#radius_m[0])];
  }

  protected override rim(): Float64Array {
    return Float64Array.from(ringOf(this.#radius_m[0]).flatMap(([x, y]) => [x, y, 0]));
  }

  protected override cut(work: Float64Array): void {
    const r = this.#radius_m[0];
    const x = work[0];
    const y = work[1];
    const z = work[2];
    const dx = work[3];
    const dy = work[4];
    const dz = work[5];
    const cx = y * dz - z * dy;
    const cy = z * dx - x * dz;
    const cz = x * dy - y * dx;
    const a = dx * dx + dy * dy + dz * dz;
    const rho = Math.sqrt(x * x + y * y + z * z);
    work[A] = a;
    work[B] = x * dx + y * dy + z * dz;
    work[C] = (rho - r) * (rho + r);
    work[SQUARE] = a * r * r - (cx * cx + cy * cy + cz * cz);
    cutRound(work, 0);
  }

  protected override normalInto(hit: Float64Array, at: number, work: Float64Array): void {
    const t = work[T];
    const x = work[0] + t * work[3];
    const y = work[1] + t * work[4];
    const z = work[2] + t * work[5];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    hit[at] = x * scale;
    hit[at + 1] = y * scale;
    hit[at + 2] = z * scale;
  }
}

export class Wall implements Surface {
  readonly bounds_m: Float64Array;
  readonly #pose: Pose;
  /** Half of the width along y and of the height along z. */
  readonly #half_m: Float64Array;
  readonly #work = new Float64Array(6);

  constructor(
    position_m: readonly number[],
    attitude_rad: readonly number[],
    size: { readonly width_m: number; readonly height_m: number },
  ) {
    this.#pose = new Pose(position_m, attitude_rad);
    this.#half_m = Float64Array.of(size.width_m / 2, size.height_m / 2);
    this.bounds_m = this.#pose.boundsOf([0, size.width_m / 2, size.height_m / 2]);
  }

  solids(): readonly Solid[] {
    return [rectangleSolid(this.#half_m, this.#pose)];
  }

  outline(): (readonly [number, number])[] {
    return this.#pose.outlineOf(cornersOf(0, this.#half_m[0], this.#half_m[1]));
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const work = this.#work;
    this.#pose.rayIntoFrame(work, 0, ray, i);
    const x = work[0];
    const dx = work[3];
    if (dx === 0) return false; // along the sheet, which has no thickness to meet
    const t = -x / dx;
    if (!(t >= 0 && t <= ray[i + 6] && t < hit[o])) return false;
    const y = work[1] + t * work[4];
    const z = work[2] + t * work[5];
    if (!(Math.abs(y) <= this.#half_m[0] && Math.abs(z) <= this.#half_m[1])) return false;
    hit[o] = t;
    hit[o + 1] = dx > 0 ? -1 : 1;
    hit[o + 2] = 0;
    hit[o + 3] = 0;
    hit[o + 5] = 0;
    this.#pose.turnOut(hit, o + 1);
    return true;
  }
}
