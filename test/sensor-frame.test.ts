/** What all sensors have in common, tried in whole small worlds: times, failures, modes, what goes into the log, and what they leave alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Module } from "../src/control/index.ts";
import { moduleKind } from "../src/control/modules/software.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { Definitions, defineModel } from "../src/library/index.ts";
import { LogWriter, readTable } from "../src/logging/index.ts";
import { ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { sensorDefinitions, sensorMode } from "../src/sensors/index.ts";
import { hasDeviation } from "../src/sensors/test/statistics.ts";
import { opened } from "./support/outside.ts";
import { logApart, MemorySink, runToEnd } from "./support/scenarios.ts";
import { runSensors, type SensorRun, sensorScenario, Z } from "./support/sensor-runs.ts";

/** A REMUS that coasts and sinks: its depth differs from sample to sample. */
function diving(sensors: string, duration_s = 20, more = ""): string {
  return `<scenario id="s" duration_s="${duration_s}" seed="4"><world latitude_deg="43" longitude_deg="4"><bottom id="ground" model="flat" depth_m="40"/></world>
    <vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="0 0 5" attitude_deg="0 -10 20" velocity_mps="1.5 0 0.3">${sensors}</vehicle>
    <log rate_Hz="2"/>${more}</scenario>`;
}

const gauge = (more: string, inside = "", id = "depth"): string =>
  `<sensor id="${id}" model="depth-gauge" ${more}>${inside}</sensor>`;

const MODELS = sensorDefinitions.flatMap((each) => (each.definition === "model" ? [each.model] : []));

/** Taken times in nanoseconds: the log has them in seconds. */
const takenOf = ({ column }: SensorRun, topic: string): number[] =>
  column(topic, "taken_s").map((t_s) => Math.round(t_s * 1e9));

