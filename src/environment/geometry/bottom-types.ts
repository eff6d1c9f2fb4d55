/**
 * What a surface is made of, as sound sees it: a fluid half-space below the water, and how rough its face is.
 *
 *   a_ρ = ρ_bottom / ρ_water,   a_c = c_bottom / c_water                                  (1)  c: compressional
 *   k_bottom = (ω / c_bottom) (1 + i δ)                                                   (2)  δ: loss parameter
 *   α λ = 40 π δ log₁₀ e = 54.575 δ                                                       (3)  dB per wavelength
 *
 * The rows are grades of sediment. For one of them a_ρ, a_c and δ hold at 10 … 100 kHz for the upper decimetres; single
 * places differ by several percent, and mud with gas by far more.
 * Roughness is the rms height of the face over the scales that the bottom's own map or formula does not show.
 * Left out: shear (rock has it), layers, change of δ with frequency, the spectrum of the roughness.
 * Source: APL-UW Technical Report 9407 (1994), part IV, table 2, which lists the ratios of (1) and δ. Read in a public
 * copy of the table that has them multiplied by 1023 kg/m³ and 1528 m/s, and divided by these again here; the report itself
 * was not at hand. Two rows (rock, cobbles) were compared with a second copy.
 */

/** Properties of a surface for sound, and for a reader. */
export interface Material {
  /** null where only its roughness is known. */
  readonly type: BottomType | null;
  /** (1); NaN where the type is not known, and so below. */
  readonly densityRatio: number;
  readonly soundSpeedRatio: number;
  /** δ of (2). */
  readonly lossParameter: number;
  /** Rms height of the face; 0 where nothing is said. */
  readonly roughness_m: number;
}

/** Type, a_ρ, a_c, δ; the row of the table that it is. */
const ROWS = [
  ["rock", 2.5, 2.5, 0.01374, "rough rock"],
  ["cobbles", 2.5, 1.8, 0.01374, "cobble, gravel, pebble"],
  ["gravel", 2.492, 1.357, 0.01705, "sandy gravel"],
  ["coarse-sand", 2.231, 1.2503, 0.01638, "coarse sand"],
  ["sand", 1.845, 1.1782, 0.01624, "medium sand"],
  ["fine-sand", 1.451, 1.1073, 0.01602, "fine sand"],
  ["silty-sand", 1.339, 1.08, 0.01728, "muddy sand"],
  ["silt", 1.149, 0.9885, 0.00676, "medium silt"],
  ["mud", 1.149, 0.9873, 0.00386, "sandy mud"],
  ["clay", 1.145, 0.98, 0.00148, "clay"],
] as const;

export type BottomType = (typeof ROWS)[number][0];

export const BOTTOM_TYPES: readonly BottomType[] = Object.freeze(ROWS.map(([type]) => type));

/** What a file says of its ground; null where it says nothing. */
export function materialOf(type: string | undefined, roughness_m: number): Material | null {
  const row = ROWS.find(([name]) => name === type);
  if (row === undefined && roughness_m === 0) return null;
  const [name, densityRatio, soundSpeedRatio, lossParameter] = row ?? [null, Number.NaN, Number.NaN, Number.NaN];
  return Object.freeze({ type: name, densityRatio, soundSpeedRatio, lossParameter, roughness_m });
}

/** (3). */
export function attenuation_dBpWavelength(material: Material): number {
  return 40 * Math.PI * Math.LOG10E * material.lossParameter;
}
