/**
 * The expanded mission: procedures are inlined, parameters replaced, names are numbers, and what the author may say in many
 * ways is said in few. Every node of the tree is an object of its own, also where one procedure is called twice.
 *
 * The statements are those of pure Esterel with abort and await kept as they are, since their circuits are smaller than those
 * of their definitions by traps [BerryGonthier1992], and with the call of a robot-task, which always pauses at its start.
 */
import type { SourceRange } from "../../core/index.ts";
import type { AutomatonSignal } from "../automaton/signal-roles.ts";
import type { Arguments } from "./checked-mission.ts";

/** A signal of the interface by its place there, or a local one by its number (≥ 0) in the expansion, as −1 − number. */
export type SignalRef = number;

export function localRef(number: number): SignalRef {
  return -1 - number;
}

export type Test =
  | { readonly kind: "signal"; readonly signal: SignalRef }
  | { readonly kind: "not"; readonly operand: Test }
  | { readonly kind: "and" | "or"; readonly left: Test; readonly right: Test };

/** Where an expanded statement comes from. */
export interface Origin {
  readonly at: SourceRange;
  /** In a few words of the author: `await BatteryLow`, `Dive(5)`. */
  readonly text: string;
  /** The procedures around it, from the outside: ["Measure"], with the copy of a repeat as "2 of 3". */
  readonly path: readonly string[];
}

/** A block of exceptions, as a place to exit to. */
export interface Block {
  /** Number of blocks around it. */
  readonly level: number;
  readonly names: readonly string[];
}

export interface Exit {
  readonly block: Block;
  /** Which of the block's names. */
  readonly index: number;
}

export type Expanded =
  | { readonly kind: "nothing" }
  | { readonly kind: "pause" | "halt"; readonly origin: Origin }
  | { readonly kind: "emit"; readonly signal: SignalRef; readonly origin: Origin }
  | { readonly kind: "await"; readonly test: Test; readonly immediate: boolean; readonly origin: Origin }
  | {
      readonly kind: "if";
      readonly test: Test;
      readonly then: Expanded;
      readonly otherwise: Expanded;
      readonly origin: Origin;
    }
  | { readonly kind: "seq"; readonly parts: readonly Expanded[] }
  | { readonly kind: "par"; readonly branches: readonly Expanded[]; readonly origin: Origin }
  | { readonly kind: "loop"; readonly body: Expanded; readonly origin: Origin }
  | {
      readonly kind: "abort";
      readonly body: Expanded;
      readonly test: Test;
      readonly weak: boolean;
      readonly immediate: boolean;
      readonly origin: Origin;
    }
  | { readonly kind: "suspend"; readonly body: Expanded; readonly test: Test; readonly origin: Origin }
  | { readonly kind: "local"; readonly signals: readonly number[]; readonly body: Expanded; readonly origin: Origin }
  | {
      readonly kind: "block";
      readonly block: Block;
      readonly body: Expanded;
      /** One for each name of the block. */
      readonly handlers: readonly Expanded[];
      readonly origin: Origin;
    }
  | { readonly kind: "exit"; readonly to: Exit; readonly origin: Origin }
  | {
      readonly kind: "call";
      readonly task: string;
      /** Place in the task's argument sets. */
      readonly set: number;
      /** One for each of the task's type 2 exceptions. */
      readonly raises: readonly Exit[];
      /** Whether the task can end of itself. */
      readonly ends: boolean;
      readonly origin: Origin;
    };

/** The statements directly inside one. */
export function partsOf(p: Expanded): readonly Expanded[] {
  switch (p.kind) {
    case "seq":
      return p.parts;
    case "par":
      return p.branches;
    case "if":
      return [p.then, p.otherwise];
    case "block":
      return [p.body, ...p.handlers];
    case "loop":
    case "abort":
    case "suspend":
    case "local":
      return [p.body];
    default:
      return [];
  }
}

export type ExpandedOf<Kind extends Expanded["kind"]> = Extract<Expanded, { kind: Kind }>;

export interface Timer {
  /** Emitted to start it; the input that comes when it is over. */
  readonly arm: string;
  readonly expired: string;
  readonly duration_s: number;
  readonly at: SourceRange;
}

export interface ExpandedTask {
  readonly name: string;
  readonly sets: readonly Arguments[];
  readonly calls: readonly ExpandedOf<"call">[];
}

export interface Expansion {
  readonly signals: readonly AutomatonSignal[];
  /** Names of local signals, by number. */
  readonly locals: readonly string[];
  readonly timers: readonly Timer[];
  /** Tasks that are called, in the order of their declaration. */
  readonly tasks: readonly ExpandedTask[];
  readonly main: Expanded;
  readonly onFatal: Expanded;
  /** Count of expanded statements. */
  readonly statements: number;
}