describe("failures are seen in the samples and in the log", () => {
  const during = (t_s: number): boolean => t_s >= 5 && t_s < 10;
  const failing = (mode: string, more = "") => {
    const run = runSensors(diving(gauge('rate_Hz="2"', `<failure mode="${mode}" from_s="5" to_s="10" ${more}/>`)));
    const t_s = run.times_s("/auv/depth");
    const [reading, truth, valid] = ["depth_m", "depthTrue_m", "valid"].map((name) => run.column("/auv/depth", name));
    const errors = reading!.map((z, k) => z - truth![k]!);
    const outside = errors.filter((_, k) => !during(t_s[k]!));
    // Depth, density and gravity, multiplied and divided: some ulp of 6 m.
    for (const error of outside) expect(Math.abs(error)).toBeLessThan(1e-13);
    expect(valid!.every((v) => v === 1)).toBe(true);
    expect(run.events.map(({ t_ns, level, name }) => [t_ns, level, name])).toEqual([
      [5e9, "warning", "auv/depth"],
      [10e9, "info", "auv/depth"],
    ]);
    expect(run.events[1]!.message).toBe(`it works again: no longer ${mode}`);
    const inside = t_s.flatMap((t, k) => (during(t) ? [{ t, error: errors[k]!, reading: reading![k]! }] : []));
    return { run, inside, reading: reading!, t_s, said: run.events[0]!.message };
  };

  test("dead: no samples", () => {
    const { inside, t_s, said } = failing("dead");
    expect(inside).toEqual([]);
    expect(t_s).toHaveLength(31);
    expect(said).toBe("it is dead");
  });

  test("stuck: the last reading before it, while the truth goes on", () => {
    const { inside, reading, said } = failing("stuck");
    expect(inside.map((each) => each.reading)).toEqual(new Array(10).fill(reading[9]));
    expect(new Set(inside.map(({ error }) => error)).size).toBe(10);
    expect(said).toBe("its readings are stuck");
  });

  test("drift: 0.1 m/s since it began", () => {
    const { inside, said } = failing("drift", 'drift="0.1" values="depth"');
    expect(inside).toHaveLength(10);
    for (const { t, error } of inside) expect(Math.abs(error - 0.1 * (t - 5))).toBeLessThan(1e-12);
    expect(said).toBe("its readings drift");
  });

  test("spikes: 3 m up or down at some samples", () => {
    const { inside, said } = failing("spikes", 'spike="3" probability="0.5" values="depth"');
    const sizes = inside.map(({ error }) => Math.round(error * 1e9) / 1e9);
    expect(new Set(sizes.map(Math.abs))).toEqual(new Set([0, 3]));
    expect(said).toBe("its readings have spikes");
  });

  test("dropouts: some samples are missing", () => {
    const { inside, said } = failing("dropouts", 'probability="0.5"');
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.length).toBeLessThan(10);
    expect(said).toBe("samples are missing");
  });

  test("dropouts and spikes have the stated probability", () => {
    const text = (mode: string): string =>
      `<scenario id="s" duration_s="400"><vehicle id="node" length_m="2" position_m="0 0 5">
        ${gauge('rate_Hz="10"', `<failure mode="${mode}" probability="0.2" spike="1" values="depth"/>`)}</vehicle><log rate_Hz="0.1"/></scenario>`;
    const n = 4001;
    const bound = Z * Math.sqrt((0.2 * 0.8) / n);
    const left = runSensors(text("dropouts")).times_s("/node/depth").length / n;
    expect(Math.abs(left - 0.8)).toBeLessThan(bound);
    const depths = runSensors(text("spikes")).column("/node/depth", "depth_m");
    expect(Math.abs(depths.filter((z) => Math.abs(z - 5) > 0.5).length / n - 0.2)).toBeLessThan(bound);
    // Up and down alike.
    expect(Math.abs(depths.filter((z) => z > 5.5).length / n - 0.1)).toBeLessThan(bound);
  });

  test("frozenTime: right readings with the time of the last sample before it", () => {
    const { run, inside, t_s, said } = failing("frozenTime");
    for (const { error } of inside) expect(Math.abs(error)).toBeLessThan(1e-13);
    const taken = run.column("/auv/depth", "taken_s");
    expect(taken).toEqual(t_s.map((t) => (during(t) ? 4.5 : t)));
    expect(said).toBe("the times of its samples are frozen");
  });

  test("drift and spikes change the values that are named, and no other one", () => {
    const still = (inside: string): SensorRun =>
      runSensors(`<scenario id="s" duration_s="20"><vehicle id="node" length_m="2" position_m="0 0 5">
        <sensor id="ahrs" model="ahrs" rate_Hz="5" headingError_deg="1" gyroNoise_degps="0.1">${inside}</sensor></vehicle></scenario>`);
    const sound = still("");
    const { names } = sound.table("/node/ahrs");
    for (const failure of ['mode="drift" drift="0.01"', 'mode="spikes" spike="0.5" probability="0.5"']) {
      const { column } = still(`<failure ${failure} values="roll rate"/>`);
      const changed = names.filter((name) => {
        const before = sound.column("/node/ahrs", name);
        return column("/node/ahrs", name).some((value, k) => !Object.is(value, before[k]));
      });
      expect(changed).toEqual(["roll_rad", "rateX_radps", "rateY_radps", "rateZ_radps"]);
    }
  });

  test("a receiver without a place on the earth gets stuck as well, and one that is silent out of range keeps sending", () => {
    const gps = `<sensor id="gps" model="gps" rate_Hz="1" start="hot" hotStart_s="0" reacquisitionTime_s="0" positionNoise_m="2"><failure mode="stuck" from_s="3"/></sensor>`;
    const still = (sensor: string): string =>
      `<scenario id="s" duration_s="6"><vehicle id="node" length_m="2" position_m="0 0 -1">${sensor}</vehicle></scenario>`;
    const north = runSensors(still(gps)).column("/node/gps", "north_m");
    expect(new Set(north.slice(2))).toEqual(new Set([north[2]]));
    expect(new Set(north.slice(0, 3)).size).toBe(3);
    const deep = runSensors(
      diving(gauge('rate_Hz="2" depthMin_m="4.8" outOfRange="silent"', '<failure mode="stuck" from_s="1" to_s="15"/>')),
    );
    const times = deep.times_s("/auv/depth");
    const before = deep.column("/auv/depth", "depth_m")[1];
    expect(deep.column("/auv/state", "depth_m")[29]).toBeLessThan(4.8);
    expect(deep.column("/auv/depth", "depth_m").slice(1)).toEqual(new Array(29).fill(before));
    expect(times.at(-1)).toBe(14.5);
  });
});

