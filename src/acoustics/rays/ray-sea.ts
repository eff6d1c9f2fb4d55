/**
 * The plane of a ray case, made ready for tracing: cut into strips of range in which surface and bottom are one straight line each and
 * the sound speed has one column of cells (sound-cells.ts). A ray knows the strip and the layer in which it is; it finds where it leaves
 * them, and never compares its depth with a boundary to learn on which side it is.
 *
 *   depth of a boundary in a strip: z = z₀ + (r − r₀) tan φ                                               (1)
 *   of a smooth one at a hit: φ(r) = φ₀ + (φ₁ − φ₀)(r − r₀)/Δr, curvature κ = (φ₁ − φ₀) / length            (2)
 *
 * φ₀, φ₁ are the angles of the curve at the ends of the piece (boundary-curve.ts).
 */
import { type BoundaryPieces, piecesOf } from "./boundary-curve.ts";
import type { Boundary, RayCase } from "./ray-case.ts";
import { Reflector } from "./reflection.ts";
import { factorOf, type SoundCells, soundCells } from "./sound-cells.ts";

/** Places of one boundary in a strip. */
export const LINE = { r0: 0, z0: 1, slope: 2, cos: 3, sin: 4, phi0: 5, turn: 6, width: 7, curvature: 8 } as const;
export const LINE_SIZE = 9;

/** Strips go on by this share beyond the last range: there rays end at their next reflection, and the leg behind it has a beam that reaches back. */
const BEYOND = 0.25;

export class RaySea {
  readonly sound: SoundCells;
  readonly frequency_Hz: number;
  /** Edges of the strips, stripCount + 1: from 0 to the end. */
  readonly edges_m: Float64Array;
  readonly stripCount: number;
  /** Column of cells of each strip. */
  readonly columns: Int32Array;
  /** LINE_SIZE places for each strip. */
  readonly surface: Float64Array;
  readonly bottom: Float64Array;
  readonly surfaceReflectors: readonly Reflector[];
  readonly bottomReflectors: readonly Reflector[];
  /** Which of them holds in each strip. */
  readonly surfaceBeyond: Int32Array;
  readonly bottomBeyond: Int32Array;
  readonly maxRange_m: number;
  /** Largest step, m; Infinity where the sea chooses. */
  readonly step_m: number;
  /** Rays end where their reflections have left less than this of the square of the pressure. */
  readonly weakest: number;

  /** stops_m: ranges at which every ray gets a vertex. */
  constructor(sea: RayCase, stops_m: ArrayLike<number> = []) {
    this.sound = soundCells(sea.sound, sea.absorption);
    this.frequency_Hz = sea.frequency_Hz;
    const surface = piecesOf(sea.surface);
    const bottom = piecesOf(sea.bottom);
    const end_m = sea.maxRange_m * (1 + BEYOND);
    const all = [...Array.from(stops_m), ...this.sound.columns_m, ...surface.ranges_m, ...bottom.ranges_m].filter(
      (r) => r > 0 && r < end_m,
    );
    this.edges_m = Float64Array.from([0, ...[...new Set(all)].sort((a, b) => a - b), end_m]);
    this.stripCount = this.edges_m.length - 1;
    this.columns = new Int32Array(this.stripCount);
    this.surface = new Float64Array(this.stripCount * LINE_SIZE);
    this.bottom = new Float64Array(this.stripCount * LINE_SIZE);
    this.surfaceBeyond = new Int32Array(this.stripCount);
    this.bottomBeyond = new Int32Array(this.stripCount);
    for (let k = 0; k < this.stripCount; k++) {
      const middle = 0.5 * (this.edges_m[k] + this.edges_m[k + 1]);
      let column = 0;
      while (column < this.sound.columns_m.length && this.sound.columns_m[column] <= middle) column++;
      this.columns[k] = column;
      this.surfaceBeyond[k] = lineInto(this.surface, k * LINE_SIZE, surface, middle);
      this.bottomBeyond[k] = lineInto(this.bottom, k * LINE_SIZE, bottom, middle);
    }
    const made = (boundary: Boundary): Reflector[] =>
      boundary.beyond.map((beyond) => new Reflector(beyond, boundary.roughness_m, sea.frequency_Hz));
    this.surfaceReflectors = made(sea.surface);
    this.bottomReflectors = made(sea.bottom);
    this.maxRange_m = sea.maxRange_m;
    this.step_m = sea.step_m > 0 ? sea.step_m : Number.POSITIVE_INFINITY;
    const pressure = factorOf(sea.weakest_dB);
    this.weakest = pressure * pressure;
  }
}

/** (1) and (2) of the piece around a range; returns which medium lies beyond it. */
function lineInto(out: Float64Array, o: number, pieces: BoundaryPieces, range_m: number): number {
  const { ranges_m: r, depths_m: z, angles_rad, beyond } = pieces;
  const last = r.length - 1;
  let k = -1;
  while (k < last && r[k + 1] <= range_m) k++;
  const inside = k >= 0 && k < last;
  const at = Math.min(Math.max(k, 0), last);
  const slope = inside ? (z[at + 1] - z[at]) / (r[at + 1] - r[at]) : 0;
  const cosine = 1 / Math.sqrt(1 + slope * slope);
  out[o + LINE.r0] = r[at];
  out[o + LINE.z0] = z[at];
  out[o + LINE.slope] = slope;
  out[o + LINE.cos] = cosine;
  out[o + LINE.sin] = slope * cosine;
  out[o + LINE.width] = 1;
  if (inside && angles_rad !== null) {
    const turn = angles_rad[at + 1] - angles_rad[at];
    out[o + LINE.phi0] = angles_rad[at];
    out[o + LINE.turn] = turn;
    out[o + LINE.width] = r[at + 1] - r[at];
    out[o + LINE.curvature] = (turn * cosine) / (r[at + 1] - r[at]);
  }
  return beyond[at];
}
