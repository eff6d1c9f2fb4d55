import fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprint, pendulum, toyPlant, trajectory } from "../../test/support/toy-plant.ts";
import { DormandPrince, type OdeSystem, Rk4 } from "../math/index.ts";
import { SimulationFault } from "./fault.ts";
import { defineMessage } from "./message.ts";
import { ModelBuilder, type SystemPlace } from "./model.ts";
import type { Moment } from "./moment.ts";
import { PacedClock } from "./paced-clock.ts";
import { PHASE, type Phase, type PhaseName } from "./phase.ts";
import { Simulation } from "./simulation.ts";

const SECOND = 1e9;
const go = defineMessage("go", "nothing but itself", {});
/** An observer: an actor that writes nothing, at a rate. */
function observe(
  builder: ModelBuilder,
  path: string,
  rate_Hz: number,
  phase: Phase,
  reads: readonly SystemPlace[],
  look: (moment: Moment, k: number) => void,
): void {
  builder.every(builder.addActor({ path, reads, handle: look }), rate_Hz, phase);
}

const everyTenth = (until_s: number): number[] => Array.from({ length: until_s * 10 }, (_, i) => (i + 1) * 1e8);

/** A system that records the steps that its integrator is asked for: ẋ = 1. */
function stepRecorder(step_ns: number) {
  const steps: [number, number][] = [];
  const rk4 = new Rk4(1);
  const system = {
    path: "ramp",
    size: 1,
    step_ns,
    integrator: {
      name: "rk4" as const,
      order: rk4.order,
      memory: 0,
      maxSize: 1,
      step: (s: OdeSystem, x: Float64Array, at: number, span: Float64Array): number => {
        steps.push([span[0], span[1]]);
        return rk4.step(s, x, at, span);
      },
    },
    derivativesInto(dx: Float64Array): void {
      dx[0] = 1;
    },
  };
  return { system, steps };
}

test("rule 5: events at 10 and 25 ms under a step of 4 ms are reached by 4 + 4 + 2 and 4 + 4 + 4 + 3 ms", () => {
  const { system, steps } = stepRecorder(4_000_000);
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  const seen: number[] = [];
  const actor = builder.addActor({
    path: "a",
    writes: [place],
    handle: (moment) => void seen.push(moment.x[place.at]),
  });
  builder.at(10_000_000, PHASE.react, actor);
  builder.at(25_000_000, PHASE.react, actor);
  new Simulation(builder.build()).runUntil(30_000_000);
  expect(steps.map(([, h_s]) => Math.round(h_s * 1e9) / 1e6)).toEqual([4, 4, 2, 4, 4, 4, 3]);
  expect(steps.map(([t_s]) => Math.round(t_s * 1e9) / 1e6)).toEqual([0, 4, 8, 10, 14, 18, 22]);
  // ẋ = 1 from 0: the state is the time, to rounding of a dozen additions.
  expect(seen[0]).toBeCloseTo(0.01, 14);
  expect(seen[1]).toBeCloseTo(0.025, 14);
});

test("rule 5: at random event times, what an actor writes stands exactly at the instant, and nothing else does", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200_000_000 }), { minLength: 1, maxLength: 20 }), (times) => {
      const builder = new ModelBuilder();
      const p = builder.addSystem(pendulum("p", 3_000_000));
      const q = builder.addSystem(pendulum("q", 11_000_001));
      builder.addSystem(pendulum("untouched", 2_000_000));
      const reached: boolean[] = [];
      const actor = builder.addActor({
        path: "a",
        writes: [p, q],
        handle(moment) {
          const [first, second, third] = sim.state.reached_ns;
          reached.push(first === moment.now_ns && second === moment.now_ns && third === 0);
        },
      });
      for (const t_ns of times) builder.at(t_ns, PHASE.react, actor);
      const sim = new Simulation(builder.build());
      sim.runUntil(SECOND);
      expect(reached).toEqual(times.map(() => true));
    }),
    { seed: 5, numRuns: 50 },
  );
});

