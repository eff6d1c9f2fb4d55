/**
 * Proves that the automata of a robot's computers do together what the single automaton does, or shows the shortest difference.
 *
 * What is compared: from the beginning, whatever legal sets of inputs come, in every reaction every computer gives exactly those of
 * its outputs that the single automaton gives. Then also their union is the single automaton's, since no output is without a computer;
 * but an output of several computers (FATAL) cannot hide behind one of them. The parts are not trusted to come from distribute.ts: they
 * may have been read from files, or be the work of another tool.
 *
 *   1  the wiring: every input is gathered on one computer; a computer asks only for what it gathers or receives; every relation between
 *      inputs is watched where its inputs are known, and no computer knows a relation that the single automaton does not have
 *   2  breadth first over the tuples (state of the single automaton, state of each part). In a tuple all diagrams are walked together, one
 *      question at a time; at the leaves outputs are compared and the next tuple is found. Tuples of nodes that were met before are not
 *      walked again: what they lead to is known, and not nearer now
 *
 * Instantaneous messages are enough: delays change when a computer does a reaction, not what it does (distribute.ts, b).
 */

import { TupleTable } from "../../core/index.ts";
import type { Automaton, AutomatonData } from "./automaton.ts";
import { ALWAYS, LegalInputs, NEVER } from "./diagrams.ts";
import type { Distribution } from "./distribute.ts";
import { RelationClosure, relationText } from "./input-relations.ts";
import { askedInputs } from "./minimise.ts";

export const MOST_TUPLES = 1_000_000;

/** One reaction on the way to a difference, and the last one, which shows it. */
export interface ComposedReaction {
  readonly inputs: readonly string[];
  readonly single: readonly string[];
  /** In the order of the computers. */
  readonly computers: readonly (readonly string[])[];
}

export interface CompositionDifference {
  /** The shortest trace; its last reaction differs. */
  readonly trace: readonly ComposedReaction[];
  /** What computers give, and what they should not or do not. */
  readonly wrong: readonly {
    readonly computer: string;
    readonly missing: readonly string[];
    readonly extra: readonly string[];
  }[];
}

export type CompositionVerdict =
  /** tuples: reached combinations of states. */
  | { readonly kind: "equal"; readonly tuples: number }
  | { readonly kind: "wiring"; readonly problems: readonly string[] }
  | { readonly kind: "different"; readonly tuples: number; readonly difference: CompositionDifference }
  | { readonly kind: "tooMany"; readonly tuples: number };

export type ComposedPart = Pick<Distribution["computers"][number], "name" | "automaton" | "inputs" | "receives">;

export function compareComposition(
  single: Automaton,
  parts: readonly ComposedPart[],
  mostTuples = MOST_TUPLES,
): CompositionVerdict {
  const problems = wiringProblems(single.data, parts);
  if (problems.length > 0) return { kind: "wiring", problems };
  return new Product(single, parts).compare(mostTuples);
}

/** Step 1. */
function wiringProblems({ inputs, outputs, relations }: AutomatonData, parts: readonly ComposedPart[]): string[] {
  const problems: string[] = [];
  const inputPlace = new Map(inputs.map((s, i) => [s.name, i]));
  const outputNames = new Set(outputs.map((s) => s.name));
  for (const { name } of inputs) {
    const where = parts.filter((p) => p.inputs.includes(name)).map((p) => p.name);
    if (where.length === 0) problems.push(`no computer gathers ${name}`);
    if (where.length > 1) problems.push(`${where.join(" and ")} both gather ${name}`);
  }
  for (const { name } of outputs) {
    if (!parts.some((p) => p.automaton.data.outputs.some((s) => s.name === name)))
      problems.push(`no computer gives ${name}`);
  }
  const known = new Set(relations.map((r) => relationText(r, inputs)));
  for (const { name, automaton, inputs: own, receives } of parts) {
    const { data } = automaton;
    const from = new Map(receives.flatMap((link) => link.inputs.map((input) => [input, link.computer] as const)));
    for (const [input, computer] of from) {
      if (!parts.some((p) => p.name === computer && p.inputs.includes(input)))
        problems.push(`${name} expects ${input} from ${computer}, which does not gather it`);
    }
    for (const input of data.inputs) {
      if (!inputPlace.has(input.name))
        problems.push(`${name} asks for ${input.name}, which is not an input of the mission`);
      else if (!own.includes(input.name) && !from.has(input.name))
        problems.push(`${name} asks for ${input.name}, which it neither gathers nor receives`);
    }
    const order = data.inputs.map((s) => inputPlace.get(s.name) ?? -1);
    if (order.some((place, i) => i > 0 && place <= order[i - 1]!))
      problems.push(`${name} has its inputs in another order than the single automaton`);
    for (const { name: output } of data.outputs)
      if (!outputNames.has(output)) problems.push(`${name} gives ${output}, which is not an output of the mission`);
    for (const relation of data.relations) {
      const text = relationText(relation, data.inputs);
      if (!known.has(text))
        problems.push(`${name} refuses what breaks ${text}, which is not a relation of the mission`);
    }
  }
  for (const relation of relations) {
    const text = relationText(relation, inputs);
    const names = relation.inputs.map((i) => inputs[i]!.name);
    // On one computer it is checked there; between several every computer has to stop.
    const alone = parts.find((p) => names.every((name) => p.inputs.includes(name)));
    for (const { name, automaton } of alone === undefined ? parts : [alone]) {
      const { data } = automaton;
      if (!data.relations.some((r) => relationText(r, data.inputs) === text))
        problems.push(`${name} does not watch ${text}`);
    }
  }
  return problems;
}

