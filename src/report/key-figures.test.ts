import { expect, test } from "vitest";
import { divingVehicle, instants_s, series, vehicleOf } from "../../test/support/report-sample.ts";
import type { Series } from "./input.ts";
import { FIGURES, keyFigures } from "./key-figures.ts";

const empty: Series = { t_s: new Float64Array(), columns: new Map() };

test("a straight dive of 30 m ahead and 40 m down is 50 m long, through water at 0.5 m/s, for 2 W · 100 s = 0.2 kJ", () => {
  const t_s = instants_s(100, 10);
  const vehicle = vehicleOf("v", {
    state: series(t_s, {
      north_m: (t) => 0.3 * t,
      east_m: () => 7,
      depth_m: (t) => 0.4 * t,
      uWater_mps: () => 0.3,
      vWater_mps: () => 0,
      wWater_mps: () => 0.4,
    }),
    actuators: series(t_s, { a_power_W: () => 0.5, b_power_W: () => 1.5, b_thrust_N: () => 100 }),
  });
  const { values } = keyFigures(vehicle);
  expect(values.get("distance")).toBeCloseTo(50, 9);
  expect(values.get("depth")).toBeCloseTo(40, 12);
  expect(values.get("speed")).toBeCloseTo(0.5, 12);
  expect(values.get("energy")).toBeCloseTo(0.2, 12);
  expect([...values.keys()].filter((key) => !FIGURES.some((figure) => figure.key === key))).toEqual([]);
  expect(values.has("depthLargest")).toBe(false);
});

test("the depth error counts 60 s after the step at 20 s: 10 e^(−60/8) m is the largest, and the span is told", () => {
  const { values, spans } = keyFigures(divingVehicle("v", 200, 50));
  expect(values.get("depthLargest")).toBeCloseTo(10 * Math.exp(-60 / 8), 9);
  expect(spans).toHaveLength(1);
  expect(spans[0]).toMatchObject({ what: "depth 10 m", from_s: 80, until_s: 200 });
});

test("the station error is the distance in space: 3, 4 and 12 cm make 13, and only the first minute is not settled", () => {
  const t_s = instants_s(200, 10);
  const first = (t: number): number => (t < 30 ? 2 : 1);
  const control = series(t_s, {
    northError_m: (t) => 0.03 * first(t),
    eastError_m: (t) => -0.04 * first(t),
    depthError_m: (t) => 0.12 * first(t),
    northSetpoint_m: () => 25,
    eastSetpoint_m: () => -40,
    depthSetpoint_m: () => 20,
  });
  const { values, spans } = keyFigures(vehicleOf("v", { state: empty, pilot: control }));
  expect(values.get("station")).toBeCloseTo(0.26, 12);
  expect(values.get("stationSettled")).toBeCloseTo(0.13, 12);
  expect(values.get("stationRms")).toBeCloseTo(0.13, 12);
  expect(spans.map(({ what }) => what)).toEqual(["depth 20 m", "position 25, -40, 20 m"]);
});

test("cross-track: 4 m at a corner counts in the largest, 0.5 m on the line in the settled one", () => {
  const t_s = instants_s(100, 10);
  // A second line begins at 50 s, 4 m away, and is reached at 0.5 m/s within 7 s.
  const crossTrack_m = (t: number): number => (t < 50 ? 0.3 : Math.max(0.5, 4 - 0.5 * (t - 50)));
  const state = series(t_s, { u_mps: () => 1.5, v_mps: () => 0, w_mps: () => 0 });
  const { values, spans } = keyFigures(vehicleOf("v", { state, pilot: series(t_s, { crossTrack_m }) }));
  expect(values.get("crossTrack")).toBe(4);
  expect(values.get("crossTrackSettled")).toBe(0.5);
  expect(spans.map(({ what, from_s }) => [what, from_s])).toEqual([
    ["line 1 of routes", 15],
    ["line 2 of routes", 65],
  ]);
});

test("where the log has the distance from the route, that is the figure, and not the jump at a corner", () => {
  const t_s = instants_s(100, 10);
  const state = series(t_s, { u_mps: () => 1.5, v_mps: () => 0, w_mps: () => 0 });
  const pilot = series(t_s, {
    crossTrack_m: (t) => (t < 50 ? 0 : 6),
    routeDistance_m: (t) => (t < 10 ? Number.NaN : t === 50 ? 1.5 : 0.2),
  });
  const { values } = keyFigures(vehicleOf("v", { state, pilot }));
  expect(values.get("routeDistance")).toBe(1.5);
  expect(values.has("crossTrack")).toBe(false);
});

test("an empty log has no figures and breaks nothing", () => {
  expect(keyFigures(vehicleOf("v", { state: empty, actuators: empty, pilot: empty, water: empty })).values.size).toBe(
    0,
  );
});
