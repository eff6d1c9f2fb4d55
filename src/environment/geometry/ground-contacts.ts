/**
 * The points of a solid that touch the bottom, or come near it.
 *
 *   d = −n_z (D − z) − ρ                                                                  (1)  D, n: depth and normal at the point's place
 *
 * (1) is the distance to the plane that touches the bottom there: exact on a plane, first order elsewhere; where ρ is large, of the place where
 * the ball around the point is nearest (ground-foot.ts). Under the bottom it stays negative. Points that are asked: the corners of the core; of a capsule three between them; of a solid with up to MOST_MIDDLES
 * corners the middles of edges and faces; of a cylinder eight fixed points on each rim, the lowest point of each rim, and three
 * between these two. A point between others is a contact only where it is lower than those say, so that on a flat bottom corners alone are.
 *
 * Left out: what the bottom does between the points: a stone that is smaller than their distance may stand in the solid.
 */
import { rotationFromQuaternionInto } from "../../math/index.ts";
import { ContactList } from "./contact.ts";
import { acrossInto, RIM, RING } from "./feature.ts";
import { GroundFoot } from "./ground-foot.ts";
import type { Bottom } from "./ray.ts";
import { ROUND, type Solid } from "./solid.ts";
import type { SolidBody } from "./solid-body.ts";

const MOST_MIDDLES = 32;
/** Points between two ends. */
const BETWEEN = 3;
/** Lower than the points around by this part of the size: a contact of its own. */
const LOWER = 1e-6;
const ONE_PLACE = 1e-4;

/** Names of points that are not corners: fixed ones on rims, those between, those of edges and of faces. */
const RIM_NAMES = 2;
const BETWEEN_NAMES = 20;
const EDGE_NAMES = 100_000;
const FACE_NAMES = 1_000_000;

export class GroundContacts {
  readonly #R = new Float64Array(9);
  readonly #origin = new Float64Array(3);
  /** Corners from the solid's centre, axes of N; their gaps. */
  #v = new Float64Array(3 * 64);
  #gaps = new Float64Array(64);
  /** The point that is asked, from the centre. */
  readonly #at = new Float64Array(3);
  /** Its place, the bottom's normal where it is nearest, its gap; the gap that points around promise. */
  readonly #place = new Float64Array(3);
  readonly #foot = new GroundFoot();
  readonly #n = this.#foot.normal;
  readonly #gap = new Float64Array(2);
  readonly #axis = new Float64Array(3);
  readonly #across = new Float64Array(6);
  readonly #low = new Float64Array(6);
  readonly #near = new Float64Array(1);
  readonly #list = new ContactList();
  /** Of a whole body: gap and point. */
  readonly #least = new Float64Array(4);
  readonly #all = Float64Array.of(Number.POSITIVE_INFINITY);
  #reach: Float64Array = this.#all;
  #wantsContacts = true;

