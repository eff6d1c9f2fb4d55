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

/** What a column holds at a depth, in kg/m³; T on ITS-90, as everywhere outside the formulas. */
export interface ColumnAtDepth {
  temperature_degC(depth_m: number): number;
  salinity_psu(depth_m: number): number;
  /** Where the density is not that of EOS-80. */
  readonly density_kgpm3?: number | undefined;
}

export class HydrostaticPressure implements PressureLaw {
  /** Pressure and slope at each border of cells: p₀ s₀ p₁ s₁ … */
  readonly #table: Float64Array;

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
    const table = new Float64Array(2 * (CELLS + 1));
    let p = 0;
    for (let cell = 0; cell <= CELLS; cell++) {
      const z = cell < FINE_CELLS ? cell * FINE_M : FINE_DOWN_TO_M + (cell - FINE_CELLS) * COARSE_M;
      const h = cell < FINE_CELLS ? FINE_M : COARSE_M;
      const k1 = slope(z, p);
      table[2 * cell] = p;
      table[2 * cell + 1] = k1;
      const k2 = slope(z + h / 2, p + (h / 2) * k1);
      const k3 = slope(z + h / 2, p + (h / 2) * k2);
      const k4 = slope(z + h, p + h * k3);
      p += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    this.#table = table;
  }

  pressureInto(out: Float64Array, o: number, place: Float64Array, i: number): void {
    const z = place[i];
    const table = this.#table;
    // Above the surface, and what is not a number.
    if (!(z > 0)) {
      out[o] = z <= 0 ? 0 : Number.NaN;
      return;
    }
    if (z >= DOWN_TO_M) {
      out[o] = table[2 * CELLS] + (z - DOWN_TO_M) * table[2 * CELLS + 1];
      return;
    }
    const fine = z < FINE_DOWN_TO_M;
    const h = fine ? FINE_M : COARSE_M;
    const cells = fine ? z / FINE_M : (z - FINE_DOWN_TO_M) / COARSE_M;
    const whole = Math.floor(cells);
    const at = 2 * (fine ? whole : FINE_CELLS + whole);
    const u = cells - whole;
    const p0 = table[at];
    const s0 = h * table[at + 1];
    const rise = table[at + 2] - p0;
    const s1 = h * table[at + 3];
    // The cubic with values p₀, p₁ and slopes s₀, s₁ at u = 0, 1.
    out[o] = p0 + u * (s0 + u * (3 * rise - 2 * s0 - s1 + u * (s0 + s1 - 2 * rise)));
  }
}
