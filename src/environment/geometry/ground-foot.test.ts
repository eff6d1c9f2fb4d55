import { describe, expect, test } from "vitest";
import { sequence } from "../test/rays.ts";
import { PlaneBottom, SeamountBottom } from "./formula-bottoms.ts";
import { GroundFoot } from "./ground-foot.ts";
import type { Bottom } from "./ray.ts";

/** A ball of radius R around a centre at (0, 0, depth): from above it is a dome; hollow, from inside, a bowl. */
function sphere(R: number, depth_m: number, hollow: boolean): Bottom {
  const sign = hollow ? 1 : -1;
  return {
    bounds_m: null,
    depthInto(out, o, at, i) {
      out[o] = depth_m + sign * Math.sqrt(R * R - at[i] * at[i] - at[i + 1] * at[i + 1]);
    },
    normalInto(out, o, at, i) {
      const z = sign * Math.sqrt(R * R - at[i] * at[i] - at[i + 1] * at[i + 1]);
      // Into the water: away from the centre of a dome, towards that of a bowl.
      [at[i], at[i + 1], z].forEach((x, k) => {
        out[o + k] = (-sign * x) / R;
      });
    },
    shallowestWithinInto() {},
    castInto: () => false,
  };
}

const foot = new GroundFoot();
function find(bottom: Bottom, c: readonly number[], radius: number): { gap: number; normal: number[] } {
  foot.find(bottom, Float64Array.of(9, ...c), 1, Float64Array.of(0, radius), 1);
  return { gap: foot.gap[0], normal: [...foot.normal] };
}

describe.each([false, true])("a ball on a sphere, hollow: %s", (hollow) => {
  test("is as far away as centres and radii say, along the line of the centres", () => {
    const random = sequence(3);
    for (let n = 0; n < 200; n++) {
      const R = 2 + 4 * random();
      const rho = 0.05 + 0.5 * random();
      const way = [random() - 0.5, random() - 0.5, 1];
      const length = Math.hypot(...way);
      const gap = 0.02 * (random() - 0.3);
      const apart = hollow ? R - rho - gap : R + rho + gap;
      const c = way.map((x, k) => (((hollow ? 1 : -1) * x) / length) * apart + (k === 2 ? 30 : 0));
      const found = find(sphere(R, 30, hollow), c, rho);
      // Rounding at 30 m of some 1e-14, divided by the cosine of the slope; steps end below 1e-8 of ρ, or with (ρ/r)⁸ of it, and the
      // square of that is in the gap.
      expect(Math.abs(found.gap - gap)).toBeLessThan(1e-11);
      const toWater = c.map((x, k) => ((hollow ? -1 : 1) * (x - (k === 2 ? 30 : 0))) / apart);
      found.normal.forEach((x, k) => {
        expect(Math.abs(x - toWater[k])).toBeLessThan(1e-5);
      });
    }
  });
});

test.each([2, -2])(
  "on a mount or in a pit of %d m its gap does not change across the normal, and by as much along it",
  (height_m) => {
    const bottom = new SeamountBottom({ depth_m: 30, height_m, sigma_m: 3, centre_m: [0, 0] });
    const random = sequence(7);
    for (let n = 0; n < 50; n++) {
      const [x, y] = [6 * random() - 3, 6 * random() - 3];
      const depth = new Float64Array(1);
      bottom.depthInto(depth, 0, Float64Array.of(x, y), 0);
      const c = [x, y, depth[0] - 0.31];
      const { normal, gap } = find(bottom, c, 0.3);
      const step = 1e-4;
      const moved = [0, 1, 2].map(
        (k) =>
          find(
            bottom,
            c.map((value, i) => value + (i === k ? step : 0)),
            0.3,
          ).gap,
      );
      // Difference quotients, off by half the step times the curvature of 0.3 per metre.
      moved.forEach((value, k) => {
        expect(Math.abs((value - gap) / step - normal[k])).toBeLessThan(5e-5);
      });
    }
  },
);

test("a plane is met as it always was, to the last bit", () => {
  const bottom = new PlaneBottom(20, [1, 2], [0.3, -0.2]);
  const c = Float64Array.of(3, -2, 20.7);
  const [depth, n] = [new Float64Array(1), new Float64Array(3)];
  bottom.depthInto(depth, 0, c, 0);
  bottom.normalInto(n, 0);
  expect(find(bottom, [...c], 0.4)).toEqual({ gap: -n[2] * (depth[0] - c[2]) - 0.4, normal: [...n] });
});

test("without a bottom nothing is near; at the rim of one, the place below has to do", () => {
  const rim: Bottom = {
    ...sphere(5, 30, true),
    depthInto(out, o, at, i) {
      out[o] = at[i] > 1.99 ? Number.NaN : 34 - 0.5 * at[i];
    },
    normalInto(out, o) {
      out.set([-0.5 / Math.sqrt(1.25), 0, -1 / Math.sqrt(1.25)], o);
    },
  };
  expect(find(rim, [3, 0, 30], 0.5).gap).toBe(Number.POSITIVE_INFINITY);
  const c = [1.9, 0, 33.05 - 0.6];
  expect(find(rim, c, 0.5).gap).toBeCloseTo(0.6 / Math.sqrt(1.25) - 0.5, 12);
});
