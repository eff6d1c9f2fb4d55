import fc from "fast-check";
import { expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";
import { choleskyFactor6Into, choleskySolve6Into, rotateInto, rotateInverseInto } from "../../math/index.ts";
import { boxMass, diagonal, inverseOf, motion, numbers, positiveDefinite, touch } from "../test/contact-bodies.ts";
import { ContactProblem, WORLD } from "./contact-problem.ts";

const g = 9.81;
const UP = [0, 0, -1];
const h = Float64Array.of(1e-3);
const seeds = fc.integer({ min: 1, max: 2_000_000_000 });

function velocityOf(problem: ContactProblem, body: number): number[] {
  const V = new Float64Array(6);
  problem.velocityInto(V, 0, body);
  return [...V];
}
function forceOf(problem: ContactProblem, contact: number): number[] {
  const f = new Float64Array(3);
  problem.forceInto(f, 0, contact);
  return [...f];
}
function impulseOf(problem: ContactProblem, contact: number): number[] {
  const p = new Float64Array(3);
  problem.impulseInto(p, 0, contact);
  return [...p];
}
/** Acceleration in B over the period of forces(). */
function accelerationOf(problem: ContactProblem, body: number): number[] {
  const V = new Float64Array(6);
  problem.nextInto(V, 0, body);
  const V0 = velocityOf(problem, body);
  return [...V].map((v, n) => (v - V0[n]!) / h[0]!);
}
const energyOf = (M: Float64Array, V: readonly number[]): number => {
  let T = 0;
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) T += 0.5 * V[r]! * M[6 * r + c]! * V[c]!;
  return T;
};

/** Four corners of a box of the given size whose bottom is at depth z, on what lies below. */
function corners(problem: ContactProblem, a: number, b: number, z: number, mu: number, e: number, gap = 0): void {
  for (const x of [-0.5, 0.5]) for (const y of [-0.3, 0.3]) touch(problem, a, b, [x, y, z], UP, mu, e, gap);
}
const BOX = boxMass(2, 1, 0.6, 0.4);

/** A random island of one to three bodies with full mass matrices and one to six contacts; their masses differ by 10. */
function randomIsland(seed: number, problem: ContactProblem): { masses: Float64Array[]; mu: number; e: number } {
  const draw = numbers(seed);
  problem.clear();
  const bodies = 1 + Math.floor(2.99 * Math.abs(draw()));
  const masses: Float64Array[] = [];
  for (let n = 0; n < bodies; n++) {
    const M = positiveDefinite(6, draw, 0.3).map((x) => x * (n === 0 ? 1 : 10));
    masses.push(M);
    const V = [draw(), draw(), draw(), draw(), draw(), draw()];
    problem.addBody(motion([draw(), draw(), draw()], [draw(), draw(), draw()], V), 0, inverseOf(M), 0);
    problem.setAcceleration(n, Float64Array.of(draw(), draw(), g, draw(), draw(), draw()), 0);
  }
  const mu = Math.abs(draw());
  const e = Math.abs(draw());
  const contacts = 1 + Math.floor(5.99 * Math.abs(draw()));
  for (let n = 0; n < contacts; n++) {
    const a = Math.floor(bodies * 0.4999 * (1 + draw()));
    const other = Math.floor((bodies + 1) * 0.4999 * (1 + draw())) - 1;
    const normal = [draw(), draw(), draw()];
    const length = Math.sqrt(normal[0]! ** 2 + normal[1]! ** 2 + normal[2]! ** 2);
    const unit = normal.map((x) => x / length);
    touch(problem, a, other === a ? WORLD : other, [draw(), draw(), draw()], unit, mu, e);
  }
  return { masses, mu, e };
}