test("rule 3: at one instant sensing sees x⁻, then deliver, react, actuate, correct, then recording sees x⁺", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(stepRecorder(1_000_000).system);
  const order: string[] = [];
  const add = (name: PhaseName): void => {
    const actor = builder.addActor({
      path: name,
      writes: [place],
      handle(moment) {
        order.push(name);
        if (name === "correct") moment.x[place.at] = 100;
      },
    });
    builder.at(SECOND, PHASE[name], actor);
  };
  // Scheduled in the wrong order on purpose.
  add("correct");
  add("react");
  add("actuate");
  add("deliver");
  for (const name of ["record", "sense"] as const) {
    observe(builder, `log ${name}`, 1, PHASE[name], [place], (moment, k) => {
      if (k === 1) order.push(`${name} ${Math.round(moment.x[place.at])}`);
    });
  }
  new Simulation(builder.build()).runUntil(SECOND);
  expect(order).toEqual(["sense 1", "deliver", "react", "actuate", "correct", "record 100"]);
});

test("rule 4: an event in the past, or at this instant in an earlier phase, is refused", () => {
  const trySchedule = (t_ns: number, phase: Phase): void => {
    const builder = new ModelBuilder();
    const actor = builder.addActor({
      path: "a",
      handle: (sim, data) => void (data === 0 && sim.schedule(t_ns, phase, 1)),
    });
    builder.at(100, PHASE.actuate, actor);
    new Simulation(builder.build()).runUntil(200);
  };
  expect(() => trySchedule(99, PHASE.correct)).toThrow(/lies before 100 ns/);
  expect(() => trySchedule(100, PHASE.react)).toThrow(/lies before 100 ns/);
  expect(() => trySchedule(100.5, PHASE.react)).toThrow(/integer instant/);
  trySchedule(100, PHASE.actuate);
  trySchedule(101, PHASE.deliver);
});

test("rule 6: fifty observers at odd rates change no bit of a trajectory", () => {
  const rates = Array.from({ length: 50 }, (_, i) => 1 + ((i * 37.77) % 611));
  const times = everyTenth(5);
  const alone = trajectory(toyPlant(), times);
  expect(trajectory(toyPlant({ extraObservers: rates }), times)).toEqual(alone);
  // The comparison can fail: another seed is another trajectory.
  expect(trajectory(toyPlant({ seed: 2 }), times)).not.toEqual(alone);
});

test("rule 6: what an observer sees does not depend on others, nor on a plant event at the same instant", () => {
  const seenWith = (others: boolean, event: boolean): number[] => {
    const builder = new ModelBuilder();
    const place = builder.addSystem(pendulum("p", 3_000_000));
    const seen: number[] = [];
    // The one that scribbles on its copy comes first.
    if (others)
      observe(builder, "a scribbler", 7, PHASE.sense, [place], ({ x }) => {
        x[place.at + 1] = 99;
      });
    observe(builder, "me", 7, PHASE.sense, [place], ({ x }) => void seen.push(x[place.at], x[place.at + 1]));
    if (others) observe(builder, "odd", 41.3, PHASE.sense, [place], () => {});
    const actor = builder.addActor({ path: "idle", writes: [place], handle: () => {} });
    // The last sample looked at coincides with an event that is after all other samples.
    if (event) builder.at(Math.round(10e9 / 7), PHASE.react, actor);
    // Unchecked, since a checked run refuses to scribble.
    new Simulation(builder.build(), undefined, { checked: false }).runUntil(Math.round(10e9 / 7));
    return seen;
  };
  const alone = seenWith(false, false);
  expect(alone).toHaveLength(22);
  expect(seenWith(true, false)).toEqual(alone);
  expect(seenWith(false, true)).toEqual(alone);
});

test("rule 6: a side step is as accurate as the method, 1e-10 at a step of 3 ms", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem({
    ...stepRecorder(3_000_000).system,
    integrator: new Rk4(2),
    size: 2,
    initialInto(x: Float64Array, at: number) {
      x[at] = 1;
    },
    derivativesInto(dx: Float64Array, x: Float64Array, at: number) {
      dx[0] = x[at + 1];
      dx[1] = -x[at];
    },
  });
  let worst = 0;
  observe(builder, "log", 777, PHASE.record, [place], ({ x, now_ns }) => {
    worst = Math.max(worst, Math.abs(x[place.at] - Math.cos(now_ns * 1e-9)));
  });
  new Simulation(builder.build()).runUntil(10 * SECOND);
  // RK4 on the oscillator: t h⁴ / 120 = 10 · 8.1e-11 / 120 ≈ 7e-12.
  expect(worst).toBeLessThan(1e-10);
  expect(worst).toBeGreaterThan(0);
});

