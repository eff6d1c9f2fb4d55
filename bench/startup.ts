/** How long a person waits for `thetis --help`: whole processes, against a Node that does nothing. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Benchmark, comparison } from "./harness.ts";

const RUNS = 15;

function milliseconds(args: readonly string[]): number {
  const start = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

export const benchmark: Benchmark = {
  name: "startup",
  doc: "thetis --help as a process of its own",
  run() {
    const main = fileURLToPath(new URL("../src/cli/main.js", import.meta.url));
    const help: number[] = [];
    const nothing: number[] = [];
    for (let run = -1; run < RUNS; run++) {
      const [a, b] = [milliseconds([main, "--help"]), milliseconds(["-e", "0"])];
      if (run < 0) continue;
      help.push(a);
      nothing.push(b);
    }
    return [comparison("startup: thetis --help", "ms", help, "node -e 0", nothing, { of: "value", atMost: 200 })];
  },
};
