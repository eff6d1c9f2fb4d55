/** The lint rule that keeps the core deterministic: it must see what it forbids, where it forbids it, and nothing else. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

const forbidden = [
  "export const a = Math.sin(1);",
  "export const a = Math.atan2(1, 2);",
  "export const a = Math.hypot(1, 2);",
  "export const a = (x: number): number => x ** 2;",
  "export const a = Math.random();",
  "export const a = Date.now();",
  "export const a = new Date().getTime();",
  "export const a = performance.now();",
  "setTimeout(() => {}, 1);",
  'export const a = Math["sin"](1);',
  "const M = Math;\nexport const a = M.sqrt(1);",
  "const { now } = performance;\nexport const a = now;",
  "export const a = Date();",
  "queueMicrotask(() => {});",
  "export const a = crypto.getRandomValues(new Uint8Array(1));",
];
const allowed = "export const a = Math.sqrt(2) + Math.abs(-1) + Math.floor(1.5) + Math.PI + Math.imul(2, 3);";

// A project of its own with our configuration, one file per case.
const folder = mkdtempSync(join(tmpdir(), "thetis-lint-"));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync(join(root, "tools/lint"), join(folder, "tools/lint"), { recursive: true });
const configuration = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...configuration, vcs: undefined, $schema: undefined }));
for (const room of ["engine", "cli"]) {
  mkdirSync(join(folder, "src", room), { recursive: true });
  [...forbidden, allowed].forEach((text, i) => {
    writeFileSync(join(folder, "src", room, `case${i}.ts`), `${text}\n`);
  });
}
const { stdout, stderr } = spawnSync(
  process.execPath,
  [biome, "lint", "--colors=off", "--max-diagnostics=none", "src"],
  {
    cwd: folder,
    encoding: "utf8",
  },
);
const findings = [
  ...(stdout + stderr).matchAll(/src\/(\w+)\/case(\d+)\.ts:\d+:\d+ (?:plugin|lint\/style\/noRestrictedGlobals)/g),
].map((m) => `${m[1]} ${m[2]}`);

test.each(forbidden.map((text, i) => [text, i] as const))(
  "in the core, %s is refused; in the command line it is not",
  (_, i) => {
    expect(findings).toContain(`engine ${i}`);
    expect(findings).not.toContain(`cli ${i}`);
  },
);

test("exact operations pass", () => {
  expect(findings).not.toContain(`engine ${forbidden.length}`);
});
