/** Which pictures of the sea are taken around which vehicle: from the <excerpt> elements. And what names scalars may have. */
import { type Diagnostic, nearest } from "../../core/index.ts";
import type { Component, ParamsOf } from "../../library/index.ts";
import { scenarioCodes, told } from "./codes.ts";
import type { excerpt as excerptKind } from "./kinds.ts";
import { SEA_FIELDS, type Sea, WIND_FIELDS } from "./sea.ts";
import { CURRENT_QUANTITIES, quantitiesOf, type SeaQuantity } from "./sea-quantities.ts";

/** What a vehicle's <excerpt> asks for. */
export interface ExcerptPlan {
  /** Index of the vehicle. */
  readonly vehicle: number;
  readonly id: string;
  /** Index of the quantity: the number of the map. */
  readonly map: number;
  readonly quantity: SeaQuantity;
  readonly range_m: number;
  readonly spacing_m: number;
  readonly rate_Hz: number;
}

type Reporter = (d: Diagnostic) => void;

export function excerptPlans(
  vehicles: readonly { readonly component: Component }[],
  sea: Sea | null,
  report: Reporter,
): ExcerptPlan[] {
  const quantities = quantitiesOf(sea);
  const names = quantities.map(({ name }) => name);
  return vehicles.flatMap(({ component }, vehicle) =>
    component.children.flatMap((child): ExcerptPlan[] => {
      if (child.kind !== "excerpt") return [];
      const params = child.params as ParamsOf<typeof excerptKind.params>;
      const map = names.indexOf(params.quantity);
      if (map >= 0) return [{ ...params, vehicle, id: child.id, map, quantity: quantities[map]! }];
      const range = child.origin.quantity ?? child.range;
      const guess = nearest(params.quantity, names);
      const hint = guess === undefined ? {} : { hint: `did you mean "${guess}"?` };
      const there = names.length === 0 ? "it is one of constants, without a map" : `it has: ${names.join(", ")}`;
      const message = `the world has no ${JSON.stringify(params.quantity)}; ${there}`;
      report(told(scenarioCodes.unknownQuantity, range, message, { allowed: names.join(", "), ...hint }));
      return [];
    }),
  );
}

/** Names that the log and the excerpts use for something else, and units that cannot be added. */
export function checkScalars(world: Component, sea: Sea | null, report: Reporter): void {
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
      report(told(scenarioCodes.reservedName, range, message, { hint: "give it another name" }));
    }
    if (first.get(name) !== unit) {
      const range = component.origin.unit ?? component.range;
      const message = `${component.id} is in ${unit}, but ${name} in ${first.get(name)}: they cannot be added`;
      report(told(scenarioCodes.otherUnit, range, message, { allowed: first.get(name) ?? "" }));
    }
  }
}
