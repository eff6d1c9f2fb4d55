import { expect, test } from "vitest";
import { Rk4, rotationFromQuaternionInto } from "../math/index.ts";
import { STATE } from "./body.ts";
import { DropWeight } from "./drop-weight.ts";
import { FossenHull } from "./fossen-hull.ts";
import { noFins, noThrusters, randomBody, stateOf, swim, weightless } from "./test/bodies.ts";
import { VehicleSystem } from "./vehicle-system.ts";

const G = 9.81;
const RHO = 1000;

/** A body without hydrostatics of its own: neutral. Added mass 40 kg along each axis, without coupling. */
function bodyWith(weight: DropWeight, gravity_mps2: number, coupled = false): VehicleSystem {
  const { parameters } = randomBody(31);
  const plain = {
    ...parameters,
    cg_m: [0, 0, 0],
    addedMass: Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 40 : 0)),
  };
  return new VehicleSystem(
    {
      hull: new FossenHull(coupled ? parameters : plain, weightless),
      thrusters: noThrusters,
      fins: noFins,
      others: [weight],
    },
    { path: "body", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2, density_kgpm3: RHO },
  );
}

const hull_kg = randomBody(31).parameters.mass_kg;
const lead = { name: "weight", mass_kg: 11.3, volume_m3: 0.001 };

test("before its release a weight of 11.3 kg and 1 l pulls with (11.3 − 1) g on hull, added mass and weight; after it, nothing does", () => {
  const weight = new DropWeight({ ...lead, position_m: [0, 0, 0] });
  const system = bodyWith(weight, G);
  const x = stateOf(system);
  x[2] = 50;
  const fall = (10.3 * G) / (hull_kg + 40 + 11.3);
  swim(system, x, 4, 0.01);
  // A constant acceleration is exact for RK4: what is left are roundings of 400 sums.
  expect(Math.abs(x[STATE.V + 2]! - 4 * fall)).toBeLessThan(1e-12);
  expect(weight.release(x, STATE.actuators)).toBe(true);
  swim(system, x, 3, 0.01);
  // It keeps its velocity: without drag, weight and buoyancy it goes on.
  expect(Math.abs(x[STATE.V + 2]! - 4 * fall)).toBeLessThan(1e-12);
  expect(Math.abs(x[2]! - (50 + 8 * fall + 12 * fall))).toBeLessThan(1e-11);
  expect(weight.release(x, STATE.actuators)).toBe(false);
});

test("a float that it held down rises with B/(M + A) once it is gone", () => {
  // The hull is neutral; a second weight without mass to speak of is its float: 2 l of 1 g.
  const float = new DropWeight({ name: "float", mass_kg: 0.001, volume_m3: 0.002, position_m: [0, 0, 0] });
  const system = bodyWith(float, G);
  const x = stateOf(system);
  x[2] = 30;
  swim(system, x, 2, 0.01);
  expect(Math.abs(x[STATE.V + 2]! - 2 * (((0.001 - 2) * G) / (hull_kg + 40 + 0.001)))).toBeLessThan(1e-12);
});

test("momentum of body and weight together is the same before and after the release, wherever it hangs and however they turn", () => {
  const r = [0.4, -0.3, 0.2];
  const weight = new DropWeight({ ...lead, position_m: r });
  const system = bodyWith(weight, 0, true);
  const x = stateOf(system);
  x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  swim(system, x, 1.5, 0.005);
  const momentum = (): number[] => {
    const M = new Float64Array(36);
    system.massInto(M, 0, x, 0);
    const h = Array.from({ length: 6 }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += M[6 * i + j]! * x[STATE.V + j]!;
      return sum;
    });
    return h;
  };
  const before = momentum();
  const [u, v, w, p, q, s] = x.slice(STATE.V, STATE.V + 6) as unknown as number[];
  weight.release(x, STATE.actuators);
  const after = momentum();
  // The weight moves with v + ω × r, and takes m of it, and its moment about Bo.
  const P = [
    11.3 * (u! + q! * r[2]! - s! * r[1]!),
    11.3 * (v! + s! * r[0]! - p! * r[2]!),
    11.3 * (w! + p! * r[1]! - q! * r[0]!),
  ];
  const H = [r[1]! * P[2]! - r[2]! * P[1]!, r[2]! * P[0]! - r[0]! * P[2]!, r[0]! * P[1]! - r[1]! * P[0]!];
  [...P, ...H].forEach((part, i) => {
    // Of some 150 kg m/s.
    expect(Math.abs(after[i]! + part - before[i]!)).toBeLessThan(1e-12);
  });
  // And the body alone goes on with what it has: in still water without gravity its momentum in N stays.
  const inN = (h: readonly number[]): number[] => {
    const R = new Float64Array(9);
    rotationFromQuaternionInto(R, 0, x, STATE.q);
    return [0, 1, 2].map((i) => R[3 * i]! * h[0]! + R[3 * i + 1]! * h[1]! + R[3 * i + 2]! * h[2]!);
  };
  const free = inN(momentum());
  swim(system, x, 5, 0.005);
  inN(momentum()).forEach((value, i) => {
    // RK4 loses some 1e-9 of 150 kg m/s in 1,000 steps.
    expect(Math.abs(value - free[i]!)).toBeLessThan(1e-7);
  });
});

test("its buoyancy fades as it leaves the water: none, half and all of ρ g V with its centre at −½, 0 and ½ of its length", () => {
  const weight = new DropWeight({ ...lead, position_m: [0, 0, 0.2] });
  const system = bodyWith(weight, G);
  const x = stateOf(system);
  const dx = new Float64Array(system.size);
  // 1 l is 0.1 m long.
  for (const [depth_m, share] of [
    [-0.06, 0],
    [-0.05, 0],
    [0, 0.5],
    [0.02, 0.7],
    [0.05, 1],
    [3, 1],
  ] as const) {
    x[2] = depth_m - 0.2;
    system.derivativesInto(dx, x, 0, new Float64Array(1));
    const pull = (11.3 - share) * G;
    expect(Math.abs(dx[STATE.V + 2]! - pull / (hull_kg + 40 + 11.3))).toBeLessThan(1e-12);
  }
});

test("one that hangs off the centre heels the body, by r × the weight in water", () => {
  const weight = new DropWeight({ ...lead, position_m: [0.5, 0, 0] });
  const system = bodyWith(weight, G);
  const x = stateOf(system);
  x[2] = 10;
  const dx = new Float64Array(system.size);
  system.derivativesInto(dx, x, 0, new Float64Array(1));
  const M = new Float64Array(36);
  system.massInto(M, 0, x, 0);
  const force = [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].reduce((s, j) => s + M[6 * i + j]! * dx[7 + j]!, 0));
  [0, 0, 10.3 * G, 0, -0.5 * 10.3 * G, 0].forEach((expected, i) => {
    expect(Math.abs(force[i]! - expected)).toBeLessThan(1e-10);
  });
});
