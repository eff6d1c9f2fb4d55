/** What the failures of a sensor say of its values: whether it has them, and whether one number can be meant for all of them. */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import { placeOfValue, splitName } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { ScenarioThing } from "./things.ts";

/** Fields of every sample that are not values. */
const TIME_AND_VALIDITY = 2;

export function checkFailures({ path, component, ports }: ScenarioThing, report: (d: Diagnostic) => void): void {
  const failures = component.children.filter(({ kind }) => kind === "failure");
  const sample = ports.find(({ name, direction }) => name === "sample" && direction === "out");
  if (failures.length === 0 || sample === undefined) return;
  const fields = Object.keys(sample.message.fields).slice(TIME_AND_VALIDITY).map(splitName);
  const there = fields.map(({ stem }) => stem);
  const allowed = there.join(", ");
  for (const failure of failures) {
    const { mode, values } = failure.params as { readonly mode: string; readonly values?: readonly string[] };
    for (const name of values ?? []) {
      if (there.includes(name)) continue;
      const message = `${path} has no value ${JSON.stringify(name)}; it has: ${allowed}`;
      const hint = didYouMean(name, there);
      report(codedDiagnostic(scenarioCodes.failureValue, placeOfValue(failure, "values"), message, { allowed, hint }));
    }
    if (values !== undefined || (mode !== "drift" && mode !== "spikes")) continue;
    const units = [...new Set(fields.map(({ suffix }) => (suffix === "" ? "1" : suffix)))];
    if (units.length < 2) continue;
    const message = `${path}: the failure ${mode} changes all its values by one number, but they are in ${units.join(", ")}`;
    const hint = `name those that are meant, such as values="${there[0]}"; there are: ${allowed}`;
    report(codedDiagnostic(scenarioCodes.failureUnits, placeOfValue(failure, "mode"), message, { hint }));
  }
}
