/** The report of a vehicle as it was loaded from its file: the system is made, looked at, and thrown away. */
import { InvariantError } from "../core/index.ts";
import type { Component, Definitions } from "../library/index.ts";
import { Rk4 } from "../math/index.ts";
import { inertiaMatrix, symmetric6 } from "./hull.ts";
import type { HydrostaticsParameters } from "./hydrostatics.ts";
import { type VehicleReport, vehicleReport } from "./report.ts";
import { vehicleParts } from "./vehicle.ts";
import { VehicleSystem } from "./vehicle-system.ts";

export interface ReportOptions {
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
}

/** component: a loaded <vehicle>. */
export function loadReport(definitions: Definitions, component: Component, options: ReportOptions): VehicleReport {
  const body = component.children.find((child) => child.kind === "hull");
  if (body === undefined) throw new InvariantError(`${component.path} has no hull`);
  const p = body.params as Readonly<Record<string, number & string & readonly number[]>>;
  const own = body.model === "remus100-reference";
  const { mass_kg, volume_m3, cg_m, cb_m, shape, size_m } = p;
  const hydrostatics = own
    ? null
    : ({ mass_kg, volume_m3, cg_B_m: cg_m, cb_B_m: cb_m, shape, size_m } as unknown as HydrostaticsParameters);
  const system = new VehicleSystem(vehicleParts(definitions, component), {
    path: component.path,
    step_ns: 10_000_000,
    integrator: new Rk4(256),
    ...options,
  });
  return vehicleReport({
    system,
    hydrostatics,
    ...(own ? { ownCommands: REFERENCE_AHEAD } : {}),
    ...(own ? {} : { inertia_kgm2: inertiaMatrix(p.inertia_kgm2) }),
    ...(body.model === "fossen" ? { addedMass: symmetric6(p.addedMass) } : {}),
    range: body.range,
    ...options,
  });
}

/** Rudder, stern plane, propeller in rev/min. */
const REFERENCE_AHEAD = [0, 0, 1525];
