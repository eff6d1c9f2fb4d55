/**
 * All properties of the shipped Vortex missions, one after another, on automata that are compiled before: the inspection in at most
 * 0.5 s and the whole mission in at most 10 s, also the first time, with a cold compiler.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMission } from "../src/mission/index.ts";
import { checkProperty, parseProperties, resolveProperties } from "../src/mission/proof/index.ts";
import { type Benchmark, type BenchResult, figure } from "./harness.ts";

const RUNS = 5;

/** From dist/bench. */
function shipped(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../missions/${name}`, import.meta.url)), "utf8");
}

function timed(mission: string, atMost_ms: number): BenchResult[] {
  const { automaton } = compileMission(shipped(`${mission}.mission`), mission);
  if (automaton === null) throw new Error(`${mission} does not compile`);
  const { tree } = parseProperties(shipped(`${mission}.properties`), mission);
  const { properties, diagnostics } = resolveProperties(tree, automaton);
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const runs_ms: number[] = [];
  let configurations = 0;
  for (let run = 0; run < RUNS; run++) {
    const start = process.hrtime.bigint();
    configurations = properties.reduce((sum, p) => sum + checkProperty(automaton, p).configurations, 0);
    runs_ms.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  if (configurations < automaton.states) throw new Error(`${mission}: hardly anything was looked at`);
  const goal = { of: "value", atMost: atMost_ms } as const;
  const what = `${properties.length} properties of ${mission}, ${automaton.states} states`;
  return [figure(`${what}, first time`, "ms", runs_ms.slice(0, 1), goal), figure(what, "ms", runs_ms, goal)];
}

export const benchmark: Benchmark = {
  name: "proof",
  doc: "all properties of the shipped Vortex missions",
  run: () => [...timed("vortex-inspection", 500), ...timed("vortex", 10_000)],
};
