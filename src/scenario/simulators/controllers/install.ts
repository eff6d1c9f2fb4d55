/** The software of vehicles: each program woken by what comes for it. */
import type { Site } from "../site.ts";
import { ProgramNode } from "./program-node.ts";

export function installControllers(site: Site): void {
  site.scenario.vehicles.forEach((vehicle, index) => {
    for (const controller of vehicle.controllers) {
      if (site.has(index, controller.component.id)) new ProgramNode(site, controller, index);
    }
  });
}
