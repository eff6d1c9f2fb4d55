/**
 * Reads a file of properties. Whatever the text, there is a tree of what could be read and a list of all that is wrong; nothing is
 * thrown. A property with a mistake is left out of the tree.
 *
 *   file      = (action | property)*
 *   action    = "action" NAME "=" condition ";"
 *   property  = "property" NAME ":" form clause* ";"
 *   form      = "never" condition
 *             | "always" condition
 *             | "always" ("can" "reach" | "reaches") condition ["again"]
 *             | condition "leads" "to" condition ["eventually" | "in" "the" "same" "reaction"
 *                                                 | "within" INTEGER ("reaction" | "reactions") | "on" "every" "run"]
 *             | condition "only" "after" condition ["since" condition]
 *             | condition "," condition "alternate"
 *             | "no" "conflict" ["on" names]
 *             | "no" "deadlock" ["except" "after" condition]
 *             | NAME "never" ("runs" | "active") "beside" NAME
 *             | condition "to" condition "never" "overlaps" condition "to" condition
 *             | "never" "sequence" sequence
 *             | "on" names "conforms" "to" TEXT
 *   clause    = "after" condition | "until" condition
 *             | "without" names | "given" condition | "provided" ("tasks" "stop" | names "recur")
 *   sequence  = part ("then" part)*
 *   part      = ["any" "number" "of" | "at" "least" "one" "of" | "maybe" | INTEGER "times"] atom
 *   atom      = condition | "any" "reaction" | "{" sequence ("," sequence)* "}"                one of these
 *
 * Conditions and names are those of missions (docs/mission-language.md).
 */
import { codedDiagnostic, type Diagnostic, DiagnosticList, startOfFile } from "../../core/index.ts";
import { lex } from "../syntax/lexer.ts";
import { parseCondition } from "../syntax/parser-conditions.ts";
import { Cursor } from "../syntax/parser-cursor.ts";
import { parseNames } from "../syntax/parser-names.ts";
import { across } from "../syntax/token.ts";
import type { Condition, Name } from "../syntax/tree.ts";
import { proofCodes as codes } from "./codes.ts";
import type {
  ActionDeclaration,
  Assumptions,
  PropertyDeclaration,
  PropertyForm,
  PropertyTree,
  ResponseDemand,
  Scope,
  Span,
} from "./property-tree.ts";
import { atItem, atWords, expectWords, parseCount, takeWords } from "./property-words.ts";
import { parseSequence } from "./sequence-parser.ts";

/** Longer waits are not counted reaction by reaction. */
export const MOST_REACTIONS = 1000;

