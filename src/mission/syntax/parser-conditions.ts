/** Conditions, durations and triggers of a mission text. */
import { readingCodes as codes } from "./codes.ts";
import type { Cursor } from "./parser-cursor.ts";
import { followsName, parseName } from "./parser-names.ts";
import { across, isUnit, shown, UNITS, type Unit } from "./token.ts";
import type { Condition, Duration, Trigger } from "./tree.ts";

/** More names than this in one condition, or deeper brackets, are not read: walks over the tree may be recursive. */
export const MAX_CONDITION = 500;

/** Names of units elsewhere. */
const OTHER_UNITS: Readonly<Record<string, Unit>> = {
  sec: "s",
  secs: "s",
  second: "s",
  seconds: "s",
  m: "min",
  mn: "min",
  mins: "min",
  minute: "min",
  minutes: "min",
  hr: "h",
  hrs: "h",
  hour: "h",
  hours: "h",
  msec: "ms",
  millisecond: "ms",
  milliseconds: "ms",
};

const OPERATORS: Readonly<Record<string, "and" | "or" | "not">> = {
  "&&": "and",
  "&": "and",
  "||": "or",
  "|": "or",
  "!": "not",
};

interface Size {
  names: number;
  depth: number;
}

export function parseTrigger(c: Cursor): Trigger | null {
  const start = c.peek();
  const immediate = c.take("immediate");
  if (c.peek().kind === "number") {
    const duration = parseDuration(c);
    if (duration === null) return null;
    const at = across(start.at, duration.at);
    if (immediate) {
      const hint = `write \`${duration.amount} ${duration.unit}\` alone`;
      c.report(codes.immediate, start.at, "`immediate` stands before conditions only, not before a duration", { hint });
    }
    return { kind: "delay", duration, at };
  }
  const condition = parseCondition(c, !immediate);
  if (condition === null) return null;
  return { kind: "condition", immediate, condition, at: across(start.at, c.previous().at) };
}

/** NUMBER UNIT. A unit that is missing or unknown is reported, and the number is taken as seconds. */
export function parseDuration(c: Cursor): Duration | null {
  const number = c.peek();
  if (number.kind !== "number") {
    c.reportExpected(codes.duration, "a duration such as `30 s` is");
    return null;
  }
  c.next();
  const word = c.peek();
  let unit: Unit = "s";
  let at = number.at;
  if (word.kind === "name" && isUnit(word.text)) {
    unit = word.text;
    at = across(number.at, word.at);
    c.next();
  } else if (word.kind === "name" && word.at.line === number.at.endLine) {
    const low = word.text.toLowerCase();
    const meant = Object.hasOwn(OTHER_UNITS, low) ? OTHER_UNITS[low]! : isUnit(low) ? low : undefined;
    const hint = meant === undefined ? undefined : `write \`${number.text} ${meant}\``;
    const message = `${shown(word)} is not a unit of time; allowed: ms, s, min, h`;
    c.report(codes.unit, word.at, message, { seen: word.text, allowed: "ms, s, min, h", hint });
    unit = meant ?? "s";
    at = across(number.at, word.at);
    c.next();
  } else {
    const message = `the duration ${number.text} has no unit; allowed: ms, s, min, h`;
    const hint = `for seconds write \`${number.text} s\``;
    c.report(codes.unit, number.at, message, { seen: number.text, allowed: "ms, s, min, h", hint });
  }
  // Milliseconds are divided, not multiplied by 0.001, so that 100 ms is 0.1 s to the last bit.
  const seconds = unit === "ms" ? Number(number.text) / 1000 : Number(number.text) * UNITS[unit];
  return { seconds, amount: number.text, unit, at };
}

export function parseCondition(c: Cursor, orDuration = false): Condition | null {
  return disjunction(c, { names: 0, depth: 0 }, orDuration);
}

function disjunction(c: Cursor, size: Size, orDuration: boolean): Condition | null {
  let left = conjunction(c, size, orDuration);
  while (left !== null && (takeOperator(c, "or") || operatorLost(c))) {
    const right = conjunction(c, size, false);
    left = right === null ? null : { kind: "or", left, right, at: across(left.at, right.at) };
  }
  return left;
}

