/**
 * How long a tick stands for: the time since the previous tick, from the times of the readings.
 *
 *   h = T                        in the first tick                             (1)
 *   h = min(max(t − t₋, 0), 2 T)  afterwards, with the nominal period T          (2)
 *
 * A computer that ran late integrates over the time that really passed; one that hung for long does not make up for it with
 * one large step, during which the error was not measured.
 */
import { S_PER_NS } from "../../core/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";

/** Reals that it remembers: whether there was a tick, and when. */
export const ELAPSED_MEMORY = 2;

export class Elapsed {
  readonly #period_s: number;

  constructor(rate_Hz: number) {
    this.#period_s = 1 / rate_Hz;
  }

  /** out[o] = h in s of a tick with the true state at reals[state ..]; reals[at .. at + 1] remember it. */
  into(out: Float64Array, o: number, reals: Float64Array, at: number, state: number): void {
    const t_s = reals[state + NAVIGATION_STATE.taken]! * S_PER_NS;
    const passed_s = Math.max(t_s - reals[at + 1]!, 0);
    out[o] = reals[at] === 0 ? this.#period_s : Math.min(passed_s, 2 * this.#period_s); // (1), (2)
    reals[at] = 1;
    reals[at + 1] = t_s;
  }
}