export interface ParsedProperties {
  readonly tree: PropertyTree;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

export function parseProperties(text: string, file: string): ParsedProperties {
  const c = new Cursor(lex(text, file));
  const properties: PropertyDeclaration[] = [];
  const actions: ActionDeclaration[] = [];
  while (!c.atEnd()) {
    mendOpening(c);
    if (atWords(c, "action")) {
      const action = parseAction(c);
      if (action !== null) actions.push(action);
    } else if (atWords(c, "property")) {
      const property = parseProperty(c);
      if (property !== null) properties.push(property);
    } else {
      c.reportExpected(codes.item, "`property NAME: …;` or `action NAME = …;` is");
      skipItem(c);
    }
  }
  const list = new DiagnosticList();
  list.addAll(c.diagnostics);
  const names = new Map<string, Name>();
  for (const { name } of [...actions, ...properties].sort((a, b) => inOrder(a.name, b.name))) {
    const first = names.get(name.text);
    if (first === undefined) names.set(name.text, name);
    else {
      const related = [{ message: "the first of them", range: first.at }];
      list.add(codedDiagnostic(codes.nameTwice, name.at, `${name.text} is already defined`, { related }));
    }
  }
  if (properties.length === 0 && !list.hasErrors) {
    const hint = "write for example `property Calm: no deadlock;`";
    list.add(codedDiagnostic(codes.empty, startOfFile(file), "the file has no property", { hint }));
  }
  return { tree: { properties, actions, file }, diagnostics: list.sorted() };
}

function inOrder(a: Name, b: Name): number {
  return a.at.line - b.at.line || a.at.column - b.at.column;
}

/** `proprety X: …` */
function mendOpening(c: Cursor): void {
  if (c.peek().kind !== "name" || c.peek(1).kind !== "name") return;
  const word = c.nearWord(["property", "action"]);
  if (word === undefined || c.atSoft(word) || !c.at(word === "property" ? ":" : "=", 2)) return;
  c.mend(word);
}

/** To behind the next semicolon, or to the next item. */
function skipItem(c: Cursor): void {
  do {
    if (c.take(";")) return;
    c.next();
  } while (!c.atEnd() && !atItem(c));
}

/** The rest of an item that was not understood; nothing more is said about it. */
function giveUp(c: Cursor): null {
  if (!c.atEnd() && !atItem(c)) skipItem(c);
  return null;
}

function endItem(c: Cursor): boolean {
  if (c.take(";")) return true;
  if (c.atEnd() || atItem(c)) c.reportSemicolon();
  else c.reportExpected(codes.word, "`;` or a clause (after, until, without, given, provided) is");
  return false;
}

function parseAction(c: Cursor): ActionDeclaration | null {
  const start = c.next();
  const name = c.name("the name of an action", () => c.at("=", 1));
  if (name === null || !c.expectSymbol("=")) return giveUp(c);
  const condition = parseCondition(c);
  if (condition === null || !endItem(c)) return giveUp(c);
  return { name, condition, at: across(start.at, c.previous().at) };
}

function parseProperty(c: Cursor): PropertyDeclaration | null {
  const start = c.next();
  const name = c.name("the name of a property", () => c.at(":", 1));
  if (name === null || !c.expectSymbol(":")) return giveUp(c);
  const form = parseForm(c);
  if (form === null) return giveUp(c);
  const clauses = parseClauses(c);
  if (clauses === null || !endItem(c)) return giveUp(c);
  return { name, form, ...clauses, at: across(start.at, c.previous().at) };
}

function parseForm(c: Cursor): PropertyForm | null {
  if (takeWords(c, "never", "sequence")) {
    const sequence = parseSequence(c);
    return sequence === null ? null : { kind: "sequence", sequence };
  }
  if (takeWords(c, "always", "can") || atWords(c, "always", "reaches")) return reach(c);
  if (takeWords(c, "no", "conflict")) {
    const owners = c.take("on") ? parseNames(c, "a resource or a task", [...CLAUSES]) : [];
    return owners === null ? null : { kind: "conflict", owners };
  }
  if (takeWords(c, "no", "deadlock")) {
    if (!takeWords(c, "except")) return { kind: "deadlock", except: null };
    if (!expectWords(c, "after")) return null;
    const except = parseCondition(c);
    return except === null ? null : { kind: "deadlock", except };
  }
  if (atWords(c, "no") && c.peek(1).kind === "name" && !JOINTS.has(c.peek(1).text)) {
    c.next();
    c.reportExpected(codes.word, "`conflict` or `deadlock` is");
    return null;
  }
  if (c.at("on")) return shape(c);
  for (const kind of ["never", "always"] as const) {
    if (!takeWords(c, kind)) continue;
    const condition = parseCondition(c);
    return condition === null ? null : { kind, condition };
  }
  return joint(c);
}

/** Words behind the first condition of a form. */
const JOINTS: ReadonlySet<string> = new Set(["leads", "only", "to", "never"]);
const CLAUSES: ReadonlySet<string> = new Set(["after", "without", "given", "provided"]);

function reach(c: Cursor): PropertyForm | null {
  const certain = takeWords(c, "always", "reaches");
  if (!certain && !expectWords(c, "reach")) return null;
  const goal = parseCondition(c);
  if (goal === null) return null;
  return { kind: "reach", goal, again: takeWords(c, "again"), certain };
}

function shape(c: Cursor): PropertyForm | null {
  c.next();
  const observed = parseNames(c, "a signal", ["conforms"]);
  if (observed === null || !expectWords(c, "conforms", "to")) return null;
  const { kind, text, at } = c.peek();
  if (kind !== "text") {
    c.reportExpected(codes.word, "the name of a file in quotes is");
    return null;
  }
  c.next();
  return { kind: "shape", observed, file: { text, at } };
}

/** A form that begins with a condition. */
function joint(c: Cursor): PropertyForm | null {
  const first = parseCondition(c);
  if (first === null) return null;
  mendJoint(c);
  if (takeWords(c, "leads")) return response(c, first);
  if (takeWords(c, "only")) return precedence(c, first);
  if (takeWords(c, "to")) return overlap(c, first);
  if (c.take(",")) {
    const second = parseCondition(c);
    if (second === null || !expectWords(c, "alternate")) return null;
    return { kind: "alternation", first, second };
  }
  if (takeWords(c, "never")) return beside(c, first);
  c.reportExpected(
    codes.form,
    "`leads to`, `only after`, `, … alternate`, `to … never overlaps` or `never … beside` is",
  );
  return null;
}

function mendJoint(c: Cursor): void {
  const word = c.nearWord([...JOINTS].filter((w) => w.length > 3));
  if (word !== undefined && !JOINTS.has(c.peek().text)) c.mend(word);
}

function response(c: Cursor, trigger: Condition): PropertyForm | null {
  if (!expectWords(c, "to")) return null;
  const answer = parseCondition(c);
  if (answer === null) return null;
  const demand = parseDemand(c);
  return demand === null ? null : { kind: "response", trigger, answer, demand };
}

function parseDemand(c: Cursor): ResponseDemand | null {
  if (takeWords(c, "within")) {
    const reactions = parseCount(c, 1, MOST_REACTIONS, "reactions");
    if (reactions === null) return null;
    if (!takeWords(c, "reaction") && !expectWords(c, "reactions")) return null;
    return { kind: "within", reactions };
  }
  if (c.take("in")) return expectWords(c, "the", "same", "reaction") ? { kind: "same" } : null;
  if (c.take("on")) return expectWords(c, "every", "run") ? { kind: "everyRun" } : null;
  takeWords(c, "eventually");
  return { kind: "eventually" };
}

function precedence(c: Cursor, event: Condition): PropertyForm | null {
  if (!expectWords(c, "after")) return null;
  const cause = parseCondition(c);
  if (cause === null) return null;
  if (!takeWords(c, "since")) return { kind: "precedence", event, cause, since: null };
  const since = parseCondition(c);
  return since === null ? null : { kind: "precedence", event, cause, since };
}

function overlap(c: Cursor, from: Condition): PropertyForm | null {
  const to = parseCondition(c);
  if (to === null || !expectWords(c, "never", "overlaps")) return null;
  const second = parseSpan(c);
  return second === null ? null : { kind: "overlap", first: { from, to }, second };
}

function parseSpan(c: Cursor): Span | null {
  const from = parseCondition(c);
  if (from === null || !expectWords(c, "to")) return null;
  const to = parseCondition(c);
  return to === null ? null : { from, to };
}

function beside(c: Cursor, first: Condition): PropertyForm | null {
  const span = takeWords(c, "active") ? "active" : expectWords(c, "runs") ? "runs" : null;
  if (span === null || !expectWords(c, "beside")) return null;
  const second = c.name("a task", () => true);
  if (second === null) return null;
  if (first.kind === "signal") return { kind: "beside", first: first.name, second, span };
  c.report(codes.form, first.at, "the name of one task is expected before `never`", { allowed: "a task" });
  return null;
}

interface Clauses {
  readonly scope: Scope;
  readonly assumptions: Assumptions;
}

function parseClauses(c: Cursor): Clauses | null {
  let after: Condition | null = null;
  let until: Condition | null = null;
  let given: Condition | null = null;
  let without: Name[] | null = null;
  let tasksStop = false;
  let recur: Name[] | null = null;
  const start = c.peek().at;
  for (;;) {
    const opening = c.peek();
    const once = (known: unknown): void => {
      if (known === null || known === false) return;
      c.diagnostics.push(codedDiagnostic(codes.clause, opening.at, `\`${opening.text}\` stands here twice`));
    };
    if (takeWords(c, "after")) {
      once(after);
      after = parseCondition(c);
      if (after === null) return null;
    } else if (c.take("until")) {
      once(until);
      until = parseCondition(c);
      if (until === null) return null;
    } else if (takeWords(c, "given")) {
      once(given);
      given = parseCondition(c);
      if (given === null) return null;
    } else if (takeWords(c, "without")) {
      once(without);
      without = parseNames(c, "an input", [...CLAUSES]);
      if (without === null) return null;
    } else if (takeWords(c, "provided", "tasks", "stop")) {
      once(tasksStop);
      tasksStop = true;
    } else if (takeWords(c, "provided")) {
      once(recur);
      recur = parseNames(c, "`tasks stop`, or an input,", ["recur"]);
      if (recur === null || !expectWords(c, "recur")) return null;
    } else break;
  }
  const at = across(start, c.previous().at);
  const assumptions = { without: without ?? [], given, tasksStop, recur: recur ?? [], at };
  return { scope: { after, until }, assumptions };
}
