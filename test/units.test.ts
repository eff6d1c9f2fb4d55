/** A law states the unit in which it writes, an actuator the one that it takes: they are equal, converted, or refused. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { actuatorOutputs } from "../src/control/index.ts";
import { setpointUnit } from "../src/control/modules/messages.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { openLog, readTable } from "../src/logging/index.ts";
import { loadScenario, type ScenarioResult } from "../src/scenario/index.ts";
import { definitions, loadText, readerOver, runToEnd } from "./support/scenarios.ts";

const VEHICLE = "components/vehicles/remus100-finned.xml";
const PILOT = "components/controllers/remus100-autopilot.xml";

/** scenarios/survey.xml with the T200 at 12 V, which takes microseconds, as the propeller of its vehicle. */
function surveyWithT200(pilot: (xml: string) => string, overrides: readonly string[] = []): ScenarioResult {
  const vehicle = readFileSync(VEHICLE, "utf8").replace("remus100-propeller.xml", "t200-12V.xml");
  const files = { [VEHICLE]: vehicle, [PILOT]: pilot(readFileSync(PILOT, "utf8")) };
  return loadScenario(definitions, readerOver(files), "scenarios/survey.xml", overrides);
}

function column(log: Uint8Array, topic: string, name: string): { t_s: number[]; values: number[] } {
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  const { t_ns, names, columns } = readTable(openLog(source, null), topic);
  expect(names).toContain(name);
  return { t_s: [...t_ns].map((t) => t / 1e9), values: [...columns[names.indexOf(name)]!] };
}

describe("survey.xml with the thruster t200-12V.xml", () => {
  test("the speed that the autopilot asks for becomes the pulse at which the T200 turns so fast, and it flies ahead", () => {
    const { scenario, diagnostics } = surveyWithT200((xml) => xml, ["duration_s=30"]);
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      expect.stringMatching(
        /^scenarios\/survey\.xml:19:8: note MOD020: captain\/autopilot\.propeller writes rad\/s, but the actuator propeller takes µs: each value becomes the command at which the shaft turns so fast/,
      ),
    ]);
    const { run, log } = runToEnd(scenario!);
    const { values: pulses } = column(log, "/auv/commands", "propeller_us");
    // From rest, 1500 µs, to the row of 188 rad/s, 1700 µs: the limit of the law is 159 rad/s.
    expect(Math.min(...pulses)).toBeGreaterThanOrEqual(1500);
    expect(Math.max(...pulses)).toBeGreaterThan(1600);
    expect(Math.max(...pulses)).toBeLessThan(1700);
    const { values: surge } = column(log, "/auv/state", "u_mps");
    expect(surge.at(-1)).toBeGreaterThan(0.5);
    expect(Math.min(...surge)).toBeGreaterThan(-0.01);
    expect(run.summary().get("auv")!.final.north_m).toBeGreaterThan(-95);
  });

  test("the shaft turns as fast as the law asks: 159 rad/s in the steady state, whatever the pulse is", () => {
    const { scenario } = surveyWithT200((xml) => xml, ["duration_s=30"]);
    const { log } = runToEnd(scenario!);
    const { values } = column(log, "/auv/actuators", "propeller_speed_radps");
    // The law is at its limit (8.7 N are not enough for 1.5 m/s); lag 0.1 s. The inverse ends within 1e-14 of an interval of 100 µs.
    expect(values.at(-1)).toBeCloseTo(159, 9);
  });

  test.each([
    ["a thrust", 'propellerUnit="N" propellerMax="20"', null],
    ["a share of the full command, for which the table has no inverse", 'propellerUnit="1" propellerMax="1"', "MOD003"],
  ])("%s", (_, attributes, code) => {
    const { diagnostics } = surveyWithT200((xml) =>
      xml.replace('propellerUnit="rad/s"', "").replace('propellerMax="159" propellerPerSpeed="66"', attributes),
    );
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map((d) => d.code)).toEqual(code === null ? [] : [code]);
    if (code === null) return;
    expect(errors[0]!.message).toBe(
      "captain/autopilot.propeller writes a share (1), but the actuator propeller takes µs",
    );
    expect(errors[0]!.range).toMatchObject({ file: "scenarios/survey.xml", line: 19, column: 8 });
    expect(errors[0]!.hint).toMatch(/N, rad\/s, rev\/min or rev\/s/);
    expect(errors[0]!.related?.at(-1)).toMatchObject({ message: "to propeller", range: { file: VEHICLE } });
  });

  test("a law that does not state its unit is refused, with the units that there are", () => {
    const { scenario, diagnostics } = surveyWithT200((xml) => xml.replace(' propellerUnit="rad/s"', ""));
    expect(scenario).toBeNull();
    expect(diagnostics[0]!.message).toContain("propellerUnit");
    expect(diagnostics[0]!.range).toMatchObject({ file: PILOT });
  });

  test("a mission that stops leaves the T200 at rest: 0 rad/s is 1500 µs, not 0 µs", () => {
    const { scenario } = surveyWithT200((xml) => xml, ["duration_s=40", "auv/captain/WaterLeak/at_s=5"]);
    const { log } = runToEnd(scenario!);
    const { values } = column(log, "/auv/commands", "propeller_us");
    expect(Math.min(...values)).toBeGreaterThanOrEqual(1500);
  });
});

