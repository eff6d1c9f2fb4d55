import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { ModelBuilder, thingSite } from "../../engine/index.ts";
import { flowAt, slopeMiss } from "../test/flow-probe.ts";
import { mapComponentMaker, type SeaFileLayout, type SeaFunction, seaFile, steps } from "../test/sea-files.ts";
import { current } from "./current.ts";
import { currentDefinitions } from "./current-models.ts";
import type { JoinedFlow } from "./joined-flow.ts";

const { make, said } = mapComponentMaker(currentDefinitions, current);

const metres = { units: "m" };
const axes = {
  time: { points: [6, 7, 9] },
  depth: { points: [0, 5, 20] },
  lat: { name: "y", points: steps(0, 50, 9), attributes: metres },
  lon: { name: "x", points: steps(100, 40, 11), attributes: metres },
};
/** Products of first degree, which trilinear interpolation meets; 200 m north and 300 m east is the origin. */
const uo: SeaFunction = (t, d, n, e) => 0.3 + 1e-3 * (n - 200) - 2e-5 * (e - 300) * d + 0.05 * (t - 6);
const vo: SeaFunction = (t, d, n, e) => -0.2 + 1e-3 * (e - 300) + 1e-3 * d * (t - 6) + 1e-6 * (n - 200) * (e - 300);
const wo: SeaFunction = (_t, d) => 1e-3 * d;
const speed = { units: "m s-1" };
const U = { name: "uo", attributes: speed, f: uo };
const V = { name: "vo", attributes: speed, f: vo };
const W = { name: "wo", attributes: speed, f: wo };
const PLAN = 'model="map" map="sea.nc" originNorth_m="200" originEast_m="300"';

function file(change: Partial<SeaFileLayout> = {}): Record<string, Uint8Array> {
  return { "sea.nc": seaFile({ axes, variables: [U, V, W], ...change }) };
}

function flow(attributes: string, files = file()): JoinedFlow {
  return make(attributes, files).join(thingSite(new ModelBuilder(), "world/map"));
}

const inside = [uniform(-200, 200), uniform(-200, 200), uniform(0, 20), uniform(0, 10_800)] as const;

test("velocities, gradients and rates of the map: east is uo, north is vo, down is −wo, and an hour is 3600 s", () => {
  const sea = flow(PLAN);
  fc.assert(
    fc.property(...inside, (n, e, d, t) => {
      const hours = 6 + t / 3600;
      const { velocity, gradient, rate } = flowAt(sea, [n, e, d], t);
      // Sums of some ten products up to 1.
      expect(Math.abs(velocity[0]! - vo(hours, d, 200 + n, 300 + e))).toBeLessThan(1e-14);
      expect(Math.abs(velocity[1]! - uo(hours, d, 200 + n, 300 + e))).toBeLessThan(1e-14);
      expect(Math.abs(velocity[2]! + 1e-3 * d)).toBeLessThan(1e-16);
      expect(Math.abs(gradient[1]![0]! - 1e-3)).toBeLessThan(1e-14);
      expect(Math.abs(gradient[0]![2]! - 1e-3 * (hours - 6))).toBeLessThan(1e-14);
      expect(Math.abs(rate[1]! - 0.05 / 3600)).toBeLessThan(1e-15);
    }),
    { seed: 3 },
  );
});

test("variables by other names, in cm/s, without a vertical one", () => {
  const other = [
    { ...U, name: "a", attributes: { units: "cm/s" }, f: ((...x) => 100 * uo(...x)) satisfies SeaFunction },
    { ...V, name: "b", attributes: { units: "cm s-1" }, f: ((...x) => 100 * vo(...x)) satisfies SeaFunction },
  ];
  const sea = flow(`${PLAN} eastVariable="a" northVariable="b"`, file({ variables: other }));
  const { velocity } = flowAt(sea, [30, -20, 4], 1800);
  expect(velocity[0]).toBeCloseTo(vo(6.5, 4, 230, 280), 12);
  expect(velocity[1]).toBeCloseTo(uo(6.5, 4, 230, 280), 12);
  expect(velocity[2]).toBe(0);
  expect(flowAt(flow(`${PLAN} upVariable="none"`), [0, 0, 10]).velocity[2]).toBe(0);
});

