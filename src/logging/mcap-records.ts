/**
 * MCAP records, read from bytes that may be damaged or hostile: nothing throws, and nothing is read beyond the end. Every
 * parser gives null where the bytes are not such a record.
 *
 *   record = opcode (1 byte), length of the content (8 bytes), content; all little-endian
 *   string = length (4), UTF-8; map = length of all pairs in bytes (4), pairs
 *
 * @mcap/core can read these too, but stops at the first damage and reads a file from its end; recovery needs neither.
 * Source: the MCAP specification, mcap.dev/spec. Test: files written by @mcap/core, and read by it.
 */
import { fromUtf8 } from "../core/index.ts";
import { type Epoch, instantOf } from "./log-epoch.ts";

export const OPCODE = {
  header: 1,
  footer: 2,
  schema: 3,
  channel: 4,
  message: 5,
  chunk: 6,
  messageIndex: 7,
  chunkIndex: 8,
  attachment: 9,
  attachmentIndex: 10,
  statistics: 11,
  metadata: 12,
  metadataIndex: 13,
  summaryOffset: 14,
  dataEnd: 15,
} as const;

export const MAGIC: readonly number[] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];
/** Opcode and length in front of every record's content. */
export const PREFIX = 9;
export const FOOTER_BYTES = 20;

const TWO_POW_32 = 4294967296;

/** A place in some bytes; after `failed` is set nothing that was read counts. */
export class RecordCursor {
  readonly bytes: Uint8Array;
  at: number;
  failed = false;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  u8(): number {
    return this.#take(1) ? this.bytes[this.at - 1] : 0;
  }

  u16(): number {
    return this.#take(2) ? this.#view.getUint16(this.at - 2, true) : 0;
  }

  u32(): number {
    return this.#take(4) ? this.#view.getUint32(this.at - 4, true) : 0;
  }

  /** Rounded above 2⁵³, which no offset or length that can be used reaches. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * TWO_POW_32;
  }

  /** A time, from the epoch of the log on: exact where it is below 2⁵³, however far the epoch is from 1970. */
  instant(epoch: Epoch): number {
    const low = this.u32();
    return instantOf(low, this.u32(), epoch);
  }

  exact64(): bigint {
    return this.#take(8) ? this.#view.getBigUint64(this.at - 8, true) : 0n;
  }

  /** A view, not a copy. */
  sized(length: number): Uint8Array {
    const start = this.at;
    return this.#take(length) ? this.bytes.subarray(start, this.at) : new Uint8Array(0);
  }

  string(): string {
    return fromUtf8(this.sized(this.u32()));
  }

  map<K, V>(key: (cursor: RecordCursor) => K, value: (cursor: RecordCursor) => V): Map<K, V> {
    const pairs = new RecordCursor(this.sized(this.u32()));
    const out = new Map<K, V>();
    while (pairs.left > 0 && !pairs.failed) out.set(key(pairs), value(pairs));
    if (pairs.failed) this.failed = true;
    return out;
  }

  #take(count: number): boolean {
    if (count > this.left) this.failed = true;
    if (this.failed) return false;
    this.at += count;
    return true;
  }
}

const readString = (cursor: RecordCursor): string => cursor.string();

/** Reads the content of a record; null where it ran out of bytes. */
function parse<T>(content: Uint8Array, read: (cursor: RecordCursor) => T): T | null {
  const cursor = new RecordCursor(content);
  const record = read(cursor);
  return cursor.failed ? null : record;
}

export interface SchemaRecord {
  readonly id: number;
  readonly name: string;
  readonly encoding: string;
  readonly data: Uint8Array;
}
export interface ChannelRecord {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly messageEncoding: string;
  readonly metadata: ReadonlyMap<string, string>;
}

export function parseHeader(content: Uint8Array): { readonly profile: string; readonly library: string } | null {
  return parse(content, (c) => ({ profile: c.string(), library: c.string() }));
}

export function parseSchema(content: Uint8Array): SchemaRecord | null {
  return parse(content, (c) => ({
    id: c.u16(),
    name: c.string(),
    encoding: c.string(),
    data: c.sized(c.u32()).slice(),
  }));
}

