import fc from "fast-check";
import { expect, test } from "vitest";
import { numbers, positiveDefinite } from "../test/contact-bodies.ts";
import { bySmallSteps } from "../test/small-steps.ts";
import { IMPACT, IMPACT_SIZE, PointImpact } from "./impact.ts";

const solver = new PointImpact();

function impact(W: Float64Array, v: readonly number[], mu: number, e: number): Float64Array {
  const out = new Float64Array(IMPACT_SIZE);
  expect(solver.impactInto(out, 0, W, 0, Float64Array.from(v), 0, Float64Array.of(mu, e), 0)).toBe(true);
  return out;
}

function inverse3(W: Float64Array): Float64Array {
  const [a = 0, b = 0, c = 0, , d = 0, f = 0, , , g = 0] = W;
  const A = d * g - f * f;
  const B = c * f - b * g;
  const C = b * f - c * d;
  const det = a * A + b * B + c * C;
  return Float64Array.of(A, B, C, B, a * g - c * c, b * c - a * f, C, b * c - a * f, a * d - b * b).map((x) => x / det);
}

/** ½ vᵀ W⁻¹ v: the kinetic energy as far as this contact can change it. */
function energy(W: Float64Array, v: ArrayLike<number>, at = 0): number {
  const M = inverse3(W);
  let T = 0;
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) T += 0.5 * v[at + r]! * M[3 * r + c]! * v[at + c]!;
  return T;
}

/** A random contact: W fully coupled, eigenvalues within about 0.1 … 3. */
function randomContact(seed: number): { W: Float64Array; v: number[]; mu: number; e: number } {
  const draw = numbers(seed);
  const W = positiveDefinite(3, draw, 0.1);
  const v = [draw(), draw(), -0.2 - Math.abs(draw())];
  return { W, v, mu: 2 * Math.abs(draw()), e: Math.abs(draw()) };
}

const seeds = fc.integer({ min: 1, max: 2_000_000_000 });

/** Two uniform rods of 1 kg and 1 m at 20° and 30° from the vertical, rates −0.1 and −0.2 rad/s, the tip on a floor. */
function doublePendulum(): { W: Float64Array; v: number[]; T: number } {
  const q1 = (20 * Math.PI) / 180;
  const q2 = (30 * Math.PI) / 180;
  const a = 4 / 3;
  const b = Math.cos(q1 - q2) / 2;
  const c = 1 / 3;
  const J = [
    [Math.cos(q1), Math.cos(q2)],
    [Math.sin(q1), Math.sin(q2)],
  ];
  const det = a * c - b * b;
  const product = (r: number[], s: number[]): number =>
    (c * r[0]! * s[0]! - b * (r[0]! * s[1]! + r[1]! * s[0]!) + a * r[1]! * s[1]!) / det;
  const [t = [], n = []] = J;
  const W = Float64Array.of(product(t, t), 0, product(t, n), 0, 1, 0, product(t, n), 0, product(n, n));
  const rates = [-0.1, -0.2];
  const along = (r: number[]): number => r[0]! * rates[0]! + r[1]! * rates[1]!;
  const T = 0.5 * (a * 0.01 + 2 * b * 0.02 + c * 0.04);
  return { W, v: [along(t), 0, along(n)], T };
}

test("the double pendulum of [KaneLevinson1985], whose slip reverses, rebounds with p = (0.0252067, 0.1444993) N·s at e = 0.7", () => {
  const { W, v, T } = doublePendulum();
  expect(W[0]).toBeCloseTo(2.440338, 6);
  expect(W[2]).toBeCloseTo(1.521309, 6);
  expect(W[8]).toBeCloseTo(1.00956, 6);
  expect(T).toBeCloseTo(0.02318141, 8);
  const out = impact(W, v, 0.5, 0.7);
  // toBeCloseTo(…, 7) allows half a unit of the seventh decimal, the last that is known.
  expect(out[0]).toBeCloseTo(0.0252067, 7);
  expect(out[1]).toBe(0);
  expect(out[2]).toBeCloseTo(0.1444993, 7);
  expect(out[3]).toBeCloseTo(0.0141665, 7);
  expect(out[5]).toBeCloseTo(0.0500259, 7);
  expect(out[IMPACT.COMPRESSION_WORK]).toBeCloseTo(-0.005087, 8);
  // Roundings of works of 5e-3 J.
  expect(out[IMPACT.RESTITUTION_WORK] / -out[IMPACT.COMPRESSION_WORK]).toBeCloseTo(0.49, 12);
  expect(impact(W, v, 0.5, 0)[2]).toBeCloseTo(0.0758112, 7);
});

