/**
 * Channels as SpreadsheetML 2003, one worksheet per topic: an XML file that Excel and LibreOffice open as a workbook, and
 * that xmlread and readstruct of MATLAB, and every XML library, read as it is.
 *
 *   Workbook / Worksheet ss:Name / Table / Row / Cell / Data ss:Type = Number or String
 *
 * The first row holds the names: t_ns, t_s, on demand date, then the values. The start date of a log that has one is the description of
 * the workbook. Numbers have the shortest form that reads back as the same
 * double; spreadsheets show 15 digits of them. What is not finite is not a number there and is written as the text NaN, Inf or
 * -Inf; a value that a message does not have is an empty cell. A sheet that is full continues on a further one.
 *
 * Left out: lists and raw bytes (JSON has them); columns beyond the 16,384th, which no spreadsheet shows.
 * Source: Microsoft's XML Spreadsheet Reference (Excel 2003). Test: well-formed by libxml2, cells equal to the log.
 */

import { dateOfSeconds, fromUtf8, utf8 } from "../core/index.ts";
import {
  type Cell,
  type ExportLook,
  type ExportRow,
  inPieces,
  rowsOf,
  shortest,
  type TimeCells,
  timeCells,
} from "./export-rows.ts";
import type { Log } from "./log-reader.ts";

/** Rows of a sheet in Excel and LibreOffice, the row of names included. */
const ROWS_PER_SHEET = 1_048_576;
const MOST_COLUMNS = 16_384;
const LONGEST_SHEET_NAME = 31;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Half a pair of UTF-16 becomes U+FFFD. */
function wellFormed(text: string): string {
  return fromUtf8(utf8(text));
}

/** Text inside XML 1.0, where most control characters and halves of a pair cannot be written at all. */
export function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const allowed = wellFormed(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return allowed.replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character]);
}

/** Names of sheets: 31 characters, none of []:*?/\, no apostrophe at an end, not "History", different without capitals. */
export class SheetNames {
  readonly #taken = new Set(["history"]);

  next(topic: string): string {
    const plain = topic
      .replace(/^\/+/, "")
      .replace(/[[\]:*?/\\]/g, "_")
      .replace(/^'+|'+$/g, "_");
    const base = plain === "" ? "log" : plain;
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? "" : ` (${n})`;
      const name = wellFormed(base.slice(0, LONGEST_SHEET_NAME - suffix.length)) + suffix;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

const number = (text: string): string => `<Cell><Data ss:Type="Number">${text}</Data></Cell>`;
const string = (text: string): string => `<Cell><Data ss:Type="String">${xmlText(text)}</Data></Cell>`;

function cell(value: Cell): string {
  if (value === null) return "<Cell/>";
  if (typeof value === "string") return string(value);
  if (typeof value === "bigint") return number(String(value));
  if (Number.isFinite(value)) return number(shortest(value));
  return string(Number.isNaN(value) ? "NaN" : value > 0 ? "Inf" : "-Inf");
}

function row({ time_ns, cells }: ExportRow, times: TimeCells): string {
  const [t_ns, t_s, ...date] = times.of(time_ns);
  const values = cells.slice(0, MOST_COLUMNS - times.names.length).map(cell);
  return `<Row>${number(t_ns)}${number(t_s)}${date.map(string).join("")}${values.join("")}</Row>\n`;
}

function* sheets(log: Log, topic: string, names: SheetNames, look: XmlLook): Generator<string> {
  const { names: columns, rows } = rowsOf(log, topic);
  const { rowsPerSheet = ROWS_PER_SHEET } = look;
  const times = timeCells(log, look);
  const header = [...times.names, ...columns].slice(0, MOST_COLUMNS).map(string).join("");
  const start = (): string => `<Worksheet ss:Name="${xmlText(names.next(topic))}"><Table>\n<Row>${header}</Row>\n`;
  const end = "</Table></Worksheet>\n";
  yield start();
  let used = 1;
  for (const each of rows) {
    if (used === rowsPerSheet) {
      yield end + start();
      used = 1;
    }
    yield row(each, times);
    used += 1;
  }
  yield end;
}

/** The property of a workbook that spreadsheets show under "Properties". */
function property(text: string): string {
  const office = "urn:schemas-microsoft-com:office:office";
  return `<DocumentProperties xmlns="${office}"><Description>${xmlText(text)}</Description></DocumentProperties>\n`;
}

export interface XmlLook extends ExportLook {
  readonly rowsPerSheet?: number;
}

function* parts(log: Log, topics: readonly string[], look: XmlLook): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Excel.Sheet"?>\n';
  yield '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"';
  yield ' xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">\n';
  if (log.epoch_s !== null) yield property(`startDate ${dateOfSeconds(log.epoch_s)}`);
  const names = new SheetNames();
  for (const topic of topics) yield* sheets(log, topic, names, look);
  yield "</Workbook>\n";
}

/** The text of an XML file, in pieces. */
export function exportXml(log: Log, topics: readonly string[], look: XmlLook = {}): Iterable<string> {
  return inPieces(parts(log, topics, look));
}
