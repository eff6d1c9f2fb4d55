/**
 * Things from a user's folder, one file each: with no line of the package changed they are in the schema, the
 * help, the reference page, the log, CSV, JSON, the report and `components show`. Needs dist (npm run build).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ended, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const example = join(root, "examples/own-things");
const scenario = join(example, "probe.xml");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-things-"));
afterAll(() => rmSync(folder, { recursive: true }));

function thetis(...args: readonly string[]) {
  return warmThetis(args, { cwd: folder });
}

/** What a call prints that must succeed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await thetis(...args);
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

/** The rows of a channel, each by the names of its columns. */
async function rows(log: string, channel: string): Promise<Record<string, number>[]> {
  const [head = "", ...lines] = (await printed("export", log, "--channel", channel)).trimEnd().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((text, i) => [names[i] ?? "", Number(text)])));
}

beforeAll(async () => {
  await printed("run", scenario, ...models, "--log", "probe.mcap", "--report", "probe.html");
});

test("a thermometer and a current are one file each, and the example is nothing besides a scenario and a page", () => {
  expect(readdirSync(join(example, "models")).sort()).toEqual(["inertial-current.mjs", "thermometer.mjs"]);
  expect(readdirSync(example).sort()).toEqual(["README.md", "models", "probe.xml"]);
});

test("without the folder they do not exist: neither kind, model nor file of the package knows them", async () => {
  const { status, stdout } = await thetis("check", scenario);
  expect(status).toBe(2);
  expect(stdout).toContain("thermometer");
  expect(await printed("components", "schema")).not.toMatch(/name="thermometer"|surfaceSpeed_mps/);
});

describe.each([
  {
    ...{ kind: "thermometer", word: "thermometer", topic: "/auv/thermometer", title: "Thermometer" },
    ...{ fields: ["temperature_degC", "probe_degC"], parameters: ["lag_s", "noise_degC"] },
  },
  {
    ...{ kind: "current", word: "inertial", topic: "/world/inertial", title: "Inertial current at the surface" },
    ...{ fields: ["north_mps", "east_mps"], parameters: ["surfaceSpeed_mps", "fadeDepth_m"] },
  },
])("the $kind", ({ kind, word, topic, title, fields, parameters }) => {
  test("is in the schema, with its parameters", async () => {
    const schema = await printed("components", "schema", ...models);
    for (const name of [word, ...parameters]) expect(schema).toContain(name);
  });

  test("is in the help and on the reference page, with its parameters and what it declares", async () => {
    for (const verb of ["show", "reference"]) {
      const page = (await printed("components", verb, kind, ...models)).replaceAll("\\_", "_");
      for (const name of [word, ...parameters, ...fields]) expect([verb, page.includes(name)]).toEqual([verb, true]);
    }
  });

  test("is shown with its declarations where a file uses it, as text and as JSON", async () => {
    const shown = await printed("components", "show", scenario, ...models);
    for (const name of [word, ...parameters, ...fields]) expect(shown).toContain(name);
    const document = await printed("components", "show", scenario, "--json", ...models);
    for (const name of fields) expect(document).toContain(`"name": "${name}"`);
  });

  test("is drawn in the report, under its title", () => {
    const page = readFileSync(join(folder, "probe.html"), "utf8");
    const sections = page.split("<section").filter((section) => section.includes(`>${title}</h2>`));
    expect(sections).toHaveLength(1);
    expect(sections[0]!.match(/<figure[^>]*class="plot time"/g)?.length).toBeGreaterThan(0);
  });

  test("is in the log, as CSV and as JSON", async () => {
    expect(await printed("export", "probe.mcap")).toContain(topic);
    const table = await rows("probe.mcap", topic);
    expect(table.length).toBeGreaterThan(50);
    expect(Object.keys(table[0] ?? {})).toEqual(expect.arrayContaining(fields));
    const json = await printed("export", "probe.mcap", "--channel", topic, "--format", "json");
    for (const name of fields) expect(json).toContain(`"${name}"`);
  });
});

test("the thermometer's port, channel and event are listed by name", async () => {
  const document = JSON.parse(await printed("components", "show", "thermometer", "--json", ...models));
  expect(document.models[0]).toMatchObject({
    model: "lagged",
    ports: [
      { name: "water", direction: "in", message: "waterAt" },
      { name: "reading", direction: "out", message: "temperature" },
    ],
    channels: [{ name: "", plot: "lines", fields: [{ unit: "°C" }, { unit: "°C" }] }],
    events: [{ name: "saturated", level: "warning" }],
  });
});

test("the current turns at 2 Ω sin 43° and carries the vehicle: the state shows U e^(−z/10 m) of it", async () => {
  const shown = await rows("probe.mcap", "/world/inertial");
  const angle = (row: Record<string, number>): number => Math.atan2(-(row.east_mps ?? 0), row.north_mps ?? 0);
  const f = 2 * 7.292115e-5 * Math.sin((43 * Math.PI) / 180);
  // Angles of 15 digits over 60 s.
  expect(angle(shown[60]!) - angle(shown[0]!)).toBeCloseTo(60 * f, 9);
  const last = (await rows("probe.mcap", "/auv/state")).at(-1)!;
  const speed = Math.hypot(last.currentNorth_mps ?? 0, last.currentEast_mps ?? 0);
  // The vehicle follows an expansion around where it will be 25 ms later: w · 25 ms / 10 m of the speed, below 1e-3 of it.
  expect(speed / (0.2 * Math.exp(-(last.depth_m ?? 0) / 10))).toBeCloseTo(1, 3);
});

