/** Transition systems from and to files, and how mistakes in them are reported. */
import { once } from "node:events";
import type { Diagnostic } from "../../../core/index.ts";
import { type Lts, ltsPieces, readAut } from "../../../lts/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { reasonOf, writePieces } from "../../io/files.ts";
import { inputText } from "../../io/ordinary-files.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import type { OutputOptions } from "../lts.ts";

/** JavaScript holds no longer texts. */
const LARGEST_BYTES = 500_000_000;

export function readText(file: string): string {
  try {
    return inputText(file, LARGEST_BYTES);
  } catch (error) {
    throw new CallError(`cannot read ${file}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
  }
}

/** Reports mistakes, all at once; true if there is an error among them. */
export class Mistakes {
  readonly #sources = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];

  add(diagnostics: readonly Diagnostic[], file?: string, text?: string): void {
    this.diagnostics.push(...diagnostics);
    if (diagnostics.length > 0 && file !== undefined && text !== undefined) this.#sources.set(file, text);
  }

  get hasErrors(): boolean {
    return this.diagnostics.some(({ severity }) => severity === "error");
  }

  /** To standard error; with errors also as the JSON document, since nothing else will be printed. */
  print(json: boolean): void {
    printDiagnostics(this.diagnostics, this.#sources);
    if (json && this.hasErrors) printJson({ diagnostics: this.diagnostics });
  }
}

/** The systems of some files; null where one cannot be read, which has been added to the mistakes. */
export function readSystems(files: readonly string[], mistakes: Mistakes): Lts[] | null {
  const systems: Lts[] = [];
  for (const file of files) {
    const text = readText(file);
    const { lts, diagnostics } = readAut(text, file);
    mistakes.add(diagnostics, file, text);
    if (lts !== null) systems.push(lts);
  }
  return systems.length === files.length ? systems : null;
}

/** "12 states, 30 transitions" */
export function sizeOf({ states, transitions }: Lts): string {
  const part = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
  return `${part(states, "state")}, ${part(transitions, "transition")}`;
}

/** Writes a system where it was asked for; what was done goes to standard error, or into the JSON document. */
export async function writeSystem(
  lts: Lts,
  { output, force, json }: OutputOptions,
  said: string,
  document: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (output !== undefined) writePieces(output, ltsPieces(lts), force === true);
  if (json === true) {
    const result = { states: lts.states, transitions: lts.transitions };
    const where = output === undefined ? { aut: [...ltsPieces(lts)].join("") } : { output };
    printJson({ ...document, result: { ...result, ...where } });
    return;
  }
  process.stderr.write(`${said}${output === undefined ? "" : `; ${output} written`}\n`);
  if (output !== undefined) return;
  for (const piece of ltsPieces(lts)) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}
