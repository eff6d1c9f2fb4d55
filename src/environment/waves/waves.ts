/**
 * The sea as a sum of small sine waves, and the motion of the water under it.
 *
 * One wave, with the unit vector n of its heading in the horizontal plane, Z = −p_D the height above mean sea level:
 *
 *   φ = k n·p − ω t + ε,   ω² = g k tanh(k h)                                         (1)
 *   ζ = a cos φ                                                                      (2)  elevation
 *   C = cosh k(Z + h) / sinh k h,   S = sinh k(Z + h) / sinh k h                      (3)  both e^(kZ) in deep water
 *   v = a ω [C cos φ n;  −S sin φ]                                                   (4)  horizontal; down
 *   p = ρ a (ω²/k) C cos φ                                                           (5)  pressure beyond the hydrostatic
 *   ∂v/∂t = a ω² [C sin φ n;  S cos φ] = −∇p / ρ                                      (6)
 *   ∂v/∂p = −a ω k [C sin φ n nᵀ, S cos φ n;  S cos φ nᵀ, −C sin φ]                    (7)  symmetric, trace 0
 *
 * a: amplitude, m; ω: rad/s; k: rad/m; ε: phase; h: depth of the water, or Infinity; ρ: kg/m³. Seas are sums of (2) … (7).
 * C and S come from e^(kZ) alone: with q = e^(−2kh), C = (e^(kZ) + q e^(−kZ)) / (1 − q), S the same with a minus.
 *
 * Above mean sea level, in the crests, water moves as at Z = 0: e^(kZ) would make the velocities of short waves far too large there. (5) is
 * then ρ g ζ, and the whole pressure vanishes at the surface. Below the bottom, water moves as at Z = −h. In both, nothing
 * changes with depth, and (7) has zeros in its last column: what is given as gradient is the derivative of what is given as velocity.
 *
 * Valid: small steepness k a, even bottom, no current under the waves. Particles drift with a² ω k e^(2kZ) (Stokes): the
 * drift is in the motion through (4), not added to it.
 * Left out: everything of second order (sharper crests, bound waves, return flow), breaking, refraction, waves made by
 * bodies. A wave whose motion has fallen to e^(−50) of that at the surface is left out at that depth.
 * Source: linear (Airy) theory: the potential a (ω/k) C sin φ solves Laplace's equation. Tests: finite differences, orbits.
 */
import { cos, exp, expm1, sin } from "../../math/index.ts";
import { FLOW, FLOW_SIZE, type FlowSource, POINT } from "../flow.ts";
import { wavenumber_radpm } from "./dispersion.ts";
import { sinCosOfTurns } from "./turns.ts";

export interface WaveComponent {
  readonly amplitude_m: number;
  readonly frequency_radps: number;
  /** Towards which it runs, clockwise from north. */
  readonly heading_rad: number;
  /** ε of (1): of the elevation at the origin at time 0. */
  readonly phase_rad: number;
}

export interface WaveMedium {
  /** Infinity for deep water. */
  readonly depth_m: number;
  readonly gravity_mps2: number;
  readonly density_kgpm3: number;
}

/** What surfaceInto writes: ζ in m, upwards, and its slopes towards north and east. */
export const ELEVATION = { height: 0, slope: 1 } as const;
export const ELEVATION_SIZE = 3;

// Of the module itself: what another module exports is looked up at every use where nothing bundles the code.
const { velocity: VELOCITY, gradient: GRADIENT, rate: RATE } = FLOW;
const { t_s: TIME } = POINT;

// Places in the record of one wave; waves follow one another in one array, by rising k. Phases are counted in turns.
const K = 0; // k / 2π
const F = 1; // ω / 2π
const EPSILON = 2; // ε / 2π
const NORTH = 3; // n
const EAST = 4;
const SPEED = 5; // a ω / (1 − q)
const MIRROR = 6; // q
const AMPLITUDE = 7; // a
const STRIDE = 8;

/** kZ below which nothing is left of a wave: e^(−50) = 2e-22. */
const FADED = -50;
const TURN = 2 * Math.PI;

export class Waves implements FlowSource {
  readonly components: readonly WaveComponent[];
  readonly medium: WaveMedium;
  /** m₀ = Σ a²/2, the variance of the elevation. */
  readonly variance_m2: number;
  readonly #waves: Float64Array;
  readonly #depth_m: Float64Array;
  readonly #sinCos = new Float64Array(2);
  readonly #flow = new Float64Array(FLOW_SIZE);

