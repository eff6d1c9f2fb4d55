/**
 * How many bytes warm code allocates, measured on the heap itself in a Node of its own: under a test runner every import is a
 * property of an object, and its numbers are boxed. A probe is a program that prints the number; see least-bytes.mjs.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";

/**
 * One thread: V8 otherwise optimises on another while the code runs on, and what it has seen by then, hence what it inlines
 * and which numbers stay boxed, depends on when that thread gets a core. Young objects have room for all steps of a try: a
 * collection in the middle of one would hide what was allocated before.
 */
const FLAGS = ["--expose-gc", "--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"];

function run(args: readonly string[], input: string, env: Readonly<Record<string, string>>): number {
  const options = { input, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  return Number(execFileSync(process.execPath, [...FLAGS, ...args], options));
}

/** Of a probe in a file. */
export function bytesOfProbe(file: string, ...args: string[]): number {
  return run([file, ...args], "", {});
}

/** Of a probe that is written in a test, and imports as that test's file would; `url` is the file's import.meta.url. */
export function probeOf(url: string, text: string): (env?: Readonly<Record<string, string>>) => number {
  const measure = fileURLToPath(new URL("least-bytes.mjs", import.meta.url));
  const program = bundle(url, `import { leastBytes } from ${JSON.stringify(measure)};\n${text}`, "esm");
  return (env = {}) => run(["--input-type=module", "-"], program, env);
}
