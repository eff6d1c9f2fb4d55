import proj4 from "proj4";
import { describe, expect, test } from "vitest";
import { RAD_PER_DEG } from "../../core/index.ts";
import { localGrid } from "./local-grid.ts";
import { MapError } from "./map-error.ts";
import { mapExtent } from "./map-extent.ts";
import { readMap } from "./read-map.ts";

/** An ESRI grid of values at points. */
function map(columns: number, rows: number, west: number, south: number, step: number, options: object) {
  const head = `NCOLS ${columns}\nNROWS ${rows}\nXLLCENTER ${west}\nYLLCENTER ${south}\nCELLSIZE ${step}\n`;
  const text = head + Array(rows).fill(Array(columns).fill("-20").join(" ")).join("\n");
  return readMap("bay.asc", new TextEncoder().encode(text), options);
}

const origin = { latitude_rad: 43.1 * RAD_PER_DEG, longitude_rad: 5.93 * RAD_PER_DEG, height_m: 0 };

describe("what a map covers around an origin", () => {
  test("in its own metres: from the first value to the last, at their distance", () => {
    const plan = map(5, 3, 1000, 2000, 10, { coordinates: "projected" });
    const { extent, spacing_m } = mapExtent(plan, { north_m: 2010, east_m: 1010, height_m: 0 });
    expect(extent).toEqual({ south_m: -10, north_m: 10, west_m: -10, east_m: 30 });
    expect(spacing_m).toBe(10);
  });

  test("in degrees: 0.02° of latitude are 2221.9 m, and 0.02° of longitude at its north 1627.6 m", () => {
    const chart = map(21, 21, 5.92, 43.09, 0.001, { coordinates: "geographic" });
    const { extent, spacing_m } = mapExtent(chart, origin);
    // Radii of meridian and parallel at 43.1°: 6 365 257 m and 4 664 370 m (scenario/load/origin.test.ts). The parallel is shorter by
    // tan φ · 1.1 km / R = 1.6e-4 at the northern edge; two insets of 1 % of a cell of 81 m.
    const cell_m = (4_664_370 * 0.001 * Math.PI) / 180;
    const north_m = (6_365_257 * 0.01 * Math.PI) / 180;
    expect(Math.abs(extent.north_m - (north_m - 0.01 * cell_m))).toBeLessThan(0.1);
    expect(Math.abs(extent.east_m - (10 * cell_m * (1 - 1.63e-4) - 0.01 * cell_m))).toBeLessThan(0.05);
    expect(Math.abs(spacing_m - cell_m * (1 - 1.63e-4))).toBeLessThan(0.01);
  });

  test("of UTM: the places that proj4 finds for its corners, turned by the convergence, lie outside", () => {
    const [east, north] = proj4("+proj=longlat +datum=WGS84", "+proj=utm +zone=31 +datum=WGS84", [5.93, 43.1]);
    const chart = map(41, 41, east! - 2000, north! - 2000, 100, { coordinates: "projected", epsg: 32631 });
    const { extent, spacing_m } = mapExtent(chart, origin);
    // Convergence (5.93° − 3°) sin 43.1° = 2.0°: a square of ± 2000 m holds one of 2000 (cos − sin) = 1929 m, by the scale of 1.0005.
    const angle = 2.93 * RAD_PER_DEG * Math.sin(43.1 * RAD_PER_DEG);
    const half_m = 2000 * (Math.cos(angle) - Math.sin(angle));
    for (const edge of Object.values(extent)) expect(Math.abs(Math.abs(edge) - half_m)).toBeLessThan(5);
    expect(spacing_m).toBeLessThan(100);
    // And all of it is on the map.
    const most_m = Math.min(...Object.values(extent).map(Math.abs));
    const square = { south_m: -most_m, north_m: most_m, west_m: -most_m, east_m: most_m };
    expect(localGrid(chart, origin, square, most_m / 20, { outside: "refuse", gaps: "hole" }).outside).toBe(0);
  });
});

test("MAP019 says what the map covers", () => {
  const plan = map(5, 3, 1000, 2000, 10, { coordinates: "projected" });
  const wide = { south_m: -20, north_m: 20, west_m: -20, east_m: 20 };
  const ask = () =>
    localGrid(plan, { north_m: 2010, east_m: 1010, height_m: 0 }, wide, 10, { outside: "refuse", gaps: "hole" });
  expect(ask).toThrow(MapError);
  expect(ask).toThrow(
    /error MAP019: 13 of 25 places lie off the map, which covers north -10 to 10 m, east -10 to 30 m around the origin/,
  );
});
