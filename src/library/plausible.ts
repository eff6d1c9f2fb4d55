/**
 * How large a number of a unit may plausibly be: the one table that bounds every parameter whose spec states no bound of its own.
 *
 * A slip of the exponent or of the unit (a mass in milligrams, 1e30 for 1e3) is found when the file is read, with its place, and
 * what simulates may rely on it: products of several such numbers, and quotients, stay far inside the range of doubles. So
 * the limits are not those of good engineering, which are much narrower and differ from device to device, but those of anything
 * that floats, swims or lies in a sea, with room to spare.
 *
 *   |value| ≤ most           for every number of the unit
 *   value ≥ least            where the spec says "above 0", since 1 / 5e-324 is not finite
 *
 * A spec that states min, max, above or below is taken at its word on that side, wider or narrower.
 * Left out: integers, which are exact up to 2⁵³ in any case, and whose specs state a range where a count costs time or memory.
 */
import { splitName, unitOf } from "./units.ts";

export interface Plausible {
  /** Largest size of a value. */
  readonly most: number;
  /** Smallest value that is above 0. */
  readonly least: number;
  /** What the limit is taken from. */
  readonly why: string;
}

const entry = (most: number, least: number, why: string): Plausible => Object.freeze({ most, least, why });

const LENGTH = entry(1e8, 1e-9, "the earth is 4e7 m around, and coordinates of maps are not larger");
const MASS = entry(1e10, 1e-9, "the heaviest ships have 7e8 kg");
const ANGLE = entry(1e6, 1e-9, "a few thousand turns");
const FORCE = entry(1e12, 1e-12, "the weight of the heaviest ships is 7e9 N");
const TORQUE = entry(1e15, 1e-12, "the weight of the heaviest ships, 7e9 N, on their length, 500 m");
const LEVEL = entry(1e3, 1e-6, "no sound in the sea has 300 dB");
const NOISE = entry(1e6, 1e-15, "far more than a usable instrument has");
const DAMPING = entry(1e15, 1e-15, "more than the heaviest ships have");

/** By suffix of the parameter's name. */
const BY_SUFFIX: Readonly<Record<string, Plausible>> = {
  m: LENGTH,
  m2: entry(1e12, 1e-15, "a sea of 1000 km by 1000 km"),
  m3: entry(1e12, 1e-15, "a thousand times what the largest ships displace"),
  m4: entry(1e15, 1e-20, "the second moment of the largest waterlines is 1e9 m⁴"),
  s: entry(1e11, 1e-9, "3000 years; the clock counts nanoseconds"),
  kg: MASS,
  kgm: entry(1e13, 1e-12, "the mass of the heaviest ships, 7e8 kg, on their length, 500 m"),
  kgm2: entry(1e15, 1e-15, "the mass of the heaviest ships, 7e8 kg, on the square of their length, 500 m"),
  kgprad: entry(1e13, 1e-12, "as for a mass on a length"),
  kgmprad: entry(1e13, 1e-12, "as for a mass on a length"),
  kgm2prad: entry(1e15, 1e-15, "as for a moment of inertia"),
  kgps: entry(1e10, 1e-9, "as for a mass"),
  m3ps: entry(1e9, 1e-12, "all rivers together carry 1e6 m³/s"),
  kgpm: entry(1e12, 1e-12, "½ ρ A of the largest hulls is 1e7 kg/m"),
  kgpm3: entry(1e5, 1e-9, "osmium has 22600 kg/m³"),
  rad: ANGLE,
  deg: ANGLE,
  radps: entry(1e6, 1e-9, "the fastest rotors turn with 1e5 rad/s"),
  degps: entry(1e8, 1e-9, "the fastest rotors turn with 6e6 °/s"),
  radps2: entry(1e9, 1e-9, "the fastest rotors, stopped within a millisecond"),
  degps2: entry(1e11, 1e-9, "the fastest rotors, stopped within a millisecond"),
  rps: entry(1e6, 1e-9, "the fastest rotors turn with 2e4 rev/s"),
  rps2: entry(1e9, 1e-9, "the fastest rotors, stopped within a millisecond"),
  mps: entry(1e4, 1e-9, "an orbit is flown with 8e3 m/s"),
  mmph: entry(1e5, 1e-9, "the heaviest rain that was measured, for one minute, fell at some 2000 mm/h"),
  mps2: entry(1e6, 1e-9, "1e5 times that of gravity"),
  mps3: entry(1e9, 1e-9, "1e5 times that of gravity within a millisecond"),
  N: FORCE,
  Nm: TORQUE,
  Nps: entry(1e15, 1e-12, "the largest force within a millisecond"),
  Npm: entry(1e15, 1e-12, "a metre cube of steel has 2e11 N/m"),
  Nmprad: TORQUE,
  Pa: entry(1e12, 1e-9, "the middle of the earth has 4e11 Pa"),
  K: entry(1e5, 1e-6, "the surface of the sun has 6e3 K"),
  degC: entry(1e5, 1e-6, "the surface of the sun has 6e3 °C"),
  psu: entry(1e3, 1e-9, "brine is saturated below 400"),
  degCpm: entry(1e3, 1e-12, "a thermocline has some °C/m"),
  psupm: entry(1e3, 1e-12, "a halocline has some psu/m"),
  Hz: entry(1e12, 1e-9, "radio ends at 3e11 Hz"),
  bps: entry(1e15, 1e-9, "a fast fibre carries 1e14 bit/s"),
  bit: entry(1e18, 1e-9, "more than any device stores"),
  byte: entry(1e17, 1e-9, "more than any device stores"),
  J: entry(1e18, 1e-18, "1e9 W give 3e16 J in a year"),
  W: entry(1e12, 1e-15, "the largest power station has 2.3e10 W"),
  V: entry(1e7, 1e-12, "the highest lines have 1.1e6 V"),
  A: entry(1e7, 1e-15, "lightning has 3e4 A"),
  C: entry(1e12, 1e-18, "the batteries of submarines hold some 1e7 C"),
  ohm: entry(1e18, 1e-12, "an insulator"),
  Spm: entry(1e9, 1e-18, "silver has 6e7 S/m"),
  T: entry(1e3, 1e-18, "the strongest magnets have 45 T"),
  lx: entry(1e9, 1e-12, "the sun gives 1e5 lx"),
  ps: entry(1e9, 1e-12, "once in a nanosecond, the tick of the clock"),
  pm: entry(1e9, 1e-12, "once in a nanometre"),
  dB: LEVEL,
  dBi: LEVEL,
  dBW: LEVEL,
  dBm: LEVEL,
  dBre1uPa: LEVEL,
  dBre1uPam: LEVEL,
  dBre1uPa2pHz: LEVEL,
  dBre1VpuPa: LEVEL,
  dBpm: entry(1e6, 1e-12, "far more than any water takes"),
  radprts: NOISE,
  radpsprtHz: NOISE,
  degpsprtHz: NOISE,
  radpsprts: NOISE,
  degpsprts: NOISE,
  mps2prts: NOISE,
  mps2prtHz: NOISE,
  mprtHz: NOISE,
  mpsprtHz: NOISE,
  Nspm: DAMPING,
  Ns2pm2: DAMPING,
  Nsprad: DAMPING,
  Ns2prad2: DAMPING,
  Ns: DAMPING,
  Nms2pm2: DAMPING,
  Nmsprad: DAMPING,
  Nms2prad2: DAMPING,
};

