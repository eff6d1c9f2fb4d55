/**
 * A medium as signals meet it: how a signal gets from one transducer to another. Rooms of physics make carriers (acoustics, radio); the
 * environment asks them for each pair of an emission and a transducer that may hear it.
 */
import type { ThingWorld } from "../../engine/index.ts";
import { log10 } from "../../math/index.ts";
import type { MediumName, Transducer } from "./transducer.ts";

/** What becomes of a signal on its way. */
export const PATH = {
  /** To its first arrival. */
  delay_s: 0,
  /** What arrives over what was sent, mean over fading: negative. Both patterns are counted. */
  gain_dB: 1,
  /** Noise in the band of the receiver, as it hears it; in the unit of levels. */
  noise_dB: 2,
  /** Frequency received over frequency sent. */
  dopplerFactor: 3,
  /** From the first to the last arrival that counts. */
  spread_s: 4,
  /** Straight distance between the two. */
  distance_m: 5,
  /** Unit vector in N from the receiver to where the first arrival comes from. */
  direction_N: 6,
} as const;
export const PATH_SIZE = 9;

/** Of the power over its mean, by blocks: see acoustics/fading.ts. */
export interface FadingLaw {
  /** 0: Rayleigh. */
  readonly riceFactor: number;
  readonly coherence_ns: number;
}

/** √(−2 ln 2⁻⁵³): no number that is drawn for a block of fading gives a larger radius. */
const GREATEST_RADIUS = 8.5716;

/** The most that fading lifts a level over its mean, dB: 15.7 of Rayleigh. */
export function greatestFade_dB(law: FadingLaw | null): number {
  if (law === null || law.riceFactor === Number.POSITIVE_INFINITY) return 0;
  const K = law.riceFactor;
  return 20 * log10(Math.sqrt(K / (K + 1)) + GREATEST_RADIUS * Math.sqrt(0.5 / (K + 1)));
}

export interface Carrier {
  readonly medium: MediumName;
  /** Whether the path between two places never changes. Paths of transducers that stay where they are are kept then. */
  readonly isSteady: boolean;
  /** null: power does not vary. */
  readonly fading: FadingLaw | null;
  /**
   * The greatest distance at which `to` may hear a signal of this level of `from`, m: an upper bound, Infinity where none is known.
   */
  reach_m(from: Transducer, level_dB: number, to: Transducer): number;
  /**
   * PATH to out[o ..] of a signal that is sent at time_s[0] by `from`, posed as source[s ..], to `to`, posed as receiver[r ..] when it arrives.
   * Returns false where nothing arrives, such as under water from an antenna in air. Allocates nothing where it can.
   */
  pathInto(
    out: Float64Array,
    o: number,
    from: Transducer,
    source: Float64Array,
    s: number,
    to: Transducer,
    receiver: Float64Array,
    r: number,
    time_s: Float64Array,
  ): boolean;
}

/** What a carrier may know of the world that it is made for. */
export interface CarrierWorld {
  /** Constants, and what lies in the sea: describedSea reads it. */
  readonly described: ThingWorld;
  /** Level of ambient noise in a band, dB re 1 µPa; −Infinity in a world that says nothing of noise. */
  ambient_dB(frequency_Hz: number, bandwidth_Hz: number): number;
}

/** What the kinds of a world's media make. */
export interface CarrierModel {
  carrierIn(world: CarrierWorld): Carrier;
}
