/**
 * The continuous half of a run: brings systems to an instant, in place or on a copy.
 *
 * Every system integrates in whole steps from where it was last written; the step that lands it is the remainder, the step of a
 * copy a side step (SPEC.md, rules 5 and 6).
 *
 * No number with a fraction or beyond 2³¹ crosses a call: it would be boxed wherever the compiler chooses not to inline. The
 * instant to which systems are brought is goal_ns[0].
 */
import { S_PER_NS } from "../core/index.ts";
import { describeStepFailure } from "../math/index.ts";
import { SimulationFault } from "./fault.ts";
import { allFinite } from "./finite.ts";
import type { Model } from "./model.ts";
import type { Stage } from "./stage.ts";
import type { State } from "./state.ts";

/** Places in the counts of an integration. */
export const STEPS = 0;
export const SIDE_STEPS = 1;

export class Integration {
  /** The instant to which systems are brought. */
  readonly goal_ns = new Float64Array(1);
  /** Own steps and landings; side steps. */
  readonly counts = new Float64Array(2);
  /** The system that is integrated, for the name in a fault; −1 for none. */
  running = -1;
  readonly #model: Model;
  readonly #state: State;
  readonly #stage: Stage;
  readonly #steps_ns: Float64Array;
  readonly #span = new Float64Array(2);

  constructor(model: Model, state: State, stage: Stage) {
    this.#model = model;
    this.#state = state;
    this.#stage = stage;
    this.#steps_ns = Float64Array.from(model.systems, (s) => s.system.step_ns);
  }

  /** Makes a system readable at goal_ns: in place, where it stands there, or as a copy. */
  bring(i: number): void {
    const { x, reached_ns } = this.#state;
    if (reached_ns[i] === this.goal_ns[0] || this.#stage.isFresh(i, this.goal_ns)) return;
    this.wholeSteps(i);
    if (reached_ns[i] === this.goal_ns[0]) return;
    const { place } = this.#model.systems[i];
    const { copies } = this.#stage;
    for (let k = place.at; k < place.at + place.stride * place.copies; k++) copies[k] = x[k];
    this.#span[0] = reached_ns[i] * S_PER_NS;
    this.#span[1] = (this.goal_ns[0] - reached_ns[i]) * S_PER_NS;
    this.#integrate(i, copies);
    this.counts[SIDE_STEPS]++;
    this.#stage.markFresh(i, this.goal_ns);
  }

  /** x⁻: the system exactly at goal_ns, where its next step begins. */
  land(i: number): void {
    const { x, reached_ns } = this.#state;
    const goal_ns = this.goal_ns[0];
    if (reached_ns[i] === goal_ns) return;
    if (this.#stage.isFresh(i, this.goal_ns)) {
      // The side step of a copy from the same boundary to the same instant is this step.
      const { place } = this.#model.systems[i];
      const { copies } = this.#stage;
      for (let k = place.at; k < place.at + place.stride * place.copies; k++) x[k] = copies[k];
    } else {
      this.wholeSteps(i);
      if (reached_ns[i] !== goal_ns) {
        this.#span[0] = reached_ns[i] * S_PER_NS;
        this.#span[1] = (goal_ns - reached_ns[i]) * S_PER_NS;
        this.#integrate(i, x);
        this.counts[STEPS]++;
      }
    }
    reached_ns[i] = goal_ns;
  }

  /** Steps of full length, as many as end at or before goal_ns. */
  wholeSteps(i: number): void {
    const { reached_ns, x } = this.#state;
    const step_ns = this.#steps_ns[i];
    while (reached_ns[i] + step_ns <= this.goal_ns[0]) {
      this.#span[0] = reached_ns[i] * S_PER_NS;
      this.#span[1] = step_ns * S_PER_NS;
      this.#integrate(i, x);
      this.counts[STEPS]++;
      reached_ns[i] += step_ns;
    }
  }

  /** One step of a system over #span, in a buffer laid out like the state. */
  #integrate(i: number, buffer: Float64Array): void {
    const { system, place } = this.#model.systems[i];
    const { integrator } = system;
    this.running = i;
    for (let copy = 0; copy < place.copies; copy++) {
      const at = place.at + copy * place.stride;
      const evaluations = integrator.step(system, buffer, at, this.#span);
      if (evaluations < 0) this.fail(i, copy, buffer, describeStepFailure(evaluations));
      if (!allFinite(buffer, at, system.size)) this.fail(i, copy, buffer, "the state is not finite");
    }
    this.running = -1;
  }

  fail(i: number, copy: number, buffer: Float64Array, reason: string, options?: ErrorOptions): never {
    const { system, place } = this.#model.systems[i];
    const at = place.at + copy * place.stride;
    const name = place.copies === 1 ? system.path : `${system.path}[${copy}]`;
    throw new SimulationFault(this.#state.reached_ns[i], name, buffer.subarray(at, at + system.size), reason, options);
  }

  /** A step that was tried, and has failed, is reached: with an integrator's code, or with what a derivative threw. */
  failStep(i: number, code: number, cause: unknown): never {
    const { x } = this.#state;
    if (cause !== undefined) this.fail(i, 0, x, cause instanceof Error ? cause.message : String(cause), { cause });
    this.fail(i, 0, x, code < 0 ? describeStepFailure(code) : "the state is not finite");
  }
}
