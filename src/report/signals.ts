/**
 * What is computed from sampled signals before they are drawn or summed up.
 *
 *   integral   ∫ y dt ≈ Σ ½ (y_i + y_{i+1}) (t_{i+1} − t_i)                      (1)  trapezoidal rule
 *   mean       (1) of y over (1) of 1                                            (2)
 *   distance   Σ |p_{i+1} − p_i|                                                 (3)  straight between samples
 *
 * A log with a damaged stretch has a gap: an interval much longer than the usual one. Nothing is known about what happened
 * there, so a gap adds nothing to (1), (2) and (3), breaks the lines of plots, and ends every set-point that was being held.
 * Samples that are not finite are treated like the edges of a gap.
 *
 * Left out: corrections of (3) for noise (positions in a log are true ones) and for curvature between samples.
 */

/** An interval this many times as long as the median one is a gap. */
export const GAP_FACTOR = 10;

const SAMPLED_INTERVALS = 4001;

/** By list of instants: many columns share one. */
const limits = new WeakMap<Float64Array, number>();

/** The longest interval between two samples that is not a gap. */
export function gapLimit_s(t_s: Float64Array): number {
  let limit_s = limits.get(t_s);
  if (limit_s === undefined) {
    limit_s = foundLimit_s(t_s);
    limits.set(t_s, limit_s);
  }
  return limit_s;
}

function foundLimit_s(t_s: Float64Array): number {
  return t_s.length < 2 ? Number.POSITIVE_INFINITY : GAP_FACTOR * medianInterval_s(t_s);
}

/** The usual interval between two samples; 0 of fewer than two. */
export function medianInterval_s(t_s: Float64Array): number {
  const intervals = t_s.length - 1;
  if (intervals < 1) return 0;
  // A few thousand intervals, evenly picked, have the same median as all of them for any log with a fixed rate.
  const stride = Math.max(1, Math.floor(intervals / SAMPLED_INTERVALS));
  const picked = new Float64Array(Math.ceil(intervals / stride));
  for (let k = 0; k < picked.length; k++) picked[k] = t_s[k * stride + 1]! - t_s[k * stride]!;
  picked.sort();
  return picked[Math.floor(picked.length / 2)]!;
}

/** (1), from the first sample up to every sample. */
export function cumulativeIntegral(t_s: Float64Array, y: Float64Array): Float64Array {
  const limit_s = gapLimit_s(t_s);
  const sum = new Float64Array(t_s.length);
  for (let i = 1; i < t_s.length; i++) {
    const dt_s = t_s[i]! - t_s[i - 1]!;
    const area = 0.5 * (y[i]! + y[i - 1]!) * dt_s;
    sum[i] = sum[i - 1]! + (dt_s <= limit_s && Number.isFinite(area) ? area : 0);
  }
  return sum;
}

/** (2), or null where no two neighbouring samples are known. */
export function timeMean(t_s: Float64Array, y: Float64Array): number | null {
  const limit_s = gapLimit_s(t_s);
  let area = 0;
  let span_s = 0;
  for (let i = 1; i < t_s.length; i++) {
    const dt_s = t_s[i]! - t_s[i - 1]!;
    const piece = 0.5 * (y[i]! + y[i - 1]!) * dt_s;
    if (dt_s > limit_s || !Number.isFinite(piece)) continue;
    area += piece;
    span_s += dt_s;
  }
  return span_s > 0 ? area / span_s : null;
}

/** (3), from the first sample up to every sample. */
export function cumulativeDistance_m(t_s: Float64Array, axes: readonly Float64Array[]): Float64Array {
  const limit_s = gapLimit_s(t_s);
  const sum = new Float64Array(t_s.length);
  for (let i = 1; i < t_s.length; i++) {
    let square = 0;
    for (const axis of axes) {
      const step = axis[i]! - axis[i - 1]!;
      square += step * step;
    }
    const known = t_s[i]! - t_s[i - 1]! <= limit_s && Number.isFinite(square);
    sum[i] = sum[i - 1]! + (known ? Math.sqrt(square) : 0);
  }
  return sum;
}

/** Length of the vector whose components are given, sample by sample. */
export function magnitude(components: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(components[0]?.length ?? 0);
  for (const component of components) for (let i = 0; i < out.length; i++) out[i]! += component[i]! * component[i]!;
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(out[i]!);
  return out;
}

/** Below north by less than this, the first heading is drawn as a small negative angle: a vehicle that points north with a little noise then starts near 0 in every run. */
const BELOW_NORTH_rad = Math.PI / 18;
const TURN_rad = 2 * Math.PI;

/** The same angles without jumps by whole turns; the first known one lies in [−10°, 350°). */
export function unwrapped(angle_rad: Float64Array): Float64Array {
  const out = new Float64Array(angle_rad.length);
  let last = Number.NaN;
  for (let i = 0; i < out.length; i++) {
    const angle = angle_rad[i]!;
    const turns = Number.isNaN(last)
      ? Math.floor((angle + BELOW_NORTH_rad) / TURN_rad)
      : Math.round((angle - last) / TURN_rad);
    out[i] = angle - turns * TURN_rad;
    if (Number.isFinite(out[i]!)) last = out[i]!;
  }
  return out;
}

/** Moves every angle by whole turns to where it is nearest to the reference, which has its own instants. */
export function unwrappedNear(
  t_s: Float64Array,
  angle_rad: Float64Array,
  reference_s: Float64Array,
  reference_rad: Float64Array,
): Float64Array {
  let k = 0;
  const out = new Float64Array(angle_rad.length);
  for (let i = 0; i < out.length; i++) {
    while (k + 1 < reference_s.length && reference_s[k + 1]! <= t_s[i]!) k++;
    const near = reference_rad[k] ?? Number.NaN;
    const angle = angle_rad[i]!;
    out[i] = Number.isFinite(near) ? angle - Math.round((angle - near) / TURN_rad) * TURN_rad : angle;
  }
  return out;
}

/** A column at other instants, straight between its samples; NaN outside, in gaps and beside a sample that is not finite. */
export function resampled(at_s: Float64Array, t_s: Float64Array, y: Float64Array): Float64Array {
  const limit_s = gapLimit_s(t_s);
  const last = t_s.length - 1;
  let k = 0;
  const valueAt = (t: number): number => {
    while (k < last && t_s[k + 1]! <= t) k++;
    if (t_s[k] === t) return Number.isFinite(y[k]!) ? y[k]! : Number.NaN;
    if (k >= last || t < t_s[k]!) return Number.NaN;
    const span_s = t_s[k + 1]! - t_s[k]!;
    const between = y[k]! + ((t - t_s[k]!) / span_s) * (y[k + 1]! - y[k]!);
    return span_s <= limit_s && Number.isFinite(between) ? between : Number.NaN;
  };
  const out = new Float64Array(at_s.length);
  for (let i = 0; i < out.length; i++) out[i] = valueAt(at_s[i]!);
  return out;
}

/** The sum of several columns, sample by sample. */
export function sumOf(columns: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns) for (let i = 0; i < out.length; i++) out[i]! += column[i]!;
  return out;
}
