/**
 * A growing wind sea: the JONSWAP spectrum of spectrum.ts, by height and period or by wind and fetch.
 *
 * 4 √m₀ of the sea is that of the spectrum, which the factor 1 − 0.287 ln γ brings near H_s, not exactly to it: within 0.17 % for
 * γ up to 5.5, 0.89 % low at γ = 7.
 * Valid, left out and source: spectrum.ts, spectral-bins.ts, spreading.ts, waves.ts.
 */
import { invariant } from "../../core/index.ts";
import { defineModel } from "../../library/index.ts";
import { checkGiven, checkHeight, spectrumParams, WAVE_READS, wavePlace, waves, wavesOfSpectrum } from "./sea-state.ts";
import { fetchSpectrum } from "./spectrum.ts";

export const jonswapWaves = defineModel(waves, {
  model: "jonswap",
  doc: "A wind sea that still grows: JONSWAP, by height and period or by wind and fetch",
  default: true,
  reads: WAVE_READS,
  params: {
    ...spectrumParams,
    peakEnhancement: {
      doc: "γ, how much the peak stands out; 4 √m₀ is within 0.17 % of the significant height up to 5.5, 0.89 % low at 7",
      unit: "1",
      min: 1,
      max: 7,
      default: 3.3,
    },
    windSpeed10_mps: { doc: "wind at 10 m above the sea, over the fetch", above: 0, max: 60, optional: true },
    fetch_m: { doc: "distance over which the wind blows on open water", min: 100, max: 1e6, optional: true },
  },
  check(p, report) {
    const { significantHeight_m, peakPeriod_s, windSpeed10_mps, fetch_m } = p;
    checkGiven(report, { significantHeight_m, peakPeriod_s }, { windSpeed10_mps, fetch_m });
    if (significantHeight_m === undefined || peakPeriod_s === undefined) return;
    checkHeight(report, "significantHeight_m", significantHeight_m, 1, peakPeriod_s, p.waterDepth_m);
  },
  create: (p) => ({
    join(site) {
      const { significantHeight_m, peakPeriod_s, peakEnhancement, windSpeed10_mps, fetch_m } = p;
      if (windSpeed10_mps !== undefined && fetch_m !== undefined) {
        return wavesOfSpectrum(
          fetchSpectrum(windSpeed10_mps, fetch_m, peakEnhancement, wavePlace(site).gravity_mps2),
          p,
          site,
        );
      }
      invariant(significantHeight_m !== undefined && peakPeriod_s !== undefined, `${site.path}: no height and period`);
      const peakFrequency_radps = (2 * Math.PI) / peakPeriod_s;
      return wavesOfSpectrum({ significantHeight_m, peakFrequency_radps, peakEnhancement }, p, site);
    },
  }),
});
