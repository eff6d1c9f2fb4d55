/**
 * The fields of a list-directed file, one after the other, with every mistake reported in its place and the next field read as if it had not been.
 * A field that cannot be read is NaN, or null; what NaN takes part in is not reported again.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  type SourceRange,
} from "../../core/index.ts";
import { SourceText } from "../../library/index.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { fortranNumber, type Item, ListReader } from "./list-directed.ts";

/** Messages of one file: one of another kind would have one for each of its lines. */
const MOST_MESSAGES = 50;
/** Values of a list, before anything is allocated for them. */
export const MOST_VALUES = 1_000_000;

/** What a number is, and what it may be. */
export interface NumberField {
  /** As in "the frequency". */
  readonly name: string;
  /** Of the range below: "Hz". */
  readonly unit?: string;
  /** What is read is times 10^shift: 3 for kilometres and g/cm³. The range is that of the result. */
  readonly shift?: number;
  readonly least: number;
  readonly greatest: number;
  /** The least itself is not allowed. */
  readonly isAbove?: boolean;
}

/** A number with the item that it was. */
export interface Placed {
  readonly value: number;
  readonly range: SourceRange;
}

export interface PlacedText {
  readonly text: string;
  readonly item: Item;
  /** Offset of the first letter. */
  readonly start: number;
}

export class FileFields {
  readonly list: ListReader;
  readonly #report: (d: Diagnostic) => void;
  #messages = 0;
  #ended = false;

  constructor(file: string, text: string, report: (d: Diagnostic) => void) {
    this.list = new ListReader(new SourceText(file, text));
    this.#report = report;
  }

  get file(): string {
    return this.list.source.file;
  }

