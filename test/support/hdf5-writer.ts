/**
 * A writer of HDF5 files as libraries before 1.8 wrote them, for the tests, straight from the specification; it shares no code with the
 * reader. Superblock 0 or 1, version 1 headers that are continued, groups and chunks under B-trees of two levels, and what newer libraries do
 * not write any more: data layouts of version 1 and 2, fill values of the old message.
 */
import { deflateSync } from "node:zlib";

export type OldType = "int8" | "uint16" | "int16" | "int32" | "float32" | "float64";
export type OldFilter = "shuffle" | "deflate" | "fletcher32";

export interface OldDataset {
  readonly name: string;
  readonly lengths: readonly number[];
  readonly type: OldType;
  readonly littleEndian?: boolean;
  /** Null: nothing is written. */
  readonly values: ArrayLike<number> | null;
  readonly layout?: 1 | 2 | 3;
  /** Lengths of a chunk; "compact": in the header. */
  readonly chunk?: readonly number[] | "compact";
  /** In the order of writing; a number is a filter that does nothing, by that number. */
  readonly filters?: readonly (OldFilter | number)[];
  /** Numbers of chunks, counted as the values are, that are left out. */
  readonly holes?: readonly number[];
  readonly fill?: readonly ["old" | 1 | 2 | 3, number];
  readonly attributes?: Readonly<Record<string, string | readonly number[]>>;
}

export interface OldFile {
  readonly superblock?: 0 | 1;
  readonly offsetSize?: 2 | 4 | 8;
}

const SIZES = { int8: 1, uint16: 2, int16: 2, int32: 4, float32: 4, float64: 8 } as const;
const FILTER_IDS = { deflate: 1, shuffle: 2, fletcher32: 3 } as const;
const UNDEFINED = -1;

/** Bytes that grow, with little-endian numbers. */
class Writer {
  readonly bytes: number[] = [];
  readonly offsetSize: number;

  constructor(offsetSize: number) {
    this.offsetSize = offsetSize;
  }

  uint(value: number, size: number): this {
    for (let k = 0, rest = value; k < size; k++, rest = Math.floor(rest / 256)) {
      this.bytes.push(value === UNDEFINED ? 255 : rest % 256);
    }
    return this;
  }

  /** Addresses and lengths. */
  offset(value: number): this {
    return this.uint(value, this.offsetSize);
  }

  raw(bytes: ArrayLike<number>): this {
    for (let k = 0; k < bytes.length; k++) this.bytes.push(bytes[k]!);
    return this;
  }

  text(text: string): this {
    return this.raw(Buffer.from(text, "latin1"));
  }

  zeros(count: number): this {
    return this.raw(new Uint8Array(count));
  }

  /** Zeros up to a multiple of eight. */
  pad(): this {
    return this.zeros((8 - (this.bytes.length % 8)) % 8);
  }
}

