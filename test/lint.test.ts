/** The lint rule that keeps the core deterministic: it must see what it forbids, where it forbids it, and nothing else. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const biome = fileURLToPath(new URL("../node_modules/@biomejs/biome/bin/biome", import.meta.url));

/** Messages of the rule for a text, as if it were the given file. */
function findings(file: string, text: string): number {
  const run = spawnSync(process.execPath, [biome, "lint", `--stdin-file-path=${file}`, "--colors=off"], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  return (run.stdout + run.stderr).match(/engines differ|named streams|no wall clock/g)?.length ?? 0;
}

test.each([
  ["export const a = Math.sin(1);"],
  ["export const a = Math.atan2(1, 2);"],
  ["export const a = Math.hypot(1, 2);"],
  ["export const f = (x: number): number => x ** 2;"],
  ["export const a = Math.random();"],
  ["export const a = Date.now();"],
  ["export const a = new Date().getTime();"],
  ["export const a = performance.now();"],
  ["setTimeout(() => {}, 1);"],
])("in the core, %s is refused; in the command line it is not", (text) => {
  expect(findings("src/engine/sample.ts", `${text}\n`)).toBe(1);
  expect(findings("src/cli/sample.ts", `${text}\n`)).toBe(0);
});

test("exact operations pass", () => {
  const text = "export const a = Math.sqrt(2) + Math.abs(-1) + Math.floor(1.5) + Math.PI + Math.imul(2, 3);\n";
  expect(findings("src/engine/sample.ts", text)).toBe(0);
});
