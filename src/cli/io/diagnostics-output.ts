/** Diagnostics for people: the one-line form, the line of the source with a mark, a count at the end. */
import { type Diagnostic, formatDiagnostic, formatPlace, sourceExcerpt } from "../../core/index.ts";

const COLOURS = { error: 31, warning: 33, note: 36 } as const;

/** To standard error, unless they are the very result that was asked for. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  stream: NodeJS.WriteStream = process.stderr,
): void {
  const colour = stream.isTTY === true && process.env.NO_COLOR === undefined;
  for (const d of diagnostics) {
    const line = formatDiagnostic(d);
    const painted = colour
      ? line.replace(`${d.severity} ${d.code}`, `\u001b[1;${COLOURS[d.severity]}m${d.severity} ${d.code}\u001b[0m`)
      : line;
    stream.write(`${painted}\n`);
    const source = d.range === null ? undefined : sources.get(d.range.file);
    const excerpt = d.range === null || source === undefined ? "" : sourceExcerpt(d.range, source);
    if (excerpt !== "") stream.write(`${indented(excerpt)}\n`);
    for (const { message, range } of d.related ?? []) stream.write(`    ${formatPlace(range)}: ${message}\n`);
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}

export function count(diagnostics: readonly Diagnostic[], severity: Diagnostic["severity"]): number {
  return diagnostics.filter((d) => d.severity === severity).length;
}

/** "2 errors, 1 warning" */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const part = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
  return `${part(count(diagnostics, "error"), "error")}, ${part(count(diagnostics, "warning"), "warning")}`;
}
