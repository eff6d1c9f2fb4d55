import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { rectilinearAxis, uniformAxis } from "./grid-axis.ts";
import { LinearGrid1, LinearGrid2, LinearGrid3 } from "./interpolate.ts";

const inside = uniform(0, 10);
const X = [0, 1, 2.5, 6, 10];
const Y = [0, 4, 7, 10];
const Z = [0, 0.5, 10];

/** Something that is linear in each variable alone: bilinear and trilinear interpolation must return it exactly. */
function multilinear(x: number, y: number, z: number): number {
  return 3 - 2 * x + 0.5 * y + z + 0.25 * x * y - 0.1 * y * z + 0.2 * x * z + 0.03 * x * y * z;
}

function table3(edge: "clamp" | "extrapolate" | "nan"): LinearGrid3 {
  const values = X.flatMap((x) => Y.flatMap((y) => Z.map((z) => multilinear(x, y, z))));
  return new LinearGrid3(rectilinearAxis(X, edge), rectilinearAxis(Y, edge), rectilinearAxis(Z, edge), values);
}

test("halfway between 10 at 1 m and 30 at 3 m is 20, and the slope is 10 per metre", () => {
  const grid = new LinearGrid1(rectilinearAxis([1, 3], "clamp"), [10, 30]);
  const out = new Float64Array(2);
  grid.valueAndGradientInto(out, 0, new Int32Array(1), 0, Float64Array.of(2), 0);
  expect([...out]).toEqual([20, 10]);
});

test("the middle of a cell of corners 1, 2, 3, 6 is their mean 3, with slopes ((3 + 6) − (1 + 2))/2 = 3 and ((2 + 6) − (1 + 3))/2 = 2", () => {
  const grid = new LinearGrid2(uniformAxis(0, 1, 2, "nan"), uniformAxis(0, 1, 2, "nan"), [1, 2, 3, 6]);
  const out = new Float64Array(3);
  grid.valueAndGradientInto(out, 0, new Int32Array(2), 0, Float64Array.of(0.5, 0.5), 0);
  expect([...out]).toEqual([3, 3, 2]);
});

test("between equal values the interpolated value is that value, to the last bit", () => {
  const axis = rectilinearAxis([0, 3, 10], "clamp");
  const grid = new LinearGrid3(axis, axis, axis, new Float64Array(27).fill(0.1));
  fc.assert(
    fc.property(inside, inside, inside, (x, y, z) => {
      expect(grid.value(new Int32Array(3), 0, x, y, z)).toBe(0.1);
    }),
    { seed: 91 },
  );
});

test("a function linear in each variable is reproduced inside and, by extrapolation, outside, with its gradient", () => {
  const grid = table3("extrapolate");
  const cells = new Int32Array(3);
  const around = uniform(-5, 15);
  fc.assert(
    fc.property(around, around, around, (x, y, z) => {
      const out = new Float64Array(4);
      grid.valueAndGradientInto(out, 0, cells, 0, Float64Array.of(x, y, z), 0);
      // Table values up to 80, weights up to 30 beyond the narrow cell of z: rounding 80 · 30 · 1e-16 per term, 8 terms.
      expect(Math.abs(out[0]! - multilinear(x, y, z))).toBeLessThan(1e-11);
      const alone = new Float64Array(1);
      grid.valueInto(alone, 0, cells, 0, Float64Array.of(x, y, z), 0);
      expect(alone[0]).toBe(out[0]);
      expect(grid.value(cells, 0, x, y, z)).toBe(out[0]);
      // Slopes are divided by cells of 0.5 and more.
      expect(Math.abs(out[1]! - (-2 + 0.25 * y + 0.2 * z + 0.03 * y * z))).toBeLessThan(2e-11);
      expect(Math.abs(out[2]! - (0.5 + 0.25 * x - 0.1 * z + 0.03 * x * z))).toBeLessThan(2e-11);
      expect(Math.abs(out[3]! - (1 - 0.1 * y + 0.2 * x + 0.03 * x * y))).toBeLessThan(2e-11);
    }),
    { seed: 92 },
  );
});

