import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fingerprint,
  lockStep,
  type Part,
  type ToyOptions,
  toyPlant,
  trajectory,
} from "../../test/support/toy-plant.ts";
import { Rk4 } from "../math/index.ts";
import { ByteReceiver, ByteSender } from "./byte-link.ts";
import type { Clock } from "./clock.ts";
import { LockStep } from "./lock-step.ts";
import { defineMessage } from "./message.ts";
import { ModelBuilder, WAKE } from "./model.ts";
import { PHASE } from "./phase.ts";
import { InProcessLink } from "./ports.ts";
import { Simulation } from "./simulation.ts";

const SECOND = 1e9;
const times = Array.from({ length: 20 }, (_, i) => (i + 1) * 1e8);

const splits: readonly [string, readonly (readonly Part[])[]][] = [
  ["plant | control, sea", [["plant"], ["control", "sea"]]],
  ["plant, sea | control", [["plant", "sea"], ["control"]]],
  ["plant, control | sea", [["plant", "control"], ["sea"]]],
  ["plant | control | sea", [["plant"], ["control"], ["sea"]]],
  ["sea | control | plant", [["sea"], ["control"], ["plant"]]],
];

/** Runs a split toy and stops at the given instants. */
function splitRun(options: ToyOptions, stops: readonly number[]) {
  const toy = toyPlant(options);
  const { run, sims } = lockStep(toy);
  const plant = sims[toy.models.indexOf(toy.model)];
  const bits = stops.map((t_ns) => {
    run.runUntil(t_ns);
    return fingerprint(toy, plant);
  });
  return { toy, run, sims, plant, bits };
}

test.each(splits)(
  "rule 18: %s in lock-step over bytes give the trajectory and the messages of one model",
  (_, models) => {
    const one = toyPlant();
    const expected = trajectory(one, times);
    const { toy, bits } = splitRun({ models }, times);
    expect(bits).toEqual(expected);
    expect(toy.diary).toEqual(one.diary);
    expect(one.diary.size).toBe(5);
  },
);

test("rule 18: so they do for any seed, with observers in one of them, and stopped anywhere", () => {
  const stops = fc.array(fc.integer({ min: 0, max: SECOND }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), stops, fc.constantFrom(...splits), (seed, list, [, models]) => {
      const sorted = [...list].sort((a, b) => a - b);
      const one = toyPlant({ seed });
      const expected = trajectory(one, sorted);
      const { bits, toy } = splitRun({ seed, models, extraObservers: [123, 45.6, 7] }, sorted);
      expect(bits).toEqual(expected);
      expect(toy.diary).toEqual(one.diary);
    }),
    { seed: 18, numRuns: 20 },
  );
});

test("rule 10: models in lock-step restored between instants go on as they did, and so do others of the same build", () => {
  const models = splits[3][1];
  const { bits, toy } = splitRun({ models }, [SECOND]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: SECOND }), fc.integer({ min: 0, max: SECOND / 2 }), (stop_ns, astray_ns) => {
      const { run, sims } = lockStep(toy);
      run.runUntil(stop_ns);
      const snapshots = run.snapshot();
      run.runUntil(stop_ns + astray_ns);
      run.restore(snapshots);
      expect(run.now_ns).toBe(stop_ns);
      run.runUntil(SECOND);
      expect(fingerprint(toy, sims[0])).toBe(bits[0]);
      const again = lockStep(toy);
      again.run.restore(snapshots);
      again.run.runUntil(SECOND);
      expect(fingerprint(toy, again.sims[0])).toBe(bits[0]);
    }),
    { seed: 181, numRuns: 15 },
  );
});

const note = defineMessage("note", "a number", { value: 1 });

/**
 * Two that answer each other inside one phase, so many rounds, and a third that hears both: the order in which it hears
 * them is that of rounds, then of the senders' paths.
 */
