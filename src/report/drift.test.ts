import { expect, test } from "vitest";
import {
  divingVehicle,
  instants_s,
  sampleRun,
  seaVehicle,
  series,
  seriesOf,
  vehicleOf,
  withChannel,
  withoutChannel,
} from "../../test/support/report-sample.ts";
import { driftOf } from "./drift.ts";
import type { Series, VehicleData } from "./input.ts";
import { keyFigures } from "./key-figures.ts";
import { panelsOf } from "./panels.ts";
import { tracksOf } from "./tracks.ts";

/** Runs north at 1.5 m/s until `stop_s`; then 0.06 m/s north and 0.08 m/s east, in a current of 0.1 m/s east and orbits of waves. */
function drifting(duration_s: number, stop_s: number): VehicleData {
  const t_s = instants_s(duration_s, 10);
  const after = (t: number): number => Math.max(0, t - stop_s);
  return vehicleOf("v", {
    state: series(t_s, {
      north_m: (t) => 1.5 * Math.min(t, stop_s) + 0.06 * after(t),
      east_m: (t) => 0.08 * after(t),
      depth_m: () => 0.1,
      currentNorth_mps: (t) => 0.2 * Math.sin(Math.PI * t),
      currentEast_mps: () => 0.1,
    }),
    actuators: series(t_s, {
      rudder_command_rad: () => 0.1,
      propeller_command_radps: (t) => (t < stop_s ? 100 : 0),
      propeller_thrust_N: (t) => (t < stop_s ? 10 : 0),
    }),
    water: series(t_s, {
      windNorth_mps: () => 3,
      windEast_mps: () => -4,
      windDown_mps: () => 0,
      windHeight_m: () => 0.1,
    }),
  });
}

test("60 s after its propeller stopped, 0.06 north and 0.08 east are 0.1 m/s of drift; less 0.1 east, √(0.06² + 0.02²) of leeway", () => {
  const { values } = keyFigures(drifting(300, 100));
  // From 160.0 s, or 160.1 where the last command is a sample later, to 300 s: whole turns of the waves, up to one sample.
  expect(values.get("drift")).toBeCloseTo(0.1, 12);
  // A tenth of a second more or less of a wave of 0.2 m/s, over 140 s: 2e-4 m/s at the most.
  expect(Math.abs(values.get("leeway")! - Math.hypot(0.06, 0.02))).toBeLessThan(2e-4);
});

test("one that lay stopped from the start drifts over the whole log", () => {
  expect(driftOf(drifting(120, 0))!.drift_mps).toBeCloseTo(0.1, 12);
});

test("none is told of a log without wind, of less than a minute, or of a vehicle whose thruster runs", () => {
  expect(driftOf(withoutChannel(drifting(300, 100), "water"))).toBeNull();
  expect(driftOf(seaVehicle("v", 300, 10))).toBeNull();
  expect(driftOf(drifting(215, 100))).toBeNull();
  expect(driftOf(drifting(300, 300))).toBeNull();
});

test("a gap in the log ends the stretch: what lies before it does not count", () => {
  const whole = drifting(400, 0);
  const keep = (t: number): boolean => t < 50 || t > 200;
  const cut = (s: Series): Series => ({
    t_s: s.t_s.filter(keep),
    columns: new Map([...s.columns].map(([name, y]) => [name, y.filter((_, i) => keep(s.t_s[i]!))])),
  });
  // Before the gap it went elsewhere: the way from there would be 0.1 m/s no more.
  const state = cut(seriesOf(whole, "state"));
  const north_m = state.columns.get("north_m")!.map((north, i) => (state.t_s[i]! < 50 ? north - 1000 : north));
  const gap = withChannel(whole, "state", { ...state, columns: new Map([...state.columns, ["north_m", north_m]]) });
  expect(driftOf(gap)!.drift_mps).toBeCloseTo(0.1, 12);
});

test("without a current in the log there is a drift and no leeway", () => {
  const vehicle = drifting(300, 0);
  const state = seriesOf(vehicle, "state");
  const columns = new Map([...state.columns].filter(([name]) => !name.startsWith("current")));
  expect(driftOf(withChannel(vehicle, "state", { ...state, columns }))).toEqual({
    drift_mps: expect.any(Number),
    leeway_mps: null,
  });
});

test("the wind has a plot with its speed, 5 m/s for 3 north and 4 west; who never felt it has none", () => {
  const panels = (vehicle: VehicleData) => panelsOf(tracksOf({ title: "t", runs: [sampleRun("a.mcap", [vehicle])] }));
  const wind = panels(drifting(60, 0)).filter(({ title }) => title.startsWith("Wind"));
  expect(wind.map(({ lines }) => lines.map(({ label, signal }) => [label, signal.y[7]]))).toEqual([
    [
      ["speed", 5],
      ["north", 3],
      ["east", -4],
    ],
  ]);
  const calm = (): number => 0;
  const deep = drifting(60, 0);
  const water = series(seriesOf(deep, "state").t_s, {
    windNorth_mps: calm,
    windEast_mps: calm,
    windDown_mps: calm,
    windHeight_m: calm,
  });
  for (const vehicle of [withChannel(deep, "water", water), divingVehicle("v", 60, 10)]) {
    expect(panels(vehicle).filter(({ title }) => title.includes("Wind"))).toEqual([]);
  }
});
