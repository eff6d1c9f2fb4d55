/**
 * The units that a parameter's name may end in: `diameter_m`, `speed_mps`, `angleLimit_deg`.
 *
 * One table for four uses: a parameter spec must name a unit of it, the reference page puts it in words, degrees are
 * turned into radians, and a value in another unit of the same family gets its conversion done in the hint.
 *
 *   SI value = value · factor + offset
 *
 * Units that are not `accepted` are known only so that the hint can convert from them.
 * Left out: conversions that need more than the value (levels of different references, salinity to density).
 */
import { RAD_PER_DEG, STANDARD_GRAVITY_MPS2 } from "../core/index.ts";

export interface Unit {
  readonly suffix: string;
  /** As written beside a number. */
  readonly symbol: string;
  readonly words: string;
  /** Units of one family can be converted into each other. */
  readonly family: string;
  readonly factor: number;
  readonly offset: number;
  /** Whether a parameter may be defined in this unit. */
  readonly accepted: boolean;
  /** The suffix under which models get the value, where that is not the suffix in the file. */
  readonly handedAs: string | null;
}

const table = new Map<string, Unit>();

function add(accepted: boolean, family: string, rows: readonly (readonly [string, string, string, number, number?])[]) {
  for (const [suffix, symbol, words, factor, offset = 0] of rows) {
    const handedAs = accepted ? (HANDED_AS.get(suffix) ?? null) : null;
    table.set(suffix, Object.freeze({ suffix, symbol, words, family, factor, offset, accepted, handedAs }));
  }
}

/** Degrees exist only in files; models get radians. */
const HANDED_AS: ReadonlyMap<string, string> = new Map([
  ["deg", "rad"],
  ["degps", "radps"],
  ["degps2", "radps2"],
  ["degpsprtHz", "radpsprtHz"],
  ["degpsprts", "radpsprts"],
]);

const INCH_M = 0.0254;
const FOOT_M = 0.3048;
const NAUTICAL_MILE_M = 1852;
const POUND_KG = 0.45359237;

