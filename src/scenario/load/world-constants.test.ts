import { expect, test } from "vitest";
import { Definitions, memoryReader } from "../../library/index.ts";
import { shippedDefinitions } from "./definitions.ts";
import { loadScenario } from "./scenario.ts";

const { definitions } = Definitions.create(shippedDefinitions);
const DEG = Math.PI / 180;

function load(world: string) {
  const text = `<scenario id="s" duration_s="1"><world ${world}/><vehicle id="v" length_m="1"/></scenario>`;
  return loadScenario(definitions, memoryReader({ "s.xml": text }), "s.xml");
}

function constantsOf(world: string): Readonly<Record<string, number>> {
  const { scenario, diagnostics } = load(world);
  if (scenario === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  return scenario.described.constants;
}

test("things know the magnetic field of the world: as it is given, in SI units", () => {
  const given = constantsOf('magneticDeclination_deg="-3" magneticInclination_deg="60" magneticField_T="4.6e-5"');
  // One rounding of the conversion from degrees.
  expect(given.magneticDeclination_rad).toBeCloseTo(-3 * DEG, 15);
  expect(given.magneticInclination_rad).toBeCloseTo(60 * DEG, 15);
  expect(given.magneticField_T).toBe(4.6e-5);
});

test("else it is that of a dipole at its latitude, or at 45°: tan I = 2 tan φ, F = 29404.8 nT √(1 + 3 sin² φ), and no declination", () => {
  for (const [world, latitude] of [
    ["", 45],
    ['latitude_deg="43.656" longitude_deg="3.365"', 43.656],
    ['latitude_deg="-20"', -20],
  ] as const) {
    const found = constantsOf(world);
    expect(found.magneticDeclination_rad).toBe(0);
    // A few roundings of numbers near 1, and of 5e-5.
    expect(Math.tan(found.magneticInclination_rad!)).toBeCloseTo(2 * Math.tan(latitude * DEG), 14);
    const F = 29_404.8e-9 * Math.sqrt(1 + 3 * Math.sin(latitude * DEG) ** 2);
    expect(Math.abs(found.magneticField_T! - F)).toBeLessThan(1e-19);
  }
  // What is given stays, whatever the latitude.
  expect(constantsOf('latitude_deg="10" magneticField_T="5e-5"').magneticField_T).toBe(5e-5);
});

test.each([
  ['magneticField_T="0.05"', "magneticField_T = 0.05"],
  ['magneticInclination_deg="91"', "magneticInclination_deg = 91"],
  ['magneticDeclination_deg="200"', "magneticDeclination_deg = 200"],
])("%s is refused, with its place", (world, message) => {
  const { diagnostics } = load(world);
  expect(diagnostics[0]?.message).toContain(message);
  // The value, behind the name and ="
  const start = `<scenario id="s" duration_s="1"><world `.length + world.indexOf('"') + 2;
  expect(diagnostics[0]?.range).toMatchObject({ file: "s.xml", line: 1, column: start });
});
