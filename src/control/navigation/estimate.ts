/** What the parts of an estimate share: inputs by their index, and places in the memory of the module. */

/** Time, then NAVIGATION_INPUTS in their order. */
export const INPUT = {
  clock: 0,
  depth: 1,
  ahrs: 2,
  imu: 3,
  compass: 4,
  tilt: 5,
  gyros: 6,
  yawGyro: 7,
  dvl: 8,
  gps: 9,
  shaft: 10,
} as const;

export const PLACE = {
  /** Time of the last step, s. */
  last_s: 0,
  /** p_NB, q_NB, v_NB_B, w_NB_B, the velocity through the water in B, the current in N. */
  p: 1,
  q: 4,
  v: 8,
  w: 11,
  water: 14,
  current: 17,
  /** σ of the horizontal position. */
  sigma: 20,
  /** Times of the last valid readings of depth, attitude, velocity and fix, s. */
  seen: 21,
  lastFix_ns: 25,
  lastDepth_ns: 26,
  depthRate: 27,
  currentKnown: 28,
  lastDepth: 29,
  /** Of the gyros, b of attitude-filter.ts. */
  bias: 30,
  /** 1 while the age of depth, attitude or velocity is reported. */
  old: 33,
  /** 1 while gyros stand for the attitude sensor, and while the propeller stands for the log. */
  standsIn: 36,
  /** 1 once it is reported that no sensor measures the heading. */
  unaided: 38,
} as const;

export const MEMORY = 39;
