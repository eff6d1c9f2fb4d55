/**
 * What every hull model does. The vehicle solves M ν̇ = F for the acceleration ν̇ of Bo; the hull knows M and its part of
 * F: Coriolis, damping, weight, buoyancy, and what the water's own motion does. Thrusters and fins add theirs.
 */
export interface HullModel {
  /** Continuous states and commands of the hull itself; 0 but for models that bring their own actuators. */
  readonly states: number;
  readonly commands: number;
  /** Names and units of these commands, and of the states where there are as many. */
  readonly actuators: readonly { readonly name: string; readonly unit: string }[];
  /** M = M_RB + M_A about Bo, 6×6 row-major, and its inverse. Constant. */
  readonly mass6: Float64Array;
  readonly massInverse6: Float64Array;
  /**
   * Adds to F_Bo_B[0 .. 5] the force of this instant, and writes the rates of the hull's own states x[s ..] to dx[d ..].
   * motion is a record of MOTION; commands[c ..] are the hull's own commands.
   */
  addForce(
    F_Bo_B: Float64Array,
    dx: Float64Array,
    d: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void;
}

/** A force on the body that depends on the motion alone: hydrostatics, strips of cross-flow drag. */
export interface BodyForce {
  /** Adds to F_Bo_B[0 .. 5]. */
  addForce(F_Bo_B: Float64Array, motion: Float64Array): void;
}
