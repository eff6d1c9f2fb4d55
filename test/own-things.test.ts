/**
 * Things from a user's folder, one file each, as whole processes: with no line of the package changed they are in the schema, the
 * help, the reference page, the log, CSV, JSON, the report and `components show`. Needs dist (npm run build).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const example = join(root, "examples/own-things");
const scenario = join(example, "probe.xml");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-things-"));
afterAll(() => rmSync(folder, { recursive: true }));

function thetis(...args: readonly string[]) {
  const command = [join(root, "dist/src/cli/main.js"), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** What a call prints that must succeed. */
function printed(...args: readonly string[]): string {
  const { status, stdout, stderr } = thetis(...args);
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

/** The rows of a channel, each by the names of its columns. */
function rows(log: string, channel: string): Record<string, number>[] {
  const [head = "", ...lines] = printed("export", log, "--channel", channel).trimEnd().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((text, i) => [names[i] ?? "", Number(text)])));
}

beforeAll(() => {
  printed("run", scenario, ...models, "--log", "probe.mcap", "--report", "probe.html");
});

test("a thermometer and a current are one file each, and the example is nothing besides a scenario and a page", () => {
  expect(readdirSync(join(example, "models")).sort()).toEqual(["inertial-current.mjs", "thermometer.mjs"]);
  expect(readdirSync(example).sort()).toEqual(["README.md", "models", "probe.xml"]);
});

test("without the folder they do not exist: neither kind, model nor file of the package knows them", () => {
  const { status, stdout } = thetis("check", scenario);
  expect(status).toBe(2);
  expect(stdout).toContain("thermometer");
  expect(printed("components", "schema")).not.toMatch(/thermometer|inertial/);
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
  test("is in the schema, with its parameters", () => {
    const schema = printed("components", "schema", ...models);
    for (const name of [word, ...parameters]) expect(schema).toContain(name);
  });

  test("is in the help and on the reference page, with its parameters and what it declares", () => {
    for (const verb of ["show", "reference"]) {
      const page = printed("components", verb, kind, ...models).replaceAll("\\_", "_");
      for (const name of [word, ...parameters, ...fields]) expect([verb, page.includes(name)]).toEqual([verb, true]);
    }
  });

  test("is shown with its declarations where a file uses it, as text and as JSON", () => {
    const shown = printed("components", "show", scenario, ...models);
    for (const name of [word, ...parameters, ...fields]) expect(shown).toContain(name);
    const document = printed("components", "show", scenario, "--json", ...models);
    for (const name of fields) expect(document).toContain(`"name": "${name}"`);
  });

  test("is drawn in the report, under its title", () => {
    const page = readFileSync(join(folder, "probe.html"), "utf8");
    const sections = page.split("<section").filter((section) => section.includes(`>${title}</h2>`));
    expect(sections).toHaveLength(1);
    expect(sections[0]!.match(/<figure[^>]*class="plot time"/g)?.length).toBeGreaterThan(0);
  });

  test("is in the log, as CSV and as JSON", () => {
    expect(printed("export", "probe.mcap")).toContain(topic);
    const table = rows("probe.mcap", topic);
    expect(table.length).toBeGreaterThan(50);
    expect(Object.keys(table[0] ?? {})).toEqual(expect.arrayContaining(fields));
    const json = printed("export", "probe.mcap", "--channel", topic, "--format", "json");
    for (const name of fields) expect(json).toContain(`"${name}"`);
  });
});

test("the thermometer's port, channel and event are listed by name", () => {
  const document = JSON.parse(printed("components", "show", "thermometer", "--json", ...models));
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

test("the current turns at 2 Ω sin 43° and carries the vehicle: the state shows U e^(−z/10 m) of it", () => {
  const shown = rows("probe.mcap", "/world/inertial");
  const angle = (row: Record<string, number>): number => Math.atan2(-(row.east_mps ?? 0), row.north_mps ?? 0);
  const f = 2 * 7.292115e-5 * Math.sin((43 * Math.PI) / 180);
  // Angles of 15 digits over 60 s.
  expect(angle(shown[60]!) - angle(shown[0]!)).toBeCloseTo(60 * f, 9);
  const last = rows("probe.mcap", "/auv/state").at(-1)!;
  const speed = Math.hypot(last.currentNorth_mps ?? 0, last.currentEast_mps ?? 0);
  // The vehicle follows an expansion around where it will be 25 ms later: w · 25 ms / 10 m of the speed, below 1e-3 of it.
  expect(speed / (0.2 * Math.exp(-(last.depth_m ?? 0) / 10))).toBeCloseTo(1, 3);
});

test("the log runs again to the same bytes; another run of the campaign has another phase and other noise", () => {
  expect(printed("run", "probe.mcap", ...models)).toContain("SAME     as probe.mcap: same bytes");
  printed("run", scenario, ...models, "--run", "4", "--log", "four.mcap");
  expect(printed("run", "four.mcap", ...models)).toContain("SAME     as four.mcap: same bytes");
  expect(rows("four.mcap", "/world/inertial")[0]).not.toEqual(rows("probe.mcap", "/world/inertial")[0]);
  const noise = (log: string): number[] =>
    rows(log, "/auv/thermometer").map((row) => (row.temperature_degC ?? 0) - (row.probe_degC ?? 0));
  expect(noise("four.mcap")).not.toEqual(noise("probe.mcap"));
});

test("the thermometer of the manual runs as it is printed", () => {
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
  const text = printed("run", "manual.xml", "--models", "manual", "--log", "manual.mcap");
  expect(text).toContain("node/thermometer1  the water is colder than 4 °C");
  expect(rows("manual.mcap", "/node/thermometer1").map((row) => row.temperature_degC)).toEqual(new Array(6).fill(3));
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

  function checked(declarations: string): string {
    mkdirSync(join(folder, "ears"), { recursive: true });
    writeFileSync(join(folder, "ears/ear.mjs"), file(declarations));
    writeFileSync(
      join(folder, "ears.xml"),
      '<scenario id="s" duration_s="1">\n<vehicle id="node" length_m="1"><provenance of="*" status="assumed"/>\n<ear/></vehicle></scenario>',
    );
    return thetis("check", "ears.xml", "--models", "ears").stdout;
  }

  const channel = '{ name: "a", plot: "lines", fields: [{ name: "x_m" }] }';

  test("a channel that the definition declares twice", () => {
    expect(checked(`channels: [${channel}, ${channel}], create: () => ({ join() {} })`)).toContain(
      'ears/ear.mjs:1:1: error DEF016: ear model "plain" declares the channel "a" twice',
    );
  });

  test("a channel that what it makes declares twice", () => {
    expect(checked(`create: () => ({ channels: [${channel}, ${channel}], join() {} })`)).toContain(
      'ears.xml:3:2: error SCN015: node/ear1: model "plain" of ear declares the channel "a" twice',
    );
  });

  test("a port of a message that no simulator sends", () => {
    const ports = 'ports: [{ name: "sound", direction: "in", message: echo }]';
    expect(checked(`${ports}, create: () => ({ join() {} })`)).toContain(
      'ears.xml:3:2: error SCN016: node/ear1: the port "sound" takes echo, which no simulator sends to a thing',
    );
  });

  test("a thing that throws when it joins ends the run in one line", () => {
    checked('create: () => ({ join() { throw new Error("no drum"); } })');
    const { status, stdout, stderr } = thetis("run", "ears.xml", "--models", "ears", "--no-log");
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringContaining("node/ear1 at t = 0 ns (0 s): it cannot join: no drum"),
    ]);
  });
});
