/** How numbers of a unit are shown. */

export interface Unit {
  /** As shown; "" for a ratio or a count. */
  readonly label: string;
  /** Shown value = value in the log · factor. */
  readonly factor: number;
  /** The shortest span that an axis shows: less would blow rounding or trembling up to the height of a plot. */
  readonly leastSpan: number;
}

const as = (label: string, leastSpan: number, factor = 1): Unit => ({ label, factor, leastSpan });

/** By the unit as channels declare it: angles are logged in radians and shown in degrees, energy is shown in kilojoules. */
export const UNITS = {
  "": as("", 0.01),
  m: as("m", 0.1),
  rad: as("°", 1, 180 / Math.PI),
  "m/s": as("m/s", 0.05),
  "rad/s": as("rad/s", 0.1),
  "rev/min": as("rev/min", 1),
  "rev/s": as("rev/s", 0.1),
  N: as("N", 0.1),
  N·m: as("N·m", 0.05),
  W: as("W", 1),
  J: as("kJ", 0.01, 1e-3),
  A: as("A", 0.1),
  V: as("V", 0.1),
  Pa: as("kPa", 0.1, 1e-3),
  T: as("µT", 0.1, 1e6),
  s: as("s", 0.01),
  µs: as("µs", 1),
  "°C": as("°C", 0.1),
  psu: as("psu", 0.1),
  "kg/m³": as("kg/m³", 0.1),
} as const;

/** Shown as declared where it is another one; `largest` is the largest value that is drawn of it. */
export function shownUnit(declared: string, largest: number): Unit {
  if (Object.hasOwn(UNITS, declared)) return UNITS[declared as keyof typeof UNITS];
  return as(declared === "1" ? "" : declared, Math.max(1e-12, 1e-3 * largest));
}
