import { describe, expect, test } from "vitest";
import { nodeReader } from "../../../test/support/node-reader.ts";
import { historyOf, opened, runOutside } from "../../../test/support/outside.ts";
import { definitions, runToEnd, scenarioOf, stateOf } from "../../../test/support/scenarios.ts";
import { Script } from "../../actuators/index.ts";
import { ModelBuilder, Simulation } from "../../engine/index.ts";
import { loadComponent } from "../../library/index.ts";
import { type Log, readTable } from "../../logging/index.ts";
import { Rk4 } from "../../math/index.ts";
import { playScripts, STATE, VehicleSystem, vehicleParts } from "../../vehicles/index.ts";
import { ScenarioRun } from "../index.ts";

const REMUS = 'file="components/vehicles/remus100.bare.xml"';
const PILOT = `<autopilot id="pilot" rudder="rudder" sternPlane="sternPlane" propeller="propeller"
  propellerUnit="rpm" propellerMax="1525" propellerPerSpeed="600">
  <depth kp="0.1" ki="0.002"/><pitch kp="2" ki="0.2" kd="1"/><heading kp="1.5" kd="1"/><speed kp="200" ki="50"/>
  <leg heading_deg="20" depth_m="5" speed_mps="1.5" duration_s="100"/>`;

test("a scripted vehicle moves, bit for bit, as the same vehicle put into a model by hand", () => {
  const scenario = scenarioOf(`<scenario id="s" duration_s="30" step_s="0.05">
    <vehicle id="auv" ${REMUS} position_m="1 2 10" velocity_mps="0.5 0 0">
      <script actuator="propeller" times_s="0" values="1200"/>
      <script actuator="rudder" times_s="0 10 20" values="0 0.1 0" between="lines"/>
    </vehicle></scenario>`);
  const { run } = runToEnd(scenario);

  const { component } = loadComponent(definitions, nodeReader(), "components/vehicles/remus100.bare.xml");
  const system = new VehicleSystem(vehicleParts(definitions, component!), {
    path: "by-hand",
    step_ns: 50_000_000,
    integrator: new Rk4(64),
    gravity_mps2: 9.81,
    density_kgpm3: 1026,
    scripts: [
      Script.table([
        [0, 0],
        [10, 0.1],
        [20, 0],
      ]),
      null,
      Script.steps([[0, 1200]]),
    ],
    initialInto(x, at) {
      x.set([1, 2, 10], at + STATE.p);
      x[at + STATE.V] = 0.5;
    },
  });
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  playScripts(builder, system, place);
  const sim = new Simulation(builder.build());
  sim.runUntil(30e9);
  expect(stateOf(run)).toEqual([...sim.look().x.slice(place.at, place.at + STATE.actuators)]);
});

test("a neutral vehicle at rest in the water is carried by the current: 0.2 m/s · 50 s = 10 m", () => {
  const text = `<scenario id="s" duration_s="50"><world current_mps="0.2 -0.1 0"/>
    <vehicle id="auv" ${REMUS} position_m="0 0 30" velocity_mps="0.2 -0.1 0"/></scenario>`;
  const [north_m, east_m, depth_m] = stateOf(runToEnd(scenarioOf(text, ["auv/hull/model=fossen"])).run);
  // Neutral to the digits of its file: 1e-10 of its weight over 50 s moves it by less than 1e-6 m.
  expect(north_m).toBeCloseTo(10, 9);
  expect(east_m).toBeCloseTo(-5, 9);
  expect(depth_m).toBeCloseTo(30, 6);
});