test("a neutral spheroid strikes a sphere in water off its centre: p = (−5.5449, 0, −18.4830) N·s, 3.1311 J are lost", () => {
  const problem = new ContactProblem();
  const spheroid = diagonal(182.0713, 325.6384, 325.6384, 2.750527, 60.78132, 60.78132);
  const sphere = diagonal(100.7273, 100.7273, 100.7273, 1.678789, 1.678789, 1.678789);
  const a = problem.addBody(motion([0, 0, 0], [0, 0, 0], [0.5, 0, 0.3, 0, 0, 0]), 0, inverseOf(spheroid), 0);
  const b = problem.addBody(motion([0.9, 0, 0.33]), 0, inverseOf(sphere), 0);
  const c = touch(problem, a, b, [0.9, 0, 0.08], UP, 0.3, 0.6);
  expect(problem.impact()).toBe(true);
  const p = impulseOf(problem, c);
  // Half a unit of the last decimal that is known.
  expect(p[0]).toBeCloseTo(-5.5449, 4);
  expect(p[1]).toBeCloseTo(0, 12);
  expect(p[2]).toBeCloseTo(-18.483, 4);
  const u = new Float64Array(3);
  problem.relativeVelocityInto(u, 0, c);
  expect(u[2]).toBeCloseTo(0.18, 12);
  const works = new Float64Array(3);
  problem.workInto(works, 0, c);
  expect(works[0] + works[1] + works[2]).toBeCloseTo(-3.1311, 4);
  const after = energyOf(spheroid, velocityOf(problem, a)) + energyOf(sphere, velocityOf(problem, b));
  expect(after - (0.5 * 182.0713 * 0.25 + 0.5 * 325.6384 * 0.09)).toBeCloseTo(-3.1311, 4);
});

test("two bodies with full mass matrices and no friction meet the closed form, and each gets the other's impulse reversed", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = numbers(seed);
      const problem = new ContactProblem({ restSpeed_mps: 0 });
      const motions = [0, 1].map(() =>
        motion(
          [draw(), draw(), draw()],
          [draw(), draw(), 3 * draw()],
          [draw(), draw(), draw(), draw(), draw(), draw()],
        ),
      );
      const masses = [positiveDefinite(6, draw, 0.3), positiveDefinite(6, draw, 0.3)];
      const point = [draw(), draw(), draw()];
      const raw = [draw(), draw(), draw()];
      const length = Math.sqrt(raw[0]! ** 2 + raw[1]! ** 2 + raw[2]! ** 2);
      const n = raw.map((x) => x / length);
      const e = Math.abs(draw());
      for (const [i, m] of motions.entries()) problem.addBody(m, 0, inverseOf(masses[i]!), 0);
      touch(problem, 0, 1, point, n, 0, e);

      // By hand: generalised direction of a unit impulse, M⁻¹ of it by Cholesky, then one division.
      const rows: Float64Array[] = [];
      const answers: Float64Array[] = [];
      let approach = 0;
      let w = 0;
      motions.forEach((m, i) => {
        const arm = Float64Array.of(point[0]! - m[0]!, point[1]! - m[1]!, point[2]! - m[2]!);
        const sign = i === 0 ? 1 : -1;
        const f = Float64Array.of(sign * n[0]!, sign * n[1]!, sign * n[2]!);
        const row = new Float64Array(6);
        rotateInverseInto(row, 0, m, 3, f, 0);
        const t = Float64Array.of(
          arm[1]! * f[2]! - arm[2]! * f[1]!,
          arm[2]! * f[0]! - arm[0]! * f[2]!,
          arm[0]! * f[1]! - arm[1]! * f[0]!,
        );
        rotateInverseInto(row, 3, m, 3, t, 0);
        const L = new Float64Array(36);
        choleskyFactor6Into(L, 0, masses[i]!, 0);
        const x = new Float64Array(6);
        choleskySolve6Into(x, 0, L, 0, row, 0);
        for (let k = 0; k < 6; k++) {
          approach += row[k]! * m[7 + k]!;
          w += row[k]! * x[k]!;
        }
        rows.push(row);
        answers.push(x);
      });
      problem.impact();
      const p = approach < 0 ? (-(1 + e) * approach) / w : 0;
      const impulse = impulseOf(problem, 0);
      // Condition of M, some hundreds, times roundings of numbers of order 10.
      for (let k = 0; k < 3; k++) expect(Math.abs(impulse[k]! - p * n[k]!)).toBeLessThan(1e-11 * (1 + p));
      const momentum = new Float64Array(6);
      motions.forEach((m, i) => {
        const V = velocityOf(problem, i);
        for (let k = 0; k < 6; k++)
          expect(Math.abs(V[k]! - m[7 + k]! - p * answers[i]![k]!)).toBeLessThan(1e-11 * (1 + p));
        // Momentum that the body gained, about the origin of N.
        const gained = new Float64Array(6);
        for (let r = 0; r < 6; r++)
          for (let c = 0; c < 6; c++) gained[r] += masses[i]![6 * r + c]! * (V[c]! - m[7 + c]!);
        const inN = new Float64Array(6);
        rotateInto(inN, 0, m, 3, gained, 0);
        rotateInto(inN, 3, m, 3, gained, 3);
        momentum[0] += inN[0]!;
        momentum[1] += inN[1]!;
        momentum[2] += inN[2]!;
        momentum[3] += inN[3]! + m[1]! * inN[2]! - m[2]! * inN[1]!;
        momentum[4] += inN[4]! + m[2]! * inN[0]! - m[0]! * inN[2]!;
        momentum[5] += inN[5]! + m[0]! * inN[1]! - m[1]! * inN[0]!;
      });
      for (const x of momentum) expect(Math.abs(x)).toBeLessThan(1e-11 * (1 + p));
    }),
    { seed: 164, numRuns: 300 },
  );
});

