/** The two links of the thesis by the functions of the rooms that a run uses: losses, powers that are needed, reach. */
import { levelOf, powerOf, rangeOfLoss_m, rayleighSuccess, transmissionLoss_dB } from "../../src/acoustics/index.ts";
import { absorption_dBpkm } from "../../src/environment/index.ts";
import {
  BUDGET,
  BUDGET_SIZE,
  dBmOfWatts,
  LINK,
  LINK_SIZE,
  linkInto,
  type WaterSpreading,
  waterLoss_dB,
  waterRange_m,
  wattsOfdBm,
} from "../../src/radio/index.ts";
import { THESIS } from "./parameters.ts";

/** The thesis says fresh water and gives no coefficient: both that of fresh water and Thorp's, which is of the sea. */
export type Water = "fresh" | "thorp";
const FRESH = { t68_degC: 10, salinity_psu: 0 } as const;

export function absorptionOf(water: Water): number {
  const { frequency_Hz } = THESIS.acoustic;
  return water === "fresh"
    ? absorption_dBpkm("francois-garrison", { frequency_Hz, ...FRESH })
    : absorption_dBpkm("thorp-stojanovic", { frequency_Hz });
}

const SPREADING = { law: "factor", k: THESIS.acoustic.spreadingFactor } as const;

export function acousticLoss_dB(water: Water, distance_m: number, spreadingFactor: number = SPREADING.k): number {
  return transmissionLoss_dB({ law: "factor", k: spreadingFactor }, absorptionOf(water), distance_m);
}

/** What has to be sent for the threshold to arrive, in the thesis's watts. */
export function acousticPower_W(water: Water, distance_m: number): number {
  return powerOf(levelOf(THESIS.acoustic.threshold_W) + acousticLoss_dB(water, distance_m));
}

export function acousticReach_m(water: Water, spreadingFactor: number = SPREADING.k): number {
  const { powerLimit_W, threshold_W } = THESIS.acoustic;
  const budget_dB = levelOf(powerLimit_W) - levelOf(threshold_W);
  return rangeOfLoss_m({ law: "factor", k: spreadingFactor }, absorptionOf(water), budget_dB);
}

export function radioLoss_dB(distance_m: number, spreading: WaterSpreading = "none"): number {
  return waterLoss_dB({ ...THESIS.radio, spreading }, distance_m);
}

export function radioPower_W(distance_m: number, spreading: WaterSpreading = "none"): number {
  return wattsOfdBm(dBmOfWatts(THESIS.radio.threshold_W) + radioLoss_dB(distance_m, spreading));
}

export function radioReach_m(spreading: WaterSpreading = "none"): number {
  const { powerLimit_W, threshold_W } = THESIS.radio;
  return waterRange_m({ ...THESIS.radio, spreading }, dBmOfWatts(powerLimit_W) - dBmOfWatts(threshold_W));
}

/** (2.6), set right. */
export function radioReceived_dBm(power_W: number, distance_m: number): number {
  const budget = new Float64Array(BUDGET_SIZE);
  budget[BUDGET.transmit_dBm] = dBmOfWatts(power_W);
  budget[BUDGET.pathLoss_dB] = radioLoss_dB(distance_m);
  const out = new Float64Array(LINK_SIZE);
  linkInto(out, 0, budget, 0);
  return out[LINK.received_dBm]!;
}

/** Share of the packets that fading lets through when the greatest power is sent. */
export function radioSuccess(distance_m: number): number {
  const { powerLimit_W, threshold_W } = THESIS.radio;
  return rayleighSuccess(radioReceived_dBm(powerLimit_W, distance_m) - dBmOfWatts(threshold_W));
}
