/** The survey mission, flown on REMUS 100: as planned, and with everything that may go wrong on the way. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { resolvePath, type SourceReader } from "../src/library/index.ts";
import { type Log, openLog, readTable, texts } from "../src/logging/index.ts";
import { embeddedReader, loadScenario, type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import { evaluateInChromium } from "./support/browser.ts";
import { flyEmbedded } from "./support/mission-entry.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, runToEnd } from "./support/scenarios.ts";

const MISSION = "missions/survey.mission";
const text = readFileSync(new URL(`../${MISSION}`, import.meta.url), "utf8");

/** The repository's files, with another text for the mission. */
function reader(mission: string): SourceReader {
  const disk = nodeReader();
  return {
    ...disk,
    readBytes: (file) => (file === MISSION ? { bytes: new TextEncoder().encode(mission) } : disk.readBytes!(file)),
  };
}

function survey(overrides: readonly string[] = [], mission = text): Scenario {
  const { scenario, diagnostics } = loadScenario(definitions, reader(mission), "scenarios/survey.xml", overrides);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return scenario!;
}

/** A step of 0.1 s, a period of the loops: coarse, but a third of what the vehicle's fastest mode bears (0.279 s). */
const COARSE = ["step_s=0.1", "log1/rate_Hz=1"];

interface Reaction {
  readonly t_s: number;
  readonly inputs: string[];
  readonly outputs: string[];
  readonly tasks: string;
  readonly statements: string;
}

function open(bytes: Uint8Array): Log {
  return openLog(
    { size: bytes.length, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) },
    null,
  );
}

function reactionsOf(log: Log): Reaction[] {
  return Array.from(log.messages({ topics: ["/auv/mission"] }), ({ t_ns, values }) => ({
    t_s: t_ns / 1e9,
    inputs: String(values.inputs).split(" "),
    outputs: String(values.outputs).split(" "),
    tasks: String(values.tasks),
    statements: String(values.statements),
  }));
}

/** A run with a log: what the mission did, and how deep the vehicle was at the end. */
function fly(overrides: readonly string[], mission = text) {
  const { run, log } = runToEnd(survey(overrides, mission));
  const reactions = reactionsOf(open(log));
  const when = (output: string): number => reactions.find((r) => r.outputs.includes(output))?.t_s ?? Number.NaN;
  return { reactions, when, depth_m: run.summary().get("auv")!.final.depth_m, log: open(log) };
}

