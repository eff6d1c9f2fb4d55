/** What a run declares to be drawn on a map of it: in the log, and from there in the report, whatever declares it. */
import { expect, test } from "vitest";
import { asyncSource, openIndexedLog, readScenery, SCENERY_METADATA } from "../src/logging/index.ts";
import { reportInput } from "../src/report/index.ts";
import { sceneryOf } from "../src/report/scenery.ts";
import { tracksOf } from "../src/report/tracks.ts";
import { runToEnd, scenarioOf } from "./support/scenarios.ts";

const SEA = `<world current_mps="0.1 0.2 0">
  <bottom id="ground" model="slope" depth_m="40" slope_deg="10" slopeDirection_deg="0"/>
  <obstacle id="pier" model="box" size_m="20 10 4" position_m="30 40 5" attitude_deg="0 0 90"/>
  <obstacle id="pile" model="cylinder" diameter_m="2" length_m="10" position_m="-20 0 5" attitude_deg="0 90 0"/></world>`;
const AUV = `<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5">
  <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
    <route id="lane" acceptance_m="6"><point position_m="100 0 5"/><point position_m="100 50 5"/></route>
  </autopilot></vehicle>`;

async function logOf(world: string) {
  const { log: bytes } = runToEnd(scenarioOf(`<scenario id="t" duration_s="1">${world}${AUV}</scenario>`));
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  return openIndexedLog(asyncSource(source), null);
}

test("a log carries route, waypoints, bottom, obstacles and current, in less than 64 kB", async () => {
  const log = await logOf(SEA);
  const items = new Map(readScenery(log.metadata).map((item) => [item.of, item]));
  expect([...items].map(([of, { role, vehicle }]) => [of, role, vehicle])).toEqual([
    ["auv/pilot/lane", "route", "auv"],
    ["auv/pilot/lane/points", "waypoint", "auv"],
    ["world/bottom", "bottom", undefined],
    ["world/current", "current", undefined],
    ["world/pier", "obstacle", undefined],
    ["world/pile", "obstacle", undefined],
  ]);
  expect(items.get("auv/pilot/lane")!.drawn).toEqual({
    shape: "line",
    points: [
      [100, 0],
      [100, 50],
    ],
  });
  expect(items.get("auv/pilot/lane/points")!.drawn).toMatchObject({
    circles: [
      [100, 0, 6],
      [100, 50, 6],
    ],
  });
  // The box of 20 m by 10 m, turned by a quarter: 10 m along north, 20 m along east.
  const corners = (items.get("world/pier")!.drawn as never as { points: [number, number][] }).points;
  expect([...corners].sort(([a, b], [c, d]) => a - c || b - d)).toEqual([
    [25, 30],
    [25, 50],
    [35, 30],
    [35, 50],
  ]);
  // A pile seen from above is a circle of 1 m.
  for (const [north, east] of (items.get("world/pile")!.drawn as never as { points: [number, number][] }).points)
    expect(Math.hypot(north + 20, east)).toBeCloseTo(1, 2);
  // 40 m + north tan 10°, at every node.
  const { origin, spacing, rows, columns, values } = items.get("world/bottom")!.drawn as never as {
    origin: number[];
    spacing: number[];
    rows: number;
    columns: number;
    values: number[];
  };
  expect([rows, columns]).toEqual([64, 64]);
  values.forEach((depth_m, k) => {
    const north = origin[0]! + Math.floor(k / columns) * spacing[0]!;
    // Six digits are kept.
    expect(Math.abs(depth_m - (40 + north * Math.tan(Math.PI / 18)))).toBeLessThan(1e-4);
  });
  const { arrows } = items.get("world/current")!.drawn as never as { arrows: number[][] };
  for (const [, , north, east] of arrows) expect([north, east]).toEqual([0.1, 0.2]);
  const size = JSON.stringify(log.metadata.get(SCENERY_METADATA)).length;
  expect(size).toBeLessThan(64 * 1024);
});

test("the report draws it: contours of the slope, the route with its track; and nothing in still, bottomless water", async () => {
  const named = async (world: string) => ({ file: "a.mcap", name: "a.mcap", log: await logOf(world) });
  const input = await reportInput([await named(SEA)]);
  const drawn = sceneryOf(input, tracksOf(input));
  const bottom = drawn.find(({ role }) => role === "bottom")!;
  expect(bottom.lines.length).toBeGreaterThanOrEqual(4);
  // Contours of a slope to the north run from west to east: one north each.
  for (const line of bottom.lines) expect(new Set(line.map(([, north]) => north)).size).toBe(1);
  expect(drawn.find(({ role }) => role === "route")!.tracks).toEqual([0]);
  expect(drawn.find(({ role }) => role === "current")!.largest).toBe("0.2236 m/s");
  const plain = await reportInput([await named("<world/>")]);
  expect(sceneryOf(plain, tracksOf(plain)).map(({ role }) => role)).toEqual(["route", "waypoint"]);
});