test("rule 10: snapshot, restore, continue equals the uninterrupted run, at random rounds, with guards, groups, messages and jitter", () => {
  const toy = toyPlant();
  const end_ns = 2 * SECOND;
  const whole = new Simulation(toy.model);
  whole.runUntil(end_ns);
  const expected = fingerprint(toy, whole);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 100 }), (before, astray) => {
      const sim = new Simulation(toy.model);
      for (let i = 0; i < before; i++) sim.step();
      const snapshot = sim.snapshot();
      for (let i = 0; i < astray; i++) sim.step();
      sim.change((x) => void x.fill(0.5));
      sim.restore(snapshot);
      expect(sim.snapshot()).toEqual(snapshot);
      sim.runUntil(end_ns);
      expect(fingerprint(toy, sim)).toBe(expected);
      expect(sim.snapshot()).toEqual(whole.snapshot());
    }),
    { seed: 10, numRuns: 40 },
  );
});

test("rule 10: a fork and its origin both equal the uninterrupted run, whichever goes on first", () => {
  const toy = toyPlant({ seed: 4 });
  const end_ns = 2 * SECOND;
  const whole = new Simulation(toy.model);
  whole.runUntil(end_ns);
  const expected = whole.snapshot();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.boolean(), (before, forkFirst) => {
      const sim = new Simulation(toy.model);
      for (let i = 0; i < before; i++) sim.step();
      const fork = sim.fork();
      const runs = forkFirst ? [fork, sim] : [sim, fork];
      // In turns, so that anything shared between the two would show.
      for (let t_ns = sim.now_ns; t_ns < end_ns; t_ns += 1e8) for (const run of runs) run.runUntil(t_ns);
      for (const run of runs) {
        run.runUntil(end_ns);
        expect(run.snapshot()).toEqual(expected);
      }
    }),
    { seed: 11, numRuns: 25 },
  );
});

test("rule 10: a snapshot of another model is refused", () => {
  const other = new ModelBuilder();
  other.addSystem(pendulum("p", 1_000_000));
  expect(() => new Simulation(toyPlant().model).restore(new Simulation(other.build()).snapshot())).toThrow(
    /another model/,
  );
});

test("rule 11: stopping at random instants to look, and going on, changes no bit", () => {
  const toy = toyPlant();
  const end_ns = 2 * SECOND;
  const expected = trajectory(toy, [end_ns]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: end_ns }), { maxLength: 30 }), (stops) => {
      const sim = new Simulation(toy.model);
      for (const t_ns of stops.sort((a, b) => a - b)) {
        sim.runUntil(t_ns);
        sim.look();
      }
      expect(trajectory(toy, [end_ns], sim)).toEqual(expected);
    }),
    { seed: 12, numRuns: 40 },
  );
});

test("rule 12: a paced run asks the clock before anything happens, and gives the same bytes as a virtual one", () => {
  const toy = toyPlant();
  let wall_ns = 0;
  const wall = {
    now_ns: () => wall_ns,
    sleepUntil(t_ns: number) {
      wall_ns = t_ns + 12_345;
    },
  };
  const clock = new PacedClock(wall);
  const times = everyTenth(1);
  expect(trajectory(toy, times, new Simulation(toy.model, clock))).toEqual(trajectory(toy, times));
  expect(clock.report().lateness.count).toBeGreaterThan(100);

  const order: string[] = [];
  const builder = new ModelBuilder();
  const actor = builder.addActor({ path: "a", handle: () => void order.push("act") });
  builder.at(7, PHASE.react, actor);
  new Simulation(builder.build(), { waitUntil: (t_ns) => void order.push(`wait ${t_ns}`) }).runUntil(8);
  expect(order).toEqual(["wait 7", "act", "wait 8"]);
});

