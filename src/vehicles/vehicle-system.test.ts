import { expect, test } from "vitest";
import { MOTION, MOTION_SIZE, Script } from "../actuators/index.ts";
import { ModelBuilder, PHASE, Simulation, SimulationFault } from "../engine/index.ts";
import { Rk4, rotationFromQuaternionInto } from "../math/index.ts";
import { type BodyPart, STATE } from "./body.ts";
import { FossenHull } from "./fossen-hull.ts";
import { Remus100ReferenceHull } from "./remus100-reference-hull.ts";
import { playScripts } from "./script-player.ts";
import { noFins, noThrusters, randomBody, stateOf, swim, systemOf, weightless } from "./test/bodies.ts";
import { VehicleSystem, type VehicleSystemOptions } from "./vehicle-system.ts";
import { uniformCurrentInto, WATER, WATER_SIZE } from "./water.ts";
import { ProjectedAreas } from "./windage.ts";

function damped(seed: number): FossenHull {
  const { parameters, draw } = randomBody(seed);
  const diagonal = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 50 + 20 * draw() : draw()));
  return new FossenHull({ ...parameters, linearDamping: diagonal, quadraticDamping: diagonal }, weightless);
}

function fleetOf(copies: number, first: number, more: Partial<VehicleSystemOptions> = {}): VehicleSystem {
  const hull = damped(21);
  return new VehicleSystem(
    { hull, thrusters: noThrusters, fins: noFins },
    {
      path: "fleet",
      step_ns: 10_000_000,
      integrator: new Rk4(64),
      gravity_mps2: 9.81,
      density_kgpm3: 1000,
      copies,
      initialInto(x, at, copy) {
        for (let i = 0; i < 6; i++) x[at + STATE.V + i] = 0.1 * (first + copy) + 0.05 * i;
      },
      ...more,
    },
  );
}

function run(system: VehicleSystem, end_ns: number): Float64Array[] {
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  builder.every(builder.addActor({ path: "clockwork", handle: () => {} }), 7, PHASE.react);
  const sim = new Simulation(builder.build());
  sim.runUntil(end_ns);
  const { x } = sim.look();
  return Array.from({ length: place.copies }, (_, i) =>
    x.slice(place.at + i * place.stride, place.at + (i + 1) * place.stride),
  );
}

test("each vehicle of a fleet does, bit for bit, what it does alone", () => {
  const together = run(fleetOf(5, 0), 3e9);
  for (let i = 0; i < 5; i++) expect(run(fleetOf(1, i), 3e9)[0]).toEqual(together[i]);
});

