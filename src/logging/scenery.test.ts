import { expect, test } from "vitest";
import type { SceneryShape } from "../engine/index.ts";
import { type DeclaredScenery, readScenery, SCENERY_METADATA, sceneryKey, sceneryText } from "./index.ts";

const items: readonly DeclaredScenery[] = [
  {
    ...{ of: "auv/pilot", name: "lane", role: "route", label: "route lane", vehicle: "auv" },
    drawn: {
      shape: "line",
      points: [
        [0, 0],
        [100.00049, 60],
      ],
    },
  },
  {
    ...{ of: "world/bottom", name: "", role: "bottom", label: "depth", unit: "m" },
    drawn: {
      shape: "grid",
      origin: [-5, -5],
      spacing: [10, 10],
      rows: 2,
      columns: 2,
      values: [1, null, 3.2123456789, 4],
    },
  },
  {
    ...{ of: "world/current", name: "", role: "current", label: "current", unit: "m/s" },
    drawn: { shape: "arrows", arrows: [[1, 2, 0.25, -0.5]] },
  },
];

const record = (pairs: readonly (readonly [string, string])[]) =>
  new Map([[SCENERY_METADATA, Object.fromEntries(pairs)]]);

test("what is declared is read back, rounded to millimetres and six digits", () => {
  const read = readScenery(record(items.map((item) => [sceneryKey(item), sceneryText(item)])));
  expect(read.map(({ of, role, vehicle }) => [of, role, vehicle])).toEqual([
    ["auv/pilot/lane", "route", "auv"],
    ["world/bottom", "bottom", undefined],
    ["world/current", "current", undefined],
  ]);
  expect(read[0]!.drawn).toEqual({
    shape: "line",
    points: [
      [0, 0],
      [100, 60],
    ],
  });
  expect(read[1]!.drawn).toMatchObject({ values: [1, null, 3.21235, 4] });
  expect(read[2]!.drawn).toEqual(items[2]!.drawn);
});

test("a circle goes along with its vehicle, or stands around a place", () => {
  const circle = { of: "auv/modem", name: "", role: "range", label: "range", vehicle: "auv" } as const;
  const read = (drawn: SceneryShape) => readScenery(record([["auv/modem", sceneryText({ ...circle, drawn })]]));
  expect(read({ shape: "circle", radius: 1500.00049 })[0]).toEqual({
    ...{ of: "auv/modem", role: "range", label: "range", vehicle: "auv" },
    drawn: { shape: "circle", radius: 1500 },
  });
  const standing = { shape: "circle", radius: 20, centre: [1, -2] } as const;
  expect(read(standing)[0]!.drawn).toEqual(standing);
});

test("a line of 100,000 points is thinned to 500, its ends kept; a grid that is too large is refused", () => {
  const points = Array.from({ length: 100_000 }, (_, k) => [k, 0] as const);
  const text = sceneryText({ ...items[0]!, drawn: { shape: "line", points } });
  expect(text.length).toBeLessThan(10_000);
  const [line] = readScenery(record([["a", text]]));
  const kept = (line!.drawn as never as { points: number[][] }).points;
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, [0, 0], [99_999, 0]]);
  const values = new Array<number>(65 * 64).fill(1);
  const grid = { shape: "grid", origin: [0, 0], spacing: [1, 1], rows: 65, columns: 64, values } as const;
  expect(() => sceneryText({ ...items[1]!, drawn: grid })).toThrow("at most 4096");
});

test.each([
  ["not JSON", "{"],
  ["no shape", '{"role":"route","label":"x","drawn":{}}'],
  ["a place of one number", '{"role":"route","label":"x","drawn":{"shape":"line","points":[[1]]}}'],
  ["a place that is text", '{"role":"route","label":"x","drawn":{"shape":"line","points":[["1","2"]]}}'],
  ["a circle without radius", '{"role":"range","label":"x","drawn":{"shape":"circle"}}'],
  ["a circle of radius 0", '{"role":"range","label":"x","drawn":{"shape":"circle","radius":0}}'],
  ["a circle around half a place", '{"role":"range","label":"x","drawn":{"shape":"circle","radius":5,"centre":[1]}}'],
  [
    "a grid without its values",
    '{"role":"bottom","label":"x","drawn":{"shape":"grid","origin":[0,0],"spacing":[1,1],"rows":2,"columns":2,"values":[1]}}',
  ],
  [
    "a grid without width",
    '{"role":"bottom","label":"x","drawn":{"shape":"grid","origin":[0,0],"spacing":[0,1],"rows":2,"columns":2,"values":[1,2,3,4]}}',
  ],
])("a record of another program is left out: %s", (...row) => {
  expect(readScenery(record([["a", row[1]]]))).toEqual([]);
});
