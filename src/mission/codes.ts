/**
 * The diagnostics of reading a mission, MIS001 to MIS029; those of the checks and the compiler are in compiler-codes.ts. A code
 * never changes its meaning and is never used again after it is gone, so that a user can search for it.
 */
import type { Diagnostic, RelatedPlace, SourceRange } from "../core/index.ts";

export interface ReadingCode {
  readonly code: string;
  readonly severity: "error";
  /** One line, for the manual. */
  readonly meaning: string;
  /** A message as an author would meet it. */
  readonly example: string;
}

function error(code: string, meaning: string, example: string): ReadingCode {
  return Object.freeze({ code, severity: "error", meaning, example });
}

export const readingCodes = Object.freeze({
  character: error("MIS001", "Characters that mean nothing in a mission.", "`@` means nothing in a mission"),
  commentOpen: error(
    "MIS002",
    "A comment that nothing closes.",
    "this comment is not closed; allowed: `*/` at its end",
  ),
  textOpen: error("MIS003", "A text that its line does not close.", "this text is not closed on its line"),
  number: error("MIS004", "A number that is not written as decimals, or too large.", "`1.` is no number"),
  letters: error(
    "MIS005",
    "A name with other letters than those of ASCII.",
    "the name `Étanche` has the letter `É`; allowed: A-Z, a-z, 0-9, _",
  ),
  header: error("MIS006", "The first line does not name the mission.", "a mission begins with `mission NAME;`"),
  declaration: error(
    "MIS007",
    "Text between the declarations that is none.",
    "a declaration is expected, but here is `emit`",
  ),
  statement: error("MIS008", "No statement where one is expected.", "a statement is expected, but here is `then`"),
  name: error("MIS009", "No name where one is expected.", "a signal is expected after `emit`, but here is `;`"),
  reserved: error("MIS010", "A word of the language as a name.", "`until` is a word of the language and no name"),
  misspelt: error("MIS011", "A word of the language, misspelt.", "`untill` is no word of the language here"),
  semicolon: error("MIS012", "A semicolon is missing.", "`;` is missing before `emit`"),
  notClosed: error("MIS013", "Something that was opened is not closed.", "`loop` is not closed before `end main`"),
  wrongClosing: error("MIS014", "Something is closed by the wrong word or bracket.", "`end loop` cannot close `if`"),
  notOpened: error("MIS015", "Something is closed, or goes on, that was not opened.", "`end loop` without `loop`"),
  unit: error("MIS016", "A duration without unit, or with an unknown one.", "the duration 30 has no unit"),
  duration: error("MIS017", "No duration where one is expected.", "a duration is expected after `within`"),
  symbol: error("MIS018", "A sign that other languages use here.", "`&&` is written `and` here"),
  expected: error("MIS019", "A certain word or sign is expected.", "`in` is expected, but here is `emit`"),
  condition: error("MIS020", "No condition where one is expected.", "a condition is expected, but here is `;`"),
  value: error("MIS021", "No value where one is expected.", "a value is expected, but here is `)`"),
  count: error("MIS022", "A number of repetitions that is no whole number.", "`repeat` needs a whole number"),
  nesting: error("MIS023", "Nested deeper, or longer, than is read.", "statements are nested deeper than 200"),
  clause: error("MIS024", "Text in a task that is no clause.", "a clause of the task is expected"),
  immediate: error("MIS025", "A duration cannot be immediate.", "`immediate` stands before conditions only"),
  inBody: error("MIS026", "A declaration inside a body.", "`input` cannot be declared inside `main`"),
  twice: error("MIS027", "A word of the language stands twice.", "`until` stands twice"),
});

export const readingCodeTable: readonly ReadingCode[] = Object.freeze(Object.values(readingCodes));

export interface ReadingDetail {
  readonly seen?: string;
  readonly allowed?: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedPlace[];
}

export function readingDiagnostic(
  { code, severity }: ReadingCode,
  range: SourceRange,
  message: string,
  { hint, ...detail }: ReadingDetail = {},
): Diagnostic {
  return { severity, code, message, range, ...detail, ...(hint === undefined ? {} : { hint }) };
}
