import { expect, test } from "vitest";
import { dBmOfWatts, wattsOfdBm } from "./link-budget.ts";
import { type WaterLink, type WaterSpreading, waterLoss_dB, waterRange_m } from "./water-link.ts";

const thesis = (spreading: WaterSpreading): WaterLink => ({
  frequency_Hz: 10e6,
  conductivity_Spm: 0.01,
  relativePermittivity: 80,
  spreading,
});

/** Distance, loss without spreading, power in W that leaves 2 mW of it, loss with 20 lg d: hand calculations for 10 MHz. */
test.each([
  [1, 1.82, 3.0e-3, 1.82],
  [5, 9.09, 16.2e-3, 23.07],
  [10, 18.18, 0.1315, 38.18],
  [15, 27.27, 1.067, 50.8],
  [20, 36.36, 8.65, 62.4],
  [50, 90.9, undefined, undefined],
  [100, 181.8, undefined, undefined],
])("over %d m: %d dB, %d W for 2 mW, %d dB with spherical spreading", (d, loss, power, spread) => {
  const found = waterLoss_dB(thesis("none"), d);
  // Half a unit of the last printed digit.
  expect(Math.abs(found - loss)).toBeLessThan(d >= 50 ? 0.051 : 5.1e-3);
  if (power !== undefined) {
    // Three digits, the fewest that are printed: half a unit of the third, of 1.067 and 16.2 below 0.4 %; 3.0 has two.
    expect(Math.abs(wattsOfdBm(dBmOfWatts(2e-3) + found) / power - 1)).toBeLessThan(d === 1 ? 0.02 : 4e-3);
  }
  if (spread !== undefined) expect(Math.abs(waterLoss_dB(thesis("spherical"), d) - spread)).toBeLessThan(0.051);
});

test("over 10 m with 20 lg d, 13.2 W are needed for 2 mW", () => {
  const power_W = wattsOfdBm(dBmOfWatts(2e-3) + waterLoss_dB(thesis("spherical"), 10));
  // Half a unit of the third digit.
  expect(Math.abs(power_W - 13.2)).toBeLessThan(0.06);
});

test("3 W to 2 mW are 31.76 dB, which reach 17.47 m, 7.71 m with 20 lg d and 4.23 m between antennas in the water", () => {
  const budget_dB = dBmOfWatts(3) - dBmOfWatts(2e-3);
  expect(Math.abs(budget_dB - 31.76)).toBeLessThan(5e-3);
  // Half a unit of the second decimal.
  expect(Math.abs(waterRange_m(thesis("none"), budget_dB) - 17.47)).toBeLessThan(5.1e-3);
  expect(Math.abs(waterRange_m(thesis("spherical"), budget_dB) - 7.71)).toBeLessThan(5.1e-3);
  expect(Math.abs(waterRange_m(thesis("friis"), budget_dB) - 4.23)).toBeLessThan(5.1e-3);
});

test("a loss is never a gain, near the antenna as well, and grows with distance", () => {
  for (const spreading of ["none", "spherical", "friis"] as const) {
    let before = 0;
    for (const d of [0, 1e-3, 0.1, 0.26, 0.9, 1.1, 3, 30]) {
      const loss = waterLoss_dB(thesis(spreading), d);
      expect(loss).toBeGreaterThanOrEqual(before);
      before = loss;
    }
    expect(waterLoss_dB(thesis(spreading), 0)).toBe(0);
  }
});

test("nothing to spend reaches nowhere; a medium without loss and spreading reaches everywhere", () => {
  expect(waterRange_m(thesis("none"), -1)).toBe(0);
  expect(waterRange_m(thesis("none"), Number.NaN)).toBe(0);
  expect(waterRange_m({ ...thesis("none"), conductivity_Spm: 0 }, 1)).toBe(Number.POSITIVE_INFINITY);
});
