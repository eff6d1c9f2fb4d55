/** Commands that an actuator cannot meet: cut off, logged at the limit, and reported where no loop in saturation would ask for them. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../src/core/index.ts";
import { loadScenario, type RunEvent, ScenarioRun } from "../src/scenario/index.ts";
import { definitions, readerOver } from "./support/scenarios.ts";

const REFERENCE = "components/vehicles/remus100.bare.xml";
const FINNED = "components/vehicles/remus100-finned.bare.xml";

function runOf(file: string, inside: string): { run: ScenarioRun; diagnostics: readonly Diagnostic[] } {
  const text = `<scenario id="s" duration_s="5" step_s="0.02">
    <vehicle id="auv" file="${file}" position_m="0 0 10">${inside}</vehicle></scenario>`;
  const { scenario, diagnostics } = loadScenario(definitions, readerOver({ "s.xml": text }), "s.xml");
  if (scenario === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return { run: new ScenarioRun(scenario, { writer: null, version: "test" }), diagnostics };
}

const hold = (names: string, values: string): string =>
  `<controller id="c" model="hold" rate_Hz="10" actuators="${names}" values="${values}"/>`;
const warnings = (run: ScenarioRun): RunEvent[] => run.events.filter(({ level }) => level === "warning");
const toEnd = (run: ScenarioRun): ScenarioRun => {
  run.advance(run.end_ns);
  return run;
};

describe("a run says once for each actuator", () => {
  test("20 rad of rudder and 90000 rpm of the reference hull", () => {
    const { run } = runOf(REFERENCE, hold("rudder propeller", "20 90000"));
    expect(warnings(toEnd(run)).map(({ t_ns, name, message }) => [t_ns, name, message])).toEqual([
      [
        0,
        "auv/rudder",
        "it is commanded 20 rad, far beyond what it can do, -0.2618 to 0.2618 rad, where it is cut off",
      ],
      [
        0,
        "auv/propeller",
        "it is commanded 90000 rev/min, far beyond what it can do, -1525 to 1525 rev/min, where it is cut off",
      ],
    ]);
  });

  test("fins and shafts of their own, and commands in µs, whose middle is not 0", () => {
    const finned = warnings(toEnd(runOf(FINNED, hold("rudderTop propeller", "-5 1e5")).run));
    expect(finned.map(({ name }) => name)).toEqual(["auv/propeller", "auv/rudderTop"]);
    const jet = '<thruster id="jet" file="components/thrusters/t200-16V.xml" position_m="0 0 0"/>';
    const asked = (value: string): string[] =>
      warnings(toEnd(runOf(FINNED, jet + hold("jet", value)).run)).flatMap(({ name, message }) =>
        message.startsWith("it is commanded") ? [name] : [],
      );
    // 1100 to 1900 µs: 200 µs is 3.25 times as far from 1500 as the ends are, and 350 µs 2.9 times.
    expect(asked("200")).toEqual(["auv/jet"]);
    expect(asked("350")).toEqual([]);
  });

  test("not for control in saturation, and not again after a snapshot", () => {
    expect(warnings(toEnd(runOf(REFERENCE, hold("rudder propeller", "0.6 3000")).run))).toEqual([]);
    const { run } = runOf(REFERENCE, hold("rudder", "20"));
    run.advance(run.end_ns / 2);
    const snapshot = run.snapshot();
    toEnd(run);
    run.restore(snapshot);
    expect(warnings(toEnd(run))).toHaveLength(1);
  });
});

test("a script beyond the limit is warned about when it is loaded, at its values; one at the limit is not", () => {
  const script = (value: string): string => `<script actuator="rudder" times_s="0 2" values="0 ${value}"/>`;
  const found = runOf(REFERENCE, script("0.3")).diagnostics.filter(({ code }) => code === "SCN060");
  expect(found).toMatchObject([
    {
      severity: "warning",
      message: expect.stringContaining("asks rudder for 0.3 rad, but it goes from -0.2618 to 0.2618 rad"),
      range: { line: 2 },
    },
  ]);
  expect(runOf(REFERENCE, script(String((15 * Math.PI) / 180))).diagnostics).toEqual([]);
});
