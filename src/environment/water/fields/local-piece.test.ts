import fc from "fast-check";
import proj4 from "proj4";
import { expect, test } from "vitest";
import { LAMBERT_93, lambert93 } from "../../../../test/support/lambert-conic.ts";
import { uniform } from "../../../../test/support/uniform.ts";
import { LocalFrame } from "../../maps/local-frame.ts";
import { MapError } from "../../maps/map-error.ts";
import { findVariable } from "../../maps/netcdf-file.ts";
import { openSeaVariable, type SeaMap } from "../../maps/netcdf-grid.ts";
import { openNetcdf } from "../../maps/open-netcdf.ts";
import { type Proj4, projectionsBy } from "../../maps/proj4-projections.ts";
import { utmFromGeodeticInto, utmZoneOfEpsg } from "../../maps/utm.ts";
import { type SeaFileLayout, type SeaFunction, seaFile, steps } from "../../test/sea-files.ts";
import { FieldScalar } from "./field-scalar.ts";
import { LocalPiece, type PieceRequest } from "./local-piece.ts";

const DEG = Math.PI / 180;

function mapOf(axes: SeaFileLayout["axes"], f: SeaFunction, epsg?: number): SeaMap {
  const netcdf = openNetcdf("sea.nc", seaFile({ axes, variables: [{ name: "s", f }] }));
  return openSeaVariable(netcdf, findVariable(netcdf, "s")!, epsg === undefined ? {} : { epsg });
}

/** The value at a place and time of the run. */
function asked(map: SeaMap, request: PieceRequest, edge: "clamp" | "extrapolate" = "clamp") {
  const piece = new LocalPiece(map, request);
  const source = new FieldScalar(piece, piece.valuesOf(map, "nearest"), edge);
  return (n: number, e: number, d = 0, t = 0): number => {
    const out = Float64Array.of(99, 0);
    source.addValue(out, 1, Float64Array.of(0, n, e, d, t), 1);
    return out[1]!;
  };
}

const metres = { units: "m" };
const NORTHS = [1000, 1100, 1250, 1300];
const EASTS = [500, 520, 600, 640, 700];
const DEPTHS = [1, 3, 10];
const pool = {
  time: { points: [10, 11, 13] },
  depth: { points: DEPTHS },
  lat: { name: "y", points: NORTHS, attributes: metres },
  lon: { name: "x", points: EASTS, attributes: metres },
};
const rough: SeaFunction = (t, d, n, e) => Math.sin(12.9898 * n + 78.233 * e + 37.719 * d + 4.17 * t);
const plan = { origin: { north_m: 1200, east_m: 600, height_m: 0 } };

test("with its origin in the map's own metres, every value of a rough map is returned as it is, at its place, depth and time", () => {
  const at = asked(mapOf(pool, rough), plan);
  for (const t of [10, 11, 13])
    for (const n of NORTHS)
      for (const e of EASTS)
        for (const d of DEPTHS) {
          // At the last points of four axes a + 1 · (b − a), values up to 1: four roundings.
          expect(Math.abs(at(n - 1200, e - 600, d, 3600 * (t - 10)) - rough(t, d, n, e))).toBeLessThan(1e-15);
        }
});

test("between the values it is trilinear in space and linear in time: products of the four coordinates are met", () => {
  const f: SeaFunction = (t, d, n, e) =>
    (1 + 0.01 * (n - 1200)) * (2 - 0.02 * (e - 600)) * (1 + 0.1 * d) * (3 + 0.5 * (t - 10));
  const at = asked(mapOf(pool, f), plan);
  const within = (low: number, high: number) => uniform(low, high);
  fc.assert(
    fc.property(within(-200, 100), within(-100, 100), within(1, 10), within(0, 3 * 3600), (n, e, d, t) => {
      // Up to 2 · 4 · 2 · 4.5 = 72, rounded in some 20 operations.
      expect(Math.abs(at(n, e, d, t) - f(10 + t / 3600, d, 1200 + n, 600 + e))).toBeLessThan(1e-12);
    }),
    { seed: 61 },
  );
});

const sea = { lat: { points: steps(43, 0.05, 21) }, lon: { points: steps(3.5, 0.06, 21) } };
const origin = { latitude_rad: 43.5 * DEG, longitude_rad: 4.1 * DEG, height_m: 0 };

