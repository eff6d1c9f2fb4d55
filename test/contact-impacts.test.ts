/** Impacts in whole runs: two bodies meet in still water without drag, and what they do is worked out anew from their masses. */
import { describe, expect, test } from "vitest";
import { type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import {
  type Body,
  ball,
  box,
  cross,
  dot,
  draws,
  kickOf,
  kineticOf,
  length,
  type Matrix,
  mobilityOf,
  momentumOf,
  plus,
  scenarioText,
  shape,
  solved,
  times,
  type Vector,
  velocityAt,
} from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

/** Neutral, its centres in one point: no force and no torque acts. */
const CENTRE = [0.05, -0.03, 0.04];
const FULL = [
  [20, 0, 0, 0, 1, 0],
  [0, 60, 0, -1, 0, 3],
  [0, 0, 90, 0, -4, 0],
  [0, -1, 0, 2, 0, 0],
  [1, 0, -4, 0, 5, 0],
  [0, 3, 0, 0, 0, 6],
].flat();
const BALL_KG = 1000 * (4 / 3) * Math.PI * 0.008;

/** Of the fifth-order method the error per run is some tolerances: below 1e-11 of all. */
const EXACT = 'integrator="dormand-prince" tolerance="1e-12"';

function brick(more: Partial<Body>, mu: number, e: number): Body {
  const size = [1, 0.6, 0.4];
  const centres = { cg: CENTRE, cb: CENTRE, inertia: [9, 20, 25, 1, -0.7, 0.5], added: FULL };
  return box({ id: "a", size, mass_kg: 200, volume_m3: 0.2, at: [0, 0, 20], ...centres, ...more }, { mu, e });
}

interface Impact {
  /** States of both: with the velocities before it, and behind it. */
  readonly before: readonly Vector[];
  readonly after: readonly Vector[];
  readonly point: number[];
  /** From the second body to the first. */
  readonly normal: number[];
  readonly approach_mps: number;
  readonly normal_Ns: number;
  readonly slip_Ns: number;
  readonly rows: number;
}

/** The first impact of the bodies a and b. */
function impactOf(scenario: Scenario): Impact {
  const { log } = runToEnd(scenario);
  const rows = rowsOf(logOfBytes(log), "/a/impact");
  if (rows.length === 0) throw new Error("they do not meet");
  const { t_ns, values } = rows[0]!;
  const at = values as Record<string, number>;
  const again = new ScenarioRun(scenario, { writer: null, version: "test" });
  again.advance(t_ns - 1001);
  const first = [stateOf(again, 0), stateOf(again, 1)];
  again.advance(t_ns - 1);
  const second = [stateOf(again, 0), stateOf(again, 1)];
  // Straight on from 1001 and 1 ns before.
  const earlier = second.map((state, i) => plus(state, plus(state, first[i]!, -1), 1e-3));
  again.advance(t_ns);
  const after = [stateOf(again, 0), stateOf(again, 1)];
  return {
    before: after.map((state, i) => [...state.slice(0, 7), ...earlier[i]!.slice(7)]),
    after,
    point: [at.pointNorth_m!, at.pointEast_m!, at.pointDown_m!],
    normal: [at.normalNorth!, at.normalEast!, at.normalDown!],
    approach_mps: at.approach_mps!,
    normal_Ns: at.normalImpulse_Ns!,
    slip_Ns: at.slipImpulse_Ns!,
    rows: rows.filter((row) => row.t_ns === t_ns).length,
  };
}

function meeting(a: Body, b: Body, duration_s = 1): Impact {
  return impactOf(scenarioOf(scenarioText([a, b], { duration_s, gravity: 1e-9, integrator: EXACT })));
}

/** Velocity of the first body's point from the second's. */
function slipOf(states: readonly Vector[], point: Vector): number[] {
  return plus(velocityAt(states[0]!, point), velocityAt(states[1]!, point), -1);
}

function mobility(a: Body, b: Body, { before, point }: Impact): Matrix {
  const [first, second] = [mobilityOf(a, before[0]!, point), mobilityOf(b, before[1]!, point)];
  return first.map((row, i) => plus(row, second[i]!));
}

/** Impulse on the first body, from its momentum. */
function impulseOf(a: Body, { before, after }: Impact): number[] {
  return plus(momentumOf(a, after[0]!).P, momentumOf(a, before[0]!).P, -1);
}

/** Largest difference of the velocities behind an impact from those that an impulse makes, m/s and rad/s. */
function errorOf(a: Body, b: Body, impact: Impact, impulse: Vector): number {
  const { before, after, point } = impact;
  const differences = [a, b].flatMap((body, i) => {
    const push = impulse.map((value) => (i === 0 ? value : -value));
    const expected = plus(before[i]!.slice(7), kickOf(body, before[i]!, point, push));
    return plus(after[i]!.slice(7), expected, -1);
  });
  return Math.max(...differences.map(Math.abs));
}

/** Velocities before are a difference over 1 µs, of numbers with errors of 1e-15 and the integration's 1e-12: 1e-11; here with room. */
const NEAR = 1e-9;

/** A random pair that meets: a brick that tumbles, a ball or a capsule that flies at it. */
function pair(draw: () => number, mu: number, e: number): [Body, Body] {
  const signed = (): number => 2 * draw() - 1;
  const about = (scale: number): number[] => [scale * signed(), scale * signed(), scale * signed()];
  const a = brick({ attitude_deg: about(180), velocity: about(0.3), rate_degps: about(30) }, mu, e);
  const way = about(1);
  const from = way.map((value) => (value / length(way)) * 1.1);
  const offset = cross(way, about(0.15 / length(way)));
  const at = plus(plus([0, 0, 20], from), offset);
  const velocity = from.map((value) => -2 * value);
  const second = ball({ id: "b", mass_kg: BALL_KG, at, velocity, rate_degps: about(120) }, { mu, e });
  if (draw() < 0.5) return [a, second];
  const capsule = shape("capsule", 'diameter_m="0.2" length_m="0.7"', { mu, e });
  const inertia = [0.25, 1.4, 1.6, 0.05, 0.02, -0.03];
  return [a, { ...second, shapes: capsule, inertia, added: [3, 20, 21, 0, 0.7, 0.8] }];
}

/** What becomes of the sums of their momenta, linear and about the origin. */
function momentumLost(bodies: readonly Body[], before: readonly Vector[], after: readonly Vector[]): [number, number] {
  const [P, L] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  bodies.forEach((body, i) => {
    const [was, is] = [momentumOf(body, before[i]!), momentumOf(body, after[i]!)];
    for (let k = 0; k < 3; k++) {
      P[k]! += is.P[k]! - was.P[k]!;
      L[k]! += is.L[k]! - was.L[k]!;
    }
  });
  return [length(P), length(L)];
}

describe("two bodies with full mass matrices, at all attitudes", () => {
  test.each([
    [0, 0],
    [0, 0.5],
    [0, 1],
    [0.3, 0.6],
    [1, 0.9],
  ])("momentum in N and about the origin stays, friction %d, restitution %d", (mu, e) => {
    const draw = draws(1 + 100 * mu + e);
    for (let n = 0; n < 4; n++) {
      const [a, b] = pair(draw, mu, e);
      const { before, after } = meeting(a, b);
      // Of linear momenta of some 400 N·s, and these at 20 m: 1e-9.
      const scale = [a, b].reduce((sum, body, i) => sum + length(momentumOf(body, before[i]!).P), 0);
      const [linear, angular] = momentumLost([a, b], before, after);
      expect(linear).toBeLessThan(1e-9 * scale);
      expect(angular).toBeLessThan(1e-9 * scale * 20);
    }
  });

  test.each([
    [0, 0.5],
    [0.5, 0.5],
    [0, 0],
    [0.5, 0],
  ])("over whole runs, with second blows and contacts that last: friction %d, restitution %d", (mu, e) => {
    const draw = draws(1 + 100 * mu + e);
    for (let n = 0; n < 4; n++) {
      const [a, b] = pair(draw, mu, e);
      const text = scenarioText([a, b], { duration_s: 1.5, gravity: 1e-9, integrator: EXACT });
      const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
      const now = (): Vector[] => [stateOf(run, 0), stateOf(run, 1)];
      const before = now();
      run.advance(run.end_ns);
      const scale = [a, b].reduce((sum, body, i) => sum + length(momentumOf(body, before[i]!).P), 0);
      const [linear, angular] = momentumLost([a, b], before, now());
      // Forces are held in N, and equal and opposite; pushing overlaps apart keeps the momentum.
      expect(linear).toBeLessThan(1e-9 * scale);
      // Torques are held too, while their points move by up to 1 cm in a period: 5e-4 of the arms of 20 m, of a tenth of the momentum.
      expect(angular).toBeLessThan(5e-5 * scale * 20);
    }
  });

  test.each([0, 0.25, 0.81, 1])("without friction, e = %d: an impulse (1 + e) u / K along the normal", (e) => {
    const draw = draws(7);
    for (let n = 0; n < 4; n++) {
      const [a, b] = pair(draw, 0, e);
      const impact = meeting(a, b);
      const { before, after, point, normal, normal_Ns, approach_mps, slip_Ns } = impact;
      const K = dot(normal, times(mobility(a, b, impact), normal));
      const u = -dot(normal, slipOf(before, point));
      expect(u).toBeGreaterThan(0.3);
      const P = ((1 + e) * u) / K;
      expect(Math.abs(approach_mps - u)).toBeLessThan(NEAR);
      expect(Math.abs(normal_Ns - P) / P).toBeLessThan(NEAR);
      expect(slip_Ns).toBeLessThan(1e-9 * P);
      const impulse = normal.map((value) => P * value);
      expect(errorOf(a, b, impact, impulse)).toBeLessThan(NEAR);
      // Newton: it parts with e of the approach, and the energy that is gone is (1 − e²) u² / 2K.
      expect(Math.abs(dot(normal, slipOf(after, point)) - e * u)).toBeLessThan(NEAR);
      const lost = [a, b].reduce((s, body, i) => s + kineticOf(body, before[i]!) - kineticOf(body, after[i]!), 0);
      expect(Math.abs(lost - ((1 - e * e) * u * u) / (2 * K))).toBeLessThan(NEAR * 300);
    }
  });

  test("with friction, wherever slip goes on: the course of the impact, integrated in small steps", () => {
    const draw = draws(23);
    let compared = 0;
    for (let n = 0; n < 12; n++) {
      const [mu, e] = [0.1 + 0.2 * draw(), 0.4 + 0.5 * draw()];
      const [a, b] = pair(draw, mu, e);
      const impact = meeting(a, b);
      const impulse = impulseOf(a, impact);
      const along = dot(impulse, impact.normal);
      expect(Math.abs(along - impact.normal_Ns)).toBeLessThan(NEAR * along);
      const across = length(plus(impulse, impact.normal, -along));
      expect(across).toBeLessThan(mu * along * (1 + NEAR));
      const expected = course(mobility(a, b, impact), impact, mu, e);
      if (expected === null) continue;
      compared++;
      // Runge–Kutta of 4000 steps: 4000⁻⁴ = 4e-15, and 1e5 times that where slip has become a tenth. Velocities before have 1e-11.
      expect(length(plus(impulse, expected, -1))).toBeLessThan(NEAR * length(expected));
    }
    expect(compared).toBeGreaterThan(3);
  });
});

/**
 * The impulse of an impact in which slip goes on, by Runge–Kutta over the normal impulse; null where slip comes near a halt.
 *
 *   v' = K (n − μ s),  p' = n − μ s,  W' = v · n;  compression ends at v · n = 0, the impact at W = (1 − e²) W(there)
 */
function course(K: Matrix, { before, point, normal }: Impact, mu: number, e: number): number[] | null {
  const slipAt = (v: Vector): number[] => plus(v, normal, -dot(v, normal));
  const start = slipOf(before, point);
  const rate = (x: Vector): number[] => {
    const v = x.slice(0, 3);
    const slip = slipAt(v);
    const push = plus(normal, slip, -mu / length(slip));
    return [...times(K, push), ...push, dot(v, normal)];
  };
  const advanced = (x: Vector, h: number): number[] => {
    const k1 = rate(x);
    const k2 = rate(plus(x, k1, h / 2));
    const k3 = rate(plus(x, k2, h / 2));
    const k4 = rate(plus(x, k3, h));
    return x.map((value, i) => value + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
  };
  /** The part of a step after which a quantity that grows within it is 0. */
  const until = (x: Vector, h: number, quantity: (x: Vector) => number): number[] => {
    let [low, high] = [0, h];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (quantity(advanced(x, middle)) < 0) low = middle;
      else high = middle;
    }
    return advanced(x, high);
  };
  const step_Ns = -dot(start, normal) / dot(normal, times(K, normal)) / 4000;
  const approach = (x: Vector): number => dot(x.slice(0, 3), normal);
  let left_J = Number.NaN;
  const owed = (x: Vector): number => x[6]! - left_J;
  let x = [...start, 0, 0, 0, 0];
  for (let n = 0; n < 40_000; n++) {
    const next = advanced(x, step_Ns);
    const isPressed = Number.isNaN(left_J);
    if (!isPressed && owed(next) >= 0) return until(x, step_Ns, owed).slice(3, 6);
    x = isPressed && approach(next) >= 0 ? until(x, step_Ns, approach) : next;
    if (isPressed && approach(next) >= 0) left_J = (1 - e * e) * x[6]!;
    if (length(slipAt(x.slice(0, 3))) < 0.1 * length(slipAt(start))) return null;
  }
  return null;
}

describe("a ball that meets the flat side of a brick", () => {
  /** The brick does not turn and flies at the ball, which rests beside its centre: there is no slip before. */
  test("with endless friction nothing slips: tangential impulse as it must, normal (1 + e) u / K′", () => {
    for (const [n, [east_m, down_m]] of [
      [0.1, 0.05],
      [-0.2, 0.1],
      [0.05, -0.12],
    ].entries()) {
      const e = 0.3 + 0.3 * n;
      const a = brick({ velocity: [1, 0, 0] }, 10, e);
      const b = ball({ id: "b", mass_kg: BALL_KG, at: [0.9, east_m!, 20 + down_m!] }, { mu: 10, e });
      const impact = meeting(a, b);
      const K = mobility(a, b, impact);
      expect(Math.abs(impact.normal[0]! + 1)).toBeLessThan(1e-12);
      // Its momentum lies along its velocity: it flies straight on, and does not turn.
      const u = slipOf(impact.before, impact.point);
      expect(u[0]).toBeGreaterThan(0.9);
      const across = length(u.slice(1));
      // The tangential impulse for each N·s of the normal one at which nothing slips.
      const free = solved([K[1]!.slice(1), K[2]!.slice(1)], [-K[1]![0]!, -K[2]![0]!]);
      const k = K[0]![0]! + dot(K[0]!.slice(1), free);
      const P = ((1 + e) * u[0]!) / k;
      const impulse = [-P, -P * free[0]!, -P * free[1]!];
      expect(across).toBeLessThan(1e-9);
      expect(errorOf(a, b, impact, impulse)).toBeLessThan(NEAR);
      const after = slipOf(impact.after, impact.point);
      expect(length(after.slice(1))).toBeLessThan(NEAR);
      expect(Math.abs(after[0]! + e * u[0]!)).toBeLessThan(NEAR);
    }
  });

  test("in a plane: slip that goes on, halts, and turns round, as in closed form", () => {
    const draw = draws(5);
    const seen = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const [mu, e] = [[0.02, 0.2, 0.6][n % 3]!, draw()];
      // Symmetric about its x-z plane, with surge, heave and pitch coupled.
      const added = FULL.map((value, k) => ((Math.floor(k / 6) + (k % 6)) % 2 === 0 ? value : 0));
      const flatCentre = [0.1, 0, -0.06];
      const tall = { cg: flatCentre, cb: flatCentre, inertia: [9, 14, 14, 0, -0.7, 0], added };
      const a = brick(
        { ...tall, velocity: [1.5, 0, (n % 2 === 0 ? 0.1 : 1.6) * (draw() - 0.5)], rate_degps: [0, 0, 0] },
        mu,
        e,
      );
      const turn = (n % 2 === 0 ? 20 : 500) * (2 * draw() - 1);
      const down_m = 20 + 0.24 * draw() - 0.12;
      const b = ball({ id: "b", mass_kg: BALL_KG, at: [0.85, 0, down_m], rate_degps: [0, turn, 0] }, { mu, e });
      const impact = meeting(a, b, 0.4);
      const K = mobility(a, b, impact);
      // Axes: n from the second to the first, t along x turned by it.
      const normal = impact.normal;
      const t = cross([0, 1, 0], normal);
      const [wtt, wtn, wnn] = [dot(t, times(K, t)), dot(t, times(K, normal)), dot(normal, times(K, normal))];
      const v = slipOf(impact.before, impact.point);
      const { pt, pn, words } = planar({ wtt, wtn, wnn, vt: dot(t, v), vn: dot(normal, v), mu, e });
      seen.add(words);
      const impulse = plus(
        t.map((value) => pt * value),
        normal,
        pn,
      );
      expect([n, words, errorOf(a, b, impact, impulse) < NEAR]).toEqual([n, words, true]);
    }
    expect([...seen].sort()).toEqual(["slips", "slips, sticks", "slips, turns round"]);
  });
});

