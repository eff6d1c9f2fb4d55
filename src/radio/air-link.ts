/**
 * Path loss of a radio link above the water, and whether there is one at all: an antenna that is not above the water has no link.
 *
 *   L = 20 lg(4πd/λ)                                                                   (1)  "free-space"
 *   L = (1) up to d_c, from there 40 lg d − 20 lg(h₁ h₂);   d_c = 4π h₁ h₂/λ            (2)  "two-ray"
 *   L = −20 lg |λ/(4π) (e^(−jk d₁)/d₁ + Γ e^(−jk d₂)/d₂)|                              (3)  "two-ray-interference"
 *   d₁ = √(r² + (h₁ − h₂)²),   d₂ = √(r² + (h₁ + h₂)²)                                 (4)  straight, and by way of the water
 *   d = max(d₁, λ/4π)                                                                  (5)
 *
 * h₁, h₂ heights over the water's surface below each antenna, r horizontal distance. (2) is continuous at d_c, where both are
 * equal. (3) takes the reflection Γ of boundary.ts for the water, at the angle atan(r/(h₁ + h₂)); it waves about (1) and runs into (2).
 * Between antennas nearer than λ/4π (1) would be a gain: (5).
 *
 * Valid: over calm water, to some 5 km with antennas of a metre: the earth is flat. Antennas a wavelength above the water or more.
 * Left out: waves of the sea (which break Γ and hide low antennas), the bulge of the earth, the surface wave, ducts, rain.
 * Source: Friis' equation; the plane-earth model of textbooks. Test: air-link.test.ts.
 */
import { atan2, cos, log10, sin } from "../math/index.ts";
import { BOUNDARY, BOUNDARY_SIZE, boundaryInto } from "./boundary.ts";
import { AIR, MEDIUM, MEDIUM_SIZE, SPEED_OF_LIGHT_MPS } from "./medium.ts";

export const AIR_MODELS = ["free-space", "two-ray", "two-ray-interference"] as const;
export type AirModel = (typeof AIR_MODELS)[number];

/** What the link is asked about: in[i + …]. */
export const AIR_PATH = {
  frequency_Hz: 0,
  /** Horizontal. */
  distance_m: 1,
  /** Of the antennas over mean sea level. */
  height1_m: 2,
  height2_m: 3,
  /** Of the water's surface at each antenna, over mean sea level: waves and tide. */
  surface1_m: 4,
  surface2_m: 5,
} as const;
export const AIR_PATH_SIZE = 6;

/** What it answers: out[o + …]. */
export const AIR_LINK = {
  /** Infinity where there is no link. */
  loss_dB: 0,
  delay_s: 1,
  /** One of AIR_STATE. */
  state: 2,
} as const;
export const AIR_LINK_SIZE = 3;

/** Why there is no link; the sum where both are. */
export const AIR_STATE = { open: 0, firstSubmerged: 1, secondSubmerged: 2, bothSubmerged: 3 } as const;

const REASONS = [
  "",
  "the antenna of the sender is not above the water",
  "the antenna of the receiver is not above the water",
  "the antennas of sender and receiver are not above the water",
] as const;

/** A state in words; empty for a link. The first antenna is the sender's. */
export function airStateReason(state: number): string {
  return REASONS[state] ?? "";
}

/** 0, 1 or 2 in order of AIR_MODELS. */
export const AIR_MODEL = { freeSpace: 0, twoRay: 1, interference: 2 } as const;

export class AirLink {
  readonly model: AirModel;
  readonly #model: number;
  readonly #isInPlane: boolean;
  readonly #air = new Float64Array(MEDIUM_SIZE);
  readonly #water = new Float64Array(MEDIUM_SIZE);
  readonly #boundary = new Float64Array(BOUNDARY_SIZE);
  readonly #angle = new Float64Array(1);