export function oldHdf5(datasets: readonly OldDataset[], { superblock = 0, offsetSize = 8 }: OldFile = {}): Uint8Array {
  const start = superblock === 0 ? 24 : 28;
  const file: number[] = Array.from({ length: 8 * Math.ceil((start + 6 * offsetSize + 24) / 8) }, () => 0);
  const make = (): Writer => new Writer(offsetSize);
  /** Puts a structure at the end of the file; returns its address. */
  const place = (writer: Writer): number => {
    const at = file.length;
    for (const byte of writer.pad().bytes) file.push(byte);
    return at;
  };

  // Children first, so that every address is known when it is written.
  const sorted = [...datasets].sort((a, b) => (a.name < b.name ? -1 : 1));
  const headers = sorted.map((dataset) => placeDataset(dataset, make, place));
  const names = make().zeros(8);
  const nameOffsets = sorted.map(({ name }) => {
    const at = names.bytes.length;
    names.text(name).zeros(1).pad();
    return at;
  });
  const namesAt = place(names);
  const heap = make().text("HEAP").zeros(4).offset(names.bytes.length).offset(1).offset(namesAt);
  const heapAt = place(heap);

  // Nodes of two entries, leaves of two nodes, and one root.
  const nodes = pairs(sorted.map((_, k) => k)).map((entries) => {
    const node = make().text("SNOD").uint(1, 1).zeros(1).uint(entries.length, 2);
    for (const k of entries) node.offset(nameOffsets[k]!).offset(headers[k]!).zeros(24);
    return { at: place(node), last: nameOffsets[entries[entries.length - 1]!]! };
  });
  const tree = (level: number, children: readonly { at: number; last: number }[]): { at: number; last: number } => {
    const node = make()
      .text("TREE")
      .uint(0, 1)
      .uint(level, 1)
      .uint(children.length, 2)
      .offset(UNDEFINED)
      .offset(UNDEFINED);
    node.offset(0);
    for (const child of children) node.offset(child.at).offset(child.last);
    return { at: place(node), last: children[children.length - 1]!.last };
  };
  const root = tree(
    1,
    pairs(nodes).map((leaf) => tree(0, leaf)),
  );
  const symbols = make().offset(root.at).offset(heapAt);
  const rootAt = placeHeader([[0x11, symbols]], make, place);

  const first = make().raw([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]);
  first.uint(superblock, 1).zeros(4).uint(offsetSize, 1).uint(offsetSize, 1).zeros(1).uint(4, 2).uint(16, 2).zeros(4);
  if (superblock === 1) first.uint(32, 2).zeros(2);
  first.offset(0).offset(UNDEFINED).offset(file.length).offset(UNDEFINED).offset(0).offset(rootAt).zeros(24);
  first.bytes.forEach((byte, k) => {
    file[k] = byte;
  });
  return Uint8Array.from(file);
}

function pairs<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let k = 0; k < items.length; k += 2) groups.push(items.slice(k, k + 2));
  return groups;
}

type Make = () => Writer;
type Place = (writer: Writer) => number;

/** A version 1 header; from the third message on it is continued in another block. */
function placeHeader(messages: readonly (readonly [number, Writer])[], make: Make, place: Place): number {
  const body = (list: readonly (readonly [number, Writer])[]): Writer => {
    const block = make();
    for (const [type, data] of list) {
      data.pad();
      block.uint(type, 2).uint(data.bytes.length, 2).zeros(4).raw(data.bytes);
    }
    return block;
  };
  const rest = messages.slice(2);
  const first = [...messages.slice(0, 2)];
  if (rest.length > 0) {
    const block = body(rest);
    const size = block.bytes.length;
    first.push([0x10, make().offset(place(block)).offset(size)]);
  }
  const block = body(first);
  const header = make()
    .uint(1, 1)
    .zeros(1)
    .uint(first.length + rest.length, 2)
    .uint(1, 4)
    .uint(block.bytes.length, 4);
  return place(header.zeros(4).raw(block.bytes));
}

