/**
 * The laws on the vehicles that ship, with the gains of the README: what the equations of motion make of them. Run without
 * the engine, at steps of 0.02 s; the readings are the true state.
 */
import { expect, test } from "vitest";
import { nodeReader } from "../../../test/support/node-reader.ts";
import { actuatorDefinitions, ThrusterManager } from "../../actuators/index.ts";
import { Definitions, loadComponent } from "../../library/index.ts";
import { Rk4, rotateInverseInto, rpyFromQuaternionInto } from "../../math/index.ts";
import {
  actuatorsOf,
  STATE,
  uniformCurrentInto,
  VehicleSystem,
  vehicleDefinitions,
  vehicleParts,
} from "../../vehicles/index.ts";
import { controlDefinitions, NAVIGATION_STATE, softwareKinds } from "../index.ts";
import { ProgramBench } from "../test/program-bench.ts";

const { definitions } = Definitions.create([...vehicleDefinitions, ...actuatorDefinitions, ...controlDefinitions]);
const STEP_S = 0.02;

interface Trial {
  readonly vehicle: string;
  /** The law's element, which is put into the vehicle's file. */
  readonly law: string;
  readonly seconds: number;
  readonly current_mps?: readonly number[];
  readonly density_kgpm3?: number;
  start?(x: Float64Array): void;
  /** After each tick: the time, the vehicle's state, and what the law shows. */
  each(t_s: number, x: Float64Array, shown: (name: string) => number): void;
}

/** Flies the trial; what the program logged, with the times. */
function fly(trial: Trial): string[] {
  const file = `components/vehicles/${trial.vehicle}.bare.xml`;
  const files = nodeReader();
  const shipped = files.read(file);
  if (!("text" in shipped)) throw new Error(shipped.error);
  const text = shipped.text.replace("</vehicle>", `${trial.law}</vehicle>`);
  const reader = { ...files, read: (name: string) => (name === file ? { text } : files.read(name)) };
  const { component, diagnostics } = loadComponent(definitions, reader, file);
  expect(diagnostics.map((d) => d.message)).toEqual([]);
  const parts = vehicleParts(definitions, component!);
  const density_kgpm3 = trial.density_kgpm3 ?? 1026;
  const rk4 = new Rk4(64);
  const options = { path: "v", step_ns: 2e7, integrator: rk4, gravity_mps2: 9.81, density_kgpm3 };
  const system = new VehicleSystem(parts, options);
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  const current = Float64Array.from(trial.current_mps ?? [0, 0, 0]);
  uniformCurrentInto(x, system.waterAt, [...current]);
  trial.start?.(x);

  const child = component!.children.find((c) => softwareKinds.some((kind) => kind.kind === c.kind))!;
  const bench = new ProgramBench(definitions, child);
  const { reading } = bench;
  const manager = child.kind === "stationKeeper" ? new ThrusterManager(parts.thrusters, { density_kgpm3 }) : null;
  const names = actuatorsOf(parts).map((actuator) => actuator.name);
  const commands = new Float64Array(bench.actuators.length);
  const taken_ns = new Float64Array(1);
  const span = Float64Array.of(0, STEP_S);
  const shown = (name: string): number => bench.shown(name);
  const every = Math.round(1 / bench.program.rate_Hz / STEP_S);
  for (let k = 0; k < Math.round(trial.seconds / STEP_S); k++) {
    span[0] = k * STEP_S;
    if (k % every === 0) {
      reading[NAVIGATION_STATE.taken] = Math.round(span[0] * 1e9);
      reading.set(x.subarray(STATE.p, STATE.actuators), NAVIGATION_STATE.p);
      rotateInverseInto(reading, NAVIGATION_STATE.vWater, x, STATE.q, current, 0);
      for (let i = 0; i < 3; i++)
        reading[NAVIGATION_STATE.vWater + i] = x[STATE.V + i]! - reading[NAVIGATION_STATE.vWater + i]!;
      bench.run();
      manager?.allocateInto(x, system.commandsAt + parts.hull.commands, bench.force, 0);
      bench.executor.commandsInto(commands, 0, bench.reals, taken_ns);
      bench.actuators.forEach(({ name }, k) => {
        x[system.commandsAt + names.indexOf(name)] = commands[k]!;
      });
      trial.each(span[0], x, shown);
    }
    rk4.step(system, x, 0, span);
    system.projectInto(x, 0);
  }
  return bench.lines.map(({ t_ns, message }) => `${(t_ns / 1e9).toFixed(1)} ${message}`);
}

