/** Calls and files that are wrong: exit code 2 or 3, a reason in plain words, nothing half-written, nothing destroyed. */
import { linkSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LogWriter } from "../src/logging/index.ts";
import { rewritten } from "./support/run-public-reader.ts";
import { expectRefusal, Folder, root } from "./support/run-thetis.ts";
import { autopilot, world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const text = world({ duration_s: 4 });
const scenario = folder.write("sea.xml", text);
const log = folder.at("a.mcap");
beforeAll(async () => {
  expect(await warmThetis(["run", scenario, "--log", log])).toMatchObject({ status: 0 });
});

let calls = 0;

/**
 * As a script calls it, in a folder of its own, which afterwards holds what it held. For a person standard output is empty:
 * see `plainly`.
 */
async function expectRefused(
  args: readonly string[],
  status: 2 | 3,
  reason: RegExp,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  asJson = true,
): Promise<void> {
  const own = `call-${calls++}`;
  const held = { "sea.xml": text, "a.mcap": readFileSync(log), "folder/inside": "", ...files };
  for (const [name, content] of Object.entries(held)) folder.write(`${own}/${name}`, content);
  const before = folder.names(own);
  const ended = await warmThetis(asJson ? [...args, "--json"] : args, { cwd: folder.at(own) });
  expectRefusal(ended, status, reason, asJson);
  expect(folder.names(own)).toEqual(before);
  expect(folder.names(`${own}/folder`)).toEqual(["inside"]);
  for (const [name, content] of Object.entries(held))
    expect(readFileSync(folder.at(`${own}/${name}`)).equals(Buffer.from(content))).toBe(true);
}

const plainly = (args: readonly string[], status: 2 | 3, reason: RegExp) =>
  expectRefused(args, status, reason, {}, false);

test.concurrent.each<[string, string[], 2 | 3, RegExp]>([
  ["a wrong override", ["run", "sea.xml", "--set", "auv/pilot/depht/kp=1"], 2, /depht/],
  ["a wrong option", ["run", "sea.xml", "--pace", "-2"], 2, /-2/],
  ["no such scenario", ["run", "nowhere.xml"], 2, /no such file/],
  ["no such log", ["export", "nowhere.mcap"], 2, /no such file/],
  ["nowhere to write", ["run", "sea.xml", "--log", "/dev/full"], 3, /cannot write/],
])("without --json, %s prints nothing on standard output", async (_, args, status, reason) => {
  await plainly(args, status, reason);
});

describe("a run that is called wrongly is refused with 2", () => {
  const to = ["--log", "new.mcap"];
  test.concurrent.each<[string, string[], RegExp]>([
    [
      "an override of what is not there",
      ["sea.xml", ...to, "--set", "auv/pilot/depht/kp=1"],
      /depht.*did you mean .*depth/,
    ],
    ["an override of a vehicle that is not there", ["sea.xml", ...to, "--set", "avu/pilot/depth/kp=1"], /avu\/pilot/],
    [
      "an override with a word for a number",
      ["sea.xml", ...to, "--set", "auv/pilot/depth/kp=high"],
      /kp = "high" is not a number/,
    ],
    ["an override out of range", ["sea.xml", ...to, "--set", "auv/pilot/depth/kp=-1"], /kp = -1 is below/],
    [
      "a pace of an offline run",
      ["sea.xml", ...to, "--pace", "3"],
      /--pace ties the run to the clock, as online mode does: add --mode online, or leave out --pace/,
    ],
    ["an override without a value", ["sea.xml", ...to, "--set", "auv/pilot/depth/kp"], /has no "="/],
    ["a list of the wrong length", ["sea.xml", ...to, "--set", "auv/position_m=1 2"], /position_m.*3/],
    ["two overrides, both wrong", ["sea.xml", ...to, "--set", "a=1", "--set", "step_s=x"], /"a"[\s\S]*step_s/],
    ["a seed that is no integer", ["sea.xml", ...to, "--seed", "1.5"], /seed = 1\.5 is not an integer/],
    ["a duration below zero", ["sea.xml", ...to, "--until", "-3"], /duration_s = -3/],
    ["a misspelt mode", ["sea.xml", ...to, "--mode", "onlin"], /onlin.*Allowed: offline, online/],
    ["a pace without a clock", ["sea.xml", ...to, "--pace", "2"], /add --mode online, or leave out --pace/],
    ["a pace of a run that is offline", ["sea.xml", ...to, "--mode", "offline", "--pace", "2"], /add --mode online/],
    ["a negative pace", ["sea.xml", ...to, "--mode", "online", "--pace", "-2"], /-2.*a number above 0/],
    ["a pace that is no number", ["sea.xml", ...to, "--mode", "online", "--pace", "fast"], /fast.*a number above 0/],
    ["an unknown option", ["sea.xml", ...to, "--sed", "3"], /--sed/],
    ["a scenario that is not there", ["nowhere.xml", ...to], /nowhere\.xml.*no such file/],
    ["a folder as the scenario", [".", ...to], /it is a folder/],
    ["a log that is not there", ["nowhere.mcap", ...to], /nowhere\.mcap.*no such file/],
    ["a report without a log", ["sea.xml", "--no-log", "--report"], /--no-log/],
    ["a folder of models that is not there", ["sea.xml", ...to, "--models", "nowhere"], /nowhere/],
    ["no log to compare with", ["a.mcap", "--no-log"], /--no-log/],
  ])("%s", async (_, args, reason) => {
    await expectRefused(["run", ...args], 2, reason);
  });

  test("a wrong call leaves a former log and report as they were", async () => {
    const call = ["run", "sea.xml", "--log", "kept.mcap", "--report", "--set", "nothing/at/all=1"];
    await expectRefused(call, 2, /nothing\/at\/all/, { "kept.mcap": "a log", "kept.html": "a report" });
  });
});

describe("a scenario that is wrong is refused with 2 and its place", () => {
  const vehicle = `<vehicle id="auv" file="${root}components/vehicles/remus100.xml"/>`;
  const route = '<route id="short"><point position_m="1 2 3"/></route>';
  test.concurrent.each<[string, string, RegExp]>([
    [
      "two vehicles with one name",
      text.replace("</vehicle>", `</vehicle>\n${vehicle}`),
      /bad\.xml:\d+:\d+: error .*"auv" is already taken/,
    ],
    [
      "a route with one point",
      text.replace(autopilot(), autopilot(route)),
      /bad\.xml:\d+:\d+: error .*1 <point>; at least 2/,
    ],
    [
      "a route with none",
      text.replace(autopilot(), autopilot('<route id="none"/>')),
      /bad\.xml:\d+:\d+: error .*0 <point>/,
    ],
    ["no vehicle", text.replace(/<vehicle[\s\S]*<\/vehicle>/, ""), /bad\.xml:\d+:\d+: error .*vehicle/],
    [
      "a vehicle's file that is not there",
      text.replace("remus100.xml", "remus1000.xml"),
      /remus1000\.xml.*no such file/,
    ],
    ["XML that breaks off", text.slice(0, 200), /bad\.xml:\d+:\d+: error/],
    ["an empty file", "", /bad\.xml:\d+:\d+: error/],
    ["a component in place of a scenario", '<world density_kgpm3="1000"/>', /bad\.xml:1:\d+: error .*scenario/],
    ["a step that would blow up", text.replace('step_s="0.02"', 'step_s="9"'), /bad\.xml:\d+:\d+: error .*unstable/],
  ])("%s", async (_, content, reason) => {
    await expectRefused(["run", "bad.xml", "--log", "new.mcap"], 2, reason, { "bad.xml": content });
  });
});

describe("a log that cannot be written is refused with 3 before the run, in one line", () => {
  test.concurrent.each<[string, string, RegExp]>([
    ["a full device", "/dev/full", /cannot write \/dev\/full/],
    ["a folder", "folder", /folder/],
    ["a path below a file", "sea.xml/a.mcap", /sea\.xml/],
    ["a path far below a file", "sea.xml/b/c/a.mcap", /sea\.xml/],
    ["a name with nothing in it", "", /cannot write|--log/],
  ])("%s", async (_, name, reason) => {
    await expectRefused(["run", "sea.xml", "--log", name], 3, reason);
  });
});

describe("what is no log is refused with 2 by run, report and export, in one line", () => {
  const newer = async (): Promise<Uint8Array> =>
    rewritten(log, {
      metadata: ({ name, metadata }) => ({
        name,
        metadata: name === "thetis" ? new Map(metadata).set("format", "999") : metadata,
      }),
    });
  const another = (): Uint8Array => {
    const pieces: Uint8Array[] = [];
    const writer = new LogWriter(
      { write: (bytes) => pieces.push(bytes.slice()) },
      { compression: null, library: "other" },
    );
    writer.record("/x", "x.X", ["a"]).write(0, Float64Array.of(1), 0);
    writer.close();
    return Buffer.concat(pieces);
  };
  test.concurrent.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp, string[]]>([
    ["a text", () => Buffer.from("hello\n"), /is not a log/, ["run", "report", "export"]],
    ["a long text", () => Buffer.from("hello\n".repeat(99_999)), /is not a log/, ["run", "report", "export"]],
    ["an empty file", () => Buffer.alloc(0), /empty/, ["run", "report", "export"]],
    ["a log of a newer version", newer, /newer version.*999/, ["run", "report", "export"]],
    ["a log of something else", another, /does not say what was run/, ["run"]],
  ])("%s", async (_, bytes, reason, verbs) => {
    const files = { "bad.mcap": await bytes() };
    for (const verb of verbs) {
      const also = verb === "run" ? ["--log", "new.mcap"] : verb === "report" ? ["--output", "new.html"] : [];
      await expectRefused([verb, "bad.mcap", ...also], 2, reason, files);
    }
  });

  test("a newer version by one byte of the file, too", async () => {
    const bytes = readFileSync(log);
    // A string in MCAP has its length before it, in four bytes; then comes the value's.
    const at = bytes.indexOf("format") + "format".length + 4;
    expect(bytes.subarray(at - 4, at + 1)).toEqual(Buffer.from([1, 0, 0, 0, 0x31]));
    bytes[at] = 0x39;
    await expectRefused(["export", "bad.mcap"], 2, /newer version.*9/, { "bad.mcap": bytes });
  });
});

