import { expect, test } from "vitest";
import { anyDirection, cast, pointOn, rayOf, sequence } from "../test/rays.ts";
import { PlaneBottom, SeamountBottom, slopeGradient } from "./formula-bottoms.ts";
import type { Bottom } from "./ray.ts";

const DEG = Math.PI / 180;

function depthAt(bottom: Bottom, north_m: number, east_m: number): number {
  const out = new Float64Array(1);
  bottom.depthInto(out, 0, Float64Array.of(north_m, east_m), 0);
  return out[0];
}

test("a flat bottom at 30 m is 20 m below a vehicle at 10 m, 20 √2 m away at 45°, and not ahead or above", () => {
  const flat = new PlaneBottom(30);
  expect(cast(flat, rayOf([5, 6, 10], [0, 0, 1]))).toMatchObject({ distance_m: 20, normal: [0, 0, -1] });
  expect(cast(flat, rayOf([5, 6, 10], [1, 0, 1])).distance_m).toBeCloseTo(20 * Math.SQRT2, 12);
  expect(cast(flat, rayOf([5, 6, 10], [1, 0, 0])).distance_m).toBe(Infinity);
  expect(cast(flat, rayOf([5, 6, 10], [1, 0, -0.001])).distance_m).toBe(Infinity);
  expect(cast(flat, rayOf([5, 6, 10], [0, 0, 1], 19.9)).distance_m).toBe(Infinity);
  // From under the ground it comes out, along the normal.
  expect(cast(flat, rayOf([0, 0, 35], [0, 0, -1])).distance_m).toBe(5);
});

test("a slope of 10° towards the east: 100 m east it is 100 tan 10° deeper, and 20 m above it the bottom is 20 cos 10° away", () => {
  const slope = new PlaneBottom(40, [7, 3], slopeGradient(10 * DEG, 90 * DEG));
  expect(depthAt(slope, -50, 103)).toBeCloseTo(40 + 100 * Math.tan(10 * DEG), 10);
  // The shortest way is against the normal: 20 cos 10°.
  const normal = [0, Math.sin(10 * DEG), -Math.cos(10 * DEG)];
  const { distance_m, normal: found } = cast(
    slope,
    rayOf(
      [7, 3, 20],
      normal.map((x) => -x),
    ),
  );
  expect(distance_m).toBeCloseTo(20 * Math.cos(10 * DEG), 12);
  found.forEach((x, k) => {
    expect(x).toBeCloseTo(normal[k], 12);
  });
});

const mount = { depth_m: 100, height_m: 60, sigma_m: 25, centre_m: [10, -20] };
const seamount = new SeamountBottom(mount);

test("the summit is at 40 m, at σ from the axis 60 e^(−1/2) = 36.39 m are left, far away the bottom is at 100 m", () => {
  expect(depthAt(seamount, 10, -20)).toBe(40);
  expect(depthAt(seamount, 35, -20)).toBeCloseTo(100 - 36.39183958275801, 10);
  expect(depthAt(seamount, 1000, 1000)).toBe(100);
  expect(cast(seamount, rayOf([10, -20, 0], [0, 0, 1]))).toMatchObject({ distance_m: 40 });
  expect(cast(seamount, rayOf([10, -20, 0], [0, 0, 1])).normal[2]).toBe(-1);
});

test("a level ray at 70 m meets it where 60 e^(−r²/2σ²) = 30, at r = σ √(2 ln 2), and going on inside leaves it as far behind", () => {
  const r_m = 25 * Math.sqrt(2 * Math.LN2);
  expect(Math.abs(cast(seamount, rayOf([-200, -20, 70], [1, 0, 0])).distance_m - (210 - r_m))).toBeLessThan(1e-9);
  expect(Math.abs(cast(seamount, rayOf([10, -20, 70], [0, 1, 0])).distance_m - r_m)).toBeLessThan(1e-9);
  // Past the axis at 20 m: half a chord is √(r² − 20²).
  const beside = cast(seamount, rayOf([-200, 0, 70], [1, 0, 0]));
  expect(Math.abs(beside.distance_m - (210 - Math.sqrt(r_m * r_m - 400)))).toBeLessThan(1e-9);
  expect(cast(seamount, rayOf([-200, -20, 39.999], [1, 0, 0])).distance_m).toBe(Infinity);
  // Touching the summit: f is flat there, so that rounding of 1e-14 m in depth is 1e-6 m along the ray.
  expect(Math.abs(cast(seamount, rayOf([-200, -20, 40 + 1e-12], [1, 0, 0])).distance_m - 210)).toBeLessThan(1e-4);
});

