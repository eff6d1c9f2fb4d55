/**
 * thetis acoustics range: how far a modem reaches.
 *
 *   SL − TL(r) − NSL(f) − 10 log W ≥ T                                                               (1)
 *
 * SL: source level, TL: spreading and absorption, NSL: spectral level of the noise at the carrier, W: bandwidth, T: threshold, dB.
 */
import {
  flatBandLevel_dB,
  KNOT_MPS,
  linkRange_m,
  WenzNoise,
  WIND_READINGS,
  type WindReading,
} from "../../../acoustics/index.ts";
import {
  ABSORPTION_MODELS,
  type AbsorptionModel,
  absorption_dBpkm,
  absorptionFormulas,
  t68From90_degC,
  validity,
} from "../../../environment/index.ts";
import { curvesSvg, hertz } from "../../../report/index.ts";
import { FREQUENCY, FREQUENCY_LIST, WIND } from "./bounds.ts";
import { type Call, csvText, finite, fixed, numberTable, type Result } from "./call.ts";

interface Budget {
  readonly frequency_Hz: number;
  readonly sourceLevel_dB: number;
  readonly bandwidth_Hz: number;
  readonly threshold_dB: number;
  readonly spreading: number;
  readonly absorption: AbsorptionModel | "none";
  readonly water: { readonly temperature_degC: number; readonly salinity_psu: number };
}

/** What is added to the loss: the noise of the sea by one reading, or a level that was given. */
interface NoiseCase {
  readonly words: string;
  readonly reading: WindReading | null;
  readonly levelAt: (frequency_Hz: number) => number;
}

interface Reach {
  readonly noise: NoiseCase;
  readonly noiseLevel_dB: number;
  readonly bandLevel_dB: number;
  readonly allowedLoss_dB: number;
  readonly absorption_dBpkm: number;
  readonly range_m: number;
}

/** The modem of the paper [Parodi2008Communications], 3.2, in its sea. */
const MODEMS = {
  tapac: {
    frequency_Hz: 33_000,
    sourceLevel_dB: 177,
    bandwidth_Hz: 6000,
    threshold_dB: 15,
    windSpeed_mps: 5 * KNOT_MPS,
    published_m: 1900,
  },
} as const;

/** Flags that change the link of a modem. */
const OVERRIDING = [
  ...["frequency", "source-level", "bandwidth", "threshold", "spreading"],
  ...["absorption", "temperature", "salinity", "wind", "noise"],
];
const ABSORPTIONS = [...ABSORPTION_MODELS, "none"] as const;
const LEVEL = { what: "a level in dB", least: -100, greatest: 400 } as const;

export async function range(call: Call): Promise<Result | null> {
  const { flags } = call;
  const modem = flags.choice("modem", Object.keys(MODEMS) as (keyof typeof MODEMS)[]);
  const preset = modem === undefined ? undefined : MODEMS[modem];
  const needed = (flag: string, value: number | undefined, of: number | undefined): number => {
    if (value === undefined && of === undefined && !flags.given(flag) && !flags.given("modem")) {
      flags.conflict(`--${flag} is missing`, "or take it from a modem: --modem tapac");
    }
    return value ?? of ?? Number.NaN;
  };
  const budget: Budget = {
    frequency_Hz: needed("frequency", flags.number("frequency", FREQUENCY), preset?.frequency_Hz),
    sourceLevel_dB: needed("source-level", flags.number("source-level", LEVEL), preset?.sourceLevel_dB),
    bandwidth_Hz: needed(
      "bandwidth",
      flags.number("bandwidth", { ...FREQUENCY, what: "a bandwidth in Hz" }),
      preset?.bandwidth_Hz,
    ),
    threshold_dB: needed("threshold", flags.number("threshold", LEVEL), preset?.threshold_dB),
    spreading: flags.number("spreading", { what: "a factor", least: 0, isAbove: true, greatest: 4 }) ?? 2,
    absorption: flags.choice("absorption", ABSORPTIONS) ?? "thorp-stojanovic",
    water: {
      temperature_degC: flags.number("temperature", { what: "a temperature in °C", least: -2, greatest: 40 }) ?? 10,
      salinity_psu: flags.number("salinity", { what: "a salinity in psu", least: 0, greatest: 45 }) ?? 35,
    },
  };
  const noises = noisesOf(call, modem !== undefined, preset?.windSpeed_mps);
  const frequencies = flags.list("frequencies", FREQUENCY_LIST) ?? [];
  const ending = call.ending([".svg", ".csv", ".json"]);
  if (ending === ".svg" && frequencies.length < 2) {
    flags.conflict("the picture is of the range over frequency: --frequencies is missing", "--frequencies 5k:100k");
  }
  if (!call.isReady()) return null;
  warnOutside(call, budget, [budget.frequency_Hz, ...frequencies]);
  const reaches = noises.map((noise) => reachOf(budget, noise, budget.frequency_Hz));
  const curves = noises.map((noise) => frequencies.map((f) => reachOf(budget, noise, f).range_m));
  // What the paper prints is of its own numbers, unchanged.
  const isOwn = preset !== undefined && reaches.length === 2 && !OVERRIDING.some((flag) => flags.given(flag));
  return resultOf(modem, budget, reaches, frequencies, curves, isOwn ? preset.published_m : undefined);
}

