import { expect, test } from "vitest";
import { atRest, type Motion, run, said } from "./test/rig.ts";
import { hasDeviation, mean, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;

test.each([
  [0, 0, 0],
  [0.4, -0.7, 2],
  [-2.9, 1.3, -1],
  [3.1, -1.5, 0.2],
])("at rest they read roll %s and pitch %s, whatever the heading", (roll, pitch, yaw) => {
  const [sample] = run('model="inclinometers"', 0, { motion: () => atRest(roll, pitch, yaw) });
  // Roundings of 10, over the cosine of the pitch: 1e-15 / 0.07.
  expect(Math.abs(sample!.reading[0]! - roll)).toBeLessThan(2e-14);
  expect(Math.abs(sample!.reading[1]! - pitch)).toBeLessThan(1e-14);
  expect(Math.abs(sample!.truth[0]! - roll)).toBeLessThan(2e-14);
});

test("mounted turned they read the angles of their own frame: yaw by 90° swaps roll and pitch", () => {
  const [sample] = run('model="inclinometers"', 0, { motion: () => atRest(0.3, 0, 1), attitude: [0, 0, Math.PI / 2] });
  // The x axis of S is the starboard side, which is down by 0.3: its pitch is −0.3.
  expect(sample!.reading[0]).toBeCloseTo(0, 14);
  expect(sample!.reading[1]).toBeCloseTo(-0.3, 14);
});

test("in a level turn of u r they lean by atan(u r / g), and when it speeds up pitch by atan(u̇ / g)", () => {
  const turning = (): Motion => ({ ...atRest(0, 0, 0), v: [2, 0, 0], w: [0, 0, 0.25] });
  const [turn] = run('model="inclinometers"', 0, { motion: turning });
  // To starboard 0.5 m/s²: the felt down leans to port, as if the starboard side were up.
  expect(turn!.reading[0]).toBeCloseTo(-Math.atan(0.5 / 9.81), 14);
  expect(turn!.truth[0]).toBe(0);
  const faster = (): Motion => ({ ...atRest(0, 0, 0), dv: [0.2, 0, 0] });
  const [start] = run('model="inclinometers"', 0, { motion: faster });
  expect(start!.reading[1]).toBeCloseTo(Math.atan(0.2 / 9.81), 14);
});

test("with a lag τ a step of the roll is felt as 1 − e^(−t/τ) of the force", () => {
  const motion = (t: number): Motion => atRest(t < 0.95 ? 0 : 0.5, 0, 0);
  for (const { taken_s: t, reading } of run('model="inclinometers" responseTime_s="0.6"', 3, { motion })) {
    const e = t < 0.95 ? 1 : Math.exp(-(t - 0.9) / 0.6);
    const expected = Math.atan2((1 - e) * Math.sin(0.5), e + (1 - e) * Math.cos(0.5));
    expect(reading[0]).toBeCloseTo(expected, 13);
  }
});

test("noise of both angles over 5 001 samples, at 99.99 %, and no noise twice or half as large", () => {
  const samples = run('model="inclinometers" tiltNoise_deg="0.2"', 500, { motion: () => atRest(0.1, 0.2, 0) });
  for (const i of [0, 1]) {
    const x = samples.map(({ reading, truth }) => reading[i]! - truth[i]!);
    expect(Math.abs(mean(x))).toBeLessThan((Z * 0.2 * DEG) / Math.sqrt(5001));
    expect(hasDeviation(x, 0.2 * DEG)).toBe(true);
    expect(hasDeviation(x, 0.4 * DEG)).toBe(false);
    expect(hasDeviation(x, 0.1 * DEG)).toBe(false);
  }
});

test("beyond their range they read the limit, or call it invalid", () => {
  const range = 'tiltMin_deg="-30" tiltMax_deg="30"';
  const motion = () => atRest(0.8, 0.1, 0);
  const [clipped] = run(`model="inclinometers" ${range}`, 0, { motion });
  expect(clipped!.reading[0]).toBeCloseTo(30 * DEG, 15);
  expect(clipped!.reading[1]).toBeCloseTo(0.1, 14);
  expect(clipped!.valid).toBe(1);
  const [invalid] = run(`model="inclinometers" ${range} outOfRange="invalid"`, 0, { motion });
  expect(invalid!.valid).toBe(0);
});

test("a reversed range is reported with its place", () => {
  const found = said('model="inclinometers" tiltMin_deg="30" tiltMax_deg="-30"');
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("tiltMin_deg = 30 is not below tiltMax_deg = -30");
  expect(found[0]).toMatch(/^s\.xml:1:\d+: error/);
});
