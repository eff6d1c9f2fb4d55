/** Water, current and a named scalar from map files: what a vehicle feels and logs is what the map was made from. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { eddyAt, eddyMap } from "../src/environment/test/eddy-map.ts";
import { openLog, readTable, texts } from "../src/logging/index.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, runToEnd } from "./support/scenarios.ts";

const FILE = new URL("../components/places/gulf-of-lion-eddy.nc", import.meta.url);

test("the map that ships is the one that its formulas make, and smaller than 60 kB", () => {
  const made = eddyMap();
  expect(Buffer.from(made).equals(readFileSync(FILE))).toBe(true);
  expect(made.length).toBeLessThan(60_000);
});

function run(overrides: readonly string[] = []) {
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), "scenarios/eddy.xml", overrides);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { log } = runToEnd(scenario!);
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  return openLog(source, null);
}

function columns(log: ReturnType<typeof run>, topic: string): Record<string, Float64Array> {
  const { names, columns: values } = readTable(log, topic);
  return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
}

test("a REMUS through the eddy logs the current, the water and the chlorophyll of the formulas at its places", () => {
  const log = run();
  const state = columns(log, "/auv/state");
  const water = columns(log, "/auv/water");
  const chlorophyll = Object.entries(water).find(([name]) => name.includes("chlorophyll"))![1];
  const worst = { current: 0, temperature: 0, salinity: 0, chlorophyll: 0 };
  state.north_m!.forEach((north_m, i) => {
    const there = eddyAt(north_m, state.east_m![i]!, state.depth_m![i]!);
    const off = (key: keyof typeof worst, miss: number): void => {
      worst[key] = Math.max(worst[key], Math.abs(miss));
    };
    off("current", state.currentNorth_mps![i]! - there.north_mps);
    off("current", state.currentEast_mps![i]! - there.east_mps);
    off("temperature", water.temperature_degC![i]! - there.temperature_degC);
    off("salinity", water.salinity_psu![i]! - there.salinity_psu);
    off("chlorophyll", chlorophyll[i]! - there.chlorophyll_mgpm3);
  });
  // Between values h apart, a map is off by h² f″ / 8 along each axis; here 410 m east, 444 m north and 10 m down.
  // Current, of x exp(−x²/2R²): 410² / 8 · 1.21 · 0.35 √e / 1500² at R/2 = 0.0065, and 0.0014 along north: times exp(−15/80), 0.007 m/s.
  expect(worst.current).toBeLessThan(0.007);
  // The core's temperature: 10² / 8 · 2 · 1.5 / 25² with depth and (410² + 444²) / 8 · 1.5 / 1500² across: 0.06 + 0.03 °C. The table has
  // its rows at the map's depths.
  expect(worst.temperature).toBeLessThan(0.09);
  // Its salinity: (410² + 444²) / 8 · 0.1 / 1500², and half of what 1e-4 is packed by.
  expect(worst.salinity).toBeLessThan(0.0021);
  // Chlorophyll: 10² / 8 · 2 · 1.2 / 15² · (1 − 0.6 q) with q above 0.8 on the way: 0.07 mg/m³.
  expect(worst.chlorophyll).toBeLessThan(0.07);
  // It was carried north first, and less far south again.
  const north = state.north_m!;
  expect(Math.max(...north)).toBeGreaterThan(20);
  expect(north.at(-1)!).toBeLessThan(Math.max(...north) - 5);
  // The range of the map was never left.
  expect(texts(log, "/events").filter(({ message }) => message.includes("outside"))).toEqual([]);
});

test("beyond the end of the map the edge rule answers, and the run says so once for each part", () => {
  const log = run(["duration_s=60", "auv/position_m=0 4080 15"]);
  const told = texts(log, "/events").filter(({ message }) => message.includes("is outside what"));
  expect(told.map(({ message }) => /outside what (\S+) covers/.exec(message)?.[1]).sort()).toEqual([
    "world/chlorophyll",
    "world/eddy",
    "world/swirl",
  ]);
  const state = columns(log, "/auv/state");
  // 4160 m east, past the map's end at 4103 m, the current falls to 0 over the next 410 m.
  expect(state.east_m!.at(-1)!).toBeGreaterThan(4150);
});
