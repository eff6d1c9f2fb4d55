/**
 * Reads values of JSON that may be anything, and says what is wrong with them and where (`automaton.roots[3]`). Each method gives a value
 * of the right kind in any case; the caller looks at the diagnostics before it uses the whole.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic, type SourceRange, startOfFile } from "../../core/index.ts";
import { exportCodes as codes } from "./codes.ts";

/** After so many a file is not worth more words. */
const MOST_DIAGNOSTICS = 20;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const LONGEST_SHOWN = 40;

export class JsonFields {
  readonly diagnostics: Diagnostic[] = [];
  readonly #range: SourceRange;

  constructor(file: string) {
    this.#range = startOfFile(file);
  }

  get failed(): boolean {
    return this.diagnostics.length > 0;
  }

  report(code: CodeEntry, message: string, allowed?: string): void {
    if (this.diagnostics.length === MOST_DIAGNOSTICS) return;
    const text = allowed === undefined ? message : `${message}; allowed: ${allowed}`;
    this.diagnostics.push(codedDiagnostic(code, this.#range, text, allowed === undefined ? {} : { allowed }));
  }

  /** An object with exactly these fields. */
  object(value: unknown, path: string, fields: readonly string[]): Record<string, unknown> {
    const found = this.record(value, path);
    for (const field of Object.keys(found)) {
      if (!fields.includes(field))
        this.report(codes.shape, `${path} has the unknown field ${shown(field)}`, fields.join(", "));
    }
    // Own fields only: nothing comes from the prototype.
    return Object.fromEntries(
      fields.map((field) => {
        const has = Object.hasOwn(found, field);
        if (!has && isRecord(value)) this.report(codes.shape, `${path} has no field ${field}`);
        return [field, has ? found[field] : undefined];
      }),
    );
  }

  record(value: unknown, path: string): Record<string, unknown> {
    if (isRecord(value)) return value;
    this.report(codes.shape, `${path} is ${shown(value)}`, "an object");
    return {};
  }

  list<T>(value: unknown, path: string, item: (value: unknown, path: string) => T): T[] {
    if (Array.isArray(value)) return Array.from(value, (v: unknown, i) => item(v, `${path}[${i}]`));
    this.report(codes.shape, `${path} is ${shown(value)}`, "a list");
    return [];
  }

  text(value: unknown, path: string): string {
    if (typeof value === "string") return value;
    this.report(codes.shape, `${path} is ${shown(value)}`, "a text");
    return "";
  }

  boolean(value: unknown, path: string): boolean {
    if (typeof value === "boolean") return value;
    this.report(codes.shape, `${path} is ${shown(value)}`, "true or false");
    return false;
  }

  /** A name of the mission language. */
  name(value: unknown, path: string): string {
    if (typeof value === "string" && NAME.test(value)) return value;
    this.report(codes.name, `${path} is ${shown(value)}`, "a name of letters, digits and _");
    return "_";
  }

  /** A whole number of an interval. */
  integer(value: unknown, path: string, least: number, most: number): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most)
      return value === 0 ? 0 : value;
    const allowed = most < least ? "none" : `${least} to ${most}`;
    if (typeof value === "number") this.report(codes.range, `${path} is ${value}`, allowed);
    else this.report(codes.shape, `${path} is ${shown(value)}`, `a whole number, ${allowed}`);
    return least;
  }

  /** Seconds above 0. */
  seconds(value: unknown, path: string): number {
    if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
    this.report(codes.shape, `${path} is ${shown(value)}`, "a number of seconds above 0");
    return 1;
  }

  oneOf<T extends string>(value: unknown, path: string, allowed: readonly T[]): T {
    const found = allowed.find((a) => a === value);
    if (found === undefined) this.report(codes.shape, `${path} is ${shown(value)}`, allowed.join(", "));
    return found ?? allowed[0]!;
  }

  orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
    return value === null ? null : read(value);
  }

  /** Whole numbers of an interval, each larger than the one before. */
  rising(value: unknown, path: string, most: number): number[] {
    const list = this.list(value, path, (v, p) => this.integer(v, p, 0, most));
    const wrong = list.findIndex((n, i) => i > 0 && n <= list[i - 1]!);
    if (wrong > 0 && !this.failed)
      this.report(codes.range, `${path}[${wrong}] is ${list[wrong]}`, `above ${list[wrong - 1]}`);
    return list;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in a few words: hostile ones are long or deep. */
function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return "an object";
  const text = typeof value === "string" ? value : String(value);
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return typeof value === "string" ? JSON.stringify(cut) : cut;
}
