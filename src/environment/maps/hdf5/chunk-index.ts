/**
 * Which bytes of the file a chunk is.
 *
 *   tree        version 1 B-tree: "TREE", type 1, level, entries used, siblings; key, child, …; key: size, mask, offsets of the chunk
 *   tree2       version 2 B-tree of records: address, (size, mask,) scaled offsets
 *   single      one chunk, at the address of the layout
 *   implicit    all chunks in one piece, without filters
 *   arrays      element k is chunk k: address, (size, mask)                                                            chunk-arrays.ts
 *
 * The scaled offset of a chunk is its offset in chunks; chunk k of the arrays counts the last dimension fastest,
 *
 *   k = Σ scaled[d] · down[d],    down[last] = 1,    down[d] = down[d + 1] · ⌈limit[d + 1] / length[d + 1]⌉          (1)
 *
 * by the largest lengths that the dataset may grow to. A dimension without limit counts slowest.
 * Source: [HDF5, III.A, VII]. Tests: hdf5.test.ts.
 */
import { visitRecords } from "./btree2.ts";
import { type FindElement, openExtensibleArray, openFixedArray } from "./chunk-arrays.ts";
import type { Dataspace } from "./datatype.ts";
import { Cursor, type Hdf5Source } from "./hdf5-source.ts";
import type { Chunking } from "./layout.ts";

export interface Chunk {
  readonly at: number;
  readonly size: number;
  /** A bit for each filter that it skipped. */
  readonly mask: number;
}

/** The chunk at scaled offsets; null when it was never written. */
export type FindChunk = (scaled: readonly number[]) => Chunk | null;

/** B-trees of chunks without and with filters. */
const PLAIN = 10;
const FILTERED = 11;

export function openChunks(source: Hdf5Source, chunking: Chunking, space: Dataspace, isFiltered: boolean): FindChunk {
  const { address, index, lengths } = chunking;
  const chunkSize = lengths.reduce((product, length) => product * length, chunking.elementSize);
  if (address === null) return () => null;
  switch (index) {
    case "tree":
      return found(space, chunking, (add) => addTree(source, address, null, lengths, add));
    case "tree2":
      return found(space, chunking, (add) => addTree2(source, address, lengths.length, chunkSize, add));
    case "single": {
      const chunk = { at: address, size: chunking.single?.size ?? chunkSize, mask: chunking.single?.mask ?? 0 };
      return (scaled) => (scaled.every((offset) => offset === 0) ? chunk : null);
    }
    case "implicit": {
      const number = numbering(source, space, lengths);
      return (scaled) => ({ at: address + number(scaled) * chunkSize, size: chunkSize, mask: 0 });
    }
    case "fixedArray":
      return elements(
        source,
        openFixedArray(source, address),
        numbering(source, space, lengths),
        chunkSize,
        isFiltered,
      );
    case "extensibleArray":
      return elements(
        source,
        openExtensibleArray(source, address),
        numbering(source, space, lengths),
        chunkSize,
        isFiltered,
      );
  }
}

/** (1) */
function numbering(
  source: Hdf5Source,
  space: Dataspace,
  lengths: readonly number[],
): (scaled: readonly number[]) => number {
  const rank = lengths.length;
  const unlimited = space.limits.indexOf(null);
  if (unlimited !== space.limits.lastIndexOf(null))
    throw source.malformed("an array indexes chunks without two limits");
  const down = new Array<number>(rank).fill(1);
  let product = 1;
  for (let d = rank - 1; d >= 0; d--) {
    if (d === unlimited) continue;
    down[d] = product;
    product *= Math.ceil((space.limits[d] ?? 1) / lengths[d]);
  }
  if (unlimited >= 0) down[unlimited] = product;
  return (scaled) => scaled.reduce((sum, offset, d) => sum + offset * down[d], 0);
}

function elements(
  source: Hdf5Source,
  { find, elementSize }: { readonly find: FindElement; readonly elementSize: number },
  number: (scaled: readonly number[]) => number,
  chunkSize: number,
  isFiltered: boolean,
): FindChunk {
  // The size of a filtered chunk takes what address and mask leave, whichever version of the layout wrote it.
  const sizeBytes = elementSize - source.offsetSize - 4;
  if (isFiltered ? sizeBytes < 1 || sizeBytes > 8 : elementSize !== source.offsetSize) {
    throw source.malformed(`an array of chunks has elements of ${elementSize} bytes`);
  }
  return (scaled) => {
    const at = find(number(scaled));
    if (at === null) return null;
    const cursor = new Cursor(source, at, elementSize, "an element of an array of chunks");
    const address = cursor.address();
    if (address === null) return null;
    if (!isFiltered) return { at: address, size: chunkSize, mask: 0 };
    return { at: address, size: cursor.uint(sizeBytes), mask: cursor.u32() };
  };
}

type Add = (scaled: readonly number[], chunk: Chunk) => void;

/** Chunks of a tree, all of them read at once. */
function found(space: Dataspace, { lengths }: Chunking, visit: (add: Add) => void): FindChunk {
  const counts = space.lengths.map((length, d) => Math.ceil(length / lengths[d]));
  const key = (scaled: readonly number[]): number => scaled.reduce((sum, offset, d) => sum * counts[d] + offset, 0);
  const chunks = new Map<number, Chunk>();
  visit((scaled, chunk) => {
    // Chunks beyond the end are left over from a larger dataset.
    if (scaled.every((offset, d) => offset < counts[d])) chunks.set(key(scaled), chunk);
  });
  return (scaled) => chunks.get(key(scaled)) ?? null;
}

function addTree(
  source: Hdf5Source,
  address: number,
  level: number | null,
  lengths: readonly number[],
  add: Add,
): void {
  const cursor = new Cursor(source, address, undefined, "a B-tree of chunks");
  cursor.signature("TREE");
  const type = cursor.u8();
  const ownLevel = cursor.u8();
  if (type !== 1 || (level !== null && ownLevel !== level)) {
    throw source.malformed(`a B-tree of chunks has a node of type ${type} and level ${ownLevel}`);
  }
  const used = cursor.u16();
  cursor.take(2 * source.offsetSize);
  for (let k = 0; k < used; k++) {
    source.step();
    const size = cursor.u32();
    const mask = cursor.u32();
    const scaled = lengths.map((length) => cursor.uint(8) / length);
    cursor.take(8);
    const child = cursor.address();
    if (child === null) throw source.malformed("a B-tree of chunks lacks a child");
    if (ownLevel > 0) addTree(source, child, ownLevel - 1, lengths, add);
    else if (scaled.every(Number.isInteger)) add(scaled, { at: child, size, mask });
    else throw source.malformed("a chunk does not begin at a multiple of its length");
  }
}

function addTree2(source: Hdf5Source, address: number, rank: number, chunkSize: number, add: Add): void {
  visitRecords(source, address, [PLAIN, FILTERED], (at, recordSize, type) => {
    const cursor = new Cursor(source, at, recordSize, "a record of a chunk");
    const chunk = cursor.address();
    const sizeBytes = recordSize - source.offsetSize - 4 - 8 * rank;
    if (type === FILTERED && (sizeBytes < 1 || sizeBytes > 8)) {
      throw source.malformed(`records of chunks have ${recordSize} bytes`);
    }
    const size = type === FILTERED ? cursor.uint(sizeBytes) : chunkSize;
    const mask = type === FILTERED ? cursor.u32() : 0;
    const scaled = Array.from({ length: rank }, () => cursor.uint(8));
    if (chunk !== null) add(scaled, { at: chunk, size, mask });
  });
}
