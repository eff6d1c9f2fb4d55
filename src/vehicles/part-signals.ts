/** What can be read of the parts of a vehicle, by the part and the quantity: what tachometers and encoders are mounted on. */
import type { Signal } from "./body.ts";
import type { VehicleParts } from "./vehicle-system.ts";

/** Factors to SI, for signals that are not in it. */
const TO_SI: Readonly<Record<string, number>> = { rpm: Math.PI / 30, rps: 2 * Math.PI };

/** Units that a quantity may have, as suffixes. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  speed: ["radps", "rpm", "rps"],
  angle: ["rad"],
  mass: ["kg"],
};

/** What the log shows of the parts of a vehicle, in its order. */
export function signalsOf({ hull, thrusters, fins, others = [] }: VehicleParts): Signal[] {
  return [hull, thrusters, fins, ...others].flatMap((part) => part.outputs);
}

/**
 * The signal of a quantity ("speed", "angle") of a part, which is called "<part>_<quantity>", or as the part alone where it is the only
 * one, and the factor that takes it to SI; null for none.
 */
export function findSignal(
  signals: readonly Signal[],
  part: string,
  quantity: string,
): { readonly index: number; readonly factor: number } | null {
  const called = (wanted: string): number =>
    signals.findIndex(({ name, unit }) => name === wanted && (UNITS[quantity]?.includes(unit) ?? true));
  const whole = called(`${part}_${quantity}`);
  const index = whole < 0 ? called(part) : whole;
  return index < 0 ? null : { index, factor: TO_SI[signals[index].unit] ?? 1 };
}

/** Names of the parts of which a quantity can be read. */
export function partsWith(signals: readonly Signal[], quantity: string): string[] {
  const suffix = `_${quantity}`;
  return signals
    .filter(({ name, unit }) => !name.endsWith("_command") && (UNITS[quantity]?.includes(unit) ?? true))
    .map(({ name }) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name));
}
