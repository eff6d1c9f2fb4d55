import { expect, test } from "vitest";
import { spreadAngles_rad } from "./spreading.ts";

test("for s = 1 the share below θ is ½ + (θ + sin θ) / 2π", () => {
  const count = 101;
  spreadAngles_rad(1, count).forEach((theta, i) => {
    // Straight lines over 8192 panels: (2π/8192)² / 8 = 7e-8 of the share.
    expect(0.5 + (theta + Math.sin(theta)) / (2 * Math.PI)).toBeCloseTo((i + 0.5) / count, 6);
  });
});

test("the mean of cos θ is s / (s + 1), the mean of sin θ is 0", () => {
  for (const s of [0.5, 1, 4, 15, 100]) {
    const angles = spreadAngles_rad(s, 4000);
    // The middles of 4000 shares stand for the shares: off by the curvature of the outermost, some 1e-4 of 1 − cos.
    expect(angles.reduce((sum, a) => sum + Math.cos(a), 0) / 4000).toBeCloseTo(s / (s + 1), 4);
    expect(angles.reduce((sum, a) => sum + Math.sin(a), 0) / 4000).toBeCloseTo(0, 9);
  }
});
