/**
 * Typed ports. An OutPort sends messages of one type to the InPorts that links have connected to it; an InPort keeps a
 * bounded ring of messages in the engine's state until its owner reads them. Sending and reading copy and allocate
 * nothing.
 *
 * A message sent at t over a link with latency d can be read from t + d on; at t + d itself, by whoever comes later in
 * the order of events. Messages are read in the order in which they become readable, those of one instant in the order
 * sent. Where the ring is full the first message gives way and is counted as lost.
 */
import { InvariantError, invariant } from "../core/index.ts";
import type { Fields, MessageType } from "./message.ts";
import type { Phase } from "./phase.ts";
import type { StateLayout } from "./state.ts";

/** What sending and reading need of a Simulation (inside an actor) or a View (inside an observer). */
export interface PortContext {
  readonly now_ns: number;
  readonly reals: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
  schedule?(t_ns: number, phase: Phase, actor: number, data?: number): void;
}

/** An event for an actor whenever a message becomes readable. data is handed to the actor to tell its ports apart. */
export interface Wake {
  readonly actor: number;
  readonly phase: Phase;
  readonly data: number;
}

export interface InPortOptions<F extends Fields> {
  /** Messages that can wait. */
  readonly capacity?: number;
  /** Longest payload kept, when this port needs less room than the message type allows. Longer ones count as lost. */
  readonly payload?: number;
  readonly wake?: Wake;
  /** Takes only messages whose field has this value, e.g. those for one vehicle. */
  readonly only?: { readonly field: keyof F & string; readonly value: number };
}

// A slot of the ring: when readable, length of the payload, then the fields.
const READABLE_NS = 0;
const PAYLOAD_LENGTH = 1;
const FIELDS = 2;
// Integers of a port.
const FIRST = 0;
const COUNT = 1;
const LOST = 2;

const NO_PAYLOAD = new Uint8Array(0);

export class InPort<F extends Fields = Fields> {
  readonly path: string;
  readonly type: MessageType<F>;
  readonly capacity: number;
  readonly payload: number;
  readonly wake: Wake | undefined;
  readonly #stride: number;
  readonly #realsAt: number;
  readonly #integersAt: number;
  readonly #bytesAt: number;
  /** Place and value that a message must have to be taken; place −1 takes all. */
  readonly #onlyAt: number;
  readonly #onlyValue: number;

  constructor(layout: StateLayout, path: string, type: MessageType<F>, options: InPortOptions<F> = {}) {
    this.path = path;
    this.type = type;
    this.capacity = options.capacity ?? 16;
    invariant(Number.isInteger(this.capacity) && this.capacity > 0, `${path}: capacity ${this.capacity}`);
    this.payload = options.payload ?? type.payload;
    this.wake = options.wake;
    this.#stride = FIELDS + type.size;
    this.#realsAt = layout.reals(path, this.capacity * this.#stride);
    this.#integersAt = layout.integers(path, 3);
    this.#bytesAt = layout.bytes(path, this.capacity * this.payload);
    this.#onlyAt = options.only === undefined ? -1 : type.at[options.only.field];
    this.#onlyValue = options.only?.value ?? 0;
  }

