/**
 * What sensors cost: a world of ten vehicles that fly on their own sensors beside the same world without them; an IMU sample beside the
 * side step that it may need; a ping of a Doppler log on a large bottom; side steps where sensors share instants. Times are CPU time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { diskReader } from "../src/cli/io/files.ts";
import { FileSink, loadZstd, systemChecksum } from "../src/cli/io/log-files.ts";
import { ModelBuilder, type Moment, Simulation, type ThingSite, thingSite } from "../src/engine/index.ts";
import { generatedGrid } from "../src/environment/geometry/bottom.ts";
import { HeightGrid } from "../src/environment/geometry/height-grid.ts";
import { neighbours, Scene, waterAt } from "../src/environment/index.ts";
import { Definitions, loadComponent, memoryReader, type SourceReader } from "../src/library/index.ts";
import { type LogCompression, LogWriter } from "../src/logging/index.ts";
import { quaternionFromRpyInto } from "../src/math/index.ts";
import { loadScenario, type Scenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { type DvlParams, Ping } from "../src/sensors/dvl-ping.ts";
import { batteryReading, bodyMotion } from "../src/sensors/index.ts";
import { Inertial, type InertialParams } from "../src/sensors/inertial.ts";
import type { SensorInput } from "../src/sensors/sensor-thing.ts";
import { bareBodies } from "./bare-bodies.ts";
import { type Benchmark, type BenchResult, comparison, cpuNsPerItem, figure } from "./harness.ts";

// From dist/bench.
const root = fileURLToPath(new URL("../../", import.meta.url));
const { definitions } = Definitions.create(shippedDefinitions);

const VEHICLES = 10;
const DURATION_S = 60;
const TURNS = 7;
const IMU_HZ = 100;
const SAMPLES = 100_000;
const PINGS = 20_000;

const file = (path: string): string => `file="${root}components/${path}.xml"`;
const IMU = file("sensors/honeywell-hg1700");
const LOG = file("sensors/rdi-workhorse-navigator-1200");
/** 100, 7, 20 and 1 Hz, as their files say. */
const ALL = `<sensor id="imu" ${IMU}/>
  <sensor id="dvl" ${LOG} position_m="0.3 0 0.08"/>
  <sensor id="depth" ${file("sensors/keller-33x")} position_m="0.5 0 0"/>
  <sensor id="gps" ${file("sensors/trimble-lassen-sk2")} position_m="0.2 0 -0.6"/>`;
/** 1,000 × 1,000 cells of a metre. */
const GROUND = { depth_m: 25, seed: 1, relief_m: 2, longestScale_m: 200, octaves: 6, spacing_m: 1 };

interface WorldOptions {
  readonly vehicles?: number;
  readonly duration_s?: number;
  readonly sensors?: string;
  /** As the scenario has it: software flies on the true state where it is left out. */
  readonly navigation?: string;
  readonly log?: string;
  readonly integrator?: "rk4" | "semi-implicit-euler";
}

/** Vehicles on legs of their own over a rough bottom, at 100 steps per second. */
export function sensorWorld(options: WorldOptions = {}): Scenario {
  const {
    vehicles = VEHICLES,
    duration_s = DURATION_S,
    sensors = ALL,
    navigation = "<navigation/>",
    log = "",
    integrator = "rk4",
  } = options;
  const ground = Object.entries(GROUND).map(([name, value]) => `${name}="${value}"`);
  const crew = Array.from(
    { length: vehicles },
    (
      _,
      i,
    ) => `<vehicle id="v${i}" ${file("vehicles/remus100-finned")} position_m="0 ${40 * i - 200} 3" velocity_mps="1 0 0">
  ${sensors} ${navigation}
  <autopilot id="pilot" ${file("controllers/remus100-autopilot")}>
    <leg heading_deg="${(360 / vehicles) * i}" depth_m="8" speed_mps="1.5" duration_s="1e6"/>
  </autopilot></vehicle>`,
  );
  const text = `<scenario id="sensors" duration_s="${duration_s}" step_s="0.01" integrator="${integrator}"><world latitude_deg="43.65" longitude_deg="3.38">
    <bottom id="ground" model="generated" extent_m="1000 1000" ${ground.join(" ")}/></world>${crew.join("\n")}${log}</scenario>`;
  const memory = memoryReader({ "sensors.xml": text });
  const disk = bareBodies(diskReader);
  const reader: SourceReader = {
    ...disk,
    read: (path) => (path === "sensors.xml" ? memory : disk).read(path),
  };
  const { scenario } = loadScenario(definitions, reader, "sensors.xml");
  if (scenario === null) throw new Error("the world with sensors cannot be loaded");
  return scenario;
}

/** One run to its end, its CPU time in ns. */
function runOnce(scenario: Scenario, log: string | null = null, compression?: LogCompression): number {
  const sink = log === null ? null : new FileSink(log);
  const writer =
    sink === null || compression === undefined
      ? null
      : new LogWriter(sink, { compression, checksum: systemChecksum, library: "bench" });
  const run = new ScenarioRun(scenario, { writer, version: "bench" });
  sink?.release();
  return cpuNsPerItem(() => {
    run.advance(run.end_ns);
    run.close();
    sink?.close();
  }, 1);
}