/** Every gain times a factor. */
const scaled = (xml: string, factor: number): string =>
  xml.replace(/\b(k[pid])="([\d.]+)"/g, (_, name, value) => `${name}="${Number(value) * factor}"`);

const FINNED_GAINS = `<depth kp="0.25" ki="0.006" kd="0.2" integralLimit="0.05"/>
  <pitch kp="0.9" ki="0.3" kd="0.5" integralLimit="0.15"/>
  <heading kp="0.7" ki="0.01" kd="0.4" integralLimit="0.02"/>
  <speed kp="30" ki="10"/>`;
const finned = (plan: string, gain = 1): string =>
  `<autopilot rudder="-rudderTop -rudderBottom" sternPlane="planePort planeStarboard" propeller="propeller"
     pitchLimit_deg="20" rudderLimit_deg="13.6" sternPlaneLimit_deg="13.6"
     propellerUnit="rad/s" propellerMax="159" propellerPerSpeed="66">
     ${scaled(FINNED_GAINS, gain)}${plan}</autopilot>`;

const REFERENCE_GAINS = `<depth kp="0.25" ki="0.004" kd="0.2" integralLimit="0.05"/>
  <pitch kp="1.25" ki="0.6" kd="1.1" integralLimit="0.25"/>
  <heading kp="2" ki="0.02" kd="1" integralLimit="0.02"/>
  <speed kp="300" ki="100"/>`;
const reference = (plan: string, gain = 1): string =>
  `<autopilot rudder="rudder" sternPlane="sternPlane" propeller="propeller"
     pitchLimit_deg="15" propellerUnit="rpm" propellerMax="1525" propellerPerSpeed="600">
     ${scaled(REFERENCE_GAINS, gain)}${plan}</autopilot>`;

const dive = '<leg id="dive" heading_deg="0" depth_m="10" speed_mps="1.5" depthTolerance_m="0.1" settle_s="10"/>';

interface Square {
  readonly side_m: number;
  readonly route: string;
}

/** North, east, south and back west, from the origin. */
function square(side_m: number, attributes: string): Square {
  const corners = [`0 0`, `${side_m} 0`, `${side_m} ${side_m}`, `0 ${side_m}`, `0 0`];
  const points = corners.map((corner) => `<point position_m="${corner} 10"/>`).join("");
  return { side_m, route: `<route id="square" ${attributes}>${points}</route>` };
}

/** Distance to the outline of the square, the way to its first corner included. */
function offOutline_m(side_m: number, north: number, east: number): number {
  const toLine = (along: number, across: number, from: number, to: number): number =>
    Math.hypot(across, Math.max(from - along, 0, along - to));
  return Math.min(
    toLine(north, east, -1e9, side_m),
    toLine(east, north - side_m, 0, side_m),
    toLine(north, east - side_m, 0, side_m),
    toLine(east, north, 0, side_m),
  );
}

interface Flight {
  deepest_m: number;
  /** Largest error of depth, and of the speed, on the square, corners and all. */
  depthError_m: number;
  speedError_mps: number;
  offOutline_m: number;
  /** Largest cross-track error farther than `clear_m` from every corner. */
  cross_m: number;
  events: string[];
}

function flySquare(
  vehicle: string,
  law: (plan: string) => string,
  { side_m, route }: Square,
  clear_m: number,
  current_mps: readonly number[] = [0, 0, 0],
): Flight {
  const flight: Flight = { deepest_m: 0, depthError_m: 0, speedError_mps: 0, offOutline_m: 0, cross_m: 0, events: [] };
  let arrived = false;
  const corners = [0, side_m].flatMap((n) => [0, side_m].map((e) => [n, e] as const));
  flight.events = fly({
    vehicle,
    law: law(dive + route),
    seconds: 400,
    current_mps,
    start(x) {
      x[STATE.p] = -130;
      x[STATE.p + 2] = 0.084; // afloat, where it rests
    },
    each(_, x, shown) {
      const [north, east, depth] = x;
      flight.deepest_m = Math.max(flight.deepest_m, depth!);
      if (shown("leg") !== 2) return;
      const error = (name: string): number => Math.abs(shown(name));
      flight.depthError_m = Math.max(flight.depthError_m, error("depthError_m"));
      flight.speedError_mps = Math.max(flight.speedError_mps, error("speedError_mps"));
      // From where the first corner is turned; a current drives the dive off the line to it.
      arrived ||= Math.hypot(north!, east!) < 8;
      if (arrived) flight.offOutline_m = Math.max(flight.offOutline_m, offOutline_m(side_m, north!, east!));
      const toCorner = Math.min(...corners.map(([n, e]) => Math.hypot(north! - n, east! - e)));
      if (toCorner > clear_m) flight.cross_m = Math.max(flight.cross_m, error("crossTrack_m"));
    },
  });
  expect(flight.events.at(-1)).toMatch(/plan finished$/);
  return flight;
}

