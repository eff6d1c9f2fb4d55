/** Ray cases for tests: a level isovelocity sea over sand, of which a test changes what it is about. */
import type { BeyondBoundary, Boundary, RayCase, SoundSpeedField } from "../rays/ray-case.ts";

export const DEG = Math.PI / 180;

export const list = (...values: number[]): Float64Array => Float64Array.from(values);
export const steps = (count: number, from: number, by: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => from + k * by);

export const fluid = (
  soundSpeed_mps: number,
  density_kgpm3: number,
  attenuation_dBpWavelength: number,
): BeyondBoundary => ({
  model: "halfSpace",
  soundSpeed_mps,
  density_kgpm3,
  attenuation_dBpWavelength,
  shearSpeed_mps: 0,
  shearAttenuation_dBpWavelength: 0,
});
export const VACUUM: BeyondBoundary = { model: "vacuum" };
export const RIGID: BeyondBoundary = { model: "rigid" };

export const level = (depth_m: number, beyond: BeyondBoundary): Boundary => ({
  ranges_m: list(0),
  depths_m: list(depth_m),
  shape: "straight",
  beyond: [beyond],
  roughness_m: 0,
});
export const sloping = (
  points: readonly (readonly [number, number])[],
  beyond: BeyondBoundary,
  shape: Boundary["shape"] = "straight",
): Boundary => ({
  ranges_m: Float64Array.from(points, ([r]) => r),
  depths_m: Float64Array.from(points, ([, z]) => z),
  shape,
  beyond: [beyond],
  roughness_m: 0,
});

export const profile = (
  points: readonly (readonly [number, number])[],
  interpolation: SoundSpeedField["interpolation"] = "c-linear",
): SoundSpeedField => ({
  interpolation,
  ranges_m: list(0),
  depths_m: Float64Array.from(points, ([z]) => z),
  soundSpeeds_mps: Float64Array.from(points, ([, c]) => c),
});
/** Profiles at ranges, from a formula. */
export const field = (
  ranges_m: Float64Array,
  depths_m: Float64Array,
  c: (r: number, z: number) => number,
): SoundSpeedField => ({
  interpolation: "c-linear",
  ranges_m,
  depths_m,
  soundSpeeds_mps: Float64Array.from([...ranges_m].flatMap((r) => [...depths_m].map((z) => c(r, z)))),
});

/** 100 m of water at 1500 m/s over sand. */
export const shallow: RayCase = {
  frequency_Hz: 500,
  sound: profile([
    [0, 1500],
    [100, 1500],
  ]),
  surface: level(0, VACUUM),
  bottom: level(100, fluid(1700, 1500, 0.5)),
  absorption: { depths_m: list(0), absorption_dBpkm: list(0) },
  sourceDepths_m: list(36),
  receiverDepths_m: steps(51, 0, 2),
  receiverRanges_m: steps(100, 50, 50),
  fan: { count: 2001, from_rad: -89 * DEG, to_rad: 89 * DEG },
  step_m: 0,
  beam: "hat",
  maxRange_m: 5000,
  weakest_dB: 46.0206,
};

/** The middle one of some numbers, or the one at a share of them. */
export function quantile(values: ArrayLike<number>, share = 0.5): number {
  const sorted = Float64Array.from(Array.from(values)).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
