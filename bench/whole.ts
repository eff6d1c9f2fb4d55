/**
 * Where the time of whole runs goes, as ratios of things that are timed in turns, in one process: a run with its log on disk
 * against the same run without one, and a vehicle that floats at the surface against the same vehicle under water.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FinGroup, ThrusterGroup } from "../src/actuators/index.ts";
import { diskReader } from "../src/cli/io/files.ts";
import { FileSink, loadZstd, systemChecksum } from "../src/cli/io/log-files.ts";
import { Definitions } from "../src/library/index.ts";
import { type LogCompression, LogWriter } from "../src/logging/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { loadScenario, type Scenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { Hydrostatics } from "../src/vehicles/hydrostatics.ts";
import type { HullShape } from "../src/vehicles/immersion.ts";
import { FossenHull, uniformCurrentInto, VehicleSystem } from "../src/vehicles/index.ts";
import { type Benchmark, type BenchResult, comparison, cpuNsPerItem } from "./harness.ts";

const TURNS = 7;
const STEPS = 20_000;
const root = fileURLToPath(new URL("../../", import.meta.url));

function scenarioOf(file: string): Scenario {
  const { definitions } = Definitions.create(shippedDefinitions);
  const { scenario } = loadScenario(definitions, diskReader, join(root, file), []);
  if (scenario === null) throw new Error(`${file} cannot be run`);
  return scenario;
}

function runOnce(scenario: Scenario, log: string | null, compression: LogCompression): void {
  const sink = log === null ? null : new FileSink(log);
  const writer =
    sink === null ? null : new LogWriter(sink, { compression, checksum: systemChecksum, library: "bench" });
  const run = new ScenarioRun(scenario, { writer, version: "bench" });
  sink?.release();
  run.advance(run.end_ns);
  run.close();
  sink?.close();
}

/** Time of a run with its log, beside that of the same run without. */
function logged(file: string, compression: LogCompression, folder: string): BenchResult {
  const scenario = scenarioOf(file);
  const log = join(folder, `${scenario.id}.mcap`);
  const [withLog, without]: [number[], number[]] = [[], []];
  for (let turn = -1; turn < TURNS; turn++) {
    rmSync(log, { force: true }); // a log is not written over another
    const a = cpuNsPerItem(() => runOnce(scenario, log, compression), 1e6);
    const b = cpuNsPerItem(() => runOnce(scenario, null, compression), 1e6);
    if (turn < 0) continue;
    withLog.push(a);
    without.push(b);
  }
  return comparison(`whole: ${scenario.id} with its log`, "ms", withLog, "without a log", without);
}

/** A body without actuators at a depth, at rest but for a small heave; level, as it floats. */
function body(shape: HullShape, size_m: readonly number[]): { system: VehicleSystem; floating_m: number } {
  const volume_m3 = 0.5 * size_m[0] * size_m[1] * size_m[2];
  const mass_kg = 0.9 * 1025 * volume_m3;
  const places = { cg_m: [0, 0, 0.02], cb_m: [0, 0, 0] };
  const [L, W, H] = size_m;
  const inertia = [W * W + H * H, L * L + H * H, L * L + W * W].map((sum) => (mass_kg * sum) / 12);
  const diagonal = (...d: readonly number[]): number[] =>
    Array.from({ length: d.length * d.length }, (_, k) => (k % (d.length + 1) === 0 ? d[k / (d.length + 1)] : 0));
  const parameters = {
    ...{ mass_kg, volume_m3, ...places, inertia_kgm2: diagonal(...inertia) },
    addedMass: diagonal(0.1 * mass_kg, mass_kg, mass_kg, inertia[0], inertia[1], inertia[2]),
    linearDamping: diagonal(1, 10, 10, 1, 10, 10),
    quadraticDamping: diagonal(10, 100, 100, 1, 100, 100),
  };
  const { cg_m: cg_B_m, cb_m: cb_B_m } = places;
  const hydrostatics = new Hydrostatics({ mass_kg, volume_m3, cg_B_m, cb_B_m, shape, size_m });
  const parts = {
    hull: new FossenHull(parameters, hydrostatics),
    thrusters: new ThrusterGroup([]),
    fins: new FinGroup([]),
  };
  const place = { path: "vehicle", step_ns: 10_000_000, gravity_mps2: 9.81, density_kgpm3: 1025 };
  const system = new VehicleSystem(parts, { ...place, integrator: new Rk4(64) });
  return { system, floating_m: hydrostatics.waterplane(1025, 9.81)?.depth_m ?? Number.NaN };
}

/** Steps of a body that is put back to its depth now and then: it bobs, or rises by some metres. */
function swim(system: VehicleSystem, rk4: Rk4, depth_m: number): void {
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  uniformCurrentInto(x, system.waterAt, [0.1, 0, 0]);
  const span = Float64Array.of(0, 0.01);
  for (let i = 0; i < STEPS; i++) {
    if (i % 200 === 0) x.set([0, 0, depth_m, 1, 0.01, 0.01, 0, 0.5, 0, 0.05, 0.05, 0.02, 0], 0);
    rk4.step(system, x, 0, span);
  }
}

function floating(shape: HullShape, size_m: readonly number[]): BenchResult {
  const { system, floating_m } = body(shape, size_m);
  const rk4 = new Rk4(64);
  const [above, below]: [number[], number[]] = [[], []];
  for (let turn = -2; turn < TURNS; turn++) {
    const a = cpuNsPerItem(() => swim(system, rk4, floating_m), STEPS);
    const b = cpuNsPerItem(() => swim(system, rk4, 50), STEPS);
    if (turn < 0) continue;
    above.push(a);
    below.push(b);
  }
  const goal = { of: "ratio", atMost: 2 } as const;
  return comparison(`whole: RK4 step of a floating ${shape}`, "ns", above, "submerged", below, goal);
}

export const benchmark: Benchmark = {
  name: "whole",
  doc: "whole runs with and without a log; floating against submerged",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
    try {
      const compression = await loadZstd();
      return [
        ...["scenarios/first-dive.xml", "scenarios/fleet.xml", "scenarios/rov-station-keeping.xml"].map((file) =>
          logged(file, compression, folder),
        ),
        floating("box", [2.6, 1.5, 1.6]),
        floating("cylinder", [1.6, 0.19, 0.19]),
        floating("ellipsoid", [1.6, 0.3, 0.3]),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
