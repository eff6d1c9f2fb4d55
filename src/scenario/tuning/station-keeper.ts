/**
 * Gains for the kind `stationKeeper`, around rest: forces and torques on the body to its position, depth and heading.
 *
 *   north, east / f:  surge and sway share their gains, since a heading turns one into the other; the slower one decides      (1)
 *   z / f_z,   ψ / n,   φ / k and θ / m                                                                                (2)
 *
 * Each through the slowest lag of the thrusters and half a tick of delay. Bandwidth where nothing is asked for: 1/(10 τ), since
 * thrusters that fight every motion at once have no force left. Weight and buoyancy level the vehicle; where the thrusters push about every axis
 * a rate alone damps roll and pitch,
 *
 *   k_d = max over roll and pitch of 2 ζ √(I K) − d,    I inertia, K stiffness, d damping of its own                          (3)
 *
 * Limits are half of
 * what the thrusters give along and about the axes by themselves, which leaves the other half to the other axes.
 */
import type { Component, Definitions } from "../../library/index.ts";
import { symmetricEigen } from "../../math/index.ts";
import { STATE, terminalSpeeds, vehicleParts } from "../../vehicles/index.ts";
import { type ClosedLoop, closedModes, LinearVehicle, type Surroundings } from "./linear-vehicle.ts";
import { delay, lag, marginsOf, pidResponse, type Response, times } from "./loop.ts";
import {
  type Proposal,
  SHARE,
  shortened,
  type TunedLoop,
  type TuningDemand,
  TuningError,
  tuneLoop,
} from "./proposal.ts";

const [SURGE, SWAY, HEAVE, ROLL, PITCH, YAW] = [0, 1, 2, 3, 4, 5];

export function tuneStationKeeper(
  definitions: Definitions,
  component: Component,
  surroundings: Surroundings,
  demand: TuningDemand,
): Proposal {
  const vehicle = LinearVehicle.at(definitions, component, 0, surroundings)!;
  const limits = limitsOf(definitions, component, surroundings);
  const half_s = 0.5 / demand.rate_Hz;
  const rule = {
    bandwidth_radps: (0.5 * SHARE) / (vehicle.thrusterLag_s + half_s),
    integralRatio: 10,
    derivative: true,
  };
  const [late, slow] = [delay(half_s), lag(vehicle.thrusterLag_s)];
  const plant =
    (row: Float64Array, axis: number): Response =>
    (w) =>
      times(times(vehicle.respond([row], vehicle.forceColumn(axis), w)[0]!, late(w)), slow(w));

  // Positions ahead and abeam are integrals of the velocities: the states that drive nothing were left out.
  const [ahead, abeam] = [SURGE, SWAY].map((axis) => integral(plant(vehicle.row(STATE.V + axis, 1), axis)));
  const heavy =
    vehicle.forceColumn(SURGE)[vehicle.place(STATE.V)]! < vehicle.forceColumn(SWAY)[vehicle.place(STATE.V + 1)]!;
  const depth = vehicle.row(STATE.p + 2, 1);
  const heading = vehicle.row(STATE.q + 3, 2);
  const loops: TunedLoop[] = [
    tuneLoop("position", heavy ? [ahead!, abeam!] : [abeam!, ahead!], demand, rule),
    tuneLoop("depth", [plant(depth, HEAVE)], demand, rule),
    tuneLoop("heading", [plant(heading, YAW)], demand, rule),
  ];
  const attitudes = [
    { row: vehicle.row(STATE.q + 1, 2), axis: ROLL },
    { row: vehicle.row(STATE.q + 2, 2), axis: PITCH },
  ];
  const levelled = pushesAboutAll(definitions, component);
  if (levelled) {
    const plants = attitudes.map(({ row, axis }) => plant(row, axis));
    const damper = attitudeDamper(vehicle, demand.damping, plants);
    if (damper !== null) loops.push(damper);
  }
  const closed = ({ gains }: TunedLoop, row: Float64Array, axis: number): ClosedLoop => ({
    ...{ column: vehicle.forceColumn(axis), row, rate: vehicle.rateOf(row) },
    ...gains,
  });
  return {
    law: "stationKeeper",
    attributes: { rate_Hz: String(demand.rate_Hz), ...limits },
    loops,
    modes: closedModes(vehicle, [
      closed(loops[1]!, depth, HEAVE),
      closed(loops[2]!, heading, YAW),
      ...(loops[3] === undefined ? [] : attitudes.map(({ row, axis }) => closed(loops[3]!, row, axis))),
    ]),
  };
}

