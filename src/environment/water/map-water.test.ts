import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { mapComponentMaker, type SeaFileLayout, type SeaFunction, seaFile, steps } from "../test/sea-files.ts";
import { density_kgpm3 } from "./density.ts";
import { mapWater } from "./map-water.ts";
import { pressureFromDepth_dbar } from "./pressure.ts";
import { t68From90_degC } from "./seawater.ts";
import { constantWater, profileWater, water } from "./water.ts";
import { WATER_COLUMN_SIZE, type WaterColumn } from "./water-column.ts";

const { make, said } = mapComponentMaker([water, constantWater, profileWater, mapWater], water);

const axes = {
  depth: { points: [0, 10, 50, 200] },
  lat: { points: steps(42.5, 0.1, 11) },
  lon: { points: steps(3.5, 0.1, 13) },
};
const temperature: SeaFunction = (_t, d, lat, lon) => 20 - 0.04 * d + 2 * (lat - 43) - (lon - 4);
const salinity: SeaFunction = (_t, d) => 37 + 0.005 * d;
const T = { name: "thetao", attributes: { units: "degrees_C" }, f: temperature };
const S = { name: "so", attributes: { units: "1e-3" }, f: salinity };
const ORIGIN = 'latitude_deg="43" longitude_deg="4"';
const MAP = `model="map" map="sea.nc" ${ORIGIN}`;

function file(change: Partial<SeaFileLayout> = {}): Record<string, Uint8Array> {
  return { "sea.nc": seaFile({ axes, variables: [T, S], ...change }) };
}

function at(column: WaterColumn, n: number, e: number, d: number, t = 0): number[] {
  const out = new Float64Array(WATER_COLUMN_SIZE);
  column.waterInto(out, 0, Float64Array.of(n, e, d, t), 0);
  return [...out];
}

test("temperature and salinity of one file at the origin, with the density and the pressure that follow from them", () => {
  const sea = make(MAP, file());
  const [t, s, p, rho] = at(sea, 0, 0, 100);
  expect(t).toBeCloseTo(16, 9);
  expect(s).toBeCloseTo(37.5, 9);
  expect(rho).toBeCloseTo(density_kgpm3(37.5, t68From90_degC(16), p!), 9);
  // The standard ocean has 0 °C and S 35, 1028.1 kg/m³ at its surface; this one 1026.3 to 1027.5: 0.06 to 0.18 % lighter.
  const lighter_dbar = pressureFromDepth_dbar(100, (43 * Math.PI) / 180) - p!;
  expect(lighter_dbar).toBeGreaterThan(0.06);
  expect(lighter_dbar).toBeLessThan(0.18);
  // 0.1° north is 11.1 km, 0.2 °C warmer.
  expect(at(sea, 11_112, 0, 0)[0]).toBeCloseTo(20.2, 4);
});

test("the pressure is that of a profile with the same column at the origin", () => {
  const sea = make(MAP, file());
  const rows = 'depths_m="0 10 50 200" temperatures_degC="20 19.6 18 12" salinities_psu="37 37.05 37.25 38"';
  const column = mapComponentMaker([water, profileWater], water).make(`model="profile" ${rows} latitude_deg="43"`, {});
  for (const d of [0, 7, 50, 120, 200, 300]) {
    // The same table to 1e-13 of its values.
    expect(Math.abs(at(sea, 5000, -3000, d)[2]! - at(column, 0, 0, d)[2]!)).toBeLessThan(1e-9);
  }
});

test("two files, found by standard names, in kelvins and kg/kg, in any orientation", () => {
  const turned = {
    depth: { points: [0, -10, -50, -200], name: "z", attributes: { units: "m", positive: "up" } },
    lat: { points: axes.lat.points.toReversed() },
    lon: axes.lon,
  };
  const files = {
    "t.nc": seaFile({
      axes: turned,
      order: ["lon", "depth", "lat"],
      variables: [
        {
          name: "x1",
          attributes: { standard_name: "sea_water_potential_temperature", units: "K" },
          f: (t, z, lat, lon) => 273.15 + temperature(t, -z, lat, lon),
        },
      ],
    }),
    "s.nc": seaFile({
      axes,
      variables: [
        {
          name: "x2",
          attributes: { standard_name: "sea_water_salinity", units: "kg kg-1" },
          f: (...a) => salinity(...a) / 1000,
        },
      ],
    }),
  };
  const sea = make(`model="map" map="t.nc" salinityMap="s.nc" ${ORIGIN}`, files);
  const plain = make(MAP, file());
  const near = uniform(-20_000, 20_000);
  fc.assert(
    fc.property(near, near, uniform(0, 200), (n, e, d) => {
      const [a, b] = [at(sea, n, e, d), at(plain, n, e, d)];
      // 273.15 + T loses 6e-14 of T.
      for (const k of [0, 1]) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(1e-11);
    }),
    { seed: 7, numRuns: 50 },
  );
});

