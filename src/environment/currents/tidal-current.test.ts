import { expect, test } from "vitest";
import { flowAt, slopeMiss } from "../test/flow-probe.ts";
import { TidalCurrent } from "./tidal-current.ts";

const PERIOD_S = 44714;
const ellipse = { period_s: PERIOD_S, major_mps: 0.5, minor_mps: 0.2, direction_rad: Math.PI / 2, phase_rad: 0 };

test("an ellipse with its axis to the east floods 0.5 m/s east at t = 0 and, turning clockwise, 0.2 m/s south a quarter later", () => {
  const tide = new TidalCurrent([ellipse]);
  const [n0, e0] = flowAt(tide, [3, 4, 5], 0).velocity;
  expect(n0).toBeCloseTo(0, 15);
  expect(e0).toBeCloseTo(0.5, 15);
  const [n1, e1, d1] = flowAt(tide, [0, 0, 0], PERIOD_S / 4).velocity;
  expect(n1).toBeCloseTo(-0.2, 14);
  expect(e1).toBeCloseTo(0, 14);
  expect(d1).toBe(0);
});

test("a phase of 90° is late by a quarter of a period, and a negative minor axis turns the other way", () => {
  const late = new TidalCurrent([{ ...ellipse, phase_rad: Math.PI / 2 }]);
  expect(flowAt(late, [0, 0, 0], PERIOD_S / 4).velocity[1]).toBeCloseTo(0.5, 14);
  const other = new TidalCurrent([{ ...ellipse, minor_mps: -0.2 }]);
  expect(flowAt(other, [0, 0, 0], PERIOD_S / 4).velocity[0]).toBeCloseTo(0.2, 14);
});

test("over a whole period nothing is carried away, and the mean square is (a² + b²)/2", () => {
  const tide = new TidalCurrent([{ ...ellipse, direction_rad: 0.7, phase_rad: 1.1 }]);
  const sum = [0, 0, 0];
  const steps = 1000;
  for (let k = 0; k < steps; k++) {
    const [n, e] = flowAt(tide, [0, 0, 0], (k * PERIOD_S) / steps).velocity;
    sum[0]! += n!;
    sum[1]! += e!;
    sum[2]! += n! * n! + e! * e!;
  }
  // Equal steps over a period sum sines to rounding: 1000 · 1e-16.
  expect(sum[0]! / steps).toBeCloseTo(0, 12);
  expect(sum[1]! / steps).toBeCloseTo(0, 12);
  expect(sum[2]! / steps).toBeCloseTo((0.25 + 0.04) / 2, 12);
});

test("constituents add, and the rate is the derivative", () => {
  const second = { period_s: 90, major_mps: 0.3, minor_mps: -0.1, direction_rad: 2, phase_rad: 0.4 };
  const both = new TidalCurrent([ellipse, second]);
  const alone = [new TidalCurrent([ellipse]), new TidalCurrent([second])];
  flowAt(both, [0, 0, 0], 33).velocity.forEach((v, c) => {
    expect(v).toBeCloseTo(flowAt(alone, [0, 0, 0], 33).velocity[c]!, 15);
  });
  // h² ω³ a/6 = 1e-4 · 3.4e-4 · 0.3/6 = 1.7e-9 over 0.01 s.
  for (const t_s of [0, 17, 40000]) expect(slopeMiss(both, [0, 0, 0], t_s, 0.01)).toBeLessThan(5e-9);
});
