/**
 * What is open at a place of the text: `loop`, `SEQ(`, `do` … Each must be closed by its own word or bracket. Where the text
 * closes something else, there are three explanations: what is innermost was not closed, it was closed by the wrong word, or the
 * closing is one too many. The one is taken with which the rest of the declaration has the fewest mistakes.
 */
import { codedDiagnostic, nearest, type SourceRange } from "../../core/index.ts";
import { readingCodes as codes } from "./codes.ts";
import { leastMistakes, type Shape } from "./parser-balance.ts";
import type { Cursor } from "./parser-cursor.ts";
import { across, END_WORDS, shown, type Token } from "./token.ts";

export type BlockKind = "SEQ" | "PAR" | "do" | "suspend" | (typeof END_WORDS)[number];

export interface OpenBlock {
  readonly kind: BlockKind;
  readonly opener: Token;
  /** `)` for SEQ( and `}` for PAR{, or what fits to the bracket that was written instead. */
  readonly bracket: string | null;
  /** Of `if`: its `else` was there. */
  elseSeen: boolean;
}

/** Something that ends a body. */
export interface Terminator {
  readonly form: "end" | "bracket" | "trigger" | "middle" | "declaration" | "text";
  /** The word behind `end` (null: none), the bracket, or the word itself. */
  readonly text: string | null;
  readonly length: number;
  readonly at: SourceRange;
  readonly label: string;
}

type Plan = "close" | "outer" | "wrong" | "stray";

const TRIGGER_CLOSERS: Readonly<Record<string, BlockKind>> = {
  weakly: "do",
  until: "do",
  watching: "do",
  each: "loop",
  when: "suspend",
};
const endWords: ReadonlySet<string> = new Set(END_WORDS);
const SIMPLE_DECLARATIONS: ReadonlySet<string> = new Set([
  "input",
  "output",
  "fatal",
  "relation",
  "computer",
  "resource",
  "requires",
]);
/** How far the text is looked at to find whether a declaration stands inside a body. */
const REACH = 4000;