add(true, "length", [["m", "m", "metres", 1]]);
add(false, "length", [
  ["um", "µm", "micrometres", 1e-6],
  ["mm", "mm", "millimetres", 1e-3],
  ["cm", "cm", "centimetres", 1e-2],
  ["dm", "dm", "decimetres", 1e-1],
  ["km", "km", "kilometres", 1e3],
  ["in", "in", "inches", INCH_M],
  ["ft", "ft", "feet", FOOT_M],
  ["nmi", "nmi", "nautical miles", NAUTICAL_MILE_M],
]);
add(true, "area", [["m2", "m²", "square metres", 1]]);
add(false, "area", [
  ["mm2", "mm²", "square millimetres", 1e-6],
  ["cm2", "cm²", "square centimetres", 1e-4],
]);
add(true, "volume", [["m3", "m³", "cubic metres", 1]]);
add(false, "volume", [
  ["L", "L", "litres", 1e-3],
  ["l", "l", "litres", 1e-3],
  ["mL", "mL", "millilitres", 1e-6],
  ["cm3", "cm³", "cubic centimetres", 1e-6],
]);
add(true, "length to the fourth", [["m4", "m⁴", "metres to the fourth", 1]]);
add(true, "time", [["s", "s", "seconds", 1]]);
add(false, "time", [
  ["ns", "ns", "nanoseconds", 1e-9],
  ["us", "µs", "microseconds", 1e-6],
  ["ms", "ms", "milliseconds", 1e-3],
  ["min", "min", "minutes", 60],
  ["h", "h", "hours", 3600],
]);
add(true, "mass", [["kg", "kg", "kilograms", 1]]);
add(false, "mass", [
  ["mg", "mg", "milligrams", 1e-6],
  ["g", "g", "grams", 1e-3],
  ["t", "t", "tonnes", 1e3],
  ["lb", "lb", "pounds", POUND_KG],
]);
add(true, "moment of inertia", [["kgm2", "kg·m²", "kilogram square metres", 1]]);
add(true, "first moment of mass", [["kgm", "kg·m", "kilogram metres", 1]]);
add(true, "mass per angle", [
  ["kgprad", "kg/rad", "kilograms per radian", 1],
  ["kgmprad", "kg·m/rad", "kilogram metres per radian", 1],
  ["kgm2prad", "kg·m²/rad", "kilogram square metres per radian", 1],
]);
add(true, "mass per time", [["kgps", "kg/s", "kilograms per second", 1]]);
add(true, "volume per time", [["m3ps", "m³/s", "cubic metres per second", 1]]);
add(true, "mass per length", [["kgpm", "kg/m", "kilograms per metre", 1]]);
add(true, "density", [["kgpm3", "kg/m³", "kilograms per cubic metre", 1]]);
add(false, "density", [
  ["gpcm3", "g/cm³", "grams per cubic centimetre", 1e3],
  ["kgpL", "kg/L", "kilograms per litre", 1e3],
]);
add(true, "mass flow", [["kgps", "kg/s", "kilograms per second", 1]]);
add(true, "volume flow", [["m3ps", "m³/s", "cubic metres per second", 1]]);
add(true, "angle", [
  ["rad", "rad", "radians", 1],
  ["deg", "°", "degrees", RAD_PER_DEG],
]);
add(true, "angular rate", [
  ["radps", "rad/s", "radians per second", 1],
  ["degps", "°/s", "degrees per second", RAD_PER_DEG],
]);
add(false, "angular rate", [["degph", "°/h", "degrees per hour", RAD_PER_DEG / 3600]]);
add(true, "angular acceleration", [
  ["radps2", "rad/s²", "radians per second squared", 1],
  ["degps2", "°/s²", "degrees per second squared", RAD_PER_DEG],
]);
add(true, "rotational speed", [["rps", "rev/s", "revolutions per second", 1]]);
add(false, "rotational speed", [["rpm", "rev/min", "revolutions per minute", 1 / 60]]);
add(true, "rotational acceleration", [["rps2", "rev/s²", "revolutions per second squared", 1]]);
add(true, "speed", [["mps", "m/s", "metres per second", 1]]);
add(false, "speed", [
  ["cmps", "cm/s", "centimetres per second", 1e-2],
  ["mmps", "mm/s", "millimetres per second", 1e-3],
  ["kmph", "km/h", "kilometres per hour", 1 / 3.6],
  ["kn", "kn", "knots", NAUTICAL_MILE_M / 3600],
  ["kt", "kt", "knots", NAUTICAL_MILE_M / 3600],
]);
add(true, "rain rate", [["mmph", "mm/h", "millimetres per hour", 1]]);
add(true, "acceleration", [["mps2", "m/s²", "metres per second squared", 1]]);
add(false, "acceleration", [
  ["mg0", "mg", "thousandths of standard gravity", STANDARD_GRAVITY_MPS2 / 1000],
  ["g0", "g", "standard gravities", STANDARD_GRAVITY_MPS2],
]);
add(true, "jerk", [["mps3", "m/s³", "metres per second cubed", 1]]);
add(true, "force", [["N", "N", "newtons", 1]]);
add(false, "force", [
  ["mN", "mN", "millinewtons", 1e-3],
  ["kN", "kN", "kilonewtons", 1e3],
  ["kgf", "kgf", "kilograms-force", STANDARD_GRAVITY_MPS2],
  ["lbf", "lbf", "pounds-force", POUND_KG * STANDARD_GRAVITY_MPS2],
]);
add(true, "torque", [["Nm", "N·m", "newton metres", 1]]);
add(false, "torque", [
  ["mNm", "mN·m", "millinewton metres", 1e-3],
  ["kNm", "kN·m", "kilonewton metres", 1e3],
]);
add(true, "rate of force", [["Nps", "N/s", "newtons per second", 1]]);
add(true, "stiffness", [["Npm", "N/m", "newtons per metre", 1]]);
add(true, "rotational stiffness", [["Nmprad", "N·m/rad", "newton metres per radian", 1]]);
add(true, "damping", [
  ["Nspm", "N·s/m", "newton seconds per metre", 1],
  ["Ns2pm2", "N·s²/m²", "newton seconds squared per square metre", 1],
]);
add(true, "damping, mixed", [
  ["Nsprad", "N·s/rad", "newton seconds per radian", 1],
  ["Ns2prad2", "N·s²/rad²", "newton seconds squared per square radian", 1],
  ["Ns", "N·s", "newton seconds", 1],
  ["Nms2pm2", "N·m·s²/m²", "newton metre seconds squared per square metre", 1],
]);
add(true, "rotational damping", [
  ["Nmsprad", "N·m·s/rad", "newton metre seconds per radian", 1],
  ["Nms2prad2", "N·m·s²/rad²", "newton metre seconds squared per square radian", 1],
]);
add(true, "pressure", [["Pa", "Pa", "pascals", 1]]);
add(false, "pressure", [
  ["hPa", "hPa", "hectopascals", 1e2],
  ["kPa", "kPa", "kilopascals", 1e3],
  ["MPa", "MPa", "megapascals", 1e6],
  ["mbar", "mbar", "millibars", 1e2],
  ["dbar", "dbar", "decibars", 1e4],
  ["bar", "bar", "bars", 1e5],
]);
add(true, "temperature", [
  ["K", "K", "kelvins", 1],
  ["degC", "°C", "degrees Celsius", 1, 273.15],
]);
add(false, "temperature", [["degF", "°F", "degrees Fahrenheit", 5 / 9, 459.67 * (5 / 9)]]);
add(true, "salinity", [["psu", "psu", "practical salinity units", 1]]);
add(true, "gradient", [
  ["degCpm", "°C/m", "degrees Celsius per metre", 1],
  ["psupm", "psu/m", "practical salinity units per metre", 1],
]);
add(true, "frequency", [["Hz", "Hz", "hertz", 1]]);
add(false, "frequency", [
  ["kHz", "kHz", "kilohertz", 1e3],
  ["MHz", "MHz", "megahertz", 1e6],
  ["GHz", "GHz", "gigahertz", 1e9],
]);
add(true, "bit rate", [["bps", "bit/s", "bits per second", 1]]);
add(false, "bit rate", [
  ["kbps", "kbit/s", "kilobits per second", 1e3],
  ["Mbps", "Mbit/s", "megabits per second", 1e6],
  ["Bps", "byte/s", "bytes per second", 8],
]);
add(true, "data", [
  ["bit", "bit", "bits", 1],
  ["byte", "byte", "bytes", 8],
]);
add(true, "energy", [["J", "J", "joules", 1]]);
add(false, "energy", [
  ["kJ", "kJ", "kilojoules", 1e3],
  ["Wh", "W·h", "watt hours", 3600],
  ["kWh", "kW·h", "kilowatt hours", 3.6e6],
]);
add(true, "power", [["W", "W", "watts", 1]]);
add(false, "power", [
  ["mW", "mW", "milliwatts", 1e-3],
  ["kW", "kW", "kilowatts", 1e3],
]);
add(true, "voltage", [["V", "V", "volts", 1]]);
add(false, "voltage", [["mV", "mV", "millivolts", 1e-3]]);
add(true, "current", [["A", "A", "amperes", 1]]);
add(false, "current", [["mA", "mA", "milliamperes", 1e-3]]);
add(true, "charge", [["C", "C", "coulombs", 1]]);
add(false, "charge", [
  ["Ah", "A·h", "ampere hours", 3600],
  ["mAh", "mA·h", "milliampere hours", 3.6],
]);
add(true, "resistance", [["ohm", "Ω", "ohms", 1]]);
add(true, "conductivity", [["Spm", "S/m", "siemens per metre", 1]]);
add(false, "conductivity", [
  ["mSpcm", "mS/cm", "millisiemens per centimetre", 0.1],
  ["uSpcm", "µS/cm", "microsiemens per centimetre", 1e-4],
]);
add(true, "magnetic flux density", [["T", "T", "teslas", 1]]);
add(false, "magnetic flux density", [
  ["nT", "nT", "nanoteslas", 1e-9],
  ["uT", "µT", "microteslas", 1e-6],
]);
add(true, "illuminance", [["lx", "lx", "lux", 1]]);
add(true, "rate", [["ps", "1/s", "per second", 1]]);
add(true, "per length", [["pm", "1/m", "per metre", 1]]);
add(true, "level", [
  ["dB", "dB", "decibels", 1],
  ["dBi", "dBi", "decibels over an isotropic antenna", 1],
]);
add(true, "absolute power level", [
  ["dBW", "dBW", "decibels over 1 W", 1, 0],
  ["dBm", "dBm", "decibels over 1 mW", 1, -30],
]);
// Levels of different references are families of their own: a hint that converted between them would be wrong.
for (const [suffix, symbol, words] of [
  ["dBre1uPa", "dB re 1 µPa", "decibels over 1 µPa"],
  ["dBre1uPam", "dB re 1 µPa·m", "decibels over 1 µPa at 1 m"],
  ["dBre1uPa2pHz", "dB re 1 µPa²/Hz", "decibels over 1 µPa² per hertz"],
  ["dBre1VpuPa", "dB re 1 V/µPa", "decibels over 1 V per µPa"],
] as const) {
  add(true, words, [[suffix, symbol, words, 1]]);
}
add(true, "attenuation", [["dBpm", "dB/m", "decibels per metre", 1]]);
add(false, "attenuation", [["dBpkm", "dB/km", "decibels per kilometre", 1e-3]]);
add(true, "density of an angular rate", [
  ["radpsprtHz", "rad/s/√Hz", "radians per second per root hertz", 1],
  ["degpsprtHz", "°/s/√Hz", "degrees per second per root hertz", RAD_PER_DEG],
]);
add(true, "random walk of an angular rate", [
  ["radpsprts", "rad/s/√s", "radians per second per root second", 1],
  ["degpsprts", "°/s/√s", "degrees per second per root second", RAD_PER_DEG],
]);
for (const [suffix, symbol, words] of [
  ["radprts", "rad/√s", "radians per square root second"],
  ["mps2prts", "m/s²/√s", "metres per second squared per root second"],
  ["mps2prtHz", "m/s²/√Hz", "metres per second squared per root hertz"],
  ["mprtHz", "m/√Hz", "metres per root hertz"],
  ["mpsprtHz", "m/s/√Hz", "metres per second per root hertz"],
] as const) {
  add(true, words, [[suffix, symbol, words, 1]]);
}

