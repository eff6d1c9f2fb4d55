/**
 * Four beams of a Janus array: where they point, and the vector of which they see the components along them.
 *
 *   b_k = [s cos α_k, s sin α_k, √(1 − s²)]                              (1)  in S, z along the axis of the array
 *   s = sin θ                                                            (2)  pistons: the angle is that of the metal
 *   s = sin θ · c / c_d                                                  (3)  phased array: λ / (2 d) of its elements, θ at c_d
 *   x = argmin Σ (b_k · x − y_k)²                                        (4)  over the beams that count, three or four
 *
 * (1) is A = A₀ diag(s, s, √(1 − s²)) with rows [cos α_k, sin α_k, 1] of A₀, so that the solution of (4) is that of A₀, divided by the
 * three factors: one pseudo-inverse for each choice of beams serves every speed of sound. Three beams of different azimuths always
 * have rank 3, since three points of a circle never lie on a line.
 *
 * α_k: azimuths about z, from x towards y. c: speed of sound; c_d: that for which θ is stated.
 * Source: geometry; (3) is that of [Pathfinder2018], whose array has sin θ = c / 2c_d.
 */
import { cos, pseudoInverse, sin } from "../math/index.ts";

export const BEAMS = 4;
/** One bit for each beam. */
export const ALL_BEAMS = (1 << BEAMS) - 1;
const CHOICES = 1 << BEAMS;

/** Places in an angle: s and √(1 − s²). */
export const ANGLE_SIZE = 2;

export interface JanusShape {
  readonly angle_rad: number;
  readonly azimuths_rad: readonly number[];
  /** c_d of a phased array; null for pistons. */
  readonly design_mps: number | null;
}

/** How many beams a choice has. */
export function beamCount(choice: number): number {
  return (choice & 1) + ((choice >> 1) & 1) + ((choice >> 2) & 1) + ((choice >> 3) & 1);
}

export class JanusBeams {
  /** cos α_k, sin α_k. */
  readonly #around = new Float64Array(2 * BEAMS);
  /** A₀⁺ of each choice of three or more beams: 3 rows of 4, with 0 for beams that do not count. */
  readonly #inverses = new Float64Array(CHOICES * 3 * BEAMS);
  /** sin θ, and s per speed of sound; 0 for pistons. */
  readonly #sine: Float64Array;

  constructor({ angle_rad, azimuths_rad, design_mps }: JanusShape) {
    const sine = sin(angle_rad);
    this.#sine = Float64Array.of(sine, design_mps === null ? 0 : sine / design_mps);
    for (let k = 0; k < BEAMS; k++) {
      this.#around[2 * k] = cos(azimuths_rad[k]);
      this.#around[2 * k + 1] = sin(azimuths_rad[k]);
    }
    for (let choice = 0; choice < CHOICES; choice++) if (beamCount(choice) >= 3) this.#invert(choice);
  }

  #invert(choice: number): void {
    const counted = Array.from({ length: BEAMS }, (_, k) => k).filter((k) => ((choice >> k) & 1) === 1);
    const rows = counted.flatMap((k) => [this.#around[2 * k], this.#around[2 * k + 1], 1]);
    const { inverse } = pseudoInverse(Float64Array.from(rows), 0, counted.length, 3);
    for (let i = 0; i < 3; i++) {
      counted.forEach((k, at) => {
        this.#inverses[(3 * choice + i) * BEAMS + k] = inverse[i * counted.length + at];
      });
    }
  }

  /** (2) or (3) for the speed of sound c[i], to angle[o ..]. */
  angleInto(angle: Float64Array, o: number, c: Float64Array, i: number): void {
    const perSpeed = this.#sine[1];
    // Nothing leaves a phased array beyond 90°: such a beam grazes along its face.
    const s = perSpeed === 0 ? this.#sine[0] : Math.min(1, perSpeed * c[i]);
    angle[o] = s;
    angle[o + 1] = Math.sqrt(1 - s * s);
  }

  /** (1) of every beam, to out[o .. o + 11]. */
  directionsInto(out: Float64Array, o: number, angle: Float64Array, i: number): void {
    for (let k = 0; k < BEAMS; k++) {
      out[o + 3 * k] = angle[i] * this.#around[2 * k];
      out[o + 3 * k + 1] = angle[i] * this.#around[2 * k + 1];
      out[o + 3 * k + 2] = angle[i + 1];
    }
  }

  /** (4) for y[0 .. 3], to out[o .. o + 2]; NaN where the choice has fewer than three beams. y of other beams must be finite. */
  solveInto(out: Float64Array, o: number, y: Float64Array, choice: number, angle: Float64Array, i: number): void {
    if (beamCount(choice) < 3) {
      for (let axis = 0; axis < 3; axis++) out[o + axis] = Number.NaN;
      return;
    }
    const inverses = this.#inverses;
    for (let axis = 0; axis < 3; axis++) {
      const at = (3 * choice + axis) * BEAMS;
      const sum = inverses[at] * y[0] + inverses[at + 1] * y[1] + inverses[at + 2] * y[2] + inverses[at + 3] * y[3];
      out[o + axis] = sum / (axis === 2 ? angle[i + 1] : angle[i]);
    }
  }
}
