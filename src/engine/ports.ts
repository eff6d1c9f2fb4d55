/**
 * Typed ports. An OutPort sends messages of one type to the InPorts that connections lead to; an InPort keeps a bounded
 * ring of messages in the engine's state until its owner reads them. Ports are made by a ModelBuilder. Sending and reading
 * copy numbers and allocate nothing; a payload longer than LOOP_BYTES costs a short-lived view.
 *
 * What is sent in a round waits in the outbox (outbox.ts) and enters ports at the round's end (SPEC.md, rules 13 and 14), in
 * the order of (readable instant, rank of the sending port, order of sending). Where the ring is full the first message
 * gives way and is counted as lost.
 */
import { InvariantError, invariant } from "../core/index.ts";
import type { Fields, MessageType } from "./message.ts";
import type { Outbox } from "./outbox.ts";
import type { Phase } from "./phase.ts";
import type { StateLayout } from "./state.ts";

/** What reading from a port needs: the state of a run, at an instant. */
export interface PortContext {
  readonly now_ns: number;
  readonly reals: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
}

/** What sending needs: it happens inside an event. */
export interface SendContext extends PortContext {
  readonly phase: number;
  readonly outbox: Outbox;
}

/** What connections and links need at the end of a round. */
export interface DeliveryContext extends PortContext {
  /** instant_ns[0] is now_ns. */
  readonly instant_ns: Float64Array;
  /** The phase of the round that ends. */
  readonly phase: number;
  /** Number of the round's end: what entered earlier is read earlier. */
  readonly batch: number;
  /** readable_ns[0]: when the message that is being put can be read; in an array, since a number that crosses a call may be boxed. */
  readonly readable_ns: Float64Array;
  /** An event for an actor at readable_ns[0]. */
  wake(wake: Wake): void;
}

/** The actor that is woken when a message becomes readable, and the phase; several wakes of one actor in one round are one. */
export interface Wake {
  readonly actor: number;
  readonly phase: Phase;
}

export interface InPortOptions {
  /** Messages that can wait. */
  readonly capacity?: number;
  /** Longest payload kept, when this port needs less room than the message type allows. Longer ones count as lost. */
  readonly payload?: number;
  readonly wake?: Wake;
  /** Only the newest message counts for the owner: one that gives way to newer ones is not lost. */
  readonly newest?: boolean;
}

/** One sender's way into a port. The rank is known when the model is built. */
export interface Connection {
  readonly from: string;
  rank: number;
}

// A slot of the ring: when readable, in which batch it entered, rank of its sender, length of the payload; then the fields.
const READABLE_NS = 0;
const BATCH = 1;
const RANK = 2;
const PAYLOAD_LENGTH = 3;
const FIELDS = 4;
// Integers of a port.
const FIRST = 0;
const COUNT = 1;
const LOST = 2;

const NO_PAYLOAD = new Uint8Array(0);
/** Up to here a loop over bytes is faster than a view and a block copy. */
const LOOP_BYTES = 48;

export function copyBytes(to: Uint8Array, at: number, from: Uint8Array, fromAt: number, length: number): void {
  if (length <= LOOP_BYTES) for (let i = 0; i < length; i++) to[at + i] = from[fromAt + i];
  else to.set(from.subarray(fromAt, fromAt + length), at);
}

export class InPort<F extends Fields = Fields> {
  readonly path: string;
  readonly type: MessageType<F>;
  readonly capacity: number;
  readonly payload: number;
  readonly wake: Wake | undefined;
  /** Added to the count of lost messages for one that gives way. */
  readonly #loss: 0 | 1;
  readonly #stride: number;
  readonly #realsAt: number;
  readonly #integersAt: number;
  readonly #bytesAt: number;
  readonly #connections: Connection[] = [];

  /** Use ModelBuilder.inPort. */
  constructor(layout: StateLayout, path: string, type: MessageType<F>, options: InPortOptions = {}) {
    this.path = path;
    this.type = type;
    this.capacity = options.capacity ?? 16;
    invariant(
      Number.isInteger(this.capacity) && this.capacity > 0,
      `${path}: the capacity must be an integer above 0, not ${this.capacity}`,
    );
    this.payload = options.payload ?? type.payload;
    this.wake = options.wake;
    this.#loss = options.newest === true ? 0 : 1;
    this.#stride = FIELDS + type.size;
    this.#realsAt = layout.reals(path, this.capacity * this.#stride);
    this.#integersAt = layout.integers(path, 3);
    this.#bytesAt = layout.bytes(path, this.capacity * this.payload);
  }

