/**
 * The errors that every sensor is described with, of a value of one to three axes.
 *
 *   y = A x + b₀ + b(t) + w(t) + ν                                              (1)
 *   A = (I + [θ]×)(I + C) diag(1 + s)                                            (2)  misalignment, cross-axis, scale
 *   b_{k+1} = φ b_k + σ_b √(1 − φ²) ξ,   φ = e^(−Δt/τ)                            (3)  bias instability: first-order Gauss–Markov
 *   w_{k+1} = w_k + K √Δt ξ                                                     (4)  random walk
 *   ν = √(σ² + N² f) ξ                                                          (5)  white noise of a sample
 *   reading = clip(q round(y / q))                                              (6)  resolution q, then range
 *
 * b₀ is the constant bias and one that is drawn for each run ("turn-on"); s, θ and C are drawn for each run with the stated
 * deviations. ξ are standard normal, of streams of the sensor's own; f is its rate, Δt the time since its last sample, switched off or not. b
 * starts from its stationary distribution, w at 0.
 *
 * N is an angle (velocity ...) random walk as sheets of gyroscopes state it: the Allan deviation of (5) is N / √T for an averaging time T. What
 * each part contributes to the Allan variance stands in math/allan.ts.
 *
 * Valid: small θ, C and s (their products are left out of the stated deviations, not of (2)).
 * Left out: flicker noise proper, which (3) stands for; dependence on temperature, acceleration and age; filters before sampling.
 */
import { RAD_PER_DEG, S_PER_NS } from "../core/index.ts";
import type { Moment, ThingSite } from "../engine/index.ts";
import type { RealSpec, Report } from "../library/index.ts";
import { exp, expm1, normalsInto } from "../math/index.ts";

export interface ErrorSpec {
  /** σ of a sample. */
  readonly noise: number;
  /** N: per square root of hertz. */
  readonly density: number;
  readonly bias: number;
  /** Deviation of the bias that is drawn for each run. */
  readonly turnOn: number;
  readonly instability: number;
  readonly instabilityTime_s: number;
  /** K: per square root of a second. */
  readonly walk: number;
  readonly scale: number;
  readonly crossAxis: number;
  readonly misalignment_rad: number;
  readonly min: number;
  readonly max: number;
  /** 0 for none. */
  readonly resolution: number;
}

/** Time since the last sample; NaN for the first. In an object, since a number that crosses a call may be boxed. */
export interface Elapsed {
  readonly elapsed_s: number;
}

/** No error at all. */
export const EXACT: ErrorSpec = Object.freeze({
  noise: 0,
  density: 0,
  bias: 0,
  turnOn: 0,
  instability: 0,
  instabilityTime_s: 1,
  walk: 0,
  scale: 0,
  crossAxis: 0,
  misalignment_rad: 0,
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  resolution: 0,
});

type Names<P extends string, U extends string> =
  | `${P}${"Noise" | "Bias" | "TurnOnBias" | "BiasInstability" | "Min" | "Max" | "Resolution"}_${U}`
  | `${P}BiasTime_s`
  | `${P}ScaleError`;

/** The parameters of (1) to (6) that every value of a sensor has, by names that begin with what it is: "depthNoise_m". */
export function errorParams<const P extends string, const U extends string>(
  value: P,
  unit: U,
  words: string,
): { readonly [K in Names<P, U>]: RealSpec } {
  const specs: Record<string, RealSpec> = {
    [`${value}Noise_${unit}`]: { doc: `σ, deviation of the noise of a sample of the ${words}`, min: 0, default: 0 },
    [`${value}Bias_${unit}`]: { doc: `constant bias of the ${words}`, default: 0 },
    [`${value}TurnOnBias_${unit}`]: {
      doc: `deviation of the bias of the ${words} that is drawn for each run`,
      min: 0,
      default: 0,
    },
    [`${value}BiasInstability_${unit}`]: {
      doc: `σ_b, deviation of the wandering bias of the ${words}`,
      min: 0,
      default: 0,
    },
    [`${value}BiasTime_s`]: {
      doc: `τ, correlation time of the wandering bias of the ${words}`,
      above: 0,
      default: 300,
    },
    [`${value}ScaleError`]: {
      doc: `deviation of the error of scale of the ${words}, drawn for each run`,
      unit: "1",
      min: 0,
      max: 1,
      default: 0,
    },
    [`${value}Min_${unit}`]: { doc: `least ${words} that it measures`, optional: true },
    [`${value}Max_${unit}`]: { doc: `largest ${words} that it measures`, optional: true },
    [`${value}Resolution_${unit}`]: { doc: `step of the readings of the ${words}; 0 for none`, min: 0, default: 0 },
  };
  return specs as { readonly [K in Names<P, U>]: RealSpec };
}

