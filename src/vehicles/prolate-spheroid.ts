/**
 * The prolate spheroid: volume, inertia, and the added mass of ideal flow around it (Lamb's factors). The usual estimate
 * for torpedo-shaped hulls whose added mass has not been measured.
 *
 * Half length a along x, radius b ≤ a, e² = 1 − (b/a)². Lamb's integrals
 *
 *   α₀ = a b² ∫₀^∞ dλ / ((a² + λ)^(3/2) (b² + λ)),   β₀ = a b² ∫₀^∞ dλ / ((a² + λ)^(1/2) (b² + λ)²)      (1)
 *
 * obey α₀ + 2 β₀ = 2, so that both follow from β₀ − α₀ = e² γ:
 *
 *   α₀ = ⅔ (1 − e² γ),   β₀ = 1 − ½ α₀                                           (2)
 *   γ = (1 − 3 (b/a)² (artanh e − e) / e³) / e²                                  (3)  (1) integrated
 *     = 6 Σ_{k ≥ 1} e^{2(k−1)} / ((2k + 1)(2k + 3))                              (3') its series, 2/5 for a sphere
 *   k₁ = α₀ / (2 − α₀),   k₂ = β₀ / (2 − β₀)                                      (4)
 *   k′ = e⁴ γ / ((2 − e²)(2 − (2 − e²) γ))                                        (5)
 *
 * With m_w = ρ V the mass of the displaced water and I_w its inertia about a transverse axis through the centre,
 *
 *   M_A = diag(k₁ m_w, k₂ m_w, k₂ m_w, 0, k′ I_w, k′ I_w)                          (6)  about the centre
 *   V = 4/3 π a b²,   I_x = 2/5 m b²,   I_y = I_z = 1/5 m (a² + b²)                (7)
 *
 * (3) loses all its digits for a nearly round body, where (3') needs few terms; they meet at e² = 1/4.
 * Valid: unbounded ideal fluid, b ≤ a. Left out: viscosity (why a spheroid has no added mass in roll), fins, oblate bodies.
 * Source: (1), (4), (5) are Lamb's, in the form that [FossenPVS] uses; (2) and (3') are derived from them here, and tested
 * against (1) by quadrature.
 */
import { invariant } from "../core/index.ts";
import { log } from "../math/index.ts";

export interface LambFactors {
  /** k₁: added mass along the axis, as a fraction of the displaced mass. */
  readonly k1: number;
  /** k₂: added mass across the axis. */
  readonly k2: number;
  /** k′: added inertia about a transverse axis, as a fraction of the displaced water's. */
  readonly kPrime: number;
}

/** Below this e², γ comes from its series: 26 terms of at most 4⁻ᵏ reach the last bit. */
const SERIES_BELOW = 0.25;
const SERIES_TERMS = 26;

/** (2)–(5). */
export function lambFactors(halfLength_m: number, radius_m: number): LambFactors {
  invariant(radius_m > 0 && radius_m <= halfLength_m, "a prolate spheroid is at least as long as it is wide");
  const slenderness = radius_m / halfLength_m;
  const e2 = (1 - slenderness) * (1 + slenderness);
  const gamma = e2 < SERIES_BELOW ? gammaBySeries(e2) : gammaInClosedForm(e2, slenderness);

  const alpha0 = (2 / 3) * (1 - e2 * gamma); // (2)
  const beta0 = 1 - 0.5 * alpha0;
  return {
    k1: alpha0 / (2 - alpha0), // (4)
    k2: beta0 / (2 - beta0),
    kPrime: (e2 * e2 * gamma) / ((2 - e2) * (2 - (2 - e2) * gamma)), // (5)
  };
}

/** (3), with artanh e = ln((1 + e) / (b/a)), which keeps its digits for a needle. */
function gammaInClosedForm(e2: number, slenderness: number): number {
  const e = Math.sqrt(e2);
  const artanh = log((1 + e) / slenderness);
  return (1 - (3 * slenderness * slenderness * (artanh - e)) / (e2 * e)) / e2;
}

/** (3'), summed from the smallest term. */
function gammaBySeries(e2: number): number {
  let sum = 0;
  for (let k = SERIES_TERMS; k >= 1; k--) sum = sum * e2 + 6 / ((2 * k + 1) * (2 * k + 3));
  return sum;
}

/** (7): V. */
export function spheroidVolume_m3(halfLength_m: number, radius_m: number): number {
  return (4 / 3) * Math.PI * halfLength_m * radius_m * radius_m;
}

/** (7): I_x of a solid of one density, about its centre. */
export function spheroidRollInertia_kgm2(mass_kg: number, radius_m: number): number {
  return (2 / 5) * mass_kg * radius_m * radius_m;
}

/** (7): I_y = I_z of a solid of one density, about its centre. */
export function spheroidPitchInertia_kgm2(mass_kg: number, halfLength_m: number, radius_m: number): number {
  return (1 / 5) * mass_kg * (halfLength_m * halfLength_m + radius_m * radius_m);
}

/** (6): M_A, 6×6 row-major, about the spheroid's centre. */
export function spheroidAddedMassInto(
  addedMass6: Float64Array,
  o: number,
  halfLength_m: number,
  radius_m: number,
  density_kgpm3: number,
): void {
  const { k1, k2, kPrime } = lambFactors(halfLength_m, radius_m);
  const water_kg = density_kgpm3 * spheroidVolume_m3(halfLength_m, radius_m);
  const water_kgm2 = spheroidPitchInertia_kgm2(water_kg, halfLength_m, radius_m);
  for (let k = 0; k < 36; k++) addedMass6[o + k] = 0;
  addedMass6[o] = k1 * water_kg;
  addedMass6[o + 7] = k2 * water_kg;
  addedMass6[o + 14] = k2 * water_kg;
  addedMass6[o + 28] = kPrime * water_kgm2;
  addedMass6[o + 35] = kPrime * water_kgm2;
}