test.each([1, 0.8, 1.2])(
  "REMUS with fins dives to 10 m, holds it within 0.1 m and flies an 80 m square within 2 m, corners included; gains × %d",
  (gain) => {
    const box = square(80, 'acceptance_m="6" lookahead_m="5"');
    const flight = flySquare("remus100-finned", (plan) => finned(plan, gain), box, 10);
    // Measured: 0.07 m, 0.05 m, 1.5 m and 0.21 m at most. The bounds are the goals, halved where the margin is large.
    expect(flight.deepest_m - 10).toBeLessThan(0.25);
    expect(flight.depthError_m).toBeLessThan(0.1);
    expect(flight.offOutline_m).toBeLessThan(2);
    expect(flight.cross_m).toBeLessThan(0.5);
    expect(flight.speedError_mps).toBeLessThan(0.1);
    expect(flight.events.map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'leg "dive" begins',
      'route "square" begins',
      ...[1, 2, 3, 4, 5].map((n) => `waypoint ${n} of 5 reached`),
      "plan finished",
    ]);
  },
);

test("in 0.3 m/s of current towards north-east the integral guidance is back on the lines within 2 m after the corners", () => {
  const current = [0.3 * Math.SQRT1_2, 0.3 * Math.SQRT1_2, 0];
  const box = square(80, 'acceptance_m="6" lookahead_m="5" integralGain_mps="0.375"');
  const flight = flySquare("remus100-finned", finned, box, 10, current);
  // Measured: 1.9 m and 1.7 m; the corners are blown wide on the side that the current runs to.
  expect(flight.offOutline_m).toBeLessThan(2.1);
  expect(flight.cross_m).toBeLessThan(2);
  expect(flight.depthError_m).toBeLessThan(0.1);
});

test.each([1, 0.8, 1.2])(
  "the reference REMUS, whose turning circle is 20 m, holds its depth in turns and the middle of each 100 m leg; gains × %d",
  (gain) => {
    const box = square(100, 'acceptance_m="23" lookahead_m="15"');
    const flight = flySquare("remus100", (plan) => reference(plan, gain), box, 30);
    // Measured: 0.06 m, 0.04 m and 0.42 m at most. Corners are cut by 6.5 m: rudder hard over makes 1.5/0.072 = 21 m.
    expect(flight.deepest_m - 10).toBeLessThan(0.25);
    expect(flight.depthError_m).toBeLessThan(0.1);
    expect(flight.cross_m).toBeLessThan(1);
  },
);

test("REMUS with fins comes up from 10 m and floats where its weight says, 0.084 m deep, without speed", () => {
  let last = Number.NaN;
  let speed = Number.NaN;
  fly({
    vehicle: "remus100-finned",
    law: finned(`<leg depth_m="10" speed_mps="1.5" duration_s="60"/><leg depth_m="0" duration_s="60"/>
      <leg speed_mps="0" duration_s="80"/>`),
    seconds: 200,
    start(x) {
      x[STATE.p + 2] = 0.084;
    },
    each(_, x) {
      last = x[STATE.p + 2]!;
      speed = x[STATE.V]!;
    },
  });
  // `components show` has the rest afloat at 0.0843 m in 1025 kg/m³; at 1026 it is a little higher.
  expect(last).toBeCloseTo(0.084, 2);
  expect(Math.abs(speed)).toBeLessThan(0.05);
});

/** Yaw rate, pitch and roll after 30 s at some 1.5 m/s, fins amidships, from a yaw rate and a pitch. */
function leftToItself(yawRate_radps: number, pitch_rad: number): number[] {
  const rpy = new Float64Array(3);
  let end: number[] = [];
  fly({
    vehicle: "remus100-finned",
    law: '<controller actuators="propeller" values="99.1"/>',
    seconds: 30,
    start(x) {
      x[STATE.p + 2] = 50;
      x[STATE.V] = 1.5;
      x[STATE.V + 5] = yawRate_radps;
      x[STATE.q] = Math.cos(pitch_rad / 2);
      x[STATE.q + 2] = Math.sin(pitch_rad / 2);
    },
    each(_, x) {
      rpyFromQuaternionInto(rpy, 0, x, STATE.q);
      end = [x[STATE.V + 5]!, rpy[1]!, rpy[0]!];
    },
  });
  return end;
}