type AxesNames<P extends string> = `${P}${"Misalignment_deg" | "CrossAxis"}`;

/** Besides, those of a value of three axes. */
export function axesParams<const P extends string>(
  value: P,
  words: string,
): { readonly [K in AxesNames<P>]: RealSpec } {
  return {
    [`${value}Misalignment_deg`]: {
      doc: `deviation of each of three small turns of the axes of the ${words}, drawn for each run`,
      min: 0,
      max: 20,
      default: 0,
    },
    [`${value}CrossAxis`]: {
      doc: `deviation of what each axis of the ${words} shows of another, drawn for each run`,
      unit: "1",
      min: 0,
      max: 1,
      default: 0,
    },
  } as { readonly [K in AxesNames<P>]: RealSpec };
}

type DensityNames<P extends string, U extends string> = `${P}NoiseDensity_${U}prtHz` | `${P}RandomWalk_${U}prts`;

/** Besides, those of an inertial value: N of (5) and K of (4). */
export function densityParams<const P extends string, const U extends string>(
  value: P,
  unit: U,
  words: string,
): { readonly [K in DensityNames<P, U>]: RealSpec } {
  return {
    [`${value}NoiseDensity_${unit}prtHz`]: { doc: `N, density of the white noise of the ${words}`, min: 0, default: 0 },
    [`${value}RandomWalk_${unit}prts`]: { doc: `K, random walk of the bias of the ${words}`, min: 0, default: 0 },
  } as { readonly [K in DensityNames<P, U>]: RealSpec };
}

/** The parameters of a value as a model gets them; unit as models have it: "radps" where the file says degps. */
export function errorsOf(
  value: string,
  unit: string,
  params: object,
  more: Partial<Pick<ErrorSpec, "density" | "walk">> = {},
): ErrorSpec {
  const p = params as Readonly<Record<string, number | undefined>>;
  const of = (name: string, otherwise: number): number => p[`${value}${name}`] ?? otherwise;
  return Object.freeze({
    noise: of(`Noise_${unit}`, 0),
    density: more.density ?? of(`NoiseDensity_${unit}prtHz`, 0),
    bias: of(`Bias_${unit}`, 0),
    turnOn: of(`TurnOnBias_${unit}`, 0),
    instability: of(`BiasInstability_${unit}`, 0),
    instabilityTime_s: of("BiasTime_s", 1),
    walk: more.walk ?? of(`RandomWalk_${unit}prts`, 0),
    scale: of("ScaleError", 0),
    crossAxis: of("CrossAxis", 0),
    misalignment_rad: of("Misalignment_rad", 0),
    min: of(`Min_${unit}`, Number.NEGATIVE_INFINITY),
    max: of(`Max_${unit}`, Number.POSITIVE_INFINITY),
    resolution: of(`Resolution_${unit}`, 0),
  });
}

