/**
 * Channels that declare nothing: logs of older versions, and of other programs. What they are is taken from their topics and from the
 * names of their columns, here and nowhere else; from then on they are declared like any other.
 *
 *   "/auv/state"                      the motion of vehicle auv
 *   "depthError_m"                    an error of the depth, in metres
 *   "rudder-top_angle_rad"            among actuators: the angle of rudder-top
 */
import { type ChannelDeclaration, type ChannelField, inWords, meaningByName, QUANTITY } from "../logging/index.ts";

export interface LogNames {
  readonly vehicles: readonly string[];
  /** Units of named scalars, by column. */
  readonly scalars: ReadonlyMap<string, string>;
  /** Whether Thetis wrote the log. */
  readonly ours: boolean;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ...{
    m: "m",
    rad: "rad",
    mps: "m/s",
    radps: "rad/s",
    rpm: "rev/min",
    rps: "rev/s",
    N: "N",
    Nm: "N·m",
    W: "W",
    J: "J",
  },
  ...{ A: "A", V: "V", s: "s", us: "µs", degC: "°C", psu: "psu", kgpm3: "kg/m³", kg: "kg", kgps: "kg/s", Pa: "Pa" },
};

const MEANINGS: Readonly<Record<string, string>> = {
  ...{ north_m: QUANTITY.north, east_m: QUANTITY.east, depth_m: QUANTITY.depth },
  ...{ roll_rad: QUANTITY.roll, pitch_rad: QUANTITY.pitch, heading_rad: QUANTITY.heading },
  ...{ u_mps: QUANTITY.surge, v_mps: QUANTITY.sway, w_mps: QUANTITY.heave },
  ...{ p_radps: QUANTITY.rollRate, q_radps: QUANTITY.pitchRate, r_radps: QUANTITY.yawRate },
  ...{ uWater_mps: QUANTITY.surgeInWater, vWater_mps: QUANTITY.swayInWater, wWater_mps: QUANTITY.heaveInWater },
  ...{ currentNorth_mps: QUANTITY.currentNorth, currentEast_mps: QUANTITY.currentEast },
  currentDown_mps: QUANTITY.currentDown,
  ...{ temperature_degC: QUANTITY.temperature, salinity_psu: QUANTITY.salinity, density_kgpm3: QUANTITY.density },
  ...{ soundSpeed_mps: QUANTITY.soundSpeed, surface_m: QUANTITY.surface, bottomDepth_m: QUANTITY.bottomDepth },
  ...{ altitude_m: QUANTITY.altitude, windHeight_m: QUANTITY.windHeight },
  ...{ windNorth_mps: QUANTITY.windNorth, windEast_mps: QUANTITY.windEast, windDown_mps: QUANTITY.windDown },
};

/** Channels of ours for viewers and for repeating a run, which are not drawn. */
const NOT_DRAWN = /^(foxglove\.|thetis\.(MissionReaction|Outside)$)/;

/** Texts of any log are events. */
const TEXTS = "foxglove.Log";

/** Whether a channel without declaration is drawn. */
export function isDrawnByName(schemaName: string, ours: boolean): boolean {
  return ours ? !NOT_DRAWN.test(schemaName) : schemaName !== TEXTS;
}

/** Whether a channel that is not drawn as lines is shown otherwise: as events, or as the tasks of a mission over time. */
export function isShownByName(topic: string, schemaName: string, ours: boolean): boolean {
  if (schemaName === TEXTS) return !ours || topic === "/events";
  return ours && schemaName === "thetis.MissionReaction";
}

