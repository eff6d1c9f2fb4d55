/** Bodies and statements of a mission text. What cannot be read becomes an error statement, and reading goes on behind it. */
import type { SourceRange } from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import type { BlockKind } from "./parser-blocks.ts";
import { parseCondition, parseTrigger } from "./parser-conditions.ts";
import type { Cursor } from "./parser-cursor.ts";
import { atStatement, mendWord } from "./parser-misspelt.ts";
import { parseCallArguments, parseName, parseNames } from "./parser-names.ts";
import { parseSignalDeclaration } from "./parser-signals.ts";
import { across, behind, END_WORDS, STATEMENT_WORDS, type Token } from "./token.ts";
import type { Handler, Statement } from "./tree.ts";

/** Statements nested deeper are not read: walks over the tree may be recursive. */
export const MAX_NESTING = 200;

const CLOSING_BRACKETS: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };
const endWords: ReadonlySet<string> = new Set(END_WORDS);
const statementWords: ReadonlySet<string> = new Set(STATEMENT_WORDS);

/** The list of statements behind the token just taken, as a `seq` that was not written. */
export function parseBody(c: Cursor): Statement {
  const opener = c.index - 1;
  const parts = parseList(c, true);
  return { kind: "seq", written: false, parts, at: bodyRange(c, opener, parts) };
}

/** From the first to the last statement or comment of a body; the point behind its opener where there is neither. */
function bodyRange(c: Cursor, opener: number, parts: readonly Statement[]): SourceRange {
  const comments = c.comments.slice(c.tokens[opener]!.commentsBefore, c.peek().commentsBefore);
  const places = [...parts, ...comments].map((p) => p.at);
  if (places.length === 0) return behind(c.tokens[opener]!.at);
  const first = places.reduce((a, b) => ((b.line - a.line || b.column - a.column) < 0 ? b : a));
  const last = places.reduce((a, b) => ((b.endLine - a.endLine || b.endColumn - a.endColumn) > 0 ? b : a));
  return across(first, last);
}

/** Statements up to what ends the body; `strict` asks for semicolons between them, unless the first closes with `end x`. */
function parseList(c: Cursor, strict: boolean): Statement[] {
  const parts: Statement[] = [];
  while (!c.blocks.bodyEnds()) {
    if (c.blocks.declarationInside()) {
      parts.push(declarationInside(c));
      continue;
    }
    if (c.at(";")) {
      c.reportExpected(codes.statement, "a statement is", { hint: "one `;` is enough" });
      c.next();
      continue;
    }
    if (mendWord(c)) continue;
    if (wordLost(c)) {
      parts.push(parseBracketed(c, c.peek(), c.at("(") ? "SEQ" : "PAR"));
      c.take(";");
      continue;
    }
    if (!atStatement(c)) {
      parts.push(unreadable(c));
      continue;
    }
    const before = c.index;
    parts.push(parseStatement(c));
    if (c.take(";") || c.blocks.bodyEnds() || mendWord(c) || c.blocks.declarationInside()) continue;
    if (atStatement(c)) {
      if (strict && !closedByEnd(c) && c.index > before) c.reportSemicolon();
      // `T do` without `every` or `handle`.
      if (c.at("do")) c.blocks.openingLost();
      continue;
    }
    c.reportExpected(codes.expected, "`;` is");
    c.blocks.openingLost();
    skipRest(c);
    c.take(";");
  }
  return parts;
}

function closedByEnd(c: Cursor): boolean {
  const { kind, text } = c.previous();
  return kind === "word" && endWords.has(text) && c.tokens[c.index - 2]?.text === "end";
}

/** Something that begins no statement. */
function unreadable(c: Cursor): Statement {
  c.reportExpected(codes.statement, "a statement is");
  c.blocks.openingLost();
  const start = c.next();
  skipRest(c);
  const at = across(start.at, c.previous().at);
  c.take(";");
  return { kind: "error", at };
}

function declarationInside(c: Cursor): Statement {
  const start = c.peek();
  const outermost = c.blocks.outermost();
  const message = `\`${start.text}\` cannot be declared inside \`${outermost}\``;
  const hint = start.text === "output" ? "for a signal of its own a body has `signal … in … end signal`" : undefined;
  c.report(codes.inBody, start.at, message, { seen: start.text, allowed: `before \`${outermost}\``, hint });
  parseSignalDeclaration(c);
  return { kind: "error", at: across(start.at, c.previous().at) };
}

