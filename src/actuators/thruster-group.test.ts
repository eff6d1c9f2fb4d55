import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { uniform } from "../../test/support/uniform.ts";
import { loadComponent, memoryReader } from "../library/index.ts";
import { MOTION, MOTION_SIZE } from "./motion.ts";
import { REXROV_FLU, rexrovGroup } from "./test/rexrov.ts";
import { ask, definitions, shippedThruster, thrusterOf } from "./test/thrusters.ts";
import {
  type MountedThruster,
  mountedThruster,
  THRUSTER_OUTPUT,
  THRUSTER_OUTPUT_SIZE,
  ThrusterGroup,
} from "./thruster-group.ts";

const CURVE = 'diameter_m="0.2" kT0="0.4" kT1="-0.5" kQ0="0.05" kQ1="-0.04" maxSpeed_radps="130"';

function motionOf(Vr: readonly number[], density = 1025): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  motion.set(Vr, MOTION.Vr);
  motion[MOTION.density] = density;
  return motion;
}

function force(
  group: ThrusterGroup,
  Vr: readonly number[],
  commands: readonly number[],
  x: readonly number[] = commands,
) {
  const F = new Float64Array(6);
  const dx = new Float64Array(Math.max(1, group.states));
  group.addForce(F, dx, 0, motionOf(Vr), Float64Array.from(x), 0, Float64Array.from(commands), 0);
  return { F, dx };
}

const mounted = (part: Partial<MountedThruster>): MountedThruster => ({
  model: thrusterOf(CURVE),
  position_m: [0, 0, 0],
  attitude_rad: [0, 0, 0],
  wakeFraction: 0,
  thrustDeduction: 0,
  ...part,
});

test("a thruster 0.5 m to starboard pushes ahead and turns to port: N = −0.5 T, and its reaction rolls to port", () => {
  const group = new ThrusterGroup([mounted({ position_m: [0, 0.5, 0] })]);
  const alone = ask(thrusterOf(CURVE), 60, 0, 1025);
  const { F } = force(group, [0, 0, 0, 0, 0, 0], [60]);
  const expected = [alone.thrust_N, 0, 0, alone.torque_Nm, 0, -0.5 * alone.thrust_N];
  // The same products; only zeros of either sign differ.
  for (let i = 0; i < 6; i++) expect(F[i]).toBeCloseTo(expected[i], 12);
  expect(alone.torque_Nm).toBeLessThan(0);
});

test("turned by 90° in yaw it pushes to starboard, and pitched by −90° it pushes down", () => {
  const T = ask(thrusterOf(CURVE), 60, 0, 1025).thrust_N;
  const yawed = force(new ThrusterGroup([mounted({ attitude_rad: [0, 0, Math.PI / 2] })]), [0, 0, 0, 0, 0, 0], [60]).F;
  const pitched = force(
    new ThrusterGroup([mounted({ attitude_rad: [0, -Math.PI / 2, 0] })]),
    [0, 0, 0, 0, 0, 0],
    [60],
  ).F;
  // cos(π/2) is 6e-17 in floating point.
  [0, T, 0].forEach((component, i) => {
    expect(yawed[i]).toBeCloseTo(component, 12);
  });
  [0, 0, T].forEach((component, i) => {
    expect(pitched[i]).toBeCloseTo(component, 12);
  });
});

test("it adds to what is there, and leaves the rates of states that are not its own alone", () => {
  const group = new ThrusterGroup([mounted({ model: thrusterOf(`${CURVE} shaftLag_s="0.5"`) })]);
  const F = Float64Array.of(1, 2, 3, 4, 5, 6);
  const dx = new Float64Array(5).fill(9);
  const x = Float64Array.of(7, 7, 7, 40, 7);
  group.addForce(F, dx, 2, motionOf([0, 0, 0, 0, 0, 0]), x, 3, Float64Array.of(0, 60), 1);
  expect([...dx]).toEqual([9, 9, (60 - 40) / 0.5, 9, 9]);
  expect([F[1], F[2], F[4], F[5]]).toEqual([2, 3, 5, 6]);
  expect(F[0]).toBeCloseTo(1 + ask(thrusterOf(CURVE), 40, 0, 1025).thrust_N, 12);
});

