/** A control law on a bench: loaded from XML as on a vehicle, and ticked with readings that a test makes up. */
import { Definitions, defineKind, loadComponent, memoryReader } from "../../library/index.ts";
import { controlDefinitions } from "../index.ts";
import { ProgramBench } from "./program-bench.ts";

export type { Reading } from "./program-bench.ts";

/** Stands for the vehicle of another room, which this one may not know. */
const vehicle = defineKind()({ kind: "vehicle", doc: "a vehicle with nothing but its software", params: {} });

export const { definitions, diagnostics: definitionProblems } = Definitions.create([vehicle, ...controlDefinitions]);

/** The loaded law of a file "main.xml" that holds one; what is wrong, as the loader reports it. */
export function load(xml: string) {
  return loadComponent(definitions, memoryReader({ "main.xml": xml }), "main.xml");
}

export class LawBench extends ProgramBench {
  constructor(xml: string) {
    const { component, diagnostics } = load(xml);
    if (component === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
    super(definitions, component);
  }
}

/** An autopilot with plain gains around a plan. */
export function autopilotXml(plan = "", attributes = ""): string {
  return `<autopilot rudder="rudder" sternPlane="planes" propeller="propeller" propellerUnit="rpm" propellerMax="1500" ${attributes}>
    <depth kp="0.2"/><pitch kp="1"/><heading kp="1"/><speed kp="100"/>${plan}
  </autopilot>`;
}
