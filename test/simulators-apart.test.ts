/**
 * The simulators of a world share description and messages, and nothing else: no installer imports another's files, and none finds
 * a continuous state that is not its own.
 */
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { APART, SplitWorld } from "../src/scenario/index.ts";
import { type Import, importsIn, importsOf, sourceFiles } from "./support/imports.ts";
import { scenarioOf } from "./support/scenarios.ts";

const scenario = fileURLToPath(new URL("../src/scenario", import.meta.url));

/** A class of files of src/scenario, by path from there; which files its members may import, and which for types only. */
interface Rule {
  readonly of: RegExp;
  readonly may: readonly RegExp[];
  readonly types?: readonly RegExp[];
}

const DESCRIPTION = /^load\/[\w-]+\.ts$/;
/** What joins a run knows its site, and nothing of this room. */
const THINGS = /^things\/[\w-]+\.ts$/;
const SHARED = /^simulators\/(?!assemble\.ts)[\w-]+\.ts$/;
/** Works on vehicles before any run. */
const TUNING = /^tuning\/[\w-]+\.ts$/;
const EVENTS = /^run\/events\.ts$/;

/** What is not in the table may not be. Other rooms are the business of rooms.test.ts. */
const rules: readonly Rule[] = [
  { of: THINGS, may: [] },
  { of: TUNING, may: [TUNING] },
  { of: DESCRIPTION, may: [DESCRIPTION, THINGS] },
  { of: EVENTS, may: [] },
  { of: SHARED, may: [DESCRIPTION, SHARED], types: [EVENTS] },
  ...["communications", "controllers", "displays", "environment", "sensors", "vehicles"].map((role) => ({
    of: new RegExp(`^simulators/${role}/([\\w-]+/)?[\\w-]+\\.ts$`),
    may: [DESCRIPTION, SHARED, new RegExp(`^simulators/${role}/([\\w-]+/)?[\\w-]+\\.ts$`)],
    types: [EVENTS],
  })),
  {
    of: /^simulators\/assemble\.ts$/,
    may: [DESCRIPTION, SHARED, /^simulators\/[\w-]+\/install\.ts$/],
    types: [EVENTS],
  },
];

/** What breaks the table, as sentences. */
function offences(imports: readonly Import[]): string[] {
  return imports.flatMap(({ file, target, typeOnly }) => {
    const from = relative(scenario, file);
    const to = relative(scenario, resolve(dirname(file), target));
    // Packages and other rooms.
    if (!target.startsWith(".") || to.startsWith("..")) return [];
    const rule = rules.find(({ of }) => of.test(from));
    const allowed = [...(rule?.may ?? []), ...(typeOnly ? (rule?.types ?? []) : [])];
    return allowed.some((pattern) => pattern.test(to)) ? [] : [`${from} imports ${to}`];
  });
}

const files = sourceFiles(scenario).filter((file) => {
  const path = relative(scenario, file);
  return path !== "index.ts" && !/^run\/(?!events\.ts)/.test(path);
});

test("every file of the simulators and of the description has a rule, and keeps it", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !rules.some(({ of }) => of.test(relative(scenario, file))))).toEqual([]);
  expect(offences(files.flatMap(importsOf))).toEqual([]);
});

test.each([
  ["things/excerpt.ts", 'import { PORTS } from "../simulators/routes.ts";'],
  ["things/excerpt.ts", 'import type { Scenario } from "../load/scenario.ts";'],
  ["simulators/sensors/install.ts", 'import { MovingBody } from "../vehicles/body.ts";'],
  ["simulators/sensors/install.ts", 'import type { Body } from "../vehicles/body.ts";'],
  ["simulators/environment/install.ts", 'export { TrueState } from "../sensors/install.ts";'],
  ["simulators/controllers/install.ts", 'const { World } = await import("../../run/world.ts");'],
  ["simulators/vehicles/install.ts", 'import { told } from "../../run/events.ts";'],
  ["simulators/vehicles/install.ts", 'import { STATE_FIELDS } from "../../index.ts";'],
  ["simulators/vehicles/install.ts", 'import { assemble } from "../assemble.ts";'],
  ["simulators/routes.ts", 'import { SeaQuery } from "./environment/sea-query.ts";'],
  ["simulators/assemble.ts", 'import { SeaQuery } from "./environment/sea-query.ts";'],
  ["load/scenario.ts", 'import { PORTS } from "../simulators/routes.ts";'],
])("the check sees a made-up offence in %s: %s", (file, text) => {
  expect(offences(importsIn(`${scenario}/${file}`, text))).toHaveLength(1);
});

test("cut apart, only the model of the vehicles holds continuous states: the others have none to read", () => {
  const world = scenarioOf(`<scenario id="s" duration_s="1">
    <world><waves id="swell" model="regular" amplitude_m="0.3" period_s="6"/><bottom id="ground" model="flat" depth_m="30"/></world>
    <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5">
      <push start_s="0" force_N="1 0 0"/>
      <excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="1"/>
      <controller id="hold" model="hold" rate_Hz="5" actuators="rudder" values="0.1"/>
    </vehicle></scenario>`);
  const { models } = new SplitWorld(world, APART, { tell() {}, recorder: null });
  expect(APART.map((roles, i) => [roles, models[i]!.model.systems.length])).toEqual([
    [["controllers"], 0],
    [["vehicles"], 1],
    [["environment"], 0],
    [["sensors"], 0],
    [["communications"], 0],
  ]);
});
