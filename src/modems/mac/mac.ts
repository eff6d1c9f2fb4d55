/**
 * Medium access: when a modem may send. A scheme is a model of the kind `mac`, in one file; each modem has one.
 *
 * The modem has a queue. Where a frame stands at its head and the modem is free, it offers the frame to the scheme (`offer`); the scheme
 * sends it, at once or when a timer of its own is over (`send`), or gives it up. What follows is the modem's: acknowledgement and repetition
 * (a frame that is not acknowledged is offered again, with a higher attempt), and the next frame. A scheme may send frames of its own (`control`), which
 * carry two numbers and no bytes of a user.
 *
 * The scheme knows its plan, which is frozen, and what its modem hears: frames that were decoded (`heard`), and how long what is heard now
 * will last at the least (`busyUntilInto`). It knows nothing of others. All that it remembers lies in the engine's state, at places
 * that it asks for when it joins.
 *
 *   offer   ──▶ send ──▶ sent ──▶ (acknowledged or not) ──▶ offer of the next
 *      └──▶ timer ──┘
 *
 * All times are of the simulation, in ns; propagation delays are real: what is sent now is heard later, elsewhere.
 */
import type { RandomStream } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import { defineKind } from "../../library/index.ts";

/** Places of a frame's numbers. */
export const FRAME = {
  /** FRAME_TYPE, or from FIRST_CONTROL on what a scheme likes. */
  type: 0,
  /** Addresses of who sends it and who is to take it, of this hop; −1 for all. */
  source: 1,
  destination: 2,
  /** Addresses of the first sender and of the last receiver. */
  origin: 3,
  target: 4,
  /** The origin's count of messages: with the origin, it names a message. */
  serial: 5,
  /** Bytes of a user. */
  bytes: 6,
  /** 1: to be acknowledged. */
  isReliable: 7,
  /** Two numbers of control frames, and of acknowledgements. */
  a: 8,
  b: 9,
  /** When it came into the queue of this modem, and when its sending began. */
  queued_ns: 10,
  sent_ns: 11,
  /** How long it lasts, and at which level it is sent. */
  duration_ns: 12,
  level_dB: 13,
  /** The sender's own number of a message of its software. */
  reference: 14,
  /** Bits per second at which it is sent. */
  bitRate_bps: 15,
  /** 1: its sending was cut off, so that it lasts only duration_ns. */
  isCut: 16,
} as const;
export const FRAME_SIZE = 17;

export const FRAME_TYPE = { data: 0, acknowledgement: 1 } as const;
/** Types of control frames of schemes. */
export const FIRST_CONTROL = 16;

/** What a scheme may know beforehand. Frozen. */
export interface MacPlan {
  /** Of this modem. */
  readonly address: number;
  /** All modems that share its band and medium and have a scheme of the same model, by address, its own among them. */
  readonly members: readonly number[];
  /** Place of its own address in members. */
  readonly index: number;
  readonly bitRate_bps: number;
  /** Duration of a frame with so many bytes of a user, at the usual rate. */
  frame_ns(bytes: number): number;
  /** Of the longest frame that the modem takes, and of one without bytes of a user: a control frame or an acknowledgement. */
  readonly longestFrame_ns: number;
  readonly controlFrame_ns: number;
  /** From the end of what is received to the beginning of what is sent, and the other way round. */
  readonly turnaround_ns: number;
  /** Nominal speed of the signal, m/s. */
  readonly speed_mps: number;
  /** Whether the modem hears while it sends. */
  readonly isFullDuplex: boolean;
  /** How long the modem waits for an acknowledgement. */
  readonly acknowledgement_ns: number;
}

/** Says what is wrong with the parameters of a scheme in a scenario: the name of the parameter, what was seen, what is allowed. */
export type MacReport = (
  parameter: string,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
) => void;

/** What a scheme may ask for when it joins a run. */
export interface MacSite {
  readonly plan: MacPlan;
  /** Places in the engine's state. */
  reals(name: string, size: number, initial?: readonly number[]): number;
  integers(name: string, size: number): number;
  /** A stream of this modem; its words are in the integers of the moment. */
  random(name: string): RandomStream;
}

