import { expect, test } from "vitest";
import { Rk4, rotateInto, rotationFromQuaternionInto, SemiImplicitEuler } from "../../math/index.ts";
import { STATE } from "../body.ts";
import { FossenHull } from "../fossen-hull.ts";
import type { HeldName } from "../hold.ts";
import { addPushInto } from "../push.ts";
import { noFins, noThrusters, randomBody, stateOf, weightless } from "../test/bodies.ts";
import { VehicleSystem, type VehicleSystemOptions } from "../vehicle-system.ts";
import { WATER } from "../water.ts";
import { Line, type LineParameters } from "./line.ts";
import { type LineEnd, TetheredBodies } from "./tethered-bodies.ts";

const LINE: LineParameters = {
  ...{ length_m: 10, diameter_m: 0.01, mass_kgpm: 0.1, axialStiffness_N: 2000, axialDamping_Ns: 0 },
  ...{ normalDrag: 1.2, tangentialDrag: 0.02, addedMass: 1, segments: 5 },
};
const zeros = (n: number): number[] => new Array<number>(n).fill(0);

function vehicle(
  path: string,
  hull: FossenHull,
  start: { p?: readonly number[]; q?: readonly number[]; V?: readonly number[] },
  options: Partial<VehicleSystemOptions> = {},
  hold: readonly HeldName[] = [],
): VehicleSystem {
  const integrator = new Rk4(400);
  return new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins, hold },
    {
      ...{ path, step_ns: 10_000_000, integrator, gravity_mps2: 9.81, density_kgpm3: 0, ...options },
      initialInto(x, at) {
        x.set(start.p ?? [0, 0, 0], at + STATE.p);
        x.set(start.q ?? [1, 0, 0, 0], at + STATE.q);
        x.set(start.V ?? zeros(6), at + STATE.V);
      },
    },
  );
}

function joined(
  vehicles: readonly VehicleSystem[],
  p: LineParameters,
  from: LineEnd,
  to: LineEnd,
  gravity_mps2 = 9.81,
): TetheredBodies {
  return new TetheredBodies(vehicles, [{ path: "line", line: new Line(p, gravity_mps2), from, to }], {
    ...{ path: "pair", step_ns: 10_000_000, integrator: new Rk4(400) },
  });
}

function startOf(group: TetheredBodies): Float64Array {
  const x = new Float64Array(group.size);
  group.initialInto(x, 0);
  return x;
}

function run(group: TetheredBodies, x: Float64Array, step_s: number, steps: number): void {
  const rk4 = new Rk4(group.size);
  for (let k = 0; k < steps; k++) rk4.step(group, x, 0, Float64Array.of(k * step_s, step_s));
}

/** Rigid bodies without added mass, off-centre, fast and turning. */
const rigid = [11, 12].map((seed) => {
  const { parameters } = randomBody(seed);
  return { ...parameters, addedMass: zeros(36) };
});

function spinningPair(): TetheredBodies {
  const [a, b] = rigid.map((parameters) => new FossenHull(parameters, weightless));
  const vehicles = [
    vehicle("a", a!, { p: [0, 0, 40], V: [0.5, -0.3, 0.2, 0.4, -0.3, 0.5] }),
    vehicle("b", b!, { p: [9, 3, 41], q: [0.5, 0.5, -0.5, 0.5], V: [-0.8, 0.6, 0.1, -0.2, 0.6, 0.3] }),
  ];
  return joined(vehicles, LINE, { member: 0, point_m: [0.8, 0.2, -0.1] }, { member: 1, point_m: [-0.6, 0, 0.3] });
}

