import { expect, test } from "vitest";
import { SimulationFault } from "../engine/fault.ts";
import { ModelBuilder, PHASE, Simulation } from "../engine/index.ts";
import { Rk4, rotationFromQuaternionInto } from "../math/index.ts";
import { BallastTank } from "./ballast.ts";
import { type BodyPart, STATE } from "./body.ts";
import { FossenHull } from "./fossen-hull.ts";
import { Hydrostatics } from "./hydrostatics.ts";
import { noFins, noThrusters, randomBody, stateOf, swim, weightless } from "./test/bodies.ts";
import { VehicleSystem } from "./vehicle-system.ts";
import { uniformCurrentInto } from "./water.ts";

const large = {
  capacity_kg: 1000,
  filling_kg: 0,
  maxFlow_kgps: 50,
  stopTime_s: 0.2,
  pumpEfficiency: 0.4,
  idlePower_W: 0,
};
const { parameters } = randomBody(31);

/** Without weight, so that the closed forms hold; the body's own hydrostatics is left out as well. */
function bodyWith(others: readonly BodyPart[], gravity_mps2 = 0): VehicleSystem {
  return new VehicleSystem(
    { hull: new FossenHull(parameters, weightless), thrusters: noThrusters, fins: noFins, others },
    { path: "body", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2, density_kgpm3: 1000 },
  );
}

test("filling at 2 kg/s without drag in still water: v = v₀ M₀/(M₀ + μ t), with the added mass in M₀", () => {
  // A body without coupling, a tank at Bo: the three axes go on their own.
  const plain = {
    ...parameters,
    cg_m: [0, 0, 0],
    addedMass: Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 40 : 0)),
  };
  const tank = new BallastTank({ ...large, name: "tank", position_m: [0, 0, 0] });
  const system = new VehicleSystem(
    { hull: new FossenHull(plain, weightless), thrusters: noThrusters, fins: noFins, others: [tank] },
    { path: "body", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 0, density_kgpm3: 1000 },
  );
  const x = stateOf(system);
  x.set([1.5, -0.5, 0.25], STATE.V);
  x[system.commandsAt] = 2;
  swim(system, x, 30, 0.01);
  const M0 = plain.mass_kg + 40;
  const factor = M0 / (M0 + 60);
  // RK4 at 0.01 s against a time constant of 80 s leaves 1e-16 per step; the goal is 1e-9.
  [1.5, -0.5, 0.25].forEach((v0, i) => {
    expect(Math.abs(x[STATE.V + i]! - v0 * factor)).toBeLessThan(1e-12);
  });
  expect(Math.abs(x[STATE.actuators]! - 60)).toBeLessThan(1e-10);
});

/** Momentum of body, added water and tank in N, and its moment about No. */
function momentum(system: VehicleSystem, x: Float64Array): number[] {
  const M = new Float64Array(36);
  system.massInto(M, 0, x, 0);
  const h = Array.from({ length: 6 }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < 6; j++) sum += M[6 * i + j]! * x[STATE.V + j]!;
    return sum;
  });
  const R = new Float64Array(9);
  rotationFromQuaternionInto(R, 0, x, STATE.q);
  const inN = (o: number): number[] =>
    [0, 1, 2].map((i) => [0, 1, 2].reduce((s, j) => s + R[3 * i + j]! * h[o + j]!, 0));
  const [P, H] = [inN(0), inN(3)];
  const [px, py, pz] = x;
  const moment = [py! * P[2]! - pz! * P[1]!, pz! * P[0]! - px! * P[2]!, px! * P[1]! - py! * P[0]!];
  return [...P, ...H.map((value, i) => value + moment[i]!)];
}