/** The first change of sign on a fine scan, halved down: slow and plain. */
function scanned(bottom: Bottom, ray: Float64Array, range_m: number, steps: number): number {
  const clearance = (t: number): number => {
    const [n, e, z] = pointOn(ray, t);
    return z - depthAt(bottom, n, e);
  };
  const isBelow = clearance(0) > 0;
  for (let k = 1; k <= steps; k++) {
    let [low, high] = [((k - 1) * range_m) / steps, (k * range_m) / steps];
    if (clearance(high) > 0 === isBelow) continue;
    for (let q = 0; q < 60; q++) {
      const middle = (low + high) / 2;
      if (clearance(middle) > 0 === isBelow) low = middle;
      else high = middle;
    }
    return high;
  }
  return Infinity;
}

test.each([
  ["a seamount", seamount],
  ["a steep one", new SeamountBottom({ ...mount, sigma_m: 3 })],
  ["a pit", new SeamountBottom({ ...mount, height_m: -80 })],
])("%s: rays from anywhere meet it where a scan of 2000 steps does, to 1e-9 m", (_, bottom) => {
  const random = sequence(67);
  let met = 0;
  for (let k = 0; k < 400; k++) {
    const origin = [10 + 160 * (random() - 0.5), -20 + 160 * (random() - 0.5), 30 + 120 * random()];
    const aim = [10 + 40 * (random() - 0.5), -20 + 40 * (random() - 0.5), 40 + 100 * random()];
    const direction = k % 2 === 0 ? anyDirection(random) : aim.map((x, axis) => x - origin[axis]);
    const ray = rayOf(origin, direction, 300);
    const [found, expected] = [cast(bottom, ray), scanned(bottom, ray, 300, 2000)];
    if (found.distance_m === Infinity) {
      expect(expected).toBe(Infinity);
      continue;
    }
    met++;
    const [n, e, z] = pointOn(ray, found.distance_m);
    expect(Math.abs(z - depthAt(bottom, n, e))).toBeLessThan(1e-9);
    // The scan can step over a dip of less than 0.15 m; what it finds is never nearer.
    const steep = Math.abs(found.normal[0] * ray[3] + found.normal[1] * ray[4] + found.normal[2] * ray[5]);
    if (expected - found.distance_m < 0.3) {
      expect(Math.abs(expected - found.distance_m) * Math.min(1, steep)).toBeLessThan(1e-9);
    } else expect(steep).toBeLessThan(0.1);
  }
  expect(met).toBeGreaterThan(100);
});

test("the normal is across the surface: finite differences of the depth agree", () => {
  const random = sequence(71);
  const out = new Float64Array(3);
  for (let k = 0; k < 100; k++) {
    const [n, e] = [10 + 80 * (random() - 0.5), -20 + 80 * (random() - 0.5)];
    seamount.normalInto(out, 0, Float64Array.of(n, e), 0);
    const h = 1e-4;
    const Dn = (depthAt(seamount, n + h, e) - depthAt(seamount, n - h, e)) / (2 * h);
    const De = (depthAt(seamount, n, e + h) - depthAt(seamount, n, e - h)) / (2 * h);
    // Depths round at 1e-14 m over 2e-4 m; the third derivative, below 0.01/m², adds 1e-10.
    expect(Math.abs(out[0] / -out[2] - Dn)).toBeLessThan(1e-8);
    expect(Math.abs(out[1] / -out[2] - De)).toBeLessThan(1e-8);
  }
});
