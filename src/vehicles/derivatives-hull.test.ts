import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { MOTION } from "../actuators/index.ts";
import { multiply6Into, Rk4, rotationFromRpyInto, rpyFromQuaternionInto } from "../math/index.ts";
import {
  addedMassInto,
  DERIVATIVE,
  type Derivatives,
  DerivativesHull,
  type DerivativesHullParameters,
  idealCrossTerms,
} from "./derivatives-hull.ts";
import { FossenHull } from "./fossen-hull.ts";
import type { BodyForce, HullModel } from "./hull-model.ts";
import { HullDriver, motionRecord, submergedBody } from "./test/hull-driver.ts";
import { PRESTERO_ESTIMATED, PRESTERO_FIN_POST_M, presteroBody } from "./test/prestero.ts";

const RHO = 1030;
const G = 9.81;
const weightless: BodyForce = { addForce() {} };
const level = new Float64Array(9);
rotationFromRpyInto(level, 0, 0, 0, 0);
const none = new Float64Array(0);

function forceOf(hull: HullModel, motion: Float64Array, commands: readonly number[] = [0, 0, 0]): Float64Array {
  const F = new Float64Array(6);
  hull.addForce(F, none, 0, motion, none, 0, Float64Array.from(commands), 0, 0);
  return F;
}

const six = fc.tuple(...Array.from({ length: 6 }, () => uniform(-2, 2)));
const three = fc.tuple(...Array.from({ length: 3 }, () => uniform(-2, 2)));

/** A body with two planes of symmetry and no lift: added mass, and the cross terms of ideal flow. */
const idealBody = fc
  .record({
    linear: fc.tuple(uniform(1, 40), uniform(1, 40), uniform(1, 40)),
    angular: fc.tuple(uniform(0.1, 5), uniform(2, 10), uniform(2, 10)),
    coupling: fc.tuple(uniform(-1, 1), uniform(-1, 1)),
    cg_m: fc.tuple(uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1)),
  })
  .map(({ linear, angular, coupling, cg_m }): DerivativesHullParameters => {
    const addedMass: Derivatives = {
      Xudot: -linear[0],
      Yvdot: -linear[1],
      Zwdot: -linear[2],
      Kpdot: -angular[0],
      Mqdot: -angular[1],
      Nrdot: -angular[2],
      Yrdot: coupling[0],
      Nvdot: coupling[0],
      Zqdot: coupling[1],
      Mwdot: coupling[1],
    };
    return {
      mass_kg: 30,
      volume_m3: 0.03,
      cg_m,
      cb_m: [0.05, -0.02, 0.01],
      inertia_kgm2: [0.5, 0.01, 0.02, 0.01, 4, 0.03, 0.02, 0.03, 5],
      derivatives: { ...addedMass, ...idealCrossTerms(addedMass) },
    };
  });

