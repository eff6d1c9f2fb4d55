/**
 * Mistakes in what a user wrote, reported as data: every problem at once, each with its place, a stable code, the value
 * seen, the value allowed and, where one can be guessed, a hint. Nothing here throws.
 *
 * Printed form: `auv.xml:12:31: error LIB012: diameter_m = -0.2 is below its minimum 0.001`
 */

export type Severity = "error" | "warning" | "note";

/** A stretch of a source text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface SourceRange {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Diagnostic {
  readonly severity: Severity;
  /** Stable across releases: three or more capitals for the reader that found it, then three digits. */
  readonly code: string;
  /** One sentence without a full stop; it already contains what was seen and what is allowed. */
  readonly message: string;
  /** null where no text is to blame, for example a wrong command line. */
  readonly range: SourceRange | null;
  /** The offending value as written. */
  readonly seen?: string;
  /** What would have been accepted. */
  readonly allowed?: string;
  /** What the author probably meant, as a sentence. */
  readonly hint?: string;
  /** Other places that belong to the problem: the first of two equal ids, the files of an include circle. */
  readonly related?: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly message: string;
  readonly range: SourceRange;
}

/** The whole of a file, for problems that have no better place. */
export function startOfFile(file: string): SourceRange {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
}

/** Collects diagnostics; returns them ordered by file, place and code, without repetition. */
export class DiagnosticList {
  readonly #items: Diagnostic[] = [];

  add(item: Diagnostic): void {
    this.#items.push(item);
  }

  addAll(items: Iterable<Diagnostic>): void {
    for (const item of items) this.#items.push(item);
  }

  get hasErrors(): boolean {
    return this.#items.some((d) => d.severity === "error");
  }

  sorted(): Diagnostic[] {
    const unique = new Map<string, Diagnostic>();
    for (const d of this.#items) unique.set(`${formatDiagnostic(d)}`, d);
    return [...unique.values()].sort(compareDiagnostics);
  }
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const ra = a.range ?? startOfFile("");
  const rb = b.range ?? startOfFile("");
  if (ra.file !== rb.file) return ra.file < rb.file ? -1 : 1;
  return ra.line - rb.line || ra.column - rb.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

/** One line a person, an editor and a grep can read; the hint follows in parentheses. */
export function formatDiagnostic(d: Diagnostic): string {
  const place = d.range === null ? "" : `${formatPlace(d.range)}: `;
  const hint = d.hint === undefined ? "" : ` (${d.hint})`;
  return `${place}${d.severity} ${d.code}: ${d.message}${hint}`;
}

export function formatPlace(range: SourceRange): string {
  return `${range.file}:${range.line}:${range.column}`;
}

/**
 * The line of the source that a diagnostic points at, with the stretch underlined. Returns "" where the text has no
 * such line. Tabs are shown as single spaces so that the marks stay below what they mark, other control characters as "·".
 */
export function sourceExcerpt(range: SourceRange, text: string): string {
  const line = text
    .split(/\r\n|\r|\n/)
    [range.line - 1]?.replaceAll("\t", " ")
    .replace(/\p{Cc}/gu, "·");
  if (line === undefined) return "";
  const end = range.endLine === range.line ? range.endColumn : line.length + 1;
  // A place beyond the line, from a reader that was wrong about it, is marked at the line's end.
  const start = Math.max(1, Math.min(range.column, line.length + 1)) - 1;
  const width = Math.min(end, line.length + 1) - 1 - start;
  const gutter = String(range.line);
  const window = 100;
  const from = Math.max(0, Math.min(start - 20, line.length - window));
  const shown = line.slice(from, from + window);
  const marks = " ".repeat(start - from) + "^".repeat(Math.max(1, Math.min(width, window - (start - from))));
  return `${gutter} | ${shown}\n${" ".repeat(gutter.length)} | ${marks}`;
}

/** A kind of diagnostic: the tables of codes that rooms keep, and that the manual prints. */
export interface CodeEntry<S extends Severity = Severity> {
  /** Stable across releases, and never used again for something else. */
  readonly code: string;
  readonly severity: S;
  /** One line, for the manual. */
  readonly meaning: string;
  /** A message as a user would meet it. */
  readonly example: string;
}

export function codeEntry<S extends Severity>(
  severity: S,
  code: string,
  meaning: string,
  example: string,
): CodeEntry<S> {
  return Object.freeze({ code, severity, meaning, example });
}

/** What a diagnostic may say besides its message. */
export interface DiagnosticDetail {
  readonly seen?: string | undefined;
  readonly allowed?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedPlace[] | undefined;
}

/** A diagnostic of a table; details that are undefined are left out rather than kept as undefined. */
export function codedDiagnostic(
  { code, severity }: CodeEntry,
  range: SourceRange | null,
  message: string,
  { seen, allowed, hint, related }: DiagnosticDetail = {},
): Diagnostic {
  return {
    severity,
    code,
    message,
    range,
    ...(seen === undefined ? {} : { seen }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined || related.length === 0 ? {} : { related }),
  };
}