describe("what would destroy its own input is refused with 2, and the input stays", () => {
  test.concurrent.each<[string, string[], string]>([
    ["a log over its scenario", ["run", "in.xml", "--log", "in.xml"], "in.xml"],
    ["a log over its scenario by another name", ["run", "in.xml", "--log", "./folder/../in.xml"], "in.xml"],
    ["a second log over the first", ["run", "in.mcap", "--log", "in.mcap"], "in.mcap"],
    ["a second log over the first by another name", ["run", "in.mcap", "--log", "folder/../in.mcap"], "in.mcap"],
    ["a second log over the first by a symbolic link", ["run", "in.mcap", "--log", "symbolic.mcap"], "in.mcap"],
    ["a second log over the first by a hard link", ["run", "in.mcap", "--log", "hard.mcap"], "in.mcap"],
    ["a report over its log", ["report", "in.mcap", "--output", "in.mcap"], "in.mcap"],
    ["an export over its log", ["export", "in.mcap", "--channel", "/auv/state", "--output", "in.mcap"], "in.mcap"],
    [
      "a report over the log that is just written",
      ["run", "in.xml", "--log", "x.mcap", "--report", "x.mcap"],
      "in.xml",
    ],
  ])("%s", async (name, args, input) => {
    const own = folder.at(name);
    mkdirSync(`${own}/folder`, { recursive: true });
    folder.write(`${name}/in.xml`, text);
    folder.write(`${name}/in.mcap`, readFileSync(log));
    symlinkSync("in.mcap", `${own}/symbolic.mcap`);
    linkSync(`${own}/in.mcap`, `${own}/hard.mcap`);
    const before = readFileSync(`${own}/${input}`);
    const ended = await warmThetis(args, { cwd: own });
    // What lies there comes first: it is what matters most.
    expect(readFileSync(`${own}/${input}`).equals(before)).toBe(true);
    expectRefusal(ended, 2, /\.(mcap|xml)/, false);
    expect(folder.names(name)).toEqual(["folder", "hard.mcap", "in.mcap", "in.xml", "symbolic.mcap"]);
  });
});
