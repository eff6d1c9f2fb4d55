import type { Definition } from "../library/index.ts";
import { soundDefinitions } from "./carriers/definitions.ts";
import { noiseDefinitions } from "./noise/noise-models.ts";

export { lineIndex_dB, linePattern, lineTable, pistonIndex_dB, pistonPattern, pistonTable } from "./beam-patterns.ts";
export {
  binaryCoherent,
  energyPerBit,
  type Modulation,
  type ModulationName,
  modulations,
  orthogonalNoncoherent,
  processingGain_dB,
} from "./bit-errors.ts";
export { usualSound } from "./carriers/definitions.ts";
export { RaySound, type RaySoundParams } from "./carriers/ray-sound.ts";
export { sound } from "./carriers/sound.ts";
export { StraightSound, type StraightSoundParams } from "./carriers/straight-sound.ts";
export { RayChannel, type RayChannelOptions } from "./channel/ray-channel.ts";
export { levelOf, powerOf, sumOfLevels_dB } from "./decibel.ts";
export { DirectivityTable, OMNIDIRECTIONAL } from "./directivity.ts";
export { beamShift_Hz, dopplerFactor, echoDopplerFactor } from "./doppler.ts";
export { BlockFading, coherenceTime_s } from "./fading.ts";
export * from "./files/index.ts";
export {
  BUDGET,
  BUDGET_SIZE,
  LinkBudget,
  type LinkOptions,
  MEDIUM,
  MEDIUM_SIZE,
  MOUNT,
  TRANSDUCER,
  TRANSDUCER_SIZE,
  transducerInto,
} from "./link-budget.ts";
export { linkRange_m, outsideOfLink, type RangeQuestion } from "./link-range.ts";
export { FishNoise, SHRIMP_LEVEL_DB, ShrimpNoise } from "./noise/animals.ts";
export { CoatesNoise } from "./noise/coates.ts";
export { type NoiseFault, type NoiseModel, noise, noiseOf, type Weather, weatherOf } from "./noise/noise.ts";
export { RAIN_FITS, RainNoise, WenzRain } from "./noise/rain.ts";
export { SiteNoise } from "./noise/site.ts";
export {
  AmbientNoise,
  type Band,
  bandLevel_dB,
  flatBandLevel_dB,
  type NamedSpectrum,
  type NoiseSpectrum,
} from "./noise/spectrum.ts";
export { ThrusterNoise } from "./noise/thruster.ts";
export { VesselNoise, vesselSourceLevel_dB } from "./noise/vessel.ts";
export {
  KNOT_MPS,
  WENZ_BANDS,
  type WenzBands,
  WenzNoise,
  type WenzTerms,
  WIND_READINGS,
  type WindReading,
} from "./noise/wenz.ts";
export {
  isAboveThreshold,
  packetErrorRate,
  packetSuccess,
  rayleighSuccess,
  riceSuccess,
} from "./packet-errors.ts";

export { depthAt_m } from "./rays/boundary-curve.ts";

export { type Arrivals, arrivals, Eigenrays } from "./rays/eigenrays.ts";
export { beyondOf, type PlaneOptions, planeOf } from "./rays/plane.ts";
export { problemsOf, RAY_PROBLEM_CODES, type RayProblem, type RayProblemCode } from "./rays/problems.ts";
export { extended } from "./rays/profile.ts";
export * from "./rays/ray-case.ts";
export { MARK, MARK_SIZE, RayPath, VERTEX, VERTEX_SIZE } from "./rays/ray-path.ts";
export { RaySea } from "./rays/ray-sea.ts";
export { RayTracer } from "./rays/ray-tracer.ts";
export { WATER_DENSITY_KGPM3 } from "./rays/reflection.ts";
export { type LossField, launchAngle_rad, SILENT_DB, transmissionLoss } from "./rays/transmission-loss.ts";
export { boundaryReverberation_dB, type PulseReturn, volumeReverberation_dB } from "./reverberation.ts";
export {
  bottomScattering_dB,
  LAMBERT_MU_DB,
  lambertReflectionLoss_dB,
  roughReflectionLoss_dB,
  surfaceScattering_dB,
  volumeScatteringLoss_dBpkm,
  windSeaDeviation_m,
} from "./scattering.ts";
export { LEVEL_OF_ONE_WATT_DB, powerForSourceLevel_W, sourceLevel_dB } from "./source-level.ts";
export { SPHERICAL, type Spreading, spreadingLoss_dB } from "./spreading.ts";
export {
  cylinderStrength_dB,
  ellipsoidStrength_dB,
  largeSphereStrength_dB,
  plateStrength_dB,
  rigidSphereStrength_dB,
  smallSphereStrength_dB,
} from "./target-strength.ts";
export { greatestRange_m, rangeOfLoss_m, transmissionLoss_dB } from "./transmission-loss.ts";

/** What this room adds to the library. */
export const acousticsDefinitions: readonly Definition[] = [...noiseDefinitions, ...soundDefinitions];
