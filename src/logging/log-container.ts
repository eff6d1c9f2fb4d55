/**
 * The container of a log: an MCAP file, written synchronously and in one direction.
 *
 *   magic, header, metadata and attachments as they come, then for every chunk
 *     chunk { schemas and channels that it uses, messages }, one message index per channel
 *   data end, summary { schemas, channels, statistics, indexes }, summary offsets, footer, magic
 *
 * A chunk goes to the sink in one call, together with its indexes: whatever stops the process leaves whole chunks and at
 * most one broken one at the end. Each chunk repeats the schemas and channels that it uses, so that it can be read when all
 * before it is lost; under compression that costs a few hundred bytes.
 *
 * The bytes depend on nothing but what was written. Rare records are made by record-builder.ts; chunks, which hold every
 * sample, by chunk-builder.ts.
 */
import { crc32Final, crc32Update } from "@foxglove/crc";
import { InvariantError, invariant } from "../core/index.ts";
import { isInstant } from "../engine/index.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import { ChunkBuilder } from "./chunk-builder.ts";
import { epochOf } from "./log-epoch.ts";
import { OPCODE } from "./mcap-records.ts";
import {
  type ChannelDefinition,
  type FileStatistics,
  RecordBuilder,
  type SchemaDefinition,
  type SummaryGroup,
} from "./record-builder.ts";

/** Where the bytes of a log go. `write` takes all or throws; neither side keeps the array. */
export interface LogSink {
  write(bytes: Uint8Array): void;
}

/** Passed in, because it must be loaded first. */
export interface LogCompression {
  readonly name: "zstd";
  compress(bytes: Uint8Array): Uint8Array;
}

/**
 * Of zstd, everywhere, so that a log has the same bytes in a browser. The fastest level that keeps what there is to gain: against
 * level 3, the library's own choice, half its time for logs that are 3 to 6 % larger. What is left in a log are mantissas, in which no
 * level finds much; from level −3 on, tags and times stay too.
 */
export const ZSTD_LEVEL = -1;

/** CRC-32 of what was before, whose checksum is `crc`, and of `bytes` behind it; of nothing it is 0. */
export type LogChecksum = (bytes: Uint8Array, crc: number) => number;

export interface LogWriterOptions {
  readonly compression: LogCompression | null;
  /** Where the system has a faster one than a program's. */
  readonly checksum?: LogChecksum;
  /** A chunk ends when it holds this much before compression. */
  readonly chunkBytes?: number;
  /** A chunk ends when a message comes this long, or longer, after its first one. */
  readonly chunk_ns?: number;
  /** Name and version of the program, for the header. */
  readonly library: string;
}

const CHUNK_BYTES = 512 * 1024;
const CHUNK_NS = 2_000_000_000;
const MOST_IDS = 65535;

const plainChecksum: LogChecksum = (bytes, crc) => crc32Final(crc32Update(~crc, bytes));

/** A schema or a channel, its bytes, and the number of the chunk that last defined it. */
export interface OpenSchema {
  readonly record: SchemaDefinition;
  readonly bytes: Uint8Array;
  definedInChunk: number;
}
export interface OpenChannel {
  readonly record: ChannelDefinition;
  readonly bytes: Uint8Array;
  readonly schema: OpenSchema;
  messages: number;
  definedInChunk: number;
}

export class LogContainer {
  readonly #sink: LogSink;
  readonly #compression: LogCompression | null;
  readonly #checksum: LogChecksum;
  readonly #chunkBytes: number;
  readonly #chunk_ns: number;
  readonly #records = new RecordBuilder();
  readonly #chunk = new ChunkBuilder();
  /** A chunk with its indexes, on its way to the sink. */
  readonly #out = new ByteBuffer(64 * 1024);
  /** Indexes for the summary, kept as bytes: a long run has many. */
  readonly #chunkIndexes = new RecordBuilder();
  readonly #attachmentIndexes = new RecordBuilder();
  readonly #metadataIndexes = new RecordBuilder();
  readonly #schemas: OpenSchema[] = [];
  readonly #channels: OpenChannel[] = [];
  #position = 0;
  /** Of the data section, and at the end of the summary section. */
  #sectionCrc = 0;
  #chunkNumber = 1;
  #chunkStart_ns = 0;
  #attachments = 0;
  #metadata = 0;
  #messages = 0;
  #start_ns = Number.POSITIVE_INFINITY;
  #end_ns = 0;
  /** Why nothing more can be written: the sink's error, or that the log is closed. */
  #stopped: { readonly why: unknown } | null = null;
  #closed = false;

