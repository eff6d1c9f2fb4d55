/**
 * What mutation testing is about: the files that decide a trajectory or the order of events, and the tests that are asked
 * whether they notice.
 */
import { readdirSync } from "node:fs";

/** Folders whose faults are planted, and the files among theirs that decide nothing. */
const MUTATED: readonly (readonly [folder: string, leftOut?: RegExp])[] = [
  // Hulls, hydrostatics, the vehicle's system; not what only describes them or warns about them.
  ["src/vehicles", /^assess|^odd-|^outline|^hull-definitions/],
  // Thrusters and fins; not a table of numbers.
  ["src/actuators", /^wageningen-data/],
  // Laws and guidance.
  ["src/control/laws"],
  // The loop, the calendar, the ports.
  ["src/engine"],
  ["src/environment/currents"],
  ["src/environment/waves"],
];

/** Tests that measure the heap count what the planted switches allocate. */
const MEASURES_THE_HEAP = /allocation\.test\.ts$|laws\/memory\.test\.ts$/;

/** Folders of the tests. */
const TESTED: readonly string[] = [...MUTATED.map(([folder]) => folder), "src/control/modules"];

/**
 * Tests of whole vehicles and seas that are asked as well. What starts a process, or a scenario of minutes, is left out: a mutant
 * that only such a test would notice counts as survived.
 */
const WHOLE: readonly string[] = [
  "src/scenario/load/scenario",
  "src/scenario/run/world",
  "test/bodies",
  "test/bodies-without-dynamics",
  "test/depth-limit",
  "test/extensions-refused",
  "test/push",
  "test/sea",
  "test/sea-edges",
  "test/sea-world",
  "test/software-refused",
  "test/vehicles",
  "test/vehicles-independent",
  "test/vehicles-refused",
  "test/waves-on-body",
  "test/wind",
];

/** Environment variable with the folder whose tests alone are run; all of them where it is empty. */
export const ONLY_VARIABLE = "THETIS_MUTATE_ONLY";

/** Kinds of mutants that are left out: texts are names, documentation and messages, which decide no trajectory. */
export const EXCLUDED_MUTATORS: readonly string[] = ["StringLiteral"];

const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => `${folder}/${name}`);

/** From the root of the project, which is the working directory. */
export function mutatedFiles(): string[] {
  return MUTATED.flatMap(([folder, leftOut]) =>
    filesOf(folder).filter((file) => {
      const name = file.slice(folder.length + 1);
      return !/\.test\.ts$|^index\.ts$|^messages\.ts$/.test(name) && leftOut?.test(name) !== true;
    }),
  );
}

export function testFiles(): string[] {
  const beside = TESTED.flatMap(filesOf).filter((file) => file.endsWith(".test.ts") && !MEASURES_THE_HEAP.test(file));
  const only = process.env[ONLY_VARIABLE] ?? "";
  if (only !== "") return beside.filter((file) => file.startsWith(only));
  return [...beside, ...WHOLE.map((name) => `${name}.test.ts`)];
}