function noisesOf({ flags }: Call, isPaper: boolean, presetWind_mps: number | undefined): NoiseCase[] {
  const level_dB = flags.number("noise", LEVEL);
  const wind_mps = flags.number("wind", WIND) ?? presetWind_mps;
  const reading = flags.choice("wind-reading", WIND_READINGS);
  if (flags.given("noise")) {
    for (const flag of ["wind", "wind-reading"]) {
      if (flags.given(flag)) flags.conflict(`--noise and --${flag} both say what the noise is`);
    }
    return [{ words: `${level_dB} dB re 1 µPa²/Hz`, reading: null, levelAt: () => level_dB ?? Number.NaN }];
  }
  if (wind_mps === undefined) {
    if (!flags.given("wind") && !flags.given("modem"))
      flags.conflict("the noise is missing: --wind, or --noise", "--wind 5");
    return [];
  }
  const readings = reading !== undefined ? [reading] : isPaper ? WIND_READINGS : (["standard"] as const);
  return readings.map((wind) => {
    const noise = new WenzNoise({ windSpeed_mps: wind_mps, traffic: 4, wind, bands: "banded" });
    return {
      words: `wind ${Number(wind_mps.toPrecision(4))} m/s, reading ${wind}`,
      reading: wind,
      levelAt: (f) => noise.levelAt(f),
    };
  });
}

/** (1) */
function reachOf(budget: Budget, noise: NoiseCase, frequency_Hz: number): Reach {
  const { sourceLevel_dB, bandwidth_Hz, threshold_dB, spreading } = budget;
  const bandLevel_dB = flatBandLevel_dB(
    { levelAt: noise.levelAt },
    { centre_Hz: frequency_Hz, width_Hz: bandwidth_Hz },
  );
  const allowedLoss_dB = sourceLevel_dB - bandLevel_dB - threshold_dB;
  const alpha = absorptionAt(budget, frequency_Hz);
  return {
    noise,
    noiseLevel_dB: noise.levelAt(frequency_Hz),
    bandLevel_dB,
    allowedLoss_dB,
    absorption_dBpkm: alpha,
    range_m: linkRange_m({
      ...{ sourceLevel_dB, threshold_dB, attenuation_dBpkm: alpha, noise_dB: bandLevel_dB },
      spreading: { law: "factor", k: spreading },
    }),
  };
}

function absorptionAt({ absorption, water }: Budget, frequency_Hz: number): number {
  if (absorption === "none") return 0;
  return absorption_dBpkm(absorption, {
    frequency_Hz,
    t68_degC: t68From90_degC(water.temperature_degC),
    salinity_psu: water.salinity_psu,
  });
}

function warnOutside({ flags }: Call, { absorption, water }: Budget, frequencies: readonly number[]): void {
  if (absorption === "none") return;
  const words = frequencies.flatMap((frequency_Hz) =>
    validity(absorptionFormulas[absorption], {
      frequency_Hz,
      t68_degC: water.temperature_degC,
      salinity_psu: water.salinity_psu,
    }),
  );
  const [first] = words;
  if (first !== undefined)
    flags.warn(`${absorption}: ${first}${words.length > 1 ? `, and ${words.length - 1} more` : ""}`);
}

