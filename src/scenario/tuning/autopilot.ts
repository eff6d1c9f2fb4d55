/**
 * Gains for the kind `autopilot`: which actuators steer, dive and push, and its four loops, at one speed.
 *
 *   heading:  ψ / rudder                                                                      (1)
 *   pitch:    θ / (−stern plane)                                                              (2)
 *   depth:    z / θ_d with the pitch loop closed, T = C₁ G_z / (1 + (C₁ + j ω k_d) G_θ)         (3)  C₁ = k_p + k_i / (jω)
 *   speed:    u / propeller, without a measured rate                                          (4)
 *
 * Each with half a tick of delay, the mean age of a held command. Bandwidths where nothing is asked for: heading and pitch 1/(5 τ), τ the lag
 * of the actuators and half a tick; depth a quarter of pitch; speed 1/(2 τ), but at most a third of heading. Integrals of heading and depth are slow and limited: they
 * find the trim, and would overshoot after a long turn or dive.
 */
import type { Component, Definitions } from "../../library/index.ts";
import { STATE } from "../../vehicles/index.ts";
import { type ClosedLoop, closedModes, LinearVehicle, type Surroundings } from "./linear-vehicle.ts";
import { type Complex, delay, over, pidResponse, plus, type Response, times } from "./loop.ts";
import {
  type Proposal,
  SHARE,
  shortened,
  type TunedLoop,
  type TuningDemand,
  TuningError,
  tuneLoop,
} from "./proposal.ts";

const [SURGE, PITCH_RATE, YAW_RATE] = [STATE.V, STATE.V + 4, STATE.V + 5];
/** An actuator that does less than this share of the best one is left alone. */
const LEAST_EFFECT = 0.1;
/** Suffixes of units, as the attribute propellerUnit has them. */
const PROPELLER_UNITS: Readonly<Record<string, string>> = { radps: "rad/s", rpm: "rpm", N: "N", "1": "1" };

export function tuneAutopilot(
  definitions: Definitions,
  component: Component,
  speed_mps: number,
  surroundings: Surroundings,
  demand: TuningDemand,
): Proposal {
  const vehicle = LinearVehicle.at(definitions, component, speed_mps, surroundings);
  if (vehicle === null) throw new TuningError(`${component.id} cannot go ahead at ${speed_mps} m/s`);
  const rudder = groupOf(vehicle, "rad", YAW_RATE, PITCH_RATE, 1);
  const sternPlane = groupOf(vehicle, "rad", PITCH_RATE, YAW_RATE, -1);
  const pushing = vehicle.actuators.filter(({ unit }) => unit !== "rad").map(({ unit }) => unit);
  const unit = pushing.find((each) => each in PROPELLER_UNITS) ?? "";
  const propeller = groupOf(vehicle, unit, SURGE, PITCH_RATE, 1);
  for (const [what, group] of [
    ["a rudder", rudder],
    ["a diving plane", sternPlane],
    ["a propeller in rad/s, rpm, N or a share", propeller],
  ] as const)
    if (group.size === 0)
      throw new TuningError(`${component.id} has nothing that works as ${what} at ${speed_mps} m/s`);

  const half_s = 0.5 / demand.rate_Hz;
  const late = delay(half_s);
  const fast = (column: Float64Array): number => SHARE / (lagOf(vehicle, column) + half_s);
  const response =
    (row: Float64Array, column: Float64Array): Response =>
    (w) =>
      times(vehicle.respond([row], column, w)[0]!, late(w));

  const heading = vehicle.row(STATE.q + 3, 2);
  const rudderColumn = vehicle.commandColumn(rudder);
  const headingLoop = tuneLoop("heading", [response(heading, rudderColumn)], demand, {
    ...{ bandwidth_radps: fast(rudderColumn), integralRatio: 60, derivative: true, integralLimit: 0.02 },
  });

  const pitch = vehicle.row(STATE.q + 2, 2);
  const planeColumn = vehicle.commandColumn(sternPlane).map((value) => -value);
  const pitchLoop = tuneLoop("pitch", [response(pitch, planeColumn)], demand, {
    ...{ bandwidth_radps: fast(planeColumn), integralRatio: 4, derivative: true, integralLimit: 0.15 },
  });

  const depth = vehicle.row(STATE.p + 2, 1);
  const depthLoop = tuneLoop("depth", [depthPlant(vehicle, depth, pitch, planeColumn, pitchLoop, late)], demand, {
    ...{ bandwidth_radps: pitchLoop.bandwidth_radps / 4, integralRatio: 15, derivative: true, integralLimit: 0.05 },
  });

  const surge = vehicle.row(SURGE, 1);
  const propellerColumn = vehicle.commandColumn(propeller);
  const speedLoop = tuneLoop("speed", [response(surge, propellerColumn)], demand, {
    ...{
      bandwidth_radps: Math.min(2.5 * fast(propellerColumn), headingLoop.bandwidth_radps / 3),
      integralRatio: 4,
      derivative: false,
    },
  });

  const loops = [depthLoop, pitchLoop, headingLoop, speedLoop];
  const closed = (loop: TunedLoop, row: Float64Array, column: Float64Array): ClosedLoop => ({
    ...{ column, row, rate: vehicle.rateOf(row) },
    ...loop.gains,
  });
  const modes = closedModes(vehicle, [
    { ...closed(depthLoop, depth, planeColumn), into: { loop: 1, sign: -1 } },
    closed(pitchLoop, pitch, planeColumn),
    closed(headingLoop, heading, rudderColumn),
    closed(speedLoop, surge, propellerColumn),
  ]);
  const command = (commands: Float64Array): number =>
    Math.max(...vehicle.actuators.flatMap(({ name }, k) => (propeller.has(name) ? [Math.abs(commands[k]!)] : [])));
  return {
    law: "autopilot",
    attributes: {
      rate_Hz: String(demand.rate_Hz),
      rudder: words(rudder),
      sternPlane: words(sternPlane),
      propeller: words(propeller),
      propellerUnit: PROPELLER_UNITS[unit]!,
      propellerMax: String(shortened(command(vehicle.fullAhead!))),
      propellerPerSpeed: String(shortened(command(vehicle.commands) / speed_mps)),
    },
    loops,
    modes,
  };
}

