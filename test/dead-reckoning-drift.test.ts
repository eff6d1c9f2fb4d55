/**
 * How far a vehicle is off that navigates half an hour by a Doppler log and a gyrocompass, against what the numbers of the two files predict.
 *
 * It goes straight at v, heading ψ, and pings every Δ. The log is mounted turned by α. Navigation adds each ping once, over Δ, with the
 * attitude of its time, so that after N = t / Δ pings, to first order in the errors,
 *
 *   along  = t b_1 + t v s_a + Δ Σ ν_1k                                         (1)  k = 0 … N − 1
 *   across = t b_2 + t v s_c + Δ Σ ν_2k + v Δ Σ ε_k                             (2)
 *   s_a = s_1 cos²α + s_2 sin²α,   s_c = (s_1 − s_2) sin α cos α                 (3)
 *
 * (3): of v, the axes of the log see v cos α and −v sin α; each is wrong by its own share, and the two errors are turned back by α. b is the
 * bias of a run (any two perpendicular components have the deviation β), s_1 and s_2 the errors of scale of a run (deviation s), ν_k the noise
 * of a ping, ε_k that of the heading. With four beams at θ from the axis, in two perpendicular planes, AᵀA = 2 sin²θ I across the axis,
 * so a horizontal component has the variance
 *
 *   n² = σ² / (2 sin²θ) + q² / 12                                              (4)  σ of one beam; q step of the readings, much below n
 *
 * ε is Gauss–Markov, of deviation η and time T, so that samples k and k + j have the covariance η² φ^j with φ = e^(−Δ/T), and
 *
 *   Var Σ ε_k = η² (N + 2 Σ (N − j) φ^j) = η² (N (1 + φ)/(1 − φ) − 2 φ (1 − φ^N)/(1 − φ)²) = η² G(N)   (5)  j = 1 … N − 1
 *
 * which is 2 η² T/Δ N for t ≫ T. The gyrocompass has η = h / cos(latitude). With t² = Δ² N², all parts being independent,
 *
 *   Var along  = t² (β² + v² s² (cos⁴α + sin⁴α)) + n² Δ t                        (6)
 *   Var across = t² (β² + v² s² 2 sin²α cos²α) + n² Δ t + v² Δ² η² G(N)          (7)
 *
 * So bias and scale grow as t, noise as √t, and the heading as t at first and as √t in the end. Left out: products of errors, the largest
 * of which is the mean of −t v η²/2 along, 0.02 m, where (6) gives metres; the step of the heading, 0.01° beside 0.2°.
 *
 * Each sum of squares over n runs, divided by (6) or (7), is χ² of n degrees: two-sided bounds at 99.9 %. For 50 degrees those are 0.468 and
 * 1.793, and 4 · 0.468 > 1.793: errors that pass fail when they are doubled or halved.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Module } from "../src/control/index.ts";
import { navigationState } from "../src/control/modules/messages.ts";
import { moduleKind } from "../src/control/modules/software.ts";
import { Definitions, defineModel, loadComponent } from "../src/library/index.ts";
import { LogWriter, readTable } from "../src/logging/index.ts";
import { ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { chiSquareBounds } from "../src/sensors/test/statistics.ts";
import { LONG } from "./support/long.ts";
import { nodeReader } from "./support/node-reader.ts";
import { opened } from "./support/outside.ts";
import { MemorySink } from "./support/scenarios.ts";
import { mean, meanSquare, sensorScenario } from "./support/sensor-runs.ts";

const RUNS = LONG ? 400 : 50;
/** Of a normal distribution, two-sided, at 99.9 %. */
const Z = 3.2905;
const TIMES_S = [300, 600, 1200, 1800] as const;
const DEG = Math.PI / 180;

const LOG = "components/sensors/rdi-workhorse-navigator-600.xml";
const GYROCOMPASS = "components/sensors/ixblue-octans.xml";
const V = 1.5;
const DELTA_S = 10;
/** As many vehicles mount it, and straight. */
const TURNED = 45 * DEG;
const STRAIGHT = 0;
const LATITUDE = 60 * DEG;
/** A course of 3-4-5, whose current is exact. */
const COURSE = Math.atan2(0.9, 1.2);

