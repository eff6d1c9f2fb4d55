/** The depth that a vehicle is built for acts: an event at the instant of crossing, and the consequence that its file declares. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { SimulationFault } from "../src/engine/index.ts";
import { LogWriter, readTable, texts } from "../src/logging/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { opened } from "./support/outside.ts";
import { loadText, MemorySink, runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

/** A ball without drag that is 1 kg too heavy: (21 − 1000 · 0.02) kg · 9.81 m/s² on 21 + 10 kg. */
const FALL_MPS2 = 9.81 / 31;
const START_M = 50;
const LIMIT_M = 53;

function ball(limits: string, inside = "", start_m = START_M): string {
  return `<scenario id="s" duration_s="12" step_s="0.02"><world density_kgpm3="1000" gravity_mps2="9.81"/>
    <vehicle id="ball" length_m="0.3" position_m="0 0 ${start_m}" ${limits}>
      <hull id="hull" mass_kg="21" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
        size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0"/>${inside}</vehicle>
    <log rate_Hz="10" channels="state actuators"/></scenario>`;
}

/** z = z₀ + ½ a t²: constant acceleration, exact for the method. */
const CROSSING_S = Math.sqrt((2 * (LIMIT_M - START_M)) / FALL_MPS2);
const BELOW = `is below its maximum depth of ${LIMIT_M} m`;
const ABOVE = `is above its maximum depth of ${LIMIT_M} m again`;

/** The instant is found to 1 ns, which rounding of z moves by less than another one: 1e-14 m at 1.4 m/s. */
function expectInstant(t_ns: number, t_s: number): void {
  expect(Math.abs(t_ns - t_s * 1e9)).toBeLessThan(2);
}

test("warn: an event at √(2 · 3 m / a) = 4.354 s, to 1 ns, and no other", () => {
  const { run } = runToEnd(scenarioOf(ball(`maxDepth_m="${LIMIT_M}"`)));
  expect(run.events).toEqual([{ t_ns: expect.any(Number), level: "warning", name: "ball", message: BELOW }]);
  expectInstant(run.events[0]!.t_ns, CROSSING_S);
});

test("coming back above is an event, too, and going below again: pushed up with 60 N from 5 s to 8 s", () => {
  const { run } = runToEnd(
    scenarioOf(ball(`maxDepth_m="${LIMIT_M}"`, '<push start_s="5" duration_s="3" force_N="0 0 -60"/>'), [
      "duration_s=30",
    ]),
  );
  // z and v at 5 s and at 8 s, then the roots of z + v t + ½ a t² = limit.
  const rise = (9.81 - 60) / 31;
  const motion = (z: number, v: number, a: number, t: number) => [z + v * t + 0.5 * a * t * t, v + a * t] as const;
  const [z5, v5] = motion(START_M, 0, FALL_MPS2, 5);
  const [z8, v8] = motion(z5, v5, rise, 3);
  const root = (z: number, v: number, a: number, sign: number): number =>
    (-v + sign * Math.sqrt(v * v - 2 * a * (z - LIMIT_M))) / a;
  const up_s = 5 + root(z5, v5, rise, -1);
  const down_s = 8 + root(z8, v8, FALL_MPS2, 1);
  expect(run.events.map(({ level, message }) => [level, message])).toEqual([
    ["warning", BELOW],
    ["info", ABOVE],
    ["warning", BELOW],
  ]);
  expectInstant(run.events[0]!.t_ns, CROSSING_S);
  expectInstant(run.events[1]!.t_ns, up_s);
  expectInstant(run.events[2]!.t_ns, down_s);
});

test("a vehicle that starts too deep is below from the start", () => {
  const { run } = runToEnd(scenarioOf(ball(`maxDepth_m="${LIMIT_M}"`, "", 60)));
  expect(run.events).toEqual([{ t_ns: 0, level: "warning", name: "ball", message: BELOW }]);
});

test("one that starts at its limit crosses it 1 ns later at the earliest: at the limit is not beyond it", () => {
  const { run } = runToEnd(scenarioOf(ball(`maxDepth_m="${LIMIT_M}"`, "", LIMIT_M)));
  const [event] = run.events;
  expect(event?.message).toBe(BELOW);
  // ½ a t² leaves the last digit of 53 m, 7e-15 m, within 0.3 µs.
  expect(event!.t_ns).toBeGreaterThan(0);
  expect(event!.t_ns).toBeLessThan(1000);
});

describe("looking for the crossing moves nothing", () => {
  const dive = `<scenario id="s" duration_s="40">
    <world><waves id="swell" model="regular" amplitude_m="0.3" period_s="6"/></world>
    <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 1">
      <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
        <leg heading_deg="20" depth_m="5" speed_mps="1.5" duration_s="100"/></autopilot></vehicle></scenario>`;

  test.each([
    ["a falling ball", ball('maxDepth_m="1000"'), "ball", LIMIT_M],
    ["an AUV that dives in waves", dive, "auv", 3],
  ])(
    "%s that is warned moves bit for bit as one without a limit on its way, in as many steps",
    (_, text, name, limit_m) => {
      const free = runToEnd(scenarioOf(text));
      const warned = runToEnd(scenarioOf(text, [`${name}/maxDepth_m=${limit_m}`]));
      const crossings = (run: ScenarioRun): number =>
        run.events.filter(({ message }) => message.includes("maximum")).length;
      expect([crossings(free.run), crossings(warned.run)]).toEqual([0, expect.any(Number)]);
      expect(crossings(warned.run)).toBeGreaterThan(0);
      expect(stateOf(warned.run)).toEqual(stateOf(free.run));
      expect(readTable(opened(warned.log), `/${name}/state`)).toEqual(readTable(opened(free.log), `/${name}/state`));
      expect(warned.run.sim.counts.steps).toBe(free.run.sim.counts.steps);
    },
  );
});

