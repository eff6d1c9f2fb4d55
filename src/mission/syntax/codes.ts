/**
 * The diagnostics of reading a mission, MIS001 to MIS029; those of the checks and the compiler are in compile/compiler-codes.ts. A code
 * never changes its meaning and is never used again after it is gone, so that a user can search for it.
 */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const readingCodes = Object.freeze({
  character: codeEntry(
    "error",
    "MIS001",
    "Characters that mean nothing in a mission.",
    "`@` means nothing in a mission",
  ),
  commentOpen: codeEntry(
    "error",
    "MIS002",
    "A comment that nothing closes.",
    "this comment is not closed; allowed: `*/` at its end",
  ),
  textOpen: codeEntry("error", "MIS003", "A text that its line does not close.", "this text is not closed on its line"),
  number: codeEntry(
    "error",
    "MIS004",
    "A number that is not written as decimals, or too large.",
    "`1.` is not a number",
  ),
  letters: codeEntry(
    "error",
    "MIS005",
    "A name with other letters than those of ASCII.",
    "the name `Étanche` has the letter `É`; allowed: A-Z, a-z, 0-9, _",
  ),
  header: codeEntry(
    "error",
    "MIS006",
    "The first line does not name the mission.",
    "a mission begins with `mission NAME;`",
  ),
  declaration: codeEntry(
    "error",
    "MIS007",
    "Text between the declarations that is not a declaration.",
    "a declaration is expected, but here is `emit`",
  ),
  statement: codeEntry(
    "error",
    "MIS008",
    "No statement where one is expected.",
    "a statement is expected, but here is `then`",
  ),
  name: codeEntry(
    "error",
    "MIS009",
    "No name where one is expected.",
    "a signal is expected after `emit`, but here is `;`",
  ),
  reserved: codeEntry(
    "error",
    "MIS010",
    "A word of the language as a name.",
    "`until` is a word of the language and cannot be a name",
  ),
  misspelt: codeEntry(
    "error",
    "MIS011",
    "A word of the language, misspelt.",
    "`untill` is not a word of the language here",
  ),
  semicolon: codeEntry("error", "MIS012", "A semicolon is missing.", "`;` is missing before `emit`"),
  notClosed: codeEntry(
    "error",
    "MIS013",
    "Something that was opened is not closed.",
    "`loop` is not closed before `end main`",
  ),
  wrongClosing: codeEntry(
    "error",
    "MIS014",
    "Something is closed by the wrong word or bracket.",
    "`end loop` cannot close `if`",
  ),
  notOpened: codeEntry(
    "error",
    "MIS015",
    "Something is closed, or goes on, that was not opened.",
    "`end loop` without `loop`",
  ),
  unit: codeEntry("error", "MIS016", "A duration without unit, or with an unknown one.", "the duration 30 has no unit"),
  duration: codeEntry("error", "MIS017", "No duration where one is expected.", "a duration is expected after `within`"),
  symbol: codeEntry("error", "MIS018", "A sign that other languages use here.", "`&&` is written `and` here"),
  expected: codeEntry("error", "MIS019", "A certain word or sign is expected.", "`in` is expected, but here is `emit`"),
  condition: codeEntry(
    "error",
    "MIS020",
    "No condition where one is expected.",
    "a condition is expected, but here is `;`",
  ),
  value: codeEntry("error", "MIS021", "No value where one is expected.", "a value is expected, but here is `)`"),
  count: codeEntry(
    "error",
    "MIS022",
    "A number of repetitions that is not a whole number.",
    "`repeat` needs a whole number",
  ),
  nesting: codeEntry(
    "error",
    "MIS023",
    "Nested deeper, or longer, than is read.",
    "statements are nested deeper than 200",
  ),
  clause: codeEntry("error", "MIS024", "Text in a task that is not a clause.", "a clause of the task is expected"),
  immediate: codeEntry(
    "error",
    "MIS025",
    "A duration cannot be immediate.",
    "`immediate` stands before conditions only",
  ),
  inBody: codeEntry("error", "MIS026", "A declaration inside a body.", "`input` cannot be declared inside `main`"),
  twice: codeEntry("error", "MIS027", "A word of the language stands twice.", "`until` stands twice"),
});

export const readingCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(readingCodes));
