/**
 * XML text to a tree of elements with places, and every mistake in it as a diagnostic; nothing is thrown.
 *
 * The work is done by saxes, whose events carry the position after a token; where the token began is read off the
 * source. Everything takes time in proportion to the length of the text, and stops at the limits.
 *
 * Left out: DTDs and entities (refused), XML 1.1, encodings other than UTF-8, comments and instructions in the tree.
 */
import { SaxesParser } from "saxes";
import { codedDiagnostic, type Diagnostic, DiagnosticList } from "../../core/index.ts";
import { codes } from "../codes.ts";
import type { XmlElement } from "./element.ts";
import { Stop } from "./mistakes.ts";
import { prepare } from "./prepare.ts";
import { SourceText } from "./source-text.ts";
import { TreeBuilder } from "./tree-builder.ts";

export interface XmlLimits {
  /** UTF-16 units; a file of 4 MiB has at most so many. */
  readonly length: number;
  readonly depth: number;
  readonly attributes: number;
  readonly elements: number;
  /** Mistakes after which the rest is not read. */
  readonly errors: number;
}

export const XML_LIMITS: XmlLimits = Object.freeze({
  length: 4 * 1024 * 1024,
  depth: 64,
  attributes: 256,
  elements: 100_000,
  errors: 100,
});

export interface XmlResult {
  /** null when the nesting of the elements cannot be trusted; with lesser mistakes there is a tree and diagnostics. */
  readonly root: XmlElement | null;
  readonly diagnostics: readonly Diagnostic[];
  /** What the places refer to: the text without its byte order mark. */
  readonly source: SourceText;
  /** Parser events handled; with hostile input, a measure of the work that does not depend on the machine. */
  readonly events: number;
}

export function parseXml(text: string, file: string, limits: Partial<XmlLimits> = {}): XmlResult {
  const bounds = { ...XML_LIMITS, ...limits };
  const source = new SourceText(file, text);
  const list = new DiagnosticList();
  const clean = prepare(source, bounds, (d) => list.add(d));
  if (clean === null) return { root: null, diagnostics: list.sorted(), source, events: 0 };

  // A fixed version, since 1.1 has other line ends and other characters.
  const parser = new SaxesParser({ xmlns: true, position: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  const builder = new TreeBuilder(source, bounds, () => parser.position, list);
  parser.on("opentagstart", (tag) => builder.startTag(tag.name));
  parser.on("attribute", (a) => builder.attribute(a.name, a.value));
  parser.on("opentag", (tag) => builder.open(tag));
  parser.on("closetag", (tag) => builder.close(tag.name, tag.isSelfClosing));
  parser.on("text", (words) => builder.text(words));
  parser.on("cdata", (words) => builder.cdata(words));
  parser.on("comment", () => builder.comment());
  parser.on("processinginstruction", () => builder.instruction());
  parser.on("xmldecl", (declaration) => builder.declaration(declaration.version));
  parser.on("error", (error) => builder.complaint(error.message.replace(/^\d+:\d+: /, "")));
  try {
    parser.write(clean).close();
  } catch (error) {
    // The builder's way out of the parser; anything else is a fault of the program and must be seen.
    if (!(error instanceof Stop)) throw error;
  }
  if (builder.root === null && !list.hasErrors) {
    list.add(codedDiagnostic(codes.noElement, source.range(0, 0), "the file holds no element"));
  }
  return { root: builder.root, diagnostics: list.sorted(), source, events: builder.events };
}
