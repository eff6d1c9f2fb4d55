import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { ask, commandFor, shippedThruster, thrusterOf } from "./test/thrusters.ts";

/** Pulse in µs, rev/min, A, N: the public performance sheet at 12 V and 16 V. */
const T200 = {
  12: [
    [1100, 2976, 17.03, -28.48],
    [1200, 2457, 8.9, -19.08],
    [1300, 1815, 3.3, -10.01],
    [1400, 1023, 0.5, -3.11],
    [1448, 499, 0.05, -0.71],
    [1500, 0, 0, 0],
    [1548, 444, 0.05, 0.71],
    [1600, 1009, 0.5, 3.87],
    [1700, 1796, 3.3, 12.54],
    [1800, 2456, 8.9, 24.15],
    [1900, 2995, 16.91, 36.42],
  ],
  16: [
    [1100, 3465, 24.3, -39.91],
    [1200, 2865, 11.93, -26.56],
    [1300, 2140, 4.4, -14.1],
    [1400, 1246, 0.7, -4.72],
    [1448, 641, 0.1, -1.25],
    [1500, 0, 0, 0],
    [1548, 573, 0.1, 1.25],
    [1600, 1237, 0.8, 5.92],
    [1700, 2129, 4.58, 17.88],
    [1800, 2888, 11.93, 33.54],
    [1900, 3533, 23.83, 51.44],
  ],
} as const;

const ROWS = ([12, 16] as const).flatMap((V) => T200[V].map((row) => [V, ...row] as const));

const MODELS = {
  "t200-12V": shippedThruster(nodeReader(), "t200-12V"),
  "t200-16V": shippedThruster(nodeReader(), "t200-16V"),
};

/** Settled: the shaft at the speed of the command. */
function settled(name: keyof typeof MODELS, command: number) {
  const model = MODELS[name];
  // The lag of the shipped file is 0.1 s: rate · lag is the target speed of a shaft at rest.
  return ask(model, command, 0, 1000, [0.1 * ask(model, command, 0, 1000, [0]).rates[0]]);
}

test.each(ROWS)("the T200 at %d V, %d µs: %d rev/min, %d A, %d N", (V, pulse, rpm, current_A, thrust_N) => {
  const at = settled(`t200-${V}V`, pulse);
  // Speeds are stored to 0.001 rad/s; thrust and current belong to the row, and only rounding of the speed moves them.
  expect(at.speed_radps).toBeCloseTo((Math.sign(pulse - 1500) * rpm * 2 * Math.PI) / 60, 2);
  expect(at.thrust_N).toBeCloseTo(thrust_N, 9);
  expect(at.power_W).toBeCloseTo(V * current_A, 8);
});

test("pulses in the dead band do nothing, and pulses beyond the table do what its ends do", () => {
  for (const pulse of [1470, 1485, 1500, 1520, 1530]) expect(settled("t200-16V", pulse).thrust_N).toBe(0);
  expect(settled("t200-16V", 1531).thrust_N).toBeGreaterThan(0);
  expect(settled("t200-16V", 2500).thrust_N).toBeCloseTo(51.44, 9);
  expect(settled("t200-16V", 0).thrust_N).toBeCloseTo(-39.91, 9);
});

test("thrust rises with the pulse all the way, and a step of pulse turns the shaft up with its time constant", () => {
  let before = Number.NEGATIVE_INFINITY;
  for (let pulse = 1100; pulse <= 1900; pulse++) {
    const { thrust_N } = settled("t200-12V", pulse);
    expect(thrust_N).toBeGreaterThanOrEqual(before);
    before = thrust_N;
  }
  const model = shippedThruster(nodeReader(), "t200-12V");
  expect(model.states).toBe(1);
  // After one time constant the speed is 0.632 of 2995 rev/min, 1893; the table has 12.54 N at 1796 and 24.15 N at 2456.
  const w = ((1 - Math.exp(-1)) * 2995 * 2 * Math.PI) / 60;
  const { thrust_N } = ask(model, 1900, 0, 1000, [w]);
  expect(thrust_N).toBeGreaterThan(12.54);
  expect(thrust_N).toBeLessThan(16);
});

test("the command of no thrust is the middle of the dead band, and beyond the limits that of the nearest row", () => {
  const model = shippedThruster(nodeReader(), "t200-16V");
  expect(commandFor(model, 0)).toBe(1500);
  expect(commandFor(model, 1e3)).toBe(1900);
  expect(commandFor(model, -1e3)).toBe(1100);
  expect(commandFor(model, 17.88)).toBe(1700);
  expect(commandFor(model, Number.NaN)).toBeNaN();
});

test("a table of two rows is a straight line: at 0.3 of the command 0.3 of speed, thrust and current", () => {
  const model = thrusterOf(
    'model="table" commandUnit="1" voltage_V="10" tableCommands="-1 1" tableThrusts_N="-20 20" tableSpeeds_radps="-50 50" tableCurrents_A="0 4" torqueRatio_m="0.01"',
  );
  const at = ask(model, 0.3);
  expect(at.speed_radps).toBeCloseTo(15, 12);
  expect(at.thrust_N).toBeCloseTo(6, 12);
  expect(at.torque_Nm).toBeCloseTo(-0.06, 12);
  expect(at.power_W).toBeCloseTo(10 * 2.6, 12);
});

test("the static fit of the T200 stays within 6 % of the largest thrust at every row", () => {
  for (const V of [12, 16] as const) {
    const model = shippedThruster(nodeReader(), `t200-${V}V`, "static");
    for (const [pulse, rpm, , thrust_N] of T200[V]) {
      const at = ask(model, (Math.sign(pulse - 1500) * rpm * 2 * Math.PI) / 60, 0, 998);
      // K_T falls by a sixth over the table; one number for it cannot do better.
      expect(Math.abs(at.thrust_N - thrust_N)).toBeLessThan(0.06 * T200[V][10][3]);
    }
  }
});

test("commands are in the unit of the table: µs for the pulses of the T200, and what the file says", () => {
  expect(MODELS["t200-16V"].commandUnit).toBe("us");
  for (const [unit, suffix] of [
    ["1", "1"],
    ["rad/s", "radps"],
  ]) {
    const table = `tableCommands="-1 1" tableThrusts_N="-20 20" tableSpeeds_radps="-50 50" tableCurrents_A="0 4"`;
    expect(thrusterOf(`model="table" commandUnit="${unit}" voltage_V="10" ${table}`).commandUnit).toBe(suffix);
  }
});
