/**
 * Autopilot for a vehicle with rudder, stern planes and a propeller: a plan (plan-module.ts) gives the set-points, four loops
 * (cascade-module.ts) follow them. The short form of
 *
 *   vehicle.state ─> pilot/plan ─> pilot ─> rudder, stern planes, propeller
 */
import { type Component, defineModel } from "../../library/index.ts";
import type { Program } from "../modules/program.ts";
import { AUTOPILOT_READS, type AutopilotParams, autopilot } from "./autopilot.ts";
import { CascadeModule } from "./cascade-module.ts";
import { PlanModule } from "./plan-module.ts";

function autopilotProgram(p: AutopilotParams, component: Component): Program {
  const { id, range } = component;
  const plan = `${id}/plan`;
  return {
    modules: [
      { id, module: new CascadeModule(p, component, p.rate_Hz), component, channel: "" },
      { id: plan, module: new PlanModule(component, p.rate_Hz, p.keepAtEnd), component, channel: "" },
    ],
    links: [
      { from: `${plan}.setpoint`, to: `${id}.setpoint`, range },
      { from: `${plan}.override`, to: `${id}.override`, range },
    ],
  };
}

export const cascadeAutopilot = defineModel(autopilot, {
  model: "cascade",
  doc: "Depth to pitch to stern planes, heading to rudder, speed to propeller: a PID law in each loop.",
  default: true,
  reads: AUTOPILOT_READS,
  create: autopilotProgram,
});
