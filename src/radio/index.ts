export {
  AIR_LINK,
  AIR_LINK_SIZE,
  AIR_MODELS,
  AIR_PATH,
  AIR_PATH_SIZE,
  AIR_STATE,
  AirLink,
  type AirModel,
  airStateReason,
  crossover_m,
} from "./air-link.ts";
export { AntennaPattern, isotropic, shortDipole } from "./antenna-pattern.ts";
export { BOUNDARY, BOUNDARY_SIZE, boundaryInto, POLARISATIONS, type Polarisation } from "./boundary.ts";
export { PlainRadio, type PlainRadioParams } from "./carriers/plain-radio.ts";
export { radio, radioDefinitions, usualRadio } from "./carriers/radio.ts";
export {
  BUDGET,
  BUDGET_SIZE,
  dBmOfWatts,
  LINK,
  LINK_SIZE,
  linkInto,
  rayleighFade_dB,
  rayleighSuccess,
  wattsOfdBm,
} from "./link-budget.ts";
export {
  AIR,
  DB_PER_NP,
  MEDIUM,
  MEDIUM_SIZE,
  type Medium,
  PLANE_WAVE,
  PLANE_WAVE_SIZE,
  type PlaneWave,
  planeWave,
  planeWaveInto,
} from "./medium.ts";
export {
  SPREADING,
  WATER_PATH,
  WATER_PATH_SIZE,
  WATER_SPREADINGS,
  type WaterLink,
  type WaterSpreading,
  waterLoss_dB,
  waterPathInto,
  waterRange_m,
} from "./water-link.ts";
export { waterMediumInto } from "./water-permittivity.ts";
