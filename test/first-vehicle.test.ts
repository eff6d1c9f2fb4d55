/** examples/first-vehicle swims, and to where the public program swims. Needs dist (npm run build). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

test("the example of the first vehicle prints the places of the reference trajectory, to its two decimals", () => {
  const printed = execFileSync(process.execPath, [path("examples/first-vehicle/run.mjs")], { encoding: "utf8" });
  const rows = readFileSync(path("test/data/remus100/s1_rudder_step.csv"), "utf8")
    .split("\n")
    .map((line) => line.split(",").map(Number));
  for (const line of printed.trim().split("\n")) {
    const [, t_s, north_m, east_m] = /t = +(\d+) s +north +(\S+) m +east +(\S+) m/.exec(line)?.map(Number) ?? [];
    const row = rows.find(([t]) => Math.abs(t - (t_s ?? 0)) < 1e-9);
    // Printed to 0.01 m, so off by at most half of that; the integration by 1e-5 m.
    expect(Math.abs((row?.[1] ?? 0) - (north_m ?? 0))).toBeLessThan(0.0051);
    expect(Math.abs((row?.[2] ?? 0) - (east_m ?? 0))).toBeLessThan(0.0051);
  }
  expect(printed.trim().split("\n")).toHaveLength(11);
});
