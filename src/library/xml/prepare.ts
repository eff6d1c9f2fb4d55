/**
 * Looks a text over before it is parsed, and refuses what the parser must never see.
 *
 * DOCTYPE is refused, so there is no way to define an entity, to load one from elsewhere or to build a bomb of them.
 * References other than the five predefined and the numeric ones are reported here and blanked out with spaces of the
 * same length: the parser, which would read on to the next semicolon however far, then sees clean text with unchanged
 * offsets. One pass for characters and one for markup, both linear.
 */
import { asQuestion, codedDiagnostic, type Diagnostic, nearest } from "../../core/index.ts";
import { codes, quoted } from "../codes.ts";
import type { SourceText } from "./source-text.ts";

const MOST_CHARACTERS_LISTED = 10;
const REPLACEMENT = 0xfffd;
const PREDEFINED = ["amp", "lt", "gt", "quot", "apos"];

/** The text to parse, of the same length as the source's, or null where parsing is refused. */
export function prepare(
  source: SourceText,
  limits: { readonly length: number; readonly errors: number },
  report: (d: Diagnostic) => void,
): string | null {
  if (source.text.length > limits.length) {
    const seen = String(source.text.length);
    const message = `the file has ${seen} characters; at most ${limits.length} are read`;
    report(
      codedDiagnostic(codes.fileTooLarge, source.range(0, 0), message, { seen, allowed: `at most ${limits.length}` }),
    );
    return null;
  }
  if (!checkCharacters(source, report)) return null;
  checkEncoding(source, report);
  return checkReferences(source, limits.errors, report);
}

/** What XML 1.0 calls Char, for one UTF-16 unit at i; a surrogate must have its other half. */
function isAllowed(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  if (unit < 0x20) return unit === 0x09 || unit === 0x0a || unit === 0x0d;
  if (unit < 0xd800) return true;
  if (unit < 0xdc00) return isBetween(text.charCodeAt(i + 1), 0xdc00, 0xdfff);
  if (unit < 0xe000) return i > 0 && isBetween(text.charCodeAt(i - 1), 0xd800, 0xdbff);
  return unit < 0xfffe;
}

function isBetween(x: number, low: number, high: number): boolean {
  return x >= low && x <= high;
}

function checkCharacters(source: SourceText, report: (d: Diagnostic) => void): boolean {
  const { text } = source;
  const bad: number[] = [];
  let zeros = 0;
  let undecoded = 0;
  let firstUndecoded = -1;
  for (let i = 0; i < text.length; i++) {
    if (!isAllowed(text, i)) {
      bad.push(i);
      if (text.charCodeAt(i) === 0) zeros++;
    } else if (text.charCodeAt(i) === REPLACEMENT) {
      if (undecoded++ === 0) firstUndecoded = i;
    }
  }
  if (undecoded > 0) {
    const hint = "save the file as UTF-8";
    const more = undecoded > 1 ? `, and at ${undecoded - 1} more place${undecoded === 2 ? "" : "s"}` : "";
    const range = source.range(firstUndecoded, firstUndecoded + 1);
    report(codedDiagnostic(codes.notUtf8, range, `here${more} the file is not valid UTF-8`, { hint }));
  }
  // Every other character NUL: two-byte units read as single bytes.
  const hint = zeros * 3 > text.length ? "the file looks like UTF-16; save it as UTF-8" : undefined;
  for (const i of bad.slice(0, MOST_CHARACTERS_LISTED)) {
    const more = i === bad[0] && bad.length > 1 ? ` (the first of ${bad.length} such characters)` : "";
    const seen = `U+${text.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0")}`;
    const range = source.range(i, i + 1);
    report(
      codedDiagnostic(codes.badCharacter, range, `character ${seen} is not allowed in XML${more}`, { seen, hint }),
    );
    if (hint !== undefined) break;
  }
  return bad.length === 0;
}

