/** The engine's loop: steps of a small system with a controller and a log, against a bare loop over the same method. */
import { type ContinuousSystem, ModelBuilder, PHASE, Simulation } from "../src/engine/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { type Benchmark, comparison, nsPerItemInTurns } from "./harness.ts";

const STEPS = 200_000;
const STEP_NS = 1_000_000;

/** A damped oscillator in six directions: thirteen numbers or so, as a vehicle has, but cheap to differentiate. */
function oscillators(): ContinuousSystem {
  return {
    path: "oscillators",
    size: 12,
    held: 1,
    positions: 6,
    step_ns: STEP_NS,
    integrator: new Rk4(13),
    initialInto(x, at) {
      for (let i = 0; i < 6; i++) x[at + i] = 1 + i;
    },
    derivativesInto(dx, x, at) {
      for (let i = 0; i < 6; i++) {
        dx[i] = x[at + 6 + i];
        dx[6 + i] = -(2 + i) * x[at + i] - 0.1 * x[at + 6 + i] + x[at + 12];
      }
    },
  };
}

function simulation(): Simulation {
  const builder = new ModelBuilder();
  const place = builder.addSystem(oscillators());
  const controller = builder.addActor({
    path: "controller",
    writes: [place],
    handle(sim) {
      sim.x[place.at + 12] = -0.1 * sim.x[place.at + 6];
    },
  });
  builder.every(controller, 50, PHASE.react);
  const sumAt = builder.layout.reals("log", 1);
  const log = builder.addActor({
    path: "log",
    reads: [place],
    handle(moment) {
      moment.reals[sumAt] += moment.x[place.at];
    },
  });
  builder.every(log, 47, PHASE.record);
  return new Simulation(builder.build());
}

export const benchmark: Benchmark = {
  name: "stepping",
  doc: "RK4 steps of 12 states under the engine, with a controller at 50 Hz and a log at 47 Hz",
  run() {
    const sim = simulation();
    let end_ns = 0;
    const underEngine = (): number => {
      end_ns += STEPS * STEP_NS;
      sim.runUntil(end_ns);
      return sim.state.x[0];
    };
    const system = oscillators();
    const x = new Float64Array(13);
    system.initialInto?.(x, 0, 0);
    const span = Float64Array.of(0, STEP_NS * 1e-9);
    const bare = (): number => {
      for (let i = 0; i < STEPS; i++) system.integrator.step(system, x, 0, span);
      return x[0];
    };
    const [engine_ns, bare_ns] = nsPerItemInTurns([underEngine, bare], STEPS);
    return [comparison("stepping: one step under the engine", "ns", engine_ns, "the bare method", bare_ns)];
  },
};