/** (3), with the sign of the law: the depth loop's output is −θ_d. */
function depthPlant(
  vehicle: LinearVehicle,
  depth: Float64Array,
  pitch: Float64Array,
  column: Float64Array,
  { gains }: TunedLoop,
  late: Response,
): Response {
  const one: Complex = { re: 1, im: 0 };
  return (w) => {
    const [Gz, Gtheta] = vehicle.respond([depth, pitch], column, w).map((G) => times(G, late(w)));
    const C1 = pidResponse({ ...gains, kd: 0 }, w);
    const T = over(times(C1, Gz!), plus(one, times(pidResponse(gains, w), Gtheta!)));
    return { re: -T.re, im: -T.im };
  };
}

/**
 * Actuators of a unit that accelerate one component of the velocity more than another, each with the sign that makes it positive
 * (sign = 1) or negative.
 */
function groupOf(
  vehicle: LinearVehicle,
  unit: string,
  along: number,
  across: number,
  sign: number,
): Map<string, number> {
  const effects = vehicle.actuators
    .filter((actuator) => actuator.unit === unit)
    .map(({ name }) => {
      const column = vehicle.commandColumn(new Map([[name, 1]]));
      return { name, along: effectOf(vehicle, column, along), across: effectOf(vehicle, column, across) };
    });
  const most = Math.max(0, ...effects.map((effect) => Math.abs(effect.along)));
  const group = new Map<string, number>();
  for (const effect of effects) {
    const size = Math.abs(effect.along);
    if (size > LEAST_EFFECT * most && size > Math.abs(effect.across))
      group.set(effect.name, sign * Math.sign(effect.along));
  }
  return group;
}

/** Acceleration of one component by a command whose actuator has come to rest: ẍ by the command, and by the states that follow it. */
function effectOf(vehicle: LinearVehicle, column: Float64Array, velocity: number): number {
  const row = vehicle.place(velocity);
  let effect = column[row]!;
  for (let s = vehicle.place(STATE.actuators); s < vehicle.size && s >= 0; s++) {
    const own = vehicle.A[s * vehicle.size + s]!;
    if (own < 0) effect += (vehicle.A[row * vehicle.size + s]! * -column[s]!) / own;
  }
  return effect;
}

/** The slowest lag of the states that a command drives, s. */
function lagOf(vehicle: LinearVehicle, column: Float64Array): number {
  let slowest_s = 0;
  for (let s = vehicle.place(STATE.actuators); s < vehicle.size && s >= 0; s++) {
    const own = vehicle.A[s * vehicle.size + s]!;
    if (column[s] !== 0 && own < 0) slowest_s = Math.max(slowest_s, -1 / own);
  }
  return slowest_s;
}

function words(group: ReadonlyMap<string, number>): string {
  return [...group].map(([name, sign]) => (sign < 0 ? `-${name}` : name)).join(" ");
}
