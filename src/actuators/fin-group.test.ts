import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../library/index.ts";
import { FIN_DRIVE, FIN_DRIVE_SIZE, FinGroup, type FinModel, fin, finDefinitions } from "./fins.ts";
import { MOTION, MOTION_SIZE } from "./motion.ts";

const { definitions } = Definitions.create(finDefinitions);
const MODELS = ["finite-wing", "papers"] as const;
const DEG = Math.PI / 180;
const b = 0.1;
const c = 0.08;
const SLOPE = 1 / (1 / (1.8 * Math.PI) + 1 / (2.5 * Math.PI));

/** AR_e = 2 b/c = 2.5; without lag_s the deflection is the command. */
function load(model: (typeof MODELS)[number], more = ""): FinModel {
  const text = `<fin id="f" span_m="${b}" chord_m="${c}" zeroLiftDrag="0.015" stallAngle_deg="20" angleLimit_deg="180" ${more}>
    <provenance of="*" status="assumed"/></fin>`;
  const result = loadComponent(definitions, memoryReader({ "f.xml": text }), "f.xml", { models: { fin: model } });
  expect(result.diagnostics.map((d) => d.message)).toEqual([]);
  return createModel(definitions, result.component!, fin);
}

const [PLANE, RUDDER] = [
  [0, 0, 0],
  [90 * DEG, 0, 0],
] as const;
const part = uniform(-3, 3);
const turn = uniform(-Math.PI, Math.PI);

function groupForce(group: FinGroup, V: readonly number[], commands: readonly number[] = []): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  motion.set(V, MOTION.Vr);
  motion[MOTION.density] = 1000;
  const F = new Float64Array(6);
  const states = new Float64Array(Math.max(1, group.states));
  group.addForce(F, states.slice(), 0, motion, states, 0, Float64Array.of(...commands, 0, 0, 0, 0), 0);
  return F;
}

test("a stern plane deflected up lifts the stern and turns the bow down: Z < 0, M < 0; a rudder Y > 0, N < 0", () => {
  for (const name of MODELS) {
    const model = load(name);
    const plane = new FinGroup([{ model, position_m: [-0.638, 0, 0], attitude_rad: PLANE }]);
    const rudder = new FinGroup([{ model, position_m: [-0.638, 0, 0], attitude_rad: RUDDER }]);
    const Z = groupForce(plane, [1.5, 0, 0, 0, 0, 0], [0.1]);
    expect(Z[2]).toBeLessThan(0);
    // M = −x Z: the published −6.15 and −9.64 kg/rad of the REMUS 100 have the ratio 0.638 m.
    expect(Z[4]! / Z[2]!).toBeCloseTo(0.638, 12);
    const Y = groupForce(rudder, [1.5, 0, 0, 0, 0, 0], [0.1]);
    expect(Y[1]).toBeCloseTo(-Z[2]!, 12);
    expect(Y[5]! / Y[1]!).toBeCloseTo(-0.638, 12);
    expect(Math.abs(Y[2]!)).toBeLessThan(1e-12);
  }
});

test("pitching up by q, a plane at x = −0.8 m moves down through the water: α ≈ 0.8 q/u, lift up, moment against q", () => {
  const model = load("finite-wing");
  const group = new FinGroup([{ model, position_m: [-0.8, 0, 0], attitude_rad: PLANE }]);
  const [u, q] = [2, 0.1];
  const F = groupForce(group, [u, 0, 0, 0, q, 0]);
  const V = Math.hypot(u, 0.8 * q);
  const alpha = Math.atan2(0.8 * q, u);
  const C_L = SLOPE * alpha;
  const C_D = 0.015 + C_L ** 2 / (Math.PI * 0.9 * 2.5);
  const qS = 0.5 * 1000 * V * V * b * c;
  const Fz = -qS * (C_L * Math.cos(alpha) + C_D * Math.sin(alpha));
  expect(F[2]).toBeCloseTo(Fz, 12);
  expect(F[4]).toBeCloseTo(0.8 * Fz, 12);
  expect(F[4]).toBeLessThan(0);
});

test("yawing by r, a rudder at x = −0.8 m moves to port, is pushed to starboard, and brakes the turn", () => {
  const group = new FinGroup([{ model: load("finite-wing"), position_m: [-0.8, 0, 0], attitude_rad: RUDDER }]);
  const F = groupForce(group, [2, 0, 0, 0, 0, 0.1]);
  expect(F[1]).toBeGreaterThan(0);
  expect(F[5]).toBeLessThan(0);
});

