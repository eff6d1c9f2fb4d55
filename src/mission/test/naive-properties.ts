/**
 * Properties decided by definition, to hold the checker against: finite runs are written down input set by input set and looked at as a
 * whole; endless ones by walking a graph of plain objects until nothing changes. Slow, and shares nothing with src/mission/proof but the
 * syntax tree.
 */
import type { Automaton } from "../automaton/automaton.ts";
import { brokenRelation } from "../automaton/input-relations.ts";
import type { Sequence } from "../proof/property-tree.ts";
import type { Property } from "../proof/resolve.ts";
import type { Condition } from "../syntax/tree.ts";

/** The names present in one reaction, inputs and outputs. */
export type Moment = ReadonlySet<string>;

export function isTrue(condition: Condition, moment: Moment): boolean {
  if (condition.kind === "signal") return moment.has(condition.name.text);
  if (condition.kind === "not") return !isTrue(condition.operand, moment);
  const [left, right] = [isTrue(condition.left, moment), isTrue(condition.right, moment)];
  return condition.kind === "and" ? left && right : left || right;
}

export interface NaiveStep {
  readonly moment: Moment;
  readonly inputs: Moment;
  readonly to: number;
}

/** One step for each set of inputs that relations and assumptions allow. */
export function stepsOf(automaton: Automaton, property: Property, state: number): NaiveStep[] {
  const { data } = automaton;
  const without = property.assumptions.without.map((n) => n.text);
  const free = data.inputs.flatMap((s, i) => (without.includes(s.name) ? [] : [i]));
  const steps: NaiveStep[] = [];
  for (let bits = 0; bits < 1 << free.length; bits++) {
    const present = new Uint8Array(data.inputs.length);
    free.forEach((i, k) => {
      present[i] = (bits >> k) & 1;
    });
    if (brokenRelation(data.relations, present) >= 0) continue;
    const inputs = new Set(data.inputs.flatMap((s, i) => (present[i] === 1 ? [s.name] : [])));
    const { given } = property.assumptions;
    if (given !== null && !isTrue(given, inputs)) continue;
    const leaf = automaton.leafAt(state, present);
    const outputs = automaton.outputsOf(leaf).map((o) => data.outputs[o]!.name);
    steps.push({ moment: new Set([...inputs, ...outputs]), inputs, to: automaton.nextOf(leaf) });
  }
  return steps;
}

/** Is the reaction at a place within the scope? */
function inScope({ scope }: Property, run: readonly Moment[], at: number): boolean {
  let first = 0;
  if (scope.after !== null) {
    const opened = run.findIndex((m) => isTrue(scope.after!, m));
    if (opened < 0 || opened >= at) return false;
    first = opened + 1;
  }
  return scope.until === null || !run.slice(first, at).some((m) => isTrue(scope.until!, m));
}

/** Where matches of a sequence that begin at a place end. */
function matches(sequence: Sequence, run: readonly Moment[], at: number): Set<number> {
  switch (sequence.kind) {
    case "any":
      return new Set(at < run.length ? [at + 1] : []);
    case "one":
      return new Set(at < run.length && isTrue(sequence.condition, run[at]!) ? [at + 1] : []);
    case "either":
      return new Set(sequence.parts.flatMap((p) => [...matches(p, run, at)]));
    case "then": {
      let ends = new Set([at]);
      for (const part of sequence.parts) ends = new Set([...ends].flatMap((k) => [...matches(part, run, k)]));
      return ends;
    }
    case "repeat": {
      const ends = new Set<number>();
      let now = new Set([at]);
      const most = sequence.most ?? run.length + sequence.least;
      for (let n = 0; n <= most && now.size > 0; n++) {
        if (n >= sequence.least) for (const k of now) ends.add(k);
        now = new Set([...now].flatMap((k) => [...matches(sequence.part, run, k)]));
      }
      return ends;
    }
  }
}

/** The last of two kinds of things says whether something lasts; where both come together it begins again. */
function lasts(run: readonly Moment[], begins: (m: Moment) => boolean, ends: (m: Moment) => boolean): boolean {
  const last = run.findLast((m) => begins(m) || ends(m));
  return last !== undefined && begins(last);
}

