/**
 * Mutation testing on a sample: `npm run mutate -- [--seed N] [--count N] [--concurrency N] [--runner warm|vitest]
 * [--only FOLDER]`.
 * docs/mutation-testing.md says what it is for. Results are kept in .tmp/mutation, and a second run tests what has changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { SAMPLE_FILE } from "./drawn-ignorer.ts";
import { EXCLUDED_MUTATORS, mutatedFiles, ONLY_VARIABLE } from "./population.ts";
import { placesOf, rangeOf, samplePlaces } from "./sample.ts";
import { type MutationReport, summarize, summaryText } from "./summary.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    concurrency: { type: "string", default: "1" },
    runner: { type: "string", default: "warm" },
    only: { type: "string", default: "" },
  },
});

// From dist/tools/mutation.
process.chdir(fileURLToPath(new URL("../../../", import.meta.url)));
const folder = dirname(SAMPLE_FILE);
mkdirSync(folder, { recursive: true });
const files = mutatedFiles().map((name) => ({ name, content: readFileSync(name, "utf8") }));
const places = await placesOf(files, EXCLUDED_MUTATORS);
const all = samplePlaces(places, Number(values.count), Number(values.seed));
// Drawn from all files, then those of one folder: its part of the same sample, and its own tests alone.
const sample = all.filter(({ file }) => file.startsWith(values.only));
process.env[ONLY_VARIABLE] = values.only;
writeFileSync(SAMPLE_FILE, JSON.stringify(sample));
const mutants = (list: typeof places): number => list.reduce((sum, place) => sum + place.mutants, 0);
process.stdout.write(
  `${files.length} files, ${places.length} places with ${mutants(places)} mutants; drawn: ${sample.length} places with ${mutants(sample)}\n`,
);

const own = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url));
const report = `${folder}/${values.runner}-report.json`;
const stryker = new Stryker({
  mutate: sample.map(rangeOf),
  mutator: { plugins: null, excludedMutations: [...EXCLUDED_MUTATORS] },
  ignorers: ["drawn"],
  // Module-level code runs once per process, which the warm runner keeps.
  ignoreStatic: true,
  testRunner: values.runner,
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner", own("drawn-ignorer"), own("warm-runner"), own("live-reporter")],
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: `${folder}/${values.runner}-incremental.json`,
  reporters: ["json", "live", "progress-append-only"],
  jsonReporter: { fileName: report },
  tempDirName: `${folder}/sandbox`,
  // Only what the tests read.
  ignorePatterns: [
    "**",
    ...["src", "components", "scenarios", "missions", "test"].map((name) => `!${name}/**/*`),
    "!package.json",
  ],
  concurrency: Number(values.concurrency),
  // Endless loops end by counting what they hit; time is for what counts nothing, on a machine that may be busy.
  timeoutMS: 300_000,
  timeoutFactor: 10,
  dryRunTimeoutMinutes: 60,
  allowConsoleColors: false,
} as never);
await stryker.runMutationTest();
const summary = summarize(JSON.parse(readFileSync(report, "utf8")) as MutationReport, sample);
writeFileSync(`${folder}/${values.runner}-survivors.txt`, summaryText(summary));
process.stdout.write(summaryText(summary));