  report(code: CodeEntry, range: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    this.#messages++;
    if (this.#messages <= MOST_MESSAGES) this.#report(codedDiagnostic(code, range, message, detail));
  }

  /** A field was wanted where nothing was left. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Nothing more is in the file; said once. */
  ended(item: Item, what: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.report(codes.endOfFile, this.list.range(item), `the file ends before ${what}`);
  }

  /** The next number of this READ; `otherwise` where it is left out by a / or between commas, or NaN with a message where that is null. */
  number(field: NumberField, otherwise: number | null = null, sameLine = false): Placed {
    const item = this.list.next(sameLine);
    return { value: this.#valueOf(item, field, otherwise), range: this.list.range(item) };
  }

  #valueOf(item: Item, field: NumberField, otherwise: number | null): number {
    switch (item.kind) {
      case "value":
        return this.check(item, field);
      case "endOfFile":
        this.ended(item, field.name);
        return Number.NaN;
      case "notClosed":
        this.report(codes.notClosed, this.list.range(item), "the quote is not closed");
        return Number.NaN;
      default:
        if (otherwise !== null) return otherwise;
        this.report(codes.missingValues, this.list.range(item), `${field.name} is not given, and has no default`);
        return Number.NaN;
    }
  }

  /** The number of an item that is a value. */
  check(item: Item & { readonly kind: "value" }, field: NumberField): number {
    const range = this.list.range(item);
    const value = item.quoted ? Number.NaN : fortranNumber(item.text, field.shift ?? 0);
    if (Number.isNaN(value)) {
      const message = `${field.name}: ${shown(item.text)} is not a number`;
      this.report(codes.notANumber, range, message, { seen: item.text });
      return Number.NaN;
    }
    const { least, greatest, isAbove = false } = field;
    if (value >= least && value <= greatest && !(isAbove && value === least)) return value;
    const unit = field.unit === undefined ? "" : ` ${field.unit}`;
    const lower = isAbove ? `above ${least}` : `at least ${least}`;
    const allowed = Number.isFinite(greatest) ? `${lower} and at most ${greatest}` : lower;
    const message = `${field.name} = ${value}${unit} is not allowed; it must be ${allowed}`;
    this.report(codes.outOfRange, range, message, { seen: item.text, allowed });
    return Number.NaN;
  }

  /** A whole number, least … greatest; what is above is a size that is not read. */
  count(name: string, least: number, greatest: number): Placed {
    const item = this.list.next();
    const range = this.list.range(item);
    if (item.kind !== "value") return { value: this.#valueOf(item, { name, least, greatest }, null), range };
    const value = item.quoted ? Number.NaN : fortranNumber(item.text);
    const bad = (code: CodeEntry, message: string, allowed: string): Placed => {
      this.report(code, range, message, { seen: item.text, allowed });
      return { value: Number.NaN, range };
    };
    if (Number.isNaN(value))
      return bad(codes.notANumber, `${name}: ${shown(item.text)} is not a number`, "a whole number");
    if (!Number.isInteger(value))
      return bad(codes.badCount, `${name} = ${value} is not a whole number`, "a whole number");
    if (value < least)
      return bad(
        codes.badCount,
        `${name} = ${value} is not allowed; it must be at least ${least}`,
        `at least ${least}`,
      );
    if (value > greatest)
      return bad(codes.tooLarge, `${name} = ${value} is more than ${greatest}`, `at most ${greatest}`);
    return { value, range };
  }

  /** Letters in quotes, or a word; null where there are none. */
  letters(what: string, hint: string): PlacedText | null {
    const item = this.list.next();
    if (item.kind === "value" && (item.quoted || Number.isNaN(fortranNumber(item.text)))) {
      return { text: item.text, item, start: item.end - item.text.length - (item.quoted ? 1 : 0) };
    }
    if (item.kind === "endOfFile") this.ended(item, what);
    else if (item.kind === "notClosed")
      this.report(codes.notClosed, this.list.range(item), "the quote is not closed", { hint });
    else {
      const seen = item.kind === "value" ? `${item.text} stands there` : "they are not given";
      this.report(codes.notText, this.list.range(item), `${what} must be letters in quotes; ${seen}`, { hint });
      if (item.kind === "value") this.list.backTo(item);
    }
    return null;
  }

  /** One letter of options: that at an index, a blank where the text is shorter. */
  letter(text: PlacedText, index: number, what: string, allowed: string): string | null {
    const letter = text.text[index] ?? " ";
    if (allowed.includes(letter)) return letter;
    const near = allowed.includes(letter.toUpperCase()) ? letter.toUpperCase() : letter.toLowerCase();
    const list = [...allowed].map((a) => (a === " " ? "a blank" : a)).join(" ");
    const detail = {
      seen: letter,
      allowed: list,
      hint: allowed.includes(near) ? `did you mean ${near}? Capitals and small letters differ` : undefined,
    };
    const message = `letter ${shown(letter)} of ${what} is not known; allowed: ${list}`;
    this.report(codes.unknownLetter, this.letterRange(text, index), message, detail);
    return null;
  }

  letterRange(text: PlacedText, index: number): SourceRange {
    const at = Math.min(text.start + index, text.item.end);
    return this.list.range({ start: at, end: Math.min(at + 1, text.item.end) });
  }

  /**
   * A list of so many numbers, over as many lines as it takes. Where `spread` allows it, two of them and a / stand for evenly spaced ones.
   * A count that is not known reads what is on the line. null where the list is not complete; the places are those of the values read.
   */
  vector(
    field: NumberField,
    count: number,
    spread: boolean,
  ): { readonly values: Float64Array; readonly places: readonly Item[] } | null {
    const { list } = this;
    list.begin();
    const known = !Number.isNaN(count);
    const values: number[] = [];
    const places: Item[] = [];
    let isGood = known;
    let stop: Item | null = null;
    const most = known ? count : MOST_VALUES;
    while (values.length < most) {
      const item = list.next(!known && values.length > 0);
      if (item.kind === "value" && !item.quoted && !Number.isNaN(fortranNumber(item.text))) {
        const value = this.check(item, field);
        if (Number.isNaN(value)) isGood = false;
        values.push(value);
        if (places.length < count) places.push(item);
        continue;
      }
      stop = item;
      if (item.kind === "value" && values.length > 0 && known) list.backTo(item);
      break;
    }
    if (stop !== null && known) {
      const isSpread = spread && stop.kind === "slash" && values.length === 2 && count >= 3;
      if (isSpread) return isGood ? { values: evenly(values[0], values[1], count), places } : null;
      this.#incomplete(stop, field, values.length, count, spread);
      return null;
    }
    if (stop?.kind === "value") this.check(stop, field);
    return isGood ? { values: Float64Array.from(values), places } : null;
  }

  #incomplete(stop: Item, field: NumberField, found: number, count: number, spread: boolean): void {
    if (stop.kind === "endOfFile") {
      this.ended(stop, found === 0 ? field.name : `all ${count} values of ${field.name}`);
      return;
    }
    if (stop.kind === "notClosed") {
      this.report(codes.notClosed, this.list.range(stop), "the quote is not closed");
      return;
    }
    const seen = stop.kind === "value" ? `, where ${shown(stop.text)} stands` : "";
    const hint = spread ? "give all of them, or the first, the last and a /" : "give all of them";
    const message = `${field.name} has ${found} of ${count} values${seen}`;
    this.report(codes.missingValues, this.list.range(stop), message, { allowed: `${count} values`, hint });
  }
}

/** So many values, both ends included and exact. */
function evenly(first: number, last: number, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let k = 0; k < count; k++) out[k] = evenValue(first, last, count, k);
  return out;
}

/** Value k of so many, evenly between two. */
export function evenValue(first: number, last: number, count: number, k: number): number {
  return k === count - 1 ? last : first + (k * (last - first)) / (count - 1);
}

/** Text of a file as a message quotes it: one line, printable and short. */
export function shown(text: string, longest = 40): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, "·");
  return line.length <= longest ? `"${line}"` : `"${line.slice(0, longest - 1)}…"`;
}
