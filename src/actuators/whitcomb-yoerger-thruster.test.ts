import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { ask, commandFor, thrusterOf } from "./test/thrusters.ts";
import { WhitcombYoergerThruster } from "./whitcomb-yoerger-thruster.ts";

const D = 0.25;
const R = D / 2;
const A = Math.PI * R * R;
const LENGTH_M = 0.15;
const p = { pitch: 0.8, area: 0.5, lift: 1.75, drag: 1.2, beta: 2 };
const ATTRIBUTES = `model="whitcomb-yoerger" diameter_m="${D}" pitchRatio="${p.pitch}" areaRatio="${p.area}"
  liftMax="${p.lift}" dragMax="${p.drag}" flowLength_m="${LENGTH_M}" maxSpeed_radps="130"`;
const instant = thrusterOf(ATTRIBUTES);
const lagging = thrusterOf(`${ATTRIBUTES} shaftLag_s="0.01"`);

/** The equations with their angles, as written in the header: (1) to (3). */
function blade(w: number, v: number, rho: number) {
  const v_t = 0.7 * R * w;
  const V2 = v * v + v_t * v_t;
  const theta = Math.atan2(v, v_t);
  const alpha = Math.atan(p.pitch / (0.7 * Math.PI)) - theta;
  const L = 0.5 * rho * p.area * A * V2 * p.lift * Math.sin(2 * alpha);
  const drag = 0.5 * rho * p.area * A * V2 * p.drag * (1 - Math.cos(2 * alpha));
  return {
    T: L * Math.cos(theta) - drag * Math.sin(theta),
    Q: 0.7 * R * (L * Math.sin(theta) + drag * Math.cos(theta)),
    lost: drag * Math.sqrt(V2),
  };
}

/** The steady thrust at rest per ρ and ω², by bisection on the equations with angles. */
function quasiStatic(): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 100; i++) {
    const v = 0.5 * (low + high);
    if (blade(1, v, 1).T > A * p.beta * v * v) low = v;
    else high = v;
  }
  return A * p.beta * low * low;
}

/** Thrusts at each step of explicit Euler, from rest, under a step of command. */
function stepResponse(model: typeof instant, command: number, inflow: number, h_s: number, steps: number): number[] {
  const x = new Array<number>(model.states).fill(0);
  const thrusts: number[] = [];
  for (let i = 0; i < steps; i++) {
    const at = ask(model, command, inflow, 1025, x);
    thrusts.push(at.thrust_N);
    for (let k = 0; k < x.length; k++) x[k] += h_s * at.rates[k];
  }
  return thrusts;
}

const speed = uniform(-120, 120);
const flow = uniform(-4, 4);

test("the form without angles equals the one with angles, in all four quadrants", () => {
  fc.assert(
    fc.property(speed, flow, flow, (w, v, u) => {
      const at = ask(instant, w, u, 1025, [v]);
      const { T, Q } = blade(w, v, 1025);
      // Forces below 5 kN to 12 digits; an angle of 1e-16 rad more or less is below that.
      expect(Math.abs(at.thrust_N - T)).toBeLessThan(1e-8);
      expect(Math.abs(at.torque_Nm + Q)).toBeLessThan(1e-9);
      const acceleration = (T - 1025 * A * p.beta * Math.abs(v) * (v - u)) / (1025 * A * LENGTH_M);
      expect(Math.abs(at.rates[0] - acceleration)).toBeLessThan(1e-7);
    }),
    { seed: 8 },
  );
});

test("power: the shaft gives what the water gets and what the drag of the blades eats, Q ω = T v + D V", () => {
  fc.assert(
    fc.property(speed, flow, (w, v) => {
      const at = ask(instant, w, 0, 1025, [v]);
      const { lost } = blade(w, v, 1025);
      // Powers below 100 kW, cancelling: 1e-6 W is 1e-11 of that.
      expect(Math.abs(-at.torque_Nm * w - at.thrust_N * v - lost)).toBeLessThan(1e-6);
      expect(lost).toBeGreaterThanOrEqual(0);
    }),
    { seed: 9 },
  );
});

test("a step of command settles at the quasi-static thrust ρ D⁴ K n²", () => {
  const steady = 1025 * quasiStatic() * 100 * 100;
  for (const model of [instant, lagging]) {
    const thrusts = stepResponse(model, 100, 0, 1e-4, 30_000);
    // 3 s are more than 20 time constants of flow and shaft; rounding is left.
    expect(thrusts[29_999]).toBeCloseTo(steady, 6);
    expect(model.maxThrust_N).toBeCloseTo(1000 * quasiStatic() * 130 * 130, 6);
    expect(model.minThrust_N).toBeCloseTo(-model.maxThrust_N, 10);
  }
});

test("before it settles the thrust overshoots: at once to ½ ρ S (0.7 R ω)² C_L sin 2φ, falling from there", () => {
  const thrusts = stepResponse(instant, 100, 0, 1e-4, 3000);
  const phi = Math.atan(p.pitch / (0.7 * Math.PI));
  const first = 0.5 * 1025 * p.area * A * (0.7 * R * 100) ** 2 * p.lift * Math.sin(2 * phi);
  expect(thrusts[0]).toBeCloseTo(first, 8);
  const steady = 1025 * quasiStatic() * 1e4;
  expect(first / steady).toBeGreaterThan(2);
  for (let i = 1; i < thrusts.length; i++) expect(thrusts[i]).toBeLessThan(thrusts[i - 1]);
});

