import { expect, test } from "vitest";
import { quaternionFromRpyInto, Rk4, rotationFromRpyInto } from "../math/index.ts";
import { STATE } from "./body.ts";
import { Flooding } from "./flooding.ts";
import { FossenHull } from "./fossen-hull.ts";
import { addPushInto, PUSH_SIZE } from "./push.ts";
import { noFins, noThrusters, randomBody, stateOf, swim, weightless } from "./test/bodies.ts";
import { VehicleSystem } from "./vehicle-system.ts";

const { parameters } = randomBody(51);
const options = { path: "body", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1025 };
const hull = new FossenHull(parameters, weightless);

/** M ν̇ of a body at rest: the force on it. */
function forceOn(system: VehicleSystem, x: Float64Array): number[] {
  const dx = new Float64Array(system.size);
  const M = new Float64Array(36);
  system.derivativesInto(dx, x, 0, Float64Array.of(0));
  system.massInto(M, 0, x, 0);
  return Array.from({ length: 6 }, (_, i) => [0, 1, 2, 3, 4, 5].reduce((s, j) => s + M[6 * i + j]! * dx[7 + j]!, 0));
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

test("several pushes in both frames, at points of a tilted body, are the sum of their forces and moments", () => {
  const system = new VehicleSystem({ hull, thrusters: noThrusters, fins: noFins }, { ...options, pushes: true });
  const x = stateOf(system);
  const rpy = [0.4, -0.3, 2.1] as const;
  quaternionFromRpyInto(x, STATE.q, ...rpy);
  const R = new Float64Array(9);
  rotationFromRpyInto(R, 0, ...rpy);
  const pushes = [
    { frame: "N", force: [10, -20, 5], torque: [1, 2, 3], point: [0.5, 0.1, -0.2] },
    { frame: "B", force: [-4, 6, 8], torque: [-2, 0, 1], point: [-0.3, 0.2, 0.1] },
    { frame: "N", force: [0, 7, -9], torque: [0, 0, 0], point: [-1, 0, 0.3] },
  ] as const;
  const expected = [0, 0, 0, 0, 0, 0];
  for (const { frame, force, torque, point } of pushes) {
    addPushInto(x, system.pushAt, 1, frame, force, torque, point);
    const inB = (v: readonly number[]): number[] =>
      frame === "B" ? [...v] : [0, 1, 2].map((j) => R[j]! * v[0]! + R[3 + j]! * v[1]! + R[6 + j]! * v[2]!);
    const f = inB(force);
    const m = cross(point, f).map((value, i) => value + inB(torque)[i]!);
    [...f, ...m].forEach((value, i) => {
      expected[i]! += value;
    });
  }
  // M M⁻¹ of a few hundred kilograms rounds at 1e-13 of 30 N.
  forceOn(system, x).forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-11);
  });
  for (const { frame, force, torque, point } of pushes) addPushInto(x, system.pushAt, -1, frame, force, torque, point);
  // Exactly nothing is left.
  expect(x.subarray(system.pushAt, system.pushAt + PUSH_SIZE).every((value) => value === 0)).toBe(true);
  expect(forceOn(system, x).every((value) => value === 0)).toBe(true);
});

test("room for pushes changes no bit of a body that is not pushed, and a body without that room has none", () => {
  const run = (pushes: boolean): Float64Array => {
    const system = new VehicleSystem({ hull, thrusters: noThrusters, fins: noFins }, { ...options, pushes });
    const x = stateOf(system);
    x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
    swim(system, x, 2, 0.01);
    expect(system.pushAt >= 0).toBe(pushes);
    return x.slice(0, 13);
  };
  expect(run(true)).toEqual(run(false));
});

test("a push of 50 N for 2 s at Bo along north gives a free body of isotropic mass m + a 100 N s", () => {
  const isotropic = {
    ...parameters,
    cg_m: [0, 0, 0],
    addedMass: Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 40 : 0)),
  };
  const system = new VehicleSystem(
    { hull: new FossenHull(isotropic, weightless), thrusters: noThrusters, fins: noFins },
    { ...options, pushes: true },
  );
  const x = stateOf(system);
  quaternionFromRpyInto(x, STATE.q, 0, 0, Math.PI / 2);
  addPushInto(x, system.pushAt, 1, "N", [50, 0, 0], [0, 0, 0], [0, 0, 0]);
  swim(system, x, 2, 0.01);
  // Heading east, north is to port. Constant acceleration is exact for RK4.
  expect(x[STATE.V + 1]).toBeCloseTo(-100 / (isotropic.mass_kg + 40), 12);
});

test("a breach lets water in at ρ Q while its flag is set, up to ρ V, and costs nothing before", () => {
  const p = { floodRate_m3ps: 0.001, floodVolume_m3: 0.02, floodCentre_m: [0.3, 0, 0] };
  const flooding = new Flooding(p);
  const system = new VehicleSystem({ hull, thrusters: noThrusters, fins: noFins, others: [flooding] }, options);
  const dry = new VehicleSystem({ hull, thrusters: noThrusters, fins: noFins }, options);
  const [x, y] = [stateOf(system), stateOf(dry)];
  for (const state of [x, y]) state.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  swim(system, x, 1, 0.01);
  swim(dry, y, 1, 0.01);
  expect(x.slice(0, 13)).toEqual(y.slice(0, 13));
  x[system.floodingAt] = 1;
  swim(system, x, 5, 0.01);
  expect(x[STATE.actuators]).toBeCloseTo(5 * 1.025, 10);
  swim(system, x, 60, 0.01);
  expect(Math.abs(x[STATE.actuators]! - 20.5)).toBeLessThan(1e-9);
  expect(x[STATE.actuators]).toBeLessThanOrEqual(20.5);
  // 20.5 kg more than it displaces: it sinks.
  expect(x[2]).toBeGreaterThan(10);
});

test("a breach that is closed again lets no more water in, and what is in stays heavy", () => {
  const centre = [0.4, -0.1, 0.2];
  const flooding = new Flooding({ floodRate_m3ps: 1e-3, floodVolume_m3: 0.02, floodCentre_m: centre });
  expect(flooding.outputs).toEqual([
    { name: "flooding", unit: "1" },
    { name: "flooding_mass", unit: "kg" },
  ]);
  const system = new VehicleSystem({ hull, thrusters: noThrusters, fins: noFins, others: [flooding] }, options);
  const x = stateOf(system);
  const mass_kg = 3;
  x[STATE.actuators] = mass_kg;
  x[system.floodingAt] = 0;
  const dx = new Float64Array(system.size);
  system.derivativesInto(dx, x, 0, Float64Array.of(0));
  expect(dx[STATE.actuators]).toBe(0);
  // At rest and level: m g down, at its place.
  const weight = [0, 0, mass_kg * 9.81];
  [...weight, ...cross(centre, weight)].forEach((expected, i) => {
    // M (M⁻¹ F) of some tens of newtons: rounding of the inverse.
    expect(Math.abs(forceOn(system, x)[i]! - expected)).toBeLessThan(1e-11);
  });
});
