/**
 * Reports of large logs, each a process of its own: CPU time per vehicle as fleets grow, a fleet of 100, a day of three vehicles. Logs
 * are on disk, with zstd, of 10 samples a second.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Benchmark, comparison, figure } from "./harness.ts";
import { writeFleetLog } from "./report-logs.ts";
import { writeTimelineLog } from "./timeline-log.ts";

const RUNS = 5;
const TEN_MINUTES_S = 600;
const DAY_S = 86_400;
const DEVICES = 50;
/** Of all devices together. */
const DEVICE_ROWS = 360_000;
// From dist/bench.
const root = fileURLToPath(new URL("../../", import.meta.url));
const child = fileURLToPath(new URL("./report-process.js", import.meta.url));

interface Measured {
  readonly cpu_s: number;
  readonly memory_MB: number;
}

function report(log: string): Measured {
  const out = execFileSync(process.execPath, [child, log, `${log}.html`], { encoding: "utf8" });
  return JSON.parse(out) as Measured;
}

export const benchmark: Benchmark = {
  name: "report",
  doc: "reports of fleets of 10 to 100 vehicles, of a day of three, and of a day of 50 devices that communicate",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
    const logs: [vehicles: number, duration_s: number][] = [
      [20, TEN_MINUTES_S],
      [40, TEN_MINUTES_S],
      [100, TEN_MINUTES_S],
      [3, DAY_S],
    ];
    const files: string[] = [];
    for (const [vehicles, duration_s] of logs) {
      const file = join(folder, `${vehicles}.mcap`);
      await writeFleetLog(root, file, vehicles, duration_s, duration_s === DAY_S ? TEN_MINUTES_S : 60);
      files.push(file);
    }
    const devices = join(folder, "devices.mcap");
    await writeTimelineLog(devices, DEVICES, DAY_S, DEVICE_ROWS);
    files.push(devices);
    const turns = Array.from({ length: RUNS }, () => files.map(report));
    rmSync(folder, { recursive: true });
    const of = (k: number): Measured[] => turns.map((turn) => turn[k]!);
    const perVehicle = (k: number): number[] => of(k).map(({ cpu_s }) => (1000 * cpu_s) / logs[k]![0]);
    const cpu = (k: number): number[] => of(k).map(({ cpu_s }) => cpu_s);
    const memory = (k: number): number[] => of(k).map(({ memory_MB }) => memory_MB);
    const linear = { of: "ratio", atMost: 1.2 } as const;
    return [
      comparison("report: 40 vehicles, 10 min", "CPU ms per vehicle", perVehicle(1), "20", perVehicle(0), linear),
      comparison("report: 100 vehicles, 10 min", "CPU ms per vehicle", perVehicle(2), "40", perVehicle(1), linear),
      figure("report: 100 vehicles, 10 min", "CPU s", cpu(2), { of: "value", atMost: 15 }),
      figure("report: 100 vehicles, 10 min, memory", "MB", memory(2), { of: "value", atMost: 1000 }),
      figure("report: a day of three vehicles", "CPU s", cpu(3), { of: "value", atMost: 20 }),
      figure("report: a day of three vehicles, memory", "MB", memory(3), { of: "value", atMost: 1000 }),
      figure("report: a day of 50 devices, 360,000 spans", "CPU s", cpu(4), { of: "value", atMost: 5 }),
      figure("report: a day of 50 devices, memory", "MB", memory(4), { of: "value", atMost: 500 }),
    ];
  },
};
