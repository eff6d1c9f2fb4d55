/**
 * Robot-tasks that do nothing but answer, as a script says: INITOK_x and STOPPED_x so long after they are asked for, and events so
 * long after each start. A task that is commanded to stop forgets the events that it would still have given.
 *
 * All that changes is when each answer is due (ns, ∞: not), one number for each, at a place that the owner chooses.
 */
import type { Automaton } from "../automaton/automaton.ts";
import type { MockAnswers } from "./script.ts";

interface AnswerSlot {
  readonly input: number;
  readonly after_ns: number;
}

interface TaskSlots {
  readonly init: number;
  readonly stop: number;
  /** First and last + 1. */
  readonly events: number;
  readonly end: number;
}

const NOT_DUE = Number.POSITIVE_INFINITY;

export class MockTasks {
  readonly #slots: AnswerSlot[] = [];
  readonly #tasks = new Map<string, TaskSlots>();

  /** Answers in the order of the automaton's tasks. */
  constructor(automaton: Automaton, answers: readonly MockAnswers[]) {
    automaton.data.tasks.forEach(({ name }, k) => {
      const { init_ns, stop_ns, events } = answers[k]!;
      const first = this.#slots.length;
      this.#slots.push({ input: automaton.inputFor("initialised", name), after_ns: init_ns });
      this.#slots.push({ input: automaton.inputFor("stopped", name), after_ns: stop_ns });
      this.#slots.push(...events.map((e) => ({ input: e.input, after_ns: e.after_ns })));
      this.#tasks.set(name, { init: first, stop: first + 1, events: first + 2, end: this.#slots.length });
    });
  }

  get size(): number {
    return this.#slots.length;
  }

  initialInto(reals: Float64Array, at: number): void {
    reals.fill(NOT_DUE, at, at + this.size);
  }

  /** When the next answer is due. */
  next_ns(reals: Float64Array, at: number): number {
    let next = NOT_DUE;
    for (let k = at; k < at + this.size; k++) next = Math.min(next, reals[k]!);
    return next;
  }

  /** Passes on the answers that are due, and forgets them. */
  answer(reals: Float64Array, at: number, now_ns: number, give: (input: number) => void): void {
    this.#slots.forEach(({ input }, k) => {
      if (reals[at + k]! > now_ns) return;
      reals[at + k] = NOT_DUE;
      if (input >= 0) give(input);
    });
  }

  init(reals: Float64Array, at: number, now_ns: number, task: string): void {
    this.#ask(reals, at, now_ns, this.#tasks.get(task)!.init);
  }

  start(reals: Float64Array, at: number, now_ns: number, task: string): void {
    const { events, end } = this.#tasks.get(task)!;
    for (let k = events; k < end; k++) this.#ask(reals, at, now_ns, k);
  }

  stop(reals: Float64Array, at: number, now_ns: number, task: string): void {
    const { init, stop, events, end } = this.#tasks.get(task)!;
    reals[at + init] = NOT_DUE;
    reals.fill(NOT_DUE, at + events, at + end);
    this.#ask(reals, at, now_ns, stop);
  }

  #ask(reals: Float64Array, at: number, now_ns: number, slot: number): void {
    reals[at + slot] = now_ns + this.#slots[slot]!.after_ns;
  }
}
