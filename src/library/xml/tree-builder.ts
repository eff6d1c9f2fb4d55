/** Listens to the parser, builds the tree, and turns complaints into mistakes with their places. */
import type { DiagnosticList } from "../../core/index.ts";
import { type CodeEntry, codes, quoted, tagged } from "../codes.ts";
import { isSpace, XmlAttribute, XmlElement, XmlText } from "./element.ts";
import { Mistakes } from "./mistakes.ts";
import type { XmlLimits } from "./parse.ts";
import type { SourceText } from "./source-text.ts";
import { StartTag } from "./start-tag.ts";
import { complaintAbout } from "./syntax-errors.ts";

/** Of the parser's tags, what is used here. */
interface SaxTag {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, { readonly uri: string }>>;
}

export class TreeBuilder {
  events = 0;
  readonly #source: SourceText;
  readonly #limits: XmlLimits;
  readonly #position: () => number;
  readonly #mistakes: Mistakes;
  readonly #open: XmlElement[] = [];
  #root: XmlElement | null = null;
  #tag: StartTag;
  #elements = 0;
  #severalRoots = false;
  #textOutside = false;
  #declarationBlamed = false;
  /** Where the last tag, comment or section ended: text begins there. */
  #markupEnd = 0;

  /** position returns how far the parser has read. */
  constructor(source: SourceText, limits: XmlLimits, position: () => number, list: DiagnosticList) {
    this.#source = source;
    this.#limits = limits;
    // At the end of the text the parser counts one further.
    this.#position = () => Math.min(position(), source.text.length);
    this.#mistakes = new Mistakes(source, list, limits.errors);
    this.#tag = new StartTag("", "", 0);
  }

  get root(): XmlElement | null {
    return this.#mistakes.trusted ? this.#root : null;
  }

