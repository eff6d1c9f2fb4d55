import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { MOTION } from "../actuators/index.ts";
import { BodyForces, CrossFlowDrag, type CrossFlowParameters, HullLift } from "./cross-flow.ts";
import type { BodyForce } from "./hull-model.ts";
import { motionRecord } from "./test/hull-driver.ts";

const RHO = 1000;
const upright = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function forceOf(body: BodyForce, V_FB_B: readonly number[]): Float64Array {
  const F = new Float64Array(6);
  body.addForce(F, motionRecord(upright, V_FB_B, V_FB_B, RHO, 9.81));
  return F;
}

const velocity = uniform(-2, 2);
const six = fc.tuple(...Array.from({ length: 6 }, () => velocity));

/** A vector of two halves, rolled about x by the angle. */
function roll(a: ArrayLike<number>, angle_rad: number): number[] {
  const c = Math.cos(angle_rad);
  const s = Math.sin(angle_rad);
  return [0, 3].flatMap((i) => [a[i]!, c * a[i + 1]! - s * a[i + 2]!, s * a[i + 1]! + c * a[i + 2]!]);
}

describe("cross-flow drag of a cylinder 2 m long and 0.2 m thick, C_d 1.1", () => {
  const cylinder: CrossFlowParameters = { length_m: 2, diameter_m: 0.2, dragCoefficient: 1.1, strips: 20 };

  test.each([1, 7, 20])("in pure sway at 1.5 m/s, %d strips give ½ρC_dDL v² = 495 N", (strips) => {
    const F = forceOf(new CrossFlowDrag({ ...cylinder, strips }), [0, 1.5, 0, 0, 0, 0]);
    // One product per strip.
    expect(F[1]).toBeCloseTo(-495, 10);
    for (const i of [0, 2, 3, 4, 5]) expect(Math.abs(F[i]!)).toBeLessThan(1e-10);
  });

  test("in pure heave the same, upwards and downwards alike", () => {
    expect(forceOf(new CrossFlowDrag(cylinder), [0, 0, 1.5, 0, 0, 0])[2]).toBeCloseTo(-495, 10);
    expect(forceOf(new CrossFlowDrag(cylinder), [0, 0, -1.5, 0, 0, 0])[2]).toBeCloseTo(495, 10);
  });

  test("in pure yaw and pitch at 0.8 rad/s, ρC_dDL⁴/64 r² = 35.2 N m against the turn", () => {
    const fine = new CrossFlowDrag({ ...cylinder, strips: 2000 });
    // The middle-point rule with n strips is off by about n⁻² of the value, 1e-5 N m; see the order below.
    expect(Math.abs(forceOf(fine, [0, 0, 0, 0, 0, 0.8])[5]! + 35.2)).toBeLessThan(3e-5);
    expect(Math.abs(forceOf(fine, [0, 0, 0, 0, -0.8, 0])[4]! - 35.2)).toBeLessThan(3e-5);
  });

  test("twice the strips, a quarter of the error: 2 / n² of the value in yaw", () => {
    const errors = [10, 20, 40, 80].map((strips) => {
      const N = forceOf(new CrossFlowDrag({ ...cylinder, strips }), [0, 0, 0, 0, 0, 0.8])[5]!;
      return 1 + N / 35.2;
    });
    // Σ of |x_i|³ over the middles of n even strips is (1 − 2/n²) L⁴/32 exactly; the sum rounds.
    errors.forEach((error, i) => {
      expect(Math.abs(error - 2 / (10 * 2 ** i) ** 2)).toBeLessThan(1e-13);
    });
  });

  test("a turn with sway and heave converges with the second order too, to a quadrature that is independent of strips", () => {
    const V = [0, 0.3, -0.2, 0, 0.5, 0.7];
    // Simpson's rule on a thousand intervals, per unit length; U_x is smooth where v_x and w_x have no common zero.
    const exact = [0, 0, 0, 0, 0, 0];
    const n = 1000;
    for (let i = 0; i <= n; i++) {
      const x = -1 + (2 * i) / n;
      const weight = ((i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2) * 2) / n / 3;
      const vx = V[1]! + x * V[5]!;
      const wx = V[2]! - x * V[4]!;
      const k = -0.5 * RHO * 1.1 * 0.2 * Math.hypot(vx, wx) * weight;
      exact[1]! += k * vx;
      exact[2]! += k * wx;
      exact[4]! += -x * k * wx;
      exact[5]! += x * k * vx;
    }
    const errors = [100, 200].map((strips) => {
      const F = forceOf(new CrossFlowDrag({ ...cylinder, strips }), V);
      return exact.map((value, i) => Math.abs(F[i]! - value));
    });
    for (const i of [1, 2, 4, 5]) {
      // 4 for a rule of order 2; the flow along this hull has a sharp minimum, 0.012 m/s, which the next order shows.
      expect(errors[0]![i]! / errors[1]![i]!).toBeGreaterThan(3.5);
      expect(errors[0]![i]! / errors[1]![i]!).toBeLessThan(4.5);
    }
  });

  test("rolling the flow rolls the force, and drag never drives", () => {
    const hull = new CrossFlowDrag({ ...cylinder, centre_m: 0.3, diameter_m: (x) => 0.2 - 0.05 * x * x });
    fc.assert(
      fc.property(six, uniform(-3, 3), (V, angle) => {
        const F = forceOf(hull, V);
        const rolled = forceOf(hull, roll(V, angle));
        // Forces stay below 10 kN.
        roll(F, angle).forEach((value, i) => {
          expect(Math.abs(value - rolled[i]!)).toBeLessThan(1e-10);
        });
        const power_W = V.reduce((sum, value, i) => sum + value * F[i]!, 0);
        expect(power_W).toBeLessThanOrEqual(0);
      }),
      { seed: 17, numRuns: 200 },
    );
  });

  test("a cone's drag acts at the centre of its profile, two thirds of the way to its base", () => {
    const cone = new CrossFlowDrag({
      length_m: 3,
      centre_m: 1.5,
      diameter_m: (x) => 0.1 * x,
      dragCoefficient: 1,
      strips: 300,
    });
    const F = forceOf(cone, [0, 1, 0, 0, 0, 0]);
    // ½ρC_d ∫ 0.1 x dx = 225 N, exact for a linear profile; ∫ x² by the middle-point rule is off by 1/(4 n²) = 3e-6.
    expect(F[1]).toBeCloseTo(-225, 9);
    expect(Math.abs(F[5]! / F[1]! - 2)).toBeLessThan(1e-5);
  });

  test("a hull of no strips is refused", () => {
    expect(() => new CrossFlowDrag({ ...cylinder, strips: 0 })).toThrow("at least one strip");
  });
});

