import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Diagnostic,
  DiagnosticList,
  formatDiagnostic,
  type SourceRange,
  sourceExcerpt,
  startOfFile,
} from "./diagnostics.ts";

/** The range marked by <|…|> in a text, and the text without the marks. */
function marked(source: string): { range: SourceRange; text: string } {
  const start = source.indexOf("<|");
  const end = source.indexOf("|>") - 2;
  const text = source.replace("<|", "").replace("|>", "");
  const place = (offset: number): { line: number; column: number } => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: before.at(-1)!.length + 1 };
  };
  const { line, column } = place(start);
  const { line: endLine, column: endColumn } = place(end);
  return { range: { file: "auv.xml", line, column, endLine, endColumn }, text };
}

function diagnostic(file: string, line: number, column: number, code: string, message = "wrong"): Diagnostic {
  return { severity: "error", code, message, range: { file, line, column, endLine: line, endColumn: column + 1 } };
}

test("a diagnostic is one line: place, severity, code, message, and the hint in parentheses", () => {
  const d: Diagnostic = {
    severity: "error",
    code: "LIB012",
    message: "diameter_m = -0.2 is below its minimum 0.001",
    range: { file: "auv.xml", line: 12, column: 31, endLine: 12, endColumn: 35 },
  };
  expect(formatDiagnostic(d)).toBe("auv.xml:12:31: error LIB012: diameter_m = -0.2 is below its minimum 0.001");
  expect(formatDiagnostic({ ...d, range: null, hint: "did you mean 0.2?" })).toBe(
    "error LIB012: diameter_m = -0.2 is below its minimum 0.001 (did you mean 0.2?)",
  );
});

test("a list is ordered by file, line, column and code, whatever the order of finding, and says nothing twice", () => {
  const ordered = [
    diagnostic("a.xml", 2, 9, "LIB001"),
    diagnostic("a.xml", 10, 1, "LIB001"),
    diagnostic("a.xml", 10, 3, "LIB001"),
    diagnostic("a.xml", 10, 3, "LIB002"),
    diagnostic("b.xml", 1, 1, "LIB001"),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...ordered, ...ordered], { minLength: 10 }), (shuffled) => {
      const list = new DiagnosticList();
      list.add(shuffled[0]!);
      list.addAll(shuffled.slice(1));
      expect(list.sorted()).toEqual(ordered);
    }),
    { seed: 8 },
  );
});

test("two problems at one place with one code are both kept when they say different things", () => {
  const list = new DiagnosticList();
  list.addAll([diagnostic("a.xml", 1, 1, "LIB001", "first"), diagnostic("a.xml", 1, 1, "LIB001", "second")]);
  expect(list.sorted().map((d) => d.message)).toEqual(["first", "second"]);
});

test("problems without a place come first, and only errors count as errors", () => {
  const list = new DiagnosticList();
  list.add({ ...diagnostic("a.xml", 1, 1, "LIB001"), severity: "warning" });
  expect(list.hasErrors).toBe(false);
  list.add({ severity: "error", code: "CLI001", message: "no such verb", range: null });
  expect(list.hasErrors).toBe(true);
  expect(list.sorted().map((d) => d.code)).toEqual(["CLI001", "LIB001"]);
});

test("sorting leaves the list as it was: more can be added and sorted again", () => {
  const list = new DiagnosticList();
  list.add(diagnostic("b.xml", 1, 1, "LIB001"));
  list.sorted().pop();
  list.add(diagnostic("a.xml", 1, 1, "LIB001"));
  expect(list.sorted()).toHaveLength(2);
});

test("the excerpt shows the line and underlines the stretch", () => {
  const { range, text } = marked('<auv>\n  <thruster id="stern" diameter_m=<|"-0.2"|>/>\n</auv>');
  expect(sourceExcerpt(range, text)).toBe(
    ['2 |   <thruster id="stern" diameter_m="-0.2"/>', "  |                                   ^^^^^^"].join("\n"),
  );
});

test("a stretch over several lines is underlined to the end of its first", () => {
  const { range, text } = marked("one <|two\nthree|> four");
  expect(sourceExcerpt(range, text)).toBe(["1 | one two", "  |     ^^^"].join("\n"));
});

test("tabs and carriage returns do not shift the marks", () => {
  const { range, text } = marked("\t\tx = <|oops|>\r\n");
  expect(sourceExcerpt(range, text)).toBe(["1 |   x = oops", "  |       ^^^^"].join("\n"));
});

test("an empty stretch, the end of a line and an empty file still get one mark", () => {
  const middle = marked("abc<||>def");
  expect(sourceExcerpt(middle.range, middle.text)).toBe(["1 | abcdef", "  |    ^"].join("\n"));
  const end = marked("abc<||>");
  expect(sourceExcerpt(end.range, end.text)).toBe(["1 | abc", "  |    ^"].join("\n"));
  expect(sourceExcerpt(startOfFile("a.xml"), "")).toBe(["1 | ", "  | ^"].join("\n"));
});

test("of a long line a window of 100 letters is shown, with the mark below its letter, at its end too", () => {
  for (const before of [0, 50, 150, 299, 300]) {
    const line = "x".repeat(before) + "y".repeat(300 - before);
    const range: SourceRange = { file: "a", line: 1, column: before + 1, endLine: 1, endColumn: before + 2 };
    const [shown, marks] = sourceExcerpt(range, line).split("\n") as [string, string];
    expect(shown.length).toBeLessThanOrEqual("1 | ".length + 100);
    expect(marks.match(/\^+/g)).toEqual(["^"]);
    const at = marks.indexOf("^");
    expect(shown[at]).toBe(before === 300 ? undefined : "y");
    if (before > 0) expect(shown[at - 1]).toBe("x");
  }
});

test("a place outside the text gives an empty excerpt or a mark at the end of the line, never an exception", () => {
  expect(sourceExcerpt({ file: "a", line: 9, column: 1, endLine: 9, endColumn: 2 }, "one line")).toBe("");
  for (const text of ["short", "x".repeat(300)]) {
    for (const column of [6, 120, 301, 302, 1000]) {
      const excerpt = sourceExcerpt({ file: "a", line: 1, column, endLine: 1, endColumn: column + 3 }, text);
      expect(excerpt).toContain("^");
      expect(excerpt.split("\n")[1]!.length).toBeLessThanOrEqual("1 | ".length + 101);
    }
  }
});