const RATIO = entry(1e9, 1e-12, "a ratio or coefficient that describes a device is near 1");
/** Units in words: those of commands and gains, which are those of an actuator (rpm, µs), and those of hydrodynamic derivatives. */
const IN_WORDS = entry(1e15, 1e-15, "far more than a command, a gain or a coefficient of a device has in any unit");
const OF_HULLS = entry(IN_WORDS.most, IN_WORDS.least, "coefficients of the heaviest ships, about their ends");
const FORCE_OR_MASS = /^(kg|N)(?![A-Za-z])/;

/** For a real number of this name and this unit in words, if it has one. */
export function plausibleFor(name: string, unit: string | undefined): Plausible {
  const { suffix } = splitName(name);
  if (unitOf(suffix) !== undefined) return BY_SUFFIX[suffix] ?? IN_WORDS;
  if (unit === "1") return RATIO;
  return FORCE_OR_MASS.test(unit ?? "") ? OF_HULLS : IN_WORDS;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
}

/** The bounds that a spec states, completed by what is plausible on the sides that it leaves open. */
export function plausibleBounds(stated: Bounds, { most, least }: Plausible): Bounds {
  const { min, max, above, below } = stated;
  const low = min ?? above ?? -most;
  const high = max ?? below ?? most;
  const lower = above === 0 && high > least ? { min: least } : above === undefined ? { min: low } : { above };
  const upper = below === 0 && low < -least ? { max: -least } : below === undefined ? { max: high } : { below };
  // A spec whose one bound lies beyond the table is open on its other side.
  return {
    ...(min === undefined && above === undefined && high <= -most ? {} : lower),
    ...(max === undefined && below === undefined && low >= most ? {} : upper),
  };
}

/** "1e10" for 10000000000. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-5 && size < 1e6) ? String(value) : value.toExponential().replace("e+", "e");
}

/** Every row, for the manual: the suffix ("1" for a ratio, "" for a unit in words) and the limits. */
export function plausibleTable(): readonly (readonly [suffix: string, limits: Plausible])[] {
  return [...Object.entries(BY_SUFFIX), ["1", RATIO], ["", IN_WORDS]];
}