/** (3); null for a vehicle that is damped enough, or that nothing levels. */
function attitudeDamper(vehicle: LinearVehicle, damping: number, plants: readonly Response[]): TunedLoop | null {
  let kd = 0;
  let omega_radps = 0;
  [ROLL, PITCH].forEach((axis, k) => {
    const rate = vehicle.place(STATE.V + axis);
    const angle = vehicle.place(STATE.q + 1 + k);
    const inertia_kgm2 = 1 / vehicle.forceColumn(axis)[rate]!;
    const squared = -0.5 * vehicle.A[rate * vehicle.size + angle]!;
    if (!(squared > 0)) return;
    const natural_radps = Math.sqrt(squared);
    const own = -vehicle.A[rate * vehicle.size + rate]! * inertia_kgm2;
    kd = Math.max(kd, 2 * damping * natural_radps * inertia_kgm2 - own);
    omega_radps = Math.max(omega_radps, natural_radps);
  });
  if (!(kd > 0)) return null;
  const gains = { kp: 0, ki: 0, kd: shortened(kd) };
  const margins = plants.map((G) => marginsOf((w) => times(pidResponse(gains, w), G(w)), omega_radps));
  return { name: "attitude", gains, bandwidth_radps: omega_radps, asked: false, margins };
}

/** Whether the thrusters push along and about every axis. */
function pushesAboutAll(definitions: Definitions, component: Component): boolean {
  const { thrusters } = vehicleParts(definitions, component);
  if (thrusters.commands < 6) return false;
  const B = new Float64Array(6 * thrusters.commands);
  thrusters.allocationMatrixInto(B, 0);
  // B Bᵀ has the rank of B.
  const BBt = new Float64Array(36);
  for (let r = 0; r < 6; r++)
    for (let c = 0; c < 6; c++)
      for (let k = 0; k < thrusters.commands; k++)
        BBt[6 * r + c] = BBt[6 * r + c]! + B[r * thrusters.commands + k]! * B[c * thrusters.commands + k]!;
  const { values } = symmetricEigen(BBt, 0, 6);
  return values[0]! > 1e-9 * values[5]!;
}

function integral(G: Response): Response {
  return (w) => {
    const { re, im } = G(w);
    return { re: im / w, im: -re / w };
  };
}

/** Half of what the thrusters give. */
function limitsOf(definitions: Definitions, component: Component, surroundings: Surroundings): Record<string, string> {
  const { density_kgpm3, gravity_mps2 } = surroundings;
  const parts = vehicleParts(definitions, component);
  const speeds = terminalSpeeds(parts, density_kgpm3, gravity_mps2);
  const least = (...directions: readonly string[]): number => {
    const thrusts = directions.map((direction) => speeds.find((s) => s.direction === direction)?.thrust_N ?? 0);
    const weakest = thrusts.indexOf(Math.min(...thrusts));
    if (thrusts[weakest] === 0)
      throw new TuningError(`${component.id} cannot push itself ${directions[weakest]}: a station keeper needs that`);
    return 0.5 * thrusts[weakest]!;
  };
  const { thrusters } = parts;
  const B = new Float64Array(6 * thrusters.commands);
  thrusters.allocationMatrixInto(B, 0);
  let torque_Nm = 0;
  thrusters.models.forEach((model, k) => {
    const arm_m = Math.abs(B[YAW * thrusters.commands + k]!);
    torque_Nm += arm_m * Math.min(model.maxThrust_N, -model.minThrust_N);
  });
  if (!(torque_Nm > 0)) throw new TuningError(`${component.id} cannot turn itself: a station keeper needs that`);
  return {
    horizontalLimit_N: String(shortened(least("ahead", "astern", "to starboard", "to port"))),
    verticalLimit_N: String(shortened(least("down", "up"))),
    torqueLimit_Nm: String(shortened(0.5 * torque_Nm)),
  };
}
