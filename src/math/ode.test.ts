import { expect, test } from "vitest";
import { DormandPrince } from "./dormand-prince.ts";
import { describeStepFailure, type Integrator, NOT_FINITE, type OdeSystem, STEP_TOO_SMALL } from "./ode.ts";
import { Rk4 } from "./rk4.ts";
import { SemiImplicitEuler } from "./semi-implicit-euler.ts";

interface Problem {
  readonly name: string;
  readonly system: OdeSystem;
  readonly end_s: number;
  exact(t_s: number): number[];
}

/** ẍ = −ω² x. */
const omega_radps = 1.3;
const oscillator: Problem = {
  name: "harmonic oscillator",
  system: {
    size: 2,
    positions: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1]!;
      dx[1] = -omega_radps * omega_radps * x[at]!;
    },
  },
  end_s: 4,
  exact: (t) => [Math.cos(omega_radps * t), -omega_radps * Math.sin(omega_radps * t)],
};

/** A body sinking from rest with quadratic drag: v̇ = g − k v|v|, v = √(g/k) tanh(√(g k) t), z = ln cosh(√(g k) t) / k. */
const g_mps2 = 2;
const k_pm = 0.5;
const sinking: Problem = {
  name: "body sinking against quadratic drag",
  system: {
    size: 2,
    positions: 1,
    derivativesInto(dx, x, at) {
      const v = x[at + 1]!;
      dx[0] = v;
      dx[1] = g_mps2 - k_pm * v * Math.abs(v);
    },
  },
  end_s: 2,
  exact: (t) => {
    const s = Math.sqrt(g_mps2 * k_pm) * t;
    return [Math.log(Math.cosh(s)) / k_pm, Math.sqrt(g_mps2 / k_pm) * Math.tanh(s)];
  },
};

/** ẋ = −a x + sin ωt from x = 1: x = C e^(−at) + (a sin ωt − ω cos ωt) / (a² + ω²). Its input depends on time. */
const a_ps = 0.8;
const forced: Problem = {
  name: "first-order lag driven by a sine",
  system: {
    size: 1,
    derivativesInto(dx, x, at, time) {
      dx[0] = -a_ps * x[at]! + Math.sin(3 * time[0]!);
    },
  },
  end_s: 3,
  exact: (t) => {
    const square = a_ps * a_ps + 9;
    return [(1 + 3 / square) * Math.exp(-a_ps * t) + (a_ps * Math.sin(3 * t) - 3 * Math.cos(3 * t)) / square];
  },
};

/** So wide that every step() of Dormand–Prince is one substep: its fixed-step order shows. */
const anything = { relativeTolerance: 0, absoluteTolerance: 1e9, minStep_s: 1e-9 };

function errorWith(integrator: Integrator, problem: Problem, steps: number): number {
  const size = problem.system.size;
  const h_s = problem.end_s / steps;
  const x = new Float64Array(size + integrator.memory);
  x.set(problem.exact(0));
  if (integrator.memory > 0) x[size] = h_s;
  for (let k = 0; k < steps; k++) integrator.step(problem.system, x, 0, Float64Array.of(k * h_s, h_s));
  return Math.max(...problem.exact(problem.end_s).map((value, n) => Math.abs(value - x[n]!)));
}

/** Steps small enough for the leading term to rule and large enough for rounding not to: chosen per order. */
const cases: { integrator: Integrator; steps: number }[] = [
  { integrator: new SemiImplicitEuler(2), steps: 400 },
  { integrator: new Rk4(2), steps: 80 },
  { integrator: new DormandPrince(2, anything), steps: 40 },
];
for (const { integrator, steps } of cases) {
  for (const problem of [oscillator, sinking, forced]) {
    test(`${integrator.name}: half the step, 2^${integrator.order} less error on the ${problem.name}`, () => {
      const order = Math.log2(errorWith(integrator, problem, steps) / errorWith(integrator, problem, 2 * steps));
      // The next term of the error is h times the leading one, times a constant of order one: a few per cent at these
      // steps. A slip in one coefficient costs at least one whole order.
      expect(order).toBeGreaterThan(integrator.order - 0.2);
      expect(order).toBeLessThan(integrator.order + 0.35);
    });
  }
}

test("Dormand–Prince with 40 steps and RK4 with 80 are closer than 1e-6 and 1e-5 to the oscillator, not only of the right order", () => {
  expect(errorWith(new DormandPrince(2, anything), oscillator, 40)).toBeLessThan(1e-6);
  expect(errorWith(new Rk4(2), oscillator, 80)).toBeLessThan(1e-5);
});

test("integrators work at an offset and leave the rest of the buffer alone", () => {
  for (const integrator of [new SemiImplicitEuler(2), new Rk4(2), new DormandPrince(2, anything)]) {
    const alone = new Float64Array(2 + integrator.memory);
    alone[0] = 1;
    integrator.step(oscillator.system, alone, 0, Float64Array.of(0, 0.01));
    const buffer = new Float64Array(10).fill(7);
    buffer.fill(0, 3, 3 + alone.length);
    buffer[3] = 1;
    integrator.step(oscillator.system, buffer, 3, Float64Array.of(0, 0.01));
    expect(buffer.slice(3, 3 + alone.length)).toEqual(alone);
    expect([...buffer.slice(0, 3), ...buffer.slice(3 + alone.length)].every((x) => x === 7)).toBe(true);
  }
});

test("a projection is applied to the state after every step", () => {
  const circle: OdeSystem = {
    ...oscillator.system,
    projectInto(x, at) {
      const length = Math.hypot(x[at]!, x[at + 1]! / omega_radps);
      x[at]! /= length;
      x[at + 1]! /= length;
    },
  };
  for (const integrator of [new SemiImplicitEuler(2), new Rk4(2), new DormandPrince(2, anything)]) {
    const x = new Float64Array(2 + integrator.memory);
    x[0] = 1;
    for (let k = 0; k < 50; k++) {
      integrator.step(circle, x, 0, Float64Array.of(k * 0.3, 0.3));
      // One division: within two roundings of the circle, at every step size.
      expect(Math.abs(Math.hypot(x[0]!, x[1]! / omega_radps) - 1)).toBeLessThan(4e-16);
    }
  }
});

test("held inputs lie between state and memory: the derivatives read them, at every stage, and no integrator changes them", () => {
  // ẋ = u, and with positions ẋ = v, v̇ = u: the answers are u h, and for order ≥ 2 u h²/2.
  const pushed: OdeSystem = {
    size: 2,
    held: 1,
    positions: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1]!;
      dx[1] = x[at + 2]!;
    },
  };
  for (const integrator of [new SemiImplicitEuler(3), new Rk4(3), new DormandPrince(3, anything)]) {
    const x = new Float64Array(2 + 3 + integrator.memory);
    x[4] = 5;
    integrator.step(pushed, x, 2, Float64Array.of(0, 0.5));
    // Whole and half numbers, but Dormand–Prince has thirds and ninths in between.
    expect(Math.abs(x[3]! - 2.5)).toBeLessThan(2e-15);
    if (integrator.order > 1) expect(Math.abs(x[2]! - 0.625)).toBeLessThan(1e-15);
    expect(x[4]).toBe(5);
  }
});

test("failures have sentences", () => {
  expect(describeStepFailure(STEP_TOO_SMALL)).toContain("tolerance");
  expect(describeStepFailure(NOT_FINITE)).toContain("not finite");
  expect(describeStepFailure(-99)).toContain("-99");
});
