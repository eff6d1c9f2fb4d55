/**
 * Inputs and outputs of a fin or plane, in one small array.
 *
 * Frame S: origin So on the axis of rotation, x forward along the chord at zero deflection, y along the axis, z as the
 * right hand gives it (for a horizontal plane in frame B's directions: down). Deflection δ is a rotation about +y:
 * positive δ turns the leading edge towards −z (up, for a plane mounted like B).
 */
export const FIN_DRIVE = {
  /** In: commanded deflection, rad. */
  command: 0,
  /** In: velocity of So through the water, expressed in S, m/s: x, y, z. */
  flow: 1,
  /** In: density of the water, kg/m³. */
  density: 4,
  /** Out: force on the body at So, expressed in S, N: x, y, z. */
  force: 5,
  /** Out: moment on the body about y through So, N·m. */
  moment: 8,
  /** Out: deflection in force, rad. */
  deflection: 9,
} as const;

export const FIN_DRIVE_SIZE = 10;

/** What every fin model does. */
export interface FinModel {
  /** The least and the largest command that is met, in rad: those beyond are cut off. Absent where none is known. */
  readonly commandRange?: readonly [least: number, most: number];
  /** Continuous states, e.g. the deflection; 0 for a model that follows its command at once. */
  readonly states: number;
  /** From drive's inputs and the states x[s ..]: its outputs, and the rates of the states to dx[d ..]. */
  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void;
}
