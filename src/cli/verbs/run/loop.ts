/**
 * Advances a run in slices short enough that a bar moves and Ctrl-C is heard between them; slices change no bit. A first
 * Ctrl-C ends the run in order, a second one at once. An error from a timer or a promise of a user's model ends it in order, too.
 */
import { setImmediate as breathe } from "node:timers/promises";
import type { ScenarioRun } from "../../../scenario/index.ts";
import { leave, whileRunning } from "../../io/leaving.ts";
import type { RunProgress } from "./progress.ts";

/** Wall time that a slice aims at. */
const SLICE_MS = 40;
const FIRST_SLICE_NS = 100_000_000;

/** Hears whether the run is to end. */
export class StopRequest {
  #asked = false;
  #failure: { readonly error: unknown } | null = null;
  readonly #listen = (): void => {
    if (this.#asked) leave(130);
    this.#asked = true;
  };

  constructor() {
    whileRunning((error) => {
      this.#failure ??= { error };
      this.#asked = true;
    });
    process.on("SIGINT", this.#listen);
    process.on("SIGTERM", this.#listen);
  }

  get asked(): boolean {
    return this.#asked;
  }

  /** What was thrown outside every call; null for nothing. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  release(): void {
    whileRunning(null);
    process.off("SIGINT", this.#listen);
    process.off("SIGTERM", this.#listen);
  }
}

/** As fast as it goes. Returns when the run is at its end, or at an instant before it, or was asked to stop. */
export async function runFast(
  run: ScenarioRun,
  progress: RunProgress,
  stop: StopRequest,
  until_ns = run.end_ns,
): Promise<void> {
  let slice_ns = FIRST_SLICE_NS;
  while (run.sim.now_ns < until_ns && !stop.asked) {
    const began_ms = performance.now();
    run.advance(Math.min(run.sim.now_ns + slice_ns, until_ns));
    const took_ms = Math.max(performance.now() - began_ms, 0.1);
    slice_ns = Math.round(Math.min(Math.max((slice_ns * SLICE_MS) / took_ms, slice_ns / 4, 1e6), slice_ns * 4));
    progress.update(run.sim.now_ns);
    await breathe();
  }
}
