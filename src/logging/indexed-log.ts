/**
 * A log whose bytes come later: a Blob of a page, a file by ranges over HTTP, a file handle. It is opened by its summary alone and read
 * chunk by chunk, so that a page can look into a log that is larger than its memory. A log without a sound summary is walked once, in
 * pieces, when it is opened. The format is read by the same code as in log-reader.ts, and damage is treated alike.
 *
 * One thing at a time: a reading that is under way must end before the next begins; calls that overlap wait for each other.
 */
import type { LogDecompression } from "./chunk-reader.ts";
import type { LogChannel } from "./log-channels.ts";
import type { AttachmentPlace, LogContents, Segment } from "./log-contents.ts";
import type { LogLoss } from "./log-losses.ts";
import { type OpenedContents, readContents } from "./log-opening.ts";
import { type LogMessage, Undecoded } from "./log-reader.ts";
import { type MessageOptions, type RawMessage, SegmentMessages } from "./log-segments.ts";
import { type AsyncLogSource, type LogSource, type Reading, readLater } from "./log-source.ts";

/** Both ends are included; what is left out is open. */
export interface TimeWindow {
  readonly from_ns?: number;
  readonly until_ns?: number;
}

export type WindowOptions = MessageOptions & TimeWindow;

export class IndexedLog {
  readonly #contents: LogContents;
  readonly #source: AsyncLogSource;
  /** Name and version of the program that wrote the log. */
  readonly library: string;
  /** Our format number; null for the logs of others. */
  readonly format: number | null;
  readonly metadata: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly attachments: readonly AttachmentPlace[];
  readonly channels: readonly LogChannel[];
  /** Footer present and intact: the log was closed. */
  readonly complete: boolean;
  /** The date of the run's beginning, which all times of the log count from, in s since 1970; null for a log without one. */
  readonly epoch_s: number | null;
  /** Log times of the first and the last message. */
  readonly start_ns: number | null;
  readonly end_ns: number | null;
  /** The reading that is under way. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor({ contents, format }: OpenedContents, source: AsyncLogSource) {
    this.#contents = contents;
    this.#source = source;
    this.format = format;
    this.library = contents.library;
    this.metadata = contents.metadata;
    this.attachments = contents.attachments;
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

  /** Messages as bytes, in the order of the file, in batches that hold until the next is asked for. */
  async *rawBatches(options: WindowOptions = {}): AsyncGenerator<readonly RawMessage[]> {
    const { from_ns = Number.NEGATIVE_INFINITY, until_ns = Number.POSITIVE_INFINITY } = options;
    for (const segment of this.#contents.segments) {
      if (isOutside(segment, from_ns, until_ns)) continue;
      const messages = new SegmentMessages(this.#contents, segment, options);
      for (;;) {
        const batch = await this.#later(() => messages.next());
        if (batch === null) break;
        try {
          yield within(batch, from_ns, until_ns);
        } finally {
          const lent = messages.givenBack();
          if (lent !== null) this.#source.release?.(lent);
        }
      }
    }
  }

  /** Decoded messages in the order of the file. Channels that cannot be decoded are left out; see their `unreadable`. */
  async *messages(options: WindowOptions = {}): AsyncGenerator<LogMessage> {
    const undecoded = new Undecoded();
    try {
      for await (const batch of this.rawBatches(options)) {
        for (const { channel, t_ns, data } of batch) {
          if (channel.unreadable !== null) continue;
          const values = channel.decode(data);
          if (values !== null) yield { topic: channel.topic, t_ns, values };
          else undecoded.add(channel, data);
        }
      }
    } finally {
      this.lose(undecoded);
    }
  }

  /** Read anew each time: attachments may be large. */
  async attachment({ at, size }: AttachmentPlace): Promise<Uint8Array> {
    const bytes = await this.#later(() => this.#contents.reader.bytes(at, size));
    return bytes?.slice() ?? new Uint8Array(0);
  }

  /** Notes the messages of one pass over the log that no decoder understood. */
  lose(undecoded: Undecoded): void {
    for (const [topic, { messages, bytes }] of undecoded.byTopic)
      this.#contents.losses.messages(`decode ${topic}`, 0, messages, bytes, `of ${topic} cannot be decoded`);
  }

  /** The reader remembers one block: two readings at a time would take each other's bytes for their own. */
  #later<T>(reading: () => Reading<T>): Promise<T> {
    const next = this.#busy.then(() => readLater(reading(), this.#source));
    this.#busy = next.catch(() => undefined);
    return next;
  }
}

function isOutside({ start_ns, end_ns }: Segment, from_ns: number, until_ns: number): boolean {
  return (end_ns !== null && end_ns < from_ns) || (start_ns !== null && start_ns > until_ns);
}

function within(batch: readonly RawMessage[], from_ns: number, until_ns: number): readonly RawMessage[] {
  if (from_ns === Number.NEGATIVE_INFINITY && until_ns === Number.POSITIVE_INFINITY) return batch;
  return batch.filter(({ t_ns }) => t_ns >= from_ns && t_ns <= until_ns);
}

/** Opens a log by its summary. Throws LogError for what is not a log at all or is of a newer format. */
export async function openIndexedLog(
  source: AsyncLogSource,
  decompression: LogDecompression | null,
): Promise<IndexedLog> {
  return new IndexedLog(await readLater(readContents(await source.size(), decompression), source), source);
}

/** A source whose bytes are at hand, for whoever waits for them. */
export function asyncSource(source: LogSource): AsyncLogSource {
  return {
    size: async () => source.size,
    read: async (offset, length) => source.read(offset, length),
  };
}
