/** Vehicle files that no vehicle can have: each is refused with one error, which points at what is wrong. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../src/core/index.ts";
import { Definitions, loadComponent, memoryReader } from "../src/library/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { shippedDefinitions } from "../src/scenario/index.ts";

const { definitions } = Definitions.create(shippedDefinitions);

/** Errors alone: that numbers have no provenance is a warning, and of no interest here. */
function errorsOf(files: Readonly<Record<string, string>>): Diagnostic[] {
  const { component, diagnostics } = loadComponent(definitions, memoryReader(files), "main.xml");
  const errors = diagnostics.filter((d) => d.severity === "error");
  expect(component === null).toBe(errors.length > 0);
  return errors;
}

/** A body of revolution with everything that `fossen` needs; each case spoils one attribute. */
const sound: Readonly<Record<string, string>> = {
  mass_kg: "30",
  volume_m3: "0.03",
  cg_m: "0 0 0.02",
  inertia_kgm2: "0.2 4 4 0 0 0",
  shape: "cylinder",
  size_m: "1.5 0.2 0.2",
  addedMass: "1 30 30 0 3 3",
};
const hullWith = (spoilt: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries({ ...sound, ...spoilt }).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name}="${value}"`).join("\n    ");
};
const fin = (more: string): string => `<fin id="f" position_m="-0.6 0 0" span_m="0.1" zeroLiftDrag="0.01" ${more}/>`;
const thruster = (more: string): string =>
  `<thruster id="t" model="bilinear" position_m="-0.7 0 0" c1="0.004" ${more}/>`;
const thirtyFive = new Array<string>(35).fill("1").join(" ");

/** What is wrong, the spoilt hull, what stands beside it, and what must be said at the marked place. */
const wrong: [string, Readonly<Record<string, string | null>>, string, string][] = [
  ["a negative mass", { mass_kg: "<|-30|>" }, "", "mass_kg"],
  ["a mass that is no number", { mass_kg: "<|NaN|>" }, "", "mass_kg"],
  ["an indefinite inertia", { inertia_kgm2: "<|0.2 4 4 0 3 0|>" }, "", "not positive definite"],
  ["an inertia that no body has", { inertia_kgm2: "<|0.2 4 9 0 0 0|>" }, "", "above the sum of the others"],
  ["an inertia that no body has, the largest first", { inertia_kgm2: "<|9 4 0.2 0 0 0|>" }, "", "above the sum"],
  ["derivatives for added mass", { addedMass: "<|-1 -30 -30 0 -3 -3|>" }, "", "A11 = −Xudot"],
  ["an added mass that is not symmetric", { addedMass: `<|1 9 ${"0 ".repeat(34)}|>` }, "", "not symmetric"],
  ["an added mass of 35 numbers", { addedMass: `<|${thirtyFive}|>` }, "", "35 numbers"],
  ["a damping of 7 numbers", { linearDamping: "<|1 1 1 1 1 1 1|>" }, "", "7 numbers"],
  ["buoyancy of no volume", { volume_m3: "<|0|>" }, "", "volume_m3"],
  ["strips without a diameter", { crossFlowDrag: "<|1.1|>" }, "", "crossFlowDiameter_m"],
  ["a fin without chord", {}, fin('chord_m="<|0|>" stallAngle_deg="20" angleLimit_deg="20"'), "chord_m"],
  ["a fin limited below zero", {}, fin('chord_m="0.1" stallAngle_deg="20" angleLimit_deg="<|-20|>"'), "angleLimit_deg"],
  ["a saturation below zero", {}, thruster('maxSpeed_radps="100" maxThrust_N="<|-5|>"'), "maxThrust_N"],
  ["a shaft limited below zero", {}, thruster('maxSpeed_radps="<|-100|>"'), "maxSpeed_radps"],
];

describe("a vehicle that cannot be is refused", () => {
  const vehicleFile = (attributes: string, beside: string): string =>
    `<vehicle id="v" length_m="1.5">\n  <hull id="h"\n    ${attributes}/>\n  ${beside}\n</vehicle>`;

  test("the sound one that the others are made of loads", () => {
    const text = vehicleFile(hullWith({}), fin('chord_m="0.1" stallAngle_deg="20" angleLimit_deg="20"'));
    const more = text.replace("</vehicle>", `${thruster('maxSpeed_radps="100"')}</vehicle>`);
    expect(errorsOf({ "main.xml": more })).toEqual([]);
  });

  test.each([
    ["a flat plate, Ixx + Iyy = Izz", { inertia_kgm2: "0.1 0.2 0.3 0 0 0" }],
    [
      "an added mass below zero by 1e-15 of its largest entry, which is rounding",
      { addedMass: "1e9 1e9 1e9 -1e-6 1e9 1e9" },
    ],
    [
      "an added mass that differs in its last digit across the diagonal",
      { addedMass: `30 1.01 ${"0 ".repeat(4)}1.02 30 ${"0 ".repeat(28)}` },
    ],
  ])("%s is taken", (_what, given) => {
    expect(errorsOf({ "main.xml": vehicleFile(hullWith(given), "") })).toEqual([]);
  });

  test.each(wrong)("for %s, at its place", (_what, spoilt, beside, says) => {
    const { files, mark } = unmark(vehicleFile(hullWith(spoilt), beside));
    const errors = errorsOf(files);
    expect(errors).toHaveLength(1);
    const [found] = errors;
    expect(`${found?.message} ${found?.hint ?? ""}`).toContain(says);
    expect(found?.range).toMatchObject(placeOf(files["main.xml"]!, mark!.start));
  });

  test("for a hull without volume, at the hull", () => {
    const { files, mark } = unmark(vehicleFile(hullWith({ volume_m3: null }), "").replace("<hull", "<<|hull|>"));
    const errors = errorsOf(files);
    expect(errors.map((d) => d.message)).toEqual([expect.stringContaining("volume_m3")]);
    expect(errors[0]?.range).toMatchObject(placeOf(files["main.xml"]!, mark!.start));
  });
});
