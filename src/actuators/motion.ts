/**
 * The motion of a vehicle at an instant, for its hull, thrusters and fins: one flat record, filled once per evaluation of the
 * derivatives. Everything is in frame B about Bo unless a name says otherwise.
 */
export const MOTION = {
  /** ν = V_NB_B, six numbers, linear first. */
  V: 0,
  /** ν_r = V_FB_B: the same relative to the local water, which does not rotate. */
  Vr: 6,
  /** d/dt of the current's velocity as B sees it: −ω × v_c + R_BN (∂v_c/∂t + G ṗ). */
  currentRate: 12,
  /** R_BN D v_c/Dt: acceleration of the water itself, ∂v_c/∂t + G v_c. */
  waterAcceleration: 15,
  /** R_NB, row-major. Its third row is the direction of gravity in B. */
  R: 18,
  /** Depth of Bo below the local surface, m. */
  depth: 27,
  density: 28,
  gravity: 29,
  /** Simulated time, s. */
  time: 30,
} as const;

export const MOTION_SIZE = 31;