function placeDataset(dataset: OldDataset, make: Make, place: Place): number {
  const { lengths, type, littleEndian = true, values, layout = 3, chunk, filters = [], fill } = dataset;
  const size = SIZES[type];
  const messages: (readonly [number, Writer])[] = [
    [0x01, dataspace(lengths, make)],
    [0x03, datatype(type, littleEndian, make)],
  ];
  if (fill !== undefined) {
    const [version, value] = fill;
    const message = make();
    if (version === 3) message.uint(3, 1).uint(32, 1);
    else if (version !== "old") message.uint(version, 1).raw([2, 2, 1]);
    message.uint(size, 4).raw(numbers([value], type, littleEndian));
    messages.push([version === "old" ? 0x04 : 0x05, message]);
  }
  if (filters.length > 0) messages.push([0x0b, pipeline(filters, size, make)]);

  const where = make();
  if (chunk === "compact") {
    const bytes = numbers(values ?? [], type, littleEndian);
    if (layout === 3) where.raw([3, 0]).uint(bytes.length, 2).raw(bytes);
    else oldLayout(where, layout, 0, null, lengths).uint(bytes.length, 4).raw(bytes);
  } else if (chunk === undefined) {
    const bytes = numbers(values ?? [], type, littleEndian);
    const at = values === null ? UNDEFINED : place(make().raw(bytes));
    if (layout === 3) where.raw([3, 1]).offset(at).offset(bytes.length);
    else oldLayout(where, layout, 1, at, lengths);
  } else {
    const at = values === null ? UNDEFINED : placeChunks(dataset, chunk, values, make, place);
    const shape = [...chunk, size];
    if (layout === 3) {
      where.raw([3, 2, shape.length]).offset(at);
      for (const length of shape) where.uint(length, 4);
    } else oldLayout(where, layout, 2, at, shape);
  }
  messages.push([0x08, where]);
  for (const [name, value] of Object.entries(dataset.attributes ?? {}))
    messages.push([0x0c, attribute(name, value, make)]);
  return placeHeader(messages, make, place);
}

function oldLayout(
  writer: Writer,
  version: number,
  kind: number,
  at: number | null,
  lengths: readonly number[],
): Writer {
  writer.raw([version, lengths.length, kind]).zeros(5);
  if (at !== null) writer.offset(at);
  for (const length of lengths) writer.uint(length, 4);
  return writer;
}

/** Version 1 B-tree of chunks: leaves of two, and one root. */
function placeChunks(
  { lengths, type, littleEndian = true, filters = [], holes = [] }: OldDataset,
  chunk: readonly number[],
  values: ArrayLike<number>,
  make: Make,
  place: Place,
): number {
  const size = SIZES[type];
  const counts = lengths.map((length, d) => Math.ceil(length / chunk[d]!));
  const total = counts.reduce((product, count) => product * count, 1);
  const cells = chunk.reduce((product, length) => product * length, 1);
  const written: { key: Writer; at: number }[] = [];
  const unravel = (k: number, shape: readonly number[]): number[] => {
    const index: number[] = [];
    for (let d = shape.length - 1, rest = k; d >= 0; rest = Math.floor(rest / shape[d]!), d--)
      index[d] = rest % shape[d]!;
    return index;
  };
  for (let k = 0; k < total; k++) {
    if (holes.includes(k)) continue;
    const origin = unravel(k, counts).map((index, d) => index * chunk[d]!);
    const own = Array.from({ length: cells }, (_, c) => {
      const index = unravel(c, chunk).map((offset, d) => origin[d]! + offset);
      const isInside = index.every((i, d) => i < lengths[d]!);
      return isInside ? values[index.reduce((sum, i, d) => sum * lengths[d]! + i, 0)]! : 0;
    });
    const bytes = filters.reduce<Uint8Array>(
      (data, filter) => apply(filter, data, size),
      numbers(own, type, littleEndian),
    );
    const key = make().uint(bytes.length, 4).uint(0, 4);
    for (const offset of [...origin, 0]) key.uint(offset, 8);
    written.push({ key, at: place(make().raw(bytes)) });
  }
  const tree = (level: number, children: readonly { key: Writer; at: number }[]): { key: Writer; at: number } => {
    const node = make()
      .text("TREE")
      .uint(1, 1)
      .uint(level, 1)
      .uint(children.length, 2)
      .offset(UNDEFINED)
      .offset(UNDEFINED);
    for (const { key, at } of children) node.raw(key.bytes).offset(at);
    const end = make().zeros(8);
    for (const length of [...lengths, 0]) end.uint(length, 8);
    return { key: children[0]!.key, at: place(node.raw(end.bytes)) };
  };
  return tree(
    1,
    pairs(written).map((leaf) => tree(0, leaf)),
  ).at;
}

