/**
 * A link of two halves that share nothing but bytes: a sender's, attached to OutPorts of one model, and a receiver's, which
 * fills InPorts of another. What carries the bytes (a function call, shared memory, a datagram) is not known here.
 *
 * A record, little-endian, padded to a multiple of 8 bytes:
 *
 * | bytes | what                                        |
 * |-------|---------------------------------------------|
 * | 4     | number of the route, agreed on by both sides |
 * | 4     | length p of the payload                      |
 * | 8     | instant from which it can be read, float64   |
 * | 8 n   | fields, float64                              |
 * | p     | payload                                      |
 *
 * Bytes that are not such records, or of an instant or phase that has passed, are counted and survived: what follows a
 * broken record in the same batch is lost.
 */
import { invariant } from "../core/index.ts";
import type { Fields } from "./message.ts";
import { type Connection, checkWay, copyBytes, type DeliveryContext, type InPort, type OutPort } from "./ports.ts";

const HEAD_BYTES = 16;

function recordBytes(fields: number, payload: number): number {
  // Not by bits: a broken length may be beyond 2³¹.
  return 8 * Math.ceil((HEAD_BYTES + 8 * fields + payload) / 8);
}

/**
 * Goes over the records of a batch. sizeOf says how many fields messages of a route have, undefined for a route that does not
 * exist; visit returns false for a record that it does not take. Returns false where the bytes are not such records, and then
 * those in front of the first broken one have been visited.
 */
export function forEachRecord(
  bytes: Uint8Array,
  sizeOf: (route: number) => number | undefined,
  visit: (record: ByteRecord) => boolean,
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let begin = 0;
  while (begin < bytes.length) {
    if (begin + HEAD_BYTES > bytes.length) return false;
    const route = view.getUint32(begin, true);
    const size = sizeOf(route);
    const length = view.getUint32(begin + 4, true);
    const readable_ns = view.getFloat64(begin + 8, true);
    if (size === undefined || !Number.isSafeInteger(readable_ns) || readable_ns < 0) return false;
    const fieldsAt = begin + HEAD_BYTES;
    const end = begin + recordBytes(size, length);
    if (end > bytes.length) return false;
    if (!visit({ route, readable_ns, view, fieldsAt, payloadAt: fieldsAt + 8 * size, length })) return false;
    begin = end;
  }
  return true;
}

/** One record inside a batch. */
export interface ByteRecord {
  readonly route: number;
  readonly readable_ns: number;
  /** Of the whole batch; fields are float64, little-endian, from fieldsAt on. */
  readonly view: DataView;
  readonly fieldsAt: number;
  readonly payloadAt: number;
  /** Of the payload. */
  readonly length: number;
}

