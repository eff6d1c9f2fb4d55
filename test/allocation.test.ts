/**
 * Hot code allocates nothing once it is warm. Measured on the heap itself: warm up, collect, run, compare.
 *
 * vitest.config.ts starts the workers with --expose-gc.
 */
import { expect, test } from "vitest";
import { type ContinuousSystem, ModelBuilder, PHASE, Simulation } from "../src/engine/index.ts";
import { DormandPrince, type Integrator, Rk4, SemiImplicitEuler } from "../src/math/index.ts";

const WARM_STEPS = 600_000;
const STEPS = 10_000;

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
}

/** Bytes per call, the least of five tries: compilation in the background may allocate during one of them. */
function bytesPerCall(body: () => void, calls: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt++) {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) body();
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / calls);
  }
  return least;
}

/** An oscillator with a time-dependent force; each has its own functions, as two kinds of vehicle would have. */
function oscillator(path: string, frequency: number, integrator: Integrator): ContinuousSystem {
  return {
    path,
    size: 2,
    held: 1,
    positions: 1,
    step_ns: 1_000_000,
    integrator,
    initialInto(x, at) {
      x[at] = 1;
    },
    derivativesInto(dx, x, at, time) {
      dx[0] = x[at + 1];
      dx[1] = -frequency * x[at] + x[at + 2] + 1e-3 * time[0];
    },
  };
}

function worldWith(integrators: readonly Integrator[]): Simulation {
  const builder = new ModelBuilder();
  const places = integrators.map((integrator, i) => builder.addSystem(oscillator(`system${i}`, 3 + i, integrator)));
  const noise = builder.layout.stream("controller");
  const draw = new Float64Array(1);
  const controller = builder.addActor({
    path: "controller",
    handle(sim) {
      for (let i = 0; i < places.length; i++) {
        const { at } = places[i];
        noise.uniformInto(draw, 0, sim.integers);
        sim.x[at + 2] = -0.5 * sim.x[at + 1] + 0.01 * draw[0];
      }
    },
  });
  builder.every(controller, 100, PHASE.react);
  const sumAt = builder.layout.reals("log", 1);
  builder.addObserver({
    path: "log",
    rate_Hz: 77,
    phase: PHASE.record,
    observe(view) {
      view.reals[sumAt] += view.x[0];
    },
  });
  return new Simulation(builder.build());
}

test.each([
  ["RK4", () => [new Rk4(3)]],
  ["semi-implicit Euler", () => [new SemiImplicitEuler(3)]],
  [
    "Dormand-Prince",
    () => [new DormandPrince(3, { relativeTolerance: 1e-6, absoluteTolerance: 1e-9, minStep_s: 1e-9 })],
  ],
  [
    "three systems under three methods",
    () => [
      new Rk4(3),
      new SemiImplicitEuler(3),
      new DormandPrince(3, { relativeTolerance: 1e-6, absoluteTolerance: 1e-9, minStep_s: 1e-9 }),
    ],
  ],
] as const)(
  "rule 17: a warm run under %s, with a controller, noise and a log, allocates less than a byte per step",
  (_, make) => {
    const sim = worldWith(make());
    let t_ns = 0;
    // 1 ms of simulated time is one step of each system.
    const run = (steps: number): void => {
      t_ns += steps * 1_000_000;
      sim.runUntil(t_ns);
    };
    for (let i = 0; i < 60; i++) run(WARM_STEPS / 60);
    // One call is ten runs of 1,000 steps, so that the boundary of runUntil counts too.
    const perCall = bytesPerCall(() => run(STEPS / 10), 10);
    expect(perCall / (STEPS / 10)).toBeLessThan(1);
  },
);
