/**
 * Online: the world keeps its pace and waits for nobody. Whatever the vehicle's software does (hang as told, hang for real,
 * throw), the world goes on, it is told and counted, and the motion is that of an offline run with the same commands.
 * Nothing here depends on how fast the machine is: a slow one only makes more commands late.
 */
import { describe, expect, test } from "vitest";
import type { Log } from "../src/logging/index.ts";
import { eventsOf, logOf, notAPrefix, rowsOf, samplesOf } from "./support/run-logs.ts";
import { type Ended, expectPlainWords, Folder, startThetis, thetis } from "./support/run-thetis.ts";
import { autopilot, law, lawsFile, world } from "./support/run-worlds.ts";

const folder = new Folder();
folder.write("models/laws.mjs", lawsFile());
const models = ["--models", folder.at("models")];

/** A controller of 10 Hz is called silent after five periods. */
const SILENT_S = 0.5;

interface OnlineDocument {
  readonly until_s: number;
  readonly problem: string | null;
  readonly events: readonly {
    readonly t_s: number;
    readonly level: string;
    readonly name: string;
    readonly message: string;
  }[];
  readonly online: {
    readonly controllers: readonly {
      readonly path: string;
      readonly commands: number;
      readonly late: number;
      readonly unanswered: number;
      readonly longestSilence_s: number;
    }[];
  };
}

async function online(
  name: string,
  inside: string,
  duration_s: number,
  pace: number,
  more: readonly string[] = [],
): Promise<Ended> {
  const scenario = folder.write(`${name}.xml`, world({ duration_s, inside }));
  const call = [
    "run",
    scenario,
    ...models,
    "--mode",
    "online",
    "--pace",
    String(pace),
    "--log",
    folder.at(`${name}.mcap`),
  ];
  return thetis([...call, ...more, "--json"]);
}

/** A sample at every tenth of a second, from start to end: the world missed none. */
function expectEverySample(log: Log, duration_s: number): void {
  const times_ns = rowsOf(log, "/auv/state").map(({ t_ns }) => t_ns);
  expect(times_ns).toEqual(Array.from({ length: duration_s * 10 + 1 }, (_, k) => k * 1e8));
}

/** "thetis run LOG" says that it is the same, and it is: held here against the second log, bit by bit. */
async function expectRepeats(name: string): Promise<void> {
  const again = folder.at(`${name}-again.mcap`);
  const { status, stdout } = await thetis(["run", folder.at(`${name}.mcap`), ...models, "--log", again]);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^SAME /m)]);
  const motion = (log: Log) => {
    const samples = samplesOf(log);
    return new Map(
      ["state", "pose", "actuators", "commands"].map((part) => [`/auv/${part}`, samples.get(`/auv/${part}`) ?? []]),
    );
  };
  const [first, second] = [motion(logOf(folder.at(`${name}.mcap`))), motion(logOf(again))];
  expect(notAPrefix(first, second)).toBeNull();
  expect(notAPrefix(second, first)).toBeNull();
}

/** Spans between two commands that took effect, the longest first. */
function silences_s(log: Log, duration_s: number): { from_s: number; length_s: number }[] {
  const times_s = [...new Set(rowsOf(log, "/auv/commands").map(({ t_ns }) => t_ns / 1e9)), duration_s];
  return times_s
    .map((t_s, i) => ({ from_s: times_s[i - 1] ?? 0, length_s: t_s - (times_s[i - 1] ?? 0) }))
    .sort((a, b) => b.length_s - a.length_s);
}

