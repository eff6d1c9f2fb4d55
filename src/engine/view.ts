/**
 * What an observer sees: the plant as it is at one instant, on a copy. The continuous state is brought to the instant by
 * a side step from the last step boundary, so looking never moves a boundary (SPEC.md, rule 6).
 */
import { S_PER_NS } from "../core/index.ts";
import { allFinite } from "./finite.ts";
import type { Model, PlacedSystem, SystemPlace } from "./model.ts";
import type { RecordSlot, State } from "./state.ts";

export class View {
  /** The instant looked at, and the number of the observer's sample. */
  readonly instant_ns = new Float64Array(1);
  sample = 0;
  /** After a failed side step: the integrator's negative code, or what it counted if the state came out not finite. */
  failureCode = 0;
  /** Continuous state at the instant, laid out like State.x. Writing to it reaches nothing. */
  readonly x: Float64Array;
  /** The copies themselves; x is made from them for every look, so that what one observer writes no other sees. */
  readonly #copies: Float64Array;
  readonly #systems: readonly PlacedSystem[];
  readonly #all: readonly SystemPlace[];
  readonly #state: State;
  readonly #span = new Float64Array(2);
  // Per system: the instant its copy stands at, and the epoch (count of plant changes) in which it was made.
  readonly #copied_ns: Float64Array;
  readonly #copiedEpoch: Float64Array;
  // Per system: the number of the look that last asked for it. What the present look did not ask for is NaN.
  readonly #asked: Float64Array;
  #look = 0;
  #shown: readonly SystemPlace[] = [];

  constructor(model: Model, state: State) {
    this.x = new Float64Array(state.x.length);
    this.#copies = new Float64Array(state.x.length);
    this.#systems = model.systems;
    this.#all = model.systems.map((s) => s.place);
    this.#state = state;
    this.#copied_ns = new Float64Array(model.systems.length).fill(-1);
    this.#copiedEpoch = new Float64Array(model.systems.length).fill(-1);
    this.#asked = new Float64Array(model.systems.length);
    this.x.fill(Number.NaN);
  }

  get now_ns(): number {
    return this.instant_ns[0];
  }

  /** An observer's own discrete state. What belongs to the plant is here to be read. */
  get reals(): Float64Array {
    return this.#state.reals;
  }

  get integers(): Int32Array {
    return this.#state.integers;
  }

  get bytes(): Uint8Array {
    return this.#state.bytes;
  }

  record<T>(slot: RecordSlot<T>): T {
    return this.#state.record(slot);
  }

  setRecord<T>(slot: RecordSlot<T>, value: T): void {
    this.#state.setRecord(slot, value);
  }

  /**
   * Copies the given systems (all when left out) and side-steps the copies to the instant, which no boundary has passed.
   * The others become NaN: an observer that reads what it did not declare shall notice, not see leftovers. Returns −1, or
   * the index of a system whose side step failed; failureCode tells how.
   */
  bring(reads: readonly SystemPlace[] | undefined, epoch: number): number {
    const places = reads ?? this.#all;
    const now_ns = this.instant_ns[0];
    this.#look++;
    for (let j = 0; j < places.length; j++) {
      const { index: i, at, stride, copies } = places[j];
      this.#asked[i] = this.#look;
      if (this.#copied_ns[i] !== now_ns || this.#copiedEpoch[i] !== epoch) {
        if (!this.#sideStep(i)) return i;
        this.#copied_ns[i] = now_ns;
        this.#copiedEpoch[i] = epoch;
      }
      for (let k = at; k < at + stride * copies; k++) this.x[k] = this.#copies[k];
    }
    if (places !== this.#shown) this.#hideOthers(places);
    return -1;
  }

  #hideOthers(places: readonly SystemPlace[]): void {
    for (let j = 0; j < this.#shown.length; j++) {
      const { index, at, stride, copies } = this.#shown[j];
      if (this.#asked[index] === this.#look) continue;
      for (let k = at; k < at + stride * copies; k++) this.x[k] = Number.NaN;
    }
    this.#shown = places;
  }

  #sideStep(i: number): boolean {
    const { system, place } = this.#systems[i];
    const { x } = this.#state;
    const copies = this.#copies;
    const end = place.at + place.stride * place.copies;
    for (let j = place.at; j < end; j++) copies[j] = x[j];
    const from_ns = this.#state.reached_ns[i];
    if (from_ns === this.instant_ns[0]) return true;
    this.#span[0] = from_ns * S_PER_NS;
    this.#span[1] = (this.instant_ns[0] - from_ns) * S_PER_NS;
    for (let at = place.at; at < end; at += place.stride) {
      this.failureCode = system.integrator.step(system, copies, at, this.#span);
      if (this.failureCode < 0 || !allFinite(copies, at, system.size)) return false;
    }
    return true;
  }
}
