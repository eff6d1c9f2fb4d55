/**
 * A bare vehicle for tests of hull models: one hull in water that moves uniformly, no thrusters, no fins.
 *
 *   x = [ p_NB 3 | q_NB 4 | ν 6 | states of the hull || commands of the hull ]
 *
 * Written apart from vehicle-system.ts, on matrices and cross products of the mathematics room, so that the two check
 * each other.
 */
import { MOTION, MOTION_SIZE } from "../../actuators/index.ts";
import {
  applyRotationInto,
  applyTransposedRotationInto,
  crossInto,
  multiply6Into,
  normalizeQuaternionInto,
  type OdeSystem,
  quaternionRateInto,
  rotationFromQuaternionInto,
} from "../../math/index.ts";
import type { BodyForce, HullModel } from "../hull-model.ts";

export interface Surroundings {
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
  /** Velocity of the water in N. */
  readonly current_N_mps?: readonly number[];
  /** Commands as a function of time; held in the state's tail without it. */
  command?(commands: Float64Array, t_s: number): void;
}

export class HullDriver implements OdeSystem {
  readonly size: number;
  readonly held: number;
  readonly motion = new Float64Array(MOTION_SIZE);
  readonly force = new Float64Array(6);
  readonly hull: HullModel;
  readonly surroundings: Surroundings;
  readonly #current_N: Float64Array;
  readonly #current_B = new Float64Array(3);
  readonly #commands: Float64Array;

  constructor(hull: HullModel, surroundings: Surroundings) {
    this.hull = hull;
    this.surroundings = surroundings;
    this.size = 13 + hull.states;
    this.held = hull.commands;
    this.#current_N = Float64Array.from(surroundings.current_N_mps ?? [0, 0, 0]);
    this.#commands = new Float64Array(hull.commands);
  }

  /** A level vehicle at rest at the origin. */
  initialState(): Float64Array {
    const x = new Float64Array(this.size + this.held);
    x[3] = 1;
    return x;
  }

  derivativesInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    const { motion, force, hull, surroundings } = this;
    const commands = this.#commands;
    describeMotion(motion, x, at, this.#current_N, this.#current_B, surroundings, time[0]!);
    for (let i = 0; i < this.held; i++) commands[i] = x[at + this.size + i]!;
    surroundings.command?.(commands, time[0]!);

    force.fill(0);
    hull.addForce(force, dx, 13, motion, x, at + 13, commands, 0, 0);
    applyRotationInto(dx, 0, motion, MOTION.R, x, at + 7);
    quaternionRateInto(dx, 3, x, at + 3, x, at + 10);
    multiply6Into(dx, 7, hull.massInverse6, 0, force, 0);
  }

  projectInto(x: Float64Array, at: number): void {
    normalizeQuaternionInto(x, at + 3, x, at + 3);
  }
}

function describeMotion(
  motion: Float64Array,
  x: Float64Array,
  at: number,
  current_N: Float64Array,
  current_B: Float64Array,
  surroundings: Surroundings,
  t_s: number,
): void {
  rotationFromQuaternionInto(motion, MOTION.R, x, at + 3);
  applyTransposedRotationInto(current_B, 0, motion, MOTION.R, current_N, 0);
  for (let i = 0; i < 6; i++) {
    motion[MOTION.V + i] = x[at + 7 + i]!;
    motion[MOTION.Vr + i] = x[at + 7 + i]! - (i < 3 ? current_B[i]! : 0);
  }
  // v_c × ω = −ω × v_c: the water does not turn with the body.
  crossInto(motion, MOTION.currentRate, current_B, 0, x, at + 10);
  motion.fill(0, MOTION.waterAcceleration, MOTION.waterAcceleration + 3);
  motion[MOTION.depth] = x[at + 2]!;
  motion[MOTION.density] = surroundings.density_kgpm3;
  motion[MOTION.gravity] = surroundings.gravity_mps2;
  motion[MOTION.time] = t_s;
}

/** Weight and buoyancy of a body that is always under water: all that most tests need of hydrostatics. */
export function submergedBody(
  mass_kg: number,
  volume_m3: number,
  cg_m: readonly number[],
  cb_m: readonly number[],
): BodyForce {
  return {
    addForce(F, motion) {
      const g = motion[MOTION.gravity]!;
      const W = mass_kg * g;
      const B = motion[MOTION.density]! * volume_m3 * g;
      const down = [motion[MOTION.R + 6]!, motion[MOTION.R + 7]!, motion[MOTION.R + 8]!];
      const arm = [0, 1, 2].map((i) => W * cg_m[i]! - B * cb_m[i]!);
      for (let i = 0; i < 3; i++) {
        const j = (i + 1) % 3;
        const k = (i + 2) % 3;
        F[i]! += (W - B) * down[i]!;
        F[i + 3]! += arm[j]! * down[k]! - arm[k]! * down[j]!;
      }
    },
  };
}

/** A record of the motion from roll, pitch, yaw as R_NB, ν and ν_r, with the water of the surroundings at rest in time. */
export function motionRecord(
  R_NB: Float64Array,
  V_NB_B: readonly number[],
  V_FB_B: readonly number[],
  density_kgpm3: number,
  gravity_mps2: number,
): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  motion.set(V_NB_B, MOTION.V);
  motion.set(V_FB_B, MOTION.Vr);
  motion.set(R_NB, MOTION.R);
  const current = Float64Array.from([0, 1, 2].map((i) => V_NB_B[i]! - V_FB_B[i]!));
  crossInto(motion, MOTION.currentRate, current, 0, Float64Array.from(V_NB_B), 3);
  motion[MOTION.depth] = 100;
  motion[MOTION.density] = density_kgpm3;
  motion[MOTION.gravity] = gravity_mps2;
  return motion;
}
