/**
 * Several models in lock-step give the same log, to the byte, as one: each simulator cut off from the rest, and all of them apart,
 * over links that share nothing but bytes, for every scenario that ships.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { APART, loadScenario, type Role, type Scenario, SplitWorld } from "../src/scenario/index.ts";
import { everything } from "./support/everything.ts";
import { LONG } from "./support/long.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, logApart, runToEnd } from "./support/scenarios.ts";

const ROLES = APART.flat();
const scenarios = readdirSync(new URL("../scenarios/", import.meta.url)).filter((name) => name.endsWith(".xml"));

/** Long enough that every part of it has happened many times; what begins later (legs, tasks) is in the long tests. */
const LONGEST_S = LONG ? 60 : 20;

function shipped(name: string): Scenario {
  const file = `scenarios/${name}`;
  const whole = loadScenario(definitions, nodeReader(), file);
  const duration_s = Math.min(LONGEST_S, (whole.scenario?.duration_ns ?? 0) / 1e9);
  const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), file, [`duration_s=${duration_s}`]);
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return scenario;
}

/** One role, and all others together. */
function cutOff(role: Role): Role[][] {
  return [[role], ROLES.filter((other) => other !== role)];
}

test("there are scenarios, and five simulators", () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(7);
  expect(ROLES).toHaveLength(5);
});

test.each(scenarios)("rule 18: %s, each simulator cut off from the rest, and all five apart", (name) => {
  const scenario = shipped(name);
  const together = runToEnd(scenario).log;
  for (const places of [...ROLES.map(cutOff), APART]) {
    // Buffers are compared as such: a message about a million differing bytes helps nobody.
    expect([places, Buffer.from(logApart(scenario, places)).equals(together)]).toEqual([places, true]);
  }
});

describe("limits of hulls, pushes, tanks, gusts and a mission in one world", () => {
  const scenario = everything();

  test("rule 18: each simulator cut off from the rest, and all five apart", () => {
    const together = runToEnd(scenario).log;
    for (const places of [...ROLES.map(cutOff), APART]) {
      expect([places, Buffer.from(logApart(scenario, places)).equals(together)]).toEqual([places, true]);
    }
  });

  test("rules 10 and 18: several models, taken back to a snapshot, end as if nothing had been", () => {
    const split = (): SplitWorld => new SplitWorld(scenario, APART, { recorder: null, tell() {} });
    const [whole, stopped] = [split(), split()];
    whole.lockStep.runUntil(scenario.duration_ns);
    for (const t_ns of [0, 3e9, 7_123_456_789]) {
      stopped.lockStep.runUntil(t_ns);
      const snapshot = stopped.lockStep.snapshot();
      stopped.lockStep.runUntil(t_ns + 1_234_567_890);
      stopped.lockStep.restore(snapshot);
    }
    stopped.lockStep.runUntil(scenario.duration_ns);
    expect(stopped.lockStep.snapshot()).toEqual(whole.lockStep.snapshot());
  });
});
