/**
 * Robot-tasks of the reference interpreter: one plain object each, moved once per reaction by rules 26 to 42 of
 * docs/mission-language.md. Nothing here is tested by the mission within the same reaction, except the outcome of a
 * call, which follows from the phase and the inputs alone.
 */
import type { TaskDeclaration } from "../syntax/tree.ts";

/** The end a task comes to: good, the name of a type 2 exception, or lost (nothing waits for it). */
export type End = { readonly kind: "good" | "lost" } | { readonly kind: "exception"; readonly name: string };

export type Phase =
  | { readonly kind: "idle" | "wait" | "init" | "ready" | "active" }
  | { readonly kind: "ending" | "ended"; readonly end: End };

/** What happened to the calls of a task in one reaction (rule 28), each true if it is for any of them. */
export interface CallNews {
  readonly begun: boolean;
  readonly held: boolean;
  readonly returned: boolean;
  readonly dropped: boolean;
  /** How many calls are there at the end of the reaction. */
  readonly there: number;
}

/** What the tasks see of a reaction. */
export interface ReactionFacts {
  readonly present: (name: string) => boolean;
  readonly fatal: boolean;
  readonly outputs: Set<string>;
}

export class ReferenceTask {
  readonly name: string;
  readonly resources: readonly string[];
  readonly preconditions: readonly string[];
  readonly hasInit: boolean;
  /** Every group must be met; a group with `any` by one of its signals. */
  readonly postconditions: readonly { readonly any: boolean; readonly signals: readonly string[] }[];
  readonly type1: readonly string[];
  /** In the order of the text. `only`: the one phase in which it counts (rule 35), null for all four. */
  readonly type2: readonly { readonly name: string; readonly only: "wait" | "active" | null }[];
  readonly type3: readonly string[];
  readonly hasStopLimit: boolean;

  phase: Phase = { kind: "idle" };
  /** A call waits until the task, which nothing else waits for, has stopped (rule 29). */
  waiting = false;
  owns = false;
  /** Post-conditions that have been present while active (rule 33). */
  readonly met: Set<string> = new Set();

  constructor(declaration: TaskDeclaration) {
    this.name = declaration.name.text;
    this.resources = [...new Set(declaration.resources.map((r) => r.text))];
    const preconditions: string[] = [];
    const postconditions: { any: boolean; signals: string[] }[] = [];
    const type1: string[] = [];
    const type2: { name: string; only: "wait" | "active" | null }[] = [];
    const type3: string[] = [];
    let hasInit = false;
    let hasStopLimit = false;
    for (const clause of declaration.clauses) {
      switch (clause.kind) {
        case "pre":
          preconditions.push(...clause.conditions.map((c) => c.text));
          if (clause.limit !== null) type2.push({ name: clause.limit.exception.text, only: "wait" });
          break;
        case "init":
          hasInit = true;
          break;
        case "post":
          postconditions.push({ any: clause.any, signals: clause.conditions.map((c) => c.text) });
          break;
        case "type1":
          type1.push(clause.event.text);
          break;
        case "type2":
          for (const event of clause.events) {
            type2.push({ name: event.name.text, only: event.after === null ? null : "active" });
          }
          break;
        case "type3":
          type3.push(...clause.events.map((e) => e.text));
          break;
        case "stop":
          hasStopLimit = true;
          break;
      }
    }
    this.preconditions = preconditions;
    this.postconditions = postconditions;
    this.type1 = type1;
    this.type2 = type2;
    this.type3 = type3;
    this.hasInit = hasInit;
    this.hasStopLimit = hasStopLimit;
  }

  /** Names of the signals of the mission that the task looks at. */
  get events(): string[] {
    return [
      ...this.preconditions,
      ...this.postconditions.flatMap((p) => p.signals),
      ...this.type1,
      ...this.type2.map((e) => e.name),
      ...this.type3,
    ];
  }

  /** Rules 36 and 37: what a call that gets control now comes to; null: nothing yet. */
  outcome(present: (name: string) => boolean): End | null {
    const { phase } = this;
    if (phase.kind === "ended") return phase.end;
    if (phase.kind !== "ending" || phase.end.kind === "lost") return null;
    return present(`STOPPED_${this.name}`) ? phase.end : null;
  }

  /** Rules 29 to 31 and 33 to 39: everything but the start, which needs all tasks to have moved. */
  move(news: CallNews, facts: ReactionFacts): void {
    switch (this.phase.kind) {
      case "idle":
        break;
      case "wait":
      case "init":
      case "ready":
      case "active":
        this.#work(this.phase.kind, news, facts);
        break;
      case "ending":
        this.#end(this.phase.end, news, facts);
        break;
      case "ended":
        if (news.dropped) this.#aborted(facts);
        if (news.returned || news.dropped) this.phase = { kind: "idle" };
        break;
    }
    // Rule 28: a call that begins while another is there changes nothing.
    const newcomer = news.begun && !news.held;
    if (this.phase.kind === "idle") {
      if (newcomer || this.waiting) this.#begin(facts);
      this.waiting = false;
    } else if (this.phase.kind === "ending" && this.phase.end.kind === "lost" && newcomer) {
      this.waiting = true;
    }
  }

