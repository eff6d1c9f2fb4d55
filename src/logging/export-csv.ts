/**
 * A channel as CSV after RFC 4180: one header row, then one row per message, lines end with CR LF.
 *
 * The first column is the time since the beginning of the run in integer nanoseconds (t_ns), the second the same in seconds (t_s), on
 * demand a third its date, then the values in the order of the schema. Numbers have the shortest form that reads back as the same double, so nothing is lost.
 *
 * CSV has no common spelling for what is not finite: we write NaN, Inf and -Inf, which MATLAB (readtable, readmatrix),
 * Octave, NumPy and pandas read as numbers; Excel and LibreOffice show them as text. Enums are written by name, booleans as
 * 1 and 0, and a value that a message does not have is an empty cell. A number for one of several sorts has a further column, behind all
 * others, with its word (sort, sort_word). Lists and raw bytes are left out (JSON has them).
 */
import { type Cell, type ExportLook, inPieces, rowsOf, shortest, timeCells } from "./export-rows.ts";
import type { Log } from "./log-reader.ts";

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cell(value: Cell): string {
  if (typeof value === "number") {
    if (Number.isFinite(value)) return shortest(value);
    return Number.isNaN(value) ? "NaN" : value > 0 ? "Inf" : "-Inf";
  }
  return value === null ? "" : quoted(String(value));
}

function* lines(log: Log, topic: string, look: ExportLook): Generator<string> {
  const { names, rows } = rowsOf(log, topic);
  const times = timeCells(log, look);
  yield `${[...times.names, ...names].map(quoted).join(",")}\r\n`;
  for (const { time_ns, cells } of rows) yield `${[...times.of(time_ns), ...cells.map(cell)].join(",")}\r\n`;
}

/** The text of a CSV file, in pieces. */
export function exportCsv(log: Log, topic: string, look: ExportLook = {}): Iterable<string> {
  return inPieces(lines(log, topic, look));
}
