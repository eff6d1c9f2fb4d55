import { expect, test } from "vitest";
import type { NetcdfAttributes } from "../test/map-writers.ts";
import { type SeaAxis, type SeaFileLayout, seaFile, steps } from "../test/sea-files.ts";
import { MapError } from "./map-error.ts";
import { findVariable } from "./netcdf-file.ts";
import { isOverNorthAndEast, openSeaVariable, type SeaMap } from "./netcdf-grid.ts";
import { openNetcdf } from "./open-netcdf.ts";

/** Every digit of a value says where it stands. */
const f = (t: number, depth: number, north: number, east: number): number =>
  1e6 * t + 1e3 * Math.abs(depth) + 10 * (north - 40) + (east - 3);
const TIMES = [0, 3, 4];
const DEPTHS = [0, 5, 20, 21];
const NORTHS = [40, 41, 43];
const EASTS = [3, 4, 6, 7, 9];

function open(layout: SeaFileLayout, name = "thetao"): SeaMap {
  const netcdf = openNetcdf("sea.nc", seaFile(layout));
  return openSeaVariable(netcdf, findVariable(netcdf, name)!);
}

function whole(map: SeaMap): Float64Array {
  return map.read({ from: 0, count: map.norths.length }, { from: 0, count: map.easts.length });
}

const variables = [{ name: "thetao", f, attributes: { units: "degC" } }];
const expected: number[] = [];
for (const t of TIMES)
  for (const n of NORTHS) for (const e of EASTS) for (const d of DEPTHS) expected.push(f(t, d, n, e));

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, k) => permutations(all.filter((_, i) => i !== k)).map((rest) => [one, ...rest]));
}

test("in each of the 24 orders of the dimensions, each axis either way, a map is the same map", () => {
  for (const order of permutations<SeaAxis>(["time", "depth", "lat", "lon"])) {
    for (let flips = 0; flips < 8; flips++) {
      const turned = (points: number[], bit: number): number[] =>
        (flips >> bit) % 2 === 1 ? points.toReversed() : points;
      const axes = {
        time: { points: TIMES },
        depth: { points: turned(DEPTHS, 0) },
        lat: { points: turned(NORTHS, 1) },
        lon: { points: turned(EASTS, 2) },
      };
      const map = open({ axes, order, variables });
      expect([...map.norths, ...map.easts, ...map.depths_m, ...map.times]).toEqual([
        ...NORTHS,
        ...EASTS,
        ...DEPTHS,
        ...TIMES,
      ]);
      expect([...whole(map)]).toEqual(expected);
    }
  }
});

test("a part is the part of the whole", () => {
  const axes = {
    time: { points: TIMES },
    depth: { points: DEPTHS },
    lat: { points: NORTHS.toReversed() },
    lon: { points: EASTS },
  };
  const part = open({ axes, variables }).read({ from: 1, count: 2 }, { from: 2, count: 3 });
  const wanted: number[] = [];
  for (const t of TIMES)
    for (const n of NORTHS.slice(1))
      for (const e of EASTS.slice(2, 5)) for (const d of DEPTHS) wanted.push(f(t, d, n, e));
  expect([...part]).toEqual(wanted);
});

test("without time and depth there is one of each; other dimensions of length 1 do not count", () => {
  const map = open({
    axes: { lat: { points: NORTHS }, lon: { points: EASTS } },
    variables: [],
    moreDimensions: { member: 1 },
    more: [
      {
        name: "thetao",
        dimensions: ["lat", "member", "lon"],
        type: "int16",
        attributes: { scale_factor: ["float64", 0.5], add_offset: ["float64", 10], _FillValue: ["int16", -1] },
        values: steps(0, 1, 15).map((k) => (k === 7 ? -1 : k)),
      },
    ],
  });
  expect([...map.depths_m, ...map.times]).toEqual([0, 0]);
  expect([...whole(map)]).toEqual(steps(0, 1, 15).map((k) => (k === 7 ? Number.NaN : 10 + 0.5 * k)));
});

