import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { RandomStream, STREAM_WORDS } from "../core/index.ts";
import { ModelBuilder } from "./model.ts";
import { PHASE } from "./phase.ts";
import { JitteredTimes, RegularTimes, type SampleTimes } from "./sample-times.ts";
import { Simulation } from "./simulation.ts";

const seed = { campaign: 1, run: 2 };
const out_ns = new Float64Array(1);

function time_ns(times: SampleTimes, k: number): number {
  times.timeInto(out_ns, k);
  return out_ns[0];
}

const someRate = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), uniform(1e-3, 1e6));

test("rule 9: with jitter, instant k is later by 0 … jitter − 1 ns, and every instant is later than the one before", () => {
  const share = uniform(0, 1);
  fc.assert(
    fc.property(someRate, share, fc.nat({ max: 1e9 }), share, (rate_Hz, part, offset_ns, when) => {
      // Up to 92 days.
      const from = Math.floor(when * 8e6 * rate_Hz);
      const jitter_ns = Math.floor(part * Math.floor(1e9 / rate_Hz));
      const regular = new RegularTimes(rate_Hz, offset_ns);
      const jittered = new JitteredTimes(rate_Hz, jitter_ns, new RandomStream(seed, "j"), offset_ns);
      let before_ns = -1;
      for (let k = from; k < from + 50; k++) {
        const t_ns = time_ns(jittered, k);
        const late_ns = t_ns - time_ns(regular, k);
        expect(Number.isSafeInteger(t_ns)).toBe(true);
        expect(late_ns).toBeGreaterThanOrEqual(0);
        expect(late_ns).toBeLessThan(Math.max(jitter_ns, 1));
        expect(t_ns).toBeGreaterThan(before_ns);
        before_ns = t_ns;
      }
    }),
    { seed: 9, numRuns: 200 },
  );
});

test("rule 9: an instant is a pure function of k, whatever was asked for before or drawn from other streams", () => {
  const times = (): SampleTimes => new JitteredTimes(10, 9_000_000, new RandomStream(seed, "sensor"));
  const inOrder = Array.from({ length: 100 }, (_, k) => time_ns(times(), k));
  const shared = times();
  const other = new RandomStream(seed, "other");
  const words = new Int32Array(STREAM_WORDS);
  for (let i = 0; i < 100; i++) {
    const k = (i * 37) % 100;
    other.uniform(words);
    expect(time_ns(shared, k)).toBe(inOrder[k]);
  }
  // Drawing from the very stream changes nothing either: its blocks are asked for by number.
  const own = new RandomStream(seed, "sensor");
  for (let i = 0; i < 9; i++) own.uniform(words);
  expect(time_ns(new JitteredTimes(10, 9_000_000, own), 7)).toBe(inOrder[7]);
  expect(new Set(inOrder.map((t_ns, k) => t_ns - k * 1e8)).size).toBeGreaterThan(90);
  const another = new JitteredTimes(10, 9_000_000, new RandomStream(seed, "another"));
  expect(time_ns(another, 7)).not.toBe(inOrder[7]);
});

test("rule 9: jitter is uniform: over 10,000 instants its mean is half, within four standard errors", () => {
  const jitter_ns = 1_000_000;
  const times = new JitteredTimes(100, jitter_ns, new RandomStream(seed, "u"));
  let sum = 0;
  for (let k = 0; k < 10_000; k++) sum += (time_ns(times, k) - k * 1e7) / jitter_ns;
  // Standard error of a uniform mean: 1/√(12 N) = 0.0029.
  expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(4 * 0.0029);
});

test("a rate, an offset and a jitter that cannot be are refused", () => {
  const stream = new RandomStream(seed, "s");
  for (const rate_Hz of [0, -1, Number.NaN, 2e9])
    expect(() => new RegularTimes(rate_Hz)).toThrow(/not above 0 and at most 1e9/);
  for (const offset_ns of [-1, 0.5]) expect(() => new RegularTimes(1, offset_ns)).toThrow(/is not an instant/);
  for (const jitter_ns of [-1, 0.5, 1e8 + 1]) expect(() => new JitteredTimes(10, jitter_ns, stream)).toThrow(/jitter/);
});