test("a vehicle whose state stops being finite stops the run with time, its number in the fleet and its state", () => {
  const broken = fleetOf(3, 0, {
    initialInto(x, at, copy) {
      if (copy === 2) x[at + STATE.V] = 1e200;
    },
  });
  let fault: unknown;
  try {
    run(broken, 1e9);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(SimulationFault);
  expect((fault as SimulationFault).component).toBe("fleet[2]");
  expect((fault as SimulationFault).state.length).toBe(broken.size);
});

test("4th order in a current that varies in place and time: half the step, a sixteenth of the error", () => {
  const system = systemOf(damped(22));
  const at = (h_s: number): Float64Array => {
    const x = stateOf(system);
    x.set([0.6, -0.2, 0.1, 0.3, 0.2, -0.4], STATE.V);
    uniformCurrentInto(x, system.waterAt, [0.2, 0.1, 0]);
    x[system.waterAt + WATER.varies] = 1;
    x.set([0.02, 0.01, 0, -0.01, 0.03, 0, 0, 0.02, -0.05], system.waterAt + WATER.gradient);
    x.set([0.01, -0.02, 0.005], system.waterAt + WATER.rate);
    swim(system, x, 4, h_s);
    return x.slice(0, 13);
  };
  const exact = at(0.0025);
  const error = (h_s: number): number => Math.max(...at(h_s).map((value, i) => Math.abs(value - exact[i])));
  const ratio = error(0.08) / error(0.04);
  // 16 in the limit; the next term, relative size about h/τ, leaves 13 to 20 at these steps.
  expect(ratio).toBeGreaterThan(13);
  expect(ratio).toBeLessThan(20);
});

test("the record of the current follows (1) of water.ts: at p₀ + 2 m north and t₀ + 3 s it is v + 2 G₁₁ + 3 v̇", () => {
  const { parameters } = randomBody(23, { offsets: false, coupledAddedMass: false });
  let seen = Number.NaN;
  const hull = new FossenHull(parameters, {
    addForce(_F, motion) {
      seen = motion[0] - motion[6];
    },
  });
  const system = systemOf(hull);
  const x = stateOf(system);
  const water = system.waterAt;
  x[0] = 12;
  x[water + WATER.current] = 0.5;
  x[water + WATER.varies] = 1;
  x[water + WATER.gradient] = 0.01;
  x[water + WATER.rate] = 0.1;
  x[water + WATER.around] = 10;
  x[water + WATER.since] = 4;
  system.derivativesInto(new Float64Array(13), x, 0, Float64Array.of(7));
  expect(seen).toBeCloseTo(0.5 + 2 * 0.01 + 3 * 0.1, 14);
});

test("the record in a current that varies is (1) of water.ts turned into B: with R, G and ω written as matrices, all of them full", () => {
  const record = new Float64Array(MOTION_SIZE);
  const hull = new FossenHull(randomBody(24).parameters, {
    addForce(_F, motion) {
      record.set(motion);
    },
  });
  const system = systemOf(hull);
  const x = stateOf(system);
  const water = system.waterAt;
  const p = [12, -7, 30];
  const q = [0.5, -0.1, 0.7, 0.5]; // of length 1: 0.25 + 0.01 + 0.49 + 0.25
  const nu = [0.9, -0.4, 0.3, 0.2, -0.5, 0.7];
  const v0 = [0.5, -0.3, 0.1];
  const G = [
    [0.011, -0.023, 0.031],
    [0.041, 0.053, -0.061],
    [-0.071, 0.083, 0.097],
  ];
  const rate = [0.03, -0.05, 0.07];
  const around = [10, -4, 25];
  x.set([...p, ...q, ...nu]);
  x.set(v0, water + WATER.current);
  x[water + WATER.varies] = 1;
  x.set(G.flat(), water + WATER.gradient);
  x.set(rate, water + WATER.rate);
  x.set(around, water + WATER.around);
  x[water + WATER.since] = 4;
  system.derivativesInto(new Float64Array(13), x, 0, Float64Array.of(7));

  const R9 = new Float64Array(9);
  rotationFromQuaternionInto(R9, 0, Float64Array.from(q), 0);
  const R = [0, 3, 6].map((row) => [...R9.subarray(row, row + 3)]);
  const Rt = [0, 1, 2].map((i) => R.map((row) => row[i]!));
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const times = (M: readonly (readonly number[])[], v: readonly number[]): number[] => M.map((row) => dot(row, v));
  const plus = (...vectors: readonly (readonly number[])[]): number[] =>
    [0, 1, 2].map((i) => vectors.reduce((sum, v) => sum + v[i]!, 0));
  const scaled = (v: readonly number[], by: number): number[] => v.map((value) => by * value);
  const [a, b, c] = nu.slice(3) as [number, number, number];
  const turning = [
    [0, -c, b],
    [c, 0, -a],
    [-b, a, 0],
  ];
  const v_N = times(R, nu.slice(0, 3));
  const current_N = plus(v0, times(G, plus(p, scaled(around, -1))), scaled(rate, 7 - 4));
  const current_B = times(Rt, current_N);
  const close = (at: number, expected: readonly number[]): void => {
    // A dozen products of order 1: rounding of 1e-15.
    expected.forEach((value, i) => {
      expect(record[at + i]).toBeCloseTo(value, 13);
    });
  };
  close(MOTION.V, nu);
  close(MOTION.Vr, [...plus(nu.slice(0, 3), scaled(current_B, -1)), a, b, c]);
  close(MOTION.currentRate, plus(times(Rt, plus(rate, times(G, v_N))), scaled(times(turning, current_B), -1)));
  close(MOTION.waterAcceleration, times(Rt, plus(rate, times(G, current_N))));
  close(MOTION.R, R.flat());
  expect(record[MOTION.depth]).toBe(30);

  // The same water where it does not vary: its rate is what the turning frame sees.
  x[water + WATER.varies] = 0;
  system.derivativesInto(new Float64Array(13), x, 0, Float64Array.of(7));
  const steady_B = times(Rt, v0);
  close(MOTION.Vr, [...plus(nu.slice(0, 3), scaled(steady_B, -1)), a, b, c]);
  close(MOTION.currentRate, scaled(times(turning, steady_B), -1));
  close(MOTION.waterAcceleration, [0, 0, 0]);
});

test("sinking through a vertical shear with the water, a neutral body goes N = U t + ½ S w t², E = −½ T w t², D = w t", () => {
  const { parameters } = randomBody(25, { offsets: false, coupledAddedMass: false });
  const brake = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 50 : 0));
  const hull = new FossenHull({ ...parameters, linearDamping: brake, quadraticDamping: brake }, weightless);
  const system = systemOf(hull);
  const x = stateOf(system);
  const [U, S, T, w] = [0.4, 0.03, 0.05, 0.2];
  uniformCurrentInto(x, system.waterAt, [U, 0, w]);
  x[system.waterAt + WATER.varies] = 1;
  x[system.waterAt + WATER.gradient + 2] = S;
  x[system.waterAt + WATER.gradient + 5] = -T;
  x.set([U, 0, w], STATE.V);
  swim(system, x, 20, 0.1);
  const t = 20;
  // A polynomial of second order, which the method of fourth order follows exactly; 200 steps of rounding.
  [U * t + 0.5 * S * w * t * t, -0.5 * T * w * t * t, w * t].forEach((place, i) => {
    expect(x[i]).toBeCloseTo(place, 11);
  });
  [U + S * w * t, -T * w * t, w].forEach((speed, i) => {
    expect(x[STATE.V + i]).toBeCloseTo(speed, 12);
  });
});

