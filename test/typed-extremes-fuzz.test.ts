/**
 * Every parameter of every kind and model at its extremes: 0, the smallest and the largest numbers, the edges of its range, what is not a
 * number, wrong counts and wrong units. Each case loads, or is refused at a place; what loads survives its first steps or ends in
 * a fault; nothing throws anything else, and nothing takes long.
 *
 * Here a part of them, spread over all kinds; all of them with THETIS_LONG=1 (npm run test:long).
 */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { SimulationFault } from "../src/engine/index.ts";
import { resolvePath, type SourceReader } from "../src/library/index.ts";
import { loadScenario, type ScenarioResult, ScenarioRun } from "../src/scenario/index.ts";
import { HangWatch } from "./support/hang-watch.ts";
import { definitions } from "./support/scenarios.ts";
import { type ExtremeCase, extremeCases } from "./support/typed-extremes.ts";

const LONG = process.env.THETIS_LONG === "1";
/** One case in so many, and at least so many of each kind. */
const ONE_IN = 40;
const AT_LEAST = 4;

/**
 * Processor time of this process, not time of the clock: other programs on the machine do not count. A case takes some 20 ms; the limit
 * is the promise that a user gets an answer.
 */
const LONGEST_CPU_S = 2;

const root = new URL("../", import.meta.url);
const watch = new HangWatch();
afterAll(() => watch.end());

/** The case in memory, shipped components from the disk; what is not there is an answer, as on the command line. */
function readerOf(text: string): SourceReader {
  const read = <T>(get: () => T): T | { readonly error: string } => {
    try {
      return get();
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  return {
    read: (file) =>
      file === "test.xml" ? { text } : read(() => ({ text: readFileSync(new URL(file, root), "utf8") })),
    readBytes: (file) => read(() => ({ bytes: new Uint8Array(readFileSync(new URL(file, root))) })),
    resolve: resolvePath,
  };
}

type Outcome = "refused" | "ran" | "fault";

/** How a case ends; what must not be is thrown, with the case. */
function outcomeOf(each: ExtremeCase): Outcome {
  const { scenario, diagnostics } = load(each.text());
  if (scenario === null) {
    const errors = diagnostics.filter((d) => d.severity === "error");
    const placed = errors.some(({ range }) => range !== null);
    if (!placed) throw new Error(`refused without a place: ${errors.map(formatDiagnostic).join("; ")}`);
    return "refused";
  }
  try {
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(Math.min(run.end_ns, 5 * scenario.step_ns));
    run.close();
    return "ran";
  } catch (error) {
    if (!(error instanceof SimulationFault)) throw error;
    return "fault";
  }
}

const load = (text: string): ScenarioResult => loadScenario(definitions, readerOf(text), "test.xml");
const all = extremeCases(definitions, (text) => load(text).scenario !== null);
const numberOf = new Map(all.map((each, i) => [each, i]));

function sampleOf(cases: readonly ExtremeCase[]): readonly ExtremeCase[] {
  if (LONG) return cases;
  const count = Math.max(Math.min(AT_LEAST, cases.length), Math.ceil(cases.length / ONE_IN));
  return Array.from({ length: count }, (_, i) => cases[Math.floor(((i + 0.5) * cases.length) / count)]!);
}

describe("extremes of", () => {
  const kinds = [...new Set(all.map(({ kind }) => kind))];

  test("every kind are walked through: each can stand in a scenario, as its example says", () => {
    expect(kinds).toEqual(definitions.kinds.filter(({ kind }) => hasNumbers(kind)).map(({ kind }) => kind));
  });

  test.each(kinds)(
    "%s load or are refused at a place",
    (kind) => {
      const cases = sampleOf(all.filter((each) => each.kind === kind));
      const found: string[] = [];
      for (const each of cases) {
        watch.begin(numberOf.get(each)!);
        const before = process.cpuUsage();
        try {
          outcomeOf(each);
        } catch (error) {
          found.push(`case ${numberOf.get(each)}, ${each.name}: ${(error as Error).stack ?? error}`);
        }
        const { user, system } = process.cpuUsage(before);
        const cpu_s = (user + system) * 1e-6;
        if (cpu_s > LONGEST_CPU_S)
          found.push(`case ${numberOf.get(each)}, ${each.name}: ${cpu_s.toFixed(1)} s of processor time`);
      }
      watch.begin(-1);
      expect(found).toEqual([]);
    },
    LONG ? 3_600_000 : 300_000,
  );
});

/** Kinds that have any parameter. */
function hasNumbers(name: string): boolean {
  const kind = definitions.kind(name);
  return kind !== undefined && kind.params.size + kind.mount.size > 0;
}
