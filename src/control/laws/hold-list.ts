/**
 * What a station keeper is told to hold: positions and headings one after the other, with a set-point that travels between them
 * (travelling-setpoint.ts).
 *
 * Targets begin as the position and heading of the first tick. A hold ends after its time, or when the vehicle, not its set-point,
 * has stayed within the tolerance for long enough, whichever comes first; one that says neither is the last.
 * Memory: HOLD_MEMORY reals, see HOLD.
 */
import type { Component } from "../../library/index.ts";
import { type ControlTick, TRUE_STATE } from "./law.ts";
import { LOOP } from "./pid.ts";
import type { HoldParams } from "./station-keeper.ts";
import { TRAVEL, TRAVEL_MEMORY, TravellingSetpoint } from "./travelling-setpoint.ts";

export const HOLD = {
  /** 0 before the first tick, then 1 for the first hold; one more than there are when all have ended. */
  entry: 0,
  since: 1,
  settled: 2,
  /** In the order of TRAVEL. */
  travel: 3,
} as const;

export const HOLD_MEMORY = HOLD.travel + TRAVEL_MEMORY;

const HEADING = 3;
/** Instants are whole nanoseconds, handed over in seconds: half of one is rounding. */
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
  readonly #travel: TravellingSetpoint;

  constructor(law: Component, approachSpeed_mps: number, turnRate_radps: number) {
    this.#holds = law.children.filter((child) => child.kind === "hold").map(holdOf);
    this.#travel = new TravellingSetpoint(approachSpeed_mps, turnRate_radps);
  }

  /** reals[o]: 1 for the first hold of the list at reals[at ..]; 0 when there is none or all have ended. */
  entryInto(reals: Float64Array, o: number, at: number): void {
    const entry = reals[at + HOLD.entry]!;
    reals[o] = entry > this.#holds.length ? 0 : entry;
  }

  /** Set-points of this tick, to the memory at reals[at ..]. navigation: NAVIGATION of the reading; loop: LOOP, for its dt. */
  step(tick: ControlTick, at: number, navigation: Float64Array, loop: Float64Array): void {
    const { reals } = tick;
    if (reals[at + HOLD.entry] === 0) {
      this.#travel.begin(tick, at + HOLD.travel, navigation);
      this.#begin(tick, at, 1);
    } else {
      const hold = this.#holds[reals[at + HOLD.entry]! - 1];
      if (hold !== undefined && ended(hold, tick, at, loop)) this.#begin(tick, at, reals[at + HOLD.entry]! + 1);
    }
    this.#travel.step(reals, at + HOLD.travel, loop);
  }

  #begin(tick: ControlTick, at: number, number: number): void {
    const { reals, reading } = tick;
    reals[at + HOLD.entry] = number;
    reals[at + HOLD.since] = reading[TRUE_STATE.t_s]!;
    reals[at + HOLD.settled] = 0;
    const hold = this.#holds[number - 1];
    if (hold === undefined) {
      if (this.#holds.length > 0) tick.event("plan finished");
      return;
    }
    tick.event(`hold "${hold.name}" begins`);
    for (let i = 0; i <= HEADING; i++) {
      const value = hold.target[i]!;
      if (!Number.isNaN(value)) reals[at + HOLD.travel + TRAVEL.target + i] = value;
    }
  }
}

function ended(hold: Hold, tick: ControlTick, at: number, loop: Float64Array): boolean {
  const { reals, reading } = tick;
  const target = at + HOLD.travel + TRAVEL.target;
  const north = reals[target]! - reading[TRUE_STATE.p]!;
  const east = reals[target + 1]! - reading[TRUE_STATE.p + 1]!;
  const down = reals[target + 2]! - reading[TRUE_STATE.p + 2]!;
  // A comparison with NaN, a duration or tolerance that is not given, is false.
  const near = Math.sqrt(north * north + east * east + down * down) <= hold.tolerance_m;
  reals[at + HOLD.settled] = near ? reals[at + HOLD.settled]! + loop[LOOP.dt]! : 0;
  if (near && reals[at + HOLD.settled]! >= hold.settle_s - HALF_NS) return true;
  return reading[TRUE_STATE.t_s]! - reals[at + HOLD.since]! >= hold.duration_s - HALF_NS;
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
