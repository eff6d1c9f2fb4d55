/** Our codec against protobufjs, which is given the same schemas in its own way. */
import fc from "fast-check";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { encodeMessage, type MessageSchema, type ProtoMessage, type ScalarType } from "./protobuf.ts";
import { decodeMessage } from "./protobuf-decode.ts";

// The declared type of protobufjs's Long has only its constructor.
const Long = protobuf.util.Long as unknown as { isLong(value: unknown): boolean; fromString(text: string): object };

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const values: Record<ScalarType, fc.Arbitrary<number | bigint | string | boolean | Uint8Array>> = {
  double: fc.double(),
  float: fc.float(),
  bool: fc.boolean(),
  string: fc.string({ unit: "grapheme" }),
  bytes: fc.uint8Array({ maxLength: 20 }),
  int32,
  sint32: int32,
  sfixed32: int32,
  uint32,
  fixed32: uint32,
  int64,
  sint64: int64,
  sfixed64: int64,
  uint64,
  fixed64: uint64,
};
const types = Object.keys(values) as ScalarType[];

/** Every scalar type once, as one field, as a list and inside a message; large field numbers too. */
const inner: MessageSchema = {
  kind: "message",
  name: "test.Inner",
  fields: types.map((type, i) => ({ name: `f_${type}`, number: i === 0 ? 536870911 : i, type })),
};
const outer: MessageSchema = {
  kind: "message",
  name: "test.Outer",
  fields: [
    ...inner.fields,
    ...types.map((type, i) => ({ name: `r_${type}`, number: 100 + i, type, repeated: true })),
    { name: "inner", number: 300, type: inner },
    { name: "many", number: 301, type: inner, repeated: true },
  ],
};

function reference({ name, fields }: MessageSchema): protobuf.Type {
  const type = new protobuf.Type(name.slice(5));
  for (const field of fields) {
    const typeName = typeof field.type === "string" ? field.type : field.type.name.slice(5);
    type.add(new protobuf.Field(field.name, field.number, typeName, field.repeated ? "repeated" : undefined));
  }
  return type;
}
const root = new protobuf.Root();
root.define("test").add(reference(inner)).add(reference(outer));
const Outer = root.resolveAll().lookupType("test.Outer");

const innerValue = fc.record(Object.fromEntries(types.map((type) => [`f_${type}`, values[type]])));
const outerValue = fc
  .tuple(
    innerValue,
    fc.record(Object.fromEntries(types.map((type) => [`r_${type}`, fc.array(values[type], { maxLength: 3 })]))),
    fc.record({ inner: innerValue, many: fc.array(innerValue, { maxLength: 2 }) }),
  )
  .map(([own, lists, nested]) => ({ ...own, ...lists, ...nested }) as unknown as ProtoMessage);

/** Numbers of 64 bits as text, NaN as text, bytes as lists: what both sides can be compared in. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (Long.isLong(value)) return String(value);
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return typeof value === "boolean" ? value : Object.is(value, -0) ? "-0" : String(value);
}

test("what we encode, protobufjs decodes to the same values, for every type, in lists and in messages", () => {
  fc.assert(
    fc.property(outerValue, (value) => {
      const decoded = Outer.decode(encodeMessage(outer, value));
      expect(plain(Outer.toObject(decoded, { arrays: true }))).toEqual(plain(value));
    }),
    { seed: 11, numRuns: 200 },
  );
});

test("what protobufjs encodes, lists packed, we decode to the same values", () => {
  const toLong = (value: unknown): unknown => {
    if (typeof value === "bigint") return Long.fromString(String(BigInt.asIntN(64, value)));
    if (Array.isArray(value)) return value.map(toLong);
    if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, toLong(v)]));
  };
  fc.assert(
    fc.property(outerValue, (value) => {
      const bytes = Outer.encode(Outer.fromObject(toLong(value) as object)).finish();
      const decoded = decodeMessage(outer, bytes);
      expect(plain(decoded)).toEqual(plain(value));
    }),
    { seed: 12, numRuns: 200 },
  );
});

test("integers are numbers up to 2⁵³ − 1 and bigints beyond", () => {
  const schema: MessageSchema = { kind: "message", name: "t.T", fields: [{ name: "n", number: 1, type: "uint64" }] };
  const back = (n: bigint) => decodeMessage(schema, encodeMessage(schema, { n }))?.n;
  expect(back(2n ** 53n - 1n)).toBe(2 ** 53 - 1);
  expect(back(2n ** 53n)).toBe(2n ** 53n);
  expect(back(2n ** 64n - 1n)).toBe(2n ** 64n - 1n);
});

test("a zero is written when it is given: field 1, varint, 0 is the bytes 08 00", () => {
  const schema: MessageSchema = { kind: "message", name: "t.T", fields: [{ name: "n", number: 1, type: "int32" }] };
  expect([...encodeMessage(schema, { n: 0 })]).toEqual([8, 0]);
  expect([...encodeMessage(schema, {})]).toEqual([]);
  expect([...encodeMessage(schema, { n: 150 })]).toEqual([8, 0x96, 1]); // the specification's own example
  expect(() => encodeMessage(schema, { m: 1 })).toThrow("t.T has no field m");
});

test("a field of an unknown number is skipped, absent ones are zero, a message that is absent is null", () => {
  const later: MessageSchema = { ...outer, fields: outer.fields.filter(({ number }) => number !== 3) };
  const decoded = decodeMessage(later, encodeMessage(outer, { f_string: "lost", f_bytes: Uint8Array.of(7) }));
  expect(decoded).toMatchObject({ f_bytes: Uint8Array.of(7), f_double: 0, f_bool: false, inner: null, many: [] });
  expect(decoded).not.toHaveProperty("f_string");
});

test("any bytes at all decode to a message or to null, and a message cut anywhere never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const decoded = decodeMessage(outer, bytes);
      expect(decoded === null || typeof decoded === "object").toBe(true);
    }),
    { seed: 13, numRuns: 2000 },
  );
  const whole = encodeMessage(outer, { inner: { f_string: "abc", f_double: 1 }, r_double: [1, 2] });
  for (let n = 0; n < whole.length; n++) expect(() => decodeMessage(outer, whole.subarray(0, n))).not.toThrow();
});

test("a message that holds itself a thousand times deep is refused, not followed", () => {
  const fields: MessageSchema["fields"][number][] = [];
  const list: MessageSchema = { kind: "message", name: "t.List", fields };
  fields.push({ name: "next", number: 1, type: list });
  let bytes: Uint8Array = new Uint8Array(0);
  for (let i = 0; i < 1000; i++) {
    const length = i * 3 > 16383 ? 3 : bytes.length > 127 ? 2 : 1;
    const head = length === 1 ? [10, bytes.length] : [10, (bytes.length & 127) | 128, bytes.length >> 7];
    bytes = Uint8Array.of(...head, ...bytes);
  }
  expect(decodeMessage(list, bytes)).toBeNull();
  expect(decodeMessage(list, Uint8Array.of(10, 2, 10, 0))).toEqual({ next: { next: { next: null } } });
});
