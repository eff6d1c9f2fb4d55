/** The example of a control law from a user's folder. Needs dist (npm run build). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { thetis as inItsOwnProcess, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const example = join(root, "examples/own-controller");
const scenario = join(example, "zigzag.xml");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-controller-"));
afterAll(() => rmSync(folder, { recursive: true }));

function thetis(...args: readonly string[]) {
  return warmThetis(args, { cwd: folder });
}

/** The rows of a channel, each by the names of its columns. */
async function rows(log: string, channel: string): Promise<Record<string, number>[]> {
  const [head = "", ...lines] = (await thetis("export", log, "--channel", channel)).stdout.trimEnd().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((text, i) => [names[i] ?? "", Number(text)])));
}

const TURN_RAD = (10 * Math.PI) / 180;

beforeAll(async () => {
  expect(await thetis("run", scenario, ...models, "--log", "zigzag.mcap")).toMatchObject({ status: 0, stderr: "" });
});

test("the rudder changes sides when the heading has changed by 10 degrees, and at no other tick", async () => {
  // Log and law have one rate, so every tick has its row; the record of an instant comes after the tick of that instant.
  const heading = (await rows("zigzag.mcap", "/auv/state")).map((row) => row.heading_rad ?? Number.NaN);
  const rudder = (await rows("zigzag.mcap", "/auv/actuators")).map((row) => row.rudder_command_rad ?? Number.NaN);
  expect(heading).toHaveLength(901);
  let side = 1;
  let turns = 0;
  for (const [i, psi] of heading.entries()) {
    if (psi * side >= TURN_RAD) {
      side = -side;
      turns++;
    }
    // 10 degrees in radians, whichever way they are rounded.
    expect(rudder[i]).toBeCloseTo(side * TURN_RAD, 12);
  }
  // 90 s; the turning circle of 21 m at 15° of rudder and 1.5 m/s is 4.1°/s, so 20° take 5 s or more, and not twice that.
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(turns).toBeLessThanOrEqual(18);
});

test("the depth is held to a hand's breadth, since the vehicle is neutral and nothing but turns disturbs it", async () => {
  const depths = (await rows("zigzag.mcap", "/auv/state")).map((row) => row.depth_m ?? Number.NaN);
  expect(Math.max(...depths.map((depth) => Math.abs(depth - 10)))).toBeLessThan(0.1);
});

test("the log shows what the law reports, and runs again to the same bytes", async () => {
  const shown = await rows("zigzag.mcap", "/auv/helm");
  const heading = (await rows("zigzag.mcap", "/auv/state")).map((row) => row.heading_rad);
  // The run starts with heading 0 and turns by less than half a circle: the change is the heading itself.
  expect(shown.map((row) => row.headingChange_rad)).toEqual(heading);
  const again = await thetis("run", "zigzag.mcap", ...models, "--log", "again.mcap");
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("same bytes") });
});

test("online, in a thread of its own, the law steers too, and its commands played again give the same motion", async () => {
  // 12 s at four times real time; how late the thread is does not matter.
  const online = ["--mode", "online", "--pace", "4", "--until", "12", "--log", "online.mcap"];
  const { status, stdout } = await inItsOwnProcess(["run", scenario, ...models, ...online], { cwd: folder });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("rudder to port") });
  const again = await thetis("run", "online.mcap", ...models, "--log", "online-again.mcap");
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("same values, to the last bit") });
});

test("a stall of the computer leaves the rudder where it was", async () => {
  const text = readFileSync(scenario, "utf8").replace(
    'propeller="900"/>',
    'propeller="900"><stall start_s="3" duration_s="4"/></controller>',
  );
  const file = join(folder, "stalled.xml");
  writeFileSync(file, text.replace("../../components", join(root, "components")));
  expect((await thetis("run", file, ...models, "--until", "12", "--log", "stalled.mcap")).status).toBe(0);
  const sides = (await rows("stalled.mcap", "/auv/actuators")).map((row) => Math.sign(row.rudder_command_rad ?? 0));
  // Without the stall the rudder changes sides near 4 s; with it, at the first tick after 7 s.
  expect(sides.indexOf(-1)).toBe(70);
});

test("without its models the scenario is refused, and wrong values are reported at their place", async () => {
  const alone = await thetis("run", scenario);
  expect(alone).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining('controller has no model "zigzag"'),
  });
  const wrong = ["--set", "auv/helm/actuators=rudder propeller", "--set", "auv/helm/turn_deg=0"];
  const { status, stderr } = await thetis("run", scenario, ...models, ...wrong);
  expect(status).toBe(2);
  expect(stderr).toMatch(/turn_deg = 0 .*above 0/);
  const two = await thetis("run", scenario, ...models, ...wrong.slice(0, 2));
  expect(two).toMatchObject({ status: 2, stderr: expect.stringMatching(/zigzag drives a rudder, a stern plane/) });
});
