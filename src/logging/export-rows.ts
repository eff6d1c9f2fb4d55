/** A topic as rows of cells, for the exports that are tables, and the one way in which they all print numbers. */
import { readDeclarations } from "./channel-declaration.ts";
import type { LogChannel } from "./log-channels.ts";
import { dateOf } from "./log-epoch.ts";
import { LogError } from "./log-error.ts";
import { type Log, Undecoded } from "./log-reader.ts";
import { leavesOfValue, type MessageLeaf, valueAt } from "./message-leaves.ts";
import type { ProtoMessage, ProtoValue } from "./protobuf.ts";

/** null is an empty cell: the message does not have the value. */
export type Cell = number | bigint | string | null;

export interface ExportRow {
  /** Log time from the beginning of the run, exact. */
  readonly time_ns: bigint;
  readonly cells: readonly Cell[];
}

export interface ExportLook {
  /** With a column "date" behind the times: ISO 8601, to the nanosecond. The log must count from a date. */
  readonly dates?: boolean;
}

/** The times of a row, as cells: t_ns and t_s count from the beginning of the run, also where the log counts from a date. */
export interface TimeCells {
  readonly names: readonly string[];
  of(time_ns: bigint): readonly string[];
}

export function timeCells({ epoch_s }: Log, { dates = false }: ExportLook): TimeCells {
  if (!dates) return { names: ["t_ns", "t_s"], of: (time_ns) => [String(time_ns), seconds(time_ns)] };
  return {
    names: ["t_ns", "t_s", "date"],
    of: (time_ns) => [String(time_ns), seconds(time_ns), dateIn(epoch_s, time_ns)],
  };
}

export function dateIn(epoch_s: number | null, time_ns: bigint): string {
  if (epoch_s === null) throw new LogError("the log does not count from a date");
  return dateOf(epoch_s, time_ns);
}

export interface ExportRows {
  /** Names of the cells, without the time. */
  readonly names: readonly string[];
  readonly rows: Iterable<ExportRow>;
}

/** The shortest decimal that reads back as the same double; a negative zero keeps its sign. */
export function shortest(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Seconds, as a double's shortest decimal. */
export function seconds(time_ns: bigint): string {
  return shortest(Number(time_ns) / 1e9);
}

function cellOf(value: ProtoValue | undefined, leaf: MessageLeaf): Cell {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" && typeof leaf.type !== "string") return nameOf(leaf.type.values, value);
  return typeof value === "number" || typeof value === "bigint" || typeof value === "string" ? value : null;
}

/** An enum's name, its number where it has none. */
export function nameOf(values: Readonly<Record<string, number>>, number: number): string | number {
  return Object.keys(values).find((name) => values[name] === number) ?? number;
}

/** A column beside that of a number for one of several sorts: the word for it. */
export interface WordColumn {
  /** Of the number. */
  readonly of: string;
  /** "sort_word" */
  readonly name: string;
  readonly words: readonly string[];
}

/** Of the fields of a topic that declare words; none where the name of the column is taken. */
export function wordColumns(log: Log, topic: string, names: readonly string[]): WordColumn[] {
  const fields = readDeclarations(log.metadata).get(topic)?.fieldsOf(names) ?? [];
  return fields.flatMap(({ name: of, words }) => {
    const name = `${of}_word`;
    return words === undefined || names.includes(name) ? [] : [{ of, name, words }];
  });
}

/** The word for a number; null for one that none is declared for. */
export function wordOf(words: readonly string[], number: unknown): string | null {
  return typeof number === "number" ? (words[number] ?? null) : null;
}

export function rowsOf(log: Log, topic: string): ExportRows {
  const channels = log.channels.filter((channel) => channel.topic === topic && channel.unreadable === null);
  const names = new Set(channels.flatMap((channel) => channel.fields.map(({ name }) => name)));
  // JSON has no schema that binds: its names are gathered in a pass of their own.
  if (channels.some((channel) => channel.schema === null))
    for (const { values } of log.messages({ topics: [topic] }))
      for (const name of leavesOfValue(values).keys()) names.add(name);
  const list = [...names];
  const plain = { [Symbol.iterator]: () => rows(log, topic, list) };
  const worded = wordColumns(log, topic, list);
  if (worded.length === 0) return { names: list, rows: plain };
  // Behind the columns of the log, so that those keep their places.
  const places = worded.map(({ of }) => list.indexOf(of));
  const withWords = function* (): Generator<ExportRow> {
    for (const { time_ns, cells } of plain) {
      yield { time_ns, cells: [...cells, ...worded.map(({ words }, k) => wordOf(words, cells[places[k]]))] };
    }
  };
  return { names: [...list, ...worded.map(({ name }) => name)], rows: { [Symbol.iterator]: withWords } };
}

function* rows(log: Log, topic: string, names: readonly string[]): Generator<ExportRow> {
  const undecoded = new Undecoded();
  const leaves = new Map<LogChannel, readonly (MessageLeaf | undefined)[]>();
  for (const { channel, time_ns, data } of log.rawMessages({ topics: [topic] })) {
    if (channel.unreadable !== null) continue;
    const values = channel.decode(data);
    if (values === null) {
      undecoded.add(channel, data);
      continue;
    }
    if (channel.schema === null) {
      yield { time_ns, cells: jsonCells(values, names) };
      continue;
    }
    let inOrder = leaves.get(channel);
    if (inOrder === undefined) {
      inOrder = names.map((name) => channel.fields.find((leaf) => leaf.name === name));
      leaves.set(channel, inOrder);
    }
    const cells = inOrder.map((leaf) => (leaf === undefined ? null : cellOf(valueAt(values, leaf.path), leaf)));
    yield { time_ns, cells };
  }
  log.lose(undecoded);
}

function jsonCells(values: ProtoMessage, names: readonly string[]): Cell[] {
  const leaves = leavesOfValue(values);
  return names.map((name) => {
    const value = leaves.get(name);
    return typeof value === "boolean" ? Number(value) : (value ?? null);
  });
}

/** Joins small pieces of text into pieces of some 64 kB. */
export function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const part of parts) {
    piece += part;
    if (piece.length >= 65536) {
      yield piece;
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}
