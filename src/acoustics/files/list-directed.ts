/**
 * The items of a text as a list-directed READ of Fortran takes them, each with its place.
 *
 * A READ begins on a new line; what the one before left of its line is passed over. Then:
 *   - items are separated by white space, line ends included, or by a comma; two commas hold a null value between them, which leaves a
 *     default as it is; so does a comma before the first item
 *   - n*value stands for n of them, n* for n null values
 *   - a / ends the READ: what is still wanted keeps its default
 *   - text stands in ' or ", doubled inside; without quotes it ends at a separator
 *   - numbers may have a D or Q for the exponent, or its sign alone: 1.5D-3, 1.5-3
 *   - a ! begins a comment up to the end of its line. Fortran knows that only in namelists; environment files use it after their items,
 *     where nothing is read any more, and here it also ends a list that goes on in the next line
 * The standard: ISO/IEC 1539-1, list-directed formatting. Test: list-directed.test.ts.
 */
import type { SourceRange } from "../../core/index.ts";
import type { SourceText } from "../../library/index.ts";

export type Item =
  | {
      readonly kind: "value";
      readonly text: string;
      readonly quoted: boolean;
      readonly start: number;
      readonly end: number;
    }
  /** Between two commas. */
  | { readonly kind: "null"; readonly start: number; readonly end: number }
  | { readonly kind: "slash"; readonly start: number; readonly end: number }
  /** Asked for with `sameLine`: the line has no more items. */
  | { readonly kind: "lineEnd"; readonly start: number; readonly end: number }
  | { readonly kind: "notClosed"; readonly start: number; readonly end: number }
  | { readonly kind: "endOfFile"; readonly start: number; readonly end: number };

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const BANG = 33;
const DOUBLE = 34;
const SINGLE = 39;
const STAR = 42;
const COMMA = 44;
const SLASH = 47;
const NO_BREAK_SPACE = 0xa0;

const isBlank = (code: number): boolean =>
  code === SPACE || code === TAB || code === NO_BREAK_SPACE || (code < SPACE && code !== LF && code !== CR);