test("the survey flies its square at 5 m, one side at 8 m, comes up and drifts, in this order", () => {
  const { reactions, log, depth_m } = fly(["log1/rate_Hz=5"]);
  const starts = reactions.flatMap((r) => r.outputs.filter((name) => name.startsWith("START_")));
  expect(starts.map((name) => name.slice(6))).toEqual([
    ...["RunUp", "Dive", "Follow", "Dive", "Follow", "Surface", "Drift"],
  ]);
  expect(reactions.flatMap((r) => r.outputs)).toContain("SurveyDone");
  expect(reactions.flatMap((r) => r.outputs)).not.toContain("FATAL");
  expect(reactions.at(-1)).toMatchObject({ tasks: "", statements: "" });
  expect(depth_m).toBeLessThan(0.1);

  // Depth over each route, from the vehicle's own positions.
  const { t_ns, names, columns } = readTable(log, "/auv/state");
  const depths = columns[names.indexOf("depth_m")]!;
  const follows = reactions.filter((r) => r.outputs.includes("START_Follow"));
  const [square, side] = follows.map(({ t_s }) => {
    const until_s = reactions.find((r) => r.t_s > t_s && r.inputs.includes("RouteEnded"))!.t_s;
    const inside = [...depths].filter((_, i) => t_ns[i]! / 1e9 > t_s && t_ns[i]! / 1e9 < until_s);
    return { least: Math.min(...inside), most: Math.max(...inside), count: inside.length };
  });
  // Each began within 0.2 m of its depth; sea-trials.test.ts holds squares within 0.05 m of theirs.
  expect(square).toMatchObject({ least: expect.closeTo(5, 0), most: expect.closeTo(5, 0) });
  expect([5 - square!.least, square!.most - 5, 8 - side!.least, side!.most - 8].every((e) => e < 0.2)).toBe(true);
  expect(square!.count).toBeGreaterThan(900);

  // Plain words of the same, and the statements with their lines in the mission's file.
  const words = texts(log, "/events").map((event) => event.message);
  expect(words).toContain("DepthReached: Dive stops");
  expect(words.at(-1)).toBe("Drift has stopped: Drift has ended well, the mission is over");
  const line = text.split("\n").findIndex((each) => /^ {2}Follow\(/.test(each)) + 1;
  expect(follows[0]!.statements).toBe(`Measure: Follow("square", 5, 1.5) (line ${line})`);
  expect(follows[0]!.tasks).toBe("Follow is active");
});

/** From the first instant to just before the end of the mission, at 314 s. */
const INSTANTS = Array.from({ length: 32 }, (_, k) => 10 * k);
/** From 8 m, with the pitch that the autopilot allows, it takes 20 s; then come 3 s at the surface. */
const WAY_UP_S = 45;

test("a leak at any time is fatal and brings the vehicle up", { timeout: 600_000 }, () => {
  for (const at_s of INSTANTS) {
    const overrides = [`auv/captain/WaterLeak/at_s=${at_s}`, `duration_s=${at_s + WAY_UP_S}`, ...COARSE];
    const { reactions, when, depth_m } = fly(overrides);
    const told = `leak at ${at_s} s`;
    expect(when("FATAL"), told).toBe(at_s);
    expect(reactions.find((r) => r.outputs.includes("FATAL"))!.inputs, told).toContain("WaterLeak");
    const after = reactions.filter((r) => r.t_s >= at_s);
    // A task that was active stops first; the one that brings it up starts in the next tick at the latest.
    const surfacing = after.find((r) => r.outputs.includes("START_Surface"))!;
    expect(surfacing.t_s, told).toBeLessThanOrEqual(at_s + 0.1 + 1e-9);
    expect(surfacing.statements, told).toMatch(/^on fatal: ComeUp: Surface/);
    expect(
      after.flatMap((r) => r.outputs).filter((name) => /^START_/.test(name)),
      told,
    ).toEqual([...["START_Surface", "START_Drift"]]);
    expect(depth_m, told).toBeLessThan(0.5);
  }
});

test("a battery that runs low at any time of the survey brings the vehicle up, without being fatal", {
  timeout: 600_000,
}, () => {
  // The survey itself ends at 272 s; from then on it comes up anyway.
  for (const at_s of INSTANTS.filter((t_s) => t_s < 270 && t_s % 30 === 0)) {
    const overrides = [`auv/captain/BatteryLow/at_s=${at_s}`, `duration_s=${at_s + WAY_UP_S}`, ...COARSE];
    const { when, depth_m } = fly(overrides);
    expect(when("GivenUp"), `${at_s} s`).toBe(at_s);
    expect(when("START_Surface"), `${at_s} s`).toBeLessThanOrEqual(at_s + 0.1 + 1e-9);
    expect([when("FATAL"), when("SurveyDone")], `${at_s} s`).toEqual([Number.NaN, Number.NaN]);
    expect(depth_m, `${at_s} s`).toBeLessThan(0.5);
  }
});

test.each([
  ["the whole survey takes too long", "watching 12 min", "watching 100 s", "TIMER_1", null, 100],
  ["it gets no headway", "NoHeadway after 60 s", "NoHeadway after 3 s", "NoHeadway", "START_RunUp", 3],
  ["it cannot dive", "CannotDive after 2 min", "CannotDive after 10 s", "CannotDive", "START_Dive", 10],
  ["a route takes too long", "TooLong after 6 min", "TooLong after 90 s", "TooLong", "START_Follow", 90],
])("%s: it comes up", (_, was, is, input, start, after_s) => {
  expect(text).toContain(was);
  // It dives within 30 s, as in the first test.
  const { reactions, when, depth_m } = fly([`duration_s=${30 + after_s + WAY_UP_S}`, ...COARSE], text.replace(was, is));
  const over = reactions.find((r) => r.inputs.includes(input))!;
  // Ticks are 0.1 s apart.
  const since_s = start === null ? 0 : when(start);
  expect(Math.abs(over.t_s - since_s - after_s)).toBeLessThan(0.1 + 1e-9);
  // A type 2 exception is raised when its task has stopped, a tick later.
  expect(when("GivenUp") - over.t_s).toBeLessThan(0.1 + 1e-9);
  expect(when("START_Surface") - over.t_s).toBeLessThan(0.1 + 1e-9);
  expect(depth_m).toBeLessThan(0.5);
});

test("a dead satellite receiver is survived: the survey is done as without the failure", () => {
  const { reactions, when, log } = fly(["auv/gps/dead/from_s=0", "duration_s=320", ...COARSE]);
  expect(when("SurveyDone")).toBeGreaterThan(0);
  expect(reactions.flatMap((r) => r.outputs)).not.toContain("GivenUp");
  expect(texts(log, "/events").some(({ name, message }) => name === "auv/gps" && message === "it is dead")).toBe(true);
  expect([...log.messages({ topics: ["/auv/gps"] })]).toEqual([]);
});

test("a dead depth gauge is not: 3 s later it gives up and comes up, by the vertical velocity of the log", () => {
  const AT_S = 60;
  const { reactions, when, log, depth_m } = fly([
    `auv/depth/dead/from_s=${AT_S}`,
    `duration_s=${AT_S + 3 + WAY_UP_S}`,
    ...COARSE,
  ]);
  const lost = reactions.find((r) => r.inputs.includes("DepthLost"))!;
  // The last sample is of 0.1 s before it at most; 3 s, and a tick of 0.1 s.
  expect(lost.t_s).toBeGreaterThan(AT_S + 2.9);
  expect(lost.t_s).toBeLessThan(AT_S + 3.1 + 1e-9);
  expect(lost.outputs).toContain("GivenUp");
  expect(when("START_Surface") - lost.t_s).toBeLessThan(0.1 + 1e-9);
  expect(depth_m).toBeLessThan(0.5);
  const last = [...log.messages({ topics: ["/auv/depth"] })].at(-1)!;
  expect(last.t_ns / 1e9).toBeLessThan(AT_S);
});

test("off its track it gives up; drifting it goes on more slowly (type 1), in the tick of the event", () => {
  // Corners are cut by 1.5 m.
  const lost = fly(["auv/captain/Follow/OffTrack/above=1", "duration_s=200", ...COARSE]);
  expect(lost.reactions.find((r) => r.inputs.includes("OffTrack"))!.outputs).toContain("STOP_Follow");
  expect(lost.when("GivenUp")).toBeGreaterThan(60);
  expect(lost.depth_m).toBeLessThan(0.5);

  const slow = fly(["auv/captain/Follow/Drifting/above=1", "auv/captain/Follow/Drifting/for_s=0", "duration_s=120"]);
  const at_s = slow.when("PARAM_Follow_Drifting");
  const { t_ns, names, columns } = readTable(slow.log, "/auv/captain");
  const speeds = columns[names.indexOf("speedSetpoint_mps")]!;
  const first = speeds.indexOf(1.2);
  expect(t_ns[first]! / 1e9).toBe(at_s);
  expect(speeds[first - 1]).toBe(1.5);
  // The rest of the call stays: route and depth.
  expect(columns[names.indexOf("depthSetpoint_m")]![first]).toBe(5);
  expect(slow.when("GivenUp")).toBe(Number.NaN);
});

test("too deep a dive is fatal, by an event of the mission that is looked at all the time", () => {
  const { reactions, depth_m } = fly(["auv/captain/TooDeep/above=3", "duration_s=80", ...COARSE]);
  const fatal = reactions.find((r) => r.outputs.includes("FATAL"))!;
  expect(fatal.inputs).toEqual(["TooDeep"]);
  expect(depth_m).toBeLessThan(0.5);
});

test("a snapshot in the middle of a task, of a switch and of a route goes on with the same bits", () => {
  const scenario = survey([...COARSE, "duration_s=120", "auv/captain/WaterLeak/at_s=90"]);
  const run = (): ScenarioRun => new ScenarioRun(scenario, { writer: null, version: "test" });
  const whole = run();
  whole.advance(whole.end_ns);
  const end = whole.sim.snapshot();
  // 25.7 s: Dive has been stopped, and Follow starts in the next tick.
  for (const at_s of [0, 3, 15, 25.75, 70, 90.05, 100]) {
    const first = run();
    first.advance(at_s * 1e9);
    const second = run();
    second.sim.restore(first.sim.snapshot());
    second.advance(second.end_ns);
    expect(second.sim.snapshot(), `${at_s} s`).toEqual(end);
    const later = whole.events.filter((event) => event.t_ns > at_s * 1e9);
    expect(second.events, `${at_s} s`).toEqual(later);
  }
});

test("a log holds the mission, and runs again to the same bytes", () => {
  const { log } = runToEnd(survey(["duration_s=40"]));
  const { attachments, metadata } = open(log);
  const isMission = (name: string): boolean => name.endsWith(".mission");
  const files = attachments.filter(({ name }) => !isMission(name));
  const decoded = new Map(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]));
  const binaries = new Map(attachments.filter(({ name }) => isMission(name)).map(({ name, bytes }) => [name, bytes]));
  expect([...binaries.keys()]).toEqual(["../missions/survey.mission"]);
  const root = metadata.get("run")!.file!;
  const again = loadScenario(definitions, embeddedReader(decoded, binaries), root, ["duration_s=40"]).scenario!;
  expect(Buffer.from(runToEnd(again).log).equals(log)).toBe(true);
});

