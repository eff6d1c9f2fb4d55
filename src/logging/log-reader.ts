/**
 * Reads a log, ours or the MCAP file of another program, whole or damaged, chunk by chunk: the file is never in memory at once.
 *
 * A closed log is opened by its summary, quickly; damage inside its chunks is found when they are read, so `losses` grows
 * until all messages have been read once, or until `verify`. A log that was not closed is walked when it is opened, and
 * `losses` is complete then.
 *
 * Nothing throws but LogError, from openLog, for what is not a log at all or is of a newer format.
 */
import type { LogDecompression } from "./chunk-reader.ts";
import type { LogChannel } from "./log-channels.ts";
import { type LogAttachment, LogContents, type Segment } from "./log-contents.ts";
import { LogError } from "./log-error.ts";
import type { LogLoss } from "./log-losses.ts";
import { BlockReader, type LogSource } from "./log-source.ts";
import { crcOfStretch, isMagic } from "./log-summary.ts";
import { LOG_FORMAT, LOG_METADATA } from "./log-writer.ts";
import { MAGIC, OPCODE, PREFIX, RecordCursor } from "./mcap-records.ts";
import { chunkMessages, plainMessages, type ScannedMessage } from "./message-scan.ts";
import type { ProtoMessage } from "./protobuf.ts";

export interface LogMessage {
  readonly topic: string;
  /** Rounded above 2⁵³, which only the logs of others reach. */
  readonly t_ns: number;
  readonly values: ProtoMessage;
}

/** A message before it is decoded. */
export interface RawMessage extends ScannedMessage {
  readonly channel: LogChannel;
}

export interface MessageOptions {
  /** Only these; all where it is left out. */
  readonly topics?: readonly string[];
}

/** The field that repeats the log time in every message of ours. */
const OWN_TIME = "timestamp";

/** Messages whose bytes made no sense, in one pass. */
export class Undecoded {
  readonly byTopic = new Map<string, { messages: number; bytes: number }>();

  add(channel: LogChannel, data: Uint8Array): void {
    const { messages, bytes } = this.byTopic.get(channel.topic) ?? { messages: 0, bytes: 0 };
    this.byTopic.set(channel.topic, { messages: messages + 1, bytes: bytes + data.length });
  }
}

export class Log {
  readonly #contents: LogContents;
  /** Name and version of the program that wrote the log. */
  readonly library: string;
  /** Our format number; null for the logs of others. */
  readonly format: number | null;
  readonly metadata: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly attachments: readonly LogAttachment[];
  readonly channels: readonly LogChannel[];
  /** Footer present and intact: the log was closed. */
  readonly complete: boolean;
  /** Log times of the first and the last message. */
  readonly start_ns: number | null;
  readonly end_ns: number | null;