test("a tumbling body with a tank off its centre that takes in still water keeps momentum and moment of momentum in N", () => {
  const tank = new BallastTank({ ...large, name: "tank", position_m: [0.4, -0.3, 0.2] });
  const system = bodyWith([tank]);
  const x = stateOf(system);
  x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  x[system.commandsAt] = 5;
  const before = momentum(system, x);
  swim(system, x, 10, 0.005);
  // Water at rest brings nothing. Of 150 kg m/s and kg m²/s, RK4 loses some 1e-9 in 2,000 steps (16 times less at half the step).
  momentum(system, x).forEach((value, i) => {
    expect(Math.abs(value - before[i]!)).toBeLessThan(1e-7);
  });
});

test("what is expelled takes its share along: momentum of body and expelled water together, summed over the run, is what it was", () => {
  const tank = new BallastTank({ ...large, filling_kg: 80, name: "tank", position_m: [0.4, -0.3, 0.2] });
  const system = bodyWith([tank]);
  const x = stateOf(system);
  x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  x[system.commandsAt] = -5;
  const before = momentum(system, x).slice(0, 3);
  const gone = [0, 0, 0];
  const h_s = 0.005;
  const R = new Float64Array(9);
  /** Momentum per second of the water that leaves: 5 kg/s with the velocity of the tank in N. */
  const flux = (): number[] => {
    rotationFromQuaternionInto(R, 0, x, STATE.q);
    const [u, v, w, p, q, r] = x.slice(STATE.V, STATE.V + 6) as unknown as number[];
    const there = [u! + q! * 0.2 + r! * 0.3, v! + r! * 0.4 - p! * 0.2, w! - p! * 0.3 - q! * 0.4];
    return [0, 1, 2].map((i) => 5 * [0, 1, 2].reduce((s, j) => s + R[3 * i + j]! * there[j]!, 0));
  };
  // Simpson's rule over pairs of steps.
  for (let pair = 0; pair < 1000; pair++) {
    const first = flux();
    swim(system, x, h_s, h_s);
    const middle = flux();
    swim(system, x, h_s, h_s);
    const last = flux();
    for (let i = 0; i < 3; i++) gone[i]! += (h_s / 3) * (first[i]! + 4 * middle[i]! + last[i]!);
  }
  const after = momentum(system, x).slice(0, 3);
  expect(Math.abs(x[STATE.actuators]! - 30)).toBeLessThan(1e-9);
  // Both rules are of 4th order at 0.005 s against turns of seconds: below 1e-8 of 150 kg m/s.
  after.forEach((value, i) => {
    expect(Math.abs(value + gone[i]! - before[i]!)).toBeLessThan(1e-7);
  });
});

test("the tank is an ordinary mass when nothing flows: the body moves as one whose hull has that mass in it", () => {
  const r = [0.4, -0.3, 0.2];
  const m = 20;
  const [mass_kg, mg] = [parameters.mass_kg + m, parameters.cg_m.map((c, i) => parameters.mass_kg * c + m * r[i]!)];
  const cg_m = mg.map((value) => value / mass_kg);
  // Parallel axes: both masses about the common centre.
  const shifted = (mass: number, c: readonly number[]): number[] => {
    const d = c.map((value, i) => value - cg_m[i]!);
    const dd = d.reduce((s, value) => s + value * value, 0);
    return Array.from({ length: 9 }, (_, k) => mass * ((k % 4 === 0 ? dd : 0) - d[Math.floor(k / 3)]! * d[k % 3]!));
  };
  const [a, b] = [shifted(parameters.mass_kg, parameters.cg_m), shifted(m, r)];
  const inertia_kgm2 = parameters.inertia_kgm2.map((value, k) => value + a[k]! + b[k]!);
  const whole = new VehicleSystem(
    {
      hull: new FossenHull({ ...parameters, mass_kg, cg_m, inertia_kgm2 }, weightless),
      thrusters: noThrusters,
      fins: noFins,
    },
    { path: "whole", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 0, density_kgpm3: 1000 },
  );
  const tank = bodyWith([new BallastTank({ ...large, filling_kg: m, name: "tank", position_m: r })]);
  const states = [whole, tank].map((system) => {
    const x = stateOf(system);
    x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
    uniformCurrentInto(x, system.waterAt, [0.2, 0.1, -0.1]);
    swim(system, x, 5, 0.01);
    return x;
  });
  // Sums in another order: roundings of 1e-16 over 500 steps.
  for (let i = 0; i < 13; i++) expect(Math.abs(states[0]![i]! - states[1]![i]!)).toBeLessThan(1e-11);
});

