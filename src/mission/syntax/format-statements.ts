/** Statements in print: short ones on one line, bodies with one statement per line. */
import { InvariantError, type SourceRange } from "../../core/index.ts";
import {
  append,
  type Chunk,
  conditionChunks,
  nameChunk,
  nameList,
  plainChunks,
  triggerChunks,
  word,
} from "./format-chunks.ts";
import { endOf, type Printer, startOf, WIDTH } from "./format-printer.ts";
import type { Handler, Statement, Trigger } from "./tree.ts";

const STEP = 2;

type Compound<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

/** A body between two lines: each of its statements on lines of its own, and all comments up to its end. */
export function printBody(p: Printer, body: Statement, indent: number): void {
  p.beginBlock();
  printList(p, partsOf(body), indent + STEP, endOf(body.at));
  p.lead(endOf(body.at), indent + STEP);
}

/** The statements of a body; a tree that was built and not read may have a single one in place of a list. */
function partsOf(body: Statement): readonly Statement[] {
  return body.kind === "seq" && !body.written ? body.parts : [body];
}

function printList(p: Printer, parts: readonly Statement[], indent: number, end: ReturnType<typeof endOf>): void {
  parts.forEach((part, i) => {
    const next = parts[i + 1];
    printStatement(p, part, indent, next === undefined ? "" : ";");
    p.trail(endOf(part.at), next === undefined ? end : startOf(next.at), indent);
  });
}

function printStatement(p: Printer, statement: Statement, indent: number, mark: string): void {
  p.lead(startOf(statement.at), indent);
  const plain = plainChunks(statement);
  const chunks = plain ?? oneLine(p, statement);
  if (chunks !== null && (plain !== null || indent + widthOf(chunks) + mark.length <= WIDTH)) {
    p.row(append(chunks, mark), indent, statement.at);
  } else {
    printBlock(p, statement, indent, mark);
    p.reached(statement.at.endLine);
  }
}

function widthOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((width, { text, glued }, i) => width + text.length + (i === 0 || glued === true ? 0 : 1), 0);
}

/** A statement on one line, if it is one that may be, and no comment or empty line inside keeps it apart. */
function oneLine(p: Printer, statement: Statement): Chunk[] | null {
  const { kind, at } = statement;
  if (kind === "seq" || kind === "par") {
    const parts = kind === "seq" ? statement.parts : statement.branches;
    const [open, close] = kind === "seq" ? ["SEQ(", ")"] : ["PAR{", "}"];
    if (p.hasComment(startOf(at), endOf(at)) || hasGap(parts)) return null;
    if (parts.length === 0) return [{ text: open + close, at }];
    const inside = parts.map((part) => plainChunks(part) ?? oneLine(p, part));
    if (!inside.every((chunks) => chunks !== null)) return null;
    const marked = inside.map((chunks, i) => (i < inside.length - 1 ? append(chunks, ";") : chunks));
    return [{ text: open, at }, ...marked.flat(), word(close)];
  }
  if (kind !== "do" && kind !== "suspend") return null;
  const parts = partsOf(statement.body);
  if (parts.length > 1 || p.hasComment(startOf(at), firstWord(statement.trigger))) return null;
  const inside = parts.map((part) => plainChunks(part) ?? oneLine(p, part));
  if (!inside.every((chunks) => chunks !== null)) return null;
  return [{ text: kind, at }, ...inside.flat(), ...closing(statement)];
}

/** Has the author set statements apart by an empty line? */
function hasGap(parts: readonly Statement[]): boolean {
  return parts.some((part, i) => i > 0 && part.at.line - parts[i - 1]!.at.endLine > 1);
}

/** Where the first word of a trigger stands, behind its opening brackets. */
function firstWord(trigger: Trigger): ReturnType<typeof startOf> {
  return startOf(triggerChunks(trigger)[0]!.at ?? trigger.at);
}

function closing(statement: Compound<"do"> | Compound<"suspend">): Chunk[] {
  const words =
    statement.kind === "suspend" ? ["when"] : statement.weak ? ["weakly", statement.form] : [statement.form];
  return [...words.map(word), ...triggerChunks(statement.trigger)];
}

/** A block of several lines: what stands before its body, where that ends in the source, and what stands behind it. */
interface Frame {
  readonly head: readonly Chunk[];
  readonly headEnd: SourceRange;
  readonly body: Statement;
  readonly trigger: Trigger | null;
  readonly close: readonly Chunk[];
}

