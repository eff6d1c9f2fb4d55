/**
 * A chunk of a log under construction: records of schemas and channels as they are, messages, and where each message lies.
 *
 *   message record = 0x05, length u64, channel u16, sequence u32, log time u64, publish time u64, data
 *   index record   = 0x07, length u64, channel u16, bytes of the entries u32, (log time u64, offset in the chunk u64)*
 *
 * Every sample of every channel comes through here, so nothing is allocated per message: the places are kept in flat arrays and
 * sorted by channel when the chunk ends.
 * Source: the MCAP specification, mcap.dev/spec. Test: read by @mcap/core, which also writes the same bytes.
 */
import { ByteBuffer, putU64 } from "./byte-buffer.ts";
import { type Epoch, NO_EPOCH, putInstant } from "./log-epoch.ts";
import { OPCODE } from "./mcap-records.ts";

const HEAD = 9; // opcode and length
const BEFORE_DATA = 2 + 4 + 8 + 8;
const ENTRY = 16;

export class ChunkBuilder {
  /** Of the first and the last message by time. */
  start_ns = 0;
  end_ns = 0;
  messages = 0;
  readonly #out = new ByteBuffer(64 * 1024);
  /** Per message: slot of its channel, time, offset. */
  #slots = new Int32Array(1024);
  #times_ns = new Float64Array(1024);
  #offsets = new Float64Array(1024);
  /** Per channel of the chunk, in the order of their definition: its number, how many messages it has. */
  readonly #channels: number[] = [];
  readonly #counts: number[] = [];
  /** Slot by channel number. */
  readonly #slotOf: number[] = [];

  /** Where times count from; set before the first message. */
  epoch: Epoch = NO_EPOCH;

  get length(): number {
    return this.#out.length;
  }

  /** The records of the chunk; they hold until the next call. */
  get bytes(): Uint8Array {
    return this.#out.written();
  }

  /** A whole record as it is: a schema. */
  record(bytes: Uint8Array): void {
    this.#out.raw(bytes);
  }

  /** The record of a channel; messages of the channel may follow. */
  channel(id: number, bytes: Uint8Array): void {
    this.#slotOf[id] = this.#channels.length;
    this.#channels.push(id);
    this.#counts.push(0);
    this.#out.raw(bytes);
  }

  message(channel: number, sequence: number, t_ns: number, data: Uint8Array): void {
    const k = this.messages++;
    if (k === this.#slots.length) this.#grow();
    if (k === 0 || t_ns < this.start_ns) this.start_ns = t_ns;
    if (k === 0 || t_ns > this.end_ns) this.end_ns = t_ns;
    const slot = this.#slotOf[channel];
    this.#slots[k] = slot;
    this.#times_ns[k] = t_ns;
    this.#offsets[k] = this.#out.length;
    this.#counts[slot] += 1;

    const out = this.#out;
    const size = BEFORE_DATA + data.length;
    out.reserve(HEAD + size);
    const { view, length: at } = out;
    view.setUint8(at, OPCODE.message);
    putU64(view, at + 1, size);
    view.setUint16(at + HEAD, channel, true);
    view.setUint32(at + HEAD + 2, sequence, true);
    putInstant(view, at + HEAD + 6, this.epoch, t_ns);
    putInstant(view, at + HEAD + 14, this.epoch, t_ns);
    out.bytes.set(data, at + HEAD + BEFORE_DATA);
    out.length = at + HEAD + size;
  }

  /** Writes one index record per channel, and returns the offset of each from `out.length` as it was, by channel number. */
  indexInto(out: ByteBuffer): Map<number, number> {
    const channels = this.#channels;
    const places = new Map<number, number>();
    const cursors = new Float64Array(channels.length);
    const begin = out.length;
    out.reserve(channels.length * (HEAD + 6) + this.messages * ENTRY);
    for (let slot = 0; slot < channels.length; slot++) {
      const size = this.#counts[slot] * ENTRY;
      places.set(channels[slot], out.length - begin);
      out.u8(OPCODE.messageIndex);
      out.u64(6 + size);
      out.u16(channels[slot]);
      out.u32(size);
      cursors[slot] = out.length;
      out.length += size;
    }
    const { view } = out;
    for (let k = 0; k < this.messages; k++) {
      const slot = this.#slots[k];
      const at = cursors[slot];
      putInstant(view, at, this.epoch, this.#times_ns[k]);
      putU64(view, at + 8, this.#offsets[k]);
      cursors[slot] = at + ENTRY;
    }
    return places;
  }

  reset(): void {
    this.messages = 0;
    this.#out.length = 0;
    this.#channels.length = 0;
    this.#counts.length = 0;
  }

  #grow(): void {
    const size = 2 * this.#slots.length;
    const [slots, times, offsets] = [new Int32Array(size), new Float64Array(size), new Float64Array(size)];
    slots.set(this.#slots);
    times.set(this.#times_ns);
    offsets.set(this.#offsets);
    this.#slots = slots;
    this.#times_ns = times;
    this.#offsets = offsets;
  }
}