  contactsInto(
    out: Float64Array,
    o: number,
    bottom: Bottom,
    solid: Solid,
    pose: Float64Array,
    i: number,
    reach: Float64Array,
  ): number {
    this.#wantsContacts = true;
    this.#reach = reach;
    this.#list.count = 0;
    rotationFromQuaternionInto(this.#R, 0, pose, i + 3);
    this.#ask(bottom, solid, pose, i);
    return this.#list.into(out, o);
  }

  clearanceInto(out: Float64Array, o: number, bottom: Bottom, body: SolidBody, pose: Float64Array, i: number): void {
    this.#wantsContacts = false;
    const least = this.#least;
    const solids = body.solids;
    least[0] = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) least[1 + k] = pose[i + k];
    rotationFromQuaternionInto(this.#R, 0, pose, i + 3);
    for (let k = 0; k < solids.length; k++) this.#ask(bottom, solids[k], pose, i);
    for (let k = 0; k < 4; k++) out[o + k] = least[k];
  }

  #ask(bottom: Bottom, solid: Solid, pose: Float64Array, i: number): void {
    const R = this.#R;
    const c = solid.centre_m;
    const n = solid.vertexCount;
    if (n > this.#gaps.length) {
      this.#gaps = new Float64Array(2 * n);
      this.#v = new Float64Array(6 * n);
    }
    const v = this.#v;
    const from = solid.vertices_m;
    for (let k = 0; k < 3; k++) {
      const at = 3 * k;
      this.#origin[k] = pose[i + k] + (R[at] * c[0] + R[at + 1] * c[1] + R[at + 2] * c[2]);
      for (let q = 0; q < 3 * n; q += 3) v[q + k] = R[at] * from[q] + R[at + 1] * from[q + 1] + R[at + 2] * from[q + 2];
    }
    this.#near[0] = ONE_PLACE * solid.round[ROUND.ball];
    if (solid.round[ROUND.disc] > 0) {
      this.#askCylinder(bottom, solid);
      return;
    }
    const at = this.#at;
    for (let k = 0; k < n; k++) {
      for (let axis = 0; axis < 3; axis++) at[axis] = v[3 * k + axis];
      this.#measure(bottom, solid);
      this.#gaps[k] = this.#gap[0];
      this.#add(solid, k);
    }
    const { edges, faceStart, loops } = solid.topology;
    if (n === 2) {
      this.#askBetween(bottom, solid, v, this.#gaps);
      return;
    }
    if (n > MOST_MIDDLES) return;
    for (let k = 0; k < edges.length; k += 2) {
      const a = edges[k];
      const b = edges[k + 1];
      for (let axis = 0; axis < 3; axis++) at[axis] = 0.5 * (v[3 * a + axis] + v[3 * b + axis]);
      this.#measure(bottom, solid);
      this.#gap[1] = 0.5 * (this.#gaps[a] + this.#gaps[b]);
      this.#addLower(solid, EDGE_NAMES + k);
    }
    for (let f = 0; f + 1 < faceStart.length; f++) {
      const count = faceStart[f + 1] - faceStart[f];
      this.#gap[1] = 0;
      at.fill(0);
      for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
        this.#gap[1] += this.#gaps[loops[k]] / count;
        for (let axis = 0; axis < 3; axis++) at[axis] += v[3 * loops[k] + axis] / count;
      }
      this.#measure(bottom, solid);
      this.#addLower(solid, FACE_NAMES + f);
    }
  }

  #askCylinder(bottom: Bottom, solid: Solid): void {
    const { round } = solid;
    const v = this.#v;
    const R = this.#R;
    const at = this.#at;
    const axis = this.#axis;
    const u = this.#across;
    const low = this.#low;
    const r = round[ROUND.disc];
    for (let k = 0; k < 3; k++) {
      axis[k] = R[3 * k] * round[2] + R[3 * k + 1] * round[3] + R[3 * k + 2] * round[4];
    }
    // Directions that are fixed on the cylinder, turned with it.
    acrossInto(u, round, ROUND.axis);
    for (let k = 0; k < 6; k += 3) turn(u, k, R);
    for (let end = 0; end < 2; end++) {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < RIM; k++) {
        const c = r * RING[2 * k];
        const s = r * RING[2 * k + 1];
        for (let q = 0; q < 3; q++) at[q] = v[3 * end + q] + c * u[q] + s * u[3 + q];
        this.#measure(bottom, solid);
        least = Math.min(least, this.#gap[0]);
        this.#add(solid, RIM_NAMES + RIM * end + k);
      }
      // The lowest of the rim, by the bottom's normal under its centre.
      for (let q = 0; q < 3; q++) at[q] = v[3 * end + q];
      this.#measure(bottom, solid);
      const n = this.#n;
      const along = n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2];
      const x = n[0] - along * axis[0];
      const y = n[1] - along * axis[1];
      const z = n[2] - along * axis[2];
      const square = x * x + y * y + z * z;
      // NaN where there is no bottom
      const scale = square > 1e-20 ? r / Math.sqrt(square) : 0;
      if (scale > 0) {
        at[0] -= scale * x;
        at[1] -= scale * y;
        at[2] -= scale * z;
      } else {
        for (let q = 0; q < 3; q++) at[q] += r * u[q];
      }
      for (let q = 0; q < 3; q++) low[3 * end + q] = at[q];
      this.#measure(bottom, solid);
      this.#gaps[end] = this.#gap[0];
      this.#gap[1] = least;
      this.#addLower(solid, end);
    }
    this.#askBetween(bottom, solid, low, this.#gaps);
  }

  /** Points between two ends, whose gaps are known. */
  #askBetween(bottom: Bottom, solid: Solid, ends: Float64Array, gaps: Float64Array): void {
    const at = this.#at;
    for (let k = 1; k <= BETWEEN; k++) {
      const t = k / (BETWEEN + 1);
      for (let axis = 0; axis < 3; axis++) at[axis] = ends[axis] + t * (ends[3 + axis] - ends[axis]);
      this.#measure(bottom, solid);
      this.#gap[1] = gaps[0] + t * (gaps[1] - gaps[0]);
      this.#addLower(solid, BETWEEN_NAMES + k);
    }
  }

  /** (1) of the point at #at, to #gap[0]; Infinity where there is no bottom. */
  #measure(bottom: Bottom, solid: Solid): void {
    const place = this.#place;
    for (let k = 0; k < 3; k++) place[k] = this.#origin[k] + this.#at[k];
    this.#foot.find(bottom, place, 0, solid.round, ROUND.radius);
    this.#gap[0] = this.#foot.gap[0];
  }

  /** The point that was measured, where it is lower than #gap[1] says. */
  #addLower(solid: Solid, name: number): void {
    // Not below where both are Infinity.
    if (!this.#wantsContacts || this.#gap[0] < this.#gap[1] - LOWER * solid.round[ROUND.ball]) this.#add(solid, name);
  }

  #add(solid: Solid, name: number): void {
    const gap = this.#gap[0];
    const place = this.#place;
    const n = this.#n;
    const radius = solid.round[ROUND.radius];
    if (!this.#wantsContacts) {
      const least = this.#least;
      if (!(gap < least[0])) return;
      least[0] = gap;
      for (let k = 0; k < 3; k++) least[1 + k] = place[k] - radius * n[k];
      return;
    }
    if (gap === Number.POSITIVE_INFINITY) return;
    const list = this.#list;
    const r = list.records;
    const o = list.next;
    for (let k = 0; k < 3; k++) {
      r[o + k] = place[k] - (radius + 0.5 * gap) * n[k];
      r[o + 3 + k] = n[k];
    }
    r[o + 6] = gap;
    r[o + 7] = name;
    list.added(this.#reach, this.#near);
  }
}

/** v[i ..] turned by R. */
function turn(v: Float64Array, i: number, R: Float64Array): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let k = 0; k < 3; k++) v[i + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z;
}
