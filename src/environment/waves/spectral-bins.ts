/**
 * A spectrum as N sine waves of equal energy.
 *
 * With u = √(5/4) (ω_p/ω)², which runs from ∞ to 0 as ω runs from 0 to ∞, the spectrum of spectrum.ts is
 *
 *   S dω    = H_s²/16 (1 − 0.287 ln γ) γ^r · 2 u e^(−u²) |du|                          (1)
 *   ω² S dω = H_s²/16 (1 − 0.287 ln γ) γ^r · √5 ω_p² e^(−u²) |du|                       (2)
 *
 * smooth and bounded up to ω = ∞, so that m₀ = ∫ S dω and m₂ = ∫ ω² S dω need no highest frequency. Bin i holds the energy
 * from (i − 1)/N m₀ to i/N m₀, and becomes one wave with
 *
 *   a = √(2 m₀ / N),   ω_i² = ∫ω² S dω / ∫S dω  over the bin                            (3)
 *
 * so that m₀ and m₂, and with them the significant height and the mean zero-crossing period 2π √(m₀/m₂), are those of the
 * spectrum for every N. Bins are narrow where the energy is and never of equal width: the sea does not repeat itself.
 *
 * (1) and (2) are summed by Simpson's rule, whose panels end at the peak, where σ jumps.
 * Valid: N of 50 and more for a record that looks like a sea. Left out: the scatter of the energy of each band from one
 * record to the next; detail of the tail, which is one wave from about 4 ω_p on with N = 200. Of a sum of waves of fixed
 * amplitude, heights are normally distributed only for large N.
 * Source: the definitions. Tests: closed forms of Pierson-Moskowitz.
 */
import { exp } from "../../math/index.ts";
import { peakFactor, peakNormaliser, type Spectrum } from "./spectrum.ts";

export interface SpectralBins {
  /** m² and m²/s², of the whole spectrum. */
  readonly m0_m2: number;
  readonly m2_m2ps2: number;
  /** a of (3), the same for every wave. */
  readonly amplitude_m: number;
  /** ω_i of (3), rising. */
  readonly frequencies_radps: Float64Array;
}

const U_PEAK = Math.sqrt(1.25);
/** The longest waves: beyond lies e^(−36) of the energy, less than a rounding. */
const U_END = 6;
/** Panels on each side of the peak, per wave: several to each bin, so that the inside of a panel may be a straight line. */
const PANELS_PER_WAVE = 16;
/** With these, Simpson's error is below 1e-11 of m₀ for the sharpest peak. */
const FEWEST_PANELS = 2048;

export function spectralBins(spectrum: Spectrum, count: number): SpectralBins {
  const panels = Math.max(FEWEST_PANELS, PANELS_PER_WAVE * count);
  const edges = cumulativeMoments(spectrum.peakEnhancement, panels);
  const { m0, m2 } = edges;
  const last = m0.length - 1;
  const frequencies_radps = new Float64Array(count);

  // Walk over the panels once; below is ∫ω² S dω up to the lower edge of the bin.
  let panel = 0;
  let below = 0;
  for (let i = 0; i < count; i++) {
    const energy = ((i + 1) / count) * m0[last];
    while (panel < last - 1 && m0[panel + 1] < energy) panel++;
    const fraction = Math.min((energy - m0[panel]) / (m0[panel + 1] - m0[panel]), 1);
    const above = i === count - 1 ? m2[last] : m2[panel] + fraction * (m2[panel + 1] - m2[panel]);
    const ratio2 = ((above - below) * count) / m0[last];
    frequencies_radps[i] = spectrum.peakFrequency_radps * Math.sqrt(ratio2); // (3)
    below = above;
  }

  const H = spectrum.significantHeight_m;
  const scale = (H * H * peakNormaliser(spectrum.peakEnhancement)) / 16;
  const peak = spectrum.peakFrequency_radps;
  const m0_m2 = scale * m0[last];
  return {
    m0_m2,
    m2_m2ps2: scale * m2[last] * peak * peak,
    amplitude_m: Math.sqrt((2 * m0_m2) / count),
    frequencies_radps,
  };
}

/** (1) and (2) without their factors H_s²/16 (…) and ω_p², summed from the longest waves to each edge of a panel. */
function cumulativeMoments(gamma: number, panels: number): { readonly m0: Float64Array; readonly m2: Float64Array } {
  const m0 = new Float64Array(2 * panels + 1);
  const m2 = new Float64Array(2 * panels + 1);
  let at = 0;
  for (const [from, to] of [
    [U_END, U_PEAK],
    [U_PEAK, 0],
  ]) {
    const width = (from - to) / panels;
    for (let i = 0; i < panels; i++, at++) {
      const u = from - i * width;
      const a = density(u, gamma);
      const b = density(u - 0.5 * width, gamma);
      const c = density(Math.max(u - width, 0), gamma);
      const u4 = 4 * (u - 0.5 * width);
      m0[at + 1] = m0[at] + (width / 3) * (u * a + u4 * b + (u - width) * c);
      m2[at + 1] = m2[at] + ((U_PEAK * width) / 3) * (a + 4 * b + c);
    }
  }
  return { m0, m2 };
}

/** γ^r e^(−u²). */
function density(u: number, gamma: number): number {
  const flat = exp(-u * u);
  // At u = 0 the frequency is infinite, and the peak far away.
  return u === 0 ? flat : flat * peakFactor(Math.sqrt(U_PEAK / u), gamma);
}
