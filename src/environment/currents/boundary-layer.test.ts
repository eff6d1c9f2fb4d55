import { expect, test } from "vitest";
import { flowAt, slopeMiss } from "../test/flow-probe.ts";
import { BottomLayerCurrent, LogLayer, PowerLayer } from "./boundary-layer.ts";

const power = new BottomLayerCurrent([0.8, 0.2, 0], 30, new PowerLayer(30, 1 / 7, false));
const log = new BottomLayerCurrent([0.8, 0, 0], 30, new LogLayer(10, 0.01, false));
const north = (current: BottomLayerCurrent, depth_m: number): number => flowAt(current, [0, 0, depth_m]).velocity[0]!;

test("at half the height the 1/7 law leaves 0.5^(1/7) = 0.9057 of the velocity, at a tenth 0.7197", () => {
  expect(north(power, 15)).toBeCloseTo(0.8 * 0.905724, 6);
  expect(north(power, 27)).toBeCloseTo(0.8 * 0.719686, 6);
  expect(flowAt(power, [0, 0, 15]).velocity[1]).toBeCloseTo(0.2 * 0.905724, 6);
});

test("the mean over the height is 7/8 of the velocity, the integral of x^(1/7)", () => {
  const steps = 20000;
  let sum = 0;
  for (let k = 0; k < steps; k++) sum += north(power, (30 * (k + 0.5)) / steps);
  // The sublayer lacks ∫₀^0.001 (x^(1/7) − x/0.001 · 0.001^(1/7)) dx = 1.4e-4; the midpoint rule is finer.
  expect(sum / steps / 0.8).toBeCloseTo(7 / 8 - 1.4e-4, 5);
});

test("the logarithm gives ln(1 + 100)/ln(1 + 1000) = 0.66802 of the velocity at 1 m of 10, roughness 1 cm", () => {
  expect(north(log, 29)).toBeCloseTo((0.8 * Math.log(101)) / Math.log(1001), 14);
  // From z₀ on it is the law of the wall: equal steps of ln h, equal steps of velocity, within z₀/h.
  const step = (h: number): number => north(log, 30 - 2 * h) - north(log, 30 - h);
  expect(step(2) / step(1)).toBeCloseTo(1, 2);
});

test.each([
  ["1/7 power", power],
  ["logarithmic", log],
] as const)("%s: nothing at the bottom and in it, all of it above the layer, no jump between", (_, current) => {
  expect([30, 31, 100].map((z) => north(current, z))).toEqual([0, 0, 0]);
  expect([30, 31].map((z) => Math.abs(flowAt(current, [0, 0, z]).gradient[0]![2]!))).toEqual([0, 0]);
  expect(north(current, -1)).toBeCloseTo(0.8, 15);
  let last = north(current, 30.001);
  for (let z = 30; z > -1; z -= 1e-3) {
    const here = north(current, z);
    // The steepest place is the wall itself: 0.8 · 0.001^(1/7)/0.03 = 9.9 1/s, and 0.8/(ln 1001 · 0.01) = 11.6 1/s.
    expect(here - last).toBeLessThan(0.012);
    expect(here - last).toBeGreaterThan(-1e-15);
    last = here;
  }
});

test.each([
  ["1/7 power", power],
  ["logarithmic", log],
] as const)("%s: the slope by depth equals the central difference", (_, current) => {
  for (const z of [-2, 5, 15, 25, 29, 29.9]) {
    // h² f‴/6 with f‴ ≈ 2 f/h³ at 0.1 m from the wall: 1e-8 · 2 · 0.8 / (6 · 1e-3) = 3e-6 at worst.
    expect(slopeMiss(current, [0, 0, z], 0, 1e-4)).toBeLessThan(5e-6);
  }
  // In the sublayer the power law is straight.
  expect(slopeMiss(power, [0, 0, 29.985], 0, 1e-4)).toBeLessThan(1e-10);
  // Half way up to its top, at a thousandth of 30 m, half of the power law there: 0.001^(1/7) = 0.372759.
  expect(north(power, 29.985)).toBeCloseTo(0.8 * 0.5 * 0.372759, 6);
});

test("a layer that goes on has f = 1 at its reference height and more above", () => {
  const out = new Float64Array(2);
  for (const shape of [new PowerLayer(10, 0.11, true), new LogLayer(10, 2e-4, true)]) {
    shape.shapeInto(out, 0, Float64Array.of(10), 0);
    expect(out[0]).toBeCloseTo(1, 15);
    shape.shapeInto(out, 0, Float64Array.of(40), 0);
    expect(out[0]).toBeGreaterThan(1.1);
  }
});