function apply(filter: OldFilter | number, bytes: Uint8Array, size: number): Uint8Array {
  if (filter === "deflate") return new Uint8Array(deflateSync(bytes, { level: 6 }));
  if (filter === "shuffle") {
    const count = bytes.length / size;
    return bytes.map((_, k) => bytes[(k % count) * size + Math.floor(k / count)]!);
  }
  if (filter !== "fletcher32") return bytes;
  // Carries out of 16 bits are added at the low end, so 65535 stays 65535.
  const carried = (value: number): number => (value > 65535 ? value - 65535 : value);
  let [sum, sums] = [0, 0];
  for (let k = 0; k < bytes.length; k += 2) {
    sum = carried(sum + bytes[k]! * 256 + (bytes[k + 1] ?? 0));
    sums = carried(sums + sum);
  }
  return Uint8Array.from([...bytes, sum % 256, sum >> 8, sums % 256, sums >> 8]);
}

function pipeline(filters: readonly (OldFilter | number)[], size: number, make: Make): Writer {
  const message = make().raw([1, filters.length]).zeros(6);
  for (const filter of filters) {
    const id = typeof filter === "number" ? filter : FILTER_IDS[filter];
    const values = filter === "shuffle" ? [size] : filter === "deflate" ? [6] : [];
    // A name of eight bytes, values filled up to eight.
    message.uint(id, 2).uint(8, 2).uint(0, 2).uint(values.length, 2).text("filter\0\0");
    for (const value of values) message.uint(value, 4).zeros(4);
  }
  return message;
}

function dataspace(lengths: readonly number[], make: Make): Writer {
  const message = make().raw([1, lengths.length, 0]).zeros(5);
  for (const length of lengths) message.offset(length);
  return message;
}

function datatype(type: OldType, littleEndian: boolean, make: Make): Writer {
  const size = SIZES[type];
  const order = littleEndian ? 0 : 1;
  if (type.startsWith("float")) {
    const fields = size === 4 ? [23, 8, 0, 23, 127] : [52, 11, 0, 52, 1023];
    const message = make()
      .raw([0x11, 0x20 | order, 8 * size - 1, 0])
      .uint(size, 4)
      .uint(0, 2)
      .uint(8 * size, 2);
    return message.raw(fields.slice(0, 4)).uint(fields[4]!, 4);
  }
  const signed = type.startsWith("u") ? 0 : 8;
  return make()
    .raw([0x10, order | signed, 0, 0])
    .uint(size, 4)
    .uint(0, 2)
    .uint(8 * size, 2);
}

/** Version 1: name, datatype and dataspace filled up to eight. */
function attribute(name: string, value: string | readonly number[], make: Make): Writer {
  const isText = typeof value === "string";
  const type = isText ? make().raw([0x13, 0, 0, 0]).uint(value.length, 4) : datatype("float64", true, make);
  const space = isText ? dataspace([], make) : dataspace([value.length], make);
  const message = make()
    .raw([1, 0])
    .uint(name.length + 1, 2)
    .uint(type.bytes.length, 2)
    .uint(space.bytes.length, 2);
  message.text(name).zeros(1).pad().raw(type.bytes).pad().raw(space.bytes).pad();
  return isText ? message.text(value) : message.raw(numbers(value, "float64", true));
}

function numbers(values: ArrayLike<number>, type: OldType, littleEndian: boolean): Uint8Array {
  const size = SIZES[type];
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < values.length; k++) {
    const at = k * size;
    const value = values[k]!;
    if (type === "int8") view.setInt8(at, value);
    else if (type === "uint16") view.setUint16(at, value, littleEndian);
    else if (type === "int16") view.setInt16(at, value, littleEndian);
    else if (type === "int32") view.setInt32(at, value, littleEndian);
    else if (type === "float32") view.setFloat32(at, value, littleEndian);
    else view.setFloat64(at, value, littleEndian);
  }
  return bytes;
}
