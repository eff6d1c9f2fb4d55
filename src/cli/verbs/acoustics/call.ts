/** One call of thetis acoustics: its flags, what was wrong with anything that was read, and where the result goes. */
import { existsSync } from "node:fs";
import { dirname, extname } from "node:path";
import type { Diagnostic } from "../../../core/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { mayWrite, refuseOverwriting, writePieces } from "../../io/files.ts";
import { CallError, EXIT, type ExitCode, print, printJson } from "../../io/outcome.ts";
import type { AcousticsOptions } from "../acoustics.ts";
import { Flags } from "./flags.ts";

/** What a file may hold, by its ending; made only when it is asked for. */
export type Formats = Readonly<Record<string, () => string | Uint8Array>>;

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
    const problems = [...this.#found, ...this.flags.problems];
    printDiagnostics(problems, this.#sources);
    if (result === null) {
      if (this.isJson) printJson({ diagnostics: problems });
      return EXIT.wrongInput;
    }
    const output = this.flags.text("output");
    if (output !== undefined) {
      const make = { ".json": () => `${JSON.stringify(result.document, null, 2)}\n`, ...result.formats }[
        extname(output).toLowerCase()
      ];
      if (make === undefined) throw new CallError(`${output} cannot be made of this`);
      writePieces(output, [make()], this.flags.is("force"));
    }
    if (this.isJson) printJson({ ...result.document, ...(output !== undefined && { output }) });
    else {
      await print(`${result.text.trimEnd()}\n`);
      if (output !== undefined) process.stderr.write(`${output} written\n`);
    }
    return EXIT.done;
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
