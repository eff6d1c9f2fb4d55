/** The words and signs of criteria. */
import { codedDiagnostic, type Diagnostic, type SourceRange } from "../core/index.ts";
import { ltsCodes } from "./codes.ts";

export interface CriteriaToken {
  readonly kind: "name" | "number" | "label" | "part" | "sign" | "end";
  /** As it counts: a label without its quotation marks. */
  readonly text: string;
  readonly range: SourceRange;
}

const SIGNS = new Set([..."=;|*+?{},()[]"]);

export function criteriaTokens(text: string, file: string, diagnostics: Diagnostic[]): CriteriaToken[] {
  const tokens: CriteriaToken[] = [];
  let line = 1;
  let lineStart = 0;
  let brackets = 0;
  let at = 0;
  const range = (from: number, to: number): SourceRange => ({
    file,
    line,
    column: from - lineStart + 1,
    endLine: line,
    endColumn: to - lineStart + 1,
  });
  const push = (kind: CriteriaToken["kind"], content: string, to: number): void => {
    tokens.push({ kind, text: content, range: range(at, to) });
    at = to;
  };
  while (at < text.length) {
    const c = text[at]!;
    if (c === "\n") {
      line++;
      lineStart = ++at;
    } else if (/\s/.test(c)) at++;
    else if (c === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (c === '"') {
      const end = text.indexOf('"', at + 1);
      const newline = text.indexOf("\n", at);
      if (end < 0 || (newline >= 0 && newline < end)) {
        const stop = newline < 0 ? text.length : newline;
        diagnostics.push(codedDiagnostic(ltsCodes.criterionText, range(at, stop), 'this label is not closed by `"`'));
        at = stop;
      } else push("label", text.slice(at + 1, end), end + 1);
    } else {
      const word = /^[A-Za-z_]\w*|^[0-9]+/.exec(text.slice(at, at + 200))?.[0];
      // `?` repeats outside of brackets and begins a name inside.
      const part = brackets > 0 ? /^[?!~][A-Za-z_]\w*/.exec(text.slice(at, at + 200))?.[0] : undefined;
      if (part !== undefined) push("part", part, at + part.length);
      else if (word !== undefined) push(/^[0-9]/.test(word) ? "number" : "name", word, at + word.length);
      else if (SIGNS.has(c)) {
        if (c === "[") brackets++;
        if (c === "]") brackets = Math.max(0, brackets - 1);
        // An unclosed bracket does not swallow the definitions behind it.
        if (c === ";") brackets = 0;
        push("sign", c, at + 1);
      } else {
        const shown = String.fromCodePoint(text.codePointAt(at)!);
        const stop = at + shown.length;
        const hint = "?!~".includes(c) ? "conditions on parts of a label are written in brackets: [?Leak]" : undefined;
        const message = `\`${shown}\` means nothing in a criterion`;
        diagnostics.push(codedDiagnostic(ltsCodes.criterionCharacter, range(at, stop), message, { hint }));
        at = stop;
      }
    }
  }
  push("end", "the end of the file", at);
  return tokens;
}
