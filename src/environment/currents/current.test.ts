import { expect, test } from "vitest";
import { ModelBuilder, thingSite } from "../../engine/index.ts";
import { componentMaker, flowAt } from "../test/flow-probe.ts";
import { current } from "./current.ts";
import { currentDefinitions } from "./current-models.ts";

const { make, said, faults } = componentMaker(currentDefinitions, current);
const flowOf = (attributes: string) => make(attributes).join(thingSite(new ModelBuilder(), "current"));

test("the definitions are in order", () => {
  expect(faults).toEqual([]);
});

test("each model is made from its file", () => {
  expect(flowAt(flowOf('velocity_mps="0.3 -0.1 0"'), [0, 0, 9]).velocity).toEqual([0.3, -0.1, 0]);

  const profile = flowOf('model="profile" depths_m="0 10" norths_mps="0.5 0.3" easts_mps="0 0.1"');
  expect(flowAt(profile, [0, 0, 5]).velocity[0]).toBeCloseTo(0.4, 15);
  expect(flowAt(profile, [0, 0, 5]).velocity[1]).toBeCloseTo(0.05, 15);

  const tidal = flowOf(
    'model="tidal" periods_s="100 50" majors_mps="0.4 0.1" directions_deg="90 0" phases_deg="0 180"',
  );
  const [n, e] = flowAt(tidal, [0, 0, 0]).velocity;
  expect(n).toBeCloseTo(-0.1, 15);
  expect(e).toBeCloseTo(0.4, 15);

  const layer = flowOf('model="power-layer" velocity_mps="1 0 0" bottomDepth_m="30"');
  expect(flowAt(layer, [0, 0, 15]).velocity[0]).toBeCloseTo(0.5 ** (1 / 7), 14);
  const log = flowOf(
    'model="log-layer" velocity_mps="1 0 0" bottomDepth_m="30" layerThickness_m="10" roughness_m="0.01"',
  );
  expect(flowAt(log, [0, 0, 29]).velocity[0]).toBeCloseTo(Math.log(101) / Math.log(1001), 14);
});

test("a grid in a file runs by time, north, east and depth, the last fastest", () => {
  const grid = flowOf(`model="grid" gridNorths_m="0 100" gridEasts_m="0 50" depths_m="0 10" gridTimes_s="0 60"
    norths_mps="0 0.1 0.2 0.3 0.4 0.5 0.6 0.7  0.8 0.9 1.0 1.1 1.2 1.3 1.4 1.5"
    easts_mps="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"`);
  // 0.1 per depth cell, 0.2 per east, 0.4 per north, 0.8 per time.
  const { velocity, gradient, rate } = flowAt(grid, [50, 25, 5], 30);
  expect(velocity[0]).toBeCloseTo(0.05 + 0.1 + 0.2 + 0.4, 14);
  expect(gradient[0]![0]).toBeCloseTo(0.4 / 100, 14);
  expect(gradient[0]![1]).toBeCloseTo(0.2 / 50, 14);
  expect(gradient[0]![2]).toBeCloseTo(0.1 / 10, 14);
  expect(rate[0]).toBeCloseTo(0.8 / 60, 14);
  // Time is held beyond its ends.
  expect(flowAt(grid, [0, 0, 0], 600).velocity[0]).toBeCloseTo(0.8, 14);
});

test.each([
  ["two components", 'velocity_mps="0.3 0.1"', "velocity_mps"],
  ["knots, perhaps", 'velocity_mps="30 0 0"', "velocity_mps"],
  ["depths out of order", 'model="profile" depths_m="0 20 10" norths_mps="1 2 3" easts_mps="1 2 3"', "depths_m"],
  [
    "a row too few",
    'model="profile" depths_m="0 10 20" norths_mps="1 2" easts_mps="1 2 3"',
    "norths_mps has 2 numbers for 3 depths",
  ],
  [
    "a grid with a gap",
    'model="grid" gridNorths_m="0 1" gridEasts_m="0 1" depths_m="0 1" norths_mps="1 2 3 4 5 6 7" easts_mps="1 2 3 4 5 6 7 8"',
    "norths_mps has 7 numbers for 8 points of the grid",
  ],
  [
    "a constituent without direction",
    'model="tidal" periods_s="100 50" majors_mps="0.4 0.1" directions_deg="90"',
    "directions_deg has 1 numbers for 2 periods",
  ],
  ["a period of zero", 'model="tidal" periods_s="0" majors_mps="0.4" directions_deg="90"', "periods_s"],
  [
    "a layer thicker than the sea",
    'model="power-layer" velocity_mps="1 0 0" bottomDepth_m="30" layerThickness_m="40"',
    "reaches above the surface",
  ],
  [
    "a process without memory",
    'model="gauss-markov" velocity_mps="0 0 0" deviations_mps="1 1 0" correlationTime_s="0"',
    "correlationTime_s = 0",
  ],
])("%s is reported", (_, attributes, message) => {
  expect(said(attributes).join("\n")).toContain(message);
});
