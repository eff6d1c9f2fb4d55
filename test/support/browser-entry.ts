/** What test/browser.test.ts runs inside Chromium. */
import { Simulation } from "../../src/engine/index.ts";
import { Definitions, loadComponent, memoryReader } from "../../src/library/index.ts";
import { shippedDefinitions } from "../../src/scenario/index.ts";
import { fingerprint, toyPlant } from "./toy-plant.ts";

export function runToy(end_ns: number): string {
  const toy = toyPlant();
  const sim = new Simulation(toy.model);
  sim.runUntil(end_ns);
  return fingerprint(toy, sim);
}

export function loadThruster(): unknown {
  const { definitions } = Definitions.create(shippedDefinitions);
  const file = `<thruster id="t" diameter_m="0.1" kT0="0.4" kT1="-0.3" kQ0="0.04" kQ1="-0.03" shaftLag_s="0.2" maxSpeed_radps="120">
    <provenance of="*" status="assumed"/></thruster>`;
  const models = { thruster: "static" };
  const { component, diagnostics } = loadComponent(definitions, memoryReader({ "t.xml": file }), "t.xml", { models });
  return { diagnostics, model: component?.model, unread: component?.unread };
}
