/** Guidance along a plan (plan.ts), as a module: from the true state to set-points for the loops of an autopilot. */
import type { Component } from "../../library/index.ts";
import { flightSetpoint, trueState } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { ELAPSED_MEMORY, Elapsed } from "./elapsed.ts";
import { TRACK } from "./line-of-sight.ts";
import { NAVIGATION_SIZE, navigationInto, STATE_INPUT } from "./navigation.ts";
import { LOOP, LOOP_SIZE } from "./pid.ts";
import { PLAN_MEMORY, Plan } from "./plan.ts";
import { refuseBadPlan } from "./plan-check.ts";

const PLAN_AT = ELAPSED_MEMORY;

export class PlanModule implements Module {
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [{ name: "state", message: trueState }];
  readonly outputs: readonly DataOutput[] = [{ name: "setpoint", message: flightSetpoint }];
  readonly memory = ELAPSED_MEMORY + PLAN_MEMORY;
  /** Cross-track error and distance from the route are NaN off one; leg is 0 after the plan. */
  readonly shows = ["crossTrack_m", "routeDistance_m", "leg"];
  readonly #plan: Plan;
  readonly #elapsed: Elapsed;
  readonly #loop = new Float64Array(LOOP_SIZE);
  readonly #navigation = new Float64Array(NAVIGATION_SIZE);

  /** component: its legs and routes are the plan. */
  constructor(component: Component, rate_Hz: number) {
    refuseBadPlan(component);
    this.rate_Hz = rate_Hz;
    this.#plan = new Plan(component);
    this.#elapsed = new Elapsed(rate_Hz);
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    const { follower } = this.#plan;
    const plan = memoryAt + PLAN_AT;
    navigationInto(this.#navigation, 0, reals, inAt[STATE_INPUT]!);
    this.#elapsed.into(this.#loop, LOOP.dt, reals, memoryAt, inAt[STATE_INPUT]!);
    this.#plan.step(tick, plan, outAt[0]!, this.#navigation, this.#loop);
    reals[shownAt] = follower.track[TRACK.cross]!;
    reals[shownAt + 1] = follower.outline[0]!;
    this.#plan.entryInto(reals, shownAt + 2, plan);
  }
}