test("a variable of a usual name that is not a map is passed over", () => {
  const more = [{ name: "w", dimensions: ["x"], type: "float64", values: new Float64Array(11).fill(1) } as const];
  expect(flowAt(flow(PLAN, file({ variables: [U, V], more })), [0, 0, 10]).velocity[2]).toBe(0);
  expect(said(`${PLAN} upVariable="w"`, file({ variables: [U, V], more })).join()).toContain(
    '"w" has x = 11, and so no axes of north and east',
  );
});

test("on a geographic map a current to the east stays one along its parallel: 0.28° of N at 32 km east of 43.5° N", () => {
  const sea = {
    lat: { points: steps(43, 0.05, 21) },
    lon: { points: steps(3.5, 0.06, 21) },
  };
  const variables = [
    { ...U, f: () => 1 },
    { ...V, f: () => 0 },
  ];
  const east = flow('model="map" map="sea.nc" latitude_deg="43.5" longitude_deg="4.1"', file({ axes: sea, variables }));
  const { velocity } = flowAt(east, [0, 32_370, 0]);
  const angle = (32_370 / 80_923) * (Math.PI / 180) * Math.sin((43.5 * Math.PI) / 180);
  // East there points to the north of N's east by Δλ sin φ; a parallel of one degree is 80.9 km here.
  expect(Math.abs(Math.atan2(velocity[0]!, velocity[1]!) - angle)).toBeLessThan(2e-5);
});

test("edge: held, continued, or down to 0 within one more cell, without a jump; the map covers none of it", () => {
  const at = (edge: string, n: number) => flowAt(flow(`${PLAN} edge="${edge}"`), [n, 0, 0]).velocity[1]!;
  expect(at("clamp", 300)).toBeCloseTo(0.5, 12);
  expect(at("extrapolate", 300)).toBeCloseTo(0.6, 12);
  expect([200, 212.5, 225, 250, 260, 1e6].map((n) => Number(at("zero", n).toFixed(12)))).toEqual([
    0.5, 0.375, 0.25, 0, 0, 0,
  ]);
  expect(at("zero", 100)).toBeCloseTo(0.4, 12);
  const sea = flow(`${PLAN} edge="zero"`);
  expect(sea.covers?.(Float64Array.of(199, 0, 0, 0), 0)).toBe(true);
  expect(sea.covers?.(Float64Array.of(201, 0, 0, 0), 0)).toBe(false);
  // Straight inside the border: rounding over 1 mm.
  expect(slopeMiss(sea, [230, -230, 3], 100, 1e-3)).toBeLessThan(1e-10);
  // Below, it is held.
  expect(flowAt(sea, [0, 0, 50]).velocity).toEqual(flowAt(sea, [0, 0, 20]).velocity);
});

test("land stands still, or moves as the nearest water; beside still land the current falls to 0 within a cell", () => {
  const coast: SeaFunction = (_t, _d, _n, e) => (e > 301 ? Number.NaN : 0.4);
  const files = file({
    variables: [
      { ...U, f: coast },
      { ...V, f: coast },
    ],
  });
  const [still, moving] = [flow(PLAN, files), flow(`${PLAN} gaps="nearest"`, files)];
  expect([-10, 0, 20, 40, 100].map((e) => Number(flowAt(still, [0, e, 3]).velocity[0]!.toFixed(12)))).toEqual([
    // The last wet column is that of 300 m.
    0.4, 0.4, 0.2, 0, 0,
  ]);
  expect(flowAt(moving, [0, 100, 3]).velocity).toEqual([0.4, 0.4, 0]);
});

