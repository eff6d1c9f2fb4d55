/**
 * The flags of one call, read with all that is wrong with them: each mistake names the flag, what was seen and what is allowed, and
 * nothing stops at the first. A verb reads all of its flags, then asks `fine`.
 */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../../core/index.ts";
import { pow } from "../../../math/index.ts";
import { cliCodes } from "../../io/codes.ts";
import type { AcousticsOptions } from "../acoustics.ts";

/** What a number may be. */
export interface Bounds {
  /** "a frequency in Hz" */
  readonly what: string;
  readonly least?: number;
  readonly greatest?: number;
  /** The least itself is not allowed. */
  readonly isAbove?: boolean;
  readonly isWhole?: boolean;
  /** Of lists: how many at most. */
  readonly most?: number;
  /** Of lists: FROM:TO:COUNT goes in equal ratios. */
  readonly isLog?: boolean;
}

const MOST = 100_000;

export class Flags {
  readonly problems: Diagnostic[] = [];
  readonly #options: AcousticsOptions;

  constructor(options: AcousticsOptions) {
    this.#options = options;
  }

  get fine(): boolean {
    return this.problems.every(({ severity }) => severity !== "error");
  }

  /** As it was written; undefined where it was not given. */
  text(flag: string): string | undefined {
    const value = this.#options[camelCase(flag)];
    return typeof value === "string" ? value : undefined;
  }

  is(flag: string): boolean {
    return this.#options[camelCase(flag)] === true;
  }

  given(flag: string): boolean {
    return this.#options[camelCase(flag)] !== undefined;
  }

  number(flag: string, bounds: Bounds): number | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const value = numberOf(text);
    const problem = problemOf(value, bounds);
    if (problem === null) return value;
    this.wrong(flag, text, problem, allowedBy(bounds));
    return undefined;
  }

  /** 10,20,50 or FROM:TO:COUNT; sorted, and each once. undefined where it was not given or is wrong. */
  list(flag: string, bounds: Bounds): number[] | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const values = text.includes(":") ? this.#span(flag, text, bounds) : this.#values(flag, text, bounds);
    if (values === undefined) return undefined;
    const sorted = [...new Set(values)].sort((a, b) => a - b);
    const { most = MOST } = bounds;
    if (sorted.length <= most) return sorted;
    this.wrong(flag, text, `has ${sorted.length} values, more than ${most}`, `at most ${most} values`);
    return undefined;
  }

  #values(flag: string, text: string, bounds: Bounds): number[] | undefined {
    const values = text.split(/[,\s]+/).filter((part) => part !== "");
    if (values.length === 0) {
      this.wrong(flag, text, "has no value", `${allowedBy(bounds)}, or a list of them`);
      return undefined;
    }
    let isFine = true;
    const numbers = values.map((part) => {
      const value = numberOf(part);
      const problem = problemOf(value, bounds);
      if (problem !== null) {
        this.wrong(flag, part, problem, allowedBy(bounds));
        isFine = false;
      }
      return value;
    });
    return isFine ? numbers : undefined;
  }

  #span(flag: string, text: string, bounds: Bounds): number[] | undefined {
    const parts = text.split(":");
    const [from = Number.NaN, to = Number.NaN] = parts.map(numberOf);
    const count = parts.length === 2 ? 41 : numberOf(parts[2] ?? "");
    const form = `FROM:TO:COUNT with ${allowedBy(bounds)} and a whole COUNT from 2`;
    for (const value of [from, to]) {
      const problem = problemOf(value, bounds);
      if (problem === null) continue;
      this.wrong(flag, text, problem, form);
      return undefined;
    }
    if (parts.length > 3 || !Number.isInteger(count) || count < 2 || count > MOST || !(to > from)) {
      this.wrong(flag, text, !(to > from) ? "does not increase" : "is not FROM:TO:COUNT", form);
      return undefined;
    }
    return Array.from({ length: count }, (_, k) => {
      const share = k / (count - 1);
      if (k === count - 1) return to;
      // Ratios are not exact anyway: four digits are easier to read, and what is written is what is computed.
      if (bounds.isLog) return k === 0 ? from : Number((from * pow(to / from, share)).toPrecision(4));
      return Number((from + share * (to - from)).toPrecision(12));
    });
  }

  /** Two numbers, FROM:TO. */
  interval(flag: string, bounds: Bounds): readonly [number, number] | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const parts = text.split(":");
    const [from = Number.NaN, to = Number.NaN] = parts.map(numberOf);
    const problem = problemOf(from, bounds) ?? problemOf(to, bounds);
    if (parts.length === 2 && problem === null && to > from) return [from, to];
    this.wrong(
      flag,
      text,
      problem ?? (parts.length === 2 ? "does not increase" : "is not FROM:TO"),
      `FROM:TO with ${allowedBy(bounds)}`,
    );
    return undefined;
  }

  choice<const T extends string>(flag: string, allowed: readonly T[]): T | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const found = allowed.find((name) => name === text);
    if (found !== undefined) return found;
    this.wrong(flag, text, "is unknown", allowed.join(", "), didYouMean(text, allowed));
    return undefined;
  }

  wrong(flag: string, seen: string, problem: string, allowed: string, hint?: string): void {
    this.#add(`--${flag}: ${JSON.stringify(seen)} ${problem}; allowed: ${allowed}`, {
      seen,
      allowed,
      ...(hint && { hint }),
    });
  }

  /** Flags that do not go together, or one that is missing. */
  conflict(message: string, hint?: string): void {
    this.problems.push(codedDiagnostic(cliCodes.flagsTogether, null, message, hint === undefined ? {} : { hint }));
  }

  /** Something outside of its formula, once: not again with another number, such as that at another depth. */
  warn(message: string): void {
    const withoutNumber = (text: string): string => text.replace(/ = \S+ is /, " is ");
    if (this.problems.some((problem) => withoutNumber(problem.message) === withoutNumber(message))) return;
    this.problems.push(codedDiagnostic(cliCodes.formulaOutside, null, message));
  }

  #add(message: string, more: { readonly seen: string; readonly allowed: string; readonly hint?: string }): void {
    this.problems.push(codedDiagnostic(cliCodes.flagWrong, null, message, more));
  }
}

/** 33000, 33e3, 33k, 1.5M; NaN for all else. */
export function numberOf(text: string): number {
  const found = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([kM]?)\s*$/.exec(text);
  if (found === null) return Number.NaN;
  return Number(found[1]) * (found[2] === "k" ? 1e3 : found[2] === "M" ? 1e6 : 1);
}

function problemOf(value: number, { least, greatest, isAbove, isWhole }: Bounds): string | null {
  if (!Number.isFinite(value)) return "is not a number";
  if (isWhole === true && !Number.isInteger(value)) return "is not a whole number";
  if (least !== undefined && (isAbove === true ? value <= least : value < least)) {
    return isAbove === true ? `is not above ${least}` : `is below ${least}`;
  }
  if (greatest !== undefined && value > greatest) return `is above ${greatest}`;
  return null;
}

function allowedBy({ what, least, greatest, isAbove }: Bounds): string {
  const from = least === undefined ? "" : isAbove === true ? `above ${least}` : `from ${least}`;
  const to = greatest === undefined ? "" : isAbove === true ? `, at most ${greatest}` : ` to ${greatest}`;
  return `${what} ${from}${to}`.trim();
}

/** As commander names an option: "source-level" is sourceLevel. */
function camelCase(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
