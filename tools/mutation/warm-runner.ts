/**
 * A test runner for Stryker that keeps one process warm: every test file is imported once, and a mutant costs what its tests
 * cost. Vitest starts a worker and imports a hundred modules for every mutant, which is most of the time here.
 *
 * Tests share a process, so what a mutant spoilt could fail tests of the next. Modules keep no state, by the project's rules;
 * where a test fails, it is run again without the mutant, and if it fails then too, the process is given up.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstrumenterContext } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { testFiles } from "./population.ts";
import type { CollectedTest } from "./warm-vitest.ts";

/** What the instrumented code looks at. */
const shared = globalThis as unknown as { __stryker__?: InstrumenterContext };
shared.__stryker__ ??= {};
const context = shared.__stryker__;

/** Tests that take longer are asked only where they lie beside the mutated file: they would make most of a run's time. */
const SLOW_MS = 500;

/** Tests of other files are asked, the fastest first, as long as they take together. A mutant of a hot line is reached by most of them. */
const OTHERS_MS = 2500;

/** Stryker's limit is 100 times what a line is hit in the trial run, by all of the tests: for a hot line, minutes. */
const HIT_LIMIT_SHARE = 0.1;

/** Times of the tests, from the trial run, for the processes that come later. */
const TIMES_FILE = "warm-times.json";

export class WarmRunner implements TestRunner {
  #tests = new Map<string, CollectedTest>();
  #times: Readonly<Record<string, number>> = {};

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: false };
  }

  /** Tests are loaded here, where no limit of time runs: on a busy machine that alone takes as long as Stryker gives a mutant. */
  async init(): Promise<void> {
    (globalThis as unknown as { THETIS_CHECKED: boolean }).THETIS_CHECKED = true;
    register(new URL("./typescript-hooks.js", import.meta.url));
    const warm = await import("./warm-vitest.ts");
    for (const file of testFiles()) {
      const path = resolve(file);
      warm.beginFile(path);
      await import(pathToFileURL(path).href);
      for (const hook of warm.hooks) await hook();
    }
    for (const test of warm.collected) this.#tests.set(test.id, test);
  }

  async dryRun(_options: DryRunOptions): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    const times: Record<string, number> = {};
    for (const test of this.#tests.values()) {
      context.currentTestId = test.id;
      const result = await this.#run(test);
      context.currentTestId = undefined as never;
      tests.push(result);
      times[test.id] = result.timeSpentMs;
    }
    writeFileSync(TIMES_FILE, JSON.stringify(times));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: context.mutantCoverage! };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, mutantActivation, testFilter, sandboxFileName } = options;
    const hitLimit = options.hitLimit === undefined ? undefined : Math.ceil(HIT_LIMIT_SHARE * options.hitLimit);
    context.activeMutant = undefined as never;
    context.hitLimit = hitLimit as never;
    context.hitCount = 0;
    if (mutantActivation === "static") context.activeMutant = activeMutant.id;
    this.#times = Object.keys(this.#times).length > 0 ? this.#times : JSON.parse(readFileSync(TIMES_FILE, "utf8"));
    // The tests beside the file first, then the fast ones: most mutants are found at once.
    const beside = sandboxFileName.replace(/\.ts$/, ".test.ts");
    const time = (test: CollectedTest): number => this.#times[test.id] ?? 0;
    const cost = (test: CollectedTest): number => time(test) * (test.file === beside ? 0.1 : 1);
    const asked = (testFilter ?? [...this.#tests.keys()])
      .map((id) => this.#tests.get(id)!)
      .filter((test) => test.file === beside || time(test) < SLOW_MS);
    const results: TestResult[] = [];
    let others_ms = 0;
    for (const test of asked.toSorted((a, b) => cost(a) - cost(b))) {
      if (test.file !== beside) others_ms += time(test);
      if (others_ms > OTHERS_MS && test.file !== beside) continue;
      context.activeMutant = activeMutant.id;
      const result = await this.#run(test);
      context.activeMutant = undefined as never;
      results.push(result);
      if (result.status !== TestStatus.Failed) continue;
      const timeout = determineHitLimitReached(context.hitCount, hitLimit);
      if (timeout !== undefined) return toMutantRunResult(timeout);
      if (mutantActivation === "runtime" && (await this.#run(test)).status === TestStatus.Failed) {
        throw new Error(`${test.id} fails without a mutant too: the process is spoilt`);
      }
      break;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests: results });
  }

  /** In time of the processor, which does not depend on what else the machine does. */
  async #run({ id, name, file, body }: CollectedTest): Promise<TestResult> {
    const start = process.cpuUsage();
    const spent = (): number => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    try {
      await body();
      return { id, name, fileName: file, status: TestStatus.Success, timeSpentMs: spent() };
    } catch (error) {
      const failureMessage = error instanceof Error ? error.message : String(error);
      return { id, name, fileName: file, status: TestStatus.Failed, timeSpentMs: spent(), failureMessage };
    }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "warm", WarmRunner as never)];
