/**
 * Bytes that grow as they are written, little-endian as MCAP has them. A number that MCAP stores in 64 bits is written from a
 * plain number: every length, offset and instant of ours is below 2⁵³, and a BigInt for each would cost more than the rest.
 */
import { type Epoch, putInstant } from "./log-epoch.ts";

const WORD = 4294967296; // 2³²

export class ByteBuffer {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** What was written; it holds until more is written. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  u8(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  u16(value: number): void {
    this.reserve(2);
    this.view.setUint16(this.length, value, true);
    this.length += 2;
  }

  u32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  u64(value: number): void {
    this.reserve(8);
    putU64(this.view, this.length, value);
    this.length += 8;
  }

  /** An instant of ours as a time since 1970. */
  instant(epoch: Epoch, t_ns: number): void {
    this.reserve(8);
    putInstant(this.view, this.length, epoch, t_ns);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** ASCII, with its length in front. */
  word(text: string): void {
    this.u32(text.length);
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }
}

/** A whole number from 0 to below 2⁵³ in eight bytes. */
export function putU64(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / WORD);
  view.setUint32(at, value - high * WORD, true);
  view.setUint32(at + 4, high, true);
}