  constructor(components: readonly WaveComponent[], medium: WaveMedium) {
    const { depth_m, gravity_mps2 } = medium;
    const sorted = [...components].sort((a, b) => a.frequency_radps - b.frequency_radps);
    this.components = Object.freeze(sorted);
    this.medium = Object.freeze({ ...medium });
    this.variance_m2 = sorted.reduce((sum, { amplitude_m: a }) => sum + 0.5 * a * a, 0);
    this.#depth_m = Float64Array.of(depth_m);
    this.#waves = new Float64Array(STRIDE * sorted.length);
    sorted.forEach((c, i) => {
      const k = wavenumber_radpm(c.frequency_radps, depth_m, gravity_mps2);
      const n = [cos(c.heading_rad), sin(c.heading_rad)];
      const kh2 = -2 * k * depth_m;
      const speed = (c.amplitude_m * c.frequency_radps) / -expm1(kh2);
      const phase = [k / TURN, c.frequency_radps / TURN, c.phase_rad / TURN];
      const wave = [...phase, n[0], n[1], speed, exp(kh2), c.amplitude_m];
      this.#waves.set(wave, i * STRIDE);
    });
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const W = this.#waves;
    const sinCos = this.#sinCos;
    const north = point[i];
    const east = point[i + 1];
    const height = -point[i + 2];
    const t = point[i + TIME];
    const bottom = -this.#depth_m[0];
    const turnZ = TURN * Math.min(Math.max(height, bottom), 0);
    let vN = 0;
    let vE = 0;
    let vD = 0;
    let rateN = 0;
    let rateE = 0;
    let rateD = 0;
    let gNN = 0;
    let gNE = 0;
    let gEE = 0;
    let gND = 0;
    let gED = 0;
    for (let at = 0; at < W.length; at += STRIDE) {
      const k = W[at + K];
      const kZ = k * turnZ;
      if (kZ < FADED) break;
      const f = W[at + F];
      const nN = W[at + NORTH];
      const nE = W[at + EAST];
      sinCos[0] = k * (nN * north + nE * east) - f * t + W[at + EPSILON]; // (1)
      sinCosOfTurns(sinCos);

      // (3), times a ω
      const fall = exp(kZ);
      const q = W[at + MIRROR];
      const mirror = q === 0 ? 0 : q / fall;
      const C = W[at + SPEED] * (fall + mirror);
      const S = W[at + SPEED] * (fall - mirror);
      const Cs = C * sinCos[0];
      const Cc = C * sinCos[1];
      const Ss = S * sinCos[0];
      const Sc = S * sinCos[1];

      // (4), and, for one turn in place of 2π, (6) and (7)
      vN += Cc * nN;
      vE += Cc * nE;
      vD -= Ss;
      const fCs = f * Cs;
      rateN += fCs * nN;
      rateE += fCs * nE;
      rateD += f * Sc;
      const kCsN = k * Cs * nN;
      const kSc = k * Sc;
      gNN -= kCsN * nN;
      gNE -= kCsN * nE;
      gEE -= k * Cs * nE * nE;
      gND -= kSc * nN;
      gED -= kSc * nE;
    }
    const v = o + VELOCITY;
    flow[v] += vN;
    flow[v + 1] += vE;
    flow[v + 2] += vD;
    const r = o + RATE;
    flow[r] += TURN * rateN;
    flow[r + 1] += TURN * rateE;
    flow[r + 2] += TURN * rateD;
    const g = o + GRADIENT;
    flow[g] += TURN * gNN;
    flow[g + 1] += TURN * gNE;
    flow[g + 3] += TURN * gNE;
    flow[g + 4] += TURN * gEE;
    flow[g + 6] += TURN * gND;
    flow[g + 7] += TURN * gED;
    if (height > 0 || height < bottom) return;
    flow[g + 2] += TURN * gND;
    flow[g + 5] += TURN * gED;
    flow[g + 8] -= TURN * gNN + TURN * gEE;
  }

  /** (2) and its slopes at point[i ..] to out[o .. o + 2], see ELEVATION; the depth of the point does not matter. */
  surfaceInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const W = this.#waves;
    const sinCos = this.#sinCos;
    const north = point[i];
    const east = point[i + 1];
    const t = point[i + TIME];
    let height = 0;
    let slopeN = 0;
    let slopeE = 0;
    for (let at = 0; at < W.length; at += STRIDE) {
      const k = W[at + K];
      const nN = W[at + NORTH];
      const nE = W[at + EAST];
      const a = W[at + AMPLITUDE];
      sinCos[0] = k * (nN * north + nE * east) - W[at + F] * t + W[at + EPSILON];
      sinCosOfTurns(sinCos);
      const kas = k * a * sinCos[0];
      height += a * sinCos[1];
      slopeN -= kas * nN;
      slopeE -= kas * nE;
    }
    out[o] = height;
    out[o + 1] = TURN * slopeN;
    out[o + 2] = TURN * slopeE;
  }

  /** (5) at point[i ..] to out[o], Pa: what the waves add to the hydrostatic pressure ρ g p_D. */
  pressureInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const W = this.#waves;
    const sinCos = this.#sinCos;
    const north = point[i];
    const east = point[i + 1];
    const t = point[i + TIME];
    const turnZ = TURN * Math.min(Math.max(-point[i + 2], -this.#depth_m[0]), 0);
    let sum = 0;
    for (let at = 0; at < W.length; at += STRIDE) {
      const k = W[at + K];
      const kZ = k * turnZ;
      if (kZ < FADED) break;
      const f = W[at + F];
      sinCos[0] = k * (W[at + NORTH] * north + W[at + EAST] * east) - f * t + W[at + EPSILON];
      sinCosOfTurns(sinCos);
      const fall = exp(kZ);
      const q = W[at + MIRROR];
      const mirror = q === 0 ? 0 : q / fall;
      sum += (W[at + SPEED] * (fall + mirror) * sinCos[1] * f) / k;
    }
    out[o] = this.medium.density_kgpm3 * sum;
  }

  /**
   * Acceleration of the water that is at point[i ..], following it, to out[o .. o + 2]: (6) + (7) v. The second part is of
   * second order; without it, the particle's drift is lost.
   */
  accelerationInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const flow = this.#flow;
    flow.fill(0);
    this.addFlow(flow, 0, point, i);
    for (let row = 0; row < 3; row++) {
      let sum = flow[RATE + row];
      for (let j = 0; j < 3; j++) sum += flow[GRADIENT + 3 * row + j] * flow[VELOCITY + j];
      out[o + row] = sum;
    }
  }
}
