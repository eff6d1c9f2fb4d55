/**
 * How the deflection of a fin follows its command.
 *
 *   δ_t = sat(δ_cmd, δ_max)                                   (1)
 *   δ = δ_t                                                   (2)  without lag, no state
 *   δ̇ = sat((δ_t − δ) / τ, r_max)                             (3)  first order, state δ
 *
 * Left out: load on the shaft, play, friction.
 */
import { sinCosInto } from "../math/index.ts";
import type { FinParams } from "./fin.ts";
import { FIN_DRIVE } from "./fin-drive.ts";

const { command: COMMAND, deflection: DEFLECTION } = FIN_DRIVE;

export type ServoParams = Pick<FinParams, "angleLimit_rad" | "rateLimit_radps" | "lag_s">;

export class FinServo {
  readonly states: 0 | 1;
  readonly commandRange: readonly [least: number, most: number];
  /** sin δ and cos δ, good until the next turn. */
  readonly sinCos = new Float64Array(2);
  readonly #limit_rad: number;
  readonly #rate_radps: number;
  /** 1/τ. */
  readonly #perLag: number;

  constructor(p: ServoParams) {
    this.states = p.lag_s === undefined ? 0 : 1;
    this.#limit_rad = p.angleLimit_rad;
    this.commandRange = [-p.angleLimit_rad, p.angleLimit_rad];
    this.#rate_radps = p.rateLimit_radps ?? Number.POSITIVE_INFINITY;
    this.#perLag = p.lag_s === undefined ? 0 : 1 / p.lag_s;
  }

  /** drive's deflection from its command or the state x[s], its sine and cosine, and the rate of the state to dx[d]. */
  turn(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    const limit = this.#limit_rad;
    const target = Math.min(Math.max(drive[COMMAND], -limit), limit); // (1)
    if (this.states === 0) {
      drive[DEFLECTION] = target; // (2)
    } else {
      const delta = x[s];
      const rate = (target - delta) * this.#perLag;
      dx[d] = Math.min(Math.max(rate, -this.#rate_radps), this.#rate_radps); // (3)
      // A state set from outside may lie beyond the stop, the fin does not.
      drive[DEFLECTION] = Math.min(Math.max(delta, -limit), limit);
    }
    sinCosInto(this.sinCos, 0, drive[DEFLECTION]);
  }
}
