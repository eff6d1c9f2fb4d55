/** Scenarios for tests: texts in memory that use the shipped components from disk. */
import { formatDiagnostic } from "../../src/core/index.ts";
import { Definitions, memoryReader, type SourceReader } from "../../src/library/index.ts";
import { LogWriter } from "../../src/logging/index.ts";
import {
  APART,
  type Control,
  type Extension,
  loadScenario,
  Recorder,
  type Role,
  type RunMode,
  type Scenario,
  type ScenarioResult,
  ScenarioRun,
  SplitWorld,
  shippedDefinitions,
} from "../../src/scenario/index.ts";
import { STATE } from "../../src/vehicles/index.ts";
import { nodeReader } from "./node-reader.ts";

export const definitions = (() => {
  const { definitions: made, diagnostics } = Definitions.create(shippedDefinitions);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return made;
})();

/** Files in memory first, then the repository's: "components/…" is what ships. */
export function readerOver(files: Readonly<Record<string, string>>): SourceReader {
  const memory = memoryReader(files);
  const disk = nodeReader();
  return { ...disk, read: (file) => (file in files ? memory : disk).read(file) };
}

/** Loads a text as if it lay in the project's own folder. */
export function loadText(text: string, overrides: readonly string[] = []): ScenarioResult {
  return loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml", overrides);
}

export function scenarioOf(text: string, overrides: readonly string[] = []): Scenario {
  const { scenario, diagnostics } = loadText(text, overrides);
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return scenario;
}

/** A log in memory: the bytes of all writes. */
export class MemorySink {
  readonly #pieces: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#pieces.push(bytes.slice());
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

/** Runs to the end; with the uncompressed bytes of its log. */
export function runToEnd(
  scenario: Scenario,
  control: Control = { from: "inside" },
  mode: RunMode = "offline",
  extensions: readonly Extension[] = [],
): { run: ScenarioRun; log: Uint8Array } {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const run = new ScenarioRun(scenario, { writer, version: "test", control, mode, extensions });
  run.advance(run.end_ns);
  run.close();
  return { run, log: sink.bytes() };
}

/** The same, stopped at these instants and restored from what it is there. */
export function stoppedAt(scenario: Scenario, instants_ns: readonly number[]): { run: ScenarioRun; log: Uint8Array } {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const run = new ScenarioRun(scenario, { writer, version: "test" });
  for (const t_ns of [...instants_ns].sort((a, b) => a - b)) {
    run.advance(t_ns);
    run.restore(run.snapshot());
  }
  run.advance(run.end_ns);
  run.close();
  return { run, log: sink.bytes() };
}

/** The log of a scenario whose simulators share nothing but bytes, those of one place excepted. */
export function logApart(scenario: Scenario, places: readonly (readonly Role[])[] = APART): Uint8Array {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const recorder = new Recorder({ writer, scenario, version: "test", mode: "offline" });
  const world = new SplitWorld(scenario, places, { recorder, tell: (event) => recorder.event(event) });
  world.lockStep.runUntil(scenario.duration_ns);
  recorder.flush();
  writer.close();
  return sink.bytes();
}

/** p_NB, q_NB, V_NB_B of a moving vehicle, as things stand. */
export function stateOf(run: ScenarioRun, vehicle = 0): number[] {
  const { at } = run.world.vehicles.bodies[vehicle]!.reads[0]!;
  return [...run.sim.look().x.slice(at, at + STATE.actuators)];
}
