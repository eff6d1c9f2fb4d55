/** The models of noise that ship: one definition each, over the classes that compute them. */
import { defineModel, type ParamsOf } from "../../library/index.ts";
import type { Spreading } from "../spreading.ts";
import { CHORUS_BACKGROUND_DB, CHORUSES, type Chorus, FishNoise, SHRIMP_LEVEL_DB, ShrimpNoise } from "./animals.ts";
import { CoatesNoise } from "./coates.ts";
import { fairWeather, noise } from "./noise.ts";
import { RAIN_CLASSES, RAIN_FITS, type RainClass, type RainFit, RainNoise, WenzRain } from "./rain.ts";
import { SiteNoise } from "./site.ts";
import { ThrusterNoise } from "./thruster.ts";
import { PATH_ABSORPTIONS, type PathAbsorption, VESSEL_CLASSES, type Vessel, VesselNoise } from "./vessel.ts";
import { WENZ_BANDS, type WenzBands, WenzNoise, WIND_READINGS, type WindReading } from "./wenz.ts";

/** No ambient noise in the sea is near these: a larger number is a slip of the unit or of the reference. */
const SPECTRUM_LEVEL = { min: -50, max: 200 } as const;

const windSpeed_mps = {
  doc: "wind speed; where not given, that of the world's <wind>, or 0",
  min: 0,
  max: 100,
  optional: true,
  example: 2.6,
} as const;

export const wenzNoise = defineModel(noise, {
  model: "wenz",
  doc: "Deep sea: turbulence, traffic, wind and thermal noise after Wenz",
  default: true,
  params: {
    windSpeed_mps,
    traffic: { doc: "I, index of distant traffic: 1 little, 7 much", unit: "1", min: 1, max: 7, default: 4 },
    wind: {
      type: "choice",
      choices: WIND_READINGS,
      doc: "how the wind's term is read: the root of 21 v, or (published-2009) the root of 21 times v, see the errata",
      default: "standard",
    },
    bands: {
      type: "choice",
      choices: WENZ_BANDS,
      doc: "banded: each term in its own band, as in the paper; summed: all terms everywhere",
      default: "banded",
    },
  },
  create: (p) => ({
    inWeather: (weather) =>
      new WenzNoise({
        windSpeed_mps: p.windSpeed_mps ?? weather.windSpeed_mps,
        traffic: p.traffic,
        wind: p.wind as WindReading,
        bands: p.bands as WenzBands,
      }),
  }),
});

export const coatesNoise = defineModel(noise, {
  model: "coates",
  doc: "Turbulence, shipping, wind and thermal noise after Coates, as network simulators have it",
  params: {
    windSpeed_mps,
    shipping: { doc: "s, shipping activity: 0 none, 1 much", unit: "1", min: 0, max: 1, default: 0.5 },
  },
  create: (p) => ({
    inWeather: (weather) =>
      new CoatesNoise({ windSpeed_mps: p.windSpeed_mps ?? weather.windSpeed_mps, shipping: p.shipping }),
  }),
});

export const rainNoise = defineModel(noise, {
  model: "rain",
  doc: "Rain by its rate: N = a + b log R at 5 kHz, white unless a slope or a peak is given",
  params: {
    rainRate_mmph: { doc: "R, rain rate", min: 0, max: 500, example: 10 },
    fit: {
      type: "choice",
      choices: Object.keys(RAIN_FITS) as RainFit[],
      doc: "whose a and b",
      default: "nystuen-2004",
    },
    a_dB: { doc: "a, in place of the fit's", min: -50, max: 150, optional: true },
    b_dB: { doc: "b, in place of the fit's", min: 0, max: 100, optional: true },
    slope_dB: { doc: "s, change for each decade of frequency, from 5 kHz on", min: -100, max: 100, default: 0 },
    peak_dB: {
      doc: "P, height of the peak of small drops near 14 kHz, for light rain",
      min: 0,
      max: 40,
      default: 0,
    },
  },
  create(p) {
    const { a_dB, b_dB } = RAIN_FITS[p.fit as RainFit];
    return fairWeather(
      new RainNoise({
        rate_mmph: p.rainRate_mmph,
        a_dB: p.a_dB ?? a_dB,
        b_dB: p.b_dB ?? b_dB,
        slope_dBpdecade: p.slope_dB,
        peak_dB: p.peak_dB,
      }),
    );
  },
});

export const wenzRain = defineModel(noise, {
  model: "rain-wenz",
  doc: "Rain in three classes, by polynomials in log f",
  params: {
    rainClass: { type: "integer", doc: "1, 2 or 3, the last the loudest", oneOf: RAIN_CLASSES, default: 1 },
  },
  create: (p) => fairWeather(new WenzRain(p.rainClass as RainClass)),
});

export const shrimpNoise = defineModel(noise, {
  model: "shrimp",
  doc: "A bed of snapping shrimps: flat from 2 to 24 kHz",
  params: {
    bedLevel_dBre1uPa2pHz: {
      doc: "L, spectrum level from 2 to 24 kHz by day",
      ...SPECTRUM_LEVEL,
      default: SHRIMP_LEVEL_DB,
    },
    night_dB: { doc: "N, what the night adds: 3 to 6", min: 0, max: 20, default: 0 },
  },
  create: (p) => fairWeather(new ShrimpNoise({ level_dB: p.bedLevel_dBre1uPa2pHz, night_dB: p.night_dB })),
});

