#!/usr/bin/env node
/** thetis: the program as a process, with its streams, signals and end. The verbs are in program.ts. */
import { endedEarly, guardExit, isRunning, leave, markEnd, outputFailure, uncaught } from "./io/leaving.ts";
import { EXIT } from "./io/outcome.ts";
import { call, exitCodeOf, sayError } from "./program.ts";

/** Verbs print to pipes that may be closed early (thetis … | head); that is not a failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" && isRunning()) return;
    if (error.code === "EPIPE") leave(numberOf(process.exitCode) ?? EXIT.done);
    throw outputFailure(error) ?? error;
  });
}

// Set where this program is tested: runs are checked (src/engine/SPEC.md, rule 22).
if (process.env.THETIS_CHECKED === "1") globalThis.THETIS_CHECKED = true;

// Standard output belongs to results. What a user's model prints goes with the notes.
console.log = console.error;
console.info = console.error;

// A verb that never comes to its end (a user's model that waits for ever) has failed, whatever exit code it left.
process.on("exit", () => {
  const reason = endedEarly();
  if (reason === null) return;
  sayError(reason);
  process.exitCode = EXIT.wrongInput;
});
process.on("uncaughtException", (error) => uncaught(error, exitCodeOf));
guardExit();

void call(process.argv.slice(2)).finally(markEnd);

function numberOf(code: typeof process.exitCode): number | undefined {
  return code === undefined || code === null ? undefined : Number(code);
}