/** Linear momentum, angular momentum about the origin of N, and kinetic, elastic and potential energy of bodies and line. */
function balance(group: TetheredBodies, x: Float64Array): { P: number[]; L: number[]; E: number } {
  const P = zeros(3);
  const L = zeros(3);
  let E = 0;
  const add = (mass: number, r: ArrayLike<number>, v: ArrayLike<number>): void => {
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      P[i]! += mass * v[i]!;
      L[i]! += mass * (r[j]! * v[k]! - r[k]! * v[j]!);
      E += 0.5 * mass * v[i]! * v[i]!;
    }
  };
  rigid.forEach(({ mass_kg, cg_m, inertia_kgm2 }, m) => {
    const at = group.vehicleAt[m]!;
    const [u, v, w, p, q, r] = x.slice(at + STATE.V, at + STATE.V + 6) as unknown as number[];
    const [X, Y, Z] = cg_m as number[];
    const cg = Float64Array.of(X!, Y!, Z!);
    const vcm = Float64Array.of(u! + q! * Z! - r! * Y!, v! + r! * X! - p! * Z!, w! + p! * Y! - q! * X!);
    const omega = [p!, q!, r!];
    const spin = new Float64Array(3);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) spin[i]! += inertia_kgm2[3 * i + j]! * omega[j]!;
    E += 0.5 * spin.reduce((sum, value, i) => sum + value * omega[i]!, 0);
    for (const vector of [cg, vcm, spin]) rotateInto(vector, 0, x, at + STATE.q, vector, 0);
    add(
      mass_kg,
      cg.map((value, i) => value + x[at + i]!),
      vcm,
    );
    for (let i = 0; i < 3; i++) L[i]! += spin[i]!;
  });
  const ends = new Float64Array(22);
  group.lineEndsInto(ends, 0, 0, x, 0, new Float64Array(1));
  const { segments: n, length_m, mass_kgpm, axialStiffness_N } = LINE;
  const l0 = length_m / n;
  const s = group.lineAt[0]!;
  const node = (k: number): ArrayLike<number> =>
    k === 0 ? ends.slice(0, 3) : k === n ? ends.slice(11, 14) : x.slice(s + 3 * (k - 1), s + 3 * k);
  for (let k = 1; k < n; k++) {
    const v = s + 3 * (n - 1) + 3 * (k - 1);
    add(mass_kgpm * l0, node(k), x.slice(v, v + 3));
  }
  for (let k = 0; k <= n; k++) E -= mass_kgpm * l0 * (k === 0 || k === n ? 0.5 : 1) * 9.81 * node(k)[2]!;
  for (let k = 0; k < n; k++) {
    const [a, b] = [node(k), node(k + 1)];
    const l = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!);
    if (l > l0) E += (0.5 * axialStiffness_N * (l - l0) ** 2) / l0;
  }
  return { P, L, E };
}

test("two turning bodies and a line that jerks between them, in a vacuum: momentum changes by the line's weight alone, and energy stays", () => {
  const worst = [4000, 8000].map((steps) => {
    const group = spinningPair();
    const x = startOf(group);
    const before = balance(group, x);
    run(group, x, 4 / steps, steps);
    const after = balance(group, x);
    // The weight of all of it, its ends included: 1 kg · 9.81 m/s² · 4 s downwards.
    const P = after.P.map((value, i) => Math.abs(value - before.P[i]! - (i === 2 ? 9.81 * 4 : 0)));
    return { P: Math.max(...P), E: Math.abs(after.E - before.E), was: before, is: after };
  });
  const { P, E, was } = worst[1]!;
  // Of RK4 with ω h = 141 · 5e-4 = 0.07: (0.07)⁴/120 per radian of the springs' share, over 560 rad: 1e-4 of the joules in the springs;
  // corners where it becomes taut leave h³ T̈/12, some 1e-4 N·s. The bodies carry some 100 N·s and 100 J.
  expect(P).toBeLessThan(1e-6);
  expect(E).toBeLessThan(2e-2);
  expect(E).toBeLessThan(worst[0]!.E);
  expect(was.E).not.toBeCloseTo(0, 0);
});

test("and without weight, angular momentum about any point stays, too", () => {
  const [a, b] = rigid.map((parameters) => new FossenHull(parameters, weightless));
  const group = joined(
    [
      vehicle("a", a!, { p: [0, 0, 40], V: [-0.5, -0.3, 0.2, 0.4, -0.3, 0.5] }),
      vehicle("b", b!, { p: [9, 3, 41], q: [0.5, 0.5, -0.5, 0.5], V: [-0.8, 0.6, 0.1, -0.2, 0.6, 0.3] }),
    ],
    LINE,
    { member: 0, point_m: [0.8, 0.2, -0.1] },
    { member: 1, point_m: [-0.6, 0, 0.3] },
    0,
  );
  const x = startOf(group);
  const before = balance(group, x);
  const speed = x[STATE.V]!;
  run(group, x, 5e-4, 8000);
  const after = balance(group, x);
  // As above; 1e-6 N·s at 40 m from the origin is 4e-5 N·m·s.
  for (let i = 0; i < 3; i++) {
    expect(Math.abs(after.P[i]! - before.P[i]!)).toBeLessThan(1e-6);
    expect(Math.abs(after.L[i]! - before.L[i]!)).toBeLessThan(4e-5);
  }
  // The line has done something.
  expect(Math.abs(x[STATE.V]! - speed)).toBeGreaterThan(0.1);
});

