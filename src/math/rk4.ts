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
  readonly maxSize: number;
  readonly #time = new Float64Array(1);
  readonly #start: Float64Array;
  readonly #k1: Float64Array;
  readonly #k2: Float64Array;
  readonly #k3: Float64Array;
  readonly #k4: Float64Array;

  /** maxSize: the largest size + held of the systems it will serve. */
  constructor(maxSize: number) {
    this.maxSize = maxSize;
    this.#start = new Float64Array(maxSize);
    this.#k1 = new Float64Array(maxSize);
    this.#k2 = new Float64Array(maxSize);
    this.#k3 = new Float64Array(maxSize);
    this.#k4 = new Float64Array(maxSize);
  }

  /** The stages are made in x itself, where the held inputs lie behind them. */
  step(system: OdeSystem, x: Float64Array, at: number, span: Float64Array): number {
    const start = this.#start;
    const k1 = this.#k1;
    const k2 = this.#k2;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const time = this.#time;
    const size = system.size;
    invariant(size <= start.length, "the system is larger than its integrator");
    const t_s = span[0];
    const h_s = span[1];
    const half_s = 0.5 * h_s;

    // (1)
    time[0] = t_s;
    system.derivativesInto(k1, x, at, time);
    for (let n = 0; n < size; n++) {
      const x_n = x[at + n];
      start[n] = x_n;
      x[at + n] = x_n + half_s * k1[n];
    }
    time[0] = t_s + half_s;
    system.derivativesInto(k2, x, at, time);
    for (let n = 0; n < size; n++) x[at + n] = start[n] + half_s * k2[n];
    system.derivativesInto(k3, x, at, time);
    for (let n = 0; n < size; n++) x[at + n] = start[n] + h_s * k3[n];
    time[0] = t_s + h_s;
    system.derivativesInto(k4, x, at, time);

    // (2)
    const sixth_s = h_s / 6;
    for (let n = 0; n < size; n++) x[at + n] = start[n] + sixth_s * (k1[n] + 2 * (k2[n] + k3[n]) + k4[n]);
    if (system.projectInto !== undefined) system.projectInto(x, at);
    return 4;
  }
}
