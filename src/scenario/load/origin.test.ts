import { describe, expect, test } from "vitest";
import { loadText, scenarioOf } from "../../../test/support/scenarios.ts";
import { formatDiagnostic } from "../../core/index.ts";
import { GEODETIC, geodeticFinder } from "./origin.ts";

const REMUS = 'file="components/vehicles/remus100.xml"';

function around(world: string): string {
  return `<scenario id="test" duration_s="1">\n<world ${world}/>\n<vehicle id="auv" ${REMUS}/>\n</scenario>`;
}

describe("the origin of a scenario", () => {
  test("is the latitude and the longitude of its world", () => {
    const { origin } = scenarioOf(around('latitude_deg="42.6" longitude_deg="4.6" waterLevel_m="139"'));
    // One product of two doubles, against the same product.
    expect(origin).toEqual({
      latitude_rad: 42.6 * (Math.PI / 180),
      longitude_rad: 4.6 * (Math.PI / 180),
      height_m: 139,
    });
  });

  test("does not exist where the world states none, or a latitude alone", () => {
    expect(scenarioOf(around("")).origin).toBeUndefined();
    expect(scenarioOf(around('latitude_deg="42.6"')).origin).toBeUndefined();
  });

  test("needs a latitude", () => {
    const { diagnostics } = loadText(around('longitude_deg="4.6"'));
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      "test.xml:2:23: error LIB029: the world has a longitude without a latitude: that is not an origin (add latitude_deg, or leave the longitude out)",
    ]);
  });
});

describe("positions on the earth", () => {
  // WGS-84 at 43.1° N, by hand: e² = 0.00669437999, W² = 1 − e² sin²φ = 0.99687464; radius of the meridian
  // M = a (1 − e²) / W³ = 6 365 257 m, of the parallel N cos φ = a cos φ / W = 4 664 370 m.
  const M = 6_365_257;
  const PARALLEL = 4_664_370;

  test.each([
    ["the origin", [0, 0, 0], [43.1, 5.93, 0]],
    ["100 m north, 20 m deep", [100, 0, 20], [43.1 + 100 / M / (Math.PI / 180), 5.93, -20]],
    ["100 m west", [0, -100, 0], [43.1, 5.93 - 100 / PARALLEL / (Math.PI / 180), 0]],
  ])("%s", (_, p_NB, expected) => {
    const find = geodeticFinder({
      latitude_rad: (43.1 * Math.PI) / 180,
      longitude_rad: (5.93 * Math.PI) / 180,
      height_m: 0,
    });
    const out = new Float64Array(3);
    find(out, 0, Float64Array.from(p_NB), 0);
    // The radii have seven digits, so 100 m are good to 0.02 mm or 2e-10°; the plane's own error at 100 m is 2.5e-10 of it, and
    // 100 m west are 100 m tan φ s / 2R = 7e-4 m south of the parallel, 7e-9°.
    expect(Math.abs(out[GEODETIC.latitude_deg]! - expected[0]!)).toBeLessThan(1e-8);
    expect(Math.abs(out[GEODETIC.longitude_deg]! - expected[1]!)).toBeLessThan(4e-10);
    // Heights go through no sum: −depth, and 0.
    expect(out[GEODETIC.height_m]).toBeCloseTo(expected[2]!, 12);
  });

  test("a longitude of 190° is 170° west", () => {
    const find = geodeticFinder({ latitude_rad: 0, longitude_rad: (190 * Math.PI) / 180, height_m: 0 });
    const out = new Float64Array(3);
    find(out, 0, new Float64Array(3), 0);
    // A few ulp of 170.
    expect(out[GEODETIC.longitude_deg]).toBeCloseTo(-170, 11);
  });
});
