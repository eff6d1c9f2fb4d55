/** A list of holds (hold-list.ts) as a module: from the true state to the target of a station keeper. */
import type { Component } from "../../library/index.ts";
import { stationTarget, trueState } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { HOLD_MEMORY, HoldList } from "./hold-list.ts";
import { LOOK_MEMORY, Look } from "./look.ts";
import { STATE_INPUT } from "./navigation.ts";
import { refuseBadPlan } from "./plan-check.ts";

const HOLDS_AT = LOOK_MEMORY;

export class HoldsModule implements Module {
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [{ name: "state", message: trueState }];
  readonly outputs: readonly DataOutput[] = [{ name: "target", message: stationTarget }];
  readonly memory = LOOK_MEMORY + HOLD_MEMORY;
  /** The number of the hold; 0 where there is none or all have ended. */
  readonly shows = ["hold"];
  readonly #holds: HoldList;
  readonly #look: Look;

  /** component: its holds are the list. */
  constructor(component: Component, rate_Hz: number) {
    refuseBadPlan(component);
    this.rate_Hz = rate_Hz;
    this.#holds = new HoldList(component);
    this.#look = new Look(rate_Hz);
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    this.#look.takeTime(reals, memoryAt, inAt[STATE_INPUT]!);
    this.#holds.step(tick, memoryAt + HOLDS_AT, outAt[0]!, this.#look);
    this.#holds.entryInto(reals, shownAt, memoryAt + HOLDS_AT);
  }
}
