/**
 * The automaton as a property sees it: for each reachable state the reactions it can have, distinguished only by what the property asks
 * for (the *letter*: a bit for each condition) and by the next state. The 2ⁿ sets of inputs are never written down: a way through
 * the decision diagram of a state decides most conditions, and only where one of them depends on an input that the way does not ask
 * for is this input tried both ways.
 *
 * Each reaction keeps one set of inputs that brings it about: of all ways to it the one that needs fewest present, and what relations
 * then force. Sets that a relation or the property's assumptions forbid are left out.
 *
 * `carries`: a bit for each input of a list that could be added to the inputs of the reaction without changing it.
 */

import { TupleTable } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { literal } from "../automaton/input-relations.ts";
import type { InputAssumption } from "./assumption.ts";
import { IntList } from "./int-list.ts";
import type { Predicate } from "./predicate.ts";

export interface GraphRequest {
  readonly conditions: readonly Predicate[];
  readonly assumption: InputAssumption;
  /** Inputs that reactions may carry besides. */
  readonly carried?: readonly number[];
}

export class ReactionGraph {
  readonly automaton: Automaton;
  /** Automaton states that were reached, in the order of their distance from the beginning. */
  readonly order: Int32Array;
  /** Which output sets some reachable reaction has. */
  readonly outputSetSeen: Uint8Array;
  /** All letters of all edges joined: bit c is set where condition c holds in some reachable reaction. */
  readonly everSet: number;
  readonly #labels = new TupleTable(2);
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #label = new IntList();
  readonly #next = new IntList();
  /** For each edge the inputs that have to be present, a bit each, in so many words. */
  readonly #inputs = new IntList();
  readonly #words: number;
  readonly #carried: readonly number[];
  readonly #forced: readonly (readonly number[])[];

  constructor(automaton: Automaton, { conditions, assumption, carried = [] }: GraphRequest) {
    const { data } = automaton;
    this.automaton = automaton;
    this.#carried = carried;
    this.#words = Math.max(1, Math.ceil(data.inputs.length / 32));
    this.#forced = data.inputs.map((_, i) =>
      assumption.closure.forcedBy(literal(i, 1)).flatMap((l) => ((l & 1) === 1 ? [l >> 1] : [])),
    );
    this.#first = new Int32Array(automaton.states).fill(-1);
    this.#last = new Int32Array(automaton.states);
    this.outputSetSeen = new Uint8Array(data.outputSets.length);
    const walk = new StateWalk(automaton, conditions, assumption, carried);
    const order = new IntList();
    const reached = new Uint8Array(automaton.states);
    order.push(0);
    reached[0] = 1;
    let everSet = 0;
    const pair = new Int32Array(2);
    let label = -1;
    // Edges of the state at hand by label and next state: of several ways to one, that with fewest inputs stays.
    const found = new Map<number, number>();
    const counts = new IntList();
    for (let k = 0; k < order.length; k++) {
      const state = order.at(k);
      found.clear();
      this.#first[state] = this.#label.length;
      walk.reactions(state, (guard, leaf, letter, carries) => {
        // Neighbours in the diagram mostly have the same label.
        if (label < 0 || pair[0] !== letter || pair[1] !== carries) {
          pair[0] = letter;
          pair[1] = carries;
          label = this.#labels.intern(pair);
        }
        const next = automaton.nextOf(leaf);
        this.outputSetSeen[automaton.outputSetOf(leaf)] = 1;
        const key = label * automaton.states + next;
        const known = found.get(key);
        const count = countPresent(guard);
        if (known === undefined) {
          found.set(key, this.#label.length);
          this.#label.push(label);
          this.#next.push(next);
          counts.push(count);
          for (let w = 0; w < this.#words; w++) this.#inputs.push(0);
          this.#keepInputs(this.#label.length - 1, guard);
        } else if (count < counts.at(known)) {
          counts.set(known, count);
          this.#keepInputs(known, guard);
        }
      });
      const end = this.#label.length;
      this.#last[state] = end;
      for (let edge = this.#first[state]!; edge < end; edge++) {
        everSet |= this.letterOf(edge);
        const next = this.nextOf(edge);
        if (reached[next] === 1) continue;
        reached[next] = 1;
        order.push(next);
      }
    }
    this.order = order.flat.slice();
    this.everSet = everSet;
  }

  #keepInputs(edge: number, guard: Int8Array): void {
    const at = edge * this.#words;
    for (let w = 0; w < this.#words; w++) {
      let bits = 0;
      const end = Math.min(guard.length, 32 * (w + 1));
      for (let i = 32 * w; i < end; i++) if (guard[i] === 1) bits |= 1 << (i & 31);
      this.#inputs.set(at + w, bits);
    }
  }

