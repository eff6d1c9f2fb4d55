/**
 * RexROV as in the facts of the component library, in forward-right-down: published in forward-left-up, y and z negated.
 * Coefficients of the hull are published in forward-right-down already.
 */
import { actuatorDefinitions, FinGroup, type MountedThruster, ThrusterGroup, thruster } from "../../actuators/index.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { type Integrator, Rk4 } from "../../math/index.ts";
import { FossenHull, type FossenHullParameters } from "../fossen-hull.ts";
import { Hydrostatics, type HydrostaticsParameters } from "../hydrostatics.ts";
import { VehicleSystem } from "../vehicle-system.ts";

/** Row by row; the two that differ in the last printed digit are made equal. */
const ADDED_MASS = [
  [779.79, -6.8773, -103.32, 8.5426, -165.54, -7.8033],
  [-6.8773, 1222, 51.29, 409.44, -5.8488, 62.726],
  [-103.32, 51.29, 3659.9, 6.1112, -386.42, 10.7745],
  [8.5426, 409.44, 6.1112, 534.9, -10.027, 21.019],
  [-165.54, -5.8488, -386.42, -10.027, 842.69, -1.1162],
  [-7.8033, 62.726, 10.7745, 21.019, -1.1162, 224.32],
].flat();

const diagonal = (six: readonly number[]): number[] =>
  Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? six[k / 7]! : 0));

export const REXROV_HYDROSTATICS: HydrostaticsParameters = {
  mass_kg: 1862.87,
  volume_m3: 1.83826,
  cg_B_m: [0, 0, 0],
  cb_B_m: [0, 0, -0.3],
  shape: "box",
  size_m: [2.6, 1.5, 1.6],
};

export const REXROV_HULL: FossenHullParameters = {
  mass_kg: 1862.87,
  volume_m3: 1.83826,
  cg_m: [0, 0, 0],
  cb_m: [0, 0, -0.3],
  inertia_kgm2: [525.39, -1.44, -33.41, -1.44, 794.2, 2.6, -33.41, 2.6, 691.23],
  addedMass: ADDED_MASS,
  linearDamping: diagonal([74.82, 69.48, 728.4, 268.8, 309.77, 105]),
  quadraticDamping: diagonal([748.22, 992.53, 1821.01, 672, 774.44, 523.27]),
};

/** Position, then pitch and yaw in degrees, forward-left-up. */
const THRUSTERS = [
  [-0.890895, 0.334385, 0.528822, -74.53, -53.21],
  [-0.890895, -0.334385, 0.528822, -74.53, 53.21],
  [0.890895, 0.334385, 0.528822, -105.47, 53.21],
  [0.890895, -0.334385, 0.528822, -105.47, -53.21],
  [-0.412125, 0.505415, 0.129, 0, 45],
  [-0.412125, -0.505415, 0.129, 0, -45],
  [0.412125, 0.505415, 0.129, 0, 135],
  [0.412125, -0.505415, 0.129, 0, -135],
] as const;

/** F = 0.00031 ω|ω|, at most 2000 N, a lag of 0.05 s. */
const THRUSTER = `<thruster id="t" model="bilinear" c1="0.00031" maxThrust_N="2000" maxSpeed_radps="2540.01" shaftLag_s="0.05">
  <provenance of="*" status="assumed"/>
</thruster>`;

function rexrovThrusters(): ThrusterGroup {
  const { definitions } = Definitions.create(actuatorDefinitions);
  const { component } = loadComponent(definitions, memoryReader({ "t.xml": THRUSTER }), "t.xml");
  const mounted = THRUSTERS.map(
    ([x, y, z, pitch_deg, yaw_deg]): MountedThruster => ({
      model: createModel(definitions, component!, thruster),
      position_m: [x, -y, -z],
      // The half turn about x that leads from one frame to the other turns the senses of pitch and yaw.
      attitude_rad: [0, (-pitch_deg * Math.PI) / 180, (-yaw_deg * Math.PI) / 180],
      wakeFraction: 0,
      thrustDeduction: 0,
    }),
  );
  return new ThrusterGroup(mounted);
}

export interface RexrovOptions {
  readonly density_kgpm3?: number;
  readonly step_ns?: number;
  readonly integrator?: Integrator;
  readonly hull?: FossenHullParameters;
  readonly hydrostatics?: HydrostaticsParameters;
}

export function rexrov(options: RexrovOptions = {}): VehicleSystem {
  const hydrostatics = new Hydrostatics(options.hydrostatics ?? REXROV_HYDROSTATICS);
  const hull = new FossenHull(options.hull ?? REXROV_HULL, hydrostatics);
  return new VehicleSystem(
    { hull, thrusters: rexrovThrusters(), fins: new FinGroup([]) },
    {
      path: "rexrov",
      step_ns: options.step_ns ?? 10_000_000,
      integrator: options.integrator ?? new Rk4(80),
      gravity_mps2: 9.81,
      density_kgpm3: options.density_kgpm3 ?? 1025,
    },
  );
}
