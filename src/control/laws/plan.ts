/**
 * An autopilot's plan: legs and routes one after the other, each giving set-points of heading, depth or pitch, and speed.
 *
 * The plan begins with the heading and depth of the first tick and no speed. An entry changes the set-points that it gives; the
 * others stay. A leg ends after its time, or when the depth has stayed within its tolerance for long enough, whichever comes
 * first. A route (route-follower.ts) ends at its last point. After the last entry the set-points stay; whether the vehicle still
 * follows them is what its module says (plan-module.ts).
 *
 * Each tick first asks whether the present entry, or the present line of a route, has ended, and goes on by at most one.
 * Memory: PLAN_MEMORY reals, see PLAN.
 */
import { S_PER_NS } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import type { ModuleTick, PlanStanding } from "../modules/module.ts";
import { TRACK } from "./line-of-sight.ts";
import type { Look } from "./look.ts";
import { NAVIGATION, STATE_INPUT } from "./navigation.ts";
import { LOOP } from "./pid.ts";
import type { LegParams } from "./plan-kinds.ts";
import { ROUTE_MEMORY, type Route, RouteFollower, routeOf, routeStanding } from "./route-follower.ts";
import { keepOr, SETPOINT } from "./setpoints.ts";

/** Places in a plan's memory. */
export const PLAN = {
  /** 0 before the first tick, then 1 for the first entry; one more than there are when the plan is finished. */
  entry: 0,
  /** When the entry began, s. */
  since: 1,
  /** For how long the depth has been within its tolerance, s. */
  settled: 2,
  /** Of the route, in the order of ROUTE. */
  route: 3,
} as const;

export const PLAN_MEMORY = PLAN.route + ROUTE_MEMORY;

/** Instants are whole nanoseconds, taken in seconds: half of one is rounding. */
const HALF_NS = 0.5e-9;

export const PLAN_OVER: PlanStanding = Object.freeze({ state: "over", at: "" });

/** A leg with NaN for what it does not say, so that all have one shape. */
interface Leg {
  readonly name: string;
  readonly heading_rad: number;
  readonly depth_m: number;
  readonly pitch_rad: number;
  readonly speed_mps: number;
  readonly duration_s: number;
  readonly tolerance_m: number;
  readonly settle_s: number;
}

/** One of the two is null. */
interface Entry {
  readonly leg: Leg | null;
  readonly route: Route | null;
}

export class Plan {
  readonly #entries: readonly Entry[];
  /** Of the route of the present tick: what the log shows. */
  readonly follower = new RouteFollower(true);