describe("controllers", () => {
  const text = (inside = "", log = ""): string =>
    `<scenario id="s" duration_s="40"><vehicle id="auv" ${REMUS}>${PILOT}${inside}</autopilot></vehicle>${log}</scenario>`;

  const commandTimes = (log: Log): number[] => [...readTable(log, "/auv/commands").t_ns];

  test("those outside are repeated from the log: the same bytes, whatever the slices were", () => {
    // Odd slices, as a busy machine makes them.
    const first = runOutside(scenarioOf(text()), [7e6, 120e6, 33e6, 250e6, 41e6]);
    expect(commandTimes(first.log).length).toBeGreaterThan(100);
    const again = runToEnd(scenarioOf(text()), { from: "history", of: historyOf(first.log) }, "online");
    expect(stateOf(again.run)).toEqual(stateOf(first.run));
    const comparable = (log: Log) => [...log.messages()].filter(({ topic }) => topic !== "/events");
    expect(comparable(opened(again.log))).toEqual(comparable(first.log));
  });

  test("a stalled computer leaves the last command", () => {
    const { run, log } = runToEnd(scenarioOf(text('<stall start_s="15" duration_s="5"/>')));
    const times = commandTimes(opened(log));
    expect(times.filter((t) => t >= 15e9 && t < 20e9)).toEqual([]);
    // 10 Hz over 40 s, with both ends.
    expect(times).toHaveLength(401 - 50);
    expect(run.events.map((e) => [e.t_ns / 1e9, e.message])).toEqual([
      [0, 'leg "leg1" begins'],
      [15, "the computer hangs for 5 s"],
      [20, "the computer answers again"],
    ]);
    // The stall is not without effect: 5 s at 1.5 m/s without a hand on the planes.
    expect(stateOf(run)[2]).not.toBeCloseTo(stateOf(runToEnd(scenarioOf(text())).run)[2]!, 3);
  });

  test("what is logged, and how often, changes no bit of the run", () => {
    const plain = runToEnd(scenarioOf(text()));
    const busy = runToEnd(scenarioOf(text("", '<log rate_Hz="37" channels="state pose control"/>')));
    expect(stateOf(busy.run)).toEqual(stateOf(plain.run));
    expect(busy.log).not.toEqual(plain.log);
  });

  test("two runs give the same bytes of log; stopping in between changes none", () => {
    const first = runToEnd(scenarioOf(text()));
    expect(runToEnd(scenarioOf(text())).log).toEqual(first.log);
    const other = runToEnd(scenarioOf(text(), ["auv/position_m=0 0 1"]));
    expect(other.log).not.toEqual(first.log);
  });

  test("a snapshot taken in the middle and restored in a fork ends in the same bits", () => {
    const scenario = scenarioOf(text());
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(17.3e9);
    const fork = run.fork();
    run.advance(run.end_ns);
    fork.advance(run.end_ns);
    expect(stateOf(fork)).toEqual(stateOf(run));
    expect(fork.events).toEqual(run.events);
  });
});

test("vehicles share nothing: ten of them each move as one alone", () => {
  const vehicle = (id: string, east_m: number): string =>
    `<vehicle id="${id}" ${REMUS} position_m="0 ${east_m} 2">${PILOT}</autopilot></vehicle>`;
  const alone = scenarioOf(`<scenario id="s" duration_s="20">${vehicle("a", 30)}</scenario>`);
  const ten = Array.from({ length: 10 }, (_, i) => vehicle(`v${i}`, 10 * i)).join("");
  const fleet = scenarioOf(`<scenario id="s" duration_s="20">${ten}</scenario>`);
  expect(stateOf(runToEnd(fleet).run, 3)).toEqual(stateOf(runToEnd(alone).run));
});

test("the summary: carried at √(1.2² + 0.9²) = 1.5 m/s for 20 s, it went 30 m, at no speed through the water", () => {
  const text = `<scenario id="s" duration_s="20"><world current_mps="1.2 0.9 0"/>
    <vehicle id="auv" ${REMUS} position_m="0 0 50" velocity_mps="1.2 0.9 0"/></scenario>`;
  const { run } = runToEnd(scenarioOf(text, ["auv/hull/model=fossen"]));
  const { distance_m, maxDepth_m, maxSpeed_mps, energy_J, final } = run.summary().get("auv")!;
  expect(distance_m).toBeCloseTo(30, 8);
  expect(maxDepth_m).toBeCloseTo(50, 6);
  expect(maxSpeed_mps).toBeLessThan(1e-6);
  expect(energy_J).toBeNull();
  expect(final.speed_mps).toBeCloseTo(1.5, 8);
});
