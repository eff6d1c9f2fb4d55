/** One reduction in a process of its own, for bench/lts.ts: prints how long reading and reducing took and how much memory. */
import { readFileSync } from "node:fs";
import { type Equivalence, readAut, reduce } from "../src/lts/index.ts";

const [file = "", equivalence = ""] = process.argv.slice(2);
const began_ms = performance.now();
const { lts } = readAut(readFileSync(file, "utf8"), file);
const read_ms = performance.now();
if (lts === null) throw new Error(`${file} cannot be read`);
const small = reduce(lts, equivalence as Equivalence).value;
if (small === null) throw new Error(`${file} is too large`);
const done_ms = performance.now();
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    read_s: (read_ms - began_ms) / 1000,
    total_s: (done_ms - began_ms) / 1000,
    memory_MB: maxRSS / 1024,
    transitions: lts.transitions,
    states: small.states,
  }),
);