test("rule 15: a state that stops being finite stops the run with time, component and state", () => {
  const builder = new ModelBuilder();
  const hulls = builder.addSystem({
    ...stepRecorder(10_000_000).system,
    path: "auv/hull",
    integrator: new Rk4(1),
    copies: 2,
    initialInto(x, at, copy) {
      x[at] = copy;
    },
    // ẋ = x³ from 1 is infinite at t = 1/2.
    derivativesInto(dx, x, at) {
      dx[0] = x[at] * x[at] * x[at];
    },
  });
  const actor = builder.addActor({ path: "a", writes: [hulls], handle: () => {} });
  builder.at(SECOND, PHASE.react, actor);
  const sim = new Simulation(builder.build());
  let fault: unknown;
  try {
    sim.runUntil(SECOND);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(SimulationFault);
  const { t_ns, component, state, message } = fault as SimulationFault;
  expect(component).toBe("auv/hull[1]");
  // Explicit steps of 10 ms overshoot the singularity at 0.5 s by a few steps.
  expect(t_ns).toBeGreaterThanOrEqual(500_000_000);
  expect(t_ns).toBeLessThan(600_000_000);
  expect(Number.isFinite(state[0])).toBe(false);
  expect(message).toContain("the state is not finite");
  // The instant stands there in both units.
  expect(message).toMatch(/^auv\/hull\[1\] at t = 5\d{8} ns \(0\.5\d* s\): /);
});

test("rule 15: a step whose error cannot be controlled, and an exception in an actor, name their component", () => {
  const stiff = new ModelBuilder();
  const wall = stiff.addSystem({
    ...stepRecorder(SECOND).system,
    path: "wall",
    integrator: new DormandPrince(1, { relativeTolerance: 1e-9, absoluteTolerance: 1e-9, minStep_s: 1e-3 }),
    derivativesInto(dx, _x, _at, time) {
      dx[0] = time[0] > 0.5 ? 1e9 : 0;
    },
  });
  const idle = stiff.addActor({ path: "a", writes: [wall], handle: () => {} });
  stiff.at(SECOND, PHASE.react, idle);
  expect(() => new Simulation(stiff.build()).runUntil(SECOND)).toThrow(/^wall at .*tolerance cannot be met/);

  const broken = new ModelBuilder();
  const actor = broken.addActor({
    path: "auv/autopilot",
    handle() {
      throw new TypeError("gain is undefined");
    },
  });
  broken.at(42, PHASE.react, actor);
  expect(() => new Simulation(broken.build()).runUntil(SECOND)).toThrow(
    /auv\/autopilot at t = 42 ns \(.*\): gain is undefined/,
  );
});

test("rule 16: adding a stream, and drawing from it, changes no bit of a noisy trajectory", () => {
  const times = everyTenth(3);
  const alone = trajectory(toyPlant(), times);
  expect(trajectory(toyPlant({ extraStreams: ["auv1/dvl", "a", "zz"] }), times)).toEqual(alone);
});

test("rule 8: an actor that changed its mind ignores the event by comparing its number with its state", () => {
  const builder = new ModelBuilder();
  const tokenAt = builder.layout.integers("alarm", 1);
  const rung: number[] = [];
  const owner = builder.addActor({
    path: "owner",
    handle(moment, token) {
      if (token === 0) {
        moment.integers[tokenAt]++;
        moment.schedule(moment.now_ns + 100, PHASE.react, moment.integers[tokenAt]);
      } else if (token === moment.integers[tokenAt]) rung.push(moment.now_ns);
    },
  });
  builder.at(10, PHASE.react, owner);
  builder.at(50, PHASE.react, owner); // moves the alarm from 110 to 150
  new Simulation(builder.build()).runUntil(1000);
  expect(rung).toEqual([150]);
});

test("rule 6: a look at an instant restricts no actor that acts at it", () => {
  const builder = new ModelBuilder();
  const acted: number[] = [];
  const place = builder.addSystem(pendulum("p", 3_000_000));
  const actor = builder.addActor({
    path: "a",
    writes: [place],
    handle: (moment) => void acted.push(moment.now_ns),
  });
  const port = builder.inPort("a", go, { wake: { actor, phase: PHASE.react } });
  observe(builder, "log", 1, PHASE.sense, [place], () => {});
  const sim = new Simulation(builder.build());
  sim.runUntil(SECOND - 1);
  sim.step();
  sim.look();
  sim.inject(port, SECOND, new Float64Array(0), 0);
  sim.runUntil(2 * SECOND);
  expect(acted).toEqual([SECOND]);
});

/** ẋ = −x from 1 under Dormand-Prince in steps of a second. */
function decay() {
  return {
    ...stepRecorder(SECOND).system,
    path: "decay",
    integrator: new DormandPrince(1, { relativeTolerance: 1e-10, absoluteTolerance: 1e-12, minStep_s: 1e-12 }),
    initialInto(x: Float64Array, at: number) {
      x[at] = 1;
    },
    derivativesInto(dx: Float64Array, x: Float64Array, at: number) {
      dx[0] = -x[at];
    },
  };
}

test("rule 6: a side step under Dormand-Prince is e⁻ᵗ to its tolerance, and leaves the plant's memory alone", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(decay());
  let worst = 0;
  observe(builder, "log", 7, PHASE.record, [place], ({ x, now_ns }) => {
    worst = Math.max(worst, Math.abs(x[place.at] - Math.exp(-now_ns * 1e-9)));
  });
  new Simulation(builder.build()).runUntil(5 * SECOND);
  // Tolerance 1e-10 relative, some ten of them in all.
  expect(worst).toBeLessThan(1e-9);
  expect(worst).toBeGreaterThan(0);
});

