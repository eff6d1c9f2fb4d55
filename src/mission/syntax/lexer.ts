/**
 * Cuts a mission text into words, signs and comments. Whatever the text, it comes to the end: characters that mean nothing are
 * reported and left out, and what is not closed (a text, a comment) is reported and closed where that does least harm.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  type SourceRange,
} from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import { RESERVED_WORDS, type Token, type TokenKind } from "./token.ts";
import type { Comment } from "./tree.ts";

export interface LexedText {
  /** The last one has the kind "end". */
  readonly tokens: Token[];
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
  /** A comment ran to the end of the text: what is missing there is in the comment, and not to be reported again. */
  readonly endInComment: boolean;
}

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** What people write for numbers besides: `.5`, `5.`, `+5`, `1.2.3`. */
const ODD_NUMBER = /[+-]?(?:\.[0-9]+|[0-9]+\.)[0-9.]*|\+[0-9]+(?:\.[0-9]+)?/y;
/** The signs of the language, and those of other languages that the parser knows to translate. */
const SYMBOL = /==?>|->|[:=<>]=|&&?|\|\|?|[(){}[\],;#=:!]/y;
const LINE_BREAK = /\r\n|\r|\n/g;

/** Opening to closing quotation mark; only the first kind is right. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

/** How far the end of a text in foreign quotation marks is looked for. */
const FOREIGN_REACH = 200;

export function lex(text: string, file: string): LexedText {
  return new Lexer(text, file).run();
}

class Lexer {
  readonly #text: string;
  readonly #file: string;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #endInComment = false;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  run(): LexedText {
    if (this.#text.startsWith("\uFEFF")) this.#at = this.#lineStart = 1;
    while (this.#at < this.#text.length) this.#one();
    this.#token("end", "", this.#behindLast());
    return {
      tokens: this.#tokens,
      comments: this.#comments,
      diagnostics: this.#diagnostics,
      endInComment: this.#endInComment,
    };
  }

  #one(): void {
    const first = this.#text[this.#at]!;
    if (first === "\n" || first === "\r") this.#newLine();
    else if (first === " " || first === "\t" || first === "\f" || first === "\v") this.#at++;
    else if (this.#text.startsWith("//", this.#at)) this.#lineComment();
    else if (this.#text.startsWith("/*", this.#at)) this.#blockComment();
    else if (QUOTES.has(first)) this.#quoted(first);
    else this.#wordNumberOrSign();
  }

  #wordNumberOrSign(): void {
    const word = this.#match(WORD);
    if (word !== null) {
      this.#word(word);
      return;
    }
    const symbol = this.#match(SYMBOL);
    if (symbol !== null) {
      this.#token("symbol", symbol, this.#take(symbol.length));
      return;
    }
    const number = this.#match(NUMBER);
    const odd = this.#match(ODD_NUMBER);
    if (odd !== null && odd.length > (number ?? "").length) this.#oddNumber(odd);
    else if (number !== null) this.#number(number);
    else this.#unknown();
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #newLine(): void {
    this.#at += this.#text.startsWith("\r\n", this.#at) ? 2 : 1;
    this.#line++;
    this.#lineStart = this.#at;
  }

  /** Moves on within the line. */
  #take(length: number): SourceRange {
    const column = this.#at - this.#lineStart + 1;
    this.#at += length;
    return { file: this.#file, line: this.#line, column, endLine: this.#line, endColumn: column + length };
  }

  #token(kind: TokenKind, text: string, at: SourceRange): void {
    this.#tokens.push({ kind, text, at, commentsBefore: this.#comments.length });
  }

  #report(code: CodeEntry, at: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    this.#diagnostics.push(codedDiagnostic(code, at, message, detail));
  }

  /** What is missing at the end is missed behind the last word, not behind the empty lines that follow it. */
  #behindLast(): SourceRange {
    const last = this.#tokens.at(-1)?.at;
    const line = last?.endLine ?? 1;
    const column = last?.endColumn ?? 1;
    return { file: this.#file, line, column, endLine: line, endColumn: column };
  }

  #lineComment(): void {
    const rest = this.#restOfLine();
    const text = rest.trimEnd();
    this.#comments.push({ text, at: this.#take(text.length) });
    this.#at += rest.length - text.length;
  }

  #restOfLine(): string {
    LINE_BREAK.lastIndex = this.#at;
    return this.#text.slice(this.#at, LINE_BREAK.exec(this.#text)?.index ?? this.#text.length);
  }

  #blockComment(): void {
    const found = this.#text.indexOf("*/", this.#at + 2);
    const end = found < 0 ? this.#text.length : found + 2;
    const text = this.#text.slice(this.#at, end);
    const { file, line, column } = this.#take(2);
    LINE_BREAK.lastIndex = this.#at;
    for (let m = LINE_BREAK.exec(this.#text); m !== null && m.index < end; m = LINE_BREAK.exec(this.#text)) {
      this.#line++;
      this.#lineStart = LINE_BREAK.lastIndex;
    }
    this.#at = end;
    const at = { file, line, column, endLine: this.#line, endColumn: end - this.#lineStart + 1 };
    this.#comments.push({ text, at });
    if (found >= 0) return;
    this.#endInComment = true;
    const opening = { file, line, column, endLine: line, endColumn: column + 2 };
    this.#report(codes.commentOpen, opening, "this comment is not closed; allowed: `*/` at its end", { allowed: "*/" });
  }

  #quoted(open: string): void {
    const close = QUOTES.get(open)!;
    const rest = open === '"' ? this.#restOfLine() : firstLine(this.#text.slice(this.#at, this.#at + FOREIGN_REACH));
    const end = rest.indexOf(close, 1);
    // A lone foreign mark is a stray character: what follows it is probably no text.
    if (end < 0 && open !== '"') {
      this.#unknown();
      return;
    }
    // Not closed: the brackets and semicolons at the end of the line are most likely not part of the text.
    const inside = end < 0 ? withoutTail(rest.slice(1)) : rest.slice(1, end);
    const at = this.#take(inside.length + (end < 0 ? 1 : 2));
    this.#token("text", inside, at);
    if (end < 0) {
      this.#report(codes.textOpen, at, 'this text is not closed on its line; allowed: `"` at its end', {
        allowed: '"',
      });
    } else if (open !== '"') {
      const seen = open + inside + close;
      const hint = `write "${inside}"`;
      this.#report(codes.character, at, `\`${open}\` does not begin a text; allowed: \`"\``, {
        seen,
        allowed: '"',
        hint,
      });
    }
  }

  #word(word: string): void {
    const at = this.#take(word.length);
    this.#token(RESERVED_WORDS.has(word) ? "word" : "name", word, at);
    if (PLAIN_NAME.test(word)) return;
    const letter = [...word].find((c) => !/[A-Za-z0-9_]/.test(c))!;
    const message = `the name \`${word}\` has the letter \`${letter}\`; allowed: A-Z, a-z, 0-9, _`;
    this.#report(codes.letters, at, message, { seen: word, allowed: "A-Z, a-z, 0-9, _" });
  }

  #number(number: string): void {
    const at = this.#take(number.length);
    const tooLarge = !Number.isFinite(Number(number));
    this.#token("number", tooLarge ? "0" : number, at);
    if (tooLarge)
      this.#report(codes.number, at, `\`${number}\` is too large; allowed: up to 1.7e308`, { seen: number });
  }

  #oddNumber(odd: string): void {
    const at = this.#take(odd.length);
    const value = Number.parseFloat(odd);
    this.#token("number", String(value), at);
    const allowed = "numbers such as 5, -0.5, 1e-3";
    const hint = odd.split(".").length > 2 ? undefined : `write ${value}`;
    this.#report(codes.number, at, `\`${odd}\` is not a number; allowed: ${allowed}`, { seen: odd, allowed, hint });
  }

  /** A run of characters that mean nothing: one report for all of them. */
  #unknown(): void {
    const from = this.#at;
    let length = 0;
    do {
      length += this.#text.codePointAt(this.#at)! > 0xffff ? 2 : 1;
      this.#at = from + length;
    } while (this.#at < this.#text.length && this.#isUnknown());
    this.#at = from;
    const seen = this.#text.slice(from, from + length);
    const message = `${seen.length > 40 ? "these characters mean" : `${visible(seen)} means`} nothing in a mission`;
    this.#report(codes.character, this.#take(length), message, { seen, hint: commentHint(seen) });
  }

  #isUnknown(): boolean {
    const c = this.#text[this.#at]!;
    if (/[\s/]/.test(c) && c.charCodeAt(0) < 128) return false;
    if (QUOTES.has(c)) return false;
    return [WORD, NUMBER, ODD_NUMBER, SYMBOL].every((pattern) => this.#match(pattern) === null);
  }
}

function firstLine(text: string): string {
  return text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length);
}

function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && " \t);,".includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Characters that do not show are reported by number. */
function visible(seen: string): string {
  const first = seen.codePointAt(0)!;
  if (/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(seen)) return `\`${seen}\``;
  return `character U+${first.toString(16).toUpperCase().padStart(4, "0")}`;
}

function commentHint(seen: string): string | undefined {
  return /^(?:%|--|\*)/.test(seen) ? "comments are `// …` and `/* … */`" : undefined;
}
