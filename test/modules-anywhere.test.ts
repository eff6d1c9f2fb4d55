/** A program fed with the same logged inputs gives the same output bytes in this thread, in another one and in a page. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { navigationState } from "../src/control/index.ts";
import { readTable } from "../src/logging/index.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { evaluateInChromium, evaluateInWorker } from "./support/browser.ts";
import { type Fed, outputsOf } from "./support/module-entry.ts";
import { nodeReader } from "./support/node-reader.ts";
import { opened } from "./support/outside.ts";
import { definitions, runToEnd } from "./support/scenarios.ts";

const entry = fileURLToPath(new URL("support/module-entry.ts", import.meta.url));

/** Runs a shipped scenario, whose log has the rate of its law, and takes the readings from that log. */
function logged(main: string, vehicle: string): Fed {
  const overrides = [`${vehicle}/navigation/source=truth`];
  const { scenario } = loadScenario(definitions, nodeReader(), main, overrides);
  const { program } = scenario!.vehicles[0]!.controllers[0]!;
  expect(scenario!.logs[0]!.rate_Hz).toBe(program.rate_Hz);
  const log = opened(runToEnd(scenario!).log);
  const { names, columns } = readTable(log, `/${vehicle}/state`);
  const column = (name: string): ArrayLike<number> => columns[names.indexOf(name)]!;
  const poses = [...log.messages({ topics: [`/${vehicle}/pose`] })];
  const rest = ["u_mps", "v_mps", "w_mps", "p_radps", "q_radps", "r_radps", "uWater_mps", "vWater_mps", "wWater_mps"];
  // The true state has no deviation, and its readings no age.
  const NO_AGES = new Array<number>(5).fill(0);
  const readings = poses.map(({ t_ns, values }, k) => {
    const { orientation: q } = (values as { pose: { orientation: Record<string, number> } }).pose;
    const at = (name: string): number => column(name)[k]!;
    return [t_ns, at("north_m"), at("east_m"), at("depth_m"), q.w!, q.x!, q.y!, q.z!, ...rest.map(at), ...NO_AGES];
  });
  const binaries = [...scenario!.binaries].map(([name, bytes]) => [name, [...bytes]] as const);
  return { files: [...scenario!.files], binaries, overrides, readings };
}

test.each([
  ["an autopilot", "scenarios/first-dive.xml", "auv", 420 * 10],
  ["a station keeper", "scenarios/rov-station-keeping.xml", "rov", 180 * 20],
  ["a mission", "scenarios/survey.xml", "auv", 360 * 10],
])("%s: bare, in a thread and in a page", { timeout: 600_000 }, async (_, main, vehicle, periods) => {
  const fed = logged(main, vehicle);
  expect(fed.readings).toHaveLength(periods + 1);
  expect(fed.readings[0]).toHaveLength(navigationState.size);
  const here = outputsOf(fed);
  // Each reading is answered by set-points and what the program shows: two records, each a head of 16 bytes and a number or more.
  expect(here.hex.length).toBeGreaterThan(fed.readings.length * 2 * 2 * 24);
  expect(here.lines.length).toBeGreaterThan(0);
  const expression = `bundle.outputsOf(${JSON.stringify(fed)})`;
  expect(await evaluateInWorker(entry, expression)).toEqual(here);
  expect(await evaluateInChromium(entry, expression)).toEqual(here);
  // The bytes depend on the readings: 3 m deeper in one of them is another answer.
  const deeper = fed.readings.map((r, k) => (k === 500 ? r.map((v, i) => (i === 3 ? v + 3 : v)) : r));
  expect(outputsOf({ ...fed, readings: deeper }).hex === here.hex).toBe(false);
});
