import { describe, expect, test } from "vitest";
import { loadText, scenarioOf } from "../../../test/support/scenarios.ts";
import { formatDiagnostic } from "../../core/index.ts";
import { LOG_CHANNELS } from "./kinds.ts";

const REMUS = 'file="components/vehicles/remus100.xml"';
const REXROV = 'file="components/vehicles/rexrov.xml"';
const LOOPS = '<depth kp="0.1"/><pitch kp="2"/><heading kp="1"/><speed kp="100"/>';
const PILOT = 'rudder="rudder" sternPlane="sternPlane" propeller="propeller" propellerUnit="rpm" propellerMax="1525"';
const KEEPER = `<stationKeeper horizontalLimit_N="1000" verticalLimit_N="1000" torqueLimit_Nm="500">
  <position kp="1000"/><depth kp="1000"/><heading kp="500"/></stationKeeper>`;

/** A scenario around some elements, one line each, so that diagnostics have small line numbers. */
function around(inside: string, attributes = 'duration_s="10"'): string {
  return `<scenario id="test" ${attributes}>\n${inside}\n</scenario>`;
}

function told(text: string, overrides: readonly string[] = []): string[] {
  const { scenario, diagnostics } = loadText(text, overrides);
  expect(scenario === null).toBe(diagnostics.some((d) => d.severity === "error"));
  return diagnostics.map(formatDiagnostic);
}

describe("what is wrong with a scenario is reported with its place, before the first step", () => {
  test.each<[string, string, string]>([
    [
      "an autopilot that drives what is not there",
      around(
        `<vehicle id="auv" ${REMUS}>\n<autopilot ${PILOT.replace('rudder="rudder"', 'rudder="ruder"')}>${LOOPS}</autopilot></vehicle>`,
      ),
      'test.xml:3:20: error SCN001: auv has no actuator "ruder"; it has: rudder, sternPlane, propeller (did you mean "rudder"?)',
    ],
    [
      "a script that drives what is not there",
      around(`<vehicle id="auv" ${REMUS}>\n<script actuator="propellor" times_s="0" values="1"/></vehicle>`),
      'test.xml:3:19: error SCN001: auv has no actuator "propellor"; it has: rudder, sternPlane, propeller (did you mean "propeller"?)',
    ],
    [
      "a fin that claims a command of the hull's",
      around(
        `<vehicle id="auv" ${REMUS}>\n<fin id="rudder" file="components/fins/remus100-fin.xml" position_m="-0.6 0 0"/></vehicle>`,
      ),
      'test.xml:3:2: error VEH010: two parts claim the command "rudder": the hull and the fin "rudder" (give one of them another id)',
    ],
    [
      "an actuator that two drive",
      around(
        `<vehicle id="auv" ${REMUS}>\n<script actuator="propeller" times_s="0" values="1000"/>\n<autopilot ${PILOT}>${LOOPS}</autopilot></vehicle>`,
      ),
      "test.xml:4:63: error SCN002: script1 and autopilot of auv both drive propeller",
    ],
    [
      "forces asked of a vehicle without thrusters",
      around(`<vehicle id="auv" ${REMUS}>\n${KEEPER}</vehicle>`),
      "test.xml:3:2: error SCN003: stationKeeper asks for forces, but auv has no thruster",
    ],
    [
      "a channel that is logged twice",
      around(`<vehicle id="auv" ${REMUS}/>\n<log/>\n<log channels="state"/>`),
      "test.xml:4:16: error SCN004: the state of auv is logged twice",
    ],
    [
      "a log of a vehicle that is not there",
      around(`<vehicle id="auv" ${REMUS}/>\n<log vehicles="auf"/>`),
      'test.xml:3:16: error SCN005: there is no vehicle "auf"; there are: auv (did you mean "auv"?)',
    ],
    [
      "two vehicles with one name",
      around(`<vehicle id="auv" ${REMUS}/>\n<vehicle id="auv" ${REMUS}/>`),
      'test.xml:3:14: error LIB015: id "auv" is already taken at test.xml:2:14',
    ],
    [
      "a route of one point",
      around(
        `<vehicle id="auv" ${REMUS}>\n<autopilot ${PILOT}>${LOOPS}\n<route id="r"><point position_m="1 2 3"/></route></autopilot></vehicle>`,
      ),
      "test.xml:4:2: error LIB009: <route> has 1 <point>; at least 2 are needed (its points, in order; at the depth of each from the point before)",
    ],
    [
      "a route whose points coincide",
      around(
        `<vehicle id="auv" ${REMUS}>\n<autopilot ${PILOT}>${LOOPS}\n<route id="r"><point position_m="1 2 3"/><point position_m="1 2 3"/></route></autopilot></vehicle>`,
      ),
      'test.xml:4:43: error CTL001: points 1 and 2 of route "r" lie at one place (remove one of them)',
    ],
    [
      "a script that does not begin at 0",
      around(`<vehicle id="auv" ${REMUS}>\n<script actuator="rudder" times_s="5" values="1"/></vehicle>`),
      "test.xml:3:36: error LIB029: times_s begins at 5",
    ],
    [
      "a script with too few values",
      around(`<vehicle id="auv" ${REMUS}>\n<script actuator="rudder" times_s="0 5" values="1"/></vehicle>`),
      "test.xml:3:49: error LIB029: values has 1 numbers for 2 times",
    ],
    ["a scenario without vehicles", around(""), "test.xml:1:2: error LIB009: <scenario> has 0 <vehicle>"],
    [
      "a step that no vehicle bears",
      around(`<vehicle id="rov" ${REXROV}/>`, 'duration_s="10" step_s="5"'),
      "test.xml:2:2: error SCN006: a step of 5 s is unstable for rov with rk4: its fastest mode allows",
    ],
  ])("%s", (_, text, expected) => {
    const lines = told(text);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.slice(0, expected.length)).toBe(expected);
  });
});