/** Meridian and parallel arcs of one degree at 43.5°, from published series in the cosines of multiples of the latitude. */
const NORTH_M_PER_DEG = 111132.92 - 559.82 * Math.cos(87 * DEG) + 1.175 * Math.cos(174 * DEG);
const EAST_M_PER_DEG = 111412.84 * Math.cos(43.5 * DEG) - 93.5 * Math.cos(130.5 * DEG) + 0.118 * Math.cos(217.5 * DEG);

test("a geographic map: a degree is 111.1 km to the north and 80.9 km to the east at 43.5° N", () => {
  const north = asked(
    mapOf(sea, (_t, _d, lat) => lat),
    { origin },
  );
  const east = asked(
    mapOf(sea, (_t, _d, _lat, lon) => lon),
    { origin },
  );
  expect([north(0, 0), east(0, 0)]).toEqual([43.5, 4.1]);
  for (const km of [-20, -7.3, 5, 18]) {
    // Arcs of degrees change by 1e-4 over 20 km, and a parallel bends by e² tan φ / 2R = 30 m, 2.7e-4°.
    expect(Math.abs(north(1000 * km, 0) - 43.5 - (1000 * km) / NORTH_M_PER_DEG)).toBeLessThan(3e-5);
    expect(Math.abs(east(0, 1000 * km) - 4.1 - (1000 * km) / EAST_M_PER_DEG)).toBeLessThan(3e-5);
  }
});

test("over 100 km a geographic map is met at every place, by latitude and longitude of the local frame", () => {
  const frame = new LocalFrame(origin);
  const f = (lat: number, lon: number): number => (lat - 43) * 2 + (lon - 4) * 3 + (lat - 43.5) * (lon - 4.1);
  const at = asked(
    mapOf(sea, (_t, _d, lat, lon) => f(lat, lon)),
    { origin },
  );
  const place = uniform(-40_000, 40_000);
  fc.assert(
    fc.property(place, place, (n, e) => {
      const geodetic = new Float64Array(3);
      frame.geodeticFromPlaceInto(geodetic, 0, Float64Array.of(n, e, 0), 0);
      // Within a cell of 5.6 km the map's lines bend by cell² / 8R = 0.6 m, 6e-6°, over slopes of up to 4 per degree.
      expect(Math.abs(at(n, e) - f(geodetic[0]! / DEG, geodetic[1]! / DEG))).toBeLessThan(3e-5);
    }),
    { seed: 62 },
  );
});

test("longitudes of the map and of the origin may be turns apart, and a map around the earth has no seam", () => {
  const west = { latitude_rad: 0, longitude_rad: -0.5 * DEG, height_m: 0 };
  const byEast: SeaFunction = (_t, _d, _lat, lon) => Math.cos(lon * DEG);
  const around = { lat: { points: steps(-20, 1, 41) }, lon: { points: steps(0, 1, 360) } };
  const at = asked(mapOf(around, byEast), { origin: west });
  for (const km of [-300, -56, 0, 55, 56, 300]) {
    // Between values of a cosine 1° apart: (1 deg)² / 8 = 4e-5; a degree of the equator is 111.32 km.
    expect(Math.abs(at(0, 1000 * km) - Math.cos((-0.5 + (1000 * km) / 111_320) * DEG))).toBeLessThan(5e-5);
  }
  const pacific = { lat: { points: [-1, 0, 1] }, lon: { points: [178, 179, -180, -179, -178] } };
  const near = asked(
    mapOf(pacific, (_t, _d, _lat, lon) => (lon + 360) % 360),
    {
      origin: { latitude_rad: 0, longitude_rad: -179.5 * DEG, height_m: 0 },
    },
  );
  expect(near(0, 0)).toBeCloseTo(180.5, 6);
});

