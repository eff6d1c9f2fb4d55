/** Part of every allocation probe; runs in a Node with the flags of allocation.ts. */

const STEPS = 10_000;

/**
 * Bytes on the heap per step of `run(steps)`, after so many steps to get warm. The least of up to forty tries: code that is
 * compiled again after the warm-up, and a collection of old code, cost something in one try and nothing in the next.
 */
export function leastBytes(run, warmSteps) {
  run(warmSteps);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 40 && least >= 1; attempt++) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    run(STEPS);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / STEPS);
  }
  return least;
}