export const fishNoise = defineModel(noise, {
  model: "fish",
  doc: "A chorus of fish, of an evening or a night",
  params: {
    chorus: {
      type: "choice",
      choices: Object.keys(CHORUSES) as Chorus[],
      doc: "which was measured",
      default: "great-barrier-reef",
    },
    excess_dB: {
      doc: "E, over the background at its peak; where not given, that of the chorus",
      min: 0,
      max: 60,
      optional: true,
    },
    background_dBre1uPa2pHz: {
      doc: "B, the background without it, at its peak",
      ...SPECTRUM_LEVEL,
      default: CHORUS_BACKGROUND_DB,
    },
  },
  create: (p) =>
    fairWeather(
      new FishNoise({
        chorus: p.chorus as Chorus,
        excess_dB: p.excess_dB,
        background_dB: p.background_dBre1uPa2pHz,
      }),
    ),
});

export const siteNoise = defineModel(noise, {
  model: "site",
  doc: "What was measured at a place: one level, or levels by frequency, linear in log f",
  params: {
    frequencies_Hz: {
      type: "reals",
      doc: "frequencies of the levels; left out for one level at all frequencies",
      above: 0,
      max: 1e7,
      increasing: true,
      optional: true,
      example: [1000, 10000, 100000],
    },
    levels_dBre1uPa2pHz: {
      type: "reals",
      doc: "spectrum level at each frequency",
      ...SPECTRUM_LEVEL,
      example: [60, 45, 30],
    },
  },
  check(p, report) {
    const count = p.frequencies_Hz?.length ?? 1;
    const given = p.levels_dBre1uPa2pHz.length;
    if (given === count) return;
    const of = p.frequencies_Hz === undefined ? "no frequencies" : `${count} frequencies`;
    report("levels_dBre1uPa2pHz", `levels_dBre1uPa2pHz has ${given} numbers for ${of}`, {
      allowed: `${count} numbers`,
    });
  },
  create: (p) => fairWeather(new SiteNoise(p.frequencies_Hz ?? [], p.levels_dBre1uPa2pHz)),
});

/** How the noise of something at a distance comes here. */
const pathParams = {
  distance_m: { doc: "from the source to where the noise is heard", min: 1, max: 1e6, example: 1000 },
  spreadingFactor: { doc: "k, of the loss k · 10 log r on the way", unit: "1", min: 0, max: 4, default: 2 },
  absorption: {
    type: "choice",
    choices: PATH_ABSORPTIONS,
    doc: "formula of the absorption on the way, of the frequency alone; none for fresh water",
    default: "thorp-stojanovic",
  },
} as const;

function pathOf(p: ParamsOf<typeof pathParams>) {
  const spreading: Spreading = { law: "factor", k: p.spreadingFactor };
  return { distance_m: p.distance_m, spreading, absorption: p.absorption as PathAbsorption };
}

export const vesselNoise = defineModel(noise, {
  model: "vessel",
  doc: "Another vessel at a distance, by its kind, speed and length",
  params: {
    vessel: {
      type: "choice",
      choices: Object.keys(VESSEL_CLASSES) as Vessel[],
      doc: "its kind",
      default: "other",
    },
    speed_mps: { doc: "V, through the water", min: 0, max: 40, example: 4 },
    length_m: { doc: "l", above: 0, max: 500, example: 20 },
    ...pathParams,
  },
  create: (p) =>
    fairWeather(
      new VesselNoise({ ...pathOf(p), vessel: p.vessel as Vessel, speed_mps: p.speed_mps, length_m: p.length_m }),
    ),
});

export const thrusterNoise = defineModel(noise, {
  model: "thruster",
  doc: "A thruster near the hydrophone, by the speed of its shaft",
  params: {
    thrusterLevel_dBre1uPa2pHz: {
      doc: "L₀, its spectrum level at 1 kHz and 1 m, measured",
      ...SPECTRUM_LEVEL,
      example: 100,
    },
    measuredAt_rps: { doc: "n₀, shaft speed of the measurement", above: 0, max: 1000, example: 20 },
    shaftSpeed_rps: { doc: "n, shaft speed now", min: -1000, max: 1000, example: 20 },
    ...pathParams,
  },
  create: (p) =>
    fairWeather(
      new ThrusterNoise({
        ...pathOf(p),
        level_dB: p.thrusterLevel_dBre1uPa2pHz,
        measuredAt_rps: p.measuredAt_rps,
        shaftSpeed_rps: p.shaftSpeed_rps,
      }),
    ),
});

/** What the kind adds to the library. */
export const noiseDefinitions = [
  noise,
  wenzNoise,
  coatesNoise,
  rainNoise,
  wenzRain,
  shrimpNoise,
  fishNoise,
  siteNoise,
  vesselNoise,
  thrusterNoise,
] as const;
