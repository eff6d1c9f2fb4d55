import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { flowAt, slopeMiss } from "../test/flow-probe.ts";
import { ProfileCurrent, UniformCurrent } from "./steady-currents.ts";

const shear = new ProfileCurrent([0, 10, 40], [0.5, 0.3, 0], [0, 0.1, 0.1], [0, 0, 0], "clamp");

test("a uniform current is itself everywhere, without slopes, and two of them add", () => {
  const { velocity, gradient, rate } = flowAt(
    [new UniformCurrent([0.3, -0.1, 0]), new UniformCurrent([0.1, 0.1, 0.02])],
    [100, 5, 3],
    77,
  );
  expect(velocity[0]).toBeCloseTo(0.4, 15);
  expect(velocity.slice(1)).toEqual([0, 0.02]);
  expect([...gradient.flat(), ...rate].every((x) => x === 0)).toBe(true);
});

test("at 5 m, half way from 0.5 to 0.3 m/s over 10 m, it runs 0.4 m/s north with −0.02 1/s by depth", () => {
  const { velocity, gradient, rate } = flowAt(shear, [7, -7, 5]);
  // One multiplication and one addition of numbers below 1.
  expect(velocity[0]).toBeCloseTo(0.4, 15);
  expect(velocity[1]).toBeCloseTo(0.05, 15);
  expect(gradient[0]![2]).toBeCloseTo(-0.02, 15);
  expect(gradient[1]![2]).toBeCloseTo(0.01, 15);
  expect([gradient[0]![0], gradient[0]![1], gradient[2]![2], ...rate]).toEqual([0, 0, 0, 0, 0, 0]);
});

test("below the table it is held or continued, as declared, and its slope says so", () => {
  expect(flowAt(shear, [0, 0, 60]).velocity).toEqual([0, 0.1, 0]);
  expect(
    flowAt(shear, [0, 0, 60])
      .gradient.flat()
      .every((x) => x === 0),
  ).toBe(true);
  const on = new ProfileCurrent([0, 10], [0.5, 0.3], [0, 0], [0, 0], "extrapolate");
  expect(flowAt(on, [0, 0, 20]).velocity[0]).toBeCloseTo(0.1, 15);
  expect(flowAt(on, [0, 0, 20]).gradient[0]![2]).toBeCloseTo(-0.02, 15);
});

test("below a table that has no answer there, all three components are not numbers, of a column of zeros too", () => {
  const none = new ProfileCurrent([0, 10], [0.5, 0.3], [0, 0], [0, 0], "nan");
  expect(flowAt(none, [0, 0, 11]).velocity).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(flowAt(none, [0, 0, 5]).velocity).toEqual([0.4, 0, 0]);
});

test("inside a layer the slopes are exact, and across the border of two the velocity has no jump", () => {
  for (const z of [0.5, 5, 9.9, 10.1, 25, 39]) {
    // The current is straight between z ± h: only rounding is left, 1e-16 / 1e-2.
    expect(slopeMiss(shear, [1, 2, z], 3, 0.01)).toBeLessThan(1e-13);
  }
  fc.assert(
    fc.property(fc.constantFrom(0, 10, 40), uniform(1e-12, 1e-3), (border, step) => {
      const above = flowAt(shear, [0, 0, border - step]).velocity;
      const below = flowAt(shear, [0, 0, border + step]).velocity;
      // The steepest slope is 0.02 1/s, over 2 steps.
      for (let c = 0; c < 3; c++) expect(Math.abs(above[c]! - below[c]!)).toBeLessThan(0.04 * step + 1e-15);
    }),
    { seed: 511 },
  );
});
