/** The tree that a file becomes. Every node can say where it stands; places are worked out only when asked for. */
import type { SourceRange } from "../../core/index.ts";
import type { SourceText } from "./source-text.ts";

/** An attribute as the parser reports it, with the offsets found in the source. */
export interface TagAttribute {
  readonly name: string;
  readonly value: string;
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly damaged: boolean;
}

export class XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  /** With references resolved and line ends turned into spaces, as XML prescribes. */
  readonly value: string;
  /** Namespace of a prefixed name, "" without prefix. */
  readonly uri: string;
  /** True when a mistake of syntax makes the value a guess; that mistake is already reported. */
  readonly damaged: boolean;
  /** Offsets in the source. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly source: SourceText;

  constructor(source: SourceText, found: TagAttribute, uri: string) {
    this.name = found.name;
    this.value = found.value;
    this.uri = uri;
    this.damaged = found.damaged;
    this.nameStart = found.nameStart;
    this.valueStart = found.valueStart;
    this.valueEnd = found.valueEnd;
    this.source = source;
  }

  get nameRange(): SourceRange {
    return this.source.range(this.nameStart, this.nameStart + this.name.length);
  }

  /** Between the quotes. */
  get valueRange(): SourceRange {
    return this.source.range(this.valueStart, this.valueEnd);
  }

  /** A stretch of the value; the whole value where references or line ends hide which stretch that is. */
  partRange(start: number, end: number): SourceRange {
    if (this.valueEnd - this.valueStart !== this.value.length) return this.valueRange;
    return this.source.range(this.valueStart + start, this.valueStart + end);
  }
}

/** A stretch of text between two tags, never empty. */
export class XmlText {
  readonly text: string;
  readonly #source: SourceText;
  readonly #start: number;
  readonly #end: number;

  constructor(source: SourceText, text: string, start: number, end: number) {
    this.#source = source;
    this.text = text;
    this.#start = start;
    this.#end = end;
  }

  get isBlank(): boolean {
    return !/[^ \t\r\n]/.test(this.text);
  }

  /** Offsets in the source, without the white space at both ends. */
  get bounds(): [number, number] {
    const raw = this.#source.text;
    let start = this.#start;
    let end = this.#end;
    while (start < end && isSpace(raw.charCodeAt(start))) start++;
    while (end > start && isSpace(raw.charCodeAt(end - 1))) end--;
    return [start, end];
  }

  get range(): SourceRange {
    const [start, end] = this.bounds;
    return this.#source.range(start, end);
  }
}

export class XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  readonly local: string;
  /** Namespace, "" without. */
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  /** True when a mistake of syntax in the start tag, already reported, may hide attributes. */
  readonly damaged: boolean;
  readonly children: XmlElement[] = [];
  readonly texts: XmlText[] = [];
  /** Offset in the source. */
  readonly nameStart: number;
  readonly #source: SourceText;
  #end: number;

  constructor(
    source: SourceText,
    given: { readonly name: string; readonly local: string; readonly uri: string },
    attributes: readonly XmlAttribute[],
    nameStart: number,
    startTagEnd: number,
    damaged: boolean,
  ) {
    this.#source = source;
    this.name = given.name;
    this.local = given.local;
    this.uri = given.uri;
    this.damaged = damaged;
    this.attributes = attributes;
    this.nameStart = nameStart;
    this.#end = startTagEnd;
  }

  /** Called by the parser when the closing tag has been read. */
  closeAt(end: number): void {
    this.#end = end;
  }

  attribute(name: string): XmlAttribute | undefined {
    return this.attributes.find((a) => a.name === name);
  }

  /** All text of this element, without that of its children. */
  get text(): string {
    return this.texts.map((t) => t.text).join("");
  }

  /** The name in the start tag. */
  get nameRange(): SourceRange {
    return this.#source.range(this.nameStart, this.nameStart + this.name.length);
  }

  /** From "<" of the start tag to ">" of the closing one. */
  get range(): SourceRange {
    return this.#source.range(this.nameStart - 1, this.#end);
  }
}

/** White space of XML. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

/**
 * Without the white space of XML at both ends; other white space, such as a no-break space, stays for the reader to
 * complain about. A loop, since /\s+$/ takes quadratic time on a megabyte of spaces.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