  /** The water, and whether the antennas are vertical, matter to "two-ray-interference" alone. */
  constructor(options: {
    readonly model: AirModel;
    readonly conductivity_Spm?: number;
    readonly relativePermittivity?: number;
    readonly vertical?: boolean;
  }) {
    this.model = options.model;
    this.#model = AIR_MODELS.indexOf(options.model);
    this.#isInPlane = options.vertical ?? true;
    this.#air[MEDIUM.relativePermittivity] = AIR.relativePermittivity;
    this.#water[MEDIUM.conductivity_Spm] = options.conductivity_Spm ?? 4;
    this.#water[MEDIUM.relativePermittivity] = options.relativePermittivity ?? 80;
  }

  linkInto(out: Float64Array, o: number, path: Float64Array, i: number): void {
    const h1 = path[i + AIR_PATH.height1_m] - path[i + AIR_PATH.surface1_m];
    const h2 = path[i + AIR_PATH.height2_m] - path[i + AIR_PATH.surface2_m];
    // Not (h > 0), so that a height that is not a number is not a link.
    const state =
      (h1 > 0 ? AIR_STATE.open : AIR_STATE.firstSubmerged) + (h2 > 0 ? AIR_STATE.open : AIR_STATE.secondSubmerged);
    const r = path[i + AIR_PATH.distance_m];
    const straight = Math.sqrt(r * r + (h1 - h2) * (h1 - h2)); // (4)
    out[o + AIR_LINK.state] = state;
    out[o + AIR_LINK.delay_s] = straight / SPEED_OF_LIGHT_MPS;
    out[o + AIR_LINK.loss_dB] = Number.POSITIVE_INFINITY;
    if (state !== AIR_STATE.open) return;

    const lambda = SPEED_OF_LIGHT_MPS / path[i + AIR_PATH.frequency_Hz];
    const nearest = lambda / (4 * Math.PI);
    const d = straight > nearest ? straight : nearest; // (5)
    if (this.#model === AIR_MODEL.interference) {
      this.#interfere(out, o, path, i);
      return;
    }
    const crossover = (h1 * h2) / nearest;
    const field = this.#model === AIR_MODEL.twoRay && d > crossover ? (h1 * h2) / (d * d) : nearest / d; // (2), (1)
    out[o + AIR_LINK.loss_dB] = 20 * log10(1 / field);
  }

  /** (3) */
  #interfere(out: Float64Array, o: number, path: Float64Array, i: number): void {
    const frequency_Hz = path[i + AIR_PATH.frequency_Hz];
    const h1 = path[i + AIR_PATH.height1_m] - path[i + AIR_PATH.surface1_m];
    const h2 = path[i + AIR_PATH.height2_m] - path[i + AIR_PATH.surface2_m];
    const r = path[i + AIR_PATH.distance_m];
    const nearest = SPEED_OF_LIGHT_MPS / frequency_Hz / (4 * Math.PI);
    const straight = Math.sqrt(r * r + (h1 - h2) * (h1 - h2));
    const d1 = straight > nearest ? straight : nearest;
    this.#air[MEDIUM.frequency_Hz] = frequency_Hz;
    this.#water[MEDIUM.frequency_Hz] = frequency_Hz;
    this.#angle[0] = atan2(r, h1 + h2);
    boundaryInto(this.#boundary, 0, this.#air, 0, this.#water, 0, this.#angle, 0, this.#isInPlane);
    const d2 = Math.sqrt(r * r + (h1 + h2) * (h1 + h2));
    // The phase of the way by the water over the straight one, without the difference of two long ways.
    const longer = (4 * h1 * h2) / (d1 + d2);
    const phase = (-2 * Math.PI * frequency_Hz * longer) / SPEED_OF_LIGHT_MPS;
    const re = this.#boundary[BOUNDARY.reflectionRe];
    const im = this.#boundary[BOUNDARY.reflectionIm];
    const c = cos(phase);
    const s = sin(phase);
    const sumRe = 1 / d1 + (re * c - im * s) / d2;
    const sumIm = (re * s + im * c) / d2;
    out[o + AIR_LINK.loss_dB] = -10 * log10(nearest * nearest * (sumRe * sumRe + sumIm * sumIm));
  }
}

/** (2): where the two laws meet. */
export function crossover_m(frequency_Hz: number, height1_m: number, height2_m: number): number {
  return (4 * Math.PI * height1_m * height2_m * frequency_Hz) / SPEED_OF_LIGHT_MPS;
}