test("a UTM map and a geographic map of one field answer alike", () => {
  const zone = utmZoneOfEpsg(32631)!;
  const utm = new Float64Array(2);
  const f = (north: number, east: number): number => 1e-4 * (north - 4_816_400) - 2e-4 * (east - 588_900);
  const geographic = mapOf(
    { lat: { points: steps(43.4, 0.01, 21) }, lon: { points: steps(4, 0.01, 21) } },
    (_t, _d, lat, lon) => {
      utmFromGeodeticInto(utm, 0, zone, Float64Array.of(lat * DEG, lon * DEG), 0);
      return f(utm[0]!, utm[1]!);
    },
  );
  const axes = {
    lat: { name: "y", points: steps(4_808_000, 500, 35), attributes: metres },
    lon: { name: "x", points: steps(580_000, 500, 35), attributes: metres },
  };
  const projected = mapOf(axes, (_t, _d, north, east) => f(north, east), 32631);
  const [a, b] = [asked(geographic, { origin }), asked(projected, { origin })];
  for (const [n, e] of [
    [0, 0],
    [3000, -2000],
    [-6100, 4300],
  ] as const) {
    // Cells of 1.1 km bend by cell² / 8R = 0.024 m, times 2e-4 per metre.
    expect(Math.abs(a(n, e) - b(n, e))).toBeLessThan(2e-5);
  }
});

test("velocities are turned by the convergence of the meridians: Δλ sin φ, 0.28° at 32.4 km east", () => {
  const map = mapOf(sea, () => 1);
  const piece = new LocalPiece(map, { origin });
  const [norths, easts] = [piece.valuesOf(map, "refuse"), new Float64Array(piece.nodes)];
  piece.turn(norths, easts);
  const columns = piece.easts_m.length;
  for (const [row, column] of [
    [10, 10],
    [10, 17],
    [3, 2],
  ] as const) {
    const k = row * columns + column;
    const latitude = (43.5 + 0.05 * (row - 10)) * DEG;
    const angle = 0.06 * (column - 10) * DEG * Math.sin(latitude);
    // A meridian east of the origin leans to the west going north. On the plane, angles are off by θ² / 4 = 1e-5, θ = 50 km / R.
    expect(Math.abs(Math.atan2(easts[k]!, norths[k]!) + angle)).toBeLessThan(3e-5);
    expect(norths[k]! ** 2 + easts[k]! ** 2).toBeCloseTo(1, 12);
  }
});

test("velocities along the axes of a UTM map are turned by its convergence: 1.1° sin 43.5° = 0.757° at 4.1° E in zone 31", () => {
  const axes = {
    lat: { name: "y", points: steps(4_808_000, 500, 35), attributes: metres },
    lon: { name: "x", points: steps(580_000, 500, 35), attributes: metres },
  };
  const map = mapOf(axes, () => 1, 32631);
  const piece = new LocalPiece(map, { origin });
  const [norths, easts] = [piece.valuesOf(map, "refuse"), new Float64Array(piece.nodes)];
  piece.turn(norths, easts);
  const nearest = (points: Float64Array): number =>
    points.reduce((best, x, k) => (Math.abs(x) < Math.abs(points[best]!) ? k : best), 0);
  const k = nearest(piece.norths_m) * piece.easts_m.length + nearest(piece.easts_m);
  // East of the central meridian, grid north leans to the east. Within 250 m of the origin it changes by 250 m / R: 4e-5; the rest
  // of the series, Δλ³ sin φ cos² φ / 3, is 8e-7.
  expect(Math.abs(Math.atan2(easts[k]!, norths[k]!) - 1.1 * DEG * Math.sin(43.5 * DEG))).toBeLessThan(6e-5);
});

test("and along those of a Lambert-93 map by n (λ − 3°) = −5.515° off Brest, at 4.6° W", () => {
  const brest = { latitude_rad: 48.3 * DEG, longitude_rad: -4.6 * DEG, height_m: 0 };
  const [east, north] = lambert93(-4.6, 48.3);
  const axes = {
    lat: { name: "y", points: steps(Math.round(north) - 4000, 500, 17), attributes: metres },
    lon: { name: "x", points: steps(Math.round(east) - 4000, 500, 17), attributes: metres },
  };
  const map = mapOf(axes, () => 1, 2154);
  const piece = new LocalPiece(map, { origin: brest, projections: projectionsBy(proj4 as Proj4) });
  const [norths, easts] = [piece.valuesOf(map, "refuse"), new Float64Array(piece.nodes)];
  piece.turn(norths, easts);
  const k = 8 * piece.easts_m.length + 8;
  // On a conformal cone the convergence is n times the longitude from the middle, exactly; the node lies within 1 m of the origin, 2e-7 of angle.
  expect(Math.abs(Math.atan2(easts[k]!, norths[k]!) - LAMBERT_93.n * -7.6 * DEG)).toBeLessThan(1e-6);
  expect(norths[k]! ** 2 + easts[k]! ** 2).toBeCloseTo(1, 12);
});

