/**
 * A set-point of position and heading that travels to its target, so that the loops never see a step.
 *
 *   p_d ← p_d + d min(1, V h/|d|),   d = p_target − p_d          (1)  at the approach speed V, straight
 *   ψ_d ← ψ_d + sat(wrap(ψ_target − ψ_d), ±ω h)                 (2)  at the turn rate ω, the shorter way round
 *
 * Memory: TRAVEL_MEMORY reals, see TRAVEL.
 */

import { NAVIGATION_STATE } from "../modules/messages.ts";
import { wrapAngleInto } from "./angle.ts";
import { NAVIGATION } from "./navigation.ts";
import { LOOP } from "./pid.ts";

export const TRAVEL = {
  /** Where the set-point goes: north, east, depth, heading. */
  target: 0,
  /** Where it is, in the same order, and its velocity, in m/s and rad/s. */
  setpoint: 4,
  velocity: 8,
} as const;

export const TRAVEL_MEMORY = 12;

const HEADING = 3;

export class TravellingSetpoint {
  readonly #speed_mps: number;
  readonly #rate_radps: number;

  constructor(approachSpeed_mps: number, turnRate_radps: number) {
    this.#speed_mps = approachSpeed_mps;
    this.#rate_radps = turnRate_radps;
  }

  /** Target and set-point are where the vehicle is: the true state at reals[state ..]. */
  begin(reals: Float64Array, at: number, state: number, navigation: Float64Array): void {
    for (let i = 0; i < HEADING; i++) reals[at + TRAVEL.target + i] = reals[state + NAVIGATION_STATE.p + i]!;
    reals[at + TRAVEL.target + HEADING] = navigation[NAVIGATION.heading]!;
    for (let i = 0; i <= HEADING; i++) reals[at + TRAVEL.setpoint + i] = reals[at + TRAVEL.target + i]!;
  }

  /** On by one tick. loop: LOOP, for its dt. */
  step(reals: Float64Array, at: number, loop: Float64Array): void {
    const dt_s = loop[LOOP.dt]!;
    const target = at + TRAVEL.target;
    const setpoint = at + TRAVEL.setpoint;
    const velocity = at + TRAVEL.velocity;
    // (1)
    const north = reals[target]! - reals[setpoint]!;
    const east = reals[target + 1]! - reals[setpoint + 1]!;
    const down = reals[target + 2]! - reals[setpoint + 2]!;
    const distance = Math.sqrt(north * north + east * east + down * down);
    const reach = this.#speed_mps * dt_s;
    const share = distance <= reach ? 1 : reach / distance;
    for (let i = 0; i < HEADING; i++) {
      const step = share * (reals[target + i]! - reals[setpoint + i]!);
      reals[velocity + i] = dt_s > 0 ? step / dt_s : 0;
      reals[setpoint + i] = share === 1 ? reals[target + i]! : reals[setpoint + i]! + step;
    }
    // (2), with the velocity's place for the turn that is left.
    reals[velocity + HEADING] = reals[target + HEADING]! - reals[setpoint + HEADING]!;
    wrapAngleInto(reals, velocity + HEADING);
    const most = this.#rate_radps * dt_s;
    const step = Math.min(Math.max(reals[velocity + HEADING]!, -most), most);
    reals[velocity + HEADING] = dt_s > 0 ? step / dt_s : 0;
    reals[setpoint + HEADING] = reals[setpoint + HEADING]! + step;
    wrapAngleInto(reals, setpoint + HEADING);
  }
}
