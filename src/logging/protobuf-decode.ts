/**
 * Protobuf bytes back to values, by a schema. Bytes may be damaged or hostile: nothing throws, nothing is read beyond the
 * end, nesting is bounded, and what cannot be decoded gives null.
 *
 * A scalar that is absent has its zero (proto3), a message that is absent is null, an absent repeated field is an empty
 * list. Fields that the schema does not know, or whose wire type is not the schema's, are skipped. Enums are numbers.
 * Integers are numbers up to 2⁵³ and bigints beyond.
 */

import { fromUtf8 } from "../core/index.ts";
import {
  type FieldSchema,
  type MessageSchema,
  type ProtoMessage,
  type ProtoValue,
  WIRE,
  wireType,
} from "./protobuf.ts";

const DEEPEST = 64;
const TWO_POW_32 = 4294967296;

/** A place in some bytes. After `failed` is set nothing that was read counts. */
export class ProtoCursor {
  bytes: Uint8Array;
  at = 0;
  failed = false;
  /** Halves of the last varint or of the last eight bytes. */
  low = 0;
  high = 0;
  #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** To another place, perhaps in other bytes; what failed before is forgotten. */
  moveTo(bytes: Uint8Array, at: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.at = at;
    this.failed = false;
  }

  varint(end: number): void {
    this.high = 0;
    if (this.at < end && this.bytes[this.at] < 128) {
      this.low = this.bytes[this.at++];
      return;
    }
    this.low = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= end) break;
      const byte = this.bytes[this.at++];
      const bits = byte & 127;
      if (shift < 32) this.low |= bits << shift;
      if (shift === 28) this.high |= bits >>> 4;
      else if (shift > 28 && shift < 63) this.high |= bits << (shift - 32);
      else if (shift === 63) this.high |= bits << 31;
      if (byte < 128) return;
    }
    this.failed = true;
  }

  /** True where `count` bytes are left; false is a failure. */
  has(count: number, end: number): boolean {
    if (count > end - this.at) this.failed = true;
    return !this.failed;
  }

  /** A varint that is a length: where the bytes it announces end. */
  lengthEnd(end: number): number {
    this.varint(end);
    const length = (this.high >>> 0) * TWO_POW_32 + (this.low >>> 0);
    return this.has(length, end) ? this.at + length : this.at;
  }

  double(end: number): number {
    if (!this.has(8, end)) return Number.NaN;
    this.at += 8;
    return this.#view.getFloat64(this.at - 8, true);
  }

  /** Eight bytes at a place, wherever the cursor is. */
  doubleAt(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  float(end: number): number {
    if (!this.has(4, end)) return Number.NaN;
    this.at += 4;
    return this.#view.getFloat32(this.at - 4, true);
  }

  /** Four or eight bytes into the halves. */
  fixed(count: 4 | 8, end: number): void {
    if (!this.has(count, end)) return;
    this.low = this.#view.getInt32(this.at, true);
    this.high = count === 8 ? this.#view.getInt32(this.at + 4, true) : 0;
    this.at += count;
  }

  skip(wire: number, end: number): void {
    if (wire === WIRE.varint) this.varint(end);
    else if (wire === WIRE.eight) this.fixed(8, end);
    else if (wire === WIRE.four) this.fixed(4, end);
    else if (wire === WIRE.length) this.at = this.lengthEnd(end);
    else this.failed = true; // groups, and wire types that do not exist
  }

  /** The halves as a signed or unsigned integer. */
  integer64(signed: boolean): number | bigint {
    const high = signed ? this.high | 0 : this.high >>> 0;
    const value = high * TWO_POW_32 + (this.low >>> 0);
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(high) << 32n) | BigInt(this.low >>> 0);
  }
}

