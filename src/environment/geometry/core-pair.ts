/**
 * The cores of two solids, placed side by side, and the farthest point of their difference: what nearest points (nearest.ts) and
 * depths of overlap (overlap.ts) are found with.
 *
 *   D = A − B = {a − b},   support of D along d:  s_A(d) − s_B(−d)                        (1)
 *
 * All is given from the centre of A, so that two things far from the origin of N keep the digits of what lies between them.
 */
import { rotationFromQuaternionInto } from "../../math/index.ts";
import { pointSolid, ROUND, type Solid } from "./solid.ts";

/** Vertices for which there is room at the start. */
const USUAL_VERTICES = 64;

const NOTHING = pointSolid([0, 0, 0], 1);

export class CorePair {
  /** As they were placed last. */
  A: Solid = NOTHING;
  B: Solid = NOTHING;
  /** Vertices of the two cores, from the centre of A, axes of N. */
  a = new Float64Array(3 * USUAL_VERTICES);
  b = new Float64Array(3 * USUAL_VERTICES);
  /** Three times their number. */
  aEnd = 0;
  bEnd = 0;
  /** Radius and axis of each disc. */
  readonly disc = new Float64Array(8);
  /** R_NA and R_NB. */
  readonly R = new Float64Array(18);
  /** The centre of A in N; the centre of B from there. */
  readonly origin = new Float64Array(3);
  readonly other = new Float64Array(3);
  /** Size of what is computed with: what rounding is measured by. */
  readonly size = new Float64Array(1);
  /** A direction, and the point of D that is farthest along it, with its points on A and B. */
  readonly d = new Float64Array(3);
  readonly w = new Float64Array(3);
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);

  /** Places solid A, whose frame is at poseA[i ..], and solid B, whose frame is at poseB[j ..]. */
  place(A: Solid, poseA: Float64Array, i: number, B: Solid, poseB: Float64Array, j: number): void {
    this.A = A;
    this.B = B;
    const R = this.R;
    const origin = this.origin;
    const other = this.other;
    rotationFromQuaternionInto(R, 0, poseA, i + 3);
    rotationFromQuaternionInto(R, 9, poseB, j + 3);
    const cA = A.centre_m;
    const cB = B.centre_m;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const turnedA = R[3 * k] * cA[0] + R[3 * k + 1] * cA[1] + R[3 * k + 2] * cA[2];
      const turnedB = R[9 + 3 * k] * cB[0] + R[10 + 3 * k] * cB[1] + R[11 + 3 * k] * cB[2];
      origin[k] = poseA[i + k] + turnedA;
      other[k] = poseB[j + k] - poseA[i + k] + (turnedB - turnedA);
      square += other[k] * other[k];
    }
    this.aEnd = 3 * A.vertexCount;
    this.bEnd = 3 * B.vertexCount;
    if (this.aEnd > this.a.length) this.a = new Float64Array(2 * this.aEnd);
    if (this.bEnd > this.b.length) this.b = new Float64Array(2 * this.bEnd);
    turnAll(this.a, A.vertices_m, this.aEnd, R, 0);
    turnAll(this.b, B.vertices_m, this.bEnd, R, 9);
    const b = this.b;
    for (let k = 0; k < this.bEnd; k += 3) {
      b[k] += other[0];
      b[k + 1] += other[1];
      b[k + 2] += other[2];
    }
    this.#placeDisc(A, 0);
    this.#placeDisc(B, 1);
    this.size[0] = A.round[ROUND.ball] + B.round[ROUND.ball] + Math.sqrt(square);
  }

  #placeDisc({ round }: Solid, which: number): void {
    const { disc, R } = this;
    disc[4 * which] = round[ROUND.disc];
    if (round[ROUND.disc] === 0) return;
    for (let k = 0; k < 3; k++) {
      const at = 9 * which + 3 * k;
      disc[4 * which + 1 + k] = R[at] * round[2] + R[at + 1] * round[3] + R[at + 2] * round[4];
    }
  }

  /** (1) along d, to w, onA and onB. */
  support(): void {
    const { a, b, aEnd, bEnd, d, w, onA, onB } = this;
    const x = d[0];
    const y = d[1];
    const z = d[2];
    let at = 0;
    let most = a[0] * x + a[1] * y + a[2] * z;
    for (let k = 3; k < aEnd; k += 3) {
      const along = a[k] * x + a[k + 1] * y + a[k + 2] * z;
      if (along > most) {
        most = along;
        at = k;
      }
    }
    onA[0] = a[at];
    onA[1] = a[at + 1];
    onA[2] = a[at + 2];
    at = 0;
    most = b[0] * x + b[1] * y + b[2] * z;
    for (let k = 3; k < bEnd; k += 3) {
      const along = b[k] * x + b[k + 1] * y + b[k + 2] * z;
      if (along < most) {
        most = along;
        at = k;
      }
    }
    onB[0] = b[at];
    onB[1] = b[at + 1];
    onB[2] = b[at + 2];
    if (this.disc[0] > 0) this.#addRim(onA, 0);
    if (this.disc[4] > 0) this.#addRim(onB, 4);
    w[0] = onA[0] - onB[0];
    w[1] = onA[1] - onB[1];
    w[2] = onA[2] - onB[2];
  }

  /** Adds the point of a disc that is farthest along d (of B: against it). */
  #addRim(p: Float64Array, at: number): void {
    const { disc, d } = this;
    const along = d[0] * disc[at + 1] + d[1] * disc[at + 2] + d[2] * disc[at + 3];
    let x = d[0] - along * disc[at + 1];
    let y = d[1] - along * disc[at + 2];
    let z = d[2] - along * disc[at + 3];
    // Once more: an axis is turned by a quaternion of length 1 to rounding, and what that leaves along it does not belong to the rim.
    const rest = x * disc[at + 1] + y * disc[at + 2] + z * disc[at + 3];
    x -= rest * disc[at + 1];
    y -= rest * disc[at + 2];
    z -= rest * disc[at + 3];
    const square = x * x + y * y + z * z;
    // Along the axis to rounding: any point of the disc is as far.
    if (square <= 1e-30 * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])) return;
    const scale = (at === 0 ? disc[at] : -disc[at]) / Math.sqrt(square);
    p[0] += scale * x;
    p[1] += scale * y;
    p[2] += scale * z;
  }
}

/** v turned by R[r ..], the first `end` numbers of it, to out. */
function turnAll(out: Float64Array, v: Float64Array, end: number, R: Float64Array, r: number): void {
  const r0 = R[r];
  const r1 = R[r + 1];
  const r2 = R[r + 2];
  const r3 = R[r + 3];
  const r4 = R[r + 4];
  const r5 = R[r + 5];
  const r6 = R[r + 6];
  const r7 = R[r + 7];
  const r8 = R[r + 8];
  for (let k = 0; k < end; k += 3) {
    const x = v[k];
    const y = v[k + 1];
    const z = v[k + 2];
    out[k] = r0 * x + r1 * y + r2 * z;
    out[k + 1] = r3 * x + r4 * y + r5 * z;
    out[k + 2] = r6 * x + r7 * y + r8 * z;
  }
}
