/**
 * A fully grown wind sea: the Pierson-Moskowitz spectrum of spectrum.ts, by height and period or by the wind alone.
 *
 * Valid, left out and source: spectrum.ts, spectral-bins.ts, spreading.ts, waves.ts.
 */
import { invariant } from "../../core/index.ts";
import { defineModel } from "../../library/index.ts";
import { checkGiven, checkHeight, spectrumParams, WAVE_READS, wavePlace, waves, wavesOfSpectrum } from "./sea-state.ts";
import { fullyGrownSpectrum } from "./spectrum.ts";

export const piersonMoskowitzWaves = defineModel(waves, {
  model: "pierson-moskowitz",
  doc: "A wind sea that grows no more: Pierson-Moskowitz, by height and period or by the wind",
  reads: WAVE_READS,
  params: {
    ...spectrumParams,
    windSpeed19_mps: {
      doc: "wind at 19.5 m above the sea that has blown for long enough",
      above: 0,
      max: 60,
      optional: true,
    },
  },
  check(p, report) {
    const { significantHeight_m, peakPeriod_s, windSpeed19_mps } = p;
    checkGiven(report, { significantHeight_m, peakPeriod_s }, { windSpeed19_mps });
    if (significantHeight_m === undefined || peakPeriod_s === undefined) return;
    checkHeight(report, "significantHeight_m", significantHeight_m, 1, peakPeriod_s, p.waterDepth_m);
  },
  create: (p) => ({
    join(site) {
      const { significantHeight_m, peakPeriod_s, windSpeed19_mps } = p;
      if (windSpeed19_mps !== undefined)
        return wavesOfSpectrum(fullyGrownSpectrum(windSpeed19_mps, wavePlace(site).gravity_mps2), p, site);
      invariant(significantHeight_m !== undefined && peakPeriod_s !== undefined, `${site.path}: no height and period`);
      const peakFrequency_radps = (2 * Math.PI) / peakPeriod_s;
      return wavesOfSpectrum({ significantHeight_m, peakFrequency_radps, peakEnhancement: 1 }, p, site);
    },
  }),
});
