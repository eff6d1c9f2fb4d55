/** The battery of a vehicle in a run: what draws from it, when it cuts off and what follows, its energy, its gauge, and what is refused. */
import { describe, expect, test } from "vitest";
import { FinGroup, MOTION, MOTION_SIZE, mountedFin } from "../src/actuators/index.ts";
import type { Module } from "../src/control/index.ts";
import { moduleKind } from "../src/control/modules/software.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { PHASE, type Thing } from "../src/engine/index.ts";
import { powerDraw, powerState } from "../src/environment/index.ts";
import { Definitions, defineChildren, defineKind, defineModel } from "../src/library/index.ts";
import { LogWriter, readTable } from "../src/logging/index.ts";
import { rotationFromRpyInto } from "../src/math/index.ts";
import {
  APART,
  loadScenario,
  type Role,
  type Scenario,
  ScenarioRun,
  shippedDefinitions,
} from "../src/scenario/index.ts";
import { sensorMode } from "../src/sensors/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { opened } from "./support/outside.ts";
import { definitions, loadText, logApart, MemorySink, runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";
import { runSensors } from "./support/sensor-runs.ts";
import { trialDefinitions } from "./support/trial-devices.ts";

/** A ball that is neutral at 1000 kg/m³ and does not move. */
function ball(inside: string, duration_s = 60, more = ""): string {
  return `<scenario id="s" duration_s="${duration_s}" step_s="0.02"><world density_kgpm3="1000" gravity_mps2="9.81"/>
    <vehicle id="ball" length_m="0.3" position_m="0 0 20" ${more}>
      <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0.01" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
        size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="5 5 5 1 1 1"/>${inside}</vehicle>
    <log rate_Hz="10"/></scenario>`;
}

/** Six cells of 3 to 4.2 V in a straight line, 0.05 Ω each, 100 C. */
function battery(more: string): string {
  return `<battery id="battery" charges="0 1" cellVoltages_V="3 4.2" cellCapacity_C="100" cellResistance_ohm="0.05" cellsInSeries="6" ${more}/>`;
}

function started(scenario: Scenario, sink = new MemorySink()): ScenarioRun {
  return new ScenarioRun(scenario, {
    writer: new LogWriter(sink, { compression: null, library: "test" }),
    version: "test",
  });
}

const CUT_OFF =
  /^cuts off with .* of its charge left, at .* V and .* W: actuators rest, sensors and software are silent$/;

/** The guard finds the instant to 1 ns; rounding and the error of the method are below another one. */
function expectInstant(t_ns: number, t_s: number): void {
  expect(Math.abs(t_ns - t_s * 1e9)).toBeLessThan(2);
}

describe("the instant of the cut-off", () => {
  test("60 W until 20.4 V at the terminals: U₀ = 20.4 + 0.3 · 60/20.4 V, and t = Q/b ∫ dU₀/I in closed form", () => {
    const { run } = runToEnd(scenarioOf(ball(battery('cutOffVoltage_V="20.4" hotel_W="60"'))));
    const [R, P, slope_V, full_V] = [0.3, 60, 7.2, 25.2];
    const last_V = 20.4 + (R * P) / 20.4;
    // 1/I = (U + √(U² − c²)) / (2 P) with c² = 4 R P; its integral over U.
    const c2 = 4 * R * P;
    const integral = (U: number): number => {
      const root = Math.sqrt(U * U - c2);
      return (U * U + U * root - c2 * Math.log(U + root)) / (4 * P);
    };
    const t_s = (100 / slope_V) * (integral(full_V) - integral(last_V));
    expect(t_s).toBeGreaterThan(15);
    expect(run.events).toHaveLength(1);
    expect(run.events[0]).toMatchObject({ level: "warning", name: "ball/battery" });
    expect(run.events[0]!.message).toMatch(CUT_OFF);
    expectInstant(run.events[0]!.t_ns, t_s);
    const { battery: left, energy_J } = run.summary().get("ball")!;
    expect(left!.cutOff_s).toBe(run.events[0]!.t_ns * 1e-9);
    expect(Math.abs(left!.charge - (last_V - 18) / slope_V)).toBeLessThan(1e-9);
    expect(Math.abs(left!.used_J.hotel - 60 * t_s)).toBeLessThan(1e-6);
    // Open again, it stands at U₀ of the charge that is left.
    expect(Math.abs(left!.voltage_V - last_V)).toBeLessThan(1e-8);
    // Q ∫ U₀ ds of a straight line.
    expect(Math.abs(energy_J! - (100 / slope_V) * 0.5 * (full_V ** 2 - last_V ** 2))).toBeLessThan(1e-6);
  });

  test("without a limit of the voltage it lasts until it is empty: Q U₀/P = 100 · 18/60 = 30 s", () => {
    const flat = `<battery id="battery" charges="0 1" cellVoltages_V="3 3" cellCapacity_C="100" cellsInSeries="6" hotel_W="60"/>`;
    const { run } = runToEnd(scenarioOf(ball(flat)));
    expect(run.events).toHaveLength(1);
    expectInstant(run.events[0]!.t_ns, 30);
    expect(Math.abs(run.summary().get("ball")!.battery!.charge)).toBeLessThan(1e-9);
  });

  test("one that is asked for more than U₀²/(4 R) = 529.2 W at the start cuts off at the start", () => {
    const at = (hotel_W: number): number[] =>
      runToEnd(scenarioOf(ball(battery(`hotel_W="${hotel_W}"`), 0.02))).run.events.map(({ t_ns }) => t_ns);
    expect(at(530)).toEqual([0]);
    expect(at(529)[0] ?? 1).toBeGreaterThan(0);
  });

  test("half of the charge at the start lasts as long as the half of a flat battery", () => {
    const flat = `<battery id="battery" charges="0 1" cellVoltages_V="3 3" cellCapacity_C="100" cellsInSeries="6" hotel_W="60" charge="0.5"/>`;
    expectInstant(runToEnd(scenarioOf(ball(flat))).run.events[0]!.t_ns, 15);
  });
});

/** A vehicle with a propeller, fins, sensors and a pilot; inside: its battery and what belongs to it. */
function auv(inside: string, duration_s: number, pilot = true): string {
  const driven = pilot
    ? `<autopilot id="pilot" file="components/controllers/taipan2-autopilot.xml">
        <leg heading_deg="30" depth_m="6" speed_mps="1.5" duration_s="200"/></autopilot>`
    : '<script actuator="propeller" times_s="0" values="100"/><script actuator="rudder" times_s="0" values="0.2"/>';
  return `<scenario id="s" duration_s="${duration_s}" step_s="0.02" seed="5"><world density_kgpm3="1000"/>
    <vehicle id="auv" file="components/vehicles/taipan2.xml" position_m="0 0 4">${inside}${driven}</vehicle><log rate_Hz="10"/></scenario>`;
}

/** The hull's share where a weight of 1.1 kg in water hangs below it. */
const LIGHTER = ["auv/hull/mass_kg=53.9"];

/** Some 30 W of a Taipan 2 at 1.5 m/s empty it in some ten seconds. */
const SMALL = (more = ""): string =>
  `<battery id="supply" charges="0 1" cellVoltages_V="3 4.2" cellCapacity_C="25" cellResistance_ohm="0.01" cellsInSeries="6" hotel_W="12" cutOffVoltage_V="19" ${more}/>`;
const POWERED = `<sensor id="lamp" model="inclinometers" rate_Hz="10" power_W="4" standbyPower_W="1"/>`;

describe("what happens at the cut-off", () => {
  const late = '<sensor id="late" model="gyroscope" rate_Hz="10" latency_s="0.7"/>';
  const run = runSensors(auv(`${SMALL()}${POWERED}${late}`, 40));
  const cut = run.events.find(({ name }) => name === "auv/supply")!;
  const cut_s = cut.t_ns / 1e9;

  test("it comes in the middle of the run, once", () => {
    expect(cut_s).toBeGreaterThan(3);
    expect(cut_s).toBeLessThan(25);
    expect(run.events.filter(({ name }) => name === "auv/supply")).toHaveLength(1);
  });

  test("actuators rest: commands are 0, the propeller runs down with its lag of 0.2 s, and nothing draws any more", () => {
    const t_s = run.times_s("/auv/actuators");
    const speed = run.column("/auv/actuators", "propeller_speed_radps");
    const command = run.column("/auv/actuators", "propeller_command_radps");
    const power = run.column("/auv/actuators", "propeller_power_W");
    const first = t_s.findIndex((t) => t > cut_s);
    expect(speed[first - 1]!).toBeGreaterThan(50);
    expect(power[first - 1]!).toBeGreaterThan(5);
    for (let k = first; k < t_s.length; k++) {
      expect([command[k], power[k]]).toEqual([0, 0]);
      if (k === first) continue;
      // Free decay: exact but for RK4 at a tenth of its lag, 1e-6.
      const ratio = Math.exp(-(t_s[k]! - t_s[k - 1]!) / 0.2);
      expect(Math.abs(speed[k]! / speed[k - 1]! / ratio - 1)).toBeLessThan(1e-4);
    }
    const angle = run.column("/auv/actuators", "stern_port_angle_rad");
    expect(Math.abs(angle[angle.length - 1]!)).toBeLessThan(1e-6);
  });

  test("sensors and software are silent: no sample and no command after it, many before", () => {
    for (const topic of ["/auv/depth", "/auv/mti", "/auv/lamp", "/auv/late", "/auv/commands"]) {
      const t_s = run.times_s(topic);
      expect([topic, t_s.length > 20, Math.max(...t_s) <= cut_s]).toEqual([topic, true, true]);
    }
  });

  test("the charge stays, and so do all energies", () => {
    const t_s = run.times_s("/auv/supply");
    const first = t_s.findIndex((t) => t > cut_s);
    for (const field of ["charge", "thrustersEnergy_J", "devicesEnergy_J", "hotelEnergy_J", "lossEnergy_J"]) {
      const values = run.column("/auv/supply", field);
      expect(values[first]).toBe(values[values.length - 1]);
      expect(values[first - 1]).not.toBe(values[first]);
    }
    expect(run.column("/auv/supply", "current_A")[first]).toBe(0);
  });

  test("devices have drawn the sum of what their files state, the hotel 12 W, all the time until then", () => {
    const stated_W = scenarioOf(auv(`${SMALL()}${POWERED}`, 1))
      .vehicles[0]!.component.children.map(({ params }) => params as { power_W?: number; rate_Hz?: number })
      .filter(({ rate_Hz }) => rate_Hz !== undefined)
      .reduce((sum, { power_W = 0 }) => sum + power_W, 0);
    expect(stated_W).toBeGreaterThan(4);
    const last = (field: string): number => run.column("/auv/supply", field).at(-1)!;
    expect(Math.abs(last("devicesEnergy_J") - stated_W * cut_s)).toBeLessThan(1e-6);
    expect(Math.abs(last("hotelEnergy_J") - 12 * cut_s)).toBeLessThan(1e-6);
  });

  test("a script drives nothing any more, either", () => {
    const scripted = runSensors(auv(SMALL(), 40, false));
    const when_s = scripted.events.find(({ name }) => name === "auv/supply")!.t_ns / 1e9;
    const later = (field: string): number[] => {
      const t_s = scripted.times_s("/auv/actuators");
      return scripted.column("/auv/actuators", field).filter((_, k) => t_s[k]! > when_s);
    };
    expect(later("rudder_command_rad").length).toBeGreaterThan(10);
    expect(new Set(later("rudder_command_rad"))).toEqual(new Set([0]));
    expect(new Set(later("propeller_command_radps"))).toEqual(new Set([0]));
  });
});

describe("drop weights", () => {
  /** 1.2 kg of lead: the hull is made lighter by what it weighs in water. */
  const weight = (more = ""): string =>
    `<dropWeight id="lead" mass_kg="1.2" volume_m3="1.06e-4" position_m="0 0 0.075" ${more}/>`;

  test("released at the cut-off they let the vehicle come up by its buoyancy alone", () => {
    const text = auv(`${SMALL('atCutOff="dropWeight"')}${weight()}`, 60);
    const { run } = runToEnd(scenarioOf(text, LIGHTER));
    const [cut, released] = run.events.filter(({ name }) => name === "auv/supply" || name === "auv/lead");
    expect(released).toMatchObject({ name: "auv/lead", level: "info", message: "is released", t_ns: cut!.t_ns });
    // 1.1 kg of buoyancy against the drag of a hull across: afloat within a minute.
    expect(Math.abs(run.summary().get("auv")!.final.depth_m)).toBeLessThan(0.1);
  });

  test("declared to drift, it keeps its weights and does not come up", () => {
    const { run } = runToEnd(scenarioOf(auv(`${SMALL()}${weight()}`, 60), LIGHTER));
    expect(run.events.filter(({ name }) => name === "auv/lead")).toEqual([]);
    expect(run.summary().get("auv")!.final.depth_m).toBeGreaterThan(3);
  });

  test("at a stated time: it falls with 1.1 kg g on 31.2 kg until 2.5 s, and keeps its velocity in the next nanosecond", () => {
    const text = ball('<dropWeight id="lead" mass_kg="1.2" volume_m3="1e-4" releaseAt_s="2.5"/>', 5).replace(
      ' linearDamping="5 5 5 1 1 1"',
      "",
    );
    const run = started(scenarioOf(text));
    run.advance(2.5e9);
    const before = stateOf(run);
    expect(Math.abs(before[9]! - (2.5 * 1.1 * 9.81) / 31.2)).toBeLessThan(1e-11);
    run.advance(5e9);
    // Neutral and without drag from there on.
    expect(Math.abs(stateOf(run)[9]! - before[9]!)).toBeLessThan(1e-12);
    expect(run.events).toEqual([{ t_ns: 2.5e9, level: "info", name: "ball/lead", message: "is released" }]);
  });
});

describe("a drop weight as an actuator", () => {
  const law = (rate_Hz: number): string =>
    `<controller id="law" model="counter" rate_Hz="${rate_Hz}" actuators="lead"/>`;
  const lead = '<dropWeight id="lead" mass_kg="1.2" volume_m3="1e-4"/>';

  test("a law that commands 0.001, 0.002 … at 100 Hz lets it go with 0.501, at its 501st tick, once", () => {
    const run = runSensors(ball(`${lead}${law(100)}`, 8), trialDefinitions);
    const released = run.events.filter(({ name }) => name === "ball/lead");
    expect(released).toEqual([{ t_ns: 5e9, level: "info", name: "ball/lead", message: "is released" }]);
    const mass = run.column("/ball/actuators", "lead_mass_kg");
    const t_s = run.times_s("/ball/actuators");
    mass.forEach((kg, k) => {
      expect([t_s[k], kg]).toEqual([t_s[k], t_s[k]! < 5 ? 1.2 : 0]);
    });
  });

  test("without power no command lets it go", () => {
    const run = runSensors(ball(`${battery('hotel_W="60" charge="0.05"')}${lead}${law(100)}`, 8), trialDefinitions);
    expect(run.events.map(({ name }) => name)).toEqual(["ball/battery"]);
    expect(run.events[0]!.t_ns).toBeLessThan(4e9);
    expect(run.column("/ball/actuators", "lead_mass_kg").at(-1)).toBe(1.2);
  });

  test("a script on it is refused, with what to say instead", () => {
    const { diagnostics } = loadText(ball(`\n${lead}<script actuator="lead" times_s="0 2" values="0 1"/>`));
    const [found] = diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
    expect(found).toMatch(/^test.xml:5:\d+: error SCN061: the script script1 commands the drop weight lead/);
  });
});

describe("where the energy goes", () => {
  const HULL = { mass_kg: 20, volume_m3: 0.0199, cg: [0, 0, 0.02], I: [0.2, 1.2, 1.2], A: [2, 14, 14, 0.05, 0.6, 0.6] };
  const LINEAR = [1, 3, 3, 0.4, 0.6, 0.6];
  const QUADRATIC = [12, 60, 60, 0.3, 4, 4];
  const SCREW = { D: 0.14, kT0: 0.32, kT1: -0.35, kQ0: 0.039, kQ1: -0.037, w: 0.06, t: 0.1, eta: 0.7, idle_W: 1.5 };
  const CELLS = { s: [0, 0.2, 0.6, 1], U: [3, 3.5, 3.7, 4.2], Q: 1500, R: 0.04, n: 7 };
  const FIN = { idle_W: 0.2, turn_W: 6, rate: Math.PI / 3, lag: 0.1, limit: (25 * Math.PI) / 180 };
  const FINS = { rudder: 'attitude_deg="90 0 0"', plane: 'attitude_deg="0 0 0"' };
  const fin = (id: keyof typeof FINS): string =>
    `<fin id="${id}" file="components/fins/taipan300-fin.xml" position_m="-0.5 0 0" ${FINS[id]} idlePower_W="${FIN.idle_W}" turnPower_W="${FIN.turn_W}"/>`;
  const text = `<scenario id="s" duration_s="60" step_s="0.01"><world density_kgpm3="1000" gravity_mps2="9.81"/>
    <vehicle id="auv" length_m="1.2" position_m="0 0 10">
      <hull id="hull" mass_kg="${HULL.mass_kg}" volume_m3="${HULL.volume_m3}" cg_m="${HULL.cg.join(" ")}" inertia_kgm2="${HULL.I.join(" ")} 0 0 0"
        shape="ellipsoid" size_m="1.2 0.2 0.2" addedMass="${HULL.A.join(" ")}" linearDamping="${LINEAR.join(" ")}" quadraticDamping="${QUADRATIC.join(" ")}"/>
      <thruster id="propeller" model="open-water" position_m="-0.6 0 0" diameter_m="${SCREW.D}" kT0="${SCREW.kT0}" kT1="${SCREW.kT1}" kQ0="${SCREW.kQ0}"
        kQ1="${SCREW.kQ1}" wakeFraction="${SCREW.w}" thrustDeduction="${SCREW.t}" shaftLag_s="0.3" maxSpeed_radps="160" motorEfficiency="${SCREW.eta}"
        idlePower_W="${SCREW.idle_W}"/>
      ${fin("rudder")}${fin("plane")}
      <sensor id="depth" model="depth-gauge" rate_Hz="10" power_W="2.5"/>
      <battery id="battery" charges="${CELLS.s.join(" ")}" cellVoltages_V="${CELLS.U.join(" ")}" cellCapacity_C="${CELLS.Q}"
        cellResistance_ohm="${CELLS.R}" cellsInSeries="${CELLS.n}" hotel_W="7" charge="0.85"/>
      <script actuator="propeller" times_s="0 20 25 40 45" values="120 60 -40 130 90"/>
      <script actuator="rudder" times_s="0 8 16 30 38" values="0.3 -0.3 0.15 0.2 -0.1"/>
      <script actuator="plane" times_s="0 12 22 35 50" values="-0.1 0.15 -0.05 0.1 0"/></vehicle>
    <log rate_Hz="100" channels="state actuators battery"/></scenario>`;

  const scenario = scenarioOf(text);
  const run = runSensors(text);
  const h_s = 0.01;
  const columns = (topic: string, names: readonly string[]): number[][] => names.map((name) => run.column(topic, name));
  const nu = columns("/auv/state", ["u_mps", "v_mps", "w_mps", "p_radps", "q_radps", "r_radps"]);
  const [roll, pitch, heading, depth] = columns("/auv/state", ["roll_rad", "pitch_rad", "heading_rad", "depth_m"]);
  const [omega] = columns("/auv/actuators", ["propeller_speed_radps"]);
  const angles = columns("/auv/actuators", ["rudder_angle_rad", "plane_angle_rad"]);
  const targets = columns("/auv/actuators", ["rudder_command_rad", "plane_command_rad"]);
  const N = omega!.length;

  /** ∫ by the trapezoidal rule: at 100 Hz the corners of the scripts cost some 1e-5 of the whole. */
  const integral = (f: (k: number) => number): number => {
    let sum = 0.5 * (f(0) + f(N - 1));
    for (let k = 1; k < N - 1; k++) sum += f(k);
    return sum * h_s;
  };

  // The propeller as its header prints it, written out here.
  const thrust = (k: number): { T: number; Q: number } => {
    const [n, u_a] = [omega![k]! / (2 * Math.PI), (1 - SCREW.w) * nu[0]![k]!];
    const { D } = SCREW;
    return {
      T: 1000 * Math.abs(n) * (D ** 4 * SCREW.kT0 * n + D ** 3 * SCREW.kT1 * u_a),
      Q: 1000 * Math.abs(n) * (D ** 5 * SCREW.kQ0 * n + D ** 4 * SCREW.kQ1 * u_a),
    };
  };
  const thruster_W = (k: number): number => SCREW.idle_W + Math.max(0, thrust(k).Q * omega![k]!) / SCREW.eta;
  /** What the propeller does on the body: (1 − t) T u − Q p, right-handed. */
  const pushed_W = (k: number): number => (1 - SCREW.t) * thrust(k).T * nu[0]![k]! - thrust(k).Q * nu[3]![k]!;
  const hullDrag_W = (k: number): number =>
    nu.reduce((sum, v, i) => sum + (LINEAR[i]! + QUADRATIC[i]! * Math.abs(v[k]!)) * v[k]! * v[k]!, 0);
  /** With the command of another instant: at a corner of a script the rate jumps. */
  const servo_W = (k: number, commanded = k): number =>
    angles.reduce((sum, angle, i) => {
      const target = Math.min(Math.max(targets[i]![commanded]!, -FIN.limit), FIN.limit);
      const rate = Math.min(Math.abs(target - angle[k]!) / FIN.lag, FIN.rate);
      return sum + FIN.idle_W + (FIN.turn_W * rate) / FIN.rate;
    }, 0);

  const servos_J = Array.from({ length: N - 1 }, (_, k) => 0.5 * h_s * (servo_W(k) + servo_W(k + 1, k))).reduce(
    (a, b) => a + b,
    0,
  );

  const group = new FinGroup(
    scenario.vehicles[0]!.component.children.filter(({ kind }) => kind === "fin").map((child) =>
      mountedFin(definitions, child),
    ),
  );
  /** Work of the water on the fins, whose forces are not those of the battery's equations. */
  const finDrag_W = (k: number): number => {
    const motion = new Float64Array(MOTION_SIZE);
    for (let i = 0; i < 6; i++) motion[MOTION.Vr + i] = nu[i]![k]!;
    motion[MOTION.density] = 1000;
    const F = new Float64Array(6);
    const x = Float64Array.from(angles, (angle) => angle[k]!);
    group.addForce(F, new Float64Array(2), 0, motion, x, 0, new Float64Array(2), 0);
    return -nu.reduce((sum, v, i) => sum + F[i]! * v[k]!, 0);
  };

  /** ½ νᵀ M ν, and −m g z of the centre of mass + ρ g V z of that of buoyancy. */
  const mechanical_J = (k: number): number => {
    const [u, v, w, p, q, r] = nu.map((column) => column[k]!) as [number, number, number, number, number, number];
    const { mass_kg: m, volume_m3: V, I, A, cg } = HULL;
    const c = cg[2]!;
    const ofMass = 0.5 * m * ((u + q * c) ** 2 + (v - p * c) ** 2 + w * w);
    // Published about Bcm, as the hull's file has it.
    const turning = 0.5 * (I[0]! * p * p + I[1]! * q * q + I[2]! * r * r);
    const added = 0.5 * [u, v, w, p, q, r].reduce((sum, each, i) => sum + A[i]! * each * each, 0);
    const R = new Float64Array(9);
    rotationFromRpyInto(R, 0, roll![k]!, pitch![k]!, heading![k]!);
    return ofMass + turning + added - 9.81 * (m * (depth![k]! + c * R[8]!) - 1000 * V * depth![k]!);
  };

  const open_V = (s: number): number => {
    const i = Math.max(
      1,
      CELLS.s.findIndex((each) => s <= each),
    );
    const share = (s - CELLS.s[i - 1]!) / (CELLS.s[i]! - CELLS.s[i - 1]!);
    return CELLS.n * (CELLS.U[i - 1]! + share * (CELLS.U[i]! - CELLS.U[i - 1]!));
  };
  /** Q ∫ U₀ ds from 0 to s: trapezia. */
  const stored_J = (s: number): number => {
    const points = [...CELLS.s.filter((each) => each < s), s];
    return points.slice(1).reduce((sum, b, i) => {
      const a = points[i]!;
      return sum + CELLS.Q * 0.5 * (open_V(a) + open_V(b)) * (b - a);
    }, 0);
  };

  const total_W = (k: number): number => thruster_W(k) + servo_W(k) + 2.5 + 7;
  /** Charge and heat from the loads alone. */
  const heat_J = (() => {
    const R = CELLS.n * CELLS.R;
    let [s, heat] = [0.85, 0];
    const current = (k: number): number => {
      const U = open_V(s);
      return (U - Math.sqrt(U * U - 4 * R * total_W(k))) / (2 * R);
    };
    for (let k = 0; k < N - 1; k++) {
      const [a, b] = [current(k), current(k + 1)];
      heat += 0.5 * R * (a * a + b * b) * h_s;
      s -= (0.5 * (a + b) * h_s) / CELLS.Q;
    }
    return heat;
  })();

  const charge = run.column("/auv/battery", "charge");
  const used_J = stored_J(charge[0]!) - stored_J(charge[N - 1]!);

  test("the run is worth it: it turns, dives, stops and goes astern, and uses more than a kilojoule", () => {
    expect(used_J).toBeGreaterThan(1000);
    expect(Math.max(...nu[0]!)).toBeGreaterThan(1);
    expect(Math.max(...nu[5]!) - Math.min(...nu[5]!)).toBeGreaterThan(0.2);
    expect(Math.max(...depth!) - Math.min(...depth!)).toBeGreaterThan(1);
    expect(Math.min(...omega!)).toBeLessThan(-30);
  });

  test("battery energy = change of kinetic and potential energy + work against drag + losses + hotel, within 0.1 %", () => {
    const drag_J = integral(hullDrag_W) + integral(finDrag_W);
    const screwLoss_J = integral((k) => thruster_W(k) - pushed_W(k));
    const other_J = servos_J + (2.5 + 7) * 60;
    const change_J = mechanical_J(N - 1) - mechanical_J(0);
    const spent_J = change_J + drag_J + screwLoss_J + heat_J + other_J;
    expect(Math.abs(spent_J / used_J - 1)).toBeLessThan(1e-3);
    // And each share is worth being looked at.
    for (const part_J of [drag_J, screwLoss_J, heat_J, other_J]) expect(part_J).toBeGreaterThan(5e-3 * used_J);
    // The mechanical half alone: what the propeller does on the body is what is stored and what drag takes.
    const pushed_J = integral(pushed_W);
    expect(Math.abs((change_J + drag_J) / pushed_J - 1)).toBeLessThan(1e-3);
  });

  test("each group of consumers has used what its own formula says, within 0.1 %", () => {
    const last = (name: string): number => run.column("/auv/battery", `${name}Energy_J`)[N - 1]!;
    const expected = {
      thrusters: integral(thruster_W),
      fins: servos_J,
      devices: 2.5 * 60,
      hotel: 7 * 60,
      loss: heat_J,
    };
    for (const [name, joules] of Object.entries(expected)) {
      expect([name, Math.abs(last(name) / joules - 1) < 1e-3]).toEqual([name, true]);
    }
    expect(last("parts")).toBe(0);
    const sum = Object.keys(expected).reduce((all, name) => all + last(name), 0);
    // States of one integration: the table's corners cost RK4 some 1e-9.
    expect(Math.abs(sum / used_J - 1)).toBeLessThan(1e-6);
  });
});

describe("a battery moves nothing", () => {
  test("a vehicle moves bit for bit as one without, until it cuts off", () => {
    const big = SMALL().replace('cellCapacity_C="25"', 'cellCapacity_C="25000"');
    const [with_, without] = [big, ""].map((supply) => started(scenarioOf(auv(supply, 20))));
    for (const run of [with_!, without!]) run.advance(20e9);
    expect(stateOf(with_!)).toEqual(stateOf(without!));
    expect(with_!.events).toEqual(without!.events);
  });

  test("sensors say what they draw by their mode: 4 W on, 1 W in standby, nothing off", () => {
    const modes = ["on", "standby", "off"].map((mode) => {
      const lamp = POWERED.replace("/>", ` mode="${mode}"/>`);
      return runSensors(ball(`${battery("")}${lamp}`, 10))
        .column("/ball/battery", "devicesEnergy_J")
        .at(-1)!;
    });
    [40, 10, 0].forEach((joules, k) => {
      expect(Math.abs(modes[k]! - joules)).toBeLessThan(1e-9);
    });
  });
});

test("software that switches a sensor changes what it draws at that instant: 4 W for 5, 5 and 10 s, 1 W for 5 s, nothing for 5 s", () => {
  /** Modes 2, 1, 2, 0, 2 at 0, 5, 10, 15 and 20 s. */
  const switcher = defineModel(moduleKind, {
    model: "switcher",
    doc: "Switches a sensor",
    reads: ["rate_Hz"],
    create: ({ rate_Hz }): Module => ({
      rate_Hz: rate_Hz ?? 1,
      outputs: [{ name: "mode", message: sensorMode }],
      memory: 1,
      shows: [],
      step({ reals, memoryAt, outAt }) {
        const t_s = reals[memoryAt]!++;
        reals[outAt[0]!] = t_s < 5 ? 2 : t_s < 10 ? 1 : t_s < 15 ? 2 : t_s < 20 ? 0 : 2;
      },
    }),
  });
  const program = `<software id="brain"><module id="s" model="switcher" rate_Hz="1"/><link from="s.mode" to="lamp.mode"/></software>`;
  const run = runSensors(
    ball(`${battery("")}${POWERED}${program}`, 30),
    Definitions.create([...shippedDefinitions, switcher]).definitions,
  );
  const t_s = run.times_s("/ball/battery");
  const drawn = run.column("/ball/battery", "devicesEnergy_J");
  const at = (t: number): number => drawn[t_s.indexOf(t)]!;
  [
    [5, 20],
    [10, 25],
    [15, 45],
    [20, 45],
    [30, 85],
  ].forEach(([t, joules]) => {
    // Sums of 1,500 steps of 0.08 J.
    expect(Math.abs(at(t!) - joules!)).toBeLessThan(1e-9);
  });
});

describe("one that cuts off in the middle of a run", () => {
  const weight = '<dropWeight id="lead" mass_kg="1.2" volume_m3="1.06e-4" position_m="0 0 0.075"/>';
  const scenario = scenarioOf(
    auv(
      `${SMALL('atCutOff="dropWeight"')}${POWERED}<sensor id="gauge" model="battery-gauge" rate_Hz="2"/>${weight}`,
      24,
    ),
    LIGHTER,
  );
  const whole = runToEnd(scenario);
  const cut_ns = whole.run.events.find(({ name }) => name === "auv/supply")!.t_ns;

  test("restored at any instant, it gives the same log to the byte", () => {
    for (const t_ns of [0, 1.234e9, cut_ns - 1, cut_ns, cut_ns + 1, cut_ns + 2e9]) {
      const sink = new MemorySink();
      const run = started(scenario, sink);
      run.advance(t_ns);
      run.restore(run.snapshot());
      run.advance(run.end_ns);
      run.close();
      expect([t_ns, Buffer.from(sink.bytes()).equals(whole.log)]).toEqual([t_ns, true]);
      expect(run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
    }
  });

  test("gives the same log with each simulator cut off from the rest, and with all five apart", () => {
    const roles = APART.flat();
    const cutOff = (role: Role): Role[][] => [[role], roles.filter((other) => other !== role)];
    for (const places of [...roles.map(cutOff), APART]) {
      expect([places, Buffer.from(logApart(scenario, places)).equals(whole.log)]).toEqual([places, true]);
    }
  });
});

describe("a thing from outside the package", () => {
  const SWITCHED_NS = 2_500_000_000;
  /** Draws 10 W from 2.5 s on, and reports when its power is gone. */
  const heater: Thing = {
    ports: [
      { name: "draw", direction: "out", message: powerDraw },
      { name: "power", direction: "in", message: powerState },
    ],
    events: [{ name: "cold", level: "info", doc: "the heater is cold" }],
    join(site) {
      const out = site.out("draw", PHASE.deliver);
      const state = new Float64Array(powerState.size);
      site.in("power", {
        handle: (moment, port) => {
          while (port.receive(moment, state, 0)) if (state[0] === 0) site.tell(moment, "cold");
        },
      });
      const actor = site.actor("", (moment) => out.send(moment, Float64Array.of(10), 0));
      site.at(SWITCHED_NS, PHASE.deliver, actor);
    },
  };
  const kind = defineKind<Thing>()({ kind: "heater", doc: "a heater", params: {}, simulator: "sensors" });
  const model = defineModel(kind, { model: "plain", doc: "a heater", default: true, create: () => heater });
  const slot = defineChildren("vehicle", { heater: { doc: "heaters" } });
  const withHeater = Definitions.create([...shippedDefinitions, kind, model, slot]).definitions;

  test("draws by a message, and hears of the cut-off a nanosecond after it: 10 W from 2.5 s, 5 C at 18 V, out at 11.5 s", () => {
    const flat = `<battery id="battery" charges="0 1" cellVoltages_V="3 3" cellCapacity_C="5" cellsInSeries="6"/>`;
    const run = runSensors(ball(`${flat}<heater id="heater"/>`, 20), withHeater);
    expect(run.events.map(({ name }) => name)).toEqual(["ball/battery", "ball/heater"]);
    const [cut, cold] = run.events;
    expectInstant(cut!.t_ns, 2.5 + 90 / 10);
    expect(cold).toMatchObject({ t_ns: cut!.t_ns + 1, message: "the heater is cold" });
  });

  test("works without a battery, too: its messages have no taker, and nothing ends", () => {
    expect(runSensors(ball('<heater id="heater"/>', 20), withHeater).events).toEqual([]);
  });
});

describe("a battery gauge on a vehicle with a battery", () => {
  test("reads its voltage, current and charge, without stating a supply", () => {
    const run = runSensors(
      ball(`${battery('hotel_W="20"')}<sensor id="gauge" model="battery-gauge" rate_Hz="10"/>`, 10),
    );
    const of = (topic: string, name: string): number[] => run.column(topic, name).slice(0, 100);
    expect(of("/ball/gauge", "voltage_V")).toEqual(of("/ball/battery", "voltage_V"));
    expect(of("/ball/gauge", "current_A")).toEqual(of("/ball/battery", "current_A"));
    expect(of("/ball/gauge", "chargeTrue")).toEqual(of("/ball/battery", "charge"));
    // Counted at 10 Hz by the rectangle before: behind the truth by the growth of the current, 1 % of 0.08 in 10 s.
    of("/ball/gauge", "charge").forEach((counted, k) => {
      expect(Math.abs(counted - of("/ball/battery", "charge")[k]!)).toBeLessThan(1e-4);
    });
    expect(of("/ball/gauge", "charge")[99]!).toBeLessThan(0.95);
  });

  test("does not read a supply that it states besides", () => {
    const stated = 'supplyVoltage_V="99" supplyCapacity_C="1" supplyLoad_W="50" supplyCharge="0.5"';
    const run = runSensors(
      ball(`${battery('hotel_W="20"')}<sensor id="gauge" model="battery-gauge" rate_Hz="1" ${stated}/>`, 5),
    );
    expect(Math.max(...run.column("/ball/gauge", "voltage_V"))).toBeLessThan(26);
    expect(run.column("/ball/gauge", "charge")[0]).toBe(1);
    expect(run.events).toEqual([]);
  });
});

describe("what is refused, with its place", () => {
  const errors = (inside: string): string[] =>
    loadText(ball(`\n${inside}`))
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(formatDiagnostic);

  test.each([
    ["a negative capacity", battery("").replace('"100"', '"-100"'), /^test.xml:5:\d+: error .*cellCapacity_C = -100/],
    [
      "charges that do not grow",
      battery("").replace('charges="0 1"', 'charges="0 0"'),
      /^test.xml:5:\d+: error .*charges/,
    ],
    ["charges that do not end at 1", battery("").replace('charges="0 1"', 'charges="0 0.9"'), /from 0 to 0\.9/],
    ["a voltage that falls", battery("").replace('"3 4.2"', '"4.2 3"'), /cellVoltages_V falls from 4\.2 to 3/],
    ["too few voltages", battery("").replace('"3 4.2"', '"3"'), /cellVoltages_V has 1 numbers for 2 charges/],
    [
      "a cut-off above the full voltage",
      battery('cutOffVoltage_V="25.3"'),
      /cutOffVoltage_V = 25\.3 is not below the voltage/,
    ],
    ["a charge above 1", battery('charge="1.2"'), /charge = 1\.2/],
    ["a charge below 0", battery('charge="-0.1"'), /charge = -0\.1/],
    [
      "two batteries",
      battery("") + battery("").replace('id="battery"', 'id="other"'),
      /^test.xml:5:\d+: error .*battery/,
    ],
    ["a release of weights that are not there", battery('atCutOff="dropWeight"'), /^test.xml:5:\d+: error VEH012/],
    ["a battery that is called like a channel", battery("").replace('id="battery"', 'id="state"'), /called state/],
    ["a gauge of nothing", '<sensor id="gauge" model="battery-gauge" rate_Hz="1"/>', /^test.xml:5:\d+: error SCN092/],
    [
      "a servo's power without its rate",
      '<fin id="f" span_m="0.1" chord_m="0.1" zeroLiftDrag="0.01" stallAngle_deg="20" angleLimit_deg="25" turnPower_W="3" position_m="0 0 0"/>',
      /turnPower_W needs rateLimit_degps/,
    ],
    ["a weight that is lighter than nothing", '<dropWeight id="w" mass_kg="-1" volume_m3="0"/>', /mass_kg = -1/],
  ])("%s", (_name, inside, expected) => {
    const found = errors(inside);
    expect(found.join("\n")).toMatch(expected);
    expect(found).toHaveLength(1);
  });

  test("a battery on a vehicle without a hull", () => {
    const { diagnostics } = loadText(
      `<scenario id="s" duration_s="1"><world/>\n<vehicle id="node" length_m="1">${battery("")}</vehicle></scenario>`,
    );
    expect(diagnostics.map(formatDiagnostic).join("\n")).toMatch(/^test.xml:2:\d+: error VEH011: battery "battery"/m);
  });
});

describe("what ships", () => {
  test("the Taipan 300's battery, all of it assumed, lasts the published 3 h at 2 m/s, within 2 %", () => {
    const scenario = scenarioOf(`<scenario id="s" duration_s="60"><world density_kgpm3="1000"/>
      <vehicle id="auv" file="components/vehicles/taipan300.xml" position_m="0 0 5" velocity_mps="2 0 0">
        <autopilot id="pilot" file="components/controllers/taipan300-autopilot.xml">
          <leg heading_deg="0" depth_m="5" speed_mps="2" duration_s="100"/></autopilot></vehicle></scenario>`);
    const { component } = scenario.vehicles[0]!;
    const supply = component.children.find(({ kind }) => kind === "battery")!;
    const statuses = Object.values(supply.provenance).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(7);
    expect(new Set(statuses)).toEqual(new Set(["assumed"]));
    const run = started(scenario);
    run.advance(30e9);
    const at30 = run.summary().get("auv")!;
    run.advance(60e9);
    const at60 = run.summary().get("auv")!;
    expect(Math.abs((at60.distance_m - at30.distance_m) / 30 - 2)).toBeLessThan(0.05);
    const sum = ({ used_J }: NonNullable<typeof at30.battery>): number =>
      Object.values(used_J).reduce((a, b) => a + b, 0) - used_J.loss;
    const power_W = (sum(at60.battery!) - sum(at30.battery!)) / 30;
    // Discharged at that power second by second, with the numbers of the file and Ohm's law.
    const p = supply.params as Record<string, number> & { charges: number[]; cellVoltages_V: number[] };
    const [series, parallel] = [p.cellsInSeries!, p.cellsInParallel!];
    const R = (series * p.cellResistance_ohm!) / parallel;
    let [charge, t_s] = [1, 0];
    for (; charge > 0; t_s++) {
      const i = p.charges.findIndex((each) => charge <= each);
      const share = (charge - p.charges[i - 1]!) / (p.charges[i]! - p.charges[i - 1]!);
      const U = series * (p.cellVoltages_V[i - 1]! + share * (p.cellVoltages_V[i]! - p.cellVoltages_V[i - 1]!));
      const I = (U - Math.sqrt(U * U - 4 * R * power_W)) / (2 * R);
      if (U - R * I < p.cutOffVoltage_V!) break;
      charge -= I / (parallel * p.cellCapacity_C!);
    }
    expect(Math.abs(t_s / (3 * 3600) - 1)).toBeLessThan(0.02);
  });

  test("flat-battery: it cuts off under way at 10 m, drops its weight and is afloat at the end, with a gauge that had read it coming", () => {
    const { scenario } = loadScenario(definitions, nodeReader(), "scenarios/flat-battery.xml");
    const { run, log } = runToEnd(scenario!);
    const [cut, released] = run.events.filter(({ name }) => name === "auv/battery" || name === "auv/weight");
    expect(cut!.message).toMatch(CUT_OFF);
    expect(released!.t_ns).toBe(cut!.t_ns);
    const { final, maxDepth_m } = run.summary().get("auv")!;
    expect(maxDepth_m).toBeGreaterThan(9.5);
    expect(Math.abs(final.depth_m)).toBeLessThan(0.1);
    const { names, columns } = readTable(opened(log), "/auv/gauge");
    const charge = [...columns[names.indexOf("chargeTrue")]!];
    expect(charge[0]!).toBeGreaterThan(0.028);
    expect(charge.at(-1)!).toBeLessThan(0.0225);
  });
});