describe("flood", () => {
  const [RATE, VOLUME] = [0.0005, 0.002];
  const limits = `maxDepth_m="${LIMIT_M}" beyondLimits="flood" floodRate_m3ps="${RATE}" floodVolume_m3="${VOLUME}"`;
  const { run, log } = runToEnd(scenarioOf(ball(limits)));
  const { t_ns, names, columns } = readTable(opened(log), "/ball/actuators");
  const mass = columns[names.indexOf("flooding_mass_kg")]!;

  test("water comes in from the crossing on at ρ Q = 0.5 kg/s, until the volume fills, and never more than it holds", () => {
    expect(run.events.map(({ level, message }) => [level, message])).toEqual([["warning", `${BELOW}: water comes in`]]);
    expectInstant(run.events[0]!.t_ns, CROSSING_S);
    const rho = 1000;
    // Within the last second of flow it fades out.
    const fades_s = CROSSING_S + VOLUME / RATE - 1;
    t_ns.forEach((t, i) => {
      const since_s = t / 1e9 - CROSSING_S;
      if (t / 1e9 <= fades_s) expect(Math.abs(mass[i]! - Math.max(0, rho * RATE * since_s))).toBeLessThan(1e-8);
      expect(mass[i]!).toBeLessThanOrEqual(rho * VOLUME);
    });
    expect(mass.at(-1)).toBeGreaterThan(0.99 * rho * VOLUME);
  });

  test("and makes it sink faster than one that holds", () => {
    const [, , whole_m] = stateOf(runToEnd(scenarioOf(ball(`maxDepth_m="${LIMIT_M}"`))).run);
    expect(stateOf(run)[2]!).toBeGreaterThan(whole_m! + 1);
  });

  test("the breach stays open above the limit", () => {
    const up = '<push start_s="4.5" force_N="0 0 -60"/>';
    const again = runToEnd(scenarioOf(ball(limits, up)));
    expect(again.run.events.map(({ message }) => message)).toEqual([`${BELOW}: water comes in`, ABOVE]);
    const table = readTable(opened(again.log), "/ball/actuators");
    expect(table.columns[names.indexOf("flooding")]!.at(-1)).toBe(1);
    expect(table.columns[names.indexOf("flooding_mass_kg")]!.at(-1)).toBeGreaterThan(1.9);
  });
});

describe("stop", () => {
  const scenario = scenarioOf(ball(`maxDepth_m="${LIMIT_M}" beyondLimits="stop"`));
  const sink = new MemorySink();
  const run = new ScenarioRun(scenario, {
    writer: new LogWriter(sink, { compression: null, library: "test" }),
    version: "test",
  });
  let fault: unknown = null;
  try {
    run.advance(run.end_ns);
  } catch (error) {
    fault = error;
  }
  run.close();

  test("the run ends with a fault that names the time and the vehicle", () => {
    expect(fault).toBeInstanceOf(SimulationFault);
    const { t_ns, component, message } = fault as SimulationFault;
    expectInstant(t_ns, CROSSING_S);
    expect(component).toBe("ball");
    expect(message).toBe(`ball at t = ${t_ns} ns (${t_ns / 1e9} s): ${BELOW}`);
    expect(run.events).toEqual([{ t_ns, level: "error", name: "ball", message }]);
  });

  test("the log is whole up to it: every sample before, the same as without a limit, and the fault as its last event", () => {
    const log = opened(sink.bytes());
    expect(log.complete).toBe(true);
    const { t_ns, columns } = readTable(log, "/ball/state");
    const expected = Array.from({ length: Math.floor(CROSSING_S * 10) + 1 }, (_, k) => k * 1e8);
    expect([...t_ns]).toEqual(expected);
    const free = readTable(opened(runToEnd(scenarioOf(ball(""))).log), "/ball/state");
    expect(columns.map((column) => [...column])).toEqual(
      free.columns.map((column) => [...column.slice(0, t_ns.length)]),
    );
    expect(texts(log, "/events").map(({ level, message }) => [level, message])).toEqual([
      ["error", (fault as SimulationFault).message],
    ]);
  });
});

test.each([
  ['beyondLimits="stop"', /beyondLimits="stop" needs maxDepth_m, which is not given/],
  ['maxDepth_m="10" beyondLimits="flood" floodVolume_m3="1"', /beyondLimits="flood" needs floodRate_m3ps/],
  ['maxDepth_m="0"', /maxDepth_m = 0/],
  ['maxDepth_m="10" beyondLimits="explode"', /beyondLimits/],
])("%s is refused when it is loaded", (limits, pattern) => {
  const { scenario, diagnostics } = loadText(ball(limits));
  expect(scenario).toBeNull();
  expect(diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic)).toEqual([
    expect.stringMatching(pattern),
  ]);
});