interface Planar {
  readonly wtt: number;
  readonly wtn: number;
  readonly wnn: number;
  readonly vt: number;
  readonly vn: number;
  readonly mu: number;
  readonly e: number;
}

/** Impulse of one point in a plane: stretches in which velocities change in proportion to the normal impulse. */
function planar({ wtt, wtn, wnn, vt, vn, mu, e }: Planar): { pt: number; pn: number; words: string } {
  const words: string[] = [];
  let [ut, un, pt, pn] = [vt, vn, 0, 0];
  // Work that the normal impulse has taken, and what it has to give back.
  let taken = 0;
  let owed = Number.NaN;
  for (let stretch = 0; stretch < 6; stretch++) {
    const holding = -wtn / wtt;
    const sticks = ut === 0 && Math.abs(holding) <= mu;
    const ratio = sticks ? holding : -mu * Math.sign(ut === 0 ? wtn : ut);
    const word = sticks ? "sticks" : ut * vt > 0 ? "slips" : "turns round";
    if (words.at(-1) !== word) words.push(word);
    const [at, an] = [sticks ? 0 : wtt * ratio + wtn, wnn + wtn * ratio];
    const halt = at * ut < 0 ? -ut / at : Number.POSITIVE_INFINITY;
    // To the end of the compression, or to un x + an x² / 2 = owed.
    const end = un < 0 ? -un / an : (2 * owed) / (un + Math.sqrt(un * un + 2 * an * owed));
    const x = Math.min(halt, end);
    const work = un * x + (an * x * x) / 2;
    const isCompressed = un < 0 && end <= halt;
    const isOver = un >= 0 && end <= halt;
    if (un < 0) taken -= work;
    else owed -= work;
    pn += x;
    pt += ratio * x;
    ut = halt <= end ? 0 : at === 0 ? ut : ut + at * x;
    un = isCompressed ? 0 : un + an * x;
    if (isCompressed) owed = e * e * taken;
    if (isOver) return { pt, pn, words: words.join(", ") };
  }
  throw new Error("the impact does not end");
}