test("time: a warming of 1 °C per day, from noon of the first day", () => {
  const days = { ...axes, time: { points: [0, 24, 48] } };
  const warming = { ...T, f: ((t, d, lat, lon) => temperature(0, d, lat, lon) + t / 24) satisfies SeaFunction };
  const files = file({ axes: days, variables: [warming, S] });
  expect(at(make(MAP, files), 0, 0, 0, 6 * 3600)[0]).toBeCloseTo(20.25, 9);
  expect(at(make(`${MAP} start_s="43200"`, files), 0, 0, 0, 6 * 3600)[0]).toBeCloseTo(20.75, 9);
  const dated = make(`${MAP} startDate="2024-06-01T12:00:00Z"`, files);
  expect(at(dated, 0, 0, 0, 6 * 3600)[0]).toBeCloseTo(20.75, 9);
  // Held after the last time, and reported.
  expect(at(dated, 0, 0, 0, 1e6)[0]).toBeCloseTo(22, 9);
  expect([
    dated.covers(Float64Array.of(0, 0, 0, 129_600), 0),
    dated.covers(Float64Array.of(0, 0, 0, 129_601), 0),
  ]).toEqual([true, false]);
});

test("outside the map the edge rule answers, and the column says so", () => {
  const sea = make(MAP, file());
  expect(sea.covers(Float64Array.of(0, 0, -2, 0), 0)).toBe(true);
  expect(sea.covers(Float64Array.of(0, 0, 201, 0), 0)).toBe(false);
  expect(sea.covers(Float64Array.of(60_000, 0, 5, 0), 0)).toBe(false);
  expect(sea.outsideAt(Float64Array.of(60_000, 0, 5, 0), 0)).toContain("temperature: the place is outside its data");
  expect(at(sea, 0, 0, 300)[0]).toBeCloseTo(12, 9);
  expect(at(make(`${MAP} edge="extrapolate"`, file()), 0, 0, 300)[0]).toBeCloseTo(8, 9);
});

test("land takes the nearest value of its depth, packed and with a fill value; a depth that is all land takes the one above", () => {
  const packed = {
    scale_factor: ["float32", 0.125],
    add_offset: ["float32", 10],
    _FillValue: ["int16", -32_767],
  } as const;
  const f: SeaFunction = (_t, d, _lat, lon) => (lon > 4.04 || d > 100 ? -32_767 : 8 * (d === 0 ? 10 : 4));
  const files = file({
    variables: [{ name: "thetao", type: "int16", attributes: { ...packed, units: "degC" }, f }, S],
  });
  const sea = make(MAP, files);
  expect(at(sea, 0, 30_000, 0)[0]).toBe(20);
  expect(at(sea, 0, 30_000, 50)[0]).toBe(14);
  expect(at(sea, 0, 0, 200)[0]).toBe(14);
  expect(said(`${MAP} gaps="refuse"`, files).join()).toMatch(
    /^c\.xml:1:\d+: error LIB029: sea\.nc:1:1: error MAP020: \d+ of 572 values of "thetao" are gaps/,
  );
});

