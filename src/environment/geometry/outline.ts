/** Things seen from above: the convex outline of points, for maps. */

/** [north, east] */
type Place = readonly [number, number];

/** Corners of the convex hull, clockwise seen from above, without points on its edges. Andrew's monotone chain. */
export function outlineOf(points: readonly Place[]): Place[] {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  const half = (list: readonly Place[]): Place[] => {
    const chain: Place[] = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** Twice the area of the triangle, positive for a turn to the right. */
function turn([a, b]: Place, [c, d]: Place, [e, f]: Place): number {
  return (c - a) * (f - b) - (d - b) * (e - a);
}
