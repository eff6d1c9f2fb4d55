import { expect, test } from "vitest";
import { ModelBuilder, type ThingSite, thingSite } from "../../engine/index.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { type SeaState, type WavePlace, waves, wavesOfSpectrum } from "./sea-state.ts";
import { spectralBins } from "./spectral-bins.ts";
import { type Spectrum, spectralDensity_m2s } from "./spectrum.ts";
import { waveDefinitions } from "./wave-definitions.ts";
import type { Waves } from "./waves.ts";

const { definitions, diagnostics } = Definitions.create(waveDefinitions);
const DEEP = Number.POSITIVE_INFINITY;
const seed = { campaign: 4, run: 0 };

/** A site in a world of one depth. */
function siteAt(of: Partial<typeof seed & WavePlace & { path: string }> = {}): ThingSite {
  const { campaign = seed.campaign, run = seed.run, path = "world/sea" } = of;
  const { gravity_mps2 = 9.81, density_kgpm3 = 1026, depth_m = DEEP } = of;
  const world = { constants: { gravity_mps2, density_kgpm3, bottomDepth_m: depth_m }, quantities: [] };
  return thingSite(new ModelBuilder({ campaign, run }), path, {}, { world });
}

function load(attributes: string): { state: SeaState | null; messages: string[] } {
  const text = attributes.trim().startsWith("<") ? attributes : `<waves id="sea" ${attributes}/>`;
  const { component, diagnostics: found } = loadComponent(definitions, memoryReader({ "sea.xml": text }), "sea.xml");
  const messages = found.map((d) => d.message);
  return {
    state: component === null || messages.length > 0 ? null : createModel(definitions, component, waves),
    messages,
  };
}

function build(attributes: string, at: Parameters<typeof siteAt>[0] = {}): Waves {
  const { state, messages } = load(attributes);
  expect(messages).toEqual([]);
  return state!.join(siteAt(at));
}

const spectrum: Spectrum = { significantHeight_m: 2, peakFrequency_radps: Math.PI / 4, peakEnhancement: 3.3 };
const plain = { components: 200, heading_rad: 0, spreading: undefined, waterDepth_m: undefined };

test("the definitions are in order, and the example loads", () => {
  expect(diagnostics).toEqual([]);
  expect(build(waves.example!).components).toHaveLength(200);
});

test("a regular sea is one wave: 0.5 m, 6 s, towards 90°, a quarter turn ahead", () => {
  const { components } = build('model="regular" amplitude_m="0.5" period_s="6" heading_deg="90" phase_deg="90"');
  expect(components).toHaveLength(1);
  const [{ amplitude_m, frequency_radps, heading_rad, phase_rad }] = components;
  expect([amplitude_m, frequency_radps]).toEqual([0.5, Math.PI / 3]);
  // Degrees to radians: one rounding.
  expect(heading_rad).toBeCloseTo(Math.PI / 2, 15);
  expect(phase_rad).toBeCloseTo(Math.PI / 2, 15);
});

test("4 √m₀ is H_s of Pierson-Moskowitz, 2.133 m for its wind of 10 m/s, 2.002 m for a JONSWAP sea of 2 m, and that of α by the fetch", () => {
  const height = (sea: Waves): number => 4 * Math.sqrt(sea.variance_m2);
  expect(height(build('model="pierson-moskowitz" significantHeight_m="2" peakPeriod_s="8"'))).toBeCloseTo(2, 9);
  expect(height(build('model="pierson-moskowitz" windSpeed19_mps="10"'))).toBeCloseTo(2.133, 3);
  expect(height(build('significantHeight_m="2" peakPeriod_s="8"'))).toBeCloseTo(2.002, 3);
  // m₀ = α g²/ω_p⁴ ∫, with the figures of the facts: four digits of α and ω_p.
  const omega = (2 * Math.PI) / 3.5551;
  const expected = 4 * Math.sqrt(((0.01434 * 9.81 ** 2) / omega ** 4) * shapeIntegral(3.3));
  expect(height(build('windSpeed10_mps="10" fetch_m="20000"'))).toBeCloseTo(expected, 3);
});

/** ∫ x⁻⁵ e^(−5/4 x⁻⁴) γ^r dx, by the midpoint rule. */
function shapeIntegral(gamma: number): number {
  let sum = 0;
  const dx = 1e-4;
  for (let x = dx / 2; x < 60; x += dx) {
    const r = Math.exp(-0.5 * ((x - 1) / (x <= 1 ? 0.07 : 0.09)) ** 2);
    sum += x ** -5 * Math.exp(-1.25 * x ** -4) * gamma ** r * dx;
  }
  return sum;
}

test("the depth of the file goes before that of the place", () => {
  expect(build('model="regular" amplitude_m="0.1" period_s="6"', { depth_m: 40 }).medium.depth_m).toBe(40);
  const own = build('model="regular" amplitude_m="0.1" period_s="6" waterDepth_m="7"', { depth_m: 40 });
  expect(own.medium.depth_m).toBe(7);
});