/** `if A B then`: a name on the same line that can only belong to the condition. */
function operatorLost(c: Cursor): boolean {
  const token = c.peek();
  if (token.kind !== "name" || token.at.line !== c.previous().at.endLine) return false;
  const goesOn =
    c.at("and", 1) || c.at("or", 1) || c.at("then", 1) || (c.at("do", 1) && c.blocks.top()?.kind === "every");
  if (!goesOn) return false;
  const message = `\`and\` or \`or\` is expected before ${shown(token)}`;
  c.report(codes.expected, token.at, message, { seen: token.text, allowed: "and, or" });
  return true;
}

function conjunction(c: Cursor, size: Size, orDuration: boolean): Condition | null {
  let left = negation(c, size, orDuration);
  while (left !== null && takeOperator(c, "and")) {
    const right = negation(c, size, false);
    left = right === null ? null : { kind: "and", left, right, at: across(left.at, right.at) };
  }
  return left;
}

function negation(c: Cursor, size: Size, orDuration: boolean): Condition | null {
  const start = c.peek();
  if (!takeOperator(c, "not")) return operand(c, size, orDuration);
  if (c.at("not")) {
    const hint = "write `not (not …)`";
    c.reportExpected(codes.condition, "a signal or `(` is", { hint });
    return null;
  }
  const inner = operand(c, size, false);
  return inner === null ? null : { kind: "not", operand: inner, at: across(start.at, inner.at) };
}

function operand(c: Cursor, size: Size, orDuration: boolean): Condition | null {
  if (++size.names > MAX_CONDITION || size.depth > MAX_CONDITION) return giveUp(c);
  if (c.at("(")) {
    const open = c.next();
    size.depth++;
    const inner = disjunction(c, size, false);
    size.depth--;
    if (inner === null) return null;
    const related = [{ message: "`(` stands here", range: open.at }];
    c.expectSymbol(")", { related });
    return inner;
  }
  const { kind } = c.peek();
  if (kind !== "name" && !(kind === "word" && followsName(c, 1))) {
    const what = orDuration ? "a condition or a duration" : "a condition (a signal, `not` or `(`)";
    c.reportExpected(codes.condition, `${what} is`);
    return null;
  }
  const name = parseName(c, "a signal");
  return name === null ? null : { kind: "signal", name, at: name.at };
}

/** `and`, `or`, `not`, or what other languages write for them. */
function takeOperator(c: Cursor, word: "and" | "or" | "not"): boolean {
  if (c.take(word)) return true;
  const { kind, text, at } = c.peek();
  if (kind === "name" && word !== "not" && isMisspeltOperator(c, word)) {
    c.mend(word);
    c.next();
    return true;
  }
  if (kind !== "symbol" || OPERATORS[text] !== word) return false;
  c.report(codes.symbol, at, `\`${text}\` is written \`${word}\` here`, { seen: text, allowed: word });
  c.next();
  return true;
}

/** `I adn J`: no task has the name, and the condition goes on behind it on the same line. */
function isMisspeltOperator(c: Cursor, word: "and" | "or"): boolean {
  const { text, at } = c.peek();
  const next = c.peek(1);
  if (at.line !== c.previous().at.endLine || next.at.line !== at.endLine || c.declared.has(text)) return false;
  const goesOn = next.kind === "name" || c.at("not", 1) || c.at("(", 1);
  const letters = text.toLowerCase();
  // So short a word has many neighbours: its own letters must all be there.
  return goesOn && text.length <= word.length + 1 && [...word].every((letter) => letters.includes(letter));
}

function giveUp(c: Cursor): null {
  const message = `a condition has more than ${MAX_CONDITION} signals or brackets, and is not read`;
  c.report(codes.nesting, c.peek().at, message, { allowed: String(MAX_CONDITION) });
  while (!c.atEnd() && !c.at(";") && !c.at("end") && !c.atDeclaration()) c.next();
  return null;
}
