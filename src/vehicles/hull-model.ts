/**
 * What every hull model does. The hull is the part of a body that is never missing: it knows the constant part of M, with the added
 * mass, and its share of F: Coriolis, damping, weight, buoyancy, and what the water's own motion does. Thrusters, fins and other
 * parts add theirs.
 */
import type { BodyPart } from "./body.ts";
import type { HydrostaticsParameters } from "./hydrostatics.ts";

export interface HullModel extends BodyPart {
  /** M = M_RB + M_A about Bo, 6×6 row-major, and its inverse. Constant. */
  readonly mass6: Float64Array;
  readonly massInverse6: Float64Array;
  /** What an assessment may ask of this model. */
  readonly figures: HullFigures;
}

/** Figures of a hull for assessments and checks; what a model does not know apart, or does not have, is left out. */
export interface HullFigures {
  /** Weight, buoyancy and outline; null for a hull that keeps them to itself. */
  readonly hydrostatics: HydrostaticsParameters | null;
  /** About Bcm, 3×3. */
  readonly inertia_kgm2?: readonly number[];
  /** M_A about Bo, 6×6. */
  readonly addedMass?: readonly number[];
  /** Commands of the hull's own actuators for full speed ahead; without them it is taken as passive. */
  readonly fullAhead?: readonly number[];
  /** The water and the gravity that its coefficients are for, where it does not take those of the world. */
  readonly fixedFor?: { readonly density_kgpm3: number; readonly gravity_mps2: number };
  /** True of a model without a surface: weight and buoyancy are the same in the air. */
  readonly submergedOnly?: boolean;
}

/** A force on the body that depends on the motion alone: hydrostatics, strips of cross-flow drag. */
export interface BodyForce {
  /** Adds to F_Bo_B[0 .. 5]. */
  addForce(F_Bo_B: Float64Array, motion: Float64Array): void;
  /** Where the force is that of weight and buoyancy: their figures. */
  readonly parameters?: HydrostaticsParameters;
}
