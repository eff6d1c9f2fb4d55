/** Declarations of one line: signals, relations, computers, resources and required properties. */
import { readingCodes as codes } from "./codes.ts";
import type { Cursor } from "./parser-cursor.ts";
import { parseName, parseNames, takeSoft } from "./parser-names.ts";
import { across, CLAUSE_WORDS, type Token } from "./token.ts";
import type { Declaration, Name } from "./tree.ts";

const clauseWords: ReadonlySet<string> = new Set(CLAUSE_WORDS);

/** The declaration that begins with the word ahead. */
export function parseSignalDeclaration(c: Cursor): Declaration {
  const start = c.next();
  const content = parseContent(c, start);
  endLine(c, content !== null);
  const at = across(start.at, c.previous().at);
  return content === null ? { kind: "error", at } : ({ ...content, at } as Declaration);
}

type WithoutPlace<T> = T extends unknown ? Omit<T, "at"> : never;

function parseContent(c: Cursor, start: Token): WithoutPlace<Declaration> | null {
  switch (start.text) {
    case "relation":
      return parseRelation(c);
    case "computer": {
      const names = parseNames(c, "a computer");
      return names === null ? null : { kind: "computer", names };
    }
    case "requires": {
      const properties = parseNames(c, "a property");
      return properties === null ? null : { kind: "requires", properties };
    }
    case "resource": {
      const names = parseNames(c, "a resource", ["software", "at"]);
      if (names === null) return null;
      const software = takeSoft(c, "software");
      return { kind: "resource", names, software, computer: parseComputer(c) };
    }
    default: {
      const signals = parseNames(c, "a signal", ["at"]);
      if (signals === null) return null;
      return { kind: start.text as "input" | "output" | "fatal", signals, computer: parseComputer(c) };
    }
  }
}

function parseComputer(c: Cursor): Name | null {
  return takeSoft(c, "at") ? parseName(c, "a computer") : null;
}

/** Signs for "implies" elsewhere. */
const ARROWS: ReadonlySet<string> = new Set(["=", "==>", "->", ">=", "=="]);

function parseRelation(c: Cursor): WithoutPlace<Declaration> | null {
  const first = parseName(c, "a signal");
  if (first === null) return null;
  if (takeArrow(c)) {
    const second = parseName(c, "a signal");
    return second === null ? null : { kind: "relation", form: "implies", signals: [first, second] };
  }
  if (!c.at("#")) {
    c.reportExpected(codes.expected, "`#` or `=>` is");
    return null;
  }
  const signals = [first];
  while (c.take("#")) {
    const name = parseName(c, "a signal");
    if (name === null) return null;
    signals.push(name);
  }
  return { kind: "relation", form: "exclusive", signals };
}

function takeArrow(c: Cursor): boolean {
  if (c.take("=>")) return true;
  const { kind, text, at } = c.peek();
  if (kind !== "symbol" || !ARROWS.has(text)) return false;
  c.report(codes.symbol, at, `\`${text}\` is written \`=>\` here`, { seen: text, allowed: "=>" });
  c.next();
  return true;
}

/**
 * The semicolon of a declaration or clause. Where it is missing and the next line begins something else, only that is said;
 * anything else before it is reported and stepped over.
 */
export function endLine(c: Cursor, readable = true): void {
  if (c.take(";")) return;
  if (readable && (c.peek().at.line > c.previous().at.endLine || startsAnew(c))) {
    c.reportSemicolon();
    return;
  }
  c.reportExpected(codes.expected, "`;` is");
  while (!c.at(";") && !startsAnew(c)) c.next();
  c.take(";");
}

function startsAnew(c: Cursor): boolean {
  const { kind, text } = c.peek();
  return kind === "end" || (kind === "word" && (text === "end" || clauseWords.has(text) || c.atDeclaration()));
}
