/** Which points of a line can be seen: a ray of thousands of steps is drawn with the few that its shape needs. */

/**
 * Indices of the points that a line needs to stay within `most` pixels of all of them, by the rule of Douglas and Peucker; points
 * that are not finite are kept, since they break it.
 */
export function neededPoints(xs: ArrayLike<number>, ys: ArrayLike<number>, most = 0.25): number[] {
  const keep = new Uint8Array(xs.length);
  const finite = (k: number): boolean => Number.isFinite(xs[k]) && Number.isFinite(ys[k]);
  let from = 0;
  for (let k = 0; k <= xs.length; k++) {
    if (k < xs.length && finite(k)) continue;
    if (k > from) thin(xs, ys, from, k - 1, most * most, keep);
    if (k < xs.length) keep[k] = 1;
    from = k + 1;
  }
  const kept: number[] = [];
  for (let k = 0; k < keep.length; k++) if (keep[k] === 1) kept.push(k);
  return kept;
}

function thin(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  first: number,
  last: number,
  most2: number,
  keep: Uint8Array,
): void {
  const open = [[first, last] as const];
  keep[first] = 1;
  keep[last] = 1;
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [a, b] = stretch;
    const [ax, ay] = [xs[a]!, ys[a]!];
    const [dx, dy] = [xs[b]! - ax, ys[b]! - ay];
    const length2 = dx * dx + dy * dy;
    let farthest = most2;
    let at = -1;
    for (let k = a + 1; k < b; k++) {
      const [px, py] = [xs[k]! - ax, ys[k]! - ay];
      // To the stretch itself, not to its line: a ray may come back.
      const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
      const [ex, ey] = [px - share * dx, py - share * dy];
      const distance2 = ex * ex + ey * ey;
      if (distance2 > farthest) {
        farthest = distance2;
        at = k;
      }
    }
    if (at < 0) continue;
    keep[at] = 1;
    open.push([a, at], [at, b]);
  }
}
