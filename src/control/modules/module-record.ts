/**
 * What a module works on in one step: a record of its own, apart from the engine's reals.
 *
 *   begin   what it may read and what it owns is copied in
 *   step    the module reads and writes the record
 *   strays  whether it has written outside what it owns
 *   commit  what it owns is copied back; where this is left out, the step has not happened
 *
 *   … guard, stamp, input, … guard, parameter, … guard, output, … guard, memory, guard, shown, … guard, questions and answers, guards
 *
 * A law that forgets where its memory begins, or writes one number too many, meets a guard and not its neighbour. Guards hold a mark
 * (setpoint-watch.ts): reading one gives NaN. Typed arrays drop what is written beyond their end: a law that does so reads it back as
 * undefined. The record holds nothing between steps.
 */
import type { ConnectedModule, ConnectedProgram } from "./connected-program.ts";
import { isMarked, mark } from "./setpoint-watch.ts";

export interface RecordPlaces {
  readonly slotAt: readonly number[];
  /** Of the question's first field; the answer follows it. */
  readonly requestAt: readonly number[];
  readonly memoryAt: number;
  readonly shownAt: number;
}

/** Behind the last place: an array that is filled beyond its end begins here. */
const LAST_GUARDS = 8;

/** A stretch of the engine's reals and its copy. */
interface Stretch {
  readonly name: string;
  readonly from: number;
  readonly at: number;
  readonly size: number;
}

export class ModuleRecord {
  readonly reals: Float64Array;
  readonly memoryAt: number;
  readonly shownAt: number;
  readonly inAt: readonly number[];
  readonly outAt: readonly number[];
  readonly parameterAt: readonly number[];
  readonly questionAt: readonly number[];
  readonly answerAt: readonly number[];
  /** What it may read only, and what it owns. */
  readonly #read: readonly Stretch[];
  readonly #owned: readonly Stretch[];
  readonly #guards: Int32Array;
  readonly #bits: Uint32Array;
  /** Place of the first number that is wrong; −1 for none. */
  #wrong = -1;

  constructor(program: ConnectedProgram, connected: ConnectedModule, places: RecordPlaces) {
    const { module } = connected;
    const read: Stretch[] = [];
    const owned: Stretch[] = [];
    const guards: number[] = [];
    let end = 0;
    const place = (name: string, from: number, size: number, list: Stretch[]): number => {
      guards.push(end++);
      const stretch = { name, from, at: end, size };
      list.push(stretch);
      end += size;
      return stretch.at;
    };
    /** With the time at which it was taken in front. */
    const stamped = (name: string, slot: number): number => {
      if (slot < 0) return -1;
      return place(name, places.slotAt[slot]! - 1, 1 + program.slots[slot]!.message.size, read) + 1;
    };
    this.inAt = connected.inputs.map((slot, k) => stamped(`the input ${module.inputs![k]!.name}`, slot));
    this.parameterAt = connected.parameters.map((slot, k) =>
      stamped(`the parameter ${module.parameters![k]!.name}`, slot),
    );
    this.outAt = connected.outputs.map((slot, k) => {
      const { name, message } = module.outputs![k]!;
      return place(name, places.slotAt[slot]!, message.size, owned);
    });
    this.memoryAt = place("its memory", places.memoryAt, module.memory, owned);
    this.shownAt = place("what it shows", places.shownAt, module.shows.length, owned);
    const requests = connected.requests.map((k, i) => {
      if (k < 0) return { question: -1, answer: -1 };
      const { question, answer } = program.requests[k]!;
      const { name, answers = false } = module.requests![i]!;
      const from = places.requestAt[k]!;
      return {
        question: place(`the question of ${name}`, from, question.size, answers ? read : owned),
        answer: place(`the answer of ${name}`, from + question.size, answer.size, answers ? owned : read),
      };
    });
    this.questionAt = requests.map(({ question }) => question);
    this.answerAt = requests.map(({ answer }) => answer);
    for (let i = 0; i < LAST_GUARDS; i++) guards.push(end++);

    this.#read = read;
    this.#owned = owned;
    this.#guards = Int32Array.from(guards);
    // A place that does not exist, such as that of an eighth output, is undefined: to write there would only give the array a property.
    this.reals = Object.preventExtensions(new Float64Array(end));
    this.#bits = new Uint32Array(this.reals.buffer);
    for (const at of guards) mark(this.#bits, at);
  }

  begin(engine: Float64Array): void {
    const { reals } = this;
    const read = this.#read;
    const owned = this.#owned;
    for (let k = 0; k < read.length; k++) {
      const { from, at, size } = read[k]!;
      for (let i = 0; i < size; i++) reals[at + i] = engine[from + i]!;
    }
    for (let k = 0; k < owned.length; k++) {
      const { from, at, size } = owned[k]!;
      for (let i = 0; i < size; i++) reals[at + i] = engine[from + i]!;
    }
  }

  commit(engine: Float64Array): void {
    const { reals } = this;
    const owned = this.#owned;
    for (let k = 0; k < owned.length; k++) {
      const { from, at, size } = owned[k]!;
      for (let i = 0; i < size; i++) engine[from + i] = reals[at + i]!;
    }
  }

  /** Whether the step has written outside what the module owns. */
  strays(engine: Float64Array): boolean {
    const { reals } = this;
    const guards = this.#guards;
    const read = this.#read;
    for (let k = 0; k < guards.length; k++) {
      if (!isMarked(this.#bits, guards[k]!)) return this.#isWrong(guards[k]!);
    }
    for (let k = 0; k < read.length; k++) {
      const { from, at, size } = read[k]!;
      for (let i = 0; i < size; i++) {
        const value = reals[at + i]!;
        const before = engine[from + i]!;
        if (value !== before && !(Number.isNaN(value) && Number.isNaN(before))) return this.#isWrong(at + i);
      }
    }
    return false;
  }

  /** What was last found wrong, in words. */
  whatStrays(): string {
    const all = [...this.#read, ...this.#owned].sort((a, b) => a.at - b.at);
    const inside = this.#read.find(({ at, size }) => this.#wrong >= at && this.#wrong < at + size);
    if (inside !== undefined) return `${inside.name}, which it may only read`;
    const before = all.filter(({ at }) => at <= this.#wrong).at(-1);
    if (before === undefined) return "a place in front of all that it has";
    const { name, at, size } = before;
    return `a place behind ${name} (${size} ${size === 1 ? "number" : "numbers"}): number ${this.#wrong - at}, counted from 0`;
  }

  #isWrong(place: number): true {
    this.#wrong = place;
    return true;
  }
}