export function parseChannel(content: Uint8Array): ChannelRecord | null {
  return parse(content, (c) => ({
    id: c.u16(),
    schemaId: c.u16(),
    topic: c.string(),
    messageEncoding: c.string(),
    metadata: c.map(readString, readString),
  }));
}

export function parseMetadata(
  content: Uint8Array,
): { readonly name: string; readonly entries: Map<string, string> } | null {
  return parse(content, (c) => ({ name: c.string(), entries: c.map(readString, readString) }));
}

/** The part of a chunk in front of its records; `recordsAt` counts from the start of the content. */
export interface ChunkHeader {
  readonly start_ns: number;
  readonly end_ns: number;
  readonly uncompressedSize: number;
  readonly crc: number;
  readonly compression: string;
  readonly recordsLength: number;
  readonly recordsAt: number;
}
export function parseChunkHeader(content: Uint8Array, epoch: Epoch): ChunkHeader | null {
  return parse(content, (c) => ({
    start_ns: c.instant(epoch),
    end_ns: c.instant(epoch),
    uncompressedSize: c.u64(),
    crc: c.u32(),
    compression: c.string(),
    recordsLength: c.u64(),
    recordsAt: c.at,
  }));
}

export interface AttachmentHeader {
  readonly t_ns: number;
  readonly name: string;
  readonly mediaType: string;
  readonly dataLength: number;
  readonly dataAt: number;
}
export function parseAttachmentHeader(content: Uint8Array, epoch: Epoch): AttachmentHeader | null {
  return parse(content, (c) => {
    const t_ns = c.instant(epoch);
    c.u64(); // when the file was made
    return { t_ns, name: c.string(), mediaType: c.string(), dataLength: c.u64(), dataAt: c.at };
  });
}

export interface Footer {
  readonly summaryStart: number;
  readonly summaryCrc: number;
}
export function parseFooter(content: Uint8Array): Footer | null {
  return parse(content, (c) => {
    const summaryStart = c.u64();
    c.u64(); // where the summary offsets start
    return { summaryStart, summaryCrc: c.u32() };
  });
}

export interface ChunkIndex {
  readonly start_ns: number;
  readonly end_ns: number;
  readonly offset: number;
  readonly length: number;
  /** Channels that have messages in the chunk; empty where the writer made no message indexes. */
  readonly channels: ReadonlySet<number>;
}
export function parseChunkIndex(content: Uint8Array, epoch: Epoch): ChunkIndex | null {
  return parse(content, (c) => {
    const [start_ns, end_ns, offset, length] = [c.instant(epoch), c.instant(epoch), c.u64(), c.u64()];
    const offsets = c.map(
      (pair) => pair.u16(),
      (pair) => pair.u64(),
    );
    return { start_ns, end_ns, offset, length, channels: new Set(offsets.keys()) };
  });
}

/** Offset and length of a record: how attachment and metadata indexes begin. */
export function parsePlace(content: Uint8Array): { readonly offset: number; readonly length: number } | null {
  return parse(content, (c) => ({ offset: c.u64(), length: c.u64() }));
}

export interface Statistics {
  readonly messages: number;
  readonly channels: number;
  readonly attachments: number;
  readonly metadata: number;
  readonly chunks: number;
  readonly start_ns: number;
  readonly end_ns: number;
  readonly byChannel: ReadonlyMap<number, number>;
}
export function parseStatistics(content: Uint8Array, epoch: Epoch): Statistics | null {
  return parse(content, (c) => {
    const messages = c.u64();
    c.u16(); // number of schemas
    const [channels, attachments, metadata, chunks] = [c.u32(), c.u32(), c.u32(), c.u32()];
    const [start_ns, end_ns] = [c.instant(epoch), c.instant(epoch)];
    const byChannel = c.map(
      (pair) => pair.u16(),
      (pair) => pair.u64(),
    );
    return { messages, channels, attachments, metadata, chunks, start_ns, end_ns, byChannel };
  });
}

/** Channel, sequence, log time and publish time in front of a message's data. */
export const MESSAGE_PREFIX = 22;
