import { expect, test } from "vitest";
import { PLOT_LIBRARY } from "../../test/support/plot-library.ts";
import {
  divingVehicle,
  instants_s,
  sampleRun,
  seaVehicle,
  series,
  seriesOf,
  withChannel,
} from "../../test/support/report-sample.ts";
import { displayOf } from "./display.ts";
import type { EncodedColumn } from "./encode.ts";
import type { VehicleData } from "./input.ts";
import { keyFigures } from "./key-figures.ts";
import { reportHtml } from "./page.ts";
import { panelsOf } from "./panels.ts";
import { profilesOf } from "./sea-panels.ts";
import { tracksOf } from "./tracks.ts";

const input = (...vehicles: readonly VehicleData[]) => ({ title: "t", runs: [sampleRun("a.mcap", vehicles)] });
const panels = (...vehicles: readonly VehicleData[]) => panelsOf(tracksOf(input(...vehicles)));
/** One column of the water replaced, the others kept. */
function withWater(vehicle: VehicleData, columns: Readonly<Record<string, (t: number) => number>>): VehicleData {
  const { t_s, columns: known } = seriesOf(vehicle, "water");
  return withChannel(vehicle, "water", { t_s, columns: new Map([...known, ...series(t_s, columns).columns]) });
}

test("the smallest altitude is that over the ridge: 18 − 3 − 10 (1 − e^(−50.7/8)) m at t = 22.5 π s, infinities left aside", () => {
  const { values } = keyFigures(seaVehicle("v", 120, 10));
  // The vehicle still sinks at 2.2e-3 m/s there: over a ridge that bends by 3/15² m/s² the least altitude is 2e-4 m lower.
  const t = 22.5 * Math.PI;
  expect(values.get("altitude")).toBeCloseTo(15 - 10 * (1 - Math.exp(-(t - 20) / 8)), 2);
  expect(keyFigures(divingVehicle("v", 120, 10)).values.has("altitude")).toBe(false);
  const nowhere = withWater(seaVehicle("v", 120, 10), { altitude_m: () => Number.POSITIVE_INFINITY });
  expect(keyFigures(nowhere).values.has("altitude")).toBe(false);
  // A vehicle in the ground is told as such.
  expect(keyFigures(withWater(nowhere, { altitude_m: (t) => 5 - t / 10 })).values.get("altitude")).toBe(-7);
});

test("one track: bottom and surface stand with the depth, as depths and in colours of their own", () => {
  const [depth] = panels(seaVehicle("v", 120, 10));
  expect(depth!.title).toBe("Depth over time");
  expect(depth!.lines.map(({ label, colour, dotted, edge }) => [label, colour, dotted, edge])).toEqual([
    ["depth", 0, false, undefined],
    ["set-point", 0, true, undefined],
    ["bottom", "bottom", false, "bottom"],
    ["sea surface", "surface", false, "surface"],
  ]);
  const at = (line: number, t_s: number): number => depth!.lines[line]!.signal.y[10 * t_s]!;
  expect(at(2, 30)).toBeCloseTo(18 + 3 * Math.sin(2), 12);
  // A crest of 0.2 m is a depth of −0.2 m.
  expect(at(3, 4)).toBeCloseTo(-0.2 * Math.sin(8), 12);
});

test("several tracks: the bottom has the colour of its track, and there is no surface to hide the others", () => {
  const [depth] = panels(seaVehicle("a", 60, 10), seaVehicle("b", 60, 10, 50), divingVehicle("c", 60, 10));
  expect(depth!.title).toBe("Depth over time, dotted: set-point, thin: bottom");
  expect(depth!.lines.filter(({ edge }) => edge).map(({ label, entry, colour }) => [label, entry, colour])).toEqual([
    ["a, bottom", "a", 0],
    ["b, bottom", "b", 1],
  ]);
});

test("a sea without waves and bottom has neither line, and unknown water has no plot", () => {
  const nothing = (): number => Number.NaN;
  const bare = withWater(seaVehicle("v", 60, 10), {
    ...{
      surface_m: () => 0,
      bottomDepth_m: () => Number.POSITIVE_INFINITY,
      altitude_m: () => Number.POSITIVE_INFINITY,
    },
    ...{ temperature_degC: nothing, salinity_psu: nothing, soundSpeed_mps: nothing },
  });
  const shown = panels(bare);
  expect(shown[0]!.lines.map(({ label }) => label)).toEqual(["depth", "set-point"]);
  expect(shown.filter(({ section }) => section === "water").map(({ title }) => title)).toEqual(["Density"]);
  expect(profilesOf(tracksOf(input(bare)))).toEqual([]);
});

