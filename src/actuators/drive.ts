/**
 * Inputs and outputs of a thruster, in one small array, so that no number is boxed on the way.
 *
 * Frame T: origin To at the propeller, x along the shaft towards positive thrust.
 */
export const DRIVE = {
  /** In: the command, in the unit that the model takes (shaft speed in rad/s unless its doc says otherwise). */
  command: 0,
  /** In: u_a, speed of advance, m/s: how fast the propeller moves through the water along +x of T, wake included. */
  inflow: 1,
  /** In: density of the water, kg/m³. */
  density: 2,
  /** Out: thrust on the body along +x of T, N. For invert: in. */
  thrust: 3,
  /** Out: torque on the body about +x of T, N·m: the reaction of the shaft, its sign by the handedness. */
  torque: 4,
  /** Out: shaft speed, rad/s. */
  speed: 5,
  /** Out: electrical power taken, W. */
  power: 6,
} as const;

export const DRIVE_SIZE = 7;

/** What every thruster model does. */
export interface ThrusterModel {
  /** Unit of the command, as a suffix; "radps", a shaft speed, where absent. */
  readonly commandUnit?: string;
  /** The least and the largest command that is met: those beyond are cut off. Absent where there is no limit, or none is known. */
  readonly commandRange?: readonly [least: number, most: number];
  /** True where the thrust does not fall with the speed of advance: it is that at rest, and a vehicle that moves is warned about. */
  readonly atRestOnly?: boolean;
  /** Continuous states, e.g. the shaft speed; 0 for a model that follows its command at once. */
  readonly states: number;
  /** Largest steady thrust ahead, and (negative) astern, at rest in water of density 1000 kg/m³. */
  readonly maxThrust_N: number;
  readonly minThrust_N: number;
  /** From drive's inputs and the states x[s ..]: the outputs of drive, and the rates of the states to dx[d ..]. */
  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void;
  /** Sets drive's command to the one whose steady thrust at drive's inflow and density is drive's thrust, or comes nearest. */
  invert(drive: Float64Array): void;
  /**
   * Sets drive's command to the one whose steady shaft speed is drive's speed, or comes nearest. For a command that is not a shaft speed
   * itself; where absent, such a thruster can be asked for a thrust, not for a shaft speed (command-converter.ts).
   */
  invertSpeed?(drive: Float64Array): void;
}
