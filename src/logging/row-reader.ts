/** The messages of a topic as rows of numbers, whatever channels and encodings it has. Columns are added when a message brings new ones. */
import type { LogChannel } from "./log-channels.ts";
import type { RawMessage } from "./log-segments.ts";
import { leavesOfValue, RowDecoder } from "./message-leaves.ts";

/** What is used of a log, however its bytes come. */
export interface LogOfChannels {
  readonly channels: readonly LogChannel[];
  readonly timeField: string | null;
}

interface Decoder {
  readonly decoder: RowDecoder;
  readonly row: Float64Array<ArrayBuffer>;
  /** Where each value of the row belongs. */
  readonly columns: Int32Array;
}

export class RowReader {
  readonly #timeField: string | null;
  readonly #columnOf = new Map<string, number>();
  readonly #decoders = new Map<LogChannel, Decoder>();
  #values = new Float64Array(0);
  /** The channel of the last message, with its decoder: most topics have one. */
  #lastChannel: LogChannel | null = null;
  #last: Decoder | undefined;

  constructor(log: LogOfChannels, topic: string) {
    this.#timeField = log.timeField;
    // Names are there also when no message is.
    for (const channel of log.channels) if (channel.topic === topic) this.#decoderOf(channel);
  }

  get names(): string[] {
    return [...this.#columnOf.keys()];
  }

  get width(): number {
    return this.#columnOf.size;
  }

  /** The last row, one value per name; NaN where its message does not have it. */
  get values(): Float64Array {
    return this.#values;
  }

  /** False where the message cannot be decoded. */
  read(message: RawMessage): boolean {
    const { channel } = message;
    return channel.schema === null ? this.#readJson(channel, message.data) : this.#readProtobuf(channel, message);
  }

  #decoderOf(channel: LogChannel): Decoder | undefined {
    if (channel === this.#lastChannel) return this.#last;
    let entry = this.#decoders.get(channel);
    if (entry === undefined && channel.schema !== null) {
      const decoder = new RowDecoder(channel.schema, this.#timeField);
      const columns = Int32Array.from(decoder.names, (name) => this.#column(name));
      entry = { decoder, row: new Float64Array(columns.length), columns };
      this.#decoders.set(channel, entry);
    }
    this.#lastChannel = channel;
    this.#last = entry;
    return entry;
  }

  #readProtobuf(channel: LogChannel, { bytes, from, end }: RawMessage): boolean {
    const entry = this.#decoderOf(channel);
    if (entry === undefined) return false;
    const { decoder, row, columns } = entry;
    // The only channel of its topic: its columns are all columns.
    if (this.#decoders.size === 1 && row.length === this.width) {
      this.#values = row;
      return decoder.decode(row, bytes, from, end);
    }
    if (!decoder.decode(row, bytes, from, end)) return false;
    if (this.#values === row) this.#values = new Float64Array(this.width);
    this.#values.fill(Number.NaN);
    for (let i = 0; i < columns.length; i++) this.#values[columns[i]] = row[i];
    return true;
  }

  #readJson(channel: LogChannel, data: Uint8Array): boolean {
    const values = channel.decode(data);
    if (values === null) return false;
    const numbers = [...leavesOfValue(values)].filter(([, value]) => typeof value !== "string");
    const columns = numbers.map(([name]) => this.#column(name));
    this.#values.fill(Number.NaN);
    for (let i = 0; i < columns.length; i++) this.#values[columns[i]] = Number(numbers[i][1]);
    return true;
  }

  #column(name: string): number {
    let column = this.#columnOf.get(name);
    if (column === undefined) {
      column = this.#columnOf.size;
      this.#columnOf.set(name, column);
      this.#values = new Float64Array(column + 1).fill(Number.NaN);
    }
    return column;
  }
}
