/**
 * The numbers of a dataset, whole or in part, as they are stored.
 *
 * A part is cut out of one piece, or out of every chunk that it touches; what was never written is the fill value, or 0 without one.
 *
 *   fill value, old   size (4), value
 *   1, 2              version, two times, is there one?, size (4), value; in version 2 only if there is one
 *   3                 version, flags (bit 5: there is one), size (4), value
 *
 * At most 2²⁰ chunks of together 2³⁰ bytes are unpacked for one part: MOST_CELLS numbers take a quarter of that, unless chunks are much
 * larger than the part.
 * Source: [HDF5, IV.A.2.e and f]. Tests: hdf5.test.ts.
 */
import { type NumberType, readNumber, readRun } from "../byte-reader.ts";
import { mapCodes, mapError, shown } from "../map-error.ts";
import { type FindChunk, openChunks } from "./chunk-index.ts";
import { type Dataspace, type Hdf5Type, readDataspace, readDatatype } from "./datatype.ts";
import { chunkName, type Filter, readFilters, undoFilters } from "./filters.ts";
import { Cursor, type Hdf5Source } from "./hdf5-source.ts";
import { type Chunking, readLayout } from "./layout.ts";
import { findMessage, MESSAGE, type Message } from "./object-header.ts";

const MOST_UNPACKED = 1_073_741_824;
const MOST_CHUNKS = 1_048_576;

export interface Slab {
  readonly start: readonly number[];
  readonly count: readonly number[];
}

interface Chunks {
  readonly chunking: Chunking;
  readonly find: FindChunk;
  readonly filters: readonly Filter[];
}

export class Hdf5Dataset {
  readonly name: string;
  readonly type: Hdf5Type;
  readonly space: Dataspace;
  readonly #source: Hdf5Source;
  readonly #messages: readonly Message[];
  /** The index of the chunks, once it was needed. */
  #chunks: Chunks | null = null;

  private constructor(
    source: Hdf5Source,
    name: string,
    messages: readonly Message[],
    type: Hdf5Type,
    space: Dataspace,
  ) {
    this.name = name;
    this.type = type;
    this.space = space;
    this.#source = source;
    this.#messages = messages;
  }

  /** Null when the object is not a dataset. Its layout is looked at when it is read. */
  static open(source: Hdf5Source, name: string, messages: readonly Message[]): Hdf5Dataset | null {
    const type = findMessage(source, messages, MESSAGE.datatype);
    const space = findMessage(source, messages, MESSAGE.dataspace);
    if (type === null || space === null) return null;
    return new Hdf5Dataset(source, name, messages, readDatatype(source, type), readDataspace(source, space));
  }

  /** Numbers of a slab that lies inside the dataset, the last dimension fastest. */
  read({ start, count }: Slab): Float64Array {
    const source = this.#source;
    const { type, space } = this;
    if (type.kind !== "number" || space.count === 0) throw source.malformed(`${shown(this.name)} holds no numbers`);
    const cells = count.reduce((product, n) => product * n, 1);
    const layout = this.#chunks === null ? this.#layout() : null;
    if (layout?.kind === "piece") {
      const { region } = layout;
      if (region === null) return new Float64Array(cells).fill(this.fillValue());
      const size = space.count * type.size;
      if (region.size < size) {
        throw source.malformed(`${shown(this.name)} has ${region.size} bytes of the ${size} that its values take`);
      }
      source.reader.need(region.at, size, `variable ${shown(this.name)}`);
      const { bytes } = source.reader;
      const view = new DataView(bytes.buffer, bytes.byteOffset + region.at, size);
      const out = new Float64Array(cells);
      const origin = space.lengths.map(() => 0);
      copy(out, { start, count }, view, space.lengths, origin, type);
      return out;
    }
    this.#chunks ??= this.#openChunks(layout);
    return this.#readChunks(this.#chunks, cells, { start, count }, type);
  }

  #layout(): ReturnType<typeof readLayout> {
    const source = this.#source;
    if (this.#messages.some(({ type }) => type === MESSAGE.externalFiles)) {
      throw source.unsupported(`a NetCDF-4 file that keeps ${shown(this.name)} in other files`);
    }
    const region = findMessage(source, this.#messages, MESSAGE.layout);
    if (region === null) throw source.malformed(`${shown(this.name)} has no data layout`);
    return readLayout(source, region);
  }

  #openChunks(layout: ReturnType<typeof readLayout> | null): Chunks {
    const source = this.#source;
    const { type, space } = this;
    if (layout?.kind !== "chunks") throw source.malformed(`${shown(this.name)} has no chunks`);
    const rank = space.lengths.length;
    if (rank === 0 || layout.lengths.length !== rank || layout.elementSize !== type.size) {
      const found = `${layout.lengths.length} dimensions and elements of ${layout.elementSize} bytes`;
      throw source.malformed(`chunks of ${found} where ${shown(this.name)} has ${rank} and ${type.size}`);
    }
    const pipeline = findMessage(source, this.#messages, MESSAGE.filters);
    const filters = pipeline === null ? [] : readFilters(source, pipeline);
    return { chunking: layout, filters, find: openChunks(source, layout, space, filters.length > 0) };
  }

