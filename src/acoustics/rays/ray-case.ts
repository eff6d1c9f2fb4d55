/**
 * What a ray model is asked about: a vertical plane of sea, a source in it, receivers, and how finely to look. Plain frozen data, in SI;
 * the same whether it comes from a scenario's sea (plane.ts), from an environment file of the field (acoustics/files) or from flags.
 *
 * Range r is horizontal, from the source along the plane, m; depth z is down from the mean surface, m. Angles are from the horizontal,
 * positive down. Arrays are Float64Array and are not written after the case is made.
 */

/** How sound speed goes between depths: c linear, 1/c² linear, a cubic spline (not-a-knot), or monotone cubics. */
export const SPEED_INTERPOLATIONS = ["c-linear", "n2-linear", "spline", "pchip"] as const;
export type SpeedInterpolation = (typeof SPEED_INTERPOLATIONS)[number];

/** Sound speed over range and depth. Between ranges it is linear; before the first and after the last it is that profile's. */
export interface SoundSpeedField {
  /** Between depths; of more than one profile it is c-linear. */
  readonly interpolation: SpeedInterpolation;
  /** Ranges of the profiles, increasing; one, where nothing depends on range. */
  readonly ranges_m: Float64Array;
  /** Increasing, at least two. They cover every depth of the water: `extended` of profile.ts sees to it, by a stated rule. */
  readonly depths_m: Float64Array;
  /** Profile after profile. */
  readonly soundSpeeds_mps: Float64Array;
}

/** What lies beyond a boundary. */
export type BeyondBoundary =
  /** Pressure release: as the air above. */
  | { readonly model: "vacuum" }
  | { readonly model: "rigid" }
  | {
      readonly model: "halfSpace";
      readonly soundSpeed_mps: number;
      readonly density_kgpm3: number;
      readonly attenuation_dBpWavelength: number;
      /** 0 for a fluid. */
      readonly shearSpeed_mps: number;
      readonly shearAttenuation_dBpWavelength: number;
    }
  | {
      /** Reflection by grazing angle; between the angles linear, beyond them the last. */
      readonly model: "table";
      readonly grazing_rad: Float64Array;
      readonly magnitude: Float64Array;
      readonly phase_rad: Float64Array;
    };

/** The surface or the bottom of a plane. */
export interface Boundary {
  /** Increasing; one, where the boundary is level. Before the first and after the last it is level. */
  readonly ranges_m: Float64Array;
  readonly depths_m: Float64Array;
  /** Straight between the points, or with a normal that turns evenly between them. */
  readonly shape: "straight" | "smooth";
  /** One for the whole boundary, or one for each point: it holds from there to the next. */
  readonly beyond: readonly BeyondBoundary[];
  /** Standard deviation of its height: coherent loss on reflection, exp(−2 (k σ sin θ)²) of the pressure. */
  readonly roughness_m: number;
}

/** How finely to look. */
export interface RayFan {
  /** Launch angles, evenly between the two, both included. */
  readonly count: number;
  readonly from_rad: number;
  readonly to_rad: number;
}

export const BEAM_SHAPES = ["hat", "gaussian"] as const;
export type BeamShape = (typeof BEAM_SHAPES)[number];

export interface RayCase {
  readonly frequency_Hz: number;
  readonly sound: SoundSpeedField;
  readonly surface: Boundary;
  readonly bottom: Boundary;
  /** Absorption in the water, dB/km, at depths (linear between them, constant beyond); one for a constant. */
  readonly absorption: { readonly depths_m: Float64Array; readonly absorption_dBpkm: Float64Array };
  readonly sourceDepths_m: Float64Array;
  readonly receiverDepths_m: Float64Array;
  readonly receiverRanges_m: Float64Array;
  readonly fan: RayFan;
  /** Largest step of a ray along its arc; 0 lets the model choose from the sea. */
  readonly step_m: number;
  readonly beam: BeamShape;
  /** Rays end beyond this range, and where they have lost more than this. */
  readonly maxRange_m: number;
  readonly weakest_dB: number;
}

/** Sums of the paths: with their phases, without them, or with those of source and image only. */
export const SUMS = ["coherent", "incoherent", "semicoherent"] as const;
export type Sum = (typeof SUMS)[number];

/** One path from source to receiver: places of a record in a flat array. */
export const ARRIVAL = {
  /** Pressure relative to that at 1 m, without the absorption of the water. */
  amplitude: 0,
  /** Of the reflections and caustics, rad. */
  phase_rad: 1,
  delay_s: 2,
  /** Loss in the water along the path, dB. */
  absorption_dB: 3,
  /** From the horizontal, positive down: where it leaves, and where it arrives. */
  launch_rad: 4,
  arrival_rad: 5,
  surfaceBounces: 6,
  bottomBounces: 7,
} as const;
export const ARRIVAL_SIZE = 8;
