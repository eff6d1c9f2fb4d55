import { expect, test } from "vitest";
import {
  actuatorDefinitions,
  FinGroup,
  MOTION,
  MOTION_SIZE,
  type MountedThruster,
  ThrusterGroup,
  thruster,
} from "../actuators/index.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../library/index.ts";
import { FossenHull } from "./fossen-hull.ts";
import { Hydrostatics } from "./hydrostatics.ts";
import { Remus100ReferenceHull } from "./remus100-reference-hull.ts";
import { steadyAhead, type TerminalSpeed, terminalSpeeds } from "./terminal-speed.ts";
import { REXROV_HULL, REXROV_HYDROSTATICS } from "./test/rexrov.ts";
import type { VehicleParts } from "./vehicle-system.ts";

const RHO = 1000;
const G = 9.81;
const AHEAD = [0, 0, 0];
const TO_STARBOARD = [0, 0, Math.PI / 2];
const DOWN = [0, -Math.PI / 2, 0];
const diagonal = (six: readonly number[]): number[] =>
  Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? six[k / 7]! : 0));

/** T = 0.01 ω|ω|, whatever the inflow: 100 N ahead, and half of it astern. */
function thrusters(attitudes: readonly (readonly number[])[], more = ""): ThrusterGroup {
  const { definitions } = Definitions.create(actuatorDefinitions);
  const text = `<thruster id="t" model="bilinear" c1="0.01" maxSpeed_radps="100" asternRatio="0.5" ${more}>
    <provenance of="*" status="assumed"/></thruster>`;
  const { component } = loadComponent(definitions, memoryReader({ "t.xml": text }), "t.xml");
  return new ThrusterGroup(
    attitudes.map(
      (attitude_rad): MountedThruster => ({
        model: createModel(definitions, component!, thruster),
        position_m: [0, 0, 0],
        attitude_rad,
        wakeFraction: 0,
        thrustDeduction: 0,
      }),
    ),
  );
}

/** A hull with the drag d |u| u of d = 25, 50 and 100 N s²/m² along its axes. */
function withDrag(group: ThrusterGroup): VehicleParts {
  const zero = diagonal([0, 0, 0, 0, 0, 0]);
  const hull = { ...REXROV_HULL, linearDamping: zero, quadraticDamping: diagonal([25, 50, 100, 1, 1, 1]) };
  return {
    hull: new FossenHull(hull, new Hydrostatics(REXROV_HYDROSTATICS)),
    thrusters: group,
    fins: new FinGroup([]),
  };
}

const sorted = (speeds: readonly TerminalSpeed[]): Record<string, readonly [number, number]> =>
  Object.fromEntries(speeds.map((s) => [s.direction, [s.thrust_N, s.speed_mps!] as const]));

test("thrusters that push half as hard astern: √(100/d) one way and √(50/d) the other, along every axis", () => {
  const found = sorted(terminalSpeeds(withDrag(thrusters([AHEAD, TO_STARBOARD, DOWN])), RHO, G));
  expect(Object.keys(found)).toEqual(["ahead", "astern", "to starboard", "to port", "down", "up"]);
  for (const [direction, thrust_N, drag] of [
    ["ahead", 100, 25],
    ["astern", 50, 25],
    ["to starboard", 100, 50],
    ["to port", 50, 50],
    ["down", 100, 100],
    ["up", 50, 100],
  ] as const) {
    // Some roundings of the weight of 18 kN, which is taken off.
    expect(found[direction]![0], direction).toBeCloseTo(thrust_N, 10);
    expect(found[direction]![1], direction).toBeCloseTo(Math.sqrt(thrust_N / drag), 10);
  }
});

test("shafts that need minutes to turn up count at the speed that they turn up to", () => {
  const found = sorted(terminalSpeeds(withDrag(thrusters([AHEAD], 'shaftLag_s="100"')), RHO, G));
  // States rest where |ṅ| < 1e-10 n: n within 1e-10 · 100 s · 100 rad/s = 1e-6 rad/s, T within 2e-6 N, and u within 2e-8 m/s.
  expect(Math.abs(found.ahead![0] - 100)).toBeLessThan(2.1e-6);
  expect(Math.abs(found.ahead![1] - 2)).toBeLessThan(2.1e-8);
});

/** Force of the reference hull at rest of its states, moving through still water without turning. */
function remusForce(V: readonly number[], states: readonly number[]): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  motion.set([...V, 0, 0, 0], MOTION.V);
  motion.set([...V, 0, 0, 0], MOTION.Vr);
  for (const k of [0, 4, 8]) motion[MOTION.R + k] = 1;
  motion[MOTION.depth] = 1000;
  motion[MOTION.density] = RHO;
  motion[MOTION.gravity] = G;
  const F = new Float64Array(6);
  const hull = new Remus100ReferenceHull();
  hull.addForce(F, new Float64Array(3), 0, motion, Float64Array.from(states), 0, new Float64Array(3), 0);
  return F;
}

test("a hull that asks for the speed over ground and through the water gets both: what sinks under 100 N meets 100 N", () => {
  const parts = { hull: new Remus100ReferenceHull(), thrusters: thrusters([DOWN]), fins: new FinGroup([]) };
  const { down } = sorted(terminalSpeeds(parts, RHO, G));
  expect(down![1]).toBeGreaterThan(0.1);
  const idle_N = remusForce([0, 0, 0], [0, 0, 0])[2]!;
  // Bisection to the last bit of the speed.
  expect(remusForce([0, 0, down![1]], [0, 0, 0])[2]! - idle_N).toBeCloseTo(-100, 9);
});

test("a steady speed ahead on the hull's own commands: at 1.5 m/s the propeller turns as fast as holds 1.5 m/s, fins neutral", () => {
  const parts = { hull: new Remus100ReferenceHull(), thrusters: new ThrusterGroup([]), fins: new FinGroup([]) };
  const { commands, states } = steadyAhead(parts, RHO, G, 1.5, [0, 0, 1525])!;
  expect([...commands.subarray(0, 2), ...states.subarray(0, 2)]).toEqual([0, 0, 0, 0]);
  expect(states[2]).toBeCloseTo(commands[2]!, 6);
  expect(commands[2]).toBeGreaterThan(100);
  expect(commands[2]).toBeLessThan(1525);
  // At rest of the shaft to 1e-10 of 1000 rev/min: some 1e-8 N.
  expect(remusForce([1.5, 0, 0], [...states])[0]).toBeCloseTo(0, 6);
  expect(steadyAhead(parts, RHO, G, 5, [0, 0, 1525])).toBeNull();
});
