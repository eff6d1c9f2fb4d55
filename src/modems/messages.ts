/** What software and modems say to each other. The order of fields is the order on the wire. */
import { defineMessage } from "../engine/index.ts";

/** Longest message of software, bytes. */
export const LONGEST_MESSAGE = 4096;

/** The destination of what is for all. */
export const BROADCAST = -1;

export const outgoingMessage = defineMessage(
  "outgoingMessage",
  "bytes that a vehicle wants to send",
  {
    /** Address of a modem; −1 for all. */
    destination: 1,
    /** The sender's own number; it comes back in messageReport. */
    reference: 1,
    /** 1: it is to be acknowledged, and sent again where it is not. Of a broadcast: 0. */
    isReliable: 1,
  },
  LONGEST_MESSAGE,
);

export const deliveredMessage = defineMessage(
  "deliveredMessage",
  "bytes that have come from another vehicle",
  {
    /** When its last bit came. */
    t_ns: 1,
    /** Address of the modem that sent it first, and to which it is; −1 for all. */
    source: 1,
    destination: 1,
    /** When the modem it was heard from began to send it, by that modem's clock. */
    sent_ns: 1,
    /** When its first bit came. */
    start_ns: 1,
    level_dB: 1,
    noise_dB: 1,
    snr_dB: 1,
    dopplerFactor: 1,
    /** (start − sent) times the nominal speed of the signal: the distance, where the clocks of both ends agree. */
    oneWayRange_m: 1,
  },
  LONGEST_MESSAGE,
);

/** What became of an outgoing message. */
export const OUTCOMES = [
  "sent",
  "acknowledged",
  "not acknowledged",
  "queue full",
  "too long",
  "unknown address",
  "given up",
  "switched off",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const messageReport = defineMessage("messageReport", "what became of an outgoing message", {
  t_ns: 1,
  reference: 1,
  /** Place in OUTCOMES. */
  outcome: 1,
  /** How often it was sent. */
  attempts: 1,
});
