/** A vehicle without a hull (a dock, a moored node) stays where it is put, costs no integration, and is there for everybody else. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type InPort, PHASE, RegularTimes } from "../src/engine/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { readTable } from "../src/logging/index.ts";
import type { Extension, ScenarioRun } from "../src/scenario/index.ts";
import { vehicleState } from "../src/vehicles/index.ts";
import { opened } from "./support/outside.ts";
import { loadText, runToEnd, scenarioOf } from "./support/scenarios.ts";

const node = (k: number): string =>
  `<vehicle id="n${k}" length_m="1" position_m="${k} ${-k} ${20 + k / 100}" attitude_deg="0 0 90"/>`;
const nodes = (count: number): string => Array.from({ length: count }, (_, k) => node(k)).join("");
const AUV = `<vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 10">
  <script actuator="propeller" times_s="0" values="1000"/></vehicle>`;

/** A world with a current, without and with waves: in the latter moving bodies ask the environment. */
const world = (inside: string, sea = ""): string =>
  `<scenario id="s" duration_s="2"><world current_mps="0.2 0.1 0">${sea}</world>${inside}<log rate_Hz="2" channels="state pose"/></scenario>`;
const WAVES = '<waves id="swell" model="regular" amplitude_m="0.3" period_s="6"/>';

const { run: fleet, log } = runToEnd(scenarioOf(world(nodes(1000))));
const fleetLog = opened(log);

describe("a fleet of 1,000 moored nodes", () => {
  test("is integrated by no step, no side step and no trial", () => {
    expect(fleet.sim.counts).toMatchObject({ steps: 0, sideSteps: 0, trials: 0 });
    expect(fleet.sim.model.systems).toEqual([]);
  });

  test("costs an AUV among 999 of them not one step more than alone, in waves, too", () => {
    const steps = ({ sim: { counts } }: ScenarioRun): number[] => [counts.steps, counts.sideSteps];
    for (const sea of ["", WAVES]) {
      const among = runToEnd(scenarioOf(world(nodes(999) + AUV, sea))).run;
      expect(steps(among)).toEqual(steps(runToEnd(scenarioOf(world(AUV, sea))).run));
    }
  });

  test("is in the log: in place, at no speed over ground, with the current past it", () => {
    const { t_ns, names, columns } = readTable(fleetLog, "/n321/state");
    expect([...t_ns]).toEqual([0, 5e8, 1e9, 15e8, 2e9]);
    const last = Object.fromEntries(names.map((name, i) => [name, columns[i]!.at(-1)!]));
    expect(last).toMatchObject({ north_m: 321, east_m: -321, depth_m: 23.21, u_mps: 0, v_mps: 0, w_mps: 0 });
    expect(last).toMatchObject({ currentNorth_mps: 0.2, currentEast_mps: 0.1, currentDown_mps: 0 });
    expect(last.heading_rad).toBeCloseTo(Math.PI / 2, 14);
    // The bow to the east: the water comes from port, 0.2 m/s, and from ahead it is −0.1 m/s.
    expect(last.uWater_mps).toBeCloseTo(-0.1, 14);
    expect(last.vWater_mps).toBeCloseTo(0.2, 14);
    expect(readTable(fleetLog, "/n999/pose").t_ns).toHaveLength(5);
    expect(fleetLog.channels.map(({ topic }) => topic)).not.toContain("/n0/actuators");
  });

  test("is in the summary", () => {
    const summary = fleet.summary();
    expect(summary.size).toBe(1000);
    expect(summary.get("n7")).toEqual({
      distance_m: 0,
      maxDepth_m: 20.07,
      // √(0.2² + 0.1²) through the water.
      maxSpeed_mps: expect.closeTo(Math.hypot(0.2, 0.1), 12),
      energy_J: null,
      final: {
        north_m: 7,
        east_m: -7,
        depth_m: 20.07,
        roll_deg: 0,
        pitch_deg: 0,
        heading_deg: expect.closeTo(90, 12),
        speed_mps: 0,
      },
    });
  });
});

test("a tap on it is answered at its instants", () => {
  const told: number[][] = [];
  const probe: Extension = {
    taps: () => [
      {
        vehicle: 1,
        name: "probe",
        times: new RegularTimes(3, 1000),
        to: { role: "sensors", path: "probe", vehicle: 1 },
      },
    ],
    install: {
      sensors: (site) => {
        const message = new Float64Array(vehicleState.size);
        let port: InPort<typeof vehicleState.fields>;
        const actor = site.builder.addActor({
          path: "probe",
          handle(moment) {
            while (port.receive(moment, message, 0)) told.push([...message]);
          },
        });
        port = site.in("probe", vehicleState, { wake: { actor, phase: PHASE.deliver } });
      },
    },
  };
  runToEnd(scenarioOf(world(AUV + node(5))), { from: "inside" }, "offline", [probe]);
  expect(told.map(([t_ns]) => t_ns)).toEqual([1000, 333334333, 666667667, 1e9 + 1000, 1333334333, 1666667667]);
  const { p_NB_m, v_NB_B_mps, w_NB_B_radps } = vehicleState.at;
  for (const message of told) {
    expect(message.slice(p_NB_m, p_NB_m + 3)).toEqual([5, -5, 20.05]);
    expect(message.slice(v_NB_B_mps, w_NB_B_radps + 3)).toEqual([0, 0, 0, 0, 0, 0]);
  }
});

describe("what needs a body that moves is refused at its place", () => {
  test.each([
    [
      "a thruster",
      "",
      '<<|thruster|> id="t" file="components/thrusters/t200-16V.xml" position_m="0 0 0"/>',
      'thruster "t" belongs to',
    ],
    ["a fin", "", '<<|fin|> id="f" file="components/fins/remus100-fin.xml" position_m="0 0 0"/>', 'fin "f" belongs to'],
    ["a tank", "", '<<|ballast|> id="b" capacity_kg="1" maxFlow_kgps="1"/>', 'ballast "b" belongs to'],
    ["a held depth", 'hold="<|depth roll|>"', "", 'hold="depth roll" is given for'],
    ["a velocity", 'velocity_mps="<|1 0 0|>"', "", "velocity_mps is given for"],
    ["a rate", 'rate_degps="<|0 0 1|>"', "", "rate_degps is given for"],
  ])("%s", (_, attributes, inside, message) => {
    const { files, mark } = unmark(`<scenario id="s" duration_s="1">
<vehicle id="dock" length_m="1" ${attributes}>${inside}</vehicle></scenario>`);
    const text = files["main.xml"]!;
    const { scenario, diagnostics } = loadText(text);
    expect(scenario).toBeNull();
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(formatDiagnostic)).toEqual([
      expect.stringMatching(new RegExp(`error VEH\\d+: ${message} a vehicle without a hull`)),
    ]);
    expect(errors[0]?.range).toMatchObject(placeOf(text, mark!.start));
  });

  test("a push, a script and a law that drives: each by its own code", () => {
    const text = `<scenario id="s" duration_s="1"><vehicle id="dock" length_m="1">
<push start_s="0" force_N="1 0 0"/>
<script actuator="propeller" times_s="0" values="1"/>
<controller id="c" model="hold" actuators="rudder" values="1"/></vehicle></scenario>`;
    const errors = loadText(text).diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, range }) => [code, range?.line])).toEqual([
      ["SCN013", 2],
      ["SCN001", 3],
      ["SCN001", 4],
    ]);
  });
});
