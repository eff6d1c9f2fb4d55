/**
 * What the formulas of this folder are asked about, in one flat record, and how they say that they are out of their depth.
 *
 * Temperatures of EOS-80 are on the scale IPTS-68; thermometers of today show ITS-90:
 *
 *   t68 = 1.00024 t90                                              (1)
 *
 * At 25 °C that is 0.006 °C. `temperature_degC` everywhere else in the simulator is ITS-90; `t68_degC` here is not.
 * Pressure is sea pressure: 0 at the surface, in decibars, as the formulas take it.
 *
 * Every formula is computed as it stands outside its range too (an answer that bends is better than a run that stops);
 * `outsideOf` puts into words what lies outside. A negative salinity, whose root does not exist, gives NaN.
 * Source: (1) as the transition between the scales is given with [Fofonoff1983] since 1990.
 */
export const SEAWATER = {
  t68_degC: 0,
  salinity_psu: 1,
  pressure_dbar: 2,
  depth_m: 3,
  latitude_rad: 4,
  /** Acidity, on the scale of the absorption formulas. */
  pH: 5,
  frequency_Hz: 6,
} as const;
export const SEAWATER_SIZE = 7;

export type SeawaterField = keyof typeof SEAWATER;
export type SeawaterSample = Partial<Readonly<Record<SeawaterField, number>>>;

/** out[o] = the formula at water[i ..]. Allocates nothing; out may be water itself. */
export type SeawaterFormula = (out: Float64Array, o: number, water: Float64Array, i: number) => void;

/** Smallest and largest value of each field that the formula was made for; fields that it does not limit are left out. */
export type ValidRange = Partial<Readonly<Record<SeawaterField, readonly [least: number, greatest: number]>>>;

/** A formula with its range and, in words, what it is; lists of formulas know it by its name in files. */
export interface NamedFormula {
  readonly into: SeawaterFormula;
  readonly valid: ValidRange;
  readonly doc: string;
}

const NO_FIELDS: SeawaterSample = Object.freeze({ salinity_psu: 35, latitude_rad: Math.PI / 4, pH: 8 });

/** A record for the number forms of the formulas. What is not given is 0, but salinity 35, latitude 45°, pH 8. */
export function seawaterRecord(sample: SeawaterSample): Float64Array {
  const water = new Float64Array(SEAWATER_SIZE);
  const given = { ...NO_FIELDS, ...sample };
  for (const [field, at] of Object.entries(SEAWATER)) water[at] = given[field as SeawaterField] ?? 0;
  return water;
}

/** One value of a formula, for code that is not hot. */
export function evaluate(formula: SeawaterFormula, sample: SeawaterSample): number {
  const water = seawaterRecord(sample);
  formula(water, 0, water, 0);
  return water[0];
}

/** What of water[i ..] lies outside a range, in words: "t68_degC = 45 is above 40". Empty when all is inside. */
export function outsideOf(valid: ValidRange, water: Float64Array, i: number): string[] {
  const words: string[] = [];
  for (const [field, range] of Object.entries(valid)) {
    const value = water[i + SEAWATER[field as SeawaterField]];
    if (value < range[0]) words.push(`${field} = ${shortened(value, range[0])} is below ${range[0]}`);
    else if (value > range[1]) words.push(`${field} = ${shortened(value, range[1])} is above ${range[1]}`);
    else if (Number.isNaN(value)) words.push(`${field} is not a number`);
  }
  return words;
}

/** Seven digits of a value, all of them where these would be the limit itself. */
function shortened(value: number, limit: number): number {
  const short = Number(value.toPrecision(7));
  return short === limit ? value : short;
}

/** Is the formula made for this water? The words of `outsideOf` for given values; fields not given are not looked at. */
export function validity(formula: { readonly valid: ValidRange }, sample: SeawaterSample): string[] {
  const asked = Object.fromEntries(
    Object.entries(formula.valid).filter(([field]) => sample[field as SeawaterField] !== undefined),
  );
  return outsideOf(asked, seawaterRecord(sample), 0);
}

/** (1) as a factor, for hot code. */
export const T68_PER_T90 = 1.00024;

/** (1) */
export function t68From90_degC(t90_degC: number): number {
  return T68_PER_T90 * t90_degC;
}

/** (1), backwards. */
export function t90From68_degC(t68_degC: number): number {
  return t68_degC / T68_PER_T90;
}
