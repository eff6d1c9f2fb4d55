/**
 * What a field's name says by convention, for channels that do not declare it otherwise: "depthSetpoint_m" is a set-point, of the
 * quantity depth. The unit is behind the last underscore; a room that knows units looks it up.
 */
import { type ChannelField, QUANTITY } from "./channel-declaration.ts";

/** Stems that are errors by their meaning. */
const ERRORS: Readonly<Record<string, { readonly quantity: string; readonly label: string }>> = {
  crossTrack: { quantity: QUANTITY.crossTrack, label: "cross-track error" },
  routeDistance: { quantity: QUANTITY.routeDistance, label: "route distance" },
};

/** Label, role and quantity of a field whose name without unit is `stem`. */
export function meaningByName(stem: string): Omit<ChannelField, "name" | "unit"> {
  const known = Object.hasOwn(ERRORS, stem) ? ERRORS[stem] : undefined;
  if (known !== undefined) return { ...known, role: "error" };
  const label = inWords(stem);
  const asked = /^(.+)(Setpoint|Error)$/.exec(stem);
  if (asked === null) return { label };
  return { label, role: asked[2] === "Error" ? "error" : "setpoint", quantity: inWords(asked[1]) };
}

/** "headingSetpoint" is "heading set-point". */
export function inWords(stem: string): string {
  return stem
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/_/g, " ")
    .replace(/\bsetpoint\b/g, "set-point");
}