test("rule 15: a side step that fails, for an observer or a look, is a fault that names the system", () => {
  const wall = {
    ...decay(),
    integrator: new DormandPrince(1, { relativeTolerance: 1e-9, absoluteTolerance: 1e-9, minStep_s: 1e-3 }),
    derivativesInto(dx: Float64Array, _x: Float64Array, _at: number, time: Float64Array) {
      dx[0] = time[0] > 0.5 ? 1e9 : 0;
    },
  };
  const looking = new ModelBuilder();
  looking.addSystem(wall);
  const sim = new Simulation(looking.build());
  sim.runUntil(900_000_000);
  expect(() => sim.look()).toThrow(/^decay at .*tolerance cannot be met/);

  const observed = new ModelBuilder();
  const place = observed.addSystem({
    ...decay(),
    derivativesInto: (dx: Float64Array) => dx.fill(Number.NaN),
    integrator: new Rk4(1),
  });
  observe(observed, "log", 3, PHASE.record, [place], () => {});
  expect(() => new Simulation(observed.build()).runUntil(SECOND)).toThrow(/^decay at .*not finite/);
});

test("rule 15: an exception in a derivative is a fault at the time reached, with the state; the clock's is the clock's", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem({
    ...decay(),
    step_ns: 10_000_000,
    integrator: new Rk4(1),
    derivativesInto(_dx: Float64Array, _x: Float64Array, _at: number, time: Float64Array) {
      if (time[0] > 0.5) throw new RangeError("off the table");
    },
  });
  const idle = builder.addActor({ path: "a", writes: [place], handle: () => {} });
  builder.at(SECOND, PHASE.react, idle);
  const model = builder.build();
  let fault: unknown;
  try {
    new Simulation(model).runUntil(SECOND);
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({ component: "decay", t_ns: 500_000_000, cause: expect.any(RangeError) });
  expect((fault as SimulationFault).state[0]).toBe(1);
  const broken = {
    waitUntil() {
      throw new Error("no time");
    },
  };
  const timeless = new ModelBuilder();
  timeless.at(1, PHASE.react, timeless.addActor({ path: "a", handle: () => {} }));
  expect(() => new Simulation(timeless.build(), broken).runUntil(2)).toThrow(/^clock at .*no time/);
});

test("rule 15: after a fault a run goes on only from a restored snapshot", () => {
  const builder = new ModelBuilder();
  let broken = true;
  const actor = builder.addActor({
    path: "a",
    handle() {
      if (broken) throw new Error("flooded");
    },
  });
  builder.at(5, PHASE.react, actor);
  const sim = new Simulation(builder.build());
  const before = sim.snapshot();
  for (let i = 0; i < 2; i++) expect(() => sim.runUntil(10)).toThrow(/flooded/);
  expect(() => sim.schedule(20, PHASE.react)).toThrow(/flooded/);
  sim.restore(before);
  broken = false;
  sim.runUntil(10);
  expect(sim.now_ns).toBe(10);
});

test("rule 10: copies are taken between events: inside one, snapshot, restore, fork and running are refused", () => {
  const acts: ((sim: Simulation) => unknown)[] = [
    (sim) => sim.snapshot(),
    (sim) => sim.restore(fresh),
    (sim) => sim.fork(),
    (sim) => sim.runUntil(sim.now_ns),
    (sim) => sim.step(),
    (sim) => sim.look(),
    (sim) => sim.change(() => {}),
  ];
  let fresh = new Simulation(new ModelBuilder().build()).snapshot();
  for (const act of acts) {
    const builder = new ModelBuilder();
    builder.at(5, PHASE.react, builder.addActor({ path: "a", handle: () => void act(sim) }));
    const sim = new Simulation(builder.build());
    fresh = sim.snapshot();
    expect(() => sim.runUntil(10)).toThrow(/between events/);
  }
});