describe("times on the calendar", () => {
  const instants = (rate_Hz: number, offset_ns: number, end_ns: number): number[] => {
    const list: number[] = [];
    for (let k = 0; ; k++) {
      const t_ns = offset_ns + Math.round((k * 1e9) / rate_Hz);
      if (t_ns > end_ns) return list;
      list.push(t_ns);
    }
  };

  test.each([
    [7, 0, 0],
    [7, 0.123, 0.3],
    [3, 1.5, 2.25],
    [40, 0, 0.0301],
  ])("%s Hz from %s s on arrive %s s after they were taken, to the nanosecond", (rate_Hz, offset_s, latency_s) => {
    const run = runSensors(diving(gauge(`rate_Hz="${rate_Hz}" offset_s="${offset_s}" latency_s="${latency_s}"`), 6));
    const latency_ns = Math.round(latency_s * 1e9);
    const expected = instants(rate_Hz, Math.round(offset_s * 1e9), 6e9 - latency_ns);
    expect(takenOf(run, "/auv/depth")).toEqual(expected);
    expect([...run.table("/auv/depth").t_ns]).toEqual(expected.map((t_ns) => t_ns + latency_ns));
  });

  test("of every model: rate, offset, latency and jitter together, each sensor by a jitter of its own", () => {
    const needs: Readonly<Record<string, string>> = {
      tachometer: 'actuator="propeller"',
      encoder: 'actuator="rudderTop"',
      dvl: 'maxAltitude_m="90"',
      "battery-gauge": 'supplyVoltage_V="24" supplyCapacity_C="3600"',
    };
    const times = 'rate_Hz="7" offset_s="0.123" latency_s="0.3"';
    const all = (more: string): SensorRun =>
      runSensors(
        diving(MODELS.map((m) => `<sensor id="${m}" model="${m}" ${times} ${needs[m] ?? ""} ${more}/>`).join(""), 6),
      );
    const [regular, jittered] = [all(""), all('jitter_s="0.05"')];
    const nominal = instants(7, 123_000_000, 6e9);
    const lateness = MODELS.map((model) => {
      for (const run of [regular, jittered]) {
        const taken = takenOf(run, `/auv/${model}`);
        const arrived = [...run.table(`/auv/${model}`).t_ns];
        arrived.forEach((t_ns, k) => {
          const under_ns = t_ns - taken[k]! - 300_000_000;
          // A log waits for its echo, 70 m there and back; to the nanosecond in test/dvl.test.ts.
          if (model === "dvl") expect([under_ns > 4e7, under_ns < 6e7]).toEqual([true, true]);
          else expect([model, under_ns]).toEqual([model, 0]);
        });
        // What is taken in the last 0.4 s has not come.
        expect(taken.length).toBeGreaterThanOrEqual(instants(7, 123_000_000, 5.6e9).length - 1);
      }
      const exact = takenOf(regular, `/auv/${model}`);
      expect(exact).toEqual(nominal.slice(0, exact.length));
      const late = takenOf(jittered, `/auv/${model}`).map((t_ns, k) => t_ns - nominal[k]!);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThan(5e7);
      return late.slice(0, 30).join();
    });
    expect(new Set(lateness).size).toBe(MODELS.length);
  });

  test("the truth beside a late sample is that of when it was taken", () => {
    const prompt = runSensors(diving(gauge('rate_Hz="4"'), 6));
    const late = runSensors(diving(gauge('rate_Hz="4" latency_s="1.3"'), 6));
    const truth = late.column("/auv/depth", "depthTrue_m");
    expect(truth).toEqual(prompt.column("/auv/depth", "depthTrue_m").slice(0, truth.length));
    expect(truth).toHaveLength(19);
  });

  test.each(["depth-gauge", "gps", "thermometer"])(
    "jitter of a %s: each sample late by less than 0.05 s, evenly",
    (model) => {
      const more = model === "thermometer" ? 'waterTemperature_degC="10"' : "";
      const run = runSensors(diving(`<sensor id="x" model="${model}" rate_Hz="10" jitter_s="0.05" ${more}/>`, 60));
      const taken = takenOf(run, "/auv/x");
      const late = taken.map((t_ns, k) => t_ns - Math.round(k * 1e8));
      // The last may fall behind the end.
      expect(taken.length).toBeGreaterThanOrEqual(600);
      expect([...run.table("/auv/x").t_ns]).toEqual(taken);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThan(5e7);
      // Mean of a uniform distribution; its deviation is 0.05 s / √12.
      const average = late.reduce((sum, x) => sum + x, 0) / late.length;
      expect(Math.abs(average - 2.5e7)).toBeLessThan((Z * 5e7) / Math.sqrt(12 * late.length));
    },
  );

  test("logRate_Hz thins the log alone: at most one entry per second, of the first sample in it", () => {
    const all = runSensors(diving(gauge('rate_Hz="8" depthNoise_m="0.1"'), 6));
    const few = runSensors(diving(gauge('rate_Hz="8" depthNoise_m="0.1" logRate_Hz="1"'), 6));
    expect(few.times_s("/auv/depth")).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const depths = all.column("/auv/depth", "depth_m");
    expect(few.column("/auv/depth", "depth_m")).toEqual(depths.filter((_, k) => k % 8 === 0));
  });
});

