/** The diagnostics of scripts (.events), MIS070 to MIS079. Numbers are never used again for something else. */
import type { Diagnostic, RelatedPlace, Severity, SourceRange } from "../../core/index.ts";

export interface ScriptCode {
  readonly code: string;
  readonly severity: Severity;
  readonly meaning: string;
  readonly example: string;
}

function entry(severity: Severity, code: string, meaning: string, example: string): ScriptCode {
  return Object.freeze({ code, severity, meaning, example });
}

export const scriptCodes = Object.freeze({
  line: entry(
    "error",
    "MIS070",
    "A line of a script that begins with no word of the format.",
    "a line begins with at, task, tick or react, but here is `wait`",
  ),
  time: entry("error", "MIS071", "No time where one is expected, or one out of range.", "the time 12.5 has no unit"),
  expected: entry("error", "MIS072", "Something else is expected here in a script.", "`after` is expected"),
  unknownName: entry(
    "error",
    "MIS073",
    "A signal or task that the mission does not have, or that a script cannot give.",
    "the mission has no input DepthReach",
  ),
  twice: entry("error", "MIS074", "Something that a script may say once.", "the task Dive is already described"),
  mixed: entry(
    "error",
    "MIS075",
    "A script either has a clock or lists reactions.",
    "`react` cannot stand beside `at`, `task` and `tick`",
  ),
  relation: entry(
    "error",
    "MIS076",
    "Inputs given together that a relation of the mission forbids.",
    "the inputs break the relation A # B",
  ),
  noEffect: entry(
    "warning",
    "MIS077",
    "Something that has no effect on this mission.",
    "Dive has no phase of initialisation",
  ),
  more: entry(
    "error",
    "MIS078",
    "A script has more mistakes than are listed.",
    "there are more mistakes in this script",
  ),
});

export const scriptCodeTable: readonly ScriptCode[] = Object.freeze(Object.values(scriptCodes));

export interface ScriptDetail {
  readonly seen?: string;
  readonly allowed?: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedPlace[];
}

export function scriptDiagnostic(
  { code, severity }: ScriptCode,
  range: SourceRange,
  message: string,
  { hint, ...detail }: ScriptDetail = {},
): Diagnostic {
  return { severity, code, message, range, ...detail, ...(hint === undefined ? {} : { hint }) };
}