/** From START to the STOPPED that follows a STOP. */
function runs(run: readonly Moment[], task: string): boolean {
  const after = (from: number, name: string): number => run.findIndex((m, k) => k >= from && m.has(`${name}_${task}`));
  let from = 0;
  for (;;) {
    const start = after(from, "START");
    if (start < 0) return false;
    const stop = after(start, "STOP");
    const stopped = stop < 0 ? -1 : after(stop + 1, "STOPPED");
    if (stopped < 0) return true;
    // The reaction that ends it may begin it anew.
    from = stopped;
  }
}

const isAlternation = (word: string): boolean => /^(ab)*a?$/.test(word);

/** Whether a finite run violates a property; of the forms that a finite run can violate. */
export function isViolated(property: Property, run: readonly Moment[]): boolean {
  const { form } = property;
  const places = run.map((_, k) => k);
  switch (form.kind) {
    case "never":
    case "always": {
      const wanted = form.kind === "never";
      return places.some((k) => inScope(property, run, k) && isTrue(form.condition, run[k]!) === wanted);
    }
    case "response": {
      const { demand } = form;
      if (demand.kind !== "same" && demand.kind !== "within") throw new Error("no finite run decides this");
      const wait = demand.kind === "same" ? 0 : demand.reactions;
      return places.some(
        (k) =>
          inScope(property, run, k) &&
          isTrue(form.trigger, run[k]!) &&
          k + wait < run.length &&
          !run.slice(k, k + wait + 1).some((m) => isTrue(form.answer, m)),
      );
    }
    case "precedence":
      return places.some((k) => {
        if (!isTrue(form.event, run[k]!)) return false;
        const cause = run.findLastIndex((m, j) => j <= k && isTrue(form.cause, m));
        return cause < 0 || (form.since !== null && run.slice(cause + 1, k + 1).some((m) => isTrue(form.since!, m)));
      });
    case "alternation": {
      const letters = run.map((m) => (isTrue(form.second, m) ? "b" : "") + (isTrue(form.first, m) ? "a" : ""));
      return !isAlternation(letters.join(""));
    }
    case "conflict":
      return form.owners.some(({ text }) => {
        if (run.some((m) => m.has(`CONFLICT_${text}`))) return true;
        const letters = run.map(
          (m) => (m.has(`StoppedServoing_${text}`) ? "b" : "") + (m.has(`StartServoing_${text}`) ? "a" : ""),
        );
        return !isAlternation(letters.join(""));
      });
    case "beside": {
      const on = (task: string, part: readonly Moment[]): boolean =>
        form.span === "runs"
          ? runs(part, task)
          : lasts(
              part,
              (m) => m.has(`START_${task}`),
              (m) => m.has(`STOP_${task}`),
            );
      return places.some((k) => {
        const part = run.slice(0, k + 1);
        return on(form.first.text, part) && on(form.second.text, part);
      });
    }
    case "overlap":
      return places.some((k) =>
        [form.first, form.second].every(({ from, to }) =>
          lasts(
            run.slice(0, k + 1),
            (m) => isTrue(from, m),
            (m) => isTrue(to, m),
          ),
        ),
      );
    case "sequence":
      return places.some((k) => matches(form.sequence, run, k).size > 0);
    default:
      throw new Error(`${form.kind} is decided by endless runs`);
  }
}

/** The length of a shortest violation, if there is one of at most so many reactions. Every run is written down. */
export function shortestViolation(automaton: Automaton, property: Property, most: number): number | null {
  const known = new Map<number, NaiveStep[]>();
  const steps = (state: number): NaiveStep[] => {
    const found = known.get(state) ?? stepsOf(automaton, property, state);
    known.set(state, found);
    return found;
  };
  const run: Moment[] = [];
  const search = (state: number, left: number): boolean =>
    steps(state).some(({ moment, to }) => {
      run.push(moment);
      const found = left === 1 ? isViolated(property, run) : search(to, left - 1);
      run.pop();
      return found;
    });
  for (let length = 1; length <= most; length++) if (search(0, length)) return length;
  return null;
}
