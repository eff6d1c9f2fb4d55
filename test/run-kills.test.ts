/**
 * Runs that are killed with SIGKILL, half of them at random times of the wall, half while they stand at a random time of their
 * own: every log can be read, is a beginning of the whole run's log, and lacks no more than a chunk. How far a killed process had come is told by a witness outside the log: a control law of the
 * scenario writes the time of every tick to a file of its own.
 */
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Log } from "../src/logging/index.ts";
import { LONG } from "./support/long.ts";
import { logOf, notAPrefix, type Sample, samplesOf } from "./support/run-logs.ts";
import {
  chances,
  expectPlainWords,
  Folder,
  severalAtATime,
  startThetis,
  thetis,
  untilBytes,
} from "./support/run-thetis.ts";
import { law, lawsFile, world } from "./support/run-worlds.ts";

/** Each is the start of a process. */
const KILLS = LONG ? 200 : 24;
/** Three at a time keep two cores busy while others start. */
const AT_A_TIME = 3;
const LONGEST_DELAY_MS = 200;
/** The time that a chunk spans, and the time between two samples and two ticks of the witness. */
const CHUNK_S = 2;
const SAMPLE_S = 0.1;
const TICK_S = 0.1;

const folder = new Folder();
folder.write("models/laws.mjs", lawsFile());
const DURATION_S = 600;
/** Where a run that is to be killed stands still at the latest: none comes to its end, however late the signal is. */
const LAST_S = 500;
const scenario = folder.write("long.xml", world({ duration_s: DURATION_S, inside: law("witness") }));

function run(file: string, log: string, witness: string): { args: string[]; env: Record<string, string> } {
  return {
    args: ["run", file, "--models", folder.at("models"), "--log", log],
    env: { THETIS_WITNESS: witness },
  };
}

interface Killed {
  readonly file: string;
  /** The last whole line of the witness; null where no tick came. */
  readonly reached_s: number | null;
}

/** By turns after a delay, which finds it anywhere, and at a standstill in one of the first four chunks. */
async function kill(i: number, chance: number): Promise<Killed> {
  const delay_ms = chance * LONGEST_DELAY_MS;
  const last_s = i % 2 === 0 ? LAST_S : chance * 4 * CHUNK_S;
  const file = folder.at(`killed-${i}.mcap`);
  const witness = folder.write(`killed-${i}.txt`, "");
  const { args, env } = run(scenario, file, witness);
  const started = startThetis(args, { env: { ...env, THETIS_LAST_S: String(last_s) }, short: true });
  await untilBytes(file, 1, started);
  if (last_s === LAST_S) await sleep(delay_ms);
  else await untilBytes(`${witness}-stopped`, 1, started);
  started.child.kill("SIGKILL");
  const { signal, status, stderr } = await started.ended;
  if (signal !== "SIGKILL") throw new Error(`run ${i} was not killed but ended with ${status}: ${stderr}`);
  const lines = readFileSync(witness, "utf8").split("\n").slice(0, -1);
  return { file, reached_s: lines.length === 0 ? null : Number(lines.at(-1)) };
}

let whole = new Map<string, Sample[]>();
let killed: Killed[] = [];
let logs: Log[] = [];

beforeAll(async () => {
  const chance = chances("kills");
  const drawn = Array.from({ length: KILLS }, chance);
  killed = await severalAtATime(
    AT_A_TIME,
    drawn.map((value, i) => () => kill(i, value)),
  );
  const { args, env } = run(scenario, folder.at("whole.mcap"), folder.at("whole.txt"));
  expect(await thetis(args, { env })).toMatchObject({ status: 0, stderr: "" });
  whole = samplesOf(logOf(folder.at("whole.mcap")));
}, 1_800_000);

/** After the specification of MCAP: 8 bytes of magic, then records of one byte, an eight-byte length and so many bytes. */
function bytesBehindRecords(file: Buffer): number {
  let at = 8;
  while (at + 9 <= file.length && at + 9 + Number(file.readBigUInt64LE(at + 1)) <= file.length)
    at += 9 + Number(file.readBigUInt64LE(at + 1));
  return Math.max(0, file.length - at);
}

/** The latest instant of which the log has the state. */
function lastState_s(samples: ReadonlyMap<string, Sample[]>): number | null {
  const last = samples.get("/auv/state")?.at(-1);
  return last === undefined ? null : last.t_ns / 1e9;
}

