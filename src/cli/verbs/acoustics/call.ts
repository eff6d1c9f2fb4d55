/** One call of thetis acoustics: its flags, what was wrong with anything that was read, and where the result goes. */
import { existsSync } from "node:fs";
import { dirname, extname } from "node:path";
import type { Diagnostic } from "../../../core/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { mayWrite, refuseOverwriting, writePieces } from "../../io/files.ts";
import { CallError, EXIT, type ExitCode, print, printJson } from "../../io/outcome.ts";
import type { AcousticsOptions } from "../acoustics.ts";
import { Flags } from "./flags.ts";

/** One file, or several by their names. */
type Content = string | Uint8Array | ReadonlyMap<string, string>;

/** What a file may hold, by its ending; made only when it is asked for. null where it cannot hold the result, which the call then knows. */
export type Formats = Readonly<Record<string, (file: string) => Content | null>>;

export interface Result {
  /** For people. */
  readonly text: string;
  /** For --json, and for a .json file. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly formats: Formats;
}

export class Call {
  /** A scenario, an environment file, or neither. */
  readonly sea: string | undefined;
  readonly options: AcousticsOptions;
  readonly flags: Flags;
  readonly #sources = new Map<string, string>();
  readonly #found: Diagnostic[] = [];

  constructor(sea: string | undefined, options: AcousticsOptions) {
    this.sea = sea;
    this.options = options;
    this.flags = new Flags(options);
  }

  get isJson(): boolean {
    return this.flags.is("json");
  }

  /** Diagnostics of a file, with its texts, in which they are shown. */
  add(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void {
    this.#found.push(...diagnostics);
    for (const [file, text] of sources) this.#sources.set(file, text);
  }

  /** The ending of --output, which must be one of these; undefined where nothing is written. */
  ending(allowed: readonly string[]): string | undefined {
    const file = this.flags.text("output");
    if (file === undefined) return undefined;
    const ending = extname(file).toLowerCase();
    if (allowed.includes(ending)) return ending;
    this.flags.wrong(
      "output",
      file,
      ending === "" ? "has no ending" : `ends in ${ending}`,
      `a file that ends in ${allowed.join(", ")}`,
    );
    return undefined;
  }

  /** Whether all that was read is fine; a file that cannot be written ends the call before anything is computed. */
  isReady(): boolean {
    if (!this.flags.fine || this.#found.some(({ severity }) => severity === "error")) return false;
    const file = this.flags.text("output");
    if (file === undefined) return true;
    refuseOverwriting([file]);
    mayWrite(file, this.flags.is("force"));
    if (!existsSync(dirname(file)))
      throw new CallError(`cannot write ${file}: the folder ${dirname(file)} does not exist`);
    return true;
  }

  /** Puts out a result, or all that was wrong instead of one. */
  async finish(result: Result | null): Promise<ExitCode> {
    const files = result === null ? null : this.#filesOf(result);
    const problems = [...this.#found, ...this.flags.problems];
    printDiagnostics(problems, this.#sources);
    if (result === null || files === null) {
      if (this.isJson) printJson({ diagnostics: problems });
      return EXIT.wrongInput;
    }
    const isForced = this.flags.is("force");
    refuseOverwriting([...files.keys()]);
    // All are looked at before one is written.
    for (const file of files.keys()) mayWrite(file, isForced);
    for (const [file, content] of files) writePieces(file, [content], isForced);
    const written = [...files.keys()];
    if (this.isJson) printJson({ ...result.document, ...(written.length > 0 && { output: written }) });
    else {
      await print(`${result.text.trimEnd()}\n`);
      for (const file of written) process.stderr.write(`${file} written\n`);
    }
    return EXIT.done;
  }

  /** What is to be written, by file; null where it cannot be made. */
  #filesOf({ document, formats }: Result): ReadonlyMap<string, string | Uint8Array> | null {
    const output = this.flags.text("output");
    if (output === undefined) return new Map();
    const all: Formats = { ".json": () => `${JSON.stringify(document, null, 2)}\n`, ...formats };
    const content = all[extname(output).toLowerCase()]?.(output) ?? null;
    if (content === null) return null;
    return typeof content === "string" || content instanceof Uint8Array ? new Map([[output, content]]) : content;
  }
}

/** Numbers in columns under their heads, to the right; lines indented by two. */
export function numberTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, j) => Math.max(head.length, ...rows.map((row) => (row[j] ?? "").length)));
  return [heads, ...rows]
    .map((row) => `  ${row.map((cell, j) => cell.padStart(widths[j] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

/** A fixed number of decimals; "–" for what is not a number, "none" for what is infinite. */
export function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return "none";
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A comma-separated file with a line of heads; what is not finite is an empty field. */
export function csvText(heads: readonly string[], rows: Iterable<readonly (number | string)[]>): string {
  const lines = [heads.join(",")];
  for (const row of rows)
    lines.push(
      row.map((value) => (typeof value === "number" && !Number.isFinite(value) ? "" : String(value))).join(","),
    );
  return `${lines.join("\n")}\n`;
}

/** For JSON, which has no infinities: null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
