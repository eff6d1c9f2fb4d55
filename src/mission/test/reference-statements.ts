/**
 * The primitive statements of the reference interpreter: pure Esterel with robot-task calls, as plain objects.
 *
 * Completion codes: 0 ended, 1 paused, k ≥ 2 leaves the (k − 2)th enclosing trap. Sets of codes are bit masks, so traps
 * nest at most 28 deep, which is checked where they are made.
 * Sources: the statements that Esterel is defined by, and their rules, in [Berry1999]; docs/mission-language.md, rules 5 to 9.
 */
import type { ReferenceTask } from "./reference-tasks.ts";

/** What is known of a signal within one reaction. */
export type Status = "unknown" | "present" | "absent";

/** One life of a signal in one reaction. A local signal has a new one at every entry of its block. */
export interface Life {
  status: Status;
  /** The last pass of the analysis in which it could be emitted, and in which it had to be. */
  canPass: number;
  mustPass: number;
}

/** A signal of the program; `life` is the one that is in scope where the interpreter stands. */
export interface Signal {
  readonly name: string;
  life: Life;
}

export function newLife(): Life {
  return { status: "unknown", canPass: -1, mustPass: -1 };
}

export type Test =
  | { readonly kind: "signal"; readonly signal: Signal }
  | { readonly kind: "not"; readonly operand: Test }
  | { readonly kind: "and" | "or"; readonly left: Test; readonly right: Test }
  /** The reaction is fatal (rule 44). */
  | { readonly kind: "fatal" };

export interface CallNode {
  readonly kind: "call";
  readonly task: ReferenceTask;
  /** The number of its arguments among the different ones of the task (rule 42), from 1. */
  readonly argumentSet: number;
  /** What the call does when the task stopped by an exception of type 2: leave the block that names it. */
  readonly raises: ReadonlyMap<string, Primitive>;
}

export interface LocalNode {
  readonly kind: "local";
  readonly signals: readonly Signal[];
  readonly body: Primitive;
  /** Lives in this reaction, by the restarts of the loops around it: see `Reincarnation` in the analysis. */
  readonly lives: Map<string, Life[]>;
}

export type Primitive =
  | { readonly kind: "nothing" | "pause" }
  | { readonly kind: "emit"; readonly signal: Signal }
  | { readonly kind: "if"; readonly test: Test; readonly then: Primitive; readonly otherwise: Primitive }
  | { readonly kind: "seq"; readonly parts: readonly Primitive[] }
  | { readonly kind: "par"; readonly branches: readonly Primitive[] }
  | { readonly kind: "loop"; readonly body: Primitive }
  | { readonly kind: "trap"; readonly body: Primitive }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "suspend"; readonly body: Primitive; readonly test: Test }
  | LocalNode
  | CallNode;

/** Where control rests between two reactions: which statements are paused. Where it is not, there is no marking. */
export type Marking =
  | { readonly kind: "pause" }
  /** `since`: the number of the reaction in which the call began. */
  | { readonly kind: "call"; readonly since: number }
  /** One part of a seq, one branch of an if, or the body of anything with one body (then part is 0). */
  | { readonly kind: "inside"; readonly part: number; readonly marking: Marking }
  /** Branches of a par; null: has ended. */
  | { readonly kind: "branches"; readonly markings: readonly (Marking | null)[] };

export const nothing: Primitive = { kind: "nothing" };
export const pause: Primitive = { kind: "pause" };

export function seq(...parts: Primitive[]): Primitive {
  return { kind: "seq", parts };
}

export function par(...branches: Primitive[]): Primitive {
  return { kind: "par", branches };
}

export function loop(body: Primitive): Primitive {
  return { kind: "loop", body };
}

export function trap(body: Primitive): Primitive {
  return { kind: "trap", body };
}

export function emit(signal: Signal): Primitive {
  return { kind: "emit", signal };
}

export function choose(test: Test, then: Primitive, otherwise: Primitive = nothing): Primitive {
  return { kind: "if", test, then, otherwise };
}

export function suspend(body: Primitive, test: Test): Primitive {
  return { kind: "suspend", body, test };
}

export function not(operand: Test): Test {
  return { kind: "not", operand };
}

const deepestExit = 30;

/** Leaves the trap that has `between` other traps between itself and this place. */
export function exit(between: number): Primitive {
  const code = 2 + between;
  if (code > deepestExit) throw new Error(`the reference interpreter nests traps ${deepestExit - 2} deep, not deeper`);
  return { kind: "exit", code };
}

/** The paused calls of a marking, with the reaction in which each began. */
export function callsIn(
  node: Primitive,
  marking: Marking | null,
  found: Map<CallNode, number> = new Map(),
): Map<CallNode, number> {
  if (marking === null) return found;
  switch (node.kind) {
    case "call":
      if (marking.kind === "call") found.set(node, marking.since);
      break;
    case "par":
      if (marking.kind === "branches") {
        for (const [i, branch] of node.branches.entries()) callsIn(branch, marking.markings[i]!, found);
      }
      break;
    case "seq":
      if (marking.kind === "inside") callsIn(node.parts[marking.part]!, marking.marking, found);
      break;
    case "if":
      if (marking.kind === "inside") callsIn(marking.part === 0 ? node.then : node.otherwise, marking.marking, found);
      break;
    case "loop":
    case "trap":
    case "suspend":
    case "local":
      if (marking.kind === "inside") callsIn(node.body, marking.marking, found);
      break;
    default:
  }
  return found;
}
