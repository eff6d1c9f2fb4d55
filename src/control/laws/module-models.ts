/** The shipped models of the kind `module`: guidance by itself, for programs that are put together of pieces. */
import { defineModel } from "../../library/index.ts";
import { moduleKind } from "../modules/software.ts";
import { HoldsModule } from "./holds-module.ts";
import { keepAtEnd } from "./plan-kinds.ts";
import { PlanModule } from "./plan-module.ts";

export const planModule = defineModel(moduleKind, {
  model: "plan",
  doc: "Legs and routes one after the other; outputs “setpoint”, a flightSetpoint, and “override”, by which it stops the vehicle at its end.",
  reads: ["rate_Hz"],
  params: { keepAtEnd },
  create: (p, component) => new PlanModule(component, p.rate_Hz, p.keepAtEnd),
});

export const holdsModule = defineModel(moduleKind, {
  model: "holds",
  doc: "Positions and headings one after the other; outputs “target”, a stationTarget, and “override”, by which it stops the vehicle at its end.",
  reads: ["rate_Hz"],
  params: { keepAtEnd },
  create: (p, component) => new HoldsModule(component, p.rate_Hz, p.keepAtEnd),
});
