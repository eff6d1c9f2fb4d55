import { describe, expect, test } from "vitest";
import { malformedStructure } from "../test/malformed-structure.ts";
import { malformedWords } from "../test/malformed-words.ts";
import { covered, type MalformedMission, rangeOf, unmark } from "../test/marks.ts";
import { readingCodeTable } from "./codes.ts";
import { parseMission } from "./index.ts";

const malformed = [...malformedWords, ...malformedStructure];

/** Exactly the diagnostics that the marks ask for: no other, none besides, none at another place. */
function checkMalformed({ marked, code, says, related }: MalformedMission): void {
  const { text, marks } = unmark(marked);
  const { diagnostics } = parseMission(text, "m.mission");
  const wanted = typeof code === "string" ? marks.map(() => code) : code;
  expect(diagnostics.map((d) => ({ code: d.code, range: d.range }))).toEqual(
    marks.map((mark, i) => ({ code: wanted[i], range: rangeOf(text, mark, "m.mission") })),
  );
  const first = diagnostics[0]!;
  expect(`${first.message} (${first.hint ?? ""})`).toContain(says);
  if (related === undefined) return;
  const places = (first.related ?? []).map((r) => [
    covered(text, r.range),
    `${covered(text, r.range)}@${r.range.line}`,
  ]);
  expect(places.flat()).toContain(related);
}

describe("one mistake gives one diagnostic, with its code, at its place", () => {
  for (const each of malformed) test(each.name, () => checkMalformed(each));
});

test("every code of the table has such a text, but the one for nesting, which has tests of its own", () => {
  const tried = new Set(malformed.flatMap(({ code }) => code));
  expect(readingCodeTable.map((entry) => entry.code).filter((code) => !tried.has(code))).toEqual(["MIS023"]);
  expect(new Set(readingCodeTable.map((entry) => entry.code)).size).toBe(readingCodeTable.length);
});