/** An actor with a sequence that rests, and a script: what it does at which instant. */
function scripted(
  script: Readonly<Record<number, (sim: { start(t_ns: number): void; stop(): void }) => void>>,
  rate_Hz = 1e8,
  started = false,
): string[] {
  const builder = new ModelBuilder();
  const events: string[] = [];
  const actor = builder.addActor({
    path: "a",
    handle(moment, data) {
      if (data < 0) {
        events.push(`${moment.now_ns}!`);
        script[moment.now_ns]({
          start: (t_ns) => moment.startSequence(sequence, t_ns),
          stop: () => moment.stopSequence(sequence),
        });
      } else events.push(`${moment.now_ns}:${data}${sim.state.round > 0 ? ` round ${sim.state.round}` : ""}`);
    },
  });
  for (const t_ns of Object.keys(script)) builder.at(Number(t_ns), PHASE.react, actor, -1);
  const sequence = started ? builder.every(actor, rate_Hz, PHASE.react) : builder.sequence(actor, rate_Hz, PHASE.react);
  const sim = new Simulation(builder.build());
  sim.runUntil(60);
  return events;
}

test("rule 9: a sequence rests until it is started, counts from its start, and a new start begins anew", () => {
  expect(scripted({ 12: (s) => s.start(20), 45: (s) => s.start(50) })).toEqual([
    ...["12!", "20:0", "30:1", "40:2"],
    ...["45!", "50:0", "60:1"],
  ]);
});

test("rule 8: a sequence that is stopped leaves no event behind, and can be started again", () => {
  expect(scripted({ 5: (s) => s.start(5), 27: (s) => s.stop(), 51: (s) => s.start(55) })).toEqual([
    ...["5!", "5:0 round 1", "15:1", "25:2"],
    ...["27!", "51!", "55:0"],
  ]);
});

test("rule 8: started anew at the very instant at which its next event waits, only the new one happens, a round later", () => {
  // The sequence's event of 20 ns comes after the script's, which was scheduled first.
  expect(scripted({ 20: (s) => s.start(20) }, 1e8, true)).toEqual([
    ...["0:0", "10:1", "20!"],
    ...["20:0 round 1", "30:1", "40:2", "50:3", "60:4"],
  ]);
  // At its own first instant: the event that waits has the same number and instant as the new one.
  expect(scripted({ 0: (s) => s.start(0) }, 1e8, true).slice(0, 3)).toEqual(["0!", "0:0 round 1", "10:1"]);
  expect(
    scripted({
      0: (s) => {
        s.start(0);
        s.start(0);
        s.start(10);
        s.start(0);
      },
    }).slice(0, 3),
  ).toEqual(["0!", "0:0 round 1", "10:1"]);
});

test("rule 8: stopped and started with the same instants, it goes on once, not twice", () => {
  expect(
    scripted({
      15: (s) => {
        s.stop();
        s.start(20);
      },
      25: (s) => s.start(20 + 10),
    }),
  ).toEqual(["15!", "20:0", "25!", "30:0", "40:1", "50:2", "60:3"]);
});

test("rule 4: a sequence starts neither in the past nor by another actor's hand", () => {
  expect(() => scripted({ 20: (s) => s.start(19) })).toThrow(/cannot begin at 19 ns: it is 20 ns, phase 2/);
  const builder = new ModelBuilder();
  const owner = builder.addActor({ path: "owner", handle: () => {} });
  const sequence = builder.sequence(owner, 5, PHASE.react);
  const other = builder.addActor({ path: "other", handle: (moment) => moment.stopSequence(sequence) });
  builder.at(3, PHASE.react, other);
  expect(() => new Simulation(builder.build()).runUntil(3)).toThrow(/^other at .*not the actor's own/);
});

test("rule 10: a run restored while sequences rest, run and wait for a new start goes on as before", () => {
  const builder = new ModelBuilder();
  const events: string[] = [];
  const actor = builder.addActor({
    path: "a",
    handle(moment, k) {
      events.push(`${moment.now_ns} ${k}`);
      if (k === 3) moment.startSequence(sequence, moment.now_ns + 17);
      else if (k === 2 && moment.now_ns % 2 === 0) moment.startSequence(sequence, moment.now_ns);
    },
  });
  const times = new JitteredTimes(1e8, 7, builder.layout.stream("a"));
  const sequence = builder.every(actor, times, PHASE.react);
  const model = builder.build();
  new Simulation(model).runUntil(1000);
  const expected = events.splice(0);
  expect(expected.length).toBeGreaterThan(50);
  for (let stop = 0; stop < 40; stop++) {
    const sim = new Simulation(model);
    for (let i = 0; i < stop; i++) sim.step();
    const done = events.splice(0);
    const other = new Simulation(model);
    other.restore(sim.snapshot());
    other.runUntil(1000);
    expect([...done, ...events.splice(0)]).toEqual(expected);
  }
});