/** An automaton in the numbers of the single one. */
class Member {
  readonly automaton: Automaton;
  readonly #questions: readonly number[];
  readonly #roots: readonly number[];
  readonly #input: Int32Array;
  /** By place of its output sets: places among the single automaton's outputs, as text. */
  readonly given: readonly string[];
  /** By place of the single automaton's output sets: what of them this one has to give. */
  readonly due: readonly string[];

  constructor(automaton: Automaton, single: AutomatonData) {
    const { data } = automaton;
    this.automaton = automaton;
    this.#questions = data.questions;
    this.#roots = data.roots;
    const inputPlace = new Map(single.inputs.map((s, i) => [s.name, i]));
    const outputPlace = new Map(single.outputs.map((s, o) => [s.name, o]));
    this.#input = Int32Array.from(data.inputs, (s) => inputPlace.get(s.name)!);
    const mine = data.outputs.map((s) => outputPlace.get(s.name)!);
    const text = (places: readonly number[]): string => [...places].sort((a, b) => a - b).join();
    this.given = data.outputSets.map((set) => text(set.map((o) => mine[o]!)));
    this.due = single.outputSets.map((set) => text(set.filter((o) => mine.includes(o))));
  }

  root(state: number): number {
    return this.#roots[state]!;
  }

  /** The input that a node asks for; leaves come after all inputs. */
  asks(node: number): number {
    return node < 0 ? Number.MAX_SAFE_INTEGER : this.#input[this.#questions[3 * node]!]!;
  }

  /** Where a node leads with a value of an input; the node itself where it does not ask for it. */
  with(node: number, input: number, value: 0 | 1): number {
    return this.asks(node) === input ? this.#questions[3 * node + 1 + value]! : node;
  }
}

/** Step 2. */
class Product {
  readonly #single: Automaton;
  readonly #parts: readonly ComposedPart[];
  readonly #members: readonly Member[];
  readonly #closure: RelationClosure;
  readonly #legal: LegalInputs;
  readonly #tuples: TupleTable;
  /** Nodes of all members and of the legal set. */
  readonly #walked: TupleTable;
  readonly #parent: number[] = [-1];
  /** The inputs of the reaction that first led to a tuple. */
  readonly #present: (readonly number[])[] = [[]];
  readonly #guard: Int8Array;

  constructor(single: Automaton, parts: readonly ComposedPart[]) {
    const { data } = single;
    this.#single = single;
    this.#parts = parts;
    this.#members = [single, ...parts.map((p) => p.automaton)].map((automaton) => new Member(automaton, data));
    const asked = askedInputs(data);
    for (const { automaton } of parts)
      for (const i of askedInputs(automaton.data))
        asked.add(data.inputs.findIndex((s) => s.name === automaton.data.inputs[i]!.name));
    this.#closure = new RelationClosure(data.relations);
    this.#legal = new LegalInputs(this.#closure, asked);
    this.#tuples = new TupleTable(this.#members.length);
    this.#walked = new TupleTable(this.#members.length + 1);
    this.#guard = new Int8Array(data.inputs.length).fill(-1);
  }

