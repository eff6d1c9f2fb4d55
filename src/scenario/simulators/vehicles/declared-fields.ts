/** What the log's columns of a vehicle are: its motion, its actuators and the commands to them. */
import { unitOf } from "../../../library/index.ts";
import { type ChannelField, inWords, QUANTITY } from "../../../logging/index.ts";
import { columnName, type Signal } from "../../../vehicles/index.ts";
import type { STATE_FIELDS } from "./body.ts";

type StateField = (typeof STATE_FIELDS)[number];

const MOTION: Readonly<Record<StateField, readonly [unit: string, quantity: string, label: string]>> = {
  north_m: ["m", QUANTITY.north, "north"],
  east_m: ["m", QUANTITY.east, "east"],
  depth_m: ["m", QUANTITY.depth, "depth"],
  roll_rad: ["rad", QUANTITY.roll, "roll"],
  pitch_rad: ["rad", QUANTITY.pitch, "pitch"],
  heading_rad: ["rad", QUANTITY.heading, "heading"],
  u_mps: ["m/s", QUANTITY.surge, "surge over ground"],
  v_mps: ["m/s", QUANTITY.sway, "sway over ground"],
  w_mps: ["m/s", QUANTITY.heave, "heave over ground"],
  p_radps: ["rad/s", QUANTITY.rollRate, "roll rate"],
  q_radps: ["rad/s", QUANTITY.pitchRate, "pitch rate"],
  r_radps: ["rad/s", QUANTITY.yawRate, "yaw rate"],
  uWater_mps: ["m/s", QUANTITY.surgeInWater, "surge through water"],
  vWater_mps: ["m/s", QUANTITY.swayInWater, "sway through water"],
  wWater_mps: ["m/s", QUANTITY.heaveInWater, "heave through water"],
  currentNorth_mps: ["m/s", QUANTITY.currentNorth, "current, north"],
  currentEast_mps: ["m/s", QUANTITY.currentEast, "current, east"],
  currentDown_mps: ["m/s", QUANTITY.currentDown, "current, down"],
};

export function motionField(name: StateField): ChannelField {
  const [unit, quantity, label] = MOTION[name];
  return { name, unit, quantity, label };
}

/** What a signal is called for its unit where its part has no other word for it. */
const BY_UNIT: Readonly<Record<string, string>> = { rad: "angle", radps: "speed", rpm: "speed", rps: "speed" };

/** Outputs of a vehicle's parts; those of an actuator are named "<actuator>_<quantity>", or as the actuator alone. */
export function outputFields(outputs: readonly Signal[], actuators: readonly Signal[]): ChannelField[] {
  const said = outputs.map((signal) => {
    // The longest name wins: "fin" and "fin_top" may both be actuators.
    const owners = actuators.filter(({ name }) => signal.name === name || signal.name.startsWith(`${name}_`));
    const owner = owners.reduce((best, { name }) => (name.length > best.length ? name : best), "");
    const word = owner === "" ? inWords(signal.name) : inWords(signal.name.slice(owner.length + 1));
    return { signal, owner, word: word || (BY_UNIT[signal.unit] ?? "value") };
  });
  return said.map(({ signal, owner, word }) => {
    const isCommand = word === "command";
    // A command is of the quantity that it asks for: the one with its unit.
    const asked = said.find((s) => s.owner === owner && s.word !== "command" && s.signal.unit === signal.unit);
    return {
      name: columnName(signal),
      unit: symbolOf(signal),
      label: word,
      ...(isCommand ? { role: "command" as const } : word === "state" ? { role: "state" as const } : {}),
      quantity: isCommand ? (asked?.word ?? word) : word,
      ...(owner !== "" && { part: owner }),
    };
  });
}

/** When commands were issued, and what they are. */
export function commandFields(actuators: readonly Signal[]): ChannelField[] {
  return [
    { name: "issued_s", unit: "s", label: "issued at", quantity: "time of issue" },
    ...actuators.map((signal) => ({
      name: columnName(signal),
      unit: symbolOf(signal),
      label: signal.name,
      role: "command" as const,
      quantity: BY_UNIT[signal.unit] ?? "command",
      part: signal.name,
    })),
  ];
}

function symbolOf({ unit }: Signal): string {
  return unitOf(unit)?.symbol ?? "";
}
