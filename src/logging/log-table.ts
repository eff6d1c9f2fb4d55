/**
 * A channel as a table of numbers, and a channel of texts as a list. Decimation happens while reading: every s-th row is
 * kept, and s doubles when the table is full, so that one pass is enough and memory stays bounded; the last row is added.
 */
import { invariant } from "../core/index.ts";
import type { IndexedLog, TimeWindow } from "./indexed-log.ts";
import { type Log, type LogMessage, Undecoded } from "./log-reader.ts";
import type { RawMessage } from "./log-segments.ts";
import type { LogLevel } from "./log-writer.ts";
import { type LogOfChannels, RowReader } from "./row-reader.ts";
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
  readonly #rows: RowReader;
  #columns: Float64Array[] = [];
  #t_ns = new Float64Array(64);
  #last_ns = 0;
  #kept = 0;
  #seen = 0;
  #stride = 1;

  constructor(log: LogOfChannels, topic: string, mostRows: number) {
    this.#topic = topic;
    this.#mostRows = mostRows;
    this.#rows = new RowReader(log, topic);
  }

  /** False where the message cannot be decoded. */
  add({ channel, time_ns, data }: RawMessage): boolean {
    if (!this.#rows.read(channel, data)) return false;
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
    this.#widen();
    const n = this.#kept;
    return {
      topic: this.#topic,
      names: this.#rows.names,
      t_ns: this.#t_ns.slice(0, n),
      columns: this.#columns.map((column) => column.slice(0, n)),
      rowsInLog: this.#seen,
    };
  }

  /** A new column is NaN in all rows before. */
  #widen(): void {
    while (this.#columns.length < this.#rows.width)
      this.#columns.push(new Float64Array(this.#t_ns.length).fill(Number.NaN));
  }

  #keep(): void {
    const row = this.#kept++;
    if (row === this.#t_ns.length) {
      this.#t_ns = grown(this.#t_ns);
      this.#columns = this.#columns.map(grown);
    }
    this.#widen();
    const { values } = this.#rows;
    this.#t_ns[row] = this.#last_ns;
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i][row] = values[i];
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

/** Tables of several topics, in one pass over a log. */
class TablePass {
  readonly #builders: ReadonlyMap<string, TableBuilder>;
  readonly undecoded = new Undecoded();

  constructor(log: LogOfChannels, topics: readonly string[], { mostRows = Number.POSITIVE_INFINITY }: TableOptions) {
    invariant(mostRows >= 2, `a table of at most ${mostRows} rows cannot hold the first and the last`);
    this.#builders = new Map(topics.map((topic) => [topic, new TableBuilder(log, topic, mostRows)]));
  }

  add(message: RawMessage): void {
    const { channel, data } = message;
    if (channel.unreadable === null && !this.#builders.get(channel.topic)?.add(message))
      this.undecoded.add(channel, data);
  }

  tables(): LogTable[] {
    return [...this.#builders.values()].map((builder) => builder.table());
  }
}

/** Several topics in one pass over the log. A topic that is not in the log gives a table without rows. */
export function readTables(log: Log, topics: readonly string[], options: TableOptions = {}): LogTable[] {
  const pass = new TablePass(log, topics, options);
  for (const message of log.rawMessages({ topics })) pass.add(message);
  log.lose(pass.undecoded);
  return pass.tables();
}

/** The same of a log whose bytes come later, of all of it or of a window of time. */
export async function readTablesOf(
  log: IndexedLog,
  topics: readonly string[],
  options: TableOptions & TimeWindow = {},
): Promise<LogTable[]> {
  const pass = new TablePass(log, topics, options);
  for await (const batch of log.rawBatches({ ...options, topics })) for (const message of batch) pass.add(message);
  log.lose(pass.undecoded);
  return pass.tables();
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
  return isText(log, topic) ? Array.from(log.messages({ topics: [topic] }), textOf) : [];
}

/** The same of a log whose bytes come later. */
export async function textsOf(log: IndexedLog, topic: string): Promise<LogText[]> {
  const out: LogText[] = [];
  if (isText(log, topic)) for await (const message of log.messages({ topics: [topic] })) out.push(textOf(message));
  return out;
}

function isText({ channels }: LogOfChannels, topic: string): boolean {
  return channels.some((channel) => channel.topic === topic && channel.schemaName === LOG.name);
}

const LEVELS = new Map(Object.entries(LOG_LEVEL.values).map(([name, number]) => [number, name.toLowerCase()]));

function textOf({ t_ns, values }: LogMessage): LogText {
  const level = (LEVELS.get(Number(values.level)) ?? "unknown") as LogText["level"];
  return { t_ns, level, name: String(values.name ?? ""), message: String(values.message ?? "") };
}
