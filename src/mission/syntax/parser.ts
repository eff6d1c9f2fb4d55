/**
 * Reads a mission text. Whatever the text, there is a tree and a list of all that is wrong with it; nothing is thrown. A mistake
 * is reported once, at its place, and read as what was probably meant, so that the rest of the text is still understood.
 *
 * The grammar is that of docs/mission-language.md. Besides, a statement that closes with `end x` needs no semicolon behind it.
 */
import { type Diagnostic, DiagnosticList } from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import { lex } from "./lexer.ts";
import { Cursor } from "./parser-cursor.ts";
import { parseOwnName, parseParameters } from "./parser-names.ts";
import { endLine, parseSignalDeclaration } from "./parser-signals.ts";
import { parseBody } from "./parser-statements.ts";
import { parseTask } from "./parser-tasks.ts";
import { across, DECLARATION_WORDS, RESERVED_WORDS, type Token } from "./token.ts";
import type { Declaration, MissionTree, Name } from "./tree.ts";
import { hasErrorNodes } from "./tree-errors.ts";

export interface ParsedMission {
  readonly tree: MissionTree;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A tree whose text had an error has an error node or no name: hasErrorNodes(tree) says whether it is all there. */
export function parseMission(text: string, file: string): ParsedMission {
  const c = new Cursor(lex(text, file));
  const name = parseHeader(c);
  const declarations = parseDeclarations(c);
  const list = new DiagnosticList();
  list.addAll(c.diagnostics);
  const diagnostics = list.sorted();
  const tree: MissionTree = { name, declarations, comments: c.comments, file };
  if (diagnostics.length === 0 || hasErrorNodes(tree)) return { tree, diagnostics };
  // Mended everywhere, but not what the author wrote.
  declarations.push({ kind: "error", at: diagnostics[0]!.range! });
  return { tree, diagnostics };
}

function parseHeader(c: Cursor): Name | null {
  const start = c.peek();
  if (c.nearWord(["mission"]) !== undefined && c.peek(1).kind === "name") c.mend("mission");
  if (!c.take("mission")) {
    const message = "a mission begins with `mission NAME;`";
    c.report(codes.header, { ...start.at, endLine: start.at.line, endColumn: start.at.column }, message, {
      seen: start.text,
      allowed: "mission NAME;",
    });
    return null;
  }
  const name = parseOwnName(c, "the name of the mission");
  endLine(c, name !== null);
  return name;
}

function parseDeclarations(c: Cursor): Declaration[] {
  const declarations: Declaration[] = [];
  while (!c.atEnd()) {
    if (c.atDeclaration() || mendDeclaration(c)) declarations.push(parseDeclaration(c));
    else if (!c.blocks.skipForgiven()) declarations.push(skipToDeclaration(c));
    else c.take(";");
    c.quiet = false;
  }
  return declarations;
}

function parseDeclaration(c: Cursor): Declaration {
  switch (c.peek().text) {
    case "task":
      return closed(c, parseTask(c));
    case "procedure":
      return closed(c, parseProcedure(c));
    case "main":
      return closed(c, parseMain(c, c.next()));
    case "on": {
      const start = c.next();
      c.next();
      return closed(c, parseMain(c, start));
    }
    case "fatal":
      return onLost(c) ? closed(c, parseMain(c, { ...c.next(), text: "on" })) : parseSignalDeclaration(c);
    default:
      return parseSignalDeclaration(c);
  }
}

/** `fatal` and a body: the `on` is missing. */
function onLost(c: Cursor): boolean {
  const { kind, at } = c.peek(1);
  const isBody = kind === "word" && at.line > c.peek().at.endLine;
  if (!isBody && (kind !== "name" || at.line === c.peek().at.endLine || c.at(",", 2) || c.at(";", 2))) return false;
  if (c.peek(2).text === "at" || c.atDeclaration(c.index + 1)) return false;
  c.report(codes.expected, c.peek().at, "`on` is expected before `fatal`", { seen: "fatal", allowed: "on fatal" });
  return true;
}

/** `end main` may have a semicolon behind it. */
function closed(c: Cursor, declaration: Declaration): Declaration {
  c.take(";");
  return declaration;
}

function parseProcedure(c: Cursor): Declaration {
  const start = c.next();
  c.blocks.open("procedure", start);
  const name = parseOwnName(c, "the name of a procedure");
  const parameters = parseParameters(c);
  const body = parseBody(c);
  c.blocks.close();
  const at = across(start.at, c.previous().at);
  return name === null ? { kind: "error", at } : { kind: "procedure", name, parameters, body, at };
}

function parseMain(c: Cursor, start: Token): Declaration {
  c.blocks.open(start.text === "on" ? "fatal" : "main", start);
  const body = parseBody(c);
  c.blocks.close();
  return { kind: start.text === "on" ? "onFatal" : "main", body, at: across(start.at, c.previous().at) };
}

/** A name that was probably meant to begin a declaration. */
function mendDeclaration(c: Cursor): boolean {
  const word = c.nearWord(DECLARATION_WORDS);
  if (word === undefined) return false;
  const follows = word === "on" ? c.at("fatal", 1) : word === "main" || c.peek(1).kind === "name";
  if (!follows || (word === "on" && c.peek().text.length !== 2)) return false;
  c.mend(word);
  return true;
}

/** One report for all the text up to the next declaration. */
function skipToDeclaration(c: Cursor): Declaration {
  const start = c.peek();
  const allowed =
    "a declaration (input, output, fatal, relation, computer, resource, requires, task, procedure, main, on fatal)";
  const isWord = start.kind === "word" && RESERVED_WORDS.has(start.text);
  const hint = isWord || start.kind === "name" ? "statements stand in `main`, `on fatal` or a procedure" : undefined;
  c.reportExpected(codes.declaration, `${allowed} is`, start.text === "end" ? {} : { hint });
  c.next();
  while (!c.atEnd() && !c.atDeclaration()) c.next();
  return { kind: "error", at: across(start.at, c.previous().at) };
}
