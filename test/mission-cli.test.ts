/** Missions on the command line: check, fmt, run, export. Needs dist (npm run build). */
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tripSource } from "../src/mission/test/trip.ts";
import { onSmallDisk } from "./support/run-small-disk.ts";
import { type Ended, expectPlainWords, expectRefusal, Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const trip = folder.write("trip.mission", tripSource);
const ragged = "mission   M;  // first\ninput A;output B;\n\n\n/* two\n   lines */ main await A;\n emit B end main\n";
const tidy = `mission M; // first

input  A;
output B;

/* two
   lines */
main
  await A;
  emit B
end main
`;
const WRONG = `mission Wrong;
input A;
main
  await A;
  emti A;
  awiat B
end main
`;
const REPEATED = "repeat 1000 times repeat 1000 times pause end repeat end repeat";
const script = `at 2 s GpsFix on
task Dive init 0.5 s stop 0.2 s DepthReached after 30 s
task Surface AtSurface after 10 s
at 120 s Port
`;
const events = folder.write("trip.events", script);

const call = (...args: string[]): Promise<Ended> => warmThetis(args, { cwd: folder.path });
const text = (file: string): string => readFileSync(file, "utf8");

interface Reaction {
  readonly t_s: number | null;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly state: number;
}

test.concurrent.each([["fmt"], ["run"], ["export"], ["check"]])(
  "thetis %s --help speaks of missions, with an example, and exits with 0",
  async (verb) => {
    const { status, stdout, stderr } = await call(verb, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/Examples:\n {2}thetis /);
    expect(stdout).toMatch(/missions?[ /(]/);
    expect(stdout).toContain("--json");
  },
);

describe.concurrent("check", () => {
  test("a good mission has one line of figures, and exits with 0", async () => {
    const { status, stdout, stderr } = await call("check", "trip.mission");
    expect([status, stderr]).toEqual([0, ""]);
    const line =
      /^trip\.mission: mission Trip, \d+ statements, \d+ registers, \d+ states, \d+ transitions, hash [0-9a-f]{64}$/m;
    expect(stdout).toMatch(line);
    expect(stdout.endsWith("1 file checked: 0 errors, 0 warnings\n")).toBe(true);
  });

  test("all mistakes are reported at once, with the lines of the text marked, and no figures", async () => {
    const file = folder.write("check/wrong.mission", WRONG);
    const { status, stdout } = await call("check", file);
    expect(status).toBe(2);
    expect(stdout).toContain(`${file}:5:3: error MIS011`);
    expect(stdout).toContain(`${file}:6:3: error MIS011`);
    expect(stdout).toMatch(/5 \| {3}emti A;\n.*\^\^\^\^/);
    expect(stdout).toMatch(/1 file checked: [2-9] errors/);
    expect(stdout).not.toContain("statements,");
  });

  test("good and bad files of all kinds go together: each is reported, the figures are those of the good mission", async () => {
    const wrong = folder.write("mixed/a.mission", WRONG);
    const good = folder.write("mixed/b.mission", tripSource);
    folder.write("mixed/c.xml", '<thruster id="t" diametre_m="1"/>');
    const { status, stdout } = await call("check", folder.at("mixed"), "--json");
    expect(status).toBe(2);
    const document = JSON.parse(stdout);
    expect(document.files).toHaveLength(3);
    expect(document.missions.map((m: { file: string }) => m.file)).toEqual([good]);
    expect(document.missions[0]).toMatchObject({
      mission: "Trip",
      statements: expect.any(Number),
      registers: expect.any(Number),
      states: expect.any(Number),
      transitions: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const places = document.diagnostics.map((d: { range: { file: string } }) => d.range.file);
    expect(new Set(places)).toEqual(new Set([wrong, folder.at("mixed/c.xml")]));
  });

  test.each<[string, string[], RegExp]>([
    ["a mission that is not there", ["nowhere.mission"], /cannot read "nowhere\.mission": no such file/],
    ["a folder without either kind", ["empty"], /empty: the folder holds no \.xml or \.mission file/],
    ["a script, which needs its mission", ["trip.events"], /allowed: \.xml, \.mission/],
  ])("%s exits with 2", async (_, args, reason) => {
    mkdirSync(folder.at("empty"), { recursive: true });
    const { status, stdout } = await call("check", ...args);
    expect([status, stdout]).toEqual([2, expect.stringMatching(reason)]);
  });

  test.each<[string, Uint8Array]>([
    ["an empty file", Buffer.from("")],
    ["bytes that are not text", Buffer.from(Array.from({ length: 3000 }, (_, k) => (k * 7919) % 256))],
    ["a causality cycle", Buffer.from("mission C; output S; main if S else emit S end if end main")],
    ["a mission without measure", Buffer.from(`mission R; main ${REPEATED} end main`)],
  ])("%s is reported at its place, and exits with 2", async (name, bytes) => {
    const file = folder.write(`bad/${name}.mission`, bytes);
    const { status, stdout, stderr } = await call("check", file);
    expect([status, stderr]).toEqual([2, ""]);
    expect(stdout).toMatch(/:\d+:\d+: error MIS\d\d\d: /);
    expectPlainWords(stdout);
  });

  test("what ships compiles", async () => {
    const { status, stdout } = await warmThetis(["check", "missions", "--json"], { cwd: root });
    expect(status).toBe(0);
    const { missions, errors } = JSON.parse(stdout);
    expect([errors, missions.length >= 3]).toEqual([0, true]);
  });
});

describe.concurrent("fmt", () => {
  test("writes the one layout in place, once: the second time nothing changes", async () => {
    const file = folder.write("fmt/once.mission", ragged);
    const first = await call("fmt", file);
    expect([first.status, first.stdout]).toEqual([0, `${file} formatted\n`]);
    expect(first.stderr).toBe("1 mission: 1 formatted, 0 as they should be\n");
    expect(text(file)).toBe(tidy);
    const again = await call("fmt", file);
    expect([again.status, again.stdout]).toEqual([0, ""]);
    expect(text(file)).toBe(tidy);
  });

  test("--check changes nothing, lists what would change, and exits with 1; with 0 where nothing would", async () => {
    const a = folder.write("fmt/check/a.mission", ragged);
    folder.write("fmt/check/b.mission", tidy);
    const { status, stdout } = await call("fmt", folder.at("fmt/check"), "--check");
    expect([status, stdout]).toEqual([1, `${a} would change\n`]);
    expect(text(a)).toBe(ragged);
    expect(await call("fmt", folder.at("fmt/check/b.mission"), "--check")).toMatchObject({ status: 0, stdout: "" });
  });

  test("--stdout prints the text and changes nothing", async () => {
    const file = folder.write("fmt/print.mission", ragged);
    expect(await call("fmt", file, "--stdout")).toMatchObject({ status: 0, stdout: tidy, stderr: "" });
    expect(text(file)).toBe(ragged);
    const { stdout } = await call("fmt", file, "--stdout", "--json");
    expect(JSON.parse(stdout)).toEqual({ files: [{ file, state: "changed", text: tidy }], diagnostics: [] });
  });

  test("a mission with errors stays as it is to the byte, the others are formatted, and it exits with 2", async () => {
    const wrong = folder.write("fmt/some/a.mission", WRONG);
    const good = folder.write("fmt/some/b.mission", ragged);
    const { status, stdout, stderr } = await call("fmt", folder.at("fmt/some"));
    expect([status, stdout]).toEqual([2, `${good} formatted\n`]);
    expect(stderr).toContain(`${wrong}:5:3: error MIS011`);
    expect(stderr).toContain("1 with errors, left as they are");
    expect([text(wrong), text(good)]).toEqual([WRONG, tidy]);
    const json = JSON.parse((await call("fmt", folder.at("fmt/some"), "--json")).stdout);
    expect(json.files.map((f: { state: string }) => f.state)).toEqual(["errors", "unchanged"]);
    expect(json.diagnostics.length).toBeGreaterThanOrEqual(2);
  });

  test("a link stays a link, and the file keeps its rights", async () => {
    const file = folder.write("fmt/linked.mission", ragged);
    chmodSync(file, 0o640);
    symlinkSync(file, folder.at("fmt/link.mission"));
    expect(await call("fmt", folder.at("fmt/link.mission"))).toMatchObject({ status: 0 });
    expect(lstatSync(folder.at("fmt/link.mission")).isSymbolicLink()).toBe(true);
    expect([text(file), statSync(file).mode & 0o777]).toEqual([tidy, 0o640]);
    expect(folder.names("fmt").filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("on a disk without room for the new text the old one stays, and it exits with 3", async () => {
    const long = `${ragged}${`// ${"a remark ".repeat(10)}\n`.repeat(1200)}`;
    folder.write("small/before/long.mission", long);
    const { ended, kept } = await onSmallDisk(folder, "small", 160, (disk) => ["fmt", join(disk, "long.mission")]);
    expect([ended.status, ended.stdout]).toEqual([3, ""]);
    expect(ended.stderr).toMatch(/^thetis: cannot write .*long\.mission: no space left on the disk\n$/);
    expect(text(join(kept, "long.mission"))).toBe(long);
    expect(folder.names("small/kept")).toEqual(["long.mission"]);
  });

  test("the automaton stays the same", async () => {
    const file = folder.write("fmt/hash.mission", tripSource.replaceAll("\n  ", " "));
    const hash = async (): Promise<string> =>
      JSON.parse((await call("check", file, "--json")).stdout).missions[0].hash as string;
    const before = await hash();
    expect(await call("fmt", file)).toMatchObject({ status: 0, stdout: expect.stringContaining("formatted") });
    expect(await hash()).toBe(before);
  });

  test.each<[string, string[], RegExp]>([
    ["a file that is not there", ["nowhere.mission"], /cannot read nowhere\.mission: no such file/],
    ["another kind of file", ["trip.events"], /trip\.events is not a mission/],
    ["a folder without missions", ["none"], /the folder holds no \.mission file/],
    ["two questions at once", ["trip.mission", "--check", "--stdout"], /leave out one/],
    ["two files to print", ["trip.mission", "other.mission", "--stdout"], /--stdout prints one mission, not 2/],
    ["bytes that are not UTF-8", ["latin.mission"], /latin\.mission is not UTF-8 and is left as it is/],
  ])("%s is refused with 2, and nothing changes", async (name, args, reason) => {
    const own = `refused/${name}`;
    const files = { "trip.mission": ragged, "other.mission": ragged, "trip.events": script, "none/x.txt": "" };
    for (const [file, content] of Object.entries(files)) folder.write(`${own}/${file}`, content);
    const latin = Buffer.from("mission M; // caf\xe9\nmain pause end main\n", "latin1");
    folder.write(`${own}/latin.mission`, latin);
    const ended = await warmThetis(["fmt", ...args], { cwd: folder.at(own) });
    expectRefusal(ended, 2, reason, false);
    expect(text(folder.at(`${own}/trip.mission`))).toBe(ragged);
    expect(readFileSync(folder.at(`${own}/latin.mission`)).equals(latin)).toBe(true);
  });
});

describe.concurrent("run", () => {
  test("prints a timeline, how it ended and what never happened", async () => {
    const { status, stdout, stderr } = await call("run", trip, "--script", events);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^mission Trip by .*trip\.events: 12 reactions$/m);
    expect(stdout).toMatch(/^ +2\.500 s {2}.*INITOK_Dive.* {2}→ {2}START_Dive\(depth_m = 5, speed_mps = 1\.5\),/m);
    expect(stdout).toMatch(/^ +33\.200 s .*\n? *.*depth_m = 10/m);
    expect(stdout).toMatch(/^ +Dive\(5, 1\.5\) \[line \d+\]; Dive is active$/m);
    expect(stdout).toMatch(/^end {6}at 120\.1 s, nothing more happens; the mission is over$/m);
    expect(stdout).toMatch(/^never {4}given: .*BatteryLow/m);
    expect(stdout).toMatch(/^took {5}[\d.]+ µs a reaction in the median, 99 % within [\d.]+ µs, [\d.]+ µs at worst$/m);
  });

  test("--json has every reaction; their inputs as a list of reactions give the same again", async () => {
    const { status, stdout, stderr } = await call("run", trip, "--script", events, "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      mission: "Trip",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      end: "quiet",
      end_s: 120.1,
      missionOver: true,
      final: { active: [] },
      never: { inputs: expect.arrayContaining(["BatteryLow", "Leak"]), tasks: [], scriptLines: [] },
      reactionTime: {
        count: 12,
        median_us: expect.any(Number),
        p99_us: expect.any(Number),
        worst_us: expect.any(Number),
      },
    });
    const reactions = document.reactions as Reaction[];
    expect(reactions.map((r) => r.t_s)).toEqual([0, 2, 2.5, 32.5, 32.7, 33.2, 63.2, 63.4, 73.4, 73.5, 120, 120.1]);
    expect(reactions[2]).toMatchObject({
      reaction: 3,
      inputs: expect.arrayContaining(["GpsFix", "INITOK_Dive"]),
      outputs: ["START_Dive", "StartServoing_vehicle"],
      active: expect.arrayContaining(["Dive is active"]),
      commands: [{ what: "start", task: "Dive", parameters: { depth_m: 5, speed_mps: 1.5 } }],
    });
    const list = folder.write("replay.events", reactions.map((r) => `react ${r.inputs.join(" ")}\n`).join(""));
    const again = JSON.parse((await call("run", trip, "--script", list, "--json")).stdout);
    const told = ({ inputs, outputs, state }: Reaction): unknown => ({ inputs, outputs, state });
    expect(again.reactions.map(told)).toEqual(reactions.map(told));
    expect(again.reactions.map((r: Reaction) => r.t_s)).toEqual(reactions.map(() => null));
    expect([again.end, again.end_s, again.final]).toEqual(["done", null, document.final]);
  });

  test("without a script, and --until: what the mission waits for is said, and lines of the script not come to", async () => {
    const alone = await call("run", trip);
    expect(alone).toMatchObject({ status: 0, stderr: "" });
    expect(alone.stdout).toMatch(/at 60\.1 s, nothing more happens; the mission waits: Surface \[line \d+\]/);
    const until = await call("run", trip, "--script", events, "--until", "50", "--json");
    const { end, end_s, never } = JSON.parse(until.stdout);
    expect([end, end_s, never.scriptLines, never.tasks]).toEqual(["until", 50, [4], ["Surface"]]);
  });

  test("a signal that is sustained for ever is reported once, and without an end it stops with 3", async () => {
    const file = folder.write("endless.mission", "mission E; output O; main sustain O end main");
    const { status, stdout, stderr } = await call("run", file);
    expect([status, stderr]).toEqual([3, "thetis: stopped after 10000 reactions, at 1000 s; --until T sets an end\n"]);
    expect(stdout.split("\n").length).toBeLessThan(20);
    expect(stdout).toMatch(/and 9998 more like this, the last 999\.900 s/);
    const json = await call("run", file, "--json");
    expect([json.status, JSON.parse(json.stdout).end]).toEqual([3, "limit"]);
    expect(await call("run", file, "--until", "20")).toMatchObject({ status: 0, stderr: "" });
  });

  test("all mistakes of a script are reported with their lines marked, nothing is run, and it exits with 2", async () => {
    const bad = folder.write("bad.events", "at 3 GpsFix\nat 5 s DepthReach\n");
    const ended = await call("run", trip, "--script", bad);
    expectRefusal(
      ended,
      2,
      /bad\.events:1:4: error MIS071[\s\S]*1 \| at 3 GpsFix[\s\S]*:2:8: error MIS073.*did you mean "DepthReached"/,
      false,
    );
    const json = await call("run", trip, "--script", bad, "--json");
    expect(JSON.parse(json.stdout).diagnostics.map((d: { code: string }) => d.code)).toEqual(["MIS071", "MIS073"]);
  });

  test("a warning about a script does not stop it", async () => {
    const odd = folder.write("odd.events", "task Surface init 3 s\n");
    const { status, stderr } = await call("run", trip, "--script", odd);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/odd\.events:1:14: warning MIS077/)]);
  });

  test("events that a relation forbids are reported in the timeline", async () => {
    const both = folder.write("both.events", `${script}at 110 s Echo\nat 111 s Port, Starboard\n`);
    const { stdout } = await call("run", trip, "--script", both);
    expect(stdout).toContain("! Echo is refused: it comes only with Ping");
    expect(stdout).toContain("! Starboard is postponed: it excludes Port");
  });

  test.each<[string, string[], RegExp]>([
    ["a mission that is not there", ["nowhere.mission"], /cannot read nowhere\.mission: no such file/],
    ["a mission with errors", ["wrong.mission"], /wrong\.mission:5:3: error MIS011/],
    ["a script that is not there", ["trip.mission", "--script", "nowhere.events"], /cannot read nowhere\.events/],
    ["a folder as script", ["trip.mission", "--script", "."], /cannot read \.: it is a folder/],
    [
      "a seed",
      ["trip.mission", "--seed", "3"],
      /a mission alone takes --script, --proof, --unproved, --until and --json: leave out --seed/,
    ],
    ["a log and a pace", ["trip.mission", "--log", "a.mcap", "--pace", "2"], /leave out --log, --pace/],
    ["no log", ["trip.mission", "--no-log"], /leave out --log/],
    ["an end that is not a number", ["trip.mission", "--until", "soon"], /--until soon: allowed are seconds/],
    ["an end that is nothing", ["trip.mission", "--until", ""], /allowed are seconds/],
    ["an end before the beginning", ["trip.mission", "--until", "-1"], /allowed are seconds, from 0 to 8640000/],
    ["an end without a clock", ["trip.mission", "--script", "list.events", "--until", "3"], /lists reactions/],
    ["a proof for a scenario", ["first-dive.xml", "--proof", "trip.proof.json"], /first-dive\.xml is not a mission/],
    ["a relation broken by a reaction", ["trip.mission", "--script", "broken.events"], /error MIS076/],
  ])("%s is refused with 2", async (name, args, reason) => {
    const own = `run/${name}`;
    const files = {
      "trip.mission": tripSource,
      "wrong.mission": WRONG,
      "trip.events": script,
      "list.events": "react\n",
      "broken.events": "react Port Starboard\n",
    };
    for (const [file, content] of Object.entries(files)) folder.write(`${own}/${file}`, content);
    expectRefusal(await warmThetis(["run", ...args], { cwd: folder.at(own) }), 2, reason, false);
    expect(folder.names(own)).toEqual(Object.keys(files).sort());
  });
});

describe.concurrent("export", () => {
  test.each([
    ["aut", /^des \(0,\d+,\d+\)\n\(0,"/],
    ["dot", /^digraph "Trip" \{\n/],
    ["promela", /bool Leak;/],
    ["json", /^\{\n {2}"format": "thetis-automaton-1"/],
  ])("%s goes to standard output, or to a file as the same bytes", async (format, looks) => {
    const { status, stdout, stderr } = await call("export", trip, "--format", format);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(looks);
    const file = folder.at(`out.${format}`);
    const written = await call("export", trip, "--format", format, "--output", file);
    expect(written).toMatchObject({ status: 0, stdout: "", stderr: `${file} written\n` });
    expect(text(file)).toBe(stdout);
  });

  test("json has the hash that check prints", async () => {
    const { missions } = JSON.parse((await call("check", trip, "--json")).stdout);
    expect(JSON.parse((await call("export", trip, "--format", "json")).stdout).hash).toBe(missions[0].hash);
  });

  test("c is two files with the name of the one that was asked for", async () => {
    const file = folder.at("my_trip.c");
    const { status, stdout } = await call("export", trip, "--format", "c", "--output", file, "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ mission: "Trip", format: "c", output: [folder.at("my_trip.h"), file] });
    expect(text(file)).toContain('#include "my_trip.h"');
    expect(text(folder.at("my_trip.h"))).toContain("my_trip_IN_Leak");
  });

  test("--observe leaves only what is named: labels of two signals, a drawing of the states that they tell apart", async () => {
    const { stdout } = await call("export", trip, "--format", "aut", "--observe", "Leak, Success");
    const labels = new Set([...stdout.matchAll(/^\(\d+,"(.*)",\d+\)$/gm)].map((m) => m[1]));
    expect([...labels].sort()).toEqual(["!Success", "?Leak", "?Leak.!Success", "tau"].filter((l) => labels.has(l)));
    expect(labels.has("?Leak")).toBe(true);
    const states = (dot: string): number => Number(/(\d+) states/.exec(dot)![1]);
    const whole = await call("export", trip, "--format", "dot");
    const view = await call("export", trip, "--format", "dot", "--observe", "Success");
    expect(states(view.stdout)).toBeLessThan(states(whole.stdout));
  });

  const placed = tripSource
    .replace("resource vehicle;", "computer Deck, Hull;\nresource vehicle at Hull;")
    .replace("fatal Leak;", "fatal Leak at Hull;");

  test("--distribute prints the sizes beside the single automaton's, and writes an automaton for each computer", async () => {
    const file = folder.write("placed.mission", placed);
    const { status, stdout, stderr } = await call("export", file, "--distribute");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Mission Trip on 2 computers$/m);
    for (const row of ["Deck", "Hull", "single automaton"])
      expect(stdout).toMatch(new RegExp(`^${row} +\\d+ +\\d+`, "m"));
    const into = folder.at("parts");
    const ended = await call("export", file, "--distribute", "--format", "json", "--output", into, "--json");
    expect(ended.status).toBe(0);
    const document = JSON.parse(ended.stdout);
    expect(folder.names("parts")).toEqual(["Trip_Deck.json", "Trip_Hull.json"]);
    for (const { name, hash, states } of document.computers) {
      const part = JSON.parse(text(join(into, `Trip_${name}.json`)));
      expect([part.hash, part.automaton.roots.length]).toEqual([hash, states]);
    }
    const c = await call("export", file, "--distribute", "--format", "c", "--output", folder.at("parts-c"));
    expect(c.status).toBe(0);
    expect(folder.names("parts-c")).toEqual(["Trip_Deck.c", "Trip_Deck.h", "Trip_Hull.c", "Trip_Hull.h"]);
  });

  test.each<[string, string[], RegExp]>([
    ["no format", ["trip.mission"], /choose --format aut, dot, json, promela, c/],
    ["a format of logs", ["trip.mission", "--format", "csv"], /csv is for logs/],
    [
      "a format of missions for a log",
      ["a.mcap", "--format", "dot"],
      /a log is written as csv, json, xml; dot is for missions/,
    ],
    ["an unknown format", ["trip.mission", "--format", "pdf"], /pdf.*Allowed choices/],
    ["a channel", ["trip.mission", "--format", "aut", "--channel", "/x"], /leave out --channel/],
    ["signals of a log", ["a.mcap", "--observe", "A"], /a\.mcap is not a mission/],
    ["an unknown signal", ["trip.mission", "--format", "aut", "--observe", "Leek"], /MIS087.*did you mean "Leak"/],
    ["signals for C", ["trip.mission", "--format", "c", "--output", "a.c", "--observe", "Leak"], /leave out --observe/],
    ["a drawing of inputs alone", ["trip.mission", "--format", "dot", "--observe", "Leak"], /needs one output/],
    [
      "signals per computer",
      ["trip.mission", "--format", "aut", "--observe", "Leak", "--distribute"],
      /do not go together/,
    ],
    ["C without a name", ["trip.mission", "--format", "c"], /two files.*--output NAME\.c/],
    ["C under another ending", ["trip.mission", "--format", "c", "--output", "a.txt"], /ends in \.c/],
    [
      "C under a name that C does not have",
      ["trip.mission", "--format", "c", "--output", "9.c"],
      /cannot begin names in C/,
    ],
    ["parts without a folder", ["trip.mission", "--format", "aut", "--distribute"], /name their folder/],
    [
      "parts into a file",
      ["trip.mission", "--format", "aut", "--distribute", "--output", "a.txt"],
      /it is not a folder/,
    ],
    ["a folder for a table", ["trip.mission", "--distribute", "--output", "x"], /--output needs --format/],
    [
      "a folder that is not there",
      ["trip.mission", "--format", "aut", "--output", "x/a.aut"],
      /folder x does not exist/,
    ],
    [
      "the mission itself",
      ["trip.mission", "--format", "aut", "--output", "./trip.mission"],
      /is read by the same call/,
    ],
    ["a mission with errors", ["wrong.mission", "--format", "aut"], /wrong\.mission:5:3: error MIS011/],
    ["a mission that is not there", ["nowhere.mission", "--format", "aut"], /no such file/],
  ])("%s is refused with 2, and nothing is written", async (name, args, reason) => {
    const own = `export/${name}`;
    const files = { "trip.mission": tripSource, "wrong.mission": WRONG, "a.txt": "" };
    for (const [file, content] of Object.entries(files)) folder.write(`${own}/${file}`, content);
    expectRefusal(await warmThetis(["export", ...args], { cwd: folder.at(own) }), 2, reason, false);
    expect(folder.names(own)).toEqual(Object.keys(files).sort());
    expect(text(folder.at(`${own}/trip.mission`))).toBe(tripSource);
  });
});

test("the shipped script goes with its mission: the camera loses the pipe once, and the inspection ends well", async () => {
  const args = ["missions/vortex-inspection.mission", "--script", "missions/vortex-inspection.events"];
  const { status, stdout, stderr } = await warmThetis(["run", ...args, "--json"], { cwd: root });
  expect([status, stderr]).toEqual([0, ""]);
  const { reactions, missionOver, end } = JSON.parse(stdout) as {
    reactions: Reaction[];
    missionOver: boolean;
    end: string;
  };
  expect([missionOver, end]).toEqual([true, "quiet"]);
  expect(reactions.flatMap((r) => (r.outputs.includes("START_Pa10BrakesOn") ? [r.t_s] : []))).toEqual([0, 40.5]);
  expect(reactions.find((r) => r.outputs.includes("Success"))?.t_s).toBe(120);
});

test("the manual's example of an exercise is what is printed", async () => {
  const manual = text(join(root, "docs/mission-language.md"));
  const block = (pattern: RegExp): string => pattern.exec(manual)?.[1] ?? "";
  folder.write("manual/survey.mission", block(/```mission\n(.*?)```/s));
  folder.write("manual/survey.events", block(/```events\n(.*?)```/s));
  const shown = block(/\$ npx thetis run survey\.mission --script survey\.events\n(.*?)```/s);
  expect(shown.length).toBeGreaterThan(1000);
  const args = ["run", "survey.mission", "--script", "survey.events"];
  const { stdout } = await warmThetis(args, { cwd: folder.at("manual") });
  expect(stdout.replace(/^took .*\n/m, "")).toBe(shown);
});
