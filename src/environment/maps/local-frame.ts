/**
 * The local frame N on the ellipsoid: north-east-down axes on the plane that touches the water level at the origin.
 *
 * Two sets of coordinates, both in metres:
 *
 *   point  p_N = [n e d]        rigid: p_E = p_EN + R_EN p_N                        (1)
 *   place  [n e depth]          (n, e) is where the ellipsoid's normal through the thing meets the plane d = 0, and
 *                               depth = h₀ − h is measured along that normal          (2)
 *
 * The simulator's positions and maps are places: its sea surface is depth = 0 everywhere, as at sea, while the plane d = 0 rises
 * above the level by s² / 2R (8 cm at 1 km, 7.8 m at 10 km, 0.8 km at 100 km). Points are for what is rigid: ranges between
 * far ships and satellites. At the origin both agree to first order; a depth of 100 m moves (n, e) by 1.6 m per 100 km.
 *
 *   place → geodetic   geodetic of the point [n e 0] gives φ, λ; then h = h₀ − depth          (3)
 *   geodetic → place   foot [n' e' d'] of (φ, λ, 0) as a point, normal u up, in N; from there along u to the plane:
 *                      (n, e) = (n', e') − d' / u_d (u_n, u_e)                        (4)
 *
 * Both are closed forms (given the ellipsoid's), exact inverses of one another, and take no step length.
 *
 * Symbols: φ, λ, h geodetic; h₀ height of the water level at the origin, 0 at sea, a lake's altitude otherwise.
 * Valid: (1) wherever ellipsoid.ts is; (3), (4) up to 1000 km from the origin (the normal must meet the plane).
 * Left out: the geoid; h₀ is a height above the ellipsoid that users take as height above mean sea level.
 * Lengths on (n, e) are too long by θ² / 2 across and θ² along the line to the origin, θ = s / R: 6 · 10⁻⁷ at 5 km, 2.5 · 10⁻⁴ at 100 km.
 * Source: the geometry of (1) and (2). Tests: local-frame.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { cos, sin } from "../../math/index.ts";
import { ecefFromGeodeticInto, geodeticFromEcefInto } from "./ellipsoid.ts";

export interface GeographicOrigin {
  readonly latitude_rad: number;
  readonly longitude_rad: number;
  /** Height of the water level; 0 at sea. */
  readonly height_m: number;
}

export class LocalFrame {
  readonly origin: GeographicOrigin;
  readonly #p_EN = new Float64Array(3);
  /** Rows: north, east and down in E. */
  readonly #R_NE = new Float64Array(9);
  /** Room inside one call; holds nothing between calls. */
  readonly #p_E = new Float64Array(3);
  readonly #p_N = new Float64Array(3);
  readonly #geodetic = new Float64Array(3);

