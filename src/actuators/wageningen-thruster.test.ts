import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { ask, thrusterOf } from "./test/thrusters.ts";
import { WAGENINGEN_KQ, WAGENINGEN_KT } from "./wageningen-data.ts";
import { WageningenPropeller } from "./wageningen-thruster.ts";

const TWO_PI = 2 * Math.PI;
/** D = 1 m, n = 1 rev/s, ρ = 1 kg/m³: thrust and torque are K_T and K_Q themselves. */
const unit = (P: number, A: number, Z: number) =>
  thrusterOf(`model="wageningen" diameter_m="1" blades="${Z}" pitchRatio="${P}" areaRatio="${A}" maxSpeed_radps="100"`);

test("the tables have 39 and 47 terms", () => {
  expect([WAGENINGEN_KT.length, WAGENINGEN_KQ.length]).toEqual([39, 47]);
});

test.each([
  // J, P/D, A_E/A_0, Z, K_T, K_Q, η_0
  [0, 1.0, 0.718, 3, 0.45663, 0.07003, null],
  [0.6632, 1.0, 0.718, 3, 0.17976, 0.03119, 0.6083],
  [0, 0.8, 0.5, 3, 0.32169, 0.03878, null],
  [0.5, 0.8, 0.5, 3, 0.15789, 0.02148, 0.5849],
  [0.7, 0.8, 0.5, 3, 0.07691, 0.01263, 0.6785],
  [0.5, 1.0, 0.55, 4, 0.26525, 0.04178, 0.5052],
  [0.4, 0.7, 0.45, 2, 0.13581, 0.01588, 0.5444],
])(
  "at J = %d, P/D = %d, A_E/A_0 = %d, Z = %d: K_T = %d, K_Q = %d, to the printed digits",
  (J, P, A, Z, kT, kQ, eta) => {
    const at = ask(unit(P, A, Z), TWO_PI, J, 1);
    // Five digits behind the point are printed: half a unit of the last.
    expect(Math.abs(at.thrust_N - kT)).toBeLessThanOrEqual(5.1e-6);
    expect(Math.abs(-at.torque_Nm - kQ)).toBeLessThanOrEqual(5.1e-6);
    if (eta !== null) expect(Math.abs((at.thrust_N * J) / at.power_W - eta)).toBeLessThanOrEqual(5.1e-5);
  },
);

const propeller = fc.tuple(uniform(0.5, 1.4), uniform(0.3, 1.05), fc.integer({ min: 2, max: 7 }));

test("the cubic of one propeller equals the sum over all terms", () => {
  const ratio = uniform(0, 0.4);
  fc.assert(
    fc.property(propeller, ratio, ([P, A, Z], J) => {
      const sum = (terms: typeof WAGENINGEN_KT) =>
        terms.reduce((s, [C, i, t, u, v]) => s + C * J ** i * P ** t * A ** u * Z ** v, 0);
      const at = ask(unit(P, A, Z), TWO_PI, J, 1);
      // Some 40 terms of at most 2, added in another order.
      expect(Math.abs(at.thrust_N - sum(WAGENINGEN_KT))).toBeLessThan(1e-13);
      expect(Math.abs(-at.torque_Nm - sum(WAGENINGEN_KQ))).toBeLessThan(1e-13);
    }),
    { seed: 5 },
  );
});

test("over the published range J_0 exists, efficiency stays below 1, and thrust rises with the shaft speed", () => {
  fc.assert(
    fc.property(propeller, ([P, A, Z]) => {
      const model = unit(P, A, Z);
      const { zeroThrustJ } = new WageningenPropeller({
        blades: Z,
        pitchRatio: P,
        areaRatio: A,
        diameter_m: 1,
        asternRatio: 1,
      });
      expect(zeroThrustJ).toBeGreaterThan(0.4);
      expect(zeroThrustJ).toBeLessThan(1.8);
      let before = 0;
      for (let n = 1 / zeroThrustJ + 0.01; n < 8; n += 0.13) {
        const at = ask(model, n * TWO_PI, 1, 1);
        expect(at.thrust_N).toBeGreaterThan(before);
        expect(at.thrust_N).toBeLessThan(at.power_W);
        before = at.thrust_N;
      }
    }),
    { seed: 6, numRuns: 60 },
  );
});

test("the extensions join the polynomials without a step or a kink, in all quadrants, and a shaft at rest has no force", () => {
  const model = unit(0.8, 0.5, 3);
  const h = 1e-6;
  const { zeroThrustJ } = new WageningenPropeller({
    blades: 3,
    pitchRatio: 0.8,
    areaRatio: 0.5,
    diameter_m: 1,
    asternRatio: 1,
  });
  for (const J of [0, zeroThrustJ]) {
    const [a, b, c] = [J - h, J, J + h].map((ratio) => ask(model, TWO_PI, ratio, 1));
    for (const key of ["thrust_N", "torque_Nm"] as const) {
      // One-sided slopes differ by the curvature times h, below 2e-6, and by rounding over h, near 1e-10.
      expect(Math.abs((c[key] - b[key]) / h - (b[key] - a[key]) / h)).toBeLessThan(1e-5);
    }
  }
  expect(ask(model, 0, 1, 1).thrust_N).toBeCloseTo(0, 15);
  expect(ask(model, TWO_PI, 2, 1).thrust_N).toBeLessThan(0);
  expect(ask(model, -TWO_PI, -0.5, 1).thrust_N).toBeCloseTo(-ask(model, TWO_PI, 0.5, 1).thrust_N, 15);
  expect(ask(model, -TWO_PI, 0.5, 1).thrust_N).toBeLessThan(-0.32);
});

test("backing, the lines through J = 0 give thrust and torque at any shaft speed: K₀ n² + K₁ n u/D, from the terms in J⁰ and J¹", () => {
  const [P, A, Z] = [0.8, 0.5, 3];
  const model = unit(P, A, Z);
  const K = (terms: typeof WAGENINGEN_KT, power: number): number =>
    terms.reduce((sum, [C, i, t, u, v]) => sum + (i === power ? C * P ** t * A ** u * Z ** v : 0), 0);
  for (const n of [0.5, 2, 5]) {
    for (const u of [-0.3, -1, -4]) {
      const at = ask(model, n * TWO_PI, u, 1);
      // Below 100 N and N·m: sums of some 40 terms of at most 2, times n² = 25.
      expect(Math.abs(at.thrust_N - n * (K(WAGENINGEN_KT, 0) * n + K(WAGENINGEN_KT, 1) * u))).toBeLessThan(1e-11);
      expect(Math.abs(-at.torque_Nm - n * (K(WAGENINGEN_KQ, 0) * n + K(WAGENINGEN_KQ, 1) * u))).toBeLessThan(1e-11);
    }
  }
});
