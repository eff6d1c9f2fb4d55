/**
 * Everything that changes in a run lies here, and nowhere else.
 *
 * A StateLayout gives out places while a model is built and is closed when the model is complete; a State is one set of
 * buffers of that layout. Components keep places (numbers), never buffers, so the same model runs on any number of
 * states: a snapshot is a copy of the buffers, a fork a second state.
 *
 * | buffer   | holds                                                                            |
 * |----------|----------------------------------------------------------------------------------|
 * | x        | continuous systems: integrated states, held inputs, integrator memory            |
 * | reals    | discrete numbers: set-points, filters, port contents                             |
 * | integers | counters, random streams, flags                                                  |
 * | bytes    | payloads                                                                         |
 * | records  | plain objects, for rooms where clarity matters more than speed (missions, tasks) |
 */
import { invariant, RandomStream, type Seed, STREAM_WORDS } from "../core/index.ts";
import { type CalendarSnapshot, EventCalendar } from "./calendar.ts";
import { clonePlain } from "./plain-data.ts";

/** Place of a record; T is only for the compiler. */
export interface RecordSlot<T> {
  readonly index: number;
  readonly initial: () => T;
}

type BufferName = "x" | "reals" | "integers" | "bytes";

export interface StateBlock {
  readonly path: string;
  readonly buffer: BufferName | "records";
  readonly at: number;
  readonly size: number;
}

export class StateLayout {
  readonly seed: Seed;
  readonly #blocks: StateBlock[] = [];
  readonly #sizes: Record<BufferName, number> = { x: 0, reals: 0, integers: 0, bytes: 0 };
  readonly #initialReals: { at: number; values: readonly number[] }[] = [];
  readonly #records: RecordSlot<unknown>[] = [];
  readonly #streams = new Map<string, RandomStream>();
  #closed = false;

  constructor(seed: Seed) {
    this.seed = seed;
  }

  /** Continuous state; used by the model builder, which knows what an integrator keeps behind it. */
  continuous(path: string, size: number): number {
    return this.#place(path, "x", size);
  }

  /** Discrete real numbers, zero unless initial values are given. */
  reals(path: string, size: number, initial: readonly number[] = []): number {
    const at = this.#place(path, "reals", size);
    invariant(initial.length <= size, `${path}: ${initial.length} initial values for ${size} places`);
    if (initial.length > 0) this.#initialReals.push({ at, values: [...initial] });
    return at;
  }

  integers(path: string, size: number): number {
    return this.#place(path, "integers", size);
  }

  bytes(path: string, size: number): number {
    return this.#place(path, "bytes", size);
  }

  /** A plain object that is replaced or changed freely; copied deeply by snapshots. */
  record<T>(path: string, initial: () => T): RecordSlot<T> {
    const index = this.#records.length;
    const slot = { index, initial };
    this.#add({ path, buffer: "records", at: index, size: 1 });
    this.#records.push(slot);
    return slot;
  }

