/**
 * Semi-implicit (symplectic) Euler: velocities first, then positions with the new velocities.
 *
 *   v⁺ = v + h f_v(t, p, v)                                                     (1)
 *   p⁺ = p + h f_p(t + h, p, v⁺)                                                (2)
 *
 * The state is [p v], the first system.positions numbers being p. Order 1, one evaluation of each half per step. On a
 * conservative system the energy error stays bounded (for the oscillator: while h ω < 2), where explicit Euler's grows.
 * A system that declares no positions is all velocities, and (1) is explicit Euler.
 *
 * Left out: implicit treatment of damping; stiff drag needs h below twice its time constant.
 */
import { invariant } from "../core/index.ts";
import type { Integrator, OdeSystem } from "./ode.ts";

export class SemiImplicitEuler implements Integrator {
  readonly name = "semi-implicit-euler";
  readonly order = 1;
  readonly memory = 0;
  readonly maxSize: number;
  readonly #time = new Float64Array(1);
  readonly #dx: Float64Array;

  constructor(maxSize: number) {
    this.maxSize = maxSize;
    this.#dx = new Float64Array(maxSize);
  }

  step(system: OdeSystem, x: Float64Array, at: number, span: Float64Array): number {
    const dx = this.#dx;
    const time = this.#time;
    const h_s = span[1];
    const size = system.size;
    const positions = system.positions ?? 0;
    invariant(size <= dx.length, "the system is larger than its integrator");

    // (1)
    time[0] = span[0];
    system.derivativesInto(dx, x, at, time);
    for (let k = positions; k < size; k++) x[at + k] += h_s * dx[k];

    // (2)
    if (positions > 0) {
      time[0] = span[0] + h_s;
      if (system.positionRatesInto === undefined) system.derivativesInto(dx, x, at, time);
      else system.positionRatesInto(dx, x, at, time);
      for (let k = 0; k < positions; k++) x[at + k] += h_s * dx[k];
    }
    if (system.projectInto !== undefined) system.projectInto(x, at);
    return positions > 0 ? 2 : 1;
  }
}
