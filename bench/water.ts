/**
 * What a query of the sea costs: a current on a grid of 3-D space and time, with gradient and rate; the water's record; and
 * both at one place, which is the whole query. Places move on by a metre or so from query to query, as vehicles do.
 *
 * The reference is the same steady current written out in this file, as one would by hand: found by counting, eight corners
 * weighed, no gradient. It stays as it is, so the ratios separate a faster query from a faster machine.
 */
import { GriddedCurrent } from "../src/environment/currents/gridded-current.ts";
import { FLOW_SIZE, POINT_SIZE } from "../src/environment/flow.ts";
import { HydrostaticPressure } from "../src/environment/water/hydrostatic.ts";
import { ProfileScalar, SeriesScalar } from "../src/environment/water/scalar-source.ts";
import { WATER_COLUMN_SIZE, WaterColumn } from "../src/environment/water/water-column.ts";
import { rectilinearAxis, uniformAxis } from "../src/math/index.ts";
import { type Benchmark, comparison, nsPerItemInTurns } from "./harness.ts";

const QUERIES = 200_000;
const SPACING_M = 50;
const NORTHS = 60;
const EASTS = 50;
const DEPTHS = [0, 2, 5, 10, 20, 30, 50, 80, 120, 200];
const TIMES = 4;

const north = uniformAxis(0, SPACING_M, NORTHS, "clamp");
const east = uniformAxis(0, SPACING_M, EASTS, "clamp");
const depth = rectilinearAxis(DEPTHS, "clamp");

/** Numbers for every point: any will do, but the same ones in every run. */
function numbers(times: number, perPoint: number): Float64Array {
  const count = times * NORTHS * EASTS * DEPTHS.length * perPoint;
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

/** A vehicle's way through the whole grid, and through its times. */
function track(): Float64Array {
  const places = new Float64Array(QUERIES * POINT_SIZE);
  for (let k = 0; k < QUERIES; k++) {
    const at = k * POINT_SIZE;
    places[at] = 1475 * (1 + Math.sin(6e-4 * k));
    places[at + 1] = 1225 * (1 + Math.cos(7.1e-4 * k));
    places[at + 2] = 95 * (1 + Math.sin(3e-3 * k));
    places[at + 3] = k * 0.013;
  }
  return places;
}

/** A flow record from zero, store by store: a loop over it takes 15 ns more, fill() 20. */
function clear(flow: Float64Array): void {
  flow[0] = 0;
  flow[1] = 0;
  flow[2] = 0;
  flow[3] = 0;
  flow[4] = 0;
  flow[5] = 0;
  flow[6] = 0;
  flow[7] = 0;
  flow[8] = 0;
  flow[9] = 0;
  flow[10] = 0;
  flow[11] = 0;
  flow[12] = 0;
  flow[13] = 0;
  flow[14] = 0;
}

/** The reference: adds the velocity at places[i ..] to out. */
function addByHand(out: Float64Array, f: Float64Array, places: Float64Array, i: number): void {
  const n = Math.min(NORTHS - 2, Math.floor(places[i]! / SPACING_M));
  const e = Math.min(EASTS - 2, Math.floor(places[i + 1]! / SPACING_M));
  let d = 0;
  while (d < DEPTHS.length - 2 && places[i + 2]! >= DEPTHS[d + 1]!) d++;
  const u = places[i]! / SPACING_M - n;
  const v = places[i + 1]! / SPACING_M - e;
  const w = (places[i + 2]! - DEPTHS[d]!) / (DEPTHS[d + 1]! - DEPTHS[d]!);
  const first = ((n * EASTS + e) * DEPTHS.length + d) * 3;
  for (let corner = 0; corner < 8; corner++) {
    const at = first + ((corner >> 2) * EASTS + ((corner >> 1) & 1)) * DEPTHS.length * 3 + (corner & 1) * 3;
    const weight = (corner & 4 ? u : 1 - u) * (corner & 2 ? v : 1 - v) * (corner & 1 ? w : 1 - w);
    for (let c = 0; c < 3; c++) out[c]! += weight * f[at + c]!;
  }
}

export const benchmark: Benchmark = {
  name: "water",
  doc: "queries of current and water at a place and a time",
  run() {
    const places = track();
    const flow = new Float64Array(FLOW_SIZE);
    const record = new Float64Array(WATER_COLUMN_SIZE);
    const time = uniformAxis(0, 900, TIMES, "clamp");
    const moving = new GriddedCurrent(north, east, depth, time, numbers(TIMES, 3));
    const steady = new GriddedCurrent(north, east, depth, rectilinearAxis([0], "clamp"), numbers(1, 3));
    const plankton = new SeriesScalar(north, east, depth, time, numbers(TIMES, 1));
    const sea = seaColumn();
    const single = numbers(1, 3);

    // Each body has a loop of its own, so that none is compiled for what another one asks. A source adds itself to what is
    // there, so the parts are left to add up; the whole query starts from zero each time.
    const movingCurrent = (): number => {
      flow.fill(0);
      for (let k = 0; k < QUERIES; k++) moving.addFlow(flow, 0, places, k * POINT_SIZE);
      return flow[0]!;
    };
    const steadyCurrent = (): number => {
      flow.fill(0);
      for (let k = 0; k < QUERIES; k++) steady.addFlow(flow, 0, places, k * POINT_SIZE);
      return flow[0]!;
    };
    const byHand = (): number => {
      flow.fill(0);
      for (let k = 0; k < QUERIES; k++) addByHand(flow, single, places, k * POINT_SIZE);
      return flow[0]!;
    };
    const scalar = (): number => {
      record[0] = 0;
      for (let k = 0; k < QUERIES; k++) plankton.addValue(record, 0, places, k * POINT_SIZE);
      return record[0]!;
    };
    const water = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        sea.waterInto(record, 0, places, k * POINT_SIZE);
        sum += record[4]!;
      }
      return sum;
    };
    const hull = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        clear(flow);
        moving.addFlow(flow, 0, places, k * POINT_SIZE);
        sea.densityInto(record, 0, places, k * POINT_SIZE);
        sum += flow[0]! + record[0]!;
      }
      return sum;
    };
    const whole = (): number => {
      let sum = 0;
      for (let k = 0; k < QUERIES; k++) {
        clear(flow);
        moving.addFlow(flow, 0, places, k * POINT_SIZE);
        sea.waterInto(record, 0, places, k * POINT_SIZE);
        sum += flow[0]! + record[4]!;
      }
      return sum;
    };

    const bodies = [movingCurrent, steadyCurrent, scalar, water, hull, whole, byHand];
    const runs = nsPerItemInTurns(bodies, QUERIES, 15);
    const reference = runs.at(-1) ?? [];
    const goal = { of: "value", atMost: 200 } as const;
    return [
      "current, 3-D grid with time",
      "current, steady 3-D grid",
      "scalar, 3-D grid with time",
      "water record by UNESCO formulas",
      "current with time and density, as a hull asks",
      "whole query: current with time and water record",
    ].map((name, k) => comparison(name, "ns", runs[k] ?? [], "a steady current by hand", reference, goal));
  },
};
