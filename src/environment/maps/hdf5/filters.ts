/**
 * The filters that the chunks of a dataset went through before they were written, undone from the last to the first.
 *
 *   1 deflate      a zlib stream
 *   2 shuffle      byte k of all elements together, for every k of an element
 *   3 fletcher32   the bytes, then their checksum: sums of 16-bit words, and of these sums, modulo 65535
 *
 *   message 1      version, number, six bytes; each: number, size of its name, flags, number of values, name, values, filled up to eight
 *   message 2      version, number; each as before, without name where the number is below 256, and not filled up
 *
 * A chunk says which filters it skipped.
 * Left out: every other filter, by name where it is known.
 * Source: [HDF5, IV.A.2.l]; RFC 1950. Tests: filters.test.ts, hdf5.test.ts.
 */
import { inflate } from "../inflate.ts";
import { shown } from "../map-error.ts";
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

const DEFLATE = 1;
const SHUFFLE = 2;
const FLETCHER32 = 3;
const CHECKSUM_BYTES = 4;

/** Others that files of the sea have been seen with. */
const NAMES: Readonly<Record<number, string>> = {
  4: "szip",
  5: "n-bit",
  6: "scale-offset",
  307: "bzip2",
  32000: "LZF",
  32001: "Blosc",
  32004: "LZ4",
  32008: "bitshuffle",
  32013: "ZFP",
  32015: "Zstandard",
};

export interface Filter {
  readonly id: number;
  readonly values: readonly number[];
}

/** The filters in the order of writing. One that is not known is refused. */
export function readFilters(source: Hdf5Source, region: Region): readonly Filter[] {
  const cursor = new Cursor(source, region.at, region.size, "a list of filters");
  const version = cursor.version(1, 2);
  const count = cursor.u8();
  if (version === 1) cursor.take(6);
  const filters: Filter[] = [];
  for (let k = 0; k < count; k++) {
    const id = cursor.u16();
    const nameSize = version === 1 || id >= 256 ? cursor.u16() : 0;
    cursor.take(2);
    const valueCount = cursor.u16();
    cursor.take(nameSize);
    const values = Array.from({ length: valueCount }, () => cursor.u32());
    if (version === 1 && valueCount % 2 === 1) cursor.take(Math.min(4, cursor.left));
    filters.push({ id, values });
  }
  const strange = filters.find(({ id }) => ![DEFLATE, SHUFFLE, FLETCHER32].includes(id));
  if (strange !== undefined) {
    const name = NAMES[strange.id] === undefined ? "" : `${NAMES[strange.id]}, `;
    const what = `a NetCDF-4 file with values packed by ${name}filter ${strange.id}; only deflate and shuffle are read`;
    throw source.unsupported(what, "nccopy -k nc6 in.nc out.nc unpacks it");
  }
  if (filters.filter(({ id }) => id === DEFLATE).length > 1) {
    throw source.unsupported("a NetCDF-4 file with values deflated twice", "nccopy -k nc6 in.nc out.nc unpacks it");
  }
  return filters;
}

/** The `size` bytes of a chunk as they were before the filters; `mask` has a bit for each that was skipped. */
export function undoFilters(
  source: Hdf5Source,
  filters: readonly Filter[],
  mask: number,
  packed: Uint8Array,
  size: number,
  what: string,
): Uint8Array {
  let bytes = packed;
  for (let k = filters.length - 1; k >= 0; k--) {
    if (((mask >>> k) & 1) !== 0) continue;
    const { id, values } = filters[k];
    if (id === FLETCHER32) {
      const sound = withoutChecksum(bytes);
      if (sound === null) throw source.malformed(`the checksum of ${what} is wrong: the file is damaged`);
      bytes = sound;
    } else if (id === SHUFFLE) bytes = unshuffle(bytes, values[0] ?? 1);
    else {
      // Checksums that were added before are packed, too.
      const before = filters.filter((filter, j) => j < k && filter.id === FLETCHER32 && ((mask >>> j) & 1) === 0);
      const unpacked = inflate(bytes, size + CHECKSUM_BYTES * before.length);
      if (unpacked === null) throw source.malformed(`${what} cannot be inflated to ${size} bytes: the file is damaged`);
      bytes = unpacked;
    }
  }
  if (bytes.length < size) throw source.malformed(`${what} holds ${bytes.length} bytes where ${size} belong`);
  return bytes;
}

/** Every element has its bytes together again; a rest shorter than an element stays at the end. */
export function unshuffle(bytes: Uint8Array, elementSize: number): Uint8Array {
  const count = elementSize > 0 ? Math.floor(bytes.length / elementSize) : 0;
  if (elementSize <= 1 || count <= 1) return bytes;
  const out = new Uint8Array(bytes.length);
  for (let b = 0; b < elementSize; b++) {
    const from = b * count;
    for (let k = 0, to = b; k < count; k++, to += elementSize) out[to] = bytes[from + k];
  }
  out.set(bytes.subarray(count * elementSize), count * elementSize);
  return out;
}

/** The bytes in front of a sound checksum, or null. */
function withoutChecksum(bytes: Uint8Array): Uint8Array | null {
  const length = bytes.length - CHECKSUM_BYTES;
  if (length < 0) return null;
  const data = bytes.subarray(0, length);
  const stored = bytes[length] + 256 * (bytes[length + 1] + 256 * (bytes[length + 2] + 256 * bytes[length + 3]));
  return fletcher32(data) === stored ? data : null;
}

/** Words are of two bytes, the first the higher; a last byte alone is the higher one of its word. */
export function fletcher32(bytes: Uint8Array): number {
  let sum = 0;
  let sumOfSums = 0;
  const { length } = bytes;
  for (let at = 0; at < length; ) {
    // 360 words keep both sums far below 2⁵³.
    for (const end = Math.min(at + 720, length); at < end; at += 2) {
      sum += bytes[at] * 256 + (at + 1 < length ? bytes[at + 1] : 0);
      sumOfSums += sum;
    }
    sum = reduced(sum);
    sumOfSums = reduced(sumOfSums);
  }
  return sumOfSums * 65536 + sum;
}

/** Modulo 65535, where a multiple of it that is not 0 stays 65535: so carries added at the low end come out. */
function reduced(sum: number): number {
  return sum === 0 ? 0 : ((sum - 1) % 65535) + 1;
}

/** "chunk [0, 3] of "elevation"". */
export function chunkName(scaled: readonly number[], name: string): string {
  return `chunk [${scaled.join(", ")}] of ${shown(name)}`;
}
