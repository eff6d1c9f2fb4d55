/**
 * Bodies and the points where they touch, as flat arrays: what the solvers work on.
 *
 *   u = J_a V_a + J_b V_b                                                               (1)  relative velocity, axes t1, t2, n
 *   row of J_a for an axis c:  [R_NBᵀ c, R_NBᵀ (r × c)],  r = place − p_NB;  of J_b: its negative     (2)
 *   ΔV = M⁻¹ Jᵀ f                                                                       (3)
 *   W = J_a M_a⁻¹ J_aᵀ + J_b M_b⁻¹ J_bᵀ                                                  (4)  inverse effective mass, 1/kg
 *
 * V: V_NB_B, velocity of Bo and angular velocity in B. M⁻¹: 6×6 about Bo in B, rigid and added mass. f: on body a, in axes
 * t1, t2, n. Slot 0 is the world at rest, slot i + 1 is body i; a fixed body has M⁻¹ = 0.
 * Test: contact-problem.test.ts.
 */
import { rotationFromQuaternionInto } from "../../math/index.ts";
import { tangentsInto } from "./tangents.ts";

const grown = (a: Float64Array, size: number): Float64Array => {
  const b = new Float64Array(size);
  b.set(a);
  return b;
};
const grownInt = (a: Int32Array, size: number): Int32Array => {
  const b = new Int32Array(size);
  b.set(a);
  return b;
};

export class ContactSet {
  /** Slots in use, at least 1. */
  slots = 1;
  contacts = 0;
  #mostSlots = 0;
  #mostContacts = 0;

  // By slot.
  velocity: Float64Array = new Float64Array(0); // 6
  position: Float64Array = new Float64Array(0); // 3
  rotation: Float64Array = new Float64Array(0); // 9
  massInverse: Float64Array = new Float64Array(0); // 36
  movable: Int32Array = new Int32Array(0);

  // By contact.
  slotA: Int32Array = new Int32Array(0);
  slotB: Int32Array = new Int32Array(0);
  /** Rows t1, t2, n in N. */
  axes: Float64Array = new Float64Array(0); // 9
  /** Place − p_NB of a, then of b, in N. */
  arms: Float64Array = new Float64Array(0); // 6
  gap: Float64Array = new Float64Array(0);
  /** μ, e. */
  surface: Float64Array = new Float64Array(0); // 2
  key: Float64Array = new Float64Array(0);
  /** Rows of J_a, then of J_b. */
  jacobian: Float64Array = new Float64Array(0); // 36
  /** M⁻¹ times the rows of J, likewise. */
  reaction: Float64Array = new Float64Array(0); // 36
  W: Float64Array = new Float64Array(0); // 9

  constructor(bodies: number, contacts: number) {
    this.#growSlots(bodies + 1);
    this.#growContacts(contacts);
    this.rotation[0] = 1;
    this.rotation[4] = 1;
    this.rotation[8] = 1;
  }

  clear(): void {
    this.slots = 1;
    this.contacts = 0;
  }

