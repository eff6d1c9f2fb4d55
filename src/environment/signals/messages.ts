/** Signals between devices and the medium. The order of fields is the order on the wire. */
import { defineMessage } from "../../engine/index.ts";

export const stateQuestion = defineMessage("stateQuestion", "asks a vehicle for its vehicleState at this instant", {
  t_ns: 1,
});

export const emission = defineMessage("emission", "a signal that a transducer begins to send", {
  t_ns: 1,
  /** Index of the transducer among those of the scenario. */
  emitter: 1,
  /** The sender's own count; arrivals bring it back. */
  number: 1,
  duration_ns: 1,
  /** On the axis. */
  level_dB: 1,
  /** Of this signal: a part of the band of its transducer, or all of it. */
  frequency_Hz: 1,
  bandwidth_Hz: 1,
});

/** What a receiver gets of a signal; several in one message. */
export const ARRIVAL_RECORD = {
  /** Index of the transducer that hears it. */
  ear: 0,
  /** When it begins there, and how long it lasts there. */
  start_ns: 1,
  duration_ns: 2,
  /** Of the part in its band, with fading. */
  level_dB: 3,
  /** The same without fading. */
  mean_dB: 4,
  /** Noise in its band. */
  noise_dB: 5,
  dopplerFactor: 6,
  /** From the first to the last path. */
  spread_s: 7,
  /** From where it was sent to where it arrives. */
  distance_m: 8,
  /** Unit vector in N to where it comes from. */
  direction_N: 9,
} as const;
export const ARRIVAL_RECORD_SIZE = 12;

/** A signal with more receivers comes in several messages. */
export const MOST_ARRIVALS = 32;

export const arrivals = defineMessage("arrivals", "where a signal arrives, when and how; ahead of its arrival", {
  t_ns: 1,
  emitter: 1,
  number: 1,
  frequency_Hz: 1,
  bandwidth_Hz: 1,
  count: 1,
  /** ARRIVAL_RECORDs one behind another; zeros behind the last. */
  records: MOST_ARRIVALS * ARRIVAL_RECORD_SIZE,
});
