/**
 * Target strength of simple bodies, in dB re 1 m², towards the source.
 *
 *   sphere, large          10 log(a²/4)                                                              (1)
 *   sphere, small          10 log((25/36) a² (k a)⁴)                                                 (2)
 *   sphere, any            20 log |(1/k) Σ (−1)ⁿ (2n + 1) jₙ′(ka)/hₙ′(ka)|                             (3)
 *   ellipsoid, along a     20 log(b c/(2 a))                                                         (4)
 *   cylinder               10 log((a L²/(2 λ)) (sin β/β)² cos² θ),   β = k L sin θ                    (5)
 *   plate                  20 log((A/λ) |sin β/β| cos θ),            β = k w sin θ                    (6)
 *
 * All are rigid. a, b, c: radius or half-axes, L: length, A: area, w: width across the turn, λ: wavelength, k = 2π/λ, θ: from broadside or
 * from the normal, j and h: spherical Bessel and Hankel functions (by recurrence, upwards for y, downwards for j).
 * Valid: (1) ka > 10, (2) ka ≪ 1, (4) to (6) all dimensions larger than λ, at ranges beyond L²/λ.
 * Left out: elastic bodies and shells, which ring; fish with their bladders; shadows and edges. The radar cross-section of (6) has 4π: 11 dB more.
 * Source: (1), (4) to (6) [Urick1983, table 9.1] by [Uacpy]; (2) is the limit of (3): monopole 1/3, dipole 1/2; (3) [Anderson1950].
 */
import { log10, sin, sinCosInto } from "../math/index.ts";

/** (1) */
export function largeSphereStrength_dB(radius_m: number): number {
  return 10 * log10(0.25 * radius_m * radius_m);
}

/** (2) */
export function smallSphereStrength_dB(radius_m: number, wavenumber_radpm: number): number {
  const ka = wavenumber_radpm * radius_m;
  const ka2 = ka * ka;
  return 10 * log10((25 / 36) * radius_m * radius_m * ka2 * ka2);
}

/** (3) */
export function rigidSphereStrength_dB(radius_m: number, wavenumber_radpm: number): number {
  const x = wavenumber_radpm * radius_m;
  const orders = Math.ceil(x) + 20;
  const j = sphericalJ(x, orders + 1);
  const y = sphericalY(x, orders + 1);
  let re = 0;
  let im = 0;
  for (let n = 0; n <= orders; n++) {
    // f′ = (n/x) f − f of the next order.
    const dj = (n / x) * j[n] - j[n + 1];
    const dy = (n / x) * y[n] - y[n + 1];
    const factor = ((n % 2 === 0 ? 1 : -1) * (2 * n + 1) * dj) / (dj * dj + dy * dy);
    re += factor * dj;
    im -= factor * dy;
  }
  return 10 * log10((re * re + im * im) / (wavenumber_radpm * wavenumber_radpm));
}

/** Upwards from y₀ = −cos x/x, which grows: stable. */
function sphericalY(x: number, last: number): number[] {
  const turn = new Float64Array(2);
  sinCosInto(turn, 0, x);
  const y = [-turn[1] / x, -turn[1] / (x * x) - turn[0] / x];
  for (let n = 1; n < last; n++) y.push(((2 * n + 1) / x) * y[n] - y[n - 1]);
  return y;
}

/** Downwards from an order where it is small, then scaled by the sum rule Σ (2n + 1) jₙ² = 1: stable. */
function sphericalJ(x: number, last: number): number[] {
  const start = last + 20;
  const j = new Array<number>(start + 2).fill(0);
  j[start] = 1e-100;
  for (let n = start; n > 0; n--) {
    j[n - 1] = ((2 * n + 1) / x) * j[n] - j[n + 1];
    if (Math.abs(j[n - 1]) > 1e100) for (let k = n - 1; k <= start; k++) j[k] *= 1e-200;
  }
  let sum = 0;
  for (let n = 0; n <= start; n++) sum += (2 * n + 1) * j[n] * j[n];
  // The sign is that of j₀ or, near one of its zeros, of j₁ = sin x/x² − cos x/x.
  const turn = new Float64Array(2);
  sinCosInto(turn, 0, x);
  const j0 = turn[0] / x;
  const j1 = (turn[0] / x - turn[1]) / x;
  const sign = Math.sign(Math.abs(j0) > Math.abs(j1) ? j0 * j[0] : j1 * j[1]);
  const scale = sign / Math.sqrt(sum);
  return j.map((each) => each * scale);
}

/** (4) */
export function ellipsoidStrength_dB(along_m: number, across_m: number, other_m: number): number {
  return 20 * log10((across_m * other_m) / (2 * along_m));
}

/** sin β/β, 1 at 0. */
function sinc(beta: number): number {
  return Math.abs(beta) < 1e-8 ? 1 : sin(beta) / beta;
}

/** (5) */
export function cylinderStrength_dB(
  radius_m: number,
  length_m: number,
  wavelength_m: number,
  fromBroadside_rad: number,
): number {
  const s = sin(fromBroadside_rad);
  const lobe = sinc(((2 * Math.PI) / wavelength_m) * length_m * s);
  return 10 * log10(((radius_m * length_m * length_m) / (2 * wavelength_m)) * lobe * lobe * (1 - s * s));
}

/** (6). width_m: w, in the plane in which it is turned. */
export function plateStrength_dB(
  area_m2: number,
  width_m: number,
  wavelength_m: number,
  fromNormal_rad: number,
): number {
  const s = sin(fromNormal_rad);
  const lobe = Math.abs(sinc(((2 * Math.PI) / wavelength_m) * width_m * s));
  return 20 * log10((area_m2 / wavelength_m) * lobe * Math.sqrt(1 - s * s));
}
