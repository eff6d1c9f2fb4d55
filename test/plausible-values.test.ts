/** Values that are numbers, but not of this world: refused at their place, in files as in --set, before anything is computed with them. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { Definitions, defineModel, loadComponent, type SourceReader } from "../src/library/index.ts";
import { placeOf } from "../src/library/test/marks.ts";
import { loadScenario, shippedDefinitions } from "../src/scenario/index.ts";
import { assessVehicle, hull } from "../src/vehicles/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, loadText, readerOver } from "./support/scenarios.ts";

const disk = nodeReader();

function textOf(file: string): string {
  const answer = disk.read(file);
  if (!("text" in answer)) throw new Error(`no ${file}`);
  return answer.text;
}

/** A shipped file with one attribute replaced, in a reader, and where the new value begins. */
function spoilt(file: string, name: string, value: string): { reader: SourceReader; line: number; column: number } {
  const text = textOf(file);
  const found = new RegExp(`\\b${name}="[^"]*"`).exec(text);
  if (found === null) throw new Error(`${file} has no ${name}`);
  const at = found.index + name.length + 2;
  const changed = `${text.slice(0, at)}${value}${text.slice(found.index + found[0].length - 1)}`;
  return { reader: readerOver({ [file]: changed }), ...placeOf(changed, at) };
}

describe("a large finite value in a shipped file is refused at its place", () => {
  test.each([
    ["components/vehicles/remus100-prestero.xml", "Yvv", "-1e200"],
    ["components/fins/remus100-fin.xml", "zeroLiftDrag", "1e300"],
    ["components/vehicles/remus100-prestero.xml", "mass_kg", "1e30"],
  ])("%s, %s = %s", (file, name, value) => {
    const { reader, line, column } = spoilt(file, name, value);
    const { component, diagnostics } = loadComponent(definitions, reader, file);
    expect(component).toBeNull();
    expect(diagnostics.map(({ code, range }) => [code, range?.file, range?.line, range?.column])).toEqual([
      ["LIB048", file, line, column],
    ]);
  });
});

test("at the edge of what is plausible a vehicle is assessed, and its step found too long", () => {
  // Yvv = −1e15 kg/m on some 70 kg: differences over 1e-6 m/s see a mode of some 1e7 1/s.
  const file = "components/vehicles/remus100-prestero.xml";
  const { component } = loadComponent(definitions, spoilt(file, "Yvv", "-1e15").reader, file);
  const { diagnostics, atRest } = assessVehicle(definitions, component!, { density_kgpm3: 1025, gravity_mps2: 9.81 });
  expect(diagnostics.map(formatDiagnostic).join("\n")).toContain("VEH009");
  expect(atRest?.steps_s.rk4).toBeLessThan(1e-6);
});

const DIVE = textOf("scenarios/first-dive.xml").replaceAll("../components", "components");

describe("--set is held to the same", () => {
  test.each([
    ["auv/hull/mass_kg=1e30", 18, "at most 1e10 kg"],
    ["auv/hull/cb_m=1e308 0 0", 15, "at most 1e8 m"],
    ["auv/position_m=0 1e300 0", 18, "position_m value 2"],
    ["auv/velocity_mps=-1e200 0 0", 18, "at least -10000 m/s"],
    ["auv/pilot/square/lookahead_m=5e-324", 30, "at least 1e-9 m"],
  ])("%s", (override, column, says) => {
    const { scenario, diagnostics } = loadText(DIVE, [override]);
    expect(scenario).toBeNull();
    const [found] = diagnostics.filter((d) => d.severity === "error");
    expect(found).toMatchObject({ code: "LIB048", range: { file: "--set", line: 1, column } });
    expect(found?.message).toContain(says);
  });
});

test("a relief of 1e308 m is refused at its place", () => {
  const bottom = `<bottom id="b" model="generated" depth_m="30" seed="4" relief_m="1e308" longestScale_m="50" extent_m="100 100"
    spacing_m="10"/>`;
  const { scenario, diagnostics } = loadText(DIVE.replace(/<world[\s\S]*<\/world>/, `<world>${bottom}</world>`));
  expect(scenario).toBeNull();
  expect(diagnostics.find((d) => d.severity === "error")).toMatchObject({
    code: "LIB048",
    range: { file: "test.xml", line: 8 },
  });
});

test("a derivative with the sign that makes the mass negative is refused at its place", () => {
  const file = "components/vehicles/remus100-prestero.xml";
  const { reader, line, column } = spoilt(file, "Xudot", "100");
  const { component, diagnostics } = loadComponent(definitions, reader, file);
  expect(component).toBeNull();
  const [found] = diagnostics.filter((d) => d.severity === "error");
  // Mass some 30 kg, added mass −100 kg.
  expect(found).toMatchObject({ code: "LIB029", range: { file, line } });
  expect(found!.range!.column).toBeLessThanOrEqual(column);
  expect(found!.message).toContain("with Xudot = 100 the mass matrix is not positive definite");
});

test("a model of a vehicle's part that throws is a diagnostic at the vehicle, not an exception", () => {
  const broken = defineModel(hull, {
    model: "broken",
    doc: "throws",
    create: () => {
      throw new Error("not today");
    },
  });
  const own = Definitions.create([...shippedDefinitions, broken]).definitions;
  const text = `<scenario id="s" duration_s="1">
  <vehicle id="auv" length_m="1"><hull id="h" model="broken"/></vehicle></scenario>`;
  const { scenario, diagnostics } = loadScenario(own, readerOver({ "s.xml": text }), "s.xml");
  expect(scenario).toBeNull();
  expect(diagnostics.filter((d) => d.severity === "error").map(formatDiagnostic)).toEqual([
    "s.xml:2:4: error SCN030: auv cannot be made: not today (thetis check says more)",
  ]);
});