test("a mission moves a RexROV by its station keeper: to a place, another heading, and thrusters off", () => {
  const mission = `mission Rov; resource rov; output Done;
    task Keep(north_m, heading_deg = 0) on rov post There; end task
    task Off on rov post Rested; end task
    main Keep(4); Keep(4, 90); Off; emit Done end main`;
  const xml = `<scenario id="rov" duration_s="60"><world current_mps="0 0.2 0"/>
    <vehicle id="auv" file="components/vehicles/rexrov.xml" position_m="0 0 20">
      <navigation source="truth"/>
      <mission id="captain" source="missions/survey.mission">
        <stationKeeper file="components/controllers/rexrov-station-keeper.xml"/>
        <robotTask id="Keep" model="keep" east_m="0" depth_m="20">
          <event id="There" of="targetDistance_m" below="0.1" for_s="12"/>
        </robotTask>
        <robotTask id="Off" model="stop"><event id="Rested" of="time_s" above="2"/></robotTask>
      </mission>
    </vehicle></scenario>`;
  const both = {
    ...reader(mission),
    read: (file: string) => (file === "rov.xml" ? { text: xml } : nodeReader().read(file)),
  };
  const { scenario, diagnostics } = loadScenario(definitions, both, "rov.xml");
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const log = open(runToEnd(scenario!).log);
  const reactions = reactionsOf(log);
  expect(reactions.at(-1)!.outputs).toContain("Done");
  const stop_s = reactions.find((r) => r.outputs.includes("START_Off"))!.t_s;
  const { t_ns, names, columns } = readTable(log, "/auv/state");
  const before = t_ns.findIndex((t) => t / 1e9 >= stop_s - 0.1);
  const value = (name: string): number => columns[names.indexOf(name)]![before]!;
  // station-keeper runs of sea-trials.test.ts hold 0.05 m in 0.3 m/s; the turn of 10°/s is over after 9 of its 12 s.
  expect(
    [value("north_m"), value("east_m"), value("depth_m")].map((x, i) => Math.abs(x - [4, 0, 20][i]!) < 0.1),
  ).toEqual([true, true, true]);
  expect(Math.abs(value("heading_rad") - Math.PI / 2)).toBeLessThan(0.02);
});

