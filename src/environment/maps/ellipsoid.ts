/**
 * The WGS-84 ellipsoid: geodetic latitude, longitude and height, and earth-centred coordinates E (x through 0° N 0° E, z
 * through the north pole).
 *
 *   N(φ) = a / √(1 − e² sin²φ)                                                     (1)  prime-vertical radius
 *   x = (N + h) cos φ cos λ,   y = (N + h) cos φ sin λ,   z = ((1 − e²) N + h) sin φ  (2)
 *
 * and back, with p = √(x² + y²), r = √(p² + z²) and the parametric latitude β:
 *
 *   tan β₀ = b z / (a p) · (1 + e'² b / r)                                         (3)  start
 *   tan φ = (z + e'² b sin³β) / (p − e² a cos³β),   tan β = (1 − f) tan φ           (4)  twice
 *   h = p cos φ + z sin φ − a √(1 − e² sin²φ)                                      (5)
 *   λ = atan2(y, x)                                                               (6)
 *
 * (4) converges quadratically: the first turn leaves at most 1.7 · 10⁻⁶ m, the second 2.2 · 10⁻²¹ m, from 100 km below the
 * ellipsoid to 10 000 km above it (evaluated with 60 digits). Tangents are kept as pairs (sine, cosine), so that the poles and
 * the equator are ordinary points; on the polar axis the longitude is 0. (5) loses no digits at any latitude.
 *
 * Symbols: a, b semi-axes; f flattening; e² = f (2 − f), e'² = e² / (1 − e²).
 * Valid: −100 km ≤ h ≤ 10 000 km. Coordinates near 6.4 · 10⁶ m are spaced by 9.3 · 10⁻¹⁰ m: that, and not the method, is what
 * limits a round trip (a few such spacings).
 * Left out: the geoid (mean sea level differs from the ellipsoid by up to 107 m), other datums, plate motion.
 * Source: (1)–(2) and (5)–(6) from the geometry of the ellipse; (3), (4) [Bowring1985], [Bowring1976]. Tests: ellipsoid.test.ts.
 */
import { atan2, cos, sin } from "../../math/index.ts";

const a = 6378137;
const f = 1 / 298.257223563;
const b = a * (1 - f);
const eSquared = f * (2 - f);
const e2Squared = eSquared / (1 - eSquared);

/** The two defining numbers of WGS-84 and what follows from them. */
export const WGS84 = Object.freeze({ semiMajor_m: a, flattening: f, semiMinor_m: b, eccentricitySquared: eSquared });

/** Order of a geodetic place in an array. Latitude is that of the ellipsoid's normal; height is along it, up. */
export const GEODETIC = { latitude_rad: 0, longitude_rad: 1, height_m: 2 } as const;

/** (1): radius of curvature across the meridian. */
export function primeVerticalRadius_m(latitude_rad: number): number {
  const s = sin(latitude_rad);
  return a / Math.sqrt(1 - eSquared * s * s);
}

/** Radius of curvature along the meridian, M = a (1 − e²) / (1 − e² sin²φ)^{3/2}. */
export function meridianRadius_m(latitude_rad: number): number {
  const s = sin(latitude_rad);
  const w = 1 - eSquared * s * s;
  return (a * (1 - eSquared)) / (w * Math.sqrt(w));
}

/** (2): p_E[o .. o + 2] of the geodetic place [latitude, longitude, height] at geodetic[i ..]. */
export function ecefFromGeodeticInto(p_E: Float64Array, o: number, geodetic: Float64Array, i: number): void {
  const latitude_rad = geodetic[i];
  const longitude_rad = geodetic[i + 1];
  const h = geodetic[i + 2];
  const sinLat = sin(latitude_rad);
  const cosLat = cos(latitude_rad);
  const N = a / Math.sqrt(1 - eSquared * sinLat * sinLat); // (1)
  p_E[o] = (N + h) * cosLat * cos(longitude_rad);
  p_E[o + 1] = (N + h) * cosLat * sin(longitude_rad);
  p_E[o + 2] = ((1 - eSquared) * N + h) * sinLat;
}

/** (3)–(6): [latitude, longitude, height] of p_E[i ..], longitude in −π … π. */
export function geodeticFromEcefInto(geodetic: Float64Array, o: number, p_E: Float64Array, i: number): void {
  const x = p_E[i];
  const y = p_E[i + 1];
  const z = p_E[i + 2];
  const p = Math.sqrt(x * x + y * y);
  const r = Math.sqrt(p * p + z * z);

  // (3) as sine and cosine, not yet of unit length.
  let s = b * z * (1 + (e2Squared * b) / r);
  let c = a * p;
  let sLat = 0;
  let cLat = 0;
  for (let turn = 0; turn < 2; turn++) {
    const length = Math.sqrt(s * s + c * c);
    s /= length;
    c /= length;
    sLat = z + e2Squared * b * s * s * s; // (4)
    cLat = p - eSquared * a * c * c * c;
    s = (1 - f) * sLat;
    c = cLat;
  }
  const length = Math.sqrt(sLat * sLat + cLat * cLat);
  const sinLat = sLat / length;
  const cosLat = cLat / length;
  geodetic[o] = atan2(sLat, cLat);
  geodetic[o + 1] = atan2(y, x); // (6)
  geodetic[o + 2] = p * cosLat + z * sinLat - a * Math.sqrt(1 - eSquared * sinLat * sinLat); // (5)
}
