import { describe, expect, test } from "vitest";
import { BATTERY_HELD, BATTERY_STATUS, BATTERY_STATUS_SIZE, Battery, type BatteryParameters } from "./battery.ts";

/** Molicel INR18650P28A at C/20 and room temperature, as published; the check values between the points are straight lines. */
const P28A = {
  charges: [0, 0.0201, 0.0452, 0.0905, 0.1457, 0.2814, 0.4573, 0.8442, 0.9548, 1],
  cellVoltages_V: [2.7027, 3.0068, 3.1736, 3.3275, 3.4287, 3.57, 3.6972, 4.0595, 4.1108, 4.1881],
};

function batteryOf(more: Partial<BatteryParameters> = {}): Battery {
  return new Battery({
    name: "battery",
    ...P28A,
    cellCapacity_C: 10_000,
    cellResistance_ohm: 0.02,
    cellsInSeries: 1,
    cellsInParallel: 1,
    charge: 1,
    hotel_W: 0,
    atCutOff: "drift",
    ...more,
  });
}

/** States, then held inputs. */
function block(battery: Battery, charge: number): Float64Array {
  const x = new Float64Array(battery.states + battery.held);
  battery.initialInto(x, 0);
  x[0] = charge;
  return x;
}

function statusOf(battery: Battery, charge: number, thrusters_W: number): Float64Array {
  const out = new Float64Array(BATTERY_STATUS_SIZE);
  battery.statusInto(out, 0, block(battery, charge), 0, battery.states, Float64Array.of(thrusters_W, 0, 0, 0, 0));
  return out;
}

function marginOf(battery: Battery, charge: number, thrusters_W: number): number {
  const out = new Float64Array(1);
  battery.marginInto(out, block(battery, charge), 0, battery.states, Float64Array.of(thrusters_W, 0, 0, 0, 0));
  return out[0]!;
}

test.each([
  [0.1, 3.345],
  [0.3, 3.583],
  [0.5, 3.737],
  [0.7, 3.924],
  [0.9, 4.085],
  [0, 2.7027],
  [1, 4.1881],
])("without a load the cell of the table has its open voltage: at %f of its charge %f V", (charge, volts) => {
  // The check values have three digits behind the point.
  expect(Math.abs(statusOf(batteryOf(), charge, 0)[BATTERY_STATUS.voltage_V]! - volts)).toBeLessThan(5.1e-4);
});

test("10 W from half a charge behind 0.02 Ω: I = (3.737 − √(3.737² − 0.8)) / 0.04 = 2.7153 A at 3.6829 V", () => {
  const is = statusOf(batteryOf(), 0.5, 10);
  expect(Math.abs(is[BATTERY_STATUS.current_A]! - 2.7153)).toBeLessThan(5e-5);
  expect(Math.abs(is[BATTERY_STATUS.voltage_V]! - 3.6829)).toBeLessThan(5e-5);
  expect(Math.abs(is[BATTERY_STATUS.power_W]! - 10)).toBeLessThan(1e-12);
});

test("seven in series and four in parallel give 28 times the power at 7 times the voltage and 4 times the current", () => {
  const cell = statusOf(batteryOf(), 0.5, 10);
  const pack = batteryOf({ cellsInSeries: 7, cellsInParallel: 4 });
  const is = statusOf(pack, 0.5, 280);
  expect(pack.capacity_C).toBe(40_000);
  expect(Math.abs(is[BATTERY_STATUS.voltage_V]! / cell[BATTERY_STATUS.voltage_V]! - 7)).toBeLessThan(1e-12);
  expect(Math.abs(is[BATTERY_STATUS.current_A]! / cell[BATTERY_STATUS.current_A]! - 4)).toBeLessThan(1e-12);
});

test("without a resistance the current is P / U₀", () => {
  const is = statusOf(batteryOf({ cellResistance_ohm: 0, charges: [0, 1], cellVoltages_V: [4, 4] }), 0.3, 10);
  expect([is[BATTERY_STATUS.current_A], is[BATTERY_STATUS.voltage_V]]).toEqual([2.5, 4]);
});

