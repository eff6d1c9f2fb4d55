/**
 * The kind `modem`: what all modems have in common. A model says how its receiver decides; modem-device.ts runs both.
 *
 *   T_f = preamble + (overhead + 8 bytes)/rate                                                        (1)  duration of a frame
 *   a message is there   d/c + T_f   after its sending began                                          (2)
 *
 * (2) is [Parodi2008Communications, eq. (11)] with the overhead of a frame.
 */
import type { Thing } from "../engine/index.ts";
import { MEDIA } from "../environment/index.ts";
import { defineChildren, defineKind } from "../library/index.ts";
import type { CommunicationsDevice } from "./device.ts";
import { LONGEST_MESSAGE } from "./messages.ts";

export const COLLISION_RULES = ["overlap", "sinr"] as const;
export const DUPLEX = ["half", "full"] as const;
export const LOGGED = ["all", "own", "none"] as const;

/** Addresses are small: they go into frames of some tens of bits. */
export const GREATEST_ADDRESS = 65534;

export const modem = defineKind<Thing<CommunicationsDevice>>()({
  kind: "modem",
  doc:
    "A modem of a vehicle: it turns messages of the vehicle's software (or of its own <traffic>) into signals, and what it hears into messages or " +
    "losses. Its file is the maker's sheet; how sound and radio travel is the world's (<sound>, <radio>).",
  simulator: "communications",
  example:
    '<modem id="modem" frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="20" sourceLevel_dBre1uPam="177" threshold_dB="15">\n' +
    '  <mac model="aloha"/>\n  <provenance of="*" status="assumed"/>\n</modem>',
  params: {
    medium: { type: "choice", choices: MEDIA, doc: "what carries its signals", default: "sound" },
    frequency_Hz: { doc: "centre of its band", above: 0, max: 1e11, example: 33e3 },
    bandwidth_Hz: { doc: "W, of its receiver and of its signals", above: 0, max: 1e10, example: 6e3 },
    bitRate_bps: { doc: "of a frame's bits; the usual one where there are several", above: 0, max: 1e9, example: 20 },
    rates_bps: {
      type: "reals",
      doc: "rates among which it chooses by the quality of the channel to whom it sends, increasing; bitRate_bps alone where not given: the safe mode",
      above: 0,
      max: 1e9,
      increasing: true,
      optional: true,
    },
    rateThresholds_dB: {
      type: "reals",
      doc: "signal over noise that each of rates_bps needs, increasing",
      min: -60,
      max: 100,
      increasing: true,
      optional: true,
    },
    sourceLevel_dBre1uPam: { doc: "SL on the axis, of sound", min: 0, max: 250, optional: true, example: 177 },
    radiatedPower_W: { doc: "of radio", above: 0, max: 1e6, optional: true },
    leastLevel_dB: {
      doc: "how far below its full level or power it can go where powerControl is adaptive",
      min: -100,
      max: 0,
      default: -40,
    },
    powerControl: {
      type: "choice",
      choices: ["none", "adaptive"],
      doc: "adaptive: a frame for one receiver is sent at the level that this one needs, as its acknowledgements and its frames show; at full level where that is not known, or when a frame was not acknowledged",
      default: "none",
    },
    powerMargin_dB: { doc: "over the threshold, with adaptive power control", min: 0, max: 60, default: 6 },
    angles_deg: {
      type: "reals",
      doc: "of the directivity table: from the axis (x of its frame), 0 to 180; the same in all directions where not given",
      min: 0,
      max: 180,
      increasing: true,
      optional: true,
    },
    patterns_dB: {
      type: "reals",
      doc: "gain at each of angles_deg, relative to the axis",
      min: -200,
      max: 50,
      optional: true,
    },
    threshold_dB: {
      doc: "signal over noise in its band that it needs: what is weaker is out of range",
      min: -60,
      max: 100,
      example: 15,
    },
    sensitivity_dB: {
      doc: "weakest level that it receives, however little noise there is: dB re 1 µPa of sound, dBm of radio",
      min: -200,
      max: 250,
      optional: true,
    },
    notice_dB: {
      doc: "signal over noise below which a signal is not even a loss in the log or a disturbance; 20 below the threshold where not given",
      min: -100,
      max: 100,
      optional: true,
    },
    collisions: {
      type: "choice",
      choices: COLLISION_RULES,
      doc: "overlap: signals that overlap in time and band are both lost; sinr: what is strong enough over noise and all others together is received",
      default: "overlap",
    },
    duplex: { type: "choice", choices: DUPLEX, doc: "half: it hears nothing while it sends", default: "half" },
    preamble_s: { doc: "before the bits of a frame", min: 0, max: 600, default: 0 },
    overheadBits: { doc: "header and check bits of a frame", unit: "bit", min: 0, max: 1e6, default: 0 },
    longestMessageBytes: {
      doc: "longest message; longer ones are refused",
      unit: "byte",
      type: "integer",
      min: 1,
      max: LONGEST_MESSAGE,
      default: 64,
    },
    queue: { type: "integer", doc: "messages that can wait", min: 1, max: 10_000, default: 16 },
    turnaround_s: { doc: "from receiving to sending", min: 0, max: 60, default: 0 },
    attempts: {
      type: "integer",
      doc: "how often a message to be acknowledged is sent at most",
      min: 1,
      max: 1000,
      default: 4,
    },
    acknowledgement_s: {
      doc: "how long it waits for an acknowledgement, from the end of its frame; where not given, twice the way of range_m and what an acknowledgement takes",
      above: 0,
      max: 1e5,
      optional: true,
    },
    range_m: {
      doc: "nominal range: for waiting times, and for the circle on the map",
      above: 0,
      max: 1e7,
      optional: true,
    },
    nominalSpeed_mps: {
      doc: "of its signals, as it reckons with it for distances; 1500 m/s, or that of light, where not given",
      above: 0,
      max: 3e8,
      optional: true,
    },
    transmitPower_W: {
      doc: "electrical power while it sends at full level; at a lower one, what is above listenPower_W goes down with it",
      min: 0,
      max: 1e6,
      default: 0,
    },
    listenPower_W: { doc: "electrical power otherwise", min: 0, max: 1e6, default: 0 },
    logged: {
      type: "choice",
      choices: LOGGED,
      doc: "all: a row for all that it sends, hears and loses; own: without frames for others; none: counts alone",
      default: "all",
    },
  },
  mount: {
    address: {
      type: "integer",
      doc: "by which others name it; no two of one band have the same",
      min: 0,
      max: GREATEST_ADDRESS,
    },
    position_m: { type: "reals", length: 3, doc: "p_BT, from Bo, in B", default: [0, 0, 0] },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch and yaw of its frame T in B: its axis is x of T",
      min: -360,
      max: 360,
      default: [0, 0, 0],
    },
  },
  children: {
    mac: { doc: "when it may send", max: 1, implied: true },
    traffic: { doc: "messages that it sends by itself, without software", max: 64 },
    relay: { doc: "over which modem messages for another one go", max: 256 },
  },
  check(p, report) {
    if (p.medium === "sound" && p.sourceLevel_dBre1uPam === undefined) {
      report("sourceLevel_dBre1uPam", "a modem of sound has a source level", { hint: 'add sourceLevel_dBre1uPam="…"' });
    }
    if (p.medium === "radio" && p.radiatedPower_W === undefined) {
      report("radiatedPower_W", "a modem of radio has a radiated power", { hint: 'add radiatedPower_W="…"' });
    }
    if (p.frequency_Hz !== undefined && p.bandwidth_Hz !== undefined && p.bandwidth_Hz > 2 * p.frequency_Hz) {
      const allowed = `at most ${2 * p.frequency_Hz}`;
      report("bandwidth_Hz", `bandwidth_Hz = ${p.bandwidth_Hz} reaches below 0 Hz: it must be ${allowed}`, { allowed });
    }
    lengthsAgree("angles_deg", p.angles_rad, "patterns_dB", p.patterns_dB);
    lengthsAgree("rates_bps", p.rates_bps, "rateThresholds_dB", p.rateThresholds_dB);
    function lengthsAgree(
      first: "angles_deg" | "rates_bps",
      a: readonly number[] | undefined,
      second: "patterns_dB" | "rateThresholds_dB",
      b: readonly number[] | undefined,
    ): void {
      if (a?.length === b?.length) return;
      const allowed = `${a?.length ?? 0} numbers, one for each of ${first}`;
      report(second, `${second} has ${b?.length ?? 0} numbers for ${a?.length ?? 0} of ${first}`, { allowed });
    }
  },
});