  /** Slot of a new body; massInverse undefined: fixed. */
  addBody(motion: Float64Array, i: number, massInverse: Float64Array | undefined, j: number): number {
    if (this.slots === this.#mostSlots) this.#growSlots(2 * this.slots);
    const slot = this.slots++;
    for (let n = 0; n < 3; n++) this.position[3 * slot + n] = motion[i + n];
    rotationFromQuaternionInto(this.rotation, 9 * slot, motion, i + 3);
    for (let n = 0; n < 6; n++) this.velocity[6 * slot + n] = motion[i + 7 + n];
    const at = 36 * slot;
    if (massInverse === undefined) for (let n = 0; n < 36; n++) this.massInverse[at + n] = 0;
    else for (let n = 0; n < 36; n++) this.massInverse[at + n] = massInverse[j + n];
    this.movable[slot] = massInverse === undefined ? 0 : 1;
    return slot;
  }

  addContact(
    slotA: number,
    slotB: number,
    place: Float64Array,
    k: number,
    surface: Float64Array,
    m: number,
    key: number,
  ): number {
    if (this.contacts === this.#mostContacts) this.#growContacts(2 * this.contacts);
    const c = this.contacts++;
    this.slotA[c] = slotA;
    this.slotB[c] = slotB;
    this.gap[c] = place[k + 6];
    this.surface[2 * c] = surface[m];
    this.surface[2 * c + 1] = surface[m + 1];
    this.key[c] = key;
    tangentsInto(this.axes, 9 * c, place, k + 3);
    for (let n = 0; n < 3; n++) {
      this.arms[6 * c + n] = place[k + n] - this.position[3 * slotA + n];
      this.arms[6 * c + 3 + n] = place[k + n] - this.position[3 * slotB + n];
    }
    const W = this.W;
    for (let n = 0; n < 9; n++) W[9 * c + n] = 0;
    this.#addSide(c, slotA, 0, 1);
    this.#addSide(c, slotB, 1, -1);
    return c;
  }

  /** u[o .. o + 2] of contact c from the velocities V, 6 by slot (1). */
  velocityInto(u: Float64Array, o: number, c: number, V: Float64Array): void {
    const J = this.jacobian;
    const a = 6 * this.slotA[c];
    const b = 6 * this.slotB[c];
    for (let r = 0; r < 3; r++) {
      const j = 36 * c + 6 * r;
      let sum = 0;
      for (let n = 0; n < 6; n++) sum += J[j + n] * V[a + n];
      if (b > 0) for (let n = 0; n < 6; n++) sum += J[j + 18 + n] * V[b + n];
      u[o + r] = sum;
    }
  }

  /** V += M⁻¹ Jᵀ f of contact c, 6 by slot (3). */
  react(V: Float64Array, c: number, f: Float64Array, o: number): void {
    const K = this.reaction;
    const slotA = this.slotA[c];
    const slotB = this.slotB[c];
    const x = f[o];
    const y = f[o + 1];
    const z = f[o + 2];
    if (this.movable[slotA] !== 0) {
      const a = 6 * slotA;
      const k = 36 * c;
      for (let n = 0; n < 6; n++) V[a + n] += K[k + n] * x + K[k + 6 + n] * y + K[k + 12 + n] * z;
    }
    if (this.movable[slotB] !== 0) {
      const b = 6 * slotB;
      const k = 36 * c + 18;
      for (let n = 0; n < 6; n++) V[b + n] += K[k + n] * x + K[k + 6 + n] * y + K[k + 12 + n] * z;
    }
  }

  /** B += J_c M⁻¹ J_dᵀ, 3×3, what f of contact d does to u of contact c, in rows of `stride`. */
  addCoupling(B: Float64Array, o: number, stride: number, c: number, d: number): void {
    const a = this.slotA[c];
    const b = this.slotB[c];
    if (this.movable[a] !== 0) {
      if (a === this.slotA[d]) this.#addProduct(B, o, stride, 36 * c, 36 * d);
      if (a === this.slotB[d]) this.#addProduct(B, o, stride, 36 * c, 36 * d + 18);
    }
    if (this.movable[b] !== 0) {
      if (b === this.slotA[d]) this.#addProduct(B, o, stride, 36 * c + 18, 36 * d);
      if (b === this.slotB[d]) this.#addProduct(B, o, stride, 36 * c + 18, 36 * d + 18);
    }
  }

  #addProduct(B: Float64Array, o: number, stride: number, j: number, k: number): void {
    const J = this.jacobian;
    const K = this.reaction;
    for (let r = 0; r < 3; r++) {
      const jr = j + 6 * r;
      for (let s = 0; s < 3; s++) {
        const ks = k + 6 * s;
        let sum = 0;
        for (let n = 0; n < 6; n++) sum += J[jr + n] * K[ks + n];
        B[o + r * stride + s] += sum;
      }
    }
  }

  /** (2) and (4) for one of the two bodies. */
  #addSide(c: number, slot: number, side: 0 | 1, sign: 1 | -1): void {
    const J = this.jacobian;
    const K = this.reaction;
    const R = this.rotation;
    const M = this.massInverse;
    if (slot === 0) return; // The world: its part of J and of M⁻¹ Jᵀ is never read.
    const at = 36 * c + 18 * side;
    const rx = this.arms[6 * c + 3 * side];
    const ry = this.arms[6 * c + 3 * side + 1];
    const rz = this.arms[6 * c + 3 * side + 2];
    for (let r = 0; r < 3; r++) {
      const x = sign * this.axes[9 * c + 3 * r];
      const y = sign * this.axes[9 * c + 3 * r + 1];
      const z = sign * this.axes[9 * c + 3 * r + 2];
      const mx = ry * z - rz * y;
      const my = rz * x - rx * z;
      const mz = rx * y - ry * x;
      const j = at + 6 * r;
      for (let n = 0; n < 3; n++) {
        const k = 9 * slot + n;
        J[j + n] = R[k] * x + R[k + 3] * y + R[k + 6] * z;
        J[j + 3 + n] = R[k] * mx + R[k + 3] * my + R[k + 6] * mz;
      }
    }
    if (this.movable[slot] === 0) {
      for (let n = 0; n < 18; n++) K[at + n] = 0;
      return;
    }
    for (let r = 0; r < 3; r++) {
      const j = at + 6 * r;
      for (let n = 0; n < 6; n++) {
        const m = 36 * slot + 6 * n;
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += M[m + k] * J[j + k];
        K[j + n] = sum;
      }
    }
    // The product is symmetric but for rounding; solvers may rely on it.
    const W = this.W;
    for (let r = 0; r < 3; r++) {
      for (let s = r; s < 3; s++) {
        let sum = 0;
        for (let n = 0; n < 6; n++) sum += J[at + 6 * r + n] * K[at + 6 * s + n];
        W[9 * c + 3 * r + s] += sum;
        if (s !== r) W[9 * c + 3 * s + r] += sum;
      }
    }
  }

  #growSlots(size: number): void {
    this.velocity = grown(this.velocity, 6 * size);
    this.position = grown(this.position, 3 * size);
    this.rotation = grown(this.rotation, 9 * size);
    this.massInverse = grown(this.massInverse, 36 * size);
    this.movable = grownInt(this.movable, size);
    this.#mostSlots = size;
  }

  #growContacts(size: number): void {
    this.slotA = grownInt(this.slotA, size);
    this.slotB = grownInt(this.slotB, size);
    this.axes = grown(this.axes, 9 * size);
    this.arms = grown(this.arms, 6 * size);
    this.gap = grown(this.gap, size);
    this.surface = grown(this.surface, 2 * size);
    this.key = grown(this.key, size);
    this.jacobian = grown(this.jacobian, 36 * size);
    this.reaction = grown(this.reaction, 36 * size);
    this.W = grown(this.W, 9 * size);
    this.#mostContacts = size;
  }
}