test("a value from outside is checked like one in the file", () => {
  const text = around(`<vehicle id="auv" ${REMUS}>\n<autopilot id="pilot" ${PILOT}>${LOOPS}</autopilot></vehicle>`);
  expect(told(text, ["auv/pilot/depth/kp=0.5", "duration_s=20", "auv/position_m=1 2 3"])).toEqual([]);
  expect(told(text, ["auv/pilot/rudder=ruder", "auv/pilot/dept/kp=1"])).toEqual([
    '--set:2:1: error LIB047: no parameter "auv/pilot/dept/kp" (did you mean "auv/pilot/depth/kp"?)',
  ]);
  expect(told(text, ["auv/pilot/rudder=ruder"])).toEqual([
    '--set:1:18: error SCN001: auv has no actuator "ruder"; it has: rudder, sternPlane, propeller (did you mean "rudder"?)',
  ]);
});

test("without a world and a log, it is the sea's defaults, and everything at 10 Hz", () => {
  const scenario = scenarioOf(around(`<vehicle id="auv" ${REMUS}/>`));
  expect(scenario.world).toEqual({
    waterLevel_m: 0,
    density_kgpm3: 1026,
    gravity_mps2: 9.81,
    current_mps: [0, 0, 0],
    refresh_Hz: 20,
    magneticDeclination_rad: 0,
    // A dipole at 45°, where the world says no latitude: tan I = 2 tan φ, F = B₀ √(1 + 3 sin² φ).
    magneticInclination_rad: Math.atan(2),
    magneticField_T: 29404.8e-9 * Math.sqrt(2.5),
  });
  expect(scenario.sea).toBeNull();
  expect(scenario.logs).toEqual([{ vehicle: 0, rate_Hz: 10, channels: [...LOG_CHANNELS], axes: "ned" }]);
  expect(scenario.duration_ns).toBe(10e9);
  expect(scenario.step_ns).toBe(20e6);
});

test("files are named from the scenario's folder, so that a log holds nothing of the machine", () => {
  const scenario = scenarioOf(around(`<vehicle id="rov" ${REXROV}/>`));
  const names = [...scenario.files.keys()];
  expect(names[0]).toBe("test.xml");
  expect(names).toContain("components/vehicles/rexrov.xml");
  expect(names).toContain("components/thrusters/rexrov-thruster.xml");
  expect(names.some((name) => name.startsWith("/"))).toBe(false);
});
