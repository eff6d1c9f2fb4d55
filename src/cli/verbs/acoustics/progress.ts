/** A bar on standard error while something is computed, where that takes more than a moment and standard error is a terminal. */
import { SingleBar } from "cli-progress";

const QUIET_MS = 1000;
/** The clock is looked at after so many steps. */
const EVERY = 16;

/** Calls `work` with what it reports to: how many of `all` are done so far. */
export function waiting<T>(all: number, what: string, work: (onStep: (done: number) => void) => T): T {
  if (process.stderr.isTTY !== true) return work(() => {});
  const started_ms = performance.now();
  let bar: SingleBar | null = null;
  try {
    return work((done) => {
      if (done % EVERY !== 0) return;
      if (bar !== null) bar.update(done);
      else if (performance.now() - started_ms > QUIET_MS) {
        bar = new SingleBar({
          format: `  {bar} {percentage} %  {value} of {total} ${what}`,
          stream: process.stderr,
          hideCursor: true,
          clearOnComplete: true,
          barsize: 30,
          barCompleteChar: "█",
          barIncompleteChar: "░",
        });
        bar.start(all, done);
      }
    });
  } finally {
    (bar as SingleBar | null)?.stop();
  }
}
