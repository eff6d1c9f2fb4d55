/** Directions as numbers: an angle and the same angle a turn further on are one. */

const TURN_RAD = 2 * Math.PI;

/** Puts angles[i], in rad, into [−π, π). What a rounding puts on the upper border belongs to the lower one. */
export function wrapAngleInto(angles: Float64Array, i: number): void {
  const angle = angles[i]!;
  const wrapped = angle - TURN_RAD * Math.floor((angle + Math.PI) / TURN_RAD);
  angles[i] = wrapped >= Math.PI ? wrapped - TURN_RAD : Math.max(wrapped, -Math.PI);
}
