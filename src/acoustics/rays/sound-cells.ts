/**
 * Sound speed as a table of cells, between two ranges and two depths each, in which it is one formula:
 *
 *   c = C₀ + C₁ t + C₂ t² + C₃ t³ + ρ (D₀ + D₁ t),   t = z − z_k,   ρ = r − r_j                         (1)
 *   1/c² = C₀ + C₁ t                                                                                (2)  n2-linear
 *
 * | interpolation       | in a cell                                                                       |
 * |---------------------|---------------------------------------------------------------------------------|
 * | c-linear            | C₀, C₁: the gradient is constant, rays are circles                               |
 * | n2-linear           | (2)                                                                              |
 * | spline, pchip       | C₀ … C₃; splines are not-a-knot, monotone ones after [FritschCarlson1980]          |
 * | several profiles    | C₀, C₁, D₀, D₁: linear in depth on both sides, linear in range between them        |
 *
 * Above the first and below the last depth, the first and the last speed hold (profile.ts); before the first and after the last range,
 * that profile. Layers are also cut where the table of absorption has a depth, so that absorption is linear in each.
 */
import { type CubicSpline, exp, monotoneSpline, notAKnotSpline } from "../../math/index.ts";
import type { RayCase, SoundSpeedField } from "./ray-case.ts";

/** Places of a cell in the table. */
export const CELL = { kind: 0, c0: 1, c1: 2, c2: 3, c3: 4, d0: 5, d1: 6, left_m: 7 } as const;
export const CELL_SIZE = 8;
/** Kinds of cell. */
export const LINEAR = 0;
export const POLYNOMIAL = 1;
export const SQUARED_SLOWNESS = 2;

/** What `soundInto` writes: c and its derivatives. */
export const SOUND = { c: 0, r: 1, z: 2, rz: 3, zz: 4 } as const;
export const SOUND_SIZE = 5;

/** Far above and below all water. */
const FAR_M = 1e6;
/** A step may turn the phase √(|c″|/c) s of the neighbouring rays by this much: a step of the fourth order then errs by 1e-7 of it. */
const STEP_PHASE = 0.1;

export interface SoundCells {
  /** Edges of the layers, layerCount + 1; the outer ones lie far outside. */
  readonly edges_m: Float64Array;
  readonly layerCount: number;
  /** Ranges at which a new column of cells begins; column 0 lies before the first. */
  readonly columns_m: Float64Array;
  /** Cell (column, layer) at CELL_SIZE (column · layerCount + layer). */
  readonly cells: Float64Array;
  /** Largest step in each cell, m. */
  readonly steps_m: Float64Array;
  /** Absorption at the upper edge of each layer, dB/m, and its gradient. */
  readonly absorption_dBpm: Float64Array;
  readonly absorptionGradient: Float64Array;
}

/** c and its derivatives at r = place[i], z = place[i + 1] by the formula of the cell at cells[o], in the layer below edges_m[layer]. */
export function soundInto(
  out: Float64Array,
  cells: Float64Array,
  o: number,
  edges_m: Float64Array,
  layer: number,
  place: Float64Array,
  i: number,
): void {
  const t = place[i + 1] - edges_m[layer];
  if (cells[o] === SQUARED_SLOWNESS) {
    const gradient = cells[o + 2];
    const c = 1 / Math.sqrt(cells[o + 1] + gradient * t); // (2)
    const cube = c * c * c;
    out[0] = c;
    out[1] = 0;
    out[2] = -0.5 * gradient * cube;
    out[3] = 0;
    out[4] = 0.75 * gradient * gradient * cube * c * c;
    return;
  }
  const rho = place[i] - cells[o + 7];
  const c2 = cells[o + 3];
  const c3 = cells[o + 4];
  const d1 = cells[o + 6];
  const across = cells[o + 5] + d1 * t;
  out[0] = cells[o + 1] + t * (cells[o + 2] + t * (c2 + t * c3)) + rho * across; // (1)
  out[1] = across;
  out[2] = cells[o + 2] + t * (2 * c2 + t * 3 * c3) + rho * d1;
  out[3] = d1;
  out[4] = 2 * c2 + t * 6 * c3;
}

