/** What test/mission-flight.test.ts runs inside Chromium: a scenario from its files, flown to its end. */
import { Definitions } from "../../src/library/index.ts";
import { LogWriter } from "../../src/logging/index.ts";
import { embeddedReader, loadScenario, ScenarioRun, shippedDefinitions } from "../../src/scenario/index.ts";

export interface EmbeddedScenario {
  readonly files: readonly (readonly [string, string])[];
  readonly binaries: readonly (readonly [string, readonly number[]])[];
  readonly overrides: readonly string[];
}

/** Number of bytes of its log, and a sum of them that depends on their order. */
export function flyEmbedded({ files, binaries, overrides }: EmbeddedScenario): string {
  const { definitions } = Definitions.create(shippedDefinitions);
  const bytes = new Map(binaries.map(([name, list]) => [name, Uint8Array.from(list)]));
  const { scenario } = loadScenario(definitions, embeddedReader(new Map(files), bytes), files[0]![0], overrides);
  let count = 0;
  let sum = 0;
  const sink = {
    write(piece: Uint8Array): void {
      for (const byte of piece) sum = (Math.imul(sum, 31) + byte) | 0;
      count += piece.length;
    },
  };
  const run = new ScenarioRun(scenario!, {
    writer: new LogWriter(sink, { compression: null, library: "test" }),
    version: "test",
  });
  run.advance(run.end_ns);
  run.close();
  return `${count} ${sum}`;
}
