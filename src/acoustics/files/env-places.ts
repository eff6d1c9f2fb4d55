/**
 * Sources and receivers of an environment file, put where the ray model can answer.
 *
 * A source must be in the water. Receivers that are beyond the water at every range are moved to its edge, as BELLHOP moves those beyond its profile; depths
 * that are there twice are kept once. A receiver at range 0 is left out: the field of a point source has no value at the source, BELLHOP
 * writes 0 there.
 */
import type { Boundary } from "../rays/ray-case.ts";
import { greatestOf, leastOf, straightDepth_m } from "./boundary-depth.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import type { FileFields } from "./file-fields.ts";
import type { SortedList } from "./sorted-list.ts";

/** Receivers of all depths and ranges, times sources. */
const MOST_CELLS = 20_000_000;

export interface GivenPlaces {
  readonly sources: SortedList;
  readonly depths: SortedList;
  readonly ranges: SortedList;
  readonly layout: "grid" | "pairs";
}

export interface Receivers {
  readonly depths_m: Float64Array;
  readonly ranges_m: Float64Array;
}

/** Whether all sources are in the water; null where they were not read. */
export function checkSources(
  env: FileFields,
  sources: SortedList | null,
  surface: Boundary,
  bottom: Boundary,
): boolean {
  const top = straightDepth_m(surface, 0);
  const deep = straightDepth_m(bottom, 0);
  let isGood = true;
  for (const z of sources?.values ?? []) {
    if (z >= top && z <= deep) continue;
    const where = z < top ? `above the surface, which is at ${top} m` : `below the bottom, which is at ${deep} m`;
    const range = env.list.range(sources!.place(z));
    env.report(codes.sourceOutside, range, `source depth ${z} m is ${where}`, { allowed: `${top} … ${deep} m` });
    isGood = false;
  }
  return isGood;
}

/** null where there are too many, or none is left. */
export function placeReceivers(
  env: FileFields,
  given: GivenPlaces,
  surface: Boundary,
  bottom: Boundary,
): Receivers | null {
  const { depths, ranges, layout } = given;
  if (!checkSizes(env, given)) return null;
  const skipped = ranges.values[0] === 0 ? 1 : 0;
  if (skipped === 1) {
    const place = env.list.range(ranges.place(0));
    if (ranges.values.length === 1) {
      env.report(codes.outOfRange, place, "the only receiver range is 0, where the source is", { allowed: "above 0" });
      return null;
    }
    const message = "the receiver range 0 is left out: the field has no value at the source";
    env.report(codes.receiverMoved, place, message, { seen: "0" });
  }
  const ranges_m = ranges.values.slice(skipped);
  const up = leastOf(ranges_m.map((r) => straightDepth_m(surface, r)));
  const down = greatestOf(ranges_m.map((r) => straightDepth_m(bottom, r)));
  const own = layout === "pairs" ? depths.values.slice(skipped) : depths.values;
  for (const z of new Set([own[0], own[own.length - 1]])) {
    if (z >= up && z <= down) continue;
    const message = `receiver depth ${z} m is ${z < up ? "above" : "below"} all water, and is moved to ${z < up ? up : down} m`;
    env.report(codes.receiverMoved, env.list.range(depths.place(z)), message);
  }
  const moved = own.map((z) => Math.min(Math.max(z, up), down));
  const depths_m = layout === "pairs" ? moved : moved.filter((z, k) => k === 0 || z !== moved[k - 1]);
  return { depths_m, ranges_m };
}

function checkSizes(env: FileFields, { sources, depths, ranges, layout }: GivenPlaces): boolean {
  const [n, nDepths, nRanges] = [sources.values.length, depths.values.length, ranges.values.length];
  const place = env.list.range(ranges.first);
  if (layout === "pairs") {
    if (nDepths === nRanges) return true;
    const message = `${nDepths} receiver depths and ${nRanges} receiver ranges are not pairs`;
    env.report(codes.badCount, place, message, { allowed: "as many of both" });
    return false;
  }
  if (n * nDepths * nRanges <= MOST_CELLS) return true;
  const message = `${n} sources, ${nDepths} receiver depths and ${nRanges} receiver ranges are more than ${MOST_CELLS} cells`;
  env.report(codes.tooLarge, place, message, { allowed: `at most ${MOST_CELLS} cells` });
  return false;
}