/** CPU time of each world in each turn, ns, all of them in turns; the first turn is discarded. */
function runInTurns(scenarios: readonly Scenario[]): number[][] {
  const times: number[][] = scenarios.map(() => []);
  for (let turn = -1; turn < TURNS; turn++) {
    scenarios.forEach((scenario, i) => {
      const cpu_ns = runOnce(scenario);
      if (turn >= 0) times[i]?.push(cpu_ns);
    });
  }
  return times;
}

const timesRealTime = (cpu_ns: readonly number[]): number[] => cpu_ns.map((ns) => (DURATION_S * 1e9) / ns);

/** The whole world, with and without sensors, and with its log. */
function whole(folder: string, compression: LogCompression): BenchResult[] {
  const name = `sensors: ${VEHICLES} vehicles with IMU 100 Hz, log 7 Hz, depth 20 Hz, GPS 1 Hz`;
  const onTruth = '<navigation source="truth"/>';
  const [flown, euler, unread, none] = runInTurns([
    sensorWorld(),
    sensorWorld({ integrator: "semi-implicit-euler" }),
    sensorWorld({ navigation: onTruth }),
    sensorWorld({ sensors: "", navigation: "" }),
  ]);
  const recorded = sensorWorld({ log: '<log rate_Hz="10"/>' });
  const path = join(folder, "sensors.mcap");
  const logged: number[] = [];
  for (let turn = -1; turn < TURNS; turn++) {
    rmSync(path, { force: true }); // a log is not written over another
    const cpu_ns = runOnce(recorded, path, compression);
    if (turn >= 0) logged.push(cpu_ns);
  }
  const without = timesRealTime(none);
  return [
    comparison(name, "times real time", timesRealTime(flown), "without sensors", without, {
      of: "value",
      atLeast: 200,
    }),
    comparison(
      "sensors: the same, with one evaluation in a step (semi-implicit Euler)",
      "times real time",
      timesRealTime(euler),
      "with four (RK4)",
      timesRealTime(flown),
      { of: "value", atLeast: 200 },
    ),
    comparison(
      "sensors: the same, flying on the true state",
      "times real time",
      timesRealTime(unread),
      "without sensors",
      without,
    ),
    comparison(
      "sensors: the same with its log, all samples",
      "times real time",
      timesRealTime(logged),
      "without a log",
      timesRealTime(flown),
    ),
  ];
}

/**
 * By differences of whole worlds: one with an inertial unit that samples where own steps end, hence without side steps, and one where each
 * sample needs a side step.
 */
function inertialSample(): BenchResult[] {
  const truth = '<navigation source="truth"/>';
  const imu = (offset_s: number): string => `<sensor id="imu" ${IMU} offset_s="${offset_s}"/>`;
  const [none, atEnds, between] = runInTurns([
    sensorWorld({ sensors: "", navigation: "" }),
    sensorWorld({ sensors: imu(0), navigation: truth }),
    sensorWorld({ sensors: imu(0.005), navigation: truth }),
  ]);
  const samples = VEHICLES * DURATION_S * IMU_HZ;
  const sample_ns = atEnds.map((ns, i) => (ns - (none[i] ?? Number.NaN)) / samples);
  const sideStep_ns = between.map((ns, i) => (ns - (atEnds[i] ?? Number.NaN)) / samples);
  return [
    comparison("sensors: IMU sample in a run, without its side step", "ns", sample_ns, "its side step", sideStep_ns, {
      of: "value",
      atMost: 1000,
    }),
    figure("sensors: IMU sample, the model alone", "ns", modelAlone("honeywell-hg1700"), {
      of: "value",
      atMost: 1000,
    }),
    // Everything that an inertial model has: magnetometers, wandering biases, misalignment.
    figure("sensors: the same with magnetometers and wandering biases", "ns", modelAlone("xsens-mti"), {
      of: "value",
      atMost: 1000,
    }),
  ];
}

function paramsOf(sensor: string): object {
  const path = `${root}components/sensors/${sensor}.xml`;
  const { component } = loadComponent(definitions, diskReader, path, { kind: "sensor" });
  if (component === null) throw new Error(`${sensor} cannot be loaded`);
  return component.params;
}

/** What a model has around it in a run, without the run: its site, and a moment whose state it may use. */
function bench<M>(make: (site: ThingSite) => M, scene: Scene | null): { model: M; moment: Moment } {
  const builder = new ModelBuilder();
  const constants = {
    ...{ gravity_mps2: 9.81, density_kgpm3: 1025 },
    ...{ magneticDeclination_rad: 0.1, magneticInclination_rad: 1.1, magneticField_T: 4.7e-5 },
  };
  const world = { constants, quantities: [], sea: { scene, water: null, bodies: [], origin: undefined } };
  const events = ["lock", "noLock"].map((name) => ({ name, level: "info", doc: name }) as const);
  const model = make(thingSite(builder, "bench", { events }, { world }));
  return { model, moment: new Simulation(builder.build()) };
}

