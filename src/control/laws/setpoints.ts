/** What the loops of an autopilot are told, whoever tells it: a plan, or the robot-tasks of a mission. */

/** Places of the set-points, in SI; the depth is NaN while a pitch is held. */
export const SETPOINT = { depth: 0, pitch: 1, heading: 2, speed: 3 } as const;

export const SETPOINTS = 4;

/** A value that nobody gave is NaN, and leaves what was there. */
export function keepOr(reals: Float64Array, at: number, value: number): void {
  if (!Number.isNaN(value)) reals[at] = value;
}
