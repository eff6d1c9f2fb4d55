/** One line of a script, word by word. What is wrong with it is said once: a line that was blamed is read no further. */
import { type CodeEntry, type DiagnosticDetail, nearest, type SourceRange } from "../../core/index.ts";
import { scriptCodes as codes } from "./script-codes.ts";

export interface ScriptWord {
  readonly kind: "name" | "number" | "sign";
  readonly text: string;
  readonly at: SourceRange;
}

export type ScriptReport = (code: CodeEntry, at: SourceRange, message: string, detail?: DiagnosticDetail) => void;

const WORD = /([\p{L}_][\p{L}\p{M}\p{N}_]*)|(-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(\S)/gu;

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1e-3],
  ["s", 1],
  ["min", 60],
  ["h", 3600],
]);
const UNIT_NAMES = [...UNITS.keys()].join(", ");

/** As in the mission language. */
const LONGEST_S = 2400 * 3600;

export class ScriptLine {
  readonly number: number;
  readonly #words: readonly ScriptWord[];
  readonly #end: SourceRange;
  readonly #report: ScriptReport;
  #next = 0;
  /** Something was wrong, and has been reported. */
  failed = false;

  constructor(text: string, number: number, file: string, report: ScriptReport) {
    this.number = number;
    this.#report = report;
    const comment = text.indexOf("//");
    const content = (comment < 0 ? text : text.slice(0, comment)).trimEnd();
    const place = (column: number, length: number): SourceRange => ({
      file,
      line: number,
      column,
      endLine: number,
      endColumn: column + length,
    });
    this.#words = [...content.matchAll(WORD)].map(([word, name, digits], k, all) => ({
      kind: name !== undefined ? "name" : digits !== undefined ? "number" : "sign",
      text: word,
      at: place(all[k]!.index + 1, word.length),
    }));
    this.#end = place(content.length + 1, 0);
  }

  /** The word that comes next; undefined at the end of the line. */
  get word(): ScriptWord | undefined {
    return this.#words[this.#next];
  }

  /** From the first word behind the opening one to the last. */
  get rest(): SourceRange {
    const first = this.#words[1]?.at ?? this.#words[0]?.at ?? this.#end;
    return { ...first, endColumn: this.#words.at(-1)?.at.endColumn ?? first.endColumn };
  }

  skip(): void {
    this.#next++;
  }

  /** Takes a word if it is there. */
  take(text: string): boolean {
    if (this.word?.text !== text) return false;
    this.#next++;
    return true;
  }

  /** A name; null where there is none, which is then reported. */
  name(what: string): ScriptWord | null {
    const { word } = this;
    if (word?.kind === "name") {
      this.#next++;
      return word;
    }
    this.fail(codes.expected, `${what} is expected`);
    return null;
  }

  /** A time in nanoseconds; null where there is none, which is then reported. */
  time(): number | null {
    const number = this.word;
    if (number?.kind !== "number") {
      this.fail(codes.time, "a time is expected", { allowed: `a number and one of ${UNIT_NAMES}` });
      return null;
    }
    this.#next++;
    const unit = this.word;
    const factor = UNITS.get(unit?.text ?? "");
    if (unit === undefined || factor === undefined) {
      const guess = unit?.kind === "name" ? nearestUnit(unit.text) : undefined;
      const hint = guess === undefined ? undefined : `did you mean "${guess}"?`;
      const message =
        guess === undefined ? `the time ${number.text} has no unit` : `\`${unit?.text}\` is not a unit of time`;
      this.#blame(codes.time, guess === undefined ? number.at : unit!.at, `${message}; allowed: ${UNIT_NAMES}`, {
        seen: unit?.text ?? number.text,
        allowed: UNIT_NAMES,
        hint,
      });
      return null;
    }
    this.#next++;
    const seconds = Number(number.text) * factor;
    if (seconds >= 0 && seconds <= LONGEST_S) return Math.round(seconds * 1e9);
    const at = { ...number.at, endColumn: unit.at.endColumn };
    this.#blame(codes.time, at, `the time ${number.text} ${unit.text} is out of range; allowed: 0 to 2400 h`, {
      seen: `${number.text} ${unit.text}`,
      allowed: "0 to 2400 h",
    });
    return null;
  }

  /** Something else is here than is expected. */
  fail(code: CodeEntry, expected: string, detail: DiagnosticDetail = {}): void {
    const { word } = this;
    const seen = word === undefined ? "the line ends" : `here is \`${word.text}\``;
    const allowed = detail.allowed === undefined ? "" : `; allowed: ${detail.allowed}`;
    this.#blame(code, word?.at ?? this.#end, `${expected}, but ${seen}${allowed}`, {
      seen: word?.text ?? "",
      ...detail,
    });
  }

  #blame(code: CodeEntry, at: SourceRange, message: string, detail: DiagnosticDetail): void {
    this.failed = true;
    this.#report(code, at, message, detail);
  }
}

/** What people write for units besides: sec, seconds, minutes, hours. */
const LONG_UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(sec|secs|seconds?)$/i, "s"],
  [/^(m|mins|minutes?)$/i, "min"],
  [/^(hr|hrs|hours?)$/i, "h"],
  [/^(msec|msecs|millis|milliseconds?)$/i, "ms"],
];

function nearestUnit(text: string): string | undefined {
  return (
    LONG_UNITS.find(([pattern]) => pattern.test(text))?.[1] ??
    (text.length <= 3 ? nearest(text, UNITS.keys()) : undefined)
  );
}