describe("the momentum form", () => {
  test("with the cross terms of ideal flow the hull is Fossen's with the same added mass, in any current", () => {
    const zeros = new Array<number>(36).fill(0);
    fc.assert(
      fc.property(idealBody, six, three, (p, V, current) => {
        const addedMass = new Float64Array(36);
        addedMassInto(addedMass, 0, p.derivatives);
        const fossen = new FossenHull(
          { ...p, addedMass: [...addedMass], linearDamping: zeros, quadraticDamping: zeros },
          weightless,
        );
        const ours = new DerivativesHull(p, weightless);
        const Vr = V.map((value, i) => value - (current[i] ?? 0));
        const motion = motionRecord(level, V, Vr, RHO, G);
        motion.set([0.3, -0.2, 0.1], MOTION.waterAcceleration);
        const expected = forceOf(fossen, motion);
        // Without derivatives of fins and a propeller it has no commands, and reads none.
        expect(ours.commands).toBe(0);
        const F = forceOf(ours, motion, []);
        expect([...ours.mass6]).toEqual([...fossen.mass6]);
        for (let i = 0; i < 6; i++) {
          // Sums of some ten terms of up to 40 kg · 4 m/s · 2 rad/s = 320 N, whose last bit is 6e-14 N.
          expect(Math.abs(F[i]! - expected[i]!)).toBeLessThan(1e-12);
        }
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test("ideal cross terms do no work, so nothing is gained by tumbling", () => {
    fc.assert(
      fc.property(idealBody, six, (p, V) => {
        const F = forceOf(new DerivativesHull(p, weightless), motionRecord(level, V, V, RHO, G));
        const power_W = V.reduce((sum, value, i) => sum + value * F[i]!, 0);
        // Six products of up to 1 kN m/s cancel.
        expect(Math.abs(power_W)).toBeLessThan(1e-10);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("of a pair of couplings that differ in print the mean is used, and M stays symmetric", () => {
    const A = new Float64Array(36);
    addedMassInto(A, 0, { ...PRESTERO_ESTIMATED, Nvdot: 1.95, Mwdot: -1.91 });
    expect(A[11]).toBe(-0.5 * (1.93 + 1.95));
    expect(A[31]).toBe(A[11]);
    expect(A[16]).toBe(0.5 * (1.93 + 1.91));
    expect(A[26]).toBe(A[16]);
    // Where it is asked for, over whatever was there.
    const wide = new Float64Array(42).fill(Number.NaN);
    addedMassInto(wide, 3, { ...PRESTERO_ESTIMATED, Nvdot: 1.95, Mwdot: -1.91 });
    expect([...wide]).toEqual([
      ...new Array<number>(3).fill(Number.NaN),
      ...A,
      ...new Array<number>(3).fill(Number.NaN),
    ]);
  });
});

describe("a body and moving water", () => {
  test("carried along and not turning, it feels no hydrodynamic force at any attitude", () => {
    const hull = new DerivativesHull(presteroBody(0.0196), weightless);
    const R = new Float64Array(9);
    const angle = uniform(-3, 3);
    fc.assert(
      fc.property(three, angle, angle, angle, (v, roll, pitch, yaw) => {
        rotationFromRpyInto(R, 0, roll, pitch, yaw);
        const motion = motionRecord(R, [...v, 0, 0, 0], [0, 0, 0, 0, 0, 0], RHO, G);
        // 1e-12 of the 1.62 N of drag at 1 m/s; what is left is the rounding of v × m v.
        for (const f of forceOf(hull, motion)) expect(Math.abs(f)).toBeLessThan(1e-12 * 1.62);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test("turning in a current, a body without linear-angular coupling keeps zero relative velocity for 100 s", () => {
    const { Yrdot, Nvdot, Zqdot, Mwdot, Yrr, Zqq, ...uncoupled } = PRESTERO_ESTIMATED;
    const addedMass = { Xudot: -0.93, Yvdot: -35.5, Zwdot: -35.5, Kpdot: -0.0141, Mqdot: -4.88, Nrdot: -4.88 };
    const hull = new DerivativesHull(
      presteroBody(0, { ...uncoupled, ...idealCrossTerms(addedMass), Xprop: 0, Kprop: 0 }),
      weightless,
    );
    const current = [0.4, -0.3, 0.2];
    const system = new HullDriver(hull, { density_kgpm3: RHO, gravity_mps2: G, current_N_mps: current });
    const rk4 = new Rk4(system.size + system.held);
    const x = system.initialState();
    x.set([...current, 0.3, 0.2, -0.25], 7);
    const span = Float64Array.of(0, 0.02);
    const dx = new Float64Array(system.size);
    for (let step = 0; step < 5000; step++) rk4.step(system, x, 0, span);
    system.derivativesInto(dx, x, 0, span);
    // RK4 at 0.02 s turns the velocity with (0.5 rad/s · 0.02 s)⁵ / 120 of error per step, 1e-12 · 5000 in the end.
    for (let i = 0; i < 3; i++) expect(Math.abs(system.motion[MOTION.Vr + i]!)).toBeLessThan(1e-9);
    for (let i = 0; i < 3; i++) expect(Math.abs(dx[i]! - current[i]!)).toBeLessThan(1e-9);
  });

  test("a body of the water's density is carried by accelerating water exactly", () => {
    const p = presteroBody(0);
    const hull = new DerivativesHull(p, weightless);
    const motion = motionRecord(level, [1, 2, 3, 0, 0, 0], [0, 0, 0, 0, 0, 0], RHO, G);
    const a = [0.5, -0.7, 0.9];
    motion.set(a, MOTION.currentRate);
    motion.set(a, MOTION.waterAcceleration);
    const rate = new Float64Array(6);
    multiply6Into(rate, 0, hull.massInverse6, 0, forceOf(hull, motion), 0);
    // The inverse of a matrix with a condition number of some 1e3.
    [...a, 0, 0, 0].forEach((value, i) => {
      expect(Math.abs(rate[i]! - value)).toBeLessThan(1e-12);
    });
  });
});

/** A quarter turn about x of a force or motion: y to z, z to −y. */
function quarterTurn(a: ArrayLike<number>): number[] {
  return [a[0]!, -a[2]!, a[1]!, a[3]!, -a[5]!, a[4]!];
}

/** Largest change of the force when body and motion are rolled by 90°; 0 for a body of revolution with four equal fins. */
function asymmetry_N(derivatives: Derivatives): number {
  const hull = new DerivativesHull(presteroBody(0, { ...derivatives, Kprop: 0 }), weightless);
  let largest = 0;
  for (const V of [
    [1, 0.3, 0.2, 0.1, -0.4, 0.5],
    [1.5, -0.2, 0.6, -0.3, 0.2, 0.7],
    [0.5, 0.9, -0.1, 0.6, 0.3, -0.8],
  ]) {
    for (const [rudder, stern] of [
      [0, 0],
      [0.2, -0.1],
    ] as const) {
      const turned = quarterTurn(V);
      const F = forceOf(hull, motionRecord(level, V, V, RHO, G), [rudder, stern, 1]);
      // A rudder force +Y becomes +Z, for which the stern planes must be turned by −δ_r; −Z becomes +Y.
      const rolled = forceOf(hull, motionRecord(level, turned, turned, RHO, G), [stern, -rudder, 1]);
      quarterTurn(F).forEach((value, i) => {
        largest = Math.max(largest, Math.abs(value - rolled[i]!));
      });
    }
  }
  return largest;
}

describe("Prestero's set", () => {
  test("is that of a body of revolution with four equal fins: rolled by 90°, its force rolls with it", () => {
    // Sums of terms below 400 N.
    expect(asymmetry_N(PRESTERO_ESTIMATED)).toBeLessThan(1e-12);
  });

  test.each([
    ["Nuudr", 6.15],
    ["Yvv", -1310],
  ] as const)("is not such a body with the transcription %s = %d", (name, value) => {
    expect(asymmetry_N({ ...PRESTERO_ESTIMATED, [name]: value })).toBeGreaterThan(1);
  });

  test("mirrored from port to starboard, it behaves as before", () => {
    const hull = new DerivativesHull(presteroBody(0.0196), weightless);
    const mirror = [1, -1, 1, -1, 1, -1];
    fc.assert(
      fc.property(six, uniform(-0.2, 0.2), uniform(-0.2, 0.2), (V, rudder, stern) => {
        const image = V.map((value, i) => value * mirror[i]!);
        const F = forceOf(hull, motionRecord(level, V, V, RHO, G), [rudder, stern, 0]);
        const mirrored = forceOf(hull, motionRecord(level, image, image, RHO, G), [-rudder, stern, 0]);
        // Signs commute with rounding, but sums of mirrored terms need not cancel in the same order.
        for (let i = 0; i < 6; i++) expect(Math.abs(mirrored[i]! - mirror[i]! * F[i]!)).toBeLessThan(1e-11);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  test("its cross terms are those of ideal flow plus a fin pair of 9.64 kg/(m rad) at −0.638 m, to the printed digits", () => {
    const ideal = idealCrossTerms(PRESTERO_ESTIMATED) as Record<string, number>;
    const x = PRESTERO_FIN_POST_M;
    const fin = 9.64;
    const fins: Record<string, number> = { Yur: -fin * x, Zuq: fin * x, Muq: -fin * x * x, Nur: -fin * x * x };
    // Three digits are printed: half a unit of the last is 0.005, or 0.05 where the value is above 10, and each sum has
    // two such terms. Yuv, Zuw, Muw, Nuv hold body lift besides, and are left to the next test.
    for (const name of Object.keys(ideal)) {
      if (["Yuv", "Zuw", "Muw", "Nuv"].includes(name)) continue;
      const printed = (PRESTERO_ESTIMATED as Record<string, number>)[name] ?? 0;
      expect(Math.abs(printed - ideal[name]! - (fins[name] ?? 0)), name).toBeLessThan(0.02);
    }
  });

  test("what is left of Yuv and Nuv is the lift of the body: 18.96 kg/m, acting 0.233 m behind the centre", () => {
    const fin = 9.64;
    const ideal = idealCrossTerms(PRESTERO_ESTIMATED);
    const force = PRESTERO_ESTIMATED.Yuv! + fin;
    const moment = PRESTERO_ESTIMATED.Nuv! - ideal.Nuv! + fin * PRESTERO_FIN_POST_M;
    expect(force).toBeCloseTo(-18.96, 10);
    // N = x Y. −24.0 + 34.57 − 6.15 = 4.42 over −18.96; the printed digits of −24.0 leave 0.05 / 19 = 0.003 m.
    expect(Math.abs(moment / force + 0.233)).toBeLessThan(0.003);
  });

  test("a positive stern plane noses down, a positive rudder turns to port", () => {
    const hull = new DerivativesHull(presteroBody(0.0196), weightless);
    expect(hull.commands).toBe(3);
    const F = forceOf(hull, motionRecord(level, [1.5, 0, 0, 0, 0, 0], [1.5, 0, 0, 0, 0, 0], RHO, G), [0.1, 0.1, 0]);
    const uu = 1.5 * 1.5;
    // One product each.
    expect(F[1]).toBeCloseTo(9.64 * uu * 0.1, 12);
    expect(F[2]).toBeCloseTo(-9.64 * uu * 0.1, 12);
    expect(F[4]).toBeCloseTo(-6.15 * uu * 0.1, 12);
    expect(F[5]).toBeCloseTo(-6.15 * uu * 0.1, 12);
  });

  test("fins stop at their limit and the propeller between 0 and 1", () => {
    const hull = new DerivativesHull({ ...presteroBody(0), finLimit_rad: 0.2 }, weightless);
    const motion = motionRecord(level, [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], RHO, G);
    expect([...forceOf(hull, motion, [9, -9, 9])]).toEqual([...forceOf(hull, motion, [0.2, -0.2, 1])]);
    expect([...forceOf(hull, motion, [0, 0, -1])]).toEqual([...forceOf(hull, motion, [0, 0, 0])]);
  });

  test("without fins and propeller in the set, the hull takes no commands", () => {
    const { Yuudr, Zuuds, Muuds, Nuudr, Xprop, Kprop, ...bare } = PRESTERO_ESTIMATED;
    expect(new DerivativesHull(presteroBody(0, bare), weightless).commands).toBe(0);
  });

  /** The neutral vehicle, driven for a while with held commands; returns the state. */
  function drive(
    p: DerivativesHullParameters,
    commands: readonly number[],
    start: readonly number[],
    duration_s: number,
  ) {
    const hull = new DerivativesHull(p, submergedBody(p.mass_kg, p.volume_m3, p.cg_m, p.cb_m));
    const system = new HullDriver(hull, { density_kgpm3: RHO, gravity_mps2: G });
    const rk4 = new Rk4(system.size + system.held);
    const x = system.initialState();
    x[2] = 20;
    x.set(start, 7);
    x.set(commands, system.size);
    const span = Float64Array.of(0, 0.01);
    for (let step = 0; step < Math.round(duration_s / 0.01); step++) rk4.step(system, x, 0, span);
    const rpy = new Float64Array(3);
    rpyFromQuaternionInto(rpy, 0, x, 3);
    return { x, rpy };
  }

  test("from rest it gains speed as U tanh(t/T), U = √(3.86/1.62) = 1.5436 m/s, T = (m + 0.93) / (1.62 U) = 12.6 s", () => {
    const p = presteroBody(0, { ...PRESTERO_ESTIMATED, Kprop: 0 });
    const U = Math.sqrt(3.86 / 1.62);
    const T_s = (p.mass_kg + 0.93) / (1.62 * U);
    for (const t_s of [10, 40]) {
      const { x } = drive(p, [0, 0, 1], [0, 0, 0, 0, 0, 0], t_s);
      // RK4 with h = T/1260: an error of order (h/T)⁴ = 4e-13.
      expect(Math.abs(x[7]! - U * Math.tanh(t_s / T_s))).toBeLessThan(1e-11);
      expect(Math.abs(x[0]! - U * T_s * Math.log(Math.cosh(t_s / T_s)))).toBeLessThan(1e-10);
    }
  });

  test("it dives on a positive stern plane and turns to port on a positive rudder", () => {
    const p = presteroBody(0.0196);
    const dive = drive(p, [0, 0.05, 1], [1.5, 0, 0, 0, 0, 0], 5);
    expect(dive.rpy[1]).toBeLessThan(-0.02);
    expect(dive.x[2]).toBeGreaterThan(20.05);
    const turn = drive(p, [0.05, 0, 1], [1.5, 0, 0, 0, 0, 0], 5);
    expect(turn.rpy[2]).toBeLessThan(-0.05);
    expect(turn.x[1]).toBeLessThan(-0.05);
  });

  test("left alone it does not keep its course: Y_uv N_ur − N_uv (Y_ur − m) < 0, and a disturbance grows as the root says", () => {
    const p = presteroBody(0, { ...PRESTERO_ESTIMATED, Kprop: 0, Yvv: 0, Yrr: 0, Nvv: 0, Nrr: 0 });
    const d = PRESTERO_ESTIMATED as Required<Derivatives>;
    const U = Math.sqrt(d.Xprop / -d.Xuu);
    const m = p.mass_kg;
    const stability = d.Yuv * d.Nur - d.Nuv * (d.Yur - m);
    expect(stability).toBeLessThan(0);

    // Sway and yaw, linear about U: [m − Yv̇, −Yṙ; −Nv̇, Iz − Nṙ] [v̇; ṙ] = U [Yuv, Yur − m; Nuv, Nur] [v; r].
    const m11 = m - d.Yvdot;
    const m22 = 3.45 - d.Nrdot;
    const det = m11 * m22 - d.Yrdot * d.Nvdot;
    const trace = (U * (m22 * d.Yuv + d.Yrdot * d.Nuv + d.Nvdot * (d.Yur - m) + m11 * d.Nur)) / det;
    const product = (U * U * stability) / det;
    const root = trace / 2 + Math.sqrt((trace * trace) / 4 - product);
    expect(root).toBeGreaterThan(0);

    // 1e-6 m/s of sway; after 4 s the other root has died out: what is left of it, and the second order of the disturbance.
    const early = drive(p, [0, 0, 1], [U, 1e-6, 0, 0, 0, 0], 4).x;
    const late = drive(p, [0, 0, 1], [U, 1e-6, 0, 0, 0, 0], 5).x;
    expect(Math.log(late[12]! / early[12]!)).toBeCloseTo(root, 3);
  });
});

test("every derivative has its own place, from 0 without gaps", () => {
  const places = Object.values(DERIVATIVE).sort((a, b) => a - b);
  expect(places).toEqual(places.map((_, i) => i));
});

test("its log shows the commands in force, from wherever they are to wherever they belong", () => {
  const hull = new DerivativesHull(presteroBody(0.0196), weightless);
  expect(hull.outputs).toHaveLength(hull.commands);
  const out = new Float64Array(6).fill(Number.NaN);
  hull.outputValuesInto(out, 1, none, none, 0, Float64Array.of(9, 9, 0.1, -0.2, 0.7), 2);
  expect([...out]).toEqual([Number.NaN, 0.1, -0.2, 0.7, Number.NaN, Number.NaN]);
});