test.each([
  [0.7, 0.6],
  [0.8, 0.628],
  [1, 0.691],
])("with e = %f it keeps %f of its energy, where Newton's rule would keep up to 1.469", (e, kept) => {
  const { W, v, T } = doublePendulum();
  const out = impact(W, v, 0.5, e);
  const works = out[IMPACT.COMPRESSION_WORK] + out[IMPACT.RESTITUTION_WORK] + out[IMPACT.FRICTION_WORK];
  expect((T + works) / T).toBeCloseTo(kept, 3);
});

test("a neutral spheroid on a sphere in water: p = (−5.5449, 18.4830) N·s from W of both", () => {
  const W = Float64Array.of(0.052755, 0, 0.001185, 0, 0.065881, 0, 0.001185, 0, 0.026325);
  const out = impact(W, [0.5, 0, -0.3], 0.3, 0.6);
  // W is known to half a unit of its sixth decimal: 2e-5 relative, so 4e-4 N·s; whole bodies are in contact-problem.test.ts.
  expect(Math.abs(out[0] + 5.5449)).toBeLessThan(4e-4);
  expect(Math.abs(out[2] - 18.483)).toBeLessThan(4e-4);
  expect(out[5]).toBeCloseTo(0.18, 12); // slip never halts: Newton's rule
});

test("600 random contacts with full coupling agree with small steps in Cartesian velocities", () => {
  const seen = { halted: 0, stuck: 0, slidOut: 0, turned: 0, jammed: 0 };
  let worst = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const { W, v, mu, e } = randomContact(seed);
    const out = impact(W, v, mu, e);
    const course = bySmallSteps(W, v, mu, e);
    if (course.halted) seen.halted++;
    if (course.sticks) seen.stuck++;
    if (course.halted && !course.sticks) seen.slidOut++;
    if (course.turned_rad > 0.1) seen.turned++;
    if (course.jammed) seen.jammed++;
    const found = [...course.p, ...course.v, course.compression, course.restitution, course.friction];
    const scale = 1 + course.p[2];
    found.forEach((value, n) => {
      worst = Math.max(worst, Math.abs(out[n]! - value) / scale);
    });
  }
  // Runge-Kutta with 1 % of turn: 1e-10 per step times some 2,000; slip below 1e-9 counts as none. 1e-6 leaves a factor of 5.
  expect(worst).toBeLessThan(1e-6);
  // The sample has all that can happen.
  expect(Math.min(seen.halted, seen.stuck, seen.slidOut, seen.turned, seen.jammed)).toBeGreaterThan(5);
});

test("e² is the ratio of the works, and the works add up to the change of energy", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { W, v, mu, e } = randomContact(seed);
      const out = impact(W, v, mu, e);
      const before = energy(W, v);
      const after = energy(W, out, IMPACT.VELOCITY);
      const absorbed = -out[IMPACT.COMPRESSION_WORK];
      expect(Math.abs(out[IMPACT.RESTITUTION_WORK] - e * e * absorbed)).toBeLessThanOrEqual(1e-9 * absorbed);
      const works = out[IMPACT.RESTITUTION_WORK] - absorbed + out[IMPACT.FRICTION_WORK];
      // W has a condition number below 100, so that energies of order 10 round to about 1e-13.
      expect(Math.abs(after - before - works)).toBeLessThan(1e-11 * before);
      expect(after).toBeLessThanOrEqual(before * (1 + 1e-14));
      expect(out[IMPACT.FRICTION_WORK]).toBeLessThanOrEqual(0);
    }),
    { seed: 161, numRuns: 2000 },
  );
});

test("every part of an impulse lies in the cone: impacts with more restitution go on where those with less end", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { W, v, mu } = randomContact(seed);
      let last: Float64Array = new Float64Array(IMPACT_SIZE);
      for (let k = 0; k <= 10; k++) {
        const out = impact(W, v, mu, k / 10);
        const along = Math.sqrt((out[0]! - last[0]!) ** 2 + (out[1]! - last[1]!) ** 2);
        // Differences of numbers of order 10.
        expect(along).toBeLessThanOrEqual(mu * (out[2]! - last[2]!) + 1e-13 * out[2]!);
        last = out;
      }
    }),
    { seed: 162, numRuns: 500 },
  );
});

