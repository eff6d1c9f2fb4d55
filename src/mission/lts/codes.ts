/** The diagnostics of labelled transition systems: reading them, criteria, limits. Numbers are never used again for something else. */
import type { Diagnostic, Severity, SourceRange } from "../../core/index.ts";

export interface LtsCode {
  readonly code: string;
  readonly severity: Severity;
  /** One line, for the manual. */
  readonly meaning: string;
  /** A message as a user would meet it. */
  readonly example: string;
}

function error(code: string, meaning: string, example: string): LtsCode {
  return Object.freeze({ code, severity: "error", meaning, example });
}

function warning(code: string, meaning: string, example: string): LtsCode {
  return Object.freeze({ code, severity: "warning", meaning, example });
}

export const ltsCodes = Object.freeze({
  header: error(
    "LTS001",
    "The first line of a transition system is not its `des` line.",
    "a transition system begins with `des (initial, transitions, states)`",
  ),
  transition: error("LTS002", "A line that is no transition.", 'expected `(from, "label", to)`: `)` is missing'),
  number: error("LTS003", "Something else where the number of a state is expected.", "`x1` is no number of a state"),
  state: error("LTS004", "A state that the system does not have.", "there is no state 12; allowed: 0 to 9"),
  count: error(
    "LTS005",
    "The file has more or fewer transitions than its first line says; it may be cut off.",
    "the first line says 40 transitions, the file has 38",
  ),
  tooLarge: error("LTS006", "More states or transitions than are read.", "90000000 states are more than 33554432"),
  tooMany: error("LTS007", "More mistakes than are listed.", "there are more mistakes; the first 50 are listed"),
  label: error("LTS008", "A label, or a pattern of labels, that no system has.", "no label is or matches STRAT_0"),
  limit: error(
    "LTS010",
    "A construction became larger than its limit.",
    "the composition has more than 5000000 states; hide and reduce its parts first",
  ),
  criterionCharacter: error("LTS020", "A sign that means nothing in a criterion.", "`%` means nothing in a criterion"),
  criterionText: error("LTS021", "A label that its line does not close.", 'this label is not closed by `"`'),
  criterionExpected: error("LTS022", "A certain word or sign is expected in a criterion.", "`;` is expected here"),
  criterionTwice: error("LTS023", "Two criteria have one name.", "Error is already defined in line 2"),
  criterionName: error("LTS024", "A name that no criterion can have.", "`tau` is the internal action and no name"),
  criterionCount: error("LTS025", "A number of repetitions that is not allowed.", "{5,2} is no range"),
  criterionSize: error("LTS026", "A criterion that is too large or too deep.", "Error has more than 5000 positions"),
  criterionNone: error("LTS027", "A file of criteria that defines none.", "there is no criterion"),
  neverMatches: warning(
    "LTS030",
    "A part of a criterion that no label matches.",
    "no label of the system has the part ?Water_Leek",
  ),
  neverHappens: warning(
    "LTS031",
    "A criterion that no path of the system spells.",
    "Error never happens: no path from a state of the abstraction spells it",
  ),
  emptyWord: warning(
    "LTS032",
    "A criterion that also describes doing nothing; only paths of at least one step count.",
    "Idle also describes doing nothing; only paths of at least one step count",
  ),
});

export const ltsCodeTable: readonly LtsCode[] = Object.freeze(Object.values(ltsCodes));

export function ltsDiagnostic(
  { code, severity }: LtsCode,
  range: SourceRange | null,
  message: string,
  { hint, ...detail }: { readonly seen?: string; readonly allowed?: string; readonly hint?: string | undefined } = {},
): Diagnostic {
  return { severity, code, message, range, ...detail, ...(hint === undefined ? {} : { hint }) };
}

/** A construction that may grow beyond what is reasonable: its result, or why there is none. */
export type Limited<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: Diagnostic };

export function within<T>(value: T): Limited<T> {
  return { value, problem: null };
}

export function beyond(message: string, hint?: string): Limited<never> {
  return { value: null, problem: ltsDiagnostic(ltsCodes.limit, null, message, { hint }) };
}
