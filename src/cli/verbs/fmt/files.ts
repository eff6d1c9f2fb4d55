/** What `thetis fmt` does with files: each is replaced as a whole by its new text, or left as it is. */
import { accessSync, constants, realpathSync } from "node:fs";
import { type Diagnostic, DiagnosticList } from "../../../core/index.ts";
import { formatMission, hasErrorNodes, parseMission, sameMeaning } from "../../../mission/syntax/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { LARGEST_FILE_BYTES, reasonOf, rewriteInput } from "../../io/files.ts";
import { filesBelow } from "../../io/folders.ts";
import { inputBytes } from "../../io/ordinary-files.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import type { FmtOptions } from "../fmt.ts";

interface Formatted {
  readonly file: string;
  readonly state: "unchanged" | "changed" | "errors";
  /** As it should be; "" where it has errors. */
  readonly text: string;
}

export function formatFiles(paths: readonly string[], options: FmtOptions): ExitCode {
  const files = missionsBelow(paths);
  const onlyLook = options.check === true || options.stdout === true;
  if (options.stdout === true && files.length !== 1) {
    throw new CallError(`--stdout prints one mission, not ${files.length}`);
  }
  const list = new DiagnosticList();
  const sources = new Map<string, string>();
  // All are read before the first is written: a call that names a wrong file changes nothing.
  const texts = files.map((file) => ({ file, text: exactText(file) }));
  const results = texts.map(({ file, text }): Formatted => {
    sources.set(file, text);
    const { formatted, diagnostics } = format(text, file);
    list.addAll(diagnostics);
    if (formatted === null) return { file, state: "errors", text: "" };
    if (formatted === text) return { file, state: "unchanged", text };
    if (!onlyLook) replace(file, formatted);
    return { file, state: "changed", text: formatted };
  });
  const changed = results.filter((r) => r.state === "changed");
  const diagnostics = list.sorted();
  printDiagnostics(diagnostics, sources);
  if (options.json === true) {
    const rows = results.map(({ text, ...row }) => (options.stdout === true ? { ...row, text } : row));
    printJson({ files: rows, diagnostics });
  } else if (options.stdout === true) process.stdout.write(results[0]!.text);
  else {
    const word = options.check === true ? "would change" : "formatted";
    for (const { file } of changed) process.stdout.write(`${file} ${word}\n`);
    process.stderr.write(`${summary(results, word)}\n`);
  }
  if (results.some((r) => r.state === "errors")) return EXIT.wrongInput;
  return options.check === true && changed.length > 0 ? EXIT.doesNotHold : EXIT.done;
}

function summary(results: readonly Formatted[], changed: string): string {
  const number = (state: Formatted["state"]): number => results.filter((r) => r.state === state).length;
  const parts = [`${number("changed")} ${changed}`, `${number("unchanged")} as they should be`];
  if (number("errors") > 0) parts.push(`${number("errors")} with errors, left as they are`);
  return `${results.length} mission${results.length === 1 ? "" : "s"}: ${parts.join(", ")}`;
}

function missionsBelow(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    try {
      const found = filesBelow(path, ".mission");
      if (found.length === 0) throw new Error("the folder holds no .mission file");
      return found;
    } catch (error) {
      throw new CallError(`cannot read ${path}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
    }
  });
  const other = files.find((file) => !file.endsWith(".mission"));
  if (other !== undefined) throw new CallError(`${other} is not a mission; allowed: .mission`);
  return [...new Set(files)];
}

/** The text with every byte in it: what is not UTF-8 could not be written back as it was. */
function exactText(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = inputBytes(file, LARGEST_FILE_BYTES);
  } catch (error) {
    throw new CallError(`cannot read ${file}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CallError(`${file} is not UTF-8 and is left as it is`, EXIT.wrongInput, { cause: error });
  }
}

function format(text: string, file: string): { formatted: string | null; diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseMission(text, file);
  if (diagnostics.some((d) => d.severity === "error") || hasErrorNodes(tree)) return { formatted: null, diagnostics };
  const formatted = formatMission(tree);
  // The new text is checked before a file is overwritten.
  const again = parseMission(formatted, file);
  if (
    again.diagnostics.length > 0 ||
    !sameMeaning(tree, again.tree) ||
    again.tree.comments.length !== tree.comments.length
  ) {
    throw new CallError(`the new text of ${file} would not say the same, so it is left as it is`, EXIT.failed);
  }
  return { formatted, diagnostics };
}

/** A link stays a link, and a file that may not be written is not replaced by one that may. */
function replace(file: string, text: string): void {
  const target = realpathSync(file);
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw new CallError(`cannot write ${file}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
  }
  rewriteInput(target, text);
}
