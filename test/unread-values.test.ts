/** Values that have no effect on a run: refused or said, never passed over. What ships is silent. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { loadComponent } from "../src/library/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { thetis } from "./support/run-thetis.ts";
import { definitions, loadText } from "./support/scenarios.ts";

const world = (attributes: string): string => `<scenario id="s" duration_s="1">
<world ${attributes}/>
<vehicle id="auv" file="components/vehicles/remus100.xml"/></scenario>`;

const told = (text: string, overrides: string[] = []): string[] =>
  loadText(text, overrides).diagnostics.map(formatDiagnostic);

test("run refuses a --set that the hull's model does not read, and names the model and what reads it", async () => {
  const call = ["run", "scenarios/fleet.xml", "--no-log", "--set", "duration_s=0.1", "--set", "auv1/hull/mass_kg=60"];
  const { status, stderr } = await thetis(call);
  expect(status).toBe(2);
  expect(stderr).toContain(
    '--set:2:19: error LIB060: mass_kg has no effect: hull model "remus100-reference" reads no parameter',
  );
  expect(stderr).toContain("--set auv1/hull/model=fossen");
});

test("with a model that reads it, it acts", () => {
  expect(told(world(""), ["auv/hull/mass_kg=32", "auv/hull/model=fossen"]).filter((d) => d.includes("LIB06"))).toEqual(
    [],
  );
});

describe("a hull with fixed coefficients", () => {
  test("says so in water, and in a gravity, that they are not for", () => {
    expect(told(world('density_kgpm3="1000"')).join()).toContain(
      'warning VEH030: hull model "remus100-reference" has fixed coefficients for 1026 kg/m³, but the world has 1000 kg/m³',
    );
    expect(told(world(""), ["world/gravity_mps2=3.7"]).join()).toContain(
      "for 9.81 m/s², but the world has 3.7 m/s², which it does not feel",
    );
  });

  test("and not in sea water, whose density differs by less than 1 %", () => {
    expect(told(world('density_kgpm3="1020" gravity_mps2="9.79"'))).toEqual([]);
  });
});

test("every value of a shipped component file has a model that reads it, and could be chosen", () => {
  const below = (folder: string): string[] => readdirSync(folder).map((name) => `${folder}/${name}`);
  const files = below("components").flatMap(below);
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const { diagnostics } = loadComponent(definitions, nodeReader(), file);
    expect(diagnostics.filter((d) => d.code === "LIB061").map(formatDiagnostic)).toEqual([]);
  }
});