test("rolling by p, planes at y = ±0.1 m lift against it on both sides, and together neither lift nor pitch", () => {
  const model = load("finite-wing");
  const group = new FinGroup([
    { model, position_m: [-0.8, 0.1, 0], attitude_rad: PLANE },
    { model, position_m: [-0.8, -0.1, 0], attitude_rad: PLANE },
  ]);
  const F = groupForce(group, [2, 0, 0, 0.5, 0, 0]);
  // The starboard plane moves down by 0.05 m/s and lifts up: K < 0.
  expect(F[3]).toBeLessThan(0);
  expect(Math.abs(F[2]!) + Math.abs(F[4]!)).toBeLessThan(1e-12);
});

test("a group is the sum of its fins at any place and attitude: force turned, moment r × f + M e_y", () => {
  const model = load("finite-wing", 'leadingEdgeFraction="0.2"');
  const place = fc.tuple(part, part, part);
  fc.assert(
    fc.property(
      place,
      fc.tuple(turn, turn, turn),
      fc.array(part, { minLength: 6, maxLength: 6 }),
      turn,
      (r, rpy, V, delta) => {
        const group = new FinGroup([{ model, position_m: r, attitude_rad: rpy }]);
        const F = groupForce(group, V, [delta]);
        const [phi, theta, psi] = rpy;
        // Columns of R_BS by hand: yaw, then pitch, then roll.
        const [cf, sf, ct, st, cp, sp] = [
          Math.cos(phi),
          Math.sin(phi),
          Math.cos(theta),
          Math.sin(theta),
          Math.cos(psi),
          Math.sin(psi),
        ];
        const e = [
          [cp * ct, sp * ct, -st],
          [cp * st * sf - sp * cf, sp * st * sf + cp * cf, ct * sf],
          [cp * st * cf + sp * sf, sp * st * cf - cp * sf, ct * cf],
        ];
        const cross = (a: readonly number[], g: readonly number[]): number[] => [
          a[1]! * g[2]! - a[2]! * g[1]!,
          a[2]! * g[0]! - a[0]! * g[2]!,
          a[0]! * g[1]! - a[1]! * g[0]!,
        ];
        const dot = (a: readonly number[], g: readonly number[]): number =>
          a[0]! * g[0]! + a[1]! * g[1]! + a[2]! * g[2]!;
        const spin = cross(V.slice(3), r);
        const v = [V[0]! + spin[0]!, V[1]! + spin[1]!, V[2]! + spin[2]!];
        const drive = new Float64Array(FIN_DRIVE_SIZE);
        drive[FIN_DRIVE.command] = delta;
        drive[FIN_DRIVE.density] = 1000;
        e.forEach((axis, k) => {
          drive[FIN_DRIVE.flow + k] = dot(axis, v);
        });
        model.evaluate(drive, new Float64Array(1), 0, new Float64Array(1), 0);
        const [Fx, , Fz, My] = drive.slice(FIN_DRIVE.force, FIN_DRIVE.force + 4);
        const f = [0, 1, 2].map((k) => e[0]![k]! * Fx! + e[2]![k]! * Fz!);
        const arm = cross(r, f);
        const want = [...f, ...arm.map((x, k) => x + My! * e[1]![k]!)];
        // Sums of a dozen products below 1e4; the angle of attack is rounded by 1e-15 or so.
        want.forEach((x, k) => {
          expect(Math.abs(F[k]! - x)).toBeLessThan(1e-8);
        });
      },
    ),
    { seed: 43, numRuns: 200 },
  );
});

