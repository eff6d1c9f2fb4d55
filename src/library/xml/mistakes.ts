/**
 * Which of the parser's complaints become diagnostics, and whether the tree can still be trusted. The rule is in
 * syntax-errors: one complaint per tag, and no follow-ups of a mistake that shifted the tags.
 */
import { codedDiagnostic, type DiagnosticList, type RelatedPlace } from "../../core/index.ts";
import { type CodeEntry, codes } from "../codes.ts";
import type { SourceText } from "./source-text.ts";
import type { Reach } from "./syntax-errors.ts";

/** Thrown to leave the parser early, and caught where the parser was started. */
export class Stop extends Error {
  override readonly name = "Stop";
}

/** A stretch of the source and what is to be said about it. */
export interface Mistake {
  readonly entry: CodeEntry;
  readonly reach: Reach;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly hint?: string;
  readonly related?: readonly RelatedPlace[];
}

const MOST_SILENT = 10_000;

export class Mistakes {
  /** False when elements may begin or end elsewhere than the tree says. */
  trusted = true;
  /** True when a mistake has shifted the tags, so that later complaints about their nesting follow from it. */
  shifted = false;
  readonly #source: SourceText;
  readonly #list: DiagnosticList;
  readonly #most: number;
  #count = 0;
  #silent = 0;
  #inTag = false;
  #tagBlamed = false;

  constructor(source: SourceText, list: DiagnosticList, most: number) {
    this.#source = source;
    this.#list = list;
    this.#most = most;
  }

  beginTag(): void {
    this.#inTag = true;
    this.#tagBlamed = false;
  }

  endTag(): void {
    this.#inTag = false;
  }

  /** True while the file may end inside a start tag. */
  get inTag(): boolean {
    return this.#inTag;
  }

  get tagBlamed(): boolean {
    return this.#tagBlamed;
  }

  /** A complaint of the parser: reported unless it follows from another one. */
  complain(mistake: Mistake): void {
    const silent = this.#inTag ? this.#tagBlamed : this.shifted && mistake.reach !== "attribute";
    if (this.#inTag) this.#tagBlamed = true;
    if (mistake.reach !== "attribute") {
      this.trusted = false;
      this.shifted = true;
    }
    if (silent) this.passOver();
    else this.tell(mistake);
  }

  /** A complaint that is not reported. It costs the parser an error with its stack; a hostile file could ask for millions. */
  passOver(): void {
    this.#silent++;
    if (this.#silent < MOST_SILENT) return;
    this.trusted = false;
    throw new Stop();
  }

  /** A mistake that is reported whatever came before. */
  tell(mistake: Mistake): void {
    const { entry, from, to, message, hint, related } = mistake;
    this.#list.add(codedDiagnostic(entry, this.#source.range(from, to), message, { hint, related }));
    if (mistake.reach === "stop") {
      this.trusted = false;
      throw new Stop();
    }
    this.#count++;
    if (this.#count < this.#most) return;
    this.trusted = false;
    const counted = `${this.#count} mistakes found; the rest of the file was not read`;
    this.#list.add(codedDiagnostic(codes.tooManyErrors, this.#source.range(0, 0), counted));
    throw new Stop();
  }
}