function resultOf(
  modem: string | undefined,
  budget: Budget,
  reaches: readonly Reach[],
  frequencies: readonly number[],
  curves: readonly (readonly number[])[],
  published_m: number | undefined,
): Result {
  const { frequency_Hz, sourceLevel_dB, bandwidth_Hz, threshold_dB, spreading, absorption } = budget;
  const of = `${modem ?? "modem"} at ${hertz(frequency_Hz)}: source level ${sourceLevel_dB} dB re 1 µPa at 1 m, bandwidth ${hertz(bandwidth_Hz)}, threshold ${threshold_dB} dB, spreading ${10 * spreading} log r, absorption ${absorption} (${fixed(absorptionAt(budget, frequency_Hz), 3)} dB/km)`;
  const rows = reaches.map((reach) => [
    reach.noise.words,
    fixed(reach.noiseLevel_dB, 2),
    fixed(reach.bandLevel_dB, 2),
    fixed(reach.allowedLoss_dB, 2),
    withUnit(reach.range_m),
  ]);
  const found = published_m === undefined ? "" : publishedWords(reaches, published_m);
  const curveRows = frequencies.map((f, k) => [f, ...curves.map((ranges) => ranges[k]!)]);
  const names = reaches.map(({ noise }) => noise.reading ?? "range");
  const curveTable =
    frequencies.length === 0
      ? ""
      : `\n\n${numberTable(
          ["frequency, Hz", ...names.map((name) => `${name}, m`)],
          curveRows.map(([f, ...ranges]) => [String(f), ...ranges.map(metres)]),
        )}`;
  return {
    text: `${of}\n\n${numberTable(["noise", "dB re 1 µPa²/Hz", "in the band, dB", "allowed loss, dB", "range"], rows)}${found}${curveTable}`,
    document: {
      modem: modem ?? null,
      ...{ frequency_Hz, sourceLevel_dBre1uPam: sourceLevel_dB, bandwidth_Hz, threshold_dB, spreading, absorption },
      absorption_dBpkm: absorptionAt(budget, frequency_Hz),
      ranges: reaches.map(({ noise, noiseLevel_dB, bandLevel_dB, allowedLoss_dB, range_m }) => ({
        noise: noise.words,
        windReading: noise.reading,
        noise_dBre1uPa2pHz: noiseLevel_dB,
        bandLevel_dBre1uPa: bandLevel_dB,
        allowedLoss_dB,
        range_m: finite(range_m),
      })),
      ...(published_m !== undefined && { published_m, note: found.trim() }),
      ...(frequencies.length > 0 && {
        overFrequency: { frequencies_Hz: frequencies, ranges_m: curves.map((ranges) => ranges.map(finite)) },
      }),
    },
    formats: {
      ".csv": () =>
        frequencies.length > 0
          ? csvText(["frequency_Hz", ...names.map((name) => `${name}_m`)], curveRows)
          : csvText(
              ["noise", "noise_dBre1uPa2pHz", "bandLevel_dBre1uPa", "allowedLoss_dB", "range_m"],
              reaches.map((r) => [`"${r.noise.words}"`, r.noiseLevel_dB, r.bandLevel_dB, r.allowedLoss_dB, r.range_m]),
            ),
      ".svg": () => {
        const highest = Math.max(...curves.flat().filter(Number.isFinite), 1);
        const inside = frequency_Hz >= frequencies[0]! && frequency_Hz <= frequencies.at(-1)!;
        return curvesSvg({
          title: `Range over frequency${modem === undefined ? "" : ` of ${modem}`}`,
          note: `Source level ${sourceLevel_dB} dB re 1 µPa at 1 m, bandwidth ${hertz(bandwidth_Hz)}, threshold ${threshold_dB} dB, spreading ${10 * spreading} log r, absorption ${absorption}.`,
          x: { label: "frequency (Hz)", from: frequencies[0]!, to: frequencies.at(-1)!, isLog: true, isPrefixed: true },
          y: { label: "range (m)", from: 0, to: 1.06 * highest },
          curves: curves.map((ys, k) => ({ words: reaches[k]!.noise.words, xs: frequencies, ys })),
          marks: inside
            ? reaches
                .filter(({ range_m }) => Number.isFinite(range_m))
                .map(({ range_m }) => ({
                  x: frequency_Hz,
                  y: range_m,
                  words: `${hertz(frequency_Hz)}: ${metres(range_m)} m`,
                }))
            : [],
        });
      },
    },
  };
}

/** Which reading gives what, and that the paper's number is neither. */
function publishedWords(reaches: readonly Reach[], published_m: number): string {
  const of = (reading: WindReading): string =>
    metres(reaches.find(({ noise }) => noise.reading === reading)?.range_m ?? Number.NaN);
  return `\n\nThe paper prints ${published_m} m. Neither reading gives exactly that: "standard" takes the root of 21 v (v: wind in knots) and gives ${of("standard")} m;\n"published-2009" takes the root of 21, times v, and gives ${of("published-2009")} m. docs/errata.md has the derivation.`;
}

function withUnit(range_m: number): string {
  return Number.isFinite(range_m) ? `${metres(range_m)} m` : metres(range_m);
}

function metres(range_m: number): string {
  if (range_m === Number.POSITIVE_INFINITY) return "unlimited";
  return range_m === 0 ? "0" : range_m < 10 ? range_m.toFixed(1) : range_m.toFixed(0);
}
