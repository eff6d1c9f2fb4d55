/**
 * A formula that holds in one state and not in another that is not bisimilar to it, from the rounds of a refinement, in the manner of
 * [Cleaveland1991] and, for branching bisimilarity, [Korver1992].
 *
 * For two blocks X and Y that became apart in a round, both parts of a block W before, some pair (label a, block B) is in the signature of one
 * and not of the other, say of X. Then "a to where β", with a β that holds in B and in no block that Y reaches by a, holds in all
 * of X and nowhere in Y; β is made in the same way from earlier rounds. Where internal steps inside W are not seen, the way to a must stay
 * in W, so that an α is needed that holds in W and not where internal steps leave it.
 *
 * Conditions are added to α and β one by one, each only because a state of Y still fulfils what there is: so formulas stay short.
 */
import { invariant } from "../core/index.ts";
import { conjunction, type Formula, negation } from "./formula.ts";
import { TAU } from "./lts.ts";
import type { RefinementHistory, SignaturePair } from "./refinement-history.ts";
import { Satisfaction } from "./satisfaction.ts";

const MOST_EFFORT = 400_000_000;

/** Null if it would take too long. `weak`: the history is that of a saturated system. */
export function distinguishingFormula(
  history: RefinementHistory,
  holdsIn: number,
  failsIn: number,
  weak: boolean,
): Formula | null {
  return new Distinguisher(history, weak).apart(history.blockOf(holdsIn), history.blockOf(failsIn));
}

/** What a part of the formula needs to know: the blocks, the round before they came apart, and the pair that only X has. */
interface Task {
  readonly inside: number;
  readonly round: number;
  readonly pair: SignaturePair;
  readonly excluded: readonly number[];
}

class Distinguisher {
  readonly #history: RefinementHistory;
  readonly #weak: boolean;
  readonly #satisfaction: Satisfaction;
  readonly #known = new Map<string, Formula | null>();

  constructor(history: RefinementHistory, weak: boolean) {
    this.#history = history;
    this.#weak = weak;
    this.#satisfaction = new Satisfaction(history.lts);
  }

  /** Holds in all of block x and nowhere in block y. */
  apart(x: number, y: number): Formula | null {
    const { from, round, x: partX, y: partY } = this.#history.split(x, y);
    const key = `${partX} ${partY}`;
    let formula = this.#known.get(key);
    if (formula === undefined) {
      formula = this.#make(from, round, partX, partY);
      this.#known.set(key, formula);
      if (formula !== null) this.#known.set(`${partY} ${partX}`, negation(formula));
    }
    return formula;
  }

  #make(inside: number, round: number, x: number, y: number): Formula | null {
    const signatureX = this.#history.signature(this.#history.memberOf(x), round);
    const signatureY = this.#history.signature(this.#history.memberOf(y), round);
    const best = (of: readonly SignaturePair[], other: readonly SignaturePair[]) => {
      const options = of
        .filter(({ label, block }) => !other.some((pair) => pair.label === label && pair.block === block))
        .map((pair) => ({ pair, rivals: other.filter(({ label }) => label === pair.label).length }));
      return options.sort((a, b) => a.rivals - b.rivals || a.pair.label - b.pair.label)[0];
    };
    const forX = best(signatureX, signatureY);
    const forY = best(signatureY, signatureX);
    if (forX !== undefined && (forY === undefined || forX.rivals <= forY.rivals))
      return this.#positive({ inside, round, pair: forX.pair, excluded: this.#history.statesOf(y) });
    const formula = this.#positive({ inside, round, pair: forY!.pair, excluded: this.#history.statesOf(x) });
    return formula === null ? null : negation(formula);
  }

  /** Adds conditions until none of the excluded states fulfils the formula. */
  #positive(task: Task): Formula | null {
    const through: Formula[] = [];
    const then: Formula[] = [];
    for (;;) {
      const formula = this.#formula(task, conjunction(through), conjunction(then));
      const marks = this.#satisfaction.of(formula);
      const state = task.excluded.find((s) => marks[s] === 1);
      if (state === undefined) return formula;
      if (this.#satisfaction.effort > MOST_EFFORT) return null;
      const fault = this.#fault(task, state, formula);
      const condition = this.apart(fault.block, this.#history.blockOf(fault.state, task.round));
      if (condition === null) return null;
      (fault.on === "through" ? through : then).push(condition);
    }
  }

  #formula({ pair: { label } }: Task, through: Formula, then: Formula): Formula {
    const { labels } = this.#history.lts;
    if (this.#history.kind !== "strong") {
      if (label === labels.length) return { kind: "onward", through };
      if (label === TAU) return { kind: "reach", through, then };
      return { kind: "until", through, label: labels[label]!, then };
    }
    if (this.#weak) return { kind: "weak", label: label === TAU ? null : labels[label]!, then };
    return { kind: "can", label: labels[label]!, then };
  }

  /**
   * A state that should not be there on a way by which an excluded state fulfils the formula: where internal steps have left the block
   * ("through"), or at the end ("then"). `block` is the one that it has to be distinguished from.
   */
  #fault(
    { inside, round, pair }: Task,
    start: number,
    formula: Formula,
  ): { readonly on: "through" | "then"; readonly state: number; readonly block: number } {
    const { first, label, target } = this.#history.lts;
    const atEnd = (state: number) => ({ on: "then", state, block: pair.block }) as const;
    const outside = (state: number): boolean => this.#history.blockOf(state, round) !== inside;
    const then = "then" in formula ? this.#satisfaction.of(formula.then) : null;
    const through = "through" in formula ? this.#satisfaction.of(formula.through) : null;
    const onward = formula.kind === "onward" ? this.#satisfaction.of(formula) : null;
    const wanted = formula.kind === "onward" ? -1 : formula.kind === "reach" ? TAU : pair.label;
    if (formula.kind === "reach" && then![start] === 1) return atEnd(start);
    // Internal ways from the start; `exit` is the first state on them outside the block.
    const exit = new Map<number, number>([[start, -1]]);
    for (const [s, left] of exit) {
      for (let t = first[s]!; t < first[s + 1]!; t++) {
        const to = target[t]!;
        if (label[t] === wanted && then![to] === 1)
          return left < 0 ? atEnd(to) : { on: "through", state: left, block: inside };
        if (through === null || label[t] !== TAU || through[to] === 0 || exit.has(to)) continue;
        const leaves = left >= 0 ? left : outside(to) ? to : -1;
        if (onward !== null && onward[to] === 1 && leaves >= 0) return { on: "through", state: leaves, block: inside };
        exit.set(to, leaves);
      }
    }
    invariant(false, "a state that fulfils a formula has a way that does");
  }
}
