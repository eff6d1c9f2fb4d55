/** A report reads its log once: chunks are counted, not seconds. */
import * as zstd from "@foxglove/wasm-zstd";
import { expect, test } from "vitest";
import { MemorySink, scenarioOf } from "../../test/support/scenarios.ts";
import { asyncSource, LogWriter, openIndexedLog, openLog } from "../logging/index.ts";
import { ScenarioRun } from "../scenario/index.ts";
import { reportInput } from "./from-log.ts";

await zstd.isLoaded;

/** Vehicles with a mission, pictures of the sea and a law each: every kind of channel that a report reads. */
const crew = Array.from(
  { length: 2 },
  (_, k) => `<vehicle id="auv${k}" file="components/vehicles/remus100-finned.bare.xml" position_m="0 ${20 * k} 3">
  <mission id="captain" source="missions/survey.mission">
    <autopilot file="components/controllers/remus100-autopilot.xml"/>
    <route id="square" acceptance_m="6"><point position_m="0 0 5"/><point position_m="60 0 5"/></route>
    <route id="side" acceptance_m="6"><point position_m="0 -20 8"/><point position_m="60 -20 8"/></route>
    <robotTask id="RunUp" model="fly" depth_m="0.1"><event id="Running" of="speed_mps" above="1.3" for_s="5"/></robotTask>
    <robotTask id="Dive" model="fly"><event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/></robotTask>
    <robotTask id="Follow" model="follow"><event id="RouteEnded" of="routeEnded"/>
      <event id="Drifting" of="routeDistance_m" above="5" for_s="2"/><event id="OffTrack" of="routeDistance_m" above="20"/></robotTask>
    <robotTask id="Surface" model="fly" depth_m="0.1"><event id="AtSurface" of="depth_m" below="0.3" for_s="3"/></robotTask>
    <robotTask id="Drift" model="stop"><event id="Drifted" of="time_s" above="20"/></robotTask>
    <event id="TooDeep" of="depth_m" above="20"/><event id="DepthLost" of="depthAge_s" above="3"/><event id="WaterLeak" at_s="5"/><event id="BatteryLow" at_s="100000"/>
  </mission>
  <excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="1"/></vehicle>`,
);
const text = `<scenario id="test" duration_s="12"><world><bottom id="ground" model="flat" depth_m="30">
  <provenance of="*" status="assumed" note="a test"/></bottom></world>${crew.join("")}<log rate_Hz="10"/></scenario>`;

test("every chunk of a log is unpacked once, with missions, pictures, events and channels that are only counted", async () => {
  const sink = new MemorySink();
  const packing = { name: "zstd" as const, compress: (bytes: Uint8Array) => zstd.compress(bytes) };
  const writer = new LogWriter(sink, { compression: packing, library: "test" });
  const run = new ScenarioRun(scenarioOf(text), { writer, version: "test" });
  run.advance(run.end_ns);
  run.close();
  const bytes = sink.bytes();
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  let unpacked = 0;
  const counting = {
    decompress: (packed: Uint8Array, size: number): Uint8Array => {
      unpacked++;
      return zstd.decompress(packed, size);
    },
  };
  for (const _ of openLog(source, counting).rawMessages());
  const chunks = unpacked;
  // A chunk ends after 2 s of simulated time.
  expect(chunks).toBeGreaterThanOrEqual(6);

  unpacked = 0;
  const log = await openIndexedLog(asyncSource(source), counting);
  const { runs } = await reportInput([{ file: "a.mcap", name: "a.mcap", log }]);
  expect(unpacked).toBe(chunks);
  const { vehicles, events, listed } = runs[0]!;
  expect(vehicles.map(({ mission, excerpts }) => [mission !== null, excerpts?.[0]?.pictures.length])).toEqual(
    // 13 were taken; every fourth is kept of at most six.
    vehicles.map(() => [true, 4]),
  );
  expect(events.length).toBeGreaterThan(2);
  expect(listed?.filter(({ messages }) => messages === 0).map(({ topic }) => topic)).toEqual([
    ...vehicles.flatMap(({ name }) => [`/${name}/contact`, `/${name}/impact`]),
    "/diagnostics",
  ]);
});