/** What every model of a modem reads of its kind. */
export const MODEM_READS = [
  "medium",
  "frequency_Hz",
  "bandwidth_Hz",
  "bitRate_bps",
  "rates_bps",
  "rateThresholds_dB",
  "sourceLevel_dBre1uPam",
  "radiatedPower_W",
  "leastLevel_dB",
  "powerControl",
  "powerMargin_dB",
  "angles_deg",
  "patterns_dB",
  "threshold_dB",
  "sensitivity_dB",
  "notice_dB",
  "collisions",
  "duplex",
  "preamble_s",
  "overheadBits",
  "longestMessageBytes",
  "queue",
  "turnaround_s",
  "attempts",
  "acknowledgement_s",
  "range_m",
  "nominalSpeed_mps",
  "transmitPower_W",
  "listenPower_W",
  "logged",
] as const;

export const relay = defineKind()({
  kind: "relay",
  doc: "Messages for one modem go to another one first, which passes them on: a relay.",
  id: "optional",
  provenance: false,
  params: {
    to: { type: "integer", doc: "address of the modem that the message is for", min: 0, max: GREATEST_ADDRESS },
    via: { type: "integer", doc: "address of the modem that passes it on", min: 0, max: GREATEST_ADDRESS },
  },
});

export const modemSlot = defineChildren("vehicle", { modem: { doc: "its modems", max: 16 } });
