/** Vehicles as bodies with parts, from their files: what is refused and where, limits, tanks, and vehicles without a hull. */
import { describe, expect, test } from "vitest";
import { Definitions, loadComponent, memoryReader } from "../src/library/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { Rk4 } from "../src/math/index.ts";
import { shippedDefinitions } from "../src/scenario/index.ts";
import {
  actuatorsOf,
  assessmentText,
  assessVehicle,
  columnName,
  hasDynamics,
  limitsOf,
  STATE,
  VehicleSystem,
  vehicleDynamics,
  vehicleParts,
} from "../src/vehicles/index.ts";
import { nodeReader } from "./support/node-reader.ts";

const { definitions } = Definitions.create(shippedDefinitions);
const water = { density_kgpm3: 1026, gravity_mps2: 9.81 };

function shipped(name: string) {
  const { component } = loadComponent(definitions, nodeReader(), `components/vehicles/${name}.xml`);
  return component!;
}

/** The vehicle of a text that holds one, alone or in a scenario, and every error, those of its assessment included. */
function checked(xml: string) {
  const { files, mark } = unmark(xml);
  const { component, diagnostics } = loadComponent(definitions, memoryReader(files), "main.xml");
  const vehicle = component?.kind === "scenario" ? component.children.find((c) => c.kind === "vehicle") : component;
  const found = vehicle === null || vehicle === undefined ? [] : assessVehicle(definitions, vehicle, water).diagnostics;
  const errors = [...diagnostics, ...found].filter((d) => d.severity === "error");
  return { vehicle, errors, place: mark === null ? null : placeOf(files["main.xml"]!, mark.start) };
}

const HULL = `<hull id="h" mass_kg="30" volume_m3="0.03" cg_m="0 0 0.02" inertia_kgm2="0.2 4 4 0 0 0" shape="cylinder"
  size_m="1.5 0.2 0.2" addedMass="1 30 30 0 3 3"/>`;
const THRUSTER = 'model="bilinear" position_m="-0.7 0 0" c1="0.004" maxSpeed_radps="100"';

describe("what makes no sense is refused, at its place", () => {
  test.each([
    [
      "a thruster without a hull",
      `<vehicle id="v" length_m="1"><<|thruster|> id="t" ${THRUSTER}/></vehicle>`,
      "VEH011",
    ],
    [
      "a tank without a hull",
      '<vehicle id="v" length_m="1"><<|ballast|> id="b" capacity_kg="1" maxFlow_kgps="1"/></vehicle>',
      "VEH011",
    ],
    [
      "windage without a hull",
      '<vehicle id="v" length_m="1"><<|windage|> frontalArea_m2="1" lateralArea_m2="1" centre_m="0 0 0" height_m="1"/></vehicle>',
      "VEH011",
    ],
    [
      "depth held without a hull",
      '<scenario id="s" duration_s="1"><vehicle id="v" length_m="1" hold="<|depth roll|>"/></scenario>',
      "VEH011",
    ],
    [
      "a velocity without a hull",
      '<scenario id="s" duration_s="1"><vehicle id="v" length_m="1" velocity_mps="<|1 0 0|>"/></scenario>',
      "VEH011",
    ],
    [
      "a thruster with the name of a hull's own propeller",
      `<vehicle id="v" length_m="1"><hull id="h" model="remus100-reference"/><<|thruster|> id="propeller" ${THRUSTER}/></vehicle>`,
      "VEH010",
    ],
    [
      "a tank filled above its capacity",
      `<vehicle id="v" length_m="1">${HULL}<ballast id="b" capacity_kg="1" filling_kg="<|2|>" maxFlow_kgps="1"/></vehicle>`,
      "LIB029",
    ],
    [
      "a consequence without its limit",
      `<vehicle id="v" length_m="1" beyondLimits="<|stop|>">${HULL}</vehicle>`,
      "LIB029",
    ],
    [
      "a flood without its rate",
      `<vehicle id="v" length_m="1" maxDepth_m="9" beyondLimits="<|flood|>" floodVolume_m3="1">${HULL}</vehicle>`,
      "LIB029",
    ],
    [
      "one degree of freedom held twice",
      `<scenario id="s" duration_s="1"><vehicle id="v" length_m="1" hold="<|depth roll depth|>">${HULL}</vehicle></scenario>`,
      "LIB029",
    ],
    [
      "a degree of freedom that does not exist",
      `<scenario id="s" duration_s="1"><vehicle id="v" length_m="1" hold="depth <|surge|>">${HULL}</vehicle></scenario>`,
      "LIB024",
    ],
  ])("%s", (_what, xml, code) => {
    const { errors, place } = checked(xml);
    expect(errors.map((d) => d.code)).toEqual([code]);
    expect(errors[0]!.range).toMatchObject(place!);
  });
});