test("the pump is limited, and stops at full and at empty without passing them", () => {
  const p = { ...large, capacity_kg: 3, filling_kg: 1, maxFlow_kgps: 0.5, name: "tank", position_m: [0, 0, 0] };
  const system = bodyWith([new BallastTank(p)]);
  const x = stateOf(system);
  x[system.commandsAt] = 100;
  swim(system, x, 2, 0.01);
  expect(x[STATE.actuators]).toBeCloseTo(2, 12); // 1 + 2 s · 0.5 kg/s
  swim(system, x, 10, 0.01);
  expect(x[STATE.actuators]).toBeLessThanOrEqual(3);
  expect(3 - x[STATE.actuators]!).toBeLessThan(1e-6);
  x[system.commandsAt] = -100;
  swim(system, x, 20, 0.01);
  expect(x[STATE.actuators]).toBeGreaterThanOrEqual(0);
  expect(x[STATE.actuators]).toBeLessThan(1e-6);
});

test("it weighs: 10 kg at 9.81 m/s² push a body of 98.1 N down, and emptying 2 kg/s at 50 m takes 2 · 9.81 · 50 / 0.4 = 2452.5 W", () => {
  const tank = new BallastTank({ ...large, filling_kg: 10, name: "tank", position_m: [0, 0, 0] });
  const system = bodyWith([tank], 9.81);
  const x = stateOf(system);
  x[2] = 50;
  const F = new Float64Array(6);
  const M = new Float64Array(36);
  const dx = new Float64Array(system.size);
  system.derivativesInto(dx, x, 0, Float64Array.of(0));
  system.massInto(M, 0, x, 0);
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) F[i]! += M[6 * i + j]! * dx[STATE.V + j]!;
  // M M⁻¹ of a few hundred kilograms rounds at 1e-13 N.
  [0, 0, 98.1, 0, 0, 0].forEach((expected, i) => {
    expect(F[i]).toBeCloseTo(expected, 10);
  });
  x[system.commandsAt] = -2;
  const out = new Float64Array(system.outputs.length);
  system.partOutputsInto(out, 0, x, 0, Float64Array.of(0));
  expect(system.outputs.map((s) => s.name)).toEqual(["tank_command", "tank_flow", "tank_mass", "tank_power"]);
  [-2, -2, 10, 2452.5].forEach((expected, i) => {
    expect(out[i]).toBeCloseTo(expected, 9);
  });
  system.powerInto(out, 0, x, 0, Float64Array.of(0));
  expect(out[0]).toBeCloseTo(2452.5, 9);
});

test("the remembered factorisation changes no bit: a state gives the same rates whatever came before", () => {
  const make = (): VehicleSystem =>
    bodyWith([new BallastTank({ ...large, filling_kg: 7, name: "tank", position_m: [0.1, 0.2, 0.3] })]);
  const [fresh, used] = [make(), make()];
  const x = stateOf(fresh);
  x.set([0.8, -0.3, 0.2, 0.3, -0.2, 0.4], STATE.V);
  const [a, b] = [new Float64Array(fresh.size), new Float64Array(fresh.size)];
  const other = x.slice();
  other[STATE.actuators] = 500;
  used.derivativesInto(b, other, 0, Float64Array.of(0));
  used.derivativesInto(b, x, 0, Float64Array.of(0));
  fresh.derivativesInto(a, x, 0, Float64Array.of(0));
  expect(b).toEqual(a);
});

