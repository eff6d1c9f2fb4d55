import { describe, expect, test } from "vitest";
import { add, apply, rotation, transpose } from "./test/matrices.ts";
import { atRest, CONSTANTS, type Motion, run, said } from "./test/rig.ts";
import { hasDeviation, mean, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;
const { magneticDeclination_rad: D, magneticInclination_rad: I, magneticField_T: F } = CONSTANTS;
const m_N = [F * Math.cos(I) * Math.cos(D), F * Math.cos(I) * Math.sin(D), F * Math.sin(I)];
const wrapped = (a: number): number => Math.atan2(Math.sin(a), Math.cos(a));
const headings = [-3, -1.2, 0, 0.4, 2, 3.1];

describe("without noise, at rest", () => {
  test.each(headings)(
    "the heading %s is shown, whatever roll and pitch: its declination is that of the world",
    (yaw) => {
      for (const [roll, pitch] of [
        [0, 0],
        [0.5, -0.3],
        [-1.2, 1.1],
      ] as const) {
        const [sample] = run('model="compass"', 0, { motion: () => atRest(roll, pitch, yaw) });
        // Two dozen roundings of angles up to π, and of unit vectors.
        expect(Math.abs(wrapped(sample!.reading[0]! - yaw))).toBeLessThan(1e-14);
        expect(sample!.truth[0]).toBeCloseTo(yaw, 14);
        expect(sample!.valid).toBe(1);
      }
    },
  );

  test("with another declination set in it, it is wrong by the difference: 0 shows magnetic north", () => {
    const motion = () => atRest(0.1, 0.2, 1);
    const [magnetic] = run('model="compass" declination_deg="0"', 0, { motion });
    expect(magnetic!.reading[0]).toBeCloseTo(1 - D, 14);
    const [wrong] = run('model="compass" declination_deg="-7"', 0, { motion });
    expect(wrong!.reading[0]).toBeCloseTo(1 - D - 7 * DEG, 14);
  });

  test("mounted turned by 90° it shows the heading of its own x axis", () => {
    const [sample] = run('model="compass"', 0, { motion: () => atRest(0, 0, 0.5), attitude: [0, 0, Math.PI / 2] });
    expect(sample!.reading[0]).toBeCloseTo(0.5 + Math.PI / 2, 14);
  });

  test.each(headings)("iron deviates the heading %s as the horizontal field written out says", (yaw) => {
    const h = [4e-6, -3e-6, 8e-6];
    const W = [
      [1.05, 0.02, 0],
      [-0.01, 0.97, 0],
      [0, 0, 1.1],
    ];
    const attributes = 'model="compass" hardIron_T="4e-6 -3e-6 8e-6" softIron="1.05 0.02 0 -0.01 0.97 0 0 0 1.1"';
    const [sample] = run(attributes, 0, { motion: () => atRest(0, 0, yaw) });
    const m = add(apply(W, apply(transpose(rotation(0, 0, yaw)), m_N)), h);
    // Level: the heading from magnetic north is atan2(−m_y, m_x).
    const expected = Math.atan2(-m[1]!, m[0]!) + D;
    expect(Math.abs(wrapped(sample!.reading[0]! - expected))).toBeLessThan(1e-13);
    expect(Math.abs(wrapped(expected - yaw))).toBeGreaterThan(1e-3);
  });
});

test("in a steady turn it shows the false north of the felt down, by geometry written out", () => {
  // u = 2 m/s, r = 0.2 rad/s: an acceleration of 0.4 m/s² to starboard.
  const motion = (t: number): Motion => ({ ...atRest(0, 0, 0.2 * t), v: [2, 0, 0], w: [0, 0, 0.2] });
  for (const { taken_s: t, reading } of run('model="compass"', 10, { motion })) {
    const yaw = 0.2 * t;
    const R = rotation(0, 0, yaw);
    const down_N = apply(R, [0, -0.4, 9.81]);
    const [dx, dy, dz] = down_N as [number, number, number];
    const [mx, my, mz] = m_N as [number, number, number];
    const east = [dy * mz - dz * my, dz * mx - dx * mz];
    const alpha = Math.atan2(-east[0]!, east[1]!);
    expect(Math.abs(wrapped(reading[0]! - (yaw - alpha + D)))).toBeLessThan(1e-13);
  }
  // The most is asin(tan I tan lean), where it heads north or south: some 4.6° here.
  const worst = Math.max(
    ...run('model="compass"', 32, { motion }).map(({ reading, truth }) => Math.abs(wrapped(reading[0]! - truth[0]!))),
  );
  expect(worst).toBeCloseTo(Math.asin((Math.tan(I) * 0.4) / 9.81), 3);
});

test("a damped card follows a step of the heading as 1 − e^(−t/τ), on the circle", () => {
  const motion = (t: number): Motion => atRest(0, 0, t < 0.95 ? 0 : 1);
  const samples = run('model="compass" responseTime_s="0.8" declination_deg="0"', 3, {
    motion,
    constants: { magneticDeclination_rad: 0 },
  });
  for (const { taken_s: t, reading } of samples) {
    // The sample at 1 s is the first with the new heading, and takes it as kept since the one before.
    const e = t < 0.95 ? 1 : Math.exp(-(t - 0.9) / 0.8);
    const expected = Math.atan2((1 - e) * Math.sin(1), e + (1 - e) * Math.cos(1));
    expect(reading[0]).toBeCloseTo(expected, 13);
  }
});

test("leaning beyond its limit, or without a horizontal field, it is not valid", () => {
  const leaning = run('model="compass" tiltLimit_deg="30"', 0, { motion: () => atRest(0.4, 0.3, 1) });
  // cos 0.4 cos 0.3 = 0.8799: a lean of 28.4°.
  expect(leaning[0]!.valid).toBe(1);
  const over = run('model="compass" tiltLimit_deg="28"', 0, { motion: () => atRest(0.4, 0.3, 1) });
  expect(over[0]!.valid).toBe(0);
  const pole = run('model="compass"', 0, { constants: { magneticInclination_rad: Math.PI / 2 } });
  expect(pole[0]!.valid).toBe(0);
  expect(pole[0]!.reading[0]).not.toBeNaN();
});

test("noise, at 99.99 %: mean and deviation over 5 001 samples, round the jump at 180°, and no noise twice or half as large", () => {
  const samples = run('model="compass" headingNoise_deg="0.5"', 500, { motion: () => atRest(0, 0, Math.PI) });
  const errors = samples.map(({ reading, truth }) => wrapped(reading[0]! - truth[0]!));
  expect(errors).toHaveLength(5001);
  expect(Math.abs(mean(errors))).toBeLessThan((Z * 0.5 * DEG) / Math.sqrt(5001));
  expect(hasDeviation(errors, 0.5 * DEG)).toBe(true);
  expect(hasDeviation(errors, 1 * DEG)).toBe(false);
  expect(hasDeviation(errors, 0.25 * DEG)).toBe(false);
  for (const { reading } of samples) expect(Math.abs(reading[0]!)).toBeLessThanOrEqual(Math.PI);
});

test("steps of a degree, counted from north", () => {
  const [sample] = run('model="compass" headingResolution_deg="1"', 0, { motion: () => atRest(0, 0, 12.4 * DEG) });
  expect(sample!.reading[0]).toBeCloseTo(12 * DEG, 14);
});

test.each([
  ['tiltLimit_deg="0"', "tiltLimit_deg = 0"],
  ['declination_deg="400"', "declination_deg = 400"],
  ['headingNoise_deg="-1"', "headingNoise_deg = -1"],
])("%s is refused, with its place", (attributes, message) => {
  const found = said(`model="compass" ${attributes}`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
  expect(found[0]).toMatch(/^s\.xml:1:\d+: error/);
});
