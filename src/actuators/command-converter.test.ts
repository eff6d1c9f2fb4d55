/** Converting commands by a thruster's own curve, against rows of its table and closed forms. */
import { expect, test } from "vitest";
import { commandConverter, convertibleUnits } from "./command-converter.ts";
import type { ThrusterModel } from "./drive.ts";
import { OpenWaterPropeller } from "./open-water-thruster.ts";
import { ShaftedThruster } from "./shafted-thruster.ts";
import { TableThruster } from "./table-thruster.ts";

/** The rows of components/thrusters/t200-12V.xml. */
const ROWS = [
  [1100, -28.48, -311.646],
  [1300, -10.01, -190.066],
  [1448, -0.71, -52.255],
  [1470, 0, 0],
  [1500, 0, 0],
  [1530, 0, 0],
  [1600, 3.87, 105.662],
  [1800, 24.15, 257.192],
  [1900, 36.42, 313.636],
] as const;

const table = new TableThruster({
  commandUnit: "us",
  tableCommands: ROWS.map(([c]) => c),
  tableThrusts_N: ROWS.map(([, T]) => T),
  tableSpeeds_radps: ROWS.map(([, , w]) => w),
  tableCurrents_A: ROWS.map(() => 1),
  voltage_V: 12,
  torqueRatio_m: 0,
  shaft: "instantaneous",
  shaftLag_s: undefined,
  maxAcceleration_radps2: undefined,
  handedness: 1,
  idlePower_W: 0,
});

function convert(
  from: string,
  to: string,
  thruster: ThrusterModel | null,
  value: number,
  density_kgpm3 = 1000,
): number {
  const out = new Float64Array(1);
  commandConverter(from, to, thruster, density_kgpm3)!.convertInto(out, 0, Float64Array.of(value), 0);
  return out[0];
}

test("a row of the table is met exactly, by thrust and by shaft speed; rest is the middle of the dead band", () => {
  for (const [command, thrust_N, speed_radps] of ROWS) {
    const expected = thrust_N === 0 ? 1500 : command;
    expect(convert("N", "us", table, thrust_N)).toBe(expected);
    expect(convert("radps", "us", table, speed_radps)).toBe(expected);
  }
});

test("between the rows the shaft turns as fast as was asked, and the inverse is the same in rev/min and rev/s", () => {
  const drive = new Float64Array(7);
  for (const speed_radps of [-300, -120, -20, 20, 150, 300]) {
    drive[0] = convert("radps", "us", table, speed_radps);
    table.evaluate(drive, new Float64Array(1), 0, new Float64Array(1), 0);
    // The search ends when its bracket is 1e-14 of some 100 µs wide, the slope is below 5 rad/s per µs.
    expect(Math.abs(drive[5] - speed_radps)).toBeLessThan(1e-9);
    const rpm = (speed_radps * 60) / (2 * Math.PI);
    // One rounding of the speed, 6e-14 rad/s.
    expect(convert("rpm", "us", table, rpm)).toBeCloseTo(drive[0], 9);
    expect(convert("rps", "us", table, rpm / 60)).toBeCloseTo(drive[0], 9);
  }
});

test("what is out of reach gives the nearest end", () => {
  expect(convert("N", "us", table, 100)).toBe(1900);
  expect(convert("radps", "us", table, -1000)).toBe(1100);
});

test("a shaft speed in another unit is scaled: 1500 rev/min are 50 π rad/s; and a fin's angle: 180° are π", () => {
  expect(convert("rpm", "radps", null, 1500)).toBeCloseTo(50 * Math.PI, 12);
  expect(convert("radps", "rpm", null, Math.PI)).toBeCloseTo(30, 13);
  expect(convert("deg", "rad", null, 180)).toBeCloseTo(Math.PI, 15);
});

test("a thrust on a propeller with K_T: n = √(T / (ρ D⁴ K_T)), in the water that is stated", () => {
  const p = { diameter_m: 0.14, kT0: 0.4566, kT1: -0.41737, kQ0: 0.07, kQ1: -0.0585, asternRatio: 1 };
  const shaft = { shaft: undefined, shaftLag_s: 1, maxAcceleration_radps2: undefined, deadZone_radps: 0 };
  const limits = { maxSpeed_radps: 159.7, maxThrust_N: undefined, handedness: 1, motorEfficiency: 1, idlePower_W: 0 };
  const propeller = new ShaftedThruster(new OpenWaterPropeller(p), { ...shaft, ...limits });
  const n_rps = Math.sqrt(20 / (1026 * 0.14 * 0.14 * 0.14 * 0.14 * 0.4566));
  expect(convert("N", "radps", propeller, 20, 1026)).toBeCloseTo(2 * Math.PI * n_rps, 10);
});

test("there is no way back from a pulse or a share, and none from a speed to a thruster that does not say how fast it turns", () => {
  expect(commandConverter("us", "radps", null, 1000)).toBeNull();
  expect(commandConverter("1", "us", table, 1000)).toBeNull();
  expect(commandConverter("us", "us", table, 1000)).toBeNull();
  const thrustOnly = {
    states: 0,
    maxThrust_N: 1,
    minThrust_N: -1,
    commandUnit: "V",
    evaluate: () => {},
    invert: () => {},
  };
  expect(convertibleUnits("V", thrustOnly)).toEqual(["N"]);
  expect(convertibleUnits("us", table)).toEqual(["N", "radps", "rpm", "rps"]);
  expect(convertibleUnits("rad", null)).toEqual(["deg"]);
  expect(convertibleUnits("1", null)).toEqual([]);
});
