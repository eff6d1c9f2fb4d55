/**
 * Protocol Buffers, as much as a log needs: a schema is data, and this file turns a value into bytes by it.
 *
 *   message  = (tag value)*           tag = varint of (field number · 8 + wire type)
 *   wire 0   varint: seven bits a byte, lowest first, the top bit says that more follow
 *   wire 1   eight bytes, little-endian             wire 5   four bytes, little-endian
 *   wire 2   length as varint, then that many bytes: strings, bytes, messages
 *
 * Every field that the value has is written, zeros too; a field that it has not is not. Repeated fields are written one
 * by one, which every reader accepts. Frequent messages go through message-template.ts instead.
 *
 * Left out: groups and maps (a map is written as the repeated entry message that it is on the wire).
 * Source: the encoding specification, protobuf.dev/programming-guides/encoding. Test: decoded by protobufjs.
 */
import { invariant, utf8 } from "../core/index.ts";

export type ScalarType =
  | ("double" | "float" | "bool" | "string" | "bytes")
  | ("int32" | "int64" | "uint32" | "uint64" | "sint32" | "sint64")
  | ("fixed32" | "fixed64" | "sfixed32" | "sfixed64");

export interface EnumSchema {
  readonly kind: "enum";
  /** Full name, "foxglove.Log.Level". */
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
}

export interface MessageSchema {
  readonly kind: "message";
  /** Full name, "foxglove.Log". */
  readonly name: string;
  readonly fields: readonly FieldSchema[];
}

export interface FieldSchema {
  readonly name: string;
  readonly number: number;
  readonly type: ScalarType | EnumSchema | MessageSchema;
  readonly repeated?: boolean;
}

/** What a message consists of: scalars, lists, messages. Integers beyond 2⁵³ are bigints. */
export type ProtoValue =
  | (number | bigint | string | boolean | Uint8Array | null)
  | (readonly ProtoValue[] | { readonly [field: string]: ProtoValue | undefined });
export type ProtoMessage = { readonly [field: string]: ProtoValue | undefined };

export const WIRE = { varint: 0, eight: 1, length: 2, four: 5 } as const;

export function wireType(type: FieldSchema["type"]): number {
  if (typeof type !== "string") return type.kind === "enum" ? WIRE.varint : WIRE.length;
  if (type === "double" || type === "fixed64" || type === "sfixed64") return WIRE.eight;
  if (type === "float" || type === "fixed32" || type === "sfixed32") return WIRE.four;
  return type === "string" || type === "bytes" ? WIRE.length : WIRE.varint;
}

/** The number that a varint field holds: zigzag for the sint types, two's complement for the others. */
function varintOf(type: FieldSchema["type"], value: ProtoValue): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  const integer = BigInt(value as number);
  return type === "sint32" || type === "sint64" ? (integer << 1n) ^ (integer >> 63n) : integer;
}

/** Bytes under construction. `doubles` lists where each double was put. */
class Encoder {
  bytes = new Uint8Array(256);
  length = 0;
  readonly doubles: number[] = [];
  readonly #scratch = new DataView(new ArrayBuffer(8));

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  varint(value: bigint): void {
    this.reserve(10);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) this.bytes[this.length++] = Number(rest & 127n) | 128;
    this.bytes[this.length++] = Number(rest);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  message(schema: MessageSchema, value: ProtoMessage): void {
    for (const field of schema.fields) {
      const given = value[field.name];
      if (given === undefined || given === null) continue;
      for (const item of field.repeated ? (given as readonly ProtoValue[]) : [given]) {
        this.varint(BigInt(field.number * 8 + wireType(field.type)));
        this.value(field.type, item);
      }
    }
  }

  value(type: FieldSchema["type"], value: ProtoValue): void {
    if (typeof type !== "string" && type.kind === "message") this.nested(type, value as ProtoMessage);
    else if (type === "string") this.sized(utf8(value as string));
    else if (type === "bytes") this.sized(value as Uint8Array);
    else if (wireType(type) === WIRE.varint) this.varint(varintOf(type, value));
    else this.fixed(type, value);
  }

  /** Four or eight bytes. */
  fixed(type: FieldSchema["type"], value: ProtoValue): void {
    const scratch = this.#scratch;
    if (type === "double") {
      this.doubles.push(this.length);
      scratch.setFloat64(0, value as number, true);
    } else if (type === "float") scratch.setFloat32(0, value as number, true);
    else scratch.setBigUint64(0, BigInt(value as number), true);
    this.raw(new Uint8Array(scratch.buffer, 0, wireType(type) === WIRE.eight ? 8 : 4));
  }

  sized(bytes: Uint8Array): void {
    this.varint(BigInt(bytes.length));
    this.raw(bytes);
  }

  /** A message inside is encoded apart, since its length comes first. */
  nested(schema: MessageSchema, value: ProtoMessage): void {
    const inner = new Encoder();
    inner.message(schema, value);
    this.varint(BigInt(inner.length));
    for (const at of inner.doubles) this.doubles.push(this.length + at);
    this.raw(inner.bytes.subarray(0, inner.length));
  }
}

export function encodeMessage(schema: MessageSchema, value: ProtoMessage): Uint8Array {
  return encodeWithDoubles(schema, value).bytes;
}

/** The same, and the offset of every double in the bytes, in the order of the fields. */
export function encodeWithDoubles(
  schema: MessageSchema,
  value: ProtoMessage,
): { readonly bytes: Uint8Array; readonly doubles: readonly number[] } {
  for (const name of Object.keys(value))
    invariant(
      schema.fields.some((field) => field.name === name),
      `${schema.name} has no field ${name}`,
    );
  const encoder = new Encoder();
  encoder.message(schema, value);
  return { bytes: encoder.bytes.slice(0, encoder.length), doubles: encoder.doubles };
}