  #readChunks({ chunking, find, filters }: Chunks, cells: number, slab: Slab, type: NumberOf): Float64Array {
    const source = this.#source;
    const { lengths } = chunking;
    const size = lengths.reduce((product, length) => product * length, type.size);
    // The chunks that the slab touches, from `low` to `high`.
    const low = slab.start.map((first, d) => Math.floor(first / lengths[d]));
    const high = slab.start.map((first, d) => Math.floor((first + slab.count[d] - 1) / lengths[d]));
    const touched = high.reduce((product, last, d) => product * (last - low[d] + 1), 1);
    if (!(touched <= MOST_CHUNKS && touched * size <= MOST_UNPACKED)) {
      const limit = `${MOST_CHUNKS} chunks or ${MOST_UNPACKED} bytes`;
      const message = `${touched} chunks of ${size} bytes of ${shown(this.name)} are more than the ${limit} that are unpacked at once`;
      throw mapError(mapCodes.tooLarge, source.file, message, { hint: "cut out the region of the scenario" });
    }
    const out = new Float64Array(cells);
    let fill: number | null = null;
    const scaled = low.slice();
    for (let more = true; more; more = advance(scaled, low, high)) {
      const origin = scaled.map((offset, d) => offset * lengths[d]);
      const chunk = find(scaled);
      if (chunk === null) {
        fill ??= this.fillValue();
        copy(out, slab, fill, lengths, origin, type);
        continue;
      }
      const what = chunkName(scaled, this.name);
      source.reader.need(chunk.at, chunk.size, what);
      const packed = source.reader.bytes.subarray(chunk.at, chunk.at + chunk.size);
      const isEdge = scaled.some((offset, d) => (offset + 1) * lengths[d] > this.space.lengths[d]);
      const used = isEdge && chunking.isEdgePlain ? [] : filters;
      const bytes = undoFilters(source, used, chunk.mask, packed, size, what);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      copy(out, slab, view, lengths, origin, type);
    }
    return out;
  }

  /** What stands where nothing was written. */
  fillValue(): number {
    const source = this.#source;
    const { type } = this;
    if (type.kind !== "number") throw source.malformed(`${shown(this.name)} holds no numbers`);
    const region = findMessage(source, this.#messages, MESSAGE.fillValue);
    const old = findMessage(source, this.#messages, MESSAGE.oldFillValue);
    const found = region ?? old;
    if (found === null) return 0;
    const cursor = new Cursor(source, found.at, found.size, "a fill value");
    if (region !== null) {
      const version = cursor.version(1, 2, 3);
      if (version < 3) cursor.take(2);
      const isDefined = version === 3 ? (cursor.u8() & 32) !== 0 : cursor.u8() === 1;
      if (!isDefined) return 0;
    }
    const size = cursor.u32();
    if (size === 0) return 0;
    if (size !== type.size) throw source.malformed(`the fill value of ${shown(this.name)} has ${size} bytes`);
    const { bytes } = source.reader;
    const view = new DataView(bytes.buffer, bytes.byteOffset + cursor.take(size), size);
    return readNumber(view, type.type, 0, type.littleEndian);
  }
}

type NumberOf = Extract<Hdf5Type, { kind: "number" }> & { readonly type: NumberType };

/** The next place from `low` to `high`, the last dimension fastest; false after the last. */
function advance(place: number[], low: readonly number[], high: readonly number[]): boolean {
  for (let d = place.length - 1; d >= 0; d--) {
    if (++place[d] <= high[d]) return true;
    place[d] = low[d];
  }
  return false;
}

/**
 * What a block at `origin` with `lengths` has of the slab, into it: from the bytes of the block, or one number everywhere.
 * Row by row along the last dimension.
 */
function copy(
  out: Float64Array,
  { start, count }: Slab,
  from: DataView | number,
  lengths: readonly number[],
  origin: readonly number[],
  { type, size, littleEndian }: NumberOf,
): void {
  const rank = lengths.length;
  if (rank === 0) {
    out[0] = typeof from === "number" ? from : readNumber(from, type, 0, littleEndian);
    return;
  }
  const low = start.map((first, d) => Math.max(first, origin[d]));
  const high = start.map((first, d) => Math.min(first + count[d], origin[d] + lengths[d]) - 1);
  if (low.some((first, d) => first > high[d])) return;
  const last = rank - 1;
  const run = high[last] - low[last] + 1;
  const place = low.slice();
  const rowHigh = high.slice();
  // The last dimension is run through inside.
  rowHigh[last] = low[last];
  for (let more = true; more; more = advance(place, low, rowHigh)) {
    let to = 0;
    let at = 0;
    for (let d = 0; d < rank; d++) {
      to = to * count[d] + place[d] - start[d];
      at = at * lengths[d] + place[d] - origin[d];
    }
    if (typeof from === "number") out.fill(from, to, to + run);
    else readRun(out, to, from, type, at * size, run, littleEndian);
  }
}
