/**
 * A small hybrid world for tests of the engine: a driven pendulum (RK4, 3 ms), a fleet of three masses on springs
 * (Dormand-Prince, 7 ms), a controller at an odd rate that reads a noisy sensor through a port and pushes the
 * pendulum, and gusts at random instants. It has every kind of state: continuous, held inputs, integrator memory,
 * reals, integers, records, random streams, calendars.
 */
import {
  type ContinuousSystem,
  defineMessage,
  InPort,
  InProcessLink,
  type Model,
  ModelBuilder,
  type Observer,
  OutPort,
  PHASE,
  Simulation,
  type SystemPlace,
} from "../../src/engine/index.ts";
import { cos, DormandPrince, Rk4, sin } from "../../src/math/index.ts";

const angleSample = defineMessage("angleSample", "measured angle of the pendulum", { taken_ns: 1, angle_rad: 1 });

/** x = [angle, rate], held input [torque]. */
export function pendulum(path: string, step_ns: number): ContinuousSystem {
  return {
    path,
    size: 2,
    held: 1,
    positions: 1,
    step_ns,
    integrator: new Rk4(3),
    initialInto(x, at) {
      x[at] = 1.2;
    },
    derivativesInto(dx, x, at, time) {
      dx[0] = x[at + 1];
      dx[1] = -9.81 * sin(x[at]) - 0.1 * x[at + 1] + x[at + 2] + 0.3 * cos(1.7 * time[0]);
    },
  };
}

/** Three independent masses, x = [place, speed] each. */
function springs(path: string): ContinuousSystem {
  return {
    path,
    size: 2,
    copies: 3,
    step_ns: 7_000_000,
    integrator: new DormandPrince(2, { relativeTolerance: 1e-6, absoluteTolerance: 1e-9, minStep_s: 1e-9 }),
    initialInto(x, at, copy) {
      x[at] = 1 + copy;
    },
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1];
      dx[1] = -40 * x[at] - 0.2 * x[at + 1] * Math.abs(x[at + 1]);
    },
  };
}

export interface ToyOptions {
  readonly seed?: number;
  /** Rates of observers that are added and that nobody needs. */
  readonly extraObservers?: readonly number[];
  /** Streams that are added and drawn from. */
  readonly extraStreams?: readonly string[];
}

export interface Toy {
  readonly model: Model;
  readonly pendulum: SystemPlace;
  readonly springs: SystemPlace;
}

export function toyPlant(options: ToyOptions = {}): Toy {
  const builder = new ModelBuilder({ campaign: options.seed ?? 1, run: 0 });
  const pendulumAt = builder.addSystem(pendulum("pendulum", 3_000_000));
  const springsAt = builder.addSystem(springs("springs"));
  const torqueAt = pendulumAt.at + 2;

  // Sensor: polled at 83 Hz, with noise, to the controller's port.
  const noise = builder.layout.stream("pendulum/encoder");
  const out = new OutPort("pendulum/encoder", angleSample, "observer");
  const into = new InPort(builder.layout, "controller/angle", angleSample, { capacity: 8 });
  new InProcessLink(2_000_000).connect(out, into);
  const message = new Float64Array(angleSample.size);
  builder.addObserver({
    path: "pendulum/encoder",
    rate_Hz: 83,
    phase: PHASE.sense,
    reads: [pendulumAt],
    observe(view) {
      message[angleSample.at.taken_ns] = view.now_ns;
      message[angleSample.at.angle_rad] = view.x[pendulumAt.at] + 0.01 * (noise.uniform(view.integers) - 0.5);
      out.send(view, message, 0);
    },
  });

  // Controller: a filter in reals, a history in a record.
  const filterAt = builder.layout.reals("controller/filter", 1);
  const history = builder.layout.record("controller/history", () => ({ commands: [] as number[] }));
  const read = new Float64Array(angleSample.size);
  const controller = builder.addActor({
    path: "controller",
    handle(sim) {
      while (into.receive(sim, read, 0)) {
        const angle = read[angleSample.at.angle_rad];
        sim.reals[filterAt] += 0.3 * (angle - sim.reals[filterAt]);
      }
      sim.x[torqueAt] = -2 * sim.reals[filterAt];
      const { commands } = sim.record(history);
      commands.push(sim.x[torqueAt]);
      if (commands.length > 5) commands.shift();
    },
  });
  builder.every(controller, 31, PHASE.react, 1_234_567);

  // Gusts: each schedules the next at a random instant and kicks the masses (a jump of the state).
  const luck = builder.layout.stream("gusts");
  const gusts = builder.addActor({
    path: "gusts",
    handle(sim, k) {
      const mass = luck.integerBelow(sim.integers, 3);
      sim.x[springsAt.at + mass * springsAt.stride + 1] += luck.uniform(sim.integers) - 0.5;
      sim.schedule(sim.now_ns + 1 + luck.integerBelow(sim.integers, 40_000_000), PHASE.correct, gusts, k + 1);
    },
  });
  builder.at(0, PHASE.correct, gusts);

  for (const name of options.extraStreams ?? []) {
    const stream = builder.layout.stream(name);
    builder.addObserver({
      path: `${name}/drawer`,
      rate_Hz: 10,
      phase: PHASE.record,
      observe: (view) => void stream.uniform(view.integers),
    });
  }
  options.extraObservers?.forEach((rate_Hz, i) => {
    builder.addObserver(extraObserver(builder, `extra${i}`, rate_Hz, i));
  });
  return { model: builder.build(), pendulum: pendulumAt, springs: springsAt };
}

/** Looks at everything, keeps a running sum in its own state. */
function extraObserver(builder: ModelBuilder, path: string, rate_Hz: number, i: number): Observer {
  const sumAt = builder.layout.reals(`${path}/sum`, 1);
  return {
    path,
    rate_Hz,
    phase: i % 2 === 0 ? PHASE.sense : PHASE.record,
    observe(view) {
      for (const value of view.x) view.reals[sumAt] += value;
    },
  };
}

/** The trajectory as bytes: after every plant-relevant pause, every bit of the continuous state. */
export function trajectory(toy: Toy, times_ns: readonly number[], sim = new Simulation(toy.model)): string[] {
  return times_ns.map((t_ns) => {
    sim.runUntil(t_ns);
    return fingerprint(toy, sim);
  });
}

export function fingerprint(toy: Toy, sim: Simulation): string {
  const { x } = sim.look();
  const used = [toy.pendulum, toy.springs].flatMap((place) => [
    ...x.subarray(place.at, place.at + place.stride * place.copies),
  ]);
  const bytes = new Uint8Array(Float64Array.from(used).buffer);
  return `${sim.now_ns} ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
