/**
 * A window of time of one channel as a table for drawing, of at most so many points per column, in one pass and with bounded memory.
 *
 * As long as the samples fit, they are kept as they are. When they are more, time is cut into equal bins; each keeps the smallest and
 * the largest value of every column, in the order in which they occurred, at the instants of the bin's first and last sample. So no
 * extreme is lost, and a peak moves by at most one bin.
 */
import { invariant } from "../core/index.ts";
import type { IndexedLog } from "./indexed-log.ts";
import { Undecoded } from "./log-reader.ts";
import type { LogTable } from "./log-table.ts";
import { RowReader } from "./row-reader.ts";

export interface WindowTableOptions {
  readonly from_ns: number;
  readonly until_ns: number;
  /** Per column; at least 2. */
  readonly mostPoints: number;
}

export async function readWindow(log: IndexedLog, topic: string, options: WindowTableOptions): Promise<LogTable> {
  const { from_ns, until_ns, mostPoints } = options;
  invariant(mostPoints >= 2, `a window of at most ${mostPoints} points cannot hold a smallest and a largest value`);
  invariant(until_ns >= from_ns, `a window from ${from_ns} ns to ${until_ns} ns ends before it begins`);
  const rows = new RowReader(log, topic);
  const thin = new Thinner(from_ns, until_ns, mostPoints);
  const undecoded = new Undecoded();
  for await (const batch of log.rawBatches({ topics: [topic], from_ns, until_ns })) {
    for (const message of batch) {
      if (message.channel.unreadable !== null) continue;
      if (rows.read(message)) thin.add(message.t_ns, rows.values);
      else undecoded.add(message.channel, message.data);
    }
  }
  log.lose(undecoded);
  return { topic, names: rows.names, ...thin.table(rows.names.length) };
}

/** Smallest and largest values of one bin, and when they occurred. */
interface Bin {
  first_ns: number;
  last_ns: number;
  samples: number;
  readonly low: number[];
  readonly high: number[];
  /** Number of the sample that has it. */
  readonly lowAt: number[];
  readonly highAt: number[];
}

export class Thinner {
  readonly #from_ns: number;
  readonly #width_ns: number;
  readonly #mostPoints: number;
  /** The samples themselves, until they are too many. */
  #kept: { readonly t_ns: number; readonly row: Float64Array }[] | null = [];
  readonly #bins = new Map<number, Bin>();
  #seen = 0;

  constructor(from_ns: number, until_ns: number, mostPoints: number) {
    this.#from_ns = from_ns;
    this.#mostPoints = mostPoints;
    this.#width_ns = Math.max(1, (until_ns - from_ns) / Math.floor(mostPoints / 2));
  }

  /** A row may be longer than those before: a message may bring new columns. It is not kept. */
  add(t_ns: number, row: Float64Array): void {
    this.#seen += 1;
    if (this.#kept === null) {
      this.#bin(t_ns, row);
      return;
    }
    this.#kept.push({ t_ns, row: row.slice() });
    if (this.#kept.length <= this.#mostPoints) return;
    for (const each of this.#kept) this.#bin(each.t_ns, each.row);
    this.#kept = null;
  }

  table(columns: number): Pick<LogTable, "t_ns" | "columns" | "rowsInLog"> {
    const rows: { t_ns: number; value: (column: number) => number }[] = [];
    if (this.#kept !== null) {
      for (const { t_ns, row } of this.#kept) rows.push({ t_ns, value: (c) => row[c] ?? Number.NaN });
    } else {
      for (const [, bin] of [...this.#bins].sort(([a], [b]) => a - b)) {
        const { low, high, lowAt, highAt } = bin;
        const rises = (c: number): boolean => (lowAt[c] ?? 0) <= (highAt[c] ?? 0);
        rows.push({ t_ns: bin.first_ns, value: (c) => (rises(c) ? low[c] : high[c]) ?? Number.NaN });
        if (bin.samples > 1)
          rows.push({ t_ns: bin.last_ns, value: (c) => (rises(c) ? high[c] : low[c]) ?? Number.NaN });
      }
    }
    return {
      t_ns: Float64Array.from(rows, ({ t_ns }) => t_ns),
      columns: Array.from({ length: columns }, (_, c) => Float64Array.from(rows, ({ value }) => value(c))),
      rowsInLog: this.#seen,
    };
  }

  #bin(t_ns: number, row: Float64Array): void {
    const last = Math.floor(this.#mostPoints / 2) - 1;
    const k = Math.min(last, Math.max(0, Math.floor((t_ns - this.#from_ns) / this.#width_ns)));
    let bin = this.#bins.get(k);
    if (bin === undefined) {
      bin = { first_ns: t_ns, last_ns: t_ns, samples: 0, low: [], high: [], lowAt: [], highAt: [] };
      this.#bins.set(k, bin);
    }
    bin.first_ns = Math.min(bin.first_ns, t_ns);
    bin.last_ns = Math.max(bin.last_ns, t_ns);
    const at = bin.samples++;
    for (let c = 0; c < row.length; c++) {
      const value = row[c];
      if (!Number.isFinite(value)) continue;
      if (!(value >= (bin.low[c] ?? Number.POSITIVE_INFINITY))) {
        bin.low[c] = value;
        bin.lowAt[c] = at;
      }
      if (!(value <= (bin.high[c] ?? Number.NEGATIVE_INFINITY))) {
        bin.high[c] = value;
        bin.highAt[c] = at;
      }
    }
  }
}
