/**
 * How well the rest of a declaration fits to what is open: a quick count of openings and closings that does not match, without
 * reading the statements. The parser compares explanations of a wrong closing by it.
 */
import type { Cursor } from "./parser-cursor.ts";

/** The kind of a block, or its closing bracket. */
export type Shape = string;

/** No mistake reaches farther than this; it keeps the reading of broken texts linear. */
const REACH = 2000;

const OPENERS: ReadonlySet<string> = new Set(["loop", "repeat", "if", "every", "suspend", "signal", "exception"]);
const TRIGGERS: Readonly<Record<string, Shape>> = { until: "do", watching: "do", each: "loop", when: "suspend" };
const BRACKETS: Readonly<Record<string, Shape>> = { "(": ")", "{": "}", "[": "]" };

/** The number of closings that do not fit, from a token to the end of its declaration, if these blocks are open there. */
export function leastMistakes(cursor: Cursor, from: number, open: readonly Shape[]): number {
  const stack = [...open];
  let mistakes = 0;
  // `every T do` and `handle T do` open nothing with their `do`.
  let doBelongs = false;
  const close = (shape: Shape): void => {
    const at = stack.lastIndexOf(shape);
    if (at < 0) mistakes++;
    else {
      mistakes += stack.length - 1 - at;
      stack.length = at;
    }
  };
  let overrun = false;
  const last = Math.min(from + cursor.spend(REACH), cursor.tokens.length - 1);
  for (let i = from; i < last; i++) {
    const { kind, text } = cursor.tokens[i]!;
    if (cursor.atDeclaration(i)) break;
    // Text behind the end of the declaration: it ended too early.
    if (stack.length === 0 && !overrun && text !== ";") {
      overrun = true;
      mistakes++;
    }
    if (kind === "symbol") {
      const closing = BRACKETS[text];
      if (closing !== undefined) stack.push(closing);
      else if (text === ")" || text === "}" || text === "]") close(text);
    }
    if (kind !== "word") continue;
    if (text === "end") {
      close(cursor.tokens[i + 1]!.text);
      i++;
    } else if (text === "do" && !doBelongs) stack.push("do");
    else if (OPENERS.has(text)) stack.push(text);
    else if (text in TRIGGERS) close(TRIGGERS[text]!);
    if (text === "every" || text === "handle") doBelongs = true;
    else if (text === "do") doBelongs = false;
  }
  return mistakes + stack.length;
}
