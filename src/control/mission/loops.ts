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
export function missionLoops(component: Component, given_Hz: number | undefined): MissionLoops {
  const rate_Hz = given_Hz ?? (component.params.rate_Hz as number);
  if (component.kind === "stationKeeper") {
    const module = new KeeperModule(component.params as unknown as StationKeeperParams, component, rate_Hz);
    const messages = { setpoint: stationTarget, override: forceOverride };
    return { kind: "stationKeeper", component, module, rate_Hz, input: "target", ...messages };
  }
  const module = new CascadeModule(component.params as unknown as AutopilotParams, component, rate_Hz);
  const messages = { setpoint: flightSetpoint, override: flightOverride };
  return { kind: "autopilot", component, module, rate_Hz, input: "setpoint", ...messages };
}