  constructor(sink: LogSink, options: LogWriterOptions) {
    this.#sink = sink;
    this.#compression = options.compression;
    this.#checksum = options.checksum ?? plainChecksum;
    this.#chunkBytes = options.chunkBytes ?? CHUNK_BYTES;
    this.#chunk_ns = options.chunk_ns ?? CHUNK_NS;
    this.#records.magic();
    this.#records.header("", options.library);
    this.#send(this.#records);
  }

  /** Where times count from, in whole seconds since 1970; before anything that has a time. */
  countFrom(epoch_s: number): void {
    this.#chunk.epoch = epochOf(epoch_s);
  }

  schema(name: string, encoding: string, data: Uint8Array): OpenSchema {
    this.#mustBeOpen();
    const id = this.#schemas.length + 1;
    invariant(id <= MOST_IDS, `a log holds at most ${MOST_IDS} schemas`);
    const record = { id, name, encoding, data };
    const schema = { record, bytes: bytesOf((builder) => builder.schema(record)), definedInChunk: 0 };
    this.#schemas.push(schema);
    return schema;
  }

  channel(schema: OpenSchema, topic: string, encoding: string, metadata: Map<string, string>): OpenChannel {
    this.#mustBeOpen();
    const id = this.#channels.length + 1;
    invariant(id <= MOST_IDS, `a log holds at most ${MOST_IDS} channels`);
    const record = { id, schemaId: schema.record.id, topic, messageEncoding: encoding, metadata };
    const bytes = bytesOf((builder) => builder.channel(record));
    const channel = { record, bytes, schema, messages: 0, definedInChunk: 0 };
    this.#channels.push(channel);
    return channel;
  }

