/** Tethers in whole worlds: rules 10, 11, 18 and 21 with vehicles that are integrated together, and what a tow should do. */
import { describe, expect, test } from "vitest";
import { loadScenario, type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { definitions, logApart, runToEnd, scenarioOf, stateOf, stoppedAt } from "./support/scenarios.ts";

const SECOND = 1e9;

/** A buoyant float, 1.1 m long, 50 kg; `light_kg` less than the water that it displaces at 1000 kg/m³. */
function hull(light_kg = 0): string {
  return `<hull id="hull" mass_kg="${45 - light_kg}" volume_m3="0.045" cg_m="0 0 0.02" inertia_kgm2="1 4 4 0 0 0" shape="ellipsoid"
    size_m="1.1 0.3 0.3" addedMass="5 40 40 0 3 3" linearDamping="5 20 20 1 9 9" quadraticDamping="20 120 120 0 6 6"/>`;
}

const LINE = 'diameter_m="0.01" mass_kgpm="0.1" axialStiffness_N="2000" axialDamping_Ns="60"';

function world(tethers: string, vehicles: string, more = ""): string {
  return `<scenario id="s" ${more}><world density_kgpm3="1000">${tethers}</world>${vehicles}</scenario>`;
}

/** A tug with a battery, an inertial unit and an autopilot, a tank that fills, a push, a thing that is not tied, and two lines in a row. */
function convoy(duration_s = 12): Scenario {
  return scenarioOf(`<scenario id="convoy" duration_s="${duration_s}" seed="5">
  <world density_kgpm3="1026">
    <current id="wander" model="gauss-markov" velocity_mps="0.2 0.1 0" deviations_mps="0.05 0.05 0" correlationTime_s="5" updateRate_Hz="3"/>
    <bottom id="ground" model="flat" depth_m="30"/>
    <tether id="long" from="tug" fromPoint_m="-0.8 0 0" to="float" toPoint_m="0.5 0 0" length_m="6" segments="6" ${LINE}/>
    <tether id="short" from="float" fromPoint_m="-0.5 0 0" to="last" toPoint_m="0.5 0 0" length_m="3" segments="1" ${LINE}/>
  </world>
  <vehicle id="tug" file="components/vehicles/remus100-finned.xml" position_m="0 0 5" velocity_mps="1 0 0">
    <battery id="battery" file="components/batteries/remus100-battery.xml"/>
    <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
      <leg id="out" heading_deg="20" depth_m="6" speed_mps="1.5" duration_s="100"/>
    </autopilot>
  </vehicle>
  <vehicle id="alone" file="components/vehicles/remus100-finned.xml" position_m="0 50 5"/>
  <vehicle id="float" length_m="1.1" position_m="-6 0 5" maxDepth_m="4" beyondLimits="flood" floodRate_m3ps="0.0001" floodVolume_m3="0.001">${hull()}
    <ballast id="tank" capacity_kg="2" filling_kg="0.1" maxFlow_kgps="0.2"/>
    <script actuator="tank" times_s="0 8" values="0.2 -0.2"/>
    <push start_s="3" duration_s="4" force_N="0 15 0" point_m="0.3 0 0"/>
  </vehicle>
  <vehicle id="last" length_m="1.1" position_m="-9.8 0 5" hold="depth">${hull(1)}</vehicle>
  <log rate_Hz="9"/></scenario>`);
}

describe("a convoy: a tug that flies, a float that is pushed and fills, and a body held in depth", () => {
  const scenario = convoy();
  const whole = runToEnd(scenario);

  test("has what it is to be tried with", () => {
    expect(scenario.tethered.map(({ vehicles }) => vehicles)).toEqual([[0, 2, 3]]);
    const told = whole.run.events.map(({ name, message }) => `${name} ${message}`).join("\n");
    expect(told).toMatch(/world\/long comes taut/);
    expect(told).toMatch(/float is below its maximum depth/);
    const topics = logOfBytes(whole.log).channels.map(({ topic }) => topic);
    for (const topic of ["/world/long", "/world/long/shape", "/world/short", "/tug/battery", "/float/actuators"]) {
      expect(topics).toContain(topic);
    }
    // It is towed: all go on, in a row, and the last stays at its depth.
    const [tug, , float, last] = [0, 1, 2, 3].map((i) => stateOf(whole.run, i));
    expect(tug![0]).toBeGreaterThan(float![0]! + 5);
    expect(float![0]).toBeGreaterThan(last![0]! + 3);
    expect(last![7]).toBeGreaterThan(0.3);
    expect(last![2]).toBe(5);
  });

  test("rule 10: stopped and restored in the middle of a jerk, and at other instants, it gives the same log to the byte", () => {
    const taut = whole.run.events.find(({ message }) => message.startsWith("comes taut"))!.t_ns;
    const { run, log } = stoppedAt(scenario, [0, taut, taut + 12_345_678, 3e9, 7_123_456_789]);
    expect(Buffer.from(log).equals(whole.log)).toBe(true);
    expect(run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
  });

  test("rule 18: all five simulators apart give the same log to the byte", () => {
    expect(Buffer.from(logApart(scenario)).equals(whole.log)).toBe(true);
  });

  test("rule 6: a run without its log ends in the same state; what is not tied moves as if nothing were", () => {
    const silent = new ScenarioRun(scenario, { writer: null, version: "test" });
    silent.advance(silent.end_ns);
    expect(silent.sim.snapshot()).toEqual(whole.run.sim.snapshot());
    const untied = scenarioOf([...scenario.files.values()][0]!.replace(/<tether[^>]*>/g, ""));
    expect(untied.tethered).toEqual([]);
    const { run } = runToEnd(untied);
    expect(stateOf(run, 1)).toEqual(stateOf(whole.run, 1));
    expect(stateOf(run, 2)).not.toEqual(stateOf(whole.run, 2));
  });
});

test("a float moored to an anchor stands above it, and the line pulls at it with its buoyancy, and at the anchor with that less its weight", () => {
  const tether = `<tether id="mooring" from="buoy" fromPoint_m="0 0 0.15" toPosition_m="2 1 30" length_m="10" segments="5" ${LINE}/>`;
  const scenario = scenarioOf(
    world(
      tether,
      `<vehicle id="buoy" length_m="1.1" position_m="2 1 19.8">${hull(2)}</vehicle>`,
      'duration_s="60" step_s="0.01"',
    ),
  );
  const { run, log } = runToEnd(scenario);
  const [north, east, depth] = stateOf(run);
  const buoyancy_N = 2 * 9.81;
  const weight_Npm = (0.1 - 1000 * 0.25 * Math.PI * 1e-4) * 9.81;
  // T falls from the buoy to the anchor by the line's weight: the stretch is that of the mean.
  const stretched_m = 10 * (1 + (buoyancy_N - 5 * weight_Npm) / 2000);
  // It begins upright, a little stretched, and bounces along its line with a damping of some 0.2/s: e^−12 of 5 cm. A straight chain has no
  // error of division.
  expect(Math.abs(depth! - (30 - stretched_m - 0.15))).toBeLessThan(1e-4);
  expect(Math.hypot(north! - 2, east! - 1)).toBeLessThan(1e-9);
  const { fromTension_N, toTension_N } = rowsOf(logOfBytes(log), "/world/mooring").at(-1)!.values as Record<
    string,
    number
  >;
  expect(Math.abs(fromTension_N! - buoyancy_N)).toBeLessThan(1e-2);
  expect(Math.abs(toTension_N! - (buoyancy_N - 10 * weight_Npm))).toBeLessThan(1e-2);
});

/** Two floats on a line that stays taut for 0.8 s: the one is moving away from the other, and both turn. */
function taut(more: string): Scenario {
  const tether = `<tether id="line" from="a" fromPoint_m="-0.5 0 0" to="b" toPoint_m="0.5 0.1 0" length_m="5" segments="3" diameter_m="0.01"
    mass_kgpm="0.3" axialStiffness_N="800" axialDamping_Ns="20" normalDrag="0" tangentialDrag="0"/>`;
  const vehicles = `<vehicle id="a" length_m="1.1" position_m="6.2 0 20" velocity_mps="0.5 0.1 0">${hull()}</vehicle>
    <vehicle id="b" length_m="1.1" position_m="0 0.3 20.2">${hull()}</vehicle>`;
  // Without |v| v, whose second derivative jumps where v changes its sign.
  const smooth = vehicles.replace(/quadraticDamping="[^"]*"/g, "");
  return scenarioOf(world(tether, smooth, `duration_s="0.8" ${more}`));
}

function endOf(scenario: Scenario): number[] {
  const run = new ScenarioRun(scenario, { writer: null, version: "test" });
  run.advance(run.end_ns);
  return [...stateOf(run, 0), ...stateOf(run, 1)];
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, i) => value - b[i]!));

