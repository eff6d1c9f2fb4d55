/**
 * The small steps of reading properties. Their words (`property`, `never`, `leads`, …) are words only where a property asks for
 * them, so that the signals of a mission may have any name; to the lexer they are names.
 */
import type { Cursor } from "../syntax/parser-cursor.ts";
import { shown } from "../syntax/token.ts";
import { proofCodes as codes } from "./codes.ts";

/** Are these words ahead, one after another? */
export function atWords(c: Cursor, ...words: readonly string[]): boolean {
  return words.every((word, i) => {
    const { kind, text } = c.peek(i);
    return text === word && (kind === "name" || kind === "word");
  });
}

export function takeWords(c: Cursor, ...words: readonly string[]): boolean {
  if (!atWords(c, ...words)) return false;
  for (const _ of words) c.next();
  return true;
}

/** Words that have to be here; one that is misspelt is reported and read as what it was meant to be. */
export function expectWords(c: Cursor, ...words: readonly string[]): boolean {
  for (const word of words) {
    if (takeWords(c, word)) continue;
    if (c.nearWord([word]) === undefined) {
      c.reportExpected(codes.word, `\`${word}\` is`);
      return false;
    }
    c.mend(word);
    c.next();
  }
  return true;
}

/** A whole number of an interval. */
export function parseCount(c: Cursor, least: number, most: number, what: string): number | null {
  const token = c.peek();
  const value = Number(token.text);
  if (token.kind === "number" && Number.isInteger(value) && value >= least && value <= most) {
    c.next();
    return value;
  }
  const allowed = `${least} to ${most}`;
  const message = `a whole number of ${what}, ${allowed}, is expected, but here is ${shown(token)}`;
  c.report(codes.count, token.at, message, { seen: token.text, allowed });
  if (token.kind !== "number") return null;
  c.next();
  return least;
}

/** Does a property or an action begin so far ahead? */
export function atItem(c: Cursor, ahead = 0): boolean {
  const { kind, text } = c.peek(ahead);
  if (kind !== "name") return false;
  if (text === "property") return c.peek(ahead + 1).kind === "name" && c.at(":", ahead + 2);
  return text === "action" && c.peek(ahead + 1).kind === "name" && c.at("=", ahead + 2);
}
