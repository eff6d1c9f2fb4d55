/**
 * A list of holds (hold-list.ts) as a module: from the true state to the target of a station keeper.
 *
 * When the last hold has ended the vehicle stops: by the override, no force at all. With `keepAtEnd` the last place is held on.
 */
import type { SceneryItem } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { navigationState, stationTarget } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { HOLD_MEMORY, HoldList } from "./hold-list.ts";
import { forceOverride } from "./keeper-module.ts";
import { LOOK_MEMORY, Look } from "./look.ts";
import { STATE_INPUT } from "./navigation.ts";
import { refuseBadPlan } from "./plan-check.ts";
import { planScenery } from "./plan-scenery.ts";

const HOLDS_AT = LOOK_MEMORY;
const TARGET_OUTPUT = 0;
const OVERRIDE_OUTPUT = 1;

export class HoldsModule implements Module {
  readonly inPlace = true;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [{ name: "state", message: navigationState }];
  readonly outputs: readonly DataOutput[] = [
    { name: "target", message: stationTarget },
    { name: "override", message: forceOverride },
  ];
  readonly memory = LOOK_MEMORY + HOLD_MEMORY;
  /** The number of the hold; 0 where there is none or all have ended. */
  readonly shows = ["hold"];
  readonly scenery: readonly SceneryItem[];
  readonly #holds: HoldList;
  readonly #look: Look;

  readonly #keepAtEnd: boolean;

  /** component: its holds are the list. */
  constructor(component: Component, rate_Hz: number, keepAtEnd: boolean) {
    refuseBadPlan(component);
    this.scenery = planScenery(component);
    this.rate_Hz = rate_Hz;
    this.#keepAtEnd = keepAtEnd;
    this.#holds = new HoldList(component);
    this.#look = new Look(rate_Hz);
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    this.#look.takeTime(reals, memoryAt, inAt[STATE_INPUT]!);
    this.#holds.step(tick, memoryAt + HOLDS_AT, outAt[TARGET_OUTPUT]!, this.#look);
    const override = outAt[OVERRIDE_OUTPUT]!;
    reals.fill(0, override, override + forceOverride.size);
    if (!this.#keepAtEnd && this.#holds.finished(reals, memoryAt + HOLDS_AT)) reals[override] = 1;
    this.#holds.entryInto(reals, shownAt, memoryAt + HOLDS_AT);
  }
}
