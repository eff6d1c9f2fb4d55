/**
 * Depth and pressure, gravity, and the freezing point. x = sin²φ, φ latitude.
 *
 *   γ(φ) = 9.7803253359 (1 + 0.00193185265241 x) / √(1 − 0.00669437999013 x)          (1)  m/s² on the WGS-84 ellipsoid
 *   g(φ, p) = γ(φ) + 2.184e-6 p                                                        (2)  at the sea pressure p in dbar
 *   z = (((−1.82e-15 p + 2.279e-10) p − 2.2512e-5) p + 9.72659) p / g′(φ, p)           (3)  m
 *   g′(φ, p) = 9.780318 (1 + (5.2788e-3 + 2.36e-5 x) x) + 1.092e-6 p                   (4)  mean gravity from 0 to p
 *   T_f = −0.0575 S + 1.710523e-3 S^1.5 − 2.154996e-4 S² − 7.53e-4 p                   (5)  °C
 *
 * (3) is the depth at which a standard ocean (S = 35, T = 0 °C) has the pressure p; its inverse is found by Newton's
 * method. In other water it is off (fresh water: 3 %); hydrostatic.ts integrates the column itself. (2) has twice the
 * slope of (4), which is a mean.
 *
 * Valid: (3) 0 … 10,000 dbar, within 0.1 m of the integral; (5) S 4 … 40, p to 500 dbar.
 * Left out: height of sea level over the ellipsoid, atmospheric pressure (sea pressure is over it), local anomalies.
 * Source: (1) is Somigliana's closed form with the constants of WGS-84 [Nima2000]; (3), (4), (5) [Fofonoff1983].
 */
import { sin } from "../../math/index.ts";

const GRAVITY_SLOPE_MPS2_PER_DBAR = 2.184e-6;

/** (1): gravity at the surface of the ellipsoid. */
export function gravity_mps2(latitude_rad: number): number {
  const s = sin(latitude_rad);
  const x = s * s;
  return (9.7803253359 * (1 + 0.00193185265241 * x)) / Math.sqrt(1 - 0.00669437999013 * x);
}

/** (2): gravity at a sea pressure. */
export function gravityAtPressure_mps2(latitude_rad: number, pressure_dbar: number): number {
  return gravity_mps2(latitude_rad) + GRAVITY_SLOPE_MPS2_PER_DBAR * pressure_dbar;
}

/** What gives the sea pressure at a depth: the standard ocean here, or the integral over a profile (hydrostatic.ts). */
export interface PressureLaw {
  /** out[o] = sea pressure in dbar at the depth place[i] in m; 0 above the mean surface. */
  pressureInto(out: Float64Array, o: number, place: Float64Array, i: number): void;
}

/** (3) and its inverse at one latitude. */
export class StandardOcean implements PressureLaw {
  readonly #surfaceGravity: number;

  constructor(latitude_rad: number) {
    const s = sin(latitude_rad);
    const x = s * s;
    this.#surfaceGravity = 9.780318 * (1 + (5.2788e-3 + 2.36e-5 * x) * x); // (4) at p = 0
  }

  /** (3): out[o] = depth in m of the sea pressure pressure[i] in dbar. */
  depthInto(out: Float64Array, o: number, pressure: Float64Array, i: number): void {
    const p = pressure[i];
    const meanGravity = this.#surfaceGravity + 1.092e-6 * p;
    out[o] = ((((-1.82e-15 * p + 2.279e-10) * p - 2.2512e-5) * p + 9.72659) * p) / meanGravity;
  }

  /**
   * (3) backwards. The miss of a step falls with its square: z itself, less 1 %, starts within 3 %, and the third step
   * ends within 1e-9 m. A fourth costs little and settles the last bits.
   */
  pressureInto(out: Float64Array, o: number, place: Float64Array, i: number): void {
    const z = place[i];
    if (z <= 0) {
      out[o] = 0;
      return;
    }
    const g0 = this.#surfaceGravity;
    let p = 1.01 * z;
    for (let step = 0; step < 4; step++) {
      const g = g0 + 1.092e-6 * p;
      const numerator = (((-1.82e-15 * p + 2.279e-10) * p - 2.2512e-5) * p + 9.72659) * p;
      const numeratorSlope = ((4 * -1.82e-15 * p + 3 * 2.279e-10) * p - 2 * 2.2512e-5) * p + 9.72659;
      const depth = numerator / g;
      const slope = (numeratorSlope - 1.092e-6 * depth) / g;
      p -= (depth - z) / slope;
    }
    out[o] = p;
  }
}

/** (3) for plain numbers. */
export function depthFromPressure_m(pressure_dbar: number, latitude_rad: number): number {
  const value = Float64Array.of(pressure_dbar);
  new StandardOcean(latitude_rad).depthInto(value, 0, value, 0);
  return value[0];
}

/** The inverse of (3) for plain numbers. */
export function pressureFromDepth_dbar(depth_m: number, latitude_rad: number): number {
  const value = Float64Array.of(depth_m);
  new StandardOcean(latitude_rad).pressureInto(value, 0, value, 0);
  return value[0];
}

/** (5): the temperature at which sea water freezes. */
export function freezingPoint_degC(salinity_psu: number, pressure_dbar: number): number {
  const S = salinity_psu;
  return S * (-0.0575 + 1.710523e-3 * Math.sqrt(S) - 2.154996e-4 * S) - 7.53e-4 * pressure_dbar;
}