describe("an autopilot that is stalled for 5 s, at ten times real time", () => {
  const DURATION_S = 20;
  let document: OnlineDocument;

  test("the run goes to its end, with every sample, and exits with 0", async () => {
    const ended = await online("stall", autopilot('<stall start_s="8" duration_s="5"/>'), DURATION_S, 10);
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
    document = JSON.parse(ended.stdout);
    expect(document.problem).toBeNull();
    expect(document.until_s).toBeCloseTo(DURATION_S, 9);
    expectEverySample(logOf(folder.at("stall.mcap")), DURATION_S);
  });

  test("its silence and the end of it are told as events, in the document and in the log", () => {
    const told = document.events.filter(({ name }) => name === "auv/pilot");
    const index = (pattern: RegExp): number => told.findIndex(({ message }) => pattern.test(message));
    const [hangs, silent, again] = [index(/hangs for 5 s/), index(/stopped sending commands/), index(/commands again/)];
    expect(hangs).toBeGreaterThanOrEqual(0);
    expect(silent).toBeGreaterThanOrEqual(0);
    expect(again).toBeGreaterThan(silent);
    expect(told[silent]).toMatchObject({ level: "warning" });
    const inLog = eventsOf(logOf(folder.at("stall.mcap")));
    expect(inLog).toHaveLength(document.events.length);
    for (const { name, message } of document.events)
      expect(inLog.some((line) => line.endsWith(`${name}: ${message}`))).toBe(true);
  });

  test("late commands and unanswered readings are counted: 5 s at 10 Hz are some 50", () => {
    const [pilot] = document.online.controllers;
    expect(document.online.controllers.map(({ path }) => path)).toEqual(["auv/pilot"]);
    // Of the 201 readings each has a command or has none. The thread sleeps for half a second of wall time; a world that is
    // itself held up then makes up for it before it looks, so the bounds are wide.
    expect(pilot!.commands + pilot!.unanswered).toBe(DURATION_S * 10 + 1);
    expect(pilot!.unanswered).toBeGreaterThan(20);
    expect(pilot!.late).toBeGreaterThanOrEqual(0);
    expect(pilot!.late).toBeLessThanOrEqual(pilot!.commands);
    expect(pilot!.longestSilence_s).toBeGreaterThan(2);
    // One that comes at the very end is counted, but finds no world any more.
    const inForce = rowsOf(logOf(folder.at("stall.mcap")), "/auv/commands").length;
    expect([pilot!.commands, pilot!.commands - 1]).toContain(inForce);
  });

  test("in its silence the last command stays in force and the vehicle drifts on", () => {
    const log = logOf(folder.at("stall.mcap"));
    const [longest] = silences_s(log, DURATION_S);
    expect(longest!.length_s).toBeGreaterThan(2);
    const inside = (t_ns: number): boolean =>
      t_ns / 1e9 > longest!.from_s && t_ns / 1e9 < longest!.from_s + longest!.length_s - 1e-9;
    const commands = rowsOf(log, "/auv/actuators").filter(({ t_ns }) => inside(t_ns));
    const commanded = Object.keys(commands[0]!.values).filter((name) => /command/i.test(name));
    expect(commanded.length).toBeGreaterThan(0);
    for (const name of commanded) expect(new Set(commands.map(({ values }) => values[name])).size).toBe(1);
    const places = rowsOf(log, "/auv/state").filter(({ t_ns }) => inside(t_ns));
    expect(new Set(places.map(({ values }) => values.north_m)).size).toBe(places.length);
  });

  test("the log runs again to the same motion, bit by bit", async () => {
    await expectRepeats("stall");
  });

  test("an offline run with the same commands as scripts drifts the same way", async () => {
    const log = logOf(folder.at("stall.mcap"));
    const commands = rowsOf(log, "/auv/commands");
    const names = Object.keys(commands[0]!.values).filter((name) => name !== "timestamp" && name !== "issued_s");
    const scripts = names.map((name) => {
      // Several commands of one instant: the last one holds. Before the first, the actuators are as they were: at zero.
      const steps = new Map([
        [0, 0],
        ...commands.map(({ t_ns, values }) => [t_ns / 1e9, values[name] as number] as const),
      ]);
      const [times, values] = [[...steps.keys()].join(" "), [...steps.values()].join(" ")];
      return `<script actuator="${name.replace(/_.*$/, "")}" times_s="${times}" values="${values}"/>`;
    });
    const scenario = folder.write("scripted.xml", world({ duration_s: DURATION_S, inside: scripts.join("\n") }));
    const file = folder.at("scripted.mcap");
    expect(await thetis(["run", scenario, "--log", file])).toMatchObject({ status: 0, stderr: "" });
    const [ours, scripted] = [rowsOf(log, "/auv/state"), rowsOf(logOf(file), "/auv/state")];
    expect(scripted).toHaveLength(ours.length);
    // The same equations in the same steps; times go through decimal seconds, which may move a command by less than 1 ns.
    for (const [i, { values }] of ours.entries())
      for (const name of ["north_m", "east_m", "depth_m"])
        expect(Math.abs((values[name] as number) - (scripted[i]!.values[name] as number))).toBeLessThan(1e-6);
  });
});

