import { describe, expect, test } from "vitest";
import {
  type Complex,
  delay,
  lag,
  loopGains,
  marginsOf,
  over,
  phaseMarginOf,
  pidResponse,
  type Response,
  times,
} from "./loop.ts";

/** 1 / (m s²) */
const mass =
  (m_kg: number): Response =>
  (w) => ({ re: -1 / (m_kg * w * w), im: 0 });

test("a second-order loop with damping 0.5 has 51.8° of phase margin, with 0.7 it has 65.2° (textbook values)", () => {
  expect((phaseMarginOf(0.5) * 180) / Math.PI).toBeCloseTo(51.83, 2);
  expect((phaseMarginOf(0.7) * 180) / Math.PI).toBeCloseTo(65.16, 2);
});

test("a mass of 10 kg at 2 rad/s: kp = m ω² cos φ, kd = m ω sin φ + ki/ω², by hand", () => {
  const phi = phaseMarginOf(0.7);
  const gains = loopGains(mass(10), { bandwidth_radps: 2, damping: 0.7, integralRatio: 5, derivative: true })!;
  const kp = 40 * Math.cos(phi);
  expect(gains.kp).toBeCloseTo(kp, 10);
  expect(gains.ki).toBeCloseTo((kp * 2) / 5, 10);
  expect(gains.kd).toBeCloseTo(20 * Math.sin(phi) + gains.ki / 4, 10);
});

describe("the loop that was asked for is the loop that comes out", () => {
  const plants: readonly (readonly [string, Response])[] = [
    ["a mass behind a lag and a delay", (w) => times(times(mass(30)(w), lag(0.1)(w)), delay(0.05)(w))],
    ["an integrator behind a lag of 3 s", (w) => times({ re: 0, im: -1 / w }, lag(3)(w))],
  ];
  test.each(plants)("%s: crossover and phase margin are those asked for", (_, G) => {
    for (const [bandwidth_radps, damping] of [
      [0.8, 0.5],
      [1.2, 0.7],
    ] as const) {
      const gains = loopGains(G, { bandwidth_radps, damping, integralRatio: 6, derivative: true })!;
      const { crossover_radps, phaseMargin_deg } = marginsOf(
        (w) => times(pidResponse(gains, w), G(w)),
        bandwidth_radps,
      );
      // Both by bisection over 50 halvings; equal but for rounding.
      expect(crossover_radps).toBeCloseTo(bandwidth_radps, 8);
      expect(phaseMargin_deg).toBeCloseTo((phaseMarginOf(damping) * 180) / Math.PI, 6);
    }
  });

  test("without a derivative the same holds of a slow lag", () => {
    const gains = loopGains(lag(3), { bandwidth_radps: 1, damping: 0.7, integralRatio: 4, derivative: false })!;
    const { crossover_radps, phaseMargin_deg } = marginsOf((w) => times(pidResponse(gains, w), lag(3)(w)), 1);
    expect(crossover_radps).toBeCloseTo(1, 8);
    expect(phaseMargin_deg).toBeCloseTo(65.16, 1);
    expect(gains.kd).toBe(0);
  });

  test("a plant that answers at once is led by an integral alone: K ki / ω = 1 at the bandwidth", () => {
    const gains = loopGains(() => ({ re: 4, im: 0 }), {
      bandwidth_radps: 2,
      damping: 0.7,
      integralRatio: 4,
      derivative: false,
    });
    expect(gains).toEqual({ kp: 0, ki: 0.5, kd: 0 });
  });
});

test("L = K/(s (s + 1)(s + 2)): the gain margin is 6/K, at √2 rad/s", () => {
  const L =
    (K: number): Response =>
    (w) => {
      const s: Complex = { re: 0, im: w };
      const one = { re: 1, im: w };
      const two = { re: 2, im: w };
      return over({ re: K, im: 0 }, times(s, times(one, two)));
    };
  expect(marginsOf(L(2), 1).gainMargin).toBeCloseTo(3, 8);
  expect(marginsOf(L(2), 1).leastGain).toBe(0);
  // Beyond the margin the loop is unstable: what is reported is how far the gain must fall.
  expect(marginsOf(L(12), 1)).toMatchObject({
    gainMargin: Number.POSITIVE_INFINITY,
    leastGain: expect.closeTo(0.5, 8),
  });
});

test("a mass behind a long delay cannot be that fast: k_p would be negative", () => {
  const G: Response = (w) => times(mass(1)(w), delay(1)(w));
  expect(loopGains(G, { bandwidth_radps: 1, damping: 0.7, integralRatio: 5, derivative: true })).toBeNull();
});
