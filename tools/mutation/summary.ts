/** What a run of mutation testing found, from Stryker's JSON report: the score, and what survived. */
import { DrawnPlaces, type Place, textBetween } from "./sample.ts";

/** As in the schema of mutation testing reports; lines and columns from 1. */
export interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly status: string;
          readonly static?: boolean;
          readonly location: {
            readonly start: { readonly line: number; readonly column: number };
            readonly end: { readonly line: number; readonly column: number };
          };
        }[];
      }
    >
  >;
}

export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Whether no test runs the line at all. */
  readonly uncovered: boolean;
}

export interface Summary {
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly uncovered: number;
  /** Evaluated while modules load: not tested. */
  readonly static: number;
  readonly failed: number;
  /** Killed or timed out, of all that were tested or that no test reaches. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
}

/** Of the drawn places alone: what lies between two of them may have been tested as well. */
export function summarize(report: MutationReport, sample: readonly Place[]): Summary {
  const drawn = new DrawnPlaces(sample);
  const count: Record<string, number> = {};
  const survivors: Survivor[] = [];
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    for (const { status, static: isStatic, location, mutatorName, replacement = "" } of mutants) {
      const [start, end] = [location.start, location.end].map(({ line, column }) => ({
        line: line - 1,
        column: column - 1,
      }));
      if (!drawn.has(file, start!, end!)) continue;
      const kind = status === "Ignored" && isStatic === true ? "Static" : status;
      count[kind] = (count[kind] ?? 0) + 1;
      if (kind !== "Survived" && kind !== "NoCoverage") continue;
      const original = textBetween(source, start!, end!);
      const uncovered = kind === "NoCoverage";
      survivors.push({ file, line: location.start.line, mutator: mutatorName, original, replacement, uncovered });
    }
  }
  const of = (kind: string): number => count[kind] ?? 0;
  const found = of("Killed") + of("Timeout");
  const all = found + of("Survived") + of("NoCoverage");
  return {
    killed: of("Killed"),
    timedOut: of("Timeout"),
    survived: of("Survived"),
    uncovered: of("NoCoverage"),
    static: of("Static"),
    failed: of("RuntimeError") + of("CompileError"),
    score: all === 0 ? 1 : found / all,
    survivors,
  };
}

/** One line, short enough to read in a list. */
const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
};

export function summaryText(summary: Summary): string {
  const { killed, timedOut, survived, uncovered, failed, score } = summary;
  const lines = [
    `${killed + timedOut + survived + uncovered} mutants: ${killed} killed, ${timedOut} timed out, ${survived} survived, ${uncovered} reached by no test`,
    `score ${(100 * score).toFixed(1)} %; besides, ${summary.static} take effect only while modules load and were not tested, ${failed} failed to run`,
  ];
  for (const { file, line, mutator, original, replacement, uncovered: unreached } of summary.survivors) {
    lines.push(
      `${file}:${line} ${mutator}${unreached ? " (no test)" : ""}: ${short(original)} -> ${short(replacement)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
