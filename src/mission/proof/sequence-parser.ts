/** Reads the sequences of properties: regular expressions of conditions, in words. */
import { parseCondition } from "../syntax/parser-conditions.ts";
import type { Cursor } from "../syntax/parser-cursor.ts";
import { proofCodes as codes } from "./codes.ts";
import type { Sequence } from "./property-tree.ts";
import { expectWords, parseCount, takeWords } from "./property-words.ts";

/** Deeper groups are not read: walks over the tree may be recursive. */
export const MOST_GROUPS = 50;
export const MOST_TIMES = 100;

/** part ("then" part)*; null where something is wrong, which has been reported. */
export function parseSequence(c: Cursor, depth = 0): Sequence | null {
  const parts: Sequence[] = [];
  do {
    const part = parsePart(c, depth);
    if (part === null) return null;
    parts.push(part);
  } while (c.take("then"));
  return parts.length === 1 ? parts[0]! : { kind: "then", parts };
}

function parsePart(c: Cursor, depth: number): Sequence | null {
  if (takeWords(c, "any", "number", "of")) return repeated(c, depth, 0, null);
  if (takeWords(c, "at", "least", "one", "of")) return repeated(c, depth, 1, null);
  // A signal may have this name: then nothing that could be repeated follows.
  const { kind } = c.peek(1);
  if ((kind === "name" || c.at("not", 1) || c.at("(", 1) || c.at("{", 1)) && takeWords(c, "maybe")) {
    return repeated(c, depth, 0, 1);
  }
  if (c.peek().kind === "number") {
    const times = parseCount(c, 1, MOST_TIMES, "times");
    if (times === null || !expectWords(c, "times")) return null;
    return repeated(c, depth, times, times);
  }
  return parseAtom(c, depth);
}

function repeated(c: Cursor, depth: number, least: number, most: number | null): Sequence | null {
  const part = parseAtom(c, depth);
  return part === null ? null : { kind: "repeat", part, least, most };
}

function parseAtom(c: Cursor, depth: number): Sequence | null {
  if (takeWords(c, "any", "reaction")) return { kind: "any" };
  if (c.at("{")) return parseGroup(c, depth);
  const condition = parseCondition(c);
  return condition === null ? null : { kind: "one", condition };
}

function parseGroup(c: Cursor, depth: number): Sequence | null {
  const open = c.next();
  if (depth === MOST_GROUPS) {
    const message = `groups are nested deeper than ${MOST_GROUPS}, and are not read`;
    c.report(codes.tooLarge, open.at, message, { allowed: String(MOST_GROUPS) });
    return null;
  }
  const parts: Sequence[] = [];
  do {
    const part = parseSequence(c, depth + 1);
    if (part === null) return null;
    parts.push(part);
  } while (c.take(","));
  if (!c.expectSymbol("}", { related: [{ message: "`{` stands here", range: open.at }] })) return null;
  return parts.length === 1 ? parts[0]! : { kind: "either", parts };
}