  /** The legs and routes among the children of a law, in the order of the file. */
  constructor(component: Component) {
    this.#entries = component.children.flatMap((child): Entry[] => {
      if (child.kind === "leg") return [{ leg: legOf(child), route: null }];
      return child.kind === "route" ? [{ leg: null, route: routeOf(child) }] : [];
    });
  }

  /**
   * Set-points of this tick, to reals[setpoints ..] in the order of SETPOINT; the memory is reals[at ..].
   */
  step(tick: ModuleTick, at: number, setpoints: number, look: Look): void {
    const { reals } = tick;
    this.follower.track[TRACK.dt] = look.loop[LOOP.dt]!;
    if (reals[at + PLAN.entry] === 0) {
      const state = tick.inAt[STATE_INPUT]!;
      look.navigate(reals, state);
      reals[setpoints + SETPOINT.depth] = reals[state + NAVIGATION_STATE.p + 2]!;
      reals[setpoints + SETPOINT.pitch] = 0;
      reals[setpoints + SETPOINT.heading] = look.navigation[NAVIGATION.heading]!;
      reals[setpoints + SETPOINT.speed] = 0;
      this.#begin(tick, at, setpoints, 1);
    } else {
      const entry = this.#entries[(reals[at + PLAN.entry]! | 0) - 1];
      if (entry !== undefined && this.#ended(entry, tick, at, setpoints, look.loop))
        this.#begin(tick, at, setpoints, reals[at + PLAN.entry]! + 1);
    }
    const route = this.#entries[(reals[at + PLAN.entry]! | 0) - 1]?.route ?? null;
    if (route === null) this.follower.off();
    else this.follower.steer(route, tick, at + PLAN.route, setpoints);
  }

  /** reals[o]: 1 for the first entry of the plan at reals[at ..]; 0 when it is empty or finished. */
  entryInto(reals: Float64Array, o: number, at: number): void {
    const entry = reals[at + PLAN.entry]!;
    reals[o] = entry > this.#entries.length ? 0 : entry;
  }

  /** Whether there was a plan, and it is over. */
  finished(reals: Float64Array, at: number): boolean {
    return this.#entries.length > 0 && reals[at + PLAN.entry]! > this.#entries.length;
  }

  #ended({ leg, route }: Entry, tick: ModuleTick, at: number, setpoints: number, loop: Float64Array): boolean {
    if (route !== null) return this.follower.passed(route, tick, at + PLAN.route, setpoints, -1);
    return leg !== null && legEnded(leg, tick, at, setpoints, loop);
  }

  #begin(tick: ModuleTick, at: number, setpoints: number, number: number): void {
    const { reals } = tick;
    reals[at + PLAN.entry] = number;
    reals[at + PLAN.since] = reals[tick.inAt[STATE_INPUT]! + NAVIGATION_STATE.taken]! * S_PER_NS;
    reals[at + PLAN.settled] = 0;
    const entry = this.#entries[number - 1];
    if (entry === undefined) {
      if (this.#entries.length > 0) tick.log("plan finished", { plan: PLAN_OVER });
      return;
    }
    const { leg, route } = entry;
    if (route !== null) {
      tick.log(`route "${route.name}" begins`, { plan: routeStanding(route, 0) });
      this.follower.begin(route, tick, at + PLAN.route, setpoints, -1);
      return;
    }
    if (leg === null) return;
    tick.log(`leg "${leg.name}" begins`, { plan: { state: "runs", at: `leg "${leg.name}"` } });
    keepOr(reals, setpoints + SETPOINT.heading, leg.heading_rad);
    keepOr(reals, setpoints + SETPOINT.speed, leg.speed_mps);
    keepOr(reals, setpoints + SETPOINT.depth, leg.depth_m);
    if (!Number.isNaN(leg.pitch_rad)) {
      reals[setpoints + SETPOINT.pitch] = leg.pitch_rad;
      reals[setpoints + SETPOINT.depth] = Number.NaN;
    }
  }
}

function legEnded(leg: Leg, tick: ModuleTick, at: number, setpoints: number, loop: Float64Array): boolean {
  const { reals } = tick;
  const state = tick.inAt[STATE_INPUT]!;
  // A comparison with NaN, a duration or tolerance that is not given, is false.
  const error_m = Math.abs(reals[setpoints + SETPOINT.depth]! - reals[state + NAVIGATION_STATE.p + 2]!);
  reals[at + PLAN.settled] = error_m <= leg.tolerance_m ? reals[at + PLAN.settled]! + loop[LOOP.dt]! : 0;
  const settled = error_m <= leg.tolerance_m && reals[at + PLAN.settled]! >= leg.settle_s - HALF_NS;
  return (
    settled || reals[state + NAVIGATION_STATE.taken]! * S_PER_NS - reals[at + PLAN.since]! >= leg.duration_s - HALF_NS
  );
}

function legOf(component: Component): Leg {
  const p = component.params as unknown as LegParams;
  return Object.freeze({
    name: component.id,
    heading_rad: p.heading_rad ?? Number.NaN,
    depth_m: p.depth_m ?? Number.NaN,
    pitch_rad: p.pitch_rad ?? Number.NaN,
    speed_mps: p.speed_mps ?? Number.NaN,
    duration_s: p.duration_s ?? Number.NaN,
    tolerance_m: p.depthTolerance_m ?? Number.NaN,
    settle_s: p.settle_s,
  });
}
