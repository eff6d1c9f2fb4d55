/** Depth of a boundary by the straight lines between its points, level before the first and behind the last. */
import type { Boundary } from "../rays/ray-case.ts";

export function straightDepth_m(boundary: Boundary, range_m: number): number {
  const { ranges_m, depths_m } = boundary;
  let low = 0;
  let high = ranges_m.length - 1;
  if (range_m <= ranges_m[low]) return depths_m[low];
  if (range_m >= ranges_m[high]) return depths_m[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ranges_m[middle] <= range_m) low = middle;
    else high = middle;
  }
  const u = (range_m - ranges_m[low]) / (ranges_m[high] - ranges_m[low]);
  return depths_m[low] + u * (depths_m[high] - depths_m[low]);
}

export function leastOf(values: Float64Array): number {
  return values.reduce((a, b) => Math.min(a, b));
}

export function greatestOf(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b));
}