/** Software that does nothing but to ask for the estimate. */
const listener = defineModel(moduleKind, {
  model: "listener",
  doc: "Takes the estimate",
  reads: ["rate_Hz"],
  create: ({ rate_Hz }): Module => ({
    rate_Hz: rate_Hz ?? 1,
    inputs: [{ name: "state", message: navigationState }],
    outputs: [],
    memory: 0,
    shows: [],
    step() {},
  }),
});
const { definitions } = Definitions.create([...shippedDefinitions, listener]);

/** Numbers of a shipped file, SI. */
function numbersOf(file: string): Readonly<Record<string, number>> {
  return loadComponent(definitions, nodeReader(), file).component!.params as unknown as Readonly<
    Record<string, number>
  >;
}

const WAYS = ["along_m", "across_m"] as const;

/** Deviations of (6) and (7), and α. */
interface Deviations {
  readonly alpha_rad: number;
  readonly beta_mps: number;
  readonly scale: number;
  readonly noise_mps: number;
  readonly heading_rad: number;
}

const log = numbersOf(LOG);
const compass = numbersOf(GYROCOMPASS);
const horizontal_mps = (beam_mps: number, step_mps: number): number =>
  Math.sqrt(beam_mps ** 2 / (2 * Math.sin(log.beamAngle_rad!) ** 2) + step_mps ** 2 / 12); // (4)
const SHIPPED: Deviations = {
  alpha_rad: TURNED,
  beta_mps: log.velocityTurnOnBias_mps!,
  scale: log.velocityScaleError!,
  noise_mps: horizontal_mps(log.beamNoise_mps!, log.velocityResolution_mps!),
  heading_rad: compass.headingError_rad! / Math.cos(LATITUDE),
};
const NONE: Deviations = { alpha_rad: TURNED, beta_mps: 0, scale: 0, noise_mps: 0, heading_rad: 0 };

interface Error {
  readonly along_m: number;
  readonly across_m: number;
}

/** (6), (7) */
function variances_m2({ alpha_rad, beta_mps, scale, noise_mps, heading_rad }: Deviations, t_s: number): Error {
  const [c, s] = [Math.cos(alpha_rad), Math.sin(alpha_rad)];
  const N = t_s / DELTA_S;
  const phi = Math.exp(-DELTA_S / compass.errorTime_s!);
  const G = (N * (1 + phi)) / (1 - phi) - (2 * phi * (1 - phi ** N)) / (1 - phi) ** 2; // (5)
  const white = noise_mps ** 2 * DELTA_S * t_s;
  return {
    along_m: t_s ** 2 * (beta_mps ** 2 + (V * scale) ** 2 * (c ** 4 + s ** 4)) + white,
    across_m:
      t_s ** 2 * (beta_mps ** 2 + (V * scale) ** 2 * 2 * (s * c) ** 2) + white + (V * DELTA_S * heading_rad) ** 2 * G,
  };
}

const EXACT_LOG = 'beamNoise_mps="0" velocityTurnOnBias_mps="0" velocityScaleError="0" velocityResolution_mps="0"';
const EXACT_COMPASS = 'headingError_deg="0" rollPitchError_deg="0" orientationResolution_deg="0"';
/** The numbers of a file, but for some of them. */
const but = (all: string, more: string): string => {
  const kept = all.split(" ").filter((each) => !more.includes(each.split("=")[0]!));
  return `${kept.join(" ")} ${more}`;
};

