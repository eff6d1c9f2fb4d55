/**
 * Three independent first-order Gauss–Markov processes: what wanders in a current and gusts in a wind.
 *
 *   V̇ = −V/τ + w                                                        (1)  w white, so that V has the deviation σ
 *   V_{k+1} = φ V_k + σ √(1 − φ²) ξ_k,   φ = e^(−Δ/τ)                    (2)  ξ_k standard normal
 *   V(t) = V_k + (V_{k+1} − V_k)(t − t_k)/(t_{k+1} − t_k)                (3)  t_k ≤ t ≤ t_{k+1}
 *
 * (2) is the exact discretisation of (1): at the instants t_k the process has the deviation σ and the autocorrelation
 * e^(−|t|/τ), whatever Δ is. V_0 is drawn from the stationary distribution, so there is no run-up. (3) makes V continuous
 * and its rate what a vehicle needs; halfway between two instants the variance is lower, σ²(1 + φ)/2: 0.5 % for
 * Δ = τ/100. So Δ should be small beside τ.
 *
 * State in the engine's reals: t_k, t_{k+1} in s, V_k, V_{k+1}. V_{k+1} is drawn at t_k. An actor moves the process on in
 * the phase deliver, before any actor reacts. The start is drawn while the model is built, from a stream of its own name.
 * Left out: correlation between components, spectra with more than one corner (Dryden, Kaimal).
 * Source: (1) as in [Fossen2011] for currents; (2) is its solution over a step.
 */
import { invariant, S_PER_NS } from "../../core/index.ts";
import { PHASE, RegularTimes, type ThingSite } from "../../engine/index.ts";
import { exp, expm1, normalsInto } from "../../math/index.ts";

const COMPONENTS = 3;

/** Places in the state. */
const FROM_S = 0;
const TO_S = 1;
const FROM = 2;
const TO = FROM + COMPONENTS;
export const PROCESS_SIZE = TO + COMPONENTS;

export interface ProcessParameters {
  /** σ of each component. */
  readonly deviations: readonly number[];
  /** τ */
  readonly correlationTime_s: number;
  /** 1/Δ */
  readonly updateRate_Hz: number;
}

/** Adds the process to a model. Returns the place of its state, for `processInto`. */
export function joinProcess(site: ThingSite, parameters: ProcessParameters): number {
  const { path } = site;
  const { deviations, correlationTime_s, updateRate_Hz } = parameters;
  invariant(deviations.length === COMPONENTS, `${path}: ${deviations.length} deviations`);
  invariant(correlationTime_s > 0, `${path}: a correlation time of ${correlationTime_s} s`);
  const step_s = 1 / updateRate_Hz;
  const phi = exp(-step_s / correlationTime_s);
  // 1 − φ² = −expm1(−2Δ/τ), without the cancellation for small Δ.
  const kick = Math.sqrt(-expm1((-2 * step_s) / correlationTime_s));
  const times = new RegularTimes(updateRate_Hz);
  const next_ns = new Float64Array(1);

  // V_0 and V_1
  const start = site.draws("start");
  const drawn = new Float64Array(2 * COMPONENTS);
  normalsInto(drawn, 0, 2 * COMPONENTS, start.stream, start.words);
  const V0 = deviations.map((sigma, c) => sigma * drawn[c]);
  const V1 = deviations.map((sigma, c) => phi * V0[c] + kick * sigma * drawn[COMPONENTS + c]); // (2)
  times.timeInto(next_ns, 1);
  const at = site.reals("", PROCESS_SIZE, [0, next_ns[0] * S_PER_NS, ...V0, ...V1]);

  const sigmas = Float64Array.from(deviations);
  const stream = site.random("");
  const normals = new Float64Array(COMPONENTS);
  const actor = site.actor("", ({ reals, integers }, k) => {
    if (k === 0) return;
    normalsInto(normals, 0, COMPONENTS, stream, integers);
    times.timeInto(next_ns, k + 1);
    // Where the last step ends this one begins, to the bit.
    reals[at + FROM_S] = reals[at + TO_S];
    reals[at + TO_S] = next_ns[0] * S_PER_NS;
    for (let c = 0; c < COMPONENTS; c++) {
      const V = reals[at + TO + c];
      reals[at + FROM + c] = V;
      reals[at + TO + c] = phi * V + kick * sigmas[c] * normals[c]; // (2)
    }
  });
  site.every(actor, times, PHASE.deliver);
  return at;
}

/** (3): out[o .. o + 2] = V, out[o + 3 .. o + 5] = its rate, at the time time_s[i], from the state reals[at ..]. */
export function processInto(
  out: Float64Array,
  o: number,
  reals: Float64Array,
  at: number,
  time_s: Float64Array,
  i: number,
): void {
  const from_s = reals[at + FROM_S];
  const inverse = 1 / (reals[at + TO_S] - from_s);
  const elapsed = time_s[i] - from_s;
  for (let c = 0; c < COMPONENTS; c++) {
    const V = reals[at + FROM + c];
    const rate = (reals[at + TO + c] - V) * inverse;
    out[o + c] = V + rate * elapsed; // (3)
    out[o + COMPONENTS + c] = rate;
  }
}
