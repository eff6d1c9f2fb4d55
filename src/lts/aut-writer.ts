/** Writes the Aldebaran format (.aut); what is written is read back as the same system. */
import type { Lts } from "./lts.ts";

const LINES_PER_PIECE = 10_000;

/** Piece by piece, so that a large system need never be one text. */
export function* ltsPieces({ states, initial, labels, first, label, target }: Lts): Generator<string> {
  const m = label.length;
  yield `des (${initial},${m},${states})\n`;
  const middles = labels.map((name) => `,"${name}",`);
  let lines: string[] = [];
  for (let s = 0; s < states; s++) {
    for (let t = first[s]!; t < first[s + 1]!; t++) lines.push(`(${s}${middles[label[t]!]!}${target[t]!})\n`);
    if (lines.length < LINES_PER_PIECE) continue;
    yield lines.join("");
    lines = [];
  }
  yield lines.join("");
}

export function writeLts(lts: Lts): string {
  return [...ltsPieces(lts)].join("");
}