/** A body that drifts with the water of a wide sea: its way over ground is known to a rounding, and costs nothing. */
function scenario(ofLog: string, ofCompass: string, alpha_rad: number): string {
  const each = `rate_Hz="${1 / DELTA_S}" logRate_Hz="0.001"`;
  return `<scenario id="s" duration_s="${TIMES_S.at(-1)}" step_s="10" integrator="semi-implicit-euler" seed="11">
<world refresh_Hz="0.1" latitude_deg="${LATITUDE / DEG}" longitude_deg="3" current_mps="${V * 0.8} ${V * 0.6} 0"><bottom id="ground" model="flat" depth_m="60"/></world>
<vehicle id="auv" length_m="0.4" position_m="0 0 20" attitude_deg="0 0 ${COURSE / DEG}" velocity_mps="${V} 0 0" hold="depth roll pitch heading">
<hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid" size_m="0.34 0.34 0.34"
  addedMass="10 10 10 0 0 0" linearDamping="1 1 1 0.01 0.01 0.01"/>
<sensor id="depth" model="depth-gauge" ${each}/>
<sensor id="compass" file="${GYROCOMPASS}" warmUp_s="0" ${each} ${ofCompass}/>
<sensor id="dvl" file="${LOG}" attitude_deg="0 0 ${alpha_rad / DEG}" ${each} ${ofLog}/>
<navigation rate_Hz="${1 / DELTA_S}"/>
<software id="brain"><module id="where" model="listener" rate_Hz="0.001"/></software>
</vehicle><log rate_Hz="0.001" channels="state"/></scenario>`;
}

/** Errors of so many runs of one scenario, at each of TIMES_S. */
function errorsOf(ofLog: string, ofCompass: string, runs = RUNS, alpha_rad = TURNED): readonly (readonly Error[])[] {
  const loaded = sensorScenario(scenario(ofLog, ofCompass, alpha_rad), definitions);
  return Array.from({ length: runs }, (_, number) => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "test" });
    const run = new ScenarioRun(loaded, { writer, version: "test", run: number });
    run.advance(run.end_ns);
    run.close();
    const { t_ns, names, columns } = readTable(opened(sink.bytes()), "/auv/navigation");
    const [north, east] = ["northError_m", "eastError_m"].map((name) => columns[names.indexOf(name)]!);
    return TIMES_S.map((t_s) => {
      const k = [...t_ns].indexOf(t_s * 1e9);
      const [n, e] = [north![k]!, east![k]!];
      return {
        along_m: n * Math.cos(COURSE) + e * Math.sin(COURSE),
        across_m: e * Math.cos(COURSE) - n * Math.sin(COURSE),
      };
    });
  });
}

/** Σ x² / variance per degree of freedom. */
const ratio = (x: readonly number[], variance: number): number => meanSquare(x) / variance;
const [LOW, HIGH] = chiSquareBounds(RUNS, Z);
const fits = (x: readonly number[], variance: number): boolean => ratio(x, variance) > LOW && ratio(x, variance) < HIGH;

test("the bounds are those of tables of χ²: 23.461 and 89.561 for 50 degrees, of which 0.05 % lie below and above", () => {
  const [low, high] = chiSquareBounds(50, Z);
  // Wilson and Hilferty: to 1 % and better.
  expect(Math.abs((50 * low) / 23.461 - 1)).toBeLessThan(0.01);
  expect(Math.abs((50 * high) / 89.561 - 1)).toBeLessThan(0.01);
});

test("(5) is the double sum of covariances, and 2 T/Δ N for long times", () => {
  const one = { ...NONE, heading_rad: 1 / (V * DELTA_S) };
  const phi = Math.exp(-DELTA_S / compass.errorTime_s!);
  let sum = 0;
  for (let i = 0; i < 180; i++) for (let j = 0; j < 180; j++) sum += phi ** Math.abs(i - j);
  // 32 400 additions of numbers below 1.
  expect(variances_m2(one, 1800).across_m / sum).toBeCloseTo(1, 10);
  const N = 1e6;
  // What is left is T/Δ in N, and Δ/T squared.
  expect(variances_m2(one, N * DELTA_S).across_m / ((2 * compass.errorTime_s! * N) / DELTA_S)).toBeCloseTo(1, 3);
});

test("without errors it knows its place for half an hour", () => {
  for (const { along_m, across_m } of errorsOf(EXACT_LOG, EXACT_COMPASS, 1)[0]!) {
    // 180 sums of kilometres in the estimate and in the truth, and headings that go through quaternions: 2e-13 each, 1e-10 together.
    expect(Math.abs(along_m)).toBeLessThan(1e-9);
    expect(Math.abs(across_m)).toBeLessThan(1e-9);
  }
});

