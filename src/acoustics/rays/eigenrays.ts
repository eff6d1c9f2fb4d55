/**
 * Eigenrays: the rays that go through a receiver, and the arrivals that they make.
 *
 * A fan of rays is traced. At the range of a receiver each ray has a depth z and, from q, the slope
 *
 *   ∂z/∂α = ±q / cos θ                                                                    (1)  + after an even number of reflections
 *
 * for each of its legs; legs that end before the range, or start behind it, are carried on as far as a beam of four spacings reaches (ray-path.ts).
 * Two neighbouring rays with a leg of the same history (number of reflections above and below, the last of them, the direction) bound a family. In
 * between z(α) is the cubic of both depths and slopes; each of its roots starts Newton's method on (1), with the ray itself traced anew, until it passes the
 * receiver within PASSES_M. At the edge of a family, between its last ray and one that has met something else, or the same things beyond a corner, the tangent
 * says where to start. What is left is taken along the wavefront:
 *
 *   delay = τ + (z_rx − z) sin θ / c,   amplitude = |R| √(c/(|q| σ)),   phase = arg R + π m/2                    (2)
 *
 * for p = amplitude · e^{i(phase − ωt)}, t the delay; m caustics passed, R the product of the reflections; arg in (−π, π]. So an arrival does not depend on how
 * fine the fan is, only whether it is found: two eigenrays between two neighbouring rays are found by the cubic, four may be missed.
 * Left out: arrivals in shadows; a bound of (2) at caustics other than |q| ≥ 1e-6 m.
 * Test: eigenrays.test.ts, against images, closed forms and reference output.
 */
import { atan2, sinCosInto } from "../../math/index.ts";
import { depthAt_m } from "./boundary-curve.ts";
import { ARRIVAL, ARRIVAL_SIZE, type RayCase } from "./ray-case.ts";
import {
  END,
  HIT_BOTTOM,
  HIT_SURFACE,
  LEAVE,
  MARK,
  MARK_SIZE,
  PASS,
  reachOf_m,
  VERTEX,
  VERTEX_SIZE,
  wayTo_m,
} from "./ray-path.ts";
import { RaySea } from "./ray-sea.ts";
import { RayTracer } from "./ray-tracer.ts";
import { launchAngle_rad } from "./transmission-loss.ts";

/** How near to the receiver an eigenray passes, m: (2) is then exact to 1e-9 of its delay. */
export const PASSES_M = 1e-4;
const MOST_TRIALS = 40;
/** A leg is carried on for beams of this many spacings. */
const SPACINGS = 4;
/** What rounding leaves between the secant and the slopes of a straight line. */
const SMOOTH = 1e-6;
/** A tangent points to a root in the spacing behind the last ray of a family if it reaches it within so many spacings: families bend most at their edges. */
const TANGENT_REACH = 1.5;
/** The edge of a family is looked for to this share of the spacing, in so many trials. */
const EDGE = 0.02;
const EDGE_TRIALS = 12;

/** A leg at a range. */
const LEG = { history: 0, z: 1, slope: 2, vertex: 3, way: 4 } as const;
const LEG_SIZE = 5;

/** What arrives at one receiver from one source, by delay. */
export interface Arrivals {
  readonly sourceDepth_m: number;
  readonly receiverDepth_m: number;
  readonly receiverRange_m: number;
  /** Records of ARRIVAL_SIZE places. */
  readonly records: Float64Array;
}

/** The arrivals at every receiver of a case, from every source: source by source, range by range, depth by depth. */
export function arrivals(sea: RayCase): Arrivals[] {
  const found: Arrivals[] = [];
  const eigenrays = new Eigenrays(sea);
  for (const sourceDepth_m of sea.sourceDepths_m) {
    const candidates = eigenrays.candidates(sourceDepth_m);
    sea.receiverRanges_m.forEach((receiverRange_m, i) => {
      sea.receiverDepths_m.forEach((receiverDepth_m, j) => {
        const of = candidates.filter((one) => one.range === i && one.depth === j);
        const records = eigenrays.records(sourceDepth_m, of);
        found.push({ sourceDepth_m, receiverDepth_m, receiverRange_m, records });
      });
    });
  }
  return found;
}

/** Where an eigenray is looked for. */
export interface Candidate {
  readonly range: number;
  readonly depth: number;
  readonly history: number;
  /** First guess, and the launch angles of the two rays. */
  readonly guess_rad: number;
  readonly from_rad: number;
  readonly to_rad: number;
  /** The one ray of the family, where only one of the two is; else NaN. */
  readonly member_rad: number;
}