test("a played script lands on its corners: the reference hull's rudder follows 10° from 2 s to 3 s with its lag of 0.1 s", () => {
  const limit_rad = Math.PI / 18;
  const scripts = [
    Script.steps([
      [0, 0],
      [2.0004, limit_rad],
      [3, 0],
    ]),
    null,
    null,
  ];
  const system = new VehicleSystem(
    { hull: new Remus100ReferenceHull(), thrusters: noThrusters, fins: noFins },
    {
      ...{ path: "remus", step_ns: 20_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1026 },
      scripts,
    },
  );
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  playScripts(builder, system, place);
  const sim = new Simulation(builder.build());
  sim.runUntil(2_500_400_000);
  // Half a second after the step, five time constants; RK4 at 20 ms on a lag of 100 ms is good to 1e-5 of the step.
  expect(sim.look().x[place.at + STATE.actuators]).toBeCloseTo(limit_rad * (1 - Math.exp(-5)), 5);
  sim.runUntil(3_500_000_000);
  expect(sim.look().x[place.at + STATE.actuators]).toBeCloseTo(limit_rad * Math.exp(-5), 5);
});

test("scripts of the last command are played in every copy of a fleet, piece by piece, and start at the first", () => {
  const script = Script.steps([
    [0, 0.1],
    [1, 0.2],
    [2.5, 0.3],
  ]);
  const system = new VehicleSystem(
    { hull: new Remus100ReferenceHull(), thrusters: noThrusters, fins: noFins },
    {
      ...{ path: "remus", step_ns: 20_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1026 },
      copies: 2,
      scripts: [null, null, script],
    },
  );
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  // Behind the fleet lies another vehicle, laid out alike, which its scripts do not reach.
  const other = new VehicleSystem(system.parts, {
    ...{ path: "other", step_ns: 20_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1026 },
  });
  expect(builder.addSystem(other).at).toBe(place.at + 2 * place.stride);
  playScripts(builder, system, place);
  const sim = new Simulation(builder.build());
  const slots = (): number[] =>
    [0, 1, 2].flatMap((copy) => {
      const at = place.at + copy * place.stride + system.commandsAt;
      return [...sim.look().x.subarray(at, at + 3)];
    });
  for (const [t_s, piece] of [
    [0.5, 0],
    [1, 1],
    [2.4, 1],
    [2.5, 2],
    [9, 2],
  ] as const) {
    sim.runUntil(t_s * 1e9);
    expect(slots(), `at ${t_s} s`).toEqual([0, 0, piece, 0, 0, piece, 0, 0, 0]);
  }
});

test("scripts: steps, a table and a sine have the values that their points say", () => {
  const value = (script: Script, piece: number, t_s: number): number => {
    const out = new Float64Array(1);
    script.valueInto(out, 0, piece, Float64Array.of(t_s));
    return out[0];
  };
  const steps = Script.steps([
    [0, 1],
    [20, 5],
  ]);
  expect([value(steps, 0, 19.9), value(steps, 1, 20)]).toEqual([1, 5]);
  const table = Script.table([
    [10, 0],
    [20, 4],
    [30, 2],
  ]);
  expect(table.starts_s).toEqual([0, 10, 20, 30]);
  expect([value(table, 0, 5), value(table, 1, 15), value(table, 2, 25), value(table, 3, 99)]).toEqual([0, 2, 3, 2]);
  const sine = new Script([{ start_s: 0 }, { start_s: 20, amplitude: 2, frequency_radps: Math.PI / 10 }]);
  // A quarter of the period of 20 s after the start.
  expect(value(sine, 1, 25)).toBeCloseTo(2, 14);
  // With a phase of a quarter of a turn it begins there.
  const late = new Script([{ start_s: 0, amplitude: 2, frequency_radps: Math.PI / 10, phase_rad: Math.PI / 2 }]);
  expect([value(late, 0, 0), value(late, 0, 10)]).toEqual([2, -2]);
  expect(() => Script.steps([[1, 1]])).toThrow(/begins at 0/);
});

