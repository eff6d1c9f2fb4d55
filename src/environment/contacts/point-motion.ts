/**
 * How the velocity of a contact point changes because its body turns.
 *
 *   d/dt (v + ω × r) = v̇ + ω̇ × r + ω × (ω × r_c)                                        (1)  all in N
 *
 * v̇, ω̇: rates in N of the velocity of Bo and of the angular velocity. r: from Bo to the contact point; r_c: to the point of the core (geometry/solid.ts)
 * under it, which is carried along with the body, while the rounding about it keeps its direction, across the other surface. So a ball
 * that rolls has no part from its turning, and a box that tips over a corner has all of it.
 *
 * Valid: for corners, ends and axes against faces. Left out: faces that turn under a corner that slides on them, 2 ω |slip|.
 * Source: (1) is a derivative. Test: point-motion.test.ts.
 */
import { rotateInto } from "../../math/index.ts";
import { ROUND, type Solid } from "../geometry/solid.ts";

/** A rim is round where the normal is so far off the disc's axis (sine); a disc that lies flat has corners. */
const TILTED = 0.05;

const turn = new Float64Array(3);
const arm = new Float64Array(3);
const axis = new Float64Array(3);
const axisB = new Float64Array(3);

/**
 * out[o ..] += side · ω × (ω × r_c). motion[i ..]: p_NB, q_NB, V_NB_B. place[k ..]: the contact point and the normal, in N. side: 1 for
 * the body that the normal points into, −1 for the other one.
 */
export function addTurningInto(
  out: Float64Array,
  o: number,
  motion: Float64Array,
  i: number,
  { round }: Solid,
  place: Float64Array,
  k: number,
  side: 1 | -1,
): void {
  rotateInto(turn, 0, motion, i + 3, motion, i + 10);
  const x = turn[0];
  const y = turn[1];
  const z = turn[2];
  const rho = side * round[ROUND.radius];
  for (let n = 0; n < 3; n++) arm[n] = place[k + n] + rho * place[k + 3 + n] - motion[i + n];
  if (round[ROUND.disc] > 0) addRim(round, motion, i, place, k, side);
  const along = x * arm[0] + y * arm[1] + z * arm[2];
  const square = x * x + y * y + z * z;
  out[o] += side * (x * along - square * arm[0]);
  out[o + 1] += side * (y * along - square * arm[1]);
  out[o + 2] += side * (z * along - square * arm[2]);
}

/** From the rim of a disc to its axis. */
function addRim(
  round: Float64Array,
  motion: Float64Array,
  i: number,
  place: Float64Array,
  k: number,
  side: number,
): void {
  for (let n = 0; n < 3; n++) axisB[n] = round[ROUND.axis + n];
  rotateInto(axis, 0, motion, i + 3, axisB, 0);
  const nx = place[k + 3];
  const ny = place[k + 4];
  const nz = place[k + 5];
  const along = nx * axis[0] + ny * axis[1] + nz * axis[2];
  const ex = nx - along * axis[0];
  const ey = ny - along * axis[1];
  const ez = nz - along * axis[2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (!(length > TILTED)) return;
  const scale = (side * round[ROUND.disc]) / length;
  arm[0] += scale * ex;
  arm[1] += scale * ey;
  arm[2] += scale * ez;
}
