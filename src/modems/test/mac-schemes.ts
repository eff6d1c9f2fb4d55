/** Schemes from attributes, by way of the library's reader, and what their checks say. */
import { NS_PER_S } from "../../core/index.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { type MacPlan, type MacScheme, mac, macDefinitions } from "../mac/index.ts";

const { definitions, diagnostics } = Definitions.create([...macDefinitions]);

/** schemeOf('model="tdma" range_m="500"') */
export function schemeOf(attributes: string): MacScheme {
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const text = `<mac id="mac" ${attributes}><provenance of="*" status="assumed"/></mac>`;
  const loaded = loadComponent(definitions, memoryReader({ "mac.xml": text }), "mac.xml");
  if (loaded.component === null) throw new Error(loaded.diagnostics.map(({ message }) => message).join("\n"));
  return createModel(definitions, loaded.component, mac);
}

/** Each as "parameter: message (allowed)". */
export function complaints(scheme: MacScheme, plan: MacPlan): string[] {
  const all: string[] = [];
  scheme.check?.(plan, (parameter, message, detail) => {
    all.push(`${parameter}: ${message}${detail?.allowed === undefined ? "" : ` (${detail.allowed})`}`);
  });
  return all;
}

export const ms = (t_ms: number): number => Math.round((t_ms / 1000) * NS_PER_S);