test.each<[string, string, Partial<SeaFileLayout>, RegExp]>([
  [
    "no salinity",
    MAP,
    { variables: [T] },
    /^c\.xml:1:32: error LIB029: sea\.nc:1:1: error MAP013: no variable salinity, known by its standard name or as so, salinity, salt; there are: "depth", "lat", "lon", "thetao" \(name the variable\)$/,
  ],
  [
    "a variable that is not there",
    `${MAP} temperatureVariable="sst"`,
    {},
    /no variable "sst"; there are: "depth", "lat", "lon", "thetao", "so"/,
  ],
  [
    "kelvins without a unit",
    MAP,
    { variables: [{ ...T, attributes: {}, f: () => 290 }, S] },
    /"thetao" is 290 °C at .* m north, .* m east, 0 m down \(it must be within -3 … 50 °C/,
  ],
  [
    "a fill value that is not declared",
    MAP,
    { variables: [T, { ...S, f: (_t, _d, lat) => (lat > 43.2 ? 1e20 : 35) }] },
    /MAP040: "so" is 1e20 at north 43\.3, east 3\.5, depth 0 m of the map, .* noData="1e20" in the scenario/,
  ],
  [
    "what is not a unit",
    MAP,
    { variables: [{ ...T, attributes: { units: "Fahrenheit" } }, S] },
    /unit "Fahrenheit" of "thetao" is not known; degrees Celsius and kelvins are/,
  ],
  [
    "an origin off the map",
    'model="map" map="sea.nc" latitude_deg="53" longitude_deg="4"',
    {},
    /the world's origin, north 53°, east 4°, lies off the map/,
  ],
  ["no origin", 'model="map" map="sea.nc" latitude_deg="43"', {}, /the world's origin on the map is not given/],
  [
    "two origins",
    `${MAP} originNorth_m="0" originEast_m="0"`,
    {},
    /the map is in degrees, but the origin is in metres/,
  ],
  ["two starts", `${MAP} start_s="0" startDate="2024-06-01"`, {}, /start_s and startDate both say when the run begins/],
  ["no map", `model="map" ${ORIGIN}`, {}, /water model "map" reads map/],
  ["no such file", `model="map" map="none.nc" ${ORIGIN}`, {}, /cannot read "none\.nc": no such file/],
])("%s is reported where it stands", (_, attributes, change, message) => {
  expect(said(attributes, file(change)).join("\n")).toMatch(message);
});

test("what is not a NetCDF file is reported", () => {
  expect(said(MAP, { "sea.nc": new TextEncoder().encode("a poem") })[0]).toMatch(
    /^c\.xml:1:32: error LIB029: sea\.nc:1:1: error MAP004/,
  );
});

test("a file with any bytes changed is read or refused with located lines, and nothing else happens", () => {
  const bytes = file()["sea.nc"]!;
  // The header and the axes have some 900 bytes: most of the damage goes there.
  const place = fc.oneof(fc.nat(bytes.length - 1), fc.nat(900), fc.nat(900));
  const value = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
  fc.assert(
    fc.property(fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 4 }), (changes) => {
      const damaged = bytes.slice();
      for (const [k, byte] of changes) damaged[k] = byte;
      for (const line of said(MAP, { "sea.nc": damaged })) {
        expect(line).toMatch(/^c\.xml:1:\d+: error LIB029: sea\.nc:1:1: error MAP\d\d\d: [^\n]+$/);
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});

test("a salinity without a unit that is a mass fraction is refused with the unit to declare; fresh water and kg/kg are read", () => {
  const with_ = (k: number, attributes: Record<string, string>) =>
    file({ variables: [T, { name: "so", attributes, f: (t, d, lat, lon) => k * salinity(t, d, lat, lon) }] });
  for (const attributes of [{}, { units: "1" }] as Record<string, string>[]) {
    expect(said(MAP, with_(1e-3, attributes)).join("\n")).toMatch(
      /MAP055: "so" has .*its largest value is 0\.038.*kg\/kg/,
    );
  }
  // 37.5 psu at 100 m; the file has float64 or float32, 1e-7 of it.
  expect(at(make(MAP, with_(1e-3, { units: "kg/kg" })), 0, 0, 100)[1]).toBeCloseTo(37.5, 4);
  expect(at(make(MAP, with_(1, {})), 0, 0, 100)[1]).toBeCloseTo(37.5, 4);
  expect(at(make(MAP, with_(0, {})), 0, 0, 100)[1]).toBe(0);
});

test("a vertical axis of level numbers without units is refused with what to declare", () => {
  const levels = (attributes: Record<string, string>, points = [0, 1, 2, 4]) =>
    file({ axes: { ...axes, depth: { name: "level", points, attributes } } });
  expect(said(MAP, levels({})).join("\n")).toMatch(
    /MAP054: "level" has no units, and its values are whole numbers, 0, 1 …/,
  );
  for (const attributes of [{ units: "m" }, { positive: "down" }] as Record<string, string>[]) {
    expect(said(MAP, levels(attributes))).toEqual([]);
  }
  expect(said(MAP, levels({}, [0.5, 1.5, 3, 8]))).toEqual([]);
});
