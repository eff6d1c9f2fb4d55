/**
 * What the events of a mission may look at: of the vehicle, of its loops, and of the task in which they stand.
 *
 *   time_s             since the START of the task; of the mission's own events, since the start of the run
 *   north_m east_m depth_m, roll_deg pitch_deg heading_deg (0 to 360)
 *   speed_mps          through the water, along the hull
 *   groundSpeed_mps    over ground, in all directions
 *   sinkRate_mps       downwards
 *   positionDeviation_m of the horizontal position, as the vehicle's navigation puts it
 *   depthAge_s attitudeAge_s velocityAge_s fixAge_s   since the last valid reading of each; 0 where software reads the true state
 *   depthError_m …     what the loops show, as the log names it, of the tick before: set-points and errors
 *   routeEnded …       what the task shows, likewise
 *
 * Errors and the cross-track error count without their sign.
 */
import { S_PER_NS } from "../../core/index.ts";
import { NAVIGATION } from "../laws/navigation.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";

export const VEHICLE_QUANTITIES = [
  "time_s",
  "north_m",
  "east_m",
  "depth_m",
  "roll_deg",
  "pitch_deg",
  "heading_deg",
  "speed_mps",
  "groundSpeed_mps",
  "sinkRate_mps",
  "positionDeviation_m",
  "depthAge_s",
  "attitudeAge_s",
  "velocityAge_s",
  "fixAge_s",
] as const;

/** Place of time_s, which depends on whose event asks. */
export const TIME = 0;

const DEG_PER_RAD = 180 / Math.PI;

/** VEHICLE_QUANTITIES of the true state at reals[state ..], to reals[at ..]; time_s is that of the run. */
export function vehicleQuantitiesInto(reals: Float64Array, at: number, state: number, navigation: Float64Array): void {
  reals[at] = reals[state + NAVIGATION_STATE.taken]! * S_PER_NS;
  for (let i = 0; i < 3; i++) reals[at + 1 + i] = reals[state + NAVIGATION_STATE.p + i]!;
  for (let i = 0; i < 3; i++) reals[at + 4 + i] = navigation[NAVIGATION.roll + i]! * DEG_PER_RAD;
  if (reals[at + 6]! < 0) reals[at + 6]! += 360;
  const u = reals[state + NAVIGATION_STATE.v]!;
  const v = reals[state + NAVIGATION_STATE.v + 1]!;
  const w = reals[state + NAVIGATION_STATE.v + 2]!;
  reals[at + 7] = reals[state + NAVIGATION_STATE.vWater]!;
  reals[at + 8] = Math.sqrt(u * u + v * v + w * w);
  reals[at + 9] = navigation[NAVIGATION.velocity + 2]!;
  for (let i = 0; i < 5; i++) reals[at + 10 + i] = reals[state + NAVIGATION_STATE.deviation + i]!;
}

export function isSigned(quantity: string): boolean {
  return !/Error_|^crossTrack_/.test(quantity);
}

/** Least and largest value that a quantity can have; infinite where there is no such end. */
export function endsOf(quantity: string): readonly [least: number, most: number] {
  const most = MOST.get(quantity) ?? Number.POSITIVE_INFINITY;
  if (quantity === "roll_deg" || quantity === "pitch_deg") return [-most, most];
  return [NEVER_NEGATIVE.has(quantity) || !isSigned(quantity) ? 0 : Number.NEGATIVE_INFINITY, most];
}

const NEVER_NEGATIVE: ReadonlySet<string> = new Set([
  ...["time_s", "heading_deg", "groundSpeed_mps", "positionDeviation_m"],
  ...["depthAge_s", "attitudeAge_s", "velocityAge_s", "fixAge_s"],
]);

const MOST: ReadonlyMap<string, number> = new Map([
  ["heading_deg", 360],
  ["roll_deg", 180],
  ["pitch_deg", 90],
]);