test.each<[string, number[], NetcdfAttributes]>([
  ["positive up", [-30, -10, 0], { units: "m", positive: "up" }],
  ["negative, and not said", [0, -10, -30], {}],
  ["altitudes in kilometres", [-0.03, -0.01, 0], { units: "km", standard_name: "altitude" }],
  ["positive down, deepest first", [30, 10, 0], { units: "meters", positive: "down" }],
  ["named depth alone", [0, 10, 30], { units: "m" }],
])("depths %s are 0, 10 and 30 m", (_, points, attributes) => {
  const name = attributes.units === undefined ? "z" : "depth";
  const axes = { depth: { points, name, attributes }, lat: { points: NORTHS }, lon: { points: EASTS } };
  const map = open({ axes, variables: [{ name: "thetao", f: (_t, depth) => Math.abs(depth) }] });
  map.depths_m.forEach((depth_m, k) => {
    expect(depth_m).toBeCloseTo([0, 10, 30][k]!, 12);
  });
  const depths = [...whole(map)].slice(0, 3);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
});

test("axes are known by what their variables say, whatever their names are", () => {
  const axes = {
    time: { name: "a", points: TIMES, attributes: { axis: "T", units: "days since 2000-01-01" } },
    depth: { name: "b", points: DEPTHS, attributes: { positive: "down" } },
    lat: { name: "c", points: NORTHS, attributes: { standard_name: "latitude", units: "degrees" } },
    lon: { name: "d", points: EASTS, attributes: { units: "degrees_east" } },
  };
  const map = open({ axes, variables });
  expect([map.coordinates, map.timeUnits]).toEqual(["geographic", "days since 2000-01-01"]);
  expect([...whole(map)]).toEqual(expected);
  const netcdf = openNetcdf("sea.nc", seaFile({ axes, variables }));
  expect(netcdf.variables.filter((variable) => isOverNorthAndEast(netcdf, variable)).map(({ name }) => name)).toEqual([
    "thetao",
  ]);
});

test("metres and kilometres are projected", () => {
  const km = { units: "km" };
  const axes = {
    lat: { name: "y", points: [1, 2], attributes: km },
    lon: { name: "x", points: [5, 6, 8], attributes: km },
  };
  const map = open({ axes, variables });
  expect([map.coordinates, ...map.norths, ...map.easts]).toEqual(["projected", 1000, 2000, 5000, 6000, 8000]);
});

test("longitudes go on across the date line, and around the earth a part may pass the seam", () => {
  const pacific = [178, 179, -180, -179, -178];
  const byEast = [
    { name: "thetao", f: (_t: number, _d: number, north: number, east: number) => north + ((east + 360) % 360) },
  ];
  const across = open({ axes: { lat: { points: [0, 1] }, lon: { points: pacific } }, variables: byEast });
  expect([...across.easts]).toEqual([178, 179, 180, 181, 182]);
  expect([...whole(across)].slice(0, 5)).toEqual([178, 179, 180, 181, 182]);
  expect(across.wraps).toBe(false);

  const around = open({ axes: { lat: { points: [0, 1] }, lon: { points: steps(0, 10, 36) } }, variables: byEast });
  expect(around.wraps).toBe(true);
  expect([...around.read({ from: 1, count: 1 }, { from: -2, count: 4 })]).toEqual([341, 351, 1, 11]);
  expect([...around.read({ from: 0, count: 1 }, { from: 34, count: 4 })]).toEqual([340, 350, 0, 10]);
});

function problem(layout: SeaFileLayout, name = "thetao"): string {
  try {
    open(layout, name);
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    return error.diagnostics.map(({ code, message, hint }) => `${code} ${message} (${hint ?? ""})`).join("; ");
  }
  return "";
}

const plain = { lat: { points: NORTHS }, lon: { points: EASTS } };

