/**
 * Sea pressure in a water of its own: the weight of the column above, integrated once when the water is made.
 *
 *   dp/dz = ρ(S(z), T(z), p) g(φ, p) / 10⁴,   p(0) = 0                                (1)  dbar per m
 *
 * by Runge and Kutta's method of order 4, in cells of 1 m down to 200 m and of 10 m below, down to 12,000 m. A query is
 * the cubic through the pressures and slopes (1) at the two ends of its cell. Cubics join with their slopes, so pressure
 * and its slope have no jumps at the borders of cells.
 *
 * Valid: to a few 1e-5 dbar where a profile bends inside a cell, far better elsewhere. Below 12,000 m the last slope goes
 * on; above the mean surface the pressure is 0.
 * Left out: horizontal differences of density (one column stands for the region); waves, which add their own pressure.
 * Source: (1) is hydrostatic balance; the test compares it with the published depth of a standard ocean.
 */
import { densityInto } from "./density.ts";
import { gravity_mps2, gravityAtPressure_mps2, type PressureLaw } from "./pressure.ts";
import { SEAWATER, SEAWATER_SIZE, t68From90_degC } from "./seawater.ts";

const PA_PER_DBAR = 1e4;
const FINE_M = 1;
const COARSE_M = 10;
const FINE_DOWN_TO_M = 200;
const DOWN_TO_M = 12000;
const FINE_CELLS = FINE_DOWN_TO_M / FINE_M;
const CELLS = FINE_CELLS + (DOWN_TO_M - FINE_DOWN_TO_M) / COARSE_M;

/** What a column holds at a depth; T on ITS-90, as everywhere outside the formulas. */
export interface ColumnAtDepth {
  temperature_degC(depth_m: number): number;
  salinity_psu(depth_m: number): number;
  /** At all depths, where the density is not that of EOS-80. */
  readonly density_kgpm3?: number | undefined;
}

export class HydrostaticPressure implements PressureLaw {
  /** p₀ p₁ p₂ p₃ of the cubic p₀ + u (p₁ + u (p₂ + u p₃)) of each cell, and the line below the last. */
  readonly #cubics: Float64Array;

  constructor(column: ColumnAtDepth, latitude_rad: number) {
    const water = new Float64Array(SEAWATER_SIZE);
    const slope = (z: number, p: number): number => {
      water[SEAWATER.t68_degC] = t68From90_degC(column.temperature_degC(z));
      water[SEAWATER.salinity_psu] = column.salinity_psu(z);
      water[SEAWATER.pressure_dbar] = p;
      densityInto(water, 0, water, 0);
      const density_kgpm3 = column.density_kgpm3 ?? water[0];
      // Water that is given one density is a tank or a test: gravity is then one as well, and p = ρ g z exactly.
      const g =
        column.density_kgpm3 === undefined ? gravityAtPressure_mps2(latitude_rad, p) : gravity_mps2(latitude_rad);
      return (density_kgpm3 * g) / PA_PER_DBAR; // (1)
    };
    const cubics = new Float64Array(4 * (CELLS + 1));
    let p = 0;
    let s0 = slope(0, 0);
    for (let cell = 0; cell < CELLS; cell++) {
      const z = cell < FINE_CELLS ? cell * FINE_M : FINE_DOWN_TO_M + (cell - FINE_CELLS) * COARSE_M;
      const h = cell < FINE_CELLS ? FINE_M : COARSE_M;
      const k2 = slope(z + h / 2, p + (h / 2) * s0);
      const k3 = slope(z + h / 2, p + (h / 2) * k2);
      const k4 = slope(z + h, p + h * k3);
      const next = p + (h / 6) * (s0 + 2 * k2 + 2 * k3 + k4);
      const s1 = slope(z + h, next);
      // The cubic with these two values and slopes at u = 0, 1.
      const rise = next - p;
      cubics[4 * cell] = p;
      cubics[4 * cell + 1] = h * s0;
      cubics[4 * cell + 2] = 3 * rise - 2 * h * s0 - h * s1;
      cubics[4 * cell + 3] = h * s0 + h * s1 - 2 * rise;
      p = next;
      s0 = s1;
    }
    cubics[4 * CELLS] = p;
    cubics[4 * CELLS + 1] = s0;
    this.#cubics = cubics;
  }

  pressureInto(out: Float64Array, o: number, place: Float64Array, i: number): void {
    const z = place[i];
    const cubics = this.#cubics;
    // Above the surface, and what is not a number.
    if (!(z > 0)) {
      out[o] = z <= 0 ? 0 : Number.NaN;
      return;
    }
    if (z >= DOWN_TO_M) {
      out[o] = cubics[4 * CELLS] + (z - DOWN_TO_M) * cubics[4 * CELLS + 1];
      return;
    }
    const fine = z < FINE_DOWN_TO_M;
    const cells = fine ? z / FINE_M : (z - FINE_DOWN_TO_M) / COARSE_M;
    const whole = Math.floor(cells);
    const at = 4 * (fine ? whole : FINE_CELLS + whole);
    const u = cells - whole;
    out[o] = cubics[at] + u * (cubics[at + 1] + u * (cubics[at + 2] + u * cubics[at + 3]));
  }
}