/** A batch of one record without a payload: for a message that no port sends. */
export function singleRecord(route: number, readable_ns: number, fields: Float64Array): Uint8Array {
  const bytes = new Uint8Array(recordBytes(fields.length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, route, true);
  view.setFloat64(8, readable_ns, true);
  fields.forEach((value, i) => {
    view.setFloat64(HEAD_BYTES + 8 * i, value, true);
  });
  return bytes;
}

interface Route {
  // biome-ignore lint/suspicious/noExplicitAny: a port of any fields
  readonly from: OutPort<any>;
  readonly latency_ns: number;
}

export class ByteSender {
  readonly routes = new Map<number, Route>();
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;
  readonly #onRecord: ((bytes: Uint8Array) => void) | null;

  /** onRecord: is given each record at once, where the other side does not wait for the end of a round. */
  constructor(onRecord: ((bytes: Uint8Array) => void) | null = null) {
    this.#onRecord = onRecord;
  }

  /** While the model is built: what `from` sends goes out under the number `route`. */
  connect<F extends Fields>(from: OutPort<F>, route: number, latency_ns = 0): void {
    const { size } = from.type;
    invariant(
      Number.isInteger(route) && route >= 0 && route <= 0xffffffff,
      `${from.path}: route ${route} is not an integer of 32 bits`,
    );
    invariant(!this.routes.has(route), `route ${route} comes from ${from.path} and from another port`);
    invariant(
      Number.isSafeInteger(latency_ns) && latency_ns >= 0,
      `${from.path}: a latency of ${latency_ns} ns is not an instant`,
    );
    this.routes.set(route, { from, latency_ns });
    from.carriers.push({
      carry: ({ now_ns }, message, at, payload, payloadAt, length) => {
        const begin = this.#room(recordBytes(size, length));
        const view = this.#view;
        view.setUint32(begin, route, true);
        view.setUint32(begin + 4, length, true);
        view.setFloat64(begin + 8, now_ns + latency_ns, true);
        for (let i = 0; i < size; i++) view.setFloat64(begin + HEAD_BYTES + 8 * i, message[at + i], true);
        copyBytes(this.#bytes, begin + HEAD_BYTES + 8 * size, payload, payloadAt, length);
        this.#onRecord?.(this.take());
      },
    });
  }

  /** The records since the last call: valid until the next message is sent. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#used);
    this.#used = 0;
    return taken;
  }

  #room(bytes: number): number {
    const begin = this.#used;
    this.#used += bytes;
    if (this.#used > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(2 * this.#bytes.length, this.#used));
      wider.set(this.#bytes);
      this.#bytes = wider;
      this.#view = new DataView(wider.buffer);
    }
    return begin;
  }
}

interface Entrance {
  readonly port: InPort;
  readonly connection: Connection;
}

export class ByteReceiver {
  readonly #entrances = new Map<number, Entrance>();
  #fields = new Float64Array(256);
  #malformed = 0;

  /** While the model is built: messages under the number `route` come from the port called `from` and go to `to`. */
  connect<F extends Fields>(from: string, route: number, to: InPort<F>): void {
    invariant(!this.#entrances.has(route), `route ${route} leads to ${to.path} and to another port`);
    this.#entrances.set(route, { port: to as unknown as InPort, connection: to.expect(from) });
    if (to.type.size > this.#fields.length) this.#fields = new Float64Array(to.type.size);
  }

  /** Where both halves are at hand, before the run: every route has two ends that fit. */
  checkRoutes(sender: ByteSender): void {
    for (const [route, { from, latency_ns }] of sender.routes) {
      const entrance = this.#entrances.get(route);
      invariant(entrance !== undefined, `route ${route} of ${from.path} leads to no port`);
      const { port, connection } = entrance;
      invariant(
        connection.from === from.path,
        `route ${route} comes from ${from.path}, but ${port.path} expects ${connection.from}`,
      );
      invariant(from.type === port.type, `${from.path} sends ${from.type.name}, ${port.path} takes ${port.type.name}`);
      checkWay(from.path, from.phase, latency_ns, port);
    }
  }

  /** Batches that were not understood, in whole or from some record on. */
  get malformed(): number {
    return this.#malformed;
  }

  /**
   * Puts the records into their ports, as if they had been sent at the end of the present round. `at_ns`: from then on they
   * can be read, where the instant that they carry is earlier; that is so where the other side does not wait. It should be
   * an instant that has not begun.
   */
  deliver(context: DeliveryContext, bytes: Uint8Array, at_ns = 0): void {
    const understood = forEachRecord(
      bytes,
      (route) => this.#entrances.get(route)?.port.type.size,
      ({ route, readable_ns, view, fieldsAt, payloadAt, length }) => {
        const { port, connection } = this.#entrances.get(route) as Entrance;
        const from_ns = Math.max(readable_ns, at_ns);
        if (length > port.type.payload || from_ns < context.now_ns) return false;
        if (from_ns === context.now_ns && port.wake !== undefined && port.wake.phase < context.phase) return false;
        const fields = this.#fields;
        for (let i = 0; i < port.type.size; i++) fields[i] = view.getFloat64(fieldsAt + 8 * i, true);
        context.readable_ns[0] = from_ns;
        port.put(context, connection.rank, fields, 0, bytes, payloadAt, length);
        return true;
      },
    );
    if (!understood) this.#malformed++;
  }
}
