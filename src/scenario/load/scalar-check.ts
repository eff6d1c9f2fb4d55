/** What names and units the named scalars of a sea may have. */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";
import { SEA_FIELDS, type Sea, WIND_FIELDS } from "./sea.ts";
import { CURRENT_QUANTITIES } from "./sea-quantities.ts";

/** Names that the log and the excerpts use for something else, and units that cannot be added. */
export function checkScalars(world: Component, sea: Sea | null, report: (d: Diagnostic) => void): void {
  const taken: readonly string[] = [...SEA_FIELDS, ...WIND_FIELDS, ...CURRENT_QUANTITIES];
  const parts = world.children.filter(({ kind }) => kind === "scalar");
  let k = 0;
  const first = new Map(sea?.scalars.map(({ name, unit }) => [name, unit]));
  for (const source of sea?.scalarSources ?? []) {
    const component = parts[k++]!;
    const { name, unit } = source;
    if (taken.includes(name)) {
      const range = component.origin.name ?? component.range;
      const message = `a scalar cannot be called ${name}: that is a field of the log`;
      report(codedDiagnostic(scenarioCodes.reservedName, range, message, { hint: "give it another name" }));
    }
    if (first.get(name) !== unit) {
      const range = component.origin.unit ?? component.range;
      const message = `${component.id} is in ${unit}, but ${name} in ${first.get(name)}: they cannot be added`;
      report(codedDiagnostic(scenarioCodes.otherUnit, range, message, { allowed: first.get(name) ?? "" }));
    }
  }
}