test("REMUS with fins is stable by itself: however it is set off, it ends in the same slow dive", () => {
  const [yawRate, pitch, roll] = leftToItself(0, 0);
  // Light by 3 N it rises across its axis, w < 0; the moment of the added mass then beats that of the fins and noses down
  // until the weight holds: θ W z_g = M_uw u w. It does not turn; the propeller's torque leaves a heel.
  expect(pitch).toBeLessThan(-0.1);
  expect(pitch).toBeGreaterThan(-0.16);
  for (const [r, theta] of [
    [0.3, 0.2],
    [-0.3, 0],
    [0, -0.3],
  ] as const) {
    const other = leftToItself(r, theta);
    // The slowest pole is −0.47 ± 0.28 i: e^(−0.47 · 30) = 7e-7 of where it began.
    [yawRate, pitch, roll].forEach((value, i) => void expect(other[i]).toBeCloseTo(value!, 4));
  }
});

const ROV_GAINS = `<position kp="4300" ki="1000" kd="7000"/><depth kp="10500" ki="3000" kd="14000"/>
  <heading kp="2000" ki="500" kd="2600"/>`;
const rov = (gain: number, holds = ""): string =>
  `<stationKeeper rate_Hz="10" horizontalLimit_N="3000" verticalLimit_N="3000" torqueLimit_Nm="2000">
     ${scaled(ROV_GAINS, gain)}${holds}</stationKeeper>`;

/** The largest distance from the set-point, from rest at it, and that of the last ten seconds. */
function keepStation(current_mps: readonly number[], gain = 1, density_kgpm3 = 1026): { most: number; late: number } {
  const distance = { most: 0, late: 0 };
  fly({
    vehicle: "rexrov",
    law: rov(gain),
    seconds: 60,
    current_mps,
    density_kgpm3,
    start(x) {
      x[STATE.p + 2] = 20;
    },
    each(t_s, _, shown) {
      const d = Math.hypot(shown("northError_m"), shown("eastError_m"), shown("depthError_m"));
      distance.most = Math.max(distance.most, d);
      if (t_s > 50) distance.late = Math.max(distance.late, d);
      expect(Math.abs(shown("headingError_rad"))).toBeLessThan(0.02);
    },
  });
  return distance;
}

test("RexROV, let go at rest, stays within 0.1 m in 0.3 m/s of current from each of ten directions, and comes back to 1 mm", () => {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4), 0]);
  for (const direction of [...around, [0, 0, 1], [0, 0, -1]]) {
    const { most, late } = keepStation(direction.map((c) => 0.3 * c));
    // Measured: 0.026 m level, 0.045 m against an upward current that joins the buoyancy.
    expect(most).toBeLessThan(0.06);
    expect(late).toBeLessThan(1e-3);
  }
});

test("the same with all gains 20 % lower or higher, and in fresh water, where it sinks", () => {
  for (const gain of [0.8, 1.2]) expect(keepStation([0.2, -0.2, -0.1], gain).most).toBeLessThan(0.08);
  expect(keepStation([0, 0, 0.3], 1, 1000).most).toBeLessThan(0.08);
});

test("RexROV goes from hold to hold and stays within 0.25 m of its travelling set-point", () => {
  let most = 0;
  const events = fly({
    vehicle: "rexrov",
    law: rov(
      1,
      `<hold position_m="0 0 20" duration_s="10"/>
       <hold position_m="5 0 18" heading_deg="90" tolerance_m="0.1"/><hold position_m="5 5 18" tolerance_m="0.1"/>`,
    ),
    seconds: 60,
    current_mps: [0, 0.3, 0],
    start(x) {
      x[STATE.p + 2] = 20;
    },
    each(_, __, shown) {
      // Behind the last hold the loops rest.
      if (shown("hold") === 0) return;
      most = Math.max(most, Math.hypot(shown("northError_m"), shown("eastError_m"), shown("depthError_m")));
    },
  });
  expect(events.at(-1)).toMatch(/plan finished$/);
  // The set-point starts and stops at once, the vehicle does not: some v/ω = 0.5/1.2 m of which the feed-forward takes half.
  expect(most).toBeLessThan(0.25);
});