test("a box that falls flat on its four corners rebounds at half its speed with e = 0.5 and does not turn", () => {
  for (const mu of [0, 0.6]) {
    const problem = new ContactProblem();
    problem.addBody(motion([0, 0, -0.2], [0, 0, 0], [0, 0, 2, 0, 0, 0]), 0, inverseOf(BOX), 0);
    corners(problem, 0, WORLD, 0, mu, 0.5);
    expect(problem.impact()).toBe(true);
    // The solver's tolerance, 1e-12 of 2 m/s; turning is that over half a width of 0.3 m.
    const V = velocityOf(problem, 0);
    expect(Math.abs(V[2]! + 1)).toBeLessThan(4e-12);
    for (const n of [0, 1, 3, 4, 5]) expect(Math.abs(V[n]!)).toBeLessThan(1e-11);
  }
});

test("without friction every contact that pushes rebounds at e times its approach, however many there are", () => {
  let seen = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const draw = numbers(seed);
    const problem = new ContactProblem({ restSpeed_mps: 0 });
    const V = [0.3 * draw(), 0.3 * draw(), 2, 0.3 * draw(), 0.3 * draw(), 0.3 * draw()];
    problem.addBody(motion([0, 0, 0], [draw(), draw(), draw()], V), 0, inverseOf(positiveDefinite(6, draw, 1)), 0);
    const contacts = [0, 1, 2].map(() => touch(problem, 0, WORLD, [draw(), draw(), draw()], UP, 0, 0.6));
    const before = contacts.map((c) => {
      const u = new Float64Array(3);
      problem.relativeVelocityInto(u, 0, c);
      return u[2]!;
    });
    expect(problem.impact()).toBe(true);
    // Equal e, nothing pushed by its neighbours only: then Newton's rule is exact.
    if (contacts.some((c, n) => before[n]! > -0.01 || !(impulseOf(problem, c)[2]! < 0))) continue;
    seen++;
    contacts.forEach((c, n) => {
      const u = new Float64Array(3);
      problem.relativeVelocityInto(u, 0, c);
      // The solver's tolerance of 1e-12, relative to speeds near 2 m/s, and the rounding of κ = 1.
      expect(Math.abs(u[2]! + 0.6 * before[n]!)).toBeLessThan(1e-11);
    });
  }
  expect(seen).toBeGreaterThan(20);
});

test("random islands never gain energy, end without approach and keep their impulses in the cones", () => {
  const problem = new ContactProblem();
  let unsolved = 0;
  const runs = 1500;
  fc.assert(
    fc.property(seeds, (seed) => {
      const { masses, mu } = randomIsland(seed, problem);
      const energy = (): number => masses.reduce((sum, M, n) => sum + energyOf(M, velocityOf(problem, n)), 0);
      const before = energy();
      if (!problem.impact()) unsolved++;
      expect(energy()).toBeLessThanOrEqual(before * (1 + 1e-13));
      const u = new Float64Array(3);
      const works = new Float64Array(3);
      let sum = 0;
      for (let c = 0; c < problem.contacts; c++) {
        problem.relativeVelocityInto(u, 0, c);
        // Tolerance of the solver, for speeds below 10 m/s; what it could not solve is stopped without friction.
        expect(u[2]).toBeGreaterThan(-1e-10);
        const p = impulseOf(problem, c);
        const axes = new Float64Array(9);
        problem.axesInto(axes, 0, c);
        const pn = p[0]! * axes[6]! + p[1]! * axes[7]! + p[2]! * axes[8]!;
        const size = Math.sqrt(p[0]! ** 2 + p[1]! ** 2 + p[2]! ** 2);
        expect(pn).toBeGreaterThanOrEqual(0);
        // Along a path that turns, a sum of impulses in the cone is in the cone.
        expect(size).toBeLessThanOrEqual(Math.sqrt(1 + mu * mu) * pn * (1 + 1e-12) + 1e-14);
        problem.workInto(works, 0, c);
        sum += works[0]! + works[1]! + works[2]!;
      }
      // Works are those of each contact, and nothing else changes energy. Condition of M times roundings.
      expect(Math.abs(energy() - before - sum)).toBeLessThan(1e-10 * before);
    }),
    { seed: 165, numRuns: runs },
  );
  // Contacts in all directions at once jam now and then.
  expect(unsolved).toBeLessThan(0.02 * runs);
});

