/** Properties of endless runs: response, liveness, and that something can always still happen. */
import type { CheckContext } from "./context.ts";
import type { Counterexample } from "./counterexample.ts";
import {
  boundedObserver,
  isInside,
  type Observer,
  owes,
  owingObserver,
  type ResponseBits,
  SCOPES,
  seenObserver,
} from "./observers.ts";
import { DONE, type Product } from "./product.ts";
import { conditionText } from "./property-text.ts";
import type { PropertyForm } from "./property-tree.ts";
import { whyNever } from "./vacuity.ts";
import type { ReachFacts, ResponseFacts } from "./verdict.ts";
import { Waiting } from "./waiting.ts";

export interface WaitingResult {
  readonly counterexample: Counterexample | null;
  readonly endless: Counterexample | null;
  readonly proved: string;
  readonly vacuous: string | null;
  readonly response: ResponseFacts | null;
  readonly reach: ReachFacts | null;
}

const reactions = (n: number): string => `${n} reaction${n === 1 ? "" : "s"}`;

export function checkResponse(context: CheckContext, form: Extract<PropertyForm, { kind: "response" }>): WaitingResult {
  const letters = context.letters();
  const { after, until } = context.property.scope;
  const bits: ResponseBits = {
    trigger: letters.condition(form.trigger),
    answer: letters.condition(form.answer),
    scope: { after: letters.orNone(after), until: letters.orNone(until) },
  };
  const answer = `\`${conditionText(form.answer)}\``;
  const graph = context.graph(letters, context.carried());
  const product = context.product(graph, owingObserver(bits));
  if (!isTriggered(product, bits.trigger)) {
    const why =
      (graph.everSet & bits.trigger) === 0
        ? whyNever(form.trigger, graph, context)
        : `\`${conditionText(form.trigger)}\` never comes within the scope`;
    const response = { sameReaction: true, withinReactions: 0, everyRun: true, staysPossible: true };
    const proved = `\`${conditionText(form.trigger)}\` never comes`;
    return { counterexample: null, endless: null, proved, vacuous: why, response, reach: null };
  }
  const waiting = new Waiting(
    product,
    (c) => owes(product.memoryOf(c)),
    (edge) => (graph.letterOf(edge) & bits.answer) !== 0,
  );
  const longest = waiting.longest();
  const lasso = longest === null ? waiting.lasso(context.justice()) : null;
  const stuck = waiting.firstStuck();
  const response: ResponseFacts = {
    sameReaction: !waiting.everInside,
    withinReactions: longest,
    everyRun: lasso === null,
    staysPossible: stuck < 0,
  };
  const endless = lasso === null ? null : context.endless(graph, lasso, `on this run ${answer} never comes`);
  const stuckAt = (): Counterexample =>
    context.finite("stuck", graph, product.wayTo(stuck), `from here on no inputs ever lead to ${answer}`);
  const late = (most: number): Counterexample | null => {
    const why = most === 0 ? `the last reaction has no ${answer}` : `${answer} has not come within ${reactions(most)}`;
    return context.violation(context.product(graph, boundedObserver(bits, most), true), why);
  };
  let counterexample: Counterexample | null = null;
  const { demand } = form;
  if (demand.kind === "same" && !response.sameReaction) counterexample = late(0);
  else if (demand.kind === "within" && (longest === null || longest > demand.reactions))
    counterexample = late(demand.reactions);
  else if (demand.kind === "everyRun") counterexample = endless;
  else if (demand.kind === "eventually" && stuck >= 0) counterexample = stuckAt();
  const proved = responseWords(context, answer, response);
  return {
    counterexample,
    endless: counterexample === null ? endless : null,
    proved: counterexample === null ? proved : `${counterexample.why}; ${proved}`,
    vacuous: null,
    response,
    reach: null,
  };
}

/** The strongest form that holds. */
function responseWords(context: CheckContext, answer: string, facts: ResponseFacts): string {
  if (facts.sameReaction) return `${answer} always comes in the same reaction`;
  if (facts.withinReactions !== null) {
    return `${answer} always comes within ${reactions(facts.withinReactions)}, so on every run`;
  }
  if (facts.everyRun) return `${answer} comes on every run${provisions(context)}`;
  if (facts.staysPossible) return `${answer} stays possible until it comes (fair runs); ${notEveryRun(context)}`;
  return `${answer} does not always stay possible`;
}

