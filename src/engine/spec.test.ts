import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const here = new URL(".", import.meta.url);
const testFolder = new URL("../../test/", import.meta.url);

function testTitles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => [
      ...readFileSync(new URL(name, folder), "utf8").matchAll(/(?:^test\(|\)\()\s*"(rule [^"]*)"/gms),
    ])
    .map((match) => match[1]);
}

test("every numbered rule of SPEC.md is quoted by the title of at least one test, and no test quotes another", () => {
  const spec = readFileSync(new URL("SPEC.md", here), "utf8");
  const rules = [...spec.matchAll(/^\*\*(\d+)\.\*\*/gm)].map((match) => Number(match[1]));
  expect(rules).toEqual(rules.map((_, i) => i + 1));
  const quoted = [...testTitles(here), ...testTitles(testFolder)].flatMap((title) =>
    [...title.matchAll(/\brule (\d+)/g)].map((match) => Number(match[1])),
  );
  expect([...new Set(quoted)].sort((a, b) => a - b)).toEqual(rules);
});
