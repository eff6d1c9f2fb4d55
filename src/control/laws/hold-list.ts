/**
 * What a station keeper is to hold: positions and headings one after the other. It gives the target; the keeper's set-point travels
 * there (travelling-setpoint.ts).
 *
 * Targets begin as the position and heading of the first tick. A hold ends after its time, or when the vehicle, not its set-point,
 * has stayed within the tolerance for long enough, whichever comes first; one that says neither is the last.
 * Memory: HOLD_MEMORY reals, see HOLD.
 */
import { S_PER_NS } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import type { ModuleTick } from "../modules/module.ts";
import type { Look } from "./look.ts";
import { NAVIGATION, STATE_INPUT } from "./navigation.ts";
import { LOOP } from "./pid.ts";
import { PLAN_OVER } from "./plan.ts";
import type { HoldParams } from "./station-keeper.ts";

export const HOLD = {
  /** 0 before the first tick, then 1 for the first hold; one more than there are when all have ended. */
  entry: 0,
  since: 1,
  settled: 2,
} as const;

export const HOLD_MEMORY = 3;

const HEADING = 3;
/** Instants are whole nanoseconds, taken in seconds: half of one is rounding. */
const HALF_NS = 0.5e-9;

interface Hold {
  readonly name: string;
  /** NaN for what stays as it was. */
  readonly target: readonly number[];
  readonly duration_s: number;
  readonly tolerance_m: number;
  readonly settle_s: number;
}

export class HoldList {
  readonly #holds: readonly Hold[];

  constructor(law: Component) {
    this.#holds = law.children.filter((child) => child.kind === "hold").map(holdOf);
  }

  /** reals[o]: 1 for the first hold of the list at reals[at ..]; 0 when there is none or all have ended. */
  entryInto(reals: Float64Array, o: number, at: number): void {
    const entry = reals[at + HOLD.entry]!;
    reals[o] = entry > this.#holds.length ? 0 : entry;
  }

  /** Whether there were holds, and all have ended. */
  finished(reals: Float64Array, at: number): boolean {
    return this.#holds.length > 0 && reals[at + HOLD.entry]! > this.#holds.length;
  }

  /**
   * The target of this tick, to reals[target ..]: north, east, depth, heading. The memory is reals[at ..].
   */
  step(tick: ModuleTick, at: number, target: number, look: Look): void {
    const { reals } = tick;
    if (reals[at + HOLD.entry] === 0) {
      const state = tick.inAt[STATE_INPUT]!;
      look.navigate(reals, state);
      for (let i = 0; i < HEADING; i++) reals[target + i] = reals[state + NAVIGATION_STATE.p + i]!;
      reals[target + HEADING] = look.navigation[NAVIGATION.heading]!;
      this.#begin(tick, at, target, 1);
    } else {
      const hold = this.#holds[reals[at + HOLD.entry]! - 1];
      if (hold !== undefined && ended(hold, tick, at, target, look.loop))
        this.#begin(tick, at, target, reals[at + HOLD.entry]! + 1);
    }
  }

  #begin(tick: ModuleTick, at: number, target: number, number: number): void {
    const { reals } = tick;
    reals[at + HOLD.entry] = number;
    reals[at + HOLD.since] = reals[tick.inAt[STATE_INPUT]! + NAVIGATION_STATE.taken]! * S_PER_NS;
    reals[at + HOLD.settled] = 0;
    const hold = this.#holds[number - 1];
    if (hold === undefined) {
      if (this.#holds.length > 0) tick.log("plan finished", { plan: PLAN_OVER });
      return;
    }
    const endless = Number.isNaN(hold.duration_s) && Number.isNaN(hold.tolerance_m);
    tick.log(`hold "${hold.name}" begins`, {
      plan: { state: endless ? "holds" : "runs", at: `hold "${hold.name}"` },
    });
    for (let i = 0; i <= HEADING; i++) {
      const value = hold.target[i]!;
      if (!Number.isNaN(value)) reals[target + i] = value;
    }
  }
}

function ended(hold: Hold, tick: ModuleTick, at: number, target: number, loop: Float64Array): boolean {
  const { reals } = tick;
  const state = tick.inAt[STATE_INPUT]!;
  const north = reals[target]! - reals[state + NAVIGATION_STATE.p]!;
  const east = reals[target + 1]! - reals[state + NAVIGATION_STATE.p + 1]!;
  const down = reals[target + 2]! - reals[state + NAVIGATION_STATE.p + 2]!;
  // A comparison with NaN, a duration or tolerance that is not given, is false.
  const near = Math.sqrt(north * north + east * east + down * down) <= hold.tolerance_m;
  reals[at + HOLD.settled] = near ? reals[at + HOLD.settled]! + loop[LOOP.dt]! : 0;
  if (near && reals[at + HOLD.settled]! >= hold.settle_s - HALF_NS) return true;
  return reals[state + NAVIGATION_STATE.taken]! * S_PER_NS - reals[at + HOLD.since]! >= hold.duration_s - HALF_NS;
}

function holdOf(component: Component): Hold {
  const p = component.params as unknown as HoldParams;
  const [north = Number.NaN, east = Number.NaN, depth = Number.NaN] = p.position_m ?? [];
  return Object.freeze({
    name: component.id,
    target: Object.freeze([north, east, depth, p.heading_rad ?? Number.NaN]),
    duration_s: p.duration_s ?? Number.NaN,
    tolerance_m: p.tolerance_m ?? Number.NaN,
    settle_s: p.settle_s,
  });
}
