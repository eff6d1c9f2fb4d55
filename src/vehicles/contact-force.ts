/**
 * The forces of a lasting contact: a force and a torque about Bo, given in N and held until the environment says otherwise.
 *
 *   F_Bo_B += [R_BN f; R_BN τ]                                                             (1)
 *
 * Held inputs: as CONTACT_FORCE says. What touches what, and how hard, the environment finds (environment/contacts); impacts change the
 * velocity at an instant and do not come through here.
 *
 * Valid: while the body turns little between two corrections, since τ is about a point of the body and stays as it was in N.
 * Left out: forces between corrections that depend on the motion.
 * Source: (1) is a change of frame. Tests: contact-force.test.ts.
 */
import { MOTION } from "../actuators/index.ts";
import type { BodyPart, Signal } from "./body.ts";

/** Places in a body's block of contact forces. */
export const CONTACT_FORCE = {
  /** 1 while there is any. */
  active: 0,
  /** f and τ, in N. */
  force_N: 1,
  torque_N: 4,
  /** Sum of the impulses of all impacts so far, N·s: it pushes nothing, sensors read it. */
  impulse: 7,
} as const;
export const CONTACT_FORCE_SIZE = 8;

const { active: ACTIVE, force_N: FORCE, torque_N: TORQUE } = CONTACT_FORCE;
const { R } = MOTION;

export class ContactForce implements BodyPart {
  readonly states = 0;
  readonly commands = 0;
  readonly commandSignals: readonly Signal[] = [];
  readonly held = CONTACT_FORCE_SIZE;
  readonly outputs: readonly Signal[] = [];

  addForce(
    F_Bo_B: Float64Array,
    _dx: Float64Array,
    _d: number,
    motion: Float64Array,
    x: Float64Array,
    _s: number,
    _commands: Float64Array,
    _c: number,
    h: number,
  ): void {
    if (x[h + ACTIVE] === 0) return;
    for (let i = 0; i < 3; i++) {
      // (1): column i of R_NB is axis i of B in N.
      const r1 = motion[R + i];
      const r2 = motion[R + 3 + i];
      const r3 = motion[R + 6 + i];
      F_Bo_B[i] += r1 * x[h + FORCE] + r2 * x[h + FORCE + 1] + r3 * x[h + FORCE + 2];
      F_Bo_B[3 + i] += r1 * x[h + TORQUE] + r2 * x[h + TORQUE + 1] + r3 * x[h + TORQUE + 2];
    }
  }

  outputValuesInto(): void {}
}
