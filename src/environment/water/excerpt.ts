/**
 * An excerpt of a scalar map around a point, as large as a sensor sees: the payload of the message `excerpt`.
 *
 *   n_k = n + (k − m) Δ,   e_l = e + (l − m) Δ,   k, l = 0 … 2m                       (1)
 *   m = ⌈range / spacing⌉, Δ = range / m                                             (2)  range and spacing as asked
 *
 * A square of side 2 · range in the horizontal plane through the point, rows from south to north, columns from west to
 * east, the point itself the sample in its middle. Where (2) would give more values than a message takes, m is the largest
 * that fits and Δ grows: a sensor of long range gets a coarser picture, never a cut one.
 * Left out: heading (a sensor turns the picture itself) and slices that are not horizontal.
 */
import { InvariantError, invariant } from "../../core/index.ts";
import { POINT, POINT_SIZE } from "../flow.ts";
import { type ScalarSource, scalarInto } from "./scalar-source.ts";

/** What `excerptInto` writes beside the values, in the order and with the names of the message's fields. */
export const EXCERPT = { rows: 0, columns: 1, origin_N_m: 2, spacing_m: 5 } as const;
export const EXCERPT_SIZE = 7;

/** Values that the payload of one message takes: 65,536 bytes of float64. */
export const MOST_EXCERPT_VALUES = 8192;

export class Excerpt {
  /** Largest m that fits. */
  readonly #most: number;
  readonly #sources: readonly ScalarSource[];
  readonly #point = new Float64Array(POINT_SIZE);

  constructor(sources: readonly ScalarSource[], mostValues = MOST_EXCERPT_VALUES) {
    invariant(mostValues >= 9, `an excerpt of at most ${mostValues} values; the smallest has 9`);
    this.#sources = Object.freeze([...sources]);
    this.#most = Math.floor((Math.floor(Math.sqrt(mostValues)) - 1) / 2);
  }

  /** Values that an excerpt of a range and a spacing has. */
  countFor(range_m: number, spacing_m: number): number {
    const side = 2 * this.#half(range_m, spacing_m) + 1;
    return side * side;
  }

  /**
   * (1): head[h ..] as EXCERPT says, values[v ..] row by row. asked[a] is the range, asked[a + 1] the spacing, as they follow
   * one another in the request; both must be above 0. Returns the count of values.
   */
  excerptInto(
    head: Float64Array,
    h: number,
    values: Float64Array,
    v: number,
    asked: Float64Array,
    a: number,
    point: Float64Array,
    i: number,
  ): number {
    const range = asked[a];
    const m = this.#half(range, asked[a + 1]);
    const side = 2 * m + 1;
    const spacing = range / m; // (2)
    const south = point[i + POINT.p] - range;
    const west = point[i + POINT.p + 1] - range;
    head[h + EXCERPT.rows] = side;
    head[h + EXCERPT.columns] = side;
    head[h + EXCERPT.origin_N_m] = south;
    head[h + EXCERPT.origin_N_m + 1] = west;
    head[h + EXCERPT.origin_N_m + 2] = point[i + POINT.p + 2];
    head[h + EXCERPT.spacing_m] = spacing;
    head[h + EXCERPT.spacing_m + 1] = spacing;

    const sample = this.#point;
    sample[POINT.p + 2] = point[i + POINT.p + 2];
    sample[POINT.t_s] = point[i + POINT.t_s];
    for (let k = 0; k < side; k++) {
      // Counted from the point, so that the sample in the middle is exactly there.
      sample[POINT.p] = point[i + POINT.p] + (k - m) * spacing;
      for (let l = 0; l < side; l++) {
        sample[POINT.p + 1] = point[i + POINT.p + 1] + (l - m) * spacing;
        scalarInto(values, v + k * side + l, this.#sources, sample, 0);
      }
    }
    return side * side;
  }

  #half(range_m: number, spacing_m: number): number {
    if (!(range_m > 0)) throw new InvariantError(`an excerpt of range ${range_m} m`);
    if (!(spacing_m > 0)) throw new InvariantError(`an excerpt with samples ${spacing_m} m apart`);
    return Math.max(1, Math.min(this.#most, Math.ceil(range_m / spacing_m)));
  }
}

/** The values as the message has them: float64, little-endian, from byte b on, whatever the machine's own order. */
export function payloadInto(payload: DataView, b: number, values: Float64Array, v: number, count: number): void {
  for (let k = 0; k < count; k++) payload.setFloat64(b + 8 * k, values[v + k], true);
}