/** Reports a range that is reversed and a resolution that is coarser than the range. unit as in the file. */
export function checkErrors(value: string, unit: string, params: object, report: Report<never>): void {
  const p = params as Readonly<Record<string, number | undefined>>;
  const handed = unit.replace(/^deg(?!C)/, "rad");
  const factor = handed === unit ? 1 : 1 / RAD_PER_DEG;
  const of = (name: string): number | undefined => p[`${value}${name}_${handed}`];
  const shown = (x: number): string => String(Number((x * factor).toPrecision(12)));
  const [min, max, resolution] = [of("Min"), of("Max"), of("Resolution")];
  if (max === undefined) return;
  if (min === undefined) {
    if (resolution === undefined || resolution <= Math.abs(max)) return;
    const message = `${value}Resolution_${unit} = ${shown(resolution)} is coarser than ${value}Max_${unit} = ${shown(max)}`;
    report(`${value}Resolution_${unit}` as never, message, { allowed: `at most ${shown(Math.abs(max))}` });
  } else if (min >= max) {
    const message = `${value}Min_${unit} = ${shown(min)} is not below ${value}Max_${unit} = ${shown(max)}`;
    report(`${value}Min_${unit}` as never, message, { hint: "the range is reversed" });
  } else if (resolution !== undefined && resolution > max - min) {
    const message = `${value}Resolution_${unit} = ${shown(resolution)} is coarser than the range of ${shown(max - min)}`;
    report(`${value}Resolution_${unit}` as never, message, { allowed: `at most ${shown(max - min)}` });
  }
}

const AXES = 3;

/** The errors of one value in a run. State in the engine's reals: b, then w, then the instant that they are of. */
export class Errors {
  readonly #spec: ErrorSpec;
  readonly #axes: number;
  /** A, row by row, and b₀. */
  readonly #matrix = new Float64Array(AXES * AXES);
  readonly #bias = new Float64Array(AXES);
  readonly #exact: boolean;
  readonly #sigma: number;
  readonly #at: number;
  readonly #noise: ReturnType<ThingSite["random"]> | null;
  readonly #drift: ReturnType<ThingSite["random"]> | null;
  /** ξ; holds nothing between calls. */
  readonly #xi = new Float64Array(2 * AXES);
  readonly #y = new Float64Array(AXES);
  /** Of the last Δt: φ and √(1 − φ²) of (3), √Δt of (4). */
  readonly #step = new Float64Array([Number.NaN, 0, 0, 0]);