/** Steps over the rest of a statement: to its semicolon, to what ends the body, or to the next word that begins one. */
function skipRest(c: Cursor): void {
  let open = 0;
  while (!c.atEnd() && !c.at(";") && !c.atDeclaration()) {
    const { kind, text } = c.peek();
    if (open === 0 && ((kind === "word" && statementWords.has(text)) || c.blocks.concerns())) return;
    if (kind === "symbol" && text === "(") open++;
    if (kind === "symbol" && text === ")" && open > 0) open--;
    c.next();
  }
}

function broken(c: Cursor, start: Token): Statement {
  skipRest(c);
  return { kind: "error", at: across(start.at, c.previous().at) };
}

function parseStatement(c: Cursor): Statement {
  const start = c.peek();
  if (start.kind === "name") return parseCall(c);
  const word = start.text;
  switch (word) {
    case "nothing":
    case "pause":
    case "halt":
      c.next();
      return { kind: word, at: start.at };
    case "emit":
    case "sustain":
    case "raise":
      return parseSignalling(c, word);
    case "await": {
      c.next();
      const trigger = parseTrigger(c);
      return trigger === null ? broken(c, start) : { kind: "await", trigger, at: across(start.at, c.previous().at) };
    }
    default:
      return c.blocks.depth < MAX_NESTING ? parseBlock(c, word as BlockKind) : tooDeep(c);
  }
}

function parseCall(c: Cursor): Statement {
  const { text, at } = c.next();
  const list = parseCallArguments(c);
  return { kind: "call", name: { text, at }, arguments: list, at: across(at, c.previous().at) };
}

function parseSignalling(c: Cursor, kind: "emit" | "sustain" | "raise"): Statement {
  const start = c.next();
  const name = parseName(c, kind === "raise" ? "an exception" : "a signal");
  if (name === null) return broken(c, start);
  const at = across(start.at, name.at);
  return kind === "raise" ? { kind, name, at } : { kind, signal: name, at };
}

/** Gives up the declaration: what follows at this depth cannot be distinguished any more. */
function tooDeep(c: Cursor): Statement {
  const start = c.peek();
  const message = `statements are nested deeper than ${MAX_NESTING}, and the rest of this declaration is not read`;
  c.report(codes.nesting, start.at, message, { allowed: String(MAX_NESTING), hint: "put inner parts into procedures" });
  c.quiet = true;
  while (!c.atEnd() && !c.atDeclaration()) c.next();
  return { kind: "error", at: start.at };
}

function parseBlock(c: Cursor, kind: BlockKind): Statement {
  const start = c.next();
  switch (kind) {
    case "SEQ":
    case "PAR":
      return parseBracketed(c, start, kind);
    case "do":
      return parseDo(c, start);
    case "loop":
      return parseLoop(c, start);
    case "repeat":
      return parseRepeat(c, start);
    case "if":
      return parseIf(c, start);
    case "every":
      return parseEvery(c, start);
    case "suspend": {
      c.blocks.open(kind, start);
      const body = parseBody(c);
      const trigger = c.blocks.close() === null ? null : parseTrigger(c);
      return trigger === null ? broken(c, start) : { kind, body, trigger, at: across(start.at, c.previous().at) };
    }
    case "signal": {
      c.blocks.open(kind, start);
      const signals = parseNames(c, "a signal", ["in"]) ?? [];
      c.expectWord("in");
      const body = parseBody(c);
      c.blocks.close();
      return { kind: "local", signals, body, at: across(start.at, c.previous().at) };
    }
    default:
      return parseException(c, start);
  }
}

function parseBracketed(c: Cursor, start: Token, kind: "SEQ" | "PAR"): Statement {
  c.blocks.open(kind, start, openingBracket(c, kind, kind === "SEQ" ? "(" : "{"));
  const parts = parseList(c, kind === "SEQ");
  c.blocks.close();
  const at = across(start.at, c.previous().at);
  return kind === "SEQ" ? { kind: "seq", written: true, parts, at } : { kind: "par", branches: parts, at };
}

/** A bracket around statements without its SEQ or PAR. */
function wordLost(c: Cursor): boolean {
  if (!c.at("{") && !(c.at("(") && holdsStatements(c))) return false;
  const word = c.at("{") ? "PAR" : "SEQ";
  const message = `\`${word}\` is expected before \`${c.peek().text}\``;
  c.report(codes.expected, c.peek().at, message, { seen: c.peek().text, allowed: word });
  return c.blocks.depth < MAX_NESTING;
}