test("a far body changes no bit of an island", () => {
  const alone = new ContactProblem();
  const both = new ContactProblem();
  const far = inverseOf(boxMass(5, 1, 2, 3));
  both.addBody(motion([100, 0, -1], [0.1, 0.2, 0.3], [0, 0, 3, 0, 1, 0]), 0, far, 0);
  touch(both, 0, WORLD, [100, 0.5, 0], UP, 0.4, 0.5);
  touch(both, 0, WORLD, [101, 0.5, 0], UP, 0.4, 0.5);
  for (const [problem, first] of [
    [alone, 0],
    [both, 1],
  ] as const) {
    const body = problem.addBody(motion([0, 0, -0.2], [0, 0.05, 0], [0.4, 0.1, 1, 0, 0.2, 0]), 0, inverseOf(BOX), 0);
    expect(body).toBe(first);
    corners(problem, body, WORLD, 0, 0.3, 0.4);
    problem.impact();
    problem.setAcceleration(body, Float64Array.of(0, 0, g, 0, 0, 0), 0);
    problem.forces(h);
  }
  expect(velocityOf(both, 1)).toEqual(velocityOf(alone, 0));
  for (let c = 0; c < 4; c++) expect(forceOf(both, c + 2)).toEqual(forceOf(alone, c));
  expect([both.islands, both.island(0), both.island(1)]).toEqual([2, 0, 1]);
});

test("below the rest speed nothing rebounds, and a body that moves as given drives what it meets", () => {
  const problem = new ContactProblem({ restSpeed_mps: 0.01 });
  problem.addBody(motion([0, 0, -0.2], [0, 0, 0], [0, 0, 0.009, 0, 0, 0]), 0, inverseOf(BOX), 0);
  touch(problem, 0, WORLD, [0, 0, 0], UP, 0.5, 0.9);
  problem.impact();
  // One rounding of 0.009.
  expect(Math.abs(velocityOf(problem, 0)[2]!)).toBeLessThan(1e-17);

  problem.clear();
  problem.addBody(motion([0, 0, -0.2]), 0, inverseOf(BOX), 0);
  const lift = problem.addFixed(motion([0, 0, 0.1], [0, 0, 0], [0, 0, -1, 0, 0, 0]), 0);
  touch(problem, 0, lift, [0, 0, 0], UP, 0.5, 0.5);
  problem.impact();
  expect(velocityOf(problem, 0)[2]).toBeCloseTo(-1.5, 14);
  expect(velocityOf(problem, lift)[2]).toBe(-1);
});

test("a contact that comes to bear because of another's impact is part of it", () => {
  // A plank strikes with its left end and lies 1e-9 m/s above approach with its right: turning would press that one down.
  const problem = new ContactProblem();
  problem.addBody(motion([0, 0, 0], [0, 0, 0], [0, 0, 0.5, 0, 0.5 / 0.5, 0]), 0, inverseOf(boxMass(2, 1, 0.1, 0.1)), 0);
  const left = touch(problem, 0, WORLD, [-0.5, 0, 0.05], UP, 0, 0);
  const right = touch(problem, 0, WORLD, [0.5, 0, 0.05], UP, 0, 0);
  problem.impact();
  const u = new Float64Array(3);
  for (const c of [left, right]) {
    problem.relativeVelocityInto(u, 0, c);
    expect(u[2]).toBeGreaterThan(-1e-12);
  }
  // By hand: both ends at rest afterwards, m v = 1 N·s and I w = 0.1683 N·m·s; the left gets 0.5 (1 + 2 I) of it, I = 2/12 (1 + 0.01).
  const inertia = (2 / 12) * 1.01;
  expect(-impulseOf(problem, left)[2]!).toBeCloseTo(0.5 * (1 + 2 * inertia), 11);
  expect(-impulseOf(problem, right)[2]!).toBeCloseTo(0.5 * (1 - 2 * inertia), 11);
});

