/**
 * One sine wave: the sea of a wave tank, and the sea in which answers are known in closed form.
 *
 *   ζ = a cos(k n·p − ω t + ε),   ω = 2π / T                                          (1)
 *
 * Valid, left out and source: waves.ts.
 */
import { defineModel } from "../../library/index.ts";
import { checkHeight, WAVE_READS, waves, wavesAt } from "./sea-state.ts";

export const regularWaves = defineModel(waves, {
  model: "regular",
  doc: "One sine wave",
  reads: WAVE_READS,
  params: {
    amplitude_m: { doc: "a, half the height from trough to crest", min: 0, max: 20, example: 0.5 },
    period_s: { doc: "T, from crest to crest at one place", min: 0.2, max: 100, example: 6 },
    phase_deg: { doc: "ε of a cos(k x − ω t + ε): 0 for a crest at the origin at the start", default: 0 },
  },
  check: (p, report) => checkHeight(report, "amplitude_m", p.amplitude_m, 2, p.period_s, p.waterDepth_m),
  create: (p) => ({
    join(site) {
      const { amplitude_m, heading_rad, phase_rad } = p;
      const frequency_radps = (2 * Math.PI) / p.period_s; // (1)
      return wavesAt([{ amplitude_m, frequency_radps, heading_rad, phase_rad }], p, site);
    },
  }),
});
