/** Declarations in print: signals in columns as the manual has them, tasks with their clauses, procedures. */
import type { SourceRange } from "../../core/index.ts";
import {
  append,
  argumentList,
  type Chunk,
  durationChunk,
  headChunks,
  nameChunk,
  nameList,
  word,
} from "./format-chunks.ts";
import { endOf, type Printer, startOf } from "./format-printer.ts";
import { closeBlock, openBlock, printBody } from "./format-statements.ts";
import type { Clause, Declaration, Name, ProcedureDeclaration, TaskDeclaration } from "./tree.ts";

/** `input`, `output` and `fatal` stand above each other, and so do the clauses of a task. */
const SIGNAL_COLUMN = 6;
const CLAUSE_COLUMN = 5;

export function isBlock({ kind }: Declaration): boolean {
  return kind === "task" || kind === "procedure" || kind === "main" || kind === "onFatal";
}

export function printDeclaration(p: Printer, d: Declaration): void {
  switch (d.kind) {
    case "error":
      break;
    case "task":
      printTask(p, d);
      break;
    case "procedure":
      printProcedure(p, d);
      break;
    case "main":
    case "onFatal": {
      const [open, close] = d.kind === "main" ? ["main", "end main"] : ["on fatal", "end fatal"];
      openBlock(p, [{ text: open, at: d.at }], 0, { ...d.at, endLine: d.at.line, endColumn: d.at.column }, d.body);
      printBody(p, d.body, 0);
      closeBlock(p, [word(close)], 0, d.at);
      break;
    }
    default:
      line(p, d.kind.padEnd(SIGNAL_COLUMN), lineChunks(d), d.at);
  }
}

type LineDeclaration = Exclude<Declaration, { kind: "error" | "task" | "procedure" | "main" | "onFatal" }>;

function lineChunks(d: LineDeclaration): Chunk[] {
  switch (d.kind) {
    case "relation": {
      const names = d.signals.map(nameChunk);
      const sign = d.form === "implies" ? " =>" : " #";
      return names.map((n, i) => (i < names.length - 1 ? { ...n, text: n.text + sign } : n));
    }
    case "computer":
      return nameList(d.names);
    case "requires":
      return nameList(d.properties);
    case "resource":
      return [...nameList(d.names), ...(d.software ? [word("software")] : []), ...placed(d.computer)];
    default:
      return [...nameList(d.signals), ...placed(d.computer)];
  }
}

function placed(computer: Name | null): Chunk[] {
  return computer === null ? [] : [word("at"), nameChunk(computer)];
}

function line(p: Printer, keyword: string, chunks: readonly Chunk[], at: SourceRange, indent = 0): void {
  const head = { text: keyword, at };
  p.row(append([head, ...chunks], ";"), indent, at);
}

function printProcedure(p: Printer, d: ProcedureDeclaration): void {
  const last = lastOf([d.name, ...d.parameters.map(parameterEnd)]);
  openBlock(p, [{ text: "procedure", at: d.at }, ...headChunks(d.name, d.parameters)], 0, last, d.body);
  printBody(p, d.body, 0);
  closeBlock(p, [word("end procedure")], 0, d.at);
}

function parameterEnd({ name, initial }: ProcedureDeclaration["parameters"][number]): { at: SourceRange } {
  return initial ?? name;
}

function lastOf(parts: readonly { readonly at: SourceRange }[]): SourceRange {
  return parts.at(-1)!.at;
}

function printTask(p: Printer, d: TaskDeclaration): void {
  const resources = d.resources.length === 0 ? [] : [word("on"), ...nameList(d.resources)];
  p.row([{ text: "task", at: d.at }, ...headChunks(d.name, d.parameters), ...resources], 0, d.at);
  const head = lastOf([d.name, ...d.parameters.map(parameterEnd), ...d.resources]);
  const first = d.clauses[0];
  p.trail(endOf(head), first === undefined ? endOf(d.at) : startOf(first.at), 2);
  p.beginBlock();
  d.clauses.forEach((clause, i) => {
    p.lead(startOf(clause.at), 2);
    printClause(p, clause);
    const next = d.clauses[i + 1];
    p.trail(endOf(clause.at), next === undefined ? endOf(d.at) : startOf(next.at), 2);
  });
  p.lead(endOf(d.at), 2);
  closeBlock(p, [word("end task")], 0, d.at);
}

function printClause(p: Printer, clause: Clause): void {
  const chunks = clauseChunks(clause);
  const keyword = chunks.length === 0 ? clause.kind : clause.kind.padEnd(CLAUSE_COLUMN);
  line(p, keyword, chunks, clause.at, 2);
}

function clauseChunks(clause: Clause): Chunk[] {
  switch (clause.kind) {
    case "pre": {
      const names = nameList(clause.conditions);
      if (clause.limit === null) return names;
      const { duration, exception } = clause.limit;
      return [...names, word("within"), durationChunk(duration), word("else"), nameChunk(exception)];
    }
    case "init":
      return [];
    case "post":
      return clause.any ? [word("any"), ...nameList(clause.conditions)] : nameList(clause.conditions);
    case "type1":
      if (clause.sets.length === 0) return [nameChunk(clause.event)];
      return [nameChunk(clause.event), word("sets"), ...argumentList(clause.sets)];
    case "type2":
      return clause.events.flatMap(({ name, after }, i) => {
        const event = after === null ? [nameChunk(name)] : [nameChunk(name), word("after"), durationChunk(after)];
        return i < clause.events.length - 1 ? append(event, ",") : event;
      });
    case "type3":
      return nameList(clause.events);
    default:
      return [word("within"), durationChunk(clause.duration)];
  }
}
