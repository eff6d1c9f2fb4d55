import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import {
  addInto,
  addScaledInto,
  copyInto,
  crossInto,
  dot,
  norm,
  normalizeInto,
  scaleInto,
  subtractInto,
} from "./vec3.ts";

// Components of either no or ordinary size: squares of subnormal numbers vanish, and with them every identity.
const component = uniform(-100, 100).map((x) => (Math.abs(x) < 1e-9 ? 0 : x));
const vector = fc.tuple(component, component, component).map((v) => Float64Array.from(v));

test("(1 2 3) × (4 5 6) = (2·6 − 3·5, 3·4 − 1·6, 1·5 − 2·4) = (−3 6 −3)", () => {
  const out = new Float64Array(3);
  crossInto(out, 0, Float64Array.of(1, 2, 3), 0, Float64Array.of(4, 5, 6), 0);
  expect([...out]).toEqual([-3, 6, -3]);
});

test("sums, differences, multiples and copies read and write at their offsets and nowhere else", () => {
  const a = Float64Array.of(99, 1, 2, 3);
  const b = Float64Array.of(99, 99, 10, 20, 30);
  const run = (f: (out: Float64Array) => void): number[] => {
    const out = new Float64Array(5);
    f(out);
    return [...out];
  };
  expect(run((out) => addInto(out, 1, a, 1, b, 2))).toEqual([0, 11, 22, 33, 0]);
  expect(run((out) => subtractInto(out, 1, a, 1, b, 2))).toEqual([0, -9, -18, -27, 0]);
  expect(run((out) => scaleInto(out, 1, a, 1, -2))).toEqual([0, -2, -4, -6, 0]);
  expect(run((out) => addScaledInto(out, 1, a, 1, 0.5, b, 2))).toEqual([0, 6, 12, 18, 0]);
  expect(run((out) => copyInto(out, 1, a, 1))).toEqual([0, 1, 2, 3, 0]);
  expect(dot(a, 1, b, 2)).toBe(140);
});

test("the length of (2 3 6) is √(4 + 9 + 36) = 7 and its direction has length 1", () => {
  const a = Float64Array.of(2, 3, 6);
  expect(norm(a, 0)).toBe(7);
  expect(normalizeInto(a, 0, a, 0)).toBe(7);
  // One division and three products: each component is within one rounding step, 1.1e-16.
  expect(Math.abs(a[0]! - 2 / 7)).toBeLessThan(2e-16);
  expect(Math.abs(norm(a, 0) - 1)).toBeLessThan(4e-16);
});

test("the zero vector has no direction: it stays zero and its length is reported", () => {
  const a = new Float64Array(3);
  expect(normalizeInto(a, 0, a, 0)).toBe(0);
  expect([...a]).toEqual([0, 0, 0]);
});

test("every function gives the same result when out is one of the inputs", () => {
  fc.assert(
    fc.property(vector, vector, component, (a, b, s) => {
      const functions: ((out: Float64Array, a: Float64Array, b: Float64Array) => void)[] = [
        (out, a, b) => addInto(out, 0, a, 0, b, 0),
        (out, a, b) => subtractInto(out, 0, a, 0, b, 0),
        (out, a, b) => crossInto(out, 0, a, 0, b, 0),
        (out, a, b) => addScaledInto(out, 0, a, 0, s, b, 0),
      ];
      for (const f of functions) {
        const apart = new Float64Array(3);
        f(apart, a, b);
        const overA = a.slice();
        f(overA, overA, b);
        expect(overA).toEqual(apart);
        const overB = b.slice();
        f(overB, a, overB);
        expect(overB).toEqual(apart);
      }
    }),
    { seed: 3 },
  );
});

test("a cross product is perpendicular to both factors and |a × b|² + (a · b)² = |a|² |b|²", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const c = new Float64Array(3);
      crossInto(c, 0, a, 0, b, 0);
      const scale = norm(a, 0) * norm(b, 0);
      // Each component of c is a difference of two products, wrong by at most 2 ε |a||b|; 1e-15 · 10 covers the sums.
      expect(Math.abs(dot(c, 0, a, 0))).toBeLessThanOrEqual(1e-14 * scale * norm(a, 0));
      expect(Math.abs(dot(c, 0, b, 0))).toBeLessThanOrEqual(1e-14 * scale * norm(b, 0));
      const lagrange = dot(c, 0, c, 0) + dot(a, 0, b, 0) ** 2;
      expect(Math.abs(lagrange - scale * scale)).toBeLessThanOrEqual(1e-14 * scale * scale);
    }),
    { seed: 4 },
  );
});