test("the water has a plot per property, with its unit", () => {
  const water = panels(seaVehicle("v", 60, 10)).filter(({ section }) => section === "water");
  expect(water.map(({ title, unit }) => [title, unit.label])).toEqual([
    ["Temperature", "°C"],
    ["Salinity", "psu"],
    ["Density", "kg/m³"],
    ["Sound speed", "m/s"],
    ["Altitude above the bottom", "m"],
    ["Height of the sea surface above its mean", "m"],
  ]);
});

test("a current that turns shows its components, one that stays shows only its speed", () => {
  const speeds = (vehicle: VehicleData): string[] =>
    panels(vehicle).flatMap(({ section, title }) => (section === "speeds" ? [title] : []));
  expect(speeds(divingVehicle("v", 60, 10))).toEqual(["Speed"]);
  // The speed is 0.3 m/s throughout: that it turns is seen in the components alone.
  expect(speeds(seaVehicle("v", 60, 10))).toEqual(["Speed", "Current: north, east, down"]);
  // Beside a track whose current varies, the constant one of another is worth its line.
  const both = panels(seaVehicle("a", 60, 10), divingVehicle("b", 60, 10));
  expect(both.find(({ title }) => title === "Current, east")!.lines.map(({ entry }) => entry)).toEqual(["a", "b"]);
});

function decoded({ length, offset, data }: EncodedColumn): number[] {
  if (data === null) return new Array<number>(length).fill(offset);
  const bytes = Buffer.from(data, "base64");
  return Array.from({ length }, (_, i) => offset + bytes.readFloatLE(4 * i));
}

test("a path carries the sea at its samples: 20 °C − 0.5 °C/m · depth everywhere, and no bottom from 100 s on", () => {
  const report = input(seaVehicle("v", 120, 10));
  const tracks = tracksOf(report);
  const [path] = displayOf(report, tracks, panelsOf(tracks)).paths;
  const [t_s, depth_m] = [decoded(path!.t_s), decoded(path!.depth_m)];
  // float32 of a range of 5 °C and of 10 m: 2⁻²⁵ of it each, and half a millionth is more than both.
  decoded(path!.temperature_degC!).forEach(
    (T, i) => void expect(Math.abs(T - (20 - 0.5 * depth_m[i]!))).toBeLessThan(5e-7),
  );
  decoded(path!.bottom_m!).forEach((b, i) => void expect(Number.isNaN(b)).toBe(t_s[i]! > 99.95));
});

test("the section exists with the channel, and without it nothing of the sea is on the page", () => {
  const html = (vehicle: VehicleData): string =>
    reportHtml(input(vehicle), PLOT_LIBRARY).replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  const sea = html(seaVehicle("v", 60, 10));
  for (const part of [
    '<h2 id="water">Water</h2>',
    'id="profile-temperature"',
    'id="profile-sound"',
    "<dt>smallest altitude",
  ])
    expect([part, sea.includes(part)]).toEqual([part, true]);
  expect(sea.match(/Infinity|NaN/g)).toBeNull();
  expect(html(divingVehicle("v", 60, 10)).match(/id="water"|profile-|altitude|bottom|sea surface/g)).toBeNull();
});

test("every named scalar has a plot with its unit; pictures and words of the sea stand in the section on water", () => {
  const t_s = instants_s(10, 1);
  const base = seaVehicle("auv", 10, 1);
  const water = { t_s, columns: new Map([["turbidity", t_s.map((t) => 2 + t / 10)]]) };
  const picture = { t_s: 0, rows: 1, columns: 1, originNorth_m: 0, originEast_m: 0, depth_m: 5, spacing_m: 1 };
  const data: VehicleData = {
    ...withChannel(base, "water", water, { turbidity: "NTU" }),
    excerpts: [
      { quantity: "turbidity", unit: "NTU", range_m: 9, pictures: [{ ...picture, values: Float64Array.of(2) }] },
    ],
  };
  const run = { ...sampleRun("a.mcap", [data]), sea: ["Gravity 9.8 m/s².", "Bottom of sand."] };
  const html = reportHtml({ title: "t", runs: [run] }, PLOT_LIBRARY);
  const [section] = html.match(/<section aria-labelledby="water">[\s\S]*?<\/section>/)!;
  expect(section).toContain("<figcaption>Turbidity (NTU)</figcaption>");
  expect(section).toContain("turbidity from 2 to 3 NTU");
  expect(section).toContain("turbidity within 9 m of auv");
  expect(section).toContain("<p>Gravity 9.8 m/s². Bottom of sand.</p>");
});
