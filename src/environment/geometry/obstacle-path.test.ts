import { expect, test } from "vitest";
import { rotateInto } from "../../math/index.ts";
import { MOTION, MOTION_SIZE, ObstaclePath } from "./obstacle-path.ts";

const DEG = Math.PI / 180;

/** At offsets other than 0. */
function motionAt(path: ObstaclePath, t_s: number): number[] {
  const out = new Float64Array(MOTION_SIZE + 1);
  path.motionInto(out, 1, Float64Array.of(99, t_s), 1);
  return [...out.subarray(1)];
}

/** 60 m north in a minute, then 20 m east and 5 m down in 10 s. */
const points = { times_s: [10, 70, 80], positions_m: [0, 0, 5, 60, 0, 5, 60, 20, 10] };

test("it stands at its first place, goes straight and steadily from one to the next, and stands at the last", () => {
  const path = new ObstaclePath({ ...points, attitude_rad: [0, 0, 0] });
  const place = (t_s: number): number[] => motionAt(path, t_s).slice(0, 3);
  const velocity = (t_s: number): number[] => motionAt(path, t_s).slice(MOTION.V);
  expect([0, 9.999, 10].map(place)).toEqual(Array(3).fill([0, 0, 5]));
  expect(place(40)).toEqual([30, 0, 5]);
  expect(place(75)).toEqual([60, 10, 7.5]);
  expect([80, 1000].map(place)).toEqual(Array(2).fill([60, 20, 10]));
  const still = [0, 0, 0, 0, 0, 0];
  expect([0, 9.999, 80, 1000].map(velocity)).toEqual(Array(4).fill(still));
  // At a corner that of the leg that begins.
  expect([10, 69.999].map(velocity)).toEqual(Array(2).fill([1, 0, 0, 0, 0, 0]));
  expect([70, 79].map(velocity)).toEqual(Array(2).fill([0, 2, 0.5, 0, 0, 0]));
});

test("its velocity is in its own frame: one that looks east and goes north moves to port, v_y = −1 m/s", () => {
  const path = new ObstaclePath({ ...points, attitude_rad: [0, 0, 90 * DEG] });
  const [u, v, w] = motionAt(path, 20).slice(MOTION.V);
  expect([u, v, w].map((x) => x + 0)).toEqual([expect.closeTo(0, 15), expect.closeTo(-1, 15), 0]);
});

test("headings are numbers: from 350° to 370° it is at 0° half way, turning by 2° per second; tilted, the rate is that of the derivative", () => {
  const headings_rad = [350 * DEG, 370 * DEG, 370 * DEG];
  const tilt = [0.3, -0.4];
  const path = new ObstaclePath({
    times_s: [0, 10, 20],
    positions_m: Array(9).fill(1),
    headings_rad,
    attitude_rad: [...tilt, 0],
  });
  const level = new ObstaclePath({
    times_s: [0, 10],
    positions_m: Array(6).fill(0),
    headings_rad: headings_rad.slice(0, 2),
    attitude_rad: [0, 0, 0],
  });
  const q = motionAt(level, 5).slice(3, 7);
  // A turn of 360° is −1.
  [-1, 0, 0, 0].forEach((x, i) => {
    expect(q[i]).toBeCloseTo(x, 14);
  });
  // A point of the frame, from its pose a millisecond before and after: off by rate³ step² / 6 = 7e-12 m/s, rounding 1e-13.
  const h = 1e-3;
  const arm = Float64Array.of(2, -1, 3);
  const at = (t_s: number): number[] => {
    const motion = Float64Array.from(motionAt(path, t_s));
    const out = new Float64Array(3);
    rotateInto(out, 0, motion, MOTION.q, arm, 0);
    return [...out].map((x, i) => x + motion[i]);
  };
  const before = at(4 - h);
  const after = at(4 + h);
  const motion = Float64Array.from(motionAt(path, 4));
  const [p, r, s] = motion.slice(MOTION.V + 3);
  const spin = Float64Array.of(r * arm[2] - s * arm[1], s * arm[0] - p * arm[2], p * arm[1] - r * arm[0]);
  rotateInto(spin, 0, motion, MOTION.q, spin, 0);
  spin.forEach((v, i) => {
    expect(Math.abs(v - (after[i] - before[i]) / (2 * h))).toBeLessThan(1e-9);
  });
  expect(Math.sqrt(p * p + r * r + s * s)).toBeCloseTo(2 * DEG, 14);
});

test("of a thousand points the leg is found that a search from the front finds", () => {
  const times_s = Array.from({ length: 1000 }, (_, k) => k + 0.3 * ((k * 7) % 3));
  const positions_m = times_s.flatMap((_, k) => [k % 7, (k * k) % 11, 5]);
  const path = new ObstaclePath({ times_s, positions_m, attitude_rad: [0, 0, 0] });
  for (let t = 0.05; t < 999; t += 0.73) {
    const k = times_s.findIndex((_, i) => times_s[i] <= t && t < times_s[i + 1]);
    const share = (t - times_s[k]) / (times_s[k + 1] - times_s[k]);
    const north = positions_m[3 * k] + share * (positions_m[3 * k + 3] - positions_m[3 * k]);
    // A few roundings of numbers below 11.
    expect(Math.abs(motionAt(path, t)[0] - north)).toBeLessThan(1e-13);
  }
});
