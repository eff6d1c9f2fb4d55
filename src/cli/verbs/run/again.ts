/**
 * `thetis run LOG`: runs again what a log holds, and says whether the result is the same. An offline run is repeated from
 * its files and seed, and must give the same bytes. Of an online run what came from
 * outside is repeated at the instants at which it was taken; the vehicles must then move as they did.
 */
import { NS_PER_S, S_PER_NS } from "../../../core/index.ts";
import { type Log, type LogTable, readTable } from "../../../logging/index.ts";
import {
  BINARY_MEDIA_TYPE,
  type Control,
  embeddedReader,
  loadScenario,
  OUTSIDE_TOPIC,
  type OutsideHistory,
  type Scenario,
} from "../../../scenario/index.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { FileSource } from "../../io/log-files.ts";
import { openLogFile, printLosses, runRecord } from "../../io/open-log.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { projections } from "../../io/projections.ts";
import { packageVersion } from "../../io/version.ts";
import { runDocument, runText } from "./output.ts";
import { takeOutputs } from "./outputs.ts";
import { execute, type RunCall, STOPPED, withReport } from "./scenario.ts";

export async function runAgain(call: RunCall): Promise<ExitCode> {
  const open = await openLogFile(call.file);
  const { log } = open;
  const about = runRecord(open);
  const number = call.run ?? about.run;
  const changed = call.overrides.length > 0 || number !== about.run || call.logFrom_s !== undefined;
  const definitions = await usableDefinitions(call.models);
  const decoder = new TextDecoder();
  const isBinary = ({ mediaType }: { mediaType: string }): boolean => mediaType === BINARY_MEDIA_TYPE;
  const texts = log.attachments.filter((a) => !isBinary(a));
  const files = new Map(texts.map(({ name, bytes }) => [name, decoder.decode(bytes)]));
  const binaries = new Map(log.attachments.filter(isBinary).map(({ name, bytes }) => [name, bytes]));
  const overrides = [...about.overrides, ...call.overrides];
  const { scenario, diagnostics, sources } = loadScenario(
    definitions,
    embeddedReader(files, binaries, projections),
    about.file,
    overrides,
  );
  if (scenario === null) {
    printDiagnostics(diagnostics, sources);
    const models = call.models === undefined ? "; if it used models of your own, name their folder with --models" : "";
    throw new CallError(`what ${call.file} holds cannot be run${models}`);
  }
  if (about.version !== packageVersion()) {
    process.stderr.write(
      `the log was made by version ${about.version}, this is ${packageVersion()}: results may differ\n`,
    );
  }
  if (call.log === null) throw new CallError("to compare, the second run needs a log: leave out --no-log");
  const online = about.mode === "online";
  if (online && !log.channels.some(({ topic }) => topic === OUTSIDE_TOPIC))
    throw new CallError(`${call.file} does not hold what came from outside (${OUTSIDE_TOPIC}): it cannot be run again`);
  const control: Control = online ? { from: "history", of: historyOf(log) } : { from: "inside" };
  const logFrom_s = call.logFrom_s ?? (about.branch === null ? undefined : about.branch.from_ns * S_PER_NS);
  const repeated = { ...call, run: number, logFrom_s, mode: online ? ("online" as const) : ("offline" as const) };
  const { sink, report } = await takeOutputs(call, `${scenario.id}-again`);
  // A duration that was asked for stands.
  const early = call.overrides.some((text) => text.startsWith("duration_s=")) ? null : earlyEnd(log, scenario);
  const facts = await execute(scenario, repeated, sink, control, early?.t_ns);
  const written = await withReport(facts, report);
  if (written.facts.problem !== null) {
    if (call.json) printJson(runDocument(written.facts, written.report));
    else process.stdout.write(runText(written.facts, written.report));
    return EXIT.failed;
  }
  const again = await openLogFile(facts.log!);
  const equalBytes = !online && log.complete && sameBytes(call.file, facts.log!);
  const verdict = changed ? "changed" : equalBytes ? "same bytes" : difference(scenario, log, again.log, online);
  printLosses(open);
  open.close();
  again.close();
  if (call.json) {
    const logEnds = early === null ? {} : { logEnds: { t_s: early.t_ns / NS_PER_S, reason: early.reason } };
    const document = runDocument(facts, written.report) as object;
    printJson({ ...document, comparedWith: call.file, ...logEnds, verdict });
  } else {
    const ends = early === null ? "" : earlyText(early, scenario, call.file);
    process.stdout.write(`${runText(facts, written.report)}${ends}${verdictText(verdict, call.file)}\n`);
  }
  return changed || verdict === NOTHING || verdict.startsWith("same") ? EXIT.done : EXIT.doesNotHold;
}

interface EarlyEnd {
  readonly t_ns: number;
  readonly reason: string;
}

/** Where a log ends before its scenario does, since its run was killed or stopped; null where it does not. */
function earlyEnd(log: Log, { duration_ns }: Scenario): EarlyEnd | null {
  if (!log.complete) {
    if (log.end_ns === null || log.end_ns >= duration_ns) return null;
    return { t_ns: log.end_ns, reason: "it was not closed" };
  }
  const events = [...log.messages({ topics: [EVENTS_TOPIC] })];
  const last = events.at(-1);
  const stopped = last?.values.name === "run" && last.values.message === STOPPED;
  return stopped && last.t_ns < duration_ns ? { t_ns: last.t_ns, reason: `its run was ${STOPPED}` } : null;
}

