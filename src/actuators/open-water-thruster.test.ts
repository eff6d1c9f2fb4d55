import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { ask, commandFor, thrusterOf } from "./test/thrusters.ts";

const D = 0.2;
const k = { T0: 0.4, T1: -0.5, Q0: 0.05, Q1: -0.04 };
const model = thrusterOf(
  `diameter_m="${D}" kT0="${k.T0}" kT1="${k.T1}" kQ0="${k.Q0}" kQ1="${k.Q1}" maxSpeed_radps="130"`,
);
const TWO_PI = 2 * Math.PI;

test("at rest, ρ D⁴ k_T0 n² = 1000 · 0.0016 · 0.4 · 100 = 64 N ahead and ρ D⁵ k_Q0 n² = 1.6 N·m to port", () => {
  const at = ask(model, 10 * TWO_PI);
  expect(at.thrust_N).toBeCloseTo(64, 10);
  expect(at.torque_Nm).toBeCloseTo(-1.6, 10);
  // 1.6 N·m at 10 rev/s
  expect(at.power_W).toBeCloseTo(1.6 * 10 * TWO_PI, 9);
});

test("the propeller equals the textbook forms with J wherever J exists", () => {
  const speed_rps = uniform(0.5, 20);
  const inflow_mps = uniform(0, 3);
  fc.assert(
    fc.property(speed_rps, inflow_mps, (n, u) => {
      const J = u / (n * D);
      const at = ask(model, n * TWO_PI, u, 1025);
      const T_N = 1025 * D ** 4 * (k.T0 + k.T1 * J) * n * Math.abs(n);
      const Q_Nm = 1025 * D ** 5 * (k.Q0 + k.Q1 * J) * n * Math.abs(n);
      // Two terms below 1 kN cancel, rounding is near 1e-13 N; 1e-9 leaves room and still finds a wrong factor.
      expect(Math.abs(at.thrust_N - T_N)).toBeLessThan(1e-9);
      expect(Math.abs(at.torque_Nm + Q_Nm)).toBeLessThan(1e-9);
    }),
    { seed: 7 },
  );
});

test("driving, the water gets less than the shaft gives: η = J K_T / (2π K_Q) = T u_a / (Q ω), never above 1", () => {
  for (let J = 0.05; J < 0.8; J += 0.05) {
    const u = 10 * D * J;
    const at = ask(model, 10 * TWO_PI, u);
    const eta = (J * (k.T0 + k.T1 * J)) / (TWO_PI * (k.Q0 + k.Q1 * J));
    expect((at.thrust_N * u) / at.power_W).toBeCloseTo(eta, 12);
    expect(eta).toBeLessThan(1);
  }
});

test("all four quadrants: stopping adds the inflow's part, a shaft at rest has no force, astern mirrors ahead", () => {
  // ρ |n| D³ (D k_T0 n + k_T1 u) at n = −10, u = 2: 1000 · 10 · 0.008 (−0.8 − 1) = −144 N
  expect(ask(model, -10 * TWO_PI, 2).thrust_N).toBeCloseTo(-144, 9);
  expect(ask(model, 0, 2).thrust_N).toBeCloseTo(0, 12);
  expect(ask(model, -10 * TWO_PI, -2).thrust_N).toBeCloseTo(-ask(model, 10 * TWO_PI, 2).thrust_N, 10);
});

test("maxThrust_N limits the shaft to the speed that gives it at rest, and cuts the thrust off in an inflow from astern", () => {
  const limited = thrusterOf(
    `diameter_m="${D}" kT0="${k.T0}" kT1="${k.T1}" kQ0="${k.Q0}" kQ1="${k.Q1}" maxSpeed_radps="130" maxThrust_N="64"`,
  );
  expect(limited.maxThrust_N).toBeCloseTo(64, 10);
  expect(ask(limited, 130).speed_radps).toBeCloseTo(10 * TWO_PI, 10);
  expect(ask(limited, 130, -2).thrust_N).toBe(64);
});

test("no thrust is asked for with a shaft at rest, whatever the inflow: not with the one that windmills at J = 0.8", () => {
  // K_T = 0 at J = 0.4/0.5, so at 2 m/s a shaft of 12.5 rev/s gives no thrust either, and eats power.
  for (const inflow_mps of [-2, 0, 2]) expect(commandFor(model, 0, inflow_mps)).toBe(0);
  expect(ask(model, 12.5 * TWO_PI, 2).thrust_N).toBeCloseTo(0, 10);
  expect(ask(model, 12.5 * TWO_PI, 2).power_W).toBeGreaterThan(1);
});