describe("more than U₀²/(4 R) = 4²/(4 · 0.5) = 8 W", () => {
  const flat = batteryOf({ cellResistance_ohm: 0.5, charges: [0, 1], cellVoltages_V: [4, 4] });

  test("cannot be given: half the voltage, U₀/(2 R) = 4 A, and 8 W however much is asked for", () => {
    for (const asked_W of [8, 9, 1000]) {
      const is = statusOf(flat, 0.5, asked_W);
      expect([...is.slice(0, 3)]).toEqual([2, 4, 8]);
    }
  });

  test("is shared in proportion to what is asked for, and the rest is lost inside: 16 W and 4 W of 8 get 6.4 and 1.6", () => {
    const dx = new Float64Array(flat.states);
    const x = block(flat, 0.5);
    flat.drainInto(dx, 0, x, 0, flat.states, Float64Array.of(16, 4, 0, 0, 0));
    [6.4, 1.6, 0, 0, 0, 8].forEach((watts, k) => {
      expect(Math.abs(dx[1 + k]! - watts)).toBeLessThan(1e-12);
    });
    expect(dx[0]).toBe(-4 / 10_000);
  });

  test("is a reason to cut off, at the limit not yet", () => {
    expect(marginOf(flat, 0.5, 8)).toBe(0);
    expect(marginOf(flat, 0.5, 8.001)).toBeLessThan(0);
  });
});

test("what leaves the cells, OCV I, is what consumers get and what is lost: for any charge and load", () => {
  const battery = batteryOf({ hotel_W: 1.5 });
  for (const charge of [0.01, 0.2, 0.6, 1]) {
    for (const load_W of [0, 3, 40]) {
      const x = block(battery, charge);
      x[battery.states + BATTERY_HELD.devices] = 0.5;
      const dx = new Float64Array(battery.states);
      battery.drainInto(dx, 0, x, 0, battery.states, Float64Array.of(load_W, 0.25, 0, 0, 0));
      const open_V = statusOf(batteryOf(), charge, 0)[0]!;
      const [rate, ...energies] = dx;
      const sum = energies.reduce((a, b) => a + b, 0);
      expect(Math.abs(-rate! * 10_000 * open_V - sum)).toBeLessThan(1e-11);
      expect(energies.slice(0, 5)).toEqual([load_W, 0.25, 0, 0.5, 1.5]);
    }
  }
});

test("one that has cut off gives nothing, is not drained, and has nothing more to cut off", () => {
  const battery = batteryOf({ hotel_W: 5, cutOffVoltage_V: 4.1 });
  const x = block(battery, 0.3);
  expect(marginOf(battery, 0.3, 0)).toBeLessThan(0);
  x[battery.states + BATTERY_HELD.off] = 1;
  const dx = new Float64Array(battery.states).fill(Number.NaN);
  battery.drainInto(dx, 0, x, 0, battery.states, Float64Array.of(9, 9, 9, 0, 0));
  expect([...dx]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const out = new Float64Array(BATTERY_STATUS_SIZE);
  battery.statusInto(out, 0, x, 0, battery.states, Float64Array.of(9, 9, 9, 0, 0));
  expect([out[BATTERY_STATUS.current_A], out[BATTERY_STATUS.power_W]]).toEqual([0, 0]);
  battery.marginInto(out, x, 0, battery.states, Float64Array.of(9, 9, 9, 0, 0));
  expect(out[0]).toBe(1);
});

test("the margin is the least of voltage, charge and room for power", () => {
  const battery = batteryOf({ charges: [0, 1], cellVoltages_V: [4, 4], cellResistance_ohm: 0.1, cutOffVoltage_V: 3 });
  // 10 W: 0.1 I² − 4 I + 10 = 0.
  const I = (4 - Math.sqrt(16 - 4)) / 0.2;
  expect(marginOf(battery, 0.9, 10)).toBeCloseTo((4 - 0.1 * I - 3) / 4, 14);
  expect(marginOf(battery, 0.01, 10)).toBe(0.01);
});
