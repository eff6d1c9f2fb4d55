/** What a kind cannot check by itself, since it needs several elements: points of a route, holds one after the other. */
import { type CodeEntry, codedDiagnostic, codeEntry, type Diagnostic, formatPlace } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { pointsOf } from "./plan-kinds.ts";

/** Nearer than this, the direction from one point to the next is rounding. */
const NEAREST_M = 1e-3;

const coincident = codeEntry(
  "error",
  "CTL001",
  "Two consecutive points of a route lie at one place, or one above the other: the line between them has no direction.",
  'points 2 and 3 of route "square" lie at one place',
);

const endless = codeEntry(
  "error",
  "CTL002",
  "A hold that never ends is followed by another, which never begins.",
  'nothing ends hold "a", and hold "b" follows it',
);

export const controlCodeTable: readonly CodeEntry[] = Object.freeze([coincident, endless]);

/** What is wrong with the plans below a component, each with its place. */
export function controlDiagnostics(component: Component): Diagnostic[] {
  const own = component.kind === "route" ? coincidentPoints(component) : endlessHolds(component);
  return [...own, ...component.children.flatMap(controlDiagnostics)];
}

/** For a law that is made without its diagnostics having been checked. */
export function refuseBadPlan(law: Component): void {
  const [first] = controlDiagnostics(law);
  if (first?.range != null) throw new Error(`${first.message} (${formatPlace(first.range)})`);
}

function coincidentPoints(route: Component): Diagnostic[] {
  const points = pointsOf(route);
  const elements = route.children.filter((child) => child.kind === "point");
  const found: Diagnostic[] = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const [north, east] = [b.north_m - a.north_m, b.east_m - a.east_m];
    if (!(north * north + east * east < NEAREST_M * NEAREST_M)) continue;
    const hint = a.depth_m === b.depth_m ? "remove one of them" : "to change the depth on the spot, use a <leg>";
    const message = `points ${i} and ${i + 1} of route "${route.id}" lie at one place`;
    const related = [{ message: "the point before", range: elements[i - 1]!.range }];
    found.push(codedDiagnostic(coincident, elements[i]!.range, message, { hint, related }));
  }
  return found;
}

function endlessHolds(law: Component): Diagnostic[] {
  const holds = law.children.filter((child) => child.kind === "hold");
  return holds.slice(0, -1).flatMap((hold, i) => {
    if (hold.params.duration_s !== undefined || hold.params.tolerance_m !== undefined) return [];
    const { id, range } = holds[i + 1]!;
    const message = `nothing ends hold "${hold.id}", and hold "${id}" follows it`;
    const related = [{ message: "the next one", range }];
    return [codedDiagnostic(endless, hold.range, message, { hint: "give duration_s or tolerance_m", related })];
  });
}
