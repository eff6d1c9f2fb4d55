/** A counterexample of a property, flown by the mission of a vehicle: from `thetis verify --script` to a log that can be run again. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectRefusal, Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const manual = readFileSync(new URL("../docs/proofs.md", import.meta.url), "utf8");

test("the manual's example: the property fails, its counterexample flies, and the log gives the same bytes again", async () => {
  const [, section = ""] = manual.split(/^## A counterexample flies$/m);
  const property = /^property UpAtOnce: .*;$/m.exec(section)![0];
  const file = folder.write("own.properties", `${property}\n`);
  const args = ["verify", "missions/survey.mission", "--properties", file, "--script", folder.at("ce")];
  const verified = await warmThetis(args, { cwd: root });
  expect(verified.status).toBe(1);
  const script = readFileSync(folder.at("ce/UpAtOnce.events"), "utf8");
  const given = script.split("\n").filter((line) => line.startsWith("react"));
  for (const line of given) expect(section).toContain(`\n${line}\n`);

  const log = folder.at("ce.mcap");
  const fly = ["scenarios/survey.xml", "--script", folder.at("ce/UpAtOnce.events"), "--until", "60", "--json"];
  const ran = await warmThetis(["run", ...fly, "--set", "auv/captain/scriptPeriod_s=5", "--log", log], { cwd: root });
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  const { events } = JSON.parse(ran.stdout) as { events: { t_s: number; message: string }[] };
  // One reaction of the script every 5 s; the leak is its last.
  const leak = events.find(({ message }) => message.startsWith("WaterLeak"))!;
  expect(leak.t_s).toBe(5 * (given.length - 1));
  const surface = events.find(({ message }) => message.includes("Surface(") && message.includes("starts"))!;
  expect(surface.t_s).toBeGreaterThan(leak.t_s);
  const again = await warmThetis(["run", log, "--log", folder.at("again.mcap"), "--json"], { cwd: root });
  expect(again.status).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ verdict: "same bytes" });
});

test.concurrent.each([
  [
    "a scenario without a mission",
    ["scenarios/first-dive.xml", "--script", "a.events"],
    /has no mission that could play/,
  ],
  ["a log", ["a.mcap", "--script", "a.events"], /run again as it was, its script included/],
  ["a script that is not there", ["scenarios/survey.xml", "--script", "no.events"], /cannot read .*no\.events/],
])("--script with %s is refused", async (_, args, reason) => {
  expectRefusal(await warmThetis(["run", ...args], { cwd: root }), 2, reason, false);
});

test("a script with a clock is refused, and of several missions one is to be named", async () => {
  const clock = folder.write("clock.events", "at 5 s WaterLeak\n");
  const refused = await warmThetis(["run", "scenarios/survey.xml", "--script", clock], { cwd: root });
  expectRefusal(refused, 2, /error CTL032: .*has a clock of its own/, false);
  const text = readFileSync(new URL("../scenarios/survey.xml", import.meta.url), "utf8");
  const vehicle = /<vehicle.*<\/vehicle>/s.exec(text)![0];
  const two = text
    .replace(vehicle, `${vehicle}\n${vehicle.replace('id="auv"', 'id="second"')}`)
    .replaceAll("../", `${root}/`);
  const scenario = folder.write("two.xml", two);
  const which = await warmThetis(["run", scenario, "--allow-outside", "--script", clock]);
  expectRefusal(which, 2, /has 2 missions: auv\/captain, second\/captain; say which one/, false);
  const named = await warmThetis(["run", scenario, "--allow-outside", "--script", `second/captain=${clock}`]);
  expectRefusal(named, 2, /CTL032/, false);
});
