/** The files of one load: each is read and parsed once, and its mistakes are reported once, however often it is included. */
import type { Diagnostic } from "../core/index.ts";
import type { Projections, SourceReader } from "./reader.ts";
import { parseXml, type XmlElement, type XmlLimits } from "./xml/index.ts";

/** The outermost element, or null where there is none: with a reason, or with diagnostics already reported. */
export interface SourceFile {
  readonly root: XmlElement | null;
  readonly error: string | null;
}

export class SourceFiles {
  readonly sources = new Map<string, string>();
  readonly binaries = new Map<string, Uint8Array>();
  readonly #reader: SourceReader;
  readonly #limits: Partial<XmlLimits>;
  readonly #report: (d: Diagnostic) => void;
  readonly #files = new Map<string, SourceFile>();

  constructor(reader: SourceReader, limits: Partial<XmlLimits>, report: (d: Diagnostic) => void) {
    this.#reader = reader;
    this.#limits = limits;
    this.#report = report;
  }

  get projections(): Projections | undefined {
    return this.#reader.projections;
  }

  /** The name of the file that a reference means; the error is that of the reader. */
  resolve(fromFile: string, reference: string): { readonly file: string; readonly error: string | null } {
    try {
      return { file: this.#reader.resolve(fromFile, reference), error: null };
    } catch (cause) {
      return { file: "", error: reasonOf(cause) };
    }
  }

  read(file: string): SourceFile {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const answer = this.#answer(file);
    let result: SourceFile;
    if ("error" in answer) {
      result = { root: null, error: answer.error };
    } else {
      const { root, diagnostics, source } = parseXml(answer.text, file, this.#limits);
      this.sources.set(file, source.text);
      for (const d of diagnostics) this.#report(d);
      result = { root, error: null };
    }
    this.#files.set(file, result);
    return result;
  }

  /** The bytes of a file that a parameter names, read once. */
  bytes(file: string): { readonly bytes: Uint8Array } | { readonly error: string } {
    const known = this.binaries.get(file);
    if (known !== undefined) return { bytes: known };
    try {
      const answer = this.#reader.readBytes?.(file) ?? { error: "files cannot be read here" };
      if ("bytes" in answer) this.binaries.set(file, answer.bytes);
      return answer;
    } catch (cause) {
      return { error: reasonOf(cause) };
    }
  }

  #answer(file: string): { readonly text: string } | { readonly error: string } {
    try {
      return this.#reader.read(file);
    } catch (cause) {
      return { error: reasonOf(cause) };
    }
  }
}

/** What was thrown, in words; it may be anything. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
