/** thetis lts info: what a system is, and claims about it. */
import {
  chooseLabels,
  deadlocks,
  isInternal,
  type Lts,
  livelocks,
  reachable,
  type Trace,
  traceToLabel,
} from "../../../lts/index.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import { table } from "../../io/table.ts";
import type { InfoOptions } from "../lts.ts";
import { Mistakes, readSystems, sizeOf } from "./files.ts";

interface Claim {
  readonly claim: string;
  readonly holds: boolean;
  /** What shows it, or refutes it. */
  readonly trace: readonly string[] | null;
}

export async function info(file: string, options: InfoOptions): Promise<number> {
  const json = options.json === true;
  for (const name of [...(options.never ?? []), ...(options.reaches ?? [])]) {
    if (!isInternal(name)) continue;
    throw new CallError(`${name} is the internal action, which has no name: --livelock-free asks for circles of it`);
  }
  const mistakes = new Mistakes();
  const [lts] = readSystems([file], mistakes) ?? [];
  if (lts !== undefined) {
    // A label that can be reached must exist; one that must not happen may be unknown, but a likely slip is reported.
    mistakes.add(chooseLabels(options.reaches ?? [], lts.alphabet()).diagnostics);
    const never = chooseLabels(options.never ?? [], lts.alphabet()).diagnostics;
    mistakes.add(never.map((d) => ({ ...d, severity: "warning" as const })));
  }
  mistakes.print(json);
  if (lts === undefined || mistakes.hasErrors) return EXIT.wrongInput;

  const reached = reachable(lts);
  const dead = deadlocks(lts);
  const live = livelocks(lts);
  const counts = lts.labelCounts();
  const labels = lts.labels.flatMap((name, a) => (a > 0 && counts[a]! > 0 ? [{ name, transitions: counts[a]! }] : []));
  const claims = claimsOf(lts, options, dead.nearest, live.nearest);
  const deterministic = isDeterministic(reached);
  if (json) {
    printJson({
      file,
      states: lts.states,
      transitions: lts.transitions,
      internal: counts[0],
      initial: lts.initial,
      reachable: { states: reached.states, transitions: reached.transitions },
      labels,
      deterministic,
      deadlocks: { states: dead.count, trace: dead.nearest?.labels ?? null },
      livelocks: { states: live.count, trace: live.nearest?.labels ?? null, cycle: live.cycle },
      claims,
    });
  } else {
    const shown = labels.slice(0, 20).map(({ name, transitions }) => `${name} (${transitions})`);
    const rest = labels.length > shown.length ? `, and ${labels.length - shown.length} more` : "";
    const rows = [
      ["size", `${sizeOf(lts)}, ${counts[0]} of them internal`],
      ["reachable", reached.states === lts.states ? "all states" : sizeOf(reached)],
      ["labels", labels.length === 0 ? "none" : `${labels.length}: ${shown.join(", ")}${rest}`],
      ["deterministic", deterministic ? "yes" : "no"],
      ["deadlocks", dead.nearest === null ? "none" : `${dead.count}, the nearest ${after(dead.nearest.labels)}`],
      ["livelocks", live.nearest === null ? "none" : `${live.count}, the nearest ${after(live.nearest.labels)}`],
      ...claims.map(({ claim, holds, trace }) => [
        holds ? "holds" : "DOES NOT HOLD",
        `${claim}${trace === null ? "" : `: ${shownTrace(trace)}`}`,
      ]),
    ];
    process.stdout.write(`${file}\n${table(rows)}\n`);
  }
  return claims.every(({ holds }) => holds) ? EXIT.done : EXIT.doesNotHold;
}

function after(trace: readonly string[]): string {
  if (trace.length === 0) return "is the initial state";
  return `after ${trace.length} step${trace.length === 1 ? "" : "s"}: ${shownTrace(trace)}`;
}

function shownTrace(trace: readonly string[]): string {
  return trace.length === 0 ? "at once" : trace.join(" ");
}

function claimsOf(lts: Lts, options: InfoOptions, dead: Trace | null, live: Trace | null): Claim[] {
  const claims: Claim[] = [];
  const add = (claim: string, holds: boolean, trace: Trace | null): void =>
    void claims.push({ claim, holds, trace: trace?.labels ?? null });
  if (options.deadlockFree === true) add("no deadlock", dead === null, dead);
  if (options.livelockFree === true) add("no livelock", live === null, live);
  const chosen = (patterns: readonly string[] | undefined): string[] =>
    [...chooseLabels(patterns ?? [], lts.alphabet()).chosen].sort();
  for (const name of chosen(options.reaches)) {
    const trace = traceToLabel(lts, name);
    add(`${name} happens`, trace !== null, trace);
  }
  for (const name of options.never ?? []) {
    const known = chosen([name]);
    const trace = known.map((label) => traceToLabel(lts, label)).find((found) => found !== null) ?? null;
    add(`${name} never happens`, trace === null, trace);
  }
  return claims;
}

function isDeterministic({ states, first, label }: Lts): boolean {
  const seen = new Int32Array(label.reduce((most, a) => Math.max(most, a), 0) + 1).fill(-1);
  for (let s = 0; s < states; s++) {
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      if (label[t] === 0 || seen[label[t]!] === s) return false;
      seen[label[t]!] = s;
    }
  }
  return true;
}