test("the mission is compiled and flown in Chromium to the same bytes of log", { timeout: 600_000 }, async () => {
  const overrides = ["duration_s=60", "auv/captain/WaterLeak/at_s=20", "log1/rate_Hz=1"];
  const { files, binaries } = survey(overrides);
  const request: Parameters<typeof flyEmbedded>[0] = {
    files: [...files],
    binaries: [...binaries].map(([name, bytes]) => [name, [...bytes]]),
    overrides,
  };
  const entry = fileURLToPath(new URL("support/mission-entry.ts", import.meta.url));
  const there = await evaluateInChromium(entry, `bundle.flyEmbedded(${JSON.stringify(request)})`);
  expect(there).toBe(flyEmbedded(request));
  expect(String(there)).toMatch(/^\d{5,} -?\d+$/);
});

test("what is wrong in the mission is reported with its own file, line and column, and the scenario is refused", () => {
  const broken = text.replace("RunUp(0);", "RunUpp(0);").replace('Measure("side", 8)', "Measure(8)");
  const { scenario, diagnostics, sources } = loadScenario(definitions, reader(broken), "scenarios/survey.xml");
  expect(scenario).toBeNull();
  const lines = broken.split("\n");
  const place = (piece: string): string => {
    const line = lines.findIndex((each) => each.includes(piece));
    return `${MISSION}:${line + 1}:${lines[line]!.indexOf(piece) + 1}`;
  };
  const told = diagnostics.map(formatDiagnostic);
  expect(told.some((d) => d.startsWith(`${place("RunUpp")}: error MIS`) && /did you mean/.test(d))).toBe(true);
  expect(told.some((d) => d.startsWith(`${place("Measure(8)")}: error MIS`))).toBe(true);
  expect(diagnostics.every((d) => d.range?.file === MISSION)).toBe(true);
  expect(sources.get(MISSION)).toBe(broken);
  expect(resolvePath("scenarios/survey.xml", "../missions/survey.mission")).toBe(MISSION);
});
