/**
 * What a log consists of and where it lies: taken from the summary where there is a sound one, else by walking all records
 * and unpacking every chunk once, which also counts the messages and finds all that is damaged.
 */
import { ChunkReader, type LogDecompression } from "./chunk-reader.ts";
import { ChannelTable } from "./log-channels.ts";
import { type Epoch, epochIn, epochOf, LOG_METADATA } from "./log-epoch.ts";
import { Losses } from "./log-losses.ts";
import { type Gap, type RecordPlace, RecordWalk } from "./log-recovery.ts";
import type { BlockReader, Reading } from "./log-source.ts";
import { crcOfStretch, readFooter, readSummary, type Summary } from "./log-summary.ts";
import {
  MAGIC,
  OPCODE,
  PREFIX,
  parseAttachmentHeader,
  parseChannel,
  parseHeader,
  parseMetadata,
  parseSchema,
  RecordCursor,
} from "./mcap-records.ts";
import { chunkMessages, PlainMessages } from "./message-scan.ts";

/** A part of the file that holds messages. */
export interface Segment {
  readonly kind: "chunk" | "plain";
  readonly at: number;
  readonly end: number;
  /** Times of its messages; null where they are not known. */
  readonly start_ns: number | null;
  readonly end_ns: number | null;
  /** Ids of the channels in it, null where they are not known. */
  readonly channels: ReadonlySet<number> | null;
}

/** A file inside the log, and where its bytes are. Its checksum held when the log was opened. */
export interface AttachmentPlace {
  readonly name: string;
  readonly mediaType: string;
  readonly t_ns: number;
  readonly at: number;
  readonly size: number;
}

/** Fixed fields, name and media type of an attachment. */
const ATTACHMENT_HEAD = 64 * 1024;

export class LogContents {
  library = "";
  readonly metadata = new Map<string, Record<string, string>>();
  readonly attachments: AttachmentPlace[] = [];
  readonly channels: ChannelTable;
  readonly segments: Segment[] = [];
  readonly losses = new Losses();
  readonly chunks: ChunkReader;
  readonly reader: BlockReader;
  /** Footer present and intact. */
  complete = false;
  start_ns: number | null = null;
  end_ns: number | null = null;
  /** Where the data section ends, where that is known. */
  dataEnd: number | null = null;

  private constructor(reader: BlockReader, decompression: LogDecompression | null, epoch: Epoch) {
    this.reader = reader;
    this.channels = new ChannelTable(epoch);
    this.chunks = new ChunkReader(reader, decompression, epoch);
  }

  static *read(reader: BlockReader, decompression: LogDecompression | null): Reading<LogContents> {
    const epoch = epochOf((yield* epochInFront(reader)) ?? 0);
    const contents = yield* LogContents.#readFrom(reader, decompression, epoch);
    // Where the record in front is damaged, its index leads to it, or the record of the run says the same; then times are read anew.
    const { seconds } = epochOf(contents.epoch_s ?? 0);
    return seconds === epoch.seconds ? contents : yield* LogContents.#readFrom(reader, decompression, epochOf(seconds));
  }

