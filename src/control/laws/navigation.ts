/**
 * What control laws need of a reading: attitude as angles, their rates, and the velocity over ground in N.
 *
 *   φ̇ = p + (q sin φ + r cos φ) tan θ                        (1)
 *   θ̇ = q cos φ − r sin φ                                    (2)
 *   ψ̇ = (q sin φ + r cos φ) / cos θ                          (3)
 *   v_N = R_NB v_B                                           (4)
 *
 * Valid: away from θ = ±90°, where heading and roll are not defined; cos θ is taken as at least 0.1 (θ = 84°), so that a
 * vehicle that stands on its tail gets large numbers and no infinities.
 * Source: kinematics of roll, pitch and yaw as in [Fossen2011].
 */
import { rotateInto, rpyFromQuaternionInto } from "../../math/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";

export const NAVIGATION = {
  /** φ, θ, ψ in rad. */
  roll: 0,
  pitch: 1,
  heading: 2,
  /** Their rates in rad/s. */
  rollRate: 3,
  pitchRate: 4,
  headingRate: 5,
  /** v_NB_N in m/s: north, east, down. */
  velocity: 6,
} as const;

export const NAVIGATION_SIZE = 9;

/** The true state is the first data input of every module of this room that reads it. */
export const STATE_INPUT = 0;

const SMALLEST_COSINE = 0.1;
/** Below this cos θ there is no horizontal to measure roll from: it is 0, as in rpyFromQuaternionInto. */
const LOCK = 1e-9;

/** navigation[o .. o + NAVIGATION_SIZE) of a true state at reading[r ..]. */
export function navigationInto(navigation: Float64Array, o: number, reading: Float64Array, r: number): void {
  rpyFromQuaternionInto(navigation, o, reading, r + NAVIGATION_STATE.q);
  const w = reading[r + NAVIGATION_STATE.q]!;
  const x = reading[r + NAVIGATION_STATE.q + 1]!;
  const y = reading[r + NAVIGATION_STATE.q + 2]!;
  const z = reading[r + NAVIGATION_STATE.q + 3]!;
  // The last row of R_NB is [−sin θ, sin φ cos θ, cos φ cos θ].
  const sinPitch = 2 * (w * y - x * z);
  const across = 2 * (y * z + w * x);
  const down = 1 - 2 * (x * x + y * y);
  const level = Math.sqrt(across * across + down * down);
  const sinRoll = level < LOCK ? 0 : across / level;
  const cosRoll = level < LOCK ? 1 : down / level;
  const cosPitch = Math.max(level, SMALLEST_COSINE);
  const p = reading[r + NAVIGATION_STATE.w]!;
  const q = reading[r + NAVIGATION_STATE.w + 1]!;
  const yaw = reading[r + NAVIGATION_STATE.w + 2]!;
  const turn = q * sinRoll + yaw * cosRoll;
  navigation[o + NAVIGATION.rollRate] = p + (turn * sinPitch) / cosPitch; // (1)
  navigation[o + NAVIGATION.pitchRate] = q * cosRoll - yaw * sinRoll; // (2)
  navigation[o + NAVIGATION.headingRate] = turn / cosPitch; // (3)
  rotateInto(navigation, o + NAVIGATION.velocity, reading, r + NAVIGATION_STATE.q, reading, r + NAVIGATION_STATE.v); // (4)
}
