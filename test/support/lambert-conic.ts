/**
 * Lambert's conformal conic projection with two parallels, straight from its published formulas, for the tests: a second algorithm beside the one
 * that is passed in.
 *
 *   m = cos φ / √(1 − e² sin²φ),   t = tan(π/4 − φ/2) / ((1 − e sin φ) / (1 + e sin φ))^{e/2}
 *   n = ln(m₁ / m₂) / ln(t₁ / t₂),   F = m₁ / (n t₁ⁿ),   r = a F tⁿ,   θ = n (λ − λ_F)
 *   E = E_F + r sin θ,   N = N_F + r_F − r cos θ
 *
 * Source: EPSG Guidance Note 7-2, method 9802 (epsg.io/9802-method).
 */
const DEG = Math.PI / 180;

export interface LambertConic {
  readonly a_m: number;
  readonly inverseFlattening: number;
  readonly parallels_deg: readonly [number, number];
  readonly falseOrigin_deg: readonly [latitude: number, longitude: number];
  readonly falseOrigin_m: readonly [east: number, north: number];
}

/** n, a F and r_F, and the projection itself. */
export function lambertConic(p: LambertConic) {
  const f = 1 / p.inverseFlattening;
  const e = Math.sqrt(f * (2 - f));
  const m = (phi: number): number => Math.cos(phi) / Math.sqrt(1 - (e * Math.sin(phi)) ** 2);
  const t = (phi: number): number =>
    Math.tan(Math.PI / 4 - phi / 2) / ((1 - e * Math.sin(phi)) / (1 + e * Math.sin(phi))) ** (e / 2);
  const [phi1, phi2] = p.parallels_deg.map((angle) => angle * DEG) as [number, number];
  const n = Math.log(m(phi1) / m(phi2)) / Math.log(t(phi1) / t(phi2));
  const radius_m = (p.a_m * m(phi1)) / (n * t(phi1) ** n);
  const poleRadius_m = radius_m * t(p.falseOrigin_deg[0] * DEG) ** n;
  const project = (longitude_deg: number, latitude_deg: number): [east: number, north: number] => {
    const r = radius_m * t(latitude_deg * DEG) ** n;
    const theta = n * (longitude_deg - p.falseOrigin_deg[1]) * DEG;
    const [east, north] = p.falseOrigin_m;
    return [east + r * Math.sin(theta), north + poleRadius_m - r * Math.cos(theta)];
  };
  return { n, radius_m, poleRadius_m, project };
}

/** RGF-93 / Lambert-93: GRS-80, parallels 44° and 49°, 46.5° N 3° E at 700 km east, 6600 km north. */
export const LAMBERT_93 = lambertConic({
  a_m: 6378137,
  inverseFlattening: 298.257222101,
  parallels_deg: [49, 44],
  falseOrigin_deg: [46.5, 3],
  falseOrigin_m: [700_000, 6_600_000],
});

export const lambert93 = LAMBERT_93.project;
