/**
 * Hundreds of seeds of a machine that misbehaves (test/support/faults.ts). Whatever it does, the world goes to its end or fails with
 * a reason, what is in the log is true, and what came from outside repeats the run.
 *
 * THETIS_SEED=name runs one seed alone; npm run test:long runs ten times as many.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { FileSink, SinkError } from "../src/cli/io/log-files.ts";
import { PacedClock } from "../src/engine/index.ts";
import { ControllerThreads } from "../src/federation/index.ts";
import { LogWriter, readTable } from "../src/logging/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { FaultyDisk, FaultyThread, FaultyWall } from "./support/faults.ts";
import { LONG } from "./support/long.ts";
import { historyOf, opened } from "./support/outside.ts";
import { chances, Folder } from "./support/run-thetis.ts";
import { autopilot, world } from "./support/run-worlds.ts";
import { MemorySink, runToEnd, scenarioOf } from "./support/scenarios.ts";

const TIMES = LONG ? 10 : 1;
const { THETIS_SEED } = process.env;

/** The names of seeds; in a message of a failure they say how to run one again. */
function seeds(kind: string, count: number): string[] {
  const all = Array.from({ length: count * TIMES }, (_, k) => `${kind}-${k}`);
  return THETIS_SEED === undefined ? all : all.filter((seed) => seed === THETIS_SEED);
}

async function each(list: readonly string[], check: (seed: string) => void | Promise<void>): Promise<void> {
  for (const seed of list) {
    try {
      await check(seed);
    } catch (error) {
      throw new Error(`seed ${seed} (THETIS_SEED=${seed} runs it alone): ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

const scenario = scenarioOf(world({ duration_s: 6, inside: autopilot() }));
const folder = new Folder();
const MOTION = ["/auv/state", "/auv/actuators", "/auv/commands"];

function motionOf(bytes: Uint8Array): unknown {
  const log = opened(bytes);
  return MOTION.map((topic) => {
    const { t_ns, columns } = readTable(log, topic);
    return [[...t_ns], columns.map((column) => [...column])];
  });
}

test("threads that stall, hang or end: the world goes on, the failure is reported, and the log repeats the run", async () => {
  const seen = { hangs: 0, ended: 0, runs: 0 };
  await each(seeds("threads", 200), async (seed) => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    let thread: FaultyThread | undefined;
    const threads = new ControllerThreads(scenario, {
      start: (data) => {
        thread = new FaultyThread(data, seed);
        return thread;
      },
      pace: 1,
      end_ms: 0,
    });
    const run = new ScenarioRun(scenario, {
      writer,
      version: "test",
      mode: "online",
      control: { from: "outside", send: threads.send },
    });
    await threads.start(run);
    const chance = chances(`${seed}/slices`);
    while (run.sim.now_ns < run.end_ns) {
      run.advance(run.sim.now_ns + 1 + Math.floor(chance() * 1e8));
      thread!.turn();
      threads.take();
    }
    const closed = threads.close();
    thread!.turn();
    await closed;
    run.close();
    const { state } = thread!;
    seen[state]++;
    // One controller: it failed, for the reason that is true, or it did not.
    expect(threads.failures).toEqual(
      state === "runs"
        ? []
        : [expect.stringMatching(state === "hangs" ? /it hangs/ : /its thread has ended by itself/)],
    );
    expect(run.events.filter(({ level }) => level === "error")).toHaveLength(threads.failures.length);
    const bytes = sink.bytes();
    const log = opened(bytes);
    expect([log.complete, readTable(log, "/auv/state").t_ns.length]).toEqual([true, 61]);
    const again = runToEnd(scenario, { from: "history", of: historyOf(log) }, "online");
    expect(motionOf(again.log)).toEqual(motionOf(bytes));
  });
  // The injector injects: with these chances each happens in a fifth of the runs and more.
  if (THETIS_SEED === undefined) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

test("a disk that writes short, fills up, breaks or cannot sync: the log is whole, or a true beginning with the reason", async () => {
  const reference = runToEnd(scenario).log;
  const samples = readTable(opened(reference), "/auv/state");
  const seen = new Map<string, number>();
  await each(seeds("disk", 300), (seed) => {
    const file = folder.at(`${seed}.mcap`);
    const disk = new FaultyDisk(seed, reference.length);
    const sink = new FileSink(file, false, disk);
    let problem: unknown = null;
    const attempt = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        problem ??= error;
      }
    };
    let run: ScenarioRun | undefined;
    attempt(() => {
      run = new ScenarioRun(scenario, {
        writer: new LogWriter(sink, { compression: null, library: "test" }),
        version: "test",
      });
      sink.release();
      run.advance(run.end_ns);
    });
    attempt(() => run?.close());
    attempt(() => sink.close());
    seen.set(String(disk.failure), (seen.get(String(disk.failure)) ?? 0) + 1);
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    // What is on the disk is never anything but the beginning of the log that a good disk would have.
    expect(bytes.equals(reference.subarray(0, bytes.length))).toBe(true);
    if (disk.failure === null) expect([problem, bytes.length]).toEqual([null, reference.length]);
    else
      expect(String((problem as Error).cause ?? problem)).toMatch(
        /injected|takes no more bytes|cannot write|on the disk/,
      );
    if (disk.failure === "no sync") expect(problem).toBeInstanceOf(SinkError);
    if (bytes.length > 2000) {
      // Readable as far as whole chunks go, and true there.
      const { t_ns } = readTable(opened(bytes), "/auv/state");
      expect([...t_ns]).toEqual([...samples.t_ns.slice(0, t_ns.length)]);
    }
    rmSync(file, { force: true });
  });
  if (THETIS_SEED === undefined) {
    expect([...seen.keys()].sort()).toEqual(["broken", "full", "no sync", "null", "takes nothing"]);
    expect(folder.names()).toEqual([]);
  }
});

test("a wall clock that jumps and oversleeps moves no bit of an offline or a paced run, and its lateness is counted", async () => {
  const reference = runToEnd(scenario);
  await each(seeds("wall", 200), (seed) => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    const clock = new PacedClock(new FaultyWall(seed), { factor: 10, longestLag_ns: 1e9 });
    const run = new ScenarioRun(scenario, { writer, version: "test", clock });
    const chance = chances(`${seed}/slices`);
    while (run.sim.now_ns < run.end_ns) {
      run.advance(run.sim.now_ns + 1 + Math.floor(chance() * 3e8));
      // A pause, as a person makes it.
      if (chance() < 0.1) clock.resume();
    }
    run.close();
    expect(Buffer.from(sink.bytes()).equals(reference.log)).toBe(true);
    const { lateness, moves, moved_ns } = clock.report();
    expect(lateness.count).toBeGreaterThan(0);
    expect(moved_ns >= moves * 1e9).toBe(true);
  });
});
