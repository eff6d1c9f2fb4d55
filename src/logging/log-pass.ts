/**
 * One pass over a log that serves any number of readers, each of one topic: tables, texts, counts. A log may have hundreds of topics,
 * and unpacking it is most of the work; so whoever wants several things of it asks for all of them at once.
 */
import type { IndexedLog, TimeWindow } from "./indexed-log.ts";
import type { LogChannel } from "./log-channels.ts";
import { type LogMessage, Undecoded } from "./log-reader.ts";
import type { RawMessage } from "./log-segments.ts";

/** Takes the messages of one topic in the order of the file. */
export interface TopicReader {
  /** False where the message cannot be decoded. It holds only during the call. */
  read(message: RawMessage): boolean;
}

/** Decoded messages, of channels that can be decoded. */
export class MessageReader implements TopicReader {
  readonly #take: (message: LogMessage) => void;

  constructor(take: (message: LogMessage) => void) {
    this.#take = take;
  }

  read({ channel, t_ns, data }: RawMessage): boolean {
    if (channel.unreadable !== null) return true;
    const values = channel.decode(data);
    if (values === null) return false;
    this.#take({ topic: channel.topic, t_ns, values });
    return true;
  }
}

/** How many messages there are, and from when to when, whether they can be decoded or not. */
export class SpanReader implements TopicReader {
  messages = 0;
  first_ns = Number.POSITIVE_INFINITY;
  last_ns = Number.NEGATIVE_INFINITY;

  read({ t_ns }: RawMessage): boolean {
    this.messages += 1;
    if (t_ns < this.first_ns) this.first_ns = t_ns;
    if (t_ns > this.last_ns) this.last_ns = t_ns;
    return true;
  }
}

/** Reads a log once, for readers by topic. A message that a reader of its topic cannot decode is noted in the log's losses. */
export async function readTopics(
  log: IndexedLog,
  readers: ReadonlyMap<string, readonly TopicReader[]>,
  window: TimeWindow = {},
): Promise<void> {
  const undecoded = new Undecoded();
  const byChannel = new Map<LogChannel, readonly TopicReader[]>();
  for await (const batch of log.rawBatches({ ...window, topics: [...readers.keys()] })) {
    for (const message of batch) {
      const { channel } = message;
      let own = byChannel.get(channel);
      if (own === undefined) {
        own = readers.get(channel.topic) ?? [];
        byChannel.set(channel, own);
      }
      let sound = true;
      for (let k = 0; k < own.length; k++) if (!own[k].read(message)) sound = false;
      if (!sound) undecoded.add(channel, message.data);
    }
  }
  log.lose(undecoded);
}
