/**
 * What a query of the sea costs: a current on a grid of 3-D space and time, with gradient and rate; the water's record; and
 * both, as the environment asks for each vehicle. Places move on by a metre or so from query to query, as vehicles do.
 *
 * The reference is the same current from three plain trilinear tables, asked one after the other, without rate.
 */
import { GriddedCurrent } from "../src/environment/currents/gridded-current.ts";
import { FLOW_SIZE, POINT_SIZE } from "../src/environment/flow.ts";
import { HydrostaticPressure } from "../src/environment/water/hydrostatic.ts";
import { ProfileScalar } from "../src/environment/water/scalar-source.ts";
import { WATER_COLUMN_SIZE, WaterColumn } from "../src/environment/water/water-column.ts";
import { LinearGrid3, rectilinearAxis, uniformAxis } from "../src/math/index.ts";
import { type Benchmark, comparison, figure, nsPerItemInTurns } from "./harness.ts";

const QUERIES = 400_000;
const NORTHS = 60;
const EASTS = 50;
const DEPTHS = [0, 2, 5, 10, 20, 30, 50, 80, 120, 200];
const TIMES = 4;

const north = uniformAxis(0, 50, NORTHS, "clamp");
const east = uniformAxis(0, 50, EASTS, "clamp");
const depth = rectilinearAxis(DEPTHS, "clamp");

/** A velocity for every point: any numbers will do, but the same ones in every run. */
function velocities(times: number): Float64Array {
  const count = times * NORTHS * EASTS * DEPTHS.length * 3;
  return Float64Array.from({ length: count }, (_, k) => 0.5 * Math.sin(0.37 * k));
}

function seaColumn(): WaterColumn {
  const temperatures = [24, 24, 23, 21, 17, 15, 14, 13.5, 13.3, 13.2];
  const salinities = DEPTHS.map((z) => 38 + z / 400);
  const temperature = new ProfileScalar(DEPTHS, temperatures, "clamp");
  const salinity = new ProfileScalar(DEPTHS, salinities, "clamp");
  const column = {
    temperature_degC: (z: number) => temperature.at(z),
    salinity_psu: (z: number) => salinity.at(z),
  };
  return new WaterColumn({
    temperature: [temperature],
    salinity: [salinity],
    pressure: new HydrostaticPressure(column, 0.75),
    latitude_rad: 0.75,
    pH: 8.1,
    soundSpeedModel: "unesco",
    absorptionModel: "francois-garrison",
  });
}

/** A vehicle's way through the whole grid. */
function track(): Float64Array {
  const places = new Float64Array(QUERIES * POINT_SIZE);
  for (let k = 0; k < QUERIES; k++) {
    const at = k * POINT_SIZE;
    places[at] = 1475 * (1 + Math.sin(6e-4 * k));
    places[at + 1] = 1225 * (1 + Math.cos(7.1e-4 * k));
    places[at + 2] = 95 * (1 + Math.sin(3e-3 * k));
    places[at + 3] = k * 0.007;
  }
  return places;
}

export const benchmark: Benchmark = {
  name: "water",
  doc: "queries of current and water at a place and a time",
  run() {
    const places = track();
    const flow = new Float64Array(FLOW_SIZE);
    const record = new Float64Array(WATER_COLUMN_SIZE);
    const moving = new GriddedCurrent(north, east, depth, uniformAxis(0, 900, TIMES, "clamp"), velocities(TIMES));
    const steady = new GriddedCurrent(north, east, depth, rectilinearAxis([0], "clamp"), velocities(1));
    const sea = seaColumn();

    const currentOf = (source: GriddedCurrent) => (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        for (let j = 0; j < FLOW_SIZE; j++) flow[j] = 0;
        source.addFlow(flow, 0, places, k * POINT_SIZE);
        sum += flow[0] ?? 0;
      }
      return sum;
    };
    const water = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        sea.waterInto(record, 0, places, k * POINT_SIZE);
        sum += record[4] ?? 0;
      }
      return sum;
    };
    const both = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        for (let j = 0; j < FLOW_SIZE; j++) flow[j] = 0;
        moving.addFlow(flow, 0, places, k * POINT_SIZE);
        sea.densityInto(record, 0, places, k * POINT_SIZE);
        sum += (flow[0] ?? 0) + (record[0] ?? 0);
      }
      return sum;
    };
    const single = velocities(1);
    const tables = [0, 1, 2].map(
      (c) =>
        new LinearGrid3(
          north,
          east,
          depth,
          single.filter((_, k) => k % 3 === c),
        ),
    );
    const cells = new Int32Array(9);
    const value = new Float64Array(4);
    const plain = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        for (let c = 0; c < 3; c++) {
          tables[c]?.valueAndGradientInto(value, 0, cells, 3 * c, places, k * POINT_SIZE);
          sum += value[0] ?? 0;
        }
      }
      return sum;
    };

    const bodies = [currentOf(moving), currentOf(steady), plain, water, both];
    const [movingRuns = [], steadyRuns = [], plainRuns = [], waterRuns = [], bothRuns = []] = nsPerItemInTurns(
      bodies,
      QUERIES,
    );
    const goal = { of: "value", atMost: 200 } as const;
    return [
      comparison("current, 3-D grid with time", "ns", movingRuns, "three steady trilinear tables", plainRuns, goal),
      comparison("current, steady 3-D grid", "ns", steadyRuns, "three steady trilinear tables", plainRuns, goal),
      figure("water record by UNESCO formulas", "ns", waterRuns, goal),
      figure("current with time and density, as a hull asks", "ns", bothRuns),
    ];
  },
};
