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

// Places in #limits; PER_LAG is 1/τ.
const MAX_SPEED = 0;
const DEAD_ZONE = 1;
const PER_LAG = 2;
const MAX_ACCELERATION = 3;

export class Shaft {
  readonly states: 0 | 1;
  readonly maxSpeed_radps: number;
  readonly deadZone_radps: number;
  /** What every evaluation needs, in an array: a number in a field is a pointer to follow. */
  readonly #limits = new Float64Array(4);

  constructor(p: ShaftParams, maxSpeed_radps: number) {
    const lag_s = p.shaft === "instantaneous" ? undefined : p.shaftLag_s;
    this.states = lag_s === undefined ? 0 : 1;
    this.maxSpeed_radps = maxSpeed_radps;
    this.deadZone_radps = p.deadZone_radps;
    this.#limits[MAX_SPEED] = maxSpeed_radps;
    this.#limits[DEAD_ZONE] = p.deadZone_radps;
    this.#limits[PER_LAG] = lag_s === undefined ? 0 : 1 / lag_s;
    this.#limits[MAX_ACCELERATION] = p.maxAcceleration_radps2 ?? Number.POSITIVE_INFINITY;
  }

  /** drive's speed from its command or the state x[s], and the rate of the state to dx[d]. */
  turn(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    const limits = this.#limits;
    const most = limits[MAX_SPEED];
    const target = drive[COMMAND];
    let reached = target;
    if (target > most) reached = most;
    else if (target < -most) reached = -most;
    drive[SPEED] = Math.abs(target) < limits[DEAD_ZONE] ? 0 : reached; // (1)
    this.follow(drive, dx, d, x, s);
  }

  /** (2) or (3) for a target, within reach, that stands in drive's speed: in the array, so that it is never boxed. */
  follow(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    if (this.states === 0) return; // (2)
    const limits = this.#limits;
    const most = limits[MAX_ACCELERATION];
    const w = x[s];
    let rate = (drive[SPEED] - w) * limits[PER_LAG];
    if (rate > most) rate = most;
    else if (rate < -most) rate = -most;
    dx[d] = rate; // (3)
    drive[SPEED] = w;
  }
}
