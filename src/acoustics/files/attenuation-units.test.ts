import { expect, test } from "vitest";
import {
  ATTENUATION_UNITS,
  type AttenuationUnit,
  dBpkmOf,
  dBpWavelengthOf,
  MOST_DB_PER_WAVELENGTH,
} from "./attenuation-units.ts";

test("half a dB per wavelength at 1700 m/s and 500 Hz, in every unit", () => {
  // λ = 3.4 m: 0.5/3.4 dB/m, 0.5/1.7 dB/(m kHz); α = 0.01693 Np/m; Q = π/(α λ) = 54.575; δ = α λ/2π = 9.162e-3.
  const same: readonly (readonly [AttenuationUnit, number])[] = [
    ["W", 0.5],
    ["M", 0.5 / 3.4],
    ["F", 0.5 / 1.7],
    ["N", 0.5 / 3.4 / 8.685889638],
    ["Q", 54.5750537],
    ["L", 0.5 / 54.5750537],
  ];
  expect(
    same
      .map(([unit]) => unit)
      .sort()
      .join(""),
  ).toBe([...ATTENUATION_UNITS].sort().join(""));
  for (const [unit, a] of same) {
    // The constants above have nine digits.
    expect(Math.abs(dBpWavelengthOf(unit, a, 1700, 500) - 0.5)).toBeLessThan(1e-8);
    expect(Math.abs(dBpkmOf(unit, a, 1700, 500) - 500 / 3.4)).toBeLessThan(1e-5);
  }
});

test("no attenuation is none in every unit, and a speed of 0 has none", () => {
  for (const unit of ATTENUATION_UNITS as Iterable<string>) {
    expect(dBpWavelengthOf(unit as AttenuationUnit, 0, 1500, 50)).toBe(0);
    expect(dBpWavelengthOf(unit as AttenuationUnit, 1, 0, 50)).toBe(0);
  }
});

test("at 54.6 dB per wavelength the loss parameter is 1; from 50 on it is refused", () => {
  // 8.6859 · 2π.
  expect(Math.abs(dBpWavelengthOf("L", 1, 1500, 100) - 54.575)).toBeLessThan(5e-4);
  expect(MOST_DB_PER_WAVELENGTH).toBe(50);
});
