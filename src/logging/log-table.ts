/**
 * A channel as a table of numbers, and a channel of texts as a list. Decimation happens while reading: every s-th row is
 * kept, and s doubles when the table is full, so that one pass is enough and memory stays bounded; the last row is added.
 */
import { invariant } from "../core/index.ts";
import type { LogChannel } from "./log-channels.ts";
import { type Log, type RawMessage, Undecoded } from "./log-reader.ts";
import type { LogLevel } from "./log-writer.ts";
import { leavesOfValue, RowDecoder } from "./message-leaves.ts";
import { LOG, LOG_LEVEL } from "./schemas.ts";

export interface LogTable {
  readonly topic: string;
  /** Names of the columns: "depth_m", "pose.position.x". Numbers, booleans (0 or 1) and enums (their number). */
  readonly names: readonly string[];
  readonly t_ns: Float64Array;
  /** NaN where a message does not have the value. */
  readonly columns: readonly Float64Array[];
  readonly rowsInLog: number;
}

export interface TableOptions {
  /** At least 2. Everything where it is left out. */
  readonly mostRows?: number;
}

/** Columns that grow. */
class TableBuilder {
  readonly #topic: string;
  readonly #mostRows: number;
  readonly #log: Log;
  readonly #columnOf = new Map<string, number>();
  readonly #decoders = new Map<LogChannel, { decoder: RowDecoder; row: Float64Array; columns: Int32Array }>();
  #columns: Float64Array[] = [];
  #t_ns = new Float64Array(64);
  #last = new Float64Array(0);
  #last_ns = 0;
  #kept = 0;
  #seen = 0;
  #stride = 1;

  constructor(log: Log, topic: string, mostRows: number) {
    this.#log = log;
    this.#topic = topic;
    this.#mostRows = mostRows;
    // Names are there also when no message is.
    for (const channel of log.channels) if (channel.topic === topic) this.#decoderOf(channel);
  }

  /** False where the message cannot be decoded. */
  add({ channel, time_ns, data }: RawMessage): boolean {
    const read = channel.schema === null ? this.#readJson(channel, data) : this.#readProtobuf(channel, data);
    if (!read) return false;
    this.#last_ns = Number(time_ns);
    if (this.#seen % this.#stride === 0) {
      // One row is left free for the last one.
      if (this.#kept >= this.#mostRows - 1) this.#thinOut();
      if (this.#seen % this.#stride === 0) this.#keep();
    }
    this.#seen += 1;
    return true;
  }

  table(): LogTable {
    if (this.#seen > 0 && (this.#seen - 1) % this.#stride !== 0) this.#keep();
    const n = this.#kept;
    return {
      topic: this.#topic,
      names: [...this.#columnOf.keys()],
      t_ns: this.#t_ns.slice(0, n),
      columns: this.#columns.map((column) => column.slice(0, n)),
      rowsInLog: this.#seen,
    };
  }

  #decoderOf(channel: LogChannel) {
    let entry = this.#decoders.get(channel);
    if (entry === undefined && channel.schema !== null) {
      const decoder = new RowDecoder(channel.schema, this.#log.timeField);
      const columns = Int32Array.from(decoder.names, (name) => this.#column(name));
      entry = { decoder, row: new Float64Array(columns.length), columns };
      this.#decoders.set(channel, entry);
    }
    return entry;
  }

  #readProtobuf(channel: LogChannel, data: Uint8Array): boolean {
    const entry = this.#decoderOf(channel);
    if (entry === undefined || !entry.decoder.decode(entry.row, data)) return false;
    this.#last.fill(Number.NaN);
    for (let i = 0; i < entry.columns.length; i++) this.#last[entry.columns[i]] = entry.row[i];
    return true;
  }

  #readJson(channel: LogChannel, data: Uint8Array): boolean {
    const values = channel.decode(data);
    if (values === null) return false;
    const numbers = [...leavesOfValue(values)].filter(([, value]) => typeof value !== "string");
    const columns = numbers.map(([name]) => this.#column(name));
    this.#last.fill(Number.NaN);
    for (let i = 0; i < columns.length; i++) this.#last[columns[i]] = Number(numbers[i][1]);
    return true;
  }

  /** The column of a name; a new one is NaN in all rows before. */
  #column(name: string): number {
    let column = this.#columnOf.get(name);
    if (column === undefined) {
      column = this.#columns.length;
      this.#columnOf.set(name, column);
      this.#columns.push(new Float64Array(this.#t_ns.length).fill(Number.NaN));
      this.#last = new Float64Array(this.#columns.length);
    }
    return column;
  }

  #keep(): void {
    const row = this.#kept++;
    if (row === this.#t_ns.length) {
      this.#t_ns = grown(this.#t_ns);
      this.#columns = this.#columns.map(grown);
    }
    this.#t_ns[row] = this.#last_ns;
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i][row] = this.#last[i];
  }

  #thinOut(): void {
    const half = (this.#kept + 1) >> 1;
    for (const column of [this.#t_ns, ...this.#columns]) for (let i = 0; i < half; i++) column[i] = column[2 * i];
    this.#kept = half;
    this.#stride *= 2;
  }
}

function grown(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * column.length);
  larger.set(column);
  return larger;
}

/** Several topics in one pass over the log. A topic that is not in the log gives a table without rows. */
export function readTables(log: Log, topics: readonly string[], options: TableOptions = {}): LogTable[] {
  const mostRows = options.mostRows ?? Number.POSITIVE_INFINITY;
  invariant(mostRows >= 2, `a table of at most ${mostRows} rows cannot hold the first and the last`);
  const builders = new Map(topics.map((topic) => [topic, new TableBuilder(log, topic, mostRows)]));
  const undecoded = new Undecoded();
  for (const message of log.rawMessages({ topics })) {
    const { channel, data } = message;
    if (channel.unreadable === null && !builders.get(channel.topic)?.add(message)) undecoded.add(channel, data);
  }
  log.lose(undecoded);
  return [...builders.values()].map((builder) => builder.table());
}

export function readTable(log: Log, topic: string, options: TableOptions = {}): LogTable {
  return readTables(log, [topic], options)[0];
}

export interface LogText {
  readonly t_ns: number;
  readonly level: LogLevel | "unknown";
  readonly name: string;
  readonly message: string;
}

/** The texts of a channel of foxglove.Log messages; none where the channel holds something else. */
export function texts(log: Log, topic: string): LogText[] {
  if (!log.channels.some((channel) => channel.topic === topic && channel.schemaName === LOG.name)) return [];
  const levels = new Map(Object.entries(LOG_LEVEL.values).map(([name, number]) => [number, name.toLowerCase()]));
  const out: LogText[] = [];
  for (const { t_ns, values } of log.messages({ topics: [topic] })) {
    const level = (levels.get(Number(values.level)) ?? "unknown") as LogText["level"];
    out.push({ t_ns, level, name: String(values.name ?? ""), message: String(values.message ?? "") });
  }
  return out;
}
