import { expect, test } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
import { Definitions, defineChildren, defineKind, loadComponent, memoryReader } from "./index.ts";

const world = defineKind()({
  kind: "world",
  doc: "a world",
  id: "optional",
  provenance: false,
  params: {
    duration_s: { doc: "how long", above: 0 },
    show: { type: "words", choices: ["state", "pose"], doc: "what is shown", default: ["state"] },
  },
});
const probe = defineKind<object>()({
  kind: "probe",
  doc: "a probe",
  id: "optional",
  params: { mass_kg: { doc: "mass", above: 0 }, tilt_deg: { doc: "tilt", default: 0 } },
  mount: { position_m: { type: "reals", length: 3, doc: "place", default: [0, 0, 0] } },
});
const part = defineKind()({
  kind: "part",
  doc: "a part",
  provenance: false,
  id: "optional",
  params: { gain: { unit: "1", doc: "gain" } },
});

const { definitions, diagnostics: problems } = Definitions.create([
  world,
  probe,
  part,
  defineChildren("world", { probe: { doc: "probes" } }),
  defineChildren("probe", { part: { doc: "parts" }, only: { kind: "part", doc: "one", max: 1 } }),
]);

const files = {
  "world.xml": `<world duration_s="10">
  <probe file="probe.xml" position_m="1 2 3"/>
  <probe id="other" file="probe.xml"><part gain="3"/></probe>
</world>`,
  "probe.xml": `<probe mass_kg="5"><provenance of="*" status="published" source="Maker2019"/>
  <part gain="1"/><part gain="2"/><only gain="7"/></probe>`,
};

function load(...overrides: string[]) {
  const { component, diagnostics, sources } = loadComponent(definitions, memoryReader(files), "world.xml", {
    overrides,
  });
  return { component, told: diagnostics.map(formatDiagnostic), sources };
}

test("children that other rooms add stand like a kind's own, and what has no id is called after its element", () => {
  expect(problems).toEqual([]);
  const { component, told } = load();
  expect(told).toEqual([]);
  expect(component?.children.map((c) => c.path)).toEqual(["world/probe1", "world/other"]);
  expect(component?.children[1]?.children.map((c) => [c.path, c.params.gain])).toEqual([
    ["world/other/part1", 1],
    ["world/other/part2", 2],
    ["world/other/only", 7],
    ["world/other/part3", 3],
  ]);
});

test("a value from outside stands above every file, wherever the parameter lies", () => {
  const { component, told } = load(
    "duration_s=60",
    "other/mass_kg=6.5",
    "other/tilt_deg=180",
    "other/part2/gain=-4",
    "probe1/position_m=4 5 6",
    "show=pose state",
    "duration_s=61",
  );
  expect(told).toEqual([]);
  expect(component?.params).toEqual({ duration_s: 61, show: ["pose", "state"] });
  const [first, other] = component!.children;
  expect(first?.params.mass_kg).toBe(5);
  expect(first?.mount).toEqual({ position_m: [4, 5, 6] });
  expect(other?.params).toEqual({ mass_kg: 6.5, tilt_rad: Math.PI });
  expect(other?.children[1]?.params.gain).toBe(-4);
  // What was overridden no longer comes from the file's source.
  expect(Object.keys(first!.provenance)).toContain("mass_kg");
  expect(Object.keys(other!.provenance)).not.toContain("mass_kg");
  expect(other?.origin.mass_kg).toEqual({ file: "--set", line: 2, column: 15, endLine: 2, endColumn: 18 });
});

test("bad values are reported like bad attributes, all at once, with their place in what was typed", () => {
  const { component, told, sources } = load("other/mass_kg=-1", "probe1/position_m=1 x 3", "show=state pse");
  expect(component).toBeNull();
  expect(told).toEqual([
    "--set:1:15: error LIB012: mass_kg = -1 is not above 0",
    '--set:2:21: error LIB022: position_m value 2 = "x" is not a number',
    '--set:3:12: error LIB024: show = "pse" is not one of: state, pose (did you mean "pose"?)',
  ]);
  expect(sources.get("--set")).toBe("other/mass_kg=-1\nprobe1/position_m=1 x 3\nshow=state pse");
});

test("a name that is not a parameter is reported with the nearest one that exists", () => {
  const { told } = load("other/mas_kg=1", "mass_kg=1", "duration=5", "just-a-word", "other/id=x", "position_m=0 0 0");
  expect(told).toEqual([
    '--set:1:1: error LIB047: no parameter "other/mas_kg" (did you mean "other/mass_kg"?)',
    '--set:2:1: error LIB047: no parameter "mass_kg" (did you mean "probe1/mass_kg"?)',
    '--set:3:1: error LIB047: no parameter "duration" (did you mean "duration_s"?)',
    '--set:4:1: error LIB046: "just-a-word" has no "="',
    '--set:5:1: error LIB047: "other/id": an id cannot be set from outside (write a file of your own)',
    '--set:6:1: error LIB047: no parameter "position_m" (did you mean "probe1/position_m"?)',
  ]);
});
