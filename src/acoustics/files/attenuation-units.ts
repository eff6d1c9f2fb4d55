/**
 * Attenuation as environment files state it, in dB per wavelength. c in m/s, f in Hz, λ = c/f.
 *
 *   N   a Np/m           8.686 a c/f                                                   (1)
 *   M   a dB/m           a c/f                                                         (2)
 *   F   a dB/(m kHz)     a c/1000                                                      (3)  the frequency drops out
 *   W   a dB/λ           a                                                             (4)
 *   Q   a quality factor 8.686 π/a;  0 stands for none                                 (5)
 *   L   a loss parameter 8.686 · 2π a                                                  (6)
 *   m   dB/m with a power law: of broadband runs, and refused
 *
 * 8.686 is 20/ln 10. More than 50 dB/λ is refused; at 54.6 the imaginary part of the speed would be its real part.
 * Water is asked for its absorption in dB/km instead, 1000 f/c times that per wavelength.
 * Source: the manual of the Acoustics Toolbox, and for (5) and (6) the definitions of Q and of the loss tangent. Test: attenuation-units.test.ts.
 */
const DB_PER_NP = 20 / Math.LN10;

export const ATTENUATION_UNITS = "NFMWQL";
export type AttenuationUnit = "N" | "F" | "M" | "W" | "Q" | "L";

/** What the ray model takes of a half-space. */
export const MOST_DB_PER_WAVELENGTH = 50;

/** (1) to (6); 0 for a speed of 0, which has no waves. */
export function dBpWavelengthOf(unit: AttenuationUnit, a: number, c: number, f: number): number {
  if (c === 0 || a === 0) return 0;
  switch (unit) {
    case "N":
      return (DB_PER_NP * a * c) / f;
    case "M":
      return (a * c) / f;
    case "F":
      return (a * c) / 1000;
    case "W":
      return a;
    case "Q":
      return (DB_PER_NP * Math.PI) / a;
    case "L":
      return DB_PER_NP * 2 * Math.PI * a;
  }
}

/** The same as absorption of water, dB/km. M is shifted alone, so that what a file says in dB/m is what it meant. */
export function dBpkmOf(unit: AttenuationUnit, a: number, c: number, f: number): number {
  if (unit === "M") return a * 1000;
  return c === 0 ? 0 : (dBpWavelengthOf(unit, a, c, f) * f * 1000) / c;
}
