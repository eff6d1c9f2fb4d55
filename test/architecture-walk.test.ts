/** The walk from a scenario file to its log in docs/architecture.md is true: every name is declared in the file that is named for it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${root}docs/architecture.md`, "utf8");
const walk = text.slice(text.indexOf("## From a scenario file to its log"), text.indexOf("## The contract of time"));

/** "`name` in `file`" and "`name` (`file`)", also where other words stand in the brackets. */
const named = [...walk.matchAll(/`([A-Za-z]+)`\s+(?:in\s+|\()`(src\/[^`]+\.ts)`/g)].map(([, name, file]) => [
  name!,
  file!,
]);

test("it has the steps that a reader needs", () => {
  expect(named.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "runScenario",
      "loadScenario",
      "vehicleOf",
      "connectProgram",
      "assemble",
      "LogWriter",
      "reportHtml",
    ]),
  );
  expect(named.length).toBeGreaterThan(20);
});

test.each(named)("%s is exported by %s", (name, file) => {
  expect(readFileSync(root + file, "utf8")).toMatch(
    new RegExp(`^export (async )?(function|class|interface|type|const) ${name}\\b`, "m"),
  );
});

test("every file that the page names exists", () => {
  const files = [...text.matchAll(/`((?:src|test|bench|docs)\/[a-z0-9./-]+\.(?:ts|md))`/g)].map(([, file]) => file!);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});
