/** thetis bench: the figures that the project promises, measured on this machine. */
import { arch, cpus, platform, totalmem } from "node:os";
import { Command } from "commander";
import { CallError, EXIT, printJson } from "../io/outcome.ts";
import { type BenchmarkList, type BenchResult, meetsGoal } from "./bench/benchmark.ts";

interface BenchOptions {
  readonly json?: boolean;
}

export function benchVerb(): Command {
  return new Command("bench")
    .description("measure the promised figures on this machine (medians of several runs)")
    .argument("[name...]", "only these benchmarks")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis bench                    all of them
  thetis bench calendar --json    one, for a script

Figures are medians; ratios compare things measured in the same run.
Exit code: 0 when every figure meets its goal, 1 otherwise.`,
    )
    .action(async (names: string[], options: BenchOptions) => {
      process.exitCode = await bench(names, options);
    });
}

async function bench(names: readonly string[], options: BenchOptions): Promise<number> {
  // bench/ is compiled beside src/ but is a project of its own, above this one.
  const { benchmarks } = (await import(new URL("../../../bench/index.js", import.meta.url).href)) as BenchmarkList;
  const unknown = names.filter((name) => !benchmarks.some((b) => b.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map((b) => b.name).join(", ");
    throw new CallError(`no benchmark is called ${unknown.join(", ")}; there are: ${known}`);
  }
  const results: BenchResult[] = [];
  for (const { name, load } of benchmarks) {
    if (names.length > 0 && !names.includes(name)) continue;
    const benchmark = await load();
    process.stderr.write(`${name}: ${benchmark.doc}\n`);
    for (const result of await benchmark.run()) {
      results.push(result);
      if (options.json !== true) process.stdout.write(`  ${line(result, meetsGoal(result))}\n`);
    }
  }
  if (options.json === true) {
    const machine = {
      node: process.version,
      platform: `${platform()} ${arch()}`,
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memory_GB: Math.round(totalmem() / 1e9),
    };
    printJson({ machine, results: results.map((result) => ({ ...result, met: meetsGoal(result) })) });
  }
  return results.every(meetsGoal) ? EXIT.done : EXIT.doesNotHold;
}

function line(result: BenchResult, met: boolean): string {
  const { name, value, unit, reference, goal } = result;
  const beside = reference === null ? "" : `, ${reference.ratio.toPrecision(3)} times ${reference.name}`;
  const wanted =
    goal === null
      ? ""
      : ` (goal: ${goal.of} ${[
          goal.atLeast === undefined ? [] : `at least ${goal.atLeast.toLocaleString("en")}`,
          goal.atMost === undefined ? [] : `at most ${goal.atMost.toLocaleString("en")}`,
        ]
          .flat()
          .join(", ")}: ${met ? "met" : "NOT MET"})`;
  const shown = value >= 1000 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
  return `${name}: ${shown} ${unit}${beside}${wanted}`;
}
