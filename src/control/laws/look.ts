/** What a module of this room does first in each step: look at the true state, and at how long the step stands for. */
import { ELAPSED_MEMORY, Elapsed } from "./elapsed.ts";
import { NAVIGATION_SIZE, navigationInto } from "./navigation.ts";
import { LOOP, LOOP_SIZE } from "./pid.ts";

/** Reals that it remembers. */
export const LOOK_MEMORY = ELAPSED_MEMORY;

export class Look {
  /** Nothing in these lasts longer than a step: NAVIGATION of the true state, and LOOP, whose dt is the time since the last step. */
  readonly navigation = new Float64Array(NAVIGATION_SIZE);
  readonly loop = new Float64Array(LOOP_SIZE);
  readonly #elapsed: Elapsed;

  constructor(rate_Hz: number) {
    this.#elapsed = new Elapsed(rate_Hz);
  }

  /** Time and attitude of the true state at reals[state ..]; reals[at .. at + LOOK_MEMORY) remember the step. */
  take(reals: Float64Array, at: number, state: number): void {
    this.navigate(reals, state);
    this.takeTime(reals, at, state);
  }

  /** The time alone: angles cost more than the rest of a plan. */
  takeTime(reals: Float64Array, at: number, state: number): void {
    this.#elapsed.into(this.loop, LOOP.dt, reals, at, state);
  }

  navigate(reals: Float64Array, state: number): void {
    navigationInto(this.navigation, 0, reals, state);
  }
}