test("every part finds its states, commands, held inputs and outputs behind those of the parts before it, in every copy", () => {
  const seen: string[] = [];
  /** A part that writes down where it is asked to look, in forces, outputs and power. */
  const part = (name: string, states: number, commands: number, held: number, outputs: number): BodyPart => ({
    states,
    commands,
    held,
    commandSignals: Array.from({ length: commands }, (_, i) => ({ name: `${name}${i}`, unit: "N" })),
    outputs: Array.from({ length: outputs }, (_, i) => ({ name: `${name}${i}`, unit: "m" })),
    initialInto(x, s) {
      for (let i = 0; i < states; i++) x[s + i] = s + i;
    },
    restCommandsInto(values, c) {
      for (let i = 0; i < commands; i++) values[c + i] = -(i + 1);
    },
    addForce(_F, _dx, d, _motion, _x, at, values, c, h) {
      seen.push([name, d, at, c, values[c], h].join(" "));
    },
    outputValuesInto(out, o, _motion, _x, at, _commands, c, h) {
      for (let i = 0; i < outputs; i++) out[o + i] = 100 * at + c;
      seen.push(`${name} shows ${o} ${h}`);
    },
    addPower(out, o, _motion, _x, at, _commands, c, h) {
      out[o]! += at + c + h;
    },
  });
  const hull = {
    ...part("hull", 2, 1, 3, 1),
    ...{ mass6: damped(1).mass6, massInverse6: damped(1).massInverse6, figures: { hydrostatics: null } },
  };
  const system = new VehicleSystem(
    {
      hull,
      thrusters: part("thrusters", 3, 2, 0, 2) as unknown as typeof noThrusters,
      fins: part("fins", 4, 5, 0, 1) as unknown as typeof noFins,
      others: [part("tank", 1, 2, 2, 1), part("leak", 0, 0, 1, 2)],
    },
    {
      ...{ path: "v", step_ns: 1e7, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1000 },
      // The second command of the thrusters follows a script, at first its piece 0.
      scripts: [null, null, Script.steps([[0, 77]])],
    },
  );
  // 13 + 2 + 3 + 4 + 1 states; 1 + 2 + 5 + 2 commands behind the water; 3 + 2 + 1 held inputs behind them.
  const held = 23 + WATER_SIZE + 10;
  expect([system.size, system.commands, system.held]).toEqual([23, 10, WATER_SIZE + 10 + 6]);
  expect([system.waterAt, system.commandsAt, system.pushAt, system.floodingAt, system.holdAt]).toEqual([
    23,
    23 + WATER_SIZE,
    -1,
    -1,
    -1,
  ]);
  const at = 7;
  const x = new Float64Array(at + system.size + system.held);
  system.initialInto(x, at, 0);
  expect([...x.subarray(at + 13, at + 23)]).toEqual(Array.from({ length: 10 }, (_, i) => at + 13 + i));
  expect([...x.subarray(at + system.commandsAt, at + system.commandsAt + 10)]).toEqual([
    -1, -1, 0, -1, -2, -3, -4, -5, -1, -2,
  ]);
  system.derivativesInto(new Float64Array(system.size), x, at, Float64Array.of(0));
  expect(seen.splice(0)).toEqual([
    `hull 13 ${at + 13} 0 -1 ${at + held}`,
    `thrusters 15 ${at + 15} 1 -1 `,
    `fins 18 ${at + 18} 3 -1 `,
    `tank 22 ${at + 22} 8 -1 ${at + held + 3}`,
    `leak 23 ${at + 23} 10  ${at + held + 5}`,
  ]);
  const out = new Float64Array(9);
  system.partOutputsInto(out, 2, x, at, Float64Array.of(0));
  expect([...out]).toEqual([0, 0, 2000, 2201, 2201, 2503, 2908, 3010, 3010]);
  expect(seen.map((line) => line.split(" ").at(-1))).toEqual([0, 3, 3, 3, 5].map((k) => String(at + held + k)));
  const power = Float64Array.of(99, 99);
  system.powerInto(power, 1, x, at, Float64Array.of(0));
  const places = [13, 15, 18, 22, 23].reduce((sum, s) => sum + at + s, 0);
  expect([...power]).toEqual([99, places + (0 + 1 + 3 + 8 + 10) + 5 * (at + held) + 3 + 3 + 3 + 5]);
});

