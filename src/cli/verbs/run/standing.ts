/** How plans and missions stand when a run ends: finished, or where they are and since when. Taken from the events of the run. */
import { NS_PER_S } from "../../../core/index.ts";
import type { RunEvent } from "../../../scenario/index.ts";

export interface Standing {
  /** Path of the law or mission: "auv/pilot". */
  readonly name: string;
  readonly over: boolean;
  /** What it is doing or waiting for, in words; empty where it is over. */
  readonly at: string;
  /** Since when that is so, s. */
  readonly since_s: number;
}

export interface PlanStandingAtEnd extends Standing {
  /** Its last entry has no end of its own: it is not meant to be over. */
  readonly endless: boolean;
}

/** By name, what is told last of it. */
function lastOf(events: readonly RunEvent[]): RunEvent[] {
  return [...new Map(events.map((event) => [event.name, event])).values()];
}

export function plansOf(events: readonly RunEvent[]): PlanStandingAtEnd[] {
  return lastOf(events.filter((e) => e.plan !== undefined)).map(({ name, t_ns, plan }) => {
    const { state, at } = plan!;
    return { name, over: state === "over", at, since_s: t_ns / NS_PER_S, endless: state === "holds" };
  });
}

export function missionsOf(events: readonly RunEvent[]): Standing[] {
  const reacted = events.filter((e) => e.reaction !== undefined);
  return lastOf(reacted).map(({ name, reaction }) => {
    const at = reaction!.statements;
    // Reactions may follow in which the same is waited for, or in which tasks stop behind the end.
    const own = reacted.filter((e) => e.name === name);
    const before = own.findLastIndex((e) => e.reaction!.statements !== at);
    return { name, over: at === "", at, since_s: own[before + 1]!.t_ns / NS_PER_S };
  });
}

/** Lines of plans at most: those of a large fleet are in the events and in the JSON. */
const MOST_PLANS = 10;

/** Plans that are not finished, and every mission. */
export function standingLines(events: readonly RunEvent[]): string[] {
  const open = plansOf(events).filter(({ over, endless }) => !over && !endless);
  const plans = open
    .slice(0, MOST_PLANS)
    .map(({ name, at, since_s }) => `plan     ${name} is not finished: ${at}, since ${since_s.toFixed(1)} s`);
  if (open.length > MOST_PLANS) plans.push(`         … and ${open.length - MOST_PLANS} more plans are not finished`);
  const missions = missionsOf(events).map(({ name, over, at, since_s }) =>
    over
      ? `mission  ${name} ended at ${since_s.toFixed(1)} s`
      : `mission  ${name} is not over: ${at}, since ${since_s.toFixed(1)} s`,
  );
  return [...plans, ...missions];
}