function holdsStatements(c: Cursor): boolean {
  const last = c.spend(100);
  for (let ahead = 1; ahead < last; ahead++) {
    const { kind, text } = c.peek(ahead);
    if (kind === "end" || text === ")" || text === "(") return false;
    if (text === ";" || (kind === "word" && statementWords.has(text))) return true;
  }
  return false;
}

/** Takes the bracket and returns the one that closes it; another kind of bracket is reported and must close itself. */
function openingBracket(c: Cursor, kind: string, bracket: string): string {
  const { text, at } = c.peek();
  const other = c.peek().kind === "symbol" ? CLOSING_BRACKETS[text] : undefined;
  if (other !== undefined && text !== bracket) {
    const allowed = `${bracket} … ${CLOSING_BRACKETS[bracket]}`;
    c.report(codes.symbol, at, `\`${kind}\` has \`${allowed}\`, not \`${text} … ${other}\``, { seen: text, allowed });
    c.next();
    return other;
  }
  c.expectSymbol(bracket);
  return CLOSING_BRACKETS[bracket]!;
}

function parseDo(c: Cursor, start: Token): Statement {
  c.blocks.open("do", start);
  const body = parseBody(c);
  const closing = c.blocks.close();
  if (closing === null) return broken(c, start);
  const weak = closing === "weakly";
  const form = closing === "watching" || (weak && c.at("watching")) ? "watching" : "until";
  if (weak && !c.take("watching")) {
    const near = c.nearWord(["until", "watching"]);
    if (near !== undefined) c.mend(near);
    if (!c.take("until") && !c.take("watching")) c.reportExpected(codes.expected, "`until` or `watching` is");
  }
  const trigger = parseTrigger(c);
  if (trigger === null) return broken(c, start);
  return { kind: "do", body, weak, form, trigger, at: across(start.at, c.previous().at) };
}

function parseLoop(c: Cursor, start: Token): Statement {
  c.blocks.open("loop", start);
  const body = parseBody(c);
  const closing = c.blocks.close();
  if (closing === null || endWords.has(closing)) return { kind: "loop", body, at: across(start.at, c.previous().at) };
  if (closing === "weakly") c.next();
  const trigger = parseTrigger(c);
  if (trigger === null) return broken(c, start);
  return { kind: "loopEach", body, trigger, at: across(start.at, c.previous().at) };
}

function parseRepeat(c: Cursor, start: Token): Statement {
  c.blocks.open("repeat", start);
  const token = c.peek();
  const whole = token.kind === "number" && /^[0-9]+$/.test(token.text);
  if (!whole) c.reportExpected(codes.count, "a whole number is");
  if (token.kind === "number" || c.at("times", 1)) c.next();
  c.expectWord("times");
  const body = parseBody(c);
  c.blocks.close();
  return { kind: "repeat", times: whole ? Number(token.text) : 1, body, at: across(start.at, c.previous().at) };
}

function parseIf(c: Cursor, start: Token): Statement {
  const block = c.blocks.open("if", start);
  c.take("present");
  const condition = parseCondition(c);
  if (
    c.peek().kind === "name" &&
    !c.declared.has(c.peek().text) &&
    c.nearWord(["then"]) !== undefined &&
    atStatement(c, 1)
  ) {
    c.mend("then");
  }
  c.take("then");
  const then = parseBody(c);
  let otherwise: Statement | null = null;
  if (c.blocks.goesOn("else")) {
    block.elseSeen = true;
    c.next();
    otherwise = parseBody(c);
  }
  c.blocks.close();
  const at = across(start.at, c.previous().at);
  return condition === null ? { kind: "error", at } : { kind: "if", condition, then, otherwise, at };
}

function parseEvery(c: Cursor, start: Token): Statement {
  c.blocks.open("every", start);
  const trigger = parseTrigger(c);
  c.expectWord("do");
  const body = parseBody(c);
  c.blocks.close();
  const at = across(start.at, c.previous().at);
  return trigger === null ? { kind: "error", at } : { kind: "every", trigger, body, at };
}

function parseException(c: Cursor, start: Token): Statement {
  c.blocks.open("exception", start);
  const names = parseNames(c, "an exception", ["in"]) ?? [];
  c.expectWord("in");
  const body = parseBody(c);
  const handlers: Handler[] = [];
  while (c.blocks.goesOn("handle")) {
    const opener = c.peek();
    c.take("handle");
    const name = parseName(c, "an exception");
    c.expectWord("do");
    const handlerBody = parseBody(c);
    if (name !== null) handlers.push({ name, body: handlerBody, at: across(opener.at, c.previous().at) });
  }
  c.blocks.close();
  return { kind: "exception", names, body, handlers, at: across(start.at, c.previous().at) };
}