test("windage adds M⁻¹ times its force in air, and without air no bit; it returns the height at which it stands in the wind", () => {
  const areas = { frontalArea_m2: 0.2, lateralArea_m2: 0.5, centre_m: [0.1, 0, -0.3], height_m: 0.4 };
  const windage = new ProjectedAreas({
    ...areas,
    surgeCoefficient: 1,
    swayCoefficient: 1,
    yawCoefficient: 0,
    length_m: undefined,
  });
  const hull = damped(23);
  const options = { path: "v", step_ns: 1e7, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1000 };
  const parts = { hull, thrusters: noThrusters, fins: noFins };
  const [bare, topped] = [parts, { ...parts, windage }].map((each) => new VehicleSystem(each, options));
  const time = new Float64Array(1);
  const rates = (system: VehicleSystem, air: readonly number[]): Float64Array => {
    const x = stateOf(system);
    x.set(air, system.waterAt + WATER.air);
    const dx = new Float64Array(system.size);
    system.derivativesInto(dx, x, 0, time);
    return dx;
  };
  const wind = [0, 10, 0, 1.2];
  expect(rates(topped!, [0, 10, 0, 0])).toEqual(rates(bare!, wind));
  // 30 N to starboard at 0.3 m above and 0.1 m before Bo: Y = 30, K = 9, N = 3.
  const F = [0, 30, 0, 9, 0, 3];
  const before = rates(bare!, wind);
  rates(topped!, wind).forEach((rate, i) => {
    const added = i < 7 ? 0 : F.reduce((sum, f, j) => sum + hull.massInverse6[6 * (i - 7) + j]! * f, 0);
    expect(rate - before[i]!).toBeCloseTo(added, 12);
  });
  const height = new Float64Array(2);
  topped!.windHeightInto(height, 0, stateOf(topped!), 0, time);
  bare!.windHeightInto(height, 1, stateOf(bare!), 0, time);
  expect([...height]).toEqual([0.3, 0]);
});

test("rates that a sensor has asked for are recalled for the same block and time alone: every number of the block counts, and the sign of a zero", () => {
  const system = systemOf(damped(25));
  const fresh = (x: Float64Array, t_s: number): Float64Array => {
    const dx = new Float64Array(system.size);
    systemOf(damped(25)).derivativesInto(dx, x, 0, Float64Array.of(t_s));
    return dx;
  };
  const recalled = (x: Float64Array, t_s: number): Float64Array => {
    const dx = new Float64Array(system.size);
    system.derivativesInto(dx, x, 0, Float64Array.of(t_s));
    return dx;
  };
  const x = stateOf(system);
  x.set([0.6, -0.2, 0.1, 0.3, 0.2, -0.4], STATE.V);
  uniformCurrentInto(x, system.waterAt, [0.2, 0.1, 0]);
  x[system.waterAt + WATER.varies] = 1;
  x[system.waterAt + WATER.rate] = 0.5;
  expect([...system.sampledRates(x, 0, Float64Array.of(2))]).toEqual([...fresh(x, 2)]);
  expect(recalled(x, 2)).toEqual(fresh(x, 2));
  expect(recalled(x, 3)).toEqual(fresh(x, 3));
  for (let k = 0; k < system.size + system.held; k++) {
    const other = x.slice();
    other[k] = other[k]! + 0.25;
    expect(recalled(other, 2)).toEqual(fresh(other, 2));
    expect([...system.sampledRates(other, 0, Float64Array.of(2))]).toEqual([...fresh(other, 2)]);
    system.sampledRates(x, 0, Float64Array.of(2));
  }
  // At rest in still water, u = −0 gives another zero of ṗ than u = 0.
  const still = stateOf(system);
  const back = still.slice();
  back[STATE.V] = -0;
  back[STATE.V + 1] = -0;
  back[STATE.V + 2] = -0;
  system.sampledRates(still, 0, Float64Array.of(2));
  expect([...recalled(back, 2)]).toEqual([...fresh(back, 2)]);
});