function earlyText({ t_ns, reason }: EarlyEnd, { duration_ns }: Scenario, file: string): string {
  const [ends_s, of_s] = [t_ns / NS_PER_S, duration_ns / NS_PER_S];
  return `ended    at ${ends_s.toFixed(3)} s of ${of_s} s, where ${file} ends: ${reason}; --until T goes on\n`;
}

function verdictText(verdict: string, file: string): string {
  if (verdict === "changed") return `changed  it was run with other values than ${file}, so nothing was compared`;
  if (verdict === NOTHING) return `NOTHING  compared with ${file}: ${verdict}`;
  return verdict.startsWith("same") ? `SAME     as ${file}: ${verdict}` : `DIFFERS  from ${file}: ${verdict}`;
}

/** Channels that a run is compared by. Events of an online run are about threads, which no run repeats. */
function comparable(scenario: Scenario, log: Log, online: boolean): string[] {
  const missions = scenario.vehicles.map(({ name }) => `/${name}/mission`);
  const left = [EVENTS_TOPIC, "/diagnostics", OUTSIDE_TOPIC, ...(online ? missions : [])];
  return log.channels.map((channel) => channel.topic).filter((topic) => !left.includes(topic));
}

/** "same …", or the earliest difference in words. */
function difference(scenario: Scenario, first: Log, second: Log, online: boolean): string {
  let compared = 0;
  let earliest: Difference | null = null;
  for (const topic of comparable(scenario, first, online)) {
    const a = readTable(first, topic);
    const found = differenceOf(topic, first, a, readTable(second, topic));
    if (found !== null && (earliest === null || found.t_ns < earliest.t_ns)) earliest = found;
    compared += a.t_ns.length;
  }
  if (earliest !== null) return earliest.text;
  return compared === 0 ? NOTHING : `same values, to the last bit, in ${compared} messages`;
}

interface Difference {
  readonly t_ns: number;
  readonly text: string;
}

/**
 * The first difference of one channel. What a damaged log has lost, or an early end left out, is not compared: every message that it still
 * has must be in the second run, at its time.
 */
function differenceOf(topic: string, first: Log, a: LogTable, b: LogTable): Difference | null {
  // A log that was closed and is whole has every message of its run.
  const whole = first.complete && first.losses.length === 0;
  if (whole && a.t_ns.length !== b.t_ns.length) {
    const text = `${topic} has ${a.t_ns.length} messages there and ${b.t_ns.length} here${lastInstants(a, b)}`;
    return { t_ns: Math.min(a.t_ns.at(-1) ?? 0, b.t_ns.at(-1) ?? 0), text };
  }
  let j = 0;
  for (let i = 0; i < a.t_ns.length; i++) {
    const t_ns = a.t_ns[i]!;
    while (j < b.t_ns.length && b.t_ns[j]! < t_ns) j++;
    // Several messages may have one time; of those before the one that is meant, some may be lost.
    let match = j;
    while (b.t_ns[match] === t_ns && differing(a, i, b, match) >= 0) match++;
    const t_s = (t_ns / 1e9).toFixed(3);
    if (b.t_ns[j] !== t_ns) return { t_ns, text: `${topic}: a message at ${t_s} s there, none here` };
    if (b.t_ns[match] !== t_ns) {
      const column = differing(a, i, b, j);
      const values = `${a.names[column]} was ${a.columns[column]![i]}, is ${b.columns[column]![j]}`;
      return { t_ns, text: `${topic} at ${t_s} s: ${values}` };
    }
    j = match + 1;
  }
  return null;
}

/** ", the last at 12.000 s and at 10.000 s", where there is one. */
function lastInstants(a: LogTable, b: LogTable): string {
  const [there, here] = [a.t_ns.at(-1), b.t_ns.at(-1)];
  if (there === undefined || here === undefined) return "";
  return `, the last at ${(there / 1e9).toFixed(3)} s and at ${(here / 1e9).toFixed(3)} s`;
}

const EVENTS_TOPIC = "/events";

const NOTHING = "it holds no message to compare";

/** The first column in which a row of one table differs from a row of another; −1 for none. */
function differing(a: LogTable, i: number, b: LogTable, j: number): number {
  return a.columns.findIndex((column, k) => !Object.is(column[i], b.columns[k]?.[j]));
}

/** What came from outside the world. */
function historyOf(log: Log): OutsideHistory {
  const messages = [...log.messages({ topics: [OUTSIDE_TOPIC] })];
  return {
    t_ns: messages.map(({ t_ns }) => t_ns),
    bytes: messages.map(({ values }) => values.bytes as Uint8Array),
  };
}

/** Block by block: a log may be larger than memory. */
function sameBytes(a: string, b: string): boolean {
  const [first, second] = [new FileSource(a), new FileSource(b)];
  const BLOCK = 1 << 20;
  let same = first.size === second.size;
  for (let at = 0; same && at < first.size; at += BLOCK) {
    same = Buffer.from(first.read(at, BLOCK)).equals(second.read(at, BLOCK));
  }
  first.close();
  second.close();
  return same;
}
