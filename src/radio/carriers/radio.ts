/** How radio travels between the antennas of a world, in the water, over it and through its surface: the kind `radio`. */
import { NS_PER_S } from "../../core/index.ts";
import type { CarrierModel, FadingLaw } from "../../environment/index.ts";
import { type Definition, defineChildren, defineKind, defineModel } from "../../library/index.ts";
import { AIR_MODELS, type AirModel } from "../air-link.ts";
import { POLARISATIONS, type Polarisation } from "../boundary.ts";
import { WATER_SPREADINGS, type WaterSpreading } from "../water-link.ts";
import { plainRadioModel } from "./plain-radio.ts";

export const radio = defineKind<CarrierModel>()({
  kind: "radio",
  doc: "How radio travels between the devices of a world: losses in water, in air and at the surface, noise of receivers, fading.",
  id: "optional",
  params: {
    noiseFigure_dB: {
      doc: "F, of every receiver, over the thermal noise; below 100 MHz in air with the noise from outside in it",
      min: 0,
      max: 100,
      default: 6,
    },
    noiseTemperature_K: { doc: "T of the thermal noise k T B", above: 0, max: 10_000, default: 290 },
    riceFactor: {
      doc: "K of the fading of each link: 0 is Rayleigh, large values hardly fade; no fading where not given",
      unit: "1",
      min: 0,
      max: 1e6,
      optional: true,
      example: 3,
    },
    coherence_s: {
      doc: "for which the power of a link stands before it takes another value",
      min: 1e-6,
      max: 1e6,
      default: 1,
    },
  },
});

export const plainRadio = defineModel(radio, {
  model: "plain",
  doc: "Plane waves in water, free space or two rays in air, one plane surface between them",
  default: true,
  reads: ["noiseFigure_dB", "noiseTemperature_K", "riceFactor", "coherence_s"],
  params: {
    waterSpreading: {
      type: "choice",
      choices: WATER_SPREADINGS,
      doc: "in water: absorption alone, and spreading from 1 m, or Friis' spreading between antennas",
      default: "friis",
    },
    airModel: {
      type: "choice",
      choices: AIR_MODELS,
      doc: "in air: free space, with the law of the plane earth beyond the crossover, or with the interference of both rays",
      default: "two-ray",
    },
    polarisation: {
      type: "choice",
      choices: POLARISATIONS,
      doc: "of the electric field at the surface: in the vertical plane of the link, as of vertical antennas, or across it",
      default: "in-plane",
    },
    conductivity_Spm: {
      doc: "σ of the water; where not given, by temperature, salinity and frequency of the world's <water>, or of 10 °C and 35 psu",
      min: 0,
      max: 20,
      optional: true,
      example: 4,
    },
    relativePermittivity: {
      doc: "ε_r of the water; where not given, likewise",
      unit: "1",
      min: 1,
      max: 100,
      optional: true,
      example: 80,
    },
  },
  create: (p) =>
    plainRadioModel({
      ...p,
      waterSpreading: p.waterSpreading as WaterSpreading,
      airModel: p.airModel as AirModel,
      polarisation: p.polarisation as Polarisation,
      fading: fadingLaw(p.riceFactor, p.coherence_s),
    }),
});

function fadingLaw(riceFactor: number | undefined, coherence_s: number): FadingLaw | null {
  if (riceFactor === undefined) return null;
  return Object.freeze({ riceFactor, coherence_ns: Math.max(1, Math.round(coherence_s * NS_PER_S)) });
}

/** Of a world that says nothing: the default model with its defaults. */
export const usualRadio: CarrierModel = plainRadioModel({
  noiseFigure_dB: radio.params.noiseFigure_dB.default,
  noiseTemperature_K: radio.params.noiseTemperature_K.default,
  waterSpreading: "friis",
  airModel: "two-ray",
  polarisation: "in-plane",
  fading: null,
});

/** What this room adds to the library. */
export const radioDefinitions: readonly Definition[] = [
  radio,
  plainRadio,
  defineChildren("world", { radio: { doc: "how radio travels between devices", max: 1 } }),
];
