/**
 * What flies under the robot-tasks of a mission: the loops of one autopilot or one station keeper, a module behind the mission's own.
 * Tasks come and go; the loops, with their integrals, and the set-points stay, so that every switch is bumpless.
 */
import type { Fields, MessageType } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import type { AutopilotParams } from "../laws/autopilot.ts";
import { CascadeModule, flightOverride } from "../laws/cascade-module.ts";
import { forceOverride, KeeperModule } from "../laws/keeper-module.ts";
import type { StationKeeperParams } from "../laws/station-keeper.ts";
import { flightSetpoint, stationTarget } from "../modules/messages.ts";
import type { Module } from "../modules/module.ts";

export interface MissionLoops {
  readonly kind: "autopilot" | "stationKeeper";
  readonly component: Component;
  readonly module: Module;
  readonly rate_Hz: number;
  /** What tasks give, and the input of the loops that takes it. */
  readonly setpoint: MessageType<Fields>;
  readonly input: string;
  /** What a task that steers by itself gives instead: active, then the outputs of the loops. */
  readonly override: MessageType<Fields>;
}

/** Loops of an <autopilot> or <stationKeeper>, ticking at another rate where one is given. */
export function missionLoops(component: Component, rate_Hz: number | undefined): MissionLoops {
  if (component.kind === "stationKeeper") {
    const p = component.params as unknown as StationKeeperParams;
    const rate = rate_Hz ?? p.rate_Hz;
    const module = new KeeperModule(p, component, rate);
    const [setpoint, override] = [stationTarget, forceOverride] as unknown as MessageType<Fields>[];
    return {
      kind: "stationKeeper",
      component,
      module,
      rate_Hz: rate,
      setpoint: setpoint!,
      override: override!,
      input: "target",
    };
  }
  const p = component.params as unknown as AutopilotParams;
  const rate = rate_Hz ?? p.rate_Hz;
  const module = new CascadeModule(p, component, rate);
  const [setpoint, override] = [flightSetpoint, flightOverride] as unknown as MessageType<Fields>[];
  return {
    kind: "autopilot",
    component,
    module,
    rate_Hz: rate,
    setpoint: setpoint!,
    override: override!,
    input: "setpoint",
  };
}
