/** The endless half of the naive checker: a graph of plain objects, and sets that grow until nothing changes. */
import type { Automaton } from "../automaton/automaton.ts";
import type { Property } from "../proof/resolve.ts";
import { isTrue, type Moment, type NaiveStep, stepsOf } from "./naive-properties.ts";

interface Place {
  readonly key: string;
  readonly state: number;
  readonly opened: boolean;
  readonly closed: boolean;
  readonly owed: boolean;
  /** Tasks that were commanded to stop and have not. */
  readonly asked: readonly string[];
  readonly depth: number;
  readonly steps: { readonly moment: Moment; readonly inputs: Moment; readonly to: string; readonly answer: boolean }[];
}

export interface NaiveVerdict {
  readonly triggered: boolean;
  readonly sameReaction: boolean;
  readonly withinReactions: number | null;
  readonly everyRun: boolean;
  readonly staysPossible: boolean;
  /** Reactions of a shortest way to where the answer is out of reach, and of a shortest run that goes round without it. */
  readonly stuck: number | null;
  readonly lasso: number | null;
}

/** Response and reach; dead states are those from which outputs and the end are out of reach. */
export function naiveVerdict(automaton: Automaton, property: Property): NaiveVerdict {
  const { form, scope, assumptions } = property;
  const { active, tasks } = automaton.data;
  const isOver = (state: number): boolean => state > 0 && active[state]!.length === 0;
  const names = new Set(automaton.data.outputs.map((s) => s.name));
  const trigger = (m: Moment): boolean => (form.kind === "response" ? isTrue(form.trigger, m) : true);
  const answer = (m: Moment, to: number): boolean => {
    if (form.kind === "response") return isTrue(form.answer, m);
    if (form.kind === "reach") return isTrue(form.goal, m);
    return [...m].some((name) => names.has(name)) || isOver(to);
  };
  const places = new Map<string, Place>();
  const queue: Place[] = [];
  const enter = (at: Omit<Place, "key" | "steps">): string => {
    const key = [at.state, at.opened, at.closed, at.owed, at.asked].join("|");
    if (!places.has(key)) {
      const place = { ...at, key, steps: [] };
      places.set(key, place);
      queue.push(place);
    }
    return key;
  };
  const owedAtFirst = form.kind !== "response";
  enter({ state: 0, opened: scope.after === null, closed: false, owed: owedAtFirst, asked: [], depth: 0 });
  let triggered = form.kind !== "response";
  const cache = new Map<number, NaiveStep[]>();
  for (const place of queue) {
    const steps = cache.get(place.state) ?? stepsOf(automaton, property, place.state);
    cache.set(place.state, steps);
    for (const { moment, inputs, to } of steps) {
      const inside = place.opened && !place.closed;
      const answers = answer(moment, to);
      if (inside && trigger(moment)) triggered = true;
      const opened = place.opened || (scope.after !== null && isTrue(scope.after, moment));
      const closed = place.closed || (inside && scope.until !== null && isTrue(scope.until, moment));
      let owed = (place.owed || (inside && trigger(moment))) && !answers;
      // Once reached, or with a sign of life, the wait is over; what is to be reached again is always waited for.
      if (form.kind === "reach" && form.again) owed = true;
      else if (form.kind === "reach" && answers) continue;
      else if (form.kind === "deadlock") owed = !isOver(to);
      const excepted = form.kind === "deadlock" && form.except !== null && isTrue(form.except, moment);
      const asked = assumptions.tasksStop
        ? tasks.flatMap(({ name }) =>
            moment.has(`STOP_${name}`) || (place.asked.includes(name) && !inputs.has(`STOPPED_${name}`)) ? [name] : [],
          )
        : place.asked.length > 0 || excepted
          ? ["asked"]
          : [];
      const key = enter({ state: to, opened, closed, owed, asked, depth: place.depth + 1 });
      place.steps.push({ moment, inputs, to: key, answer: answers });
    }
    if (form.kind === "reach" && !form.again) {
      for (const { moment, inputs, to } of steps) {
        if (answer(moment, to)) place.steps.push({ moment, inputs, to: "", answer: true });
      }
    }
  }
  const inside = [...places.values()].filter((p) => p.owed);
  const hopeful = new Set(inside.filter((p) => p.steps.some((s) => s.answer)).map((p) => p.key));
  for (let size = -1; size !== hopeful.size; ) {
    size = hopeful.size;
    for (const p of inside) if (p.steps.some((s) => hopeful.has(s.to))) hopeful.add(p.key);
  }
  const isExcepted = (p: Place): boolean => form.kind === "deadlock" && p.asked.length > 0;
  const stuck = inside.filter((p) => !hopeful.has(p.key) && !isExcepted(p)).map((p) => p.depth);
  const quiet = new Map(inside.map((p) => [p.key, p.steps.filter((s) => !s.answer).map((s) => s.to)]));
  const loops = inside.map((p) => p.depth + shortestLoop(p.key, quiet));
  const lasso = Math.min(Number.POSITIVE_INFINITY, ...loops);
  const needsJustice = assumptions.tasksStop || assumptions.recur.length > 0;
  return {
    triggered,
    sameReaction: inside.length === 0,
    withinReactions: lasso < Number.POSITIVE_INFINITY ? null : Math.max(0, ...inside.map((p) => longest(p.key, quiet))),
    everyRun: needsJustice
      ? !hasJustLoop(
          inside,
          places,
          property,
          tasks.map((t) => t.name),
        )
      : lasso === Number.POSITIVE_INFINITY,
    staysPossible: inside.every((p) => hopeful.has(p.key)),
    stuck: stuck.length === 0 ? null : Math.min(...stuck),
    lasso: lasso === Number.POSITIVE_INFINITY ? null : lasso,
  };
}

/** Steps of a shortest circle through a place. */
function shortestLoop(key: string, next: ReadonlyMap<string, readonly string[]>): number {
  let reached = new Set(next.get(key));
  for (let length = 1; length <= next.size; length++) {
    if (reached.has(key)) return length;
    reached = new Set([...reached].flatMap((k) => next.get(k) ?? []));
  }
  return Number.POSITIVE_INFINITY;
}

function longest(key: string, next: ReadonlyMap<string, readonly string[]>): number {
  return 1 + Math.max(0, ...(next.get(key) ?? []).map((k) => longest(k, next)));
}

/** A place from which a circle without answer meets all that justice asks for. */
function hasJustLoop(
  inside: readonly Place[],
  places: ReadonlyMap<string, Place>,
  { assumptions }: Property,
  tasks: readonly string[],
): boolean {
  const reach = new Map(inside.map((p) => [p.key, new Set(p.steps.filter((s) => !s.answer).map((s) => s.to))]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const set of reach.values()) {
      const size = set.size;
      for (const k of [...set]) for (const l of reach.get(k) ?? []) set.add(l);
      if (set.size > size) changed = true;
    }
  }
  const together = (a: string, b: string): boolean => reach.get(a)!.has(b) && reach.get(b)!.has(a);
  return inside.some((p) => {
    if (!reach.get(p.key)!.has(p.key)) return false;
    const part = inside.filter((q) => q.key === p.key || together(p.key, q.key));
    const recurs = assumptions.recur.every(({ text }) =>
      part.some((q) => q.steps.some((s) => !s.answer && s.inputs.has(text) && part.some((r) => r.key === s.to))),
    );
    const stop = !assumptions.tasksStop || tasks.every((t) => part.some((q) => !places.get(q.key)!.asked.includes(t)));
    return recurs && stop;
  });
}
