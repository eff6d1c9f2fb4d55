/** Ctrl-C: the first one ends the run in order, with a log that is whole up to there; a second one ends it at once. */
import { beforeAll, describe, expect, test } from "vitest";
import { eventsOf, logOf, notAPrefix, type Sample, samplesOf } from "./support/run-logs.ts";
import { publicReader } from "./support/run-public-reader.ts";
import { type Ended, expectPlainWords, Folder, startThetis, thetis, untilBytes } from "./support/run-thetis.ts";
import { law, lawsFile, world } from "./support/run-worlds.ts";

const folder = new Folder();
folder.write("models/laws.mjs", lawsFile());
const models = ["--models", folder.at("models")];
// Offline it takes minutes, online at this pace half a day: longer than the tests wait for any program, so that no run comes
// to its end before the signal, however late that is.
const DURATION_S = 1_000_000;
const scenario = folder.write("sea.xml", world({ duration_s: DURATION_S }));
const OFFLINE: string[] = [];
const ONLINE = ["--mode", "online", "--pace", "20"];

let whole = new Map<string, Sample[]>();
beforeAll(async () => {
  expect(await thetis(["run", scenario, "--until", "600", "--log", folder.at("whole.mcap")])).toMatchObject({
    status: 0,
  });
  whole = samplesOf(logOf(folder.at("whole.mcap")));
});

/** Starts, waits for a few chunks in the log, sends the signal. */
async function interrupted(name: string, args: readonly string[], signal: NodeJS.Signals = "SIGINT"): Promise<Ended> {
  const log = folder.at(name);
  const started = startThetis(["run", scenario, "--log", log, ...args]);
  await untilBytes(log, 40_000, started);
  started.child.kill(signal);
  return started.ended;
}

describe.each([
  ["offline", OFFLINE, "SIGINT"],
  ["online", ONLINE, "SIGINT"],
  ["offline", OFFLINE, "SIGTERM"],
] as const)("an %s run with the options %j that gets %s", (mode, args, signal) => {
  const name = `${mode}-${signal}.mcap`;

  test("exits with 3 and says where it was stopped", async () => {
    const ended = await interrupted(name, args, signal);
    expect([ended.status, ended.signal]).toEqual([3, null]);
    expect(ended.stdout + ended.stderr).toMatch(new RegExp(`stopped at \\d+(\\.\\d+)? s of ${DURATION_S} s`));
    expectPlainWords(ended.stdout + ended.stderr);
  });

  test("leaves a log that is closed, that ends with the event, and that the public reader opens", async () => {
    const log = logOf(folder.at(name));
    expect([log.complete, log.verify()]).toEqual([true, []]);
    expect(eventsOf(log).at(-1)).toMatch(/stopped by the user$/);
    // Every sample up to the instant of the event is there.
    const events = samplesOf(log).get("/events")!;
    const stopped_ns = events.at(-1)!.t_ns;
    const states = samplesOf(log)
      .get("/auv/state")!
      .map(({ t_ns }) => t_ns);
    expect(states).toEqual(Array.from({ length: Math.floor(stopped_ns / 1e8) + 1 }, (_, k) => k * 1e8));
    const reader = await publicReader(folder.at(name));
    expect(reader.statistics?.messageCount).toBe(BigInt([...samplesOf(log).values()].flat().length));
  });

  test("leaves a log that is a beginning of the whole run's, the last event aside", () => {
    const samples = samplesOf(logOf(folder.at(name)));
    samples.set("/events", samples.get("/events")!.slice(0, -1));
    const upTo_ns = 600e9;
    for (const [topic, list] of samples)
      samples.set(
        topic,
        list.filter(({ t_ns }) => t_ns <= upTo_ns),
      );
    if (mode === "offline") expect(notAPrefix(samples, whole)).toBeNull();
    else expect(samples.get("/auv/state")!.length).toBeGreaterThan(20);
  });

  test("leaves a log that is run again up to where it was stopped, with the same values", async () => {
    const again = folder.at(name.replace(".mcap", "-again.mcap"));
    const ended = await thetis(["run", folder.at(name), "--log", again, "--json"]);
    const end_ns = logOf(folder.at(name)).end_ns!;
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      until_s: end_ns / 1e9,
      logEnds: { t_s: end_ns / 1e9, reason: "its run was stopped by the user" },
      verdict: expect.stringMatching(/^same values/),
    });
  });
});

test("with --json the document tells it as the problem, and has all events and the last state", async () => {
  const ended = await interrupted("json.mcap", ["--json"]);
  expect(ended.status).toBe(3);
  const document = JSON.parse(ended.stdout);
  expect(document).toMatchObject({
    problem: expect.stringMatching(/^stopped at/),
    vehicles: { auv: { final: { depth_m: expect.any(Number) } } },
  });
  expect(document.events.at(-1)).toMatchObject({ level: "warning", message: "stopped by the user" });
  expect(document.until_s).toBeGreaterThan(0);
  expect(document.until_s).toBeLessThan(DURATION_S);
});

test("a second Ctrl-C ends it at once: nothing is closed any more, and what was written can be read", async () => {
  // The run hears signals between its slices, all that have come. So that both come within one, a tick waits for them.
  const held = folder.write("held.xml", world({ duration_s: DURATION_S, inside: law("held") }));
  const log = folder.at("twice.mcap");
  const gate = folder.at("gate");
  const started = startThetis(["run", held, ...models, "--log", log], { env: { THETIS_GATE: gate } });
  for (const k of [1, 2]) {
    // The thread that stands at the second gate has taken the first signal: two that wait are one for the system. One that
    // sees a gate open has taken the signal sent before that: a system call does not return past a signal.
    await untilBytes(`${gate}-${k}-reached`, 1, started);
    started.child.kill("SIGINT");
    folder.write(`gate-${k}-open`, "");
  }
  const ended = await started.ended;
  expect([ended.status, ended.signal]).toEqual([130, null]);
  const read = logOf(log);
  expect(read.complete).toBe(false);
  expect(eventsOf(read).join("\n")).not.toContain("stopped by the user");
  // The tick was at 5 s, and a chunk spans 2 s: what came before the last chunk is there.
  expect(samplesOf(read).get("/auv/state")!.at(-1)!.t_ns).toBeGreaterThanOrEqual(3e9);
  expect(read.metadata.get("run")?.scenario).toBe("sea");
});
