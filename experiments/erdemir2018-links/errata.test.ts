/** Slips of the thesis beside its links: its controller, and the time constant of its plant. */
import { expect, test } from "vitest";

/** Its plant in heave, a v̇ + b v = u, of section 5.1.1. */
const A = 3659.9;
const B = 728.4;

/** Depth error at the end of 300 s of a step of 1 m; gains of Table 5.2 for z, without the integral. */
function endError(
  derivative: (error: number, before: number, y: number, yBefore: number, T_s: number) => number,
): number {
  const [kp, kd, T_s] = [225, 55, 0.04];
  let [y, v, error, yBefore] = [0, 0, 1, 0];
  for (let k = 0; k < 300 / T_s; k++) {
    const before = error;
    error = 1 - y;
    const u = kp * error + kd * derivative(error, before, y, yBefore, T_s);
    yBefore = y;
    // Exact over a step of a constant u.
    const decay = Math.exp((-B / A) * T_s);
    y += (u / B) * T_s + (v - u / B) * (A / B) * (1 - decay);
    v = u / B + (v - u / B) * decay;
  }
  return Math.abs(1 - y);
}

test("erratum (4.2): K_d acts on +ẏ as printed, which pushes on; on −ẏ it damps", () => {
  const printed = endError((_e, _b, y, yBefore, T_s) => (y - yBefore) / T_s);
  const right = endError((_e, _b, y, yBefore, T_s) => -(y - yBefore) / T_s);
  // Poles: 3659.9 s² + (728.4 ∓ 55) s + 225: both damped by the water, the right form faster, by e^(−2·55/(2·3659.9)·300) = e^(−4.5).
  expect(right).toBeLessThan(printed / 20);
});

test("erratum (4.2): with the gains of the radio for x, 270 on +ẏ against the water's 74.82, the printed form swings up", () => {
  // 779.79 s² + (74.82 − 270) s + 155 has roots with a positive real part, 0.125 1/s; with the right sign −0.221 1/s.
  const realPart = (sign: 1 | -1): number => -(74.82 - sign * 270) / (2 * 779.79);
  expect(realPart(1)).toBeCloseTo(0.1251, 4);
  expect(realPart(-1)).toBeCloseTo(-0.2211, 4);
});

test("erratum (4.3): the integral of y, and not of the error, asks for a force at the set-point that grows by K_i y T each sample", () => {
  // At y = r = 5 m for 100 samples of 0.74 s and K_i = 10, and the right form.
  const sum = (of: number): number => Array.from({ length: 100 }).reduce((total: number) => total + 10 * 0.74 * of, 0);
  expect(sum(5)).toBeCloseTo(3700, 9);
  expect(sum(5 - 5)).toBe(0);
});

test("erratum: the step response of a v̇ + b v = F is 63.2 % after a/b = 5.02 s, and not after b/a = 0.2 s", () => {
  const share = (t_s: number): number => 1 - Math.exp((-B / A) * t_s);
  expect(A / B).toBeCloseTo(5.0246, 4);
  expect(share(A / B)).toBeCloseTo(1 - Math.exp(-1), 12);
  expect(share(B / A)).toBeLessThan(0.04);
});
