/**
 * Waiting for something on endless runs: `inside` are the configurations in which it is still owed; an *answer* is an edge on which
 * it comes. Edges that are not answers lead from inside to inside.
 *
 *   stuck     a configuration inside from which no answer can be reached any more
 *   lasso     a circle inside without answer: a run on which it never comes
 *   longest   where there is no circle: after how many reactions it has come at the latest
 *
 * Justice narrows the runs that count: each condition of it must be met again and again. A run of that kind exists exactly where a
 * strongly connected part meets each condition somewhere; so the parts are computed once (depth first, as every textbook has it).
 */
import { invariant } from "../../core/index.ts";
import type { Product } from "./product.ts";

export type Justice =
  /** A carried input that comes again and again, by its place in the list of the reaction graph. */
  | { readonly kind: "input"; readonly carry: number }
  /** States of the automaton of which one is met again and again. */
  | { readonly kind: "states"; readonly good: Uint8Array };

export interface LoopStep {
  readonly edge: number;
  readonly carry: number | null;
}

export interface Lasso {
  /** Edges of the reaction graph to the first configuration of the loop. */
  readonly prefix: readonly number[];
  readonly loop: readonly LoopStep[];
  /** No other lasso has fewer reactions. */
  readonly shortest: boolean;
}

/** Edges that the search for the shortest lasso may look at; then the best so far is taken. */
const LASSO_WORK = 20_000_000;

export class Waiting {
  readonly #product: Product;
  readonly #inside: Uint8Array;
  readonly #answers: (edge: number) => boolean;
  #parts: { readonly of: Int32Array; readonly count: number; readonly round: Uint8Array } | null = null;

  /** isAnswer is asked with edges of the reaction graph. */
  constructor(product: Product, isInside: (configuration: number) => boolean, isAnswer: (edge: number) => boolean) {
    this.#product = product;
    this.#answers = isAnswer;
    this.#inside = new Uint8Array(product.count);
    for (let c = 0; c < product.count; c++) this.#inside[c] = isInside(c) ? 1 : 0;
  }

  get everInside(): boolean {
    return this.#inside.includes(1);
  }

