/** Links and frames of [Erdemir2018]: sections 2.2 and 4.4, Tables 5.2 and 5.3. */
import { rayleighSuccess } from "../../src/acoustics/index.ts";
import type { Experiment, Outcome } from "../../src/cli/verbs/reproduce/experiment.ts";
import { planeWave } from "../../src/radio/index.ts";
import { claims } from "./claims.ts";
import { frameOf } from "./frames.ts";
import {
  absorptionOf,
  acousticLoss_dB,
  acousticReach_m,
  radioLoss_dB,
  radioReach_m,
  radioReceived_dBm,
} from "./links.ts";
import { THESIS } from "./parameters.ts";
import { acousticTable, fadingTable, frameTable, powerPicture, radioTable } from "./tables.ts";

const { acoustic, radio, vehicles, stationPacket_bit, vehiclePacket_bit, stationFields_bit } = THESIS;

export const frame = frameOf({
  ...{ vehicles, stationPacket_bit, vehiclePacket_bit },
  bitrate_bps: acoustic.bitrate_bps,
  soundSpeed_mps: acoustic.soundSpeed_mps,
  averageDistance_m: acoustic.averageDistance_m,
  multiple_s: THESIS.orientationPeriod_s,
});

export const experiment: Experiment = {
  name: "erdemir2018-links",
  doc: "Path losses, powers and frame times of the acoustic and radio links by which an AUV is docked [Erdemir2018]",
  about:
    "Everything is computed by the functions of the rooms acoustics, radio and environment that a run uses, with the parameters of the thesis. Formulas that are misprinted are evaluated as printed on one side and set right on the other; docs/errata.md has the derivations. Not part of it: the time skew between the thesis's two simulators (Table 5.1), which a simulator with one calendar does not have, and the docking runs of section 5.2.",
  claims,
  run: async (): Promise<Outcome> => ({
    values: {
      "station-part": frame.stationPart_s,
      "vehicle-part": frame.vehiclePart_s,
      "frame-before-rounding": frame.least_s,
      frame: frame.frame_s,
      "guarded-slot": frame.guardedSlot_s,
      "guarded-part": frame.guardedPart_s,
      guard: frame.guard_s,
      "collision-free": frame.collisionFree_m,
      "station-packet-time": stationPacket_bit / acoustic.bitrate_bps,
      "station-packet-time-radio": stationPacket_bit / radio.bitrate_bps,
      "station-packet": stationFields_bit.reduce((sum, bits) => sum + bits, 0),
      "radio-packets": (stationPacket_bit + vehiclePacket_bit) / radio.bitrate_bps,
      absorption: absorptionOf("thorp"),
      "radio-attenuation": planeWave(radio.frequency_Hz, radio).attenuation_dBpm,
      received: radioReceived_dBm(radio.powerLimit_W, radio.switchDistance_m),
      fading: rayleighSuccess(3),
      "radio-reach": radioReach_m(),
      "acoustic-reach": acousticReach_m("thorp"),
      "radio-above-sound": radioLoss_dB(radio.switchDistance_m) - acousticLoss_dB("thorp", radio.switchDistance_m),
    },
    tables: [frameTable(frame), radioTable(), acousticTable(), fadingTable()],
    pictures: [powerPicture()],
  }),
};
