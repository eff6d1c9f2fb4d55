import { expect, test } from "vitest";
import { CONTACT_SIZE } from "../geometry/contact.ts";
import { PlaneBottom } from "../geometry/formula-bottoms.ts";
import type { Bottom } from "../geometry/ray.ts";
import { pointSolid, type Solid } from "../geometry/solid.ts";
import { CurvedGround } from "./curved-ground.ts";

const R = 5;
const DEPTH = 30;
const RHO = 0.2;

/** A gutter along east, round with the radius R: z = DEPTH + √(R² − x²). */
const gutter: Bottom = {
  bounds_m: null,
  depthInto(out, o, at, i) {
    out[o] = DEPTH + Math.sqrt(R * R - at[i] * at[i]);
  },
  normalInto(out, o, at, i) {
    out[o] = -at[i] / R;
    out[o + 1] = 0;
    out[o + 2] = -Math.sqrt(1 - (at[i] / R) * (at[i] / R));
  },
  castInto: () => false,
};

/** A ball in contact at the angle a from the lowest line, with its velocity along the gutter's round and along its axis. */
function bend(a: number, round_mps: number, axial_mps: number, period_s: number, bottom = gutter, rate = [0, 0, 0]) {
  const n = [-Math.sin(a), 0, -Math.cos(a)];
  const c = [(R - RHO) * Math.sin(a), 1, DEPTH + (R - RHO) * Math.cos(a)];
  const motion = Float64Array.of(
    ...c,
    1,
    0,
    0,
    0,
    round_mps * Math.cos(a),
    axial_mps,
    -round_mps * Math.sin(a),
    ...rate,
  );
  const points = new Float64Array(CONTACT_SIZE);
  points.set(c.map((x, k) => x - RHO * n[k]));
  points.set(n, 3);
  const ground = new CurvedGround();
  const solid: Solid = pointSolid([0, 0, 0], RHO);
  const found = ground.find(bottom, motion, 0, solid, points, 0, Float64Array.of(period_s));
  return { found, turn: [...ground.turn], speed: ground.speed[0] };
}

test("a ball that slides round a gutter at v: its normal turns by v h / (R − ρ), and it comes nearer by v² h / (R − ρ)", () => {
  for (const a of [-0.5, 0, 0.3]) {
    for (const v of [0.1, 1, 3]) {
      const h = 1e-4;
      const { found, turn, speed } = bend(a, v, 0.7, h);
      const angle = (v * h) / (R - RHO);
      expect(found).toBe(true);
      // Along a chord and not along the round: angles of 1e-4 at most, off by their squares. Feet are found to 1e-8 of ρ: 4e-10 of r.
      const expected = [-Math.sin(a + angle) + Math.sin(a), 0, -Math.cos(a + angle) + Math.cos(a)];
      turn.forEach((x, k) => {
        expect(Math.abs(x - expected[k])).toBeLessThan(2 * angle * angle + 1e-9);
      });
      expect(Math.abs(speed + v * angle)).toBeLessThan(2 * v * angle * angle + 1e-9);
    }
  }
});

test("what turns without moving its centre, what slides along the axis, and a plane bend nothing", () => {
  for (const { turn, speed } of [bend(0.3, 0, 0, 0.01, gutter, [3, -2, 1]), bend(0.3, 0, 2, 0.01)])
    for (const x of [...turn, speed]) expect(Math.abs(x)).toBeLessThan(1e-9);
  const flat = bend(0, 1, 2, 0.01, new PlaneBottom(DEPTH + R));
  expect(flat).toEqual({ found: false, turn: [0, 0, 0], speed: 0 });
});

test("a kink is left to an impact: where the normal turns by more than a tenth", () => {
  const kinked: Bottom = {
    ...gutter,
    normalInto(out, o, at, i) {
      out.set(at[i] > 0.005 ? [-0.6, 0, -0.8] : [0, 0, -1], o);
    },
    depthInto(out, o, at, i) {
      out[o] = DEPTH + R - (at[i] > 0.005 ? 0.75 * (at[i] - 0.005) : 0);
    },
  };
  expect(bend(0, 1, 0, 0.01, kinked).found).toBe(false);
});