/** The legs of one ray at one range. */
class Legs {
  count = 0;
  values = new Float64Array(16 * LEG_SIZE);

  /** Where the leg of a history is, or −1. */
  placeOf(history: number): number {
    for (let k = 0; k < this.count; k++) if (this.values[k * LEG_SIZE] === history) return k * LEG_SIZE;
    return -1;
  }

  add(history: number, z: number, slope: number, vertex: number, way: number): void {
    if (this.placeOf(history) >= 0) return;
    if ((this.count + 1) * LEG_SIZE > this.values.length) {
      const values = new Float64Array(2 * this.values.length);
      values.set(this.values);
      this.values = values;
    }
    const o = this.count++ * LEG_SIZE;
    this.values[o + LEG.history] = history;
    this.values[o + LEG.z] = z;
    this.values[o + LEG.slope] = slope;
    this.values[o + LEG.vertex] = vertex;
    this.values[o + LEG.way] = way;
  }
}

export class Eigenrays {
  readonly #case: RayCase;
  readonly #tracer: RayTracer;
  readonly #spacing: number;
  readonly #direction = new Float64Array(2);
  readonly #roots = new Float64Array(3);
  readonly #legs = new Legs();
  /** (1) of the eigenray found last. */
  #slope = 0;
  /** Depths of the boundaries at the ranges of the receivers. */
  readonly #surface_m: Float64Array;
  readonly #bottom_m: Float64Array;

  constructor(sea: RayCase) {
    this.#case = sea;
    this.#surface_m = sea.receiverRanges_m.map((r) => depthAt_m(sea.surface, r));
    this.#bottom_m = sea.receiverRanges_m.map((r) => depthAt_m(sea.bottom, r));
    this.#tracer = new RayTracer(new RaySea(sea, sea.receiverRanges_m));
    const { count, from_rad, to_rad } = sea.fan;
    this.#spacing = count > 1 ? (to_rad - from_rad) / (count - 1) : 0;
  }

  /** Traces the fan from a source and looks where rays of one family pass receivers on both sides. */
  candidates(sourceDepth_m: number): Candidate[] {
    const sea = this.#case;
    const ranges = sea.receiverRanges_m;
    const found: Candidate[] = [];
    let before = Array.from(ranges, () => new Legs());
    let now = Array.from(ranges, () => new Legs());
    for (let k = 0; k < sea.fan.count; k++) {
      this.#trace(sourceDepth_m, launchAngle_rad(sea, k));
      for (const legs of now) legs.count = 0;
      this.#collect(now);
      if (k > 0) {
        for (let i = 0; i < ranges.length; i++) this.#compare(found, i, before[i], now[i], k);
      }
      [before, now] = [now, before];
    }
    return found;
  }