/** A number, boolean or enum at the cursor. */
export function readNumber(cursor: ProtoCursor, type: FieldSchema["type"], end: number): number | bigint | boolean {
  switch (type) {
    case "double":
      return cursor.double(end);
    case "float":
      return cursor.float(end);
    case "fixed32":
    case "sfixed32":
      cursor.fixed(4, end);
      return type === "fixed32" ? cursor.low >>> 0 : cursor.low;
    case "fixed64":
    case "sfixed64":
      cursor.fixed(8, end);
      return cursor.integer64(type === "sfixed64");
  }
  cursor.varint(end);
  switch (type) {
    case "bool":
      return cursor.low !== 0 || cursor.high !== 0;
    case "uint32":
      return cursor.low >>> 0;
    case "uint64":
      return cursor.integer64(false);
    case "int64":
      return cursor.integer64(true);
    case "sint32":
      return (cursor.low >>> 1) ^ -(cursor.low & 1);
    case "sint64": {
      // Zigzag: halve, and invert where the lowest bit was set.
      const sign = -(cursor.low & 1);
      cursor.low = ((cursor.low >>> 1) | (cursor.high << 31)) ^ sign;
      cursor.high = (cursor.high >>> 1) ^ sign;
      return cursor.integer64(true);
    }
    default:
      return cursor.low | 0; // int32 and enums
  }
}

function zeroOf(field: FieldSchema): ProtoValue {
  const { type } = field;
  if (field.repeated) return [];
  if (typeof type !== "string") return type.kind === "enum" ? 0 : null;
  if (type === "string") return "";
  if (type === "bytes") return new Uint8Array(0);
  return type === "bool" ? false : 0;
}

interface Slot {
  readonly field: FieldSchema;
  readonly wire: number;
  readonly inner: MessageDecoder | null;
}

export class MessageDecoder {
  readonly schema: MessageSchema;
  readonly #slots = new Map<number, Slot>();

  /** `made` holds the decoders under construction, since a message may contain itself. */
  constructor(schema: MessageSchema, made: Map<MessageSchema, MessageDecoder> = new Map()) {
    this.schema = schema;
    made.set(schema, this);
    for (const field of schema.fields) {
      const { type } = field;
      const holds = typeof type !== "string" && type.kind === "message" ? type : null;
      const inner = holds === null ? null : (made.get(holds) ?? new MessageDecoder(holds, made));
      this.#slots.set(field.number, { field, wire: wireType(type), inner });
    }
  }

  /** The message, or null where the bytes are not one. */
  decode(bytes: Uint8Array): ProtoMessage | null {
    const cursor = new ProtoCursor(bytes);
    const message = this.#read(cursor, bytes.length, 0);
    return cursor.failed ? null : message;
  }

  #read(cursor: ProtoCursor, end: number, depth: number): ProtoMessage {
    const out: Record<string, ProtoValue> = {};
    for (const field of this.schema.fields) out[field.name] = zeroOf(field);
    if (depth > DEEPEST) cursor.failed = true;
    while (cursor.at < end && !cursor.failed) {
      cursor.varint(end);
      const wire = cursor.low & 7;
      const slot = this.#slots.get((cursor.low >>> 3) + (cursor.high & 7) * 536870912);
      if (slot === undefined) cursor.skip(wire, end);
      else if (wire === slot.wire) this.#store(out, slot, this.#value(cursor, slot, end, depth));
      else if (wire === WIRE.length && slot.field.repeated) this.#packed(out, cursor, slot, end);
      else cursor.skip(wire, end);
    }
    return out;
  }

  #store(out: Record<string, ProtoValue>, slot: Slot, value: ProtoValue): void {
    if (slot.field.repeated) (out[slot.field.name] as ProtoValue[]).push(value);
    else out[slot.field.name] = value;
  }

  #packed(out: Record<string, ProtoValue>, cursor: ProtoCursor, slot: Slot, end: number): void {
    const innerEnd = cursor.lengthEnd(end);
    while (cursor.at < innerEnd && !cursor.failed)
      this.#store(out, slot, readNumber(cursor, slot.field.type, innerEnd));
  }

  #value(cursor: ProtoCursor, slot: Slot, end: number, depth: number): ProtoValue {
    if (slot.wire !== WIRE.length) return readNumber(cursor, slot.field.type, end);
    const innerEnd = cursor.lengthEnd(end);
    if (slot.inner !== null) return slot.inner.#read(cursor, innerEnd, depth + 1);
    const bytes = cursor.bytes.subarray(cursor.at, innerEnd);
    cursor.at = innerEnd;
    return slot.field.type === "bytes" ? bytes.slice() : fromUtf8(bytes);
  }
}

/** One message by its schema; for many of one kind keep a MessageDecoder. */
export function decodeMessage(schema: MessageSchema, bytes: Uint8Array): ProtoMessage | null {
  return new MessageDecoder(schema).decode(bytes);
}