test("a look sees what was written since the last look, and what a restored snapshot holds", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(pendulum("p", 1_000_000));
  const sim = new Simulation(builder.build());
  const before = sim.snapshot();
  expect(sim.look().x[place.at]).toBe(1.2);
  sim.change((x) => {
    x[place.at] = 5;
  });
  expect(sim.look().x[place.at]).toBe(5);
  sim.restore(before);
  expect(sim.look().x[place.at]).toBe(1.2);
});

test("rule 2: single events and sequences of one instant and phase come by the sorted paths of their actors", () => {
  const builder = new ModelBuilder();
  const order: string[] = [];
  const actor = (path: string): number => builder.addActor({ path, handle: () => void order.push(path) });
  builder.at(0, PHASE.react, actor("single"));
  builder.every(actor("recurrent"), 1, PHASE.react);
  new Simulation(builder.build()).runUntil(0);
  expect(order).toEqual(["recurrent", "single"]);
  expect(() => builder.every(0, 1e10, PHASE.react)).toThrow(/not above 0 and at most 1e9/);
});

test("rule 1: a run is asked to go to an instant that is one, and not back", () => {
  const sim = new Simulation(toyPlant().model);
  sim.runUntil(1e9);
  expect(() => sim.runUntil(20)).toThrow(/it is 1000000000 ns already/);
  for (const bad of [2.5e9 + 0.5, Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number]) {
    expect(() => sim.runUntil(bad)).toThrow(/instants are integers of nanoseconds/);
  }
});

test("rule 3: a phase or an actor that does not exist and an integrator too small are refused at once", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(pendulum("p", 1_000_000));
  const misspelt = (PHASE as unknown as Record<string, Phase>).raect as Phase;
  const actor = builder.addActor({ path: "a", handle: (moment) => moment.schedule(moment.now_ns, misspelt) });
  expect(() => builder.every(actor, 1, misspelt)).toThrow("a: phase undefined does not exist");
  expect(() => builder.at(0, PHASE.react, 3)).toThrow("there is no actor 3");
  expect(() => builder.addSystem({ ...pendulum("q", 1_000_000), integrator: new Rk4(2) })).toThrow(
    "q: 3 states and held inputs, but its integrator was made for 2",
  );
  for (const [k, copies] of [0, -1, 1.5].entries()) {
    expect(() => builder.addSystem({ ...pendulum(`c${k}`, 1_000_000), copies })).toThrow(
      `c${k}: the number of copies must be an integer above 0, not ${copies}`,
    );
  }
  for (const [k, step_ns] of [0, -1, 0.5, 2 ** 53].entries()) {
    expect(() => builder.addSystem(pendulum(`s${k}`, step_ns))).toThrow(
      `s${k}: a step of ${step_ns} ns is not a positive integer`,
    );
  }
  const writer = builder.addActor({
    path: "writer",
    writes: [place],
    handle: () => {},
  });
  for (const phase of [PHASE.sense, PHASE.record]) {
    expect(() => builder.every(writer, 1, phase)).toThrow(/writer writes, which it can in deliver, react/);
    expect(() => builder.at(0, phase, writer)).toThrow(/writer writes/);
    expect(() => builder.inPort(`w${phase}`, go, { wake: { actor: writer, phase } })).toThrow(/writer writes/);
  }
  builder.at(5, PHASE.react, actor);
  expect(() => new Simulation(builder.build()).runUntil(5)).toThrow(/phase undefined, which does not exist/);
});

test("rule 3: an actor that writes cannot schedule itself into record", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(pendulum("p", 1_000_000));
  const writer = builder.addActor({
    path: "writer",
    writes: [place],
    handle: (moment) => moment.schedule(moment.now_ns, PHASE.record),
  });
  builder.at(6, PHASE.react, writer);
  expect(() => new Simulation(builder.build()).runUntil(6)).toThrow(/writer writes, and cannot in phase 5/);
});

