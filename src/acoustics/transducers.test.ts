import { expect, test } from "vitest";
import { lineIndex_dB, linePattern, lineTable, pistonIndex_dB, pistonPattern, pistonTable } from "./beam-patterns.ts";
import { DirectivityTable, OMNIDIRECTIONAL } from "./directivity.ts";
import { beamShift_Hz, dopplerFactor, echoDopplerFactor } from "./doppler.ts";
import { powerForSourceLevel_W, sourceLevel_dB } from "./source-level.ts";

const RAD = Math.PI / 180;
const dB = (ratio: number): number => 10 * Math.log10(ratio);

/** The angle in degrees at which a pattern falls to a value, by bisection between two angles. */
function angleAt(pattern: (angle_rad: number) => number, value: number, from_deg: number, to_deg: number): number {
  let [low, high] = [from_deg, to_deg];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (pattern(middle * RAD) > value) low = middle;
    else high = middle;
  }
  return low;
}

function peakBetween(pattern: (angle_rad: number) => number, from_deg: number, to_deg: number): number {
  let peak = 0;
  for (let k = 0; k <= 20_000; k++)
    peak = Math.max(peak, pattern((from_deg + ((to_deg - from_deg) * k) / 20_000) * RAD));
  return peak;
}

test("a line of ten wavelengths: null at 5.739°, half power at 2.539°, first side lobe −13.26 dB, DI 13.01", () => {
  const line = (angle_rad: number): number => linePattern(10, angle_rad);
  expect(line(Math.asin(0.1))).toBeLessThan(1e-30);
  expect(Math.asin(0.1) / RAD).toBeCloseTo(5.739, 3);
  expect(angleAt(line, 0.5, 0, 5.7)).toBeCloseTo(2.539, 3);
  expect(dB(peakBetween(line, 5.8, 11))).toBeCloseTo(-13.26, 2);
  expect(lineIndex_dB(10)).toBeCloseTo(13.01, 2);
  // sin θ = 0.4429 λ/L, for any length.
  expect(angleAt((a) => linePattern(50, a), 0.5, 0, 1)).toBeCloseTo(Math.asin(0.4429 / 50) / RAD, 3);
});

test("a piston of ten wavelengths: null at 7.006°, half power at 2.949°, first side lobe −17.57 dB, DI 29.94", () => {
  const piston = (angle_rad: number): number => pistonPattern(10, angle_rad);
  expect(piston(7.006 * RAD)).toBeLessThan(1e-7);
  expect(angleAt(piston, 0.5, 0, 7)).toBeCloseTo(2.949, 3);
  expect(dB(peakBetween(piston, 7.1, 12))).toBeCloseTo(-17.57, 2);
  expect(20 * Math.log10(Math.PI * 10)).toBeCloseTo(29.94, 2);
  expect(pistonIndex_dB(10)).toBeCloseTo(29.94, 1);
});

test("a piston of one wavelength: DI 9.66, where 20 log(π D/λ) would give 9.94", () => {
  expect(20 * Math.log10(Math.PI)).toBeCloseTo(9.94, 2);
  expect(pistonIndex_dB(1)).toBeCloseTo(9.66, 2);
});

test("the index that a table integrates is that of the closed forms", () => {
  // Rows every 0.25°, linear in dB between them, and the floor of −60 dB behind: 0.01 dB.
  expect(Math.abs(pistonTable(1).index_dB - pistonIndex_dB(1))).toBeLessThan(0.01);
  expect(Math.abs(pistonTable(3).index_dB - pistonIndex_dB(3))).toBeLessThan(0.01);
  // Exactly 10 log(1/∫₀¹ sinc²(10 π u) du): the tail beyond u = 1 that 2 L/λ leaves out is 0.044 dB.
  let sum = 0;
  for (let k = 0; k < 1e5; k++) sum += linePattern(10, Math.asin((k + 0.5) / 1e5)) / 1e5;
  expect(Math.abs(lineTable(10).index_dB - dB(1 / sum))).toBeLessThan(0.01);
  expect(dB(1 / sum) - lineIndex_dB(10)).toBeCloseTo(0.044, 3);
});

