/** The loops of an autopilot (cascade-loops.ts) as a module: from set-points and the true state to fins and a propeller. */

import { defineMessage } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { actuatorSetpoint, flightSetpoint, navigationState } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import { type AutopilotParams, propellerUnit } from "./autopilot.ts";
import { CASCADE_MEMORY, CASCADE_SHOWN, CascadeLoops } from "./cascade-loops.ts";
import { STATE_INPUT } from "./navigation.ts";

/** Set-points that go round the loops, which rest meanwhile: active is 1; NaN leaves one as it was. The propeller is in its autopilot's unit. */
export const flightOverride = defineMessage("flightOverride", "set-points that go round the loops", {
  active: 1,
  rudder_rad: 1,
  sternPlane_rad: 1,
  propeller: 1,
});

const SETPOINT_INPUT = 1;
const OVERRIDE_INPUT = 2;

export class CascadeModule implements Module {
  readonly inPlace = true;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [
    { name: "state", message: navigationState },
    { name: "setpoint", message: flightSetpoint },
    { name: "override", message: flightOverride, required: false },
  ];
  readonly outputs: readonly DataOutput[];
  readonly memory = CASCADE_MEMORY;
  readonly shows = CASCADE_SHOWN;
  readonly #loops: CascadeLoops;

  constructor(p: AutopilotParams, component: Component, rate_Hz: number) {
    this.rate_Hz = rate_Hz;
    this.#loops = new CascadeLoops(p, component, rate_Hz);
    const thrusting = actuatorSetpoint(propellerUnit(p));
    this.outputs = [
      { name: "rudder", message: actuatorSetpoint("rad"), drives: p.rudder, parameter: "rudder" },
      { name: "sternPlane", message: actuatorSetpoint("rad"), drives: p.sternPlane, parameter: "sternPlane" },
      { name: "propeller", message: thrusting, drives: p.propeller, parameter: "propeller" },
    ];
  }

  step({ reals, memoryAt, shownAt, inAt, outAt }: ModuleTick): void {
    const state = inAt[STATE_INPUT]!;
    const override = inAt[OVERRIDE_INPUT]!;
    this.#loops.begin(reals, memoryAt, state);
    if (override < 0 || reals[override] !== 1) {
      // Before the first set-point has come there is nothing to follow.
      if (Number.isNaN(reals[inAt[SETPOINT_INPUT]! - 1]!)) return;
      this.#loops.step(reals, memoryAt, state, inAt[SETPOINT_INPUT]!, outAt, shownAt);
      return;
    }
    for (let i = 0; i < outAt.length; i++) {
      const value = reals[override + 1 + i]!;
      if (!Number.isNaN(value)) reals[outAt[i]!] = value;
    }
    reals.fill(Number.NaN, shownAt, shownAt + CASCADE_SHOWN.length);
  }
}
