/** The same seed gives the same bytes, wherever the program is called from; a log runs again to itself, and only to itself. */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { logOf, notAPrefix, samplesOf } from "./support/run-logs.ts";
import { rewritten } from "./support/run-public-reader.ts";
import { Folder, root, thetis } from "./support/run-thetis.ts";
import { autopilot, world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();

async function logBytes(
  name: string,
  args: readonly string[],
  options: Parameters<typeof thetis>[1],
  call = warmThetis,
): Promise<Buffer> {
  const log = folder.at(name);
  expect(await call(["run", ...args, "--log", log], options)).toMatchObject({ status: 0, stderr: "" });
  return readFileSync(log);
}

/** Long enough for the dive of first-dive, and for many chunks. */
const FIRST_DIVE = ["--until", "45"];

describe("first-dive gives the same bytes of log", () => {
  let first: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    first = await logBytes("first.mcap", ["scenarios/first-dive.xml", ...FIRST_DIVE], { cwd: root }, thetis);
    expect(first.length).toBeGreaterThan(50_000);
  });

  const elsewhere = folder.at("else/where");
  mkdirSync(elsewhere, { recursive: true });
  const absolute = join(root, "scenarios/first-dive.xml");
  test("a second time in a process of its own", async () => {
    const bytes = await logBytes("own.mcap", ["scenarios/first-dive.xml", ...FIRST_DIVE], { cwd: root }, thetis);
    expect(bytes.equals(first)).toBe(true);
  });

  test.concurrent.each<[string, string[], Parameters<typeof thetis>[1]]>([
    ["in a process with other calls", ["scenarios/first-dive.xml"], { cwd: root }],
    ["called by its absolute path", [absolute], { cwd: root }],
    ["called from another folder", [relative(elsewhere, absolute)], { cwd: elsewhere }],
    ["called from its own folder", ["first-dive.xml"], { cwd: dirname(absolute) }],
    ["called with a dot before its path", ["./scenarios/first-dive.xml"], { cwd: root }],
    [
      "in another time zone and language",
      [absolute],
      { cwd: root, env: { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } },
    ],
    ["with JSON on standard output", [absolute, "--json"], { cwd: root }],
  ])("%s", async (name, args, options) => {
    // A process learns its zone and its language when it starts.
    const call = options?.env === undefined ? warmThetis : thetis;
    const bytes = await logBytes(`${name}.mcap`, [...args, ...FIRST_DIVE], options, call);
    expect(bytes.equals(first)).toBe(true);
  });

  test("from a copy of the scenario and its components in another folder", async () => {
    for (const part of ["scenarios", "components"])
      cpSync(join(root, part), join(elsewhere, part), { recursive: true });
    const bytes = await logBytes("copy.mcap", ["scenarios/first-dive.xml", ...FIRST_DIVE], { cwd: elsewhere });
    expect(bytes.equals(first)).toBe(true);
  });
});

test("no folder of the machine is in a log", async () => {
  const bytes = await logBytes("where.mcap", ["scenarios/first-dive.xml", "--until", "4"], { cwd: root });
  const text = bytes.toString("latin1");
  for (const part of [root.replace(/\/$/, ""), folder.path, homedir()]) {
    expect(part.length).toBeGreaterThan(1);
    expect(text).not.toContain(part);
  }
});