test("each fin sees the water at its own place, in its own axes: at (1, 2, 3) m, V = (4, 5, 6), ω = (0.1, 0.2, 0.3), v + ω × r = (4, 5, 6)", () => {
  // ω ∥ r: the turning adds nothing there, and elsewhere ω × r.
  const model = load("finite-wing");
  const group = new FinGroup([
    { model, position_m: [1, 2, 3], attitude_rad: [0, 0, 0] },
    // ω × (1, 0, 0) = (0, 0.3, −0.2); yawed by 90°, x of the fin is to starboard and y aft.
    { model, position_m: [1, 0, 0], attitude_rad: [0, 0, Math.PI / 2] },
    // ω × (0, 1, 0) = (−0.3, 0, 0.1); rolled by 90°, y of the fin is down and z to port.
    { model, position_m: [0, 1, 0], attitude_rad: [Math.PI / 2, 0, 0] },
    // ω × (0, 0, 1) = (0.2, −0.1, 0); pitched up by 90°, x of the fin is up and z ahead.
    { model, position_m: [0, 0, 1], attitude_rad: [0, Math.PI / 2, 0] },
  ]);
  const motion = new Float64Array(MOTION_SIZE);
  motion.set([4, 5, 6, 0.1, 0.2, 0.3], MOTION.Vr);
  motion[MOTION.density] = 1000;
  const out = new Float64Array(4 * FIN_DRIVE_SIZE);
  group.outputsInto(out, 0, motion, new Float64Array(1), 0, new Float64Array(4), 0);
  [
    [4, 5, 6],
    [5.3, -4, 5.8],
    [3.7, 6.1, -5],
    [-6, 4.9, 4.2],
  ].forEach((flow, k) => {
    flow.forEach((value, i) => {
      expect(out[FIN_DRIVE_SIZE * k + FIN_DRIVE.flow + i], `fin ${k + 1}, axis ${i}`).toBeCloseTo(value, 14);
    });
  });
});

test("two equal fins at one place push twice as one, whatever the model", () => {
  for (const name of MODELS) {
    const one = { model: load(name), position_m: [-0.6, 0.1, 0], attitude_rad: PLANE };
    const V = [1.5, 0.2, -0.3, 0.1, 0.2, -0.1];
    const [alone, both] = [new FinGroup([one]), new FinGroup([one, one])].map((group) =>
      groupForce(group, V, [0.1, 0.1]),
    );
    expect([...both!]).toEqual([...alone!].map((f) => 2 * f));
  }
});

test("states, rates and commands of a group lie behind one another, and outputs repeat what the force used", () => {
  const lagged = load("finite-wing", 'lag_s="0.1"');
  const group = new FinGroup([
    { model: lagged, position_m: [-1, 0, 0], attitude_rad: PLANE },
    { model: load("papers"), position_m: [0, 0, 0], attitude_rad: PLANE },
    { model: lagged, position_m: [1, 0, 0], attitude_rad: PLANE },
  ]);
  expect([group.commands, group.states]).toEqual([3, 2]);
  const motion = new Float64Array(MOTION_SIZE);
  motion[MOTION.Vr] = 2;
  motion[MOTION.density] = 1000;
  const x = Float64Array.of(9, 0.1, 0.2, 9);
  const dx = new Float64Array(5);
  const commands = Float64Array.of(9, 9, 0.3, 0.05, -0.2);
  const F = new Float64Array(6);
  group.addForce(F, dx, 2, motion, x, 1, commands, 2);
  expect(dx[2]).toBeCloseTo(2, 12); // (0.3 − 0.1) / 0.1
  expect(dx[3]).toBeCloseTo(-4, 12);
  expect([dx[0], dx[1], dx[4]]).toEqual([0, 0, 0]);
  const out = new Float64Array(1 + 3 * FIN_DRIVE_SIZE);
  group.outputsInto(out, 1, motion, x, 1, commands, 2);
  const column = (place: number): number[] => [0, 1, 2].map((k) => out[1 + k * FIN_DRIVE_SIZE + place]!);
  expect(column(FIN_DRIVE.deflection)).toEqual([0.1, 0.05, 0.2]);
  expect(column(FIN_DRIVE.force + 2).reduce((sum, f) => sum + f)).toBeCloseTo(F[2]!, 12);
});

test("a log shows command and deflection of each fin: a fin with a lag is where its state is, at any offset", () => {
  const group = new FinGroup([
    { model: load("finite-wing"), name: "top", position_m: [-1, 0, 0], attitude_rad: RUDDER },
    { model: load("papers", 'lag_s="0.1"'), position_m: [-1, 0, 0], attitude_rad: PLANE },
  ]);
  expect(group.outputs.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
    "top_command rad",
    "top_angle rad",
    "fin2_command rad",
    "fin2_angle rad",
  ]);
  const out = new Float64Array(6);
  const motion = new Float64Array(MOTION_SIZE);
  group.outputValuesInto(out, 1, motion, Float64Array.of(9, 0.02), 1, Float64Array.of(9, 0.1, 0.3), 1);
  expect([...out]).toEqual([0, 0.1, 0.1, 0.3, 0.02, 0]);
});
