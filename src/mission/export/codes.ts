/** The diagnostics of reading automata from files and of exports, MIS080 to MIS099. Numbers are never used again for something else. */
import type { Diagnostic, SourceRange } from "../../core/index.ts";

export interface ExportCode {
  readonly code: string;
  readonly severity: "error";
  readonly meaning: string;
  readonly example: string;
}

function error(code: string, meaning: string, example: string): ExportCode {
  return Object.freeze({ code, severity: "error", meaning, example });
}

export const exportCodes = Object.freeze({
  notJson: error("MIS080", "The file of an automaton is not JSON.", "the file is not JSON"),
  format: error("MIS081", "Not the file of an automaton, or of another version.", 'format is "thetis-automaton-9"'),
  shape: error(
    "MIS082",
    "Something in the file of an automaton has the wrong kind of value, or is missing.",
    "automaton.roots is no list",
  ),
  range: error(
    "MIS083",
    "A number in the file of an automaton refers to nothing.",
    "automaton.roots[3] is 90; allowed: -40 to 59",
  ),
  diagram: error(
    "MIS084",
    "The questions of an automaton do not form decision diagrams.",
    "automaton.questions: question 7 refers to 9",
  ),
  name: error(
    "MIS085",
    "A name in the file of an automaton that is none, or that it has twice.",
    "automaton.inputs[2].name is Leak again",
  ),
  hash: error(
    "MIS086",
    "The hash of an automaton is not the one that its file states.",
    "the hash does not fit the automaton",
  ),
  unknownSignal: error(
    "MIS087",
    "A signal to observe that the automaton does not have.",
    "the automaton has no signal BateryLow",
  ),
});

export const exportCodeTable: readonly ExportCode[] = Object.freeze(Object.values(exportCodes));

export function exportDiagnostic(
  { code, severity }: ExportCode,
  range: SourceRange | null,
  message: string,
  { hint, ...detail }: { readonly seen?: string; readonly allowed?: string; readonly hint?: string | undefined } = {},
): Diagnostic {
  return { severity, code, message, range, ...detail, ...(hint === undefined ? {} : { hint }) };
}