test("a table is linear between its rows, held beyond them, and its look-up by cosine is the same", () => {
  const table = new DirectivityTable([0.5, 1, 2], [0, -10, -40]);
  expect([0, 0.5, 0.75, 1.5, 2, 3].map((angle) => table.relative_dB(angle))).toEqual([0, 0, -5, -25, -40, -40]);
  const out = new Float64Array(1);
  for (let k = 0; k <= 100; k++) {
    const angle = (Math.PI * k) / 100;
    table.relativeInto(out, 0, Float64Array.of(Math.cos(angle)), 0);
    // acos of a rounded cosine is good to 1e-8 near the axis, times 30 dB/rad.
    expect(out[0]).toBeCloseTo(table.relative_dB(angle), 6);
  }
  table.relativeInto(out, 0, Float64Array.of(-1.0000001), 0);
  expect(out[0]).toBe(-40);
});

test("half of all directions, −100 dB in the others: DI = 3.01 dB; in all directions 0", () => {
  const half = new DirectivityTable([0, Math.PI / 2, Math.PI / 2 + 1e-9, Math.PI], [0, 0, -100, -100]);
  expect(half.index_dB).toBeCloseTo(3.0103, 4);
  expect(OMNIDIRECTIONAL.index_dB).toBeCloseTo(0, 12);
});

test("a table with angles that do not increase, or of another number of levels, is refused", () => {
  expect(() => new DirectivityTable([0, 1, 1], [0, 0, 0])).toThrow("row 3 of a directivity does not come after");
  expect(() => new DirectivityTable([0, 4], [0, 0])).toThrow("row 2 of a directivity is at 4 rad");
  expect(() => new DirectivityTable([0, 1], [0])).toThrow("1 levels for 2 angles");
  expect(() => new DirectivityTable([0], [Number.NEGATIVE_INFINITY])).toThrow("has the level -Infinity");
});

test.each([
  [5, 172.6],
  [8, 174.6],
  [18, 178.1],
  [60, 183.4],
])("%d W at an efficiency of 0.3 are %f dB re 1 µPa at 1 m", (power_W, level_dB) => {
  expect(Number(sourceLevel_dB(power_W, 0.3, 0).toFixed(1))).toBe(level_dB);
});

test("4.5 W of sound are 177.3 dB, the 1.9 mW of the thesis 143.6 dB, and the power comes back", () => {
  expect(Number(sourceLevel_dB(4.5, 1, 0).toFixed(1))).toBe(177.3);
  expect(Number(sourceLevel_dB(1.9e-3, 1, 0).toFixed(1))).toBe(143.6);
  expect(powerForSourceLevel_W(sourceLevel_dB(20, 0.4, 6), 0.4, 6)).toBeCloseTo(20, 10);
  // p² = P ρ c/(4π), in µPa².
  expect(dB((1.5e6 / (4 * Math.PI)) * 1e12)).toBeCloseTo(170.8, 1);
});

test("25 kHz, 1500 m/s: a source that comes nearer at 2 m/s is heard 33.378 Hz higher, a receiver 33.333, both 66.756", () => {
  const shift = (source_mps: number, receiver_mps: number): number =>
    25e3 * (dopplerFactor(1500, source_mps, receiver_mps) - 1);
  expect(shift(2, 0)).toBeCloseTo(33.378, 3);
  // The receiver moves against n.
  expect(shift(0, -2)).toBeCloseTo(33.333, 3);
  expect(shift(2, -2)).toBeCloseTo(66.756, 3);
  expect(25e3 * (echoDopplerFactor(1500, 2) - 1)).toBeCloseTo(66.756, 3);
});

test("a Doppler log of 600 kHz at 1 m/s, beams at 30°: 400.13 Hz, which 2 f V sin θ/c approximates by 400.00", () => {
  expect(beamShift_Hz(600e3, 1500, 1, 30 * RAD)).toBeCloseTo(400.13, 2);
  expect((2 * 600e3 * Math.sin(30 * RAD)) / 1500).toBeCloseTo(400, 9);
});