test("a shaft faster than the flow still overshoots, first up and then down; one slower than the flow does not", () => {
  // At 30 rad/s the flow settles at some 0.6 m/s, with a time constant near ℓ / (2 Δβ v) ≈ 0.06 s.
  const steady = 1025 * quasiStatic() * 900;
  const thrusts = stepResponse(lagging, 30, 0, 1e-4, 10_000);
  const peak = Math.max(...thrusts);
  const at_s = 1e-4 * thrusts.indexOf(peak);
  expect(thrusts[0]).toBe(0);
  expect(peak / steady).toBeGreaterThan(1.2);
  expect(at_s).toBeGreaterThan(0.01);
  expect(at_s).toBeLessThan(0.06);
  const slow = stepResponse(thrusterOf(`${ATTRIBUTES} shaftLag_s="0.5"`), 30, 0, 1e-3, 5000);
  expect(Math.max(...slow) / steady).toBeLessThan(1.001);
});

test("with Δβ = 2 the steady thrust in an inflow obeys momentum theory, T = 2 ρ A v (v − u_a)", () => {
  const x = [0];
  let at = ask(instant, 100, 1.5, 1025, x);
  for (let i = 0; i < 40_000; i++) {
    at = ask(instant, 100, 1.5, 1025, x);
    x[0] += 1e-4 * at.rates[0];
  }
  expect(x[0]).toBeGreaterThan(1.5);
  expect(at.thrust_N).toBeCloseTo(2 * 1025 * A * x[0] * (x[0] - 1.5), 6);
  expect(at.thrust_N).toBeLessThan(1025 * quasiStatic() * 1e4);
});

test("reversed in everything, it gives the reverse; at rest in still water it gives nothing", () => {
  fc.assert(
    fc.property(speed, flow, flow, (w, v, u) => {
      const at = ask(instant, w, u, 1000, [v]);
      const mirrored = ask(instant, -w, -u, 1000, [-v]);
      expect(mirrored.thrust_N).toBeCloseTo(-at.thrust_N, 9);
      expect(mirrored.rates[0]).toBeCloseTo(-at.rates[0], 9);
    }),
    { seed: 10 },
  );
  const still = ask(instant, 0, 0, 1000, [0]);
  expect([still.thrust_N, still.torque_Nm + 0, still.rates[0]]).toEqual([0, 0, 0]);
});

test("the water column that is not given is that of a disc moving broadside: ρ A ℓ = 8/3 ρ R³", () => {
  const plain = thrusterOf(ATTRIBUTES.replace(/flowLength_m="[^"]*"/, ""));
  const at = ask(plain, 50, 0, 1000, [0]);
  expect(at.thrust_N / at.rates[0]).toBeCloseTo((8 / 3) * 1000 * R ** 3, 9);
});

test("a thrust against the inflow has its command, too: with v of |v| (v − u) = T/(ρ A Δβ) nothing changes, and T is the thrust", () => {
  const rho = 1025;
  for (const [T, u] of [
    [20, -1],
    [20, -3],
    [1, -2],
    [-15, 2],
  ] as const) {
    const s = Math.sign(T);
    // The positive root of v² − s u v − |T|/(ρ A Δβ) = 0, with the sign of T.
    const v = s * 0.5 * (s * u + Math.sqrt(u * u + (4 * Math.abs(T)) / (rho * A * p.beta)));
    const at = ask(instant, commandFor(instant, T, u, rho), u, rho, [v]);
    // Bisection to the last bits of a speed of up to 130 rad/s; thrust and acceleration move by some 1e-12 of themselves.
    expect(at.thrust_N, `${T} N at ${u} m/s`).toBeCloseTo(T, 9);
    expect(at.rates[0]).toBeCloseTo(0, 9);
  }
});

test("K of (5) is the steady thrust at rest per ρ D⁴ n²", () => {
  const dynamic = new WhitcombYoergerThruster({
    diameter_m: D,
    pitchRatio: p.pitch,
    areaRatio: p.area,
    liftMax: p.lift,
    dragMax: p.drag,
    flowLength_m: LENGTH_M,
    momentumRatio: p.beta,
    maxSpeed_radps: 130,
    maxThrust_N: undefined,
    handedness: 1,
    motorEfficiency: 1,
    idlePower_W: 0,
    shaft: undefined,
    shaftLag_s: undefined,
    maxAcceleration_radps2: undefined,
    deadZone_radps: 0,
  });
  // ω = 2π n: one bisection against another, of numbers near 0.3.
  expect(dynamic.kT).toBeCloseTo((quasiStatic() * 4 * Math.PI * Math.PI) / D ** 4, 13);
});

test("inside the dead zone the command is rest, or the edge from half of its thrust on: T goes with ω², 10 rad/s for what 7.1 would give", () => {
  const coarse = thrusterOf(`${ATTRIBUTES} deadZone_radps="10"`);
  const steady = (w: number): number => 1000 * quasiStatic() * w * w;
  const commands = [4, 7, 7.2, 9, 12].map((w) => commandFor(coarse, steady(w)));
  expect(commands.slice(0, 4)).toEqual([0, 0, 10, 10]);
  expect(commands[4]).toBeCloseTo(12, 9);
  expect(commandFor(coarse, -steady(7.2))).toBe(-10);
});