test("a sea is fixed by seed and name: the same bits again, others for another run or another name", () => {
  const phases = (at: Parameters<typeof siteAt>[0], spreading: number | undefined = undefined): number[] =>
    wavesOfSpectrum(spectrum, { ...plain, spreading }, siteAt(at)).components.map((c) => c.phase_rad);
  expect(phases({})).toEqual(phases({}));
  expect(phases({ run: 1 })).not.toEqual(phases({}));
  expect(phases({ path: "world/swell" })).not.toEqual(phases({}));
  // Directions have a stream of their own.
  expect(phases({}, 8)).toEqual(phases({}));
});

test("with a spread of s = 8 about 30°, the energy runs towards 30° with a mean cosine of 8/9", () => {
  const sea = wavesOfSpectrum(spectrum, { ...plain, heading_rad: Math.PI / 6, spreading: 8 }, siteAt());
  const away = sea.components.map((c) => c.heading_rad - Math.PI / 6);
  // 200 shares stand for the spread: some 1e-3.
  expect(away.reduce((sum, x) => sum + Math.cos(x), 0) / 200).toBeCloseTo(8 / 9, 2);
  expect(away.reduce((sum, x) => sum + Math.sin(x), 0) / 200).toBeCloseTo(0, 6);
  // Dealt at random: of 200 draws, a correlation with the frequency of 0.25 is more than three standard deviations.
  const n = 200;
  const correlation =
    away.reduce((sum, x, i) => sum + x * (i - (n - 1) / 2), 0) /
    Math.sqrt(away.reduce((sum, x) => sum + x * x, 0) * ((n * (n * n - 1)) / 12));
  expect(Math.abs(correlation)).toBeLessThan(0.25);
});

test("records of 20 min have the variance m₀ within its confidence interval, and scatter as records of a random sea do", () => {
  const [records, seconds] = [40, 1200];
  const { m0_m2 } = spectralBins(spectrum, 200);
  // Var of the variance of a Gaussian record: (2π/T) ∫ S² dω.
  let square = 0;
  for (let omega = 0.0005; omega < 8; omega += 0.001) square += spectralDensity_m2s(spectrum, omega) ** 2 * 0.001;
  const sigma = Math.sqrt(((2 * Math.PI) / seconds) * square);
  const out = new Float64Array(3);
  const point = new Float64Array(4);
  const variances = Array.from({ length: records }, (_, run) => {
    const sea = wavesOfSpectrum(spectrum, plain, siteAt({ campaign: 9, run }));
    let sum = 0;
    for (let t = 0; t < seconds; t++) {
      point[3] = t;
      sea.surfaceInto(out, 0, point, 0);
      sum += out[0] * out[0];
    }
    return sum / seconds;
  });
  // 99.9 % of normal draws are within 3.3 σ; variances are skew, which of forty may cost one more σ.
  for (const v of variances) expect(Math.abs(v - m0_m2)).toBeLessThan(4.3 * sigma);
  const mean = variances.reduce((a, b) => a + b, 0) / records;
  expect(Math.abs(mean - m0_m2)).toBeLessThan((3.3 * sigma) / Math.sqrt(records));
  // The mean can be distinguished from a sea whose m₀ is 6 % off.
  expect((3.3 * sigma) / Math.sqrt(records)).toBeLessThan(0.06 * m0_m2);
  // Waves of fixed amplitude, four to a band of 1/T at the peak, scatter √(1 − ¼) = 0.87 of what Gaussian bands do, and
  // forty records give a standard deviation to 37 % at 99.9 % (χ²).
  const scatter = Math.sqrt(variances.reduce((a, v) => a + (v - mean) ** 2, 0) / (records - 1));
  expect(scatter / sigma).toBeGreaterThan(0.55);
  expect(scatter / sigma).toBeLessThan(1.2);
});

test("half a description, two of them, none, or a wave that breaks is refused with the place and a hint", () => {
  const first = (attributes: string): string => load(attributes).messages[0] ?? "";
  expect(first("")).toContain("a sea needs significantHeight_m and peakPeriod_s, or windSpeed10_mps and fetch_m");
  expect(first('significantHeight_m="1"')).toContain("a sea needs");
  expect(first('windSpeed10_mps="9"')).toContain("a sea needs");
  expect(first('significantHeight_m="1" peakPeriod_s="5" windSpeed10_mps="9" fetch_m="1000"')).toContain("two ways");
  expect(first('model="pierson-moskowitz"')).toContain("or windSpeed19_mps");
  for (const half of ['significantHeight_m="9"', 'peakPeriod_s="2"'])
    for (const model of ["jonswap", "pierson-moskowitz"])
      expect(load(`model="${model}" ${half}`).messages).toHaveLength(1);
  // 6 s deep: 0.14 · 56.2 m = 7.87 m from trough to crest.
  expect(load('model="regular" amplitude_m="3.9" period_s="6"').messages).toEqual([]);
  expect(first('model="regular" amplitude_m="4" period_s="6"')).toContain("break before they are so high");
  expect(first('significantHeight_m="8" peakPeriod_s="6"')).toContain("break before they are so high");
  // Long waves on 2 m of water: 0.88 of the depth.
  expect(first('model="regular" amplitude_m="0.9" period_s="20" waterDepth_m="2"')).toContain("on 2 m of water");
  expect(load('model="regular" amplitude_m="0.8" period_s="20" waterDepth_m="2"').messages).toEqual([]);
});