/** One body on a plane with this slope: axes stay, gravity tilts; +x is down the slope. */
function onSlope(problem: ContactProblem, slope: number): void {
  problem.setAcceleration(0, Float64Array.of(g * Math.sin(slope), 0, g * Math.cos(slope), 0, 0, 0), 0);
}

test.each([
  [0.2, 0.3],
  [0.5, 0.3],
  [0.4, 0.9],
])(
  "a solid ball, μ = %f, slope %f rad: rolls with 5/7 g sin if μ ≥ 2/7 tan, else slides with g (sin − μ cos)",
  (mu, slope) => {
    const problem = new ContactProblem();
    const r = 0.25;
    const m = 3;
    const I = 0.4 * m * r * r;
    problem.addBody(motion([0, 0, -r]), 0, inverseOf(diagonal(m, m, m, I, I, I)), 0);
    touch(problem, 0, WORLD, [0, 0, 0], UP, mu, 0);
    onSlope(problem, slope);
    expect(problem.forces(h)).toBe(true);
    const rolls = mu >= (2 / 7) * Math.tan(slope);
    const a = rolls ? (5 / 7) * g * Math.sin(slope) : g * (Math.sin(slope) - mu * Math.cos(slope));
    const acceleration = accelerationOf(problem, 0);
    // 1e-12 of the free velocity h g, over h.
    expect(Math.abs(acceleration[0]! - a)).toBeLessThan(1e-11);
    // Rolling forwards along +x is about −y: z is down.
    if (rolls) expect(Math.abs(acceleration[4]! + a / r)).toBeLessThan(1e-10);
  },
);

test.each([
  [0.29, false],
  [0.3, false],
  [0.31, true],
  [0.8, true],
])("a box on a slope of tan⁻¹ 0.305 with μ = %f holds: %s", (mu, holds) => {
  const problem = new ContactProblem();
  const slope = Math.atan(0.305);
  problem.addBody(motion([0, 0, -0.2]), 0, inverseOf(BOX), 0);
  corners(problem, 0, WORLD, 0, mu, 0);
  onSlope(problem, slope);
  expect(problem.forces(h)).toBe(true);
  const a = holds ? 0 : g * (Math.sin(slope) - mu * Math.cos(slope));
  // 1e-12 of h g over h; rotations are that over 0.3 m.
  accelerationOf(problem, 0).forEach((x, n) => {
    expect(Math.abs(x - (n === 0 ? a : 0))).toBeLessThan(4e-11);
  });
  let weight = 0;
  let along = 0;
  for (let c = 0; c < 4; c++) {
    const f = forceOf(problem, c);
    expect(Math.sqrt(f[0]! ** 2 + f[1]! ** 2)).toBeLessThanOrEqual(-mu * f[2]! * (1 + 1e-12));
    weight -= f[2]!;
    along -= f[0]!;
  }
  expect(weight).toBeCloseTo(2 * g * Math.cos(slope), 9);
  expect(along).toBeCloseTo(2 * g * Math.cos(slope) * (holds ? 0.305 : mu), 9);
});

test("three boxes in a stack rest: 1, 2 and 3 weights, evenly on four corners, residual accelerations below 1e-11 m/s²", () => {
  const problem = new ContactProblem();
  for (let n = 0; n < 3; n++) {
    problem.addBody(motion([0, 0, -0.2 - 0.4 * n]), 0, inverseOf(BOX), 0);
    problem.setAcceleration(n, Float64Array.of(0, 0, g, 0, 0, 0), 0);
    corners(problem, n, n - 1, -0.4 * n, 0.5, 0.3);
  }
  expect(problem.forces(h)).toBe(true);
  for (let n = 0; n < 3; n++) {
    for (const x of accelerationOf(problem, n)) expect(Math.abs(x)).toBeLessThan(1e-11);
    for (let c = 4 * n; c < 4 * n + 4; c++) {
      // Statically indeterminate: the even share is what the shortest Newton step gives, to about 1e-8.
      expect(forceOf(problem, c)[2]).toBeCloseTo((-(3 - n) * 2 * g) / 4, 6);
    }
    const wrench = new Float64Array(6);
    problem.wrenchInto(wrench, 0, n);
    expect(wrench[2]).toBeCloseTo(-2 * g, 10);
    for (const k of [0, 1, 3, 4, 5]) expect(Math.abs(wrench[k]!)).toBeLessThan(1e-10);
  }

  // Solved once, it is the solution from which the next period starts.
  const forces = Array.from({ length: 12 }, (_, c) => forceOf(problem, c));
  expect(problem.forces(h)).toBe(true);
  expect(problem.iterations).toBe(0);
  expect(Array.from({ length: 12 }, (_, c) => forceOf(problem, c))).toEqual(forces);
});

