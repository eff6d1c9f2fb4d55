/**
 * How sound travels between the transducers of a world: the kind `sound`. A world has one; where it says nothing and something in it sends or
 * hears sound, that is usualSound.
 *
 * What its models share is the noise and the fading. Noise is that of the world's <noise>; a world that says nothing of it has the spectrum level
 * noise_dBre1uPa2pHz, or, where that is not given, Wenz' noise of the deep sea at 5 knots of wind and an index of traffic of 4, the sea of
 * [Parodi2008Communications].
 */
import { NS_PER_S } from "../../core/index.ts";
import type { CarrierModel, FadingLaw } from "../../environment/index.ts";
import { defineKind } from "../../library/index.ts";

export const sound = defineKind<CarrierModel>()({
  kind: "sound",
  doc: "How sound travels between the devices of a world: paths, losses, noise where the world has no <noise>, fading.",
  id: "optional",
  params: {
    noise_dBre1uPa2pHz: {
      doc: "spectrum level of the noise at all frequencies, in a world without <noise>; where not given, Wenz' deep sea at 5 knots of wind",
      min: -50,
      max: 200,
      optional: true,
      example: 50,
    },
    riceFactor: {
      doc: "K of the fading of each link: 0 is Rayleigh, large values hardly fade; no fading where not given",
      unit: "1",
      min: 0,
      max: 1e6,
      optional: true,
      example: 3,
    },
    coherence_s: {
      doc: "T_c, for which the power of a link stands before it takes another value",
      min: 1e-6,
      max: 1e6,
      default: 1,
    },
  },
});

export const SOUND_READS = ["noise_dBre1uPa2pHz", "riceFactor", "coherence_s"] as const;

export interface FadingParams {
  readonly riceFactor?: number | undefined;
  readonly coherence_s: number;
}

/** null where no factor is given. */
export function fadingLaw({ riceFactor, coherence_s }: FadingParams): FadingLaw | null {
  return riceFactor === undefined
    ? null
    : Object.freeze({ riceFactor, coherence_ns: Math.max(1, Math.round(coherence_s * NS_PER_S)) });
}
