/** The messages of one part of a log, some at a time: shared by the reader that has all bytes at hand and the one that waits for them. */
import type { LogChannel } from "./log-channels.ts";
import type { LogContents, Segment } from "./log-contents.ts";
import type { Reading } from "./log-source.ts";
import { chunkMessages, PlainMessages, type ScannedMessage } from "./message-scan.ts";

export interface MessageOptions {
  /** Only these; all where it is left out. */
  readonly topics?: readonly string[];
}

/** Chunks below this many bytes are read through blocks. */
const SMALL = 128 * 1024;

/** A message before it is decoded. */
export type RawMessage = ScannedMessage & { readonly channel: LogChannel };

export class SegmentMessages {
  readonly #contents: LogContents;
  readonly #segment: Segment;
  readonly #wanted: ReadonlySet<string> | null;
  readonly #plain: PlainMessages | null;
  #done: boolean;
  #lent: Uint8Array | null = null;
  readonly #strays = { messages: 0, bytes: 0 };

  constructor(contents: LogContents, segment: Segment, { topics }: MessageOptions) {
    this.#contents = contents;
    this.#segment = segment;
    this.#wanted = topics === undefined ? null : new Set(topics);
    // A chunk that has none of the topics is not unpacked. An id without a channel may be any topic.
    const here = [...(segment.channels ?? [])].map((id) => contents.channels.byId(id));
    this.#done = segment.channels !== null && !here.some((channel) => channel === undefined || this.#isWanted(channel));
    const { at, end } = segment;
    this.#plain = segment.kind === "plain" ? new PlainMessages(contents.reader, at, end, contents.channels) : null;
  }

  /** What comes next must be gone through before it is asked again; null at the end. */
  *next(): Reading<readonly RawMessage[] | null> {
    if (this.#done) return null;
    if (this.#plain !== null) {
      const batch = yield* this.#plain.next();
      if (batch !== null) return this.#chosen(batch);
      this.#done = true;
      return null;
    }
    this.#done = true;
    const { start_ns: from_ns, end_ns: until_ns, at, end } = this.#segment;
    const { chunks } = this.#contents;
    // Small chunks are found in the block that the reader holds, several at a time.
    const unpacked = yield* end - at < SMALL ? chunks.unpack(at) : chunks.unpackWhole(at, end - at);
    if (unpacked.records !== null) {
      this.#lent = unpacked.lent;
      return this.#chosen(chunkMessages(unpacked.records, this.#contents.channels));
    }
    this.#contents.losses.stretch(at, { from_ns, until_ns, bytes: end - at, reason: unpacked.problem });
    return null;
  }

  /** What was read for the last batch and is not used any more, once; else null. */
  givenBack(): Uint8Array | null {
    const lent = this.#lent;
    this.#lent = null;
    return lent;
  }

  #isWanted({ topic }: LogChannel): boolean {
    return this.#wanted === null || this.#wanted.has(topic);
  }

  #chosen(found: readonly ScannedMessage[]): RawMessage[] {
    const strays = this.#strays;
    const chosen: RawMessage[] = [];
    for (const message of found) {
      const { channel } = message;
      if (channel === null) {
        strays.messages += 1;
        strays.bytes += message.end - message.from;
      } else if (this.#isWanted(channel)) chosen.push(message as RawMessage);
    }
    const reason = "of a channel whose description is lost";
    if (strays.messages > 0)
      this.#contents.losses.messages("stray", this.#segment.at, strays.messages, strays.bytes, reason);
    return chosen;
  }
}