describe(`${KILLS} killed runs`, () => {
  test("the witness saw them killed before the first chunk was full and after the second", () => {
    const reached = killed.map(({ reached_s }) => reached_s ?? 0);
    expect(killed).toHaveLength(KILLS);
    // Of the half that stands still in one of four chunks, a quarter does so in the first and a half behind the second.
    expect(reached.filter((t_s) => t_s < CHUNK_S).length).toBeGreaterThan(KILLS / 20);
    expect(reached.filter((t_s) => t_s > 2 * CHUNK_S + SAMPLE_S).length).toBeGreaterThan(KILLS / 10);
    expect(Math.max(...reached)).toBeLessThan(DURATION_S);
  });

  test("every log can be opened, says that it was not closed, and holds its scenario", () => {
    logs = killed.map(({ file }) => logOf(file));
    const problems = logs.flatMap((log, i) => {
      const { file, reached_s } = killed[i]!;
      const facts = [
        log.complete && "says that it is complete",
        // What was run goes out with the first bytes.
        log.metadata.get("run")?.scenario !== "sea" && "does not say what was run",
        !log.attachments.some(({ name }) => name.endsWith("long.xml")) && "lacks its scenario",
      ];
      return facts.filter((fact) => fact !== false).map((fact) => `${file}, killed at ${reached_s} s, ${fact}`);
    });
    expect(problems).toEqual([]);
  });

  test("every log is a beginning of the whole run's: per topic the same times and the same bytes", () => {
    const problems = logs.flatMap((log, i) => {
      const difference = notAPrefix(samplesOf(log), whole);
      return difference === null ? [] : [`${killed[i]!.file}: ${difference}`];
    });
    expect(problems).toEqual([]);
    const messages = logs.reduce((sum, log) => sum + [...samplesOf(log).values()].flat().length, 0);
    expect(messages).toBeGreaterThan(1000);
  });

  test("no log lacks more than a chunk of what had been simulated", () => {
    // A chunk is written when a sample comes 2 s after its first one: up to there, a sample and a tick may be unwritten.
    const most_s = CHUNK_S + SAMPLE_S + TICK_S + 1e-9;
    const problems = logs.flatMap((log, i) => {
      const { file, reached_s } = killed[i]!;
      // Without any sample, the first one (at 0) is in the chunk that was lost.
      const lacks_s = (reached_s ?? 0) - (lastState_s(samplesOf(log)) ?? -SAMPLE_S);
      return lacks_s <= most_s ? [] : [`${file} reached ${reached_s} s and lacks ${lacks_s} s`];
    });
    expect(problems).toEqual([]);
  });

  test("the bytes behind the last whole record are told as lost, and no others", () => {
    const problems = logs.flatMap((log, i) => {
      const { file } = killed[i]!;
      const broken = bytesBehindRecords(readFileSync(file));
      const told = log.losses.reduce((sum, { bytes }) => sum + bytes, 0);
      return told === broken ? [] : [`${file} ends with ${broken} bytes of a record, and ${told} are told`];
    });
    expect(problems).toEqual([]);
  });
});

describe("a killed log in the other verbs", () => {
  const ofChoice = (): { file: string; end_s: number } => {
    const [best] = killed
      .map(({ file }, i) => ({ file, end_s: lastState_s(samplesOf(logs[i]!)) ?? 0 }))
      .sort((a, b) => b.end_s - a.end_s);
    return best!;
  };
  /** A person must read that it ends early, wherever the cut is. */
  const told = (stderr: string, file: string): void => {
    expect(stderr.split("\n").filter((line) => line.includes(basename(file)))).not.toEqual([]);
    expectPlainWords(stderr);
  };

  test("export lists what there is, and says that the log ends early", async () => {
    const { file, end_s } = ofChoice();
    const listed = await thetis(["export", file], { short: true });
    expect(listed.status).toBe(0);
    expect(listed.stdout).toMatch(/\/auv\/state +\d+/);
    told(listed.stderr, file);
    const csv = await thetis(["export", file, "--channel", "/auv/state"], { short: true });
    expect(csv.status).toBe(0);
    expect(Number(csv.stdout.trimEnd().split("\n").at(-1)!.split(",")[1])).toBe(end_s);
    told(csv.stderr, file);
  });

  test("report shows what there is, and says that the log ends early", async () => {
    const { file } = ofChoice();
    const { status, stdout } = await thetis(["report", file, "--json"]);
    expect(status).toBe(0);
    const { report, losses } = JSON.parse(stdout) as { report: string; losses: string[] };
    expect(statSync(report).size).toBeGreaterThan(10_000);
    expect(losses).not.toEqual([]);
    // The page says it in the same words; a folder's name may be left out there.
    expect(readFileSync(report, "utf8")).toContain(losses[0]!.split(": ").at(-1));
  });

  test("run repeats it up to where it ends, compares it and says that it ends early", async () => {
    const { file } = ofChoice();
    const end_ns = logOf(file).end_ns!;
    const { args, env } = run(file, folder.at("again.mcap"), folder.at("again.txt"));
    const again = await thetis(args, { env });
    expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/^SAME /m) });
    told(again.stderr, file);
    expect(again.stdout).toContain(`ended    at ${(end_ns / 1e9).toFixed(3)} s of `);
    expect(again.stdout).toContain(`where ${file} ends: it was not closed`);
    const repeated = logOf(folder.at("again.mcap"));
    expect(notAPrefix(samplesOf(logOf(file)), samplesOf(repeated))).toBeNull();
    expect([repeated.complete, repeated.end_ns]).toEqual([true, end_ns]);
  });
});
