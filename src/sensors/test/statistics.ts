/**
 * Statistics of noisy readings. Seeds are fixed, so that a test that passes once passes always; the confidence says how unlikely it is
 * that a right sensor was given a seed that fails.
 */
export const mean = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0) / x.length;

export function variance(x: readonly number[], about = mean(x)): number {
  return x.reduce((sum, v) => sum + (v - about) * (v - about), 0) / x.length;
}

/** z of a confidence of 99.99 %, two-sided: 1 right sensor in 10 000 fails. */
export const Z = 3.8906;

/**
 * Bounds of the ratio of a sample variance with so many degrees of freedom to the true one, at 99.99 % where no other z is given: χ²/n by
 * Wilson and Hilferty, good to 1 % of the bounds for n ≥ 10.
 */
export function chiSquareBounds(freedom: number, z = Z): readonly [number, number] {
  const k = 2 / (9 * freedom);
  const [low, high] = [1 - k - z * Math.sqrt(k), 1 - k + z * Math.sqrt(k)];
  return [low * low * low, high * high * high];
}

/** Whether values have this deviation about a known mean of 0, as n independent ones would, at 99.99 %. */
export function hasDeviation(x: readonly number[], sigma: number, freedom = x.length): boolean {
  const [low, high] = chiSquareBounds(freedom);
  const ratio = variance(x, 0) / (sigma * sigma);
  return ratio > low && ratio < high;
}