  #isAnswer(c: number, place: number): boolean {
    return this.#answers(this.#product.edgeAt(c, place));
  }

  /** Inside targets of the edges of a configuration that are not answers. */
  #eachStep(c: number, visit: (target: number, place: number) => void): void {
    const product = this.#product;
    const end = product.endOf(c);
    for (let place = product.firstOf(c); place < end; place++) {
      if (this.#isAnswer(c, place)) continue;
      const target = product.targetOf(place);
      invariant(target >= 0 && this.#inside[target] === 1, "a wait ended without its answer");
      visit(target, place);
    }
  }

  /** The first configuration that counts, by distance, from which no answer can come any more; −1 if there is none. */
  firstStuck(counts: (configuration: number) => boolean = () => true): number {
    const product = this.#product;
    const { count } = product;
    const hopeful = new Uint8Array(count);
    const sources = new Int32Array(count + 1);
    const queue: number[] = [];
    for (let c = 0; c < count; c++) {
      if (this.#inside[c] === 0) continue;
      this.#eachStep(c, (target) => {
        sources[target + 1]!++;
      });
      const end = product.endOf(c);
      for (let place = product.firstOf(c); place < end && hopeful[c] === 0; place++) {
        if (!this.#isAnswer(c, place)) continue;
        hopeful[c] = 1;
        queue.push(c);
      }
    }
    // The steps backwards, then what can be hoped for spreads along them.
    for (let c = 0; c < count; c++) sources[c + 1]! += sources[c]!;
    const back = new Int32Array(sources[count]!);
    const fill = sources.slice();
    for (let c = 0; c < count; c++) {
      if (this.#inside[c] === 0) continue;
      this.#eachStep(c, (target) => {
        back[fill[target]!++] = c;
      });
    }
    for (let k = 0; k < queue.length; k++) {
      const c = queue[k]!;
      for (let at = sources[c]!; at < sources[c + 1]!; at++) {
        const before = back[at]!;
        if (hopeful[before] === 1) continue;
        hopeful[before] = 1;
        queue.push(before);
      }
    }
    for (let c = 0; c < count; c++) if (this.#inside[c] === 1 && hopeful[c] === 0 && counts(c)) return c;
    return -1;
  }

  /** The largest number of reactions from the one that begins a wait to its answer; null where there is no such number. */
  longest(): number | null {
    const { of, count, round } = this.#components();
    if (round.includes(1)) return null;
    // Every part is one configuration; parts are numbered behind those they lead to.
    const only = new Int32Array(count);
    for (let c = 0; c < of.length; c++) if (of[c]! >= 0) only[of[c]!] = c;
    const wait = new Int32Array(count);
    let longest = 0;
    for (let part = 0; part < count; part++) {
      let most = 0;
      this.#eachStep(only[part]!, (target) => {
        most = Math.max(most, wait[of[target]!]!);
      });
      wait[part] = most + 1;
      longest = Math.max(longest, most + 1);
    }
    return longest;
  }

  lasso(justice: readonly Justice[] = []): Lasso | null {
    const { of, count, round } = this.#components();
    const just = round.slice();
    for (const one of justice) this.#keepJust(one, just);
    let first = -1;
    for (let c = 0; c < of.length && first < 0; c++) if (of[c]! >= 0 && just[of[c]!] === 1) first = c;
    if (first < 0 || count === 0) return null;
    if (justice.length === 0) return this.#shortestLasso(first);
    return { prefix: this.#product.wayTo(first), loop: this.#justLoop(first, justice), shortest: false };
  }

  /** Strongly connected parts of the inside without answers; `round`: those with a circle. */
  #components(): { of: Int32Array; count: number; round: Uint8Array } {
    if (this.#parts !== null) return this.#parts;
    const product = this.#product;
    const size = product.count;
    const of = new Int32Array(size).fill(-1);
    const low = new Int32Array(size);
    const number = new Int32Array(size);
    const at = new Int32Array(size);
    const path: number[] = [];
    const open: number[] = [];
    const round: number[] = [];
    let next = 1;
    for (let root = 0; root < size; root++) {
      if (this.#inside[root] === 0 || number[root] !== 0) continue;
      const enter = (c: number): void => {
        number[c] = low[c] = next++;
        at[c] = product.firstOf(c);
        path.push(c);
        open.push(c);
      };
      enter(root);
      while (path.length > 0) {
        const c = path.at(-1)!;
        const place = at[c]!;
        if (place < product.endOf(c)) {
          at[c]!++;
          if (this.#isAnswer(c, place)) continue;
          const target = product.targetOf(place);
          if (number[target] === 0) enter(target);
          else if (of[target]! < 0 && number[target]! < low[c]!) low[c] = number[target]!;
          continue;
        }
        path.pop();
        const before = path.at(-1);
        if (before !== undefined && low[c]! < low[before]!) low[before] = low[c]!;
        if (low[c] !== number[c]) continue;
        const part = round.length;
        let members = 0;
        for (let member = -1; member !== c; members++) {
          member = open.pop()!;
          of[member] = part;
        }
        round.push(members > 1 || this.#stepsToItself(c) ? 1 : 0);
      }
    }
    this.#parts = { of, count: round.length, round: Uint8Array.from(round) };
    return this.#parts;
  }

  #stepsToItself(c: number): boolean {
    let found = false;
    this.#eachStep(c, (target) => {
      if (target === c) found = true;
    });
    return found;
  }

  #keepJust(one: Justice, just: Uint8Array): void {
    const { of } = this.#components();
    const met = new Uint8Array(just.length);
    for (let c = 0; c < of.length; c++) {
      const part = of[c]!;
      if (part < 0 || just[part] === 0 || met[part] === 1) continue;
      if (one.kind === "states") {
        if (one.good[this.#product.stateOf(c)] === 1) met[part] = 1;
      } else
        this.#eachStep(c, (target, place) => {
          if (of[target] === part && this.#carries(c, place, one.carry)) met[part] = 1;
        });
    }
    for (let part = 0; part < just.length; part++) if (met[part] === 0) just[part] = 0;
  }

  #carries(c: number, place: number, carry: number): boolean {
    return ((this.#product.graph.carriesOf(this.#product.edgeAt(c, place)) >> carry) & 1) === 1;
  }

  /** Of all lassos one with fewest reactions, way and loop together. */
  #shortestLasso(first: number): Lasso {
    const product = this.#product;
    const { of, round } = this.#components();
    let best: Lasso | null = null;
    let length = Number.POSITIVE_INFINITY;
    let work = 0;
    for (let c = first; c < of.length; c++) {
      // Configurations come in the order of their distance.
      if (product.depthOf(c) + 1 >= length || work > LASSO_WORK) break;
      if (of[c]! < 0 || round[of[c]!] === 0) continue;
      const most = length - product.depthOf(c) - 1;
      const loop = this.#search(
        c,
        most,
        (target) => target === c,
        () => work++,
      );
      if (loop === null) continue;
      length = product.depthOf(c) + loop.length;
      best = { prefix: product.wayTo(c), loop: loop.map(({ edge }) => ({ edge, carry: null })), shortest: true };
    }
    invariant(best !== null, "a part with a circle has no loop");
    return work > LASSO_WORK ? { ...best, shortest: false } : best;
  }

  /** A loop from a configuration through everything that justice asks for. */
  #justLoop(start: number, justice: readonly Justice[]): LoopStep[] {
    const product = this.#product;
    const loop: LoopStep[] = [];
    let at = start;
    const go = (isIt: (target: number, from: number, place: number) => boolean, carry: number | null): void => {
      const steps = this.#search(at, Number.POSITIVE_INFINITY, isIt);
      invariant(steps !== null && steps.length > 0, "justice is out of reach in its own part");
      steps.forEach(({ edge, target }, k) => {
        loop.push({ edge, carry: k === steps.length - 1 ? carry : null });
        at = target;
      });
    };
    for (const one of justice) {
      if (one.kind === "input") go((_, from, place) => this.#carries(from, place, one.carry), one.carry);
      else if (one.good[product.stateOf(at)] !== 1) go((target) => one.good[product.stateOf(target)] === 1, null);
    }
    if (at !== start || loop.length === 0) go((target) => target === start, null);
    return loop;
  }

  /** The shortest steps within a part up to one that is wanted; null where it takes more than `most`. */
  #search(
    from: number,
    most: number,
    isIt: (target: number, from: number, place: number) => boolean,
    count?: () => void,
  ): { edge: number; target: number }[] | null {
    const product = this.#product;
    const { of } = this.#components();
    const reached = new Map<number, { before: number; edge: number; depth: number }>();
    const queue = [from];
    const wayBack = (last: number, edge: number, target: number): { edge: number; target: number }[] => {
      const steps = [{ edge, target }];
      for (let c = last; c !== from; c = reached.get(c)!.before) steps.push({ edge: reached.get(c)!.edge, target: c });
      return steps.reverse();
    };
    for (let k = 0; k < queue.length; k++) {
      const c = queue[k]!;
      const depth = c === from ? 0 : reached.get(c)!.depth;
      if (depth >= most) return null;
      let found: { edge: number; target: number }[] | null = null;
      this.#eachStep(c, (target, place) => {
        count?.();
        if (found !== null || of[target] !== of[from]) return;
        const edge = product.edgeAt(c, place);
        if (isIt(target, c, place)) {
          found = wayBack(c, edge, target);
          return;
        }
        if (target === from || reached.has(target)) return;
        reached.set(target, { before: c, edge, depth: depth + 1 });
        queue.push(target);
      });
      if (found !== null) return found;
    }
    return null;
  }
}