test("a moored node has no dynamics, no parts, and nothing wrong with it", () => {
  const node = shipped("moored-node");
  expect(hasDynamics(node)).toBe(false);
  expect(vehicleDynamics(definitions, node)).toBeNull();
  const assessment = assessVehicle(definitions, node, water);
  expect(assessment.hasDynamics).toBe(false);
  expect(assessment.diagnostics).toEqual([]);
  expect(assessmentText(assessment)).toContain("none: it has no hull and stays where it is put");
});

test("limits are data: the REMUS with fins bears 100 m and warns; a flood brings its breach and a part", () => {
  expect(limitsOf(shipped("remus100-finned"))).toEqual({ maxDepth_m: 100, beyond: "warn", flooding: null });
  const flood =
    'maxDepth_m="9" beyondLimits="flood" floodVolume_m3="0.01" floodRate_m3ps="0.002" floodCentre_m="0.1 0 0"';
  const { vehicle, errors } = checked(`<vehicle id="v" length_m="1" ${flood}>${HULL}</vehicle>`);
  expect(errors).toEqual([]);
  const parts = vehicleParts(definitions, vehicle!);
  expect(parts.limits).toEqual({
    maxDepth_m: 9,
    beyond: "flood",
    flooding: { floodRate_m3ps: 0.002, floodVolume_m3: 0.01, floodCentre_m: [0.1, 0, 0] },
  });
  const system = new VehicleSystem(parts, { path: "v", step_ns: 1e7, integrator: new Rk4(128), ...water });
  expect(system.floodingAt).toBe(system.commandsAt);
  expect(system.outputs.map(columnName)).toEqual(["flooding", "flooding_mass_kg"]);
});

test("the REMUS with a tank is neutral half full, sinks full and rises empty", () => {
  const component = shipped("remus100-ballast");
  const parts = vehicleParts(definitions, component);
  expect(actuatorsOf(parts).at(-1)).toEqual({ name: "tank", unit: "kgps", range: [-0.02, 0.02], kind: "part" });
  const system = new VehicleSystem(parts, { path: "v", step_ns: 1e7, integrator: new Rk4(128), ...water });
  const accelerationDown = (filling_kg: number): number => {
    const x = new Float64Array(system.size + system.held);
    system.initialInto(x, 0, 0);
    expect(x[system.size - 1]).toBe(0.31);
    x[STATE.p + 2] = 20;
    x[system.size - 1] = filling_kg;
    const dx = new Float64Array(system.size);
    system.derivativesInto(dx, x, 0, Float64Array.of(0));
    return dx[STATE.V + 2]!;
  };
  // (m + m_w − ρ V) g / (m + m_w + A33), of 30.719091 kg, 1026 · 0.0302430652786 kg and 29.437637 kg; CG and tank are on one axis.
  for (const filling_kg of [0, 0.31, 0.62]) {
    const mass_kg = 30.719091 + filling_kg;
    const expected = ((mass_kg - 1026 * 0.0302430652786) * 9.81) / (mass_kg + 29.437637);
    // The two terms of 304 N cancel to 0.003 N: 1e-13 N over 60 kg.
    expect(Math.abs(accelerationDown(filling_kg) - expected)).toBeLessThan(1e-13);
  }
  expect(accelerationDown(0)).toBeLessThan(-0.04);
  expect(Math.abs(accelerationDown(0.31))).toBeLessThan(1e-4);
  expect(accelerationDown(0.62)).toBeGreaterThan(0.04);
});
