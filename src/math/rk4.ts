/**
 * The classical Runge–Kutta method of order 4, one step of fixed size.
 *
 *   k₁ = f(t, x)                      k₂ = f(t + h/2, x + h/2 k₁)
 *   k₃ = f(t + h/2, x + h/2 k₂)       k₄ = f(t + h, x + h k₃)                     (1)
 *   x⁺ = x + h/6 (k₁ + 2k₂ + 2k₃ + k₄)                                          (2)
 *
 * Valid: while h is below some 2.7 time constants of the fastest mode; the error per unit of time is O(h⁴).
 * Left out: error control (see dormand-prince.ts). Inputs that jump inside a step cost the order: the engine lands steps
 * on such instants.
 */
import { invariant } from "../core/index.ts";
import type { Integrator, OdeSystem } from "./ode.ts";

export class Rk4 implements Integrator {
  readonly name = "rk4";
  readonly order = 4;
  readonly memory = 0;
  readonly #time = new Float64Array(1);
  readonly #k: Float64Array;
  readonly #sum: Float64Array;
  readonly #stage: Float64Array;

  /** maxSize: the largest size + held of the systems it will serve. */
  constructor(maxSize: number) {
    this.#k = new Float64Array(maxSize);
    this.#sum = new Float64Array(maxSize);
    this.#stage = new Float64Array(maxSize);
  }

  step(system: OdeSystem, x: Float64Array, at: number, span: Float64Array): number {
    const k = this.#k;
    const sum = this.#sum;
    const stage = this.#stage;
    const size = system.size;
    const end = size + (system.held ?? 0);
    invariant(end <= k.length, "the system is larger than its integrator");
    for (let n = size; n < end; n++) stage[n] = x[at + n];
    const t_s = span[0];
    const h_s = span[1];
    const half_s = 0.5 * h_s;
    const time = this.#time;

    // (1) sum collects k₁ + 2k₂ + 2k₃ + k₄ on the way.
    time[0] = t_s;
    system.derivativesInto(k, x, at, time);
    for (let n = 0; n < size; n++) {
      sum[n] = k[n];
      stage[n] = x[at + n] + half_s * k[n];
    }
    time[0] = t_s + half_s;
    system.derivativesInto(k, stage, 0, time);
    for (let n = 0; n < size; n++) {
      sum[n] += 2 * k[n];
      stage[n] = x[at + n] + half_s * k[n];
    }
    system.derivativesInto(k, stage, 0, time);
    for (let n = 0; n < size; n++) {
      sum[n] += 2 * k[n];
      stage[n] = x[at + n] + h_s * k[n];
    }
    time[0] = t_s + h_s;
    system.derivativesInto(k, stage, 0, time);

    // (2)
    const sixth_s = h_s / 6;
    for (let n = 0; n < size; n++) x[at + n] += sixth_s * (sum[n] + k[n]);
    if (system.projectInto !== undefined) system.projectInto(x, at);
    return 4;
  }
}
