/** What controllers outside the world show of themselves, kept for the log: they send it with each command. */
import { type InPort, PHASE } from "../../../engine/index.ts";
import type { ScenarioController, ShownValues } from "../../load/vehicle.ts";
import { declareShown } from "../control-channels.ts";
import { PORTS } from "../routes.ts";
import type { Site } from "../site.ts";

export function installDisplays(site: Site): void {
  site.scenario.vehicles.forEach(({ name, controllers }, vehicle) => {
    for (const controller of controllers)
      keepShown(site, controller, vehicle, PORTS.display(name, controller.component.id));
  });
}

function keepShown(site: Site, controller: ScenarioController, vehicle: number, path: string): void {
  const { shown } = controller;
  const at = declareShown(site, controller, vehicle);
  const values = new Float64Array(shown.size);
  let port: InPort<ShownValues["fields"]>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      if (!port.receiveNewest(moment, values, 0)) return;
      for (let i = 0; i < shown.size; i++) moment.reals[at + i] = values[i]!;
    },
  });
  port = site.in(path, shown, { wake: { actor, phase: PHASE.actuate } });
}
