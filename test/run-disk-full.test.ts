/** A disk that fills up: the run ends with a reason, what was written stays readable; reports and exports are whole or not there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { logOf, notAPrefix, type Sample, samplesOf } from "./support/run-logs.ts";
import { onSmallDisk } from "./support/run-small-disk.ts";
import { expectPlainWords, expectRefusal, Folder } from "./support/run-thetis.ts";
import { world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
// At 10 Hz some 4 kB of log per simulated second: 300 s are four times 256 KiB.
const scenario = folder.write("sea.xml", world({ duration_s: 300 }));
const NO_SPACE = /no space left/;

let whole = new Map<string, Sample[]>();
beforeAll(async () => {
  expect(await warmThetis(["run", scenario, "--log", folder.at("whole.mcap")])).toMatchObject({ status: 0 });
  whole = samplesOf(logOf(folder.at("whole.mcap")));
});

function linesWith(pattern: RegExp, text: string): string[] {
  return text.split("\n").filter((line) => pattern.test(line));
}

describe.concurrent.each(["offline", "online"])("the log's disk fills up in an %s run", (mode) => {
  // A pace that no computer keeps: as fast as it goes, with controllers in threads.
  const call = (disk: string): string[] => [
    "run",
    scenario,
    "--log",
    join(disk, "a.mcap"),
    ...(mode === "online" ? ["--mode", mode, "--pace", "1e4"] : []),
  ];

  test("exit code 3, one line with the reason, and everything up to there can be read", async () => {
    const { ended, kept } = await onSmallDisk(folder, `plain-${mode}`, 256, call);
    expect(ended.status).toBe(3);
    expect(linesWith(NO_SPACE, ended.stdout + ended.stderr)).toHaveLength(1);
    expectPlainWords(ended.stdout + ended.stderr);
    const log = logOf(join(kept, "a.mcap"));
    expect(log.complete).toBe(false);
    const samples = samplesOf(log);
    // 256 KiB hold some 20 s, with ten samples in each; a chunk of 2 s, perhaps broken, is lost.
    expect(samples.get("/auv/state")!.length).toBeGreaterThan(120);
    if (mode === "offline") expect(notAPrefix(samples, whole)).toBeNull();
    expect(log.metadata.get("run")?.scenario).toBe("sea");
  });

  test("the same as one JSON document, which names the reason", async () => {
    const { ended } = await onSmallDisk(folder, `json-${mode}`, 256, (disk) => [...call(disk), "--json"]);
    expect(ended.status).toBe(3);
    const document = JSON.parse(ended.stdout) as { problem?: string; error?: { message: string } };
    expect(document.problem ?? document.error?.message).toMatch(NO_SPACE);
  });
});

test.concurrent("the log on a full disk can be run again, reported and exported, and what was lost is said", async () => {
  const { kept } = await onSmallDisk(folder, "after", 200, (disk) => ["run", scenario, "--log", join(disk, "a.mcap")]);
  const file = join(kept, "a.mcap");
  const [again, report, csv] = await Promise.all([
    warmThetis(["run", file, "--log", folder.at("again.mcap")]),
    warmThetis(["report", file, "--output", folder.at("after.html"), "--json"]),
    warmThetis(["export", file, "--channel", "/auv/state"]),
  ]);
  expect(again).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^SAME /m),
    stderr: expect.stringMatching(file),
  });
  expect(report.status).toBe(0);
  expect(JSON.parse(report.stdout).losses).not.toEqual([]);
  expect(csv).toMatchObject({ status: 0, stderr: expect.stringMatching(file) });
});

test.concurrent("a disk without room for the first byte: exit code 3, one line, and no log that cannot be read", async () => {
  folder.write("none/before/filler", new Uint8Array(64 * 1024));
  const { ended, kept } = await onSmallDisk(folder, "none", 64, (disk) => [
    "run",
    scenario,
    "--log",
    join(disk, "a.mcap"),
  ]);
  expectRefusal(ended, 3, NO_SPACE, false);
  expect(readdirSync(kept)).toEqual(["filler"]);
});

describe.concurrent.each([
  ["report", ["report", folder.at("whole.mcap"), "--force"], "a.html"],
  ["export to CSV", ["export", folder.at("whole.mcap"), "--channel", "/auv/state", "--force"], "a.csv"],
  [
    "export to JSON",
    ["export", folder.at("whole.mcap"), "--channel", "/auv/state", "--format", "json", "--force"],
    "a.json",
  ],
  [
    "export to XML",
    ["export", folder.at("whole.mcap"), "--channel", "/auv/state", "--format", "xml", "--force"],
    "a.xml",
  ],
])("%s onto a full disk", (_, args, name) => {
  test("is refused with 3 and one line; a former file stays as it was, and nothing else is left", async () => {
    folder.write(`${name}/before/${name}`, "the former one\n");
    const call = (disk: string): string[] => [...args, "--output", join(disk, name)];
    const { ended, kept } = await onSmallDisk(folder, name, 64, call);
    expectRefusal(ended, 3, NO_SPACE, false);
    expect(readdirSync(kept)).toEqual([name]);
    expect(readFileSync(join(kept, name), "utf8")).toBe("the former one\n");
  });
});

test.concurrent("a run whose report finds no room keeps its log whole and exits with 3", async () => {
  // 20 s of log need some 250 kB, the report's page as much again.
  const { ended, kept } = await onSmallDisk(folder, "report", 360, (disk) => [
    ...["run", scenario, "--until", "20", "--log", join(disk, "a.mcap"), "--report", join(disk, "a.html"), "--json"],
  ]);
  expect(ended.status).toBe(3);
  const document = JSON.parse(ended.stdout) as { problem?: string; error?: { message: string } };
  expect(document.problem ?? document.error?.message).toMatch(NO_SPACE);
  expect(readdirSync(kept)).toEqual(["a.mcap"]);
  expect(logOf(join(kept, "a.mcap")).complete).toBe(true);
});