  get edges(): number {
    return this.#label.length;
  }

  firstEdge(state: number): number {
    return this.#first[state]!;
  }

  /** Behind the last edge of a state. */
  endEdge(state: number): number {
    return this.#last[state]!;
  }

  letterOf(edge: number): number {
    return this.#labels.at(this.#label.at(edge), 0);
  }

  carriesOf(edge: number): number {
    return this.#labels.at(this.#label.at(edge), 1);
  }

  nextOf(edge: number): number {
    return this.#next.at(edge);
  }

  /** Places of the inputs that bring the reaction about; with one of the carried ones added, if that is asked for. */
  inputsOf(edge: number, carry: number | null = null): number[] {
    const needed: number[] = carry === null ? [] : [this.#carried[carry]!];
    for (let i = 0; i < 32 * this.#words; i++) {
      if (((this.#inputs.at(edge * this.#words + (i >> 5)) >>> (i & 31)) & 1) === 1) needed.push(i);
    }
    // What relations force comes with them.
    return [...new Set(needed.flatMap((i) => [i, ...this.#forced[i]!]))].sort((a, b) => a - b);
  }
}

function countPresent(guard: Int8Array): number {
  let count = 0;
  for (let i = 0; i < guard.length; i++) if (guard[i] === 1) count++;
  return count;
}

type Visit = (guard: Int8Array, leaf: number, letter: number, carries: number) => void;

/** All reactions of one state, after another state's. */
class StateWalk {
  readonly #roots: readonly number[];
  readonly #questions: Int32Array;
  readonly #conditions: readonly Predicate[];
  readonly #assumption: InputAssumption;
  readonly #carried: readonly number[];
  readonly #automaton: Automaton;
  readonly #guard: Int8Array;
  #visit: Visit = () => {};

  constructor(
    automaton: Automaton,
    conditions: readonly Predicate[],
    assumption: InputAssumption,
    carried: readonly number[],
  ) {
    this.#automaton = automaton;
    this.#roots = automaton.data.roots;
    this.#questions = new Int32Array(automaton.data.questions);
    this.#conditions = conditions;
    this.#assumption = assumption;
    this.#carried = carried;
    this.#guard = assumption.freshGuard();
  }

  reactions(state: number, visit: Visit): void {
    this.#visit = visit;
    this.#walk(this.#roots[state]!);
  }

  #walk(node: number): void {
    if (node < 0) {
      this.#given(-1 - node);
      return;
    }
    const questions = this.#questions;
    const guard = this.#guard;
    const input = questions[3 * node]!;
    // Known already where the assumptions exclude it.
    const known = guard[input]!;
    for (let value = 0; value < 2; value++) {
      if (known >= 0 && known !== value) continue;
      if (known < 0 && !this.#assumption.closure.allows(guard, input, value as 0 | 1)) continue;
      guard[input] = value;
      this.#walk(questions[3 * node + 1 + value]!);
      guard[input] = known;
    }
  }

  /** Goes on where the assumption holds, asking for what it needs. */
  #given(leaf: number): void {
    const { given } = this.#assumption;
    const value = given === null ? 1 : given.test(this.#guard, 0);
    if (value === 1) this.#decide(leaf, 0, 0);
    else if (value < 0) this.#split(given!, () => this.#given(leaf));
  }

  #decide(leaf: number, from: number, known: number): void {
    const conditions = this.#conditions;
    const set = this.#automaton.outputSetOf(leaf);
    let letter = known;
    for (let c = from; c < conditions.length; c++) {
      const condition = conditions[c]!;
      const value = condition.test(this.#guard, set);
      if (value < 0) {
        this.#split(condition, () => this.#decide(leaf, c, letter));
        return;
      }
      if (value === 1) letter |= 1 << c;
    }
    this.#visit(this.#guard, leaf, letter, this.#carries());
  }

  /** Tries the first open input of a predicate both ways. */
  #split({ inputs }: Predicate, go: () => void): void {
    const guard = this.#guard;
    const input = inputs.find((i) => guard[i]! < 0)!;
    for (let value = 0; value < 2; value++) {
      if (!this.#assumption.closure.allows(guard, input, value as 0 | 1)) continue;
      guard[input] = value;
      go();
      guard[input] = -1;
    }
  }

  #carries(): number {
    let carries = 0;
    const guard = this.#guard;
    for (let k = 0; k < this.#carried.length; k++) {
      const input = this.#carried[k]!;
      if (guard[input] === 1 || (guard[input]! < 0 && this.#mayCome(input))) carries |= 1 << k;
    }
    return carries;
  }

  #mayCome(input: number): boolean {
    return this.#assumption.closure.allows(this.#guard, input, 1);
  }
}
