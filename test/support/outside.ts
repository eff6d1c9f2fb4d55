/** A world whose controllers run outside of it, in this thread: messages are exchanged as bytes between slices. */
import { type Log, LogWriter, openLog } from "../../src/logging/index.ts";
import {
  Computer,
  type Extension,
  OUTSIDE_TOPIC,
  type OutsideHistory,
  type Scenario,
  ScenarioRun,
} from "../../src/scenario/index.ts";
import { MemorySink } from "./scenarios.ts";

export interface OutsideRun {
  readonly run: ScenarioRun;
  readonly log: Log;
  readonly bytes: Uint8Array;
}

export function opened(bytes: Uint8Array): Log {
  const source = { size: bytes.length, read: (at: number, length: number) => bytes.subarray(at, at + length) };
  return openLog(source, null);
}

/** Slices as they come, the last of them repeated. */
export function runOutside(
  scenario: Scenario,
  slices_ns: readonly number[],
  extensions: readonly Extension[] = [],
): OutsideRun {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const waiting = new Map<string, Uint8Array[]>();
  const run = new ScenarioRun(scenario, {
    writer,
    version: "test",
    mode: "online",
    extensions,
    control: {
      from: "outside",
      send: (path, bytes) => waiting.set(path, [...(waiting.get(path) ?? []), bytes.slice()]),
    },
  });
  const computers = scenario.vehicles.flatMap(({ name, controllers }, vehicle) =>
    controllers.map(({ component: { id } }) => ({
      path: `${name}/${id}`,
      computer: new Computer(scenario, vehicle, id, {
        tell: (event) => run.tell(run.sim.now_ns, event.level, event.name, event.message),
        extensions,
      }),
    })),
  );
  for (let k = 0; run.sim.now_ns < run.end_ns; k++) {
    run.advance(run.sim.now_ns + slices_ns[Math.min(k, slices_ns.length - 1)]!);
    for (const { path, computer } of computers) {
      const batch = waiting.get(path) ?? [];
      waiting.delete(path);
      if (batch.length > 0) run.take(computer.react(new Uint8Array(batch.flatMap((bytes) => [...bytes]))));
    }
  }
  run.close();
  return { run, log: opened(sink.bytes()), bytes: sink.bytes() };
}

/** What came from outside, from a log. */
export function historyOf(log: Log): OutsideHistory {
  const messages = [...log.messages({ topics: [OUTSIDE_TOPIC] })];
  return { t_ns: messages.map(({ t_ns }) => t_ns), bytes: messages.map(({ values }) => values.bytes as Uint8Array) };
}
