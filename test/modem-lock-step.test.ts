/**
 * One world of modems (moored and moving, sound and radio, fading, acknowledgements, a relay, several schemes) run in several ways gives one log, to the byte:
 * simulators apart over links of bytes, stopped and restored with frames on their way, and again with the same seed.
 */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { APART, type Role, SplitWorld } from "../src/scenario/index.ts";
import { evaluateInChromium, evaluateInWorker } from "./support/browser.ts";
import { modemFleet } from "./support/modem-fleet.ts";
import { resultOf } from "./support/modem-runs.ts";
import { logApart, runToEnd, scenarioOf, stoppedAt } from "./support/scenarios.ts";

const ROLES = APART.flat();
const cutOff = (role: Role): Role[][] => [[role], ROLES.filter((other) => other !== role)];

const scenario = scenarioOf(modemFleet(3));
const whole = runToEnd(scenario);
const modems = resultOf(whole);

test("the world has what it is to be tried with: deliveries, losses of several kinds, acknowledgements, movers", () => {
  const sorts = new Set(["a", "b", "c", "d"].flatMap((name) => modems.sorts(`${name}/modem`)));
  for (const sort of ["received", "collision", "half duplex", "not for me"]) expect([...sorts]).toContain(sort);
  for (const name of ["a", "b", "c", "d"]) expect(modems.figures(`${name}/modem`).delivered).toBeGreaterThan(0);
});

describe("in lock-step over links of bytes", () => {
  test.each(ROLES)("%s apart from the rest", (role) => {
    expect(Buffer.from(logApart(scenario, cutOff(role))).equals(whole.log)).toBe(true);
  });

  test("all five apart", () => {
    expect(Buffer.from(logApart(scenario, APART)).equals(whole.log)).toBe(true);
  });

  test("taken back to snapshots with frames on their way, all five end as if nothing had been", () => {
    const split = (): SplitWorld => new SplitWorld(scenario, APART, { recorder: null, tell() {} });
    const [straight, stopped] = [split(), split()];
    straight.lockStep.runUntil(scenario.duration_ns);
    for (const t_ns of onTheirWay()) {
      stopped.lockStep.runUntil(t_ns);
      const snapshot = stopped.lockStep.snapshot();
      stopped.lockStep.runUntil(t_ns + 1_234_567_890);
      stopped.lockStep.restore(snapshot);
    }
    stopped.lockStep.runUntil(scenario.duration_ns);
    expect(stopped.lockStep.snapshot()).toEqual(straight.lockStep.snapshot());
  });
});

/** Instants between the beginning of a frame's sending and the end of its reception elsewhere: in its way, and while it is heard. */
function onTheirWay(): number[] {
  const instants = ["a", "b", "c", "d"].flatMap((name) =>
    modems
      .spans(`${name}/modem`, "received")
      .flatMap(({ begin_s, end_s, delay_s }) => [
        Math.round(1e9 * (begin_s - 0.01 * delay_s)),
        Math.round(1e9 * (begin_s - 0.5 * delay_s)),
        Math.round(0.5e9 * (begin_s + end_s)),
      ]),
  );
  const sorted = [...new Set(instants)].sort((x, y) => x - y);
  return sorted.filter((_, k) => k % Math.ceil(sorted.length / 12) === 0);
}

test("stopped and restored in the middle of frames, the log goes on with the same bytes", () => {
  const instants = onTheirWay();
  expect(instants.length).toBeGreaterThan(8);
  expect(Buffer.from(stoppedAt(scenario, instants).log).equals(whole.log)).toBe(true);
});

test("the same seed gives the same bytes; another one gives other frames", () => {
  expect(Buffer.from(runToEnd(scenarioOf(modemFleet(3))).log).equals(whole.log)).toBe(true);
  const other = resultOf(runToEnd(scenarioOf(modemFleet(4))));
  expect(other.spans("a/modem", "sending")).not.toEqual(modems.spans("a/modem", "sending"));
});

test("in a worker of Node and inside Chromium the log has the same bytes", { timeout: 600_000 }, async () => {
  const entry = fileURLToPath(new URL("./support/log-entry.ts", import.meta.url));
  const expression = `bundle.logOf(${JSON.stringify([...scenario.files])})`;
  const digest = (base64: unknown): string => createHash("sha256").update(String(base64), "base64").digest("hex");
  const here = createHash("sha256").update(whole.log).digest("hex");
  expect(digest(await evaluateInWorker(entry, expression))).toBe(here);
  expect(digest(await evaluateInChromium(entry, expression))).toBe(here);
});
