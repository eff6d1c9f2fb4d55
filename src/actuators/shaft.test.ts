import { expect, test } from "vitest";
import { ask, commandFor, thrusterOf } from "./test/thrusters.ts";

const BASE = 'model="bilinear" c1="0.01" maxSpeed_radps="20"';

test("without a lag the shaft turns at the command at once, within its limits, and has no state", () => {
  const model = thrusterOf(BASE);
  expect(model.states).toBe(0);
  expect(ask(model, 7).speed_radps).toBe(7);
  expect(ask(model, 35).speed_radps).toBe(20);
  expect(ask(model, -35).speed_radps).toBe(-20);
  expect(thrusterOf(`${BASE} shaftLag_s="0.2" shaft="instantaneous"`).states).toBe(0);
});

test("asked for 35 rad/s, the shaft covers 1 − 1/e of the 20 it can do in one time constant", () => {
  const model = thrusterOf(`${BASE} shaftLag_s="0.25"`);
  const steps = 10_000;
  const h_s = 0.25 / steps;
  let w = 0;
  for (let i = 0; i < steps; i++) w += h_s * ask(model, 35, 0, 1000, [w]).rates[0];
  // Explicit Euler is off by 20 / (2 e · 10⁴) ≈ 4e-4 rad/s; toBeCloseTo(…, 3) allows 5e-4.
  expect(w).toBeCloseTo(20 * (1 - Math.exp(-1)), 3);
});

test("with a rate limit of 40 rad/s² the shaft climbs straight to 20 − 40 · 0.25 = 10 rad/s, at 0.25 s, then exponentially", () => {
  const model = thrusterOf(`${BASE} shaftLag_s="0.25" maxAcceleration_radps2="40"`);
  expect(ask(model, 20, 0, 1000, [0]).rates[0]).toBe(40);
  expect(ask(model, -20, 0, 1000, [0]).rates[0]).toBe(-40);
  // Explicit Euler with 10⁵ steps per time constant is exact on the straight part, and 10 / (2 e · 10⁵) ≈ 2e-5 off on the
  // exponential one.
  let w = 0;
  for (let i = 0; i < 200_000; i++) {
    w += 2.5e-6 * ask(model, 20, 0, 1000, [w]).rates[0];
    if (i === 99_999) expect(w).toBeCloseTo(10, 3);
  }
  expect(w).toBeCloseTo(20 - 10 * Math.exp(-1), 3);
});

test("commands inside the dead zone leave the shaft at rest, those outside are met unshortened", () => {
  const model = thrusterOf(`${BASE} deadZone_radps="3"`);
  for (const command of [0, 1, 2.99, -2.99]) expect(ask(model, command).thrust_N).toBeCloseTo(0, 12);
  expect(ask(model, 3).speed_radps).toBe(3);
  expect(ask(model, -5).speed_radps).toBe(-5);
});

test("a thrust that only the dead zone could give is commanded as rest or as the zone's edge, whichever is nearer", () => {
  const model = thrusterOf(`${BASE} deadZone_radps="3"`);
  // The edge gives 0.01 · 9 = 0.09 N; half of it is the watershed.
  expect(commandFor(model, 0.044)).toBe(0);
  expect(commandFor(model, 0.046)).toBe(3);
  expect(commandFor(model, -0.046)).toBe(-3);
  expect(commandFor(model, 0.16)).toBeCloseTo(4, 12);
});
