/** How a verb ends, and what it puts out. */
import { once } from "node:events";

/** 0 done, 1 a property or claim does not hold, 2 the input or the call is wrong, 3 the run failed. */
export const EXIT = { done: 0, doesNotHold: 1, wrongInput: 2, failed: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A wrong call that has no place in a file: one line to standard error, exit code 2 (or 3 for a failure of the machine). */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.wrongInput, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A sentence with its hint, if there is one, in parentheses: as diagnostics print theirs. */
export function withHint(sentence: string, hint: string | undefined): string {
  return hint === undefined ? sentence : `${sentence} (${hint})`;
}

/** What --json prints: one document on standard output, nothing else. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Text to standard output, no faster than it is read. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
