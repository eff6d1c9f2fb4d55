/**
 * The start tag that is being read: where its attributes stand, and what the parser's complaints inside it mean.
 *
 * The parser reports an attribute when it has read the closing quote. The value begins after the quote before that,
 * and the name ends before the equals sign; so everything is found by walking back a few characters.
 */
import { codes, quoted, tagged } from "../codes.ts";
import { isSpace, type TagAttribute, trimSpace } from "./element.ts";
import type { Mistake } from "./mistakes.ts";

export class StartTag {
  readonly name: string;
  readonly nameStart: number;
  readonly attributes: TagAttribute[] = [];
  readonly #text: string;
  readonly #byName = new Map<string, TagAttribute>();
  #unquotedAt = -1;
  /** True when an attribute has come twice; the parser will say so again at the end of the tag. */
  repeated = false;

  /** The parser has read the name and the character after it, which a CRLF makes two. */
  constructor(text: string, name: string, position: number) {
    this.#text = text;
    this.name = name;
    this.nameStart = text.lastIndexOf("<", position - 2) + 1;
  }

  get nameEnd(): number {
    return this.nameStart + this.name.length;
  }

  /** Takes an attribute; returns the earlier one of the same name, and then drops the new one. */
  add(attribute: TagAttribute): TagAttribute | undefined {
    const first = this.#byName.get(attribute.name);
    if (first !== undefined) {
      this.repeated = true;
      return first;
    }
    this.#byName.set(attribute.name, attribute);
    this.attributes.push(attribute);
    return undefined;
  }

  /** Where an attribute stands whose last character the parser has just read. */
  locate(name: string, value: string, position: number): TagAttribute {
    const text = this.#text;
    const end = Math.min(position, text.length) - 1;
    const quote = text[end];
    let valueStart = end;
    let valueEnd = end;
    let damaged = false;
    if (this.#unquotedAt >= 0) {
      valueStart = this.#unquotedAt;
      valueEnd = Math.max(valueStart, end);
      damaged = true;
    } else if (quote === '"' || quote === "'") {
      valueStart = text.lastIndexOf(quote, end - 1) + 1;
    } else {
      damaged = true; // no value at all
    }
    this.#unquotedAt = -1;
    let at = valueStart - 1;
    while (at > this.nameStart && text[at] !== "=") at--;
    if (at <= this.nameStart) at = end;
    at--;
    while (at > this.nameStart && isSpace(text.charCodeAt(at))) at--;
    const nameStart = Math.max(this.nameStart, at + 1 - name.length);
    return { name, value, nameStart, valueStart, valueEnd, damaged };
  }

  /** The value that begins here has no quotes. */
  unquoted(at: number): Mistake {
    const text = this.#text;
    this.#unquotedAt = at;
    let end = at;
    while (end < text.length && !isSpace(text.charCodeAt(end)) && text[end] !== ">" && text[end] !== "<") end++;
    // The parser takes the "/" of "/>" into the value, and the tag then stays open.
    const reach = text[end - 1] === "/" ? "tag" : "attribute";
    if (reach === "tag") end--;
    const message = `the value ${quoted(text.slice(at, end))} must stand in quotes`;
    return { entry: codes.unquotedValue, reach, from: at, to: end, message };
  }

  /** The name that ends before this place has no value. */
  withoutValue(after: number): Mistake {
    const text = this.#text;
    let to = after;
    while (to > this.nameStart && isSpace(text.charCodeAt(to - 1))) to--;
    let from = to;
    while (from > this.nameStart && !/[\s<>="'/]/.test(text[from - 1])) from--;
    const message = `attribute ${quoted(text.slice(from, to))} has no value`;
    return { entry: codes.noValue, reach: "attribute", from, to, message };
  }

  /** A "<" in a value; most often the value was never closed, so the place shown is where it begins. */
  lessInValue(at: number): Mistake {
    const text = this.#text;
    const last = this.attributes.at(-1);
    const after = last === undefined ? this.nameEnd : last.valueEnd + 1;
    let from = after;
    while (from < at && text[from] !== '"' && text[from] !== "'") from++;
    const name = /([^\s="'<>]*)\s*=\s*$/.exec(text.slice(Math.max(after, from - 200), from))?.[1] ?? "";
    const message = `the value of ${quoted(name)} is not closed before "<"`;
    const hint = 'close it with a quote, or write "&lt;" for the sign itself';
    return { entry: codes.unclosedValue, reach: "tag", from: from + 1, to: at, message, hint };
  }

  /** Something that is neither a name nor the end of the tag. */
  junk(at: number): Mistake {
    const text = this.#text;
    const last = this.attributes.at(-1);
    const touches = last !== undefined && last.valueEnd + 1 === at;
    if (touches && trimSpace(last.value).endsWith("=")) {
      const message = `the value of ${quoted(last.name)} is not closed: it runs into the next attribute`;
      const { valueStart: from, valueEnd: to } = last;
      return { entry: codes.unclosedValue, reach: "tag", from, to, message, hint: "close it with a quote" };
    }
    // <a name/>: the parser reads on as if the tag were open.
    if (text[at] === "/" && !isSpace(text.charCodeAt(at - 1))) return { ...this.withoutValue(at), reach: "tag" };
    const message = touches
      ? `white space is missing between two attributes of ${tagged(this.name)}`
      : `unexpected ${quoted(text[at] ?? "")} in the tag ${tagged(this.name)}`;
    return { entry: codes.malformedTag, reach: touches ? "attribute" : "tag", from: at, to: at + 1, message };
  }

  /** The prefixed name in this tag that a complaint about namespaces quotes. */
  prefixedName(words: string): { from: number; to: number } {
    const prefix = /"([^"]*)"/.exec(words)?.[1];
    if (prefix !== undefined && !this.name.startsWith(`${prefix}:`)) {
      const attribute = this.attributes.find((a) => a.name.startsWith(`${prefix}:`));
      if (attribute !== undefined) {
        return { from: attribute.nameStart, to: attribute.nameStart + attribute.name.length };
      }
    }
    return { from: this.nameStart, to: this.nameEnd };
  }
}