  constructor(contents: LogContents, format: number | null) {
    this.#contents = contents;
    this.format = format;
    contents.channels.timeField = format === null ? null : OWN_TIME;
    this.library = contents.library;
    this.metadata = contents.metadata;
    this.attachments = contents.attachments;
    this.channels = [...contents.channels.list].sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : 0));
    this.complete = contents.complete;
    this.start_ns = contents.start_ns;
    this.end_ns = contents.end_ns;
  }

  /** What could not be read, as far as it has been met. */
  get losses(): readonly LogLoss[] {
    return this.#contents.losses.list();
  }

  /** The field of messages that repeats the log time; null in the logs of others. */
  get timeField(): string | null {
    return this.#contents.channels.timeField;
  }

  /** Decoded messages in the order of the file. Channels that cannot be decoded are left out; see their `unreadable`. */
  *messages(options: MessageOptions = {}): Generator<LogMessage> {
    const undecoded = new Undecoded();
    try {
      for (const { channel, time_ns, data } of this.rawMessages(options)) {
        if (channel.unreadable !== null) continue;
        const values = channel.decode(data);
        if (values !== null) yield { topic: channel.topic, t_ns: Number(time_ns), values };
        else undecoded.add(channel, data);
      }
    } finally {
      this.lose(undecoded);
    }
  }

  /** Messages as bytes, in the order of the file, all channels with a description. */
  *rawMessages(options: MessageOptions = {}): Generator<RawMessage> {
    for (const segment of this.#contents.segments) yield* this.#segment(segment, options);
  }

  /** Reads everything once, checks every checksum, and returns all losses. */
  verify(): readonly LogLoss[] {
    for (const _ of this.messages());
    const { reader, dataEnd, losses } = this.#contents;
    const record = dataEnd === null || losses.list().length > 0 ? null : reader.bytes(dataEnd, PREFIX + 4);
    if (dataEnd !== null && record?.[0] === OPCODE.dataEnd) {
      const expected = new RecordCursor(record, PREFIX).u32();
      const reason = "the checksum of the file does not hold, though every chunk's does: metadata may be damaged";
      if (expected !== 0 && crcOfStretch(reader, 0, dataEnd) !== expected)
        losses.stretch(dataEnd, { from_ns: null, until_ns: null, bytes: 0, reason });
    }
    return this.losses;
  }

  /** Notes the messages of one pass over the log that no decoder understood. */
  lose(undecoded: Undecoded): void {
    for (const [topic, { messages, bytes }] of undecoded.byTopic)
      this.#contents.losses.messages(`decode ${topic}`, 0, messages, bytes, `of ${topic} cannot be decoded`);
  }

  *#segment(segment: Segment, { topics }: MessageOptions): Generator<RawMessage> {
    const { channels, chunks, losses, reader } = this.#contents;
    const wanted = topics === undefined ? null : new Set(topics);
    const isWanted = (channel: LogChannel): boolean => wanted === null || wanted.has(channel.topic);
    // A chunk that has none of the topics is not unpacked. An id without a channel may be any topic.
    const here = [...(segment.channels ?? [])].map((id) => channels.byId(id));
    if (segment.channels !== null && !here.some((channel) => channel === undefined || isWanted(channel))) return;

    let found: Iterable<ScannedMessage>;
    if (segment.kind === "plain") found = plainMessages(reader, segment.at, segment.end, channels);
    else {
      const { records, problem } = chunks.unpack(segment.at);
      if (records === null) {
        const { start_ns: from_ns, end_ns: until_ns, at, end } = segment;
        losses.stretch(at, { from_ns, until_ns, bytes: end - at, reason: problem });
        return;
      }
      found = chunkMessages(records, channels);
    }
    const strays = { messages: 0, bytes: 0 };
    for (const message of found) {
      const { channel } = message;
      if (channel === null) {
        strays.messages += 1;
        strays.bytes += message.data.length;
      } else if (isWanted(channel)) yield message as RawMessage;
    }
    const reason = "of a channel whose description is lost";
    if (strays.messages > 0) losses.messages("stray", segment.at, strays.messages, strays.bytes, reason);
  }
}

/** Opens a log. `decompression` unpacks zstd; without it, such chunks are losses. */
export function openLog(source: LogSource, decompression: LogDecompression | null): Log {
  const reader = new BlockReader(source);
  const isSound = mustBeLog(reader);
  const contents = new LogContents(reader, decompression);
  const reason = "the first bytes of the file are damaged";
  if (!isSound) contents.losses.stretch(0, { from_ns: null, until_ns: null, bytes: MAGIC.length, reason });
  return new Log(contents, ownFormat(contents.metadata.get(LOG_METADATA)));
}

/** Throws where the file is not a log; false where its first bytes are damaged. */
function mustBeLog(reader: BlockReader): boolean {
  if (reader.size === 0) throw new LogError("the file is empty");
  const start = reader.atMost(0, MAGIC.length);
  if (start === null) throw new LogError(`the file cannot be read: ${reader.trouble}`);
  if (isMagic(start)) return true;
  // A log may be damaged in its first bytes too; half of them, or the same eight at the end, distinguish it from other files.
  const same = MAGIC.filter((byte, i) => start[i] === byte).length;
  const end = reader.size < 2 * MAGIC.length ? null : reader.bytes(reader.size - MAGIC.length, MAGIC.length);
  if (same < MAGIC.length / 2 && !isMagic(end)) throw new LogError("this is not a log: it is not an MCAP file");
  return false;
}

function ownFormat(metadata: Readonly<Record<string, string>> | undefined): number | null {
  const format = Number(metadata?.format ?? Number.NaN);
  if (!Number.isInteger(format) || format < 1) return null;
  if (format > LOG_FORMAT)
    throw new LogError(
      `the log was written by a newer version (log format ${format}; this program reads up to ${LOG_FORMAT})`,
    );
  return format;
}
