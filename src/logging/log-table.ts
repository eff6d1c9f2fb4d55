/**
 * A channel as a table of numbers, and a channel of texts as a list. Decimation happens while reading: every s-th row is
 * kept, and s doubles when the table is full, so that one pass is enough and memory stays bounded; the last row is added.
 */
import { invariant } from "../core/index.ts";
import type { IndexedLog, TimeWindow } from "./indexed-log.ts";
import { MessageReader, readTopics, type TopicReader } from "./log-pass.ts";
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
  /** How many messages will come, where that is known: then only those that are kept are decoded. */
  readonly expected?: number | null;
}

/** Numbers that a block of rows holds, about. */
const BLOCK = 16_384;

/** Rows one behind another: `width` numbers each, the instant first. A message may bring new columns, and then a wider block begins. */
interface Block {
  readonly width: number;
  readonly numbers: Float64Array;
  rows: number;
}

/**
 * The messages of one topic as a table. Rows are gathered in blocks, as they come, and turned into columns at the end: so a long
 * table takes no more memory while it grows than when it is done.
 */
export class TableReader implements TopicReader {
  readonly #topic: string;
  readonly #mostRows: number;
  readonly #rows: RowReader;
  #blocks: Block[] = [];
  #last_ns = 0;
  #kept = 0;
  #seen = 0;
  /** Number of the row that was decoded last. */
  #decoded = 0;
  #stride = 1;
  readonly #expected: number | null;