describe("a log run again", () => {
  const text = world({ duration_s: 20 });
  const scenario = folder.write("sea/sea.xml", text);
  const log = folder.at("sea.mcap");
  const again = (file: string, also: readonly string[] = []) =>
    warmThetis(["run", file, "--log", file.replace(".mcap", "-again.mcap"), "--force", ...also]);
  beforeAll(async () => {
    expect(await warmThetis(["run", scenario, "--log", log])).toMatchObject({ status: 0 });
  });

  test("is the same bytes, and says so with exit code 0", async () => {
    const { status, stdout } = await again(log);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^SAME .*bytes/m)]);
    expect(readFileSync(folder.at("sea-again.mcap")).equals(readFileSync(log))).toBe(true);
    const json = await again(log, ["--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ comparedWith: log, verdict: expect.stringMatching(/^same/) });
  });

  test.concurrent("needs neither the scenario nor the components, and keeps the overrides", async () => {
    const gone = folder.write("gone/sea.xml", text);
    const made = folder.at("gone.mcap");
    const call = ["run", gone, "--set", "auv/pilot/depth/kp=0.15", "--seed", "9", "--until", "12", "--log", made];
    expect(await warmThetis(call)).toMatchObject({ status: 0 });
    folder.write("gone/sea.xml", "<gone/>");
    expect(await again(made)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^SAME .*bytes/m) });
  });

  test.concurrent("with other values is told to be changed, not compared", async () => {
    const { status, stdout } = await again(log, ["--set", "auv/pilot/depth/kp=0.2"]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^changed /m)]);
    expect(stdout).not.toMatch(/^SAME/m);
  });

  test.concurrent("that was copied by another program is the same in every value", async () => {
    const copy = folder.write("copy-of-sea.mcap", await rewritten(log));
    expect(readFileSync(copy).equals(readFileSync(log))).toBe(false);
    expect(notAPrefix(samplesOf(logOf(log)), samplesOf(logOf(copy)))).toBeNull();
    expect(await again(copy)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^SAME .*values/m) });
  });

  test.concurrent.each([
    ["a gain of the scenario in it", 'kp="0.1"', 'kp="0.2"', /\/auv\/\w+ at \d/],
    ["the last digit of a gain", 'kp="0.1"', 'kp="0.10000000000000002"', /\/auv\/\w+ at \d/],
    ["the vehicle's place", 'position_m="0 0 10"', 'position_m="0 1 10"', /\/auv\/[\w/]+ at 0\.000 s: \w+/],
    ["its rate of logging", '<log rate_Hz="10"/>', '<log rate_Hz="5"/>', /messages there and/],
    ["its duration", 'duration_s="20"', 'duration_s="19"', /messages there and/],
  ])(
    "with %s changed is found to differ, with the channel and the instant, and exit code 1",
    async (name, from, to, where) => {
      const decoder = new TextDecoder();
      let changes = 0;
      const bytes = await rewritten(log, {
        attachment(attachment) {
          const old = decoder.decode(attachment.data);
          if (!attachment.name.endsWith("sea.xml") || !old.includes(from)) return attachment;
          changes++;
          return { ...attachment, data: new TextEncoder().encode(old.replace(from, to)) };
        },
      });
      expect(changes).toBe(1);
      const { status, stdout, stderr } = await again(folder.write(`${name}.mcap`, bytes));
      expect([status, stdout, stderr]).toEqual([1, expect.stringMatching(/^DIFFERS /m), ""]);
      expect(/^DIFFERS .*$/m.exec(stdout)?.[0]).toMatch(where);
    },
  );

  test.concurrent("whose recorded value was changed is found to differ there", async () => {
    // The same run under another gain, dressed as a run of the first: its metadata says nothing of the override.
    const other = folder.at("other.mcap");
    expect(await warmThetis(["run", scenario, "--set", "auv/pilot/depth/kp=0.3", "--log", other])).toMatchObject({
      status: 0,
    });
    const bytes = await rewritten(other, {
      metadata: ({ name, metadata }) => ({
        name,
        metadata: new Map(metadata).set(
          ...((name === "run" ? ["overrides", "[]"] : ["format", "1"]) as [string, string]),
        ),
      }),
    });
    const { status, stdout } = await again(folder.write("dressed.mcap", bytes));
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^DIFFERS .* at \d+\.\d+ s: \w+ was .*, is /m)]);
  });
});

test("a simulated stall is part of the run: the log runs again to the same bytes", async () => {
  const inside = autopilot('<stall start_s="4" duration_s="5"/>');
  const scenario = folder.write("stall.xml", world({ duration_s: 12, inside }));
  const log = folder.at("stall.mcap");
  expect(await warmThetis(["run", scenario, "--log", log])).toMatchObject({ status: 0 });
  expect(await warmThetis(["run", log, "--log", folder.at("stall-again.mcap")])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^SAME .*bytes/m),
  });
});
