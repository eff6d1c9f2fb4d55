/**
 * A station keeper as a module: its set-point travels to the target (travelling-setpoint.ts), loops follow it (keeper-loops.ts)
 * and ask for a force. The target is where the vehicle is at the first tick, until another one comes.
 */

import { defineMessage } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { bodyForce, navigationState, stationTarget } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { THRUSTER_MANAGER } from "../modules/program.ts";
import { KEEPER_MEMORY, KEEPER_SHOWN, KeeperLoops } from "./keeper-loops.ts";
import { STATE_INPUT } from "./navigation.ts";
import { keepOr } from "./setpoints.ts";
import type { StationKeeperParams } from "./station-keeper.ts";
import { TRAVEL, TRAVEL_MEMORY, TravellingSetpoint } from "./travelling-setpoint.ts";

/** A force that goes round the loops, which rest meanwhile: active is 1; NaN leaves a part as it was. */
export const forceOverride = defineMessage("forceOverride", "a force that goes round the loops", {
  active: 1,
  force_N: 3,
  torque_Nm: 3,
});

const TARGET_INPUT = 1;
const OVERRIDE_INPUT = 2;
/** Places in the memory: loops, travelling set-point, and 1 behind the first tick. */
const TRAVEL_AT = KEEPER_MEMORY;
const STARTED_AT = TRAVEL_AT + TRAVEL_MEMORY;

export class KeeperModule implements Module {
  readonly inPlace = true;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [
    { name: "state", message: navigationState },
    { name: "target", message: stationTarget, required: false },
    { name: "override", message: forceOverride, required: false },
  ];
  readonly outputs: readonly DataOutput[] = [{ name: "force", message: bodyForce, drives: THRUSTER_MANAGER }];
  readonly memory = STARTED_AT + 1;
  readonly shows = KEEPER_SHOWN;
  readonly #loops: KeeperLoops;
  readonly #travel: TravellingSetpoint;

  constructor(p: StationKeeperParams, component: Component, rate_Hz: number) {
    this.rate_Hz = rate_Hz;
    this.#loops = new KeeperLoops(p, component, rate_Hz);
    this.#travel = new TravellingSetpoint(p.approachSpeed_mps, p.turnRate_radps);
  }

  step({ reals, memoryAt, shownAt, inAt, outAt }: ModuleTick): void {
    const state = inAt[STATE_INPUT]!;
    const travel = memoryAt + TRAVEL_AT;
    const target = inAt[TARGET_INPUT]!;
    const override = inAt[OVERRIDE_INPUT]!;
    this.#loops.begin(reals, memoryAt, state);
    if (reals[memoryAt + STARTED_AT] === 0) {
      reals[memoryAt + STARTED_AT] = 1;
      this.#travel.begin(reals, travel, state, this.#loops.look.navigation);
    }
    if (target >= 0) {
      for (let i = 0; i < stationTarget.size; i++) keepOr(reals, travel + TRAVEL.target + i, reals[target + i]!);
    }
    if (override < 0 || reals[override] !== 1) {
      this.#travel.step(reals, travel, this.#loops.look.loop);
      this.#loops.step(reals, memoryAt, state, travel, outAt[0]!, shownAt);
      return;
    }
    for (let i = 0; i < bodyForce.size; i++) {
      const at = outAt[0]! + i;
      keepOr(reals, at, reals[override + 1 + i]!);
      // What neither the loops nor a task have ever asked for is zero.
      if (Number.isNaN(reals[at]!)) reals[at] = 0;
    }
    reals.fill(Number.NaN, shownAt, shownAt + KEEPER_SHOWN.length);
  }
}
