/**
 * Slips of the pen in the events of tasks. A pre-condition, post-condition or exception that nothing declares is an input of its own, so
 * a misspelt one is a mission without a mistake, whose task waits for ever. One that is a letter off another signal is reported.
 *
 * Names that only count (Leg1Done, Leg2Done; PointA, PointB) are meant to be nearly the same. Short ones are too near to each other anyway.
 */
import { editDistance, type SourceRange } from "../../core/index.ts";
import type { Name } from "../syntax/tree.ts";

interface Named {
  readonly name: string;
  readonly at: SourceRange;
}

const SHORTEST = 5;
/** Longer names are not compared, nor are more pairs of names: a file may be hostile. */
const LONGEST = 64;
const MOST_COMPARED = 250_000;

/** Of the names, in the order of the file, those that are nearly another signal, each with the one that stands before it or is declared. */
export function strayEvents(implied: readonly Name[], signals: Iterable<Named>): { name: Name; like: Named }[] {
  const all = [...signals];
  if (implied.length * all.length > MOST_COMPARED) return [];
  const rank = new Map(implied.map(({ text }, i) => [text, i]));
  return implied.flatMap((name, i) => {
    const like = all.find((signal) => (rank.get(signal.name) ?? -1) < i && isSlip(name.text, signal.name));
    return like === undefined ? [] : [{ name, like }];
  });
}

/** One letter more, less or other, two neighbours swapped, or another case; but not where names count. */
function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SHORTEST || Math.max(a.length, b.length) > LONGEST) return false;
  if (Math.abs(a.length - b.length) > 1) return false;
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  if (editDistance(low, other) > 1) return false;
  let first = 0;
  while (first < low.length && low[first] === other[first]) first++;
  const letters = [a[first] ?? "", b[first] ?? ""];
  if (letters.some((letter) => /[0-9]/.test(letter))) return false;
  const last = first >= Math.max(a.length, b.length) - 1;
  // PointA, PointB, or Point and PointA. A letter that is missing at the end (Limit, Limits) is a slip.
  return !(last && letters.some((letter) => /[A-Z]/.test(letter)));
}
