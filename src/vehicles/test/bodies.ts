/** Bodies for tests: random ones with positive definite mass, and the ways to swim them. */
import { FinGroup, MOTION, ThrusterGroup } from "../../actuators/index.ts";
import { RandomStream, STREAM_WORDS } from "../../core/index.ts";
import { Rk4 } from "../../math/index.ts";
import type { FossenHull, FossenHullParameters } from "../fossen-hull.ts";
import type { BodyForce } from "../hull-model.ts";
import { VehicleSystem, type VehicleSystemOptions } from "../vehicle-system.ts";

export const noThrusters = new ThrusterGroup([]);
export const noFins = new FinGroup([]);

export const weightless: BodyForce = { addForce() {} };

/** W = B, apart by r_g − r_b: the moment (r_g − r_b) × W alone. The closed form, without anything near a surface. */
export function neutralPair(weight_N: number, cg_m: readonly number[], cb_m: readonly number[]): BodyForce {
  const [x, y, z] = cg_m.map((c, i) => c - cb_m[i]);
  return {
    addForce(F, motion) {
      const d1 = motion[MOTION.R + 6];
      const d2 = motion[MOTION.R + 7];
      const d3 = motion[MOTION.R + 8];
      F[3] += weight_N * (y * d3 - z * d2);
      F[4] += weight_N * (z * d1 - x * d3);
      F[5] += weight_N * (x * d2 - y * d1);
    },
  };
}

export interface RandomBody {
  readonly parameters: FossenHullParameters;
  /** Numbers between −1 and 1, as many as are asked for. */
  draw(): number;
}

const zeros = (n: number): number[] => new Array<number>(n).fill(0);

/** A body of some 50 to 200 kg whose added mass couples everything with everything. */
export function randomBody(seed: number, options: { offsets?: boolean; coupledAddedMass?: boolean } = {}): RandomBody {
  const stream = new RandomStream({ campaign: 3, run: seed }, "body");
  const words = new Int32Array(STREAM_WORDS);
  const draw = (): number => 2 * stream.uniform(words) - 1;
  const positive = (n: number, scale: number): number[] => {
    // B Bᵀ + a diagonal is symmetric and positive definite.
    const b = Array.from({ length: n * n }, draw);
    return Array.from({ length: n * n }, (_, k) => {
      const [i, j] = [Math.floor(k / n), k % n];
      let sum = i === j ? 1 : 0;
      for (let m = 0; m < n; m++) sum += 0.3 * b[i * n + m] * b[j * n + m];
      return scale * sum;
    });
  };
  const mass_kg = 125 + 75 * draw();
  const offset = options.offsets === false ? 0 : 0.1;
  const addedMass = positive(6, 40);
  if (options.coupledAddedMass === false) {
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) if (i < 3 !== j < 3) addedMass[6 * i + j] = 0;
  }
  const parameters = {
    mass_kg,
    volume_m3: mass_kg / 1000,
    cg_m: [offset * draw(), offset * draw(), offset * draw()],
    cb_m: zeros(3),
    inertia_kgm2: positive(3, 15),
    addedMass,
    linearDamping: zeros(36),
    quadraticDamping: zeros(36),
  };
  return { parameters, draw };
}

export function systemOf(hull: FossenHull, options: Partial<VehicleSystemOptions> = {}): VehicleSystem {
  return new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins },
    { path: "body", step_ns: 10_000_000, integrator: new Rk4(13), gravity_mps2: 9.81, density_kgpm3: 1000, ...options },
  );
}

/** A state of one vehicle with its held inputs, filled with what initialInto gives. */
export function stateOf(system: VehicleSystem): Float64Array {
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  return x;
}

/** RK4 without the engine; returns the number of seconds that have passed. */
export function swim(system: VehicleSystem, x: Float64Array, seconds: number, h_s: number, start_s = 0): number {
  const rk4 = new Rk4(system.size);
  const steps = Math.round(seconds / h_s);
  const span = new Float64Array(2);
  for (let i = 0; i < steps; i++) {
    span[0] = start_s + i * h_s;
    span[1] = h_s;
    rk4.step(system, x, 0, span);
  }
  return start_s + steps * h_s;
}
