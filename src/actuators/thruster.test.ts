import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { loadComponent, memoryReader } from "../library/index.ts";
import { ask, definitions, diagnostics, saidAbout, shippedThruster } from "./test/thrusters.ts";

const OPEN_WATER = 'diameter_m="0.2" kT0="0.4" kT1="-0.5" kQ0="0.05" kQ1="-0.04"';

test("the room's definitions are in order", () => {
  expect(diagnostics).toEqual([]);
});

test.each([
  ["a negative diameter", `${OPEN_WATER.replace("0.2", "-0.2")} maxSpeed_radps="100"`, "diameter_m = -0.2"],
  ["a diameter of zero", `${OPEN_WATER.replace("0.2", "0")} maxSpeed_radps="100"`, "diameter_m = 0"],
  ["saturation below zero", `${OPEN_WATER} maxSpeed_radps="-5"`, "maxSpeed_radps = -5"],
  ["a thrust limit of zero", `${OPEN_WATER} maxSpeed_radps="100" maxThrust_N="0"`, "maxThrust_N = 0"],
  ["a speed that is not finite", `${OPEN_WATER} maxSpeed_radps="NaN"`, "maxSpeed_radps"],
  [
    "a dead zone that swallows all commands",
    `${OPEN_WATER} maxSpeed_radps="5" deadZone_radps="5"`,
    "no command that turns",
  ],
  ["a first-order shaft without lag", `${OPEN_WATER} maxSpeed_radps="5" shaft="firstOrder"`, "needs shaftLag_s"],
  [
    "a rate limit without state",
    `${OPEN_WATER} maxSpeed_radps="5" maxAcceleration_radps2="9"`,
    "maxAcceleration_radps2 needs shaftLag_s",
  ],
  ["all water in the wake", `${OPEN_WATER} maxSpeed_radps="5" wakeFraction="1"`, "wakeFraction = 1"],
  [
    "a pitch outside the B-series",
    'model="wageningen" diameter_m="0.1" blades="3" pitchRatio="2" areaRatio="0.5" maxSpeed_radps="5"',
    "outside the Wageningen B-series",
  ],
  [
    "columns of unequal length",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2" tableSpeeds_radps="1 2 3" tableCurrents_A="0 0 0"',
    "2 numbers for 3 commands",
  ],
  [
    "a thrust that falls",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 3 2" tableSpeeds_radps="1 2 3" tableCurrents_A="0 0 0"',
    "falls from 3 to 2",
  ],
  [
    "speeds of unequal number",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2 3" tableSpeeds_radps="1 2" tableCurrents_A="0 0 0"',
    "tableSpeeds_radps has 2 numbers for 3 commands",
  ],
  [
    "currents of unequal number",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2 3" tableSpeeds_radps="1 2 3" tableCurrents_A="0 0"',
    "tableCurrents_A has 2 numbers for 3 commands",
  ],
  [
    "a speed that falls",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2 3" tableSpeeds_radps="1 3 2" tableCurrents_A="0 0 0"',
    "tableSpeeds_radps falls from 3 to 2",
  ],
  [
    "a table of one speed",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 1 1" tableSpeeds_radps="5 5 5" tableCurrents_A="0 0 0"',
    "the same speed at all commands",
  ],
  [
    "two thrusts for one speed",
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2 3" tableSpeeds_radps="5 5 6" tableCurrents_A="0 0 0"',
    "two thrusts for the shaft speed 5 rad/s",
  ],
])("%s is reported: %s", (_, attributes, message) => {
  expect(saidAbout(attributes).join("\n")).toContain(message);
});

test("a table whose columns do not fit is not looked at any further", () => {
  const said = saidAbout(
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2" tableSpeeds_radps="5 5 5" tableCurrents_A="0 0 0"',
  );
  expect(said.join("\n")).toContain("2 numbers for 3 commands");
  expect(said.join("\n")).not.toContain("the same speed");
});

