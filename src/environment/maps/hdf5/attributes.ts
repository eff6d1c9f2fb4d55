/**
 * The attributes of an object: small values with names, as messages of its header or, when there are many, in a fractal heap.
 *
 *   attribute   version, flags, sizes of name, datatype and dataspace, (character set,) name, datatype, dataspace, data
 *   many        version, flags, (largest index,) heap, B-tree by name, (B-tree by order)
 *
 * Version 1 fills name, datatype and dataspace up to multiples of eight. Values that are neither numbers nor texts are left out, except
 * sequences of references, which name the dimensions of a dataset.
 * Source: [HDF5, IV.A.2.m and v]. Tests: hdf5.test.ts.
 */
import { readNumber } from "../byte-reader.ts";
import { visitRecords } from "./btree2.ts";
import { type Dataspace, type Hdf5Type, readDataspace, readDatatype } from "./datatype.ts";
import { FractalHeap } from "./fractal-heap.ts";
import type { GlobalHeap } from "./global-heap.ts";
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";
import { followShared, MESSAGE, type Message } from "./object-header.ts";

const WHAT = "an attribute";
/** B-tree of attributes by name: ID in the heap, flags, order, hash. */
const BY_NAME = 8;

export interface Hdf5Attribute {
  readonly name: string;
  readonly type: Hdf5Type;
  readonly space: Dataspace;
  readonly data: Region;
}

export function readAttributes(source: Hdf5Source, messages: readonly Message[]): ReadonlyMap<string, Hdf5Attribute> {
  const attributes = new Map<string, Hdf5Attribute>();
  const add = (region: Region): void => {
    const attribute = readAttribute(source, region);
    attributes.set(attribute.name, attribute);
  };
  for (const message of messages) {
    if (message.type === MESSAGE.attribute) {
      add(message.isShared ? followShared(source, message, MESSAGE.attribute) : message);
    } else if (message.type === MESSAGE.attributeInfo) addMany(source, message, add);
  }
  return attributes;
}

function addMany(source: Hdf5Source, message: Region, add: (region: Region) => void): void {
  const cursor = new Cursor(source, message.at, message.size, "the place of attributes");
  cursor.version(0);
  const flags = cursor.u8();
  if ((flags & 1) !== 0) cursor.take(2);
  const heapAddress = cursor.address();
  const treeAddress = cursor.address();
  if (heapAddress === null || treeAddress === null) return;
  const heap = new FractalHeap(source, heapAddress);
  visitRecords(source, treeAddress, [BY_NAME], (at, size) => {
    if (size < heap.idSize) throw source.malformed("a record of an attribute is shorter than its ID");
    add(heap.object(at));
  });
}

function readAttribute(source: Hdf5Source, region: Region): Hdf5Attribute {
  source.step();
  const cursor = new Cursor(source, region.at, region.size, WHAT);
  const version = cursor.version(1, 2, 3);
  const flags = cursor.u8();
  const nameSize = cursor.u16();
  const typeSize = cursor.u16();
  const spaceSize = cursor.u16();
  if (version === 3) cursor.take(1);
  const part = (size: number): Region => {
    const at = cursor.take(version === 1 ? 8 * Math.ceil(size / 8) : size);
    return { at, size };
  };
  const name = source.text(part(nameSize), WHAT);
  const typeRegion = part(typeSize);
  const spaceRegion = part(spaceSize);
  const isTypeShared = version > 1 && (flags & 1) !== 0;
  const isSpaceShared = version > 1 && (flags & 2) !== 0;
  const type = readDatatype(source, isTypeShared ? followShared(source, typeRegion, MESSAGE.datatype) : typeRegion);
  const space = readDataspace(
    source,
    isSpaceShared ? followShared(source, spaceRegion, MESSAGE.dataspace) : spaceRegion,
  );
  const size = space.count * type.size;
  return { name, type, space, data: { at: cursor.take(size), size } };
}

/** Numbers, or one text (several, each on a line of its own); undefined for anything else. */
export function attributeValue(
  source: Hdf5Source,
  heap: GlobalHeap,
  { type, space, data }: Hdf5Attribute,
): string | readonly number[] | undefined {
  const { count } = space;
  if (type.kind === "number") return readNumbers(source, type, data.at, count);
  if (type.kind === "text") {
    const texts = Array.from({ length: count }, (_, k) =>
      source.text({ at: data.at + k * type.size, size: type.size }, WHAT),
    );
    return texts.join("\n");
  }
  if (type.kind !== "sequence" || type.size < 8 + source.offsetSize) return undefined;
  const { of } = type;
  const parts = Array.from({ length: count }, (_, k) => heap.sequence(data.at + k * type.size, of.size));
  if (of.kind === "text") return parts.map((part) => (part === null ? "" : source.text(part, WHAT))).join("\n");
  if (of.kind !== "number") return undefined;
  return parts.flatMap((part) => (part === null ? [] : readNumbers(source, of, part.at, part.size / of.size)));
}

/** Of an attribute of sequences of references: where the first of each points to. */
export function attributeReferences(
  source: Hdf5Source,
  heap: GlobalHeap,
  { type, space, data }: Hdf5Attribute,
): readonly (number | null)[] | undefined {
  if (type.kind !== "sequence" || type.of.kind !== "reference") return undefined;
  const { of } = type;
  if (type.size < 8 + source.offsetSize || of.size < source.offsetSize) return undefined;
  return Array.from({ length: space.count }, (_, k) => {
    const part = heap.sequence(data.at + k * type.size, of.size);
    return part === null ? null : source.address(part.at, "a reference");
  });
}

function readNumbers(
  source: Hdf5Source,
  type: Extract<Hdf5Type, { kind: "number" }>,
  at: number,
  count: number,
): readonly number[] {
  source.spend(count);
  const { bytes } = source.reader;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, k) => readNumber(view, type.type, at + k * type.size, type.littleEndian));
}
