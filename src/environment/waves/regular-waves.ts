/**
 * One sine wave: the sea of a wave tank, and the sea in which answers are known in closed form.
 *
 *   ζ = a cos(k n·p − ω t + ε),   ω = 2π / T                                          (1)
 *
 * Valid, left out and source: waves.ts.
 */
import { defineModel } from "../../library/index.ts";
import { checkHeight, waves, wavesAt } from "./sea-state.ts";

export const regularWaves = defineModel(waves, {
  model: "regular",
  doc: "One sine wave",
  reads: ["amplitude_m", "period_s", "phase_deg", "heading_deg", "waterDepth_m"],
  check: (p, report) => checkHeight(report, "amplitude_m", p.amplitude_m, 2, p.period_s, p.waterDepth_m),
  create: (p) => ({
    join(site) {
      const { amplitude_m, heading_rad, phase_rad } = p;
      const frequency_radps = (2 * Math.PI) / p.period_s; // (1)
      return wavesAt([{ amplitude_m, frequency_radps, heading_rad, phase_rad }], p, site);
    },
  }),
});