test("forces that the caller kept are a start, by key, and cost one iteration at most", () => {
  const problem = new ContactProblem();
  const kept = new Float64Array(3 * 4);
  for (const round of [0, 1]) {
    problem.clear();
    problem.addBody(motion([0, 0, -0.2], [0, 0, 0.4]), 0, inverseOf(BOX), 0);
    problem.setAcceleration(0, Float64Array.of(1, 0.5, g, 0, 0, 0), 0);
    for (let c = 0; c < 4; c++) {
      const place = Float64Array.of(c % 2 === 0 ? 0.4 : -0.4, c < 2 ? 0.2 : -0.2, 0, 0, 0, -1, 0);
      problem.addContact(0, WORLD, place, 0, Float64Array.of(0.6, 0), 0, 100 + c, kept, 3 * c);
      expect(problem.keyOf(c)).toBe(100 + c);
    }
    problem.forces(h);
    // Turned from N to the contact's axes and back: the rounding of that may ask for one more Newton step.
    if (round === 1) expect(problem.iterations).toBeLessThanOrEqual(1);
    else expect(problem.iterations).toBeGreaterThan(1);
    for (let c = 0; c < 4; c++) problem.forceInto(kept, 3 * c, c);
  }
});

test("a gap is closed in one period and not more: the force begins where free motion would overlap", () => {
  const problem = new ContactProblem();
  problem.addBody(motion([0, 0, -0.2], [0, 0, 0], [0, 0, 0.5, 0, 0, 0]), 0, inverseOf(BOX), 0);
  problem.setAcceleration(0, Float64Array.of(0, 0, g, 0, 0, 0), 0);
  touch(problem, 0, WORLD, [0, 0, 0], UP, 0, 0, 2e-4);
  problem.forces(h);
  const V = new Float64Array(6);
  problem.nextInto(V, 0, 0);
  expect(V[2]).toBeCloseTo(0.2, 12); // 0.2 mm in 1 ms
  expect(forceOf(problem, 0)[2]).toBeCloseTo((-2 * (0.5 + g * 1e-3 - 0.2)) / 1e-3, 8);

  problem.clear();
  problem.addBody(motion([0, 0, -0.2], [0, 0, 0], [0, 0, 0.5, 0, 0, 0]), 0, inverseOf(BOX), 0);
  touch(problem, 0, WORLD, [0, 0, 0], UP, 0, 0, 1e-3);
  problem.forces(h);
  expect(forceOf(problem, 0)).toEqual([0, 0, 0]);
});

test("forces of random islands meet Coulomb's and Signorini's conditions", () => {
  const problem = new ContactProblem();
  let solved = 0;
  for (let seed = 1; seed <= 500; seed++) {
    const { mu } = randomIsland(seed, problem);
    if (!problem.forces(h)) continue;
    solved++;
    for (let c = 0; c < problem.contacts; c++) {
      const u = new Float64Array(3);
      problem.nextRelativeInto(u, 0, c);
      const axes = new Float64Array(9);
      problem.axesInto(axes, 0, c);
      const f = forceOf(problem, c);
      const [f1, f2, fn] = [0, 3, 6].map((r) => f[0]! * axes[r]! + f[1]! * axes[r + 1]! + f[2]! * axes[r + 2]!);
      // 1e-12 of speeds of order 1 m/s, times a few for the condition of M; forces are 1/h times impulses.
      expect(u[2]).toBeGreaterThan(-1e-10);
      expect(fn).toBeGreaterThanOrEqual(0);
      const limit = mu * fn!;
      expect(Math.sqrt(f1! ** 2 + f2! ** 2)).toBeLessThanOrEqual(limit * (1 + 1e-12) + 1e-12);
      if (fn! * h[0]! > 1e-9) {
        expect(Math.abs(u[2]!)).toBeLessThan(1e-10);
        const slip = Math.sqrt(u[0]! ** 2 + u[1]! ** 2);
        // Where it slips, friction opposes it with all it has: f · u = −μ f_n |u|.
        if (slip > 1e-6) expect(Math.abs((f1! * u[0]! + f2! * u[1]!) / (limit * slip) + 1)).toBeLessThan(1e-6);
      }
    }
  }
  expect(solved).toBeGreaterThan(490);
});

