/** Queries allocate nothing. */
import { expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";

const bytesOf = probeOf(
  import.meta.url,
  `
import { ModelBuilder, Simulation, thingSite } from "../../engine/index.ts";
import { rectilinearAxis, uniformAxis } from "../../math/index.ts";
import * as flow from "../flow.ts";
import { BottomLayerCurrent, LogLayer, PowerLayer } from "../currents/boundary-layer.ts";
import { GaussMarkovCurrent } from "../currents/gauss-markov-current.ts";
import { GriddedCurrent } from "../currents/gridded-current.ts";
import { ProfileCurrent, UniformCurrent } from "../currents/steady-currents.ts";
import { TidalCurrent } from "../currents/tidal-current.ts";
import { GustyWind } from "../currents/wind.ts";
import { StandardOcean } from "./pressure.ts";
import { ConstantScalar, MapScalar, ProfileScalar } from "./scalar-source.ts";
import { FieldScalar } from "./fields/field-scalar.ts";
import { LocalPiece } from "./fields/local-piece.ts";
import { HydrostaticPressure } from "./hydrostatic.ts";
import { WATER_COLUMN_SIZE, WaterColumn } from "./water-column.ts";

const z = [0, 5, 12, 30, 80];
const column = (soundSpeedModel, absorptionModel, pressure) => new WaterColumn({
  temperature: [new ProfileScalar(z, [20, 19, 15, 13, 12], "clamp")],
  salinity: [new ProfileScalar(z, [36, 36, 36.5, 37, 38], "clamp"), new ConstantScalar(0.1)],
  pressure, latitude_rad: 0.7, pH: 8, soundSpeedModel, absorptionModel,
  scalars: { turbidity: [new MapScalar(uniformAxis(0, 10, 5, "clamp"), uniformAxis(0, 10, 5, "clamp"), new Float64Array(25).fill(2))] },
});
const builder = new ModelBuilder();
const values = Float64Array.from({ length: 6 * 6 * 5 * 2 * 3 }, (_, k) => Math.sin(k));
const grid = new GriddedCurrent(uniformAxis(0, 10, 6, "clamp"), uniformAxis(0, 10, 6, "clamp"), rectilinearAxis(z, "clamp"), rectilinearAxis([0, 1000], "clamp"), values);
const wander = new GaussMarkovCurrent({ velocity_mps: [1, 0, 0], deviations: [1, 1, 0], correlationTime_s: 9, updateRate_Hz: 1 }).join(thingSite(builder, "c"));
const gusts = new GustyWind({ speed_mps: 9, from_rad: 1, referenceHeight_m: 10, profile: "log", exponent: 0.1, roughness_m: 1e-3, gustIntensity: 0.1, gustTime_s: 5, updateRate_Hz: 1 }).join(thingSite(builder, "w"));
const sim = new Simulation(builder.build());
wander.lookAt(sim.reals);
gusts.lookAt(sim.reals);
const tide = new TidalCurrent([{ period_s: 44714, major_mps: 1, minor_mps: 0.1, direction_rad: 1, phase_rad: 2 }]);
const layers = [new PowerLayer(90, 1 / 7, false), new LogLayer(90, 1e-3, false)].map((s) => new BottomLayerCurrent([1, 0, 0], 90, s));
const all = [new UniformCurrent([1, 2, 3]), new ProfileCurrent(z, [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [0, 0, 0, 0, 0], "clamp"), grid, tide, ...layers, wander];
const standard = new StandardOcean(0.7);
const own = new HydrostaticPressure({ temperature_degC: () => 12, salinity_psu: () => 36 }, 0.7);
// A map in degrees, whose places are found through the ellipsoid.
const count = (from, step, n) => Float64Array.from({ length: n }, (_, k) => from + step * k);
const chart = {
  file: "map", variable: "v", units: "", coordinates: "geographic", epsg: null, wraps: false, rim: 0, timeUnits: "h since 2000-01-01",
  norths: count(43 - 2e-4, 1e-4, 9), easts: count(4 - 2e-4, 1e-4, 9), depths_m: Float64Array.from(z), times: count(0, 0.1, 2), calendar: "",
  read: (rows, columns) => Float64Array.from({ length: 2 * rows.count * columns.count * 5 }, (_, k) => 12 + Math.sin(k)),
};
const piece = new LocalPiece(chart, { origin: { latitude_rad: 43 * Math.PI / 180, longitude_rad: 4 * Math.PI / 180, height_m: 0 } });
// A map in metres of a projection that is passed in, whose places are found through a table.
const metres = { ...chart, coordinates: "projected", epsg: 2154, norths: count(4763e3 - 40, 20, 9), easts: count(326e3 - 40, 20, 9) };
const projections = () => (longitude_deg, latitude_deg) => [81500 * longitude_deg, 4763e3 + 111e3 * (latitude_deg - 43)];
const projected = new LocalPiece(metres, { origin: { latitude_rad: 43 * Math.PI / 180, longitude_rad: 4 * Math.PI / 180, height_m: 0 }, projections });
const far = new FieldScalar(projected, projected.valuesOf(metres, "refuse"), "clamp");
const field = new FieldScalar(piece, piece.valuesOf(chart, "refuse"), "clamp");
const mapped = new WaterColumn({
  temperature: [field], salinity: [field], pressure: own, latitude_rad: 0.7, pH: 8, soundSpeedModel: "unesco", absorptionModel: "francois-garrison",
  scalars: { plankton: [field] },
});
const worlds = {
  "water from maps of another projection": new WaterColumn({
    temperature: [far], salinity: [far], pressure: own, latitude_rad: 0.7, pH: 8, soundSpeedModel: "unesco", absorptionModel: "francois-garrison",
    scalars: { plankton: [far] },
  }),
  "water from maps": mapped,
  "every current at once": all,
  "a grid of currents": [grid],
  wind: [gusts],
  "unesco and francois-garrison": column("unesco", "francois-garrison", standard),
  "leroy and ainslie-mccolm": column("leroy", "ainslie-mccolm", own),
  "mackenzie and fisher-simmons": column("mackenzie", "fisher-simmons", own),
};
const world = worlds[process.env.WORLD];
const record = new Float64Array(flow.FLOW_SIZE);
const water = new Float64Array(WATER_COLUMN_SIZE + 2);
const point = new Float64Array(flow.POINT_SIZE);
const frequency = Float64Array.of(33e3);
const sources = Array.isArray(world) ? world : null;
function run(queries) {
  for (let i = 0; i < queries; i++) {
    point[0] = (point[0] + 0.37) % 60;
    point[1] = (point[1] + 0.11) % 60;
    point[2] = (point[2] + 0.053) % 90 - (world === worlds.wind ? 40 : 0);
    point[3] = (point[3] + 0.01) % 900;
    if (sources !== null) {
      record.fill(0);
      for (let k = 0; k < sources.length; k++) sources[k].addFlow(record, 0, point, 0);
    } else {
      world.waterInto(water, 0, point, 0);
      world.absorptionInto(water, 5, frequency, 0, point, 0);
      world.scalarInto(water, 6, 0, point, 0);
      if (world.covers(point, 0)) water[6]++;
    }
  }
}
process.stdout.write(String(leastBytes(run, 200_000)));
`,
);

test.each([
  "every current at once",
  "a grid of currents",
  "wind",
  "water from maps",
  "water from maps of another projection",
  "unesco and francois-garrison",
  "leroy and ainslie-mccolm",
  "mackenzie and fisher-simmons",
])("a warm query of %s allocates less than a byte", (world) => {
  expect(bytesOf({ WORLD: world })).toBeLessThan(1);
});
