/** Runs never replace a log or a report silently, and two runs never write one log. Needs dist. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { logOf } from "./support/run-logs.ts";
import { expectRefusal, Folder, type Started, startThetis } from "./support/run-thetis.ts";
import { law, lawsFile, world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const text = world({ duration_s: 2 });
const plain = folder.write("plain.xml", text);
let places = 0;

/** A folder of its own with a scenario in it; what it holds later besides. */
function place(): {
  at: (name: string) => string;
  run: (...args: string[]) => ReturnType<typeof warmThetis>;
  held: () => string[];
} {
  const own = `place-${places++}`;
  folder.write(`${own}/sea.xml`, text);
  const cwd = folder.at(own);
  return {
    at: (name) => `${cwd}/${name}`,
    run: (...args) => warmThetis(["run", "sea.xml", ...args], { cwd }),
    held: () => [...folder.names(own), ...folder.names(`${own}/runs`).map((name) => `runs/${name}`)].sort(),
  };
}

test.concurrent("default names get a number, the report with them, and the output names them", async () => {
  const { run, held, at } = place();
  expect((await run("--report")).stdout).toMatch(/log +runs\/sea\.mcap.*\nreport +runs\/sea\.html/);
  const first = readFileSync(at("runs/sea.mcap"));
  // A report alone takes its name, too: no new log is put beside it.
  writeFileSync(at("runs/sea-2.html"), "a page of the user's");
  expect((await run("--report", "--set", "seed=8")).stdout).toMatch(
    /log +runs\/sea-3\.mcap.*\nreport +runs\/sea-3\.html/,
  );
  expect(readFileSync(at("runs/sea.mcap")).equals(first)).toBe(true);
  expect(held().filter((name) => name.startsWith("runs/"))).toEqual([
    "runs/sea-2.html",
    "runs/sea-3.html",
    "runs/sea-3.mcap",
    "runs/sea.html",
    "runs/sea.mcap",
  ]);
});

test.concurrent("a name that was given and is taken is refused with 2; --force replaces the log, and its report goes", async () => {
  const { run, held, at } = place();
  expect(await run("--log", "a.mcap", "--report")).toMatchObject({ status: 0 });
  const [log, report] = [readFileSync(at("a.mcap")), readFileSync(at("a.html"))];
  expectRefusal(await run("--log", "a.mcap"), 2, /a\.mcap exists; --force replaces it, another --log keeps it/, false);
  expectRefusal(await run("--log", "b.mcap", "--report", "a.html"), 2, /a\.html exists; --force replaces it/, false);
  expect(readFileSync(at("a.mcap")).equals(log) && readFileSync(at("a.html")).equals(report)).toBe(true);
  const forced = await run("--log", "a.mcap", "--force", "--set", "seed=8");
  expect(forced).toMatchObject({ status: 0, stderr: "a.html is removed: it showed the log that was here before\n" });
  expect(readFileSync(at("a.mcap")).equals(log)).toBe(false);
  expect(logOf(at("a.mcap")).complete).toBe(true);
  expect(held()).toEqual(["a.mcap", "sea.xml"]);
});

test.concurrent("--force replaces logs only, and reports only by reports unless it is given", async () => {
  const { run, at } = place();
  writeFileSync(at("thesis.tex"), "years of work");
  const notALog = /thesis\.tex exists and is not a log, so that --force does not replace it either: give another --log/;
  expectRefusal(await run("--log", "thesis.tex"), 2, notALog, false);
  expectRefusal(await run("--log", "thesis.tex", "--force"), 2, notALog, false);
  expect(await run("--log", "a.mcap")).toMatchObject({ status: 0 });
  const report = (...args: string[]) => warmThetis(["report", "a.mcap", ...args], { cwd: at("") });
  expectRefusal(await report("--output", "thesis.tex"), 2, /thesis\.tex exists and is not a report; --force/, false);
  expect(readFileSync(at("thesis.tex"), "utf8")).toBe("years of work");
  expect(await report()).toMatchObject({ status: 0 });
  expect(await report()).toMatchObject({ status: 0 });
});

describe("a log that a process is writing", () => {
  const models = folder.write("models/laws.mjs", lawsFile()).replace(/\/laws\.mjs$/, "");

  /** A run that stands still in the middle until its gates are opened. */
  async function heldRun(own: string, log: string): Promise<{ started: Started; open: () => void; args: string[] }> {
    const scenario = folder.write(`${own}/long.xml`, world({ duration_s: 8, inside: law("held") }));
    const gate = folder.at(`${own}/gate`);
    const args = ["run", scenario, "--models", models, "--log", log];
    const started = startThetis(args, { env: { THETIS_GATE: gate } });
    while (!existsSync(`${gate}-1-reached`)) {
      if (started.child.exitCode !== null) throw new Error(JSON.stringify(await started.ended));
      await sleep(5);
    }
    return {
      started,
      args,
      open: () => {
        for (const k of [1, 2]) writeFileSync(`${gate}-${k}-open`, "");
      },
    };
  }

  test("is refused to a second run, --force or not, and is whole when the first has ended", async () => {
    const log = folder.at("two/a.mcap");
    const { started, open } = await heldRun("two", log);
    const { pid } = started.child;
    const second = (...also: string[]) => warmThetis(["run", plain, "--log", log, ...also]);
    expectRefusal(await second("--force"), 2, new RegExp(`process ${pid} is writing it`), false);
    expectRefusal(await second(), 2, new RegExp(`process ${pid} is writing it`), false);
    const export_ = await warmThetis(["export", log]);
    expect(export_).toMatchObject({ status: 0, stderr: expect.stringContaining(`process ${pid} is still writing it`) });
    open();
    expect(await started.ended).toMatchObject({ status: 0 });
    expect(logOf(log)).toMatchObject({ complete: true, losses: [] });
    expect(folder.names("two").filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("lies under its own name after a kill, can be read, and can be replaced", async () => {
    const log = folder.at("killed/a.mcap");
    const { started } = await heldRun("killed", log);
    started.child.kill("SIGKILL");
    await started.ended;
    expect(logOf(log).metadata.get("run")?.scenario).toBe("sea");
    expect(folder.names("killed")).toContain(".a.mcap.lock");
    const again = await warmThetis(["run", plain, "--log", log, "--force"]);
    expect(again).toMatchObject({ status: 0 });
    expect(logOf(log).complete).toBe(true);
    expect(folder.names("killed").filter((name) => name.startsWith("."))).toEqual([]);
  });
});

test.concurrent.each([
  ["of a process whose number was given again", { pid: process.pid, started: "1", host: hostname() }, 0, /^/],
  ["that was half-written", null, 0, /^/],
  [
    "of another computer",
    { pid: 7, started: "1", host: "far-away" },
    2,
    /process 7 on far-away is writing it; if it is gone, remove \S*\.a\.mcap\.lock/,
  ],
])("a lock %s", async (_, lock, status, reason) => {
  const { run, at } = place();
  writeFileSync(at(".a.mcap.lock"), lock === null ? '{"pid":' : JSON.stringify(lock));
  const ended = await run("--log", "a.mcap");
  expect(ended).toMatchObject({ status, stderr: expect.stringMatching(reason) });
  expect(existsSync(at(".a.mcap.lock"))).toBe(status !== 0);
});
