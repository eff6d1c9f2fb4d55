/** Files that are there are replaced by export, lts and verify only with --force; and where a vehicle is on the earth, as runs and exports say it. Needs dist. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { logOf } from "./support/run-logs.ts";
import { expectRefusal, Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const cwd = folder.at("");
const call = (...args: string[]) => warmThetis(args, { cwd });

folder.write("robot.aut", 'des (0, 2, 2)\n(0, "go", 1)\n(1, "halt", 0)\n');
folder.write("lamp.mission", readFileSync("missions/survey.mission", "utf8"));

test.each([
  ["lts", ["lts", "reduce", "robot.aut", "--output", "kept.aut"]],
  ["export", ["export", "lamp.mission", "--format", "dot", "--output", "kept.dot"]],
  ["verify", ["verify", "lamp.mission", "--view", "START_Dive", "--output", "kept.txt"]],
] as const)("%s keeps a file that is there, and replaces it with --force", async (_, args) => {
  const file = folder.at(args.at(-1)!);
  writeFileSync(file, "years of work");
  expectRefusal(await call(...args), 2, /kept\.\w+ exists; use --force to overwrite it/, false);
  expect(readFileSync(file, "utf8")).toBe("years of work");
  expect(await call(...args, "--force")).toMatchObject({ status: 0 });
  expect(readFileSync(file, "utf8")).not.toContain("years of work");
});

test("in a world with an origin: JSON, metadata and export of the location agree with the radius of the meridian", async () => {
  folder.write(
    "geo.xml",
    `<scenario id="geo" duration_s="2"><world latitude_deg="43" longitude_deg="3"/>
<vehicle id="auv" file="remus100" position_m="1000 0 5"/><log rate_Hz="2"/></scenario>`,
  );
  const run = await call("run", "geo.xml", "--log", "geo.mcap", "--json");
  const { final } = JSON.parse(run.stdout).vehicles.auv;
  // Radius of the meridian of WGS 84. Over 1 km it changes by 2e-6, and 5 m deeper the same angle is 1e-6 of the way less: 3 mm.
  const s2 = Math.sin((43 * Math.PI) / 180) ** 2;
  const radius_m = (6378137 * (1 - 0.00669437999014)) / (1 - 0.00669437999014 * s2) ** 1.5;
  expect(Math.abs(((final.latitude_deg - 43) * Math.PI * radius_m) / 180 - final.north_m)).toBeLessThan(3e-3);
  expect(final.longitude_deg).toBeCloseTo(3, 6);
  const { metadata } = logOf(folder.at("geo.mcap"));
  expect(metadata.get("origin")).toEqual({ latitude_deg: "43", longitude_deg: "3", height_m: "0" });
  const csv = (await call("export", "geo.mcap", "--channel", "/auv/location")).stdout.trim().split("\n");
  expect(csv[0]).toMatch(/^t_ns,t_s,frame_id,latitude,longitude,altitude/);
  expect(Number(csv.at(-1)!.split(",")[3])).toBeCloseTo(final.latitude_deg, 12);
  const xml = (await call("export", "geo.mcap", "--channel", "/auv/location", "/scene", "--format", "xml")).stdout;
  expect(xml).toMatch(/<Worksheet ss:Name="auv_location">.*<Worksheet ss:Name="scene">/s);
  expect((await call("export", "geo.mcap", "--channel", "/scene", "--format", "json")).stdout).toContain('"entities"');
});