  /** Called by links while the model is built: messages of the port called `from` will come. */
  expect(from: string): Connection {
    invariant(!this.#connections.some((c) => c.from === from), `${from} is connected to ${this.path} twice`);
    const connection = { from, rank: 0 };
    this.#connections.push(connection);
    return connection;
  }

  /** Called when the model is built: senders are ranked by path, the same in every model that holds the port. */
  rankSenders(): void {
    this.#connections.sort((a, b) => (a.from < b.from ? -1 : 1));
    this.#connections.forEach((connection, rank) => {
      connection.rank = rank;
    });
  }

  /** Called at the end of a round: the message can be read from state.readable_ns[0] on. What is lost is counted. The owner is woken in any case. */
  put(
    state: DeliveryContext,
    rank: number,
    message: Float64Array,
    at: number,
    payload: Uint8Array = NO_PAYLOAD,
    payloadAt = 0,
    payloadLength = 0,
  ): void {
    if (this.wake !== undefined) state.wake(this.wake);
    const { reals, integers, bytes, batch } = state;
    const readable_ns = state.readable_ns[0];
    const counters = this.#integersAt;
    if (payloadLength > this.payload) {
      integers[counters + LOST]++;
      return;
    }
    if (integers[counters + COUNT] === this.capacity) {
      integers[counters + LOST] += this.#loss;
      // The first in the order of reading gives way: it may be this one.
      const first = this.#first(integers);
      if (this.#isBefore(readable_ns, batch, rank, reals, first)) return;
      this.#drop(integers);
    }
    // Usually at the end; in front of what is read later.
    let place = integers[counters + COUNT]++;
    while (place > 0 && this.#isBefore(readable_ns, batch, rank, reals, this.#slotAt(integers, place - 1))) {
      this.#moveSlot(state, place - 1, place);
      place--;
    }
    const slot = (integers[counters + FIRST] + place) % this.capacity;
    const to = this.#realsAt + slot * this.#stride;
    reals[to + READABLE_NS] = readable_ns;
    reals[to + BATCH] = batch;
    reals[to + RANK] = rank;
    reals[to + PAYLOAD_LENGTH] = payloadLength;
    const { size } = this.type;
    for (let i = 0; i < size; i++) reals[to + FIELDS + i] = message[at + i];
    copyBytes(bytes, this.#bytesAt + slot * this.payload, payload, payloadAt, payloadLength);
  }

  /** True when a message can be read now. */
  ready(state: PortContext): boolean {
    const { integers } = state;
    if (integers[this.#integersAt + COUNT] === 0) return false;
    return state.reals[this.#first(integers) + READABLE_NS] <= state.now_ns;
  }

  /** Copies the oldest readable message to out[at ..] and removes it. Returns false when there is none. */
  receive(state: PortContext, out: Float64Array, at: number): boolean {
    if (!this.ready(state)) return false;
    const { reals, integers } = state;
    const from = this.#first(integers) + FIELDS;
    const { size } = this.type;
    for (let i = 0; i < size; i++) out[at + i] = reals[from + i];
    this.#drop(integers);
    return true;
  }

  /** The same for the newest readable message; older ones are removed with it. */
  receiveNewest(state: PortContext, out: Float64Array, at: number): boolean {
    let any = false;
    while (this.receive(state, out, at)) any = true;
    return any;
  }

  /** Copies the payload of the oldest readable message, which stays; returns its length, or −1 when there is none. */
  peekPayload(state: PortContext, out: Uint8Array, at: number): number {
    if (!this.ready(state)) return -1;
    const slot = state.integers[this.#integersAt + FIRST];
    const length = state.reals[this.#first(state.integers) + PAYLOAD_LENGTH];
    copyBytes(out, at, state.bytes, this.#bytesAt + slot * this.payload, length);
    return length;
  }

  /** Messages that gave way to newer ones because the ring was full, or whose payload was too long. */
  lost(state: PortContext): number {
    return state.integers[this.#integersAt + LOST];
  }

  /** Whether a message with these keys is read before the one in a slot. */
  #isBefore(readable_ns: number, batch: number, rank: number, reals: Float64Array, slot: number): boolean {
    const other_ns = reals[slot + READABLE_NS];
    if (readable_ns !== other_ns) return readable_ns < other_ns;
    return batch === reals[slot + BATCH] && rank < reals[slot + RANK];
  }

  /** Begin, in reals, of the place-th waiting message. */
  #slotAt(integers: Int32Array, place: number): number {
    return this.#realsAt + ((integers[this.#integersAt + FIRST] + place) % this.capacity) * this.#stride;
  }

  #moveSlot(state: PortContext, from: number, to: number): void {
    const { reals, integers, bytes } = state;
    const source = this.#slotAt(integers, from);
    const target = this.#slotAt(integers, to);
    for (let i = 0; i < this.#stride; i++) reals[target + i] = reals[source + i];
    if (this.payload === 0) return;
    const first = integers[this.#integersAt + FIRST];
    const sourceBytes = this.#bytesAt + ((first + from) % this.capacity) * this.payload;
    const targetBytes = this.#bytesAt + ((first + to) % this.capacity) * this.payload;
    bytes.copyWithin(targetBytes, sourceBytes, sourceBytes + this.payload);
  }

  #first(integers: Int32Array): number {
    return this.#realsAt + integers[this.#integersAt + FIRST] * this.#stride;
  }

  #drop(integers: Int32Array): void {
    const at = this.#integersAt;
    // An empty ring begins anew: one message at a time always finds the same slot, and the cache has it.
    const left = integers[at + COUNT] - 1;
    const next = integers[at + FIRST] + 1;
    integers[at + COUNT] = left;
    integers[at + FIRST] = left === 0 || next === this.capacity ? 0 : next;
  }
}

/** A way out of an OutPort: into a port of the same model, or into the bytes of a link. */
export interface Carrier {
  carry(
    context: DeliveryContext,
    message: Float64Array,
    at: number,
    payload: Uint8Array,
    payloadAt: number,
    payloadLength: number,
  ): void;
}

export class OutPort<F extends Fields = Fields> {
  readonly path: string;
  readonly type: MessageType<F>;
  /** The phase in which its owner sends. */
  readonly phase: Phase;
  readonly carriers: Carrier[] = [];

  /** Use ModelBuilder.outPort. */
  constructor(path: string, type: MessageType<F>, phase: Phase) {
    this.path = path;
    this.type = type;
    this.phase = phase;
  }

  send(
    context: SendContext,
    message: Float64Array,
    at: number,
    payload: Uint8Array = NO_PAYLOAD,
    payloadAt = 0,
    payloadLength = 0,
  ): void {
    if (payloadLength > this.type.payload)
      throw new InvariantError(
        `${this.path}: a payload of ${payloadLength} bytes; at most ${this.type.payload} are allowed`,
      );
    if (context.phase !== this.phase)
      throw new InvariantError(`${this.path} sends in phase ${this.phase}, but is used in phase ${context.phase}`);
    if (this.carriers.length > 0) context.outbox.add(this, message, at, payload, payloadAt, payloadLength);
  }
}

/** Refuses a connection without latency into an earlier phase of the same instant (SPEC.md, rule 14). */
export function checkWay(from: string, phase: number, latency_ns: number, to: InPort): void {
  const { wake, path } = to;
  invariant(
    wake === undefined || latency_ns > 0 || wake.phase >= phase,
    `${from} sends in phase ${phase} and cannot wake ${path} in the earlier phase ${wake?.phase} of the same instant`,
  );
}

/** How the ports of two simulators are joined: in one process, over shared memory, over a network. */
export interface Link {
  connect<F extends Fields>(from: OutPort<F>, to: InPort<F>): void;
}

/** The short cut of both halves of a link in one place: within one process and one calendar, with a fixed latency. */
export class InProcessLink implements Link {
  readonly #latency_ns: number;

  constructor(latency_ns = 0) {
    invariant(Number.isSafeInteger(latency_ns) && latency_ns >= 0, `a latency of ${latency_ns} ns is not an instant`);
    this.#latency_ns = latency_ns;
  }

  connect<F extends Fields>(from: OutPort<F>, to: InPort<F>): void {
    invariant(from.type === to.type, `${from.path} sends ${from.type.name}, ${to.path} takes ${to.type.name}`);
    const latency_ns = this.#latency_ns;
    checkWay(from.path, from.phase, latency_ns, to as unknown as InPort);
    const connection = to.expect(from.path);
    from.carriers.push({
      carry(context, message, at, payload, payloadAt, payloadLength) {
        context.readable_ns[0] = context.instant_ns[0] + latency_ns;
        to.put(context, connection.rank, message, at, payload, payloadAt, payloadLength);
      },
    });
  }
}