test("the run begins at the map's first time, later by start_s, or at a date", () => {
  const times = (change: Partial<PieceRequest>): number[] => [
    ...new LocalPiece(mapOf(pool, rough), { ...plan, ...change }).times_s,
  ];
  expect(times({})).toEqual([0, 3600, 3 * 3600]);
  expect(times({ start_s: 5400 })).toEqual([-5400, -1800, 5400]);
  // The map counts hours from 2024-06-01, its first time is 10.
  expect(times({ startDate: "2024-06-01T11:00:00Z" })).toEqual([-3600, 0, 7200]);
});

const somewhere = (map: SeaMap, request: PieceRequest) => {
  const piece = new LocalPiece(map, request);
  return (n: number, e: number, d = 5, t = 0): boolean => piece.covers(Float64Array.of(7, n, e, d, t), 1);
};

test("covers is false beyond each end of the map, and true up to the surface above a first depth near it", () => {
  const covers = somewhere(mapOf(pool, rough), plan);
  expect([covers(0, 0), covers(-200, -100, 10), covers(100, 100, 10, 3 * 3600)]).toEqual([true, true, true]);
  expect([covers(-201, 0), covers(101, 0), covers(0, -101), covers(0, 101)]).toEqual([false, false, false, false]);
  expect([covers(0, 0, 10.1), covers(0, 0, 0), covers(0, 0, -0.3)]).toEqual([false, true, true]);
  expect([covers(0, 0, 5, -1), covers(0, 0, 5, 10_801)]).toEqual([false, false]);
  expect(covers(Number.NaN, 0)).toBe(false);
  const deep = somewhere(mapOf({ ...pool, depth: { points: [100, 110, 120] } }, rough), plan);
  expect([deep(0, 0, 0), deep(0, 0, 99), deep(0, 0, 101)]).toEqual([false, false, true]);
});

test("covers knows the bent border of a geographic map: 45 km east its northern border lies 153 m further north", () => {
  const covers = somewhere(
    mapOf(sea, () => 1),
    { origin },
  );
  const border = (e: number): number => {
    let [low, high] = [50_000, 60_000];
    while (high - low > 0.01) {
      const middle = (low + high) / 2;
      if (covers(middle, e)) low = middle;
      else high = middle;
    }
    return low;
  };
  // The parallel of 44° bends to the north of its tangent, by e² tan φ / 2R = 45000² · 0.9657 / (2 · 6.388e6) = 153 m; the meridians
  // of origin and border are 0.6° apart, which turns the tangent by 0.4° · (44 − 43.5)/57.3: within 3 %.
  const bend_m = border(45_000) - border(0);
  expect(bend_m).toBeGreaterThan(0.97 * 153);
  expect(bend_m).toBeLessThan(1.03 * 153);
});

test("a piece is cut to its extent with the lines around it, and covers no more", () => {
  const piece = new LocalPiece(mapOf(pool, rough), { ...plan, extent_m: [60, 50] });
  expect([...piece.norths_m]).toEqual([-100, 50]);
  expect([...piece.easts_m]).toEqual([-80, 0, 40]);
  expect([piece.covers(Float64Array.of(-101, 0, 5, 0), 0), piece.covers(Float64Array.of(-99, 0, 5, 0), 0)]).toEqual([
    false,
    true,
  ]);
});

test("edges: held, or continued as in the last cell", () => {
  const f: SeaFunction = (_t, d, n, e) => 0.1 * (n - 1200) + 0.01 * (e - 600) + d;
  const map = mapOf(pool, f);
  expect(asked(map, plan)(150, 0, 20)).toBeCloseTo(10 + 10, 12);
  expect(asked(map, plan, "extrapolate")(150, 0, 20)).toBeCloseTo(15 + 20, 12);
  expect(asked(map, plan)(0, 0, 0)).toBeCloseTo(1, 12);
});