describe.concurrent.each([
  ["sleeps", "sleepy"],
  ["computes", "busy"],
])("a law of one's own that %s for 0.6 s once, for real", (_, model) => {
  // 4 s of wall time: a thread that is starved for seconds comes back before the end.
  const DURATION_S = 40;

  test("holds up nothing but itself: silence, its end, and every sample of the world", async () => {
    const ended = await online(model, law(model), DURATION_S, 10);
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
    const document = JSON.parse(ended.stdout) as OnlineDocument;
    expect(document.until_s).toBeCloseTo(DURATION_S, 9);
    const messages = document.events.filter(({ name }) => name === "auv/own").map(({ message }) => message);
    const silent = messages.findIndex((message) => /stopped sending commands/.test(message));
    expect(silent).toBeGreaterThanOrEqual(0);
    expect(messages.slice(silent).join("\n")).toMatch(/commands again/);
    // 0.6 s of wall time are 6 s of the world's, or less where the machine has no time for the world: enough to be called silent.
    const [own] = document.online.controllers;
    expect(own!.longestSilence_s).toBeGreaterThanOrEqual(SILENT_S);
    expect(own!.unanswered).toBeGreaterThanOrEqual(10 * SILENT_S - 1);
    expectEverySample(logOf(folder.at(`${model}.mcap`)), DURATION_S);
    await expectRepeats(model);
  });
});

test.concurrent("a law that throws is told as an error with its reason, and the world goes on with the last command", async () => {
  const ended = await online("throws", law("throws"), 10, 10);
  // The world went to its end, but the run is not a success.
  expect([ended.status, ended.stderr]).toEqual([3, ""]);
  const document = JSON.parse(ended.stdout) as OnlineDocument;
  expect(document.problem).toMatch(/^auv\/own failed at \d+\.\d+ s: .*the gyro is upside down$/);
  expect(document.until_s).toBeCloseTo(10, 9);
  const errors = document.events.filter(({ level }) => level === "error");
  expect(errors).toMatchObject([{ name: "auv/own", message: expect.stringContaining("the gyro is upside down") }]);
  expectPlainWords(errors[0]!.message);
  const log = logOf(folder.at("throws.mcap"));
  expectEverySample(log, 10);
  expect(log.complete).toBe(true);
  const last_s = Math.max(...rowsOf(log, "/auv/commands").map(({ t_ns }) => t_ns / 1e9));
  const speeds = rowsOf(log, "/auv/state").filter(({ t_ns }) => t_ns / 1e9 > last_s + 1);
  expect(speeds.every(({ values }) => (values.u_mps as number) > 0.5)).toBe(true);
  await expectRepeats("throws");
});

test.concurrent.each([
  ["hangs", /it hangs: it has not come back from its last tick/],
  ["exits", /it calls process\.exit/],
])(
  "a law that %s: an event with vehicle and time, every sample of the world, and exit code 3 at the end",
  async (model, reason) => {
    const ended = await online(model, law(model), 10, 10);
    expect([ended.status, ended.stderr]).toEqual([3, ""]);
    const document = JSON.parse(ended.stdout) as OnlineDocument;
    expect(document.problem).toMatch(new RegExp(`^auv/own failed at .*${reason.source}`));
    const errors = document.events.filter(({ level }) => level === "error");
    expect(errors).toMatchObject([{ name: "auv/own", message: expect.stringMatching(reason) }]);
    const silent = document.events.find(({ message }) => /stopped sending commands/.test(message));
    expect(silent).toMatchObject({ name: "auv/own", level: "warning" });
    expectEverySample(logOf(folder.at(`${model}.mcap`)), 10);
    await expectRepeats(model);
  },
);

test.concurrent.each(["throws", "hangs"])(
  'with failSafe="rest", what a law that %s drives goes to rest when it is silent',
  async (model) => {
    const name = `${model}-at-rest`;
    const ended = await online(name, law(model), 10, 10, ["--set", "auv/failSafe=rest"]);
    expect([ended.status, ended.stderr]).toEqual([3, ""]);
    const events = (JSON.parse(ended.stdout) as OnlineDocument).events.filter(({ level }) => level !== "info");
    const silent = events.find(({ message }) => /all that it drives goes to rest/.test(message));
    expect(silent).toBeDefined();
    const last = rowsOf(logOf(folder.at(`${name}.mcap`)), "/auv/actuators").at(-1)!;
    const commands = Object.entries(last.values).filter(([field]) => /command/i.test(field));
    expect(commands.length).toBeGreaterThan(0);
    for (const [, value] of commands) expect(value).toBe(0);
    await expectRepeats(name);
  },
);

