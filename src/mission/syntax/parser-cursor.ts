/**
 * Where the parser stands in the text, and what it says about it. The small steps that every part of the parser takes are here:
 * look, take, expect; a misspelt word is reported and then read as what it was meant to be.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  nearest,
  type SourceRange,
} from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import type { LexedText } from "./lexer.ts";
import { OpenBlocks } from "./parser-blocks.ts";
import { behind, DECLARATION_WORDS, END_WORDS, RESERVED_WORDS, shown, type Token } from "./token.ts";
import type { Comment, Name } from "./tree.ts";

/** Longer words are not compared with those of the language: none of those is nearly so long. */
const LONGEST_MISSPELT = 20;

/** Tokens that may be looked at ahead of time to explain mistakes, in one text: beyond that, explanations are plainer. */
const FORESIGHT = 1_000_000;

const declarationWords: ReadonlySet<string> = new Set(DECLARATION_WORDS);
const endWords: ReadonlySet<string> = new Set(END_WORDS);

export class Cursor {
  readonly tokens: Token[];
  readonly comments: readonly Comment[];
  readonly diagnostics: Diagnostic[];
  readonly blocks: OpenBlocks;
  /** Tasks and procedures of the text: a call of one of these is never taken for a misspelt word. */
  readonly declared: ReadonlySet<string>;
  index = 0;
  /** True while a declaration is given up: nothing more is said about it. */
  quiet = false;
  readonly #quietAtEnd: boolean;
  #foresight = FORESIGHT;
  #lastReportAt = -1;
  #behindBareEnd = -1;

  constructor(lexed: LexedText) {
    this.comments = lexed.comments;
    this.diagnostics = [...lexed.diagnostics];
    this.tokens = this.#withoutDoubles(lexed.tokens);
    this.#quietAtEnd = lexed.endInComment;
    this.declared = declaredNames(lexed.tokens);
    this.blocks = new OpenBlocks(this);
  }

  /** A word that was typed twice is reported and read once. */
  #withoutDoubles(tokens: readonly Token[]): Token[] {
    return tokens.filter((token, i) => {
      if (!isDouble(tokens, i)) return true;
      const message = `${shown(token)} stands twice`;
      this.diagnostics.push(codedDiagnostic(codes.twice, token.at, message, { seen: `${token.text} ${token.text}` }));
      return false;
    });
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  previous(): Token {
    return this.tokens[Math.max(this.index - 1, 0)]!;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.index++;
    return token;
  }

  /** Is the token ahead this word or sign? */
  at(text: string, ahead = 0): boolean {
    const { kind, text: seen } = this.peek(ahead);
    return seen === text && (kind === "word" || kind === "symbol");
  }

  /** A name that is a word only here, such as `within`. */
  atSoft(text: string): boolean {
    const token = this.peek();
    return token.kind === "name" && token.text === text;
  }

