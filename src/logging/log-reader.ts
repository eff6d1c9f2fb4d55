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
import type { AttachmentPlace, LogContents } from "./log-contents.ts";
import type { LogLoss } from "./log-losses.ts";
import { type OpenedContents, readContents } from "./log-opening.ts";
import { type MessageOptions, type RawMessage, SegmentMessages } from "./log-segments.ts";
import { type LogSource, type Reading, readNow } from "./log-source.ts";
import { crcOfStretch } from "./log-summary.ts";
import { OPCODE, PREFIX, RecordCursor } from "./mcap-records.ts";
import type { ProtoMessage } from "./protobuf.ts";

export interface LogMessage {
  readonly topic: string;
  /** Rounded above 2⁵³, which only the logs of others reach. */
  readonly t_ns: number;
  readonly values: ProtoMessage;
}

/** Messages whose bytes made no sense, in one pass. */
export class Undecoded {
  readonly byTopic = new Map<string, { messages: number; bytes: number }>();

  add(channel: LogChannel, data: Uint8Array): void {
    const { messages, bytes } = this.byTopic.get(channel.topic) ?? { messages: 0, bytes: 0 };
    this.byTopic.set(channel.topic, { messages: messages + 1, bytes: bytes + data.length });
  }
}

/** A file inside the log. Its checksum held when the log was opened. */
export class LogAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly t_ns: number;
  readonly size: number;
  readonly #read: () => Uint8Array;

  constructor({ name, mediaType, t_ns, size }: AttachmentPlace, read: () => Uint8Array) {
    this.name = name;
    this.mediaType = mediaType;
    this.t_ns = t_ns;
    this.size = size;
    this.#read = read;
  }

  /** Read anew each time: attachments may be large. */
  get bytes(): Uint8Array {
    return this.#read();
  }
}

export class Log {
  readonly #contents: LogContents;
  readonly #source: LogSource;
  /** Name and version of the program that wrote the log. */
  readonly library: string;
  /** Our format number; null for the logs of others. */
  readonly format: number | null;
  readonly metadata: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly attachments: readonly LogAttachment[];
  readonly channels: readonly LogChannel[];
  /** Footer present and intact: the log was closed. */
  readonly complete: boolean;
  /** The date of the run's beginning, which all times of the log count from, in s since 1970; null for a log without one. */
  readonly epoch_s: number | null;
  /** Log times of the first and the last message. */
  readonly start_ns: number | null;
  readonly end_ns: number | null;

  constructor({ contents, format }: OpenedContents, source: LogSource) {
    this.#contents = contents;
    this.#source = source;
    this.format = format;
    this.library = contents.library;
    this.metadata = contents.metadata;
    this.attachments = contents.attachments.map((place) => new LogAttachment(place, () => this.#attached(place)));
    this.channels = contents.channels.sorted();
    this.complete = contents.complete;
    this.epoch_s = contents.epoch_s;
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
      for (const { channel, t_ns, data } of this.rawMessages(options)) {
        if (channel.unreadable !== null) continue;
        const values = channel.decode(data);
        if (values !== null) yield { topic: channel.topic, t_ns, values };
        else undecoded.add(channel, data);
      }
    } finally {
      this.lose(undecoded);
    }
  }

  /** Messages as bytes, in the order of the file, all channels with a description. */
  *rawMessages(options: MessageOptions = {}): Generator<RawMessage> {
    for (const segment of this.#contents.segments) {
      const messages = new SegmentMessages(this.#contents, segment, options);
      for (let batch = this.#now(messages.next()); batch !== null; batch = this.#now(messages.next())) yield* batch;
    }
  }

  /** Reads everything once, checks every checksum, and returns all losses. */
  verify(): readonly LogLoss[] {
    for (const _ of this.messages());
    const { reader, dataEnd, losses } = this.#contents;
    const record = dataEnd === null || losses.list().length > 0 ? null : this.#now(reader.bytes(dataEnd, PREFIX + 4));
    if (dataEnd !== null && record?.[0] === OPCODE.dataEnd) {
      const expected = new RecordCursor(record, PREFIX).u32();
      const reason = "the checksum of the file does not hold, though every chunk's does: metadata may be damaged";
      if (expected !== 0 && this.#now(crcOfStretch(reader, 0, dataEnd)) !== expected)
        losses.stretch(dataEnd, { from_ns: null, until_ns: null, bytes: 0, reason });
    }
    return this.losses;
  }

  /** Notes the messages of one pass over the log that no decoder understood. */
  lose(undecoded: Undecoded): void {
    for (const [topic, { messages, bytes }] of undecoded.byTopic)
      this.#contents.losses.messages(`decode ${topic}`, 0, messages, bytes, `of ${topic} cannot be decoded`);
  }

  #now<T>(reading: Reading<T>): T {
    return readNow(reading, this.#source);
  }

  #attached({ at, size }: AttachmentPlace): Uint8Array {
    return this.#now(this.#contents.reader.bytes(at, size))?.slice() ?? new Uint8Array(0);
  }
}

/** Opens a log. `decompression` unpacks zstd; without it, such chunks are losses. */
export function openLog(source: LogSource, decompression: LogDecompression | null): Log {
  return new Log(readNow(readContents(source.size, decompression), source), source);
}
