/** thetis acoustics noise: levels of ambient noise over frequency, by their terms and together. */
import {
  AmbientNoise,
  CoatesNoise,
  type NamedSpectrum,
  RAIN_FITS,
  RainNoise,
  SHRIMP_LEVEL_DB,
  ShrimpNoise,
  WENZ_BANDS,
  WenzNoise,
  type WenzTerms,
  WIND_READINGS,
} from "../../../acoustics/index.ts";
import { pow } from "../../../math/index.ts";
import { curvesSvg, hertz, limitsOf } from "../../../report/index.ts";
import { FREQUENCY_LIST, WIND } from "./bounds.ts";
import { type Call, csvText, finite, fixed, numberTable, type Result } from "./call.ts";
import { scenarioOf } from "./scenario-sea.ts";
import { sentence } from "./words.ts";

/** Noise by its terms, and in words what it is of. */
interface Terms {
  readonly words: string;
  readonly sources: readonly NamedSpectrum[];
}

const MODELS = ["wenz", "coates"] as const;
/** Flags of a noise that no scenario states. */
const OWN = ["model", "wind", "wind-reading", "bands", "traffic", "shipping", "rain", "shrimp"];
/** Below the sum by so much, a term is not drawn. */
const SHOWN_DB = 40;
const POINTS = 401;
/** A share of a frequency, on both sides of a jump. */
const JUMP = 1e-9;

export async function noise(call: Call): Promise<Result | null> {
  const frequencies = call.flags.list("frequencies", FREQUENCY_LIST) ?? defaultFrequencies();
  call.ending([".svg", ".csv", ".json"]);
  const terms = call.sea === undefined ? ofFlags(call) : await ofScenario(call);
  if (terms === null || !call.isReady()) return null;
  const all = new AmbientNoise(terms.sources);
  for (const frequency of [frequencies[0]!, frequencies.at(-1)!]) {
    for (const words of all.outsideAt(frequency)) call.flags.warn(words);
  }
  return resultOf(terms, all, frequencies);
}

function defaultFrequencies(): number[] {
  return Array.from({ length: 41 }, (_, k) => Number((10 * pow(10, k / 10)).toPrecision(4)));
}

function ofFlags({ flags }: Call): Terms | null {
  const model = flags.choice("model", MODELS) ?? "wenz";
  const windSpeed_mps = flags.number("wind", WIND) ?? 5;
  const wind = flags.choice("wind-reading", WIND_READINGS) ?? "standard";
  const bands = flags.choice("bands", WENZ_BANDS) ?? "banded";
  const traffic = flags.number("traffic", { what: "an index", least: 1, greatest: 7 }) ?? 4;
  const shipping = flags.number("shipping", { what: "a share", least: 0, greatest: 1 }) ?? 0.5;
  const rate_mmph = flags.number("rain", { what: "a rain rate in mm/h", least: 0, greatest: 500 }) ?? 0;
  for (const flag of model === "wenz" ? ["shipping"] : ["traffic", "wind-reading", "bands"]) {
    if (flags.given(flag)) flags.conflict(`--${flag} is not of --model ${model}`);
  }
  const sources: NamedSpectrum[] =
    model === "wenz"
      ? wenzTerms(new WenzNoise({ windSpeed_mps, traffic, wind, bands }))
      : [{ name: "coates", spectrum: new CoatesNoise({ windSpeed_mps, shipping }) }];
  const words = [
    model === "wenz" ? `Wenz (${bands}, wind reading ${wind}), traffic ${traffic}` : `Coates, shipping ${shipping}`,
    `wind ${windSpeed_mps} m/s`,
  ];
  if (rate_mmph > 0) {
    const { a_dB, b_dB } = RAIN_FITS["nystuen-2004"];
    sources.push({ name: "rain", spectrum: new RainNoise({ rate_mmph, a_dB, b_dB, slope_dBpdecade: 0, peak_dB: 0 }) });
    words.push(`rain ${rate_mmph} mm/h (nystuen-2004)`);
  }
  if (flags.is("shrimp")) {
    sources.push({ name: "shrimp", spectrum: new ShrimpNoise({ level_dB: SHRIMP_LEVEL_DB, night_dB: 0 }) });
    words.push("snapping shrimps");
  }
  return { words: words.join(", "), sources };
}