/** A module that sends the modes 2, 1, 2, 0, 2 at 0, 5, 10, 15 and 20 s. */
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

describe("software switches a sensor by a link", () => {
  const { definitions, diagnostics } = Definitions.create([...shippedDefinitions, switcher]);
  const text = (sensor: string): string =>
    diving(
      `${sensor}<software id="brain"><module id="s" model="switcher" rate_Hz="1"/><link from="s.mode" to="x.mode"/></software>`,
      30,
    );

  test("samples while it is on, after its warm-up, and events for what changes", () => {
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    const run = runSensors(text(gauge('rate_Hz="2" offset_s="0.25" warmUp_s="2"', "", "x")), definitions);
    const times = run.times_s("/auv/x");
    const expected = Array.from({ length: 60 }, (_, k) => k / 2 + 0.25).filter(
      (t) => (t >= 2 && t < 5) || (t >= 12 && t < 15) || t >= 22,
    );
    expect(times).toEqual(expected);
    const told = run.events.filter(({ name }) => name === "auv/x");
    expect(told.map(({ t_ns, message }) => [t_ns / 1e9, message])).toEqual([
      [5, "it is switched to standby"],
      [10, "it is switched on"],
      [15, "it is switched off"],
      [20, "it is switched on"],
    ]);
  });

  test("a receiver forgets: each switching on is a start of its own", () => {
    const gps =
      '<sensor id="x" model="gps" rate_Hz="1" coldStart_s="4" warmStart_s="4" hotStart_s="3" position_m="0 0 -8"/>';
    const run = runSensors(text(gps), definitions);
    const valid = run.column("/auv/x", "valid");
    const fixes = run.times_s("/auv/x").filter((_, k) => valid[k] === 1);
    // On at 0, and behind the samples of 10 and 20 s.
    expect(fixes.filter((t, i) => i === 0 || t - fixes[i - 1]! > 1)).toEqual([4, 15, 25]);
  });

  test("the same from a computer that is apart from the sensors, and from a copy of the run", () => {
    const scenario = sensorScenario(text(gauge('rate_Hz="2" warmUp_s="2" latency_s="0.7"', "", "x")), definitions);
    const { run, log } = runToEnd(scenario);
    expect(Buffer.from(logApart(scenario)).equals(log)).toBe(true);
    const stopped = new ScenarioRun(scenario, { writer: null, version: "test" });
    stopped.advance(15_100_000_000); // off, with samples under way
    const fork = stopped.fork();
    fork.advance(fork.end_ns);
    expect(fork.sim.snapshot()).toEqual(run.sim.snapshot());
  });

  test("its biases wander on while it is off: a walk of K = 0.1 °/s/√s takes a step of K √5.25 over 5.25 s", () => {
    const fog = '<sensor id="x" model="gyroscope" rate_Hz="4" gyroRandomWalk_degpsprts="0.1"/>';
    const loaded = sensorScenario(text(fog), definitions);
    const steps = Array.from({ length: 60 }, (_, number) => {
      const sink = new MemorySink();
      const writer = new LogWriter(sink, { compression: null, library: "test" });
      const run = new ScenarioRun(loaded, { writer, version: "test", run: number });
      run.advance(21e9);
      run.close();
      const { t_ns, names, columns } = readTable(opened(sink.bytes()), "/auv/x");
      const error = (t: number): number => {
        const k = [...t_ns].indexOf(t);
        return columns[names.indexOf("rate_radps")]![k]! - columns[names.indexOf("rateTrue_radps")]![k]!;
      };
      return ((error(20.25e9) - error(15e9)) * 180) / Math.PI;
    });
    const sigma = 0.1 * Math.sqrt(5.25);
    expect([1, 2, 0.5].map((factor) => hasDeviation(steps, factor * sigma))).toEqual([true, false, false]);
  });

  test("one that begins in standby waits to be switched on", () => {
    const run = runSensors(diving(gauge('rate_Hz="2" mode="standby"')));
    expect(run.topics.includes("/auv/depth") ? run.times_s("/auv/depth") : []).toEqual([]);
  });
});

