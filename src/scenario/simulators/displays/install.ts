/** What controllers outside the world show of themselves, kept for the log: they send it with each command. */
import { type InPort, PHASE } from "../../../engine/index.ts";
import type { LawReport, ScenarioController } from "../../load/scenario.ts";
import { declareControl } from "../control-channels.ts";
import { PORTS } from "../routes.ts";
import type { Site } from "../site.ts";

export function installDisplays(site: Site): void {
  site.scenario.vehicles.forEach(({ name, controllers }, vehicle) => {
    for (const controller of controllers)
      keepReport(site, controller, vehicle, PORTS.display(name, controller.component.id));
  });
}

function keepReport(site: Site, controller: ScenarioController, vehicle: number, path: string): void {
  const { report } = controller;
  const at = declareControl(site, controller, vehicle);
  const values = new Float64Array(report.size);
  let port: InPort<LawReport["fields"]>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      if (!port.receiveNewest(moment, values, 0)) return;
      for (let i = 0; i < report.size; i++) moment.reals[at + i] = values[i]!;
    },
  });
  port = site.in(path, report, { wake: { actor, phase: PHASE.actuate } });
}