test("where shaft speeds are missing, that alone is reported: whether rows of one speed agree is asked of whole tables", () => {
  const said = saidAbout(
    'model="table" voltage_V="12" tableCommands="1 2 3" tableThrusts_N="1 2 3" tableSpeeds_radps="5 5" tableCurrents_A="0 0 0"',
  );
  expect(said).toEqual(["tableSpeeds_radps has 2 numbers for 3 commands"]);
});

test("one file serves several models, each listing what it leaves unread", () => {
  const file = `<thruster id="t" ${OPEN_WATER} maxSpeed_radps="100" shaftLag_s="0.2" blades="3" pitchRatio="0.8" areaRatio="0.5">
    <provenance of="*" status="assumed"/></thruster>`;
  const unreadBy = (model: string) =>
    loadComponent(definitions, memoryReader({ t: file }), "t", { models: { thruster: model } }).component?.unread;
  expect(unreadBy("open-water")).toEqual(["blades", "pitchRatio", "areaRatio"]);
  expect(unreadBy("wageningen")).toEqual(["kT0", "kT1", "kQ0", "kQ1"]);
  expect(unreadBy("static")).toEqual(["shaftLag_s", "kT1", "kQ0", "kQ1", "blades", "pitchRatio", "areaRatio"]);
});

const REMUS_RADPS = (1525 / 60) * 2 * Math.PI;

test("the shipped REMUS 100 propeller gives 116.3 N at rest and 45.78 N at 2.5 m/s behind a wake of 0.944, 1525 rev/min", () => {
  const model = shippedThruster(nodeReader(), "remus100-propeller");
  // Published figures have four digits, and use a density of 1026 kg/m³.
  expect(ask(model, REMUS_RADPS, 0, 1026).thrust_N).toBeCloseTo(116.3, 1);
  expect(ask(model, REMUS_RADPS, 0.944 * 2.5, 1026).thrust_N).toBeCloseTo(45.78, 1);
});

test("at rest the static model of the same file agrees with it, and has no state", () => {
  const coarse = shippedThruster(nodeReader(), "remus100-propeller", "static");
  expect([shippedThruster(nodeReader(), "remus100-propeller").states, coarse.states]).toEqual([1, 0]);
  // Same expression, same operations: rounding only.
  const fine = ask(shippedThruster(nodeReader(), "remus100-propeller"), -100, 0, 1026).thrust_N;
  expect(ask(coarse, -100, 3, 1026).thrust_N).toBeCloseTo(fine, 10);
  expect(ask(coarse, 1e4).thrust_N).toBeCloseTo(coarse.maxThrust_N, 10);
});

test("the RexROV thruster gives 0.00031 · 1000² = 310 N at 1000 rad/s and never more than 2000 N", () => {
  const model = shippedThruster(nodeReader(), "rexrov-thruster");
  expect(ask(model, 1000).thrust_N).toBeCloseTo(310, 10);
  expect(ask(model, 0, 0, 1000, [-1000]).thrust_N).toBeCloseTo(-310, 10);
  expect(ask(model, 9999, 0, 1000, [9999]).thrust_N).toBe(2000);
  expect(model.maxThrust_N).toBeCloseTo(2000, 10);
  expect(model.minThrust_N).toBeCloseTo(-2000, 10);
  // The shaft turns up no further than √(2000 / 0.00031) = 2540.003 rad/s: from rest at 1/0.05 of that per second.
  expect(ask(model, 9999, 0, 1000, [0]).rates[0] * 0.05).toBeCloseTo(2540.003, 3);
});

test("the Taipan 300 propeller needs 1167 rev/min, 0.266 N·m and 32.6 W at 2 m/s behind its wake of 0.06", () => {
  const model = shippedThruster(nodeReader(), "taipan300-propeller", "wageningen");
  const at = ask(model, (1167 / 60) * 2 * Math.PI, 0.94 * 2, 1000);
  // 10.6 N of drag over 1 − t = 0.9; the facts have three digits, and 1167 rev/min four.
  expect(at.thrust_N).toBeCloseTo(10.6 / 0.9, 1);
  expect(at.torque_Nm).toBeCloseTo(-0.266, 3);
  expect(at.power_W).toBeCloseTo(32.6, 0);
});
