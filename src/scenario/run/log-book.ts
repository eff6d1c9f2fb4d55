/**
 * Puts the entries of a log in order: those of one instant are written by (channel path, source, order of adding), whichever
 * simulator came first. So several models give the same bytes as one. Entries wait until time goes on, or until flush().
 * Where a writer fails, the log ends: every later entry fails with the same error.
 */
import { CHANNELS_METADATA, type LogWriter, SCENERY_METADATA } from "../../logging/index.ts";

/**
 * Writes one entry of a channel to the log: numbers values[at ..], or what was kept of the entry. Channels are opened in the order of
 * their paths, too, when the first entry is written.
 */
export type EntryWriter = (t_ns: number, values: Float64Array, at: number, detail: unknown) => void;

export class LogBook {
  readonly #writer: LogWriter;
  readonly #paths: string[] = [];
  readonly #openers: (() => EntryWriter)[] = [];
  readonly #declarations: string[] = [];
  readonly #writers: EntryWriter[] = [];
  readonly #sizes: number[] = [];
  /** What is drawn on a map, by path; written when the first channels are opened. */
  readonly #scenery = new Map<string, string>();
  /** By channel: its place among the sorted paths. */
  #ranks = new Int32Array(0);
  #t_ns = 0;
  #count = 0;
  #channels = new Int32Array(64);
  #places = new Int32Array(64);
  #order = new Int32Array(64);
  #spare = new Int32Array(64);
  readonly #sources: string[] = [];
  readonly #details: unknown[] = [];
  #values = new Float64Array(4096);
  #used = 0;
  /** What a writer failed with. */
  #failure: { readonly error: unknown } | null = null;

  constructor(writer: LogWriter) {
    this.#writer = writer;
  }

  get writer(): LogWriter {
    return this.#writer;
  }

  /** A channel of entries with `size` numbers; what was declared of it goes into the log's metadata. Returns its index. */
  channel(path: string, size: number, open: () => EntryWriter, declaration = ""): number {
    this.#openers.push(open);
    this.#declarations.push(declaration);
    this.#sizes.push(size);
    return this.#paths.push(path) - 1;
  }

  /** Goes into the log's metadata in front of the first entry, in the order of the paths. */
  scenery(path: string, text: string): void {
    this.#scenery.set(path, text);
  }

  add(channel: number, t_ns: number, values: Float64Array, at: number, source = "", detail: unknown = null): void {
    if (this.#failure !== null) throw this.#failure.error;
    if (t_ns !== this.#t_ns) {
      this.flush();
      this.#t_ns = t_ns;
    }
    const k = this.#count++;
    if (k === this.#channels.length) this.#growEntries();
    const size = this.#sizes[channel]!;
    while (this.#used + size > this.#values.length) {
      const wider = new Float64Array(2 * this.#values.length);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#channels[k] = channel;
    this.#places[k] = this.#used;
    if (detail !== null || this.#sources[k] !== source) {
      this.#sources[k] = source;
      this.#details[k] = detail;
    }
    for (let i = 0; i < size; i++) this.#values[this.#used + i] = values[at + i]!;
    this.#used += size;
  }

  /** Writes what waits. */
  flush(): void {
    if (this.#failure !== null) throw this.#failure.error;
    try {
      this.#write();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #write(): void {
    if (this.#ranks.length !== this.#paths.length) this.#open();
    if (this.#count === 0) return;
    const count = this.#count;
    const order = this.#sorted(count);
    this.#count = 0;
    this.#used = 0;
    for (let j = 0; j < count; j++) {
      const k = order[j]!;
      this.#writers[this.#channels[k]!]!(this.#t_ns, this.#values, this.#places[k]!, this.#details[k]);
      if (this.#details[k] !== null) this.#details[k] = null;
    }
  }

  /**
   * The waiting entries in order: stretches that came in order, of which there are a few per phase, are merged two by two. Entries of
   * equal keys stay as they came.
   */
  #sorted(count: number): Int32Array {
    let [from, to] = [this.#order, this.#spare];
    for (let k = 0; k < count; k++) from[k] = k;
    while (this.#endOfRun(from, 0, count) < count) {
      for (let begin = 0; begin < count; ) {
        const middle = this.#endOfRun(from, begin, count);
        const end = middle === count ? count : this.#endOfRun(from, middle, count);
        this.#mergeInto(to, from, begin, middle, end);
        begin = end;
      }
      [from, to] = [to, from];
    }
    return from;
  }

  /** Behind the last entry from `begin` on that is in order. */
  #endOfRun(order: Int32Array, begin: number, count: number): number {
    let end = begin + 1;
    while (end < count && !this.#isBefore(order[end]!, order[end - 1]!)) end++;
    return end;
  }

  #mergeInto(to: Int32Array, from: Int32Array, begin: number, middle: number, end: number): void {
    let [i, j] = [begin, middle];
    for (let k = begin; k < end; k++) {
      const second = i === middle || (j < end && this.#isBefore(from[j]!, from[i]!));
      to[k] = second ? from[j++]! : from[i++]!;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const rank = this.#ranks[this.#channels[a]!]!;
    const other = this.#ranks[this.#channels[b]!]!;
    return rank < other || (rank === other && this.#sources[a]! < this.#sources[b]!);
  }

  #open(): void {
    const sorted = this.#paths.map((_, i) => i).sort((a, b) => (this.#paths[a]! < this.#paths[b]! ? -1 : 1));
    const declared = sorted.flatMap((i) => {
      const text = this.#writers[i] === undefined ? this.#declarations[i]! : "";
      return text === "" ? [] : [[this.#paths[i]!, text] as const];
    });
    if (declared.length > 0) this.#writer.metadata(CHANNELS_METADATA, Object.fromEntries(declared));
    if (this.#scenery.size > 0) {
      const items = [...this.#scenery].sort(([a], [b]) => (a < b ? -1 : 1));
      this.#writer.metadata(SCENERY_METADATA, Object.fromEntries(items));
      this.#scenery.clear();
    }
    this.#ranks = new Int32Array(this.#paths.length);
    sorted.forEach((channel, rank) => {
      this.#ranks[channel] = rank;
      this.#writers[channel] ??= this.#openers[channel]!();
    });
  }

  #growEntries(): void {
    const widen = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const wider = new Int32Array(2 * old.length);
      wider.set(old);
      return wider;
    };
    this.#channels = widen(this.#channels);
    this.#places = widen(this.#places);
    this.#order = new Int32Array(this.#channels.length);
    this.#spare = new Int32Array(this.#channels.length);
  }
}
