/**
 * The scenery of the runs as the page draws it: lines, circles, arrows and texts, each with the role that gives its look. Grids become
 * contour lines. What several runs declare alike is drawn once.
 */
import type { ReadScenery } from "../logging/index.ts";
import { contoursOf, type Place } from "./contours.ts";
import type { ReportInput } from "./input.ts";
import { digits } from "./tables.ts";
import type { Track } from "./tracks.ts";

/** Places are [east, north]: across and up, as they are drawn; in metres, rounded to centimetres. */
export interface DisplayScenery {
  readonly role: string;
  readonly label: string;
  /** Tracks that it belongs to: it is shown with them. Always shown where there are none. */
  readonly tracks: readonly number[];
  readonly lines: readonly (readonly (readonly [number, number])[])[];
  readonly closed?: boolean;
  /** [east, north, radius] */
  readonly circles?: readonly (readonly [number, number, number])[];
  /** A circle of this radius around each of the tracks that it belongs to, which goes along with it. */
  readonly around?: number;
  /** [east, north, parts to east and north]; the largest of them has the length `largest`, in the unit of the label. */
  readonly arrows?: readonly (readonly [number, number, number, number])[];
  readonly largest?: string;
  readonly texts?: readonly { readonly at: readonly [number, number]; readonly text: string }[];
}

const MOST_ITEMS = 400;

export function sceneryOf({ runs }: ReportInput, tracks: readonly Track[]): DisplayScenery[] {
  const found = new Map<string, { item: ReadScenery; tracks: number[] }>();
  runs.forEach(({ scenery = [] }, run) => {
    for (const item of scenery) {
      const key = JSON.stringify([item.of, item.role, item.drawn]);
      const known = found.get(key) ?? { item, tracks: [] };
      found.set(key, known);
      if (item.vehicle === undefined) continue;
      const own = tracks.findIndex((track) => track.run === run && track.vehicle === item.vehicle);
      if (own >= 0) known.tracks.push(own);
    }
  });
  // A circle around a vehicle has no place without one.
  const placed = [...found.values()].filter(
    ({ item: { drawn }, tracks: own }) => drawn.shape !== "circle" || drawn.centre !== undefined || own.length > 0,
  );
  return placed.slice(0, MOST_ITEMS).map((each) => displayed(each.item, each.tracks));
}

function displayed({ role, label, unit = "", drawn }: ReadScenery, tracks: readonly number[]): DisplayScenery {
  const item = { role, label, tracks };
  switch (drawn.shape) {
    case "line":
      return { ...item, lines: [drawn.points.map(placed)], ...(drawn.closed && { closed: true }) };
    case "circles":
      return { ...item, lines: [], circles: drawn.circles.map(([n, e, r]) => [cm(e), cm(n), cm(r)]) };
    case "circle": {
      const { radius, centre } = drawn;
      if (centre === undefined) return { ...item, lines: [], around: cm(radius) };
      return { ...item, lines: [], circles: [[cm(centre[1]), cm(centre[0]), cm(radius)]] };
    }
    case "arrows": {
      let largest = 0;
      for (const [, , n, e] of drawn.arrows) largest = Math.max(largest, Math.sqrt(n * n + e * e));
      const scale = largest === 0 ? 0 : 1 / largest;
      const arrows = drawn.arrows.map(
        ([n, e, u, v]) => [cm(e), cm(n), thousandths(v * scale), thousandths(u * scale)] as const,
      );
      return { ...item, lines: [], arrows, largest: `${digits(largest)} ${unit}`.trim() };
    }
    default: {
      const contours = contoursOf(drawn);
      const lines = contours.flatMap((contour) => contour.lines.map((line) => line.map(placed)));
      const texts = contours.flatMap(({ level, lines: own }) =>
        labelledOf(own).map((at) => ({ at: placed(at), text: digits(level) })),
      );
      const words = unit === "" ? label : `${label} (${unit})`;
      return { ...item, label: words, lines, texts };
    }
  }
}

/** Where the longest lines of a level are named: in their middle. */
function labelledOf(lines: readonly (readonly Place[])[]): Place[] {
  const longest = [...lines].sort((a, b) => b.length - a.length).slice(0, 2);
  return longest.filter(({ length }) => length > 6).map((line) => line[line.length >> 1]!);
}

const placed = ([north, east]: Place): readonly [number, number] => [cm(east), cm(north)];

function cm(value: number): number {
  return Math.round(100 * value) / 100;
}

function thousandths(value: number): number {
  return Math.round(1000 * value) / 1000;
}
