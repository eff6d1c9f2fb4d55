import { expect, test } from "vitest";
import { type EdgeRule, rectilinearAxis } from "../../math/index.ts";
import { absorption_dBpkm } from "./absorption.ts";
import { density_kgpm3 } from "./density.ts";
import { StandardOcean } from "./pressure.ts";
import { ConstantScalar, MapScalar, ProfileScalar, type ScalarSource, SeriesScalar } from "./scalar-source.ts";
import { t68From90_degC } from "./seawater.ts";
import { soundSpeed_mps } from "./sound-speed.ts";
import { WATER_COLUMN, WATER_COLUMN_SIZE, WaterColumn, type WaterColumnOptions } from "./water-column.ts";

const LATITUDE_RAD = 0.76;

function column(options: Partial<WaterColumnOptions> = {}): WaterColumn {
  return new WaterColumn({
    temperature: [new ConstantScalar(10)],
    salinity: [new ConstantScalar(35)],
    pressure: new StandardOcean(LATITUDE_RAD),
    latitude_rad: LATITUDE_RAD,
    pH: 8,
    soundSpeedModel: "unesco",
    absorptionModel: "francois-garrison",
    ...options,
  });
}

function waterAt(water: WaterColumn, place: readonly number[], t_s = 0): number[] {
  const out = new Float64Array(WATER_COLUMN_SIZE + 1);
  water.waterInto(out, 1, Float64Array.of(0, ...place, t_s), 1);
  return [...out.slice(1)];
}

test("the record holds what the formulas say of the temperature on the scale of 1968, the salinity and the pressure", () => {
  const water = column();
  const [T, S, p, rho, c] = waterAt(water, [5, -3, 400]);
  expect([T, S]).toEqual([10, 35]);
  const t68_degC = t68From90_degC(10);
  // The same operations: rounding only.
  expect(rho).toBeCloseTo(density_kgpm3(35, t68_degC, p!), 10);
  expect(c).toBeCloseTo(soundSpeed_mps("unesco", { t68_degC, salinity_psu: 35, pressure_dbar: p! }), 10);
  const alone = new Float64Array(1);
  water.densityInto(alone, 0, Float64Array.of(5, -3, 400, 0), 0);
  expect(alone[0]).toBe(rho);
});

test("depth formulas are asked with the depth and the latitude", () => {
  const c = waterAt(column({ soundSpeedModel: "leroy" }), [0, 0, 800])[WATER_COLUMN.soundSpeed_mps];
  const sample = { t68_degC: t68From90_degC(10), salinity_psu: 35, depth_m: 800, latitude_rad: LATITUDE_RAD };
  expect(c).toBeCloseTo(soundSpeed_mps("leroy", sample), 10);
});

test("a summer profile of the western Mediterranean has 1537.6 m/s at the surface and 1536.7 at 2000 m", () => {
  const z = [0, 20, 30, 50, 100, 200, 400, 1000, 2000];
  const profile = {
    temperature: [new ProfileScalar(z, [25, 24.5, 19, 15, 13.5, 13.3, 13.4, 13.0, 12.8], "clamp")],
    salinity: [new ProfileScalar(z, [38, 38, 38, 38, 38.1, 38.3, 38.5, 38.45, 38.4], "clamp")],
  };
  const water = column(profile);
  // The figures took a temperature of 1968 and as many dbar as metres: 25 dbar less at 2000 m, 0.42 m/s and 0.11 kg/m³;
  // 0.006 °C are 0.02 m/s.
  expect(Math.abs(waterAt(water, [0, 0, 0])[4]! - 1537.6)).toBeLessThan(0.07);
  expect(Math.abs(waterAt(water, [0, 0, 0])[3]! - 1025.61)).toBeLessThan(0.007);
  expect(Math.abs(waterAt(water, [0, 0, 2000])[4]! - 1536.7)).toBeLessThan(0.5);
  expect(Math.abs(waterAt(water, [0, 0, 2000])[3]! - 1037.8)).toBeLessThan(0.12);
  // Between them the nine-term formula, of other data, agrees within the accuracies of both.
  const other = column({ ...profile, soundSpeedModel: "mackenzie" });
  for (const depth of [10, 40, 100, 300, 400, 700]) {
    expect(Math.abs(waterAt(water, [0, 0, depth])[4]! - waterAt(other, [0, 0, depth])[4]!)).toBeLessThan(0.3);
  }
});

test("above the mean surface a profile goes on as its edge rule says, and the pressure stays 0", () => {
  const water = column({ temperature: [new ProfileScalar([0, 10], [20, 10], "extrapolate")] });
  const [T, , p] = waterAt(water, [0, 0, -2]);
  expect([T, p]).toEqual([22, 0]);
});

test("sources lie over one another: 10 °C, a front of 0 … 4 °C to the north and −1 °C in a layer give 10 + 2 − 1", () => {
  const water = column({
    temperature: [
      new ConstantScalar(10),
      new MapScalar(rectilinearAxis([0, 100], "clamp"), rectilinearAxis([0, 100], "clamp"), [0, 0, 4, 4]),
      new ProfileScalar([0, 10, 20], [0, -1, 0], "clamp"),
    ],
  });
  expect(waterAt(water, [50, 7, 10])[0]).toBeCloseTo(11, 12);
});

