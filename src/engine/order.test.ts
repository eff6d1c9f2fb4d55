import fc from "fast-check";
import { expect, test } from "vitest";
import { defineMessage } from "./message.ts";
import { ModelBuilder, WAKE } from "./model.ts";
import { PHASE, type Phase } from "./phase.ts";
import { InProcessLink } from "./ports.ts";
import { Simulation } from "./simulation.ts";

const note = defineMessage("note", "a number", { value: 1 });

interface Plan {
  readonly actor: number;
  readonly t_ns: number;
  readonly phase: Phase;
  /** What the event schedules for its actor: a delay, a phase, and the plan whose children that event has. */
  readonly children: readonly { readonly after_ns: number; readonly phase: Phase; readonly plan: number }[];
}

const ACTORS = ["b", "a/x", "a", "Z", "ab"];

const somePhase = fc.constantFrom(...(Object.values(PHASE) as Phase[]));
const somePlans = fc.array(
  fc.record({
    actor: fc.nat({ max: ACTORS.length - 1 }),
    t_ns: fc.nat({ max: 3 }),
    phase: somePhase,
    children: fc.array(fc.record({ after_ns: fc.nat({ max: 2 }), phase: somePhase, plan: fc.nat() }), { maxLength: 3 }),
  }),
  { maxLength: 12 },
);

/** Children of children end after this many generations. */
const GENERATIONS = 3;

/** At this instant no event lies before the present phase: it is moved to it. */
function childPhase(after_ns: number, phase: Phase, now: Phase): Phase {
  return after_ns === 0 && phase < now ? now : phase;
}

/** By the rules, with a sorted list. */
function byHand(plans: readonly Plan[]): string[] {
  interface Event {
    key: readonly [t_ns: number, phase: Phase, round: number, path: string, count: number];
    plan: number;
    generation: number;
  }
  const counts = new Map<string, number>();
  const next = (path: string): number => {
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    return count;
  };
  const before = (a: Event, b: Event): number => {
    const i = a.key.findIndex((part, k) => part !== b.key[k]);
    return i < 0 ? 0 : a.key[i] < b.key[i] ? -1 : 1;
  };
  const waiting = plans.map((plan, i): Event => {
    const path = ACTORS[plan.actor];
    return { key: [plan.t_ns, plan.phase, 0, path, next(path)], plan: i, generation: 0 };
  });
  const log: string[] = [];
  for (;;) {
    const first = waiting.sort(before).shift();
    if (first === undefined) return log;
    const [t_ns, phase, round, path, count] = first.key;
    log.push(`${t_ns} ${phase} ${round} ${path} ${count}`);
    if (first.generation === GENERATIONS) continue;
    for (const child of plans[first.plan].children) {
      const its = childPhase(child.after_ns, child.phase, phase);
      const again = child.after_ns === 0 && its === phase;
      waiting.push({
        key: [t_ns + child.after_ns, its, again ? round + 1 : 0, path, next(path)],
        plan: child.plan % plans.length,
        generation: first.generation + 1,
      });
    }
  }
}

/** The same under the engine, its actors built in some order. */
function byEngine(plans: readonly Plan[], built: readonly number[]): string[] {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const indices: number[] = [];
  for (const a of built) {
    // The event's number: which plan, which generation, and its count, which the actor gives itself.
    let count = plans.filter(({ actor }) => actor === a).length;
    indices[a] = builder.addActor({
      path: ACTORS[a],
      handle(moment, data) {
        const [plan, generation, own] = [data % 100, Math.floor(data / 100) % 10, Math.floor(data / 1000)];
        log.push(`${moment.now_ns} ${moment.phase} ${sim.state.round} ${ACTORS[a]} ${own}`);
        if (generation === GENERATIONS) return;
        for (const child of plans[plan].children) {
          const phase = childPhase(child.after_ns, child.phase, moment.phase as Phase);
          const number = (child.plan % plans.length) + 100 * (generation + 1) + 1000 * count++;
          moment.schedule(moment.now_ns + child.after_ns, phase, number);
        }
      },
    });
  }
  const counts = ACTORS.map(() => 0);
  plans.forEach(({ actor, t_ns, phase }, i) => {
    builder.at(t_ns, phase, indices[actor], i + 1000 * counts[actor]++);
  });
  const sim = new Simulation(builder.build());
  sim.runUntil(1000);
  return log;
}

test("rule 2: events happen in the order (time, phase, round, rank, count), whichever actor was built first: against a sorted list", () => {
  const order = fc.shuffledSubarray([...ACTORS.keys()], { minLength: ACTORS.length });
  fc.assert(
    fc.property(somePlans, order, (plans, built) => {
      expect(byEngine(plans, built)).toEqual(byHand(plans));
    }),
    { seed: 22, numRuns: 300 },
  );
});

