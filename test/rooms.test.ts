/** Who may import whom. The table is docs/architecture.md's, as data; the test fails with the offending import. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "./support/imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const src = join(root, "src");

const below = ["core", "math", "library", "engine"];
const world = [...below, "environment"];
const scenario = [
  ...world,
  ...[
    "protocols",
    "lts",
    "mission",
    "actuators",
    "acoustics",
    "radio",
    "sensors",
    "vehicles",
    "manipulators",
    "modems",
  ],
  ...["logging", "report", "kernel", "control", "devices"],
];

/** Room to the rooms it may import, besides itself. "library/xml" is the one part of a room that stands for itself. */
const table: Readonly<Record<string, readonly string[]>> = {
  core: [],
  math: ["core"],
  library: ["core"],
  protocols: ["core"],
  lts: ["core"],
  mission: ["core", "lts", "library/xml"],
  engine: ["core", "math"],
  environment: below,
  actuators: world,
  acoustics: world,
  radio: world,
  sensors: [...world, "acoustics"],
  vehicles: [...world, "actuators"],
  manipulators: [...world, "actuators", "vehicles"],
  modems: [...world, "acoustics", "radio"],
  logging: ["core", "engine"],
  report: ["core", "math", "logging"],
  kernel: below,
  control: [...below, "kernel", "mission", "protocols"],
  devices: ["core", "engine", "library", "protocols", "sensors", "modems"],
  scenario,
  federation: [...scenario, "scenario"],
  campaign: [...scenario, "scenario", "federation"],
  server: [...scenario, "scenario", "federation", "campaign"],
  cli: [...scenario, "scenario", "federation", "campaign", "server"],
};

/** Rooms that run in a browser: no node: module, and no package that needs one. */
const anywhere = Object.keys(table).filter((room) => !["federation", "campaign", "server", "cli"].includes(room));
const packagesAnywhere = new Set(["saxes", "@foxglove/crc", "fflate"]);

const files = sourceFiles(src);
const imports = files.flatMap(importsOf);
const shown = (path: string): string => relative(root, path);

test("every room of src is in the table and has a README", () => {
  const rooms = readdirSync(src);
  expect(rooms.filter((room) => !(room in table))).toEqual([]);
  expect(rooms.filter((room) => !existsSync(join(src, room, "README.md")))).toEqual([]);
});

test("rooms import only the rooms that the table allows, through their index.ts", () => {
  const offences: string[] = [];
  for (const { file, target } of imports) {
    if (!target.startsWith(".")) continue;
    const [room = ""] = relative(src, file).split("/");
    const to = relative(src, resolve(dirname(file), target));
    const [toRoom = "", part = ""] = to.split("/");
    if (toRoom === room) continue;
    const say = (why: string): void => void offences.push(`${shown(file)} imports ${to}: ${why}`);
    if (to.startsWith("..")) {
      say("outside src");
      continue;
    }
    const allowed = table[room] ?? [];
    const asPart = `${toRoom}/${part}`;
    if (!allowed.includes(toRoom) && !allowed.includes(asPart))
      say(`${room} may import ${allowed.join(", ") || "nothing"}`);
    else if (to !== `${toRoom}/index.ts` && to !== `${asPart}/index.ts`) say("not through an index.ts");
  }
  expect(offences).toEqual([]);
});

test("rooms from core to scenario import no node: module and no package that needs Node", () => {
  const offences = imports.filter(({ file, target }) => {
    const [room = ""] = relative(src, file).split("/");
    if (target.startsWith(".") || !anywhere.includes(room)) return false;
    if (relative(src, file).startsWith("devices/transports/")) return false;
    return !packagesAnywhere.has(target);
  });
  expect(offences.map(({ file, target }) => `${shown(file)} imports ${target}`)).toEqual([]);
});

test("no file imports itself through others, types aside", () => {
  const edges = new Map<string, string[]>();
  for (const { file, target, typeOnly } of imports) {
    if (!target.startsWith(".") || typeOnly) continue;
    const list = edges.get(file) ?? [];
    list.push(resolve(dirname(file), target));
    edges.set(file, list);
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(file);
    if (seen >= 0) cycles.push([...trail.slice(seen), file].map(shown).join(" -> "));
    if (seen >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test("the check sees what it should: a forbidden import, a deep import and a node: import in a made-up file", () => {
  const found = importsOf(fileURLToPath(new URL("support/imports-sample.txt", import.meta.url)));
  expect(found.map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
    ["../engine/index.ts", false],
    ["node:fs", false],
    ["../library/kind.ts", true],
    ["./lazy.ts", false],
  ]);
});
