/** How a file names the actuators that a law drives: `rudder="top -bottom"`, where "-" means that it turns the other way. */
import type { ActuatorOutput } from "./law.ts";

/** The actuators of one value of a law. */
export function outputsOf(words: readonly string[], value: number): ActuatorOutput[] {
  return words.map((word) =>
    word.startsWith("-") ? { actuator: word.slice(1), factor: -1, value } : { actuator: word, factor: 1, value },
  );
}

/** Tells of words that name nothing, and of actuators that are named before. */
export function checkActuators<Name extends string>(
  names: readonly Name[],
  wordsOf: (name: Name) => readonly string[] | undefined,
  report: (name: Name, message: string, detail?: { readonly hint?: string }) => void,
): void {
  const seen = new Map<string, Name>();
  for (const name of names) {
    for (const { actuator } of outputsOf(wordsOf(name) ?? [], 0)) {
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
