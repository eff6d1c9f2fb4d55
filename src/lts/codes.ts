/** The diagnostics of labelled transition systems: reading them, criteria, limits. Numbers are never used again for something else. */
import { type CodeEntry, codedDiagnostic, codeEntry, type Diagnostic } from "../core/index.ts";

export const ltsCodes = Object.freeze({
  header: codeEntry(
    "error",
    "LTS001",
    "The first line of a transition system is not its `des` line.",
    "a transition system begins with `des (initial, transitions, states)`",
  ),
  transition: codeEntry(
    "error",
    "LTS002",
    "A line that is not a transition.",
    'expected `(from, "label", to)`: `)` is missing',
  ),
  number: codeEntry(
    "error",
    "LTS003",
    "Something else where the number of a state is expected.",
    "`x1` is not the number of a state",
  ),
  state: codeEntry(
    "error",
    "LTS004",
    "A state that the system does not have.",
    "there is no state 12; allowed: 0 to 9",
  ),
  count: codeEntry(
    "error",
    "LTS005",
    "The file has more or fewer transitions than its first line says; it may be cut off.",
    "the first line says 40 transitions, the file has 38",
  ),
  tooLarge: codeEntry(
    "error",
    "LTS006",
    "More states or transitions than are read.",
    "90000000 states are more than 33554432",
  ),
  tooMany: codeEntry(
    "error",
    "LTS007",
    "More mistakes than are listed.",
    "there are more mistakes; the first 50 are listed",
  ),
  label: codeEntry(
    "error",
    "LTS008",
    "A label, or a pattern of labels, that no system has.",
    "no label is or matches STRAT_0",
  ),
  limit: codeEntry(
    "error",
    "LTS010",
    "A construction became larger than its limit.",
    "the composition has more than 5000000 states; hide and reduce its parts first",
  ),
  criterionCharacter: codeEntry(
    "error",
    "LTS020",
    "A sign that means nothing in a criterion.",
    "`%` means nothing in a criterion",
  ),
  criterionText: codeEntry(
    "error",
    "LTS021",
    "A label that its line does not close.",
    'this label is not closed by `"`',
  ),
  criterionExpected: codeEntry(
    "error",
    "LTS022",
    "A certain word or sign is expected in a criterion.",
    "`;` is expected here",
  ),
  criterionTwice: codeEntry("error", "LTS023", "Two criteria have one name.", "Error is already defined in line 2"),
  criterionName: codeEntry(
    "error",
    "LTS024",
    "A name that no criterion can have.",
    "`tau` is a word of the language and cannot be a name",
  ),
  criterionCount: codeEntry(
    "error",
    "LTS025",
    "A number of repetitions that is not allowed.",
    "{5,2} is not a range of repetitions; allowed: {least,most} with most above 0 and not below least",
  ),
  criterionSize: codeEntry(
    "error",
    "LTS026",
    "A criterion that is too large or too deep.",
    "Error has more than 5000 positions",
  ),
  criterionNone: codeEntry("error", "LTS027", "A file of criteria that defines none.", "there is no criterion"),
  neverMatches: codeEntry(
    "warning",
    "LTS030",
    "A part of a criterion that no label matches.",
    "no label of the system has the part ?Water_Leek",
  ),
  neverHappens: codeEntry(
    "warning",
    "LTS031",
    "A criterion that no path of the system spells.",
    "Error never happens: no path from a state of the abstraction spells it",
  ),
  emptyWord: codeEntry(
    "warning",
    "LTS032",
    "A criterion that also describes doing nothing; only paths of at least one step count.",
    "Idle also describes doing nothing; only paths of at least one step count",
  ),
});

export const ltsCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(ltsCodes));

/** A construction that may grow beyond what is reasonable: its result, or why there is none. */
export type Limited<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: Diagnostic };

export function within<T>(value: T): Limited<T> {
  return { value, problem: null };
}

export function beyond(message: string, hint?: string): Limited<never> {
  return { value: null, problem: codedDiagnostic(ltsCodes.limit, null, message, { hint }) };
}