/** What a scheme may do. Numbers that are asked for go to arrays, since a number that a call returns may be boxed. */
export interface MacLink {
  /** Whether the modem is sending now; whether a frame is on offer. */
  isSending(moment: Moment): boolean;
  isOffered(moment: Moment): boolean;
  /** out[0] = end of what is heard now, where that is known, or a time that is over: the channel is free here. */
  busyUntilInto(out: Float64Array, moment: Moment): void;
  /** out[0 .. FRAME_SIZE - 1]: the frame on offer, with its duration. */
  headInto(out: Float64Array, moment: Moment): void;
  /** How often the frame on offer has been sent already. */
  attempt(moment: Moment): number;
  /** Sends the frame on offer now. Not while the modem sends. */
  send(moment: Moment): void;
  /** Sends a control frame now. Not while the modem sends. type: from FIRST_CONTROL on. */
  control(moment: Moment, type: number, destination: number, a: number, b: number): void;
  /** The frame on offer is lost, after `attempt` tries; the next one is offered. */
  giveUp(moment: Moment): void;
  /** Ends what is being sent at once; others hear the rest of it no longer. The frame is offered again. */
  cut(moment: Moment): void;
  /** A timer by its number, 0 to 7; set again, it counts anew. */
  setTimer(moment: Moment, timer: number, t_ns: number): void;
  clearTimer(moment: Moment, timer: number): void;
}

export const MAC_TIMERS = 8;

/** A scheme in a run. */
export interface Mac {
  /** At the start of the run, at 0 s. */
  start?(moment: Moment, link: MacLink): void;
  /** A frame is at the head of the queue and the modem is free. It stays on offer until it is sent or given up. */
  offer(moment: Moment, link: MacLink): void;
  timer?(moment: Moment, link: MacLink, timer: number): void;
  /** A frame of this modem, frame[at ..], has left. */
  sent?(moment: Moment, link: MacLink, frame: Float64Array, at: number): void;
  /** A frame was decoded, frame[at ..], from any modem of the same band, for whomever it is (`overhears`) or for this one. */
  heard?(moment: Moment, link: MacLink, frame: Float64Array, at: number): void;
  /** Of a modem that hears while it sends: another signal has begun. */
  disturbed?(moment: Moment, link: MacLink): void;
  /** The frame that was on offer has been acknowledged, or has not. */
  answered?(moment: Moment, link: MacLink, isAcknowledged: boolean): void;
}

/** A part of the modem's band, from 0 to 1. */
export interface BandPart {
  readonly from: number;
  readonly to: number;
}

/** What the kind `mac` makes: description. */
export interface MacScheme {
  /** Whether it wants to hear frames for others. */
  readonly overhears?: boolean;
  /** Whether `disturbed` is called. */
  readonly listensWhileSending?: boolean;
  /** Whether acknowledgements wait for the scheme (as frames on offer), instead of being sent at once. */
  readonly ordersAcknowledgements?: boolean;
  /** The part of the band in which a modem sends; all of it where not given. Its bit rate is in proportion. */
  band?(plan: Pick<MacPlan, "members" | "index">): BandPart;
  /**
   * What all members must have in common, in words for a diagnostic: a table of slots, the coordinator. Members whose texts differ are refused
   * at load.
   */
  agreement?(plan: MacPlan): string;
  /** How long an acknowledgement may wait for the scheme of the other modem. This modem waits as much longer for it. */
  answerDelay_ns?(plan: MacPlan): number;
  /** What is wrong in a scenario: slots shorter than a frame. Parameter "model" for what concerns the choice of the scheme. */
  check?(plan: MacPlan, report: MacReport): void;
  join(site: MacSite): Mac;
}

export const mac = defineKind<MacScheme>()({
  kind: "mac",
  doc: "Medium access: when a modem may send, so that it does not disturb others, or in spite of them.",
  id: "optional",
  params: {},
});
