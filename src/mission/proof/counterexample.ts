/**
 * Counterexamples: reactions one after another, with their inputs and outputs and what is active before and after each. Made by
 * executing the automaton, so that what they show is what it does.
 */
import { invariant } from "../../core/index.ts";
import type { Automaton, StatementPlace } from "../automaton/automaton.ts";
import { brokenRelation } from "../automaton/input-relations.ts";

export interface CounterexampleReaction {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** States of the automaton before and after it. */
  readonly from: number;
  readonly to: number;
  readonly activeBefore: readonly StatementPlace[];
  readonly activeAfter: readonly StatementPlace[];
}

export interface Counterexample {
  /** The last reaction violates the property; or nothing can mend it afterwards; or the loop goes on for ever. */
  readonly kind: "violation" | "stuck" | "loop";
  /** What is wrong with it, in one sentence without a full stop. */
  readonly why: string;
  readonly reactions: readonly CounterexampleReaction[];
  /** Place of the first reaction of the loop; null where there is none. */
  readonly loopFrom: number | null;
  /** Whether no counterexample has fewer reactions. */
  readonly shortest: boolean;
}

/** Executes the automaton on the inputs of each reaction, given by their places. */
export function replayed(
  automaton: Automaton,
  inputs: readonly (readonly number[])[],
): readonly CounterexampleReaction[] {
  const { data } = automaton;
  const present = new Uint8Array(data.inputs.length);
  const active = (state: number): StatementPlace[] => (data.active[state] ?? []).map((s) => data.statements[s]!);
  let state = 0;
  return inputs.map((places) => {
    present.fill(0);
    for (const i of places) present[i] = 1;
    invariant(brokenRelation(data.relations, present) < 0, "a counterexample breaks a relation");
    const leaf = automaton.leafAt(state, present);
    const from = state;
    state = automaton.nextOf(leaf);
    return {
      inputs: places.map((i) => data.inputs[i]!.name),
      outputs: automaton.outputsOf(leaf).map((o) => data.outputs[o]!.name),
      from,
      to: state,
      activeBefore: active(from),
      activeAfter: active(state),
    };
  });
}

/** "Dive(5) (line 40, in Measure)"; phases of tasks have no line. */
function placeText({ text, path, line }: StatementPlace): string {
  if (line === 0) return text;
  const where = path.length === 0 ? "" : `, in ${path.join(" > ")}`;
  return `${text} (line ${line}${where})`;
}

const list = (names: readonly string[]): string => (names.length === 0 ? "nothing" : names.join(", "));

/** A timeline for people, indented by two. */
export function counterexampleText({ reactions, loopFrom, why, kind }: Counterexample): string {
  const lines: string[] = [];
  const width = String(reactions.length).length;
  const blank = " ".repeat(width);
  reactions.forEach(({ inputs, outputs, to, activeBefore, activeAfter }, k) => {
    if (k === loopFrom) lines.push(`  ${blank}  from here on, again and again:`);
    lines.push(`  ${String(k + 1).padStart(width)}  in      ${list(inputs)}`, `  ${blank}  out     ${list(outputs)}`);
    const begun = activeAfter.filter((s) => !activeBefore.some((b) => samePlace(b, s)));
    const gone = activeBefore.filter((s) => !activeAfter.some((a) => samePlace(a, s)));
    if (gone.length > 0) lines.push(`  ${blank}  leaves  ${gone.map(placeText).join("; ")}`);
    if (begun.length > 0) lines.push(`  ${blank}  enters  ${begun.map(placeText).join("; ")}`);
    const unchanged = gone.length === 0 && begun.length === 0 ? ", as before" : "";
    lines.push(`  ${blank}  state   ${to}${unchanged}`);
  });
  const last = reactions.at(-1);
  const rest = last === undefined ? [] : last.activeAfter.map(placeText);
  if (kind !== "loop") lines.push(`  then active: ${rest.length === 0 ? "nothing" : rest.join("; ")}`);
  lines.push(`  ${why}`);
  return `${lines.join("\n")}\n`;
}

export function samePlace(a: StatementPlace, b: StatementPlace): boolean {
  return a.text === b.text && a.line === b.line && a.column === b.column && a.path.join() === b.path.join();
}

/** How often a script goes round a loop. */
const ROUNDS = 3;

/** A script for `thetis run MISSION --script`; a loop is written out a few times. */
export function counterexampleScript(
  property: string,
  text: string,
  { reactions, loopFrom, why }: Counterexample,
): string {
  const plain = (words: string): string => words.replace(/[\r\n]+/g, " ");
  const lines = [`// Counterexample of ${property}: ${plain(text)}`, `// ${plain(why)}`];
  const add = (from: number): void => {
    for (const { inputs } of reactions.slice(from)) lines.push(["react", ...inputs].join(" "));
  };
  if (loopFrom === null) add(0);
  else {
    for (const { inputs } of reactions.slice(0, loopFrom)) lines.push(["react", ...inputs].join(" "));
    for (let round = 1; round <= ROUNDS; round++) {
      lines.push(`// round ${round} of the loop`);
      add(loopFrom);
    }
  }
  return `${lines.join("\n")}\n`;
}
