/**
 * One vehicle, a fleet, and a vehicle with thrusters. The reference is bench/reference/vehicle.c, the same equations in
 * plain C, compiled here with `cc -O3` if there is a compiler; both end in the same state, which is checked. Times are CPU
 * time, on both sides: other processes on the machine then count for little.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FinGroup, ThrusterGroup } from "../src/actuators/index.ts";
import { ModelBuilder, PHASE, Simulation } from "../src/engine/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { Hydrostatics } from "../src/vehicles/hydrostatics.ts";
import { FossenHull, uniformCurrentInto, VehicleSystem } from "../src/vehicles/index.ts";
import { type Benchmark, type BenchResult, comparison, cpuNsPerItem, figure } from "./harness.ts";
import { rexrov } from "./rexrov.ts";

const STEPS = 200_000;
const TURNS = 9;
const STEP_S = 0.01;

/** d on the diagonal, and off it e / (1 + i + j), so that every entry is at work. As in vehicle.c. */
function filled(d: readonly number[], e: number): number[] {
  return Array.from({ length: 36 }, (_, k) => {
    const [i, j] = [Math.floor(k / 6), k % 6];
    return i === j ? d[i] : e / (1 + i + j);
  });
}

function body(fullDamping: boolean): VehicleSystem {
  const e = fullDamping ? 1 : 0;
  const parameters = {
    mass_kg: 1862.87,
    volume_m3: 1.83826,
    cg_m: [0.01, 0.02, 0.03],
    cb_m: [0, 0, -0.3],
    inertia_kgm2: [525.39, 1.44, 33.41, 1.44, 794.2, 2.6, 33.41, 2.6, 691.23],
    addedMass: filled([779.79, 1222, 3659.9, 534.9, 842.69, 224.32], 30),
    linearDamping: filled([74.82, 69.48, 728.4, 268.8, 309.77, 105], 3 * e),
    quadraticDamping: filled([748.22, 992.53, 1821.01, 672, 774.44, 523.27], 5 * e),
  };
  const { mass_kg, volume_m3, cg_m, cb_m } = parameters;
  const outline = { shape: "box" as const, size_m: [2.6, 1.5, 1.6] };
  const hydrostatics = new Hydrostatics({ mass_kg, volume_m3, cg_B_m: cg_m, cb_B_m: cb_m, ...outline });
  return new VehicleSystem(
    { hull: new FossenHull(parameters, hydrostatics), thrusters: new ThrusterGroup([]), fins: new FinGroup([]) },
    { path: "vehicle", step_ns: 10_000_000, integrator: new Rk4(64), gravity_mps2: 9.81, density_kgpm3: 1028 },
  );
}

function initial(system: VehicleSystem): Float64Array {
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  x.set([0, 0, 20, 1, 0, 0, 0, 0.5, 0.1, -0.1, 0.05, 0.1, 0.2]);
  uniformCurrentInto(x, system.waterAt, [0.3, -0.2, 0.1]);
  return x;
}

/** Steps from the initial state, with a push now and then that keeps the numbers away from zero. */
function swim(system: VehicleSystem, rk4: Rk4, steps: number): Float64Array {
  const x = initial(system);
  const span = Float64Array.of(0, STEP_S);
  for (let i = 0; i < steps; i++) {
    if (i % 1000 === 0) {
      x[10] += 0.1;
      x[7] += 0.1;
      x[2] = 20;
    }
    rk4.step(system, x, 0, span);
  }
  return x;
}

/** Compiles the reference; null where there is no compiler. */
function compiledReference(folder: string): string | null {
  const source = fileURLToPath(new URL("../../bench/reference/vehicle.c", import.meta.url));
  const program = join(folder, "vehicle");
  return spawnSync("cc", ["-O3", "-o", program, source, "-lm"]).status === 0 ? program : null;
}