/** The reader has decoded the text as UTF-8; a file that claims something else would be misread. */
function checkEncoding(source: SourceText, report: (d: Diagnostic) => void): void {
  const declaration = /^<\?xml[^?>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'?>]*)["']/.exec(
    source.text.slice(0, 1000),
  );
  if (declaration === null) return;
  const seen = declaration[1];
  if (/^(utf-?8|us-ascii|ascii)$/i.test(seen)) return;
  const end = declaration[0].length - 1;
  const message = `encoding ${quoted(seen)} is not supported; allowed: UTF-8, US-ASCII`;
  const hint = "save the file as UTF-8 and declare that, or nothing";
  report(
    codedDiagnostic(codes.encoding, source.range(end - seen.length, end), message, {
      seen,
      allowed: "UTF-8, US-ASCII",
      hint,
    }),
  );
}

/** References and sections in which an ampersand is an ordinary character, and DOCTYPE. */
const MARKUP = () => /&(?:[A-Za-z_][\w.:-]*;|#[0-9]+;|#x[0-9a-fA-F]+;)?|<!--|<!\[CDATA\[|<\?|<!DOCTYPE/g;
const SECTION_ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };

function checkReferences(source: SourceText, most: number, report: (d: Diagnostic) => void): string | null {
  const { text } = source;
  const clean: string[] = [];
  let cleanTo = 0;
  let bad = 0;
  const markup = MARKUP();
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const [seen] = match;
    const start = match.index;
    const end = start + seen.length;
    if (seen === "<!DOCTYPE") {
      const message = "a DOCTYPE is refused: the files read here define no entities and load none";
      report(codedDiagnostic(codes.doctype, source.range(start, end), message, { hint: "remove it" }));
      return null;
    }
    const sectionEnd = SECTION_ENDS[seen];
    if (seen === "<?" && !isInstruction(text, end)) {
      report(
        codedDiagnostic(codes.malformed, source.range(start, end), 'a name and white space, or "?>", must follow "<?"'),
      );
      return null;
    }
    if (sectionEnd !== undefined) {
      const at = text.indexOf(sectionEnd, end);
      if (at < 0) break;
      markup.lastIndex = at + sectionEnd.length;
    } else if (!isReference(seen)) {
      report(badReference(source, seen, start));
      bad++;
      if (bad >= most) {
        const message = `${bad} mistakes found; the rest of the file was not read`;
        report(codedDiagnostic(codes.tooManyErrors, source.range(0, 0), message));
        return null;
      }
      clean.push(text.slice(cleanTo, start), " ".repeat(seen.length));
      cleanTo = end;
    }
  }
  clean.push(text.slice(cleanTo));
  return clean.join("");
}

/** Whether the name of an instruction ends as it must; the parser is content with any question mark. */
function isInstruction(text: string, at: number): boolean {
  const end = /[ \t\r\n?]/g;
  end.lastIndex = at;
  const match = end.exec(text);
  return match === null || match[0] !== "?" || text[match.index + 1] === ">";
}

function isReference(reference: string): boolean {
  if (reference.startsWith("&#")) {
    const digits = reference.slice(2, -1);
    const code = digits.startsWith("x") ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
    return code <= 0x10ffff && isAllowed(String.fromCodePoint(code), 0) && !isBetween(code, 0xd800, 0xdfff);
  }
  return PREDEFINED.includes(reference.slice(1, -1));
}

function badReference(source: SourceText, seen: string, start: number): Diagnostic {
  const range = source.range(start, start + seen.length);
  if (seen === "&") {
    return codedDiagnostic(codes.entity, range, '"&" must begin a reference', {
      seen,
      hint: 'write "&amp;" for the sign itself',
    });
  }
  if (seen.startsWith("&#")) {
    return codedDiagnostic(codes.entity, range, `${quoted(seen)} is not the number of an XML character`, { seen });
  }
  const name = seen.slice(1, -1);
  const guess = nearest(name, PREDEFINED);
  const hint = guess === undefined ? "write the character itself" : asQuestion(`&${guess};`);
  const allowed = "&amp; &lt; &gt; &quot; &apos; and numeric references";
  return codedDiagnostic(codes.entity, range, `entity reference ${quoted(seen)} is not defined`, {
    seen,
    allowed,
    hint,
  });
}
