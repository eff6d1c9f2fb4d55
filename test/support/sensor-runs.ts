/** Small worlds with sensors: what they put into the log, by the names of channels and fields. */
import { formatDiagnostic } from "../../src/core/index.ts";
import type { Definitions } from "../../src/library/index.ts";
import { type LogTable, readTable } from "../../src/logging/index.ts";
import { loadScenario, type RunEvent, type Scenario } from "../../src/scenario/index.ts";
import { opened } from "./outside.ts";
import { readerOver, runToEnd, definitions as shipped } from "./scenarios.ts";

export interface SensorRun {
  readonly bytes: Uint8Array;
  readonly events: readonly RunEvent[];
  readonly topics: readonly string[];
  table(topic: string): LogTable;
  /** A field of a channel. */
  column(topic: string, name: string): number[];
  /** Instants of the entries of a channel, s. */
  times_s(topic: string): number[];
}

/** Warnings are no hindrance. */
export function sensorScenario(text: string, definitions: Definitions = shipped): Scenario {
  const { scenario, diagnostics } = loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return scenario;
}

export function runSensors(text: string, definitions?: Definitions): SensorRun {
  return resultOf(runToEnd(sensorScenario(text, definitions)));
}

function resultOf({ run, log: bytes }: ReturnType<typeof runToEnd>): SensorRun {
  const log = opened(bytes);
  const table = (topic: string): LogTable => readTable(log, topic);
  return {
    bytes,
    events: run.events,
    topics: log.channels.map(({ topic }) => topic),
    table,
    column(topic, name) {
      const { names, columns } = table(topic);
      if (!names.includes(name)) throw new Error(`${topic} has no ${name}; it has: ${names.join(", ")}`);
      return [...columns[names.indexOf(name)]!];
    },
    times_s: (topic) => [...table(topic).t_ns].map((t_ns) => t_ns / 1e9),
  };
}

/** A float that does not turn: pushed down it sinks, left alone it comes up. A mast of 0.5 m carries antennas. */
export const FLOAT = `<hull id="hull" mass_kg="19.8" volume_m3="0.02" cg_m="0 0 0.05" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="5 5 5 1 1 1"/>`;

export function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** Σx² / n: of errors whose mean is known to be 0. */
export function meanSquare(values: readonly number[]): number {
  return mean(values.map((x) => x * x));
}

/**
 * Quantile of the normal distribution for a two-sided confidence of 99.99 %. With the fixed seeds of these tests nothing is left to chance;
 * the bound is what an unlucky seed would need.
 */
export const Z = 3.89;
