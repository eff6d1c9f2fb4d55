/**
 * Guidance along a plan (plan.ts), as a module: from the true state to set-points for the loops of an autopilot.
 *
 * When the plan is over the vehicle stops: by the override, propeller off and fins neutral; and the speed that is wanted is 0, for
 * loops that have no link to the override. With `keepAtEnd` the last set-points are followed on.
 */
import type { SceneryItem } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { flightSetpoint, navigationState } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { flightOverride } from "./cascade-module.ts";
import { TRACK } from "./line-of-sight.ts";
import { LOOK_MEMORY, Look } from "./look.ts";
import { STATE_INPUT } from "./navigation.ts";
import { PLAN_MEMORY, Plan } from "./plan.ts";
import { refuseBadPlan } from "./plan-check.ts";
import { planScenery } from "./plan-scenery.ts";
import { SETPOINT } from "./setpoints.ts";

const PLAN_AT = LOOK_MEMORY;
const SETPOINT_OUTPUT = 0;
const OVERRIDE_OUTPUT = 1;

export class PlanModule implements Module {
  readonly inPlace = true;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [{ name: "state", message: navigationState }];
  readonly outputs: readonly DataOutput[] = [
    { name: "setpoint", message: flightSetpoint },
    { name: "override", message: flightOverride },
  ];
  readonly memory = LOOK_MEMORY + PLAN_MEMORY;
  /** Cross-track error and distance from the route are NaN off one; leg is 0 after the plan. */
  readonly shows = ["crossTrack_m", "routeDistance_m", "leg"];
  readonly scenery: readonly SceneryItem[];
  readonly #plan: Plan;
  readonly #look: Look;

  readonly #keepAtEnd: boolean;

  /** component: its legs and routes are the plan. */
  constructor(component: Component, rate_Hz: number, keepAtEnd: boolean) {
    refuseBadPlan(component);
    this.scenery = planScenery(component);
    this.rate_Hz = rate_Hz;
    this.#keepAtEnd = keepAtEnd;
    this.#plan = new Plan(component);
    this.#look = new Look(rate_Hz);
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    const { follower } = this.#plan;
    const plan = memoryAt + PLAN_AT;
    this.#look.takeTime(reals, memoryAt, inAt[STATE_INPUT]!);
    this.#plan.step(tick, plan, outAt[0]!, this.#look);
    const rests = !this.#keepAtEnd && this.#plan.finished(reals, plan);
    const override = outAt[OVERRIDE_OUTPUT]!;
    reals.fill(0, override, override + flightOverride.size);
    if (rests) {
      reals[override] = 1;
      reals[outAt[SETPOINT_OUTPUT]! + SETPOINT.speed] = 0;
    }
    reals[shownAt] = follower.track[TRACK.cross]!;
    reals[shownAt + 1] = follower.outline[0]!;
    this.#plan.entryInto(reals, shownAt + 2, plan);
  }
}
