/** Noise in the band of a receiver, as it hears it: less by its directivity index. Found once for each receiver. */
import type { CarrierWorld, Transducer } from "../../environment/index.ts";
import { SiteNoise } from "../noise/site.ts";
import { bandLevel_dB, type NoiseSpectrum } from "../noise/spectrum.ts";
import { KNOT_MPS, WenzNoise } from "../noise/wenz.ts";

/** Of a world that says nothing of noise: see sound.ts. */
const USUAL = new WenzNoise({ windSpeed_mps: 5 * KNOT_MPS, traffic: 4, wind: "standard", bands: "banded" });

/** A tone is heard in a band of this width. */
const TONE_HZ = 1;

export class HeardNoise {
  readonly #ambient_dB: CarrierWorld["ambient_dB"];
  readonly #otherwise: NoiseSpectrum;
  readonly #known = new Map<Transducer, number>();

  /** stated_dB: spectrum level where the world says nothing. */
  constructor({ ambient_dB }: CarrierWorld, stated_dB: number | undefined) {
    this.#ambient_dB = ambient_dB;
    this.#otherwise = stated_dB === undefined ? USUAL : new SiteNoise([], [stated_dB]);
  }

  /** dB re 1 µPa */
  of(ear: Transducer): number {
    const known = this.#known.get(ear);
    if (known !== undefined) return known;
    const width_Hz = Math.max(TONE_HZ, ear.bandwidth_Hz);
    const ambient = this.#ambient_dB(ear.frequency_Hz, width_Hz);
    const silent = ambient === Number.NEGATIVE_INFINITY;
    const level = silent ? bandLevel_dB(this.#otherwise, { centre_Hz: ear.frequency_Hz, width_Hz }) : ambient;
    const heard = level - (ear.pattern?.index_dB ?? 0);
    this.#known.set(ear, heard);
    return heard;
  }
}
