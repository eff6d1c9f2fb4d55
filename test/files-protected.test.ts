/** What a call reads it does not write over: includes, missions, maps, models, properties, by whatever name. Needs dist. */
import { copyFileSync, cpSync, linkSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectRefusal, Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();

const BOTTOM = `<bottom id="ground" model="map" map="bay.asc" coordinates="projected" originNorth_m="0" originEast_m="0"
  extent_m="100 100" spacing_m="25"/>`;
const BAY = `ncols 9\nnrows 9\nxllcenter -100\nyllcenter -100\ncellsize 25\n${"-30 ".repeat(81)}\n`;

/** The survey that ships with its mission, a map and a folder of models, all in one folder of the user's. */
function project(name: string): string {
  const survey = readFileSync(join(root, "scenarios/survey.xml"), "utf8")
    .replaceAll("../components/", "components/")
    .replace("../missions/", "")
    .replace(/<bottom [\s\S]*<\/bottom>/, BOTTOM);
  folder.write(`${name}/survey.xml`, survey);
  folder.write(`${name}/bay.asc`, BAY);
  folder.write(`${name}/models/own.mjs`, 'import { doc } from "./parts/words.mjs";\nexport default () => [];\n');
  folder.write(`${name}/models/parts/words.mjs`, 'export const doc = "A law of a test";\n');
  const at = folder.at(name);
  cpSync(join(root, "components"), join(at, "components"), { recursive: true });
  for (const file of ["survey.mission", "survey.properties"])
    copyFileSync(join(root, "missions", file), join(at, file));
  symlinkSync("components/vehicles/remus100-finned.xml", join(at, "symbolic.mcap"));
  linkSync(join(at, "components/fins/remus100-fin.xml"), join(at, "hard.mcap"));
  return at;
}

function contents(at: string): Record<string, string> {
  const names = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(name, "utf8")]));
}

const run = ["run", "survey.xml", "--until", "1"];

describe("what a call reads is not written over, and nothing else is written", () => {
  test.concurrent.each<[string, string[]]>([
    ["a log over an included vehicle", [...run, "--log", "components/vehicles/remus100-finned.xml"]],
    ["a log over an included vehicle by a symbolic link", [...run, "--log", "symbolic.mcap"]],
    ["a log over an included fin by a hard link", [...run, "--log", "hard.mcap"]],
    ["a log over the mission that is flown", [...run, "--log", "survey.mission"]],
    ["a log over a map", [...run, "--log", "./components/../bay.asc"]],
    ["a log over a file of models", [...run, "--models", "models", "--log", "models/own.mjs"]],
    ["a log over what a file of models imports", [...run, "--models", "models", "--log", "models/parts/words.mjs"]],
    ["a report over an included controller", [...run, "--report", "components/controllers/remus100-autopilot.xml"]],
    ["an automaton over its mission", ["export", "survey.mission", "--format", "aut", "--output", "survey.mission"]],
    ["a page over the properties", ["verify", "survey.mission", "--report", "survey.properties"]],
    [
      "a new component over a model",
      ["components", "new", "thruster", "--models", "models", "--out", "models/own.xml", "--force"],
    ],
  ])("%s", async (name, args) => {
    const at = project(name);
    if (args.includes("models/own.xml")) symlinkSync("own.mjs", join(at, "models/own.xml"));
    const before = contents(at);
    const ended = await warmThetis(args, { cwd: at });
    expect(contents(at)).toEqual(before);
    expectRefusal(ended, 2, /cannot write .* is read by the same call/, false);
  });
});

test("fmt, which means to rewrite what it reads, does so", async () => {
  const at = project("rewritten");
  const text = readFileSync(join(at, "survey.mission"), "utf8");
  folder.write("rewritten/survey.mission", text.replace("resource vehicle;", "resource    vehicle ;"));
  expect(await warmThetis(["fmt", "survey.mission"], { cwd: at })).toMatchObject({ status: 0 });
  expect(readFileSync(join(at, "survey.mission"), "utf8")).toBe(text);
});
