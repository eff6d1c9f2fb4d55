/** Set-points that a vehicle cannot reach: warned about where they are written. */
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { definitions, readerOver, runToEnd } from "./support/scenarios.ts";

const P = '<provenance of="*" status="assumed" note="test"/>';
const WORLD = `<world><bottom id="ground" model="flat" depth_m="40">${P}</bottom></world>`;

function load(text: string) {
  return loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
}

function said(plan: string): string[] {
  const text = `<scenario id="t" duration_s="10">${WORLD}
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 2">
<autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
${plan}
</autopilot></vehicle></scenario>`;
  return load(text).diagnostics.map(formatDiagnostic);
}

test("a leg faster than all propulsion gives is warned about with both speeds; the one stated is that of a run at full power", () => {
  const [warning, ...more] = said('<leg heading_deg="0" depth_m="5" speed_mps="5" duration_s="10"/>');
  expect(more).toEqual([]);
  expect(warning).toMatch(
    /^test\.xml:4:45: warning SCN071: auv: speed_mps = 5 is out of its reach: with all its propulsion it goes \d\.\d\d m\/s ahead in still water \(ask for less, or check the unit\)$/,
  );
  const stated_mps = Number(/goes ([\d.]+) m/.exec(warning!)![1]);
  // Straight ahead, with everything else held, at more than any propeller turns.
  const { scenario } = load(`<scenario id="t" duration_s="60">
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 20" hold="east depth roll pitch heading">
<script actuator="propeller" times_s="0" values="1e4"/></vehicle></scenario>`);
  const { run } = runToEnd(scenario!);
  // Full commands are those of the largest thrust at rest: a little less than all. The check leaves 5 %.
  expect(Math.abs(run.summary().get("auv")!.final.speed_mps / stated_mps - 1)).toBeLessThan(0.05);
});

test("points: a speed, a depth that the vehicle is not built for, a place below the bottom; what is in reach is not reported", () => {
  const plan = `<route><point position_m="0 0 10" speed_mps="1.5"/><point position_m="80 0 10" speed_mps="4"/>
<point position_m="80 80 39"/><point position_m="0 80 45"/>
<point position_m="0 0 150"/></route>`;
  expect(said(plan).map((line) => line.replace(/goes [\d.]+/, "goes N"))).toEqual([
    expect.stringMatching(/^test\.xml:4:91: warning SCN071: auv: speed_mps = 4 is out of its reach/),
    "test.xml:5:50: warning SCN073: auv: the place north 0 m, east 80 m, depth 45 m lies below the bottom, which is 40 m deep there (nothing stops it there)",
    "test.xml:6:20: warning SCN072: auv: a depth of 150 m is below the maximum depth that it is built for, 100 m (maxDepth_m of the vehicle)",
    "test.xml:6:20: warning SCN073: auv: the place north 0 m, east 0 m, depth 150 m lies below the bottom, which is 40 m deep there (nothing stops it there)",
  ]);
});

test("a leg deeper than maxDepth_m, without a place", () => {
  expect(said('<leg heading_deg="0" depth_m="120" speed_mps="1.5" duration_s="10"/>')).toEqual([
    expect.stringMatching(/^test\.xml:4:31: warning SCN072: auv: a depth of 120 m is below/),
  ]);
});

test("a hold below the bottom, and a set-point that travels faster than the vehicle can", () => {
  const text = `<scenario id="t" duration_s="10">${WORLD}
<vehicle id="rov" file="components/vehicles/rexrov.xml" position_m="0 0 20">
<stationKeeper id="keeper" file="components/controllers/rexrov-station-keeper.xml" approachSpeed_mps="9">
<hold position_m="5 0 42"/></stationKeeper></vehicle></scenario>`;
  expect(load(text).diagnostics.map(formatDiagnostic)).toEqual([
    expect.stringMatching(
      /^test\.xml:3:\d+: warning SCN071: rov: approachSpeed_mps = 9 is out of its reach: .* m\/s in any direction/,
    ),
    expect.stringMatching(
      /^test\.xml:4:19: warning SCN073: rov: the place north 5 m, east 0 m, depth 42 m lies below the bottom/,
    ),
  ]);
});

test("depths above the surface are refused in points, holds and legs, with the sign that was meant", () => {
  const down = "(down is positive: 6 is that far below the surface)";
  expect(said('<route><point position_m="0 0 5"/><point position_m="9 0 -6"/></route>')).toEqual([
    `test.xml:4:54: error LIB029: the depth -6 lies above the surface ${down}`,
  ]);
  expect(said('<leg heading_deg="0" depth_m="-6" speed_mps="1.5" duration_s="10"/>')).toEqual([
    "test.xml:4:31: error LIB012: depth_m = -6 is below its minimum 0",
  ]);
  const text = `<scenario id="t" duration_s="10"><world/>
<vehicle id="rov" file="components/vehicles/rexrov.xml" position_m="0 0 20">
<stationKeeper id="keeper" file="components/controllers/rexrov-station-keeper.xml">
<hold position_m="0 0 -6"/></stationKeeper></vehicle></scenario>`;
  expect(load(text).diagnostics.map(formatDiagnostic)).toEqual([
    `test.xml:4:19: error LIB029: the depth -6 lies above the surface ${down}`,
  ]);
});
