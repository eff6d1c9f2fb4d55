/**
 * Waves as a kind of thing in a file: what it may say, and how a spectrum becomes a sea.
 *
 * A model says how much the sea moves. It joins each run by itself: the place where it lies comes from the description of the world;
 * phases, and the dealing of directions, are drawn once, from two random streams of the run named after the component. So a sea is
 * fixed by (campaign, run, path) and shifts no other numbers.
 */
import { STANDARD_GRAVITY_MPS2 } from "../../core/index.ts";
import type { Thing, ThingDraws, ThingSite } from "../../engine/index.ts";
import { defineKind, type ParamsOf, type Report } from "../../library/index.ts";
import { wavenumber_radpm } from "./dispersion.ts";
import { spectralBins } from "./spectral-bins.ts";
import type { Spectrum } from "./spectrum.ts";
import { spreadAngles_rad } from "./spreading.ts";
import { type WaveComponent, Waves } from "./waves.ts";

/** What every model of waves makes: the waves of one run. */
export type SeaState = Thing<Waves>;

/** Where a sea lies, by the description of its world. */
export interface WavePlace {
  readonly gravity_mps2: number;
  readonly density_kgpm3: number;
  /** Of the bottom at the origin, for seas whose file gives no depth; Infinity for deep water. */
  readonly depth_m: number;
}

export function wavePlace({ world }: ThingSite): WavePlace {
  const { gravity_mps2 = STANDARD_GRAVITY_MPS2, density_kgpm3 = USUAL_DENSITY_KGPM3, bottomDepth_m } = world.constants;
  return { gravity_mps2, density_kgpm3, depth_m: bottomDepth_m ?? Number.POSITIVE_INFINITY };
}

/** Of a sea that stands alone: its motion does not depend on it, its pressure does. */
const USUAL_DENSITY_KGPM3 = 1025;

const params = {
  heading_deg: { doc: "towards which the waves run, clockwise from true north", min: -360, max: 360, default: 0 },
  waterDepth_m: {
    doc: "h, depth of the water under the waves, one value everywhere; that of the place where not given, else deep",
    above: 0,
    max: 12_000,
    optional: true,
  },
} as const;

export type WaveParams = ParamsOf<typeof params>;

export const waves = defineKind<SeaState>()({
  kind: "waves",
  doc: "Waves on the sea: its surface, and the motion of the water under it, by linear theory.",
  id: "optional",
  provenance: false,
  simulator: "environment",
  example: `
<waves id="sea" model="jonswap" significantHeight_m="1.2" peakPeriod_s="5.5" heading_deg="90" spreading="10"/>`,
  params,
});

/** Parameters of every model that has a spectrum. */
export const spectrumParams = {
  significantHeight_m: { doc: "H_s, 4 √m₀", above: 0, max: 30, optional: true },
  peakPeriod_s: { doc: "T_p, of the waves with the most energy", min: 0.2, max: 50, optional: true },
  components: { type: "integer", doc: "N, number of sine waves of equal energy", min: 1, max: 2000, default: 200 },
  spreading: {
    doc: "s of the spread cos^2s(θ/2) over directions; all waves run one way where not given",
    unit: "1",
    min: 0.5,
    max: 100,
    optional: true,
  },
} as const;

/** Both parameters of the kind. */
export const WAVE_READS = ["heading_deg", "waterDepth_m"] as const;
type SpectrumParams = WaveParams & Pick<ParamsOf<typeof spectrumParams>, "components" | "spreading">;

/** N waves of equal energy, at random phases, their directions dealt at random. */
export function wavesOfSpectrum(spectrum: Spectrum, p: SpectrumParams, site: ThingSite): Waves {
  const { amplitude_m, frequencies_radps } = spectralBins(spectrum, p.components);
  const headings = new Float64Array(p.components).fill(p.heading_rad);
  if (p.spreading !== undefined) {
    const angles = spreadAngles_rad(p.spreading, p.components);
    shuffle(angles, site.draws("directions"));
    for (let i = 0; i < p.components; i++) headings[i] += angles[i];
  }
  const phases = site.draws("phases");
  const components = Array.from(frequencies_radps, (frequency_radps, i): WaveComponent => {
    const phase_rad = 2 * Math.PI * phases.stream.uniform(phases.words);
    return Object.freeze({ amplitude_m, frequency_radps, heading_rad: headings[i], phase_rad });
  });
  return wavesAt(components, p, site);
}

export function wavesAt(
  components: readonly WaveComponent[],
  p: Pick<WaveParams, "waterDepth_m">,
  site: ThingSite,
): Waves {
  const { gravity_mps2, density_kgpm3, depth_m } = wavePlace(site);
  return new Waves(components, { depth_m: p.waterDepth_m ?? depth_m, gravity_mps2, density_kgpm3 });
}

function shuffle(values: Float64Array, { stream, words }: ThingDraws): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = stream.integerBelow(words, i + 1);
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
}

/**
 * H of the highest wave that does not break: H/L = 0.14 tanh(k h), a seventh of its length in deep water (Miche). The
 * gravity of the place is not known while a file is read; the standard one is off by less than 0.3 % on Earth.
 */
function breakingHeight_m(period_s: number, depth_m: number): number {
  const omega = (2 * Math.PI) / period_s;
  const k = wavenumber_radpm(omega, depth_m, STANDARD_GRAVITY_MPS2);
  return (0.14 * 2 * Math.PI * omega * omega) / (STANDARD_GRAVITY_MPS2 * k * k);
}

/** Reports a wave that no sea holds; factor: its height over the value of the parameter that is named. */
export function checkHeight<Name extends string>(
  report: Report<Name>,
  name: Name,
  value: number,
  factor: number,
  period_s: number,
  depth_m: number | undefined,
): void {
  const limit = breakingHeight_m(period_s, depth_m ?? Number.POSITIVE_INFINITY) / factor;
  if (value <= limit) return;
  const where = depth_m === undefined ? "" : ` on ${depth_m} m of water`;
  report(name, `${name} = ${value}: waves of ${period_s} s${where} break before they are so high`, {
    allowed: `at most ${limit.toPrecision(3)}`,
    hint: "linear waves are good to a tenth of that",
  });
}

/** Height and period, or another pair or single parameter: one of the two ways, and that one in full. */
export function checkGiven<Name extends string>(
  report: Report<Name>,
  first: Readonly<Partial<Record<Name, number | undefined>>>,
  second: Readonly<Partial<Record<Name, number | undefined>>>,
): void {
  const names = (way: object): Name[] => Object.keys(way) as Name[];
  const given = (way: Readonly<Partial<Record<Name, number | undefined>>>): Name[] =>
    names(way).filter((name) => way[name] !== undefined);
  const words = (way: object): string => names(way).join(" and ");
  const [a, b] = [given(first), given(second)];
  const allowed = `${words(first)}, or ${words(second)}`;
  if (a.length > 0 && b.length > 0) {
    report(b[0], `${b[0]} and ${a[0]} describe the sea in two ways`, { allowed });
    return;
  }
  const begun = b.length > 0 ? second : first;
  for (const missing of names(begun)) {
    if (begun[missing] !== undefined) continue;
    report(missing, `a sea needs ${allowed}`, { hint: `add ${missing}` });
    return;
  }
}