const isLineEnd = (code: number): boolean => code === LF || code === CR;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export class ListReader {
  readonly source: SourceText;
  #at = 0;
  /** Nothing of the line has been looked at. */
  #fresh = true;
  /** A / has ended this READ. */
  #ended: Item | null = null;
  /** A value has been read since the last comma. */
  #afterValue = false;
  #left = 0;
  #repeated: Item | null = null;

  constructor(source: SourceText) {
    this.source = source;
  }

  /** Begins a READ. */
  begin(): void {
    if (!this.#fresh) this.#toNextLine();
    this.#ended = null;
    this.#afterValue = false;
    this.#left = 0;
    this.#repeated = null;
  }

  /** The next item; with `sameLine` of this line only. */
  next(sameLine = false): Item {
    if (this.#ended !== null) return this.#ended;
    if (this.#left > 0 && this.#repeated !== null) {
      this.#left--;
      return this.#repeated;
    }
    const { text } = this.source;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (Number.isNaN(code)) return { kind: "endOfFile", start: this.#at, end: this.#at };
      if (isBlank(code)) this.#at++;
      else if (code === BANG) this.#at = endOfLine(text, this.#at);
      else if (isLineEnd(code)) {
        if (sameLine) return { kind: "lineEnd", start: this.#at, end: this.#at };
        this.#at++;
      } else if (code === COMMA) {
        this.#fresh = false;
        this.#at++;
        if (!this.#afterValue) return { kind: "null", start: this.#at - 1, end: this.#at };
        this.#afterValue = false;
      } else break;
    }
    this.#fresh = false;
    if (text.charCodeAt(this.#at) === SLASH) {
      this.#at++;
      this.#ended = { kind: "slash", start: this.#at - 1, end: this.#at };
      return this.#ended;
    }
    return this.#value();
  }

  /** Whether the next line with something on it begins with a quote or a letter: options, not numbers. */
  get lettersFollow(): boolean {
    const { text } = this.source;
    let at = this.#fresh ? this.#at : nextLine(text, this.#at);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isBlank(code) || isLineEnd(code)) at++;
      else if (code === BANG) at = endOfLine(text, at);
      else return code === SINGLE || code === DOUBLE || /[A-Za-z]/.test(text[at]);
    }
    return false;
  }

  get isAtEnd(): boolean {
    const { text } = this.source;
    let at = this.#fresh ? this.#at : nextLine(text, this.#at);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isBlank(code) || isLineEnd(code)) at++;
      else if (code === BANG) at = endOfLine(text, at);
      else return false;
    }
    return true;
  }

  /** A / has ended this READ. */
  get hasSlash(): boolean {
    return this.#ended !== null;
  }

  /** Back to the beginning of the line that an item stands on: the next READ begins there. */
  backTo(item: Item): void {
    const { text } = this.source;
    let at = item.start;
    while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at--;
    this.#at = at;
    this.#fresh = true;
  }

  range(item: { readonly start: number; readonly end: number }): SourceRange {
    return this.source.range(item.start, item.end);
  }

  #toNextLine(): void {
    this.#at = nextLine(this.source.text, this.#at);
    this.#fresh = true;
  }

  #value(): Item {
    const { text } = this.source;
    const start = this.#at;
    let digits = start;
    while (isDigit(text.charCodeAt(digits))) digits++;
    if (digits > start && text.charCodeAt(digits) === STAR) {
      const count = Number(text.slice(start, digits));
      this.#at = digits + 1;
      const code = text.charCodeAt(this.#at);
      this.#afterValue = true;
      const item: Item =
        Number.isNaN(code) || isBlank(code) || isLineEnd(code) || code === COMMA || code === SLASH || code === BANG
          ? { kind: "null", start, end: this.#at }
          : this.#plain(start);
      // 0*value is not a list; the value then stands for itself.
      this.#left = Math.max(0, count - 1);
      this.#repeated = item;
      return item;
    }
    return this.#plain(start);
  }

  #plain(start: number): Item {
    const { text } = this.source;
    this.#afterValue = true;
    const quote = text.charCodeAt(this.#at);
    if (quote === SINGLE || quote === DOUBLE) return this.#quoted(start, quote);
    const from = this.#at;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (isBlank(code) || isLineEnd(code) || code === COMMA || code === SLASH || code === BANG) break;
      this.#at++;
    }
    return { kind: "value", text: text.slice(from, this.#at), quoted: false, start, end: this.#at };
  }

  #quoted(start: number, quote: number): Item {
    const { text } = this.source;
    const mark = text[this.#at];
    this.#at++;
    const from = this.#at;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (Number.isNaN(code) || isLineEnd(code)) return { kind: "notClosed", start, end: this.#at };
      if (code === quote) {
        if (text.charCodeAt(this.#at + 1) !== quote) break;
        this.#at++;
      }
      this.#at++;
    }
    const inside = text.slice(from, this.#at).replaceAll(mark + mark, mark);
    this.#at++;
    return { kind: "value", text: inside, quoted: true, start, end: this.#at };
  }
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

function nextLine(text: string, from: number): number {
  const end = endOfLine(text, from);
  if (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF) return end + 2;
  return Math.min(end + 1, text.length);
}

/** Mantissa, and an exponent with a letter or a sign alone. */
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:(?:[eEdDqQ]([+-]?\d+))|([+-]\d+))?$/;

/**
 * A number as Fortran writes it, times 10^shift, as the double next to the decimal product: "12.3456" with the shift 3 is 12345.6, and not
 * 12.3456 · 1000, which would be off in the last bit. NaN for what is not one, or is beyond all doubles.
 */
export function fortranNumber(text: string, shift = 0): number {
  const parts = NUMBER.exec(text);
  if (parts === null) return Number.NaN;
  const exponent = Number(parts[2] ?? parts[3] ?? 0) + shift;
  if (!Number.isSafeInteger(exponent)) return Number.NaN;
  const value = Number(`${parts[1]}e${exponent}`);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The shortest text that fortranNumber reads back as x with this shift. */
export function fortranText(x: number, shift = 0): string {
  const [mantissa, exponent = "0"] = String(x).split("e");
  const power = Number(exponent) - shift;
  if (power === 0) return mantissa;
  // Small powers by moving the point, since a person reads the file as well.
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole, part = ""] = mantissa.slice(sign.length).split(".");
  const digits = whole + part;
  const point = whole.length + power;
  if (point < -6 || point > 21) return `${mantissa}e${power}`;
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const after = padded.slice(at).replace(/0+$/, "");
  return after === "" ? `${sign}${before}` : `${sign}${before}.${after}`;
}
