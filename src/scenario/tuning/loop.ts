/**
 * Gains of one loop from the frequency response of what it drives, and the margins that they leave.
 *
 *   C(jω) = k_p + j (k_d ω − k_i / ω)                                                       (1)  the PID of control/laws/pid.ts
 *   L(jω) = C(jω) G(jω),   wanted at the crossover:  L(jω_c) = −e^{jφ}                          (2)
 *   k_p = Re Z,   k_i = k_p ω_c / ρ,   k_d = Im Z / ω_c + k_i / ω_c²,   Z = −e^{jφ} / G(jω_c)     (3)
 *   φ = atan(2 ζ / √(√(1 + 4 ζ⁴) − 2 ζ²))                                                    (4)
 *
 * ω_c: bandwidth, the frequency at which |L| = 1. φ: phase margin, by (4) that of a second-order loop with damping ζ. ρ: how much slower the
 * integral is. A loop without a derivative has k_d = 0 and k_i = −ω_c Im Z, or k_p = 0 and k_i = ω_c |Z| where Re Z < 0. Where (3) gives k_d < 0 the plant is damped enough by itself:
 * k_d = 0, and |C| alone puts the crossover to ω_c. Where it gives k_p ≤ 0 the bandwidth is out of reach.
 *
 * Margins are read off L on a grid of frequencies, the crossings found by bisection: phase margin at every |L| = 1, gain margin where
 * L is real and negative. A loop around an unstable plant needs a least gain, too: the margin below 1 is reported where there is one.
 * Valid: small motions around the state that was linearised. Left out: saturation, quantisation, noise.
 * Source: (1) to (3) are the definition of a crossover, solved for the gains. (4) is the phase of ω²/(s (s + 2 ζ ω)) where its size is 1.
 */
import { atan, atan2, cos, pow, sin } from "../../math/index.ts";

export interface Complex {
  readonly re: number;
  readonly im: number;
}

export type Response = (omega_radps: number) => Complex;

export const times = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});

export function over(a: Complex, b: Complex): Complex {
  const size = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size };
}

export const plus = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });

const modulus = ({ re, im }: Complex): number => Math.sqrt(re * re + im * im);

/** e^{−jωτ} */
export function delay(tau_s: number): Response {
  return (omega) => ({ re: cos(omega * tau_s), im: -sin(omega * tau_s) });
}

/** 1 / (1 + jωτ) */
export function lag(tau_s: number): Response {
  return (omega) => over({ re: 1, im: 0 }, { re: 1, im: omega * tau_s });
}

export interface LoopGains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}

/** (1) */
export function pidResponse({ kp, ki, kd }: LoopGains, omega: number): Complex {
  return { re: kp, im: kd * omega - ki / omega };
}

/** (4), rad. */
export function phaseMarginOf(damping: number): number {
  const z2 = damping * damping;
  return atan((2 * damping) / Math.sqrt(Math.sqrt(1 + 4 * z2 * z2) - 2 * z2));
}

export interface LoopDemand {
  readonly bandwidth_radps: number;
  readonly damping: number;
  /** ρ; Infinity for no integral. */
  readonly integralRatio: number;
  /** Whether the law has a measured rate. */
  readonly derivative: boolean;
}

/** (3), or null where the bandwidth is out of reach. */
export function loopGains(G: Response, demand: LoopDemand): LoopGains | null {
  const { bandwidth_radps: w, damping, integralRatio, derivative } = demand;
  const phi = phaseMarginOf(damping);
  const Z = over({ re: -cos(phi), im: -sin(phi) }, G(w));
  if (!derivative) {
    // Too much lag for a law without a derivative; or a plant that answers at once, which an integral alone leads to ω_c.
    if (Z.im >= 0) return null;
    return Z.re > 0 ? { kp: Z.re, ki: -w * Z.im, kd: 0 } : { kp: 0, ki: w * modulus(Z), kd: 0 };
  }
  const ki = (Z.re * w) / integralRatio;
  const kd = Z.im / w + ki / (w * w);
  if (Z.re > 0 && kd >= 0) return { kp: Z.re, ki, kd };
  return Z.im < 0 ? proportional(Z, demand) : null;
}

/** The plant alone has more phase than is asked for: the crossover stays, the margin grows. */
function proportional(Z: Complex, { bandwidth_radps, integralRatio }: LoopDemand): LoopGains | null {
  const kp = modulus(Z) / Math.sqrt(1 + 1 / (integralRatio * integralRatio));
  return { kp, ki: (kp * bandwidth_radps) / integralRatio, kd: 0 };
}

export interface Margins {
  /** The last frequency at which |L| = 1, rad/s; null for a loop that never has it. */
  readonly crossover_radps: number | null;
  /** The least over all crossovers. */
  readonly phaseMargin_deg: number | null;
  /** By how much the gain may grow; Infinity where nothing bounds it. */
  readonly gainMargin: number;
  /** Down to which share it may fall; 0 where nothing bounds it. */
  readonly leastGain: number;
}

const GRID = 600;

/** Looks at L from a hundredth to a hundred times the frequency around which it was designed. */
export function marginsOf(L: Response, around_radps: number): Margins {
  const at = (k: number): number => around_radps * pow(10, -2 + (4 * k) / GRID);
  const size = (omega: number): number => modulus(L(omega)) - 1;
  // L is real where Im L = 0; it counts where Re L < 0.
  const height = (omega: number): number => L(omega).im;
  let crossover: number | null = null;
  let phaseMargin_rad = Number.POSITIVE_INFINITY;
  let gainMargin = Number.POSITIVE_INFINITY;
  let leastGain = 0;
  const values = Array.from({ length: GRID + 1 }, (_, k) => L(at(k)));
  for (let k = 0; k < GRID; k++) {
    const [a, b] = [at(k), at(k + 1)];
    const [first, second] = [values[k]!, values[k + 1]!];
    if (modulus(first) < 1 !== modulus(second) < 1) {
      crossover = zeroBetween(size, a, b);
      const { re, im } = L(crossover);
      // The angle from −1, taken round to ±π.
      phaseMargin_rad = Math.min(phaseMargin_rad, Math.abs(atan2(-im, -re)));
    }
    if (first.im < 0 !== second.im < 0) {
      const { re } = L(zeroBetween(height, a, b));
      if (re >= 0) continue;
      if (re > -1) gainMargin = Math.min(gainMargin, -1 / re);
      else leastGain = Math.max(leastGain, -1 / re);
    }
  }
  return {
    crossover_radps: crossover,
    phaseMargin_deg: crossover === null ? null : (phaseMargin_rad * 180) / Math.PI,
    gainMargin,
    leastGain,
  };
}

function zeroBetween(f: (omega: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  const below = f(a) < 0;
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (a + b);
    if (f(middle) < 0 === below) a = middle;
    else b = middle;
  }
  return 0.5 * (a + b);
}
