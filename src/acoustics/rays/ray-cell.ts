/**
 * Where a ray is: the strip and the layer of its cell, the six lines around that (both edges of the layer and of the strip, surface and bottom), and which of them a
 * step meets first. Distances from a line are positive on the ray's side; one that rounding has made negative counts as 0.
 */
import { VERTEX } from "./ray-path.ts";
import { LINE, LINE_SIZE, type RaySea } from "./ray-sea.ts";

/** A step ends this near to its line, m. */
export const ON_LINE_M = 1e-9;

/** Lines. */
export const NONE = 0;
export const LAYER_TOP = 1;
export const LAYER_BOTTOM = 2;
export const STRIP_LEFT = 3;
export const STRIP_RIGHT = 4;
export const SURFACE = 5;
export const BOTTOM = 6;

/** Places of the curve whose first line is looked for, and of the length found. */
export const K_BR = 0;
export const K_BZ = 1;
export const K_AR = 2;
export const K_AZ = 3;
export const K_SQUARE = 4;
export const K_LIMIT = 5;
export const K_LENGTH = 6;

export class RayCell {
  readonly curve = new Float64Array(7);
  strip = 0;
  layer = 0;
  /** On an edge between layers that both push the ray back there: it goes straight. */
  slides = false;
  readonly #sea: RaySea;
  readonly #six = new Float64Array(18);
  /** A distance and its rate. Numbers go by arrays: between calls that are not inlined, others are boxed. */
  readonly #away = new Float64Array(2);

  constructor(sea: RaySea) {
    this.#sea = sea;
  }

  /** Puts a vertex exactly on the line on which its step ended. */
  setOn(v: Float64Array, n: number, line: number): void {
    const sea = this.#sea;
    if (line === LAYER_TOP) v[n + VERTEX.z] = sea.sound.edges_m[this.layer];
    else if (line === LAYER_BOTTOM) v[n + VERTEX.z] = sea.sound.edges_m[this.layer + 1];
    else if (line === STRIP_LEFT) v[n + VERTEX.r] = sea.edges_m[this.strip];
    else if (line === STRIP_RIGHT) v[n + VERTEX.r] = sea.edges_m[this.strip + 1];
    else if (line === SURFACE || line === BOTTOM) {
      const lines = line === SURFACE ? sea.surface : sea.bottom;
      const o = this.strip * LINE_SIZE;
      v[n + VERTEX.z] = lines[o + LINE.z0] + (v[n + VERTEX.r] - lines[o + LINE.r0]) * lines[o + LINE.slope];
    }
  }

  /**
   * The line that the curve x₀ + 2 b w + a w² from the place at v[o ..] leaves first, and that w to its place in `curve`; NONE and the limit where
   * none comes before it. The distance from a line with normal N is d₀ + 2 N·b w + (N·a + d₀ k2) w².
   */
  firstLine(v: Float64Array, o: number): number {
    const r = v[o + VERTEX.r];
    const z = v[o + VERTEX.z];
    const { curve } = this;
    const br = curve[K_BR];
    const bz = curve[K_BZ];
    const ar = curve[K_AR];
    const az = curve[K_AZ];
    const sea = this.#sea;
    const layer = this.layer;
    const strip = this.strip;
    const l = strip * LINE_SIZE;
    const { surface, bottom } = sea;

    // N·a, N·b and d₀ of the six lines.
    const six = this.#six;
    six[0] = az;
    six[1] = bz;
    six[2] = z - sea.sound.edges_m[layer];
    six[3] = -az;
    six[4] = -bz;
    six[5] = sea.sound.edges_m[layer + 1] - z;
    six[6] = ar;
    six[7] = br;
    six[8] = r - sea.edges_m[strip];
    six[9] = -ar;
    six[10] = -br;
    six[11] = sea.edges_m[strip + 1] - r;
    let cosine = surface[l + LINE.cos];
    let sine = surface[l + LINE.sin];
    six[12] = az * cosine - ar * sine;
    six[13] = bz * cosine - br * sine;
    six[14] = (z - surface[l + LINE.z0] - (r - surface[l + LINE.r0]) * surface[l + LINE.slope]) * cosine;
    cosine = bottom[l + LINE.cos];
    sine = bottom[l + LINE.sin];
    six[15] = ar * sine - az * cosine;
    six[16] = br * sine - bz * cosine;
    six[17] = (bottom[l + LINE.z0] + (r - bottom[l + LINE.r0]) * bottom[l + LINE.slope] - z) * cosine;

    const k2 = curve[K_SQUARE];
    let best = curve[K_LIMIT];
    let line = NONE;
    for (let k = this.slides ? STRIP_LEFT : LAYER_TOP; k <= BOTTOM; k++) {
      const d = six[3 * k - 1];
      const b = six[3 * k - 2];
      const a = six[3 * k - 3] + d * k2;
      // As firstRoot says.
      let w = Number.POSITIVE_INFINITY;
      if (d <= 0) {
        if (b < 0 || (b === 0 && a < 0)) w = 0;
        else if (a < 0) w = (-2 * b) / a;
      } else if (b < 0 || a < 0) {
        const disc = b * b - a * d;
        if (disc >= 0) {
          const below = Math.sqrt(disc) - b;
          if (below > 0) w = d / below;
        }
      }
      if (w < best) {
        best = w;
        line = k;
      }
    }
    curve[K_LENGTH] = best;
    return line;
  }