  /** The random stream of a name. One name is one stream: a second request for it is a mistake in the model. */
  stream(name: string): RandomStream {
    invariant(!this.#streams.has(name), `two components ask for the random stream "${name}"`);
    const stream = new RandomStream(this.seed, name, this.integers(`${name} (stream)`, STREAM_WORDS));
    this.#streams.set(name, stream);
    return stream;
  }

  close(): void {
    this.#closed = true;
  }

  get blocks(): readonly StateBlock[] {
    return this.#blocks;
  }

  sizeOf(buffer: BufferName): number {
    return this.#sizes[buffer];
  }

  /** Fills fresh buffers with the initial values that were declared. */
  initialise(state: State): void {
    for (const { at, values } of this.#initialReals) state.reals.set(values, at);
    for (const slot of this.#records) state.records[slot.index] = slot.initial();
  }

  #place(path: string, buffer: BufferName, size: number): number {
    const at = this.#sizes[buffer];
    this.#add({ path, buffer, at, size });
    this.#sizes[buffer] = at + size;
    return at;
  }

  #add(block: StateBlock): void {
    invariant(!this.#closed, `${block.path} asks for state after the model was built`);
    invariant(
      Number.isInteger(block.size) && block.size >= 0,
      `${block.path} asks for ${block.size} places, which is not a count`,
    );
    this.#blocks.push(block);
  }
}

/** A copy of a state at one moment: plain data, which can be kept, sent to a worker or restored any number of times. */
export interface Snapshot {
  readonly now_ns: number;
  readonly phase: number;
  readonly round: number;
  readonly batch: number;
  readonly reached_ns: Float64Array;
  readonly counts: Float64Array;
  readonly x: Float64Array;
  readonly reals: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
  readonly records: readonly unknown[];
  readonly calendar: CalendarSnapshot;
}

export class State {
  readonly layout: StateLayout;
  /** instant_ns[0]: the last instant whose events were handled; in an array, so that setting it boxes no number. */
  readonly instant_ns = new Float64Array(1);
  /** The phase and round reached in it. */
  phase = 0;
  round = 0;
  /** batch[0]: ends of rounds at which messages entered ports. */
  readonly batch = new Float64Array(1);
  /** Per continuous system: the step boundary up to which it has been integrated. */
  readonly reached_ns: Float64Array;
  /** Per actor: events that it has been given. */
  readonly counts: Float64Array;
  readonly x: Float64Array;
  readonly reals: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
  readonly records: unknown[];
  readonly calendar = new EventCalendar();

  constructor(layout: StateLayout, systems: number, actors: number) {
    this.layout = layout;
    this.reached_ns = new Float64Array(systems);
    this.counts = new Float64Array(actors);
    this.x = new Float64Array(layout.sizeOf("x"));
    this.reals = new Float64Array(layout.sizeOf("reals"));
    this.integers = new Int32Array(layout.sizeOf("integers"));
    this.bytes = new Uint8Array(layout.sizeOf("bytes"));
    this.records = [];
    layout.initialise(this);
  }

  get now_ns(): number {
    return this.instant_ns[0];
  }

  record<T>(slot: RecordSlot<T>): T {
    return this.records[slot.index] as T;
  }

  setRecord<T>(slot: RecordSlot<T>, value: T): void {
    this.records[slot.index] = value;
  }

  snapshot(): Snapshot {
    return {
      now_ns: this.now_ns,
      phase: this.phase,
      round: this.round,
      batch: this.batch[0],
      reached_ns: this.reached_ns.slice(),
      counts: this.counts.slice(),
      x: this.x.slice(),
      reals: this.reals.slice(),
      integers: this.integers.slice(),
      bytes: this.bytes.slice(),
      records: this.records.map((record, i) => clonePlain(record, this.#recordPath(i))),
      calendar: this.calendar.snapshot(),
    };
  }

  restore(from: Snapshot): void {
    invariant(
      from.x.length === this.x.length &&
        from.reals.length === this.reals.length &&
        from.integers.length === this.integers.length &&
        from.bytes.length === this.bytes.length &&
        from.records.length === this.records.length &&
        from.reached_ns.length === this.reached_ns.length &&
        from.counts.length === this.counts.length,
      "the snapshot was taken from another model",
    );
    this.instant_ns[0] = from.now_ns;
    this.phase = from.phase;
    this.round = from.round;
    this.batch[0] = from.batch;
    this.reached_ns.set(from.reached_ns);
    this.counts.set(from.counts);
    this.x.set(from.x);
    this.reals.set(from.reals);
    this.integers.set(from.integers);
    this.bytes.set(from.bytes);
    from.records.forEach((record, i) => {
      this.records[i] = clonePlain(record, this.#recordPath(i));
    });
    this.calendar.restore(from.calendar);
  }

  #recordPath(index: number): string {
    return this.layout.blocks.find((block) => block.buffer === "records" && block.at === index)?.path ?? "record";
  }
}