/** The unit behind a suffix, or undefined. */
export function unitOf(suffix: string): Unit | undefined {
  return table.get(suffix);
}

/** Every unit, accepted or not. */
export function allUnits(): Unit[] {
  return [...table.values()];
}

/** `diameter_m` is stem `diameter` and suffix `m`; a name without underscore has the suffix "". */
export function splitName(name: string): { stem: string; suffix: string } {
  const at = name.lastIndexOf("_");
  return at < 0 ? { stem: name, suffix: "" } : { stem: name.slice(0, at), suffix: name.slice(at + 1) };
}

/** The unit that someone wrote behind a number: "cm", "m/s", "°", "kg/m^3". */
export function unitWritten(text: string): Unit | undefined {
  const plain = text.trim().replace(/\^?3/, "³").replace(/\^?2/, "²");
  const bySuffix = table.get(text.trim());
  if (bySuffix !== undefined) return bySuffix;
  for (const unit of table.values()) {
    if (unit.symbol === plain || unit.symbol === text.trim() || unit.words === text.trim()) return unit;
  }
  return undefined;
}

/** The value in another unit of the same family, or undefined; twelve digits, so that 76 mm is 0.076 m to the eye. */
export function convert(value: number, from: Unit, to: Unit): number | undefined {
  if (from.family !== to.family) return undefined;
  const si = value * from.factor + from.offset;
  return Number(((si - to.offset) / to.factor).toPrecision(12));
}
