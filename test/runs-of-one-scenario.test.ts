/** One loaded scenario serves any number of runs: each draws its own sea, gusts and noise, and nothing is loaded or made again. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { loadModelsFolder } from "../src/cli/io/models-folder.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Definition, Definitions } from "../src/library/index.ts";
import { LogWriter, openLog, RUN_METADATA, readTable } from "../src/logging/index.ts";
import { loadScenario, type Scenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { MemorySink, readerOver } from "./support/scenarios.ts";

const TEXT = `<scenario id="s" duration_s="6" seed="5">
  <world density_kgpm3="1000">
    <water model="profile" depths_m="0 50" temperatures_degC="20 10" salinities_psu="35 35"/>
    <current id="wander" model="gauss-markov" velocity_mps="0.2 0.1 0" deviations_mps="0.05 0.05 0" correlationTime_s="5" updateRate_Hz="3"/>
    <wind id="breeze" model="gusty" speed_mps="8" from_deg="315" gustIntensity="0.15" gustTime_s="8"/>
    <waves id="chop" model="jonswap" significantHeight_m="0.3" peakPeriod_s="3" heading_deg="200" components="8" spreading="4"/>
  </world>
  <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 2" velocity_mps="1 0 0">
    <thermometer id="probe" rate_Hz="5" noise_degC="0.05"/>
    <excerpt id="waves" quantity="surface_m" range_m="4" spacing_m="4" rate_Hz="1"/>
  </vehicle>
  <vehicle id="drifter" file="components/vehicles/remus100-finned.xml" position_m="30 0 0.0838"/>
  <log rate_Hz="5" channels="state water"/></scenario>`;

/** How many models were made, and files read. */
const count = { made: 0, read: 0 };

function counting(definition: Definition): Definition {
  if (definition.definition !== "model") return definition;
  const create = (...args: Parameters<typeof definition.create>): unknown => {
    count.made++;
    return definition.create(...args);
  };
  return { ...definition, create };
}

let scenario: Scenario;

beforeAll(async () => {
  const own = await loadModelsFolder(fileURLToPath(new URL("../examples/own-things/models", import.meta.url)));
  const { definitions } = Definitions.create([...shippedDefinitions, ...own.definitions].map(counting));
  const reader = readerOver({ "test.xml": TEXT });
  const loaded = loadScenario(
    definitions,
    {
      ...reader,
      read(file) {
        count.read++;
        return reader.read(file);
      },
    },
    "test.xml",
  );
  if (loaded.scenario === null) throw new Error(loaded.diagnostics.map(formatDiagnostic).join("\n"));
  scenario = loaded.scenario;
});

function logOf(run: number): Uint8Array {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const it = new ScenarioRun(scenario, { writer, version: "test", run });
  it.advance(it.end_ns);
  it.close();
  return sink.bytes();
}

function opened(bytes: Uint8Array) {
  return openLog({ size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) }, null);
}

describe("two runs of one campaign", () => {
  test("differ in waves, current, gusts and noise, and in where the vehicle goes", () => {
    const [first, second] = [opened(logOf(0)), opened(logOf(1))];
    const column = (log: typeof first, topic: string, name: string): number[] => {
      const { names, columns } = readTable(log, topic);
      return [...columns[names.indexOf(name)]!];
    };
    for (const [topic, name] of [
      ["/auv/water", "surface_m"],
      ["/auv/state", "currentNorth_mps"],
      ["/drifter/water", "windNorth_mps"],
      ["/auv/probe", "temperature_degC"],
      ["/auv/excerpts/waves", "r0c0"],
      ["/auv/state", "north_m"],
    ] as const) {
      const [a, b] = [column(first, topic, name), column(second, topic, name)];
      expect([name, a.length]).toEqual([name, b.length]);
      expect([name, a.some((value, k) => value !== b[k])]).toEqual([name, true]);
    }
  });

  test("the same number gives the same bytes, whatever ran in between; the log says which it is, unless it is 0", () => {
    const first = logOf(3);
    logOf(0);
    expect(Buffer.from(logOf(3)).equals(first)).toBe(true);
    expect(opened(first).metadata.get(RUN_METADATA)?.run).toBe("3");
    expect(opened(logOf(0)).metadata.get(RUN_METADATA)).not.toHaveProperty("run");
  });

  test("nothing is loaded or made again: joining never loads", () => {
    const before = { ...count };
    expect(before.made).toBeGreaterThan(5);
    logOf(0);
    logOf(8);
    expect(count).toEqual(before);
  });

  test("a fork goes on with the numbers of its run", () => {
    const run = new ScenarioRun(scenario, { writer: null, version: "test", run: 2 });
    run.advance(3e9);
    const fork = run.fork();
    run.advance(run.end_ns);
    fork.advance(fork.end_ns);
    expect(fork.number).toBe(2);
    expect(fork.sim.snapshot()).toEqual(run.sim.snapshot());
  });

  test("a number that is not one is refused", () => {
    for (const run of [-1, 0.5, Number.NaN]) {
      expect(() => new ScenarioRun(scenario, { writer: null, version: "test", run })).toThrow(
        `run ${run} is not a number of a run`,
      );
    }
  });
});