/** Sound speed and absorption of a case, made ready. */
export function soundCells(sound: SoundSpeedField, absorption: RayCase["absorption"]): SoundCells {
  const z = sound.depths_m;
  const n = z.length;
  // One value of absorption holds everywhere and cuts nothing.
  const cuts = absorption.depths_m.length > 1 ? absorption.depths_m : [];
  const inner = new Set<number>([...z, ...cuts]);
  const edges_m = Float64Array.from([-FAR_M, ...[...inner].sort((a, b) => a - b), FAR_M]);
  const layerCount = edges_m.length - 1;
  const profiles = sound.ranges_m.length;
  const columns_m = profiles === 1 ? new Float64Array(0) : Float64Array.from(sound.ranges_m);
  const columns = columns_m.length + 1;
  const cells = new Float64Array(columns * layerCount * CELL_SIZE);
  const smooth = profiles === 1 && n > 2 ? smoothSlopes(sound) : null;
  const squared = profiles === 1 && sound.interpolation === "n2-linear";
  const steps_m = new Float64Array(columns * layerCount);

  /** c on profile j, linear between its depths; its ends hold. */
  const speed = (j: number, depth_m: number): number => {
    const from = j * n;
    const k = cellOf(z, depth_m);
    if (depth_m <= z[0]) return sound.soundSpeeds_mps[from];
    if (depth_m >= z[n - 1]) return sound.soundSpeeds_mps[from + n - 1];
    const share = (depth_m - z[k]) / (z[k + 1] - z[k]);
    const a = sound.soundSpeeds_mps[from + k];
    return a + share * (sound.soundSpeeds_mps[from + k + 1] - a);
  };

  for (let column = 0; column < columns; column++) {
    const left = Math.min(Math.max(column - 1, 0), profiles - 1);
    const right = Math.min(column, profiles - 1);
    for (let layer = 0; layer < layerCount; layer++) {
      const at = column * layerCount + layer;
      const o = at * CELL_SIZE;
      const top = edges_m[layer];
      const bottom = edges_m[layer + 1];
      const outside = bottom <= z[0] || top >= z[n - 1];
      cells[o + CELL.left_m] = sound.ranges_m[left];
      steps_m[at] = Number.POSITIVE_INFINITY;
      const thickness_m = bottom - top;
      const [cTop, cBottom] = [speed(left, top), speed(left, bottom)];
      cells[o + CELL.c0] = cTop;
      if (outside) {
        cells[o + CELL.kind] = LINEAR;
      } else if (squared) {
        // The layer may be cut by a depth of absorption: (2) of the whole interval, moved to this edge.
        const k = cellOf(z, top);
        const [ca, cb] = [sound.soundSpeeds_mps[k], sound.soundSpeeds_mps[k + 1]];
        const slope = (1 / (cb * cb) - 1 / (ca * ca)) / (z[k + 1] - z[k]);
        if (ca === cb) {
          cells[o + CELL.kind] = LINEAR;
          cells[o + CELL.c0] = ca;
        } else {
          cells[o + CELL.kind] = SQUARED_SLOWNESS;
          cells[o + CELL.c0] = 1 / (ca * ca) + slope * (top - z[k]);
          cells[o + CELL.c1] = slope;
        }
      } else if (smooth !== null) {
        const k = cellOf(z, top);
        cubicInto(cells, o, sound.soundSpeeds_mps, smooth, z, k, top);
      } else {
        cells[o + CELL.kind] = LINEAR;
        cells[o + CELL.c1] = (cBottom - cTop) / thickness_m;
      }
      if (left !== right) {
        const width_m = sound.ranges_m[right] - sound.ranges_m[left];
        const across = (speed(right, top) - cTop) / width_m;
        const acrossBelow = (speed(right, bottom) - cBottom) / width_m;
        cells[o + CELL.d0] = across;
        cells[o + CELL.d1] = outside ? 0 : (acrossBelow - across) / thickness_m;
      }
      const bends = cells[o + CELL.c2] !== 0 || cells[o + CELL.c3] !== 0 || cells[o + CELL.d1] !== 0;
      if (bends) cells[o + CELL.kind] = POLYNOMIAL;
      if (cells[o + CELL.kind] !== LINEAR) steps_m[at] = largestStep(cells, o, top, bottom, columns_m, column);
    }
  }
  return { edges_m, layerCount, columns_m, cells, steps_m, ...absorptionOf(absorption, edges_m) };
}