describe("the units that a law of one's own gives", () => {
  test("are taken as suffixes, and as messages write them", () => {
    const units = (written: string): (string | null)[] =>
      actuatorOutputs(["a"], [written]).map(({ message }) => setpointUnit(message));
    expect(["rad/s", "rev/min", "rev/s", "°", "µs", "N"].flatMap(units)).toEqual([
      "radps",
      "rpm",
      "rps",
      "deg",
      "us",
      "N",
    ]);
    expect(["radps", "rpm", "1", "furlong"].flatMap(units)).toEqual(["radps", "rpm", "1", "furlong"]);
  });

  test("are one for each actuator or one for all: with one too few, the last would not be checked", () => {
    expect(() => actuatorOutputs(["rudder", "plane", "propeller"], ["rad", "rad"])).toThrow(
      "3 actuators (rudder plane propeller) have 2 units (rad rad)",
    );
    expect(actuatorOutputs(["left", "right"], ["N"]).map(({ message }) => setpointUnit(message))).toEqual(["N", "N"]);
  });
});

describe("other writers", () => {
  const world = (inside: string): string => `<scenario id="s" duration_s="1" step_s="0.02"><world/>
    <vehicle id="auv" file="components/vehicles/bluerov2-heavy.xml" position_m="0 0 5">${inside}</vehicle></scenario>`;
  const told = (inside: string): string[] => loadText(world(inside)).diagnostics.map((d) => `${d.severity} ${d.code}`);
  const thruster = "front-port";
  const field = "front_port_us";

  test("constant set-points with a unit are converted like those of any law", () => {
    const law = (units: string, value: number) =>
      `<controller id="push" actuators="${thruster}" values="${value}" ${units}/>`;
    expect(told(law('units="us"', 1600))).toEqual([]);
    expect(told(law('units="rad/s"', 105))).toEqual(["note MOD020"]);
    expect(told(law('units="rev/min"', 1000))).toEqual(["note MOD020"]);
    expect(told(law('units="V"', 3))).toEqual(["error MOD003"]);
    expect(told(`<controller id="push" actuators="-${thruster}" values="1600" units="us"/>`)).toEqual(["error MOD021"]);
    const { log } = runToEnd(loadText(world(law('units="N"', 1.25))).scenario!);
    // A row of the table of t200-16V.xml: 1.25 N at 1548 µs.
    expect(column(log, "/auv/commands", field).values[0]).toBe(1548);
  });

  test("a script that states another unit than its actuator's is refused", () => {
    const script = (unit: string) => `<script actuator="${thruster}" times_s="0" values="1600" ${unit}/>`;
    expect(told(script(""))).toEqual([]);
    expect(told(script('unit="us"'))).toEqual([]);
    expect(told(script('unit="rad/s"'))).toEqual(["error SCN020"]);
  });
});
