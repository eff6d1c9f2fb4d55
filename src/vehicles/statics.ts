/**
 * How a vehicle lies at rest, under water and at the surface, and how fast it swings about that.
 *
 *   under water:  W at Bcm, B at Bcb; it turns until Bcm hangs below Bcb, d ∥ r_g − r_b                    (1)
 *                 k = W BG,   BG = z_g − z_b of the level vehicle                                       (2)  N·m/rad
 *   afloat:       depth z, heel φ and trim θ for which force and moment about Bcm vanish                   (3)  Newton
 *   T = 2π √(M_ii / k_i)                                                                               (4)
 *
 * M_ii: diagonal of rigid-body and added mass about Bcm. (4) takes each motion for itself: added mass that couples sway with
 * roll or surge with pitch shifts the true periods, which are in the modes of stable-step.ts.
 * Left out: damping, free surfaces in tanks, more than one place of equilibrium: (3) starts level and ends at the nearest.
 */
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { asin, atan2, luFactorInto, luSolveInto, rotationFromRpyInto, transformMassInto } from "../math/index.ts";
import type { Hydrostatics, Waterplane } from "./hydrostatics.ts";

export interface Attitude {
  readonly roll_rad: number;
  readonly pitch_rad: number;
}

export interface SubmergedStatics {
  /** (1), or null where Bcm is Bcb: any attitude is one of rest. */
  readonly rest: Attitude | null;
  /** (2): below zero it turns over. */
  readonly bg_m: number;
  readonly stiffness_Nmprad: number;
  /** (4); null where nothing brings it back. */
  readonly rollPeriod_s: number | null;
  readonly pitchPeriod_s: number | null;
}

export interface FloatingStatics {
  /** Of the level vehicle. */
  readonly waterplane: Waterplane;
  /** (3), with the depth of Bo, or null where Newton's method ends nowhere. */
  readonly rest: (Attitude & { readonly depth_m: number }) | null;
  readonly heavePeriod_s: number | null;
  readonly rollPeriod_s: number | null;
  readonly pitchPeriod_s: number | null;
}

export interface Statics {
  readonly weight_N: number;
  readonly buoyancy_N: number;
  /** Positive up. */
  readonly netBuoyancy_N: number;
  /** "hovers" when weight and buoyancy differ by less than a millionth. */
  readonly behaviour: "floats" | "hovers" | "sinks";
  readonly submerged: SubmergedStatics;
  /** null for what does not float. */
  readonly floating: FloatingStatics | null;
}

export function staticsOf(
  hydrostatics: Hydrostatics,
  mass6: Float64Array,
  density_kgpm3: number,
  gravity_mps2: number,
): Statics {
  const { mass_kg, volume_m3, cg_B_m: g, cb_B_m: b } = hydrostatics.parameters;
  const weight_N = mass_kg * gravity_mps2;
  const buoyancy_N = density_kgpm3 * volume_m3 * gravity_mps2;
  const netBuoyancy_N = (density_kgpm3 * volume_m3 - mass_kg) * gravity_mps2;
  const hovers = Math.abs(netBuoyancy_N) <= 1e-6 * weight_N;
  const [heave_kg, roll_kgm2, pitch_kgm2] = inertiaAboutCentreOfMass(mass6, g);

  const bg_m = g[2] - b[2];
  const stiffness_Nmprad = weight_N * bg_m; // (2)
  const plane = hovers ? null : hydrostatics.waterplane(density_kgpm3, gravity_mps2);
  return {
    weight_N,
    buoyancy_N,
    netBuoyancy_N,
    behaviour: hovers ? "hovers" : netBuoyancy_N > 0 ? "floats" : "sinks",
    submerged: {
      rest: hangingAttitude([g[0] - b[0], g[1] - b[1], bg_m]),
      bg_m,
      stiffness_Nmprad,
      rollPeriod_s: period_s(roll_kgm2, stiffness_Nmprad),
      pitchPeriod_s: period_s(pitch_kgm2, stiffness_Nmprad),
    },
    floating:
      plane === null
        ? null
        : {
            waterplane: plane,
            rest: floatingRest(hydrostatics, plane.depth_m, density_kgpm3, gravity_mps2),
            heavePeriod_s: period_s(heave_kg, plane.heaveStiffness_Npm),
            rollPeriod_s: period_s(roll_kgm2, plane.rollStiffness_Nmprad),
            pitchPeriod_s: period_s(pitch_kgm2, plane.pitchStiffness_Nmprad),
          },
  };
}

