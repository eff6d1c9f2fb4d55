/** How a file names the actuators that a module drives: `rudder="top -bottom"`, where "-" means that it turns the other way. */
import { unitWritten } from "../../library/index.ts";
import { actuatorSetpoint, ownUnitSetpoint } from "../modules/messages.ts";
import type { DataOutput } from "../modules/module.ts";
import { driven } from "../modules/program.ts";

/**
 * An output for each word. units: that of each output, as a suffix or as it is written (“radps” or “rad/s”, “rpm” or “rev/min”, “N”), or one
 * for all; without them each is in the unit of its actuator, which suits only values that are written beside the name of the actuator.
 * parameter: the attribute that holds the words. Throws where words and units do not belong together.
 */
export function actuatorOutputs(
  words: readonly string[],
  units: readonly string[] = [],
  parameter = "actuators",
): DataOutput[] {
  // One unit too few would leave the last actuator without a check of its unit.
  if (units.length > 1 && units.length !== words.length) {
    throw new Error(`${words.length} actuators (${words.join(" ")}) have ${units.length} units (${units.join(" ")})`);
  }
  return words.map((word, k) => {
    const unit = units.length === 1 ? units[0] : units[k];
    const message = unit === undefined ? ownUnitSetpoint : actuatorSetpoint(unitWritten(unit)?.suffix ?? unit);
    return { name: driven(word).actuator, message, drives: [word], parameter };
  });
}

/** Reports words that name nothing, and actuators that are named before. */
export function checkActuators<Name extends string>(
  names: readonly Name[],
  wordsOf: (name: Name) => readonly string[] | undefined,
  report: (name: Name, message: string, detail?: { readonly hint?: string }) => void,
): void {
  const seen = new Map<string, Name>();
  for (const name of names) {
    for (const { actuator } of (wordsOf(name) ?? []).map(driven)) {
      const before = seen.get(actuator);
      if (actuator === "")
        report(name, `"-" in ${name} names no actuator`, { hint: 'write "-" and the name as one word' });
      else if (before !== undefined) {
        const where = before === name ? `twice in ${name}` : `in ${before} and in ${name}`;
        report(name, `actuator "${actuator}" is named ${where}`, { hint: "one value drives an actuator" });
      }
      seen.set(actuator, name);
    }
  }
}
