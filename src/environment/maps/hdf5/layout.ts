/**
 * Where the values of a dataset are: in its header, in one piece, or in chunks that an index finds.
 *
 *   version 1, 2   version, rank, class, five bytes, (address,) lengths, (element size,) (size, data)
 *   version 3      version, class; compact: size, data; in one piece: address, size; chunked: rank, address, lengths, element size
 *   version 4, 5   as 3; chunked: flags, rank, bytes of a length, lengths, element size, kind of index, what it needs, address
 *
 * The rank of chunks counts the element size as one more dimension.
 * Left out: values in other files (virtual datasets, external files), with a message.
 * Source: [HDF5, IV.A.2.i]. Tests: hdf5.test.ts.
 */
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

const COMPACT = 0;
const CONTIGUOUS = 1;
const CHUNKED = 2;

export interface Chunking {
  /** Lengths of a chunk, in elements. */
  readonly lengths: readonly number[];
  readonly elementSize: number;
  readonly index: "tree" | "single" | "implicit" | "fixedArray" | "extensibleArray" | "tree2";
  /** Of the index, or of the chunks themselves; null when nothing was written. */
  readonly address: number | null;
  /** Chunks that reach over the end are not filtered. */
  readonly isEdgePlain: boolean;
  /** Of a single chunk that is filtered: bytes and skipped filters. */
  readonly single: { readonly size: number; readonly mask: number } | null;
}

export type Layout =
  /** Null: nothing was written. */
  { readonly kind: "piece"; readonly region: Region | null } | ({ readonly kind: "chunks" } & Chunking);

const INDEXES = ["single", "implicit", "fixedArray", "extensibleArray", "tree2"] as const;
/** Bytes that the message holds for each kind of index, besides those of a single filtered chunk. */
const INDEX_BYTES = { single: 0, implicit: 0, fixedArray: 1, extensibleArray: 5, tree2: 6 } as const;

export function readLayout(source: Hdf5Source, region: Region): Layout {
  const cursor = new Cursor(source, region.at, region.size, "a data layout");
  const version = cursor.version(1, 2, 3, 4, 5);
  if (version < 3) return readOld(cursor);
  const kind = cursor.u8();
  if (kind === COMPACT) {
    const size = cursor.u16();
    return { kind: "piece", region: { at: cursor.take(size), size } };
  }
  if (kind === CONTIGUOUS) return piece(cursor.address(), cursor.length());
  if (kind !== CHUNKED) throw source.unsupported("a NetCDF-4 file with values in other files (a virtual dataset)");
  return version === 3 ? readChunks3(cursor) : readChunks4(cursor);
}

function readOld(cursor: Cursor): Layout {
  const rank = cursor.u8();
  const kind = cursor.u8();
  cursor.take(5);
  const address = kind === COMPACT ? null : cursor.address();
  const lengths = Array.from({ length: rank }, () => cursor.u32());
  if (kind === CHUNKED) return chunks(cursor, lengths, { index: "tree", address, isEdgePlain: false, single: null });
  if (kind === COMPACT) {
    const size = cursor.u32();
    return { kind: "piece", region: { at: cursor.take(size), size } };
  }
  // The lengths are those of the dataspace, and the size of all follows from them.
  return piece(address, Number.POSITIVE_INFINITY);
}

function piece(address: number | null, size: number): Layout {
  return { kind: "piece", region: address === null ? null : { at: address, size } };
}

function readChunks3(cursor: Cursor): Layout {
  const rank = cursor.u8();
  const address = cursor.address();
  const lengths = Array.from({ length: rank }, () => cursor.u32());
  return chunks(cursor, lengths, { index: "tree", address, isEdgePlain: false, single: null });
}

function readChunks4(cursor: Cursor): Layout {
  const { source } = cursor;
  const flags = cursor.u8();
  const rank = cursor.u8();
  const lengthBytes = cursor.u8();
  if (lengthBytes < 1 || lengthBytes > 8) throw source.malformed(`the lengths of a chunk have ${lengthBytes} bytes`);
  const lengths = Array.from({ length: rank }, () => cursor.uint(lengthBytes));
  const kind = cursor.u8();
  const index = INDEXES[kind - 1];
  if (index === undefined) throw source.malformed(`chunks have an index of the unknown kind ${kind}`);
  const isSingleFiltered = index === "single" && (flags & 2) !== 0;
  const single = isSingleFiltered ? { size: cursor.length(), mask: cursor.u32() } : null;
  cursor.take(INDEX_BYTES[index]);
  return chunks(cursor, lengths, { index, address: cursor.address(), isEdgePlain: (flags & 1) !== 0, single });
}

function chunks(
  { source }: Cursor,
  lengths: readonly number[],
  rest: Omit<Chunking, "lengths" | "elementSize">,
): Layout {
  if (lengths.length < 1 || lengths.some((length) => length < 1)) {
    throw source.malformed(`chunks of ${lengths.join(" by ")} elements and bytes`);
  }
  const elementSize = lengths[lengths.length - 1];
  return { kind: "chunks", lengths: lengths.slice(0, -1), elementSize, ...rest };
}
