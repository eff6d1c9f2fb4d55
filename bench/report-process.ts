/** A report in a process of its own, for bench/report.ts: prints CPU time and the largest resident memory. */
import { writeReport } from "../src/cli/io/report-file.ts";

const [log = "", report = ""] = process.argv.slice(2);
const losses = await writeReport([log], report);
const { user, system } = process.cpuUsage();
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ cpu_s: (user + system) / 1e6, memory_MB: maxRSS / 1024, losses: losses.length }));