test.concurrent("events are printed as they come, and the run can be paused and goes on where it was", async () => {
  const scenario = folder.write("pause.xml", world({ duration_s: 30 }));
  const log = folder.at("pause.mcap");
  const started = startThetis(["run", scenario, "--mode", "online", "--pace", "10", "--log", log]);
  const { child, ended } = started;
  let seen = "";
  const shows = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (pattern.test(seen)) resolve();
      };
      child.stdout!.on("data", look);
      look();
    });
  child.stdout!.on("data", (text: string) => {
    seen += text;
  });
  // The first leg is printed while the run goes on; its end is not there yet.
  await shows(/leg "east" begins/);
  expect(seen).not.toContain("simulated in");
  child.kill("SIGUSR2");
  await shows(/paused by the user/);
  child.kill("SIGUSR2");
  await shows(/goes on/);
  const { status, stdout, stderr } = await ended;
  expect([status, stderr]).toEqual([0, ""]);
  const at = (pattern: RegExp): string | undefined => pattern.exec(stdout)?.[1];
  const paused_s = at(/([\d.]+) s {3}run {2}paused/);
  expect([paused_s, at(/([\d.]+) s {3}run {2}goes on/)]).toEqual([expect.stringMatching(/\d/), paused_s]);
  // Printed once each, not again in the summary.
  expect(stdout.match(/leg "east" begins/g)).toHaveLength(1);
  expectEverySample(logOf(log), 30);
});

test.concurrent("a law that asks for an infinite speed is ended with law, output and time; the world goes on with the last command", async () => {
  const ended = await online("infinite", law("infinite"), 10, 10);
  expect(ended.status).toBe(3);
  const document = JSON.parse(ended.stdout) as OnlineDocument;
  expect(document.until_s).toBeCloseTo(10, 9);
  const errors = document.events.filter(({ level }) => level === "error");
  expect(errors).toMatchObject([
    {
      name: "auv/own",
      message: expect.stringMatching(/auv\/own at t = .* s\): the set-point own\.propeller is Infinity/),
    },
  ]);
  expect(rowsOf(logOf(folder.at("infinite.mcap")), "/auv/commands").at(-1)?.values.propeller_rpm).toBe(1200);
});

test.concurrent("with a declared fail-safe it goes on, and what it drives rests", async () => {
  const ended = await online("at-rest", law("infinite"), 10, 10, ["--set", "auv/failSafe=rest"]);
  const document = JSON.parse(ended.stdout) as OnlineDocument;
  const errors = document.events.filter(({ level }) => level === "error");
  expect(errors).toMatchObject([
    { name: "auv/own", message: "the set-point own.propeller is Infinity: all that it drives goes to rest" },
  ]);
  expect(rowsOf(logOf(folder.at("at-rest.mcap")), "/auv/commands").at(-1)?.values).toMatchObject({
    rudder_rad: 0,
    propeller_rpm: 0,
  });
});

test.concurrent("a world that cannot go on online: exit code 3, the component named, the log closed with the event", async () => {
  const sink = '<push id="weight" force_N="0 0 300" start_s="2"/>';
  const limits = ["--set", "auv/maxDepth_m=12", "--set", "auv/beyondLimits=stop"];
  const ended = await online("too-deep", law("weave") + sink, 10, 10, limits);
  expect(ended.status).toBe(3);
  const document = JSON.parse(ended.stdout);
  expect(document.problem ?? document.error.message).toMatch(/^auv at t = .*below its maximum depth/);
  const log = logOf(folder.at("too-deep.mcap"));
  expect(log.complete).toBe(true);
  expect(eventsOf(log).at(-1)).toMatch(/auv: .*below its maximum depth/);
});

describe("a law that fails in an offline run", () => {
  test.concurrent.each([
    ["with an error of its own", "throws", /auv\/own .*the gyro is upside down/],
    ["with that of a file that it wants to read", "reads", /auv\/own .*no-such-table/],
  ])("%s ends it: exit code 3, the controller named, the log closed with the event", async (_, model, reason) => {
    const scenario = folder.write(`offline-${model}.xml`, world({ duration_s: 10, inside: law(model) }));
    const file = folder.at(`offline-${model}.mcap`);
    const call = ["run", scenario, ...models, "--force", "--log", file];
    const [plain, json] = [await thetis(call), await thetis([...call, "--json"])];
    expect([plain.status, json.status]).toEqual([3, 3]);
    expect((plain.stdout + plain.stderr).split("\n").filter((line) => /FAILED|^thetis:/.test(line))).toEqual([
      expect.stringMatching(reason),
    ]);
    expect(JSON.parse(json.stdout).problem).toMatch(reason);
    const log = logOf(file);
    expect([log.complete, log.verify()]).toEqual([true, []]);
    expect(eventsOf(log).at(-1)).toMatch(reason);
    // It failed in the tick at 5 s: the samples before it are there.
    expect(rowsOf(log, "/auv/state").length).toBeGreaterThanOrEqual(50);
  });
});