function conversation(split: boolean, rounds: number, latency_ns: number, newsLatency_ns = latency_ns): string[] {
  const builders = split ? [new ModelBuilder(), new ModelBuilder(), new ModelBuilder()] : [new ModelBuilder()];
  const heard: string[] = [];
  const message = new Float64Array(1);
  const builder = (i: number): ModelBuilder => builders[i % builders.length];
  const talkers = ["b", "a"].map((path, i) => {
    const actor = builder(i).addActor({
      path,
      handle(moment, data) {
        if (data === WAKE) into.receive(moment, message, 0);
        else message[0] = 0;
        message[0]++;
        if (message[0] < rounds) out.send(moment, message, 0);
        // Who says it, and what.
        news.send(moment, Float64Array.of(100 * i + message[0]), 0);
      },
    });
    const into = builder(i).inPort(path, note, { wake: { actor, phase: PHASE.react } });
    const out = builder(i).outPort(`${path}/answer`, note, PHASE.react);
    const news = builder(i).outPort(`${path}/news`, note, PHASE.react);
    builder(i).at(100, PHASE.react, actor);
    return { into, out, news };
  });
  const listener = builder(2).addActor({
    path: "c",
    handle(moment) {
      while (news.receive(moment, message, 0)) heard.push(`${moment.now_ns} ${moment.phase} ${message[0]}`);
    },
  });
  const news = builder(2).inPort("c", note, { capacity: 30, wake: { actor: listener, phase: PHASE.react } });
  const links: { from: number; to: number; sender: ByteSender; receiver: ByteReceiver }[] = [];
  const join = (
    from: number,
    out: (typeof talkers)[0]["out"],
    to: number,
    into: (typeof talkers)[0]["into"],
    way_ns: number,
  ): void => {
    if (!split) {
      new InProcessLink(way_ns).connect(out, into);
      return;
    }
    const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
    sender.connect(out, 5, way_ns);
    receiver.connect(out.path, 5, into);
    links.push({ from, to, sender, receiver });
  };
  // The links in an order that is not that of paths.
  join(0, talkers[0].news, 2, news, newsLatency_ns);
  join(1, talkers[1].news, 2, news, newsLatency_ns);
  join(0, talkers[0].out, 1, talkers[1].into, latency_ns);
  join(1, talkers[1].out, 0, talkers[0].into, latency_ns);
  const sims = builders.map((each) => new Simulation(each.build()));
  if (!split) sims[0].runUntil(1000);
  else
    new LockStep(
      sims,
      links.map(({ from, to, ...l }) => ({ from: sims[from], to: sims[to], ...l })),
    ).runUntil(1000);
  return heard;
}

test("rule 18: talk back and forth inside one phase is heard in the same order, with and without latency", () => {
  for (const [latency_ns, newsLatency_ns] of [
    [0, 0],
    [3, 3],
    [0, 5],
  ]) {
    // In every round both speak; the listener hears them by rounds, and in each by the path of the sender.
    const expected = Array.from({ length: 24 }, (_, n) => {
      const round = n >> 1;
      return `${100 + round * latency_ns + newsLatency_ns} ${PHASE.react} ${(n % 2 === 0 ? 100 : 0) + round + 1}`;
    });
    expect(conversation(false, 12, latency_ns, newsLatency_ns)).toEqual(expected);
    expect(conversation(true, 12, latency_ns, newsLatency_ns)).toEqual(expected);
  }
});

test("rule 2: 1,000 rounds between models are a fault as they are in one, and a restored run goes on", () => {
  expect(() => conversation(false, 2000, 0)).toThrow(/1000 rounds/);
  expect(() => conversation(true, 2000, 0)).toThrow(/1000 rounds/);
});

test("rule 14: a link without latency into an earlier phase of another model is refused when the models are joined", () => {
  const [one, two] = [new ModelBuilder(), new ModelBuilder()];
  const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
  const actor = two.addActor({ path: "a", handle: () => {} });
  sender.connect(one.outPort("o", note, PHASE.correct), 1);
  receiver.connect("o", 1, two.inPort("i", note, { wake: { actor, phase: PHASE.react } }));
  const [from, to] = [one, two].map((builder) => new Simulation(builder.build()));
  expect(() => new LockStep([from, to], [{ from, to, sender, receiver }])).toThrow(/o sends in phase 4/);
});

