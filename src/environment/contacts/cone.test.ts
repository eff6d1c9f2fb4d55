import { expect, test } from "vitest";
import { numbers, positiveDefinite } from "../test/contact-bodies.ts";
import { contactImpulseInto } from "./cone.ts";

/** By how much the conditions of Signorini and Coulomb are missed, in m/s. */
function missed(W: Float64Array, q: Float64Array, mu: number, f: Float64Array): number {
  const u = [0, 3, 6].map((r, n) => q[n]! + W[r]! * f[0]! + W[r + 1]! * f[1]! + W[r + 2]! * f[2]!);
  const size = Math.sqrt(f[0]! ** 2 + f[1]! ** 2);
  const slip = Math.sqrt(u[0]! ** 2 + u[1]! ** 2);
  const w = W[8]!;
  const normal = f[2]! > 0 ? Math.abs(u[2]!) : Math.max(0, -u[2]!);
  const cone = Math.max(0, size - mu * f[2]!) * w;
  // Either it does not slip, or friction is at its limit and against the slip.
  const against = Math.sqrt((f[0]! * slip + mu * f[2]! * u[0]!) ** 2 + (f[1]! * slip + mu * f[2]! * u[1]!) ** 2);
  const friction = f[2]! > 0 ? Math.min(slip, (against / (slip + 1e-300)) * w) : 0;
  return Math.max(normal, cone, friction, -f[2]! * w);
}

test("the conditions of one contact are met in 20,000 random cases: open, sticking, slipping and jamming", () => {
  const seen = { open: 0, sticks: 0, slips: 0, jams: 0 };
  let worst = 0;
  for (let seed = 1; seed <= 20_000; seed++) {
    const draw = numbers(seed);
    const W = positiveDefinite(3, draw, 0.02);
    const q = Float64Array.of(draw(), draw(), draw());
    const mu = seed % 7 === 0 ? 0 : Math.abs(2 * draw());
    const f = new Float64Array(3);
    contactImpulseInto(f, 0, W, 0, q, 0, Float64Array.of(mu), 0);
    const size = Math.sqrt(f[0]! ** 2 + f[1]! ** 2);
    if (f[2] === 0) seen.open++;
    else if (size < mu * f[2]! * (1 - 1e-9)) seen.sticks++;
    else seen.slips++;
    if (mu * Math.sqrt(W[2]! ** 2 + W[5]! ** 2) > W[8]!) seen.jams++;
    worst = Math.max(worst, missed(W, q, mu, f) / (1 + W[8]! * f[2]!));
  }
  // Roundings, times the condition of W up to 200, squared in the quartic of the slip.
  expect(worst).toBeLessThan(1e-9);
  expect(Math.min(seen.open, seen.sticks, seen.slips, seen.jams)).toBeGreaterThan(500);
});

test("a block pulled along a wall: f_n = 1, friction 0.3 against the pull", () => {
  const f = new Float64Array(3);
  contactImpulseInto(
    f,
    0,
    Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    0,
    Float64Array.of(0.6, 0.8, -1),
    0,
    Float64Array.of(0.3),
    0,
  );
  // A rounding or two.
  expect(Math.abs(f[0]! + 0.18)).toBeLessThan(1e-15);
  expect(Math.abs(f[1]! + 0.24)).toBeLessThan(1e-15);
  expect(f[2]).toBe(1);
});
