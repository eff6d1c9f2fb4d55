/**
 * Programs that end too early: models that call process.exit, timers and promises that fail, an output that is full. Each is one
 * line and an exit code that says so; a run keeps its log.
 */

import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { logOf } from "./support/run-logs.ts";
import { expectPlainWords, Folder, main, root, thetis } from "./support/run-thetis.ts";
import { law, world } from "./support/run-worlds.ts";

const folder = new Folder();

/** A law whose model is made by one piece of code and whose tick runs another. */
const lawFile = (create: string, step: string): string => `export default ({ defineModel, kinds, control }) =>
  defineModel(kinds.controller, {
    model: "mine", doc: "x", reads: ["rate_Hz", "actuators"],
    create: (p) => {
      ${create}
      return {
        rate_Hz: p.rate_Hz, memory: 1, shows: [],
        inputs: [{ name: "state", message: control.navigationState }],
        outputs: control.actuatorOutputs(p.actuators),
        step(tick) { const t_s = tick.reals[tick.inAt[0]] * 1e-9; ${step} },
      };
    },
  });
`;

function project(name: string, create: string, step: string): { scenario: string; models: string; log: string } {
  folder.write(`${name}/models/mine.mjs`, lawFile(create, step));
  const scenario = folder.write(`${name}/sea.xml`, world({ duration_s: 20, inside: law("mine") }));
  return { scenario, models: folder.at(`${name}/models`), log: folder.at(`${name}/sea.mcap`) };
}

describe.concurrent("a law that calls process.exit(0)", () => {
  test("when it is made: check and run refuse it, naming law and reason", async () => {
    const { scenario, models, log } = project("made", "process.exit(0);", "");
    for (const call of [
      ["check", scenario],
      ["run", scenario, "--log", log],
    ]) {
      const { status, stdout, stderr } = await thetis([...call, "--models", models]);
      expect(status).toBe(2);
      expect(stdout + stderr).toMatch(/error SCN007: auv\/own: .*it calls process\.exit/);
    }
  });

  test("in a tick: the run fails at that time with exit code 3, and its log is kept", async () => {
    const { scenario, models, log } = project("tick", "", "if (t_s >= 5) process.exit(0);");
    const { status, stdout, stderr } = await thetis(["run", scenario, "--models", models, "--log", log]);
    expect([status, stderr]).toEqual([3, ""]);
    expect(stdout).toMatch(/^FAILED .*auv\/own.*it calls process\.exit/m);
    expect(logOf(log).complete).toBe(true);
  });

  test("and an exit code that a model leaves behind is not the program's", async () => {
    const { scenario, models } = project("code", "process.exitCode = 0; return new Promise(() => {});", "");
    folder.write("code/models/never.mjs", "process.exitCode = 0;\nawait new Promise(() => {});\n");
    const { status, stderr } = await thetis(["check", scenario, "--models", models]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^thetis: the program waits for something/)]);
  });
});

describe.concurrent("what fails outside every call", () => {
  test.each([
    ["timer", 'setTimeout(() => { throw new Error("the gyro\\nis upside down"); });'],
    ["promise", 'setTimeout(() => Promise.reject(new Error("the gyro\\nis upside down")));'],
    ["thing", 'setTimeout(() => Promise.reject("the gyro is upside down"));'],
  ])(
    "a %s: the run ends in order with one line that has the place, exit code 3, and its log is whole",
    async (kind, code) => {
      const { scenario, models, log } = project(kind, "", `if (t_s === 5) { ${code} }`);
      // The rest of the run takes longer than the timer: it is heard between two slices.
      const { status, stdout, stderr } = await thetis([
        "run",
        scenario,
        "--until",
        "4000",
        "--models",
        models,
        "--log",
        log,
      ]);
      expect([status, stderr]).toEqual([3, ""]);
      const place = kind === "thing" ? "" : ".*mine\\.mjs:\\d+:\\d+";
      expect(stdout).toMatch(
        new RegExp(`^FAILED .*a timer or a promise of a model failed: .*the gyro is upside down${place}`, "m"),
      );
      expectPlainWords(stdout);
      expect(logOf(log).complete).toBe(true);
    },
  );

  test("a timer beside a check: one line, exit code 3; the stack for those who ask", async () => {
    const { scenario, models } = project("check", 'setTimeout(() => { throw new Error("late"); });', "");
    const { status, stderr } = await thetis(["check", scenario, "--models", models]);
    expect([status, stderr]).toEqual([3, expect.stringMatching(/^thetis: Error: late \(.*mine\.mjs:\d+:\d+\)\n$/)]);
    const asked = await thetis(["check", scenario, "--models", models], { env: { THETIS_STACK: "1" } });
    expect(asked.stderr).toMatch(/^ +at /m);
  });
});

test.each([
  [["components", "list"]],
  [["export", "missions/survey.mission", "--format", "aut"]],
  [["run", "scenarios/first-dive.xml", "--no-log", "--until", "1", "--json"]],
  [["check", "scenarios/first-dive.xml"]],
])("thetis %j into a device that is full: one line, exit code 3", (args) => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", full, "pipe"],
  });
  expect([status, stderr]).toEqual([3, "thetis: cannot write to standard output: no space left on the disk\n"]);
});
