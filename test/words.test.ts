/** The words of comments, messages and manual: "is not a rate", never "is no rate"; "no vehicle" or "unused", never "nobody". */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Folders whose text is not held yet. */
const EXEMPT: readonly string[] = [];

const root = fileURLToPath(new URL("..", import.meta.url));

/** Generated from code that is looked at itself, installed or built. */
const LEFT_OUT = ["docs/reference", "docs/api", "node_modules", "dist"];

const CODE = /\.(ts|mjs|svelte)$/;
const TEXT = /\.md$/;

/** Between two words: white space, or the end of a line and the mark of a comment or a list on the next. */
const GAP = String.raw`\s+(?:(?:\*|//|>|-)\s+)?`;
const PATTERNS = [
  new RegExp(
    String.raw`(?<!\bthere${GAP})\b(?:is|are|was|were)${GAP}no${GAP}(?!(?:longer|more|less)\b)[a-z][\w-]*`,
    "gi",
  ),
  /\bnobody\b/gi,
];

/** What a text says otherwise than it should: the line, and the words. */
function found(text: string): string[] {
  const hits = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]);
  return hits
    .sort((a, b) => a.index - b.index)
    .map((hit) => `${text.slice(0, hit.index).split("\n").length}: ${hit[0].replace(/\s+/g, " ")}`);
}

/** Files below a folder, by their path from the root. */
function filesBelow(folder: string, wanted: readonly RegExp[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith(".") || LEFT_OUT.includes(path) || LEFT_OUT.includes(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, wanted);
    return wanted.some((pattern) => pattern.test(entry.name)) ? [path] : [];
  });
}

const files = [
  ...["src", "bench", "experiments", "tools", "ui/src", "examples"].flatMap((folder) =>
    filesBelow(folder, [CODE, TEXT]),
  ),
  ...filesBelow("docs", [TEXT]),
  ...["README.md", "CONTRIBUTING.md", "ui/README.md"],
];

test("the patterns find what they forbid, across the lines of a comment as well, and nothing else", () => {
  const text = "0.5 is no rate\n/** Files that are\n * no maps. Nobody writes it. */\n// It was\n// no log.";
  expect(found(text)).toEqual(["1: is no rate", "2: are * no maps", "3: Nobody", "4: was // no log"]);
  const fine =
    "There is no port, so there are\n * no messages. It is no longer read. These are no more than ten. It has no unit, is not a rate.";
  expect(found(fine)).toEqual([]);
});

test("every folder is looked at, and the folders that are exempt exist", () => {
  for (const folder of ["src/core", "bench", "experiments", "tools", "ui/src", "examples", "docs"]) {
    expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  }
  for (const folder of EXEMPT) expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
});

test('no text has "is no X" where "is not an X" is meant, nor "nobody"', () => {
  const held = files.filter((file) => !EXEMPT.some((folder) => file.startsWith(`${folder}/`)));
  const wrong = held.flatMap((file) => found(readFileSync(join(root, file), "utf8")).map((hit) => `${file}:${hit}`));
  expect(wrong).toEqual([]);
});
