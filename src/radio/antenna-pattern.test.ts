import { expect, test } from "vitest";
import { AntennaPattern, isotropic, shortDipole } from "./antenna-pattern.ts";

function gain(pattern: AntennaPattern, axis: readonly number[], direction: readonly number[]): number {
  const out = new Float64Array(1);
  pattern.gainInto(out, 0, Float64Array.from(axis), 0, Float64Array.from(direction), 0);
  return out[0]!;
}

test("between rows the gain is linear in dB, beyond them constant", () => {
  const pattern = new AntennaPattern([0.5, Math.PI / 2], [-10, 2]);
  // 45° lies (π/4 − 0.5)/(π/2 − 0.5) = 0.26653 of the way: −6.8017 dBi.
  expect(Math.abs(gain(pattern, [0, 0, 1], [1, 0, 1]) - -6.8017)).toBeLessThan(5e-5);
  expect(gain(pattern, [0, 0, 1], [0, 0, 7])).toBe(-10);
  expect(gain(pattern, [0, 0, 1], [0, 0, -1])).toBe(2);
});

test("a short dipole gains 1.76 dBi across its axis, 3 dB less at 45°, and next to nothing along it", () => {
  const dipole = shortDipole();
  expect(Math.abs(gain(dipole, [0, 0, -1], [3, 4, 0]) - 1.7609)).toBeLessThan(5e-5);
  expect(Math.abs(gain(dipole, [1, 0, 0], [1, 1, 0]) - (1.7609 - 3.0103))).toBeLessThan(1e-4);
  expect(gain(dipole, [1, 0, 0], [2, 0, 0])).toBe(-30);
});

test("its mean over all directions is that of a source that sends the same everywhere", () => {
  const dipole = shortDipole();
  const steps = 3600;
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const angle = ((k + 0.5) * Math.PI) / steps;
    sum += 10 ** (gain(dipole, [0, 0, 1], [Math.sin(angle), 0, Math.cos(angle)]) / 10) * Math.sin(angle);
  }
  // Interpolation of the logarithm between rows of 1° is off by 1e-4 near the axis, where little goes.
  expect(Math.abs((sum * Math.PI) / (2 * steps) - 1)).toBeLessThan(2e-4);
});

test("without a direction, or everywhere alike, the gain is the first row's", () => {
  expect(gain(isotropic(2), [0, 0, 0], [1, 2, 3])).toBe(2);
  expect(gain(shortDipole(), [0, 0, 1], [0, 0, 0])).toBe(-30);
});
