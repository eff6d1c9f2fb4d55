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

/** The leading states that are written out: place, attitude and velocity of a body. A loop takes twice as long. */
const BODY = 13;

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
    const body = size < BODY ? 0 : BODY;
    time[0] = t_s;
    system.derivativesInto(k1, x, at, time);
    if (body > 0) {
      start[0] = x[at];
      start[1] = x[at + 1];
      start[2] = x[at + 2];
      start[3] = x[at + 3];
      start[4] = x[at + 4];
      start[5] = x[at + 5];
      start[6] = x[at + 6];
      start[7] = x[at + 7];
      start[8] = x[at + 8];
      start[9] = x[at + 9];
      start[10] = x[at + 10];
      start[11] = x[at + 11];
      start[12] = x[at + 12];
      x[at] = start[0] + half_s * k1[0];
      x[at + 1] = start[1] + half_s * k1[1];
      x[at + 2] = start[2] + half_s * k1[2];
      x[at + 3] = start[3] + half_s * k1[3];
      x[at + 4] = start[4] + half_s * k1[4];
      x[at + 5] = start[5] + half_s * k1[5];
      x[at + 6] = start[6] + half_s * k1[6];
      x[at + 7] = start[7] + half_s * k1[7];
      x[at + 8] = start[8] + half_s * k1[8];
      x[at + 9] = start[9] + half_s * k1[9];
      x[at + 10] = start[10] + half_s * k1[10];
      x[at + 11] = start[11] + half_s * k1[11];
      x[at + 12] = start[12] + half_s * k1[12];
    }
    for (let n = body; n < size; n++) {
      const x_n = x[at + n];
      start[n] = x_n;
      x[at + n] = x_n + half_s * k1[n];
    }
    time[0] = t_s + half_s;
    system.derivativesInto(k2, x, at, time);
    if (body > 0) {
      x[at] = start[0] + half_s * k2[0];
      x[at + 1] = start[1] + half_s * k2[1];
      x[at + 2] = start[2] + half_s * k2[2];
      x[at + 3] = start[3] + half_s * k2[3];
      x[at + 4] = start[4] + half_s * k2[4];
      x[at + 5] = start[5] + half_s * k2[5];
      x[at + 6] = start[6] + half_s * k2[6];
      x[at + 7] = start[7] + half_s * k2[7];
      x[at + 8] = start[8] + half_s * k2[8];
      x[at + 9] = start[9] + half_s * k2[9];
      x[at + 10] = start[10] + half_s * k2[10];
      x[at + 11] = start[11] + half_s * k2[11];
      x[at + 12] = start[12] + half_s * k2[12];
    }
    for (let n = body; n < size; n++) x[at + n] = start[n] + half_s * k2[n];
    system.derivativesInto(k3, x, at, time);
    if (body > 0) {
      x[at] = start[0] + h_s * k3[0];
      x[at + 1] = start[1] + h_s * k3[1];
      x[at + 2] = start[2] + h_s * k3[2];
      x[at + 3] = start[3] + h_s * k3[3];
      x[at + 4] = start[4] + h_s * k3[4];
      x[at + 5] = start[5] + h_s * k3[5];
      x[at + 6] = start[6] + h_s * k3[6];
      x[at + 7] = start[7] + h_s * k3[7];
      x[at + 8] = start[8] + h_s * k3[8];
      x[at + 9] = start[9] + h_s * k3[9];
      x[at + 10] = start[10] + h_s * k3[10];
      x[at + 11] = start[11] + h_s * k3[11];
      x[at + 12] = start[12] + h_s * k3[12];
    }
    for (let n = body; n < size; n++) x[at + n] = start[n] + h_s * k3[n];
    time[0] = t_s + h_s;
    system.derivativesInto(k4, x, at, time);

    // (2)
    const sixth_s = h_s / 6;
    if (body > 0) {
      x[at] = start[0] + sixth_s * (k1[0] + 2 * (k2[0] + k3[0]) + k4[0]);
      x[at + 1] = start[1] + sixth_s * (k1[1] + 2 * (k2[1] + k3[1]) + k4[1]);
      x[at + 2] = start[2] + sixth_s * (k1[2] + 2 * (k2[2] + k3[2]) + k4[2]);
      x[at + 3] = start[3] + sixth_s * (k1[3] + 2 * (k2[3] + k3[3]) + k4[3]);
      x[at + 4] = start[4] + sixth_s * (k1[4] + 2 * (k2[4] + k3[4]) + k4[4]);
      x[at + 5] = start[5] + sixth_s * (k1[5] + 2 * (k2[5] + k3[5]) + k4[5]);
      x[at + 6] = start[6] + sixth_s * (k1[6] + 2 * (k2[6] + k3[6]) + k4[6]);
      x[at + 7] = start[7] + sixth_s * (k1[7] + 2 * (k2[7] + k3[7]) + k4[7]);
      x[at + 8] = start[8] + sixth_s * (k1[8] + 2 * (k2[8] + k3[8]) + k4[8]);
      x[at + 9] = start[9] + sixth_s * (k1[9] + 2 * (k2[9] + k3[9]) + k4[9]);
      x[at + 10] = start[10] + sixth_s * (k1[10] + 2 * (k2[10] + k3[10]) + k4[10]);
      x[at + 11] = start[11] + sixth_s * (k1[11] + 2 * (k2[11] + k3[11]) + k4[11]);
      x[at + 12] = start[12] + sixth_s * (k1[12] + 2 * (k2[12] + k3[12]) + k4[12]);
    }
    for (let n = body; n < size; n++) x[at + n] = start[n] + sixth_s * (k1[n] + 2 * (k2[n] + k3[n]) + k4[n]);
    if (system.projectInto !== undefined) system.projectInto(x, at);
    return 4;
  }
}