test("turned axes turn the impulse, and exchanged bodies exchange its sign", () => {
  fc.assert(
    fc.property(seeds, fc.double({ min: -3, max: 3, noNaN: true }), (seed, angle) => {
      const { W, v, mu, e } = randomContact(seed);
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const maps = [
        [c, s, 0, -s, c, 0, 0, 0, 1],
        // Bodies exchanged: the normal and the relative velocity change sign; with t2 turned, axes stay right-handed.
        [-1, 0, 0, 0, 1, 0, 0, 0, 1],
      ];
      for (const R of maps) {
        const turned = (x: ArrayLike<number>, at: number): number[] =>
          [0, 1, 2].map((r) => R[3 * r]! * x[at]! + R[3 * r + 1]! * x[at + 1]! + R[3 * r + 2]! * x[at + 2]!);
        const rows = [0, 3, 6].map((at) => turned(W, at)); // (R Wᵀ)ᵀ, row by row
        const W2 = new Float64Array(9);
        for (let k = 0; k < 3; k++) {
          const column = turned([rows[0]![k]!, rows[1]![k]!, rows[2]![k]!], 0);
          for (let r = 0; r < 3; r++) W2[3 * r + k] = column[r]!;
        }
        const expected = impact(W, v, mu, e);
        const found = impact(W2, turned(v, 0), mu, e);
        // The direction of a slip that grows from near zero may magnify roundings a thousandfold.
        const wanted = turned(expected, 0);
        for (let r = 0; r < 3; r++) expect(Math.abs(found[r]! - wanted[r]!)).toBeLessThan(1e-11 * expected[2]!);
      }
    }),
    { seed: 163, numRuns: 500 },
  );
});

test("without friction p_n = −(1 + e) v_n / w_nn, and slip changes by the coupling only", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { W, v, e } = randomContact(seed);
    const out = impact(W, v, 0, e);
    const p = (-(1 + e) * v[2]!) / W[8]!;
    // Roundings, relative to 1 … 50 N·s.
    expect(Math.abs(out[2]! - p)).toBeLessThan(1e-13 * p);
    expect(out[0]).toBe(0);
    expect(Math.abs(out[3]! - v[0]! - W[2]! * p)).toBeLessThan(1e-13 * (1 + p));
  }
});

test("with a friction of 1,000 and e = 0 everything stops, p = −W⁻¹ v, unless the halting slip throws the bodies apart", () => {
  let stopped = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const { W, v } = randomContact(seed);
    const out = impact(W, v, 1000, 0);
    // Thrown apart: at v_n = 0 it slips on.
    if (Math.abs(out[3]!) + Math.abs(out[4]!) > 1e-6) continue;
    stopped++;
    const M = inverse3(W);
    for (let r = 0; r < 3; r++) {
      const p = -(M[3 * r]! * v[0]! + M[3 * r + 1]! * v[1]! + M[3 * r + 2]! * v[2]!);
      // The condition of W, at most 100, times roundings.
      expect(Math.abs(out[r]! - p)).toBeLessThan(1e-12 * out[2]!);
      expect(Math.abs(out[3 + r]!)).toBeLessThan(1e-13 * (1 + out[2]!));
    }
  }
  expect(stopped).toBeGreaterThan(30);
});

test("with e = 1 and no slip at all nothing is lost", () => {
  const W = Float64Array.of(2, 0, 0, 0, 3, 0, 0, 0, 1);
  const out = impact(W, [0, 0, -1.5], 0.4, 1);
  expect([...out.subarray(0, 6)]).toEqual([0, 0, 3, 0, 0, 1.5]);
  expect(out[IMPACT.FRICTION_WORK]).toBe(0);
});

test("a friction that jams first compresses, then halts and lets go: bounded, and with a loss", () => {
  // w_nn − μ w_tn = 1 − 2 · 0.9 < 0 while it slips towards +t1; W is positive definite, 1.2 · 1 > 0.9².
  const W = Float64Array.of(1.2, 0, 0.9, 0, 1, 0, 0.9, 0, 1);
  const out = impact(W, [1, 0, -0.01], 2, 0.5);
  // By hand: halt after 1/(2.4 − 0.9) = 2/3 N·s with v_n = −0.01 − 0.8 · 2/3; then stick (0.75 ≤ 2) with rate 1 − 0.9²/1.2 = 0.325.
  const halt = 2 / 3;
  const vn = -0.01 - 0.8 * halt;
  const absorbed = halt * (0.01 + 0.4 * halt) + (vn * vn) / (2 * 0.325);
  const restitution = Math.sqrt((2 * 0.25 * absorbed) / 0.325);
  expect(out[2]).toBeCloseTo(halt - vn / 0.325 + restitution, 12);
  expect(out[5]).toBeCloseTo(0.325 * restitution, 12);
  expect(out[IMPACT.COMPRESSION_WORK]).toBeCloseTo(-absorbed, 12);
});

test("what does not approach is left alone", () => {
  expect([...impact(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), [1, 2, 0], 0.3, 0.5)]).toEqual([
    0, 0, 0, 1, 2, 0, 0, 0, 0,
  ]);
});

test("a contact that no impulse can stop is reported and does not hang", () => {
  // Rank one: sideways and normal motion are locked together, and a friction of 5 holds against any push.
  const W = Float64Array.of(1, 0, 1, 0, 0, 0, 1, 0, 1);
  const out = new Float64Array(IMPACT_SIZE);
  expect(solver.impactInto(out, 0, W, 0, Float64Array.of(0, 0, -1), 0, Float64Array.of(5, 0.5), 0)).toBe(false);
  expect(out.every(Number.isFinite)).toBe(true);
});
