import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementaryHash } from "../../test/support/elementary-hash.ts";
import { uniform } from "../../test/support/uniform.ts";
import { decodeReference, OFFSET_STEPS } from "../../tools/elementary-reference.ts";
import { errorInUlps, FUNCTION_NAMES, type FunctionName, reference } from "../../tools/high-precision.ts";
import * as elementary from "./elementary.ts";

type AnyFunction = (...args: number[]) => number;
const ours = elementary as unknown as Record<FunctionName, AnyFunction>;
const engine = { ...mathObject(), hypot3: Math.hypot } as unknown as Record<FunctionName, AnyFunction>;

/** The functions of Math are not enumerable. */
function mathObject(): Record<string, unknown> {
  return Object.fromEntries(Object.getOwnPropertyNames(Math).map((name) => [name, Reflect.get(Math, name)]));
}

const table = decodeReference(readFileSync(new URL("../../test/data/elementary-reference.bin", import.meta.url)));

/**
 * Largest error allowed, in last places. One is what the room promises. Each number is what 150 000 random points per
 * function and the table gave, rounded up by some 0.05, so that a slip in a formula shows long before the promise breaks.
 * Below 2^−1022 results are rounded twice, which adds a quarter to exp, pow and hypot.
 */
const bounds: Record<FunctionName, number> = {
  sin: 0.8,
  cos: 0.8,
  tan: 0.85,
  asin: 0.75,
  acos: 0.7,
  atan: 0.65,
  exp: 0.8,
  expm1: 0.65,
  log: 0.55,
  log1p: 0.55,
  log2: 0.55,
  log10: 0.55,
  sinh: 0.55,
  cosh: 0.55,
  tanh: 0.65,
  cbrt: 0.55,
  atan2: 0.65,
  pow: 0.8,
  hypot: 0.8,
  hypot3: 0.8,
};

describe("against integer arithmetic with 200 and more bits", () => {
  test.each(FUNCTION_NAMES)("%s stays below its largest known error, and below one last place", (name) => {
    const points = table.get(name) ?? [];
    expect(points.length).toBeGreaterThan(2000);
    let worst = 0;
    let where = "";
    for (const point of points) {
      const result = ours[name](...point.args);
      const error = Math.abs(errorInUlps(result, point));
      if (!(error <= worst)) {
        worst = error;
        where = `${name}(${point.args.join(", ")}) = ${result}, nearest is ${point.value}`;
      }
    }
    // The offsets in the table are rounded to 1/65534, which is far below the distance of the bounds from the errors.
    expect(worst, `largest error of ${name}: ${worst.toFixed(4)} last places, at ${where}`).toBeLessThan(bounds[name]);
    expect(bounds[name]).toBeLessThan(1);
  });

  test("the table is what the evaluator gives today, at every 97th point", () => {
    for (const name of FUNCTION_NAMES) {
      const points = table.get(name) ?? [];
      for (let i = 0; i < points.length; i += 97) {
        const { args, value, offset } = points[i]!;
        const again = reference(name, args);
        expect(Object.is(again.value, value), `${name}(${args.join(", ")})`).toBe(true);
        // Half a step of the table is what rounding to 16 bits costs.
        expect(Math.abs(again.offset - offset)).toBeLessThan(0.51 / OFFSET_STEPS);
      }
    }
  });

  test("the closest double to a multiple of π/2, 6381956970095103 · 2⁷⁹⁷, has the cosine −4.687165924254628e-19", () => {
    // mpmath 1.3 with 3000 bits: −4.687165924254627611122583e-19
    expect(elementary.cos(6381956970095103 * 2 ** 797)).toBe(-4.687165924254628e-19);
  });
});

describe("special values are those that ECMAScript defines for Math", () => {
  const corners = [
    Number.NaN,
    0,
    Number.MIN_VALUE,
    1e-310,
    0.5,
    1,
    1.5,
    2,
    3,
    1e10,
    9007199254740991,
    9007199254740992,
    1e300,
    Number.MAX_VALUE,
    Number.POSITIVE_INFINITY,
  ].flatMap((x) => [x, -x]);
  const isSpecial = (x: number): boolean => !Number.isFinite(x) || x === 0 || Math.abs(x) === 1;

  function compare(name: FunctionName, args: readonly number[]): void {
    const expected = engine[name](...args);
    const result = ours[name](...args);
    const message = `${name}(${args.map((x) => (Object.is(x, -0) ? "-0" : x)).join(", ")}) = ${result}, not ${expected}`;
    // Elsewhere both are within one last place, 2.3e-16 of the value at most, or a few 4.9e-324 for subnormal results.
    if (isSpecial(expected) || isSpecial(result)) expect(Object.is(result, expected), message).toBe(true);
    else expect(Math.abs(result - expected), message).toBeLessThanOrEqual(Math.abs(expected) * 5e-16 + 1e-323);
  }

  test("for one argument", () => {
    for (const name of FUNCTION_NAMES) {
      if (ours[name].length === 1) for (const x of corners) compare(name, [x]);
    }
  });

  test("for two arguments", () => {
    for (const name of ["atan2", "pow", "hypot"] as const) {
      for (const x of corners) for (const y of corners) compare(name, [x, y]);
    }
  });

  test("for three arguments", () => {
    for (const x of corners) for (const y of corners) for (const z of corners) compare("hypot3", [x, y, z]);
  });
});

