/** The estimate of the thrust that is lost by advancing, against open-water curves that were measured. */
import { expect, test } from "vitest";
import { advanceLoss } from "./advance-loss.ts";
import { WageningenPropeller } from "./wageningen-thruster.ts";

/** D = 1 m, n = 1 rev/s, ρ = 1 kg/m³: thrust is K_T, speed of advance J. */
const estimatedJ0 = (kT0: number): number => 1 / advanceLoss(kT0, 1, 1, 1);

test("a thrust of 40 N from a disc of 0.1 m in 1000 kg/m³: the jet runs at √(2·40/(1000·0.0078540)) = 3.1915 m/s, so 1 m/s costs 31.33 %", () => {
  expect(advanceLoss(40, 1, 0.1, 1000)).toBeCloseTo(0.31333, 5);
  expect(advanceLoss(-40, -1, 0.1, 1000)).toBe(advanceLoss(40, 1, 0.1, 1000));
});

test("at rest, without thrust and braking nothing is lost", () => {
  for (const [T, u] of [
    [40, 0],
    [0, 1],
    [40, -1],
    [-40, 1],
  ] as const)
    expect(advanceLoss(T, u, 0.1, 1000)).toBe(0);
});

test("the published line of the propeller of the REMUS 100 ends within 2 % of it", () => {
  // K_T = 0.4566 − 0.41737 J.
  expect(Math.abs(estimatedJ0(0.4566) / (0.4566 / 0.41737) - 1)).toBeLessThan(0.02);
});

test("over the B-series the zero of the thrust comes out 0.72 to 1.25 times its true value, as the file says", () => {
  const ratios = [3, 4, 5].flatMap((blades) =>
    [0.4, 0.55, 0.7].flatMap((areaRatio) =>
      [0.6, 0.8, 1, 1.2, 1.4].map((pitchRatio) => {
        const p = new WageningenPropeller({ diameter_m: 1, blades, pitchRatio, areaRatio, asternRatio: 1 });
        return estimatedJ0(p.kT[0]) / p.zeroThrustJ;
      }),
    ),
  );
  // Two digits are stated.
  expect(Math.min(...ratios)).toBeGreaterThan(0.715);
  expect(Math.max(...ratios)).toBeLessThan(1.255);
});
