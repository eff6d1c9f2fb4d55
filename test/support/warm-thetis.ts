/**
 * The command line without the start of a process: calls one after another in a process of their own, in which everything is
 * loaded after the first. The same verbs of the same dist as `thetis` in run-thetis.ts, whose exit codes, output and files are
 * the same, at a tenth of the time. A new process is needed for what is about the process: signals, pipes, threads, its end,
 * and for models of the user's, which a process loads once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { type Ended, LONGEST_MS, root } from "./run-thetis.ts";

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

let child: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

afterAll(() => child?.kill());

/** As `thetis`; calls that are made at the same time wait for each other. */
export function warmThetis(args: readonly string[], { cwd = root, env = {} }: Options = {}): Promise<Ended> {
  const ended = last.then(() => answer({ args, cwd, env }));
  last = ended.catch(() => {});
  return ended;
}

function answer(call: object): Promise<Ended> {
  child ??= fork(fileURLToPath(new URL("warm-process.mjs", import.meta.url)), { execArgv: [] });
  const to = child;
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      to.off("message", answered).off("exit", left);
    };
    const answered = (message: unknown): void => {
      finish();
      resolve({ signal: null, ...(message as Omit<Ended, "signal">) });
    };
    const left = (): void => {
      finish();
      child = null;
      reject(new Error(`the process of the calls ended in ${JSON.stringify(call)}`));
    };
    // Its exit is the answer then.
    const timer = setTimeout(() => to.kill("SIGKILL"), LONGEST_MS);
    to.on("message", answered).on("exit", left);
    to.send(call);
  });
}