test("the log runs again to the same bytes; another run of the campaign has another phase and other noise", async () => {
  expect(await printed("run", "probe.mcap", ...models)).toContain("SAME     as probe.mcap: same bytes");
  await printed("run", scenario, ...models, "--run", "4", "--log", "four.mcap");
  expect(await printed("run", "four.mcap", ...models)).toContain("SAME     as four.mcap: same bytes");
  expect((await rows("four.mcap", "/world/inertial"))[0]).not.toEqual((await rows("probe.mcap", "/world/inertial"))[0]);
  const noise = async (log: string): Promise<number[]> =>
    (await rows(log, "/auv/thermometer")).map((row) => (row.temperature_degC ?? 0) - (row.probe_degC ?? 0));
  expect(await noise("four.mcap")).not.toEqual(await noise("probe.mcap"));
});

test("the thermometer of the manual runs as it is printed", async () => {
  const page = readFileSync(join(root, "docs/add-a-model.md"), "utf8");
  const [, code = ""] = /## A thing of your own[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  mkdirSync(join(folder, "manual"));
  writeFileSync(join(folder, "manual/thermometer.mjs"), code);
  writeFileSync(
    join(folder, "manual.xml"),
    `<scenario id="manual" duration_s="5"><world><water id="w" model="constant" temperature_degC="3" salinity_psu="35">
      <provenance of="*" status="assumed"/></water></world>
      <vehicle id="node" length_m="1"><provenance of="*" status="assumed"/><thermometer noise_degC="0"><provenance of="*" status="assumed"/></thermometer></vehicle></scenario>`,
  );
  const text = await printed("run", "manual.xml", "--models", "manual", "--log", "manual.mcap");
  expect(text).toContain("node/thermometer1  the water is colder than 4 °C");
  expect((await rows("manual.mcap", "/node/thermometer1")).map((row) => row.temperature_degC)).toEqual(
    new Array(6).fill(3),
  );
});

describe("what is wrong with a file of things is told with its place", () => {
  const file = (
    declarations: string,
  ): string => `export default ({ defineKind, defineModel, defineChildren, engine, messages }) => {
  const echo = engine.defineMessage("echo", "a sound", { n: 1 });
  const kind = defineKind()({ kind: "ear", doc: "An ear.", id: "optional", provenance: false, simulator: "sensors", params: {} });
  const model = defineModel(kind, { model: "plain", doc: "as is", default: true, ${declarations} });
  return [kind, model, defineChildren("vehicle", { ear: { doc: "ears" } })];
};`;

  // A process loads a file once: each case has a folder of its own.
  let cases = 0;
  async function checked(declarations: string, call: readonly string[] = ["check"]): Promise<Ended> {
    const own = join(folder, `case-${cases++}`);
    mkdirSync(join(own, "ears"), { recursive: true });
    writeFileSync(join(own, "ears/ear.mjs"), file(declarations));
    writeFileSync(
      join(own, "ears.xml"),
      '<scenario id="s" duration_s="1">\n<vehicle id="node" length_m="1"><provenance of="*" status="assumed"/>\n<ear/></vehicle></scenario>',
    );
    const [verb = "", ...also] = call;
    return warmThetis([verb, "ears.xml", "--models", "ears", ...also], { cwd: own });
  }

  const channel = '{ name: "a", plot: "lines", fields: [{ name: "x_m" }] }';

  test("a channel that the definition declares twice", async () => {
    expect((await checked(`channels: [${channel}, ${channel}], create: () => ({ join() {} })`)).stdout).toContain(
      'ears/ear.mjs:1:1: error DEF016: ear model "plain" declares the channel "a" twice',
    );
  });

  test("a channel that what it makes declares twice", async () => {
    expect((await checked(`create: () => ({ channels: [${channel}, ${channel}], join() {} })`)).stdout).toContain(
      'ears.xml:3:2: error SCN015: node/ear1: model "plain" of ear declares the channel "a" twice',
    );
  });

  test("but a port of a message that no simulator sends is right: software may send it, by a link", async () => {
    const ports = 'ports: [{ name: "sound", direction: "in", message: echo }]';
    expect((await checked(`${ports}, create: () => ({ join() {} })`)).stdout).toContain("0 errors");
  });

  test("a thing that throws when it joins ends the run in one line", async () => {
    const thrower = 'create: () => ({ join() { throw new Error("no drum"); } })';
    const { status, stdout, stderr } = await checked(thrower, ["run", "--no-log"]);
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringContaining("node/ear1 at t = 0 ns (0 s): it cannot join: no drum"),
    ]);
  });
});