/** (4) */
function period_s(inertia: number, stiffness: number): number | null {
  return stiffness > 0 ? 2 * Math.PI * Math.sqrt(inertia / stiffness) : null;
}

/** M_33, M_44 and M_55 about Bcm. */
function inertiaAboutCentreOfMass(mass6: Float64Array, cg_B_m: readonly number[]): [number, number, number] {
  const about = new Float64Array(36);
  const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  transformMassInto(
    about,
    0,
    identity,
    0,
    Float64Array.from(cg_B_m, (x) => -x),
    0,
    mass6,
    0,
  );
  return [about[14], about[21], about[28]];
}

/** (1): d = (−sin θ, cos θ sin φ, cos θ cos φ) along r_g − r_b. */
function hangingAttitude(fromCbToCg_m: readonly [number, number, number]): Attitude | null {
  const [x, y, z] = fromCbToCg_m;
  const length_m = Math.sqrt(x * x + y * y + z * z);
  if (length_m < 1e-9) return null;
  return { roll_rad: atan2(y, z), pitch_rad: -asin(Math.min(1, Math.max(-1, x / length_m))) };
}

/** (3) from the level waterline. */
function floatingRest(
  hydrostatics: Hydrostatics,
  level_m: number,
  density_kgpm3: number,
  gravity_mps2: number,
): (Attitude & { depth_m: number }) | null {
  const { mass_kg, cg_B_m: g, size_m } = hydrostatics.parameters;
  const weight_N = mass_kg * gravity_mps2;
  const motion = new Float64Array(MOTION_SIZE);
  motion[MOTION.density] = density_kgpm3;
  motion[MOTION.gravity] = gravity_mps2;
  const F = new Float64Array(6);
  /** Depth as a multiple of the length, and angles, to force over weight and moments about Bcm over weight and length. */
  const residualInto = (out: Float64Array, o: number, s: Float64Array): number => {
    rotationFromRpyInto(motion, MOTION.R, s[1], s[2], 0);
    motion[MOTION.depth] = s[0] * size_m[0];
    F.fill(0);
    hydrostatics.addForce(F, motion);
    const perMoment = 1 / (weight_N * size_m[0]);
    const d = MOTION.R + 6;
    out[o] = (F[0] * motion[d] + F[1] * motion[d + 1] + F[2] * motion[d + 2]) / weight_N;
    out[o + 1] = (F[3] - (g[1] * F[2] - g[2] * F[1])) * perMoment;
    out[o + 2] = (F[4] - (g[2] * F[0] - g[0] * F[2])) * perMoment;
    return Math.sqrt(out[o] * out[o] + out[o + 1] * out[o + 1] + out[o + 2] * out[o + 2]);
  };

  const s = Float64Array.of(level_m / size_m[0], 0, 0);
  const trial = new Float64Array(3);
  const r = new Float64Array(3);
  const side = new Float64Array(6);
  const J = new Float64Array(9);
  const swaps = new Int32Array(3);
  let size = residualInto(r, 0, s);
  for (let step = 0; step < 100; step++) {
    if (size < 1e-12) return { depth_m: s[0] * size_m[0], roll_rad: s[1], pitch_rad: s[2] };
    const e = 1e-6;
    for (let c = 0; c < 3; c++) {
      trial.set(s);
      trial[c] = s[c] + e;
      residualInto(side, 0, trial);
      trial[c] = s[c] - e;
      residualInto(side, 3, trial);
      for (let k = 0; k < 3; k++) J[3 * k + c] = (side[k] - side[3 + k]) / (2 * e);
    }
    if (luFactorInto(J, 0, swaps, 0, J, 0, 3) !== -1) return null;
    luSolveInto(r, 0, J, 0, swaps, 0, r, 0, 3);
    // No further than 0.3 rad or lengths at once, and only where it helps.
    let part = Math.min(1, 0.3 / Math.max(Math.abs(r[0]), Math.abs(r[1]), Math.abs(r[2])));
    const before = size;
    do {
      for (let c = 0; c < 3; c++) trial[c] = s[c] - part * r[c];
      size = residualInto(side, 0, trial);
      part *= 0.5;
    } while (size >= before && part > 1e-6);
    if (size >= before) return before < 1e-9 ? { depth_m: s[0] * size_m[0], roll_rad: s[1], pitch_rad: s[2] } : null;
    s.set(trial);
    for (let k = 0; k < 3; k++) r[k] = side[k];
  }
  return null;
}