  /** name: of the value; it names its state and its streams below the sensor's own. */
  constructor(site: ThingSite, name: string, spec: ErrorSpec, axes: 1 | 2 | 3, rate_Hz: number) {
    this.#spec = spec;
    this.#axes = axes;
    this.#sigma = Math.sqrt(spec.noise * spec.noise + spec.density * spec.density * rate_Hz);
    const drawn = drawOnce(site, name);
    const turn = axes === AXES ? spec.misalignment_rad : 0;
    const cross = axes === AXES ? spec.crossAxis : 0;
    fillMatrix(this.#matrix, drawn, spec.scale, turn, cross);
    for (let i = 0; i < AXES; i++) this.#bias[i] = spec.bias + spec.turnOn * drawn[i];
    this.#exact = spec.scale === 0 && turn === 0 && cross === 0;
    const drifts = spec.instability > 0 || spec.walk > 0;
    const start = Array.from({ length: 2 * axes }, (_, i) => (i < axes ? spec.instability * drawn[15 + i] : 0));
    this.#at = drifts ? site.reals(`${name}/drift`, 2 * axes + 1, [...start, Number.NaN]) : -1;
    this.#drift = drifts ? site.random(`${name}/drift`) : null;
    this.#noise = this.#sigma > 0 ? site.random(`${name}/noise`) : null;
  }

  /**
   * (1) to (6): a reading of truth[t ..] to out[o ..], both of so many axes. since: the last sample; NaN for the first since the sensor
   * was switched on. False where a value is out of range: it is then at the limit.
   */
  readInto(
    out: Float64Array,
    o: number,
    truth: Float64Array,
    t: number,
    since: Elapsed,
    moment: Pick<Moment, "now_ns" | "reals" | "integers">,
  ): boolean {
    const n = this.#axes;
    const y = this.#y;
    if (this.#exact) for (let i = 0; i < n; i++) y[i] = truth[t + i] + this.#bias[i];
    else {
      const A = this.#matrix;
      for (let i = 0; i < n; i++) {
        let sum = this.#bias[i];
        for (let j = 0; j < n; j++) sum += A[AXES * i + j] * truth[t + j];
        y[i] = sum;
      }
    }
    if (this.#drift !== null) this.#addDrift(y, since, moment);
    if (this.#noise !== null) {
      normalsInto(this.#xi, 0, n, this.#noise, moment.integers, this.#sigma);
      for (let i = 0; i < n; i++) y[i] += this.#xi[i]; // (5)
    }
    return this.#limitInto(out, o, y);
  }

  /** (3), (4) */
  #addDrift(y: Float64Array, { elapsed_s }: Elapsed, moment: Pick<Moment, "now_ns" | "reals" | "integers">): void {
    const { now_ns, reals, integers } = moment;
    const n = this.#axes;
    const at = this.#at;
    const last = at + 2 * n;
    const { instability, instabilityTime_s, walk } = this.#spec;
    // While a sensor is off, its biases wander on; NaN for the first sample of a run.
    const since_s = Number.isNaN(elapsed_s) ? (now_ns - reals[last]) * S_PER_NS : elapsed_s;
    reals[last] = now_ns;
    if (since_s > 0) {
      const step = this.#step;
      if (step[0] !== since_s) {
        step[0] = since_s;
        step[1] = exp(-since_s / instabilityTime_s);
        step[2] = instability * Math.sqrt(-expm1((-2 * since_s) / instabilityTime_s));
        step[3] = walk * Math.sqrt(since_s);
      }
      normalsInto(this.#xi, 0, 2 * n, this.#drift!, integers);
      for (let i = 0; i < n; i++) {
        reals[at + i] = step[1] * reals[at + i] + step[2] * this.#xi[i];
        reals[at + n + i] += step[3] * this.#xi[n + i];
      }
    }
    for (let i = 0; i < n; i++) y[i] += reals[at + i] + reals[at + n + i];
  }

  /** (6) */
  #limitInto(out: Float64Array, o: number, y: Float64Array): boolean {
    const { min, max, resolution } = this.#spec;
    let inside = true;
    for (let i = 0; i < this.#axes; i++) {
      const value = y[i];
      if (value < min || value > max) inside = false;
      const rounded = resolution > 0 ? resolution * Math.round(value / resolution) : value;
      out[o + i] = rounded < min ? min : rounded > max ? max : rounded;
    }
    return inside;
  }
}

/** Standard normals of one run: 3 of the bias, 3 of the scale, 3 turns, 6 of the cross-axis, 3 of the start of (3). */
function drawOnce(site: ThingSite, name: string): Float64Array {
  const drawn = new Float64Array(18);
  const { stream, words } = site.draws(`${name}/turn-on`);
  normalsInto(drawn, 0, drawn.length, stream, words);
  return drawn;
}

/** (2) */
function fillMatrix(A: Float64Array, drawn: Float64Array, scale: number, turn: number, cross: number): void {
  const [a, b, c] = [turn * drawn[6], turn * drawn[7], turn * drawn[8]];
  const turned = [1, -c, b, c, 1, -a, -b, a, 1];
  const mixed = [1, drawn[9], drawn[10], drawn[11], 1, drawn[12], drawn[13], drawn[14], 1].map((x, k) =>
    k % 4 === 0 ? 1 : cross * x,
  );
  for (let i = 0; i < AXES; i++) {
    for (let j = 0; j < AXES; j++) {
      let sum = 0;
      for (let k = 0; k < AXES; k++) sum += turned[AXES * i + k] * mixed[AXES * k + j];
      A[AXES * i + j] = sum * (1 + scale * drawn[3 + j]);
    }
  }
}
