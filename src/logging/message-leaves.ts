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
/** By the field's number, up to LISTED in a list, which is found faster. */
interface Branches {
  readonly listed: readonly (Branch | undefined)[];
  readonly others: ReadonlyMap<number, Branch>;
}
const LISTED = 4096;
const NO_BYTES = new Uint8Array(0);

/**
 * Reads the numeric leaves of a protobuf message straight into a row, without making objects. An absent number is 0; a
 * leaf of an absent message is NaN.
 */
export class RowDecoder {
  readonly names: readonly string[];
  readonly #branches: Branches;
  readonly #cursor = new ProtoCursor(NO_BYTES);
  readonly #tail: Tail;
  readonly #tailBytes: number;
  /** Column by column: what a leaf is when the message does not give it. */
  readonly #blank: Float64Array;

  constructor(schema: MessageSchema, skip: string | null = null) {
    const leaves = leavesOf(schema, skip).filter(isNumeric);
    const columns = new Map(leaves.map(({ name }, i) => [name, i]));
    this.names = [...columns.keys()];
    this.#blank = Float64Array.from(leaves, ({ path }) => (path.length > 1 ? Number.NaN : 0));
    this.#branches = branchesOf(schema, "", columns);
    this.#tail = tailOf(schema, columns);
    this.#tailBytes = this.#tail.tags.reduce((sum, tag) => sum + (tag < 128 ? 9 : 10), 0);
  }

  /** Reads bytes[from .. end). False where they are not such a message; the row then holds nothing of use. */
  decode(row: Float64Array, bytes: Uint8Array, from = 0, end = bytes.length): boolean {
    row.set(this.#blank);
    const cursor = this.#cursor;
    cursor.moveTo(bytes, from);
    const tailAt = end - this.#tailBytes;
    if (this.#tailBytes > 0 && tailAt >= from) {
      this.#read(cursor, tailAt, this.#branches, row);
      if (!cursor.failed && cursor.at === tailAt && this.#readTail(row, bytes, tailAt)) return true;
      row.set(this.#blank);
      cursor.moveTo(bytes, from);
    }
    this.#read(cursor, end, this.#branches, row);
    return !cursor.failed;
  }

  /** The doubles at the end of a message; false where other tags stand there. */
  #readTail(row: Float64Array, bytes: Uint8Array, at: number): boolean {
    const { tags, columns } = this.#tail;
    let k = at;
    for (let i = 0; i < columns.length; i++) {
      const tag = tags[i];
      if (tag < 128) {
        if (bytes[k] !== tag) return false;
        k += 1;
      } else {
        if (bytes[k] !== (tag & 127) + 128 || bytes[k + 1] !== tag >>> 7) return false;
        k += 2;
      }
      row[columns[i]] = this.#cursor.doubleAt(k);
      k += 8;
    }
    return true;
  }

  #read(cursor: ProtoCursor, end: number, branches: Branches, row: Float64Array): void {
    while (cursor.at < end && !cursor.failed) {
      cursor.varint(end);
      const wire = cursor.low & 7;
      const number = cursor.low >>> 3;
      const branch = number < LISTED ? branches.listed[number] : branches.others.get(number);
      if (branch === undefined || branch.wire !== wire || cursor.high !== 0) cursor.skip(wire, end);
      else if (branch.inner !== null) {
        const innerEnd = cursor.lengthEnd(end);
        for (const each of branch.inner.listed) if (each?.inner === null) row[each.column] = 0;
        for (const each of branch.inner.others.values()) if (each.inner === null) row[each.column] = 0;
        this.#read(cursor, innerEnd, branch.inner, row);
      } else if (branch.field.type === "double") row[branch.column] = cursor.double(end);
      else row[branch.column] = Number(readNumber(cursor, branch.field.type, end));
    }
  }
}

/**
 * Doubles with which messages of a schema end, as most writers write them: in the order of their numbers, none left out. Our records
 * consist of them. They are found by counting from the end, several times as fast as field by field.
 */
interface Tail {
  readonly tags: Int32Array;
  readonly columns: Int32Array;
}

/** The largest field number whose tag takes two bytes. */
const LARGEST_TAIL_NUMBER = 2047;

function tailOf(schema: MessageSchema, columns: ReadonlyMap<string, number>): Tail {
  const fields = [...schema.fields].sort((a, b) => a.number - b.number);
  let first = fields.length;
  while (first > 0) {
    const { type, repeated, number, name } = fields[first - 1];
    if (type !== "double" || repeated || number > LARGEST_TAIL_NUMBER || !columns.has(name)) break;
    first--;
  }
  const doubles = fields.slice(first);
  return {
    tags: Int32Array.from(doubles, ({ number }) => (number << 3) | WIRE.eight),
    columns: Int32Array.from(doubles, ({ name }) => columns.get(name)!),
  };
}

/** The fields that lead to a column. */
function branchesOf(schema: MessageSchema, prefix: string, columns: ReadonlyMap<string, number>): Branches {
  const found = new Map<number, Branch>();
  for (const field of schema.fields) {
    const { type } = field;
    const name = prefix + field.name;
    const wire = wireType(type);
    if (typeof type !== "string" && type.kind === "message") {
      const leads = [...columns.keys()].some((column) => column.startsWith(`${name}.`));
      if (leads && !field.repeated)
        found.set(field.number, { field, wire, column: -1, inner: branchesOf(type, `${name}.`, columns) });
    } else if (wire !== WIRE.length) {
      const column = columns.get(name);
      if (column !== undefined) found.set(field.number, { field, wire, column, inner: null });
    }
  }
  const numbers = [...found.keys()].filter((number) => number < LISTED);
  const listed = Array.from({ length: Math.max(0, ...numbers) + 1 }, (_, number) => found.get(number));
  return { listed, others: new Map([...found].filter(([number]) => number >= LISTED)) };
}