test("separate moves what overlaps apart by what is needed: the lighter more, nothing else at all", () => {
  const problem = new ContactProblem();
  problem.addBody(motion([0, 0, 0]), 0, inverseOf(diagonal(1, 1, 1, 1, 1, 1)), 0);
  problem.addBody(motion([2, 0, 0]), 0, inverseOf(diagonal(3, 3, 3, 1, 1, 1)), 0);
  problem.addBody(motion([9, 0, 0]), 0, inverseOf(BOX), 0);
  touch(problem, 0, 1, [1, 0, 0], [-1, 0, 0], 0.5, 0.5, -0.05);
  expect(problem.separate(Float64Array.of(0.01))).toBe(true);
  const d = new Float64Array(6);
  problem.displacementInto(d, 0, 0);
  expect(d[0]).toBeCloseTo(-0.03, 14);
  problem.displacementInto(d, 0, 1);
  expect(d[0]).toBeCloseTo(0.01, 14);
  problem.displacementInto(d, 0, 2);
  expect([...d]).toEqual([0, 0, 0, 0, 0, 0]);
});

test("separate lifts a tilted box off the floor by the corners that are in it, and turns it", () => {
  const problem = new ContactProblem();
  problem.addBody(motion([0, 0, -0.2]), 0, inverseOf(BOX), 0);
  const gaps = [-0.02, -0.01, 0.03, 0.04];
  [-0.5, 0.5].forEach((x, i) => {
    [-0.3, 0.3].forEach((y, k) => {
      touch(problem, 0, WORLD, [x, y, 0], UP, 0.5, 0.5, gaps[2 * i + k]!);
    });
  });
  expect(problem.separate(Float64Array.of(0))).toBe(true);
  const d = new Float64Array(6);
  problem.displacementInto(d, 0, 0);
  let touching = 0;
  let c = 0;
  for (const x of [-0.5, 0.5]) {
    for (const y of [-0.3, 0.3]) {
      // Upward displacement of the corner: −(d + w × r)_z.
      const lift = -(d[2]! + d[3]! * y - d[4]! * x);
      const left = lift + gaps[c]!;
      c++;
      expect(left).toBeGreaterThan(-1e-13);
      if (left < 1e-12) touching++;
    }
  }
  expect(touching).toBeGreaterThan(0);
});

test("problems in turn allocate nothing once their arrays have grown", () => {
  const steps = `
import { ContactProblem, WORLD } from "./contact-problem.ts";
import { boxMass, inverseOf, motion } from "../test/contact-bodies.ts";
const problem = new ContactProblem();
const rest = motion([0, 0, -0.2], [0, 0, 0.4], [0.2, 0, 1, 0, 0.1, 0]);
const Mi = inverseOf(boxMass(2, 1, 0.6, 0.4));
const place = Float64Array.of(0.4, 0.2, 0, 0, 0, -1, -1e-4, -0.4, 0.2, 0, 0, 0, -1, 0, -0.4, -0.2, 0, 0, 0, -1, 0, 0.4, -0.2, 0, 0, 0, -1, 0);
const surface = Float64Array.of(0.6, 0.4);
const acceleration = Float64Array.of(1, 0.5, 9.81, 0, 0, 0);
const h = Float64Array.of(1e-3);
const slop = Float64Array.of(0);
const kept = new Float64Array(12);
console.log(leastBytes((steps) => {
  for (let n = 0; n < steps; n++) {
    problem.clear();
    const body = problem.addBody(rest, 0, Mi, 0);
    problem.setAcceleration(body, acceleration, 0);
    for (let c = 0; c < 4; c++) problem.addContact(body, WORLD, place, 7 * c, surface, 0, c, kept, 3 * c);
    problem.impact();
    problem.forces(h);
    problem.separate(slop);
    for (let c = 0; c < 4; c++) problem.forceInto(kept, 3 * c, c);
  }
}, 5000));`;
  expect(probeOf(import.meta.url, steps)()).toBeLessThan(1);
});
