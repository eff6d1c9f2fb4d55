/**
 * Whole scenarios, each run a process of its own, loaded components and a log on disk included: how many times faster than
 * real time, and the largest resident memory, also for a run ten times as long.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Benchmark, figure } from "./harness.ts";

const RUNS = 5;
// From dist/bench.
const root = fileURLToPath(new URL("../../", import.meta.url));
const child = fileURLToPath(new URL("./scenario-process.js", import.meta.url));

interface Measured {
  readonly factor: number;
  readonly memory_MB: number;
}

function run(file: string, ...overrides: string[]): Measured {
  return JSON.parse(
    execFileSync(process.execPath, [child, join(root, file), ...overrides], { encoding: "utf8" }),
  ) as Measured;
}

function startSeconds(): number {
  const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
  const began_ms = performance.now();
  const args = [
    "dist/src/cli/main.js",
    "run",
    "scenarios/first-dive.xml",
    "--log",
    join(folder, "dive.mcap"),
    "--report",
  ];
  execFileSync(process.execPath, args, { cwd: root, stdio: "ignore" });
  rmSync(folder, { recursive: true });
  return (performance.now() - began_ms) / 1000;
}

export const benchmark: Benchmark = {
  name: "scenario",
  doc: "scenarios as processes: 1 kHz, Runge–Kutta 4, with a log",
  run() {
    const times = <T>(what: () => T): T[] => Array.from({ length: RUNS }, what);
    const single = times(() => run("bench/scenarios/ten-minutes.xml"));
    const fleet = times(() => run("scenarios/fleet.xml", "step_s=0.001"));
    // What a newcomer sees, and a vehicle with eight thrusters: without a goal, beside the one that has it.
    const dive = times(() => run("scenarios/first-dive.xml", "step_s=0.001"));
    const rov = times(() => run("scenarios/rov-station-keeping.xml", "step_s=0.001"));
    const long = run("bench/scenarios/ten-minutes.xml", "duration_s=6000");
    return [
      figure(
        "scenario: one REMUS 100 (reference model), 10 min, 50 Hz log",
        "times real time",
        single.map((m) => m.factor),
        { of: "value", atLeast: 300 },
      ),
      figure(
        "scenario: first-dive, with four fins and a surface",
        "times real time",
        dive.map((m) => m.factor),
      ),
      figure(
        "scenario: rov-station-keeping, eight thrusters",
        "times real time",
        rov.map((m) => m.factor),
      ),
      figure(
        "scenario: its memory",
        "MB",
        single.map((m) => m.memory_MB),
        { of: "value", atMost: 200 },
      ),
      figure("scenario: memory of 100 min", "MB", [long.memory_MB], { of: "value", atMost: 200 }),
      figure(
        "scenario: fleet of ten",
        "times real time",
        fleet.map((m) => m.factor),
        { of: "value", atLeast: 50 },
      ),
      figure("scenario: npm start after installation", "s", times(startSeconds), { of: "value", atMost: 10 }),
    ];
  },
};