describe("lift and drag at an angle of attack", () => {
  const coefficients = { referenceArea_m2: 0.2, liftSlope: 0.25, zeroLiftDrag: 0.05, inducedDrag: 2.7 };
  const hull = new HullLift({ ...coefficients, centreOfLift_m: 0 });

  test("straight ahead at 2 m/s, drag alone: ½ρSU² C_D0 = 20 N", () => {
    // Three products.
    expect(forceOf(hull, [2, 0, 0, 0, 0, 0])[0]).toBeCloseTo(-20, 12);
    expect(forceOf(hull, [-2, 0, 0, 0, 0, 0])[0]).toBeCloseTo(20, 12);
  });

  test("at a small angle α it is the textbook's L = ½ρSU² C_Lα α and D = ½ρSU² (C_D0 + k C_L²), turned into B", () => {
    const U = 1.5;
    const alpha = 1e-3;
    const F = forceOf(hull, [U * Math.cos(alpha), 0, U * Math.sin(alpha), 0, 0, 0]);
    const pressure = 0.5 * RHO * 0.2 * U * U;
    const CL = 0.25 * alpha;
    const lift = pressure * CL;
    const drag = pressure * (0.05 + 2.7 * CL * CL);
    // sin α cos α is α (1 − ⅔ α²): 6.7e-7 of the 0.056 N of lift is 3.8e-8 N, and α of that along x.
    expect(Math.abs(F[0]! - (lift * Math.sin(alpha) - drag * Math.cos(alpha)))).toBeLessThan(1e-10);
    expect(Math.abs(F[2]! + lift * Math.cos(alpha) + drag * Math.sin(alpha))).toBeLessThan(5e-8);
  });

  test("lift alone does no work, wherever it acts, and drag takes some", () => {
    const free = { ...coefficients, zeroLiftDrag: 0, inducedDrag: 0, centreOfLift_m: -0.3 };
    fc.assert(
      fc.property(six, (V) => {
        const power = (body: BodyForce) => forceOf(body, V).reduce((sum, f, i) => sum + f * V[i]!, 0);
        // Products of up to 1 kW cancel.
        expect(Math.abs(power(new HullLift(free)))).toBeLessThan(1e-10);
        expect(power(new HullLift({ ...coefficients, centreOfLift_m: -0.3 }))).toBeLessThanOrEqual(1e-10);
      }),
      { seed: 19, numRuns: 200 },
    );
  });

  test("rolling the flow rolls the force; swimming astern turns it round", () => {
    fc.assert(
      fc.property(six, uniform(-3, 3), (V, angle) => {
        const F = forceOf(hull, V);
        const rolled = forceOf(hull, roll(V, angle));
        roll(F, angle).forEach((value, i) => {
          expect(Math.abs(value - rolled[i]!)).toBeLessThan(1e-10);
        });
        const astern = forceOf(hull, [-V[0]!, ...V.slice(1)]);
        expect(Math.abs(astern[0]! + F[0]!)).toBeLessThan(1e-10);
        expect(Math.abs(astern[1]! - F[1]!)).toBeLessThan(1e-10);
      }),
      { seed: 23, numRuns: 200 },
    );
  });

  test("behind Bo, lift yields a moment that turns the hull into the flow", () => {
    const stern = new HullLift({ ...coefficients, centreOfLift_m: -0.5 });
    const F = forceOf(stern, [2, 0.2, 0.2, 0, 0, 0]);
    // Moving to starboard and down: the nose must go to starboard and down.
    expect(F[5]).toBeGreaterThan(0);
    expect(F[4]).toBeLessThan(0);
    // Moments are the forces' own, one product each.
    expect(F[5]).toBeCloseTo(-0.5 * F[1]!, 12);
    expect(F[4]).toBeCloseTo(0.5 * F[2]!, 12);
  });

  test("it passes through rest and through 90° without a jump", () => {
    expect([...forceOf(hull, [0, 0, 0, 0, 0, 0])]).toEqual([0, 0, 0, 0, 0, 0]);
    const before = forceOf(hull, [1e-9, 1, 0, 0, 0, 0]);
    const after = forceOf(hull, [-1e-9, 1, 0, 0, 0, 0]);
    for (let i = 0; i < 6; i++) expect(Math.abs(before[i]! - after[i]!)).toBeLessThan(1e-6);
  });
});