/** What a channel without declaration is; null for one that is not drawn. */
export function declaredByName(
  topic: string,
  schemaName: string,
  columns: readonly string[],
  { vehicles, scalars, ours }: LogNames,
): ChannelDeclaration | null {
  if (!isDrawnByName(schemaName, ours)) return null;
  const vehicle = vehicles.find((name) => topic.startsWith(`/${name}/`));
  const word = vehicle === undefined ? "" : topic.slice(vehicle.length + 2);
  const whose = vehicle === undefined ? {} : { vehicle, of: `${vehicle}/${word}` };
  const plain = columns.map((name) => plainField(name));
  if (word === "state") return { topic, group: "state", plot: "motion", ...whose, fields: columns.map(knownField) };
  if (word === "actuators")
    return { topic, group: "actuators", plot: "lines", ...whose, fields: actuatorFields(columns) };
  if (word === "water") {
    const fields = columns.map((name) => {
      const unit = scalars.get(name);
      return unit === undefined ? knownField(name) : { name, unit, label: name, quantity: name };
    });
    return { topic, group: "water", plot: "lines", ...whose, fields };
  }
  if (word === "commands") {
    const title = "Commands, as they took effect";
    return { topic, group: "commands", title, plot: "steps", ...whose, fields: plain };
  }
  if (word.startsWith("excerpts/")) return { topic, group: "excerpts", plot: "picture", ...whose, fields: [] };
  // What a vehicle shows besides is of its control laws; anything else has a section of its own.
  if (vehicle !== undefined) return { topic, group: "control", plot: "lines", ...whose, fields: plain.map(counted) };
  return { topic, group: topic, title: topic, plot: "lines", fields: plain };
}

/** "bottomDepth_m" is "bottom depth". */
export function wordsByName(name: string): string {
  return inWords(split(name).stem);
}

function split(name: string): { stem: string; unit: string } {
  const at = name.lastIndexOf("_");
  const suffix = name.slice(at + 1);
  return at > 0 && Object.hasOwn(SYMBOLS, suffix)
    ? { stem: name.slice(0, at), unit: SYMBOLS[suffix]! }
    : { stem: name, unit: "" };
}

function plainField(name: string): ChannelField {
  const { stem, unit } = split(name);
  return { name, unit, ...meaningByName(stem) };
}

/** What a law shows without a unit counts something: the leg that it is on. */
function counted(field: ChannelField): ChannelField {
  return field.unit === "" && field.role === undefined ? { ...field, role: "count" } : field;
}

function knownField(name: string): ChannelField {
  const quantity = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
  return { ...plainField(name), ...(quantity !== undefined && { quantity }) };
}

const QUANTITIES = ["command", "speed", "thrust", "torque", "power", "angle", "state", "current", "voltage", "force"];
/** What a column of an actuator shows that names only its unit: "rudder_rad". */
const QUANTITY_OF_UNIT: Readonly<Record<string, string>> = { rad: "angle", "rad/s": "speed", "rev/min": "speed" };

/** Every column with its actuator; a name without a known quantity is the actuator's alone. */
function actuatorFields(names: readonly string[]): ChannelField[] {
  const columns = names.map((name) => {
    const { stem, unit } = split(name);
    const at = stem.lastIndexOf("_");
    const quantity = stem.slice(at + 1);
    if (at > 0 && QUANTITIES.includes(quantity)) return { name, part: stem.slice(0, at), quantity, unit };
    return { name, part: stem, quantity: QUANTITY_OF_UNIT[unit] ?? "", unit };
  });
  // What turns by an angle is commanded an angle; any other command without a unit is a share, or in a unit of its own.
  const turning = new Set(columns.filter((c) => c.quantity === "angle").map((c) => c.part));
  return columns.map((c): ChannelField => {
    const label = c.quantity || c.part;
    if (c.quantity !== "command") {
      const role = c.quantity === "state" ? { role: "state" as const } : {};
      return { name: c.name, unit: c.unit, label, ...role, quantity: c.quantity || c.part, part: c.part };
    }
    const unit = c.unit === "" && turning.has(c.part) ? "rad" : c.unit;
    const asked = columns.find((other) => other.part === c.part && other !== c && other.unit === unit);
    return { name: c.name, unit, label, role: "command", quantity: asked?.quantity || "command", part: c.part };
  });
}
