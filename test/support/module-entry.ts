/** What test/modules-anywhere.test.ts runs here, in a thread and inside Chromium: a program, fed with readings by itself. */
import { navigationState } from "../../src/control/index.ts";
import { Definitions } from "../../src/library/index.ts";
import { Computer, embeddedReader, loadScenario, shippedDefinitions } from "../../src/scenario/index.ts";
import { routeTable } from "../../src/scenario/simulators/routes.ts";

export interface Fed {
  /** Of a scenario, as it carries them: its own file first. */
  readonly files: readonly (readonly [string, string])[];
  readonly binaries: readonly (readonly [string, readonly number[]])[];
  readonly overrides: readonly string[];
  /** A navigationState each, in the order of its fields. */
  readonly readings: readonly (readonly number[])[];
}

/** Route, length of the payload, time at which it is readable: as byte-link.ts writes it. */
const HEAD_BYTES = 16;

/** Every byte that the first program of the first vehicle sends in answer, as hexadecimal digits, and what it says. */
export function outputsOf({ files, binaries, overrides, readings }: Fed): { hex: string; lines: string[] } {
  const { definitions } = Definitions.create(shippedDefinitions);
  const main = files[0]![0];
  const bytes = new Map(binaries.map(([name, values]) => [name, Uint8Array.from(values)]));
  const { scenario } = loadScenario(definitions, embeddedReader(new Map(files), bytes), main, overrides);
  if (scenario === null) throw new Error(`${main} cannot be loaded`);
  const { id } = scenario.vehicles[0]!.controllers[0]!.component;
  const seed = { campaign: scenario.seed, run: 0 };
  const { routes } = routeTable(scenario, { outside: true, extensions: [], seed });
  const route = routes.findIndex(({ message, to }) => message.name === navigationState.name && to.controller === id);
  const lines: string[] = [];
  const tell = ({ t_ns, message }: { t_ns: number; message: string }): void => void lines.push(`${t_ns} ${message}`);
  const computer = new Computer(scenario, 0, id, { tell });
  const record = new Uint8Array(HEAD_BYTES + 8 * navigationState.size);
  const view = new DataView(record.buffer);
  let hex = "";
  for (const reading of readings) {
    view.setUint32(0, route, true);
    view.setFloat64(8, reading[0]!, true);
    reading.forEach((value, i) => void view.setFloat64(HEAD_BYTES + 8 * i, value, true));
    for (const byte of computer.react(record)) hex += byte.toString(16).padStart(2, "0");
  }
  return { hex, lines };
}
