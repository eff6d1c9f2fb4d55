/** Rules 10 and 11 through ScenarioRun: a run that is stopped, copied, restored or forked at any instant goes on as if nothing had been. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Log, LogWriter, readRunRecord } from "../src/logging/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { everything } from "./support/everything.ts";
import { opened } from "./support/outside.ts";
import { MemorySink } from "./support/scenarios.ts";

const scenario = everything();

interface Logged {
  readonly run: ScenarioRun;
  readonly sink: MemorySink;
  readonly writer: LogWriter;
}

function started(): Logged {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  return { run: new ScenarioRun(scenario, { writer, version: "test" }), sink, writer };
}

function finished({ run, sink }: Logged): Uint8Array {
  run.advance(run.end_ns);
  run.close();
  return sink.bytes();
}

const whole = started();
const wholeBytes = finished(whole);
const wholeLog = opened(wholeBytes);

const entriesAfter = (log: Log, t_ns: number): unknown[] => [...log.messages()].filter((each) => each.t_ns > t_ns);

/** Any instant, and with them those at which something happens: ticks, samples, steps, pushes. */
const instant_ns = fc.oneof(
  fc.integer({ min: 0, max: scenario.duration_ns }),
  fc.integer({ min: 0, max: 480 }).map((k) => k * 50_000_000),
  fc.constantFrom(0, 3e9, 6_123_400_000, 7e9, 15_123_400_000, scenario.duration_ns),
);

test("the run has what it is to be tried with: a mission that goes on, both limits crossed, water in tank and breach", () => {
  const told = whole.run.events.map(({ name, message }) => `${name} ${message}`).join("\n");
  expect(told).toMatch(/auv is below its maximum depth of 1.5 m/);
  expect(told).toMatch(/float is below its maximum depth of 5 m: water comes in/);
  expect(told).toMatch(/captain .*Dive/);
  expect(wholeLog.channels.map(({ topic }) => topic)).toContain("/auv/excerpts/floor");
});

test("rule 10: restored in place, once or several times, it gives the same log to the byte", () => {
  fc.assert(
    fc.property(fc.array(instant_ns, { minLength: 1, maxLength: 4 }), (instants) => {
      const again = started();
      for (const t_ns of [...instants].sort((a, b) => a - b)) {
        again.run.advance(t_ns);
        again.run.restore(again.run.snapshot());
      }
      expect(Buffer.from(finished(again)).equals(wholeBytes)).toBe(true);
      expect(again.run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
    }),
    { seed: 11, numRuns: 12 },
  );
});

test("rule 10: a fork, and a fork of the fork, end in the same state with the same later entries of the log", () => {
  fc.assert(
    fc.property(instant_ns, instant_ns, (a_ns, b_ns) => {
      const [first_ns, second_ns] = [Math.min(a_ns, b_ns), Math.max(a_ns, b_ns)];
      const { run } = started();
      run.advance(first_ns);
      const silent = run.fork();
      silent.advance(second_ns);
      const sink = new MemorySink();
      const writer = new LogWriter(sink, { compression: null, library: "test" });
      const fork = silent.fork({ writer });
      const log = opened(finished({ run: fork, sink, writer }));
      expect(fork.sim.snapshot()).toEqual(whole.run.sim.snapshot());
      expect(fork.events).toEqual(whole.run.events);
      expect(fork.summary()).toEqual(whole.run.summary());
      expect(entriesAfter(log, second_ns)).toEqual(entriesAfter(wholeLog, second_ns));
      // The one that was forked is where it was.
      expect(run.sim.now_ns).toBe(first_ns);
    }),
    { seed: 12, numRuns: 10 },
  );
});

test("the log of a fork, and of a run continued from a snapshot that went through bytes, is a branch: it says from where and holds the rest", () => {
  const { run } = started();
  run.advance(7_300_000_000);
  const snapshot = structuredClone(run.snapshot());
  const logs = [0, 1].map((k) => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    const branch =
      k === 0
        ? run.fork({ writer, branchOf: "whole.mcap" })
        : ScenarioRun.continued(scenario, snapshot, { writer, version: "test", branchOf: "whole.mcap" });
    return finished({ run: branch, sink, writer });
  });
  expect(Buffer.from(logs[0]!).equals(logs[1]!)).toBe(true);
  const log = opened(logs[0]!);
  expect(readRunRecord(log.metadata)!.branch).toEqual({ from_ns: 7_300_000_000, of: "whole.mcap" });
  expect(readRunRecord(wholeLog.metadata)!.branch).toBeNull();
  expect(entriesAfter(log, 7_300_000_000)).toEqual(entriesAfter(wholeLog, 7_300_000_000));
  expect(Math.min(...[...log.messages()].map(({ t_ns }) => t_ns))).toBeGreaterThanOrEqual(7_300_000_000);
});

test("rule 10: a run that went on, and another run of the scenario, can be taken back to a snapshot", () => {
  fc.assert(
    fc.property(instant_ns, fc.integer({ min: 1, max: 4e9 }), (t_ns, further_ns) => {
      const run = new ScenarioRun(scenario, { writer: null, version: "test" });
      run.advance(t_ns);
      const snapshot = run.snapshot();
      run.advance(t_ns + further_ns);
      const other = new ScenarioRun(scenario, { writer: null, version: "test" });
      other.restore(snapshot);
      run.restore(snapshot);
      for (const each of [run, other]) {
        each.advance(each.end_ns);
        expect(each.sim.snapshot()).toEqual(whole.run.sim.snapshot());
        expect(each.events).toEqual(whole.run.events);
      }
    }),
    { seed: 13, numRuns: 10 },
  );
});
