/** The models of sound that ship: one definition each, over the classes that compute them. */
import { ABSORPTION_MODELS, type AbsorptionModel, type CarrierModel } from "../../environment/index.ts";
import { type Definition, defineChildren, defineModel } from "../../library/index.ts";
import { SPHERICAL, type Spreading } from "../spreading.ts";
import { RAY_SUMS, type RayGain, raySoundModel } from "./ray-sound.ts";
import { SOUND_READS, sound } from "./sound.ts";
import { straightSoundModel } from "./straight-sound.ts";

const COHERENCE_S = sound.params.coherence_s.default;

export const straightSound = defineModel(sound, {
  model: "straight",
  doc: "One straight path: spreading, absorption, d/c",
  default: true,
  reads: SOUND_READS,
  params: {
    spreading: {
      type: "choice",
      choices: ["factor", "geometric"],
      doc: "factor: k · 10 log r; geometric: spherical up to transition_m, cylindrical beyond",
      default: "factor",
    },
    spreadingFactor: {
      doc: "k: 2 spherical, 1.5 practical, 1 cylindrical",
      unit: "1",
      min: 0,
      max: 10,
      default: 2,
    },
    transition_m: {
      doc: "r₀ of geometric spreading: about the depth of the water, or a few times that",
      min: 1,
      max: 1e6,
      default: 100,
    },
    absorptionModel: {
      type: "choice",
      choices: ABSORPTION_MODELS,
      doc: "formula of the absorption; where not given, that of the world's <water>, or francois-garrison at 10 °C, 35 psu and pH 8 without one",
      optional: true,
      example: "ainslie-mccolm",
    },
    absorption_dBpm: {
      doc: "α, in place of a formula, at all frequencies",
      min: 0,
      max: 10,
      optional: true,
      example: 0.008,
    },
    soundSpeed_mps: {
      doc: "c; where not given, that of the world's <water> half way, or 1500 without one",
      min: 1000,
      max: 2000,
      optional: true,
      example: 1500,
    },
  },
  create: (p) =>
    straightSoundModel({
      ...p,
      absorptionModel: p.absorptionModel as AbsorptionModel | undefined,
      spreading: spreadingOf(p.spreading, p.spreadingFactor, p.transition_m),
    }),
});

export const raySound = defineModel(sound, {
  model: "rays",
  doc: "Every way by surface and bottom, from tables of eigenrays of the world's <water> and <bottom>",
  reads: SOUND_READS,
  params: {
    gain: {
      type: "choice",
      choices: RAY_SUMS,
      doc: "strongest: the level is that of the strongest arrival; sum: of the powers of those within window_s",
      default: "sum",
    },
    weakestArrival_dB: { doc: "how far below the strongest an arrival still counts", min: 0, max: 100, default: 20 },
    window_s: {
      doc: "arrivals later than this after the first that counts add nothing",
      min: 0,
      max: 100,
      default: 0.01,
    },
    maxRange_m: { doc: "nothing is heard beyond", above: 0, max: 1e6, default: 10_000 },
    cell_m: { doc: "of the table, north and east", above: 0, max: 1000, default: 10 },
    depthCell_m: { doc: "of the table, down", above: 0, max: 1000, default: 1 },
    rays: { type: "integer", doc: "from straight up to straight down", min: 50, max: 100_000, default: 2000 },
    mostArrivals: { type: "integer", doc: "strongest arrivals that are kept", min: 1, max: 1000, default: 24 },
    surfaceRoughness_m: {
      doc: "standard deviation of the height of the surface, as its reflections meet it",
      min: 0,
      max: 10,
      default: 0,
    },
    refresh_s: {
      doc: "for how long what is known of water that changes holds; where not given, it is that of the start",
      above: 0,
      max: 1e6,
      optional: true,
      example: 600,
    },
  },
  create: (p) => raySoundModel({ ...p, gain: p.gain as RayGain }),
});

function spreadingOf(law: string, k: number, transition_m: number): Spreading {
  return law === "factor" ? { law: "factor", k } : { law: "geometric", transition_m };
}

/** Of a world that says nothing: the default model with its defaults. */
export const usualSound: CarrierModel = straightSoundModel({ spreading: SPHERICAL, coherence_s: COHERENCE_S });

export const soundDefinitions: readonly Definition[] = [
  sound,
  straightSound,
  raySound,
  defineChildren("world", { sound: { doc: "how sound travels between devices", max: 1 } }),
];
