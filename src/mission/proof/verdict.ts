/** What the check of a property says. */
import type { Diagnostic } from "../../core/index.ts";
import type { Counterexample } from "./counterexample.ts";

/** vacuous: it holds, but only because what it speaks about never happens. undecided: a limit was met. */
export type Judgement = "holds" | "fails" | "vacuous" | "undecided";

/** How an answer comes; each implies the next. */
export interface ResponseFacts {
  readonly sameReaction: boolean;
  /** The smallest number of reactions within which it always comes; null where there is none. Then there are runs without end. */
  readonly withinReactions: number | null;
  /** On every run that the assumptions (`provided`) admit. */
  readonly everyRun: boolean;
  /** In every state in which it is owed some inputs still bring it about: on fair runs it comes. */
  readonly staysPossible: boolean;
}

export interface ReachFacts {
  /** From every state some inputs lead to it: the fair verdict. */
  readonly staysPossible: boolean;
  /** Every run that the assumptions admit comes to it: the unfair verdict. */
  readonly everyRun: boolean;
  /**
   * With everything but the goal hidden, the mission reduces (branching equivalence) to one state with the goal as its only action;
   * for a goal that is not asked for again the mission is taken to begin anew with it.
   */
  readonly oneState: boolean;
}

export interface Verdict {
  readonly property: string;
  /** The property in one layout, with its actions written out. */
  readonly text: string;
  readonly verdict: Judgement;
  /** What exactly was found, in a sentence without a full stop. */
  readonly proved: string;
  readonly response: ResponseFacts | null;
  readonly reach: ReachFacts | null;
  /** Pairs of a state and what has to be remembered, over all searches that were needed. */
  readonly configurations: number;
  /** Reactions distinguished by the property. */
  readonly reactions: number;
  /** null where no clock was given. */
  readonly time_ms: number | null;
  readonly counterexample: Counterexample | null;
  /** Of a property that holds on fair runs only: a run on which it never comes. */
  readonly endless: Counterexample | null;
  /** Warnings (vacuity), or why it is undecided. */
  readonly diagnostics: readonly Diagnostic[];
}
