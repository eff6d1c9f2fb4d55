/** Programs of the machine that tests run: a C compiler, SPIN and what they make. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a program in a folder and gives what it printed. A program that is missing, or fails, is an error that says so. */
export function runProgram(folder: string, program: string, args: readonly string[], input = ""): string {
  const result = spawnSync(program, args, { cwd: folder, input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.error !== undefined) {
    throw new Error(`This test needs ${program} (Debian: see test/setup/debian-packages.ts): ${result.error.message}`);
  }
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${result.status}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** A folder with some files for as long as `use` lasts. */
export function withFiles<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "thetis-mission-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The strictest that portable C has to pass. */
export const STRICT_C = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
