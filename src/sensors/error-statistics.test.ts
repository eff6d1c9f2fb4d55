/**
 * Every error of every value of every sensor, one at a time, from the attributes of its file to its samples: equations (1) to (6) of
 * error-model.ts as the sheet of an instrument states them. What a sensor reads without errors, other tests compare with closed forms.
 *
 * Confidence is 99.99 % for each figure, two-sided (statistics.ts). The bounds are so narrow that no set of values passes for the stated
 * deviation and for its double or its half as well: for the least count used here, 100, a ratio of variances passes within 0.53 and 1.66,
 * and 4 · 0.53 > 1.66. Each test shows that with its own values.
 */
import { describe, expect, test } from "vitest";
import { PlaneBottom } from "../environment/geometry/formula-bottoms.ts";
import { Scene } from "../environment/index.ts";
import { sensorDefinitions } from "./index.ts";
import { miss } from "./test/matrices.ts";
import { atRest, type Motion, type RigOptions, run, type Sample } from "./test/rig.ts";
import { hasDeviation, mean, variance, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;

interface Value {
  readonly model: string;
  /** As parameters of the file begin, and their unit there. */
  readonly name: string;
  readonly unit: string;
  /** Where it stands in a sample. */
  readonly at: number;
  readonly axes: 1 | 2 | 3;
  /** What else the model has to have. */
  readonly more?: string;
  readonly options: RigOptions;
  /** A deviation of a usual size, in the unit of the file. */
  readonly sigma: number;
}

const wave = (t: number): number => 1 + 0.3 * Math.sin(t);
/** Turns and moves with all its components, at varying rates. */
const lively = (t: number): Motion => {
  const of = (...x: number[]): number[] => x.map((each) => each * wave(t));
  return { ...atRest(0.3 * wave(t), -0.2, 1), v: of(1.5, -0.8, 0.6), w: of(0.2, -0.3, 0.5) };
};
const still = (t: number): Motion => ({ ...atRest(0.3 * wave(t), -0.2, 1), p: [0, 0, 5 * wave(t)] });
const inertial = (model: string, from: number): Value[] => [
  { model, name: "gyro", unit: "degps", at: from, axes: 3, options: { motion: lively }, sigma: 0.4 },
  { model, name: "accelerometer", unit: "mps2", at: from + 3, axes: 3, options: { motion: lively }, sigma: 0.05 },
  { model, name: "magnetometer", unit: "T", at: from + 6, axes: 3, options: { motion: lively }, sigma: 1e-6 },
];
const supply = 'supplyVoltage_V="24" supplyCapacity_C="36000" supplyLoad_W="48"';
const log = {
  model: "dvl",
  name: "velocity",
  unit: "mps",
  axes: 3,
  more: 'maxAltitude_m="100" waterRange_m="5"',
  options: { motion: lively, scene: new Scene(new PlaneBottom(25), []) },
  sigma: 0.02,
} as const;

const VALUES: readonly Value[] = [
  { model: "depth-gauge", name: "depth", unit: "m", at: 0, axes: 1, options: { motion: still }, sigma: 0.1 },
  {
    model: "tachometer",
    name: "speed",
    unit: "radps",
    at: 0,
    axes: 1,
    more: 'actuator="x"',
    options: { part: (t) => 60 * wave(t) },
    sigma: 0.5,
  },
  {
    model: "encoder",
    name: "angle",
    unit: "deg",
    at: 0,
    axes: 1,
    more: 'actuator="x"',
    options: { part: (t) => -0.2 * wave(t) },
    sigma: 0.3,
  },
  {
    model: "contact-switch",
    name: "force",
    unit: "N",
    at: 1,
    axes: 1,
    options: { touch: (t) => 40 * wave(t) },
    sigma: 0.5,
  },
  { model: "battery-gauge", name: "voltage", unit: "V", at: 0, axes: 1, more: supply, options: {}, sigma: 0.1 },
  { model: "battery-gauge", name: "current", unit: "A", at: 1, axes: 1, more: supply, options: {}, sigma: 0.02 },
  {
    model: "thermometer",
    name: "temperature",
    unit: "degC",
    at: 0,
    axes: 1,
    options: { sea: { temperature_degC: 12 } },
    sigma: 0.2,
  },
  ...inertial("imu", 0),
  ...inertial("ahrs", 3),
  { model: "compass", name: "heading", unit: "deg", at: 0, axes: 1, options: { motion: still }, sigma: 0.5 },
  { model: "gyrometers", name: "gyro", unit: "degps", at: 0, axes: 3, options: { motion: lively }, sigma: 0.4 },
  { model: "gyroscope", name: "gyro", unit: "degps", at: 0, axes: 1, options: { motion: lively }, sigma: 0.4 },
  { model: "inclinometers", name: "tilt", unit: "deg", at: 0, axes: 2, options: { motion: still }, sigma: 0.3 },
  { ...log, at: 0 },
  // Through the water: errors of the same instrument.
  { ...log, at: 9 },
];

/** Errors that are not of error-model.ts, by model, with the test that holds them. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dvl: {
    beamNoise_mps: "dvl-noise.test.ts",
    beamDropout: "dvl-noise.test.ts",
    beamRangeNoise_m: "dvl-noise.test.ts",
    waterNoise_mps: "dvl-noise.test.ts",
    beamRangeResolution_m: "dvl.test.ts",
  },
  gps: {
    positionNoise_m: "test/gps.test.ts",
    positionWander_m: "test/gps.test.ts",
    positionWanderTime_s: "test/gps.test.ts",
    fixVelocityNoise_mps: "test/gps.test.ts",
    dilutionSpread: "test/gps.test.ts",
    geodeticResolution_deg: "test/gps.test.ts",
  },
  ahrs: {
    rollPitchError_deg: "ahrs.test.ts",
    headingError_deg: "ahrs.test.ts",
    dynamicError_deg: "ahrs.test.ts",
    errorTime_s: "ahrs.test.ts",
    orientationResolution_deg: "ahrs.test.ts",
  },
};

const ERROR_WORDS = /Noise|Bias|RandomWalk|Wander|Error|errorTime|Misalignment|CrossAxis|Dropout|Spread|Resolution/;

/** Parameters of the models that this room adds, by model. */
const PARAMETERS = new Map(
  sensorDefinitions.flatMap((each) =>
    each.definition === "model" ? [[each.model, Object.keys(each.params ?? {})] as const] : [],
  ),
);

/** Parameters of an error, by what stands behind the name of the value. */
const KINDS = [
  "Noise",
  "Bias",
  "TurnOnBias",
  "BiasInstability",
  "BiasTime_s",
  "ScaleError",
  "Misalignment_deg",
  "CrossAxis",
  "NoiseDensity",
  "RandomWalk",
  "Min",
  "Max",
  "Resolution",
] as const;
type Kind = (typeof KINDS)[number];
const WITH_UNIT: Partial<Record<Kind, string>> = { NoiseDensity: "prtHz", RandomWalk: "prts" };
const WITHOUT_UNIT: readonly Kind[] = ["BiasTime_s", "ScaleError", "Misalignment_deg", "CrossAxis"];

function parameterOf({ name, unit }: Value, kind: Kind): string {
  return WITHOUT_UNIT.includes(kind) ? `${name}${kind}` : `${name}${kind}_${unit}${WITH_UNIT[kind] ?? ""}`;
}
const has = (value: Value, kind: Kind): boolean => PARAMETERS.get(value.model)!.includes(parameterOf(value, kind));
const having = (kind: Kind): [string, Value][] =>
  VALUES.filter((value) => has(value, kind)).map((value) => [`${value.model} ${value.name} [${value.at}]`, value]);

test("each parameter of an error of each model is held below, or in the test that is named", () => {
  const held = new Map<string, string[]>();
  for (const value of VALUES) {
    const names = KINDS.filter((kind) => has(value, kind)).map((kind) => parameterOf(value, kind));
    held.set(value.model, [...(held.get(value.model) ?? []), ...names]);
  }
  for (const [model, names] of PARAMETERS) {
    const errors = names.filter((name) => ERROR_WORDS.test(name));
    const known = [...(held.get(model) ?? []), ...Object.keys(ELSEWHERE[model] ?? {})];
    expect([model, errors.filter((name) => !known.includes(name))]).toEqual([model, []]);
  }
  // A leak detector reads right or fails.
  expect(new Set([...held.keys(), ...Object.keys(ELSEWHERE), "leak-detector"])).toEqual(new Set(PARAMETERS.keys()));
});

/** The unit of the file in SI. */
const inSi = (unit: string): number => (/^deg(?!C)/.test(unit) ? DEG : 1);
const attributesOf = ({ model, more = "" }: Value, errors: string): string => `model="${model}" ${more} ${errors}`;
const attribute = (value: Value, kind: Kind, amount: number): string => `${parameterOf(value, kind)}="${amount}"`;

function samplesOf(value: Value, errors: string, duration_s: number, number = 0): readonly Sample[] {
  return run(attributesOf(value, errors), duration_s, { ...value.options, run: number });
}

const axesOf = (value: Value): number[] => Array.from({ length: value.axes }, (_, i) => value.at + i);
const errorOf = (value: Value, { reading, truth }: Sample): number[] =>
  axesOf(value).map((i) => reading[i]! - truth[truthAt(value, i)]!);
const truthOf = (value: Value, { truth }: Sample): number[] => axesOf(value).map((i) => truth[truthAt(value, i)]!);
/** Beside the log's valid water track there is no truth of it. */
const truthAt = ({ model, at }: Value, i: number): number => (model === "dvl" && at === 9 ? i - 1 : i);

/** Errors axis by axis over a run. */
function record(value: Value, errors: string, duration_s: number): number[][] {
  const all = samplesOf(value, errors, duration_s).map((sample) => errorOf(value, sample));
  return axesOf(value).map((_, i) => all.map((error) => error[i]!));
}

const RUNS = 100;
/** The first two samples of a hundred runs: each switches the sensor on anew. */
function switchedOn(value: Value, errors: string): (readonly [Sample, Sample])[] {
  return Array.from({ length: RUNS }, (_, number) => {
    const [first, second] = samplesOf(value, errors, 0.3, number);
    return [first!, second!] as const;
  });
}

/** Passes for the stated deviation, and neither for twice nor for half of it. */
function expectDeviation(x: readonly number[], sigma: number): void {
  expect([hasDeviation(x, sigma), hasDeviation(x, 2 * sigma), hasDeviation(x, sigma / 2)]).toEqual([
    true,
    false,
    false,
  ]);
}

/** That axes are drawn each by itself: a correlation of n independent pairs has the deviation 1/√n. */
function expectIndependent(axes: readonly (readonly number[])[]): void {
  axes.forEach((x, i) => {
    for (const y of axes.slice(0, i)) {
      const r = mean(x.map((v, k) => v * y[k]!)) / Math.sqrt(variance(x, 0) * variance(y, 0));
      expect(Math.abs(r)).toBeLessThan(Z / Math.sqrt(x.length));
    }
  });
}

const columns = (rows: readonly (readonly number[])[]): number[][] =>
  rows[0]!.map((_, i) => rows.map((row) => row[i]!));

/** Roundings of a reading: conversions, sums and quaternions of numbers of its size. */
const rounding = (truth: readonly number[]): number => 1e-13 * Math.max(...truth.map(Math.abs));

describe("noise: mean, deviation, white, axes by themselves", () => {
  test.each(having("Noise"))("%s", (_, value) => {
    const sigma = value.sigma * inSi(value.unit);
    const axes = record(value, attribute(value, "Noise", value.sigma), 300.5);
    for (const x of axes) {
      expect(x.length).toBeGreaterThan(2999);
      expect(Math.abs(mean(x))).toBeLessThan((Z * sigma) / Math.sqrt(x.length));
      expectDeviation(x, sigma);
      // White: neighbours are independent.
      expectIndependent([x.slice(1), x.slice(0, -1)]);
    }
    expectIndependent(axes);
  });
});

describe("noise density: σ = N √f, whatever the rate", () => {
  test.each(having("NoiseDensity"))("%s", (_, value) => {
    for (const rate of [4, 25]) {
      const more = `rate_Hz="${rate}" ${attribute(value, "NoiseDensity", value.sigma)}`;
      const axes = record(value, more, 2000 / rate);
      for (const x of axes) expectDeviation(x, value.sigma * inSi(value.unit) * Math.sqrt(rate));
      expectIndependent(axes);
    }
  });
});

describe("bias: constant, on every axis, as stated", () => {
  test.each(having("Bias"))("%s", (_, value) => {
    const bias = -value.sigma * inSi(value.unit);
    for (const sample of samplesOf(value, attribute(value, "Bias", -value.sigma), 2)) {
      const expected = axesOf(value).map(() => bias);
      expect(miss(errorOf(value, sample), expected)).toBeLessThan(rounding([...truthOf(value, sample), bias]));
    }
  });
});

describe("turn-on bias: one for a run, its deviation over 100 runs", () => {
  test.each(having("TurnOnBias"))("%s", (_, value) => {
    const pairs = switchedOn(value, attribute(value, "TurnOnBias", value.sigma));
    for (const [first, second] of pairs) {
      expect(miss(errorOf(value, first), errorOf(value, second))).toBeLessThan(rounding(truthOf(value, first)));
    }
    const axes = columns(pairs.map(([first]) => errorOf(value, first)));
    for (const x of axes) expectDeviation(x, value.sigma * inSi(value.unit));
    expectIndependent(axes);
  });
});

describe("wandering bias: first-order Gauss–Markov of deviation σ_b and time τ", () => {
  const TAU = 2;
  const errors = (value: Value): string =>
    `rate_Hz="1" ${attribute(value, "BiasInstability", value.sigma)} ${attribute(value, "BiasTime_s", TAU)}`;

  /**
   * What is left of a sample when φ of the one before is taken off is white, of variance σ_b² (1 − φ²), and does not correlate with the
   * one before: exactly so for any count, and for no other φ. The sum of n such products has the deviation √n σ_b² √(1 − φ²).
   */
  function fits(x: readonly number[], sigma: number, tau: number): boolean {
    const phi = Math.exp(-1 / tau);
    const fresh = x.slice(1).map((v, k) => v - phi * x[k]!);
    const sigmaFresh = sigma * Math.sqrt(1 - phi * phi);
    const product = mean(fresh.map((v, k) => v * x[k]!)) / (sigma * sigmaFresh);
    return hasDeviation(fresh, sigmaFresh) && Math.abs(product) < Z / Math.sqrt(fresh.length);
  }

  test.each(having("BiasInstability"))("%s", (_, value) => {
    const sigma = value.sigma * inSi(value.unit);
    const axes = record(value, errors(value), 2000.5);
    for (const x of axes) {
      expect(fits(x, sigma, TAU)).toBe(true);
      for (const wrong of [2, 0.5]) {
        expect(fits(x, wrong * sigma, TAU)).toBe(false);
        expect(fits(x, sigma, wrong * TAU)).toBe(false);
      }
    }
    expectIndependent(axes.map((x) => x.filter((_x, k) => k % 20 === 0))); // e^(−10): independent samples
    // It starts as it goes on.
    const starts = columns(
      Array.from({ length: RUNS }, (_x, number) =>
        errorOf(value, samplesOf(value, errors(value).replace('rate_Hz="1"', ""), 0.2, number)[0]!),
      ),
    );
    for (const x of starts) expectDeviation(x, sigma);
  });
});

describe("random walk: independent steps of K √Δt from 0", () => {
  test.each(having("RandomWalk"))("%s", (_, value) => {
    const axes = record(value, `rate_Hz="4" ${attribute(value, "RandomWalk", value.sigma)}`, 500).map((x) => {
      expect(Math.abs(x[0]!)).toBeLessThan(1e-13); // roundings of what it reads
      return x.slice(1).map((v, k) => v - x[k]!);
    });
    for (const steps of axes) {
      expectDeviation(steps, value.sigma * inSi(value.unit) * Math.sqrt(1 / 4));
      expectIndependent([steps.slice(1), steps.slice(0, -1)]);
    }
    expectIndependent(axes);
  });
});

const SHARE = 0.02;

describe("error of scale: one factor for a run and an axis, whatever it measures", () => {
  test.each(having("ScaleError"))("%s", (_, value) => {
    const factor = (sample: Sample): number[] => {
      const truth = truthOf(value, sample);
      return errorOf(value, sample).map((e, i) => e / truth[i]!);
    };
    const pairs = switchedOn(value, attribute(value, "ScaleError", SHARE));
    // A difference of two readings, divided by one that may be a tenth of the largest.
    for (const [first, second] of pairs) expect(miss(factor(first), factor(second))).toBeLessThan(1e-11);
    const axes = columns(pairs.map(([first]) => factor(first)));
    for (const x of axes) expectDeviation(x, SHARE);
    expectIndependent(axes);
  });
});

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe("misalignment: a small turn θ of the axes for a run, y − x = θ × x", () => {
  test.each(having("Misalignment_deg"))("%s", (_, value) => {
    const pairs = switchedOn(value, attribute(value, "Misalignment_deg", 1));
    const across = pairs.flatMap(([first, second]) => {
      for (const sample of [first, second]) {
        const truth = truthOf(value, sample);
        expect(Math.abs(dot(errorOf(value, sample), truth))).toBeLessThan(rounding([dot(truth, truth)]));
      }
      // In the plane across x, both components of θ × x are of deviation |x| times that of θ.
      const x = truthOf(value, first);
      const e = errorOf(value, first);
      const length = Math.hypot(...x);
      const one = [x[1]!, -x[0]!, 0].map((c) => c / Math.hypot(x[0]!, x[1]!));
      const other = [
        x[1]! * one[2]! - x[2]! * one[1]!,
        x[2]! * one[0]! - x[0]! * one[2]!,
        x[0]! * one[1]! - x[1]! * one[0]!,
      ].map((c) => c / length);
      return [[dot(e, one) / length, dot(e, other) / length]];
    });
    const axes = columns(across);
    for (const x of axes) expectDeviation(x, DEG);
    expectIndependent(axes);
  });
});

describe("cross-axis: what each axis shows of the two others, six shares for a run", () => {
  test.each(having("CrossAxis"))("%s", (_, value) => {
    const shares = switchedOn(value, attribute(value, "CrossAxis", SHARE)).map(([sample]) => {
      const x = truthOf(value, sample);
      return errorOf(value, sample).map((e, i) => e / Math.hypot(...x.filter((_x, j) => j !== i)));
    });
    const axes = columns(shares);
    for (const x of axes) expectDeviation(x, SHARE);
    // Unlike those of a turn: an axis shows no more of another than that one of it.
    expectIndependent(axes);
  });
});

describe("resolution: the nearest whole step", () => {
  test.each(having("Resolution"))("%s", (_, value) => {
    // No whole part of what the supply and the water of this test have.
    const step = 0.37 * value.sigma;
    const off = samplesOf(value, attribute(value, "Resolution", step), 20).flatMap((sample) => {
      for (const i of axesOf(value)) {
        const steps = sample.reading[i]! / (step * inSi(value.unit));
        // Of a quotient up to 1000.
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
      }
      return errorOf(value, sample).map((e) => Math.abs(e) / (step * inSi(value.unit)));
    });
    expect(Math.max(...off)).toBeLessThanOrEqual(0.5 + 1e-9);
    expect(Math.max(...off)).toBeGreaterThan(0.01);
  });
});

describe("range: beyond it each axis reads its limit, and the sample may be called invalid", () => {
  test.each(having("Max"))("%s", (_, value) => {
    const size = Math.max(...truthOf(value, samplesOf(value, "", 0.2)[0]!).map(Math.abs)) / inSi(value.unit);
    const [least, most] = [-0.5 * size, 0.6 * size];
    const range = `${attribute(value, "Min", least)} ${attribute(value, "Max", most)}`;
    for (const outOfRange of ["clip", "invalid"]) {
      const [sample] = samplesOf(value, `${range} outOfRange="${outOfRange}"`, 0.2);
      const expected = truthOf(value, sample!).map((x) =>
        Math.min(Math.max(x, least * inSi(value.unit)), most * inSi(value.unit)),
      );
      const reading = axesOf(value).map((i) => sample!.reading[i]!);
      expect(miss(reading, expected)).toBeLessThan(rounding(expected));
      // That of a log is of its velocity over the bottom; through the water it has a flag of its own.
      expect([sample!.valid, value.model === "dvl" ? sample!.reading[8] : 0]).toEqual([
        outOfRange === "clip" ? 1 : 0,
        0,
      ]);
    }
  });
});