/** Actors that wake each other in react without latency, in a ring, for so many rounds. */
function ring(names: readonly string[], rounds: number): Simulation {
  const builder = new ModelBuilder();
  const message = new Float64Array(1);
  const ports = names.map((path) => {
    const actor = builder.addActor({
      path,
      handle(moment, data) {
        if (data === WAKE) into.receive(moment, message, 0);
        else message[0] = rounds;
        if (--message[0] > 0) out.send(moment, message, 0);
      },
    });
    const into = builder.inPort(path, note, { wake: { actor, phase: PHASE.react } });
    const out = builder.outPort(path, note, PHASE.react);
    return { actor, into, out };
  });
  ports.forEach(({ out }, i) => {
    new InProcessLink().connect(out, ports[(i + 1) % ports.length].into);
  });
  builder.at(77, PHASE.react, ports[0].actor);
  return new Simulation(builder.build());
}

test("rule 2: 1,000 rounds of one phase may happen, and one more is a fault that names who would act in it", () => {
  const sim = ring(["ping", "pong"], 1000);
  sim.runUntil(77);
  expect(sim.counts.rounds).toBe(1000);
  expect(() => ring(["ping", "pong"], 1001).runUntil(77)).toThrow(/^ping at t = 77 ns .*1000 rounds/);
  expect(() => ring(["alone"], 1e9).runUntil(77)).toThrow(/^alone at t = 77 ns .*1000 rounds/);
});

test("rule 14: a message is readable from the next round on, never in the round in which it was sent", () => {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const message = new Float64Array(1);
  const into = builder.inPort("in", note);
  const out = builder.outPort("out", note, PHASE.react);
  new InProcessLink().connect(out, into);
  const poll = (moment: Parameters<typeof into.ready>[0] & { phase: number }, path: string): void => {
    log.push(`${path} in phase ${moment.phase} round ${sim.state.round}: ${into.ready(moment)}`);
  };
  const sender = builder.addActor({
    path: "m",
    handle(moment) {
      out.send(moment, message, 0);
      poll(moment, "m");
    },
  });
  const readers = ["a", "z"].map((path) =>
    builder.addActor({
      path,
      handle(moment, again) {
        poll(moment, path);
        if (again === 1) moment.schedule(moment.now_ns, PHASE.react);
      },
    }),
  );
  builder.at(5, PHASE.react, sender);
  for (const reader of readers) builder.at(5, PHASE.react, reader, reader === readers[1] ? 1 : 0);
  builder.at(5, PHASE.actuate, readers[0]);
  const sim = new Simulation(builder.build());
  sim.runUntil(5);
  expect(log).toEqual([
    "a in phase 2 round 0: false",
    "m in phase 2 round 0: false",
    "z in phase 2 round 0: false",
    "z in phase 2 round 1: true",
    "a in phase 3 round 0: true",
  ]);
});

test("rule 14: several wakes of one actor in one round are one; what was scheduled beside them happens too", () => {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const message = new Float64Array(1);
  const listener = builder.addActor({
    path: "listener",
    handle(moment, data) {
      let got = 0;
      for (const port of ports) while (port.receive(moment, message, 0)) got++;
      log.push(`${moment.now_ns} round ${sim.state.round} ${data === WAKE ? "woken" : data}: ${got}`);
    },
  });
  const ports = ["one", "two"].map((path) =>
    builder.inPort(path, note, { wake: { actor: listener, phase: PHASE.react } }),
  );
  const talkers = ["t", "u", "v"].map((path, i) => {
    const out = builder.outPort(path, note, PHASE.react);
    for (const port of ports) new InProcessLink(i === 2 ? 10 : 0).connect(out, port);
    return builder.addActor({ path, handle: (moment) => out.send(moment, message, 0) });
  });
  for (const talker of talkers) builder.at(20, PHASE.react, talker);
  builder.at(30, PHASE.react, talkers[0]);
  builder.at(30, PHASE.react, listener, 7);
  const sim = new Simulation(builder.build());
  sim.runUntil(100);
  expect(log).toEqual([
    // Four messages of t and u; those of v take 10 ns and find an event that was scheduled before they were sent.
    "20 round 1 woken: 4",
    "30 round 0 7: 2",
    "30 round 0 woken: 0",
    "30 round 1 woken: 2",
  ]);
});

test("rule 2: what an earlier phase of the instant schedules is round 0 of its phase, beside what was there before", () => {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const actor = (path: string, act?: (schedule: (phase: Phase) => void) => void): number =>
    builder.addActor({
      path,
      handle(moment, data) {
        log.push(`${path} ${moment.phase} ${sim.state.round}`);
        if (data === 0) act?.((phase) => moment.schedule(moment.now_ns, phase, 1));
      },
    });
  const a = actor("a", (schedule) => {
    schedule(PHASE.correct);
    schedule(PHASE.react);
  });
  const b = actor("b");
  builder.at(3, PHASE.correct, b);
  builder.at(3, PHASE.react, b);
  builder.at(3, PHASE.deliver, a);
  const sim = new Simulation(builder.build());
  sim.runUntil(3);
  expect(log).toEqual(["a 1 0", "a 2 0", "b 2 0", "a 4 0", "b 4 0"]);
});
