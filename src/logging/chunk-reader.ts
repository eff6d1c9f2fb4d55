/**
 * One chunk of a log: fetched, checked, unpacked. A chunk is used only when the checksum of its unpacked bytes holds; its
 * opcode and the length in front of it are not needed for that, so damage to them loses nothing.
 */
import { crc32 } from "@foxglove/crc";
import type { Epoch } from "./log-epoch.ts";
import { type BlockReader, plainBytes, type Reading } from "./log-source.ts";
import { type ChunkHeader, PREFIX, parseChunkHeader } from "./mcap-records.ts";

/** Unpacks zstd; passed in, because it must be loaded first. May throw. `size` is what the result must have. */
export interface LogDecompression {
  decompress(bytes: Uint8Array, size: number): Uint8Array;
}

/** Longest chunk that is unpacked. Writers make chunks of some 1 MB; a damaged length must not take the memory. */
const LARGEST_CHUNK = 256 * 1024 * 1024;
/** Fixed fields of a chunk in front of its records, and room for the name of the compression. */
const HEAD = 40 + 32;

export interface Unpacked {
  readonly records: Uint8Array;
  /** What was read for it, where nothing else uses it. */
  readonly lent: Uint8Array | null;
  readonly problem: null;
}
export interface Unreadable {
  readonly records: null;
  readonly problem: string;
}

export class ChunkReader {
  readonly #reader: BlockReader;
  readonly #decompression: LogDecompression | null;
  readonly #epoch: Epoch;

  constructor(reader: BlockReader, decompression: LogDecompression | null, epoch: Epoch) {
    this.#reader = reader;
    this.#epoch = epoch;
    this.#decompression = decompression;
  }

  /** What stands in front of the records of the chunk at an offset; null where it makes no sense. */
  *header(at: number): Reading<ChunkHeader | null> {
    const head = yield* this.#reader.atMost(at + PREFIX, HEAD);
    const header = head === null ? null : parseChunkHeader(head, this.#epoch);
    return header !== null && header.start_ns <= header.end_ns ? header : null;
  }

  /** Where the chunk at an offset ends, by its inner length; null where its checksum does not prove it. */
  *provenEnd(at: number): Reading<number | null> {
    const header = yield* this.header(at);
    if (header === null || header.crc === 0) return null;
    const { records } = yield* this.unpack(at);
    if (records === null) return null;
    return at + PREFIX + header.recordsAt + header.recordsLength;
  }

  /** A chunk whose length an index gives, in one read; where that does not fit, as unpack does. */
  *unpackWhole(at: number, length: number): Reading<Unpacked | Unreadable> {
    const lent = yield* this.#reader.lent(at, length);
    const header = lent === null || length < PREFIX ? null : parseChunkHeader(lent.subarray(PREFIX), this.#epoch);
    const end = header === null ? Number.NaN : PREFIX + header.recordsAt + header.recordsLength;
    if (lent === null || header === null || header.start_ns > header.end_ns || !(end <= length))
      return yield* this.unpack(at);
    return this.#checked(header, lent.subarray(PREFIX + header.recordsAt, end), lent);
  }

  *unpack(at: number): Reading<Unpacked | Unreadable> {
    const header = yield* this.header(at);
    if (header === null) return unreadable("the beginning of a chunk is damaged");
    const packed = yield* this.#reader.bytes(at + PREFIX + header.recordsAt, header.recordsLength);
    if (packed === null)
      return unreadable(this.#reader.trouble ?? `a chunk claims ${header.recordsLength} bytes, more than the file has`);
    return this.#checked(header, packed, null);
  }

  #checked(header: ChunkHeader, packed: Uint8Array, lent: Uint8Array | null): Unpacked | Unreadable {
    const { uncompressedSize: size, compression } = header;
    if (size > LARGEST_CHUNK)
      return unreadable(`a chunk claims ${size} bytes unpacked, more than this program reads (${LARGEST_CHUNK})`);

    if (compression !== "" && compression !== "zstd")
      return unreadable(`a chunk is compressed with ${JSON.stringify(compression)}, which this program does not read`);
    if (compression === "zstd" && this.#decompression === null)
      return unreadable("a chunk is compressed with zstd, and no decompression was passed in");
    const records = compression === "" ? packed : this.#decompressed(packed, size);
    if (records === null) return unreadable("a chunk cannot be unpacked: its bytes are damaged");
    if (records.length !== size || (header.crc !== 0 && crc32(records) !== header.crc))
      return unreadable("the checksum of a chunk does not hold: its bytes are damaged");
    return { records, lent, problem: null };
  }

  #decompressed(packed: Uint8Array, size: number): Uint8Array | null {
    const announced = zstdContentSize(packed);
    if (this.#decompression === null || announced === undefined || (announced !== null && announced !== size))
      return null;
    try {
      return plainBytes(this.#decompression.decompress(packed, size));
    } catch {
      return null; // whatever the decompressor says about damaged bytes, they are damaged
    }
  }
}

function unreadable(problem: string): Unreadable {
  return { records: null, problem };
}

/**
 * The unpacked size that a zstd frame announces; null where it does not, undefined where this is not a zstd frame. Compared
 * with the chunk's own claim before any memory is taken. Source: RFC 8878, section 3.1.1.
 */
export function zstdContentSize(frame: Uint8Array): number | null | undefined {
  if (frame.length < 6) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== 0xfd2fb528) return undefined;
  const descriptor = frame[4];
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3];
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6];
  const at = 5 + (singleSegment ? 0 : 1) + dictionaryBytes;
  if (at + sizeBytes > frame.length) return undefined;
  if (sizeBytes === 0) return null;
  if (sizeBytes === 1) return frame[at];
  if (sizeBytes === 2) return view.getUint16(at, true) + 256;
  if (sizeBytes === 4) return view.getUint32(at, true);
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 4294967296;
}
