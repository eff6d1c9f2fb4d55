/** The software of vehicles: each control law woken by its readings. */
import type { Site } from "../site.ts";
import { ControllerNode } from "./controller-node.ts";

export function installControllers(site: Site): void {
  site.scenario.vehicles.forEach((vehicle, index) => {
    for (const controller of vehicle.controllers) {
      if (site.has(index, controller.component.id)) new ControllerNode(site, controller, index);
    }
  });
}
