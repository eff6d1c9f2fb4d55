/** What is sent to bodies after a decision: displacements that separate them, velocities, and the contact forces that hold until the next one. */
import type { Moment } from "../../../../engine/index.ts";
import { type ContactProblem, correction } from "../../../../environment/index.ts";
import {
  choleskyFactor6Into,
  choleskySolve6Into,
  integrateQuaternionInto,
  rotateInto,
  rotateInverseInto,
} from "../../../../math/index.ts";
import { MEMORY } from "./body-memory.ts";
import type { DeskPorts } from "./gathering.ts";

const DONE = correction.at;

// Scratch of one event.
const done = new Float64Array(correction.size);
const velocity = new Float64Array(6);
const displacement = new Float64Array(6);
const factor = new Float64Array(36);
const force = new Float64Array(3);

/** Moves the body that is remembered at reals[m ..] by what separates it in the problem, and says whether it does. */
export function displace(reals: Float64Array, m: number, problem: ContactProblem, slot: number): boolean {
  const pose = m + MEMORY.motion;
  problem.displacementInto(displacement, 0, slot);
  let any = false;
  for (let n = 0; n < 6; n++) if (displacement[n] !== 0) any = true;
  if (!any) return false;
  rotateInto(force, 0, reals, pose + 3, displacement, 0);
  for (let n = 0; n < 3; n++) reals[pose + n] = reals[pose + n]! + force[n]!;
  // The momentum, of the body with its added mass, stays as it is in N.
  const isMovable = choleskyFactor6Into(factor, 0, reals, m + MEMORY.massInverse) < 0;
  if (isMovable) {
    choleskySolve6Into(velocity, 0, factor, 0, reals, pose + 7);
    for (let n = 0; n < 6; n += 3) rotateInto(velocity, n, reals, pose + 3, velocity, n);
  }
  integrateQuaternionInto(reals, pose + 3, reals, pose + 3, displacement, 3, 1);
  if (!isMovable) return true;
  for (let n = 0; n < 6; n += 3) rotateInverseInto(velocity, n, reals, pose + 3, velocity, n);
  for (let n = 0; n < 6; n++) {
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += reals[m + MEMORY.massInverse + 6 * n + k]! * velocity[k]!;
    reals[pose + 7 + n] = sum;
  }
  return true;
}

/**
 * Sends a body its contact forces, `wrench` in N about Bo, and, where it moves, what is remembered of its motion; nothing where neither is new. impulse:
 * sum of the normal impulses that it has had just now, N·s.
 */
export function sendCorrection(
  moment: Moment,
  ports: DeskPorts,
  m: number,
  wrench: Float64Array,
  impulse: Float64Array,
  moves: boolean,
): void {
  const { reals } = moment;
  let pushes = 0;
  for (let n = 0; n < 6; n++) if (wrench[n] !== 0) pushes = 1;
  if (!moves && pushes === 0 && reals[m + MEMORY.pushed] === 0) return;
  reals[m + MEMORY.pushed] = pushes;
  done[DONE.t_ns] = moment.instant_ns[0]!;
  done[DONE.moves] = moves ? 1 : 0;
  for (let n = 0; n < 13; n++) done[DONE.p_NB_m + n] = reals[m + MEMORY.motion + n]!;
  for (let n = 0; n < 6; n++) done[DONE.force_N + n] = wrench[n]!;
  done[DONE.impulse_Ns] = impulse[0]!;
  ports.corrections.send(moment, done, 0);
}