const UNSTEADY: Deviations = {
  ...NONE,
  noise_mps: horizontal_mps(log.beamNoise_mps!, 0),
  heading_rad: SHIPPED.heading_rad,
};
const STEADY: Deviations = { ...NONE, alpha_rad: STRAIGHT, beta_mps: SHIPPED.beta_mps, scale: SHIPPED.scale };
const beamNoise = (times: number): string => but(EXACT_LOG, `beamNoise_mps="${times * log.beamNoise_mps!}"`);
const BIASED = but(
  EXACT_LOG,
  `velocityTurnOnBias_mps="${log.velocityTurnOnBias_mps!}" velocityScaleError="${log.velocityScaleError!}"`,
);
const WANDERING = but(EXACT_COMPASS, `headingError_deg="${compass.headingError_rad! / DEG}"`);

describe.each([
  ["as shipped", "", "", SHIPPED],
  [
    "noise and heading alone, where the way along has the noise of the log and nothing else",
    beamNoise(1),
    WANDERING,
    UNSTEADY,
  ],
  [
    "bias and scale of the log alone, mounted straight, where the way across has the bias and nothing else",
    BIASED,
    EXACT_COMPASS,
    STEADY,
  ],
] as const)("%s", (_, ofLog, ofCompass, deviations) => {
  let runs: readonly (readonly Error[])[];
  beforeAll(() => {
    runs = errorsOf(ofLog, ofCompass, RUNS, deviations.alpha_rad);
  });
  const of = (k: number, way: keyof Error): number[] => runs.map((errors) => errors[k]![way]);

  test.each(TIMES_S.map((t_s, k) => [t_s / 60, k] as const))(
    "after %i min mean and variance are the predicted ones; doubled or halved errors do not pass",
    (_minutes, k) => {
      for (const way of WAYS) {
        const x = of(k, way);
        const variance = variances_m2(deviations, TIMES_S[k]!)[way];
        expect(Math.abs(mean(x))).toBeLessThan(Z * Math.sqrt(variance / RUNS));
        expect([fits(x, variance), fits(x, 4 * variance), fits(x, variance / 4)]).toEqual([true, false, false]);
      }
    },
  );

  test("from 5 to 30 min it grows as predicted, and by no other law: as √t the variance grows sixfold, as t by 36", () => {
    for (const way of WAYS) {
      const [first, last] = [TIMES_S[0], TIMES_S.at(-1)!].map((t_s) => variances_m2(deviations, t_s)[way]);
      const growth = last! / first!;
      if (deviations === UNSTEADY && way === "along_m") expect(growth).toBeCloseTo(6, 10);
      if (deviations === STEADY) expect(growth).toBeCloseTo(36, 10);
      // Where the laws are apart, the errors at 5 min do not fit those at 30 min by the other one.
      if (growth > 30) expect(fits(of(0, way), last! / 6)).toBe(false);
      if (growth < 7) expect(fits(of(0, way), last! / 36)).toBe(false);
    }
  });
});

test("bias and scale are those of a run: what they add in the first 5 min they add in each", () => {
  for (const errors of errorsOf(BIASED, EXACT_COMPASS, 5)) {
    for (const way of WAYS) {
      expect(Math.abs(errors[0]![way])).toBeGreaterThan(1e-3);
      // As without errors: sums of kilometres.
      expect(Math.abs(errors[3]![way] - 6 * errors[0]![way])).toBeLessThan(1e-9);
    }
  }
});

test("a file with twice or half the noise drifts twice or half as far, run by run: what is shown above of such errors holds for such files", () => {
  const usual = errorsOf(beamNoise(1), EXACT_COMPASS, 5);
  for (const factor of [2, 0.5]) {
    errorsOf(beamNoise(factor), EXACT_COMPASS, 5).forEach((errors, number) => {
      TIMES_S.forEach((_, k) => {
        for (const way of WAYS) {
          // Linear in the noise, but for roundings of kilometres.
          expect(Math.abs(errors[k]![way] - factor * usual[number]![k]![way])).toBeLessThan(1e-9);
        }
      });
    });
  }
});