function single(): BenchResult[] {
  const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
  try {
    const program = compiledReference(folder);
    const system = body(true);
    const diagonal = body(false);
    const rk4 = new Rk4(64);
    const ours: number[] = [];
    const diagonals: number[] = [];
    const theirs: number[] = [];
    // Both, so that the code that is timed has seen both.
    swim(system, rk4, STEPS);
    swim(diagonal, rk4, STEPS);
    for (let turn = 0; turn < TURNS; turn++) {
      ours.push(cpuNsPerItem(() => swim(system, rk4, STEPS), STEPS));
      diagonals.push(cpuNsPerItem(() => swim(diagonal, rk4, STEPS), STEPS));
      if (program === null) continue;
      const [ns, ...state] = execFileSync(program, [String(STEPS)], { encoding: "utf8" })
        .trim()
        .split(" ")
        .map(Number);
      theirs.push(ns);
      if (turn === 0) agree(swim(system, rk4, STEPS), state);
    }
    const perSecond = (runs: readonly number[]): number[] => runs.map((ns) => 1e9 / ns);
    const results = [
      figure("vehicle: RK4 steps, all matrices full", "1/s", perSecond(ours), { of: "value", atLeast: 1_000_000 }),
      figure("vehicle: RK4 steps, diagonal damping", "1/s", perSecond(diagonals)),
    ];
    if (program === null) {
      process.stderr.write("no C compiler (cc): the comparison with plain C is left out\n");
    } else {
      results.push(
        comparison("vehicle: one step, all matrices full", "ns", ours, "plain C, cc -O3", theirs, {
          of: "ratio",
          atMost: 1.7,
        }),
      );
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same equations give the same motion; what differs is the order of sums, a rounding per step. */
function agree(ours: Float64Array, theirs: readonly number[]): void {
  const worst = Math.max(...theirs.map((value, i) => Math.abs(value - ours[i])));
  if (!(worst < 1e-6)) throw new Error(`the C reference ends ${worst} away from our state: not the same equations`);
}

/** A fleet as a scenario makes it, one system per vehicle with parts of its own and one integrator for all, against a single vehicle. */
function fleet(): BenchResult {
  const world = (vehicles: number): Simulation => {
    const builder = new ModelBuilder();
    const integrator = new Rk4(64);
    for (let i = 0; i < vehicles; i++) {
      const { parts, waterAt } = body(true);
      builder.addSystem(
        new VehicleSystem(parts, {
          path: `vehicle${i}`,
          step_ns: 10_000_000,
          integrator,
          gravity_mps2: 9.81,
          density_kgpm3: 1862.87 / 1.83826, // neutral: it stays away from the surface
          initialInto(x, at) {
            x.set([i, 0, 20, 1, 0, 0, 0, 0.5, 0.1, -0.1, 0.05, 0.1, 0.2], at);
            uniformCurrentInto(x, at + waterAt, [0.3, -0.2, 0.1]);
          },
        }),
      );
    }
    builder.every(builder.addActor({ path: "clockwork", handle: () => {} }), 10, PHASE.react);
    return new Simulation(builder.build());
  };
  const [one, many] = [world(1), world(1000)];
  // Systems that nothing touches lag behind until they are looked at.
  const run = (sim: Simulation, steps: number): void => {
    sim.runUntil(sim.now_ns + steps * 10_000_000);
    sim.look();
  };
  const ones: number[] = [];
  const manies: number[] = [];
  for (let turn = -1; turn < TURNS; turn++) {
    const [a, b] = [cpuNsPerItem(() => run(one, 100_000), 100_000), cpuNsPerItem(() => run(many, 100), 100_000)];
    if (turn < 0) continue;
    ones.push(a);
    manies.push(b);
  }
  const goal = { of: "ratio", atMost: 1.2 } as const;
  return comparison("vehicle: a vehicle-step in a fleet of 1,000 systems", "ns", manies, "one vehicle", ones, goal);
}

/** RexROV as shipped: eight thrusters with shafts, and an allocation at 50 Hz. */
function withThrusters(): BenchResult {
  const { simulation } = rexrov();
  const runs: number[] = [];
  for (let turn = -1; turn < TURNS; turn++) {
    const ns = cpuNsPerItem(() => simulation.runUntil(simulation.now_ns + 50_000 * 10_000_000), 50_000);
    if (turn >= 0) runs.push(1e9 / ns);
  }
  const name = "vehicle: RK4 steps of RexROV, eight thrusters, shafts, allocation";
  return figure(name, "1/s", runs, { of: "value", atLeast: 400_000 });
}

export const benchmark: Benchmark = {
  name: "vehicle",
  doc: "a rigid body in water: one, a fleet, and one with thrusters",
  run: () => [...single(), fleet(), withThrusters()],
};
