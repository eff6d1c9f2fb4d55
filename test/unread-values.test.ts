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

describe("the density of a world with water", () => {
  const sea = (density: string): string => `<scenario id="s" duration_s="1">
<world ${density}><water id="lake" temperature_degC="15" salinity_psu="0"><provenance of="*" status="assumed"/></water></world>
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5"/></scenario>`;
  // Fresh water of 15 °C has 999.1 kg/m³ in any table.
  const words =
    "density_kgpm3 = 1040 does not act on vehicles: world/lake gives the density, 999.1 kg/m³ at the surface";

  test("is refused from --set, since the run would be the same, and warned about in the file", () => {
    const hint = "(leave it out, or change world/lake)";
    expect(told(sea(""), ["world/density_kgpm3=1040"])).toEqual([`--set:1:21: error SCN047: ${words} ${hint}`]);
    expect(told(sea('density_kgpm3="1040"'))).toEqual([`test.xml:2:23: warning SCN046: ${words} ${hint}`]);
  });

  test("is silent where it is not given, or that of the surface, which thrusts are converted with", () => {
    expect(told(sea(""))).toEqual([]);
    expect(told(sea('density_kgpm3="999"'))).toEqual([]);
  });
});

describe("currents that contradict the world", () => {
  const P = '<provenance of="*" status="assumed"/>';
  const sea = (inside: string): string => `<scenario id="s" duration_s="1">
<world>${inside}</world>
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5"/></scenario>`;
  const layer = (depth: string): string =>
    `<current id="c" model="log-layer" velocity_mps="0.5 0 0" bottomDepth_m="${depth}" layerThickness_m="2" roughness_m="0.01">${P}</current>`;
  const ground = `<bottom id="g" depth_m="40">${P}</bottom>`;
  const tide = (period: string): string =>
    `<current id="tide" model="tidal" periods_s="${period}" majors_mps="0.5 0.1" directions_deg="60 0">${P}</current>`;

  test("a layer on another bottom than the world's", () => {
    expect(told(sea(`${layer("10")}${ground}`))).toEqual([
      "test.xml:2:80: warning SCN048: world/c: its layer stands on a bottom at 10 m, but that of the world is 40 m deep at the origin",
    ]);
    expect(told(sea(`${layer("90")}${ground}`)).join()).toContain("SCN048");
    expect(told(sea(`${layer("25")}${ground}`))).toEqual([]);
    expect(told(sea(layer("10")))).toEqual([]);
  });

  test("a tide whose period is in hours", () => {
    expect(told(sea(tide("44714 12.42")))).toEqual([
      "test.xml:2:52: warning SCN049: world/tide: a tide of 12.42 s turns in less than a minute (are these hours? 12.42 h are 44712 s)",
    ]);
    expect(told(sea(tide("44714 600")))).toEqual([]);
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
