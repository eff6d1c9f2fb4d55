/** Angles as instruments give them. */

/** The same direction between −π and π. */
export function wrapAngle(angle_rad: number): number {
  return angle_rad - 2 * Math.PI * Math.round(angle_rad / (2 * Math.PI));
}

/** out[o ..] = roll, pitch, heading of the same attitude, with the pitch within ±90° and the others within ±180°. */
export function wrapAttitudeInto(out: Float64Array, o: number): void {
  let roll_rad = out[o];
  let pitch_rad = wrapAngle(out[o + 1]);
  let heading_rad = out[o + 2];
  if (Math.abs(pitch_rad) > Math.PI / 2) {
    pitch_rad = (pitch_rad > 0 ? Math.PI : -Math.PI) - pitch_rad;
    roll_rad += Math.PI;
    heading_rad += Math.PI;
  }
  out[o] = wrapAngle(roll_rad);
  out[o + 1] = pitch_rad;
  out[o + 2] = wrapAngle(heading_rad);
}

/** In steps of resolution_rad; 0 for none. */
export function inSteps(angle_rad: number, resolution_rad: number): number {
  return resolution_rad > 0 ? resolution_rad * Math.round(angle_rad / resolution_rad) : angle_rad;
}
