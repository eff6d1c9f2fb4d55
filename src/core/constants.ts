/** Numbers that belong to no component. Anything that a scenario may want to change is a parameter, not a constant. */

/** Simulated instants are integers in a plain number; up to here every integer is exact (104.2 days). */
export const LONGEST_RUN_NS = Number.MAX_SAFE_INTEGER;

export const NS_PER_S = 1e9;
export const S_PER_NS = 1e-9;

/** Spatial vectors are linear first: [u v w p q r], [X Y Z K M N]. */
export const LIN = 0;
export const ANG = 3;

export const RAD_PER_DEG = Math.PI / 180;

/** Standard acceleration of free fall, exact by definition (CGPM 1901). Places have their own, see environment. */
export const STANDARD_GRAVITY_MPS2 = 9.80665;
