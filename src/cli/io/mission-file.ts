/** Missions as the command line meets them: read, compiled, with a word on standard error where that takes long. */
import type { Automaton, Compiled, MissionTree, Statistics } from "../../mission/index.ts";
import { compileMission } from "../../mission/index.ts";
import { printDiagnostics } from "./diagnostics-output.ts";
import { diskReader } from "./files.ts";
import { CallError, printJson } from "./outcome.ts";

export function isMission(file: string): boolean {
  return file.endsWith(".mission");
}

export interface MissionFigures extends Statistics {
  readonly file: string;
  readonly mission: string;
  readonly hash: string;
}

/** What is said about a mission that compiles. */
export function figuresOf(file: string, { automaton, statistics }: Compiled): MissionFigures | null {
  if (automaton === null || statistics === null) return null;
  return { file, mission: automaton.data.mission, ...statistics, hash: automaton.hash() };
}

export function figuresText({
  file,
  mission,
  statements,
  registers,
  states,
  transitions,
  hash,
}: MissionFigures): string {
  const counts = [
    [statements, "statements"],
    [registers, "registers"],
    [states, "states"],
    [transitions, "transitions"],
  ].map(([n, what]) => `${n} ${what}`);
  return `${file}: mission ${mission}, ${counts.join(", ")}, hash ${hash}`;
}

/** Texts of a file that has to be there. */
export function readText(file: string): string {
  const source = diskReader.read(file);
  if ("error" in source) throw new CallError(`cannot read ${file}: ${source.error}`);
  return source.text;
}

export interface UsableMission {
  readonly automaton: Automaton;
  readonly statistics: Statistics;
  readonly tree: MissionTree;
}

/** A mission that a verb works with; null where it does not compile, with everything that is wrong with it printed. */
export function usableMission(file: string, json: boolean): UsableMission | null {
  const text = readText(file);
  const { automaton, statistics, tree, diagnostics } = compileFile(text, file);
  if (automaton !== null && statistics !== null) {
    // Notes are for "thetis check".
    const warnings = diagnostics.filter((d) => d.severity === "warning");
    printDiagnostics(warnings, new Map([[file, text]]));
    return { automaton, statistics, tree };
  }
  if (json) printJson({ diagnostics });
  printDiagnostics(diagnostics, new Map([[file, text]]));
  return null;
}

const QUIET_MS = 1000;

/** Compiles; from the second second on, a terminal shows the progress. */
export function compileFile(text: string, file: string): Compiled {
  const { stderr } = process;
  if (stderr.isTTY !== true) return compileMission(text, file);
  const began_ms = performance.now();
  let shown_ms = began_ms + QUIET_MS - 100;
  let shown = false;
  const progress = (states: number, done: number): void => {
    const now_ms = performance.now();
    if (now_ms - shown_ms < 100) return;
    shown_ms = now_ms;
    shown = true;
    stderr.write(`\r\u001b[K  ${file}: ${states} states found, ${done} done`);
  };
  const compiled = compileMission(text, file, { progress });
  if (shown) stderr.write("\r\u001b[K");
  return compiled;
}
