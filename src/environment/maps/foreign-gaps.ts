/**
 * Values that stand for "no data" although the file does not declare them: they would be taken for depths.
 *
 * A value is foreign when it is a usual mark of a gap (list below) and stands apart from all other values of the map,
 *
 *   |mark − nearest other value| > max(10 % of the span of the others, 1 % of |mark|)                        (1)
 *
 * so that a trench with depths around 9999 m is a trench, and one −9999 among depths of a bay is not. Of a bottom, any value is
 * refused that the earth does not have (2): deeper than 11 000 m (the deepest place known has 10 935 m) or higher than 9 000 m (8 849 m).
 *
 * ±999 is a usual mark as well, but also a common depth: it counts where it lies outside of the others by more than their whole span, as among
 * the depths of a bay.
 *
 * Left out: marks within the range of the other values (−999 among depths of 0 to 1500 m) cannot be told from data.
 * Tests: foreign-gaps.test.ts.
 */

/** (2), in m. */
export const DEEPEST_M = 11_000;
export const HIGHEST_M = 9_000;

/** Parameter of every model that reads a map: what its file should declare itself, and may not. */
export const noData = {
  doc: 'value of the file that means "no data", besides those that the file declares: -32768',
  unit: "that of the file",
  // All of float32, as which it is compared.
  min: -3.5e38,
  max: 3.5e38,
  optional: true,
} as const;

/** By magnitude: they occur with both signs. −32768 and 32767 are the ends of 16 bits, −32767 the fill value of NetCDF for them. */
const EXACT = new Set([9999, 32_767, 32_768, 99_999, 999_999]);
/** Known to a few digits, since writers print them as float32: NetCDF's own 9.96921e36, Surfer's 1.70141e38, the largest float32. */
const HUGE = [1e20, 1e30, 1e34, 1e35, 1e36, 9.96921e36, 1e37, 1.70141e38, 3.40282e38];
const DIGITS = 1e-5;
/** The smallest mark; a depth like others where the sea is as deep. */
const SMALL = 999;

/** Share of the span of the other values, and of the mark, in (1). */
const APART = 0.1;
const OWN = 0.01;

/** As it is written in a file: 1e20, not a hundred million million million. */
export function markText(value: number): string {
  return Math.abs(value) < 1e9 ? String(value) : value.toExponential().replace("e+", "e");
}

/** Index of the first value that is a foreign mark, or −1. Gaps are NaN. */
export function foreignGap(values: Float64Array): number {
  const marks = new Map<number, number>();
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (isUsualMark(value)) {
      if (!marks.has(value)) marks.set(value, k);
    } else if (value < least) least = value;
    if (value > most && !isUsualMark(value)) most = value;
  }
  for (const [mark, at] of marks) if (isApart(values, mark, least, most)) return at;
  return -1;
}

/** The same for the first value that a bottom cannot have by (2); factor turns a value into a depth in m. */
export function impossibleBottom(values: Float64Array, factor: number): number {
  for (let k = 0; k < values.length; k++) {
    const depth_m = factor * values[k];
    if (depth_m > DEEPEST_M || depth_m < -HIGHEST_M) return k;
  }
  return -1;
}

function isUsualMark(value: number): boolean {
  const size = Math.abs(value);
  // Most values are smaller than any mark.
  if (!(size >= SMALL)) return false;
  return size === SMALL || EXACT.has(size) || HUGE.some((mark) => Math.abs(size - mark) <= DIGITS * mark);
}

/** (1). Where all values are marks, there is nothing that they could belong to. */
function isApart(values: Float64Array, mark: number, least: number, most: number): boolean {
  const small = Math.abs(mark) === SMALL;
  if (!(least <= most)) return !small;
  if (small && mark >= least && mark <= most) return false;
  const limit = Math.max((small ? 1 : APART) * (most - least), OWN * Math.abs(mark));
  if (mark < least || mark > most) return Math.max(least - mark, mark - most) > limit;
  let nearest = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const distance = Math.abs(value - mark);
    if (distance < nearest && !isUsualMark(value)) nearest = distance;
  }
  return nearest > limit;
}
