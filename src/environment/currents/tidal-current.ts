/**
 * A tide: constituents, each an ellipse that the tip of the velocity runs through once in its period.
 *
 *   θ_j = 2π t/T_j − φ_j                                                             (1)
 *   v_c = Σ_j  a_j cos θ_j e_j + b_j sin θ_j e_j⊥                                     (2)
 *   e_j = (cos ψ_j, sin ψ_j, 0),   e_j⊥ = (−sin ψ_j, cos ψ_j, 0)
 *
 * a_j ≥ 0: semi-major axis; b_j: semi-minor axis, positive when the velocity turns clockwise seen from above (from north
 * to east), negative the other way, 0 for a tide that goes to and fro; ψ_j: where the major axis points, clockwise from
 * north; φ_j: phase at t = 0 of the run, by which the flood along e_j is late.
 *
 * The same at all depths and places. Left out: the rise of the surface; nodal corrections (18.6 years); friction at the
 * bottom. Source: the definition of harmonic constituents and of the tidal ellipse.
 */
import { invariant } from "../../core/index.ts";
import { cos, sin, sinCosInto } from "../../math/index.ts";
import { FLOW, type FlowSource, POINT } from "../flow.ts";

export interface TidalConstituent {
  readonly period_s: number;
  readonly major_mps: number;
  readonly minor_mps: number;
  readonly direction_rad: number;
  readonly phase_rad: number;
}

/** Angular rate, phase, and what cos θ and sin θ weigh in north and east. */
const SIZE = 6;

export class TidalCurrent implements FlowSource {
  readonly #table: Float64Array;
  readonly #count: number;
  readonly #turn = new Float64Array(2);

  constructor(constituents: readonly TidalConstituent[]) {
    this.#count = constituents.length;
    this.#table = Float64Array.from(
      constituents.flatMap(({ period_s, major_mps: a, minor_mps: b, direction_rad, phase_rad }) => {
        invariant(period_s > 0, `a tide of period ${period_s} s`);
        const c = cos(direction_rad);
        const s = sin(direction_rad);
        return [(2 * Math.PI) / period_s, phase_rad, a * c, a * s, -b * s, b * c];
      }),
    );
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const table = this.#table;
    const turn = this.#turn;
    const t = point[i + POINT.t_s];
    for (let j = 0; j < this.#count; j++) {
      const at = j * SIZE;
      const omega = table[at];
      sinCosInto(turn, 0, omega * t - table[at + 1]); // (1)
      const s = turn[0];
      const c = turn[1];
      flow[o + FLOW.velocity] += table[at + 2] * c + table[at + 4] * s; // (2)
      flow[o + FLOW.velocity + 1] += table[at + 3] * c + table[at + 5] * s;
      flow[o + FLOW.rate] += omega * (table[at + 4] * c - table[at + 2] * s);
      flow[o + FLOW.rate + 1] += omega * (table[at + 5] * c - table[at + 3] * s);
    }
  }
}
