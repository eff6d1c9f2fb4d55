/**
 * The earth's magnetic field in the waters of a world: one vector everywhere, by its declination D, inclination I and strength F.
 *
 *   m_N = F [cos I cos D, cos I sin D, sin I]                                   (1)  north, east, down
 *
 * What a scenario does not say of it is taken from a dipole in the middle of the earth, along its axis, at the latitude φ:
 *
 *   tan I = 2 tan φ                                                            (2)
 *   F = B₀ √(1 + 3 sin² φ),   B₀ = 29 404.8 nT                                  (3)  B₀ = |g₁⁰| of IGRF-13 for 2020
 *   D = 0                                                                      (4)
 *
 * (2) and (3) are the first term of the potential, V = a (a/r)² g₁⁰ sin φ: north −∂V/(r ∂φ) = B₀ cos φ, down ∂V/∂r = 2 B₀ sin φ.
 * Good for: an inclination within some ten degrees and a strength within a fifth in middle latitudes. The declination of a place is not
 * that of a dipole, tilted or not: give it where it matters.
 * Left out: changes over place, time and depth; magnetic storms; iron on the bottom.
 * Source: [Alken2021], the coefficient g₁⁰ as its file of coefficients has it. Tests: magnetic-field.test.ts.
 */
import { atan2, cos, sin } from "../math/index.ts";

export interface MagneticConstants {
  /** D, east of true north. */
  readonly magneticDeclination_rad: number;
  /** I, below the horizontal. */
  readonly magneticInclination_rad: number;
  /** F */
  readonly magneticField_T: number;
}

const EQUATOR_T = 29_404.8e-9;

/** Taken for a world that does not say where it is. */
export const USUAL_LATITUDE_RAD = Math.PI / 4;

/** (2), (3), (4) */
export function dipoleField(latitude_rad: number): MagneticConstants {
  const s = sin(latitude_rad);
  return Object.freeze({
    magneticDeclination_rad: 0,
    magneticInclination_rad: atan2(2 * s, cos(latitude_rad)),
    magneticField_T: EQUATOR_T * Math.sqrt(1 + 3 * s * s),
  });
}

/** (1): m_N to out[o ..]. constants: those of a world, as a thing finds them at its site. */
export function magneticFieldInto(out: Float64Array, o: number, constants: Readonly<Record<string, number>>): void {
  const { magneticDeclination_rad: D, magneticInclination_rad: I, magneticField_T: F } = constants;
  out[o] = F * cos(I) * cos(D);
  out[o + 1] = F * cos(I) * sin(D);
  out[o + 2] = F * sin(I);
}