  constructor(log: LogOfChannels, topic: string, options: TableOptions = {}) {
    const { mostRows = Number.POSITIVE_INFINITY, expected = null } = options;
    invariant(mostRows >= 2, `a table of at most ${mostRows} rows cannot hold the first and the last`);
    this.#topic = topic;
    this.#mostRows = mostRows;
    this.#rows = new RowReader(log, topic);
    this.#expected = expected;
    if (expected !== null) while (Math.ceil(expected / this.#stride) > mostRows - 1) this.#stride *= 2;
  }

  read(message: RawMessage): boolean {
    if (message.channel.unreadable !== null) return true;
    if (this.#expected !== null && this.#seen % this.#stride !== 0 && this.#seen + 1 < this.#expected) {
      this.#seen += 1;
      return true;
    }
    if (!this.#rows.read(message)) return false;
    this.#last_ns = message.t_ns;
    this.#decoded = this.#seen;
    if (this.#seen % this.#stride === 0) {
      // One row is left free for the last one.
      if (this.#kept >= this.#mostRows - 1) this.#thinOut();
      if (this.#seen % this.#stride === 0) this.#keep();
    }
    this.#seen += 1;
    return true;
  }

  /** What was read; once, since it takes the rows with it. */
  table(): LogTable {
    // The last row that was decoded, where it is not kept already.
    if (this.#decoded % this.#stride !== 0) this.#keep();
    const { names } = this.#rows;
    const t_ns = new Float64Array(this.#kept);
    const columns = names.map(() => new Float64Array(this.#kept).fill(Number.NaN));
    let row = 0;
    for (const { numbers, rows, width } of this.#blocks) {
      for (let i = 0; i < rows; i++) t_ns[row + i] = numbers[i * width];
      // Column by column: each is written from its beginning to its end.
      for (let c = 1; c < width; c++) for (let i = 0; i < rows; i++) columns[c - 1][row + i] = numbers[i * width + c];
      row += rows;
    }
    this.#blocks = [];
    return { topic: this.#topic, names, t_ns, columns, rowsInLog: this.#seen };
  }

  #keep(): void {
    const { numbers, width, rows } = this.#blockForRow();
    const { values } = this.#rows;
    const at = rows * width;
    numbers[at] = this.#last_ns;
    for (let c = 1; c < width; c++) numbers[at + c] = values[c - 1];
    this.#kept += 1;
    this.#blocks[this.#blocks.length - 1].rows += 1;
  }

  /** The last block, with room for a row that is as wide as all names. */
  #blockForRow(): Block {
    const width = this.#rows.width + 1;
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.width === width && (last.rows + 1) * width <= last.numbers.length) return last;
    // The first is small: a log has many channels with a few messages.
    const size = Math.max(width * (last === undefined ? 8 : 1), last === undefined ? 0 : BLOCK);
    const block = { width, numbers: new Float64Array(size), rows: 0 };
    this.#blocks.push(block);
    return block;
  }

  /** Every second row, counted over all blocks, goes. */
  #thinOut(): void {
    let row = 0;
    for (const block of this.#blocks) {
      const { numbers, width, rows } = block;
      block.rows = 0;
      for (let i = 0; i < rows; i++, row++) {
        if (row % 2 === 1) continue;
        numbers.copyWithin(block.rows * width, i * width, (i + 1) * width);
        block.rows += 1;
      }
    }
    this.#blocks = repacked(this.#blocks);
    this.#kept = (this.#kept + 1) >> 1;
    this.#stride *= 2;
  }
}

/** The same rows in full blocks: after thinning out, every block is half empty. */
function repacked(blocks: readonly Block[]): Block[] {
  const out: Block[] = [];
  for (const { numbers, width, rows } of blocks) {
    for (let i = 0; i < rows; ) {
      let last = out.at(-1);
      if (last === undefined || last.width !== width || (last.rows + 1) * width > last.numbers.length) {
        last = { width, numbers: new Float64Array(Math.max(width, BLOCK)), rows: 0 };
        out.push(last);
      }
      const room = Math.floor(last.numbers.length / width) - last.rows;
      const count = Math.min(room, rows - i);
      last.numbers.set(numbers.subarray(i * width, (i + count) * width), last.rows * width);
      last.rows += count;
      i += count;
    }
  }
  return out;
}

/** Several topics in one pass over the log. A topic that is not in the log gives a table without rows. */
export function readTables(log: Log, topics: readonly string[], options: TableOptions = {}): LogTable[] {
  const readers = tableReaders(log, topics, options);
  const undecoded = new Undecoded();
  for (const message of log.rawMessages({ topics }))
    if (!readers.get(message.channel.topic)!.read(message)) undecoded.add(message.channel, message.data);
  log.lose(undecoded);
  return [...readers.values()].map((reader) => reader.table());
}

/** The same of a log whose bytes come later, of all of it or of a window of time. */
export async function readTablesOf(
  log: IndexedLog,
  topics: readonly string[],
  options: TableOptions & TimeWindow = {},
): Promise<LogTable[]> {
  const readers = tableReaders(log, topics, options);
  await readTopics(log, new Map([...readers].map(([topic, reader]) => [topic, [reader]])), options);
  return [...readers.values()].map((reader) => reader.table());
}

function tableReaders(log: LogOfChannels, topics: readonly string[], options: TableOptions): Map<string, TableReader> {
  return new Map(topics.map((topic) => [topic, new TableReader(log, topic, options)]));
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
  const reader = new TextReader();
  if (isText(log, topic)) await readTopics(log, new Map([[topic, [reader]]]));
  return reader.texts;
}

/** The texts of a topic that isText. */
export class TextReader extends MessageReader {
  readonly texts: LogText[] = [];

  constructor() {
    super((message) => this.texts.push(textOf(message)));
  }
}

/** Whether a topic holds foxglove.Log messages. */
export function isText({ channels }: LogOfChannels, topic: string): boolean {
  return channels.some((channel) => channel.topic === topic && channel.schemaName === LOG.name);
}

const LEVELS = new Map(Object.entries(LOG_LEVEL.values).map(([name, number]) => [number, name.toLowerCase()]));

function textOf({ t_ns, values }: LogMessage): LogText {
  const level = (LEVELS.get(Number(values.level)) ?? "unknown") as LogText["level"];
  return { t_ns, level, name: String(values.name ?? ""), message: String(values.message ?? "") };
}