  /** Takes the word or sign if it is ahead. */
  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.index++;
    return true;
  }

  atEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** Does a declaration begin here? Its words have no other place but behind `end` and behind `on`. */
  atDeclaration(index = this.index): boolean {
    const token = this.tokens[index]!;
    if (token.kind !== "word" || !declarationWords.has(token.text)) return false;
    if (token.text === "on") return this.tokens[index + 1]!.text === "fatal";
    if (index === this.#behindBareEnd) return true;
    const before = this.tokens[index - 1];
    if (before?.kind !== "word") return true;
    return !(before.text === "end" && endWords.has(token.text)) && !(before.text === "on" && token.text === "fatal");
  }

  /** The `end` just taken had lost its word: the next word is not that word, but begins something. */
  bareEnd(): void {
    this.#behindBareEnd = this.index;
  }

  /** Says it, unless something was said about this very token already, or it is about an end that a comment hides. */
  report(code: CodeEntry, range: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    if (this.quiet || this.index === this.#lastReportAt) return;
    this.#lastReportAt = this.index;
    if (this.#quietAtEnd && this.atEnd()) return;
    this.diagnostics.push(codedDiagnostic(code, range, message, detail));
  }

  /** Enough has been said about the token ahead: it follows a mistake. */
  saidEnough(): void {
    this.#lastReportAt = this.index;
  }

  /** "X is expected, but here is Y", at the token ahead. */
  reportExpected(code: CodeEntry, allowed: string, detail: DiagnosticDetail = {}): void {
    const token = this.peek();
    const message = `${allowed} expected, but here is ${shown(token)}`;
    this.report(code, token.at, message, { seen: token.text, allowed: allowed.replace(/ (is|are)$/, ""), ...detail });
  }

  /** Reads the token ahead as a word that it was meant to be. */
  mend(word: string, range = this.peek().at): void {
    const token = this.peek();
    const hint = `did you mean \`${word}\`?`;
    const message = `${shown(token)} is not a word of the language here; allowed: \`${word}\``;
    this.report(codes.misspelt, range, message, { seen: token.text, allowed: word, hint });
    this.tokens[this.index] = { ...token, kind: RESERVED_WORDS.has(word) ? "word" : "name", text: word };
  }

  /** The one of the words that the name ahead was probably meant to be. */
  nearWord(words: readonly string[], ahead = 0): string | undefined {
    const token = this.peek(ahead);
    if (token.kind !== "name" || token.text.length > LONGEST_MISSPELT) return undefined;
    return nearest(token.text, words);
  }

  /** Takes a word that must be here; where it is not, says so and goes on as if it were. */
  expectWord(word: string, detail: DiagnosticDetail = {}): boolean {
    if (this.take(word)) return true;
    if (this.nearWord([word]) !== undefined) {
      this.mend(word);
      this.index++;
      return true;
    }
    this.reportExpected(codes.expected, `\`${word}\` is`, detail);
    return false;
  }

  expectSymbol(symbol: string, detail: DiagnosticDetail = {}): boolean {
    if (this.take(symbol)) return true;
    this.reportExpected(codes.expected, `\`${symbol}\` is`, detail);
    return false;
  }

  /** The semicolon is missed behind what it should close, not at the beginning of the next line. */
  reportSemicolon(): void {
    const message = `\`;\` is missing before ${shown(this.peek())}`;
    this.report(codes.semicolon, behind(this.previous().at), message, { seen: this.peek().text, allowed: ";" });
  }

  /**
   * A name. A reserved word is reported and taken as one if what follows it could follow a name; otherwise the name is missing,
   * and the word ahead stays where it is.
   */
  name(what: string, follows: (ahead: number) => boolean): Name | null {
    const token = this.peek();
    if (token.kind === "name") {
      this.index++;
      return { text: token.text, at: token.at };
    }
    if (token.kind === "word" && follows(1) && !this.atDeclarationLine()) {
      const message = `${shown(token)} is a word of the language and cannot be a name`;
      this.report(codes.reserved, token.at, message, { seen: token.text, allowed: what });
      this.index++;
      return { text: token.text, at: token.at };
    }
    this.reportExpected(codes.name, `${what} is`);
    return null;
  }

  /** A declaration that begins on a new line, such as `main`, was hardly meant as a name. */
  atDeclarationLine(): boolean {
    return this.atDeclaration() && this.index > 0 && this.peek().at.line > this.previous().at.endLine;
  }

  /** As many of the tokens asked for as may still be looked at ahead. */
  spend(wanted: number): number {
    const granted = Math.min(wanted, this.#foresight);
    this.#foresight -= granted;
    return granted;
  }
}

/** Words that may follow themselves: blocks directly inside blocks, and branches of a PAR. */
const REPEATABLE: ReadonlySet<string> = new Set(["loop", "do", "suspend", "nothing", "pause", "halt", "not", "init"]);

/** The same word as the one before. Behind `end loop` or `end signal` another may begin, without semicolon. */
function isDouble(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  const before = tokens[i - 1];
  if (token.kind !== "word" || before?.kind !== "word" || token.text !== before.text) return false;
  if (token.at.line !== before.at.endLine) return false;
  return !REPEATABLE.has(token.text) && tokens[i - 2]?.text !== "end";
}

function declaredNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let i = 1; i < tokens.length; i++) {
    const { kind, text } = tokens[i - 1]!;
    if (kind === "word" && (text === "task" || text === "procedure") && tokens[i]!.kind === "name") {
      if (tokens[i - 2]?.text !== "end") names.add(tokens[i]!.text);
    }
  }
  return names;
}