  compare(mostTuples: number): CompositionVerdict {
    const width = this.#members.length;
    this.#tuples.intern(new Int32Array(width));
    for (let tuple = 0; tuple < this.#tuples.count; tuple++) {
      const roots = new Int32Array(width + 1);
      this.#members.forEach((m, k) => {
        roots[k] = m.root(this.#tuples.at(tuple, k));
      });
      roots[width] = this.#legal.root;
      const last = this.#walk(roots, tuple);
      const tuples = this.#tuples.count;
      if (last !== null) return { kind: "different", tuples, difference: this.#difference(tuple, last) };
      if (tuples > mostTuples) return { kind: "tooMany", tuples };
    }
    return { kind: "equal", tuples: this.#tuples.count };
  }

  /** The inputs of a reaction in which outputs differ, or null. */
  #walk(nodes: Int32Array, from: number): readonly number[] | null {
    const width = this.#members.length;
    // A legal set that is not written down whole depends on all that was answered, so nothing may be left out.
    if (this.#legal.complete) {
      const before = this.#walked.count;
      this.#walked.intern(nodes);
      if (this.#walked.count === before) return null;
    }
    let input = Number.MAX_SAFE_INTEGER;
    for (let k = 0; k < width; k++) input = Math.min(input, this.#members[k]!.asks(nodes[k]!));
    if (input === Number.MAX_SAFE_INTEGER) return this.#reacted(nodes, from);
    for (const value of [0, 1] as const) {
      const legal = this.#legalWith(nodes[width]!, input, value);
      if (legal === NEVER || (!this.#legal.complete && !this.#closure.allows(this.#guard, input, value))) continue;
      const next = new Int32Array(width + 1);
      for (let k = 0; k < width; k++) next[k] = this.#members[k]!.with(nodes[k]!, input, value);
      next[width] = legal;
      this.#guard[input] = value;
      const found = this.#walk(next, from);
      this.#guard[input] = -1;
      if (found !== null) return found;
    }
    return null;
  }

  /** The legal sets that are left with a value of an input; inputs before it that are not asked for may be either. */
  #legalWith(node: number, input: number, value: 0 | 1): number {
    const { diagrams } = this.#legal;
    if (node === ALWAYS || node === NEVER) return node;
    const asks = diagrams.inputOf(node);
    if (asks > input) return node;
    if (asks === input) return value === 0 ? diagrams.absentOf(node) : diagrams.presentOf(node);
    return this.#legalWith(this.#legal.either(diagrams.absentOf(node), diagrams.presentOf(node)), input, value);
  }

  #reacted(nodes: Int32Array, from: number): readonly number[] | null {
    const leaf = (k: number): number => -1 - nodes[k]!;
    const set = this.#single.outputSetOf(leaf(0));
    const next = new Int32Array(this.#members.length);
    for (let k = 0; k < next.length; k++) {
      const member = this.#members[k]!;
      if (member.given[member.automaton.outputSetOf(leaf(k))] !== member.due[set]) return this.#chosen();
      next[k] = member.automaton.nextOf(leaf(k));
    }
    const before = this.#tuples.count;
    this.#tuples.intern(next);
    if (this.#tuples.count > before) {
      this.#parent.push(from);
      this.#present.push(this.#chosen());
    }
    return null;
  }

  /** A legal set with the answers given so far, and otherwise as little in it as the relations let. */
  #chosen(): readonly number[] {
    const guard = Int8Array.from(this.#guard);
    guard.forEach((value, input) => {
      if (value < 0) guard[input] = this.#closure.allows(guard, input, 0) ? 0 : 1;
    });
    return [...guard.keys()].filter((i) => guard[i] === 1);
  }

  /** Executed again from the beginning, so what is shown is what the automata do. */
  #difference(tuple: number, last: readonly number[]): CompositionDifference {
    const steps: (readonly number[])[] = [last];
    for (let t = tuple; t > 0; t = this.#parent[t]!) steps.unshift(this.#present[t]!);
    const { inputs } = this.#single.data;
    const states = this.#members.map(() => 0);
    const trace = steps.map((step): ComposedReaction => {
      const names = step.map((i) => inputs[i]!.name);
      const outputs = this.#members.map(({ automaton }, k) => {
        const present = Uint8Array.from(automaton.data.inputs, (s) => (names.includes(s.name) ? 1 : 0));
        const leaf = automaton.leafAt(states[k]!, present);
        states[k] = automaton.nextOf(leaf);
        return automaton.outputsOf(leaf).map((o) => automaton.data.outputs[o]!.name);
      });
      return { inputs: names, single: outputs[0]!, computers: outputs.slice(1) };
    });
    const end = trace.at(-1)!;
    const wrong = this.#parts.flatMap(({ name, automaton }, k) => {
      const due = end.single.filter((o) => automaton.data.outputs.some((s) => s.name === o));
      const given = end.computers[k]!;
      const missing = due.filter((o) => !given.includes(o));
      const extra = given.filter((o) => !due.includes(o));
      return missing.length + extra.length === 0 ? [] : [{ computer: name, missing, extra }];
    });
    return { trace, wrong };
  }
}

/** The verdict in words, with the trace of a difference. */
export function compositionText(verdict: CompositionVerdict, { mission, computers }: Distribution): string {
  const names = computers.map((c) => c.name).join(", ");
  const listed = (signals: readonly string[]): string => (signals.length === 0 ? "nothing" : signals.join(" "));
  switch (verdict.kind) {
    case "equal":
      return `Mission ${mission} on ${names}: together they do what the single automaton does (${verdict.tuples} combinations of states)\n`;
    case "wiring":
      return `Mission ${mission} on ${names}: the computers do not fit together\n${verdict.problems.map((p) => `  ${p}\n`).join("")}`;
    case "tooMany":
      return `Mission ${mission} on ${names}: not decided, more than ${verdict.tuples - 1} combinations of states\n`;
    case "different": {
      const { trace, wrong } = verdict.difference;
      const lines = trace.map(({ inputs, single }, n) => `  ${n + 1}  ${listed(inputs)}  gives  ${listed(single)}`);
      const last = wrong.flatMap(({ computer, missing, extra }) => [
        ...(missing.length === 0 ? [] : [`     ${computer} does not give ${missing.join(" ")}`]),
        ...(extra.length === 0 ? [] : [`     ${computer} gives ${extra.join(" ")} as well`]),
      ]);
      return [
        `Mission ${mission} on ${names}: they do not do together what the single automaton does; reaction ${trace.length} differs:`,
        ...lines,
        ...last,
        "",
      ].join("\n");
    }
  }
}
