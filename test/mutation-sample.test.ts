/** The sampler of mutation testing: which places it finds, draws and leaves out. The run itself is `npm run mutate`. */
import { expect, test } from "vitest";
import { DrawnPlaces, type Place, placesOf, rangeOf, samplePlaces } from "../tools/mutation/sample.ts";
import { summarize, summaryText } from "../tools/mutation/summary.ts";

const SOURCE = `export function most(a: number, b: number): number {
  if (a < b) return b;
  return a + "".length;
}
`;
const files = [{ name: "src/most.ts", content: SOURCE }];

test("places are the nodes that have mutants: a body, a condition with its operator, a sum", async () => {
  const places = await placesOf(files, ["StringLiteral"]);
  expect(places.map((place) => [rangeOf(place), place.mutants])).toEqual([
    ["src/most.ts:1:51-4:1", 1], // the body, emptied
    ["src/most.ts:2:6-2:11", 4], // a < b: true, false, <=, >=
    ["src/most.ts:3:9-3:22", 1], // a - "".length
  ]);
  const withTexts = await placesOf(files, []);
  expect(withTexts.map(rangeOf)).toContain("src/most.ts:3:13-3:15");
});

const place = (line: number, mutants = 1): Place => ({
  file: "src/a.ts",
  start: { line, column: 2 },
  end: { line, column: 9 },
  mutants,
  name: `1 line ${line}`,
});

test("a seed draws the same places again, another one others, until there are as many mutants as asked for", () => {
  const places = Array.from({ length: 100 }, (_, i) => place(i, 1 + (i % 3)));
  const drawn = samplePlaces(places, 40, 7);
  expect(samplePlaces(places, 40, 7)).toEqual(drawn);
  expect(samplePlaces(places, 40, 8)).not.toEqual(drawn);
  const count = drawn.reduce((sum, { mutants }) => sum + mutants, 0);
  expect(count).toBeGreaterThanOrEqual(40);
  expect(count).toBeLessThan(40 + 3);
  expect(samplePlaces(places, 1e6, 7)).toEqual(places);
});

test("a line that is added leaves the rest of the sample as it was", async () => {
  const sums = Array.from({ length: 60 }, (_, i) => `  sum = sum + ${i % 20};`);
  const drawnOf = async (lines: readonly string[]): Promise<string[]> => {
    const content = `export function f(sum: number): number {\n${lines.join("\n")}\n  return sum;\n}\n`;
    const places = await placesOf([{ name: "src/f.ts", content }], []);
    return samplePlaces(places, 20, 1).map(({ name }) => name);
  };
  const drawn = await drawnOf(sums);
  expect(drawn).toHaveLength(20);
  const other = await drawnOf([...sums.slice(0, 10), "  sum = sum * 7;", ...sums.slice(10)]);
  // The new line may be drawn in place of another one, and so may the body, which is another text now.
  expect(other.filter((name) => drawn.includes(name)).length).toBeGreaterThanOrEqual(18);
});

test("every place is drawn as often as any other: over 2,000 seeds, one in ten", () => {
  const places = Array.from({ length: 20 }, (_, i) => place(i));
  const times = new Array<number>(20).fill(0);
  for (let seed = 1; seed <= 2000; seed++) for (const { start } of samplePlaces(places, 2, seed)) times[start.line]!++;
  // 200 each; five standard deviations of a binomial with p = 0.1: 5 √(2000 · 0.1 · 0.9) = 67.
  for (const count of times) expect(Math.abs(count - 200)).toBeLessThan(67);
});

test("inside a drawn place only what was drawn, and what surrounds it, is kept", () => {
  const outer = {
    file: "src/a.ts",
    start: { line: 1, column: 0 },
    end: { line: 9, column: 1 },
    mutants: 1,
    name: "1 {}",
  };
  const drawn = new DrawnPlaces([outer, place(5)]);
  expect(drawn.within("src/a.ts", { line: 4, column: 0 }, { line: 6, column: 0 })).toBe(true);
  expect(drawn.within("src/a.ts", { line: 5, column: 3 }, { line: 5, column: 9 })).toBe(false);
  expect(drawn.within("src/a.ts", { line: 7, column: 0 }, { line: 8, column: 0 })).toBe(false);
  expect(drawn.within("src/b.ts", outer.start, outer.end)).toBe(false);
  expect([
    drawn.has("src/a.ts", place(5).start, place(5).end),
    drawn.has("src/a.ts", place(5).start, outer.end),
  ]).toEqual([true, false]);
});

test("the summary counts drawn places alone: 2 found of 4 is a score of 50 %, and what takes effect while loading is beside it", () => {
  const mutant = (line: number, status: string, more: object = {}) => ({
    mutatorName: "ArithmeticOperator",
    replacement: "a - b",
    status,
    // Reports count from 1.
    location: { start: { line: line + 1, column: 3 }, end: { line: line + 1, column: 10 } },
    ...more,
  });
  const mutants = [
    mutant(0, "Killed"),
    mutant(1, "Timeout"),
    mutant(2, "Survived"),
    mutant(3, "NoCoverage"),
    mutant(4, "Ignored", { static: true }),
    mutant(5, "Survived"),
  ];
  const source = Array.from({ length: 6 }, (_, i) => `x=a + b.${i};`).join("\n");
  const summary = summarize(
    { files: { "src/a.ts": { source, mutants } } },
    [0, 1, 2, 3, 4].map((line) => place(line)),
  );
  expect(summary).toMatchObject({
    killed: 1,
    timedOut: 1,
    survived: 1,
    uncovered: 1,
    static: 1,
    failed: 0,
    score: 0.5,
  });
  expect(summary.survivors[0]).toMatchObject({ line: 3, original: "a + b.2", uncovered: false });
  expect(summaryText(summary)).toContain("src/a.ts:4 ArithmeticOperator (no test): a + b.3 -> a - b");
});
