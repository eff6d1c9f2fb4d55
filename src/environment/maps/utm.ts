/**
 * Universal transverse Mercator: the metres of most survey maps, from latitude and longitude, by Krüger's series.
 *
 *   σ = sinh(e artanh(e sin φ)),   t = tan φ √(1 + σ²) − σ √(1 + tan²φ)                (1)  t = tan of the conformal latitude
 *   ξ' = atan2(t, cos Δλ),   η' = arsinh(sin Δλ / √(t² + cos²Δλ))                      (2)  on a sphere
 *   ξ = ξ' + Σ α_j sin 2jξ' cosh 2jη',   η = η' + Σ α_j cos 2jξ' sinh 2jη',   j = 1 … 4   (3)  on the ellipsoid
 *   east = 500 000 + k₀ A η,   north = N₀ + k₀ A ξ                                    (4)
 *
 * Symbols: Δλ longitude from the central meridian; k₀ = 0.9996; A radius of the rectifying sphere; α_j polynomials in the
 * third flattening n = f / (2 − f); N₀ = 0 or, in the south, 10⁷ m.
 * Valid: 20° around the central meridian to 1 µm (a zone is 3° wide to either side), not at the poles.
 * Left out: the inverse; datums other than WGS-84 (ETRS-89 is taken for it: the two differ by the drift of Europe, some 0.8 m).
 * Source: [Karney2011], the series cut after n⁴. Tests: utm.test.ts, against PROJ.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import { atan2, cos, cosh, log1p, sin, sinh, tan } from "../../math/index.ts";
import { WGS84 } from "./ellipsoid.ts";

const SCALE = 0.9996;
const FALSE_EAST_M = 500_000;
const FALSE_NORTH_M = 10_000_000;
const TERMS = 4;

const e = Math.sqrt(WGS84.eccentricitySquared);
const n = WGS84.flattening / (2 - WGS84.flattening);
const n2 = n * n;
const radius_m = (WGS84.semiMajor_m / (1 + n)) * (1 + n2 / 4 + (n2 * n2) / 64);
const alpha = Object.freeze([
  n / 2 - (2 / 3) * n2 + (5 / 16) * n2 * n + (41 / 180) * n2 * n2,
  (13 / 48) * n2 - (3 / 5) * n2 * n + (557 / 1440) * n2 * n2,
  (61 / 240) * n2 * n - (103 / 140) * n2 * n2,
  (49561 / 161280) * n2 * n2,
]);

export interface UtmZone {
  readonly centralMeridian_rad: number;
  readonly southern: boolean;
}

/** The zone of an EPSG number: WGS-84 (32601–32660 north, 32701–32760 south) and ETRS-89 (25828–25838); otherwise null. */
export function utmZoneOfEpsg(epsg: number): UtmZone | null {
  const north = epsg >= 32601 && epsg <= 32660;
  const south = epsg >= 32701 && epsg <= 32760;
  const europe = epsg >= 25828 && epsg <= 25838;
  if (!Number.isInteger(epsg) || !(north || south || europe)) return null;
  const zone = epsg % 100;
  return Object.freeze({ centralMeridian_rad: (6 * zone - 183) * RAD_PER_DEG, southern: south });
}

/** (1)–(4): out = [north, east] in m of [latitude, longitude] in rad at geodetic[i ..]. */
export function utmFromGeodeticInto(
  out: Float64Array,
  o: number,
  zone: UtmZone,
  geodetic: Float64Array,
  i: number,
): void {
  const latitude_rad = geodetic[i];
  const away_rad = geodetic[i + 1] - zone.centralMeridian_rad;
  const sinAway = sin(away_rad);
  const cosAway = cos(away_rad);

  const tanLat = tan(latitude_rad);
  const secLat = Math.sqrt(1 + tanLat * tanLat);
  const sigma = sinh(e * artanh((e * tanLat) / secLat)); // (1)
  const t = tanLat * Math.sqrt(1 + sigma * sigma) - sigma * secLat;

  const xi0 = atan2(t, cosAway); // (2)
  const eta0 = arsinh(sinAway / Math.sqrt(t * t + cosAway * cosAway));

  let xi = xi0;
  let eta = eta0;
  for (let j = 1; j <= TERMS; j++) {
    xi += alpha[j - 1] * sin(2 * j * xi0) * cosh(2 * j * eta0); // (3)
    eta += alpha[j - 1] * cos(2 * j * xi0) * sinh(2 * j * eta0);
  }
  out[o] = (zone.southern ? FALSE_NORTH_M : 0) + SCALE * radius_m * xi; // (4)
  out[o + 1] = FALSE_EAST_M + SCALE * radius_m * eta;
}

function artanh(x: number): number {
  return 0.5 * log1p((2 * x) / (1 - x));
}

function arsinh(x: number): number {
  const size = Math.abs(x);
  return Math.sign(x) * log1p(size + (size * size) / (1 + Math.sqrt(1 + size * size)));
}