test("bodies on a slack line without weight move as each of them alone, to the last bit", () => {
  const [a, b] = rigid.map((parameters) => new FossenHull(parameters, weightless));
  const make = (): VehicleSystem[] => [
    vehicle("a", a!, { p: [0, 0, 40], V: [0.1, 0, 0, 0.4, -0.3, 0.5] }),
    vehicle("b", b!, { p: [5, 3, 41], V: [0, 0.1, 0.1, -0.2, 0.6, 0.3] }),
  ];
  // Of one segment: nodes between would lag behind the ends, and be pulled along.
  const p = { ...LINE, segments: 1 };
  const group = joined(make(), p, { member: 0, point_m: [0.8, 0, 0] }, { member: 1, point_m: [0, 0, 0] }, 0);
  const x = startOf(group);
  run(group, x, 0.01, 300);
  for (const [m, system] of make().entries()) {
    const alone = stateOf(system);
    const rk4 = new Rk4(400);
    for (let k = 0; k < 300; k++) rk4.step(system, alone, 0, Float64Array.of(k * 0.01, 0.01));
    const at = group.vehicleAt[m]!;
    expect(alone.every((value, i) => value === x[at + i])).toBe(true);
  }
});

/** A ball of 50 kg without buoyancy, centred in Bo, with quadratic drag where it is given. */
function ball(drag_kgpm: number): FossenHull {
  const quadraticDamping = zeros(36);
  for (let i = 0; i < 3; i++) quadraticDamping[7 * i] = drag_kgpm;
  const parameters = {
    ...{ mass_kg: 50, volume_m3: 0, cg_m: zeros(3), cb_m: zeros(3), inertia_kgm2: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    ...{ addedMass: zeros(36), linearDamping: zeros(36), quadraticDamping },
  };
  return new FossenHull(parameters, weightless);
}

test("a ball on a line from a fixed point swings with ω² = g/(L + m g L/EA), as a pendulum does", () => {
  // Of one segment, whose own weight, 0.01 N, half pulls at the ball. The ball's weight is a push of m g.
  const p = { ...LINE, segments: 1, mass_kgpm: 1e-4, axialStiffness_N: 5e4, length_m: 4 };
  const weight_N = 50 * 9.81;
  const sunk_m = 4 * (1 + weight_N / 5e4);
  const ball50 = vehicle("ball", ball(0), { p: [1e-3, 0, sunk_m] }, { pushes: true });
  const group = joined([ball50], p, { member: -1, point_m: [0, 0, 0] }, { member: 0, point_m: [0, 0, 0] });
  const x = startOf(group);
  addPushInto(x, ball50.pushAt, 1, "N", [0, 0, weight_N], zeros(3), zeros(3));
  const omega = Math.sqrt(9.81 / sunk_m);
  const steps = 4000;
  run(group, x, Math.PI / omega / steps, steps);
  // Half a period on it stands on the other side: (1e-3/4)²/16 of the phase, 4e-9; 2e-4 kg of the half line against 50 kg, 2e-6 in ω:
  // phase π · 2e-6, whose cosine is 1 − 2e-11. 1e-3 m · 1e-6 covers the coupling with the bounce of 1e-7 m.
  expect(Math.abs(x[0]! + 1e-3)).toBeLessThan(1e-8);
});

test("towed at a steady speed, the tug pulls against the ball's drag and the line's: U = √(F/(k₁ + k₂ + ½ ρ π d L C_t))", () => {
  const rho = 1000;
  // As heavy as water, so that the line lies straight.
  const p = { ...LINE, mass_kgpm: rho * 0.25 * Math.PI * 1e-4, axialDamping_Ns: 10, tangentialDrag: 0.05 };
  const options = { pushes: true, density_kgpm3: rho };
  const tug = vehicle("tug", ball(30), { p: [10.5, 0, 50] }, options);
  const towed = vehicle("towed", ball(20), { p: [0, 0, 50] }, options);
  const group = joined([tug, towed], p, { member: 0, point_m: [-0.2, 0, 0] }, { member: 1, point_m: [0.3, 0, 0] });
  const x = startOf(group);
  addPushInto(x, group.vehicleAt[0]! + tug.pushAt, 1, "B", [80, 0, 0], zeros(3), zeros(3));
  const line_kgpm = 0.5 * rho * Math.PI * 0.01 * 10 * 0.05;
  const speed_mps = Math.sqrt(80 / (30 + 20 + line_kgpm));
  run(group, x, 0.002, 30_000);
  // Settled to e^(−2 k U t/m) of all, 60 s at 0.9 1/s: e^−50.
  expect(Math.abs(x[STATE.V]! / speed_mps - 1)).toBeLessThan(1e-10);
  const status = new Float64Array(4);
  group.lineStatusInto(status, 0, 0, x, 0, new Float64Array(1));
  expect(Math.abs(status[0]! / ((20 + line_kgpm) * speed_mps ** 2) - 1)).toBeLessThan(1e-10);
  expect(Math.abs(status[1]! / (20 * speed_mps ** 2) - 1)).toBeLessThan(1e-10);
});

test("in a current that moves with both, nothing is towed: the water of each end moves the line with them", () => {
  const options = { density_kgpm3: 1000 };
  const p = { ...LINE, mass_kgpm: 1000 * 0.25 * Math.PI * 1e-4 };
  const vehicles = [
    vehicle("a", ball(30), { p: [0, 0, 50], V: [0.4, 0.2, 0, 0, 0, 0] }, options),
    vehicle("b", ball(30), { p: [8, 0, 50], V: [0.4, 0.2, 0, 0, 0, 0] }, options),
  ];
  const group = joined(vehicles, p, { member: 0, point_m: zeros(3) }, { member: 1, point_m: zeros(3) });
  const x = startOf(group);
  for (const [m, { waterAt }] of vehicles.entries())
    x.set([0.4, 0.2, 0], group.vehicleAt[m]! + waterAt + WATER.current);
  const start = x.slice();
  run(group, x, 0.01, 500);
  // 5 s of 0.4 and 0.2 m/s; the line's weight cancels to rounding.
  const s = group.lineAt[0]!;
  for (let k = 0; k < 4; k++) {
    expect(Math.abs(x[s + 3 * k]! - start[s + 3 * k]! - 2)).toBeLessThan(1e-9);
    expect(Math.abs(x[s + 3 * k + 1]! - start[s + 3 * k + 1]! - 1)).toBeLessThan(1e-9);
  }
});

test("what a sensor feels is what moves the body: accelerations with the line's pull, asked for before or after the step's own", () => {
  const group = spinningPair();
  const x = startOf(group);
  run(group, x, 0.001, 700);
  const dx = new Float64Array(group.size);
  const time = Float64Array.of(0.7);
  for (const m of [0, 1]) {
    const sampled = group.sampledRates(m, x, 0, time).slice(0, 13);
    group.derivativesInto(dx, x, 0, time);
    expect([...dx.slice(group.vehicleAt[m], group.vehicleAt[m]! + 13)]).toEqual([...sampled]);
  }
  const alone = group.vehicles[0]!.sampledRates(x, 0, time);
  expect(Math.abs(dx[STATE.V]! - alone[STATE.V]!)).toBeGreaterThan(1e-3);
});

test("a body held in depth and attitude gives way to a line only in what is free", () => {
  const [first] = rigid.map((parameters) => new FossenHull(parameters, weightless));
  const held = vehicle("a", first!, { p: [9.5, 1, 40] }, {}, ["depth", "roll", "pitch", "heading"]);
  // Straight, stretched by 2 %, from a point above and aside.
  const group = joined([held], LINE, { member: -1, point_m: [0, 0, 36.2] }, { member: 0, point_m: [0, 0, 0] });
  const x = startOf(group);
  const dx = new Float64Array(group.size);
  group.derivativesInto(dx, x, 0, new Float64Array(1));
  const [u, v, w, p, q, r] = dx.slice(STATE.V, STATE.V + 6);
  for (const none of [w, p, q, r]) expect(Math.abs(none!)).toBeLessThan(1e-12);
  // M u̇ = F in the plane, since all rotation is held: the mass alone counts.
  const F = new Float64Array(4);
  group.lineStatusInto(F, 0, 0, x, 0, new Float64Array(1));
  const stretched = Math.hypot(9.5, 1, 3.8);
  const T = 2000 * (stretched / 10 - 1);
  expect(u! * rigid[0]!.mass_kg).toBeCloseTo((-T * 9.5) / stretched, 9);
  expect(v! * rigid[0]!.mass_kg).toBeCloseTo((-T * 1) / stretched, 9);
  run(group, x, 0.005, 400);
  expect(x[2]).toBe(40);
  const R = new Float64Array(9);
  rotationFromQuaternionInto(R, 0, x, STATE.q);
  expect([...R]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
});

test("held inputs are states here, and no method moves them; semi-implicit Euler is refused", () => {
  const group = spinningPair();
  const x = startOf(group);
  const { size, held } = group.vehicles[1]!;
  const at = group.vehicleAt[1]! + size;
  for (let i = 0; i < held; i++) x[at + i]! += 0;
  const before = x.slice(at, at + held);
  run(group, x, 0.01, 50);
  expect(x.slice(at, at + held)).toEqual(before);
  expect(() => new TetheredBodies([], [], { path: "pair", step_ns: 1, integrator: new SemiImplicitEuler(1) })).toThrow(
    "semi-implicit-euler does not serve lines",
  );
});
