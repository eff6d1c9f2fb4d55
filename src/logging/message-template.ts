/**
 * A message whose bytes are always the same but for its time and its doubles, as all our frequent messages are: the rest
 * is encoded once, and each message only fills in what changes. No allocation per message.
 *
 *   | room for the time, right-aligned | the other fields, with a hole per double |
 *
 * The time is the first field of the schema, a google.protobuf.Timestamp, whose two varints have few possible lengths; it is
 * written so that it ends where the rest begins, and one view per length is kept, since making a view costs more than filling it.
 */
import { invariant, NS_PER_S } from "../core/index.ts";
import { encodeWithDoubles, type MessageSchema, type ProtoMessage, WIRE } from "./protobuf.ts";

/** tag, length, tag, seconds (at most 5 bytes, to the last second that a log can have), tag, nanoseconds (at most 5 bytes). */
const HEAD = 14;
const SHORTEST_HEAD = 6;
const TAG_SECONDS = 0x08;
const TAG_NANOS = 0x10;

function varintLength(value: number): number {
  if (value < 128) return 1;
  if (value < 16384) return 2;
  if (value < 2097152) return 3;
  return value < 268435456 ? 4 : 5;
}

export class MessageTemplate {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #byHead: readonly Uint8Array[];
  readonly #holes: Int32Array;
  readonly #from: Int32Array;
  readonly #tag: number;
  readonly #epoch_s: number;

  /** Double i of the message, in the order of its fields, is taken from x[at + from[i]]. */
  constructor(schema: MessageSchema, constants: ProtoMessage, from: readonly number[], epoch_s = 0) {
    this.#epoch_s = epoch_s;
    const [time, ...fields] = schema.fields;
    invariant(time.name === "timestamp" && time.number < 16, `${schema.name} does not begin with a timestamp`);
    this.#tag = time.number * 8 + WIRE.length;
    const { bytes, doubles } = encodeWithDoubles({ ...schema, fields }, constants);
    invariant(doubles.length === from.length, `${schema.name} has ${doubles.length} doubles, not ${from.length}`);
    this.#bytes = new Uint8Array(HEAD + bytes.length);
    this.#bytes.set(bytes, HEAD);
    this.#view = new DataView(this.#bytes.buffer);
    this.#byHead = Array.from({ length: HEAD - SHORTEST_HEAD + 1 }, (_, i) =>
      this.#bytes.subarray(HEAD - SHORTEST_HEAD - i),
    );
    this.#holes = Int32Array.from(doubles, (at) => HEAD + at);
    this.#from = Int32Array.from(from);
  }

  /** The bytes of a message; they hold until the next call. t_ns is an instant. */
  encode(t_ns: number, x: Float64Array, at: number): Uint8Array {
    const view = this.#view;
    const holes = this.#holes;
    const from = this.#from;
    for (let i = 0; i < holes.length; i++) view.setFloat64(holes[i], x[at + from[i]], true);
    return this.#byHead[this.#time(t_ns) - SHORTEST_HEAD];
  }

  /** Writes the timestamp in front of the rest and returns its length. */
  #time(t_ns: number): number {
    // Below 2⁵³ ns the quotient is rounded by less than 1e-9, so it never reaches a second that has not begun.
    const seconds = Math.floor(t_ns / NS_PER_S);
    const nanos = t_ns - seconds * NS_PER_S;
    const since1970 = seconds + this.#epoch_s;
    const secondsLength = varintLength(since1970);
    const inner = 2 + secondsLength + varintLength(nanos);
    const start = HEAD - 2 - inner;
    this.#bytes[start] = this.#tag;
    this.#bytes[start + 1] = inner;
    this.#bytes[start + 2] = TAG_SECONDS;
    this.#varint(start + 3, since1970);
    this.#bytes[start + 3 + secondsLength] = TAG_NANOS;
    this.#varint(start + 4 + secondsLength, nanos);
    return inner + 2;
  }

  #varint(at: number, value: number): void {
    let i = at;
    let left = value;
    // Above 32 bits, from the year 2106 on.
    for (; left > 0xffff_ffff; left = Math.floor(left / 128)) this.#bytes[i++] = (left % 128) | 128;
    let rest = left >>> 0;
    for (; rest > 127; rest >>>= 7) this.#bytes[i++] = rest | 128;
    this.#bytes[i] = rest;
  }
}
