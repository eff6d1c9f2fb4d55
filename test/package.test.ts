/**
 * The package as a user installs it: packed, unpacked into another folder's node_modules with exactly the packages that it
 * declares, and used there by npx. Needs dist; needs no network.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runProgram } from "./support/run-program.ts";
import { Folder, root, startProgram } from "./support/run-thetis.ts";

const folder = new Folder();
const project = folder.at("project");
const modules = join(project, "node_modules");
let files: readonly { readonly path: string; readonly size: number }[] = [];
let packed_bytes = 0;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

function manifestIn(at: string): Manifest {
  return JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as Manifest;
}

/** Links what a package declares, and what that declares, as npm would put it there. */
function install(of: Manifest): void {
  for (const name of Object.keys(of.dependencies ?? {})) {
    const place = join(modules, name);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place);
    install(manifestIn(place));
  }
}

beforeAll(() => {
  mkdirSync(modules, { recursive: true });
  folder.write("project/package.json", '{ "name": "my-fleet", "private": true }\n');
  // The scripts of the package would only build dist again.
  const args = [
    "pack",
    "--json",
    "--ignore-scripts",
    "--offline",
    "--loglevel=error",
    "--pack-destination",
    folder.path,
  ];
  const [about] = JSON.parse(runProgram(root, "npm", args)) as [
    { filename: string; files: typeof files; size: number },
  ];
  files = about.files;
  packed_bytes = about.size;
  runProgram(modules, "tar", ["xzf", folder.at(about.filename)]);
  runProgram(modules, "mv", ["package", "thetis"]);
  const manifest = manifestIn(join(modules, "thetis"));
  install(manifest);
  mkdirSync(join(modules, ".bin"));
  const program = join(modules, "thetis", manifest.bin!.thetis!);
  chmodSync(program, 0o755);
  symlinkSync(program, join(modules, ".bin/thetis"));
}, 300_000);

const npx = (...args: string[]) =>
  startProgram("npx", ["--no-install", "thetis", ...args], { cwd: project, env: { npm_config_loglevel: "error" } })
    .ended;

test("the package holds what runs, what ships and what editors read, and no tests", () => {
  const paths = files.map(({ path }) => path);
  for (const path of [
    "dist/src/cli/main.js",
    "dist/src/scenario/index.d.ts",
    "dist/bench/index.js",
    "dist/experiments/index.js",
    "components/vehicles/remus100.xml",
    "scenarios/first-dive.xml",
    "missions/survey.mission",
    "schemas/thetis.xsd",
    "docs/getting-started.md",
    "README.md",
    "LICENSE",
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /\.test\.|\.map$|^(src|test|ui|tools)\/|^experiments\/.*\.ts$/.test(path))).toEqual([]);
});

test("it is as small as the manual says", () => {
  const said = /packed ([\d.]+) MB, unpacked ([\d.]+) MB/.exec(readFileSync(join(root, "README.md"), "utf8"));
  const unpacked_bytes = files.reduce((sum, { size }) => sum + size, 0);
  // Stated with a quarter to spare, so that not every change of a file is one of the manual.
  for (const [bytes, stated] of [
    [packed_bytes, said?.[1]],
    [unpacked_bytes, said?.[2]],
  ] as const) {
    expect(bytes / 1e6).toBeLessThan(Number(stated) * 1.25);
    expect(bytes / 1e6).toBeGreaterThan(Number(stated) * 0.6);
  }
});

test("npx thetis flies a scenario of the project with a shipped vehicle, and writes its report", async () => {
  folder.write(
    "project/scenarios/sea.xml",
    `<scenario id="sea" duration_s="1" step_s="0.02" seed="7">
  <vehicle id="auv" file="remus100" position_m="0 0 10"/><log rate_Hz="10"/></scenario>`,
  );
  const ended = await npx("run", "scenarios/sea.xml", "--report");
  expect(ended).toMatchObject({ status: 0, stderr: "" });
  expect(ended.stdout).toMatch(/log +runs\/sea\.mcap/);
  expect(statSync(join(project, "runs/sea.html")).size).toBeGreaterThan(10_000);
});

test("npx thetis checks a mission, lists and shows what ships, and prints a completion", async () => {
  const mission = join(modules, "thetis/missions/survey.mission");
  const [verified, list, completion] = await Promise.all([
    npx("check", mission),
    npx("components", "list", "--json"),
    npx("completion", "bash"),
  ]);
  expect(verified).toMatchObject({ status: 0 });
  expect(JSON.parse(list.stdout).components.map((c: { id: string }) => c.id)).toContain("remus100");
  expect(completion.stdout).toContain("complete -o default -F _thetis thetis");
});
