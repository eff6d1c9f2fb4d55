/** A bar on standard error while rays are traced, where that takes more than a moment and standard error is a terminal. */
import { SingleBar } from "cli-progress";
import type { RayCase } from "../../../acoustics/index.ts";

const QUIET_MS = 1000;
/** The clock is looked at after so many rays. */
const EVERY = 16;

/** Calls `work` with what it reports its rays to: the number done so far, of those of all sources. */
export function tracing<T>(ray: RayCase, what: string, work: (onRay: (done: number) => void) => T): T {
  if (process.stderr.isTTY !== true) return work(() => {});
  const all = ray.fan.count * ray.sourceDepths_m.length;
  const started_ms = performance.now();
  let bar: SingleBar | null = null;
  try {
    return work((done) => {
      if (done % EVERY !== 0) return;
      if (bar !== null) bar.update(done);
      else if (performance.now() - started_ms > QUIET_MS) {
        bar = new SingleBar({
          format: `  {bar} {percentage} %  ${what}: {value} of {total} rays`,
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
