/**
 * Bytes that a warm run allocates per step, measured on the compiled code in dist. Run by allocation.ts, with the name of a
 * world.
 * Runs are unchecked: the environment variable THETIS_CHECKED is looked at by the command line only.
 */

import { fileURLToPath } from "node:url";
import { bareBodies } from "../../dist/bench/bare-bodies.js";
import { rexrov } from "../../dist/bench/rexrov.js";
import { sensorWorld } from "../../dist/bench/sensors.js";
import { diskReader } from "../../dist/src/cli/io/files.js";
import {
  defineMessage,
  InProcessLink,
  JitteredTimes,
  ModelBuilder,
  PHASE,
  Simulation,
} from "../../dist/src/engine/index.js";
import { Definitions } from "../../dist/src/library/index.js";
import { DormandPrince, Rk4, SemiImplicitEuler } from "../../dist/src/math/index.js";
import { loadScenario, ScenarioRun, shippedDefinitions } from "../../dist/src/scenario/index.js";
import { leastBytes } from "./least-bytes.mjs";

/** The same run with simulated time stretched, so that a step of another length counts as one. */
function stretched(sim, factor) {
  return { runUntil: (end_ns) => sim.runUntil(end_ns * factor) };
}

const WARM_STEPS = 600_000;
const tolerances = { relativeTolerance: 1e-6, absoluteTolerance: 1e-9, minStep_s: 1e-9 };

/** An oscillator with a time-dependent force; each has its own functions, as two kinds of vehicle would have. */
function oscillator(path, frequency, integrator) {
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

function worldWith(integrators) {
  const builder = new ModelBuilder();
  const places = integrators.map((integrator, i) => builder.addSystem(oscillator(`system${i}`, 3 + i, integrator)));
  const noise = builder.layout.stream("controller");
  const draw = new Float64Array(1);
  const controller = builder.addActor({
    path: "controller",
    writes: places,
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
  const log = builder.addActor({
    path: "log",
    reads: [places[0]],
    handle(moment) {
      moment.reals[sumAt] += moment.x[places[0].at];
    },
  });
  builder.every(log, 77, PHASE.record);
  return new Simulation(builder.build(), undefined, { checked: false });
}

const note = defineMessage("note", "a number, and bytes", { value: 1 }, 16);

/**
 * Two systems with guards that fire, one that looks ahead by a horizon, messages with payloads that wake, guard data that
 * change, a jittered observer: everything that can happen between two steps.
 */
function busyWorld() {
  const builder = new ModelBuilder();
  const [a, b, c] = [3, 4, 5].map((f) => builder.addSystem(oscillator(`system${f}`, f, new Rk4(3))));
  const message = new Float64Array(1);
  const payload = new Uint8Array(16);
  const countAt = builder.layout.integers("count", 1);
  const out = builder.outPort("zeros", note, PHASE.correct);
  const zeros = builder.addActor({
    path: "zeros",
    reads: [a],
    handle(moment) {
      message[0] = moment.x[a.at + 1];
      out.send(moment, message, 0, payload, 0, 9);
    },
  });
  const zero = (out_, x, at, reals, dataAt) => {
    out_[0] = x[at] - reals[dataAt];
  };
  const data = [0];
  const moved = builder.addGuard({ path: "guard a", of: a, actor: zeros, data, valueInto: zero });
  const turn = builder.addActor({
    path: "turn",
    writes: [b],
    handle(moment) {
      moment.x[b.at + 2] = -moment.x[b.at + 2];
      moment.integers[countAt]++;
    },
  });
  builder.addGuard({ path: "guard b", of: b, actor: turn, data, valueInto: zero });
  builder.addGuard({
    path: "guard c",
    of: c,
    actor: turn,
    data: [1e9],
    valueInto: zero,
    horizonInto(out_) {
      out_[0] = 0.05;
    },
  });
  const listener = builder.addActor({
    path: "listener",
    handle(moment) {
      into.peekPayload(moment, payload, 0);
      into.receive(moment, message, 0);
      message[0] *= 1e-3;
      moment.setGuardData(moved, message, 0);
    },
  });
  const into = builder.inPort("listener", note, { wake: { actor: listener, phase: PHASE.react } });
  new InProcessLink(5_000_000).connect(out, into);
  const sumAt = builder.layout.reals("log", 1);
  const log = builder.addActor({
    path: "log",
    reads: [a, b, c],
    handle(moment) {
      moment.reals[sumAt] += moment.x[a.at] + moment.x[b.at] + moment.x[c.at];
    },
  });
  builder.every(log, new JitteredTimes(77, 5_000_000, builder.layout.stream("log")), PHASE.sense);
  return new Simulation(builder.build(), undefined, { checked: false });
}

/** A whole scenario without its log: vehicle, true state through its port, autopilot, commands, summary. */
function scenario(file, ...more) {
  const { definitions } = Definitions.create(shippedDefinitions);
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const { scenario } = loadScenario(definitions, bareBodies(diskReader), path, ["duration_s=100000", ...more]);
  return new ScenarioRun(scenario, { writer: null, version: "probe" }).sim;
}

/** A vehicle with an inertial unit, a Doppler log, a depth gauge and a receiver over a rough bottom; a step of 10 ms counts as one. */
function withSensors(navigation) {
  const world = sensorWorld({ vehicles: 1, duration_s: 100_000, navigation });
  return stretched(new ScenarioRun(world, { writer: null, version: "probe" }).sim, 10);
}

function bytesPerStep(sim) {
  let end_ns = 0;
  // 1 ms of simulated time is one step of each system; runs of 1,000 steps, so that the border of runUntil counts too.
  const run = (steps) => {
    for (let done = 0; done < steps; done += 1000) {
      end_ns += 1_000_000_000;
      sim.runUntil(end_ns);
    }
  };
  return leastBytes(run, WARM_STEPS);
}

const worlds = {
  RK4: () => worldWith([new Rk4(3)]),
  "semi-implicit Euler": () => worldWith([new SemiImplicitEuler(3)]),
  "Dormand-Prince": () => worldWith([new DormandPrince(3, tolerances)]),
  "three systems under three methods": () =>
    worldWith([new Rk4(3), new SemiImplicitEuler(3), new DormandPrince(3, tolerances)]),
  // Three systems: half a millisecond is one step and a half.
  "guards and messages": () => stretched(busyWorld(), 0.5),
  // A vehicle as shipped, with eight thrusters and their manager, at 100 steps per second of simulated time.
  scenario: () => scenario("bench/scenarios/ten-minutes.xml"),
  // Under way: the autopilot goes on after its plan.
  tow: () => scenario("scenarios/tow.xml", "tug/pilot/keepAtEnd=true"),
  "adrift in wind": () => scenario("scenarios/surface-drift.xml"),
  sensors: () => withSensors('<navigation source="truth"/>'),
  "flown on sensors": () => withSensors("<navigation/>"),
  RexROV: () => stretched(rexrov().simulation, 10),
};
// One world in a process, as in most runs.
process.stdout.write(String(bytesPerStep(worlds[process.argv[2]]())));
