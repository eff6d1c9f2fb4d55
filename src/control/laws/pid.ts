/**
 * The PID law behind every loop of this room, in discrete time.
 *
 *   I* = sat(I + k_i e h, ±I_max)                                        (1)
 *   u* = f + k_p e − k_d ẏ + I*                                          (2)
 *   I⁺ = I*                            where u_min ≤ u* ≤ u_max
 *        I* less what is too much,     elsewhere, but never behind I     (3)
 *   u = sat(f + k_p e − k_d ẏ + I⁺, u_min, u_max)                         (4)
 *
 * e: set-point less measured value, of angles the shorter way round (angle.ts). ẏ: the measured rate, as a gyro or a log
 * gives it; nothing is differentiated, so a step of the set-point gives no jump of the derivative term. f: feed-forward, what the set-point alone
 * asks for. h: the time since the last tick (elapsed.ts). I is kept in the unit of the output, so that I_max is a share of
 * it and a change of k_i gives no bump.
 *
 * (3) is conditional integration: at a limit the integral takes what is left of the range and then waits; it moves back at
 * once when the error changes its sign. Back-calculation would need one more time constant in each loop and lets the
 * integral move against the error.
 *
 * Memory: one real, I. reset chooses I so that the next output continues a given one (bumpless).
 * Left out: filters (the readings are used as they come), weights of the set-point, rate limits of the output.
 * Source: (1), (2), (4) are the textbook law; (3) is ours in detail.
 */
import { type Component, defineKind, type ParamsOf } from "../../library/index.ts";

/** Places in the record that a loop is stepped with. The first four are given, the last is the answer. */
export const LOOP = {
  /** e */
  error: 0,
  /** ẏ */
  rate: 1,
  /** f */
  feedForward: 2,
  /** h, s */
  dt: 3,
  /** u */
  output: 4,
} as const;

export const LOOP_SIZE = 5;

/** Reals that a loop remembers. */
export const PID_MEMORY = 1;

export interface Gains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
  /** I_max; what the limits of the output leave where nothing is said. */
  readonly integralLimit?: number | undefined;
}

/** u_min and u_max. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

export class Pid {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
  readonly integralLimit: number;
  readonly min: number;
  readonly max: number;

  constructor(gains: Gains, limits: Limits = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }) {
    this.kp = gains.kp;
    this.ki = gains.ki;
    this.kd = gains.kd;
    this.integralLimit = gains.integralLimit ?? Number.MAX_VALUE;
    this.min = limits.min;
    this.max = limits.max;
    Object.freeze(this);
  }

  /** loop[LOOP.output] from the rest of the record; the integral is reals[at]. */
  step(loop: Float64Array, reals: Float64Array, at: number): void {
    const integral = reals[at]!;
    const growth = this.ki * loop[LOOP.error]! * loop[LOOP.dt]!;
    const rest = loop[LOOP.feedForward]! + this.kp * loop[LOOP.error]! - this.kd * loop[LOOP.rate]!;
    let next = Math.min(Math.max(integral + growth, -this.integralLimit), this.integralLimit); // (1)
    const wanted = rest + next; // (2)
    if (wanted > this.max && growth > 0)
      next = Math.max(Math.min(integral, next), next - (wanted - this.max)); // (3)
    else if (wanted < this.min && growth < 0) next = Math.min(Math.max(integral, next), next - (wanted - this.min));
    reals[at] = next;
    loop[LOOP.output] = Math.min(Math.max(rest + next, this.min), this.max); // (4)
  }

  /** Sets the integral so that a step of length 0 with this record gives loop[LOOP.output], as far as I_max allows. */
  reset(loop: Float64Array, reals: Float64Array, at: number): void {
    const rest = loop[LOOP.feedForward]! + this.kp * loop[LOOP.error]! - this.kd * loop[LOOP.rate]!;
    reals[at] = Math.min(Math.max(loop[LOOP.output]! - rest, -this.integralLimit), this.integralLimit);
  }
}

const params = {
  kp: { doc: "k_p, output per unit of the error, per rad for angles", unit: "output/error", min: 0 },
  ki: { doc: "k_i, output per second and unit of the error", unit: "output/(error s)", min: 0, default: 0 },
  kd: { doc: "k_d, output per unit of the measured rate", unit: "output/(error/s)", min: 0, default: 0 },
  integralLimit: {
    doc: "I_max, largest part of the output that comes from the integral; limits of the output alone where not given",
    unit: "output",
    min: 0,
    optional: true,
  },
} as const;

export const pid = defineKind()({
  kind: "pid",
  doc: "Gains of one control loop, in SI units of its output and its error; the limits of the output belong to the law.",
  id: "optional",
  provenance: false,
  params,
});

/** The loop that a law's element holds under a name, <depth kp="…"/>; null where there is none. */
export function pidOf(law: Component, name: string, limits?: Limits): Pid | null {
  const child = law.children.find(({ kind, id }) => kind === "pid" && id === name);
  return child === undefined ? null : new Pid(child.params as unknown as ParamsOf<typeof params>, limits);
}

/** The same of a loop that must be there. An id of its own hides it: a loop is known by the name of its element. */
export function requiredPidOf(law: Component, name: string, limits?: Limits): Pid {
  const found = pidOf(law, name, limits);
  if (found === null) throw new Error(`no loop is called "${name}": give <${name}> no id, or the id "${name}"`);
  return found;
}
