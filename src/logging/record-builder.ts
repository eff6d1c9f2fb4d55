/**
 * The rare records of an MCAP file, one behind another: header, definitions, metadata, attachments, indexes, summary. Chunks, through
 * which every sample goes, are made in chunk-builder.ts. All lengths, offsets and instants are plain numbers.
 *
 *   record = opcode, length of the content in 8 bytes, content
 *   string = length in 4 bytes, UTF-8          map = length of all pairs in 4 bytes, pairs
 *
 * Not by the writer of @mcap/core: its import loads the readers too, at every start of the program.
 * Source: the MCAP specification, mcap.dev/spec. Test: the same bytes as the record builder of @mcap/core.
 */
import { utf8 } from "../core/index.ts";
import { ByteBuffer, putU64 } from "./byte-buffer.ts";
import type { Epoch } from "./log-epoch.ts";
import { MAGIC, OPCODE } from "./mcap-records.ts";

export interface SchemaDefinition {
  readonly id: number;
  readonly name: string;
  readonly encoding: string;
  readonly data: Uint8Array;
}

export interface ChannelDefinition {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly messageEncoding: string;
  readonly metadata: ReadonlyMap<string, string>;
}

export interface AttachmentDefinition {
  readonly name: string;
  readonly mediaType: string;
  readonly t_ns: number;
}

/** Where a record lies in the file. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface ChunkPlace extends Place {
  readonly start_ns: number;
  readonly end_ns: number;
  /** Offset of the message index by channel. */
  readonly indexes: ReadonlyMap<number, number>;
  readonly indexesLength: number;
  readonly compression: string;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

export interface FileStatistics {
  readonly messages: number;
  readonly schemas: number;
  readonly channels: number;
  readonly attachments: number;
  readonly metadata: number;
  readonly chunks: number;
  /** Null for a file without messages. */
  readonly span_ns: readonly [start: number, end: number] | null;
  readonly byChannel: ReadonlyMap<number, number>;
}

export interface SummaryGroup {
  readonly opcode: number;
  readonly start: number;
  readonly length: number;
}

export class RecordBuilder {
  readonly #out = new ByteBuffer();

  get length(): number {
    return this.#out.length;
  }

  /** What was built, which is then forgotten; it holds until more is built. */
  taken(): Uint8Array {
    const bytes = this.#out.written();
    this.#out.length = 0;
    return bytes;
  }

  magic(): void {
    this.#out.raw(Uint8Array.from(MAGIC));
  }

  header(profile: string, library: string): void {
    this.#record(OPCODE.header, () => {
      this.#text(profile);
      this.#text(library);
    });
  }

  schema({ id, name, encoding, data }: SchemaDefinition): void {
    this.#record(OPCODE.schema, (out) => {
      out.u16(id);
      this.#text(name);
      this.#text(encoding);
      out.u32(data.length);
      out.raw(data);
    });
  }

  channel({ id, schemaId, topic, messageEncoding, metadata }: ChannelDefinition): void {
    this.#record(OPCODE.channel, (out) => {
      out.u16(id);
      out.u16(schemaId);
      this.#text(topic);
      this.#text(messageEncoding);
      this.#texts(metadata);
    });
  }

  /** Returns the length of the record, as the next two. */
  metadata(name: string, entries: ReadonlyMap<string, string>): number {
    return this.#record(OPCODE.metadata, () => {
      this.#text(name);
      this.#texts(entries);
    });
  }

  attachment(
    about: AttachmentDefinition,
    data: Uint8Array,
    epoch: Epoch,
    checksum: (bytes: Uint8Array, crc: number) => number,
  ): number {
    return this.#record(OPCODE.attachment, (out) => {
      const from = out.length;
      out.instant(epoch, about.t_ns);
      out.instant(epoch, about.t_ns);
      this.#text(about.name);
      this.#text(about.mediaType);
      out.u64(data.length);
      out.raw(data);
      out.u32(checksum(out.written().subarray(from), 0));
    });
  }

  metadataIndex(name: string, { offset, length }: Place): void {
    this.#record(OPCODE.metadataIndex, (out) => {
      out.u64(offset);
      out.u64(length);
      this.#text(name);
    });
  }

  attachmentIndex(about: AttachmentDefinition, size: number, { offset, length }: Place, epoch: Epoch): void {
    this.#record(OPCODE.attachmentIndex, (out) => {
      out.u64(offset);
      out.u64(length);
      out.instant(epoch, about.t_ns);
      out.instant(epoch, about.t_ns);
      out.u64(size);
      this.#text(about.name);
      this.#text(about.mediaType);
    });
  }

  chunkIndex(chunk: ChunkPlace, epoch: Epoch): void {
    this.#record(OPCODE.chunkIndex, (out) => {
      out.instant(epoch, chunk.start_ns);
      out.instant(epoch, chunk.end_ns);
      out.u64(chunk.offset);
      out.u64(chunk.length);
      this.#numbers(chunk.indexes);
      out.u64(chunk.indexesLength);
      out.word(chunk.compression);
      out.u64(chunk.compressedSize);
      out.u64(chunk.uncompressedSize);
    });
  }

  statistics(counts: FileStatistics, epoch: Epoch): void {
    this.#record(OPCODE.statistics, (out) => {
      out.u64(counts.messages);
      out.u16(counts.schemas);
      for (const n of [counts.channels, counts.attachments, counts.metadata, counts.chunks]) out.u32(n);
      for (const k of [0, 1] as const) {
        if (counts.span_ns === null) out.u64(0);
        else out.instant(epoch, counts.span_ns[k]);
      }
      this.#numbers(counts.byChannel);
    });
  }

  summaryOffset({ opcode, start, length }: SummaryGroup): void {
    this.#record(OPCODE.summaryOffset, (out) => {
      out.u8(opcode);
      out.u64(start);
      out.u64(length);
    });
  }

  dataEnd(crc: number): void {
    this.#record(OPCODE.dataEnd, (out) => out.u32(crc));
  }

  footer(summaryStart: number, summaryOffsetStart: number, crc: number): void {
    this.#record(OPCODE.footer, (out) => {
      out.u64(summaryStart);
      out.u64(summaryOffsetStart);
      out.u32(crc);
    });
  }

  #record(opcode: number, content: (out: ByteBuffer) => void): number {
    const out = this.#out;
    const at = out.length;
    out.u8(opcode);
    out.u64(0);
    const from = out.length;
    content(out);
    putU64(out.view, at + 1, out.length - from);
    return out.length - at;
  }

  #text(text: string): void {
    const bytes = utf8(text);
    this.#out.u32(bytes.length);
    this.#out.raw(bytes);
  }

  #texts(pairs: ReadonlyMap<string, string>): void {
    const out = this.#out;
    const at = out.length;
    out.u32(0);
    for (const [key, value] of pairs) {
      this.#text(key);
      this.#text(value);
    }
    out.view.setUint32(at, out.length - at - 4, true);
  }

  #numbers(pairs: ReadonlyMap<number, number>): void {
    const out = this.#out;
    out.u32(pairs.size * 10);
    for (const [key, value] of pairs) {
      out.u16(key);
      out.u64(value);
    }
  }
}
