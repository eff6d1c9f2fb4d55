/**
 * How the normal of a contact with the bottom turns within a period, because the bottom is curved.
 *
 *   Δn = n(c + h v_t) − n(c)                                                               (1)  h: period of the forces
 *   d/dt (n · v) = n · v̇ + Δn · v / h                                                      (2)
 *
 * c: point of the core (geometry/solid.ts) over the contact; v: its velocity in N, v_t the part of it along the bottom; n(c): normal where the
 * ball around c is nearest (geometry/ground-foot.ts). With the second term of (2) as a drift of the contact the force of a period also does what bends the
 * way: what slides through a hollow of radius r is pressed by W + m v²/r. And with n + Δn/2 as the direction of that force, which is held, it
 * does no work, to third order: along n it would do v² h/2r of itself.
 *
 * Where the normal turns by more than SMOOTH it is a kink or a step, which strikes; then Δn is 0.
 * Left out: curvature of vehicles and obstacles. What slides on them lifts off by v² h²/2r within a period, and falls back.
 * Source: (2) is a derivative. Test: curved-ground.test.ts.
 */
import { rotateInto } from "../../math/index.ts";
import { CONTACT } from "../geometry/contact.ts";
import { GroundFoot } from "../geometry/ground-foot.ts";
import type { Bottom } from "../geometry/ray.ts";
import { ROUND, type Solid } from "../geometry/solid.ts";

/** Sine of the turn of a normal. */
const SMOOTH = 0.1;

export class CurvedGround {
  /** Δn, and Δn · v, m/s, of the last call. */
  readonly turn = new Float64Array(3);
  readonly speed = new Float64Array(1);
  readonly #foot = new GroundFoot();
  readonly #w = new Float64Array(3);
  readonly #v = new Float64Array(3);
  readonly #c = new Float64Array(3);

  /** motion[i ..]: p_NB, q_NB, V_NB_B. points[k ..]: the contact, as CONTACT says. period: h, s. False where Δn is 0. */
  find(
    bottom: Bottom,
    motion: Float64Array,
    i: number,
    { round }: Solid,
    points: Float64Array,
    k: number,
    period: Float64Array,
  ): boolean {
    const { turn, speed } = this;
    const foot = this.#foot;
    const w = this.#w;
    const v = this.#v;
    const c = this.#c;
    const n = k + CONTACT.normal;
    turn.fill(0);
    speed[0] = 0;
    const up = round[ROUND.radius] + 0.5 * points[k + CONTACT.gap];
    for (let axis = 0; axis < 3; axis++) c[axis] = points[k + CONTACT.point + axis] + up * points[n + axis];
    rotateInto(w, 0, motion, i + 3, motion, i + 10);
    rotateInto(v, 0, motion, i + 3, motion, i + 7);
    const x = c[0] - motion[i];
    const y = c[1] - motion[i + 1];
    const z = c[2] - motion[i + 2];
    v[0] += w[1] * z - w[2] * y;
    v[1] += w[2] * x - w[0] * z;
    v[2] += w[0] * y - w[1] * x;
    const along = v[0] * points[n] + v[1] * points[n + 1] + v[2] * points[n + 2];
    // (1)
    for (let axis = 0; axis < 3; axis++) c[axis] += period[0] * (v[axis] - along * points[n + axis]);
    foot.find(bottom, c, 0, round, ROUND.radius);
    if (foot.gap[0] === Number.POSITIVE_INFINITY) return false;
    const a = foot.normal[0] - points[n];
    const b = foot.normal[1] - points[n + 1];
    const d = foot.normal[2] - points[n + 2];
    const square = a * a + b * b + d * d;
    if (!(square > 0) || square > SMOOTH * SMOOTH) return false;
    turn[0] = a;
    turn[1] = b;
    turn[2] = d;
    speed[0] = a * v[0] + b * v[1] + d * v[2];
    return true;
  }
}
