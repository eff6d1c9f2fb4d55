/** The example of a program of modules, one of them from a user's folder. Needs dist (npm run build). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const example = join(root, "examples/own-software");
const scenario = join(example, "layer.xml");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-software-"));
afterAll(() => rmSync(folder, { recursive: true }));

function thetis(...args: readonly string[]) {
  return warmThetis(args, { cwd: folder });
}

/** A column of a channel. */
async function column(channel: string, name: string): Promise<number[]> {
  const [head = "", ...lines] = (await thetis("export", "layer.mcap", "--channel", channel)).stdout
    .trimEnd()
    .split(/\r?\n/);
  const at = head.split(",").indexOf(name);
  return lines.map((line) => Number(line.split(",")[at]));
}

let summary = "";
beforeAll(async () => {
  const { status, stdout, stderr } = await thetis("run", scenario, ...models, "--log", "layer.mcap", "--report");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  summary = stdout;
}, 600_000);

const LIMIT_DEGC = 17;

/** 20 °C at the surface, 0.2 °C less for every metre; then the lag of the probe and the smoothing, sample by sample. */
function smoothed(depths_m: readonly number[]): number[] {
  const water = depths_m.map((depth) => 20 - 0.2 * depth);
  let [probe, y] = [water[0]!, water[0]!];
  return water.map((T_w, k) => {
    if (k > 0) probe = T_w + (probe - T_w) * Math.exp(-0.1 / 0.5);
    if (k > 0) y += (1 - Math.exp(-0.1 / 2)) * (probe - y);
    return y;
  });
}

test("cold is raised at the sample at which the smoothed temperature, computed from the logged depth, falls below 17 °C", async () => {
  const expected = smoothed(await column("/auv/state", "depth_m"));
  const found = await column("/auv/brain/detector", "smoothed_degC");
  expect(found).toHaveLength(1501);
  // The profile is looked up between two rows and the exponentials are another's: some roundings of 20, which the recursions forget.
  found.forEach((y, k) => void expect(Math.abs(y - expected[k]!)).toBeLessThan(1e-10));
  const first = expected.findIndex((y) => y < LIMIT_DEGC);
  const t_s = (first * 0.1).toFixed(1);
  expect(summary).toMatch(new RegExp(`\\b${t_s} s ! auv/brain/detector +colder than 17 °C`));
  // The mission reacts in the same instant.
  expect(summary).toMatch(new RegExp(`\\b${t_s} s +auv/brain/captain +Cold: Dive stops`));
  // As an event, and once more among the warnings.
  expect(summary.match(/colder than/g)).toHaveLength(2);
});

test("the mission climbs out of the cold layer and stays at 8 m", async () => {
  const depths_m = await column("/auv/state", "depth_m");
  // 17 °C is at 15 m; lag and smoothing are 2.5 s at under 1 m/s of descent, and the turn upwards takes some more.
  expect(Math.max(...depths_m)).toBeGreaterThan(15);
  expect(Math.max(...depths_m)).toBeLessThan(20);
  expect(Math.abs(depths_m.at(-1)! - 8)).toBeLessThan(0.2);
});

test("the report has the event, and the list of components the detector with its parameters and units", async () => {
  expect(readFileSync(join(folder, "layer.html"), "utf8")).toContain("colder than 17 °C");
  const { stdout } = await thetis("components", "show", "module", ...models);
  expect(stdout).toMatch(/coldDetector +Raises/);
  expect(stdout).toMatch(/limit_degC +number +required/);
});

test("the log runs again to the same bytes", async () => {
  const again = await thetis("run", "layer.mcap", ...models, "--log", "again.mcap");
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("same bytes") });
}, 600_000);

test("a thermometer that sends more seldom than the limit of a link allows is reported in the log, once per spell", async () => {
  // Every 4 s a reading, read at 10 Hz by a module with a limit of 3.05 s: over it from 3.1 s on, until the next comes.
  const reader = `export default ({ defineModel, kinds, engine }) => defineModel(kinds.module, {
    model: "reader", doc: "Reads a temperature.", reads: ["rate_Hz"],
    create: ({ rate_Hz }) => ({
      rate_Hz, memory: 0, shows: [], step() {},
      inputs: [{ name: "in", message: engine.defineMessage("temperature", "", { taken_ns: 1, temperature_degC: 1 }) }],
    }),
  });`;
  const thermometer = join(root, "examples/own-things/models/thermometer.mjs");
  const own = mkdtempSync(join(folder, "models-"));
  writeFileSync(join(own, "reader.mjs"), reader);
  writeFileSync(join(own, "thermometer.mjs"), readFileSync(thermometer, "utf8"));
  const text = `<scenario id="late" duration_s="9"><world/>
    <vehicle id="auv" file="${join(root, "components/vehicles/remus100.xml")}" position_m="0 0 5">
      <thermometer id="probe" rate_Hz="0.25"/>
      <software id="brain"><module id="r" model="reader"/><link from="probe.reading" to="r.in" maxAge_s="3.05"/></software>
    </vehicle><log rate_Hz="1"/></scenario>`;
  writeFileSync(join(folder, "late.xml"), text);
  const { status, stdout } = await thetis("run", "late.xml", "--models", own, "--log", "late.mcap");
  expect({
    status,
    lines: stdout.match(/.* ! .*the input.*/g)?.map((line) => line.trim().replace(/ +/g, " ")),
  }).toEqual({
    status: 0,
    lines: [3.1, 7.1].map((t) => `${t} s ! auv/brain/r the input r.in is 3.1 s old; its limit is 3.05 s`),
  });
  expect((await thetis("export", "late.mcap", "--channel", "/events")).stdout).toContain("its limit is 3.05 s");
}, 600_000);

test("the report draws the detector and the thermometer", () => {
  const page = readFileSync(join(folder, "layer.html"), "utf8");
  for (const title of ["Detector: smoothed", "Temperature, probe"]) expect(page).toContain(`<figcaption>${title}`);
});