  constructor(origin: GeographicOrigin) {
    const { latitude_rad, longitude_rad, height_m } = origin;
    invariant(Math.abs(latitude_rad) <= Math.PI / 2, `the origin's latitude is ${latitude_rad} rad`);
    invariant(Number.isFinite(longitude_rad), `the origin's longitude is ${longitude_rad} rad`);
    invariant(Number.isFinite(height_m), `the origin's height is ${height_m} m`);
    this.origin = Object.freeze({ latitude_rad, longitude_rad, height_m });
    ecefFromGeodeticInto(this.#p_EN, 0, Float64Array.of(latitude_rad, longitude_rad, height_m), 0);
    const sLat = sin(latitude_rad);
    const cLat = cos(latitude_rad);
    const sLon = sin(longitude_rad);
    const cLon = cos(longitude_rad);
    this.#R_NE.set([-sLat * cLon, -sLat * sLon, cLat, -sLon, cLon, 0, -cLat * cLon, -cLat * sLon, -sLat]);
  }

  /** (1): p_E of the point p_N. */
  ecefFromPointInto(p_E: Float64Array, o: number, p_N: Float64Array, i: number): void {
    const R = this.#R_NE;
    const n = p_N[i];
    const e = p_N[i + 1];
    const d = p_N[i + 2];
    p_E[o] = this.#p_EN[0] + (R[0] * n + R[3] * e + R[6] * d);
    p_E[o + 1] = this.#p_EN[1] + (R[1] * n + R[4] * e + R[7] * d);
    p_E[o + 2] = this.#p_EN[2] + (R[2] * n + R[5] * e + R[8] * d);
  }

  /** (1) solved: the point p_N at p_E. */
  pointFromEcefInto(p_N: Float64Array, o: number, p_E: Float64Array, i: number): void {
    const R = this.#R_NE;
    const x = p_E[i] - this.#p_EN[0];
    const y = p_E[i + 1] - this.#p_EN[1];
    const z = p_E[i + 2] - this.#p_EN[2];
    p_N[o] = R[0] * x + R[1] * y + R[2] * z;
    p_N[o + 1] = R[3] * x + R[4] * y + R[5] * z;
    p_N[o + 2] = R[6] * x + R[7] * y + R[8] * z;
  }

  /** [latitude, longitude, height] of the point p_N. */
  geodeticFromPointInto(geodetic: Float64Array, o: number, p_N: Float64Array, i: number): void {
    this.ecefFromPointInto(this.#p_E, 0, p_N, i);
    geodeticFromEcefInto(geodetic, o, this.#p_E, 0);
  }

  /** The point p_N at [latitude, longitude, height]. */
  pointFromGeodeticInto(p_N: Float64Array, o: number, geodetic: Float64Array, i: number): void {
    ecefFromGeodeticInto(this.#p_E, 0, geodetic, i);
    this.pointFromEcefInto(p_N, o, this.#p_E, 0);
  }

  /** (3): [latitude, longitude, height] of the place [n, e, depth]. */
  geodeticFromPlaceInto(geodetic: Float64Array, o: number, place: Float64Array, i: number): void {
    const depth_m = place[i + 2];
    this.#p_N[0] = place[i];
    this.#p_N[1] = place[i + 1];
    this.#p_N[2] = 0;
    this.geodeticFromPointInto(geodetic, o, this.#p_N, 0);
    geodetic[o + 2] = this.origin.height_m - depth_m;
  }

  /** (4): the place [n, e, depth] at [latitude, longitude, height]. */
  placeFromGeodeticInto(place: Float64Array, o: number, geodetic: Float64Array, i: number): void {
    const latitude_rad = geodetic[i];
    const longitude_rad = geodetic[i + 1];
    const depth_m = this.origin.height_m - geodetic[i + 2];

    // The foot at the height of the origin: for near places d' is then small, and so is what rounding does to it.
    this.#geodetic[0] = latitude_rad;
    this.#geodetic[1] = longitude_rad;
    this.#geodetic[2] = this.origin.height_m;
    this.pointFromGeodeticInto(this.#p_N, 0, this.#geodetic, 0);

    const R = this.#R_NE;
    const cosLat = cos(latitude_rad);
    const x = cosLat * cos(longitude_rad);
    const y = cosLat * sin(longitude_rad);
    const z = sin(latitude_rad);
    const u_n = R[0] * x + R[1] * y + R[2] * z;
    const u_e = R[3] * x + R[4] * y + R[5] * z;
    const u_d = R[6] * x + R[7] * y + R[8] * z;
    const along = -this.#p_N[2] / u_d; // (4)
    place[o] = this.#p_N[0] + along * u_n;
    place[o + 1] = this.#p_N[1] + along * u_e;
    place[o + 2] = depth_m;
  }

  /** The place [n, e, depth] of the point p_N. */
  placeFromPointInto(place: Float64Array, o: number, p_N: Float64Array, i: number): void {
    this.geodeticFromPointInto(place, o, p_N, i);
    this.placeFromGeodeticInto(place, o, place, o);
  }

  /** The point p_N at the place [n, e, depth]. */
  pointFromPlaceInto(p_N: Float64Array, o: number, place: Float64Array, i: number): void {
    this.geodeticFromPlaceInto(p_N, o, place, i);
    this.pointFromGeodeticInto(p_N, o, p_N, o);
  }
}