test("without a time it is steady, and start_s shifts what has one", () => {
  const { time: _, ...steady } = axes;
  const sea = flow(PLAN, file({ axes: steady, variables: [{ ...U, f: (_t, d, n, e) => uo(6, d, n, e) }, V] }));
  expect(flowAt(sea, [10, 0, 1], 0)).toEqual(flowAt(sea, [10, 0, 1], 1e6));
  expect(flowAt(flow(`${PLAN} start_s="3600"`), [0, 0, 0], 3600).velocity[1]).toBeCloseTo(uo(8, 0, 200, 300), 12);
});

test("tables and grids in the file itself know no zero edge", () => {
  const rows = 'model="profile" depths_m="0 10" norths_mps="1 0" easts_mps="0 0" edge="zero"';
  expect(said(rows, {}).join()).toContain("edge = zero is for maps");
});

test("a profile covers the depths of its table, and what is above the surface", () => {
  const rows = 'model="profile" depths_m="0 10" norths_mps="1 0" easts_mps="0 0"';
  const table = make(rows, {}).join(thingSite(new ModelBuilder(), "c"));
  expect([-1, 0, 10, 11].map((d) => table.covers?.(Float64Array.of(0, 0, d, 0), 0))).toEqual([true, true, true, false]);
});

test.each<[string, string, Partial<SeaFileLayout>, RegExp]>([
  [
    "no velocity to the north",
    PLAN,
    { variables: [U] },
    /^c\.xml:1:34: error LIB029: sea\.nc:1:1: error MAP013: no variable velocity to the north, known by its standard name or as vo, v, water_v; there are: "time", "depth", "y", "x", "uo"/,
  ],
  [
    "knots",
    PLAN,
    { variables: [{ ...U, attributes: { units: "knots" } }, V] },
    /unit "knots" of "uo" is not known; m\/s and cm\/s are/,
  ],
  [
    "99 m/s",
    PLAN,
    { variables: [{ ...U, f: () => 99 }, V] },
    /"uo" is 99 m\/s at -200 m north, -200 m east, 0 m down \(it must be within -20 … 20 m\/s/,
  ],
  [
    "an edge of zero around one row",
    `${PLAN} edge="zero"`,
    { axes: { ...axes, lat: { ...axes.lat, points: [200] } } },
    /edge = zero needs a map of at least two rows and two columns/,
  ],
  [
    "a staggered grid",
    PLAN,
    {
      variables: [U],
      moreDimensions: { lon: 11 },
      more: [
        { name: "lon", dimensions: ["lon"], type: "float64", attributes: metres, values: steps(120, 40, 11) },
        {
          name: "vo",
          dimensions: ["time", "depth", "y", "lon"],
          type: "float64",
          values: new Float64Array(3 * 3 * 9 * 11),
        },
      ],
    },
    /"uo" and "vo" lie on different points of east \(bring both to the same points before\)/,
  ],
  [
    "a grid that differs in its last point alone",
    PLAN,
    {
      variables: [U],
      moreDimensions: { lon: 11 },
      more: [
        { name: "lon", dimensions: ["lon"], type: "float64", attributes: metres, values: [...steps(100, 40, 10), 520] },
        {
          name: "vo",
          dimensions: ["time", "depth", "y", "lon"],
          type: "float64",
          values: new Float64Array(3 * 3 * 9 * 11),
        },
      ],
    },
    /"uo" and "vo" lie on different points of east/,
  ],
])("%s is reported where it stands", (_, attributes, change, message) => {
  expect(said(attributes, file(change)).join("\n")).toMatch(message);
});

test("a start that is given twice is one mistake, and the map is not asked what it means", () => {
  expect(said(`${PLAN} start_s="1" startDate="2024-05-01T00:00:00Z"`, file())).toEqual([
    expect.stringContaining("start_s and startDate both say when the run begins"),
  ]);
});
