/**
 * The automaton as a labelled transition system in the Aldebaran format (.aut), for CADP, mCRL2 and our own checks.
 *
 *   des (0,3,2)
 *   (0,"?Leak.!Surface",1)
 *
 * One label for each transition: `?A` for an input that has to be present, `!O` for an output, sorted by name, joined by points. A
 * label with nothing in it is `tau`: a reaction in which nothing that is written down happens.
 *
 * Inputs required absent are written (`~B`) only with guards "full". Without them transitions that differ only in what is absent have
 * equal labels: such a system is not deterministic, and says less than the automaton, but never something wrong; equal transitions
 * are written once. In both forms inputs that a transition does not ask for are open: `?A` may be a reaction with B too. For properties
 * about certain signals give them as `observe`: then each label says exactly which of them are present (see observed-steps.ts).
 *
 * `ordered`: a reaction that stops and starts laws is written as two steps, stop before start (rule 40), with a state in between: the first
 * has the inputs and all outputs but START_x and StartServoing_r, the second has these. The states in between follow the others.
 */
import type { Automaton } from "../automaton/automaton.ts";
import type { AutomatonSignal } from "../automaton/signal-roles.ts";
import { ObservedSteps } from "./observed-steps.ts";

export interface AutOptions {
  readonly guards?: "present" | "full";
  /** Names of inputs and outputs; all others are hidden. */
  readonly observe?: readonly string[];
  readonly ordered?: boolean;
}

export const HIDDEN_LABEL = "tau";

type Edge = readonly [from: number, label: string, to: number];

/** Piece by piece; the edges are made twice, since their number stands at the beginning. */
export function* autPieces(automaton: Automaton, options: AutOptions = {}): Generator<string> {
  const writer = new AutWriter(automaton, options);
  let count = 0;
  for (const edges of writer.edges()) count += edges.length;
  yield `des (0,${count},${automaton.states + writer.between.size})\n`;
  for (const edges of writer.edges()) yield edges.map(([from, label, to]) => `(${from},"${label}",${to})\n`).join("");
}

export function writeAut(automaton: Automaton, options: AutOptions = {}): string {
  return [...autPieces(automaton, options)].join("");
}

class AutWriter {
  readonly #steps: ObservedSteps;
  readonly #full: boolean;
  readonly #ordered: boolean;
  readonly #order: Readonly<Record<"inputs" | "outputs", ReturnType<typeof byName>>>;
  readonly #stops: readonly boolean[];
  readonly #starts: readonly boolean[];
  /** States in the middle of an ordered reaction, by what is left to do. */
  readonly between = new Map<string, number>();

  constructor(automaton: Automaton, { guards = "present", observe, ordered = false }: AutOptions) {
    this.#steps = new ObservedSteps(automaton, observe);
    this.#full = guards === "full";
    this.#ordered = ordered;
    this.#order = { inputs: byName(automaton.data.inputs), outputs: byName(automaton.data.outputs) };
    this.#stops = automaton.data.outputs.map(({ role }) => role === "stop" || role === "servoingStopped");
    this.#starts = automaton.data.outputs.map(({ role }) => role === "start" || role === "servoingStarted");
  }

  /** State by state. */
  *edges(): Generator<Edge[]> {
    const { automaton } = this.#steps;
    const seconds = new Set<number>();
    for (let state = 0; state < automaton.states; state++) {
      const edges: Edge[] = [];
      const known = new Set<string>();
      const add = (label: string, to: number): void => {
        const key = `${label} ${to}`;
        if (!known.has(key)) edges.push([state, label, to]);
        known.add(key);
      };
      for (const { present, absent, outputs, next } of this.#steps.of(state)) {
        const later =
          this.#ordered && outputs.some((o) => this.#stops[o]) ? outputs.filter((o) => this.#starts[o]) : [];
        const now = outputs.filter((o) => !later.includes(o));
        let to = next;
        if (later.length > 0) {
          const label = this.#label([], [], later);
          const key = `${label} ${next}`;
          to = this.between.get(key) ?? automaton.states + this.between.size;
          this.between.set(key, to);
          if (!seconds.has(to)) edges.push([to, label, next]);
          seconds.add(to);
        }
        add(this.#label(present, absent, now), to);
      }
      yield edges;
    }
  }

  #label(present: readonly number[], absent: readonly number[], outputs: readonly number[]): string {
    const order = this.#order;
    const guard = present.map((i) => 2 * order.inputs.placeOf[i]!);
    if (this.#full) for (const i of absent) guard.push(2 * order.inputs.placeOf[i]! + 1);
    guard.sort((a, b) => a - b);
    const given = outputs.map((o) => order.outputs.placeOf[o]!).sort((a, b) => a - b);
    const parts = guard.map((g) => `${(g & 1) === 0 ? "?" : "~"}${order.inputs.names[g >> 1]}`);
    for (const o of given) parts.push(`!${order.outputs.names[o]}`);
    return parts.length === 0 ? HIDDEN_LABEL : parts.join(".");
  }
}

/** Signals by name: the names in their order, and the place of each signal in it. */
function byName(signals: readonly AutomatonSignal[]): {
  readonly names: readonly string[];
  readonly placeOf: Int32Array;
} {
  const sorted = signals.map((s, i) => ({ name: s.name, i })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const placeOf = new Int32Array(signals.length);
  sorted.forEach(({ i }, place) => {
    placeOf[i] = place;
  });
  return { names: sorted.map((s) => s.name), placeOf };
}