const SUITE: Readonly<Record<string, string>> = {
  depth:
    '<sensor id="depth" model="depth-gauge" RATE depthNoise_m="0.1" depthBiasInstability_m="0.2" latency_s="0.23"/>',
  gps: '<sensor id="gps" model="gps" RATE start="hot" hotStart_s="2" positionNoise_m="1" positionWander_m="3" dilutionSpread="0.2" position_m="0 0 -9" jitter_s="0.02"/>',
  rpm: '<sensor id="rpm" model="tachometer" RATE actuator="propeller" speedNoise_radps="0.1"/>',
  fin: '<sensor id="fin" model="encoder" RATE actuator="rudderTop" angleNoise_deg="0.1"><failure mode="dropouts" probability="0.3"/></sensor>',
  battery:
    '<sensor id="battery" model="battery-gauge" RATE supplyVoltage_V="24" supplyCapacity_C="3600" supplyLoad_W="50" currentNoise_A="0.1"/>',
  bumper: '<sensor id="bumper" model="contact-switch" RATE forceNoise_N="0.1"/>',
  leak: '<sensor id="leak" model="leak-detector" RATE wetAt_s="2"/>',
  log: '<sensor id="log" model="dvl" RATE maxAltitude_m="90" waterRange_m="5" beamNoise_mps="0.01" waterNoise_mps="0.01" beamDropout="0.1" velocityBiasInstability_mps="0.01" velocityTurnOnBias_mps="0.01"/>',
  ahrs: '<sensor id="ahrs" model="ahrs" RATE headingError_deg="1" rollPitchError_deg="0.5" lag_s="0.1" correctionTime_s="10" gyroNoise_degps="0.1" magnetometerNoise_T="1e-7" latency_s="0.01"/>',
  imu: '<sensor id="imu" model="imu" RATE gyroNoiseDensity_degpsprtHz="0.1" gyroRandomWalk_degpsprts="0.1" accelerometerTurnOnBias_mps2="0.1" accelerometerMisalignment_deg="1"/>',
  compass:
    '<sensor id="compass" model="compass" RATE headingNoise_deg="1" headingBiasInstability_deg="1" responseTime_s="0.5"/>',
  gyros:
    '<sensor id="gyros" model="gyrometers" RATE gyroNoise_degps="0.1" jitter_s="0.02"><failure mode="spikes" spike="1" probability="0.2" values="rate"/></sensor>',
  fog: '<sensor id="fog" model="gyroscope" RATE gyroNoise_degps="0.1" gyroScaleError="0.01"/>',
  tilt: '<sensor id="tilt" model="inclinometers" RATE tiltNoise_deg="0.1" responseTime_s="0.3"/>',
  inside:
    '<sensor id="inside" model="thermometer" RATE waterTemperature_degC="12" temperatureNoise_degC="0.1" jitter_s="0.01"/>',
};
const NAMES = Object.keys(SUITE);
const suite = (rates: Readonly<Record<string, number>>): string =>
  Object.entries(rates)
    .map(([name, rate]) => SUITE[name]!.replace("RATE", `rate_Hz="${rate}"`))
    .join("");
