import { describe, expect, test } from "vitest";
import { schemaVerdicts } from "../../test/support/schema-verdict.ts";
import { formatDiagnostic } from "../core/index.ts";
import { codeTable, loadComponent, memoryReader, schemaFor } from "./index.ts";
import { testRegistry } from "./test/kinds.ts";
import { malformedElements } from "./test/malformed-elements.ts";
import { malformedFiles } from "./test/malformed-files.ts";
import { malformedValues } from "./test/malformed-values.ts";
import { malformedXml } from "./test/malformed-xml.ts";
import { type Malformed, placeOf, unmark } from "./test/marks.ts";

const definitions = testRegistry();
const rows: readonly Malformed[] = [...malformedXml, ...malformedElements, ...malformedValues, ...malformedFiles];

const schemaVerdict = schemaVerdicts(schemaFor(definitions));

describe.each(rows)("$name", (row) => {
  const { files, mark } = unmark(row.xml);

  test(`gives ${row.code} at its place, and no follow-ups`, () => {
    const { component, diagnostics } = loadComponent(definitions, memoryReader(files), "main.xml", row.options);
    const found = diagnostics.filter((d) => d.code === row.code);
    expect(diagnostics.map((d) => d.code).sort(), diagnostics.map(formatDiagnostic).join("\n")).toEqual(
      [row.code, ...(row.also ?? [])].sort(),
    );
    const [d] = found;
    expect(formatDiagnostic(d!)).toContain(row.says);
    if (diagnostics.some((x) => x.severity === "error")) expect(component).toBeNull();
    if (mark === null) {
      expect(d!.range).toBeNull();
    } else {
      const start = placeOf(files[mark.file]!, mark.start);
      const end = placeOf(files[mark.file]!, mark.end);
      const expected = {
        file: mark.file,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
      };
      expect(d!.range).toEqual(expected);
    }
  });

  test(`the schema ${row.schema} it`, () => {
    const verdict = schemaVerdict(files[mark?.file ?? "main.xml"]!);
    if (row.schema === "refuses") expect(verdict).not.toBeNull();
    else expect(verdict).toBeNull();
  });
});

test("the table has at least 55 distinct files", () => {
  const distinct = new Set(rows.map((row) => JSON.stringify(unmark(row.xml).files)));
  expect(distinct.size).toBeGreaterThanOrEqual(55);
});

test("every code that the reader can give occurs in the table", () => {
  const used = new Set(rows.flatMap((row) => [row.code, ...(row.also ?? [])]));
  // Values from outside have a test of their own: overrides.test.ts. So have files with endings: control/mission/binding.test.ts,
  // and values that no model reads: unread.test.ts.
  const elsewhere = ["LIB046", "LIB047", "LIB049", "LIB060", "LIB061"];
  const unused = codeTable.filter(
    ({ code }) => !code.startsWith("DEF") && !elsewhere.includes(code) && !used.has(code),
  );
  expect(unused.map((entry) => entry.code)).toEqual([]);
});
