import { expect, test } from "vitest";
import { A, C } from "../math/dormand-prince-tableau.ts";
import { type Integrator, type OdeSystem, Rk4, SemiImplicitEuler } from "../math/index.ts";
import { linearise, stabilityReach } from "./stable-step.ts";

const RK4 = [1, 1, 1 / 2, 1 / 6, 1 / 24];
const DORMAND_PRINCE = [1, 1, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 600];

test("the stability function of Dormand–Prince follows from its tableau: b Aᵏ⁻¹ 1 is 1/k!, and 1/600 for k = 6", () => {
  const value = ([p, q]: readonly [number, number]): number => p / q;
  // The last row of A is b; the seventh stage is the next step's first.
  const b = A[6]!.map(value);
  let v = new Array<number>(6).fill(1);
  for (let k = 1; k <= 6; k++) {
    const coefficient = b.reduce((sum, weight, i) => sum + weight * v[i]!, 0);
    expect(coefficient).toBeCloseTo(DORMAND_PRINCE[k]!, 12);
    v = v.map((_, i) => A[i]!.reduce((sum, a, j) => sum + value(a) * v[j]!, 0));
  }
  expect(C.length).toBe(7);
});

test("RK4 reaches −2.785 and ±2.828i, Dormand–Prince −3.307 and ±1.0i", () => {
  expect(stabilityReach(RK4, -1, 0)).toBeCloseTo(2.785, 3);
  // √8: |R(iy)|² = 1 − y⁶/72 + y⁸/576.
  expect(stabilityReach(RK4, 0, 1)).toBeCloseTo(Math.sqrt(8), 4);
  expect(stabilityReach(DORMAND_PRINCE, -1, 0)).toBeCloseTo(3.307, 3);
  // Where (1 − y²/2 + y⁴/24 − y⁶/600)² + (y − y³/6 + y⁵/120)² passes 1: computed apart, 0.9972.
  expect(stabilityReach(DORMAND_PRINCE, 0, 1)).toBeCloseTo(1, 2);
});

/** ẍ = −ω² x − 2ζω ẋ, and a slow lag beside it. */
function oscillator(omega: number, zeta: number): OdeSystem {
  return {
    size: 3,
    positions: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1]!;
      dx[1] = -omega * omega * x[at]! - 2 * zeta * omega * x[at + 1]!;
      dx[2] = -2 * x[at + 2]!;
    },
  };
}

/** Size of the state after many steps of h, or once it is plainly lost. */
function run(system: OdeSystem, integrator: Integrator, h_s: number): number {
  const x = Float64Array.of(1, 0, 1, 0, 0, 0, 0, 0);
  const size = (): number => Math.hypot(x[0]!, x[1]!, x[2]!);
  for (let k = 0; k < 3000 && size() < 1e9; k++) integrator.step(system, x, 0, Float64Array.of(0, h_s));
  return size();
}

test.each([
  ["an overdamped", 10, 3],
  ["a damped", 10, 0.3],
  ["a hardly damped", 10, 0.01],
])("%s oscillator dies out at 0.99 of the largest stable step and explodes at 1.01", (_, omega, zeta) => {
  const system = oscillator(omega, zeta);
  const { steps_s } = linearise(system, new Float64Array(3))!;
  for (const integrator of [new Rk4(3), new SemiImplicitEuler(3)]) {
    const most_s = steps_s[integrator.name];
    expect(run(system, integrator, 0.99 * most_s)).toBeLessThan(1);
    expect(run(system, integrator, 1.01 * most_s)).toBeGreaterThan(1e3);
  }
});

test("semi-implicit Euler takes 2/ω without damping and 2 (√(1 + ζ²) − ζ)/ω with it", () => {
  for (const zeta of [0, 0.1, 0.7]) {
    const { steps_s } = linearise(oscillator(10, zeta), new Float64Array(3))!;
    // h² ω² + 4 ζ ω h = 4. The allowance of 1e-5 for drifting positions moves the limit by as much, and its root at ζ = 0.
    const exact_s = (2 * (Math.sqrt(1 + zeta * zeta) - zeta)) / 10;
    expect(Math.abs(steps_s["semi-implicit-euler"] / exact_s - 1)).toBeLessThan(1e-4);
  }
});

test("a mode that grows by itself bounds no step", () => {
  const system: OdeSystem = {
    size: 2,
    derivativesInto(dx, x, at) {
      dx[0] = 0.5 * x[at]!;
      dx[1] = -x[at + 1]!;
    },
  };
  const { steps_s, re } = linearise(system, new Float64Array(2))!;
  expect(re[1]).toBeCloseTo(0.5, 9);
  expect(steps_s.rk4).toBeCloseTo(2.785, 3);
  // Explicit Euler, as nothing is a position: 2 time constants of what decays.
  expect(steps_s["semi-implicit-euler"]).toBeCloseTo(2, 3);
});

test("what only drifts may take any step", () => {
  const drift: OdeSystem = {
    size: 2,
    positions: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1]!;
      dx[1] = 0;
    },
  };
  const { steps_s } = linearise(drift, new Float64Array(2))!;
  expect(Object.values(steps_s)).toEqual([Infinity, Infinity, Infinity]);
});

test.each([1e160, 1e200, 1e300])(
  "a mode of −%d 1/s, whose square overflows, bounds the step to 2.785 over it, and does not hang",
  (rate) => {
    // Differences lose no digit here: the derivative is linear and 1e-6 rate is finite.
    const { steps_s } = linearise(decay(rate), new Float64Array(2))!;
    expect(steps_s.rk4 * rate).toBeCloseTo(2.785, 3);
    // Explicit Euler, as nothing is a position: 2/rate. Beyond 1e290 1/s, where a search would leave the range of doubles, none.
    const expected = rate > 1e290 ? 0 : 2;
    expect(Math.abs(steps_s["semi-implicit-euler"] * rate - expected)).toBeLessThan(1e-4);
  },
);

test("a derivative that is not finite has no modes", () => {
  expect(linearise(decay(Number.POSITIVE_INFINITY), Float64Array.of(1, 1))).toBeNull();
});

test("outside the reach of every method the search for it ends, whatever the direction", () => {
  expect(stabilityReach(RK4, 0, 0)).toBeLessThanOrEqual(20.01);
});

/** ẋ = −rate x beside a slow one. */
function decay(rate: number): OdeSystem {
  return {
    size: 2,
    positions: 0,
    derivativesInto(dx, x, at) {
      dx[0] = -rate * x[at]!;
      dx[1] = -x[at + 1]!;
    },
  };
}
