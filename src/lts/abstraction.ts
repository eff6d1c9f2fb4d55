/**
 * Abstraction by criteria [Boudol1990]: the abstract system has a step p → q with the name of a criterion exactly if the given one has a
 * path of at least one step from p to q whose labels spell a word of the criterion. Its states are those states of the given system that are reached by
 * such steps from the initial one; everything that no criterion describes is gone, so that a criterion named `tau` is needed where
 * steps in between shall remain as internal ones.
 */
import { codedDiagnostic, type Diagnostic } from "../core/index.ts";
import { beyond, type Limited, ltsCodes, within } from "./codes.ts";
import { type CriterionAutomaton, compileCriterion } from "./criteria-automaton.ts";
import type { Criterion } from "./criteria-tree.ts";
import { type Lts, LtsBuilder } from "./lts.ts";
import type { Trace } from "./paths.ts";

export interface Abstraction {
  readonly lts: Lts;
  /** The state of the given system that each abstract state is. */
  readonly concrete: Int32Array;
  readonly automata: readonly CriterionAutomaton[];
  readonly warnings: readonly Diagnostic[];
}

export interface AbstractionLimits {
  /** Transitions looked at, all searches together. */
  readonly effort: number;
  readonly transitions: number;
}

export const DEFAULT_ABSTRACTION_LIMITS: AbstractionLimits = { effort: 1_000_000_000, transitions: 20_000_000 };
const MOST_PLACES = 100_000_000;

export function abstraction(
  lts: Lts,
  criteria: readonly Criterion[],
  limits = DEFAULT_ABSTRACTION_LIMITS,
): Limited<Abstraction> {
  const warnings: Diagnostic[] = [];
  const searches: CriterionSearch[] = [];
  for (const criterion of criteria) {
    const compiled = compileCriterion(criterion, lts.labels);
    if (compiled.value === null) return compiled;
    const { automaton } = compiled.value;
    warnings.push(...compiled.value.warnings);
    if (automaton.matches.length * lts.states > MOST_PLACES)
      return beyond(
        `${criterion.name} with ${automaton.matches.length} letters on ${lts.states} states is too large`,
        "reduce the system, or repeat less often",
      );
    searches.push(new CriterionSearch(lts, automaton));
  }
  const builder = new LtsBuilder();
  const labels = criteria.map(({ name }) => builder.labels.of(name));
  const happens = criteria.map(() => false);
  const place = new Int32Array(lts.states).fill(-1);
  const concrete = [lts.initial];
  place[lts.initial] = 0;
  for (let s = 0; s < concrete.length; s++) {
    for (const [k, search] of searches.entries()) {
      for (const to of search.targets(concrete[s]!)) {
        if (place[to]! < 0) {
          place[to] = concrete.length;
          concrete.push(to);
        }
        builder.add(s, labels[k]!, place[to]!);
        happens[k] = true;
      }
    }
    const effort = searches.reduce((sum, search) => sum + search.effort, 0);
    if (effort > limits.effort || builder.transitions > limits.transitions)
      return beyond(
        `the abstraction has more than ${limits.transitions} steps, or looking for them takes more than ${limits.effort}`,
        "reduce the system before, modulo an equivalence that keeps what the criteria see",
      );
  }
  criteria.forEach(({ name, range }, k) => {
    if (happens[k]) return;
    const message = `${name} never happens: no path from a state of the abstraction spells it`;
    warnings.push(codedDiagnostic(ltsCodes.neverHappens, range, message));
  });
  const automata = searches.map(({ automaton }) => automaton);
  return within({ lts: builder.finish(concrete.length), concrete: Int32Array.from(concrete), automata, warnings });
}

/** A shortest path from one state to another that spells a word of the criterion; null if there is none. */
export function criterionPath(lts: Lts, automaton: CriterionAutomaton, from: number, to: number): Trace | null {
  return new CriterionSearch(lts, automaton).path(from, to);
}

/** Breadth-first search in pairs of a state and the letter that was read last. */
class CriterionSearch {
  readonly automaton: CriterionAutomaton;
  readonly #lts: Lts;
  readonly #letters: number;
  readonly #seen: Int32Array;
  readonly #found: Int32Array;
  #stamp = 0;
  effort = 0;
  /** Pairs in the order in which they were met, and for each by which transition and from which place of this list. */
  #queue: number[] = [];
  #by: number[] = [];
  #from: number[] = [];

  constructor(lts: Lts, automaton: CriterionAutomaton) {
    this.automaton = automaton;
    this.#lts = lts;
    this.#letters = automaton.matches.length;
    this.#seen = new Int32Array(lts.states * this.#letters);
    this.#found = new Int32Array(lts.states);
  }

  /** The states that a word leads to, the nearest first. */
  targets(start: number): number[] {
    const targets: number[] = [];
    this.#search(start, (state) => {
      if (this.#found[state] !== this.#stamp) targets.push(state);
      this.#found[state] = this.#stamp;
      return false;
    });
    return targets;
  }

  path(start: number, end: number): Trace | null {
    const at = this.#search(start, (state) => state === end);
    if (at < 0) return null;
    const { labels, label } = this.#lts;
    const names: string[] = [];
    const states: number[] = [];
    for (let i = at; i >= 0; i = this.#from[i]!) {
      names.push(labels[label[this.#by[i]!]!]!);
      states.push(Math.floor(this.#queue[i]! / this.#letters));
    }
    return { labels: names.reverse(), states: [...states, start].reverse() };
  }

  /** Calls `arrives` for every end of a word, until it says true; the place of that end in the queue, or −1. */
  #search(start: number, arrives: (state: number) => boolean): number {
    const { follow, last, first } = this.automaton;
    this.#stamp++;
    this.#queue = [];
    this.#by = [];
    this.#from = [];
    this.#step(start, first, -1);
    for (let i = 0; i < this.#queue.length; i++) {
      const letter = this.#queue[i]! % this.#letters;
      const state = Math.floor(this.#queue[i]! / this.#letters);
      if (last[letter] && arrives(state)) return i;
      this.#step(state, follow[letter]!, i);
    }
    return -1;
  }

  #step(state: number, letters: readonly number[], from: number): void {
    const { first, label, target } = this.#lts;
    const { matches } = this.automaton;
    this.effort += (first[state + 1]! - first[state]!) * letters.length;
    for (let t = first[state]!; t < first[state + 1]!; t++) {
      for (const letter of letters) {
        if (matches[letter]![label[t]!] === 0) continue;
        const pair = target[t]! * this.#letters + letter;
        if (this.#seen[pair] === this.#stamp) continue;
        this.#seen[pair] = this.#stamp;
        this.#queue.push(pair);
        this.#by.push(t);
        this.#from.push(from);
      }
    }
  }
}
