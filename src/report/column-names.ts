/**
 * What a column's name says: the unit after its last underscore, the quantity before it in words, and, for an actuator's
 * column, whose it is ("rudder-top_angle_rad" is the angle of rudder-top, in rad).
 */

export interface Unit {
  /** As shown; "" for a ratio or an unknown unit. */
  readonly label: string;
  /** Shown value = value in the log · factor. */
  readonly factor: number;
  /** The shortest span that an axis shows: less would blow rounding or trembling up to the height of a plot. */
  readonly leastSpan: number;
}

const NO_UNIT: Unit = { label: "", factor: 1, leastSpan: 0.01 };

export const UNITS: Readonly<Record<string, Unit>> = {
  m: { label: "m", factor: 1, leastSpan: 0.1 },
  rad: { label: "°", factor: 180 / Math.PI, leastSpan: 1 },
  mps: { label: "m/s", factor: 1, leastSpan: 0.05 },
  radps: { label: "rad/s", factor: 1, leastSpan: 0.1 },
  rpm: { label: "rev/min", factor: 1, leastSpan: 1 },
  rps: { label: "rev/s", factor: 1, leastSpan: 0.1 },
  N: { label: "N", factor: 1, leastSpan: 0.1 },
  Nm: { label: "N·m", factor: 1, leastSpan: 0.05 },
  W: { label: "W", factor: 1, leastSpan: 1 },
  J: { label: "kJ", factor: 1e-3, leastSpan: 0.01 },
  A: { label: "A", factor: 1, leastSpan: 0.1 },
  V: { label: "V", factor: 1, leastSpan: 0.1 },
  s: { label: "s", factor: 1, leastSpan: 0.01 },
  us: { label: "µs", factor: 1, leastSpan: 1 },
  degC: { label: "°C", factor: 1, leastSpan: 0.1 },
  psu: { label: "psu", factor: 1, leastSpan: 0.1 },
  kgpm3: { label: "kg/m³", factor: 1, leastSpan: 0.1 },
};

export interface ColumnName {
  /** Without the unit: "depthError". */
  readonly stem: string;
  readonly unit: Unit;
}

export function columnName(name: string): ColumnName {
  const at = name.lastIndexOf("_");
  const unit = at > 0 ? unitOf(name.slice(at + 1)) : undefined;
  return unit === undefined ? { stem: name, unit: NO_UNIT } : { stem: name.slice(0, at), unit };
}

function unitOf(suffix: string): Unit | undefined {
  return Object.hasOwn(UNITS, suffix) ? UNITS[suffix] : undefined;
}

/** "headingSetpoint" is "heading set-point". */
export function inWords(stem: string): string {
  return stem
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/_/g, " ")
    .replace(/\bsetpoint\b/g, "set-point")
    .replace(/\bcross track\b/g, "cross-track error");
}

export interface ActuatorColumn {
  readonly actuator: string;
  /** "command", "angle", "thrust" ... */
  readonly quantity: string;
  readonly unit: Unit;
  readonly column: string;
}

/** What a column of an actuator shows that names only its unit: "rudder_rad". */
const QUANTITY_OF_UNIT: Readonly<Record<string, string>> = { "°": "angle", "rad/s": "speed", "rev/min": "speed" };

const QUANTITIES = ["command", "speed", "thrust", "torque", "power", "angle", "state", "current", "voltage", "force"];

/** Every column with its actuator, in the order of the log; a name without a known quantity is the actuator's alone. */
export function actuatorColumns(names: Iterable<string>): ActuatorColumn[] {
  const columns = [...names].map((column): ActuatorColumn => {
    const { stem, unit } = columnName(column);
    const at = stem.lastIndexOf("_");
    const quantity = stem.slice(at + 1);
    if (at > 0 && QUANTITIES.includes(quantity)) return { actuator: stem.slice(0, at), quantity, unit, column };
    return { actuator: stem, quantity: QUANTITY_OF_UNIT[unit.label] ?? "", unit, column };
  });
  // What turns by an angle is commanded an angle; any other command without a unit is a share, or in a unit of its own.
  const turning = new Set(columns.filter((c) => c.quantity === "angle").map((c) => c.actuator));
  return columns.map((c) =>
    c.quantity === "command" && c.unit === NO_UNIT && turning.has(c.actuator) ? { ...c, unit: UNITS.rad! } : c,
  );
}
