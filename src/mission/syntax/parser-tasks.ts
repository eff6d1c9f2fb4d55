/** Robot-tasks: the head of the declaration and its clauses. */
import { readingCodes as codes } from "./codes.ts";
import { parseDuration } from "./parser-conditions.ts";
import type { Cursor } from "./parser-cursor.ts";
import { parseArguments, parseName, parseNames, parseOwnName, parseParameters, takeSoft } from "./parser-names.ts";
import { endLine } from "./parser-signals.ts";
import { across, CLAUSE_WORDS, type Token } from "./token.ts";
import type { Clause, Declaration, Duration, Name } from "./tree.ts";

const clauseWords: ReadonlySet<string> = new Set(CLAUSE_WORDS);

export function parseTask(c: Cursor): Declaration {
  const start = c.next();
  c.blocks.open("task", start);
  const name = parseOwnName(c, "the name of a task");
  const parameters = parseParameters(c);
  const resources = c.take("on") ? (parseNames(c, "a resource") ?? []) : [];
  const clauses: Clause[] = [];
  while (!clausesEnd(c)) {
    const clause = parseClause(c);
    if (clause !== null) clauses.push(clause);
  }
  c.blocks.close();
  const at = across(start.at, c.previous().at);
  return name === null ? { kind: "error", at } : { kind: "task", name, parameters, resources, clauses, at };
}

/** Anything but a clause is reported and stepped over. */
function clausesEnd(c: Cursor): boolean {
  for (;;) {
    if (c.atEnd() || c.atDeclaration() || c.at("end")) return true;
    const { kind, text } = c.peek();
    if (kind === "word" && clauseWords.has(text)) return false;
    if (kind === "name" && c.peek().at.line > c.previous().at.endLine && /^end_?task$/i.test(text)) return true;
    if (mendClause(c)) return false;
    if (c.at("end")) return true;
    const headEnd = c.at(";") && c.blocks.top()!.opener.at.line === c.peek().at.line;
    c.reportExpected(
      codes.clause,
      "a clause of the task (pre, init, post, type1, type2, type3, stop) or `end task` is",
      {
        hint: headEnd ? "the first line of a task has no `;`" : undefined,
      },
    );
    c.next();
    while (!headEnd && !c.atEnd() && !c.atDeclaration() && !c.at("end") && !startsClause(c)) {
      if (c.next().text === ";") break;
    }
  }
}

function startsClause(c: Cursor): boolean {
  const { kind, text } = c.peek();
  return kind === "word" && clauseWords.has(text);
}

/** `psot Reached;`, `type 2 Leak;`, `edn task` */
function mendClause(c: Cursor): boolean {
  const { kind, text, at } = c.peek();
  if (kind !== "name") return false;
  const number = c.peek(1);
  if (text.toLowerCase() === "type" && /^[123]$/.test(number.text)) {
    const word = `type${number.text}`;
    c.next();
    c.mend(word, across(at, number.at));
    return true;
  }
  if (c.at("task", 1) && c.nearWord(["end"]) !== undefined) {
    c.mend("end");
    return false;
  }
  const word = c.nearWord(CLAUSE_WORDS);
  if (word === undefined) return false;
  c.mend(word);
  return true;
}

function parseClause(c: Cursor): Clause | null {
  const start = c.next();
  const clause = parseContent(c, start);
  endLine(c, clause !== null);
  return clause === null ? null : { ...clause, at: across(start.at, c.previous().at) };
}

/** The clause; its place is filled in when its semicolon is there. */
function parseContent(c: Cursor, { text, at }: Token): Clause | null {
  switch (text) {
    case "pre": {
      const conditions = parseNames(c, "a signal", ["within"]);
      if (conditions === null) return null;
      if (!takeSoft(c, "within")) return { kind: "pre", conditions, limit: null, at };
      const duration = parseDuration(c);
      if (duration === null) return null;
      const detail = { hint: "`within` needs an exception: `pre X within 30 s else TooLate;`" };
      const exception = c.expectWord("else", detail) ? parseName(c, "an exception") : null;
      return exception === null ? null : { kind: "pre", conditions, limit: { duration, exception }, at };
    }
    case "init":
      return { kind: "init", at };
    case "post": {
      // A signal may itself be called `any`.
      const any = c.atSoft("any") && c.peek(1).kind === "name";
      if (any) c.next();
      const conditions = parseNames(c, "a signal");
      return conditions === null ? null : { kind: "post", any, conditions, at };
    }
    case "type1": {
      const event = parseName(c, "an event");
      if (event === null) return null;
      return { kind: "type1", event, sets: takeSoft(c, "sets") ? parseArguments(c) : [], at };
    }
    case "type2": {
      const events = parseTimedEvents(c);
      return events === null ? null : { kind: "type2", events, at };
    }
    case "type3": {
      const events = parseNames(c, "an event");
      return events === null ? null : { kind: "type3", events, at };
    }
    default: {
      if (!takeSoft(c, "within")) {
        c.reportExpected(codes.expected, "`within` is");
        return null;
      }
      const duration = parseDuration(c);
      return duration === null ? null : { kind: "stop", duration, at };
    }
  }
}

/** NAME ["after" DURATION] ("," …)* */
function parseTimedEvents(c: Cursor): { name: Name; after: Duration | null }[] | null {
  const events: { name: Name; after: Duration | null }[] = [];
  do {
    const name = parseName(c, "an event");
    if (name === null) return null;
    const after = takeSoft(c, "after") ? parseDuration(c) : null;
    events.push({ name, after });
  } while (c.take(","));
  return events;
}