  #work(phase: "wait" | "init" | "ready" | "active", news: CallNews, facts: ReactionFacts): void {
    const { present, outputs } = facts;
    const exception = this.type2.find((e) => (e.only === null || e.only === phase) && present(e.name));
    if (news.dropped) {
      outputs.add(`STOP_${this.name}`);
      if (exception === undefined) this.#aborted(facts);
      this.phase = { kind: "ending", end: { kind: "lost" } };
    } else if (exception !== undefined) {
      outputs.add(`STOP_${this.name}`);
      this.phase = { kind: "ending", end: { kind: "exception", name: exception.name } };
    } else if (phase === "wait") {
      if (this.preconditions.every(present)) this.#prepare(facts);
    } else if (phase === "init") {
      if (present(`INITOK_${this.name}`)) this.phase = { kind: "ready" };
    } else if (phase === "active") {
      for (const group of this.postconditions) {
        for (const signal of group.signals) if (present(signal)) this.met.add(signal);
      }
      if (this.#postconditionsMet()) {
        outputs.add(`STOP_${this.name}`);
        this.phase = { kind: "ending", end: { kind: "good" } };
      } else {
        for (const event of this.type1) if (present(event)) outputs.add(`PARAM_${this.name}_${event}`);
      }
    }
  }

  #postconditionsMet(): boolean {
    const met = (signal: string) => this.met.has(signal);
    return (
      this.postconditions.length > 0 &&
      this.postconditions.every((group) => (group.any ? group.signals.some(met) : group.signals.every(met)))
    );
  }

  #end(end: End, news: CallNews, facts: ReactionFacts): void {
    if (news.dropped) {
      this.#aborted(facts);
      this.waiting = false;
    }
    if (facts.present(`STOPPED_${this.name}`)) {
      if (this.owns) for (const r of this.resources) facts.outputs.add(`StoppedServoing_${r}`);
      this.owns = false;
      const calledBack = end.kind === "lost" || news.returned || news.dropped;
      this.phase = calledBack ? { kind: "idle" } : { kind: "ended", end };
    } else if (news.dropped) {
      this.phase = { kind: "ending", end: { kind: "lost" } };
    }
  }

  #aborted(facts: ReactionFacts): void {
    if (!facts.fatal) facts.outputs.add(`ABORTED_${this.name}`);
  }

  /** Rule 29. */
  #begin(facts: ReactionFacts): void {
    if (this.preconditions.every(facts.present)) {
      this.#prepare(facts);
    } else {
      this.phase = { kind: "wait" };
      facts.outputs.add(`WAIT_${this.name}`);
    }
  }

  /** Rule 30. */
  #prepare(facts: ReactionFacts): void {
    if (this.hasInit) {
      facts.outputs.add(`INIT_${this.name}`);
      this.phase = { kind: "init" };
    } else {
      this.phase = { kind: "ready" };
    }
  }

  /** Rule 32, its second half. */
  start(outputs: Set<string>): void {
    outputs.add(`START_${this.name}`);
    for (const r of this.resources) outputs.add(`StartServoing_${r}`);
    this.owns = true;
    this.met.clear();
    this.phase = { kind: "active" };
  }
}

/** Moves all tasks by one reaction; true if there was a conflict (rule 41). */
export function moveTasks(
  tasks: readonly ReferenceTask[],
  news: ReadonlyMap<ReferenceTask, CallNews>,
  facts: ReactionFacts,
): boolean {
  for (const task of tasks) task.move(news.get(task)!, facts);

  const users = new Map<string, number>();
  for (const task of tasks) {
    const { kind } = task.phase;
    if (kind !== "init" && kind !== "ready" && kind !== "active") continue;
    for (const r of task.resources) users.set(r, (users.get(r) ?? 0) + 1);
  }
  const disputed = (resource: string) => (users.get(resource) ?? 0) > 1;
  const crowded = (task: ReferenceTask) => news.get(task)!.there > 1;
  let conflict = false;
  for (const [resource] of users) {
    if (!disputed(resource)) continue;
    facts.outputs.add(`CONFLICT_${resource}`);
    conflict = true;
  }
  for (const task of tasks) {
    if (!crowded(task)) continue;
    facts.outputs.add(`CONFLICT_${task.name}`);
    conflict = true;
  }

  const owned = new Set<string>();
  for (const task of tasks) if (task.owns) for (const r of task.resources) owned.add(r);
  for (const task of tasks) {
    if (task.phase.kind !== "ready" || crowded(task)) continue;
    if (task.resources.some((r) => disputed(r) || owned.has(r))) continue;
    task.start(facts.outputs);
    for (const r of task.resources) owned.add(r);
  }
  return conflict;
}
