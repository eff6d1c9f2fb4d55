/** Places in test files: `<|` and `|>` stand around the stretch that a diagnostic must point at. */
import type { LoadOptions } from "../index.ts";

export interface Malformed {
  readonly name: string;
  /** The file "main.xml", or several files of which "main.xml" is loaded. At most one stretch is marked. */
  readonly xml: string | Readonly<Record<string, string>>;
  readonly code: string;
  /** A piece of the message or of the hint. */
  readonly says: string;
  /** What the generated schema makes of the file with the mark. */
  readonly schema: "refuses" | "cannot express";
  /** Codes of further errors or warnings that belong to it; anything else is a follow-up that must not appear. */
  readonly also?: readonly string[];
  readonly options?: LoadOptions;
}

export interface MarkedFiles {
  readonly files: Readonly<Record<string, string>>;
  /** The marked stretch, as offsets; null without mark. */
  readonly mark: { readonly file: string; readonly start: number; readonly end: number } | null;
}

export function unmark(xml: string | Readonly<Record<string, string>>): MarkedFiles {
  const files: Record<string, string> = {};
  let mark: MarkedFiles["mark"] = null;
  for (const [file, marked] of Object.entries(typeof xml === "string" ? { "main.xml": xml } : xml)) {
    const start = marked.indexOf("<|");
    const end = marked.indexOf("|>", start);
    if (start >= 0) mark = { file, start, end: end - 2 };
    files[file] = start < 0 ? marked : marked.slice(0, start) + marked.slice(start + 2, end) + marked.slice(end + 2);
  }
  return { files, mark };
}

/** Line and column of an offset, by the plainest means: the oracle for the reader's places. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
