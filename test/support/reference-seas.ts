/** The seas of test/reference/rays, as its README describes them. */
import { readFileSync } from "node:fs";
import type { RayCase } from "../../src/acoustics/rays/ray-case.ts";
import { DEG, fluid, level, list, profile, shallow, steps } from "../../src/acoustics/test/ray-cases.ts";

/** Thorp's absorption with the constants of [JensenKuperman2011], dB/km, as in the reference runs. */
export function thorpJkps_dBpkm(frequency_Hz: number): number {
  const f2 = (frequency_Hz / 1000) * (frequency_Hz / 1000);
  return 3.3e-3 + (0.11 * f2) / (1 + f2) + (44 * f2) / (4100 + f2) + 3e-4 * f2;
}

/** The runs at 500 Hz are without absorption. */
const absorbing = (frequency_Hz: number): Pick<RayCase, "absorption" | "frequency_Hz"> => ({
  frequency_Hz,
  absorption: { depths_m: list(0), absorption_dBpkm: list(frequency_Hz > 500 ? thorpJkps_dBpkm(frequency_Hz) : 0) },
});

const fine = { count: 20_001, from_rad: -89 * DEG, to_rad: 89 * DEG };

export const pekerisSea = (frequency_Hz: number, count = 2001): RayCase => ({
  ...shallow,
  ...absorbing(frequency_Hz),
  fan: { ...fine, count },
});

export const lloydSea = (frequency_Hz: number, count = 2001): RayCase => ({
  ...shallow,
  ...absorbing(frequency_Hz),
  sound: profile([
    [0, 1500],
    [1000, 1500],
  ]),
  bottom: level(1000, fluid(1500, 1000, 0)),
  sourceDepths_m: list(20),
  receiverDepths_m: steps(51, 0, 10),
  fan: { ...fine, count },
});

const readme = readFileSync(new URL("../reference/rays/README.md", import.meta.url), "utf8");
const munkTable = readme
  .slice(readme.indexOf("Munk table") + "Munk table (depth m, c m/s):".length)
  .split(";")
  .map((pair) => pair.trim().split(" ").map(Number.parseFloat) as [number, number]);

export const munkSea = (count = 2001): RayCase => ({
  ...shallow,
  frequency_Hz: 50,
  sound: profile(munkTable, "spline"),
  bottom: level(5000, fluid(1600, 1800, 0.8)),
  sourceDepths_m: list(1000),
  receiverDepths_m: steps(51, 0, 100),
  receiverRanges_m: steps(200, 500, 500),
  fan: { count, from_rad: -20.3 * DEG, to_rad: 20.3 * DEG },
  maxRange_m: 100_000,
});
