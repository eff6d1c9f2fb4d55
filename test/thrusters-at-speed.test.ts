/** A thruster whose model knows its thrust at rest only, on a vehicle that moves: one warning, with the speed and the error to expect. */
import { expect, test } from "vitest";
import { loadScenario, type RunEvent, ScenarioRun } from "../src/scenario/index.ts";
import { definitions, readerOver } from "./support/scenarios.ts";

function runOf(jets: string, inside = ""): ScenarioRun {
  const vehicle = `<vehicle id="own" length_m="0.5">
    <hull id="hull" mass_kg="20" volume_m3="0.0195" cg_m="0 0 0.02" inertia_kgm2="0.3 0.3 0.3 0 0 0" shape="ellipsoid"
      size_m="0.5 0.3 0.25" addedMass="10 10 10 0.1 0.1 0.1" linearDamping="10 10 10 1 1 1" quadraticDamping="10 40 40 1 1 1"/>
    ${jets}</vehicle>`;
  const text = `<scenario id="s" duration_s="8" step_s="0.02"><world density_kgpm3="1000"/>
    <vehicle id="rov" file="rov.xml" position_m="0 0 5">${inside}</vehicle></scenario>`;
  const files = { "test.xml": text, "rov.xml": vehicle };
  const { scenario, diagnostics } = loadScenario(definitions, readerOver(files), "test.xml");
  if (scenario === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return new ScenarioRun(scenario, { writer: null, version: "test" });
}

const T200 = `<thruster id="jet" file="components/thrusters/t200-12V.xml" position_m="-0.2 0 0"/>`;
const script = (value: number): string => `<script actuator="jet" times_s="0" values="${value}"/>`;
const warnings = (run: ScenarioRun): RunEvent[] => run.events.filter(({ level }) => level === "warning");

test("a table of thrusts at rest: once, at a tenth of loss, with speed and error", () => {
  const run = runOf(T200, script(1700));
  run.advance(run.end_ns);
  expect(run.summary().get("rov")!.final.speed_mps).toBeGreaterThan(0.5);
  // 12.54 N over a disc of 0.076 m in 1000 kg/m³: the jet runs at 2.351 m/s, a tenth of it is 0.235 m/s. It is looked at ten times a second.
  expect(warnings(run)).toMatchObject([
    {
      name: "rov/jet",
      message: expect.stringMatching(
        /^its thrust of 12\.5 N is that at rest, but it advances at 0\.2\d m\/s: a propeller of 0\.076 m would give some 1[0-2] % less there/,
      ),
    },
  ]);
});

test("a bilinear thruster without the term of the inflow warns as well, and one with it does not", () => {
  const jet = (c2: string): string => `<thruster id="jet" model="bilinear" maxSpeed_radps="100" c1="0.003" ${c2}
    diameter_m="0.1" position_m="-0.2 0 0"/>`;
  const run = runOf(jet(""), script(80));
  run.advance(run.end_ns);
  expect(warnings(run)).toMatchObject([
    { name: "rov/jet", message: expect.stringContaining("its thrust of 19.2 N is that at rest, but it advances at") },
  ]);
  const falling = runOf(jet('c2="0.02"'), script(80));
  falling.advance(falling.end_ns);
  expect(warnings(falling)).toEqual([]);
});

test("braking, weak thrust and slow motion are not worth a warning", () => {
  for (const value of [1500, 1560]) {
    const run = runOf(T200, script(value));
    run.advance(run.end_ns);
    expect(warnings(run)).toEqual([]);
  }
});

test("where the file gives no diameter, the error is not known, and the warning comes at 0.5 m/s", () => {
  const jet = `<thruster id="jet" model="table" commandUnit="1" tableCommands="-1 0 1" tableThrusts_N="-20 0 20"
    tableSpeeds_radps="-100 0 100" tableCurrents_A="1 0 1" voltage_V="12" position_m="-0.2 0 0"/>`;
  const run = runOf(jet, script(1));
  run.advance(run.end_ns);
  expect(warnings(run).map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /advances at 0\.5\d m\/s: how much less a real one would give there is not known: its file gives no diameter_m$/,
    ),
  ]);
});

test("a thruster whose thrust falls with speed gives none, and that it was said is in the engine's state", () => {
  const open = `<thruster id="jet" file="components/thrusters/remus100-propeller.xml" position_m="-0.2 0 0"/>`;
  const quiet = runOf(open, script(100));
  quiet.advance(quiet.end_ns);
  expect(warnings(quiet)).toEqual([]);
  const run = runOf(T200, script(1700));
  run.advance(run.end_ns / 2);
  const snapshot = run.snapshot();
  run.advance(run.end_ns);
  run.restore(snapshot);
  run.advance(run.end_ns);
  expect(warnings(run)).toHaveLength(1);
});
