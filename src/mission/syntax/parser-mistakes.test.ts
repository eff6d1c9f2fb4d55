import { describe, test } from "vitest";
import { malformedStructure } from "../test/malformed-structure.ts";
import { malformedWords } from "../test/malformed-words.ts";
import { checkMalformed } from "../test/marks.ts";

describe("one mistake gives one diagnostic, with its code, at its place", () => {
  for (const malformed of [...malformedWords, ...malformedStructure]) {
    test(malformed.name, () => checkMalformed(malformed));
  }
});