test("several forces as one add up", () => {
  const drag = new CrossFlowDrag({ length_m: 2, diameter_m: 0.2, dragCoefficient: 1.1, strips: 4 });
  const lift = new HullLift({
    referenceArea_m2: 0.2,
    liftSlope: 0.25,
    zeroLiftDrag: 0.05,
    inducedDrag: 2.7,
    centreOfLift_m: 0,
  });
  const V = [1, 0.3, -0.2, 0.1, 0.2, -0.4];
  const sum = forceOf(new BodyForces([drag, lift]), V);
  const one = forceOf(drag, V);
  const other = forceOf(lift, V);
  for (let i = 0; i < 6; i++) expect(sum[i]).toBe(one[i]! + other[i]!);
});

test("forces are added to what is there, and scale with the water's density", () => {
  const drag = new CrossFlowDrag({ length_m: 2, diameter_m: 0.2, dragCoefficient: 1.1, strips: 4 });
  const motion = motionRecord(upright, [0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], RHO, 9.81);
  const F = Float64Array.of(1, 2, 3, 4, 5, 6);
  drag.addForce(F, motion);
  // ½ · 1000 · 1.1 · 0.2 · 2 = 220 N.
  expect(F[1]).toBeCloseTo(2 - 220, 10);
  expect(F[0]).toBe(1);
  motion[MOTION.density] = 2000;
  drag.addForce(F, motion);
  expect(F[1]).toBeCloseTo(2 - 660, 10);
});