function frameOf(s: Statement): Frame {
  const { kind, at } = s;
  const first = (text: string): Chunk => ({ text, at });
  const headEnd = lineOf(at);
  switch (kind) {
    case "do":
    case "suspend":
      return { head: [first(kind)], headEnd, body: s.body, trigger: s.trigger, close: closing(s) };
    case "loop":
      return { head: [first("loop")], headEnd, body: s.body, trigger: null, close: [word("end loop")] };
    case "loopEach": {
      const close = [word("each"), ...triggerChunks(s.trigger)];
      return { head: [first("loop")], headEnd, body: s.body, trigger: s.trigger, close };
    }
    case "repeat": {
      const head = [first(`repeat ${s.times} times`)];
      return { head, headEnd, body: s.body, trigger: null, close: [word("end repeat")] };
    }
    case "every": {
      const head = [first(kind), ...append(triggerChunks(s.trigger), " do")];
      return { head, headEnd: s.trigger.at, body: s.body, trigger: null, close: [word("end every")] };
    }
    case "local": {
      const head = [first("signal"), ...append(nameList(s.signals), " in")];
      return { head, headEnd: s.signals.at(-1)!.at, body: s.body, trigger: null, close: [word("end signal")] };
    }
    case "exception": {
      const head = [first(kind), ...append(nameList(s.names), " in")];
      return { head, headEnd: s.names.at(-1)!.at, body: s.body, trigger: null, close: [word("end exception")] };
    }
    case "if": {
      const head = [first(kind), ...append(conditionChunks(s.condition), " then")];
      return { head, headEnd: s.condition.at, body: s.then, trigger: null, close: [word("end if")] };
    }
    default:
      throw new InvariantError(`${kind} is not a block`);
  }
}

/** Statements of several lines. */
function printBlock(p: Printer, s: Statement, indent: number, mark: string): void {
  if (s.kind === "seq" || s.kind === "par") {
    printBracketed(p, s, indent, mark);
    return;
  }
  const { head, headEnd, body, trigger, close } = frameOf(s);
  openBlock(p, head, indent, headEnd, body);
  printBody(p, body, indent);
  if (s.kind === "if" && s.otherwise !== null) {
    closeBlock(p, [word("else")], indent, s.at);
    printBody(p, s.otherwise, indent);
  }
  if (s.kind === "exception") for (const handler of s.handlers) printHandler(p, handler, indent);
  if (trigger !== null) p.lead(firstWord(trigger), indent + STEP);
  closeBlock(p, append(close, mark), indent, s.at);
}

function lineOf({ file, line, column }: SourceRange): SourceRange {
  return { file, line, column, endLine: line, endColumn: column };
}

/** The first line of a block, with the comments that stand on it. */
export function openBlock(
  p: Printer,
  chunks: readonly Chunk[],
  indent: number,
  last: SourceRange,
  body: Statement,
): void {
  p.row(chunks, indent, chunks[0]!.at ?? last);
  const first = partsOf(body)[0];
  p.trail(endOf(last), first === undefined ? endOf(body.at) : startOf(first.at), indent + STEP);
}

export function closeBlock(p: Printer, chunks: readonly Chunk[], indent: number, at: SourceRange): void {
  p.beginBlock();
  p.row(chunks, indent, at);
}

function printBracketed(p: Printer, s: Compound<"seq"> | Compound<"par">, indent: number, mark: string): void {
  const [open, close] = s.kind === "seq" ? ["SEQ(", ")"] : ["PAR{", "}"];
  const parts = s.kind === "seq" ? s.parts : s.branches;
  p.row([{ text: open, at: s.at }], indent, s.at);
  p.trail(endOf(lineOf(s.at)), startOf(parts[0]?.at ?? behindEnd(s.at)), indent + STEP);
  p.beginBlock();
  printList(p, parts, indent + STEP, endOf(s.at));
  p.lead(endOf(s.at), indent + STEP);
  closeBlock(p, [word(close + mark)], indent, s.at);
}

function behindEnd({ file, endLine, endColumn }: SourceRange): SourceRange {
  return { file, line: endLine, column: endColumn, endLine, endColumn };
}

/** `handle T do p` on one line if p is one statement that fits. */
function printHandler(p: Printer, { name, body, at }: Handler, indent: number): void {
  const head = [word("handle"), nameChunk(name), word("do")];
  p.beginBlock();
  const parts = partsOf(body);
  const only = parts.length === 1 ? parts[0]! : null;
  const chunks = only === null ? null : (plainChunks(only) ?? oneLine(p, only));
  if (
    only !== null &&
    chunks !== null &&
    indent + widthOf([...head, ...chunks]) <= WIDTH &&
    isAlone(p, only, at, body)
  ) {
    p.row([...head, ...chunks], indent, at);
    p.trail(endOf(only.at), endOf(body.at), indent + STEP);
    return;
  }
  openBlock(p, head, indent, name.at, body);
  printBody(p, body, indent);
}

/** No comment before the statement, none behind it but on its line, and none but the last that breaks the line. */
function isAlone(p: Printer, only: Statement, handler: SourceRange, body: Statement): boolean {
  if (p.hasComment(startOf(handler), startOf(only.at))) return false;
  if (p.commentsBetween(endOf(only.at), endOf(body.at)).some((c) => c.at.line !== only.at.endLine)) return false;
  return p
    .commentsBetween(startOf(only.at), endOf(body.at))
    .slice(0, -1)
    .every((c) => !c.text.startsWith("//") && c.at.line === c.at.endLine);
}
