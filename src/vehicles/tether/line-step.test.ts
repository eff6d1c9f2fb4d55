import { expect, test } from "vitest";
import { generalEigenvalues } from "../../math/index.ts";
import { stabilityReach } from "../stable-step.ts";
import type { LineParameters } from "./line.ts";
import { dividedStep_ns, lineStep, pointMobility_pkg } from "./line-step.ts";

const base: LineParameters = {
  ...{ length_m: 20, diameter_m: 0.0075, mass_kgpm: 0.043, axialStiffness_N: 20_000, axialDamping_Ns: 0 },
  ...{ normalDrag: 0, tangentialDrag: 0, addedMass: 1, segments: 10 },
};

/** The fastest mode of a chain of springs between masses, from its matrix: inverse masses at the ends, 1/(m l₀) between. */
function fastest(p: LineParameters, from: number, to: number): number {
  const n = p.segments;
  const inverse = Array.from({ length: n + 1 }, (_, k) =>
    k === 0 ? from : k === n ? to : n / (p.mass_kgpm * p.length_m),
  );
  const k = (p.axialStiffness_N * n) / p.length_m;
  const A = new Float64Array((n + 1) ** 2);
  for (let s = 0; s < n; s++) {
    for (const [i, j, sign] of [
      [s, s, 1],
      [s, s + 1, -1],
      [s + 1, s, -1],
      [s + 1, s + 1, 1],
    ] as const) {
      A[i * (n + 1) + j]! += sign * k * inverse[i]!;
    }
  }
  const { re } = generalEigenvalues(A, 0, n + 1);
  return Math.sqrt(Math.max(...re));
}

test("the step of a stiff line is at most 2/ω of its fastest mode, and not much less, for light and heavy bodies at its ends", () => {
  for (const segments of [1, 2, 3, 10, 40]) {
    for (const [from, to] of [
      [0, 0.01],
      [0, 0],
      [0.02, 0.01],
      [5, 0.01],
      [100, 100],
    ] as const) {
      const p = { ...base, segments };
      const omega = fastest(p, from, to);
      const { step_s, by } = lineStep(p, [from, to], 0, 9.81);
      if (omega === 0) continue;
      expect(by).toBe("stiffness");
      // The bound is never broken, but for rounding, and at worst √2 off: a light end that stands alone for its half node.
      expect(step_s * omega).toBeLessThan(2 * (1 + 1e-9));
      expect(step_s * omega).toBeGreaterThan(2 / 1.5);
    }
  }
});

test("rk4 is stable for |h λ| ≤ 2 whatever the damping: its reach is above 2.5 in the whole left half-plane", () => {
  for (let degrees = 90; degrees <= 180; degrees++) {
    const angle = (degrees * Math.PI) / 180;
    const cosine = degrees === 90 ? 0 : Math.cos(angle);
    expect(stabilityReach([1, 1, 1 / 2, 1 / 6, 1 / 24], cosine, Math.sin(angle))).toBeGreaterThan(2.5);
  }
});

test("damping beyond critical asks for shorter steps: ω (ζ + √(ζ² − 1)), 3.73 ω for ζ = 2", () => {
  // ω = 2 √(EA/m)/l₀ = 2 √(20000/0.043)/2 = 682/s; ζ = C ω / 2EA.
  const omega = Math.sqrt(20_000 / 0.043);
  expect(lineStep({ ...base, axialDamping_Ns: (2 * 20_000) / omega }, [0, 0], 0, 9.81).step_s).toBeCloseTo(
    2 / omega,
    12,
  );
  const twice = lineStep({ ...base, axialDamping_Ns: (4 * 20_000) / omega }, [0, 0], 0, 9.81);
  expect(twice.step_s).toBeCloseTo(2 / (omega * (2 + Math.sqrt(3))), 12);
});

test("a light line in water is bound by its drag: ρ C_n d U / (m + ρ A) = 1000 · 1.2 · 0.01 · 5 / (0.05 + 0.0785) = 467/s", () => {
  const p = { ...base, axialStiffness_N: 100, diameter_m: 0.01, mass_kgpm: 0.05, normalDrag: 1.2 };
  const { step_s, by } = lineStep(p, [0, 0], 1000, 9.81);
  expect(by).toBe("drag");
  expect(step_s).toBeCloseTo((2 * (0.05 + 1000 * 0.25 * Math.PI * 1e-4)) / 60, 12);
});

test("a point 2 m ahead of the centre of a body of 100 kg and 50 kg·m² gives way by 3/100 + 4/50 + 4/50", () => {
  const inverse = new Float64Array(36);
  for (let i = 0; i < 6; i++) inverse[7 * i] = i < 3 ? 0.01 : 0.02;
  expect(pointMobility_pkg(inverse, [2, 0, 0])).toBeCloseTo(0.19, 12);
});

test("a step is divided into equal parts of whole nanoseconds", () => {
  expect(dividedStep_ns(20_000_000, 0.05)).toBe(20_000_000);
  expect(dividedStep_ns(20_000_000, 0.02)).toBe(20_000_000);
  expect(dividedStep_ns(20_000_000, 0.0191)).toBe(10_000_000);
  // 20 ms / 6.5 ms: 4 parts. 3.2 ms: 7 parts are not whole, 8 are.
  expect(dividedStep_ns(20_000_000, 0.0065)).toBe(5_000_000);
  expect(dividedStep_ns(20_000_000, 0.0031)).toBe(2_500_000);
  expect(dividedStep_ns(7, 3e-9)).toBe(2);
});