test.each<[string, SeaFileLayout, string]>([
  [
    "latitudes that turn around",
    { axes: { ...plain, lat: { points: [40, 42, 41, 43] } }, variables },
    'MAP014 "lat" does not go one way: 41 beside 42',
  ],
  [
    "longitudes twice the same",
    { axes: { ...plain, lon: { points: [3, 4, 4, 5] } }, variables },
    'MAP014 "lon" does not go one way: 4 beside 4',
  ],
  [
    "depths out of order",
    { axes: { ...plain, depth: { points: [0, 20, 10, 30, 40] } }, variables },
    'MAP014 "depth" does not go one way: 10 beside 20',
  ],
  [
    "times out of order",
    { axes: { ...plain, time: { points: [0, 6, 3] } }, variables },
    'MAP014 the times "time" must ascend, but 3 follows 6',
  ],
  [
    "times backwards",
    { axes: { ...plain, time: { points: [6, 3, 0] } }, variables },
    'MAP014 the times "time" must ascend, but 3 follows 6',
  ],
  [
    "an axis with a gap",
    { axes: { ...plain, lat: { points: [40, Number.NaN, 42] } }, variables },
    '"lat" has no value at index 1',
  ],
  [
    "levels of pressure",
    { axes: { ...plain, depth: { name: "lev", points: [0, 10], attributes: { units: "dbar" } } }, variables },
    'MAP016 unit "dbar" of the depths "lev" is not known; metres and kilometres are',
  ],
  [
    "depths above the surface",
    { axes: { ...plain, depth: { points: [-30, -10], attributes: { positive: "down", units: "m" } } }, variables },
    'MAP014 every depth of "depth" lies above the surface, the first at -30 m (does its attribute "positive" say',
  ],
  [
    "an ensemble",
    {
      axes: plain,
      variables: [],
      moreDimensions: { member: 3 },
      more: [
        { name: "thetao", dimensions: ["member", "lat", "lon"], type: "float32", values: new Float64Array(45) },
        { name: "member", dimensions: ["member"], type: "int32", values: [1, 2, 3] },
      ],
    },
    'MAP013 the dimension "member" = 3 of "thetao" is not one of time, depth, north and east',
  ],
  [
    "coordinates in two dimensions",
    {
      axes: {},
      variables: [],
      moreDimensions: { eta: 2, xi: 3 },
      more: [{ name: "thetao", dimensions: ["eta", "xi"], type: "float32", values: new Float64Array(6) }],
    },
    'MAP013 the dimension "eta" = 2 of "thetao" has no coordinate variable of its name (two-dimensional coordinates',
  ],
  [
    "a column alone",
    { axes: { depth: { points: DEPTHS } }, variables },
    'MAP013 "thetao" has depth = 4, and so no axes of north and east',
  ],
  [
    "axes without units or known names of either sort",
    {
      axes: { lat: { name: "y", points: [1, 2], attributes: {} }, lon: { name: "x", points: [1, 2], attributes: {} } },
      variables,
    },
    "MAP012 the file does not say whether its coordinates are geographic or projected",
  ],
  [
    "metres called degrees",
    { axes: { ...plain, lat: { points: [4000, 5000] } }, variables },
    "MAP004 latitudes from 4000 to 5000 degrees do not exist (are these metres of a projection?)",
  ],
  [
    "two axes of depth",
    {
      axes: {
        depth: { points: [0, 1], name: "z" },
        time: { name: "lev", points: [0, 1], attributes: { units: "m" } },
        ...plain,
      },
      variables,
    },
    'MAP013 both "lev" and "z" of "thetao" are axes of depth',
  ],
])("%s are reported", (_, layout, message) => {
  expect(problem(layout)).toContain(message);
});

test("more values than are held are refused before they are read", () => {
  const axes = {
    time: { points: steps(0, 1, 600) },
    depth: { points: steps(0, 1, 40) },
    lat: { points: steps(40, 0.01, 20) },
    lon: { points: steps(3, 0.01, 18) },
  };
  // The file ends behind its axes: the values are never looked at.
  const dimensions = ["time", "depth", "lat", "lon"];
  const map = open({ axes, variables: [], more: [{ name: "thetao", dimensions, type: "int8", values: [] }] });
  expect(() => whole(map)).toThrow("600 times of 20 by 18 places at 40 depths are more than 8388608 values");
  expect(() => map.read({ from: 0, count: 2 }, { from: 0, count: 2 })).toThrow("MAP003");
});