export class OpenBlocks {
  readonly #cursor: Cursor;
  readonly #open: OpenBlock[] = [];
  /** What was reported as not closed may still be closed at an odd place; that is the same mistake. */
  readonly #forgiven = new Set<string>();
  /** How many closings may come too many without a word: their openings were part of a mistake that was reported. */
  #grace = 0;
  #unclosed: { index: number; place: number; blocks: OpenBlock[] } | null = null;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  get depth(): number {
    return this.#open.length;
  }

  top(): OpenBlock | undefined {
    return this.#open.at(-1);
  }

  /** The declaration that all of it belongs to, as its author would call it. */
  outermost(): string {
    const kind = this.#open[0]?.kind ?? "main";
    return kind === "fatal" ? "on fatal" : kind;
  }

  open(kind: BlockKind, opener: Token, bracket: string | null = null): OpenBlock {
    if (this.#open.length === 0) {
      this.#forgiven.clear();
      this.#grace = 0;
    }
    const block = { kind, opener, bracket, elseSeen: false };
    this.#open.push(block);
    return block;
  }

  /** What was reported here may have swallowed the opening of something. */
  openingLost(): void {
    this.#grace++;
  }

  /** Words and brackets that would close or continue something that is open. */
  closers(): string[] {
    const words = new Set<string>();
    for (const { kind, elseSeen } of this.#open) {
      if (endWords.has(kind)) words.add("end");
      for (const [word, closed] of Object.entries(TRIGGER_CLOSERS)) if (closed === kind) words.add(word);
      if (kind === "if" && !elseSeen) words.add("else");
      if (kind === "exception") words.add("handle");
    }
    return [...words];
  }

  /** Would the word or bracket ahead close or continue something that is open? */
  concerns(): boolean {
    const t = this.#terminator();
    return t !== null && this.#open.some((block) => matches(block, t));
  }

  /** Does the body end here? What closes nothing is reported and stepped over. */
  bodyEnds(): boolean {
    for (;;) {
      const t = this.#terminator();
      if (t === null) return false;
      if (t.form === "text") return true;
      if (t.form === "declaration") return !this.declarationInside();
      if (this.#plan(t) !== "stray") return true;
      this.#skipStray(t);
    }
  }

  /** A declaration of a signal inside a body: the body goes on behind it. */
  declarationInside(): boolean {
    const c = this.#cursor;
    const outermost = this.#open[0];
    if (outermost === undefined || !c.atDeclaration() || !SIMPLE_DECLARATIONS.has(c.peek().text)) return false;
    const last = Math.min(c.index + c.spend(REACH), c.tokens.length - 1);
    for (let i = c.index; i < last; i++) {
      if (c.tokens[i]!.text === "end" && c.tokens[i + 1]!.text === outermost.kind) return true;
      if (c.atDeclaration(i) && !SIMPLE_DECLARATIONS.has(c.tokens[i]!.text)) return false;
    }
    return false;
  }

  /** Is `else` or `handle` ahead, and does it belong to the innermost block? */
  goesOn(word: "else" | "handle"): boolean {
    const t = this.#terminator();
    return t !== null && t.text === word && t.form === "middle" && matches(this.top()!, t);
  }

  /** Closes the innermost block. Returns what closed it, or null (reported) where nothing did. */
  close(): string | null {
    const c = this.#cursor;
    const block = this.top()!;
    const t = this.#terminator();
    const plan = t === null ? "outer" : this.#plan(t);
    this.#open.pop();
    if (t === null || plan === "outer" || plan === "stray") {
      this.#reportUnclosed(block, t);
      return null;
    }
    if (t.form === "end" && t.text === null) {
      const seen = t.label.slice(1, -1);
      const allowed = `end ${block.kind}`;
      const message = `\`${allowed}\` is expected, but here is ${t.label}`;
      c.report(codes.expected, t.at, message, { seen, allowed, related: [opened(block)] });
    } else if (plan === "wrong") {
      const allowed = closersOf(block);
      const message = `${t.label} cannot close ${label(block)}; allowed: ${allowed}`;
      const detail = { seen: t.label.slice(1, -1), allowed, related: [opened(block)] };
      c.report(codes.wrongClosing, t.at, message, detail);
    }
    c.index += t.length;
    if (t.form === "end" && t.text === null) c.bareEnd();
    return t.text;
  }

  /** A closing that was missed before and comes now, between declarations. */
  skipForgiven(): boolean {
    const t = this.#terminator();
    if (t === null || t.text === null || !this.#forgiven.delete(t.text)) return false;
    this.#cursor.index += t.length;
    return true;
  }

  #terminator(): Terminator | null {
    const c = this.#cursor;
    const token = c.peek();
    const { kind, text, at } = token;
    if (kind === "end") return { form: "text", text: null, length: 0, at, label: shown(token) };
    if (kind === "name") return this.#gluedEnd(token) ?? this.#handleLost(token);
    const one = { text, length: 1, at, label: shown(token) };
    if (kind === "symbol") return [")", "}", "]"].includes(text) ? { form: "bracket", ...one } : null;
    if (kind !== "word") return null;
    if (text === "end") return this.#end(token);
    if (this.#endLost(token)) return { form: "end", text, length: 1, at, label: `\`end ${text}\`` };
    if (c.atDeclaration()) return { form: "declaration", ...one };
    if (text in TRIGGER_CLOSERS) return { form: "trigger", ...one };
    return text === "else" || text === "handle" ? { form: "middle", ...one } : null;
  }

  /** `end` and its word, which is mended if it is misspelt. */
  #end(token: Token): Terminator {
    const c = this.#cursor;
    const word = c.peek(1);
    const sameLine = word.at.line === token.at.endLine;
    if (word.kind === "word" && endWords.has(word.text)) {
      // On a line of its own it may begin something, if it has nothing to close.
      const closes = sameLine || this.#open.some((block) => block.kind === word.text);
      return closes ? end(token, word, word.text) : end(token, null, null);
    }
    if (word.kind !== "name" || !sameLine) return end(token, null, null);
    // Of two words equally near, the one that is open.
    const open = this.#open.map((block) => block.kind).reverse();
    const meant =
      word.text.length > 20 ? undefined : nearest(word.text, [...open.filter((k) => endWords.has(k)), ...endWords]);
    if (meant === undefined) return end(token, word, null);
    c.index++;
    c.mend(meant);
    c.index--;
    return end(token, c.peek(1), meant);
  }

  /** `if;` or `main` at the end of one: a word that closes something, without `end`, where it could not begin anything. */
  #endLost(token: Token): boolean {
    const c = this.#cursor;
    if (!this.#open.some((block) => block.kind === token.text) || !endWords.has(token.text)) return false;
    if (c.previous().text === "on" || !nothingBegins(token.text, c)) return false;
    const message = `\`end\` is expected before ${shown(token)}`;
    c.report(codes.expected, token.at, message, { seen: token.text, allowed: `end ${token.text}` });
    return true;
  }

  /** `endif`, `end_loop`: one word for two. */
  #gluedEnd(token: Token): Terminator | null {
    const word = /^end_?([a-z]+)$/i.exec(token.text)?.[1]?.toLowerCase();
    if (word === undefined || !endWords.has(word) || this.#cursor.declared.has(token.text)) return null;
    const message = `${shown(token)} is not a word of the language; allowed: \`end ${word}\``;
    const detail = { seen: token.text, allowed: `end ${word}`, hint: `did you mean \`end ${word}\`?` };
    this.#cursor.report(codes.misspelt, token.at, message, detail);
    return { form: "end", text: word, length: 1, at: token.at, label: `\`end ${word}\`` };
  }

  /** `T do` in a block of exceptions, where no task has the name: `handle` is missing before it. */
  #handleLost(token: Token): Terminator | null {
    const c = this.#cursor;
    if (this.top()?.kind !== "exception" || !c.at("do", 1) || c.declared.has(token.text)) return null;
    const message = `\`handle\` is expected before ${shown(token)}`;
    c.report(codes.expected, token.at, message, { seen: token.text, allowed: "handle" });
    return { form: "middle", text: "handle", length: 0, at: token.at, label: "`handle`" };
  }

  #plan(t: Terminator): Plan {
    const top = this.top();
    if (top === undefined) return "stray";
    if (matches(top, t)) return "close";
    if (t.form === "text" || t.form === "declaration") return "outer";
    const rest = this.#cursor.index + t.length;
    const cost = (stack: readonly OpenBlock[]): number => leastMistakes(this.#cursor, rest, stack.map(shape));
    const outer = this.#open.findLastIndex((block) => matches(block, t));
    const plans: [number, Plan][] = [];
    if (outer >= 0) {
      const after = this.#open.slice(0, t.form === "middle" ? outer + 1 : outer);
      plans.push([this.#open.length - 1 - outer + cost(after), "outer"]);
    }
    if (family(top).includes(t.form)) plans.push([1 + cost(this.#open.slice(0, -1)), "wrong"]);
    plans.push([1 + cost(this.#open), "stray"]);
    return plans.reduce((best, plan) => (plan[0] < best[0] ? plan : best))[1];
  }

  #skipStray(t: Terminator): void {
    const c = this.#cursor;
    if (t.text !== null && this.#forgiven.delete(t.text)) {
      // Told when it was missed.
    } else if (this.#grace > 0) {
      if (t.text !== "handle") this.#grace--;
    } else {
      const opener = t.form === "end" ? t.text : strayOpener(t.text ?? "");
      const message = opener === null ? `${t.label} closes nothing` : `${t.label} without \`${opener}\``;
      c.report(codes.notOpened, t.at, message, { seen: t.label.slice(1, -1) });
    }
    c.index += t.length;
    // What would have followed belongs to it: the trigger of a lone `until`, the name of a lone `handle`.
    if (t.form === "trigger")
      while (!c.at(";") && !c.atEnd() && !c.atDeclaration() && this.#terminator() === null) c.next();
    if (t.text === "handle") {
      if (c.peek().kind === "name") c.next();
      c.take("do");
    }
    c.take(";");
    c.saidEnough();
  }

  /** All that is found open at one place is said in one report. */
  #reportUnclosed(block: OpenBlock, t: Terminator | null): void {
    const c = this.#cursor;
    this.#forgiven.add(block.bracket ?? block.kind);
    const before = this.#unclosed;
    if (before !== null && before.index === c.index && before.place >= 0) {
      before.blocks.push(block);
      c.diagnostics[before.place] = unclosed(before.blocks, t, c.peek());
      return;
    }
    const said = c.diagnostics.length;
    const { range, message, ...detail } = unclosed([block], t, c.peek());
    c.report(codes.notClosed, range!, message, detail);
    this.#unclosed = { index: c.index, place: c.diagnostics.length > said ? said : -1, blocks: [block] };
  }
}

/** Can a statement or declaration with this word not go on with what follows the word? */
function nothingBegins(word: string, c: Cursor): boolean {
  const { kind, text } = c.peek(1);
  if (kind === "end" || text === ";" || text === ")" || text === "}") return true;
  // A loop may have an empty body: `loop end loop`.
  if (word === "loop") return (text === "end" && !c.at("loop", 2)) || c.atDeclaration(c.index + 1);
  if (word === "main" || word === "fatal") return text === "end" || c.atDeclaration(c.index + 1);
  if (text === "in" || text === "times" || text === ",") return false;
  if (word === "repeat") return kind !== "number";
  if (word === "if" || word === "every") return kind === "word" && !["not", "present", "immediate"].includes(text);
  return kind !== "name";
}

function matches(block: OpenBlock, t: Terminator): boolean {
  switch (t.form) {
    case "end":
      return t.text === null ? endWords.has(block.kind) : block.kind === t.text;
    case "bracket":
      return block.bracket === t.text;
    case "trigger":
      return TRIGGER_CLOSERS[t.text!] === block.kind;
    case "middle":
      return t.text === "handle" ? block.kind === "exception" : block.kind === "if" && !block.elseSeen;
    default:
      return false;
  }
}

/** The ways in which a block is closed at all: those are mixed up. */
function family({ kind, bracket }: OpenBlock): Terminator["form"][] {
  if (bracket !== null) return ["bracket"];
  if (kind === "do" || kind === "suspend") return ["trigger"];
  return kind === "loop" ? ["end", "trigger"] : ["end"];
}

function shape({ kind, bracket }: OpenBlock): Shape {
  return bracket ?? kind;
}

function end(token: Token, word: Token | null, text: string | null): Terminator {
  const at = word === null ? token.at : across(token.at, word.at);
  const label = word === null ? "`end`" : `\`end ${shown(word).slice(1, -1)}\``;
  return { form: "end", text, length: word === null ? 1 : 2, at, label };
}

function label({ kind, opener }: OpenBlock): string {
  if (kind === "fatal") return "`on fatal`";
  return opener.text.toLowerCase() === kind.toLowerCase() ? `\`${kind}\`` : shown(opener);
}

function opened(block: OpenBlock): { message: string; range: SourceRange } {
  return { message: `${label(block)} begins here`, range: block.opener.at };
}

function closersOf({ kind, bracket }: OpenBlock): string {
  if (bracket !== null) return `\`${bracket}\``;
  if (kind === "do") return "`until` or `watching`";
  if (kind === "suspend") return "`when`";
  return kind === "loop" ? "`end loop` or `each`" : `\`end ${kind}\``;
}

/** What would have to be there for this to make sense. */
function strayOpener(text: string): string | null {
  const openers: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[", else: "if", handle: "exception" };
  return TRIGGER_CLOSERS[text] ?? openers[text] ?? null;
}

function unclosed(blocks: readonly OpenBlock[], t: Terminator | null, ahead: Token) {
  const labels = blocks.map(label);
  const names = labels.length === 1 ? labels[0]! : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
  const allowed = closersOf(blocks[0]!);
  const message = `${names} ${blocks.length === 1 ? "is" : "are"} not closed before ${t?.label ?? shown(ahead)}; allowed: ${allowed}`;
  const seen = t?.label.replaceAll("`", "") ?? ahead.text;
  return codedDiagnostic(codes.notClosed, t?.at ?? ahead.at, message, { seen, allowed, related: blocks.map(opened) });
}
