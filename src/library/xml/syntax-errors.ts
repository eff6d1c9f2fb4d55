/**
 * From the parser's complaints to diagnostics that a reader can act on, and which of them are worth showing.
 *
 * saxes goes on after a mistake, and one mistake then yields many complaints. The rule here: one complaint per tag;
 * and after a mistake that shifts where tags begin and end, nothing about unclosed or unmatched elements, since that
 * is what the shift looks like from further down.
 */
import type { CodeEntry } from "../codes.ts";
import { codes } from "../codes.ts";

/**
 * How far a mistake reaches: an attribute at most, so that the tree can be trusted; the tag, so that it cannot; the
 * nesting of elements; or so far that going on is useless.
 */
export type Reach = "attribute" | "tag" | "nesting" | "stop";

export interface Complaint {
  readonly entry: CodeEntry;
  readonly reach: Reach;
  readonly message: string;
  /** What is to be marked: the last such characters that begin at least `back` before the parser's position. */
  readonly mark: string;
  readonly back: number;
}

function complaint(entry: CodeEntry, reach: Reach, message: string, mark = "", back = 1): Complaint {
  return { entry, reach, message, mark, back };
}

/** Complaints whose wording does not depend on what surrounds them, by the parser's words. */
const FIXED: ReadonlyMap<string, Complaint> = new Map([
  [
    "disallowed character in tag name",
    complaint(codes.malformedTag, "tag", '"<" must be followed by a name; write "&lt;" for the sign itself', "<", 2),
  ],
  ["disallowed character in closing tag.", complaint(codes.malformedTag, "tag", "unexpected text in a closing tag")],
  [
    "incorrect syntax.",
    complaint(codes.malformed, "stop", '"<!" begins neither a comment nor a CDATA section', "<!", 2),
  ],
  ["malformed comment.", complaint(codes.comment, "attribute", 'a comment may not contain "--"', "--", 3)],
  ["processing instruction without a target.", complaint(codes.malformed, "stop", 'a name must follow "<?"', "<?", 2)],
  [
    "disallowed character in processing instruction name.",
    complaint(codes.malformed, "stop", 'a name must follow "<?"', "<?", 2),
  ],
  [
    "an XML declaration must be at the start of the document.",
    complaint(
      codes.xmlDeclaration,
      "attribute",
      "the XML declaration must be at the very start of the file",
      "<?xml",
      5,
    ),
  ],
  [
    "the XML declaration must appear at the start of the document.",
    complaint(codes.xmlDeclaration, "attribute", 'the XML declaration must begin with "<?xml"', "<?", 2),
  ],
  [
    'the string "]]>" is disallowed in char data.',
    complaint(codes.malformed, "attribute", '"]]>" may not stand in text', "]]>", 3),
  ],
]);

/** Complaints that the tree builder makes itself, with better places, or that repeat another one. */
const OWN: ReadonlySet<string> = new Set([
  "text data outside of root node.",
  "documents may contain only one root.",
  "document must contain a root element.",
  "unexpected close tag.",
]);

const DECLARATION = /XML declaration|expected (the name|one of)|name\/value pairs|value required|value must be quoted/;
const DECLARATION_VALUE = /^(version number|encoding value|standalone value) must match|^whitespace required/;
const NAMESPACE = /namespace|^malformed name|^xml(ns)? prefix|prefix|"xmlns"/;

/** What is to be said about a complaint; "own" when the builder says it, null when it depends on the surroundings. */
export function complaintAbout(words: string): Complaint | "own" | null {
  const fixed = FIXED.get(words);
  if (fixed !== undefined) return fixed;
  if (OWN.has(words) || words.startsWith("unclosed tag") || words.startsWith("duplicate attribute")) return "own";
  if (DECLARATION_VALUE.test(words) || DECLARATION.test(words)) {
    return complaint(codes.xmlDeclaration, "attribute", "the XML declaration is malformed", "<?xml", 5);
  }
  const prefix = /^unbound namespace prefix: ("[^"]*")/.exec(words);
  if (prefix !== null) return complaint(codes.namespace, "attribute", `prefix ${prefix[1]} is not declared`);
  if (NAMESPACE.test(words)) return complaint(codes.namespace, "attribute", words.replace(/\.$/, ""));
  return null;
}