/** " on which tasks stop and A recurs" */
function provisions({ property }: CheckContext): string {
  const { tasksStop, recur } = property.assumptions;
  const parts = [
    ...(tasksStop ? ["tasks stop"] : []),
    ...(recur.length === 0 ? [] : [`${recur.map((n) => n.text).join(", ")} recur`]),
  ];
  return parts.length === 0 ? "" : ` on which ${parts.join(" and ")}`;
}

function notEveryRun(context: CheckContext): string {
  return `not every run${provisions(context)} comes to it`;
}

function isTriggered(product: Product, trigger: number): boolean {
  const { graph } = product;
  for (let c = 0; c < product.count; c++) {
    if (!isInside(product.memoryOf(c) % SCOPES)) continue;
    const state = product.stateOf(c);
    const end = graph.endEdge(state);
    for (let edge = graph.firstEdge(state); edge < end; edge++) if ((graph.letterOf(edge) & trigger) !== 0) return true;
  }
  return false;
}

export function checkReach(context: CheckContext, form: Extract<PropertyForm, { kind: "reach" }>): WaitingResult {
  const letters = context.letters();
  const bit = letters.condition(form.goal);
  const goal = `\`${conditionText(form.goal)}\``;
  const graph = context.graph(letters, context.carried());
  const observer: Observer = {
    initial: 0,
    step: (_, letter) => (!form.again && (letter & bit) !== 0 ? DONE : 0),
  };
  const product = context.product(graph, observer);
  const waiting = new Waiting(
    product,
    () => true,
    (edge) => (graph.letterOf(edge) & bit) !== 0,
  );
  const stuck = waiting.firstStuck();
  const lasso = waiting.lasso(context.justice());
  const reach: ReachFacts = { staysPossible: stuck < 0, everyRun: lasso === null, oneState: stuck < 0 };
  const endless =
    lasso === null
      ? null
      : context.endless(graph, lasso, `on this run ${goal} never comes${form.again ? " again" : ""}`);
  let counterexample: Counterexample | null = null;
  if (form.certain) counterexample = endless;
  else if (stuck >= 0) {
    const why = `from here on no inputs ever lead to ${goal}${form.again ? " again" : ""}`;
    counterexample = context.finite("stuck", graph, product.wayTo(stuck), why);
  }
  const since = form.again ? "from every state" : "from every state before it";
  const proved = reach.everyRun
    ? `every run${provisions(context)} comes to ${goal}`
    : reach.staysPossible
      ? `${since} ${goal} can be reached (fair runs; one state with ${goal} alone); ${notEveryRun(context)}`
      : `${goal} cannot be reached any more from some states`;
  return {
    counterexample,
    endless: counterexample === null ? endless : null,
    proved: counterexample === null ? proved : `${counterexample.why}; ${proved}`,
    vacuous: null,
    response: null,
    reach,
  };
}

/**
 * A state is dead if neither an output nor the end of the mission can be reached from it: one whose only transition is a silent loop,
 * or several that go round in silence. The end of the mission is the state in which nothing is active.
 */
export function checkDeadlock(
  context: CheckContext,
  { except }: Extract<PropertyForm, { kind: "deadlock" }>,
): WaitingResult {
  const letters = context.letters();
  const output = letters.anyOutput;
  const excepted = letters.orNone(except);
  const graph = context.graph(letters);
  const product = context.product(graph, seenObserver(excepted));
  const { active } = context.automaton.data;
  const isOver = (state: number): boolean => state > 0 && active[state]!.length === 0;
  const waiting = new Waiting(
    product,
    (c) => !isOver(product.stateOf(c)),
    (edge) => (graph.letterOf(edge) & output) !== 0 || isOver(graph.nextOf(edge)),
  );
  const dead = waiting.firstStuck((c) => product.memoryOf(c) === 0);
  const result = { endless: null, vacuous: null, response: null, reach: null };
  const but = except === null ? "" : `, except after \`${conditionText(except)}\``;
  if (dead < 0) {
    const proved = `from every state an output or the end of the mission can be reached${but}`;
    return { ...result, counterexample: null, proved };
  }
  const why = "from here on nothing can happen: no inputs ever lead to an output or to the end of the mission";
  return { ...result, counterexample: context.finite("stuck", graph, product.wayTo(dead), why), proved: why };
}