test("at every grid point the table itself is returned, to one rounding, in one, two and three dimensions", () => {
  const values = Float64Array.from({ length: 60 }, (_, k) => Math.sin(1 + 7 * k) / 3);
  const three = new LinearGrid3(
    rectilinearAxis(X, "nan"),
    rectilinearAxis(Y, "nan"),
    rectilinearAxis(Z, "nan"),
    values,
  );
  const two = new LinearGrid2(rectilinearAxis(X, "clamp"), rectilinearAxis(Y, "clamp"), values.slice(0, 20));
  const one = new LinearGrid1(rectilinearAxis(X, "extrapolate"), values.slice(0, 5));
  const cells = new Int32Array(3);
  // a + 1 · (b − a) at the last point of an axis, for up to three axes; elsewhere exact.
  const near = (value: number, expected: number | undefined): void => {
    expect(Math.abs(value - expected!)).toBeLessThan(3e-16);
  };
  X.forEach((x, i) => {
    near(one.value(cells, 0, x), values[i]);
    Y.forEach((y, j) => {
      near(two.value(cells, 0, x, y), values[4 * i + j]);
      Z.forEach((z, k) => {
        near(three.value(cells, 0, x, y, z), values[(4 * i + j) * 3 + k]);
      });
    });
  });
});

test("gradients equal finite differences inside a cell, of a table without any structure", () => {
  const values = Float64Array.from({ length: 60 }, (_, k) => Math.sin(1 + 7 * k));
  const grid = new LinearGrid3(rectilinearAxis(X, "nan"), rectilinearAxis(Y, "nan"), rectilinearAxis(Z, "nan"), values);
  const cells = new Int32Array(3);
  const out = new Float64Array(4);
  for (const [x, y, z] of [
    [0.5, 3, 0.2],
    [7, 8, 5],
    [2, 5, 0.4],
  ] as const) {
    grid.valueAndGradientInto(out, 0, cells, 0, Float64Array.of(x, y, z), 0);
    const h = 1e-4;
    const slope = (dx: number, dy: number, dz: number): number =>
      (grid.value(cells, 0, x + dx, y + dy, z + dz) - grid.value(cells, 0, x - dx, y - dy, z - dz)) / (2 * h);
    // Along one axis the function is straight: only rounding is left, 1e-16 / 1e-4.
    expect(Math.abs(out[1]! - slope(h, 0, 0))).toBeLessThan(1e-11);
    expect(Math.abs(out[2]! - slope(0, h, 0))).toBeLessThan(1e-11);
    expect(Math.abs(out[3]! - slope(0, 0, h))).toBeLessThan(1e-11);
  }
});

test("each axis keeps its own rule: depth clamped, the chart's border not a number", () => {
  const grid = new LinearGrid2(rectilinearAxis([0, 1], "nan"), rectilinearAxis([0, 100], "clamp"), [1, 2, 3, 4]);
  const cells = new Int32Array(2);
  expect(grid.value(cells, 0, 0.5, 500)).toBe(3);
  const out = new Float64Array(3);
  grid.valueAndGradientInto(out, 0, cells, 0, Float64Array.of(0.5, 500), 0);
  expect([...out]).toEqual([3, 2, 0]);
  grid.valueAndGradientInto(out, 0, cells, 0, Float64Array.of(1.5, 50), 0);
  expect([...out]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  // The answer −1 is a harmless hint for the next question.
  expect(grid.value(cells, 0, 0.5, 0)).toBe(2);
});

test("an axis of one point is constant along itself", () => {
  const grid = new LinearGrid2(rectilinearAxis([7], "clamp"), rectilinearAxis([0, 1], "clamp"), [1, 3]);
  const out = new Float64Array(3);
  for (const x of [-1, 7, 1e9]) {
    grid.valueAndGradientInto(out, 0, new Int32Array(2), 0, Float64Array.of(x, 0.25), 0);
    expect([...out]).toEqual([1.5, 0, 2]);
  }
});

test("the answer depends on the place only, never on the cells remembered from another", () => {
  const grid = table3("clamp");
  fc.assert(
    fc.property(
      inside,
      inside,
      inside,
      fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 3, maxLength: 3 }),
      (x, y, z, hints) => {
        expect(grid.value(Int32Array.from(hints), 0, x, y, z)).toBe(grid.value(new Int32Array(3), 0, x, y, z));
      },
    ),
    { seed: 93 },
  );
});

test("a table whose values do not fit its axes is refused in words", () => {
  expect(() => new LinearGrid2(uniformAxis(0, 1, 3, "nan"), uniformAxis(0, 1, 2, "nan"), [1, 2, 3])).toThrow(
    "the grid has 6 points but 3 values",
  );
});
