/**
 * Every parameter of every kind and model at its extremes: 0, the smallest and the largest numbers, the edges of its range, what is not a
 * number, wrong counts and wrong units. Each case loads, or is refused at a place; what loads survives its first steps or ends in
 * a fault; nothing throws anything else, and nothing takes long.
 *
 * Here a part of them, spread over all kinds; all of them with THETIS_LONG=1 (npm run test:long).
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { SimulationFault } from "../src/engine/index.ts";
import { resolvePath, type SourceReader } from "../src/library/index.ts";
import { loadScenario, type ScenarioResult, ScenarioRun } from "../src/scenario/index.ts";
import { HangWatch } from "./support/hang-watch.ts";
import { LONG } from "./support/long.ts";
import { definitions } from "./support/scenarios.ts";
import { type ExtremeCase, extremeCases } from "./support/typed-extremes.ts";

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
/** Shipped scenarios, as if they stood in the project's folder; with the shortest first, which are the quickest. */
const shipped = readdirSync(new URL("scenarios/", root))
  .filter((name) => name.endsWith(".xml"))
  .map((name) => readFileSync(new URL(`scenarios/${name}`, root), "utf8").replaceAll('"../', '"'))
  .sort((a, b) => a.length - b.length);
/** What no example and no shipped scenario has in a form that is taken. */
const rare = `<scenario id="rare" duration_s="10">
  <world>
    <bottom id="ground" model="flat" depth_m="30"/>
    <scalar id="turbidity" model="constant" value="3"/>
    <obstacle id="pile" model="cylinder" diameter_m="1" length_m="14" position_m="30 0 7"/>
    <obstacle id="wreck" model="box" size_m="30 8 6" position_m="90 0 20"/>
    <obstacle id="mine" model="sphere" diameter_m="1" position_m="0 30 20"/>
  </world>
  <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5">
    <software id="brain">
      <module id="route" model="plan"><leg heading_deg="90" depth_m="5" speed_mps="1.5" duration_s="60"/></module>
      <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml"/>
      <link from="route.setpoint" to="pilot.setpoint" maxAge_s="0.5"/>
    </software>
    <battery id="battery" file="components/batteries/remus100-battery.xml"/>
    <sensor id="gauge" model="battery-gauge" rate_Hz="1"/>
    <excerpt id="plume" quantity="turbidity" range_m="40" spacing_m="4" rate_Hz="1"/>
  </vehicle>
</scenario>`;
const all = extremeCases(definitions, (text) => load(text).scenario !== null, [rare, ...shipped]);
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

  test("models step, but for a few: what they are put into is taken without the extreme", () => {
    const unstepped = new Set(
      all.filter(({ loads }) => !loads).map(({ kind, model }) => `${kind} ${model ?? ""}`.trim()),
    );
    // Their extremes are loaded and refused, but do not step: maps and meshes need files, the others values that go together.
    const map = ["bottom map", "current map", "scalar map", "water map", "obstacle mesh", "shape mesh"];
    const together = [
      "current grid",
      "hull derivatives",
      "hybridModem quality",
      "mac csma-cd",
      "module holds",
      "noise site",
      "obstacle wall",
      "thruster table",
      "sensor encoder",
    ];
    expect([...unstepped].sort()).toEqual([...map, ...together, "robotTask keep", "robotTask watch"].sort());
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
