/** Every source that the code, the documents and the component files name is in docs/references.bib. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Generated from the code, whose comments are checked where they stand. */
const generated = ["docs/api", "docs/.vitepress"];

function files(folder: string, ending: RegExp): string[] {
  if (!existsSync(join(root, folder)) || generated.includes(folder)) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

/** [Fossen2011], [Fossen2011, eq. (6.2)], [Parodi2009SeaTrials]: a name, a year, at most a word. */
const CITATION = /\[([A-Z][A-Za-z]+\d{4}[A-Za-z]*)(?=[\],;])/g;
/** source="Key" in a provenance element; links and sentences are no keys. */
const SOURCE = /<provenance\b[^>]*?\bsource="([A-Za-z]\w*)"/g;

const bibliography = readFileSync(join(root, "docs/references.bib"), "utf8");
const keys = [...bibliography.matchAll(/^@\w+\{([^,\s]+),/gm)].map((m) => m[1] ?? "");

function missing(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return [...text.matchAll(pattern)]
      .filter(([, key = ""]) => !keys.includes(key))
      .map(([, key]) => `${path} cites ${key}`);
  });
}

test("no key is in references.bib twice", () => {
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

test("every [Key2000] in src and docs is in references.bib", () => {
  const paths = [...files("src", /\.(ts|md)$/), ...files("docs", /\.md$/)];
  expect(missing(paths, CITATION)).toEqual([]);
  // The search finds what it looks for: the generator of random streams names its source.
  const [first] = readFileSync(join(root, "src/core/random.ts"), "utf8").matchAll(CITATION);
  expect(first?.[1]).toBe("Salmon2011");
});

test("every source that a component file names by key is in references.bib", () => {
  expect(missing(files("components", /\.xml$/), SOURCE)).toEqual([]);
  const [sample] = '<provenance of="a" status="published"\n  source="Nobody1900"/>'.matchAll(SOURCE);
  expect(sample?.[1]).toBe("Nobody1900");
});
