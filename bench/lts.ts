/**
 * Reducing transition systems: dining philosophers of three sizes (118 thousand, 394 thousand and 1.3 million transitions) from their
 * files, each in a process of its own, whose peak memory counts everything.
 *
 * The goals are twice the times of mCRL2 (C++, 3.0 s strong, 2.3 s branching for the largest) on the machine on which they were set.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writePieces } from "../src/cli/io/files.ts";
import { type Lts, ltsPieces } from "../src/lts/index.ts";
import { type Benchmark, type BenchResult, figure } from "./harness.ts";
import { philosophers } from "./lts-families.ts";

const RUNS = 3;
/** States of the quotients, which the process must find: 3ⁿ − 1, and those of the branching quotients. */
const SIZES = [
  { n: 9, strong: 19_682, branching: 5_777, goal_s: { strong: 0.7, branching: 0.7 } },
  { n: 10, strong: 59_048, branching: 15_126, goal_s: null },
  { n: 11, strong: 177_146, branching: 39_602, goal_s: { strong: 6.0, branching: 4.6 } },
] as const;
const MOST_MEMORY_MB = 600;

interface Measured {
  readonly read_s: number;
  readonly total_s: number;
  readonly memory_MB: number;
  readonly transitions: number;
  readonly states: number;
}

function measured(file: string, equivalence: string): Measured {
  const program = fileURLToPath(new URL("./lts-process.js", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, file, equivalence], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

export const benchmark: Benchmark = {
  name: "lts",
  doc: "reading and reducing dining philosophers, strong and branching, in processes of their own",
  run() {
    const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
    const results: BenchResult[] = [];
    for (const size of SIZES) {
      const file = join(folder, `philosophers-${size.n}.aut`);
      const lts: Lts = philosophers(size.n);
      writePieces(file, ltsPieces(lts), true);
      for (const equivalence of ["strong", "branching"] as const) {
        const runs = Array.from({ length: RUNS }, () => measured(file, equivalence));
        for (const { states } of runs)
          if (states !== size[equivalence]) throw new Error(`${states} states modulo ${equivalence}, n = ${size.n}`);
        const what = `lts: ${lts.transitions.toLocaleString("en")} transitions, ${equivalence}`;
        const goal = size.goal_s === null ? null : ({ of: "value", atMost: size.goal_s[equivalence] } as const);
        results.push(
          figure(
            what,
            "s",
            runs.map((r) => r.total_s),
            goal,
          ),
          figure(
            `${what}, of that reading`,
            "s",
            runs.map((r) => r.read_s),
          ),
          figure(
            `${what}, per transition`,
            "us",
            runs.map((r) => (1e6 * r.total_s) / r.transitions),
          ),
          figure(
            `${what}, peak memory`,
            "MB",
            runs.map((r) => r.memory_MB),
            { of: "value", atMost: MOST_MEMORY_MB },
          ),
        );
      }
    }
    rmSync(folder, { recursive: true });
    return results;
  },
};
