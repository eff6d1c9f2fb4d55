/**
 * How a vehicle that lies stopped in the wind is carried away, from the end of its log: the last stretch in which no thruster is
 * asked for anything and which has no gap.
 *
 *   drift    |p(t₂) − p(t₁)| / (t₂ − t₁)                               (1)  over ground
 *   leeway   |p(t₂) − p(t₁) − ∫ v_c dt| / (t₂ − t₁)                     (2)  through the water: what the wind does
 *
 * Both are horizontal, and both are means of vectors: gusts and the orbits of waves, which go to and fro, cancel.
 * Where thrusters ran before, t₁ is SETTLING_S after the last command, when the vehicle has lost its way.
 */
import { QUANTITY } from "../logging/index.ts";
import { channelOf, columnOf, fieldsOf, motionOf } from "./fields.ts";
import type { ChannelData, VehicleData } from "./input.ts";
import { cumulativeIntegral, gapLimit_s } from "./signals.ts";

export const SETTLING_S = 60;
export const LEAST_DRIFT_S = 60;

export interface Drift {
  readonly drift_mps: number;
  /** null where the log does not tell the current. */
  readonly leeway_mps: number | null;
}

/** null for a log without wind, and where the vehicle does not lie stopped for long enough. */
export function driftOf(vehicle: VehicleData): Drift | null {
  const motion = motionOf(vehicle);
  const north_m = columnOf(motion, QUANTITY.north);
  const east_m = columnOf(motion, QUANTITY.east);
  const windy = columnOf(channelOf(vehicle, "water"), QUANTITY.windHeight) !== null;
  if (motion === null || !windy || north_m === null || east_m === null) return null;

  const { t_s } = motion.series;
  const from_s = idleFrom_s(channelOf(vehicle, "actuators"));
  const limit_s = gapLimit_s(t_s);
  const last = t_s.length - 1;
  let first = last;
  while (first > 0 && t_s[first - 1]! >= from_s && t_s[first]! - t_s[first - 1]! <= limit_s) first--;
  const span_s = t_s[last]! - t_s[first]!;
  if (!(span_s >= LEAST_DRIFT_S)) return null;

  const along = (y: Float64Array): number => (y[last]! - y[first]!) / span_s;
  const [north, east] = [along(north_m), along(east_m)];
  const currents = [QUANTITY.currentNorth, QUANTITY.currentEast].flatMap((axis) => columnOf(motion, axis) ?? []);
  const [carriedNorth, carriedEast] = currents.map((current) => along(cumulativeIntegral(t_s, current)));
  const known = carriedNorth !== undefined && carriedEast !== undefined;
  return {
    drift_mps: length(north, east), // (1)
    leeway_mps: known ? length(north - carriedNorth, east - carriedEast) : null, // (2)
  };
}

/** From when on the thrusters are idle and the vehicle has lost its way; −Infinity where none ever ran. */
function idleFrom_s(actuators: ChannelData | null): number {
  if (actuators === null) return Number.NEGATIVE_INFINITY;
  const { t_s, columns } = actuators.series;
  const thrusters = new Set(fieldsOf(actuators, { quantity: QUANTITY.thrust }).map(({ part }) => part));
  const commands = fieldsOf(actuators, { role: "command" })
    .filter(({ part }) => thrusters.has(part))
    .flatMap(({ name }) => columns.get(name) ?? []);
  let last = t_s.length - 1;
  while (last >= 0 && commands.every((command) => command[last] === 0)) last--;
  return last < 0 ? Number.NEGATIVE_INFINITY : t_s[last]! + SETTLING_S;
}

function length(north: number, east: number): number {
  return Math.sqrt(north * north + east * east);
}
