/**
 * What a surface is made of, as sound sees it: a fluid half-space behind the water, and how rough its face is.
 *
 *   a_ρ = ρ_bottom / ρ_water,   a_c = c_bottom / c_water                                  (1)  c: compressional
 *   k_bottom = (ω / c_bottom) (1 + i δ)                                                   (2)  δ: loss parameter
 *   α λ = 40 π δ log₁₀ e = 54.575 δ                                                       (3)  dB per wavelength
 *   Γ = |a_ρ a_c − 1| / (a_ρ a_c + 1)                                                     (4)  pressure amplitude, straight on
 *
 * The first rows are grades of sediment. For one of them a_ρ, a_c and δ hold at 10 … 100 kHz for the upper decimetres; single
 * places differ by several percent, and mud with gas by far more.
 * The others are solids of obstacles that are thick against the wavelength. Of thin plates with air or water behind (4) does not hold:
 * a file gives their `reflection` itself.
 * Roughness is the rms height of the face over the scales that the bottom's own map or formula, or the obstacle's shape, does not show.
 * `absorption_dB` is what an echo loses besides, such as in a coating or in growth: 0 unless a file says it.
 * Left out: shear (rock and the solids have it), layers, change of δ with frequency, the spectrum of the roughness.
 * Source of the sediments: APL-UW Technical Report 9407 (1994), part IV, table 2, which lists the ratios of (1) and δ. Read in a public
 * copy of the table that has them multiplied by 1023 kg/m³ and 1528 m/s, and divided by these again here; the report itself
 * was not at hand. Two rows (rock, cobbles) were compared with a second copy.
 * The solids are assumed, from round figures of tables of sound speeds (steel 5900 m/s, butyl rubber 1800 m/s and ice 4000 m/s in the manual
 * of a thickness gauge, Yushi UM-5; concrete 3200 to 3700 m/s and hard wood along its grain 3960 m/s in engineeringtoolbox.com) and usual
 * densities (7850, 950, 917, 2400 and 720 kg/m³), divided by 1500 m/s and 1026 kg/m³; their δ is not known and taken as 0.
 * `absorber` stands for a coating that is made to send nothing back: a tenth of the amplitude, assumed.
 */

/** Properties of a surface for sound, and for a reader. */
export interface Material {
  /** null where its type is not known. */
  readonly type: MaterialType | null;
  /** (1); NaN where the type is not known, and so below. */
  readonly densityRatio: number;
  readonly soundSpeedRatio: number;
  /** δ of (2). */
  readonly lossParameter: number;
  /** Γ, of (4) or as a file says; NaN where neither is known. */
  readonly reflection: number;
  /** What an echo loses besides. */
  readonly absorption_dB: number;
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

/** Density and speed of sound of the solids of obstacles, and Γ where (4) is not meant. */
const SOLIDS = [
  ["steel", 7850, 5900, null],
  ["concrete", 2400, 3400, null],
  ["wood", 720, 3960, null],
  ["ice", 917, 4000, null],
  ["rubber", 950, 1800, null],
  ["absorber", Number.NaN, Number.NaN, 0.1],
] as const;
const WATER_KGPM3 = 1026;
const WATER_MPS = 1500;

export type BottomType = (typeof ROWS)[number][0];
export type SolidType = (typeof SOLIDS)[number][0];
export type MaterialType = BottomType | SolidType;

export const BOTTOM_TYPES: readonly BottomType[] = Object.freeze(ROWS.map(([type]) => type));
/** Of an obstacle: the solids, then what bottoms are made of. */
export const MATERIAL_TYPES: readonly MaterialType[] = Object.freeze([
  ...SOLIDS.map(([type]) => type),
  ...BOTTOM_TYPES,
]);

const UNKNOWN = [null, Number.NaN, Number.NaN, Number.NaN] as const;

/** What a file says of a material itself. */
export interface GivenEcho {
  readonly reflection?: number | undefined;
  readonly absorption_dB?: number | undefined;
}

/** What a file says of its ground or of an obstacle; null where it says nothing. */
export function materialOf(type: string | undefined, roughness_m: number, given: GivenEcho = {}): Material | null {
  const row = ROWS.find(([name]) => name === type) ?? solidOf(type);
  const { reflection, absorption_dB = 0 } = given;
  if (row === null && roughness_m === 0 && reflection === undefined && absorption_dB === 0) return null;
  const [name, densityRatio, soundSpeedRatio, lossParameter, own] = row ?? UNKNOWN;
  const impedance = densityRatio * soundSpeedRatio;
  const between = typeof own === "number" ? own : Math.abs(impedance - 1) / (impedance + 1); // (4)
  const echo = { reflection: reflection ?? between, absorption_dB };
  return Object.freeze({ type: name, densityRatio, soundSpeedRatio, lossParameter, ...echo, roughness_m });
}

/** A solid as a row of the table. */
function solidOf(type: string | undefined): readonly [SolidType, number, number, number, number | null] | null {
  const found = SOLIDS.find(([name]) => name === type);
  if (found === undefined) return null;
  const [name, density_kgpm3, speed_mps, own] = found;
  return [name, density_kgpm3 / WATER_KGPM3, speed_mps / WATER_MPS, Number.isNaN(speed_mps) ? Number.NaN : 0, own];
}

/** (3). */
export function attenuation_dBpWavelength(material: Material): number {
  return 40 * Math.PI * Math.LOG10E * material.lossParameter;
}