  /** To away: distance of the place at p[i ..] from a line, positive on the ray's side, and its rate along p[j ..] for j ≥ 0. */
  distanceInto(away: Float64Array, line: number, p: Float64Array, i: number, j: number): void {
    const sea = this.#sea;
    const r = p[i];
    const z = p[i + 1];
    const vr = j < 0 ? 0 : p[j];
    const vz = j < 0 ? 0 : p[j + 1];
    if (line === LAYER_TOP) {
      away[0] = z - sea.sound.edges_m[this.layer];
      away[1] = vz;
    } else if (line === LAYER_BOTTOM) {
      away[0] = sea.sound.edges_m[this.layer + 1] - z;
      away[1] = -vz;
    } else if (line === STRIP_LEFT) {
      away[0] = r - sea.edges_m[this.strip];
      away[1] = vr;
    } else if (line === STRIP_RIGHT) {
      away[0] = sea.edges_m[this.strip + 1] - r;
      away[1] = -vr;
    } else {
      const lines = line === SURFACE ? sea.surface : sea.bottom;
      const side = line === SURFACE ? 1 : -1;
      const o = this.strip * LINE_SIZE;
      const cosine = side * lines[o + LINE.cos];
      away[0] = (z - depthOn(lines, o, r)) * cosine;
      away[1] = vz * cosine - side * vr * lines[o + LINE.sin];
    }
  }

  /** The line beyond which the place at p[i ..] lies furthest, the given one aside. */
  worstLine(p: Float64Array, i: number, but: number): number {
    const away = this.#away;
    let worst = NONE;
    let least = -ON_LINE_M;
    for (let line = LAYER_TOP; line <= BOTTOM; line++) {
      if (line === but) continue;
      this.distanceInto(away, line, p, i, -1);
      if (away[0] < least) {
        least = away[0];
        worst = line;
      }
    }
    return worst;
  }
}

/** Depth of a line at a range, (1) of ray-sea.ts. */
export function depthOn(lines: Float64Array, o: number, r: number): number {
  return lines[o + LINE.z0] + (r - lines[o + LINE.r0]) * lines[o + LINE.slope];
}

/** The first w > 0 at which d + 2 b w + a w² goes from positive to negative; 0 where it does so now; Infinity where it never does. */
export function firstRoot(a: number, b: number, d: number): number {
  if (d <= 0) {
    if (b < 0 || (b === 0 && a < 0)) return 0;
    return a < 0 ? (-2 * b) / a : Number.POSITIVE_INFINITY;
  }
  if (b >= 0 && a >= 0) return Number.POSITIVE_INFINITY;
  const disc = b * b - a * d;
  if (disc < 0) return Number.POSITIVE_INFINITY;
  const below = Math.sqrt(disc) - b;
  return below > 0 ? d / below : Number.POSITIVE_INFINITY;
}