test("the inflow is (1 − w) e · (v_r + ω × r), the push on the vehicle (1 − t) T", () => {
  const number = uniform(-1, 1);
  const three = fc.tuple(number, number, number);
  fc.assert(
    fc.property(three, three, three, three, (r, rpy, v, w) => {
      const group = new ThrusterGroup([
        mounted({ position_m: r, attitude_rad: rpy, wakeFraction: 0.2, thrustDeduction: 0.1 }),
      ]);
      const { F } = force(group, [...v, ...w], [80]);
      const e = [Math.cos(rpy[2]) * Math.cos(rpy[1]), Math.sin(rpy[2]) * Math.cos(rpy[1]), -Math.sin(rpy[1])];
      const cross = (a: readonly number[], b: readonly number[]) => [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
      ];
      const local = cross(w, r).map((component, i) => component + v[i]);
      const u_a = 0.8 * e.reduce((s, component, i) => s + component * local[i], 0);
      const alone = ask(thrusterOf(CURVE), 80, u_a, 1025);
      const moment = cross(r, e);
      for (let i = 0; i < 3; i++) {
        // Forces of some 100 N from two orders of the same sums.
        expect(F[i]).toBeCloseTo(0.9 * alone.thrust_N * e[i], 10);
        expect(F[3 + i]).toBeCloseTo(0.9 * alone.thrust_N * moment[i] + alone.torque_Nm * e[i], 10);
      }
    }),
    { seed: 12, numRuns: 60 },
  );
});

test("eight RexROV thrusters: the columns are the published directions, and their sum is the force", () => {
  const group = rexrovGroup(nodeReader());
  expect([group.commands, group.states]).toEqual([8, 8]);
  const B = new Float64Array(48);
  group.allocationMatrixInto(B, 0);
  REXROV_FLU.forEach(({ e }, k) => {
    // Directions have five digits.
    expect(B[k]).toBeCloseTo(e[0], 5);
    expect(B[8 + k]).toBeCloseTo(-e[1], 5);
    expect(B[16 + k]).toBeCloseTo(-e[2], 5);
  });
  const speeds = [100, -200, 300, -400, 500, -600, 700, -800];
  const { F, dx } = force(group, [0.3, -0.2, 0.1, 0.01, 0.02, 0.03], new Array(8).fill(0), speeds);
  for (let j = 0; j < 6; j++) {
    const sum = speeds.reduce((s, w, k) => s + 0.00031 * w * Math.abs(w) * B[8 * j + k], 0);
    expect(F[j]).toBeCloseTo(sum, 9);
  }
  // Towards zero with 0.05 s.
  speeds.forEach((w, k) => {
    expect(dx[k]).toBeCloseTo(-w / 0.05, 9);
  });
});

test("outputs are those of each thruster alone, and asking for them changes nothing", () => {
  const group = new ThrusterGroup([
    mounted({}),
    mounted({ position_m: [0, 1, 0], wakeFraction: 0.5, thrustDeduction: 0.3 }),
  ]);
  const out = new Float64Array(2 * THRUSTER_OUTPUT_SIZE + 1);
  const motion = motionOf([1, 0, 0, 0, 0, 0.2]);
  group.outputsInto(out, 1, motion, new Float64Array(1), 0, Float64Array.of(70, -50), 0);
  // The second sits 1 m to starboard of a body that turns to starboard: 1 − 0.2 m/s, half of it in the wake.
  const alone = [ask(thrusterOf(CURVE), 70, 1, 1025), ask(thrusterOf(CURVE), -50, 0.4, 1025)];
  alone.forEach((at, k) => {
    const o = 1 + THRUSTER_OUTPUT_SIZE * k;
    expect(out[o + THRUSTER_OUTPUT.thrust]).toBeCloseTo(at.thrust_N, 11);
    expect(out[o + THRUSTER_OUTPUT.torque]).toBeCloseTo(at.torque_Nm, 11);
    expect(out[o + THRUSTER_OUTPUT.speed]).toBe(at.speed_radps);
    expect(out[o + THRUSTER_OUTPUT.power]).toBeCloseTo(at.power_W, 9);
  });
  expect(out[0]).toBe(0);
});

