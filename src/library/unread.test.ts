import { expect, test } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
import { Definitions, defineKind, defineModel, type LoadOptions, loadComponent, memoryReader } from "./index.ts";
import { testRegistry } from "./test/kinds.ts";

const definitions = testRegistry();
const P = '<provenance of="*" status="assumed"/>';
const SPOT = `<lamp id="l" model="spot" power_W="5" beam_deg="30">${P}</lamp>`;
/** Both models could be chosen for it. */
const BOTH = `<lamp id="l" model="point" power_W="5" beam_deg="30">${P}</lamp>`;

function told(files: Record<string, string>, options: LoadOptions = {}): string[] {
  return loadComponent(definitions, memoryReader(files), "main.xml", options).diagnostics.map(formatDiagnostic);
}
function around(lamp: string): string {
  return `<vehicle id="v" mass_kg="1">${P}\n${lamp}</vehicle>`;
}

test("a value from outside that the chosen model does not read is refused, with what it does read", () => {
  const files = { "main.xml": around('<lamp id="l" file="both.xml"/>'), "both.xml": BOTH };
  expect(told(files, { overrides: ["l/power_W=3"] })).toEqual([]);
  expect(told(files, { overrides: ["l/beam_deg=20"] })).toEqual([
    '--set:1:12: error LIB060: beam_deg has no effect: lamp model "point" reads only power_W (leave it out, or choose a model that reads it: --set l/model=spot)',
  ]);
  // With the model that reads it, it has one.
  expect(told(files, { overrides: ["l/beam_deg=20", "l/model=spot"] })).toEqual([]);
});

test("a file may carry parameters of several models; a model that is chosen from outside blames no file", () => {
  expect(told({ "main.xml": BOTH })).toEqual([]);
  expect(told({ "main.xml": around('<lamp id="l" file="both.xml"/>'), "both.xml": BOTH }, { oneUse: true })).toEqual(
    [],
  );
  expect(told({ "main.xml": around(SPOT) }, { oneUse: true, overrides: ["l/model=point"] })).toEqual([]);
});

test("what is written for one use is reported: in the outermost file of a scenario, and beside file=", () => {
  expect(told({ "main.xml": around(BOTH) }, { oneUse: true })).toEqual([
    'main.xml:2:50: warning LIB061: beam_deg has no effect: lamp model "point" reads only power_W (leave it out, or choose a model that reads it: model=spot)',
  ]);
  const beside = `<lamp id="l" file="spot.xml" model="point" halo_deg="3">${P}</lamp>`;
  expect(told({ "main.xml": around(beside), "spot.xml": SPOT })).toEqual([
    expect.stringContaining("main.xml:2:54: warning LIB061: halo_deg has no effect"),
  ]);
});

test("so is a value in a component file that no model could use, since the file lacks what its readers need besides", () => {
  const stray = `<lamp id="l" model="point" power_W="5" halo_deg="3">${P}</lamp>`;
  expect(told({ "main.xml": stray })).toEqual([
    expect.stringContaining("main.xml:1:50: warning LIB061: halo_deg has no effect"),
  ]);
});

test("what a kind itself makes use of acts with every model", () => {
  const shared = {
    kind: "lamp",
    doc: "a lamp",
    provenance: false as const,
    usedByAll: ["size_m"],
    id: "optional" as const,
  };
  const kind = defineKind<object>()({ ...shared, params: { size_m: { doc: "size", optional: true } } });
  const dim = defineModel(kind, { model: "dim", doc: "reads nothing", default: true, create: () => ({}) });
  const { definitions: own, diagnostics } = Definitions.create([kind, dim]);
  expect(diagnostics).toEqual([]);
  const options = { oneUse: true, overrides: ["size_m=2"] };
  expect(
    loadComponent(own, memoryReader({ "main.xml": '<lamp size_m="1"/>' }), "main.xml", options).diagnostics,
  ).toEqual([]);
});