test("a taut line is smooth: half the step, a sixteenth of the error; Dormand–Prince comes to the same", () => {
  const [coarse, half, quarter] = [0.01, 0.005, 0.0025].map((step_s) => endOf(taut(`step_s="${step_s}"`)));
  const order = Math.log2(distance(coarse!, half!) / distance(half!, quarter!));
  expect(order).toBeGreaterThan(3.6);
  expect(order).toBeLessThan(4.6);
  const exact = endOf(taut('step_s="0.01" integrator="dormand-prince" tolerance="1e-10"'));
  // RK4's own error at 2.5 ms is a fifteenth of the last difference, some 1e-7; Dormand–Prince's is a few tolerances per step.
  expect(distance(exact, quarter!)).toBeLessThan(0.2 * distance(half!, quarter!) + 1e-7);
});

test("a stiff line is integrated with a part of the step, and agrees with the same at a step that it bears itself", () => {
  const tether = (duration: string): Scenario =>
    scenarioOf(
      world(
        `<tether id="line" from="a" to="b" length_m="5" segments="5" diameter_m="0.01" mass_kgpm="0.1" axialStiffness_N="40000"/>`,
        `<vehicle id="a" length_m="1.1" position_m="4.9 0 20" velocity_mps="0.6 0 0">${hull()}</vehicle>
         <vehicle id="b" length_m="1.1" position_m="0 0 20">${hull()}</vehicle>`,
        duration,
      ),
    );
  const divided = tether('duration_s="3" step_s="0.02"');
  const fine = tether('duration_s="3" step_s="0.00125"');
  expect(divided.tethered[0]!.step_ns).toBe(1_250_000);
  expect(divided.warnings.filter(({ code }) => code === "SCN155")).toHaveLength(1);
  expect(fine.tethered[0]!.step_ns).toBe(1_250_000);
  expect(endOf(divided)).toEqual(endOf(fine));
});

