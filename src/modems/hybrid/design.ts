/** All that a hybrid modem is before a run, and which modems it uses. */
import type { Component } from "../../library/index.ts";
import type { ModemDesign } from "../modem-design.ts";
import type { TrafficChild } from "../own-traffic.ts";
import type { HybridRule } from "./rule.ts";

export interface HybridParams {
  readonly modems: readonly string[];
  readonly broadcasts: string;
  readonly retry_s: number;
  readonly queue: number;
  readonly logged: string;
}

export interface HybridDesign {
  readonly component: Component;
  readonly params: HybridParams;
  readonly rule: HybridRule;
  readonly traffic: readonly TrafficChild[];
}

/** Path of the vehicle that carries a device. */
export function vehiclePath({ path }: Pick<Component, "path">): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Those of one vehicle, in their order. */
export function modemsBeside(component: Component, all: readonly ModemDesign[]): ModemDesign[] {
  return all.filter((modem) => vehiclePath(modem.component) === vehiclePath(component));
}

/** The modems that it names; undefined where there is none of that name. */
export function modemsOf(
  { component, params }: HybridDesign,
  all: readonly ModemDesign[],
): (ModemDesign | undefined)[] {
  const beside = modemsBeside(component, all);
  return params.modems.map((name) => beside.find((modem) => modem.component.id === name));
}