test("a mass that falls to nothing stops the run with the vehicle's path, the time and the reason", () => {
  const falling: BodyPart = {
    states: 1,
    commands: 0,
    commandSignals: [],
    outputs: [],
    massStates: 1,
    addForce(_F, dx, d) {
      dx[d] = -100;
    },
    addMassInto(M, x, s) {
      for (const k of [0, 7, 14]) M[k]! += x[s]!;
    },
    outputValuesInto() {},
  };
  const builder = new ModelBuilder();
  const place = builder.addSystem(bodyWith([falling]));
  builder.every(builder.addActor({ path: "clockwork", writes: [place], handle: () => {} }), 10, PHASE.react);
  const sim = new Simulation(builder.build());
  let fault: unknown;
  try {
    sim.runUntil(60e9);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(SimulationFault);
  const { component, message, t_ns } = fault as SimulationFault;
  expect(component).toBe("body");
  expect(message).toMatch(/the mass matrix is not positive definite, its parts at -\d+/);
  // The least of the diagonal's masses is between 100 and 300 kg, gone after 1 to 3 s.
  expect(t_ns).toBeGreaterThan(0.5e9);
  expect(t_ns).toBeLessThan(4e9);
});

test("a part that only pushes, before or behind a tank, leaves the mass to the tank", () => {
  const push: BodyPart = {
    states: 0,
    commands: 0,
    commandSignals: [],
    outputs: [],
    addForce(F) {
      F[0]! += 20;
    },
    outputValuesInto() {},
  };
  const tank = new BallastTank({ ...large, filling_kg: 60, name: "tank", position_m: [0, 0, 0] });
  const ahead = (others: readonly BodyPart[]): number => {
    const system = bodyWith(others);
    const M = new Float64Array(36);
    const dx = new Float64Array(system.size);
    const x = stateOf(system);
    system.derivativesInto(dx, x, 0, Float64Array.of(0));
    system.massInto(M, 0, x, 0);
    // The first row of M ν̇ = F.
    return [0, 1, 2, 3, 4, 5].reduce((sum, j) => sum + M[j]! * dx[STATE.V + j]!, 0);
  };
  // M (M⁻¹ F): rounding of the inverse of a matrix of some hundred kilograms.
  expect(Math.abs(ahead([push, tank]) - 20)).toBeLessThan(1e-12);
  expect(Math.abs(ahead([tank, push]) - 20)).toBeLessThan(1e-12);
});

test("a mass below zero is refused even where the added mass keeps the matrix positive definite", () => {
  const { mass_kg, volume_m3, cg_m, cb_m } = parameters;
  const weight = new Hydrostatics({ mass_kg, volume_m3, cg_B_m: cg_m, cb_B_m: cb_m, shape: "box", size_m: [1, 1, 1] });
  const heavyWater = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1000 : 0));
  const negative: BodyPart = {
    states: 1,
    commands: 0,
    commandSignals: [],
    outputs: [],
    massStates: 1,
    addForce() {},
    addMassInto(M, x, s) {
      for (const k of [0, 7, 14]) M[k]! += x[s]!;
    },
    outputValuesInto() {},
  };
  const hull = new FossenHull({ ...parameters, addedMass: heavyWater }, weight);
  const system = new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins, others: [negative] },
    { path: "body", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1000 },
  );
  const x = stateOf(system);
  x[STATE.actuators] = -mass_kg - 1;
  const rates = (): void => system.derivativesInto(new Float64Array(system.size), x, 0, Float64Array.of(0));
  expect(rates).toThrow("the mass is not positive");
  // And it stays refused: what was remembered is forgotten.
  expect(rates).toThrow("the mass is not positive");
  // Nothing at all is refused as well.
  x[STATE.actuators] = -mass_kg;
  expect(rates).toThrow("the mass is not positive");
  x[STATE.actuators] = 1 - mass_kg;
  expect(rates).not.toThrow();
});
