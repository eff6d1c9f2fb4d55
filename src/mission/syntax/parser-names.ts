/** Names, values, parameters and arguments of a mission text. */
import type { DiagnosticDetail } from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import type { Cursor } from "./parser-cursor.ts";
import { across, shown, type Token } from "./token.ts";
import type { Argument, Name, Parameter, Value } from "./tree.ts";

const FOLLOWING_WORDS: ReadonlySet<string> = new Set(["and", "or", "then", "do", "in", "on", "else", "end", "times"]);
const INNER_WORDS: ReadonlySet<string> = new Set(["in", "do", "then", "times", "or", "and"]);
const FOLLOWING_SIGNS: ReadonlySet<string> = new Set([";", ",", ")", "}", "#", "=", "=>", "("]);

/** Could the token so far ahead follow a name? Tells a reserved word that is used as a name from a name that is missing. */
export function followsName(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  // Inside a block these are more likely the next part of a statement whose name is missing.
  if (c.blocks.depth > 0 && INNER_WORDS.has(c.peek(ahead - 1).text)) return false;
  if (c.blocks.concerns()) return false;
  if (kind === "symbol") return FOLLOWING_SIGNS.has(text);
  return kind === "end" || (kind === "word" && FOLLOWING_WORDS.has(text));
}

export function parseName(c: Cursor, what: string): Name | null {
  return c.name(what, (ahead) => followsName(c, ahead));
}

/** The name in the first line of a declaration: whatever word stands there was meant as one. */
export function parseOwnName(c: Cursor, what: string): Name | null {
  return c.name(what, () => c.peek().at.line === c.previous().at.endLine && !c.at("on"));
}

/** NAME ("," NAME)*; words that may follow the list without a comma are given. Null where not even one was there. */
export function parseNames(c: Cursor, what: string, then: readonly string[] = []): Name[] | null {
  const first = parseName(c, what);
  if (first === null) return null;
  const names = [first];
  while (c.take(",") || commaMissing(c, then)) {
    const name = parseName(c, what);
    if (name === null) break;
    names.push(name);
  }
  return names;
}

/** Two names side by side on one line. */
function commaMissing(c: Cursor, then: readonly string[]): boolean {
  const token = c.peek();
  if (token.kind !== "name" || token.at.line !== c.previous().at.endLine || then.includes(token.text)) return false;
  const near = c.nearWord(then);
  if (near !== undefined && token.text.length > 1 && !c.at(near, 1)) return false;
  c.report(codes.expected, token.at, `\`,\` is expected before ${shown(token)}`, { seen: token.text, allowed: "," });
  return true;
}

/** Takes a word that is one only here, such as `software`; mends it where it is misspelt. */
export function takeSoft(c: Cursor, word: string): boolean {
  if (!c.atSoft(word)) {
    if (word.length < 3 || c.nearWord([word]) === undefined || c.peek().at.line !== c.previous().at.endLine)
      return false;
    c.mend(word);
  }
  c.next();
  return true;
}

/** NUMBER | TEXT | "true" | "false" | NAME */
export function parseValue(c: Cursor): Value | null {
  const token = c.peek();
  const { kind, text, at } = token;
  if (kind === "number") {
    c.next();
    return { kind: "number", value: Number(text), written: text, at: lettersBehind(c, token) };
  }
  if (kind === "text") {
    c.next();
    return { kind: "text", value: text, at };
  }
  if (kind === "word" && (text === "true" || text === "false")) {
    c.next();
    return { kind: "truth", value: text === "true", at };
  }
  if (kind === "name") {
    c.next();
    return { kind: "parameter", name: { text, at }, at };
  }
  c.reportExpected(codes.value, "a value (a number, a text in quotes, `true`, `false` or a parameter) is");
  return null;
}

/** `5m`, `0x10`: a number with letters is none. */
function lettersBehind(c: Cursor, number: Token): Token["at"] {
  const letters = c.peek();
  const glued = letters.at.line === number.at.endLine && letters.at.column === number.at.endColumn;
  if (!glued || (letters.kind !== "name" && letters.kind !== "word")) return number.at;
  const seen = number.text + letters.text;
  const at = across(number.at, letters.at);
  const hint = "values carry no unit: the name of the parameter says it";
  c.report(codes.number, at, `\`${seen}\` is not a number; allowed: decimals such as 5, -0.5, 1e-3`, { seen, hint });
  c.next();
  return at;
}

/** Signs that stand for `=` elsewhere. */
const EQUALS: ReadonlySet<string> = new Set(["=>", ":=", "==", ":", "->"]);

function takeEquals(c: Cursor): boolean {
  if (c.take("=")) return true;
  const { kind, text, at } = c.peek();
  if (kind !== "symbol" || !EQUALS.has(text)) return false;
  c.report(codes.symbol, at, `\`${text}\` is written \`=\` here`, { seen: text, allowed: "=" });
  c.next();
  return true;
}

/** "(" [parameter ("," parameter)*] ")", or nothing at all. */
export function parseParameters(c: Cursor): Parameter[] {
  if (!c.at("(")) return [];
  const open = c.next();
  const parameters: Parameter[] = [];
  while (!c.at(")")) {
    const name = parseName(c, "a parameter");
    if (name === null) break;
    parameters.push({ name, initial: takeEquals(c) ? parseValue(c) : null });
    if (!c.take(",")) break;
    if (c.at(")")) c.reportExpected(codes.name, "a parameter is");
  }
  closeParenthesis(c, open);
  return parameters;
}

/** [argument ("," argument)*], up to a sign that cannot belong to it. */
export function parseArguments(c: Cursor): Argument[] {
  const list: Argument[] = [];
  while (!c.at(")") && !c.at(";")) {
    const argument = parseArgument(c);
    if (argument === null) break;
    list.push(argument);
    if (!c.take(",")) break;
    if (c.at(")") || c.at(";")) c.reportExpected(codes.value, "a value is");
  }
  return list;
}

function parseArgument(c: Cursor): Argument | null {
  const token = c.peek();
  const { kind, text } = c.peek(1);
  const named = token.kind === "name" && kind === "symbol" && (text === "=" || EQUALS.has(text));
  if (!named) {
    const value = parseValue(c);
    return value === null ? null : { name: null, value, at: value.at };
  }
  c.next();
  takeEquals(c);
  const value = parseValue(c);
  return value === null ? null : { name: { text: token.text, at: token.at }, value, at: across(token.at, value.at) };
}

export function parseCallArguments(c: Cursor): Argument[] | null {
  if (!c.at("(")) return null;
  const open = c.next();
  const list = parseArguments(c);
  closeParenthesis(c, open);
  return list;
}

/** The `)` of a list; what stands before it and was not understood is stepped over, but not beyond the line's statement. */
function closeParenthesis(c: Cursor, open: Token): void {
  if (c.take(")")) return;
  const detail: DiagnosticDetail = { related: [{ message: "`(` stands here", range: open.at }] };
  c.reportExpected(codes.expected, "`,` or `)` is", detail);
  let ahead = 0;
  while (!c.at(")", ahead)) {
    const { kind, text } = c.peek(ahead);
    if (kind === "end" || kind === "word" || text === ";" || text === "}" || text === "{") return;
    ahead++;
  }
  c.index += ahead + 1;
}
