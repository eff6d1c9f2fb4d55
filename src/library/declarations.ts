/**
 * What a model may declare of the things that it makes, beside parameters: ports, channels of the log, events, figures. It stands in the
 * definition as far as it does not depend on parameters, so that reference pages and help can show it; the rest a thing
 * declares itself when it is made.
 */
import { type CodeEntry, codes, quoted } from "./codes.ts";
import { isRecord } from "./spec-check.ts";
import { splitName, unitOf } from "./units.ts";

export interface DeclaredPort {
  readonly name: string;
  readonly direction: "in" | "out";
  readonly message: { readonly name: string; readonly doc: string };
  /** Of an in-port that is fed at regular times: the name of the parameter that holds their rate in Hz. */
  readonly rate?: string;
  /** Of an in-port of what is near: how far from the thing that matters. */
  readonly range_m?: number;
}

export interface DeclaredField {
  /** With its unit as suffix. */
  readonly name: string;
  /** As written beside a number, where the name does not say it. */
  readonly unit?: string;
  readonly doc?: string;
  /** Of a number for one of several sorts: what 0, 1, 2 … mean. */
  readonly words?: readonly string[];
}

export interface DeclaredChannel {
  readonly name: string;
  readonly fields: readonly DeclaredField[];
  /** How to look at it: lines, steps, picture, motion, timeline. */
  readonly plot: string;
  readonly title?: string;
}

export interface DeclaredEvent {
  readonly name: string;
  /** info, warning, error */
  readonly level: string;
  readonly doc: string;
}

/** A number kept during a run, for its summary. */
export interface DeclaredFigure {
  /** With its unit as suffix; without for a count. */
  readonly name: string;
  readonly doc: string;
}

export interface Declarations {
  readonly ports?: readonly DeclaredPort[];
  readonly channels?: readonly DeclaredChannel[];
  readonly events?: readonly DeclaredEvent[];
  readonly figures?: readonly DeclaredFigure[];
}

export const DECLARATION_PROPERTIES = ["ports", "channels", "events", "figures"] as const;

/** Reports what is wrong with the declarations of a model. reads: the names of the parameters that it reads. */
export function checkDeclared(
  record: Readonly<Record<string, unknown>>,
  what: string,
  reads: readonly string[],
  blame: (entry: CodeEntry, message: string, hint?: string) => void,
): void {
  for (const property of DECLARATION_PROPERTIES) {
    const list = record[property];
    if (list === undefined) continue;
    if (!Array.isArray(list) || !list.every((each) => isRecord(each) && typeof each.name === "string")) {
      blame(codes.notADefinition, `${what}: "${property}" must be a list of objects with names`);
      continue;
    }
    const single = property.slice(0, -1);
    for (const name of repeated(list as DeclaredEvent[])) {
      blame(codes.declaredTwice, `${what} declares the ${single} ${quoted(name)} twice`);
    }
    if (property === "channels") checkFields(list as DeclaredChannel[], what, blame);
    if (property === "ports") checkPorts(list as DeclaredPort[], what, reads, blame);
    if (property === "figures") checkFigures(list as DeclaredFigure[], what, blame);
  }
}

function checkFields(
  channels: readonly DeclaredChannel[],
  what: string,
  blame: (entry: CodeEntry, message: string) => void,
): void {
  for (const { name, fields, plot } of channels) {
    const sound = Array.isArray(fields) && fields.length > 0 && fields.every((f) => typeof f?.name === "string");
    if (!sound) blame(codes.notADefinition, `${what}: channel ${quoted(name)} must have fields with names`);
    else {
      for (const field of repeated(fields)) {
        blame(codes.declaredTwice, `${what} declares the field ${quoted(field)} of the channel ${quoted(name)} twice`);
      }
      const fault = wordsFault(fields) ?? (plot === "timeline" ? timelineFault(fields) : null);
      if (fault !== null) blame(codes.badSpec, `${what}: channel ${quoted(name)} ${fault}`);
    }
  }
}

/** Fields that every row of a timeline begins with, in whatever order. */
const SPAN_FIELDS = ["begin_s", "end_s"];