  startTag(name: string): void {
    this.events++;
    this.#mistakes.beginTag();
    this.#tag = new StartTag(this.#source.text, name, this.#position());
    this.#elements++;
    const { elements, depth } = this.#limits;
    if (this.#elements > elements) this.#refuse(codes.tooManyElements, `the file has more than ${elements} elements`);
    if (this.#open.length >= depth) this.#refuse(codes.tooDeep, `elements are nested more than ${depth} deep`);
    if (this.#root !== null && this.#open.length === 0 && !this.#severalRoots && !this.#mistakes.shifted) {
      this.#severalRoots = true;
      const { nameStart: from, nameEnd: to } = this.#tag;
      const message = `${tagged(name)} stands after the end of ${tagged(this.#root.name)}; a file has one outermost element`;
      const related = [{ message: "the outermost element", range: this.#root.nameRange }];
      this.#mistakes.tell({ entry: codes.severalRoots, reach: "attribute", from, to, message, related });
    }
  }

  attribute(name: string, value: string): void {
    this.events++;
    const tag = this.#tag;
    const most = this.#limits.attributes;
    if (tag.attributes.length >= most) {
      this.#refuse(codes.tooManyAttributes, `${tagged(tag.name)} has more than ${most} attributes`);
    }
    const attribute = tag.locate(name, value, this.#position());
    const first = tag.add(attribute);
    if (first === undefined) return;
    const related = [
      { message: "first given here", range: this.#source.range(first.nameStart, first.nameStart + name.length) },
    ];
    const from = attribute.nameStart;
    const message = `attribute ${quoted(name)} is given twice`;
    this.#mistakes.tell({
      entry: codes.duplicateAttribute,
      reach: "attribute",
      from,
      to: from + name.length,
      message,
      related,
    });
  }

  open(tag: SaxTag): void {
    this.events++;
    const damaged = this.#mistakes.tagBlamed;
    this.#mistakes.endTag();
    const source = this.#source;
    const attributes = this.#tag.attributes.map((a) => {
      const uri = a.name.includes(":") ? (tag.attributes[a.name]?.uri ?? "") : "";
      return new XmlAttribute(source, a, uri);
    });
    const element = new XmlElement(source, tag, attributes, this.#tag.nameStart, this.#position(), damaged);
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (this.#root === null) this.#root = element;
    this.#open.push(element);
    this.#markupEnd = this.#position();
  }

  close(name: string, selfClosing: boolean): void {
    this.events++;
    const element = this.#open.pop();
    element?.closeAt(this.#position());
    this.#markupEnd = this.#position();
    if (selfClosing || element === undefined) return;
    const { from, to } = this.#endTagName();
    const written = this.#source.text.slice(from, to);
    if (written === name) return;
    // Is the end tag of an outer element here, or a misspelt one?
    if (this.#open.some((outer) => outer.name === written)) {
      const related = [{ message: `${tagged(written, "</")} comes first`, range: this.#source.range(from, to) }];
      this.#unclosed(element, `${tagged(name)} is not closed before ${tagged(written, "</")}`, related);
    } else {
      const related = [{ message: `${tagged(name)} begins here`, range: element.nameRange }];
      const message = `${tagged(written, "</")} does not close ${tagged(name)}`;
      const hint = `write ${tagged(name, "</")}`;
      this.#mistakes.complain({ entry: codes.wrongEndTag, reach: "nesting", from, to, message, hint, related });
    }
  }

  text(words: string): void {
    this.events++;
    // The parser has read the "<" that ends the text, except at the end of the file.
    const position = this.#position();
    const end = this.#source.text[position - 1] === "<" ? position - 1 : position;
    this.#addText(words, this.#markupEnd, end);
    this.#markupEnd = end;
  }

  cdata(words: string): void {
    this.events++;
    this.#addText(words, this.#source.text.indexOf("<", this.#markupEnd), this.#position());
    this.#markupEnd = this.#position();
  }

  #addText(words: string, from: number, to: number): void {
    const text = new XmlText(this.#source, words, from, to);
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.texts.push(text);
    } else if (!text.isBlank && !this.#textOutside && !this.#mistakes.shifted) {
      this.#textOutside = true;
      const [start, end] = text.bounds;
      const message = "text outside the outermost element";
      this.#mistakes.tell({ entry: codes.textOutside, reach: "attribute", from: start, to: end, message });
    }
  }

  /** The parser reports a comment when it has read "--"; the ">" is still to come. */
  comment(): void {
    this.events++;
    this.#markupEnd = this.#position() + 1;
  }

  instruction(): void {
    this.events++;
    this.#markupEnd = this.#position();
  }

  declaration(version: string | undefined): void {
    this.events++;
    this.#markupEnd = this.#position();
    if (version === undefined || version === "1.0" || this.#declarationBlamed) return;
    const from = this.#source.text.indexOf(version);
    const message = `XML version ${quoted(version)} is not supported; allowed: 1.0`;
    this.#mistakes.tell({
      entry: codes.xmlDeclaration,
      reach: "attribute",
      from,
      to: from + version.length,
      message,
    });
  }

  /** What the parser complains about, in its own words. */
  complaint(words: string): void {
    this.events++;
    const mistakes = this.#mistakes;
    const position = this.#position();
    const at = position - 1;
    const known = complaintAbout(words);
    if (known === "own") {
      if (words.startsWith("unclosed tag")) this.#unclosedAtEnd();
      else if (words.startsWith("duplicate attribute")) this.#sameNamespace();
    } else if (known !== null) {
      if (known.entry === codes.xmlDeclaration && this.#declarationBlamed) {
        mistakes.passOver();
        return;
      }
      if (known.entry === codes.xmlDeclaration) this.#declarationBlamed = true;
      const place =
        known.entry === codes.namespace
          ? this.#tag.prefixedName(words)
          : this.#lastMark(known.mark, position - known.back);
      mistakes.complain({ entry: known.entry, reach: known.reach, message: known.message, ...place });
    } else if (words === "unquoted attribute value.") {
      mistakes.complain(this.#tag.unquoted(at));
    } else if (words === "attribute without value.") {
      mistakes.complain(this.#tag.withoutValue(at));
    } else if (words === "disallowed character.") {
      mistakes.complain(this.#tag.lessInValue(at));
    } else if (words === "unexpected end.") {
      this.#unfinished();
    } else if (words.startsWith("unmatched closing tag") || words.startsWith("weird empty close tag")) {
      const { from, to } = this.#endTagName();
      const message = `${tagged(this.#source.text.slice(from, to), "</")} closes nothing`;
      mistakes.complain({ entry: codes.wrongEndTag, reach: "nesting", from, to: Math.max(to, from + 1), message });
    } else {
      // The parser reports a "/" in the middle of a tag when it has read the next character.
      const slash = words.startsWith("forward-slash");
      mistakes.complain(this.#tag.junk(slash ? this.#source.text.lastIndexOf("/", at - 1) : at));
    }
  }

  /** The last stretch of these characters that begins at an offset or before it; one character where none are named. */
  #lastMark(mark: string, offset: number): { from: number; to: number } {
    const from = Math.max(0, mark === "" ? offset : this.#source.text.lastIndexOf(mark, offset));
    return { from, to: from + Math.max(1, mark.length) };
  }

  /** Offsets of the name in the closing tag that was just read. */
  #endTagName(): { from: number; to: number } {
    const text = this.#source.text;
    const from = text.lastIndexOf("</", this.#position() - 1) + 2;
    let to = from;
    while (to < text.length && !isSpace(text.charCodeAt(to)) && text[to] !== ">") to++;
    return { from, to };
  }

  #unclosed(
    element: XmlElement,
    message: string,
    related: { message: string; range: XmlElement["nameRange"] }[],
  ): void {
    const from = element.nameStart;
    const to = from + element.name.length;
    this.#mistakes.complain({ entry: codes.unclosedElement, reach: "nesting", from, to, message, related });
  }

  /** At the end of the file the parser names every open element, the innermost first; that one is to blame. */
  #unclosedAtEnd(): void {
    const element = this.#open.pop();
    this.#mistakes.trusted = false;
    // A file that ends inside a tag or comment is another mistake, which the parser reports afterwards.
    const insideMarkup = this.#mistakes.inTag || this.#source.text.indexOf("<", this.#markupEnd) >= 0;
    if (element !== undefined && !insideMarkup) this.#unclosed(element, `${tagged(element.name)} is not closed`, []);
  }

  #unfinished(): void {
    const { text } = this.#source;
    const from = text.indexOf("<", this.#markupEnd);
    if (from < 0) return;
    const begins = (mark: string): boolean => text.startsWith(mark, from);
    const what = begins("<!--")
      ? "a comment"
      : begins("<![")
        ? "a CDATA section"
        : begins("<?")
          ? "an instruction"
          : "a tag";
    const message = `the file ends inside ${what} that begins here`;
    // Only its first character: a longer stretch would mark the rest of the file.
    this.#mistakes.complain({ entry: codes.unfinished, reach: "nesting", from, to: from + 1, message });
  }

  /** Two prefixes of one namespace; equal names were found when they came. */
  #sameNamespace(): void {
    if (this.#tag.repeated || this.#mistakes.tagBlamed) return;
    const { nameStart: from, nameEnd: to } = this.#tag;
    const message = "one attribute is given twice, under two prefixes";
    this.#mistakes.complain({ entry: codes.duplicateAttribute, reach: "attribute", from, to, message });
  }

  #refuse(entry: CodeEntry, message: string): void {
    const { nameStart: from, nameEnd: to } = this.#tag;
    this.#mistakes.tell({ entry, reach: "stop", from, to, message });
  }
}
