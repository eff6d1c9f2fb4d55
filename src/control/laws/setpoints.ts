/** What the loops of an autopilot follow: a plan gives it, or the robot-tasks of a mission. */
import { flightSetpoint } from "../modules/messages.ts";

/** Places in a flightSetpoint, in SI; the depth is NaN while a pitch is held. */
export const SETPOINT = {
  depth: flightSetpoint.at.depth_m,
  pitch: flightSetpoint.at.pitch_rad,
  heading: flightSetpoint.at.heading_rad,
  speed: flightSetpoint.at.speed_mps,
} as const;

/** A value that is not given is NaN, and leaves what was there. */
export function keepOr(reals: Float64Array, at: number, value: number): void {
  if (!Number.isNaN(value)) reals[at] = value;
}
