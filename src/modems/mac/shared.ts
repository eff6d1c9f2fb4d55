/** What several schemes have in common: parameters, since one name has one meaning within a kind, and times. */
import { NS_PER_S } from "../../core/index.ts";
import type { MacPlan } from "./mac.ts";

/** Between what is heard and what is sent, at the least: delays of different ways are rounded to whole nanoseconds. */
export const GAP_NS = 1000;

export const rangeParam = {
  range_m: { doc: "longest way between two members that the scheme allows for", above: 0, max: 1e6, default: 1000 },
} as const;

export const offsetParam = {
  offset_s: { doc: "when the first slot begins", min: 0, max: 1e5, default: 0 },
} as const;

/** Of schemes with a coordinator. */
export const coordinatorParams = {
  coordinator: {
    type: "integer",
    doc: "address of the modem that asks the others; the lowest of the members where not given",
    min: 0,
    max: 65535,
    optional: true,
  },
  pause_s: { doc: "after a round in which no member had anything to send", min: 0, max: 1e5, default: 0 },
} as const;

/** Delay over a way of this length. */
export const way_ns = (range_m: number, plan: MacPlan): number => Math.ceil((range_m / plan.speed_mps) * NS_PER_S);

/** From what is heard to what is sent. */
export const gap_ns = (plan: MacPlan): number => Math.max(plan.turnaround_ns, GAP_NS);

export const seconds = (t_ns: number): number => t_ns / NS_PER_S;
export const nanoseconds = (t_s: number): number => Math.round(t_s * NS_PER_S);
