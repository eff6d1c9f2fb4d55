/**
 * The noise of one vessel at a distance: its source spectrum by kind, speed and length, less the loss on the way.
 *
 *   SL(f) = K − 10 (B + 2) log f₁ + 5 B log f − 10 log((1 − (f/f₁)^((B + 2)/2))² + D²)
 *           + 60 log(V/V_c) + 20 log(l/l₀)                                                           (1)
 *   NSL(f) = SL(f) − TL(f, r)                                                                        (2)
 *
 * f in Hz, SL in dB re 1 µPa²/Hz at 1 m, V: speed in knots, V_c: that of its kind (below), l: length, l₀ = 91.44 m.
 *   K = 191, B = 0, f₁ = 480/V_c, D = 3 (cruise ships 4);
 *   cargo ships below 100 Hz: K = 208, B = 2, f₁ = 600/V_c, D = 1 (bulkers and container ships 0.8).
 *
 * A vessel at rest is silent here: (1) is about way through the water.
 * Valid: 20 Hz to 20 kHz; beyond, (1) goes on falling by 20 dB per decade. Left out: its direction, its own modulation, Lloyd's mirror of
 * a source near the surface, the scatter of single vessels, some 6 dB.
 * Source: (1) [MacGillivrayDeJong2021], by a public program that was checked with the sheet that comes with it.
 */
import { absorption_dBpkm } from "../../environment/index.ts";
import { log10 } from "../../math/index.ts";
import type { Spreading } from "../spreading.ts";
import { transmissionLoss_dB } from "../transmission-loss.ts";
import type { NoiseSpectrum } from "./spectrum.ts";
import { KNOT_MPS } from "./wenz.ts";

interface VesselClass {
  /** V_c. */
  readonly speed_kn: number;
  readonly D: number;
  /** D below 100 Hz, for those with the hump of cargo ships. */
  readonly humpD?: number;
}

export const VESSEL_CLASSES = Object.freeze({
  fishing: { speed_kn: 6.4, D: 3 },
  tug: { speed_kn: 3.7, D: 3 },
  naval: { speed_kn: 11.1, D: 3 },
  recreational: { speed_kn: 10.6, D: 3 },
  research: { speed_kn: 8, D: 3 },
  cruise: { speed_kn: 17.1, D: 4 },
  passenger: { speed_kn: 9.7, D: 3 },
  bulker: { speed_kn: 13.9, D: 3, humpD: 0.8 },
  container: { speed_kn: 18, D: 3, humpD: 0.8 },
  "vehicle-carrier": { speed_kn: 15.8, D: 3, humpD: 1 },
  tanker: { speed_kn: 12.4, D: 3, humpD: 1 },
  dredger: { speed_kn: 9.5, D: 3 },
  other: { speed_kn: 7.4, D: 3 },
}) satisfies Readonly<Record<string, VesselClass>>;
export type Vessel = keyof typeof VESSEL_CLASSES;

const HUMP_HZ = 100;
const LENGTH_M = 91.44;

/** (1) */
export function vesselSourceLevel_dB(
  vessel: Vessel,
  speed_mps: number,
  length_m: number,
  frequency_Hz: number,
): number {
  const kind: VesselClass = VESSEL_CLASSES[vessel];
  const hump = kind.humpD !== undefined && frequency_Hz < HUMP_HZ;
  const K = hump ? 208 : 191;
  const B = hump ? 2 : 0;
  const D = hump ? (kind.humpD ?? 1) : kind.D;
  const f1 = (hump ? 600 : 480) / kind.speed_kn;
  const ratio = frequency_Hz / f1;
  const apart = 1 - (hump ? ratio * ratio : ratio);
  const own = 60 * log10(speed_mps / KNOT_MPS / kind.speed_kn) + 20 * log10(length_m / LENGTH_M);
  return (
    K - 10 * (B + 2) * log10(f1) + 5 * B * log10(frequency_Hz) - 10 * log10(apart * apart + D * D) + own // (1)
  );
}

/** Formulas of absorption that need the frequency alone. */
export const PATH_ABSORPTIONS = ["thorp-stojanovic", "thorp-3e-4", "thorp-jkps", "thorp-1967", "none"] as const;
export type PathAbsorption = (typeof PATH_ABSORPTIONS)[number];

/** How noise of a source at a distance comes here. */
export interface NoisePath {
  readonly distance_m: number;
  readonly spreading: Spreading;
  readonly absorption: PathAbsorption;
}

export function pathLoss_dB({ distance_m, spreading, absorption }: NoisePath, frequency_Hz: number): number {
  const alpha = absorption === "none" ? 0 : absorption_dBpkm(absorption, { frequency_Hz });
  return transmissionLoss_dB(spreading, alpha, distance_m);
}

export interface VesselOptions extends NoisePath {
  readonly vessel: Vessel;
  readonly speed_mps: number;
  readonly length_m: number;
}

/** (2) */
export class VesselNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[] = Object.freeze([HUMP_HZ]);
  readonly valid_Hz = Object.freeze([20, 20e3] as const);
  readonly #options: VesselOptions;

  constructor(options: VesselOptions) {
    this.#options = options;
  }

  levelAt(frequency_Hz: number): number {
    const { vessel, speed_mps, length_m } = this.#options;
    if (!(speed_mps > 0)) return Number.NEGATIVE_INFINITY;
    return vesselSourceLevel_dB(vessel, speed_mps, length_m, frequency_Hz) - pathLoss_dB(this.#options, frequency_Hz);
  }
}
