/**
 * A message as a row: the values at the ends of its branches, with names such as "pose.position.x". Lists, maps and raw
 * bytes are left out, since a row has a fixed number of columns; so is a message inside itself.
 */
import type { EnumSchema, FieldSchema, MessageSchema, ProtoMessage, ProtoValue, ScalarType } from "./protobuf.ts";
import { WIRE, wireType } from "./protobuf.ts";
import { ProtoCursor, readNumber } from "./protobuf-decode.ts";

export interface MessageLeaf {
  readonly name: string;
  readonly path: readonly string[];
  readonly type: ScalarType | EnumSchema;
}

const DEEPEST = 16;

/** Leaves in the order of the fields. `skip` is a field of the outermost message. */
export function leavesOf(schema: MessageSchema, skip: string | null = null): MessageLeaf[] {
  const out: MessageLeaf[] = [];
  const visit = (message: MessageSchema, path: readonly string[], above: readonly MessageSchema[]): void => {
    if (above.includes(message) || path.length > DEEPEST) return;
    for (const { name, type, repeated } of message.fields) {
      if (repeated || type === "bytes" || (path.length === 0 && name === skip)) continue;
      const inner = [...path, name];
      if (typeof type !== "string" && type.kind === "message") visit(type, inner, [...above, message]);
      else out.push({ name: inner.join("."), path: inner, type });
    }
  };
  visit(schema, [], []);
  return out;
}

export function isNumeric(leaf: MessageLeaf): boolean {
  return leaf.type !== "string";
}

/** The value at a leaf; undefined where a message on the way is absent. */
export function valueAt(message: ProtoMessage, path: readonly string[]): ProtoValue | undefined {
  let value: ProtoValue | undefined = message;
  for (const name of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as ProtoMessage)[name];
  }
  return value;
}

/** Leaves of a value without a schema (JSON): numbers, booleans and strings. */
export function leavesOfValue(value: unknown, prefix = "", out = new Map<string, number | boolean | string>()) {
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") out.set(prefix, value);
  else if (value !== null && typeof value === "object" && !Array.isArray(value) && prefix.split(".").length <= DEEPEST)
    for (const [key, inner] of Object.entries(value))
      leavesOfValue(inner, prefix === "" ? key : `${prefix}.${key}`, out);
  return out;
}

type Branch = {
  readonly field: FieldSchema;
  readonly wire: number;
  readonly column: number;
  readonly inner: Branches | null;
};
type Branches = Map<number, Branch>;

/**
 * Reads the numeric leaves of a protobuf message straight into a row, without making objects. An absent number is 0; a
 * leaf of an absent message is NaN.
 */
export class RowDecoder {
  readonly names: readonly string[];
  readonly #branches: Branches;
  /** Column by column: what a leaf is when the message does not give it. */
  readonly #blank: Float64Array;

  constructor(schema: MessageSchema, skip: string | null = null) {
    const leaves = leavesOf(schema, skip).filter(isNumeric);
    const columns = new Map(leaves.map(({ name }, i) => [name, i]));
    this.names = [...columns.keys()];
    this.#blank = Float64Array.from(leaves, ({ path }) => (path.length > 1 ? Number.NaN : 0));
    this.#branches = branchesOf(schema, "", columns);
  }

  /** False where the bytes are not such a message; the row then holds nothing of use. */
  decode(row: Float64Array, bytes: Uint8Array): boolean {
    row.set(this.#blank);
    const cursor = new ProtoCursor(bytes);
    this.#read(cursor, bytes.length, this.#branches, row);
    return !cursor.failed;
  }

  #read(cursor: ProtoCursor, end: number, branches: Branches, row: Float64Array): void {
    while (cursor.at < end && !cursor.failed) {
      cursor.varint(end);
      const wire = cursor.low & 7;
      const branch = branches.get(cursor.low >>> 3);
      if (branch === undefined || branch.wire !== wire || cursor.high !== 0) cursor.skip(wire, end);
      else if (branch.inner === null) row[branch.column] = Number(readNumber(cursor, branch.field.type, end));
      else {
        const innerEnd = cursor.lengthEnd(end);
        for (const each of branch.inner.values()) if (each.inner === null) row[each.column] = 0;
        this.#read(cursor, innerEnd, branch.inner, row);
      }
    }
  }
}

/** The fields that lead to a column. */
function branchesOf(schema: MessageSchema, prefix: string, columns: ReadonlyMap<string, number>): Branches {
  const out: Branches = new Map();
  for (const field of schema.fields) {
    const { type } = field;
    const name = prefix + field.name;
    const wire = wireType(type);
    if (typeof type !== "string" && type.kind === "message") {
      const leads = [...columns.keys()].some((column) => column.startsWith(`${name}.`));
      if (leads && !field.repeated)
        out.set(field.number, { field, wire, column: -1, inner: branchesOf(type, `${name}.`, columns) });
    } else if (wire !== WIRE.length) {
      const column = columns.get(name);
      if (column !== undefined) out.set(field.number, { field, wire, column, inner: null });
    }
  }
  return out;
}
