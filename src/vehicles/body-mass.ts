/**
 * The mass matrix of a body about Bo, added mass included, and its inverse.
 *
 *   M = M_hull + Σ M_part(mass states)                                                     (1)
 *
 * Where no part brings a mass that varies, M⁻¹ is the hull's, inverted once. Otherwise M is summed and factored when mass states differ from those
 * of the last factorisation. That memory changes no result: M is a function of these states alone.
 */
import { choleskyFactor6Into, choleskyInverse6Into, describePivotFailure } from "../math/index.ts";
import type { BodyPart } from "./body.ts";
import type { HullModel } from "./hull-model.ts";

/** A part with the place of its states behind the beginning of a copy. */
interface MassPart {
  readonly part: BodyPart;
  readonly stateAt: number;
}

export class BodyMass {
  /** M⁻¹, of the states that `find` was called with last. */
  readonly inverse6: Float64Array;
  readonly varies: boolean;
  readonly #hull: HullModel;
  readonly #parts: readonly MassPart[];
  readonly #states: Float64Array;
  readonly #mass6 = new Float64Array(36);
  readonly #factor = new Float64Array(36);

  constructor(hull: HullModel, parts: readonly MassPart[]) {
    this.#hull = hull;
    this.#parts = parts;
    const count = parts.reduce((sum, { part }) => sum + (part.massStates ?? 0), 0);
    this.#states = new Float64Array(count).fill(Number.NaN);
    this.varies = count > 0;
    this.inverse6 = this.varies ? new Float64Array(36) : hull.massInverse6;
  }

  /** (1) of the state x[at ..]: 6×6 row-major, to out[o ..]. */
  massInto(out: Float64Array, o: number, x: Float64Array, at: number): void {
    const M = this.#mass6;
    M.fill(0);
    for (const { part, stateAt } of this.#parts) part.addMassInto?.(M, x, at + stateAt);
    for (let k = 0; k < 36; k++) out[o + k] = M[k] + this.#hull.mass6[k];
  }

  /** M⁻¹ of the mass states of x[at ..] to inverse6, if it is not that already. */
  find(x: Float64Array, at: number): void {
    if (!this.varies) return;
    const known = this.#states;
    const parts = this.#parts;
    let same = true;
    for (let k = 0, i = 0; k < parts.length; k++) {
      const { part, stateAt } = parts[k];
      const count = part.massStates ?? 0;
      for (let j = 0; j < count; j++, i++) {
        const value = x[at + stateAt + j];
        if (value === known[i]) continue;
        known[i] = value;
        same = false;
      }
    }
    if (same) return;
    const M = this.#mass6;
    M.fill(0);
    for (let k = 0; k < parts.length; k++) parts[k].part.addMassInto?.(M, x, at + parts[k].stateAt);
    const parts_kg = M[0];
    const hull6 = this.#hull.mass6;
    for (let k = 0; k < 36; k++) M[k] += hull6[k];
    const hull_kg = this.#hull.figures.hydrostatics?.mass_kg ?? Number.POSITIVE_INFINITY;
    const pivot = choleskyFactor6Into(this.#factor, 0, M, 0);
    if (pivot !== -1 || !(hull_kg + parts_kg > 0)) this.#refuse(pivot, parts_kg);
    choleskyInverse6Into(this.inverse6, 0, this.#factor, 0);
  }

  /** Ends the run: the engine makes a fault of it, with the path of the system and the time. */
  #refuse(pivot: number, parts_kg: number): never {
    this.#states.fill(Number.NaN);
    const digits = Number(parts_kg.toPrecision(6));
    if (pivot === -1)
      throw new Error(`the mass is not positive: the parts of the vehicle weigh ${digits} kg beside the hull`);
    const why = describePivotFailure(this.#factor, 0, 6, pivot);
    throw new Error(`the mass matrix is not positive definite, its parts at ${digits} kg: ${why}`);
  }
}