test("a salinity that a sum makes negative counts as fresh water", () => {
  const water = column({ salinity: [new ConstantScalar(1), new ConstantScalar(-3)] });
  const found = waterAt(water, [0, 0, 0]);
  expect(found[WATER_COLUMN.salinity_psu]).toBe(0);
  expect(found[WATER_COLUMN.density_kgpm3]).toBeCloseTo(density_kgpm3(0, t68From90_degC(10), 0), 10);
});

/** Linear in each of its variables, so every interpolation must return it. */
const plume = (n: number, e: number, z: number, t: number): number =>
  1 + 0.01 * n - 0.02 * e + 0.1 * z + 0.5 * t + 1e-3 * n * e * t;

test("named scalar maps over two, three and four axes return what they were sampled from, at their index", () => {
  const N = [-50, 0, 80];
  const E = [0, 30];
  const Z = [0, 5, 40];
  const T = [0, 60];
  const axis = (points: readonly number[]) => rectilinearAxis(points, "clamp");
  const over = T.flatMap((t) => N.flatMap((n) => E.flatMap((e) => Z.map((z) => plume(n, e, z, t)))));
  const scalars: Record<string, readonly ScalarSource[]> = {
    turbidity: [
      new MapScalar(
        axis(N),
        axis(E),
        N.flatMap((n) => E.map((e) => plume(n, e, 0, 0))),
      ),
    ],
    plankton: [
      new SeriesScalar(
        axis(N),
        axis(E),
        axis(Z),
        axis([0]),
        N.flatMap((n) => E.flatMap((e) => Z.map((z) => plume(n, e, z, 0)))),
      ),
    ],
    dye: [new SeriesScalar(axis(N), axis(E), axis(Z), axis(T), over)],
  };
  const water = column({ scalars });
  expect(water.scalarNames).toEqual(["turbidity", "plankton", "dye"]);
  const out = new Float64Array(3);
  const point = Float64Array.of(33, 12, 17, 41);
  for (let k = 0; k < 3; k++) water.scalarInto(out, k, k, point, 0);
  const expected = [plume(33, 12, 0, 0), plume(33, 12, 17, 0), plume(33, 12, 17, 41)];
  // Values up to 30, each with a few roundings.
  expected.forEach((value, k) => {
    expect(out[k]).toBeCloseTo(value, 12);
  });
});

test("absorption follows the water at the place: at 33 kHz a lake absorbs less than a tenth of the sea", () => {
  const frequency = Float64Array.of(0, 33e3);
  const at = (water: WaterColumn): number => {
    const out = new Float64Array(1);
    water.absorptionInto(out, 0, frequency, 1, Float64Array.of(0, 0, 20, 0), 0);
    return out[0]!;
  };
  const sea = at(column());
  const sample = { t68_degC: t68From90_degC(10), salinity_psu: 35, pH: 8, depth_m: 20, frequency_Hz: 33e3 };
  expect(sea).toBeCloseTo(absorption_dBpkm("francois-garrison", sample), 12);
  expect(at(column({ salinity: [new ConstantScalar(0)] }))).toBeLessThan(sea / 10);
});

test("what is outside is reported in words, by quantity: the formulas' ranges, the data's borders", () => {
  const warm = column({ temperature: [new ProfileScalar([0, 50], [45, 10], "clamp")] });
  expect(warm.outsideAt(Float64Array.of(0, 0, 0, 0), 0)).toEqual([
    `density: t68_degC = ${t68From90_degC(45)} is above 40`,
    `sound speed: t68_degC = ${t68From90_degC(45)} is above 40`,
  ]);
  expect(warm.outsideAt(Float64Array.of(0, 0, 60, 0), 0, 50)).toEqual([
    "absorption: frequency_Hz = 50 is below 200",
    "temperature: the place is outside its data",
  ]);
});

test("a profile is its table, linear between the rows, and beyond them held, continued or without an answer", () => {
  const at = (edge: EdgeRule, depth_m: number): number => new ProfileScalar([2, 4, 8], [10, 6, 7], edge).at(depth_m);
  // 10 − 2 (z − 2) from 2 to 4 m, 6 + (z − 4)/4 from 4 to 8 m: all numbers below are exact.
  for (const edge of ["clamp", "extrapolate", "nan"] as const) {
    expect([2, 2.5, 4, 7, 8].map((z) => at(edge, z))).toEqual([10, 9, 6, 6.75, 7]);
    expect(at(edge, Number.NaN)).toBeNaN();
  }
  expect([1, 12].map((z) => at("clamp", z))).toEqual([10, 7]);
  expect([1, 12].map((z) => at("extrapolate", z))).toEqual([12, 8]);
  expect([1, 12].map((z) => at("nan", z))).toEqual([Number.NaN, Number.NaN]);
  expect(new ProfileScalar([5], [3], "clamp").at(-40)).toBe(3);
  expect(() => new ProfileScalar([0, 1], [3], "clamp")).toThrow("2 depths but 1 values");
});

test("the answer does not depend on what was asked before", () => {
  const water = column({ temperature: [new ProfileScalar([0, 1, 5, 9, 30, 80], [20, 19, 15, 11, 10, 9], "clamp")] });
  const places = [0, 77, 3, 29.9, 6, -4, 500, 8.99];
  const alone = places.map((z) =>
    waterAt(column({ temperature: [new ProfileScalar([0, 1, 5, 9, 30, 80], [20, 19, 15, 11, 10, 9], "clamp")] }), [
      0,
      0,
      z,
    ]),
  );
  expect(places.map((z) => waterAt(water, [0, 0, z]))).toEqual(alone);
});
