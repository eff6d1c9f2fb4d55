/** Lanes of spans out of the page's data (span-display.ts), and what of them lies under the pointer, in words. */
import type { DisplayLane, DisplaySort, DisplaySpans, DisplayTimeline } from "../span-display.ts";
import type { Pieces } from "../span-merging.ts";
import { type Column, decode, fixed } from "./numbers.ts";

const SHARES = 15;

export interface Lane extends Pieces {
  /** Numbers of each piece, where each is one span. */
  readonly numbers: readonly {
    readonly label: string;
    readonly unit: string;
    readonly values: Column;
    readonly names?: Readonly<Record<string, string>>;
  }[];
}

export function decodedLane({ pieces, data, numbers = [] }: DisplayLane, unit_s: number): Lane {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  let at = 0;
  const next = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  const lane = {
    begin_s: new Float64Array(pieces),
    end_s: new Float64Array(pieces),
    code: new Int32Array(pieces),
    count: new Float64Array(pieces),
    covered_s: new Float64Array(pieces),
  };
  let begin = 0;
  for (let k = 0; k < pieces; k++) {
    begin += next();
    const length = next();
    const head = next();
    const several = head % 2 === 1;
    lane.begin_s[k] = begin * unit_s;
    lane.end_s[k] = (begin + length) * unit_s;
    lane.code[k] = head >> 1;
    lane.count[k] = several ? next() + 2 : 1;
    lane.covered_s[k] = length * unit_s * (several ? next() / SHARES : 1);
  }
  return {
    ...lane,
    numbers: numbers.map(({ label, unit, column, names }) => ({
      ...{ label, unit, values: decode(column) },
      ...(names && { names }),
    })),
  };
}

/** Lines of a hover text; more are counted. */
const MOST_LINES = 6;

/** What a row holds at an instant; where it holds nothing, within near_s of it. */
export function spansAt(
  { label }: Pick<DisplaySpans, "label">,
  lanes: readonly Lane[],
  { sorts, unit_s }: Pick<DisplayTimeline, "sorts" | "unit_s">,
  t_s: number,
  near_s: number,
): string[] {
  const within = (away_s: number): { lane: Lane; k: number }[] => {
    const found: { lane: Lane; k: number }[] = [];
    for (const lane of lanes)
      for (let k = 0; k < lane.code.length && lane.begin_s[k]! <= t_s + away_s; k++)
        if (lane.end_s[k]! >= t_s - away_s) found.push({ lane, k });
    return found;
  };
  const here = within(0);
  const found = here.length > 0 ? here : within(near_s);
  const lines = found.slice(0, MOST_LINES).map(({ lane, k }) => pieceWords(lane, k, sorts, unit_s));
  const more = found.length - lines.length;
  return [label, ...(found.length === 0 ? ["idle"] : lines), ...(more > 0 ? [`and ${more} more`] : [])];
}

function pieceWords(lane: Lane, k: number, sorts: readonly DisplaySort[], unit_s: number): string {
  const [begin, end, count] = [lane.begin_s[k]!, lane.end_s[k]!, lane.count[k]!];
  const word = sorts[lane.code[k]!]?.word ?? "";
  const step = Math.max(1e-6, unit_s, (end - begin) / 100);
  const when = `${fixed(begin, step)} … ${fixed(end, step)}\u202fs`;
  if (count > 1) {
    const share = end > begin ? Math.min(1, lane.covered_s[k]! / (end - begin)) : 1;
    return `${count} spans, ${word === "mixed" ? "mixed" : `mostly ${word}`}, ${when}, ${Math.round(100 * share)}\u202f% of it`;
  }
  const numbers = lane.numbers.flatMap(({ label, unit, values, names }) => {
    const value = values[k] ?? null;
    if (value === null) return [];
    // Counts and addresses in full.
    const text = String(Number(value.toPrecision(unit === "" ? 7 : 5))).replace("-", "−");
    const name = names?.[String(Math.round(value))];
    const shown = unit === "" ? text : `${text}\u202f${unit}`;
    return [`${label} ${name === undefined ? shown : `${shown} (${name})`}`];
  });
  return [`${word}, ${when}`, ...numbers].join(", ");
}