/** What is wrong with the words of fields; null for nothing. */
export function wordsFault(fields: readonly DeclaredField[]): string | null {
  for (const { name, words } of fields as readonly { name: string; words?: unknown }[]) {
    if (words === undefined) continue;
    const isList = Array.isArray(words) && words.length > 0;
    if (!isList || !words.every((word) => typeof word === "string" && word.trim() !== ""))
      return `has a field ${name} whose words are not a list of texts, one for each of 0, 1, 2 …`;
    const twice = words.find((word, k) => words.indexOf(word) !== k);
    if (twice !== undefined) return `has a field ${name} with the word ${quoted(twice)} twice`;
  }
  return null;
}

/** What a timeline lacks; null for nothing. */
export function timelineFault(fields: readonly DeclaredField[]): string | null {
  const missing = SPAN_FIELDS.filter((name) => !fields.some((field) => field.name === name));
  if (missing.length > 0)
    return `is a timeline without the field ${missing.join(", ")}; each row of a timeline is a span from begin_s to end_s`;
  if (!fields.some(({ words }) => words !== undefined))
    return "is a timeline without a field that has words, which names the sort of each span";
  return null;
}

function checkFigures(
  figures: readonly DeclaredFigure[],
  what: string,
  blame: (entry: CodeEntry, message: string) => void,
): void {
  for (const figure of figures) {
    const fault = figureFault(figure);
    if (fault !== null) blame(codes.badSpec, `${what}: figure ${quoted(figure.name)} ${fault}`);
  }
}

/** What is wrong with a figure; null for nothing. */
export function figureFault({ name, doc }: DeclaredFigure): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return "has a name that is not letters, digits and _, a letter first";
  const { suffix } = splitName(name);
  if (suffix !== "" && unitOf(suffix) === undefined)
    return `ends in _${suffix}, which is not a unit; the name of a count has no _: ${quoted("outOfRange")}`;
  return typeof doc !== "string" || doc.trim() === "" ? "has no doc" : null;
}

function checkPorts(
  ports: readonly DeclaredPort[],
  what: string,
  reads: readonly string[],
  blame: (entry: CodeEntry, message: string) => void,
): void {
  for (const { name, direction, message, rate } of ports) {
    const port = `${what}: port ${quoted(name)}`;
    if (direction !== "in" && direction !== "out") blame(codes.badSpec, `${port}: "direction" must be "in" or "out"`);
    if (typeof message?.name !== "string") blame(codes.badSpec, `${port} has no message`);
    if (rate !== undefined && !reads.includes(rate)) {
      blame(codes.badSpec, `${port} comes at the rate ${quoted(String(rate))}, which is not a parameter that it reads`);
    }
  }
}

function repeated(list: readonly { readonly name: string }[]): string[] {
  const names = list.map(({ name }) => name);
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

/** The unit of a field as it is written beside a number; "" for none. */
export function fieldUnit({ name, unit }: DeclaredField): string {
  return unit ?? unitOf(splitName(name).suffix)?.symbol ?? "";
}

/** Rows for tables: what it is, its name, what it carries. */
export function declarationRows({ ports = [], channels = [], events = [], figures = [] }: Declarations): string[][] {
  const field = (f: DeclaredField): string => {
    const unit = fieldUnit(f);
    const words = f.words === undefined ? "" : `: ${f.words.join(", ")}`;
    return `${f.name}${unit === "" ? "" : ` in ${unit}`}${f.doc === undefined ? "" : ` (${f.doc})`}${words}`;
  };
  return [
    ...ports.map(({ name, direction, message, rate }) => {
      const often = rate === undefined ? "" : `, ${rate} times a second`;
      return [`${direction}-port`, name, `${message.name}: ${message.doc}${often}`];
    }),
    ...channels.map(({ name, fields, plot, title }) => {
      const about = title === undefined ? plot : `${title}, ${plot}`;
      return ["channel", name === "" ? "its own name" : name, `${about}: ${fields.map(field).join(", ")}`];
    }),
    ...events.map(({ name, level, doc }) => ["event", name, `${level}: ${doc}`]),
    ...figures.map((figure) => {
      const unit = fieldUnit(figure);
      return ["figure", figure.name, unit === "" ? figure.doc : `in ${unit}: ${figure.doc}`];
    }),
  ];
}
