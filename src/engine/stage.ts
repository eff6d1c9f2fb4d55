/**
 * The continuous state as one actor sees it: a buffer laid out like State.x in which the systems that it declared stand at
 * the present instant and everything else is NaN. Copies of what is only read are kept until their system is written, so
 * that a read costs at most one side step per system and instant, and none where the system stands at the instant; a landing at an instant at which a copy was made takes
 * the copy, which is the same step from the same start.
 */
import { InvariantError } from "../core/index.ts";
import type { Model, PlacedActor, SystemPlace } from "./model.ts";
import type { State } from "./state.ts";

export class Stage {
  readonly x: Float64Array;
  /** The copies, laid out like State.x. */
  readonly copies: Float64Array;
  readonly #model: Model;
  readonly #state: State;
  /** Per system: the instant its copy stands at, and the version of the system that it was made of. */
  readonly #copied_ns: Float64Array;
  readonly #copiedVersion: Float64Array;
  readonly #versions: Float64Array;
  #writes: readonly SystemPlace[] = [];
  #reads: readonly SystemPlace[] = [];

  constructor(model: Model, state: State) {
    this.x = new Float64Array(state.x.length).fill(Number.NaN);
    this.copies = new Float64Array(state.x.length);
    this.#model = model;
    this.#state = state;
    this.#copied_ns = new Float64Array(model.systems.length).fill(-1);
    this.#copiedVersion = new Float64Array(model.systems.length);
    this.#versions = new Float64Array(model.systems.length);
  }

  /** True when nothing is shown. */
  get bare(): boolean {
    return this.#writes.length === 0 && this.#reads.length === 0;
  }

  /** Whether the copy of a system stands at an instant and is of its present state. */
  isFresh(i: number, t_ns: Float64Array): boolean {
    return this.#copied_ns[i] === t_ns[0] && this.#copiedVersion[i] === this.#versions[i];
  }

  /** The copy of a system has been brought to an instant. */
  markFresh(i: number, t_ns: Float64Array): void {
    this.#copied_ns[i] = t_ns[0];
    this.#copiedVersion[i] = this.#versions[i];
  }

  /** A system has been written: what was copied of it is not true any more. */
  markWritten(i: number): void {
    this.#versions[i]++;
  }

  /** Shows systems that have been landed, and copies that have been brought to the instant; hides what was shown before. */
  show(writes: readonly SystemPlace[], reads: readonly SystemPlace[]): void {
    if (writes !== this.#writes || reads !== this.#reads) this.hide();
    this.#writes = writes;
    this.#reads = reads;
    for (let j = 0; j < reads.length; j++) copyBlock(this.x, this.#sourceOf(reads[j].index), reads[j]);
    for (let j = 0; j < writes.length; j++) copyBlock(this.x, this.#state.x, writes[j]);
  }

  /** Where a system that is read stands at the present instant: in the state itself, or in its copy. */
  #sourceOf(i: number): Float64Array {
    return this.#state.reached_ns[i] === this.#state.instant_ns[0] ? this.#state.x : this.copies;
  }

  /** What the actor wrote becomes the state. */
  takeOver(): void {
    for (let j = 0; j < this.#writes.length; j++) {
      copyBlock(this.#state.x, this.x, this.#writes[j]);
      this.#versions[this.#writes[j].index]++;
    }
  }

  hide(): void {
    for (let j = 0; j < this.#writes.length; j++) hideBlock(this.x, this.#writes[j]);
    for (let j = 0; j < this.#reads.length; j++) hideBlock(this.x, this.#reads[j]);
    this.#writes = NOTHING;
    this.#reads = NOTHING;
  }

  /** Fails when an actor wrote to a system that it declared to read, or not to touch. Costs a look at the whole state. */
  check({ path, writes, reads }: PlacedActor): void {
    for (const place of reads) {
      if (writes.some((own) => own.at === place.at)) continue;
      const source = this.#sourceOf(place.index);
      for (let k = place.at; k < place.at + place.stride * place.copies; k++) {
        if (!Object.is(this.x[k], source[k])) this.#refuse(path, k, "which it only reads");
      }
    }
    this.hide();
    for (let k = 0; k < this.x.length; k++) {
      if (!Number.isNaN(this.x[k])) this.#refuse(path, k, "which it does not declare");
    }
  }

  #refuse(path: string, k: number, why: string): never {
    this.x.fill(Number.NaN);
    const owner = this.#model.systems.find(({ place: { at, stride, copies } }) => k >= at && k < at + stride * copies);
    throw new InvariantError(`${path} writes to ${owner?.system.path}, ${why}`);
  }
}

const NOTHING: readonly SystemPlace[] = [];

function copyBlock(to: Float64Array, from: Float64Array, { at, stride, copies }: SystemPlace): void {
  const end = at + stride * copies;
  for (let k = at; k < end; k++) to[k] = from[k];
}

function hideBlock(x: Float64Array, { at, stride, copies }: SystemPlace): void {
  const end = at + stride * copies;
  for (let k = at; k < end; k++) x[k] = Number.NaN;
}