test("a run whose events have ended says so, and two components of one name are refused", () => {
  const builder = new ModelBuilder();
  const actor = builder.addActor({ path: "a", handle: () => {} });
  builder.at(3, PHASE.react, actor);
  expect(() => builder.addActor({ path: "a", handle: () => {} })).toThrow(/two components/);
  const sim = new Simulation(builder.build());
  expect([sim.step(), sim.step()]).toEqual([true, false]);
  expect(() => builder.layout.reals("late", 1)).toThrow(/after the model was built/);
});

test("an event reads its instant from an array too, as hot code does", () => {
  const builder = new ModelBuilder();
  const seen: number[][] = [];
  const actor = builder.addActor({
    path: "a",
    handle: ({ now_ns, instant_ns }) => void seen.push([now_ns, instant_ns[0]!]),
  });
  for (const t_ns of [0, 7, 7_000_000_000_000]) builder.at(t_ns, PHASE.react, actor);
  new Simulation(builder.build()).runUntil(7_000_000_000_000);
  expect(seen).toEqual([0, 7, 7_000_000_000_000].map((t_ns) => [t_ns, t_ns]));
});

test("a builder to which nothing was added makes a model with nothing in it", () => {
  const { actors, systems, sequences, guards, inPorts, initialEvents } = new ModelBuilder().build();
  expect([actors, systems, sequences, guards, inPorts, initialEvents]).toEqual([[], [], [], [], [], []]);
  expect(() => new ModelBuilder().at(0, PHASE.react, 0)).toThrow("there is no actor 0");
});

test("rule 10: a snapshot of a model that differs in its systems alone, or in its reals alone, is refused either way", () => {
  const simulation = (systems: number, reals: number): Simulation => {
    const builder = new ModelBuilder();
    builder.addSystem({ ...pendulum("p", 1_000_000), copies: systems });
    builder.layout.reals("r", reals);
    return new Simulation(builder.build());
  };
  const snapshot = simulation(2, 2).snapshot();
  for (const [systems, reals] of [
    [1, 2],
    [3, 2],
    [2, 1],
    [2, 3],
  ] as const) {
    expect(() => simulation(systems, reals).restore(snapshot), `${systems}, ${reals}`).toThrow(/another model/);
  }
  simulation(2, 2).restore(snapshot);
});

test("rule 15: a fault has the exception that caused it, and the state of the system that it came from alone", () => {
  const caught = (builder: ModelBuilder): SimulationFault => {
    const sim = new Simulation(builder.build());
    try {
      sim.runUntil(SECOND);
    } catch (error) {
      return error as SimulationFault;
    }
    throw new Error("no fault");
  };
  const flooded = new RangeError("flooded");
  const fail = (): never => {
    throw flooded;
  };
  const inActor = new ModelBuilder();
  inActor.at(42, PHASE.react, inActor.addActor({ path: "a", handle: fail }));
  const ofActor = caught(inActor);
  expect(ofActor).toMatchObject({ component: "a", t_ns: 42, state: [] });
  expect(ofActor.cause).toBe(flooded);

  const inSystem = new ModelBuilder();
  inSystem.addSystem(pendulum("p", 1_000_000));
  const body = { ...decay(), path: "body", step_ns: 1_000_000, integrator: new Rk4(1), derivativesInto: fail };
  const place = inSystem.addSystem(body);
  inSystem.at(SECOND, PHASE.react, inSystem.addActor({ path: "a", writes: [place], handle: () => {} }));
  const fault = caught(inSystem);
  expect(fault.cause).toBe(flooded);
  expect(fault.component).toBe("body");
  expect(fault.state).toHaveLength(place.stride);
});

test("rule 2: rounds without end name the actor that wakes, the first of the model as any other", () => {
  for (const endless of [0, 1]) {
    const builder = new ModelBuilder();
    const actors = [0, 1].map((k) =>
      builder.addActor({
        path: `actor ${k}`,
        handle: (moment) => void (k === endless && moment.schedule(moment.now_ns, PHASE.react)),
      }),
    );
    builder.every(actors[1 - endless]!, 1, PHASE.react);
    builder.at(7, PHASE.react, actors[endless]!);
    expect(() => new Simulation(builder.build()).runUntil(SECOND)).toThrow(
      new RegExp(`^actor ${endless} at t = 7 ns .*rounds in one phase`),
    );
  }
});
