/**
 * The kind `hybridModem`: several modems of one vehicle used as one, such as sound for what is far and radio for what is near.
 *
 * Modems of one hybrid have one address, in bands that do not meet: in each band it is theirs alone, so nothing conflicts.
 */
import type { Thing } from "../../engine/index.ts";
import { type Definition, defineChildren, defineKind, defineModel } from "../../library/index.ts";
import type { CommunicationsDevice } from "../device.ts";
import { byDistance } from "./by-distance.ts";
import { byQuality } from "./by-quality.ts";
import { hybridThing } from "./thing.ts";

export const hybridModem = defineKind<Thing<CommunicationsDevice>>()({
  kind: "hybridModem",
  doc:
    "Several modems of a vehicle as one: it gives each message to the modem that its model chooses, and delivers what comes over any of them, once. " +
    "The modems have one address, in different bands.",
  simulator: "communications",
  provenance: false,
  example: '<hybridModem id="link" model="distance" modems="acoustic radio" switchDistances_m="10" hysteresis_m="1"/>',
  params: {
    modems: {
      type: "words",
      doc: "ids of modems of the vehicle, from the one with the longest range to the one with the shortest",
      minLength: 2,
      maxLength: 8,
      example: ["acoustic", "radio"],
    },
    broadcasts: {
      type: "choice",
      choices: ["first", "all"],
      doc: "over which modems a message for all goes; a receiver delivers it once",
      default: "first",
    },
    maxAge_s: { doc: "for how long what was heard of a receiver counts", above: 0, max: 1e6, default: 30 },
    retry_s: {
      doc: "for how long a modem over which a message failed is not used to that receiver, unless it hears it",
      min: 0,
      max: 1e6,
      default: 60,
    },
    queue: { type: "integer", doc: "messages that it can have under way at a time", min: 1, max: 10_000, default: 16 },
    logged: {
      type: "choice",
      choices: ["all", "none"],
      doc: "all: a row for each message; none: counts alone",
      default: "all",
    },
  },
  children: { traffic: { doc: "messages that it sends by itself, without software", max: 64 } },
});

const READS = ["modems", "broadcasts", "maxAge_s", "retry_s", "queue", "logged"] as const;

const distance = defineModel(hybridModem, {
  model: "distance",
  doc: "By the distance to the receiver, as the travel time of what is heard from it says",
  default: true,
  reads: READS,
  params: {
    switchDistances_m: {
      type: "reals",
      doc: "for each modem behind the first: up to which distance it is used, decreasing",
      above: 0,
      max: 1e6,
      example: [10],
    },
    hysteresis_m: { doc: "how much farther a modem is still used that is in use", min: 0, max: 1e6, default: 1 },
  },
  check({ switchDistances_m }, report) {
    if (switchDistances_m.some((distance_m, k) => k > 0 && distance_m >= switchDistances_m[k - 1]))
      report("switchDistances_m", "the distances do not decrease", {
        hint: "modems stand from the longest range to the shortest",
      });
  },
  create: (p, component, make): Thing<CommunicationsDevice> => hybridThing(component, p, make, byDistance(p)),
});

const quality = defineModel(hybridModem, {
  model: "quality",
  doc: "By the quality of the links: signal over noise of what each modem has heard from the receiver, against its threshold",
  reads: READS,
  params: {
    margin_dB: { doc: "over its threshold, below which a modem is left", min: -60, max: 100, default: 6 },
    hysteresis_dB: { doc: "above that, at which it is taken up again", min: 0, max: 100, default: 3 },
    frames: { type: "integer", doc: "frames over which the quality is averaged", min: 1, max: 1000, default: 4 },
  },
  create: (p, component, make): Thing<CommunicationsDevice> => hybridThing(component, p, make, byQuality(p)),
});

const slot = defineChildren("vehicle", { hybridModem: { doc: "several of its modems as one", max: 8 } });

export const hybridDefinitions: readonly Definition[] = [hybridModem, distance, quality, slot];