  /** Called by links. Returns false when the message was not for this port, or could not be kept. */
  put(
    state: PortContext,
    readable_ns: number,
    message: Float64Array,
    at: number,
    payload: Uint8Array = NO_PAYLOAD,
    payloadAt = 0,
    payloadLength = 0,
  ): boolean {
    if (this.#onlyAt >= 0 && message[at + this.#onlyAt] !== this.#onlyValue) return false;
    const { reals, integers, bytes } = state;
    const counters = this.#integersAt;
    if (payloadLength > this.payload) {
      integers[counters + LOST]++;
      return false;
    }
    if (integers[counters + COUNT] === this.capacity) {
      integers[counters + LOST]++;
      this.#drop(integers);
    }
    // Usually at the end; in front of those that become readable later, which only a slower link can have sent.
    let place = integers[counters + COUNT]++;
    while (place > 0 && reals[this.#slotAt(integers, place - 1) + READABLE_NS] > readable_ns) {
      this.#moveSlot(state, place - 1, place);
      place--;
    }
    const slot = (integers[counters + FIRST] + place) % this.capacity;
    const to = this.#realsAt + slot * this.#stride;
    reals[to + READABLE_NS] = readable_ns;
    reals[to + PAYLOAD_LENGTH] = payloadLength;
    for (let i = 0; i < this.type.size; i++) reals[to + FIELDS + i] = message[at + i];
    const bytesTo = this.#bytesAt + slot * this.payload;
    for (let i = 0; i < payloadLength; i++) bytes[bytesTo + i] = payload[payloadAt + i];
    return true;
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
    const from = this.#first(state.integers) + FIELDS;
    for (let i = 0; i < this.type.size; i++) out[at + i] = state.reals[from + i];
    this.#drop(state.integers);
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
    const from = this.#bytesAt + slot * this.payload;
    for (let i = 0; i < length; i++) out[at + i] = state.bytes[from + i];
    return length;
  }

  /** Messages that gave way to newer ones because the ring was full, or whose payload was too long. */
  lost(state: PortContext): number {
    return state.integers[this.#integersAt + LOST];
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
    const first = integers[this.#integersAt + FIRST];
    const sourceBytes = this.#bytesAt + ((first + from) % this.capacity) * this.payload;
    const targetBytes = this.#bytesAt + ((first + to) % this.capacity) * this.payload;
    for (let i = 0; i < this.payload; i++) bytes[targetBytes + i] = bytes[sourceBytes + i];
  }

  #first(integers: Int32Array): number {
    return this.#realsAt + integers[this.#integersAt + FIRST] * this.#stride;
  }

  #drop(integers: Int32Array): void {
    const at = this.#integersAt;
    integers[at + FIRST] = (integers[at + FIRST] + 1) % this.capacity;
    integers[at + COUNT]--;
  }
}

/** The far side of a connection, as the sender sees it. */
export interface Carrier {
  carry(
    context: PortContext,
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
  /** Observers cannot wake anybody: a waking sensor is an actor (SPEC.md, rule 7). */
  readonly owner: "actor" | "observer";
  readonly #carriers: Carrier[] = [];

  constructor(path: string, type: MessageType<F>, owner: "actor" | "observer" = "actor") {
    this.path = path;
    this.type = type;
    this.owner = owner;
  }

  /** Called by links while the model is built. */
  attach(carrier: Carrier): void {
    this.#carriers.push(carrier);
  }

  send(
    context: PortContext,
    message: Float64Array,
    at: number,
    payload: Uint8Array = NO_PAYLOAD,
    payloadAt = 0,
    payloadLength = 0,
  ): void {
    if (payloadLength > this.type.payload) throw new InvariantError(`${this.path}: payload of ${payloadLength} bytes`);
    for (let i = 0; i < this.#carriers.length; i++) {
      this.#carriers[i].carry(context, message, at, payload, payloadAt, payloadLength);
    }
  }
}

/** How the ports of two simulators are joined: in one process, over shared memory, over a network. */
export interface Link {
  connect<F extends Fields>(from: OutPort<F>, to: InPort<F>): void;
}

/** The default link: within one process and one calendar, with a fixed latency. */
export class InProcessLink implements Link {
  readonly #latency_ns: number;

  constructor(latency_ns = 0) {
    invariant(Number.isSafeInteger(latency_ns) && latency_ns >= 0, `latency ${latency_ns} ns`);
    this.#latency_ns = latency_ns;
  }

  connect<F extends Fields>(from: OutPort<F>, to: InPort<F>): void {
    invariant(from.type === to.type, `${from.path} sends ${from.type.name}, ${to.path} takes ${to.type.name}`);
    const { wake } = to;
    invariant(
      wake === undefined || from.owner === "actor",
      `${from.path} belongs to an observer and cannot wake ${to.path}`,
    );
    const latency_ns = this.#latency_ns;
    from.attach({
      carry(context, message, at, payload, payloadAt, payloadLength) {
        const readable_ns = context.now_ns + latency_ns;
        const taken = to.put(context, readable_ns, message, at, payload, payloadAt, payloadLength);
        if (!taken || wake === undefined) return;
        if (context.schedule === undefined)
          throw new InvariantError(`${from.path} is used by an observer and cannot wake ${to.path}`);
        context.schedule(readable_ns, wake.phase, wake.actor, wake.data);
      },
    });
  }
}
