/** The two readings of the paper's noise, their ranges, and the lines that they ask for (docs/errata.md, the range of 1900 m). */
import {
  flatBandLevel_dB,
  KNOT_MPS,
  linkRange_m,
  SPHERICAL,
  transmissionLoss_dB,
  WenzNoise,
  type WindReading,
} from "../../src/acoustics/index.ts";
import { absorption_dBpkm } from "../../src/environment/index.ts";
import { type Passage, passageOf } from "./geometry.ts";
import { PAPER } from "./paper.ts";

export interface Reading {
  readonly wind: WindReading;
  /** In the band of the modem. */
  readonly noise_dB: number;
  readonly range_m: number;
  readonly passage: Passage;
}

const { frequency_Hz, bandwidth_Hz, sourceLevel_dB, threshold_dB } = PAPER.modem;
const ATTENUATION_DBPKM = absorption_dBpkm("thorp-stojanovic", { frequency_Hz });

export function readingOf(wind: WindReading): Reading {
  const noise = new WenzNoise({ windSpeed_mps: PAPER.wind_kn * KNOT_MPS, traffic: 4, wind, bands: "banded" });
  const noise_dB = flatBandLevel_dB(noise, { centre_Hz: frequency_Hz, width_Hz: bandwidth_Hz });
  const range_m = linkRange_m({
    ...{ sourceLevel_dB, threshold_dB, noise_dB },
    spreading: SPHERICAL,
    attenuation_dBpkm: ATTENUATION_DBPKM,
  });
  const passage = passageOf(PAPER.entry_s, PAPER.exit_s, PAPER.speed_mps, range_m);
  if (passage === null) throw new Error(`no line of the paper's times lies in a circle of ${range_m} m`);
  return { wind, noise_dB, range_m, passage };
}

/** Level that is received at a distance, dB re 1 µPa: Fig. 11. */
export function received_dB(distance_m: number): number {
  return sourceLevel_dB - transmissionLoss_dB(SPHERICAL, ATTENUATION_DBPKM, distance_m);
}