  /** The arrivals of candidates at one receiver, by delay. */
  records(sourceDepth_m: number, candidates: readonly Candidate[]): Float64Array {
    const rays: Float64Array[] = [];
    for (const candidate of candidates) {
      const record = this.#refined(sourceDepth_m, candidate);
      if (record === null) continue;
      // Two that end this near to each other started from two guesses of one ray: each passes within PASSES_M.
      const apart_rad = Math.min(0.5 * this.#spacing, (2 * PASSES_M) / Math.abs(this.#slope)) + 1e-12;
      const same = rays.some(
        (other) =>
          other[ARRIVAL.surfaceBounces] === record[ARRIVAL.surfaceBounces] &&
          other[ARRIVAL.bottomBounces] === record[ARRIVAL.bottomBounces] &&
          Math.abs(other[ARRIVAL.launch_rad] - record[ARRIVAL.launch_rad]) < apart_rad,
      );
      if (!same) rays.push(record);
    }
    rays.sort((a, b) => a[ARRIVAL.delay_s] - b[ARRIVAL.delay_s] || a[ARRIVAL.launch_rad] - b[ARRIVAL.launch_rad]);
    const records = new Float64Array(rays.length * ARRIVAL_SIZE);
    rays.forEach((ray, k) => {
      records.set(ray, k * ARRIVAL_SIZE);
    });
    return records;
  }

  #trace(sourceDepth_m: number, angle_rad: number, until_m?: number): void {
    sinCosInto(this.#direction, 0, angle_rad);
    this.#tracer.trace(sourceDepth_m, this.#direction[1], this.#direction[0], until_m);
  }

  /** The legs of the ray at hand at every range. */
  #collect(legs: readonly Legs[]): void {
    const path = this.#tracer.path;
    const ranges = this.#case.receiverRanges_m;
    let next = 0;
    for (let i = 0; i < path.count; i++) {
      const kind = path.marks[i * MARK_SIZE];
      const r = path.vertices[i * VERTEX_SIZE + VERTEX.r];
      while (next < ranges.length - 1 && ranges[next] < r) next++;
      while (next > 0 && ranges[next - 1] >= r) next--;
      // Ranges are edges of strips: a ray that passes one has a vertex there.
      if ((kind === PASS || kind === END) && ranges[next] === r) this.#add(legs[next], i, next, 0);
      if (kind === HIT_SURFACE || kind === HIT_BOTTOM || kind === LEAVE) {
        const way = kind === LEAVE ? -1 : 1;
        for (let k = next; k < ranges.length && this.#add(legs[k], i, k, way); k++);
        for (let k = next - 1; k >= 0 && this.#add(legs[k], i, k, way); k--);
      }
    }
  }

  /** A leg at vertex i for range k, carried on by `way`; false where that is too far. */
  #add(legs: Legs, i: number, k: number, way: number): boolean {
    const { vertices: v, marks } = this.#tracer.path;
    const a = i * VERTEX_SIZE;
    const m = i * MARK_SIZE;
    const tr = v[a + VERTEX.tr];
    if (tr === 0) return false;
    const spacing = SPACINGS * this.#spacing;
    const cp = v[a + VERTEX.c] * (way > 0 ? v[a + VERTEX.pIn] : v[a + VERTEX.p]);
    let e = 0;
    if (way !== 0) {
      const reach = reachOf_m(v, a, way, Math.abs(v[a + VERTEX.q]) * spacing, Math.abs(cp) * spacing);
      e = wayTo_m(v, a, this.#case.receiverRanges_m[k]);
      // Ranges on the leg's own side are passed over, those beyond its reach end the search.
      if (!(Math.abs(e) <= reach)) return false;
      if (e * way < 0) return true;
    }
    const kappa = v[a + VERTEX.kappa];
    const tz = v[a + VERTEX.tz];
    const surface = marks[m + MARK.surface];
    const bottom = marks[m + MARK.bottom];
    const kind = marks[m + MARK.kind];
    // Which boundary the leg came from: the number of caustics and of reflections does not say it.
    const last = this.#lastBoundary(i, kind);
    const history = ((surface * 65536 + bottom) * 4 + last) * 2 + (tr > 0 ? 1 : 0);
    const across = tr - kappa * tz * e;
    const z = v[a + VERTEX.z] + e * (tz + 0.5 * kappa * tr * e);
    const even = ((surface + bottom) & 1) === 0;
    const slope = ((even ? 1 : -1) * (v[a + VERTEX.q] + cp * e)) / across;
    legs.add(history, z, slope, i, e);
    return true;
  }

  /** 0 for the source, 1 for the surface, 2 for the bottom. */
  #lastBoundary(i: number, kind: number): number {
    const { marks } = this.#tracer.path;
    let k = i;
    if (kind !== LEAVE) {
      while (k > 0 && marks[k * MARK_SIZE] !== LEAVE) k--;
      if (k === 0) return 0;
    }
    return marks[(k - 1) * MARK_SIZE] === HIT_SURFACE ? 1 : 2;
  }

  /** Candidates between ray k and the one before it at range i. */
  #compare(found: Candidate[], i: number, before: Legs, now: Legs, k: number): void {
    const depths = this.#case.receiverDepths_m;
    const from_rad = launchAngle_rad(this.#case, k - 1);
    const to_rad = launchAngle_rad(this.#case, k);
    for (let a = 0; a < before.count; a++) {
      const oa = a * LEG_SIZE;
      const history = before.values[oa];
      const ob = now.placeOf(history);
      if (ob < 0) {
        for (let j = 0; j < depths.length; j++) this.#beside(found, i, j, before.values, oa, from_rad, to_rad);
        continue;
      }
      const za = before.values[oa + LEG.z];
      const zb = now.values[ob + LEG.z];
      const sa = before.values[oa + LEG.slope] * this.#spacing;
      const sb = now.values[ob + LEG.slope] * this.#spacing;
      // The cubic stays within its Bézier points.
      const low = Math.min(za, zb, za + sa / 3, zb - sb / 3);
      const high = Math.max(za, zb, za + sa / 3, zb - sb / 3);
      // A corner of a boundary between both rays makes the depth jump: then each may be the last one before it.
      const jumps = Math.abs(zb - za - 0.5 * (sa + sb)) > 0.5 * Math.abs(sb - sa) + SMOOTH * Math.abs(sa + sb);
      for (let j = 0; j < depths.length; j++) {
        const z = depths[j];
        if (!this.#isInWater(i, z)) continue;
        const count = z < low || z > high ? 0 : cubicRootsInto(this.#roots, za - z, zb - z, sa, sb);
        for (let n = 0; n < count; n++) {
          const guess_rad = from_rad + this.#roots[n] * this.#spacing;
          found.push({ range: i, depth: j, history, guess_rad, from_rad, to_rad, member_rad: Number.NaN });
        }
        if (count > 0 || !jumps) continue;
        this.#beside(found, i, j, before.values, oa, from_rad, to_rad);
        this.#beside(found, i, j, now.values, ob, to_rad, from_rad);
      }
    }
    for (let b = 0; b < now.count; b++) {
      const ob = b * LEG_SIZE;
      if (before.placeOf(now.values[ob]) >= 0) continue;
      for (let j = 0; j < depths.length; j++) this.#beside(found, i, j, now.values, ob, to_rad, from_rad);
    }
  }

  /** A candidate at depth j between the last ray of a family and its neighbour, which is of another one: by the tangent. */
  #beside(
    found: Candidate[],
    i: number,
    j: number,
    leg: Float64Array,
    o: number,
    member_rad: number,
    other_rad: number,
  ): void {
    const depth_m = this.#case.receiverDepths_m[j];
    const gap_rad = other_rad - member_rad;
    const across_m = leg[o + LEG.slope] * gap_rad;
    // In a fan so coarse that its rays pass each other in half the water, no tangent says anything.
    if (!(Math.abs(across_m) <= 0.5 * (this.#bottom_m[i] - this.#surface_m[i]))) return;
    const share = (depth_m - leg[o + LEG.z]) / across_m;
    if (!(share > 0 && share <= TANGENT_REACH && this.#isInWater(i, depth_m))) return;
    const guess_rad = member_rad + Math.min(share, 0.95) * gap_rad;
    const [from_rad, to_rad] = gap_rad > 0 ? [member_rad, other_rad] : [other_rad, member_rad];
    found.push({ range: i, depth: j, history: leg[o], guess_rad, from_rad, to_rad, member_rad });
  }

  #isInWater(i: number, depth_m: number): boolean {
    return depth_m >= this.#surface_m[i] && depth_m <= this.#bottom_m[i];
  }

  /** The arrival of a candidate; null where its ray does not exist. */
  #refined(sourceDepth_m: number, candidate: Candidate): Float64Array | null {
    const { history, range, depth } = candidate;
    const target = this.#case.receiverDepths_m[depth];
    const until_m = this.#case.receiverRanges_m[range];
    let low = candidate.from_rad;
    let high = candidate.to_rad;
    const least = low - 0.5 * this.#spacing;
    const most = high + 0.5 * this.#spacing;
    let lowError = Number.NaN;
    let highError = Number.NaN;
    let angle = candidate.guess_rad;
    let member = candidate.member_rad;
    const trials = Number.isNaN(member) ? MOST_TRIALS : EDGE_TRIALS;
    for (let trial = 0; trial < trials; trial++) {
      this.#trace(sourceDepth_m, angle, until_m);
      let o = this.#find(range, history);
      if (o < 0 && until_m < this.#case.maxRange_m) {
        // The ray may have gone on and come back.
        this.#trace(sourceDepth_m, angle);
        o = this.#find(range, history);
      }
      if (o < 0) {
        // Beyond the edge of the family.
        if (!(Math.abs(angle - member) > EDGE * this.#spacing)) return null;
        angle = 0.5 * (angle + member);
        continue;
      }
      if (!Number.isNaN(member)) member = angle;
      const leg = this.#legs.values;
      const vertex = leg[o + LEG.vertex];
      const error = leg[o + LEG.z] - target;
      const v = this.#tracer.path.vertices;
      if (Math.abs(error * v[vertex * VERTEX_SIZE + VERTEX.tr]) <= PASSES_M) {
        // Carried on beyond a boundary, but to a place in the water: there is something solid in between.
        const beyond_m = Math.abs(leg[o + LEG.way]) * v[vertex * VERTEX_SIZE + VERTEX.grazing];
        this.#slope = leg[o + LEG.slope];
        return beyond_m > 10 * PASSES_M ? null : this.#record(angle, vertex, leg[o + LEG.way], target);
      }
      // The root stays between two angles as soon as both signs have been seen.
      if (error > 0 === (Number.isNaN(lowError) ? leg[o + LEG.slope] > 0 : lowError < 0)) {
        high = angle;
        highError = error;
      } else {
        low = angle;
        lowError = error;
      }
      let next = angle - error / leg[o + LEG.slope];
      const bounded = !Number.isNaN(lowError) && !Number.isNaN(highError) && lowError * highError < 0;
      const [from, to] = bounded ? [Math.min(low, high), Math.max(low, high)] : [least, most];
      if (!(next > from && next < to) || trial % 8 === 7)
        next = bounded ? 0.5 * (from + to) : Math.min(Math.max(next, least), most);
      if (next === angle || Number.isNaN(next)) return null;
      angle = next;
    }
    return null;
  }

  /** The leg of a history of the ray at hand at a range: its place in #legs, or −1. */
  #find(range: number, history: number): number {
    const legs = this.#legs;
    legs.count = 0;
    const path = this.#tracer.path;
    const target = this.#case.receiverRanges_m[range];
    for (let i = 0; i < path.count; i++) {
      const kind = path.marks[i * MARK_SIZE];
      if ((kind === PASS || kind === END) && path.vertices[i * VERTEX_SIZE] === target) this.#add(legs, i, range, 0);
      else if (kind === HIT_SURFACE || kind === HIT_BOTTOM) this.#add(legs, i, range, 1);
      else if (kind === LEAVE) this.#add(legs, i, range, -1);
    }
    return legs.placeOf(history);
  }

  /** (2). */
  #record(angle: number, i: number, way: number, target: number): Float64Array {
    const { vertices: v, marks } = this.#tracer.path;
    const a = i * VERTEX_SIZE;
    const c = v[a + VERTEX.c];
    const tr = v[a + VERTEX.tr];
    const tz = v[a + VERTEX.tz];
    const re = v[a + VERTEX.re];
    const im = v[a + VERTEX.im];
    const e = way + (target - v[a + VERTEX.z] - way * tz) * tz;
    const q = Math.max(Math.abs(v[a + VERTEX.q] + c * v[a + VERTEX.p] * e), 1e-6);
    const sigma = Math.max(v[a + VERTEX.sigma] + c * e, 1e-6 * c);
    const caustics = marks[i * MARK_SIZE + MARK.caustics] & 3;
    const record = new Float64Array(ARRIVAL_SIZE);
    record[ARRIVAL.amplitude] = Math.sqrt((c * (re * re + im * im)) / (q * sigma));
    const phase = atan2(im, re) + 0.5 * Math.PI * caustics;
    record[ARRIVAL.phase_rad] = phase > Math.PI ? phase - 2 * Math.PI : phase;
    record[ARRIVAL.delay_s] = v[a + VERTEX.tau] + e / c;
    record[ARRIVAL.absorption_dB] = v[a + VERTEX.loss_dB];
    record[ARRIVAL.launch_rad] = angle;
    record[ARRIVAL.arrival_rad] = atan2(tz, tr);
    record[ARRIVAL.surfaceBounces] = marks[i * MARK_SIZE + MARK.surface];
    record[ARRIVAL.bottomBounces] = marks[i * MARK_SIZE + MARK.bottom];
    return record;
  }
}

/** Roots u in [0, 1) of the cubic with values a, b and slopes sa, sb at 0 and 1; returns how many. */
export function cubicRootsInto(out: Float64Array, a: number, b: number, sa: number, sb: number): number {
  const at = (u: number): number => a + u * (b - a) + u * (1 - u) * ((1 - u) * (sa - b + a) + u * (b - a - sb));
  // Slope: sa + 2 B u + 3 A u².
  const A = 2 * (a - b) + sa + sb;
  const B = 3 * (b - a) - 2 * sa - sb;
  const cuts = [0];
  const disc = B * B - 3 * A * sa;
  if (disc > 0) {
    const w = -(B + (B < 0 ? -1 : 1) * Math.sqrt(disc));
    const turns = [A !== 0 ? w / (3 * A) : Number.NaN, w !== 0 ? sa / w : Number.NaN];
    for (const u of turns.sort((x, y) => x - y)) if (u > 0 && u < 1) cuts.push(u);
  }
  cuts.push(1);
  let count = 0;
  for (let k = 1; k < cuts.length; k++) {
    let low = cuts[k - 1];
    let high = cuts[k];
    const positive = at(low) >= 0;
    if (positive === at(high) >= 0) continue;
    for (let n = 0; n < 12; n++) {
      const middle = 0.5 * (low + high);
      if (at(middle) >= 0 === positive) low = middle;
      else high = middle;
    }
    out[count++] = 0.5 * (low + high);
  }
  return count;
}