  static *#readFrom(reader: BlockReader, decompression: LogDecompression | null, epoch: Epoch): Reading<LogContents> {
    const contents = new LogContents(reader, decompression, epoch);
    const footer = yield* readFooter(reader);
    contents.complete = footer !== null;
    const summary = footer === null ? null : yield* readSummary(reader, footer, epoch);
    if (summary !== null) yield* contents.#takeSummary(summary);
    else yield* contents.#walk();
    return contents;
  }

  /** Simulated time 0 in whole seconds since 1970; null where the log does not count from a date. */
  get epoch_s(): number | null {
    return epochIn(this.metadata);
  }

  *#takeSummary(summary: Summary): Reading<void> {
    const { statistics } = summary;
    for (const schema of summary.schemas) this.channels.addSchema(schema);
    for (const record of summary.channels) {
      const channel = this.channels.define(record, this.channels.schema(record.schemaId));
      channel.messages = statistics.byChannel.get(record.id) ?? 0;
    }
    yield* this.#header(MAGIC.length);
    for (const { offset, length } of summary.metadata) yield* this.#metadata(placeAt(OPCODE.metadata, offset, length));
    for (const { offset, length } of summary.attachments)
      yield* this.#attachment(placeAt(OPCODE.attachment, offset, length));
    for (const { offset, length, start_ns, end_ns, channels } of summary.chunks)
      this.segments.push({
        kind: "chunk",
        at: offset,
        end: offset + length,
        start_ns,
        end_ns,
        channels: channels.size === 0 ? null : channels,
      });
    if (statistics.messages > 0) {
      this.start_ns = statistics.start_ns;
      this.end_ns = statistics.end_ns;
    }
    this.dataEnd = summary.start - PREFIX - 4;
  }

  *#walk(): Reading<void> {
    const provenEnd = (at: number): Reading<number | null> => this.chunks.provenEnd(at);
    const walk = new RecordWalk(this.reader, MAGIC.length, this.reader.size, provenEnd);
    const bad: { at: number; end: number; reason: string; after_ns: number | null; own: [number, number] | null }[] =
      [];
    /** Where messages outside chunks may be read from, as far as the records were sound. */
    const plain: { from: number; until: number }[] = [];
    let plainFrom = MAGIC.length;
    let last_ns: number | null = null;
    let isChunked = false;
    const outside = { messages: 0, bytes: 0 };
    const settle = (next_ns: number | null): void => {
      for (const { at, end, reason, after_ns, own } of bad.splice(0)) {
        // Times that a damaged chunk gives itself are believed where they fit between its neighbours.
        const fits =
          own !== null && (after_ns === null || own[0] >= after_ns) && (next_ns === null || own[1] <= next_ns);
        const [from_ns, until_ns] = fits ? own : [after_ns, next_ns];
        this.losses.stretch(at, { from_ns, until_ns, bytes: end - at, reason });
      }
    };

    for (let place = yield* walk.next(); place !== null; place = yield* walk.next()) {
      if (place.opcode === null) {
        const own = place.cutOff ? yield* this.#timesOfCutChunk(place) : null;
        bad.push({ at: place.at, end: place.end, reason: place.reason, after_ns: last_ns, own });
        plain.push({ from: plainFrom, until: place.at });
        plainFrom = place.end;
      } else if (place.opcode === OPCODE.chunk) {
        isChunked = true;
        const header = yield* this.chunks.header(place.at);
        const problem = yield* this.#chunk(place, header?.start_ns ?? null, header?.end_ns ?? null);
        const own: [number, number] | null = header === null ? null : [header.start_ns, header.end_ns];
        if (problem !== null) {
          bad.push({ at: place.at, end: place.contentAt + place.length, reason: problem, after_ns: last_ns, own });
        } else if (header !== null) {
          settle(header.start_ns);
          last_ns = header.end_ns;
        }
      } else yield* this.#other(place);
      if (place.opcode === OPCODE.messageIndex) isChunked = true;
      if (place.opcode === OPCODE.message) {
        outside.messages += 1;
        outside.bytes += place.length;
      }
      if (place.opcode === OPCODE.dataEnd) this.dataEnd = place.at;
    }
    settle(null);
    plain.push({ from: plainFrom, until: this.dataEnd ?? this.reader.size });
    // In a file with chunks no program writes messages outside of them; what looks like one is damage.
    if (!isChunked) for (const { from, until } of plain) yield* this.#plain(from, until);
    else if (outside.messages > 0)
      this.losses.messages("outside", 0, outside.messages, outside.bytes, "outside the chunks");
  }

  /** A record that is neither a chunk nor a message. */
  *#other(place: RecordPlace): Reading<void> {
    if (place.opcode === OPCODE.header) yield* this.#header(place.at);
    else if (place.opcode === OPCODE.metadata) yield* this.#metadata(place);
    else if (place.opcode === OPCODE.attachment) yield* this.#attachment(place);
    else if (place.opcode === OPCODE.schema || place.opcode === OPCODE.channel) {
      const content = yield* this.reader.bytes(place.contentAt, place.length);
      const schema = content !== null && place.opcode === OPCODE.schema ? parseSchema(content) : null;
      const channel = content !== null && place.opcode === OPCODE.channel ? parseChannel(content) : null;
      if (schema !== null) this.channels.addSchema(schema);
      if (channel !== null) this.channels.define(channel, this.channels.schema(channel.schemaId)).messages ??= 0;
    }
  }

  /** Unpacks a chunk, counts its messages and keeps it as a segment; says why where that is not possible. */
  *#chunk(place: RecordPlace, start_ns: number | null, end_ns: number | null): Reading<string | null> {
    const unpacked = yield* this.chunks.unpack(place.at);
    if (unpacked.records === null) return unpacked.problem;
    const ids = new Set<number>();
    for (const { channel, channelId, t_ns } of chunkMessages(unpacked.records, this.channels)) {
      ids.add(channelId);
      if (channel !== null) this.#count(channel, t_ns);
    }
    const end = place.contentAt + place.length;
    this.segments.push({ kind: "chunk", at: place.at, end, start_ns, end_ns, channels: ids });
    return null;
  }

  *#plain(from: number, until: number): Reading<void> {
    let messages = 0;
    const stretch = new PlainMessages(this.reader, from, until, this.channels);
    for (let batch = yield* stretch.next(); batch !== null; batch = yield* stretch.next()) {
      for (const { channel, t_ns } of batch) {
        messages += 1;
        if (channel !== null) this.#count(channel, t_ns);
      }
    }
    if (messages > 0)
      this.segments.push({ kind: "plain", at: from, end: until, start_ns: null, end_ns: null, channels: null });
  }

  #count(channel: { messages: number | null }, t_ns: number): void {
    channel.messages = (channel.messages ?? 0) + 1;
    this.start_ns = Math.min(this.start_ns ?? t_ns, t_ns);
    this.end_ns = Math.max(this.end_ns ?? t_ns, t_ns);
  }

  *#header(at: number): Reading<void> {
    const prefix = yield* this.reader.bytes(at, PREFIX);
    const length = prefix?.[0] === OPCODE.header ? new RecordCursor(prefix, 1).u64() : Number.NaN;
    const content = yield* this.reader.bytes(at + PREFIX, length);
    const header = content === null ? null : parseHeader(content);
    if (header !== null) this.library = header.library;
    else this.#lost(at, PREFIX, "the header of the log is damaged");
  }

  *#metadata(place: RecordPlace): Reading<void> {
    const content = yield* this.reader.bytes(place.contentAt, place.length);
    const record = content === null ? null : parseMetadata(content);
    if (record === null) this.#lost(place.at, place.length + PREFIX, "a metadata record is damaged");
    else this.metadata.set(record.name, { ...this.metadata.get(record.name), ...Object.fromEntries(record.entries) });
  }

  *#attachment(place: RecordPlace): Reading<void> {
    const { reader } = this;
    const { contentAt, length } = place;
    const head = yield* reader.bytes(contentAt, Math.min(length, ATTACHMENT_HEAD));
    const header = head === null ? null : parseAttachmentHeader(head, this.channels.epoch);
    const end = header === null ? Number.NaN : contentAt + header.dataAt + header.dataLength;
    const checksum = end + 4 <= contentAt + length ? yield* reader.bytes(end, 4) : null;
    const expected = checksum === null ? null : new RecordCursor(checksum).u32();
    const holds = expected === 0 || (expected !== null && (yield* crcOfStretch(reader, contentAt, end)) === expected);
    if (header === null || !holds) {
      this.#lost(place.at, length + PREFIX, `an attachment${header === null ? "" : ` (${header.name})`} is damaged`);
      return;
    }
    const { name, mediaType, t_ns, dataLength: size } = header;
    this.attachments.push({ name, mediaType, t_ns, at: contentAt + header.dataAt, size });
  }

  #lost(at: number, bytes: number, reason: string): void {
    this.losses.stretch(at, { from_ns: null, until_ns: null, bytes, reason });
  }

  *#timesOfCutChunk(gap: Gap): Reading<[number, number] | null> {
    const opcode = yield* this.reader.bytes(gap.at, 1);
    const header = opcode?.[0] === OPCODE.chunk ? yield* this.chunks.header(gap.at) : null;
    return header === null ? null : [header.start_ns, header.end_ns];
  }
}

/** The place of a record by an index, which counts the prefix in. */
function placeAt(opcode: number, offset: number, length: number): RecordPlace {
  return { opcode, at: offset, contentAt: offset + PREFIX, length: length - PREFIX };
}

/** What our own metadata record, the first behind the header, says of the epoch; null where it is not found there. */
function* epochInFront(reader: BlockReader): Reading<number | null> {
  const header = yield* reader.bytes(MAGIC.length, PREFIX);
  const length = header?.[0] === OPCODE.header ? new RecordCursor(header, 1).u64() : Number.NaN;
  const at = MAGIC.length + PREFIX + length;
  const prefix = at <= reader.size ? yield* reader.bytes(at, PREFIX) : null;
  if (prefix?.[0] !== OPCODE.metadata) return null;
  const content = yield* reader.bytes(at + PREFIX, new RecordCursor(prefix, 1).u64());
  const record = content === null ? null : parseMetadata(content);
  return record?.name === LOG_METADATA ? epochIn(new Map([[record.name, Object.fromEntries(record.entries)]])) : null;
}
