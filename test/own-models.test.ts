/**
 * A control law and a thruster from a user's folder, one file each: with no line of the package changed they are in the
 * schema, the help, the reference page, the log, CSV, JSON, the report and `components show`. Needs dist (npm run build).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = mkdtempSync(join(tmpdir(), "thetis-own-models-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a call prints that must succeed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await warmThetis(args, { cwd: folder });
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

describe.each([
  {
    ...{
      what: "a control law with four parameters",
      kind: "controller",
      model: "zigzag",
      file: "own-controller/models/zigzag.mjs",
    },
    parameters: ["rudder_deg", "turn_deg", "propeller", "pitchPerDepth_radpm"],
    ...{ scenario: "own-controller/zigzag.xml", topic: "/auv/helm" },
    ...{ fields: ["headingChange_rad", "depthError_m"], figures: ["Depth error", "Heading change"] },
  },
  {
    ...{ what: "a thruster", kind: "thruster", model: "slewing", file: "own-model/models/slewing-thruster.mjs" },
    ...{ parameters: ["slewRate_radps2"], scenario: "own-model/slow-thruster.xml", topic: "/auv/actuators" },
    ...{
      fields: ["bow_command_radps", "bow_speed_radps", "bow_thrust_N"],
      figures: ["Speed of propeller and bow, dotted: command", "Thrust of propeller and bow"],
    },
  },
])("$what in one file", ({ kind, model, file, parameters, scenario, topic, fields, figures }) => {
  const models = join(folder, model);
  const call = ["--models", models];
  const path = join(root, "examples", scenario);

  beforeAll(async () => {
    // A folder with that one file and nothing else.
    mkdirSync(models);
    writeFileSync(join(models, "own.mjs"), readFileSync(join(root, "examples", file)));
    await printed("run", path, ...call, "--until", "12", "--log", `${model}.mcap`, "--report", `${model}.html`);
  });

  test("it is one file, and the package does not know it", async () => {
    expect(readdirSync(models)).toEqual(["own.mjs"]);
    expect(await printed("components", "schema")).not.toContain(`"${model}"`);
  });

  test("it is in the schema, in the help and on the reference page, with its parameters", async () => {
    expect(await printed("components", "schema", ...call)).toContain(`"${model}"`);
    for (const verb of ["show", "reference"]) {
      const page = (await printed("components", verb, kind, ...call)).replaceAll("\\_", "_");
      for (const name of [model, ...parameters]) expect([verb, name, page.includes(name)]).toEqual([verb, name, true]);
    }
  });

  test("it is shown where a file uses it, as text and as JSON, each value with its unit", async () => {
    const shown = await printed("components", "show", path, ...call);
    for (const name of [model, ...parameters]) expect(shown).toContain(name);
    expect(await printed("components", "show", path, "--json", ...call)).toContain(`"model": "${model}"`);
  });

  test("it is in the log, as CSV and as JSON", async () => {
    expect(await printed("export", `${model}.mcap`)).toContain(topic);
    const [head = "", ...rows] = (await printed("export", `${model}.mcap`, "--channel", topic))
      .trimEnd()
      .split(/\r?\n/);
    expect(head.split(",")).toEqual(expect.arrayContaining(fields));
    expect(rows.length).toBeGreaterThan(100);
    const json = await printed("export", `${model}.mcap`, "--channel", topic, "--format", "json");
    for (const name of fields) expect(json).toContain(`"${name}"`);
  });

  test("it is drawn in the report", () => {
    const page = readFileSync(join(folder, `${model}.html`), "utf8");
    for (const title of figures) expect(page).toMatch(new RegExp(`<figcaption>[^<]*${title}`, "i"));
  });
});
