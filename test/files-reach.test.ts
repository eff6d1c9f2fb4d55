/** Which files a scenario's references reach: its project, the package, shipped components by id; no pipes. Needs dist. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectRefusal, Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const SECRET = "hunter2:x:0:0";
const elsewhere = new Folder();
elsewhere.write("hull.xml", `<hull id="secret" note="${SECRET}"/>`);
elsewhere.write("secrets.txt", `${SECRET}\n`);
elsewhere.write("fin.xml", '<fin id="f" span_m="0.1" area_m2="0.02"><provenance of="*" status="assumed"/></fin>');
elsewhere.write("s.mission", "mission S; main nothing end main");

let projects = 0;

/** A scenario in a project of its own, with something in its vehicle. */
function scenario(inside: string, place = `p${projects++}/scenarios/sea.xml`): string {
  const text = `<scenario id="sea" duration_s="1" step_s="0.02" seed="7">
  <vehicle id="auv" file="remus100" position_m="0 0 10">${inside}</vehicle><log rate_Hz="10"/></scenario>`;
  return folder.write(place, text);
}

describe("what lies outside the project is not read, and no line of it is printed", () => {
  const linked = folder.at("linked/scenarios");
  mkdirSync(linked, { recursive: true });
  symlinkSync(elsewhere.at("fin.xml"), join(linked, "near.xml"));
  symlinkSync(elsewhere.at("secrets.txt"), join(linked, "secrets.xml"));
  const outside = /it lies outside \S+, the folder of the project; --allow-outside lets it be read/;
  test.concurrent.each<[string, string, string | undefined, RegExp]>([
    ["a component", `<fin id="f" file="${elsewhere.at("fin.xml")}"/>`, undefined, outside],
    ["a file of the system", '<fin id="f" file="/etc/passwd"/>', undefined, outside],
    ["a component by a link", '<fin id="f" file="near.xml"/>', "linked/scenarios/a.xml", outside],
    ["a text by a link", '<fin id="f" file="secrets.xml"/>', "linked/scenarios/b.xml", outside],
    ["a mission", `<mission id="m" source="${elsewhere.at("s.mission")}"/>`, undefined, outside],
    ["a text for a mission", '<mission id="m" source="/etc/passwd"/>', undefined, /LIB049.*does not end in \.mission/],
  ])("%s", async (_, inside, place, reason) => {
    const ended = await warmThetis(["run", scenario(inside, place), "--no-log"], { cwd: "/" });
    expectRefusal(ended, 2, reason, false);
    expect(ended.stderr).not.toMatch(/hunter2|root:/);
  });

  test.concurrent("even where that is allowed, what is not a component file is not quoted", async () => {
    const file = scenario(`<fin id="f" file="${elsewhere.at("secrets.txt")}"/>`);
    const ended = await warmThetis(["run", file, "--no-log", "--allow-outside"]);
    expectRefusal(ended, 2, /its name does not end in \.xml/, false);
    expect(ended.stderr).not.toContain("hunter2");
  });
});

describe("what is read", () => {
  const fin = (name: string): string => `<fin id="f" file="${name}" axis="0 1 0" position_m="-0.5 0 0"/>`;
  const check = async (
    file: string,
    options: Parameters<typeof warmThetis>[1] = {},
    ...also: string[]
  ): Promise<string> => {
    const { status, stdout, stderr } = await warmThetis(["check", file, ...also], { ...options });
    return status === 0 ? "" : stdout + stderr;
  };

  test.concurrent("files outside, with --allow-outside or the environment's word", async () => {
    const file = scenario(fin(elsewhere.at("fin.xml")));
    const answers = [
      check(file),
      check(file, {}, "--allow-outside"),
      check(file, { env: { THETIS_ALLOW_OUTSIDE: "1" } }),
    ];
    const refused = (await Promise.all(answers)).map((text) => text.includes("lies outside"));
    expect(refused).toEqual([true, false, false]);
  });

  test.concurrent("components beside the folder of scenarios, from any folder", async () => {
    folder.write("side/components/fin.xml", '<fin id="f" span_m="0.1" area_m2="0.02"/>');
    const file = scenario(fin("../components/fin.xml"), "side/scenarios/sea.xml");
    expect(await check(file, { cwd: "/" })).not.toMatch(/lies outside|cannot read/);
    expect(await check("sea.xml", { cwd: folder.at("side/scenarios") })).not.toMatch(/lies outside|cannot read/);
  });

  test.concurrent("everything below the current folder, where the scenario lies below it", async () => {
    folder.write("plain/fins/fin.xml", '<fin id="f" span_m="0.1" area_m2="0.02"/>');
    const file = scenario(fin("../fins/fin.xml"), "plain/scenarios/sea.xml");
    expect(await check(file, { cwd: folder.at("plain") })).not.toMatch(/lies outside|cannot read/);
    expect(await check(file, { cwd: "/" })).toMatch(/lies outside/);
  });
});

describe("a shipped component by its id", () => {
  test.concurrent("is found from anywhere, and a log with it can be run again", async () => {
    const log = folder.at("by-id.mcap");
    const ended = await warmThetis(["run", scenario(""), "--log", log], { cwd: "/" });
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    const again = await warmThetis(["run", log, "--log", folder.at("by-id-again.mcap")], { cwd: "/" });
    expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/^SAME .*same bytes/m) });
  });

  test.concurrent("that is misspelt gets a guess", async () => {
    const file = folder.write(
      "typo/sea.xml",
      '<scenario id="s" duration_s="1"><vehicle id="v" file="remus10"/></scenario>',
    );
    const ended = await warmThetis(["run", file, "--no-log"]);
    const reason =
      /typo\/sea\.xml:1:\d+: error LIB001: cannot read "remus10": there is no such file, and no shipped component has this id \(did you mean "remus100"\?\)/;
    expectRefusal(ended, 2, reason, false);
  });
});

test.concurrent.each<[string, (pipe: string) => string[]]>([
  ["a log for report", (pipe) => ["report", pipe]],
  ["a log for export", (pipe) => ["export", pipe]],
  ["a log to be run again", (pipe) => ["run", pipe]],
  ["a scenario", (pipe) => ["run", pipe]],
  ["a mission", (pipe) => ["verify", pipe]],
  ["a transition system", (pipe) => ["lts", "info", pipe]],
  ["an output", (pipe) => ["components", "new", "thruster", "--id", "x", "--output", pipe, "--force"]],
])("a pipe as %s is refused, not waited for", async (name, args) => {
  const ending = { scenario: ".xml", mission: ".mission", system: ".aut", output: ".xml" }[name.split(" ").at(-1)!];
  const pipe = folder.at(`${name}${ending ?? ".mcap"}`);
  spawnSync("mkfifo", [pipe]);
  expectRefusal(await warmThetis(args(pipe)), 2, /it is not an ordinary file/, false);
});

test("files of components have the names of their ids, by which they are found", async () => {
  const { stdout } = await warmThetis(["components", "list", "--json"]);
  const { components } = JSON.parse(stdout) as { components: { id: string; file: string }[] };
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter(({ id, file }) => !file.endsWith(`/${id}.xml`))).toEqual([]);
  expect(new Set(components.map(({ id }) => id)).size).toBe(components.length);
});