const FLOWN =
  '<script actuator="propeller" times_s="0" values="120"/><script actuator="rudderTop" times_s="0 2" values="0.1 -0.1"/>';

describe("sensors leave everything else alone", () => {
  const USUAL = Object.fromEntries(NAMES.map((name, i) => [name, 3 + i]));
  const whole = runSensors(diving(FLOWN + suite(USUAL), 6));

  test("each of the suite has samples, and each model is in it", () => {
    expect(
      Object.values(SUITE)
        .map((text) => /model="([^"]*)"/.exec(text)![1]!)
        .sort(),
    ).toEqual([...MODELS].sort());
    for (const name of NAMES) expect(whole.times_s(`/auv/${name}`).length).toBeGreaterThan(10);
  });

  test("added, removed or with another rate, a sensor changes no sample of another and no bit of the trajectory", () => {
    const rates = fc.record(
      Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(0, USUAL[name]!, USUAL[name]!, 1, 13.7)])),
    );
    fc.assert(
      fc.property(rates, (chosen) => {
        const kept = Object.fromEntries(Object.entries(chosen).filter(([, rate]) => rate > 0));
        // In another order, too.
        const order = Object.fromEntries(Object.entries(kept).reverse());
        const other = runSensors(diving(FLOWN + suite(order), 6));
        expect(other.table("/auv/state").columns).toEqual(whole.table("/auv/state").columns);
        for (const [name, rate] of Object.entries(kept)) {
          if (rate !== USUAL[name]) continue;
          expect([name, other.table(`/auv/${name}`)]).toEqual([name, whole.table(`/auv/${name}`)]);
        }
      }),
      { seed: 5, numRuns: 8 },
    );
  });

  test("a stopped, copied and restored run goes on to the same bytes, with samples that wait for their latency", () => {
    const scenario = sensorScenario(diving(FLOWN + suite(USUAL), 6));
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    const run = new ScenarioRun(scenario, { writer, version: "test" });
    // A sample of the depth gauge of 3 Hz, taken at 1 s, is due at 1.23 s.
    for (const t_ns of [1_100_000_000, 1_230_000_000, 3_777_777_777]) {
      run.advance(t_ns);
      const fork = run.fork();
      run.restore(run.snapshot());
      fork.advance(fork.end_ns);
      const straight = runToEnd(scenario);
      expect(fork.sim.snapshot()).toEqual(straight.run.sim.snapshot());
    }
    run.advance(run.end_ns);
    run.close();
    expect(Buffer.from(sink.bytes()).equals(whole.bytes)).toBe(true);
    expect(run.events).toEqual(whole.events);
  });

  test("the same bytes with every simulator apart", () => {
    const scenario = sensorScenario(diving(FLOWN + suite(USUAL), 6));
    expect(Buffer.from(logApart(scenario)).equals(runToEnd(scenario).log)).toBe(true);
  });
});
