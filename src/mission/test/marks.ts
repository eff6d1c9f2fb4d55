/** Places in test texts: `<|` and `|>` stand around the stretch that a diagnostic must point at. */
import type { SourceRange } from "../../core/index.ts";

export interface MalformedMission {
  readonly name: string;
  /** With one marked stretch for each diagnostic. */
  readonly marked: string;
  /** One for each mark, in the order of the text. */
  readonly code: string | readonly string[];
  /** A piece of the message or of the hint of the first. */
  readonly says: string;
  /** What the related place of the first must cover, as `word` or `word@line`. */
  readonly related?: string;
}

export interface Mark {
  readonly start: number;
  readonly end: number;
}

export function unmark(marked: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let text = "";
  let rest = marked;
  for (let open = rest.indexOf("<|"); open >= 0; open = rest.indexOf("<|")) {
    const close = rest.indexOf("|>", open);
    const start = text.length + open;
    text += rest.slice(0, open) + rest.slice(open + 2, close);
    marks.push({ start, end: text.length });
    rest = rest.slice(close + 2);
  }
  return { text: text + rest, marks };
}

/** Line and column of an offset, by the plainest means: the oracle for the reader's places. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

export function rangeOf(text: string, { start, end }: Mark, file: string): SourceRange {
  const to = placeOf(text, end);
  return { file, ...placeOf(text, start), endLine: to.line, endColumn: to.column };
}

/** What a range covers. */
export function covered(text: string, range: SourceRange): string {
  const lines = text.split(/\r\n|\r|\n/).slice(range.line - 1, range.endLine);
  lines[lines.length - 1] = (lines.at(-1) ?? "").slice(0, range.endColumn - 1);
  lines[0] = (lines[0] ?? "").slice(range.column - 1);
  return lines.join("\n");
}