test("a component with its mount becomes a member of a group", () => {
  const files = memoryReader({
    "t.xml": `<thruster id="t" ${CURVE} wakeFraction="0.1"><provenance of="*" status="assumed"/></thruster>`,
  });
  const { component } = loadComponent(definitions, files, "t.xml");
  const placed = { ...component!, mount: { position_m: [1, 2, 3], attitude_rad: [0, 0, 1] } };
  const member = mountedThruster(definitions, placed);
  expect(member).toMatchObject({ position_m: [1, 2, 3], wakeFraction: 0.1, thrustDeduction: 0 });
  expect(() => mountedThruster(definitions, component!)).toThrow("is not mounted on a vehicle");
});

test("commands carry the thruster's name and unit, numbered where it has none, and rest where nothing pushes", () => {
  const group = new ThrusterGroup([
    mounted({ name: "stern" }),
    mounted({ model: shippedThruster(nodeReader(), "t200-16V") }),
  ]);
  expect(group.commandSignals).toEqual([
    { name: "stern", unit: "radps", range: [-130, 130] },
    { name: "thruster2", unit: "us", range: [1100, 1900] },
  ]);
  expect(group.outputs.map(({ name, unit }) => `${name} ${unit}`).slice(4)).toEqual([
    "thruster2_command us",
    "thruster2_speed radps",
    "thruster2_thrust N",
    "thruster2_power W",
  ]);
  const rest = Float64Array.of(9, 9, 9);
  group.restCommandsInto(rest, 1);
  // The dead band of the T200 is centred on 1500 µs.
  expect([...rest]).toEqual([9, 0, 1500]);
});

test("what a log shows of a group, and its power, is what each thruster says alone, at any offset", () => {
  const group = new ThrusterGroup([mounted({}), mounted({ position_m: [0, 0.5, 0] })]);
  const alone = [60, -40].map((command) => ask(thrusterOf(CURVE), command, 0, 1025));
  const motion = motionOf([0, 0, 0, 0, 0, 0]);
  const commands = Float64Array.of(9, 60, -40);
  const out = new Float64Array(1 + 8 + 1);
  group.outputValuesInto(out, 1, motion, new Float64Array(2), 0, commands, 1);
  const shown = alone.flatMap(({ speed_radps, thrust_N, power_W }, k) => [
    commands[1 + k],
    speed_radps,
    thrust_N,
    power_W,
  ]);
  expect([...out]).toEqual([0, ...shown, 0]);
  const power = Float64Array.of(5, 7);
  group.addPower(power, 1, motion, new Float64Array(2), 0, commands, 1);
  expect([...power]).toEqual([5, 7 + alone[0].power_W + alone[1].power_W]);
});

test("speed of advance: a bow thruster at x = 0.5 m that looks to starboard meets (1 − 0.2) (v + 0.5 r) = 0.8 · 2.15 m/s", () => {
  const bow = mounted({ position_m: [0.5, 0, 0], attitude_rad: [0, 0, Math.PI / 2], wakeFraction: 0.2 });
  const group = new ThrusterGroup([mounted({}), bow]);
  const V = Float64Array.of(1, 2, 3, 0.1, 0.2, 0.3);
  expect(group.advance(0, V)).toBe(1);
  // A few roundings of numbers near 1.
  expect(group.advance(1, V)).toBeCloseTo(1.72, 14);
  // Nothing moves: no advance.
  expect(group.advance(1, new Float64Array(6))).toBe(0);
});
