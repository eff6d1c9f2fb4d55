/**
 * Reads the Aldebaran format (.aut) of CADP and mCRL2:
 *
 *   des (0, 3, 2)             initial state, number of transitions, number of states
 *   (0, "in(0)", 1)
 *   (1, tau, 0)
 *   (1, lock(p1, f2), 0)
 *
 * One transition per line, lines end in LF or CR LF, blanks count only inside quotation marks, empty lines are allowed. A label in quotation marks ends at
 * the last mark of its line, so that it may contain some; one without ends at the last comma. `tau` and `i` are the internal action.
 *
 * Files of millions of lines are read, so there are two readers of a line: one pass over its characters for the usual form, and a slow
 * one that says what is wrong for all others. Every mistake is reported, up to a limit; nothing is thrown.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic, type SourceRange, startOfFile } from "../core/index.ts";
import { ltsCodes } from "./codes.ts";
import { type Lts, LtsBuilder } from "./lts.ts";

export const LARGEST_STATES = 1 << 25;
/** States cost four bytes and more each even if no transition names them. So many are taken; a small file must not take all memory. */
const MOST_UNNAMED = 1 << 16;
const LARGEST_TRANSITIONS = 1 << 27;
const MOST_MISTAKES = 50;

export interface AutResult {
  /** null when there is an error. */
  readonly lts: Lts | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function readAut(text: string, file: string): AutResult {
  return new AutReader(text, file).read();
}

const HEADER = "a transition system begins with `des (initial, transitions, states)`";

interface Header {
  readonly initial: number;
  readonly transitions: number;
  readonly states: number;
  readonly range: SourceRange;
}

const QUOTE = 34;
const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;
const SPACE = 32;
const TAB = 9;
const CR = 13;

class AutReader {
  readonly #text: string;
  readonly #file: string;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #builder = new LtsBuilder();
  #states = 0;
  #line = 1;
  #lineStart = 0;
  /** Lines that look like transitions, right or wrong. */
  #lines = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  read(): AutResult {
    const text = this.#text;
    let header: Header | null = null;
    let headerSeen = false;
    let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    while (at < text.length && this.#diagnostics.length < MOST_MISTAKES) {
      let end = text.indexOf("\n", at);
      if (end < 0) end = text.length;
      this.#lineStart = at;
      if (headerSeen) this.#transition(at, end);
      else if (text.slice(at, end).trim() !== "") {
        headerSeen = true;
        header = this.#header(at, end);
      }
      at = end + 1;
      this.#line++;
    }
    const whole = startOfFile(this.#file);
    if (!headerSeen)
      this.#diagnostics.push(codedDiagnostic(ltsCodes.header, whole, `${HEADER}, but the file is empty`));
    if (this.#diagnostics.length >= MOST_MISTAKES) {
      const message = `there may be more mistakes; the first ${MOST_MISTAKES} are listed`;
      this.#diagnostics.push(codedDiagnostic(ltsCodes.tooMany, whole, message));
    } else if (header !== null && this.#lines !== header.transitions)
      this.#diagnostics.push(
        codedDiagnostic(
          ltsCodes.count,
          header.range,
          `the first line says ${header.transitions} transitions, the file has ${this.#lines}`,
          { hint: this.#lines < header.transitions ? "is the file cut off?" : undefined },
        ),
      );
    if (header !== null) this.#checkNamed(header);
    if (header === null || this.#diagnostics.length > 0) return { lts: null, diagnostics: this.#diagnostics };
    return { lts: this.#builder.finish(header.states, header.initial), diagnostics: [] };
  }

  /** A transition names at most two states. */
  #checkNamed({ states, range }: Header): void {
    const most = 2 * this.#lines + 1 + MOST_UNNAMED;
    if (states <= most) return;
    const message = `${states} states are more than the ${this.#lines} transitions of the file can name; allowed: at most ${most}`;
    this.#diagnostics.push(codedDiagnostic(ltsCodes.tooLarge, range, message));
  }

  #report(code: CodeEntry, from: number, to: number, message: string, hint?: string): null {
    this.#diagnostics.push(codedDiagnostic(code, this.#range(from, to), message, { hint }));
    return null;
  }

  #range(from: number, to: number): SourceRange {
    const column = Math.max(0, from - this.#lineStart) + 1;
    const line = this.#line;
    const endColumn = Math.max(column, to - this.#lineStart + 1);
    return { file: this.#file, line, column, endLine: line, endColumn };
  }

  #header(at: number, end: number): Header | null {
    const line = this.#text.slice(at, end);
    const match = /^\s*des\s*\(\s*([^,]*?)\s*,\s*([^,]*?)\s*,\s*([^,)]*?)\s*\)\s*$/d.exec(line);
    if (match === null) {
      const stop = at + line.trimEnd().length;
      const shown = line.trim().slice(0, 40);
      return this.#report(ltsCodes.header, at, stop, `${HEADER}, but here is \`${shown}\``);
    }
    const numbers = [1, 2, 3].map((k) => {
      const [from, to] = match.indices![k]!;
      return this.#wholeNumber(at + from, at + to);
    });
    const [initial, transitions, states] = numbers;
    if (initial == null || transitions == null || states == null) return null;
    const [from, to] = match.indices![3]!;
    if (states > LARGEST_STATES)
      return this.#report(ltsCodes.tooLarge, at + from, at + to, `${states} states are more than ${LARGEST_STATES}`);
    if (transitions > LARGEST_TRANSITIONS) {
      const [a, b] = match.indices![2]!;
      const message = `${transitions} transitions are more than ${LARGEST_TRANSITIONS}`;
      return this.#report(ltsCodes.tooLarge, at + a, at + b, message);
    }
    // A system has a state to begin in.
    this.#states = states;
    if (states === 0) return this.#report(ltsCodes.state, at + from, at + to, "a system has at least one state");
    if (initial >= states) {
      const [a, b] = match.indices![1]!;
      return this.#noState(initial, at + a, at + b);
    }
    return { initial, transitions, states, range: this.#range(at, at + line.trimEnd().length) };
  }

  #transition(at: number, end: number): void {
    const stop = end > at && this.#text.charCodeAt(end - 1) === CR ? end - 1 : end;
    if (!this.#usual(at, stop)) this.#slowly(at, stop);
  }

  /** The usual form in one pass: `(12,"label",34)`, blanks allowed between; false for any other. */
  #usual(at: number, stop: number): boolean {
    const text = this.#text;
    let i = at;
    const blanks = (): void => {
      for (let c = text.charCodeAt(i); c === SPACE || c === TAB; c = text.charCodeAt(i)) i++;
    };
    blanks();
    if (i >= stop) return true;
    if (text.charCodeAt(i++) !== OPEN) return false;
    blanks();
    let from = 0;
    let digits = i;
    for (let c = text.charCodeAt(i) - 48; c >= 0 && c <= 9; c = text.charCodeAt(i) - 48) {
      from = 10 * from + c;
      i++;
    }
    if (i === digits || i > digits + 9) return false;
    blanks();
    if (text.charCodeAt(i++) !== COMMA) return false;
    blanks();
    if (text.charCodeAt(i++) !== QUOTE) return false;
    const label = i;
    i = text.indexOf('"', i);
    const labelEnd = i++;
    if (labelEnd < 0 || labelEnd >= stop) return false;
    blanks();
    if (text.charCodeAt(i++) !== COMMA) return false;
    blanks();
    let to = 0;
    digits = i;
    for (let c = text.charCodeAt(i) - 48; c >= 0 && c <= 9; c = text.charCodeAt(i) - 48) {
      to = 10 * to + c;
      i++;
    }
    if (i === digits || i > digits + 9) return false;
    blanks();
    if (text.charCodeAt(i++) !== CLOSE) return false;
    blanks();
    if (i !== stop || from >= this.#states || to >= this.#states) return false;
    this.#builder.add(from, this.#builder.labels.of(text.slice(label, labelEnd)), to);
    this.#lines++;
    return true;
  }

  /** Any form, from both ends; what is wrong with it. */
  #slowly(at: number, stop: number): null {
    const text = this.#text;
    const blank = (i: number): boolean => /\s/.test(text[i]!);
    let from = at;
    while (from < stop && blank(from)) from++;
    let to = stop;
    while (to > from && blank(to - 1)) to--;
    // Blanks that the fast reader does not know.
    if (from === to) return null;
    this.#lines++;
    const wrong = (a: number, b: number, why: string): null =>
      this.#report(ltsCodes.transition, a, b, `expected \`(from, "label", to)\`: ${why}`);
    if (text[from] !== "(") return wrong(from, to, "`(` is missing");
    if (text[to - 1] !== ")" || to - 1 === from) return wrong(from, to, "`)` is missing");
    const comma1 = text.indexOf(",", from);
    const comma2 = text.lastIndexOf(",", to - 1);
    if (comma1 < 0 || comma1 >= to || comma2 <= comma1) return wrong(from, to, "a comma is missing");
    const source = this.#state(from + 1, comma1);
    const target = this.#state(comma2 + 1, to - 1);
    let a = comma1 + 1;
    let b = comma2;
    while (a < b && blank(a)) a++;
    while (b > a && blank(b - 1)) b--;
    if (text[a] === '"') {
      if (b - a < 2 || text[b - 1] !== '"') return wrong(a, b, 'the label is not closed by `"`');
      a++;
      b--;
      // A label may have quotation marks inside, but not the end of one transition and the beginning of another.
      if (/",\s*[0-9]+\s*\)\s*\(/.test(text.slice(a, b)))
        return wrong(a - 1, b, "there are two transitions in one line");
    } else if (a === b) return wrong(comma1, comma2 + 1, 'the label is missing (an empty one is written `""`)');
    else if (text.slice(a, b).includes('"')) return wrong(a, b, 'a label with `"` begins and ends with `"`');
    if (source !== null && target !== null)
      this.#builder.add(source, this.#builder.labels.of(text.slice(a, b)), target);
    return null;
  }

  #state(from: number, to: number): number | null {
    const text = this.#text;
    let a = from;
    let b = to;
    while (a < b && /\s/.test(text[a]!)) a++;
    while (b > a && /\s/.test(text[b - 1]!)) b--;
    const number = this.#wholeNumber(a, b);
    // Without a header that can be read nothing is known about states.
    if (number === null || this.#states === 0) return null;
    return number < this.#states ? number : this.#noState(number, a, b);
  }

  #noState(number: number, from: number, to: number): null {
    const allowed = `0 to ${this.#states - 1}`;
    return this.#report(ltsCodes.state, from, to, `there is no state ${number}; allowed: ${allowed}`);
  }

  #wholeNumber(from: number, to: number): number | null {
    const written = this.#text.slice(from, to);
    if (/^[0-9]{1,15}$/.test(written)) return Number(written);
    const shown = written.length > 40 ? `${written.slice(0, 40)}…` : written;
    const message = written === "" ? "a number is missing" : `\`${shown}\` is not the number of a state`;
    return this.#report(ltsCodes.number, from, Math.max(to, from + 1), message, "states are numbered from 0");
  }
}
