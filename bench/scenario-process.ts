/** A scenario in a process of its own, for bench/scenario.ts: prints how fast it ran and how much memory it took. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskReader } from "../src/cli/io/files.ts";
import { FileSink, loadZstd, systemChecksum } from "../src/cli/io/log-files.ts";
import { Definitions } from "../src/library/index.ts";
import { LogWriter } from "../src/logging/index.ts";
import { loadScenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";

const [file = "", ...overrides] = process.argv.slice(2);
const { definitions } = Definitions.create(shippedDefinitions);
const { scenario } = loadScenario(definitions, diskReader, file, overrides);
if (scenario === null) throw new Error(`${file} cannot be run`);
const compression = await loadZstd();
const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
const began_ms = performance.now();
const sink = new FileSink(join(folder, "run.mcap"));
const run = new ScenarioRun(scenario, {
  writer: new LogWriter(sink, { compression, checksum: systemChecksum, library: "bench" }),
  version: "bench",
});
sink.release();
run.advance(run.end_ns);
run.close();
sink.close();
const elapsed_s = (performance.now() - began_ms) / 1000;
rmSync(folder, { recursive: true });
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ factor: run.end_ns / 1e9 / elapsed_s, memory_MB: maxRSS / 1024 }));
