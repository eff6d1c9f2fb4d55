/**
 * Misspelt words at the beginning of a statement or of what ends a body. A name there may be a call, so it is taken for a word
 * only if no task or procedure has the name or one as near, and if what follows fits to the word.
 */
import { editDistance } from "../../core/index.ts";
import type { Cursor } from "./parser-cursor.ts";
import { END_WORDS, STATEMENT_WORDS } from "./token.ts";

const statementWords: ReadonlySet<string> = new Set(STATEMENT_WORDS);
const endWords: readonly string[] = END_WORDS;

/** Does a statement begin with the token so far ahead? */
export function atStatement(c: Cursor, ahead = 0): boolean {
  const { kind, text } = c.peek(ahead);
  return kind === "name" || (kind === "word" && statementWords.has(text));
}

function atTrigger(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  if (kind === "word") return text === "immediate" || text === "not";
  return kind === "name" || kind === "number" || (kind === "symbol" && text === "(");
}

function atPlainEnd(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  return (
    kind === "end" || text === ";" || text === ")" || text === "}" || (kind === "word" && !statementWords.has(text))
  );
}

const fits: Readonly<Record<string, (c: Cursor) => boolean>> = {
  nothing: (c) => atPlainEnd(c, 1),
  pause: (c) => atPlainEnd(c, 1),
  halt: (c) => atPlainEnd(c, 1),
  emit: (c) => c.peek(1).kind === "name",
  sustain: (c) => c.peek(1).kind === "name",
  raise: (c) => c.peek(1).kind === "name",
  signal: (c) => c.peek(1).kind === "name",
  exception: (c) => c.peek(1).kind === "name",
  handle: (c) => c.peek(1).kind === "name",
  await: (c) => atTrigger(c, 1),
  every: (c) => atTrigger(c, 1),
  until: (c) => atTrigger(c, 1),
  watching: (c) => atTrigger(c, 1),
  each: (c) => atTrigger(c, 1),
  when: (c) => atTrigger(c, 1),
  if: (c) => c.at("present", 1) || (atTrigger(c, 1) && c.peek(1).kind !== "number"),
  repeat: (c) => c.peek(1).kind === "number",
  SEQ: (c) => c.at("(", 1),
  PAR: (c) => c.at("{", 1),
  do: (c) => atStatement(c, 1),
  loop: (c) => atStatement(c, 1),
  suspend: (c) => atStatement(c, 1),
  weakly: (c) => c.at("until", 1) || c.at("watching", 1),
  else: (c) => atStatement(c, 1),
  end: (c) => endWords.includes(c.peek(1).text) || c.nearWord(endWords, 1) !== undefined,
};

/** Turns the name ahead into the word that it was meant to be, with a report, if it was meant to be one. */
export function mendWord(c: Cursor): boolean {
  const { kind, text } = c.peek();
  if (kind !== "name" || c.declared.has(text)) return false;
  const words = [...STATEMENT_WORDS, ...c.blocks.closers()];
  const word = c.nearWord(words.filter((w) => fits[w]!(c) && (w.length > 2 || sameLetters(w, text))));
  if (word === undefined) return false;
  const distance = editDistance(text.toLowerCase(), word.toLowerCase());
  // `Halted;` is more likely a task that is not declared than a misspelt `halt`.
  if (atPlainEnd(c, 1) && distance > 1) return false;
  for (const name of c.declared) if (name.length < 40 && editDistance(text, name) <= distance) return false;
  c.mend(word);
  return true;
}

/** Words of two letters have too many neighbours: only `Do`, `fi` and the like count. */
function sameLetters(word: string, text: string): boolean {
  return [...word.toLowerCase()].sort().join("") === [...text.toLowerCase()].sort().join("");
}