/** The interval of increasing points in which x lies, the last one for x beyond. */
function cellOf(points: Float64Array, x: number): number {
  let k = 0;
  while (k < points.length - 2 && x >= points[k + 1]) k++;
  return k;
}

/** Slopes of a smooth interpolation at the points; null for those that are made of straight pieces. */
function smoothSlopes(sound: SoundSpeedField): Float64Array | null {
  const { interpolation, depths_m, soundSpeeds_mps } = sound;
  if (interpolation !== "spline" && interpolation !== "pchip") return null;
  const spline: CubicSpline =
    interpolation === "spline"
      ? notAKnotSpline(depths_m, soundSpeeds_mps, "clamp")
      : monotoneSpline(depths_m, soundSpeeds_mps, "clamp");
  const slopes = new Float64Array(depths_m.length);
  const out = new Float64Array(3);
  const cells = new Int32Array(1);
  for (let k = 0; k < slopes.length; k++) {
    spline.evaluateInto(out, 0, cells, 0, depths_m, k);
    slopes[k] = out[1];
  }
  return slopes;
}

/** The cubic of interval k by its values and slopes, written for t from the depth `top`. */
function cubicInto(
  cells: Float64Array,
  o: number,
  c: Float64Array,
  slopes: Float64Array,
  z: Float64Array,
  k: number,
  top: number,
): void {
  const h = z[k + 1] - z[k];
  const secant = (c[k + 1] - c[k]) / h;
  const a2 = (3 * secant - 2 * slopes[k] - slopes[k + 1]) / h;
  const a3 = (slopes[k] + slopes[k + 1] - 2 * secant) / (h * h);
  const t = top - z[k];
  cells[o + CELL.c0] = c[k] + t * (slopes[k] + t * (a2 + t * a3));
  cells[o + CELL.c1] = slopes[k] + t * (2 * a2 + t * 3 * a3);
  cells[o + CELL.c2] = a2 + 3 * t * a3;
  cells[o + CELL.c3] = a3;
}

/** STEP_PHASE over the largest √(|second derivatives| / c) in the cell. */
function largestStep(
  cells: Float64Array,
  o: number,
  top: number,
  bottom: number,
  columns_m: Float64Array,
  column: number,
): number {
  const out = new Float64Array(SOUND_SIZE);
  const place = new Float64Array(2);
  const edge = Float64Array.of(top);
  const left = cells[o + CELL.left_m];
  const right = column > 0 && column < columns_m.length ? columns_m[column] : left;
  let largest = 0;
  for (const r of [left, right]) {
    for (const z of [top, 0.5 * (top + bottom), bottom]) {
      place[0] = r;
      place[1] = z;
      soundInto(out, cells, o, edge, 0, place, 0);
      const second = Math.abs(out[SOUND.zz]) + 2 * Math.abs(out[SOUND.rz]);
      largest = Math.max(largest, Math.abs(second / out[SOUND.c]));
    }
  }
  return STEP_PHASE / Math.sqrt(Math.max(largest, 1e-16));
}

function absorptionOf(
  table: RayCase["absorption"],
  edges_m: Float64Array,
): { absorption_dBpm: Float64Array; absorptionGradient: Float64Array } {
  const layers = edges_m.length - 1;
  const absorption_dBpm = new Float64Array(layers);
  const absorptionGradient = new Float64Array(layers);
  const { depths_m, absorption_dBpkm } = table;
  const last = absorption_dBpkm.length - 1;
  const value = (z: number): number => {
    if (last === 0 || z <= depths_m[0]) return absorption_dBpkm[0];
    if (z >= depths_m[last]) return absorption_dBpkm[last];
    const k = cellOf(depths_m, z);
    const share = (z - depths_m[k]) / (depths_m[k + 1] - depths_m[k]);
    return absorption_dBpkm[k] + share * (absorption_dBpkm[k + 1] - absorption_dBpkm[k]);
  };
  for (let k = 0; k < layers; k++) {
    absorption_dBpm[k] = value(edges_m[k]) / 1000;
    absorptionGradient[k] = (value(edges_m[k + 1]) / 1000 - absorption_dBpm[k]) / (edges_m[k + 1] - edges_m[k]);
  }
  return { absorption_dBpm, absorptionGradient };
}

/** Pressure factor of a loss in dB. */
export function factorOf(loss_dB: number): number {
  return exp(-0.05 * Math.LN10 * loss_dB);
}
