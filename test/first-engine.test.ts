/** The example of docs/engine.md: the page shows the program as it is, and the program does what the page says. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/engine.md`, "utf8");
const example = `${root}examples/first-engine/run.mjs`;

/** Fenced blocks of the section "An example", by the language behind the fence. */
function blocks(language: string): string[] {
  const section = page.slice(page.indexOf("## An example"), page.indexOf("## Real time"));
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? "");
}

/** Runs the program on the sources as they are, not on whatever dist/ holds. */
async function output(): Promise<string> {
  const bundled = await build({
    entryPoints: [example],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    plugins: [
      {
        name: "sources",
        setup({ onResolve }) {
          onResolve({ filter: /^thetis\// }, ({ path }) => ({
            path: path.replace(/^thetis\/(.*)$/, `${root}src/$1/index.ts`),
          }));
        },
      },
    ],
  });
  const program = bundled.outputFiles[0]?.text ?? "";
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module"], {
    input: program,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

test("every block of code on the page stands in the program, in the same order", () => {
  const program = readFileSync(example, "utf8");
  const code = blocks("ts");
  expect(code.length).toBeGreaterThan(4);
  const places = code.map((block) => program.indexOf(block));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("the program prints what the page says it prints", async () => {
  expect(await output()).toBe(blocks("").at(-1));
});