describe("scenarios/tow.xml", () => {
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), "scenarios/tow.xml");

  test("loads with nothing to be said: its step is one that the line bears", () => {
    expect(diagnostics).toEqual([]);
  });

  test("begins slack, comes taut with a jerk, and the fish follows a line's length behind", () => {
    const { run, log } = runToEnd(scenario!);
    const events = run.events.filter(({ name }) => name === "world/line");
    expect(events[0]?.message).toMatch(/^comes taut, its ends parting with 0\.\d+ m\/s/);
    const samples = rowsOf(logOfBytes(log), "/world/line").map(({ t_ns, values }) => {
      const { fromTension_N, toTension_N, distance_m, slack } = values as Record<string, number>;
      return { t_s: t_ns / SECOND, from_N: fromTension_N!, to_N: toTension_N!, distance_m: distance_m!, slack };
    });
    const taut_s = events[0]!.t_ns / SECOND;
    expect(samples.filter(({ t_s }) => t_s < taut_s).every(({ slack }) => slack === 1)).toBe(true);
    expect(samples.find(({ t_s }) => t_s > taut_s)!.slack).toBe(0);
    // Steady at the end of the first leg: fish and line have drag, so the pull falls along the line, and is between 10 and 40 N.
    const steady = samples.find(({ t_s }) => t_s > 59)!;
    expect(steady.from_N).toBeGreaterThan(steady.to_N + 1);
    expect(steady.to_N).toBeGreaterThan(10);
    expect(steady.from_N).toBeLessThan(40);
    // Bent by weight and drag, it is at most 2 % shorter than its length.
    expect(steady.distance_m).toBeGreaterThan(0.98 * 12);
    const [tug, fish] = [stateOf(run, 0), stateOf(run, 1)];
    expect(distance(tug!.slice(0, 3), fish!.slice(0, 3))).toBeGreaterThan(12);
  });
});
