/** Who reads, and who neither touches nor talks, changes nothing: the reason for declarations. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { addObserver, hex, pendulum, toyPlant, trajectory } from "../../test/support/toy-plant.ts";
import { uniform } from "../../test/support/uniform.ts";
import { RandomStream } from "../core/index.ts";
import { ModelBuilder } from "./model.ts";
import { PHASE, type Phase } from "./phase.ts";
import { JitteredTimes } from "./sample-times.ts";
import { Simulation } from "./simulation.ts";

const SECOND = 1e9;
const times = [3e8, 7.5e8, 1e9];

const someRate = uniform(0.3, 300);

test("rule 6: a hundred reading actors with random jitter change no bit of a trajectory, nor of what others hear and do", () => {
  const alone = toyPlant();
  const expected = trajectory(alone, times);
  fc.assert(
    fc.property(fc.array(someRate, { minLength: 100, maxLength: 100 }), (rates) => {
      const toy = toyPlant({ extraObservers: rates });
      expect(trajectory(toy, times)).toEqual(expected);
      expect(toy.diary).toEqual(alone.diary);
    }),
    { seed: 61, numRuns: 8 },
  );
});

const someStranger = fc.record({
  step_ns: fc.integer({ min: 500_000, max: 50_000_000 }),
  rate_Hz: someRate,
  jitter: uniform(0, 1),
  phase: fc.constantFrom<Phase>(PHASE.deliver, PHASE.react, PHASE.actuate, PHASE.correct),
  gain: uniform(-3, 3),
  guarded: fc.boolean(),
  first: fc.boolean(),
});

test("rule 6: a second system with any controller that neither touches nor talks to the first changes no bit of it", () => {
  const alone = toyPlant();
  const expected = trajectory(alone, times);
  fc.assert(
    fc.property(someStranger, ({ step_ns, rate_Hz, jitter, phase, gain, guarded, first }) => {
      const addStranger = (builder: ModelBuilder): void => {
        const place = builder.addSystem(pendulum("a stranger", step_ns));
        const actor = builder.addActor({
          path: "a stranger/controller",
          writes: [place],
          handle(moment, k) {
            moment.x[place.at + 2] = -gain * moment.x[place.at + 1];
            if (k % 3 === 0) moment.schedule(moment.now_ns, phase, 1);
          },
        });
        const jitter_ns = Math.floor(jitter * Math.floor(SECOND / rate_Hz));
        const stream = new RandomStream({ campaign: 1, run: 0 }, "a stranger");
        builder.every(actor, new JitteredTimes(rate_Hz, jitter_ns, stream), phase);
        if (!guarded) return;
        const valueInto = (out: Float64Array, x: Float64Array, at: number): void => void out.fill(x[at]);
        builder.addGuard({ path: "a stranger/zero", of: place, actor, valueInto });
      };
      const toy = toyPlant(first ? { before: addStranger } : { after: addStranger });
      expect(trajectory(toy, times)).toEqual(expected);
      expect(toy.diary).toEqual(alone.diary);
    }),
    { seed: 62, numRuns: 25 },
  );
});

/** Vehicles with a controller each, at these rates; all of them, or one. */
function fleet(rates: readonly number[], only?: number) {
  const builder = new ModelBuilder();
  const places = rates.map((rate_Hz, i) => {
    if (only !== undefined && i !== only) return null;
    const place = builder.addSystem(pendulum(`vehicle${i}`, 20_000_000));
    const controller = builder.addActor({
      path: `vehicle${i}/controller`,
      writes: [place],
      handle: (moment) => void moment.x.fill(-moment.x[place.at + 1], place.at + 2, place.at + 3),
    });
    builder.every(controller, rate_Hz, PHASE.react);
    return place;
  });
  const sim = new Simulation(builder.build());
  sim.runUntil(2 * SECOND);
  const { x } = sim.look();
  const bits = places.map((place) => (place === null ? "" : hex(x.subarray(place.at, place.at + 3))));
  return { counts: sim.counts, bits };
}

test("rule 5: vehicles with staggered rates take the steps, and have the bits, that each has alone", () => {
  const rates = Array.from({ length: 10 }, (_, i) => 50 + 0.37 * i);
  const together = fleet(rates);
  const alone = rates.map((_, i) => fleet(rates, i));
  expect(together.counts.steps).toBe(alone.reduce((sum, { counts }) => sum + counts.steps, 0));
  expect(together.counts.events).toBe(alone.reduce((sum, { counts }) => sum + counts.events, 0));
  expect(together.bits).toEqual(alone.map(({ bits }, i) => bits[i]));
});

test("rule 5: an event that touches no system integrates nothing", () => {
  const run = (idle: boolean) => {
    const builder = new ModelBuilder();
    const place = builder.addSystem(pendulum("p", 3_000_000));
    const controller = builder.addActor({ path: "c", writes: [place], handle: () => {} });
    builder.every(controller, 7, PHASE.react);
    const idler = builder.addActor({ path: "idler", handle: () => {} });
    if (idle) builder.every(idler, 1000, PHASE.react);
    const sim = new Simulation(builder.build());
    sim.runUntil(SECOND);
    return sim.counts;
  };
  const [without, withIdler] = [run(false), run(true)];
  expect(withIdler.events).toBe(without.events + 1001);
  expect([withIdler.steps, withIdler.sideSteps]).toEqual([without.steps, without.sideSteps]);
});

test("rule 5: two controllers of one vehicle at 10 and 3 Hz act 10 and 3 times in a second", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(pendulum("p", 3_000_000));
  const acted = new Map<string, number>();
  for (const [path, rate_Hz] of [["fast", 10] as const, ["slow", 3] as const]) {
    const actor = builder.addActor({
      path,
      writes: [place],
      handle: () => void acted.set(path, (acted.get(path) ?? 0) + 1),
    });
    builder.every(actor, rate_Hz, PHASE.react);
  }
  new Simulation(builder.build()).runUntil(SECOND - 1);
  expect([...acted]).toEqual([
    ["fast", 10],
    ["slow", 3],
  ]);
});

test("rule 6: an observer that is added sees what the others saw: the same bits at the same instants", () => {
  const run = (extra: boolean): string[] => {
    const builder = new ModelBuilder();
    const place = builder.addSystem(pendulum("p", 3_000_000));
    const seen: string[] = [];
    const observer = builder.addActor({
      path: "me",
      reads: [place],
      handle: ({ x, now_ns }) => void seen.push(`${now_ns} ${hex(x.subarray(place.at, place.at + 2))}`),
    });
    builder.every(observer, 41, PHASE.sense);
    if (extra) for (let i = 0; i < 9; i++) addObserver(builder, `o${i}`, 10 + 41 * i, [place], i);
    new Simulation(builder.build()).runUntil(SECOND);
    return seen;
  };
  expect(run(true)).toEqual(run(false));
});