  /** Adds a message to the chunk, which may end before it or behind it. `data` is copied. */
  message(channel: OpenChannel, t_ns: number, data: Uint8Array): void {
    this.#mustBeOpen();
    // An invariant would make its message, a string, for every call.
    if (!isInstant(t_ns)) throw new InvariantError(`${t_ns} is not an instant`);
    const chunk = this.#chunk;
    if (chunk.messages > 0 && t_ns - this.#chunkStart_ns >= this.#chunk_ns) this.#endChunk();
    if (chunk.messages === 0) this.#chunkStart_ns = t_ns;
    if (channel.definedInChunk !== this.#chunkNumber) this.#define(channel);
    chunk.message(channel.record.id, channel.messages >>> 0, t_ns, data);

    channel.messages += 1;
    this.#messages += 1;
    if (t_ns < this.#start_ns) this.#start_ns = t_ns;
    if (t_ns > this.#end_ns) this.#end_ns = t_ns;
    if (chunk.length >= this.#chunkBytes) this.#endChunk();
  }

  metadata(name: string, metadata: Map<string, string>): void {
    this.#mustBeOpen();
    const length = this.#records.metadata(name, metadata);
    this.#metadataIndexes.metadataIndex(name, { offset: this.#position, length });
    this.#metadata += 1;
    this.#send(this.#records);
  }

  attachment(name: string, mediaType: string, data: Uint8Array, t_ns: number): void {
    this.#mustBeOpen();
    invariant(isInstant(t_ns), `${t_ns} is not an instant`);
    const about = { name, mediaType, t_ns };
    const { epoch } = this.#chunk;
    const length = this.#records.attachment(about, data, epoch, this.#checksum);
    this.#attachmentIndexes.attachmentIndex(about, data.length, { offset: this.#position, length }, epoch);
    this.#attachments += 1;
    this.#send(this.#records);
  }

  flush(): void {
    this.#mustBeOpen();
    this.#endChunk();
  }

  close(): void {
    if (this.#closed) return;
    this.flush();
    this.#records.dataEnd(this.#sectionCrc);
    this.#send(this.#records);
    this.#writeSummary();
    this.#closed = true;
    this.#stopped = { why: new InvariantError("the log is closed") };
  }

  #mustBeOpen(): void {
    if (this.#stopped !== null) throw this.#stopped.why;
  }

  /** Schema and channel into the chunk, in front of the channel's first message in it. */
  #define(channel: OpenChannel): void {
    const { schema } = channel;
    if (schema.definedInChunk !== this.#chunkNumber) {
      this.#chunk.record(schema.bytes);
      schema.definedInChunk = this.#chunkNumber;
    }
    this.#chunk.channel(channel.record.id, channel.bytes);
    channel.definedInChunk = this.#chunkNumber;
  }

  /** Passes the chunk and its message indexes to the sink in one call. */
  #endChunk(): void {
    const chunk = this.#chunk;
    if (chunk.messages === 0) return;
    const plain = chunk.bytes;
    const records = this.#compressed(plain);
    const { start_ns, end_ns } = chunk;
    const compression = this.#compression === null ? "" : this.#compression.name;
    const out = this.#out;
    out.length = 0;
    out.u8(OPCODE.chunk);
    out.u64(8 + 8 + 8 + 4 + 4 + compression.length + 8 + records.length);
    out.instant(this.#chunk.epoch, start_ns);
    out.instant(this.#chunk.epoch, end_ns);
    out.u64(plain.length);
    out.u32(this.#checksum(plain, 0));
    out.word(compression);
    out.u64(records.length);
    out.raw(records);
    const chunkLength = out.length;
    const places = chunk.indexInto(out);

    const offset = this.#position;
    const place = {
      start_ns,
      end_ns,
      offset,
      length: chunkLength,
      indexes: new Map(Array.from(places, ([channel, at]) => [channel, offset + chunkLength + at])),
      indexesLength: out.length - chunkLength,
      compression,
      compressedSize: records.length,
      uncompressedSize: plain.length,
    };
    this.#chunkIndexes.chunkIndex(place, chunk.epoch);
    chunk.reset();
    this.#chunkNumber += 1;
    this.#sendBytes(out.written());
  }

  #compressed(plain: Uint8Array): Uint8Array {
    if (this.#compression === null) return plain;
    try {
      return this.#compression.compress(plain);
    } catch (error) {
      return this.#stop(error);
    }
  }

  /** Everything behind the data: what a reader needs to find a message without reading the rest. */
  #writeSummary(): void {
    const summaryStart = this.#position;
    this.#sectionCrc = 0;
    const groups: SummaryGroup[] = [];
    const group = (opcode: number, builder: RecordBuilder): void => {
      if (builder.length === 0) return;
      groups.push({ opcode, start: this.#position, length: builder.length });
      this.#send(builder);
    };
    for (const { record } of this.#schemas) this.#records.schema(record);
    group(OPCODE.schema, this.#records);
    for (const { record } of this.#channels) this.#records.channel(record);
    group(OPCODE.channel, this.#records);
    this.#records.statistics(this.#statistics(), this.#chunk.epoch);
    group(OPCODE.statistics, this.#records);
    group(OPCODE.metadataIndex, this.#metadataIndexes);
    group(OPCODE.attachmentIndex, this.#attachmentIndexes);
    group(OPCODE.chunkIndex, this.#chunkIndexes);

    const offsetsStart = this.#position;
    for (const each of groups) this.#records.summaryOffset(each);
    this.#send(this.#records);

    // The summary's checksum covers the footer up to the checksum itself.
    this.#records.footer(summaryStart, offsetsStart, 0);
    const footer = this.#records.taken();
    const summaryCrc = this.#checksum(footer.subarray(0, footer.length - 4), this.#sectionCrc);
    this.#records.footer(summaryStart, offsetsStart, summaryCrc);
    this.#records.magic();
    this.#send(this.#records);
  }

  #statistics(): FileStatistics {
    const used = this.#channels.filter(({ messages }) => messages > 0);
    return {
      messages: this.#messages,
      schemas: this.#schemas.length,
      channels: this.#channels.length,
      attachments: this.#attachments,
      metadata: this.#metadata,
      chunks: this.#chunkNumber - 1,
      span_ns: this.#messages > 0 ? [this.#start_ns, this.#end_ns] : null,
      byChannel: new Map(used.map(({ record, messages }) => [record.id, messages])),
    };
  }

  #stop(error: unknown): never {
    this.#stopped = { why: error };
    throw error;
  }

  /** What a builder holds goes to the sink and counts as written. */
  #send(builder: RecordBuilder): void {
    this.#sendBytes(builder.taken());
  }

  #sendBytes(bytes: Uint8Array): void {
    try {
      this.#sink.write(bytes);
    } catch (error) {
      this.#stop(error);
    }
    this.#position += bytes.length;
    this.#sectionCrc = this.#checksum(bytes, this.#sectionCrc);
  }
}

function bytesOf(write: (builder: RecordBuilder) => void): Uint8Array {
  const builder = new RecordBuilder();
  write(builder);
  return builder.taken().slice();
}