function inputAt(depth_m: number): SensorInput {
  const motion = new Float64Array(bodyMotion.size);
  const water = new Float64Array(waterAt.size);
  const { at } = bodyMotion;
  motion[at.p_NB_m + 2] = depth_m;
  quaternionFromRpyInto(motion, at.q_NB, 0.02, -0.05, 0.7);
  for (let i = 0; i < at.dw_NB_B_radps2 + 3 - at.v_NB_B_mps; i++) motion[at.v_NB_B_mps + i] = 0.01 * (i + 1);
  water[waterAt.at.soundSpeed_mps] = 1500;
  water[waterAt.at.altitude_m] = 10;
  const battery = new Float64Array(batteryReading.size).fill(Number.NaN);
  const near = new Float64Array(neighbours.size);
  const part = new Float64Array(2);
  const contact = new Float64Array(3);
  return { motion, water, neighbours: near, part, battery, contact, elapsed_s: 0.01, on_s: 10, latency_ns: 0 };
}

/** Gyros, accelerometers and magnetometers from a motion to a reading. */
function modelAlone(sensor: string): number[] {
  const params = paramsOf(sensor) as InertialParams;
  const { model, moment } = bench((site) => new Inertial(site, params), null);
  const input = inputAt(8);
  const [reading, truth] = [new Float64Array(9), new Float64Array(9)];
  const turn = (): number =>
    cpuNsPerItem(() => {
      for (let k = 0; k < SAMPLES; k++) model.readInto(reading, 0, truth, 0, input, moment);
    }, SAMPLES);
  for (let k = 0; k < 3; k++) turn();
  return Array.from({ length: TURNS }, turn);
}

/** A ping with its four rays, from places all over the bottom, some 8 to 20 m above it. */
function pings(): BenchResult {
  const bottom = new HeightGrid(
    generatedGrid({
      ...GROUND,
      ...{ centre_m: [0, 0], slope_rad: 0, slopeDirection_rad: 0, hurst: 0.8, extent_m: [1000, 1000] },
    }),
    "extend",
  );
  const params = paramsOf("rdi-workhorse-navigator-1200") as DvlParams;
  const { model, moment } = bench((site) => new Ping(site, params), new Scene(bottom, []));
  const input = inputAt(8);
  const { motion } = input;
  const { t_ns, p_NB_m } = bodyMotion.at;
  const [reading, truth] = [new Float64Array(12), new Float64Array(12)];
  let taken_ns = 0;
  let locked = 0;
  const turn = (): number =>
    cpuNsPerItem(() => {
      for (let k = 0; k < PINGS; k++) {
        taken_ns += 142_857_143;
        motion[t_ns] = taken_ns;
        motion[p_NB_m] = ((k * 37) % 900) - 450;
        motion[p_NB_m + 1] = ((k * 61) % 900) - 450;
        motion[p_NB_m + 2] = 5 + (k % 12);
        model.measure(reading, truth, input, moment);
        if (!Number.isNaN(reading[0])) locked++;
      }
    }, PINGS);
  for (let k = 0; k < 3; k++) turn();
  const runs = Array.from({ length: TURNS }, turn);
  if (locked < 0.99 * PINGS * (TURNS + 3)) throw new Error("the bench of the Doppler log has no bottom lock");
  return figure("sensors: DVL ping of four beams, bottom of 1,000 × 1,000 cells", "ns", runs, {
    of: "value",
    atMost: 5000,
  });
}

/** Of sensors that share all their instants, between own steps and at their ends. */
function sideSteps(): BenchResult[] {
  const rate_Hz = 10;
  const count = (offset_s: number): number => {
    const shared = `rate_Hz="${rate_Hz}" offset_s="${offset_s}"`;
    const sensors = `<sensor id="a" ${IMU} ${shared}/><sensor id="b" ${IMU} ${shared}/><sensor id="c" ${LOG} ${shared}/>`;
    const scenario = sensorWorld({ sensors, navigation: '<navigation source="truth"/>', duration_s: 5 });
    const run = new ScenarioRun(scenario, { writer: null, version: "bench" });
    run.advance(run.end_ns);
    return run.sim.counts.sideSteps / (VEHICLES * 5 * rate_Hz);
  };
  const unit = "per vehicle and instant";
  return [
    figure("sensors: side steps of three sensors at one instant", unit, [count(0.005)], { of: "value", atMost: 1 }),
    figure("sensors: side steps at ends of own steps", unit, [count(0)], { of: "value", atMost: 0 }),
  ];
}

export const benchmark: Benchmark = {
  name: "sensors",
  doc: "ten vehicles on their sensors, an IMU sample, a ping of a Doppler log, side steps",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "thetis-bench-"));
    try {
      return [...whole(folder, await loadZstd()), ...inertialSample(), pings(), ...sideSteps()];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
