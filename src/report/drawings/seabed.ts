/** The water of a vertical plane in a drawing: its axes, its bottom and its surface; depth is down. */
import { tenth } from "../colour-levels.ts";
import { digits } from "../tables.ts";
import { type Axis, type Box, type Frame, lengthAxis } from "./axes.ts";
import { linePath } from "./svg.ts";

/** Depths over range: between the points straight, beyond them level. */
export interface Edge {
  readonly ranges_m: ArrayLike<number>;
  readonly depths_m: ArrayLike<number>;
}

export interface Water {
  readonly bottom: Edge;
  /** Where it is not level at 0. */
  readonly surface?: Edge;
  readonly maxRange_m: number;
  /** Depth of the source, at range 0. */
  readonly sources_m: ArrayLike<number>;
  readonly receivers: readonly { readonly range_m: number; readonly depth_m: number }[];
}

export interface WaterAxes {
  readonly range: Axis;
  readonly depth: Axis;
  /** Units of the axes for each metre. */
  readonly rangePerMetre: number;
  readonly depthPerMetre: number;
}

/** Axes around all of the water, with a strip of the ground below it. */
export function waterAxes({ bottom, surface, maxRange_m }: Water): WaterAxes {
  const deepest = largest(bottom.depths_m);
  const highest = surface === undefined ? 0 : Math.min(0, -largest(Array.from(surface.depths_m, (z) => -z)));
  const { axis: range, perMetre: rangePerMetre } = lengthAxis("range", 0, maxRange_m);
  const { axis: depth, perMetre: depthPerMetre } = lengthAxis("depth", deepest + 0.06 * (deepest - highest), highest);
  return { range, depth, rangePerMetre, depthPerMetre };
}

/** How much longer depth is drawn than range, in words; "" where both are equal. */
export function stretchWords(
  { range, depth, rangePerMetre, depthPerMetre }: WaterAxes,
  { width, height }: Box,
): string {
  const perMetreAcross = (width * rangePerMetre) / Math.abs(range.to - range.from);
  const perMetreDown = (height * depthPerMetre) / Math.abs(depth.to - depth.from);
  const times = Number((perMetreDown / perMetreAcross).toPrecision(2));
  return times === 1 ? "" : `Depth is drawn ${digits(times)} times as long as range.`;
}

/** The ground and the surface, clipped to the frame by the caller; the ground hides what lies behind it, or lets it through. */
export function waterBody(water: Water, axes: WaterAxes, { x, y }: Frame, box: Box, isHiding = false): string {
  const xOf = (range_m: number): number => x(range_m * axes.rangePerMetre);
  const yOf = (depth_m: number): number => y(depth_m * axes.depthPerMetre);
  const edge = (line: Edge): string => {
    const inside = levelBeyond(line, water.maxRange_m);
    return linePath(inside.ranges_m.map(xOf), inside.depths_m.map(yOf));
  };
  const low = tenth(box.top + box.height + 2);
  const [left, right] = [tenth(box.left), tenth(box.left + box.width)];
  const outline = `${edge(water.bottom)}L${right} ${low}H${left}z`;
  const ground = `${isHiding ? `<path class="paper" d="${outline}"/>` : ""}<path class="ground" d="${outline}"/>`;
  const surface = water.surface === undefined ? "" : `<path class="curve surface" d="${edge(water.surface)}"/>`;
  return ground + surface;
}

/** The source as a disc at range 0, receivers as squares: drawn last, and not clipped. */
export function placesIn(water: Water, axes: WaterAxes, { x, y }: Frame): string {
  const sources = Array.from(water.sources_m, (depth_m) => {
    const [cx, cy] = [tenth(x(0)), tenth(y(depth_m * axes.depthPerMetre))];
    return `<circle class="place" cx="${cx}" cy="${cy}" r="5"><title>source at ${digits(depth_m)} m</title></circle>`;
  });
  const receivers = water.receivers.map(({ range_m, depth_m }) => {
    const [left, top] = [tenth(x(range_m * axes.rangePerMetre) - 4), tenth(y(depth_m * axes.depthPerMetre) - 4)];
    const words = `receiver at ${digits(range_m)} m, depth ${digits(depth_m)} m`;
    return `<rect class="place" x="${left}" y="${top}" width="8" height="8"><title>${words}</title></rect>`;
  });
  return [...sources, ...receivers].join("");
}

/** The same line from range 0 to the last, level beyond its own points. */
function levelBeyond({ ranges_m, depths_m }: Edge, maxRange_m: number): { ranges_m: number[]; depths_m: number[] } {
  const last = ranges_m.length - 1;
  return {
    ranges_m: [Math.min(0, ranges_m[0]!), ...Array.from(ranges_m), Math.max(maxRange_m, ranges_m[last]!)],
    depths_m: [depths_m[0]!, ...Array.from(depths_m), depths_m[last]!],
  };
}

function largest(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < values.length; k++) most = Math.max(most, values[k]!);
  return most;
}