describe("results that are doubles come out exactly", () => {
  test("2ⁿ for every n from −1074 to 1023, and its binary logarithm", () => {
    let power = Number.MIN_VALUE;
    for (let n = -1074; n <= 1023; n++, power *= 2) {
      expect(elementary.pow(2, n)).toBe(power);
      expect(elementary.log2(power)).toBe(n);
    }
  });

  test("10ⁿ up to 10²², and the decimal logarithm of the double nearest to 10ⁿ for every n from −307 to 308", () => {
    for (let n = 0; n <= 22; n++) expect(elementary.pow(10, n)).toBe(Number(`1e${n}`));
    for (let n = -307; n <= 308; n++) expect(elementary.log10(Number(`1e${n}`))).toBe(n);
  });

  test("cube roots of n³ below 2⁵³, and of their negatives", () => {
    for (let n = 0; n <= 208063; n += n < 2000 ? 1 : 97) {
      expect(elementary.cbrt(n * n * n)).toBe(n);
      expect(elementary.cbrt(-n * n * n)).toBe(-n);
    }
  });

  test("whole powers of whole numbers below 2⁵³", () => {
    for (let base = 2; base <= 100; base++) {
      for (let n = 1, exact = base; exact <= Number.MAX_SAFE_INTEGER; n++, exact *= base) {
        expect(elementary.pow(base, n), `${base}^${n}`).toBe(exact);
        expect(elementary.pow(-base, n), `(−${base})^${n}`).toBe(n % 2 === 1 ? -exact : exact);
      }
    }
  });

  test("square roots as powers, √(n²) = n", () => {
    for (let n = 1; n <= 94906265; n += 1 + (n >> 5)) expect(elementary.pow(n * n, 0.5)).toBe(n);
  });

  test("the sides of right triangles and of the box 2 × 3 × 6, whose diagonal is 7", () => {
    expect(elementary.hypot(3, 4)).toBe(5);
    expect(elementary.hypot3(2, 3, 6)).toBe(7);
    expect(elementary.hypot(3 * 2 ** -1074, 4 * 2 ** -1074)).toBe(5 * 2 ** -1074);
    expect(elementary.hypot3(2 * 2 ** 1020, 3 * 2 ** 1020, 6 * 2 ** 1020)).toBe(7 * 2 ** 1020);
  });

  test("e⁰ = 1, ln 1 = +0, cos 0 = 1, acos 1 = +0, asin 1 = π/2, acos −1 = π, atan 1 = π/4", () => {
    expect(elementary.exp(0)).toBe(1);
    expect(elementary.exp(-0)).toBe(1);
    expect(elementary.log(1)).toBe(0);
    expect(elementary.cos(0)).toBe(1);
    expect(elementary.acos(1)).toBe(0);
    expect(elementary.asin(1)).toBe(Math.PI / 2);
    expect(elementary.acos(-1)).toBe(Math.PI);
    expect(elementary.atan(1)).toBe(Math.PI / 4);
    expect(elementary.atan2(0, -1)).toBe(Math.PI);
    expect(elementary.atan2(-1, -1)).toBe((-3 * Math.PI) / 4);
  });
});

describe("laws that hold to the bit", () => {
  // Bit patterns reach every exponent, but few arguments of the size that models use; so both.
  const anyDouble = fc.oneof(fc.double(), uniform(-20, 20));
  const holds = (law: (x: number, y: number) => void): void => {
    // Fixed seed, and enough draws to meet every branch of a function some ten times
    fc.assert(fc.property(anyDouble, anyDouble, law), { seed: 7, numRuns: 2000 });
  };

  test("odd functions are odd", () => {
    holds((x) => {
      for (const name of ["sin", "tan", "asin", "atan", "sinh", "tanh", "cbrt"] as const) {
        expect(ours[name](-x), `${name}(−${x})`).toBe(-ours[name](x));
      }
    });
  });

  test("even functions are even", () => {
    holds((x) => {
      for (const name of ["cos", "cosh"] as const) expect(ours[name](-x), `${name}(−${x})`).toBe(ours[name](x));
    });
  });

  test("sinCosInto gives the bits of sin and cos, at its place and nowhere else", () => {
    const out = new Float64Array(4).fill(5);
    holds((x) => {
      elementary.sinCosInto(out, 1, x);
      expect([...out]).toStrictEqual([5, elementary.sin(x), elementary.cos(x), 5]);
    });
  });

  test("atan2 mirrors at the x axis, and with x = 1 it is atan to within both errors", () => {
    holds((y, x) => {
      expect(elementary.atan2(-y, x)).toBe(-elementary.atan2(y, x));
      if (Number.isNaN(y)) return;
      // Each is within 0.65 of a last place of the truth, so they differ by one last place at most, 2.3e-16 of the value.
      const angle = elementary.atan(y);
      expect(Math.abs(elementary.atan2(y, 1) - angle)).toBeLessThanOrEqual(Math.abs(angle) * 2.3e-16 + 5e-324);
    });
  });

  test("hypot does not care about signs, and a zero side changes nothing", () => {
    holds((x, y) => {
      expect(elementary.hypot(-x, y)).toBe(elementary.hypot(x, y));
      expect(elementary.hypot3(x, y, 0)).toBe(elementary.hypot(x, y));
      expect(elementary.hypot(x, 0)).toBe(Math.abs(x));
    });
  });

  test("pow(x, 2) is x x, and cbrt(8 x) is 2 cbrt(x)", () => {
    holds((x) => {
      expect(elementary.pow(x, 2)).toBe(x * x);
      const scaled = 8 * x; // exact between the bounds
      if (Math.abs(x) > 1e-300 && Math.abs(scaled) < 1e308)
        expect(elementary.cbrt(scaled)).toBe(2 * elementary.cbrt(x));
    });
  });
});

test("the hash over all functions is 16 hexadecimal digits and the same on a second call", () => {
  const first = elementaryHash();
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(elementaryHash()).toBe(first);
});
