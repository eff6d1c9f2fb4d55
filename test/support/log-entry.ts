/** What tests run in a worker of Node and inside Chromium: a scenario by its files; its log without compression, in base64. */
import { Definitions } from "../../src/library/index.ts";
import { LogWriter } from "../../src/logging/index.ts";
import { embeddedReader, loadScenario, ScenarioRun, shippedDefinitions } from "../../src/scenario/index.ts";

export function logOf(files: readonly (readonly [string, string])[]): string {
  const { definitions } = Definitions.create(shippedDefinitions);
  const { scenario } = loadScenario(definitions, embeddedReader(new Map(files), new Map()), files[0]![0]);
  if (scenario === null) throw new Error(`${files[0]![0]} cannot be loaded`);
  let text = "";
  const write = (bytes: Uint8Array): void => {
    for (const byte of bytes) text += String.fromCharCode(byte);
  };
  const writer = new LogWriter({ write }, { compression: null, library: "test" });
  const run = new ScenarioRun(scenario, { writer, version: "test" });
  run.advance(run.end_ns);
  run.close();
  return btoa(text);
}
