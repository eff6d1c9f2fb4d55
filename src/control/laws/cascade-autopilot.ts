/**
 * Autopilot for a vehicle with rudder, stern planes and a propeller: a plan (plan.ts) gives the set-points, four loops
 * (cascade-loops.ts) follow them.
 */
import { type Component, defineModel } from "../../library/index.ts";
import { AUTOPILOT_READS, type AutopilotParams, autopilot } from "./autopilot.ts";
import { CASCADE_MEMORY, CASCADE_REPORT, CascadeLoops } from "./cascade-loops.ts";
import type { ActuatorOutput, ControlLaw, ControlTick } from "./law.ts";
import { TRACK } from "./line-of-sight.ts";
import { PLAN, PLAN_MEMORY, Plan } from "./plan.ts";
import { refuseBadPlan } from "./plan-check.ts";

/** Cross-track error and distance from the route are NaN off one; leg is 0 after the plan. */
const REPORT = [...CASCADE_REPORT, "crossTrack_m", "routeDistance_m", "leg"] as const;

export class CascadeAutopilot implements ControlLaw {
  readonly rate_Hz: number;
  readonly drives = "actuators";
  readonly outputs: readonly ActuatorOutput[];
  readonly memory = CASCADE_MEMORY + PLAN_MEMORY;
  readonly report = REPORT;
  readonly #plan: Plan;
  readonly #loops: CascadeLoops;

  constructor(p: AutopilotParams, component: Component) {
    this.rate_Hz = p.rate_Hz;
    this.#loops = new CascadeLoops(p, component, p.rate_Hz);
    this.outputs = this.#loops.outputs;
    refuseBadPlan(component);
    this.#plan = new Plan(component);
  }

  step(tick: ControlTick): void {
    const { reals, memoryAt, reportAt } = tick;
    const plan = memoryAt + CASCADE_MEMORY;
    const { follower } = this.#plan;
    this.#loops.begin(tick, memoryAt);
    this.#plan.step(tick, plan, this.#loops.navigation, this.#loops.loop);
    this.#loops.step(tick, memoryAt, plan + PLAN.setpoints, reportAt);
    const more = reportAt + CASCADE_REPORT.length;
    reals[more] = follower.track[TRACK.cross]!;
    reals[more + 1] = follower.outline[0]!;
    this.#plan.entryInto(reals, more + 2, plan);
  }
}

export const cascadeAutopilot = defineModel(autopilot, {
  model: "cascade",
  doc: "Depth to pitch to stern planes, heading to rudder, speed to propeller: a PID law in each loop.",
  default: true,
  reads: AUTOPILOT_READS,
  create: (p, component) => new CascadeAutopilot(p, component),
});