test("one row and one column stand for all places, one depth for all depths, one time for always", () => {
  const station = { depth: { points: [5] }, time: { points: [3] }, lat: { points: [43.2] }, lon: { points: [4] } };
  const map = mapOf(station, () => 7);
  expect(asked(map, { origin })(1e5, -1e5, 900, 1e6)).toBe(7);
  expect(somewhere(map, { origin })(1e5, -1e5, 900, 1e6)).toBe(true);
});

test("gaps are filled from around the piece: land at the origin takes the value 2 rows away", () => {
  const f: SeaFunction = (_t, _d, lat) => (lat > 43.39 ? Number.NaN : lat);
  const at = asked(mapOf(sea, f), { origin, extent_m: [2000, 2000] });
  expect(at(0, 0)).toBeCloseTo(43.35, 12);
});

function problem(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    return error.message;
  }
  return "nothing";
}

test.each<[string, () => unknown, string]>([
  [
    "an origin off the map",
    () => new LocalPiece(mapOf(sea, rough), { origin: { ...origin, latitude_rad: 45 * DEG } }),
    "MAP018: the world's origin, north 45°, east 4.1°, lies off the map, which covers north 43° to 44°, east 3.5° to 4.7°",
  ],
  [
    "latitude and longitude exchanged",
    () =>
      new LocalPiece(mapOf(sea, rough), {
        origin: { latitude_rad: 4.1 * DEG, longitude_rad: 43.5 * DEG, height_m: 0 },
      }),
    "are latitude and longitude exchanged?",
  ],
  [
    "metres on degrees",
    () => new LocalPiece(mapOf(sea, rough), plan),
    "the map is in degrees, but the origin is in metres",
  ],
  [
    "degrees on metres",
    () => new LocalPiece(mapOf(pool, rough), { origin }),
    "with a geographic origin its projection must be known",
  ],
  [
    "a start after the end",
    () => new LocalPiece(mapOf(pool, rough), { ...plan, start_s: 11_000 }),
    "MAP018: start_s = 11000 lies outside the map's times, 0 to 10800 s",
  ],
  [
    "a date before the map",
    () => new LocalPiece(mapOf(pool, rough), { ...plan, startDate: "2024-05-31" }),
    'startDate "2024-05-31" lies outside the map\'s times, 2024-06-01T10:00:00Z to 2024-06-01T13:00:00Z',
  ],
  [
    "what is not a date",
    () => new LocalPiece(mapOf(pool, rough), { ...plan, startDate: "noon" }),
    'startDate "noon" is not a date',
  ],
  [
    "months",
    () =>
      new LocalPiece(
        mapOf({ ...pool, time: { points: [1, 2], attributes: { units: "months since 2024-01-01" } } }, rough),
        plan,
      ),
    'MAP016: unit "months since 2024-01-01" of the times is not known',
  ],
  [
    "a date in a calendar without leap years",
    () =>
      new LocalPiece(
        mapOf(
          { ...pool, time: { points: [1, 2], attributes: { units: "days since 2024-01-01", calendar: "noleap" } } },
          rough,
        ),
        { ...plan, startDate: "2024-01-02" },
      ),
    'dates of times "days since 2024-01-01" in calendar "noleap" are not known here',
  ],
  [
    "a time without any value at the top",
    () =>
      asked(
        mapOf(pool, (t, d, n) => (t === 11 && d === 1 ? Number.NaN : n)),
        plan,
      ),
    'MAP020: "s" has no value at its first depth, 1 m, at index 1 of time',
  ],
  [
    "nothing but gaps",
    () =>
      asked(
        mapOf(pool, () => Number.NaN),
        plan,
      ),
    'MAP015: all 180 values of "s" are gaps',
  ],
  [
    "gaps where none may be",
    () => {
      const map = mapOf(pool, (_t, _d, n) => (n === 1000 ? Number.NaN : 1));
      new LocalPiece(map, plan).valuesOf(map, "refuse");
    },
    'MAP020: 45 of 180 values of "s" are gaps',
  ],
])("%s is reported", (_, act, message) => {
  expect(problem(act)).toContain(message);
});