function wenzTerms(spectrum: WenzNoise): NamedSpectrum[] {
  const names = ["turbulence", "traffic", "sea", "thermal"] as const satisfies readonly (keyof WenzTerms)[];
  return names.map((name) => ({
    name: name === "sea" ? "wind" : name,
    spectrum: {
      levelAt: (f: number) => spectrum.termsAt(f)[name],
      breaks_Hz: spectrum.breaks_Hz,
      valid_Hz: spectrum.valid_Hz,
    },
  }));
}

async function ofScenario(call: Call): Promise<Terms | null> {
  for (const flag of OWN) {
    if (call.flags.given(flag)) call.flags.conflict(`--${flag} is of a noise of flags; ${call.sea} states its own`);
  }
  const read = await scenarioOf(call);
  if (read === null) return null;
  const { sources } = read.scenario.noise;
  if (sources.length === 0) {
    call.flags.conflict(
      `${call.sea} states no noise`,
      "add <noise/> to its world, or leave the scenario out and say --wind",
    );
    return null;
  }
  return { words: `the noise of ${call.sea}`, sources };
}

function resultOf({ words, sources }: Terms, all: AmbientNoise, frequencies: readonly number[]): Result {
  const sums = frequencies.map((f) => all.levelAt(f));
  const levels = sources.map(({ spectrum }) => frequencies.map((f) => spectrum.levelAt(f)));
  const names = sources.map(({ name }) => name);
  const rows = frequencies.map((f, k) => [f, ...levels.map((of) => of[k]!), sums[k]!]);
  const heads = ["frequency_Hz", ...names.map((name) => `${name}_dBre1uPa2pHz`), "sum_dBre1uPa2pHz"];
  const shown = rows.map(([f, ...of]) => [
    String(f),
    ...of.map((level) => (level === Number.NEGATIVE_INFINITY ? "–" : fixed(level, 1))),
  ]);
  const unit = "dB re 1 µPa²/Hz";
  return {
    text: `noise: ${words}; ${unit}\n\n${numberTable(["frequency, Hz", ...names, "sum"], shown)}`,
    document: {
      noise: words,
      frequencies_Hz: frequencies,
      terms: names.map((name, k) => ({ name, levels_dBre1uPa2pHz: levels[k]!.map(finite) })),
      sum_dBre1uPa2pHz: sums.map(finite),
    },
    formats: {
      ".csv": () => csvText(heads, rows),
      ".svg": () => picture(words, sources, all, frequencies),
    },
  };
}

/** Smooth between the first and the last frequency, with every jump; a term that counts nowhere has no line. */
function picture(
  words: string,
  sources: readonly NamedSpectrum[],
  all: AmbientNoise,
  frequencies: readonly number[],
): string {
  const [first, last] = [frequencies[0]!, frequencies.at(-1)!];
  const isOne = first === last;
  const [from, to] = isOne ? [first / 2, first * 2] : [first, last];
  const even = Array.from({ length: POINTS }, (_, k) => from * pow(to / from, k / (POINTS - 1)));
  const jumps = (all.breaks_Hz ?? []).filter((f) => f > from && f < to).flatMap((f) => [f * (1 - JUMP), f]);
  const xs = [...even, ...jumps].sort((a, b) => a - b);
  const sums = xs.map((f) => all.levelAt(f));
  const lowest = Math.min(...sums.filter(Number.isFinite)) - SHOWN_DB;
  const curves = sources.flatMap(({ name, spectrum }) => {
    const ys = xs.map((f) => spectrum.levelAt(f));
    return ys.filter((level) => level > lowest).length < 2 ? [] : [{ words: name, xs, ys }];
  });
  const [low, high] = limitsOf([...sums, ...curves.flatMap(({ ys }) => ys.filter((level) => level > lowest))], 3);
  const sum = all.levelAt(first);
  return curvesSvg({
    title: "Ambient noise",
    note: sentence(words),
    x: { label: "frequency (Hz)", from, to, isLog: true, isPrefixed: true },
    y: { label: "level (dB re 1 µPa²/Hz)", from: low, to: high },
    curves: sources.length === 1 ? curves : [...curves, { words: "sum", xs, ys: sums, isSum: true }],
    marks: isOne ? [{ x: first, y: sum, words: `${hertz(first)}: ${fixed(sum, 1)} dB` }] : [],
  });
}
