/** The program as whole processes: started, waited for, interrupted. Needs dist (npm run build). */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { RandomStream, STREAM_WORDS } from "../../src/core/index.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const main = join(root, "dist/src/cli/main.js");

export interface Ended {
  /** null when a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Without V8's optimisers: two thirds of the time for short calls, slow in long ones, the same results. */
  readonly short?: boolean;
}

const SHORT_CALL = ["--no-opt", "--liftoff-only"];

/** A program that runs for this long hangs. On a machine that is busy with other things, one that does not may take minutes. */
export const LONGEST_MS = 250_000;

export function startProgram(
  command: string,
  args: readonly string[],
  { cwd = root, env = {} }: Options = {},
): Started {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: LONGEST_MS });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, ...texts }));
  });
  return { child, ended };
}

export function startThetis(args: readonly string[], options: Options = {}): Started {
  return startProgram(process.execPath, [...(options.short === true ? SHORT_CALL : []), main, ...args], options);
}

export function thetis(args: readonly string[], options: Options = {}): Promise<Ended> {
  return startThetis(args, options).ended;
}

/** A folder that is gone after the tests of a file; `write` puts a text there and returns its path. */
export class Folder {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), "thetis-run-"));
    afterAll(() => rmSync(this.path, { recursive: true }));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    const file = this.at(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** What lies in it, or in a folder below: names, sorted. */
  names(below = "."): string[] {
    return existsSync(this.at(below)) ? readdirSync(this.at(below)).sort() : [];
  }
}

/** Numbers in [0, 1), the same in every run of the tests. */
export function chances(name: string): () => number {
  const stream = new RandomStream({ campaign: 4, run: 0 }, name);
  const words = new Int32Array(STREAM_WORDS);
  return () => stream.uniform(words);
}

/** Runs the jobs in their order, so many at a time; the results in the order of the jobs. */
export async function severalAtATime<T>(most: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) results[i] = await jobs[i]!();
  };
  await Promise.all(Array.from({ length: most }, lane));
  return results;
}

/** Returns when a file has so many bytes; fails when the process ends before. */
export async function untilBytes(file: string, bytes: number, { child, ended }: Started): Promise<void> {
  for (;;) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= bytes) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${file} at ${size} bytes: ${JSON.stringify(await ended)}`);
    await sleep(2);
  }
}

/** Neither a stack nor the name of a system call: a person reads this. */
export function expectPlainWords(text: string): void {
  expect(text).not.toMatch(/^\s+at .+:\d+/m);
  expect(text).not.toMatch(/node:internal|\bE[A-Z]{3,}: /);
}

/** How a refusal looks: the code, nothing on standard output or one JSON document, the reason on standard error. */
export function expectRefusal(ended: Ended, status: 2 | 3, reason: RegExp, asJson: boolean): void {
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status, stderr: expect.stringMatching(reason) });
  expectPlainWords(ended.stderr);
  if (asJson && ended.stdout !== "") expect(JSON.parse(ended.stdout)).toBeTypeOf("object");
  else expect(ended.stdout).toBe("");
  // One line, or diagnostics: place and code, then the lines of the source with their marks, indented. A guess in brackets
  // ("Did you mean …?") may follow.
  const lines = ended.stderr.trimEnd().split("\n");
  const coded = lines.filter((line) => /^(\S.*:\d+:\d+: )?(error|warning|note) [A-Z]{3}\d{3}: /.test(line));
  if (coded.length === 0) expect(lines.filter((line) => !line.startsWith("("))).toHaveLength(1);
  else expect(lines.filter((line) => !coded.includes(line) && !/^\s{4}|^thetis: /.test(line))).toEqual([]);
}
