/** The words of a mission text: what the lexer makes and the parser reads. */
import type { SourceRange } from "../../core/index.ts";

export type TokenKind =
  | "name"
  /** A reserved word. */
  | "word"
  | "number"
  | "text"
  | "symbol"
  /** Behind the last of them. */
  | "end";

export interface Token {
  readonly kind: TokenKind;
  /** Of a text: what stands between the quotes. */
  readonly text: string;
  readonly at: SourceRange;
  /** How many comments lie before it, which says between which two tokens a comment stands. */
  readonly commentsBefore: number;
}

/** Words that begin a declaration. `on` does so only before `fatal`. */
export const DECLARATION_WORDS = [
  "input",
  "output",
  "fatal",
  "relation",
  "computer",
  "resource",
  "requires",
  "task",
  "procedure",
  "main",
  "on",
] as const;

/** Words that begin a clause of a task. */
export const CLAUSE_WORDS = ["pre", "init", "post", "type1", "type2", "type3", "stop"] as const;

/** Words that begin a statement; anything else that does is a name. */
export const STATEMENT_WORDS = [
  "nothing",
  "pause",
  "halt",
  "emit",
  "sustain",
  "await",
  "SEQ",
  "PAR",
  "do",
  "loop",
  "repeat",
  "if",
  "every",
  "suspend",
  "signal",
  "exception",
  "raise",
] as const;

/** What may stand behind `end`. */
export const END_WORDS = [
  "task",
  "procedure",
  "main",
  "fatal",
  "loop",
  "repeat",
  "if",
  "every",
  "signal",
  "exception",
] as const;

/** Words that end a body, besides `end`. */
export const CLOSING_WORDS = ["weakly", "until", "watching", "each", "when", "else", "handle"] as const;

const INNER_WORDS = [
  "mission",
  "end",
  "times",
  "present",
  "then",
  "in",
  "immediate",
  "or",
  "and",
  "not",
  "true",
  "false",
];

/** No signal, task or anything else has one of these names. `at`, `software`, `within`, `after`, `sets` and `any` are free. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...DECLARATION_WORDS,
  ...CLAUSE_WORDS,
  ...STATEMENT_WORDS,
  ...CLOSING_WORDS,
  ...INNER_WORDS,
]);

/** Seconds in a unit of time. */
export const UNITS = { ms: 0.001, s: 1, min: 60, h: 3600 } as const;
export type Unit = keyof typeof UNITS;

export function isUnit(text: string): text is Unit {
  return Object.hasOwn(UNITS, text);
}

/** From the beginning of one stretch to the end of another. */
export function across(from: SourceRange, to: SourceRange): SourceRange {
  const { file, line, column } = from;
  return { file, line, column, endLine: to.endLine, endColumn: to.endColumn };
}

/** The point right behind a stretch. */
export function behind({ file, endLine, endColumn }: SourceRange): SourceRange {
  return { file, line: endLine, column: endColumn, endLine, endColumn };
}

/** A token as a message shows it. A name of a thousand letters is cut. */
export function shown(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  const text = token.text.length > 40 ? `${token.text.slice(0, 39)}…` : token.text;
  return token.kind === "text" ? `\`"${text}"\`` : `\`${text}\``;
}