test("rule 12: the coordinator's clock is asked before anything happens at an instant, and for the end", () => {
  const order: string[] = [];
  const sims = ["a", "b"].map((path, i) => {
    const builder = new ModelBuilder();
    builder.at(7 + i, PHASE.react, builder.addActor({ path, handle: () => void order.push(path) }));
    return new Simulation(builder.build());
  });
  const clock: Clock = { waitUntil: (t_ns) => void order.push(`wait ${t_ns}`) };
  const run = new LockStep(sims, [], clock);
  run.runUntil(10);
  expect(order).toEqual(["wait 7", "a", "wait 8", "b", "wait 10"]);
  expect(sims.map((sim) => sim.now_ns)).toEqual([10, 10]);
  expect(() => run.runUntil(9)).toThrow(/it is 10 ns already/);
  expect(() => run.runUntil(10.5)).toThrow(/instants are integers/);
});

test("rule 15: a fault in one model stops the run, and what was on its way then is not delivered after a restore", () => {
  const [one, two] = [new ModelBuilder(), new ModelBuilder()];
  let broken = true;
  const heard: number[] = [];
  const message = Float64Array.of(0);
  const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
  const out = one.outPort("o", note, PHASE.react);
  sender.connect(out, 1);
  one.at(5, PHASE.react, one.addActor({ path: "a", handle: (moment) => out.send(moment, Float64Array.of(1), 0) }));
  const ear = two.addActor({
    path: "ear",
    handle(moment) {
      while (into.receive(moment, message, 0)) heard.push(message[0]);
    },
  });
  const into = two.inPort("i", note, { wake: { actor: ear, phase: PHASE.react } });
  receiver.connect("o", 1, into);
  // A third model whose own delivery fails, after the first has filled its link.
  const three = new ModelBuilder();
  const failing = three.outPort("f", note, PHASE.react);
  failing.carriers.push({
    carry() {
      if (broken) throw new Error("cable cut");
    },
  });
  three.at(5, PHASE.react, three.addActor({ path: "f", handle: (moment) => failing.send(moment, message, 0) }));
  const sims = [one, two, three].map((builder) => new Simulation(builder.build()));
  const run = new LockStep(sims, [{ from: sims[0], to: sims[1], sender, receiver }]);
  const before = run.snapshot();
  for (let i = 0; i < 2; i++) expect(() => run.runUntil(10)).toThrow(/cable cut/);
  run.restore(before);
  broken = false;
  run.runUntil(10);
  expect(heard).toEqual([1]);
});

test("rule 18: a guarded system in one model and what its guard wakes in another meet at the crossing's instant", () => {
  const one = new ModelBuilder();
  const two = new ModelBuilder();
  const place = one.addSystem({
    path: "ramp",
    size: 1,
    step_ns: 100_000_000,
    integrator: new Rk4(1),
    derivativesInto: (dx) => void dx.fill(1),
  });
  const out = one.outPort("guard", note, PHASE.correct);
  const actor = one.addActor({ path: "guard's", handle: (moment) => out.send(moment, Float64Array.of(1), 0) });
  const valueInto = (v: Float64Array, x: Float64Array, at: number): void => void v.fill(x[at] - 0.25);
  one.addGuard({ path: "g", of: place, actor, valueInto });
  const woken: number[] = [];
  const ear = two.addActor({ path: "ear", handle: (moment) => void woken.push(moment.now_ns, moment.phase) });
  const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
  sender.connect(out, 1);
  receiver.connect("guard", 1, two.inPort("ear", note, { wake: { actor: ear, phase: PHASE.correct } }));
  const [from, to] = [one, two].map((builder) => new Simulation(builder.build()));
  new LockStep([from, to], [{ from, to, sender, receiver }]).runUntil(SECOND);
  expect(woken).toEqual([250_000_000, PHASE.correct]);
});
