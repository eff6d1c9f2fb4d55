/**
 * How the program ends. Only the program itself ends it: a model of the user's that calls process.exit, or that waits for ever, would
 * make a failed check look passed. What goes wrong outside every call, in a timer or a promise of a model, ends a run in order.
 */
import { fileURLToPath } from "node:url";
import { packageFolder, reasonOf } from "./files.ts";
import { CallError, EXIT } from "./outcome.ts";

const exit = process.exit.bind(process);
let ended = false;
let running: ((error: unknown) => void) | null = null;

/** The verb has come to its end, or the program is left on purpose. */
export function markEnd(): void {
  ended = true;
}

/** Ends the program at once. */
export function leave(code?: number): never {
  markEnd();
  return exit(code);
}

/** A model that calls process.exit throws instead, where it is called. */
export function guardExit(): void {
  process.exit = () => {
    throw new Error("it calls process.exit");
  };
}

/** Says why the program ends although its verb has not. For the event "exit". */
export function endedEarly(): string | null {
  return ended ? null : "the program waits for something that never comes, for example a promise in a file of models";
}

/** While a run goes on, `fail` gets the errors that belong to no call; null afterwards. */
export function whileRunning(fail: ((error: unknown) => void) | null): void {
  running = fail;
}

/** A run goes on when its standard output is closed: its log is what counts. */
export function isRunning(): boolean {
  return running !== null;
}

/** For the event "uncaughtException". */
export function uncaught(error: unknown, report: (error: unknown) => number): void {
  if (running !== null && !(error instanceof CallError)) {
    running(error);
    return;
  }
  leave(report(error));
}

/** An error in one line, with the place in the file of a user's that it comes from. The stack is for those who ask for it. */
export function errorLine(error: unknown): string {
  if (process.env.THETIS_STACK === "1" && error instanceof Error) return error.stack ?? error.message;
  if (!(error instanceof Error)) return `an error that is not an Error: ${String(error)}`.replace(/\s+/g, " ");
  const place = placeOutside(error.stack ?? "");
  const from = place === null ? "THETIS_STACK=1 shows where" : place;
  return `${error.name}: ${error.message} (${from})`.replace(/\s+/g, " ");
}

/** The first place in the stack that lies outside the package. */
function placeOutside(stack: string): string | null {
  for (const [, url, line, column] of stack.matchAll(/(file:\/\/[^\s()]+?):(\d+):(\d+)\)?$/gm)) {
    const file = fileURLToPath(url!);
    if (!file.startsWith(packageFolder) || file.startsWith(`${packageFolder}examples`))
      return `${file}:${line}:${column}`;
  }
  return null;
}

/** What the system says when standard output cannot be written, as the failure that it is; null for another error. */
export function outputFailure(error: unknown): CallError | null {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall !== "write") return null;
  return new CallError(`cannot write to standard output: ${reasonOf(error)}`, EXIT.failed, { cause: error });
}
