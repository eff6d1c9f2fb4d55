import { expect, test } from "vitest";
import { numbers, positiveDefinite } from "../test/contact-bodies.ts";
import { holdOrSlipInto } from "./hold-or-slip.ts";

test("friction holds exactly when its limit allows, and else opposes the slip that is left with all it has", () => {
  let held = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const draw = numbers(seed);
    const W = positiveDefinite(3, draw, seed % 2 === 0 ? 0.1 : 1e-6);
    const b = Float64Array.of(draw(), draw());
    const limit = Float64Array.of(Math.abs(draw()));
    const f = new Float64Array(2);
    const holds = holdOrSlipInto(f, 0, W, 0, b, 0, limit, 0);
    const ux = b[0]! + W[0]! * f[0]! + W[1]! * f[1]!;
    const uy = b[1]! + W[3]! * f[0]! + W[4]! * f[1]!;
    const size = Math.sqrt(f[0]! ** 2 + f[1]! ** 2);
    const slip = Math.sqrt(ux * ux + uy * uy);
    // Roundings of numbers of order 1; where W is nearly singular the held impulse is large and counts.
    const rounding = 1e-14 * (1 + 3 * size);
    if (holds) {
      held++;
      expect(slip).toBeLessThan(rounding);
      expect(size).toBeLessThanOrEqual(limit[0]!);
    } else {
      expect(Math.abs(size - limit[0]!)).toBeLessThan(1e-14);
      // f = −l u / |u|: no part across, and against it.
      expect(Math.abs(f[0]! * uy - f[1]! * ux)).toBeLessThan(rounding);
      expect(f[0]! * ux + f[1]! * uy).toBeLessThan(0);
    }
  }
  expect(held).toBeGreaterThan(100);
  expect(held).toBeLessThan(900);
});

test("without friction nothing is held, and a contact that cannot move sideways needs nothing", () => {
  const f = new Float64Array(2);
  expect(holdOrSlipInto(f, 0, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0, Float64Array.of(1, 1), 0, f, 0)).toBe(
    false,
  );
  expect([f[0], f[1]].map(Math.abs)).toEqual([0, 0]);
  expect(holdOrSlipInto(f, 0, new Float64Array(9), 0, Float64Array.of(0, 0), 0, Float64Array.of(1), 0)).toBe(true);
  expect([f[0], f[1]].map(Math.abs)).toEqual([0, 0]);
});
