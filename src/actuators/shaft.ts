/**
 * How the speed of a shaft follows its command.
 *
 *   ω_t = sat(ω_cmd, ω_max), and 0 where |ω_cmd| < ω_dead                    (1)
 *   ω = ω_t                                                                (2)  instantaneous, no state
 *   ω̇ = sat((ω_t − ω) / τ, a_max)                                           (3)  first order, state ω
 *
 * The dead zone is not subtracted: the command is the shaft speed, and one above the zone is met.
 * Left out: motor current and torque, inertia of the propeller and its water; whatever holds the speed is in τ.
 */
import { DRIVE } from "./drive.ts";
import type { ThrusterParams } from "./thruster.ts";

const { command: COMMAND, speed: SPEED } = DRIVE;

export type ShaftParams = Pick<ThrusterParams, "shaft" | "shaftLag_s" | "maxAcceleration_radps2" | "deadZone_radps">;

export class Shaft {
  readonly states: 0 | 1;
  readonly maxSpeed_radps: number;
  readonly deadZone_radps: number;
  /** 1/τ. */
  readonly #perLag: number;
  readonly #maxAcceleration: number;

  constructor(p: ShaftParams, maxSpeed_radps: number) {
    const lag_s = p.shaft === "instantaneous" ? undefined : p.shaftLag_s;
    this.states = lag_s === undefined ? 0 : 1;
    this.maxSpeed_radps = maxSpeed_radps;
    this.deadZone_radps = p.deadZone_radps;
    this.#perLag = lag_s === undefined ? 0 : 1 / lag_s;
    this.#maxAcceleration = p.maxAcceleration_radps2 ?? Number.POSITIVE_INFINITY;
  }

  /** drive's speed from its command or the state x[s], and the rate of the state to dx[d]. */
  turn(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    const target = drive[COMMAND];
    const reached = Math.min(Math.max(target, -this.maxSpeed_radps), this.maxSpeed_radps);
    drive[SPEED] = Math.abs(target) < this.deadZone_radps ? 0 : reached; // (1)
    this.follow(drive, dx, d, x, s);
  }

  /** (2) or (3) for a target, within reach, that stands in drive's speed: in the array, so that it is never boxed. */
  follow(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    if (this.states === 0) return; // (2)
    const w = x[s];
    const rate = (drive[SPEED] - w) * this.#perLag;
    dx[d] = Math.min(Math.max(rate, -this.#maxAcceleration), this.#maxAcceleration); // (3)
    drive[SPEED] = w;
  }
}
