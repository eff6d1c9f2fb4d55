import { expect, test } from "vitest";
import type { OdeSystem } from "./ode.ts";
import { Rk4 } from "./rk4.ts";

test("one step of ẋ = x is the Taylor polynomial 1 + h + h²/2 + h³/6 + h⁴/24, for h = 1 exactly 65/24", () => {
  const x = Float64Array.of(1);
  const growth = {
    size: 1,
    derivativesInto(dx: Float64Array, x: Float64Array, at: number) {
      dx[0] = x[at]!;
    },
  };
  expect(new Rk4(1).step(growth, x, 0, Float64Array.of(0, 1))).toBe(4);
  expect(Math.abs(x[0]! - 65 / 24)).toBeLessThan(1e-15);
});

test("a cubic in time is integrated exactly: ∫ 4t³ from 1 to 3 is 81 − 1 = 80 in one step, as Simpson's rule gives it", () => {
  const x = Float64Array.of(0);
  const cubic = {
    size: 1,
    derivativesInto(dx: Float64Array, _x: Float64Array, _at: number, time: Float64Array) {
      dx[0] = 4 * time[0]! ** 3;
    },
  };
  new Rk4(1).step(cubic, x, 0, Float64Array.of(1, 2));
  // 4 · 27 = 108 and 4 terms: a few roundings of 1e-14.
  expect(Math.abs(x[0]! - 80)).toBeLessThan(1e-13);
});

test("the stages are made in place, so held inputs behind the state are seen by each of them and never change", () => {
  const seen: number[] = [];
  const x = Float64Array.of(1, 2, 7);
  const system = {
    size: 2,
    held: 1,
    derivativesInto(dx: Float64Array, state: Float64Array, at: number) {
      seen.push(state[at + 2]!);
      dx[0] = state[at + 1]!;
      dx[1] = -state[at]!;
    },
  };
  new Rk4(2).step(system, x, 0, Float64Array.of(0, 0.1));
  expect(seen).toEqual([7, 7, 7, 7]);
  expect(x[2]).toBe(7);
});

test("a system larger than the integrator was made for is a broken invariant, not silent damage", () => {
  const wide = { size: 3, derivativesInto: (dx: Float64Array) => dx.fill(0) };
  expect(() => new Rk4(2).step(wide, new Float64Array(3), 0, Float64Array.of(0, 0.1))).toThrow(
    "larger than its integrator",
  );
});

test("the thirteen leading states, written out, and those of the loop behind them are advanced alike, to the bit", () => {
  // ẋ_n = −x_n³ + t for every n from one start: small systems know only the loop, large ones both.
  const equal = (size: number): OdeSystem => ({
    size,
    derivativesInto(dx, x, at, time) {
      for (let n = 0; n < size; n++) dx[n] = time[0]! - x[at + n]! * x[at + n]! * x[at + n]!;
    },
  });
  const run = (size: number): Float64Array => {
    const x = new Float64Array(size + 3).fill(0.7, 3);
    const rk4 = new Rk4(32);
    for (let k = 0; k < 20; k++) rk4.step(equal(size), x, 3, Float64Array.of(0.1 * k, 0.1));
    return x.subarray(3);
  };
  const [expected] = run(1);
  for (const size of [12, 13, 14, 20]) expect(run(size).every((value) => value === expected)).toBe(true);
});
