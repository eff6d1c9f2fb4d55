/** The ways in which a scenario with trial devices can be run: all of them carry the same messages. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { formatDiagnostic } from "../../src/core/index.ts";
import { ControllerThreads, workerThread } from "../../src/federation/index.ts";
import { type Log, LogWriter } from "../../src/logging/index.ts";
import {
  APART,
  loadScenario,
  Recorder,
  type RunEvent,
  type Scenario,
  ScenarioRun,
  SplitWorld,
} from "../../src/scenario/index.ts";
import { bundle } from "./bundle.ts";
import { historyOf, opened, runOutside } from "./outside.ts";
import { MemorySink, readerOver, runToEnd } from "./scenarios.ts";
import { trialDefinitions, trialDevices } from "./trial-devices.ts";

const extensions = [trialDevices];

export interface ModeRun {
  readonly bytes: Uint8Array;
  readonly log: Log;
  readonly events: readonly RunEvent[];
}

export function trialScenario(text: string, overrides: readonly string[] = []): Scenario {
  const reader = readerOver({ "test.xml": text });
  const { scenario, diagnostics } = loadScenario(trialDefinitions, reader, "test.xml", overrides);
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return scenario;
}

/** In one model. */
export function inside(scenario: Scenario): ModeRun {
  const { run, log: bytes } = runToEnd(scenario, { from: "inside" }, "offline", extensions);
  return { bytes, log: opened(bytes), events: run.events };
}

/** In five models, in lock-step over links of bytes. */
export function lockStep(scenario: Scenario): ModeRun {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const recorder = new Recorder({ writer, scenario, version: "test", mode: "offline" });
  const events: RunEvent[] = [];
  const tell = (event: RunEvent): void => {
    recorder.event(event);
    events.push(event);
  };
  const world = new SplitWorld(scenario, APART, { recorder, extensions, tell });
  world.lockStep.runUntil(scenario.duration_ns);
  recorder.flush();
  writer.close();
  return { bytes: sink.bytes(), log: opened(sink.bytes()), events };
}

/** With controllers outside, in this thread. */
export function outside(scenario: Scenario, slices_ns: readonly number[]): ModeRun {
  const { run, bytes, log } = runOutside(scenario, slices_ns, extensions);
  return { bytes, log, events: run.events };
}

/** What an online run logged, played again. */
export function again(scenario: Scenario, { log }: ModeRun): ModeRun {
  const { run, log: bytes } = runToEnd(scenario, { from: "history", of: historyOf(log) }, "online", extensions);
  return { bytes, log: opened(bytes), events: run.events };
}

/**
 * With controllers in threads, as online mode has them. The world waits after every slice until each reading is answered, so that
 * nothing depends on the speed of the machine; a slice must be shorter than the period of every controller.
 */
export async function threads(scenario: Scenario, slice_ns: number, events: number): Promise<ModeRun> {
  const folder = mkdtempSync(join(tmpdir(), "thetis-threads-"));
  const entry = join(folder, "thread.cjs");
  writeFileSync(entry, bundle(import.meta.url, 'import "./trial-thread.ts";', "cjs"));
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const software = new ControllerThreads(scenario, { start: workerThread(pathToFileURL(entry)), pace: 1 });
  const run = new ScenarioRun(scenario, {
    writer,
    version: "test",
    mode: "online",
    control: { from: "outside", send: software.send },
    extensions,
  });
  try {
    await software.start(run);
    const waiting = (): boolean => software.statistics().some(({ unanswered }) => unanswered > 0);
    while (run.sim.now_ns < run.end_ns) {
      run.advance(run.sim.now_ns + slice_ns);
      do {
        await breathe();
        software.take();
      } while (waiting());
    }
    // What laws tell comes another way than their messages.
    while (run.events.length < events) {
      await breathe();
      software.take();
    }
  } finally {
    await software.close();
    rmSync(folder, { recursive: true });
  }
  run.close();
  return { bytes: sink.bytes(), log: opened(sink.bytes()), events: run.events };
}
