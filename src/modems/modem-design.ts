/**
 * All that a modem is before a run: what follows from its file, and from the others of its band.
 */
import { DirectivityTable } from "../acoustics/index.ts";
import { NS_PER_S } from "../core/index.ts";
import type { Transducer } from "../environment/index.ts";
import type { Component, MakeChild, ParamsOf } from "../library/index.ts";
import { dBmOfWatts } from "../radio/index.ts";
import { type Band, placeOf } from "./bands.ts";
import type { BandPart, Mac, MacPlan, MacScheme } from "./mac/mac.ts";
import type { modem, relay } from "./modem.ts";
import type { TrafficChild } from "./own-traffic.ts";
import type { FrameSuccess } from "./receivers.ts";
import type { Traffic } from "./traffic.ts";

export type ModemParams = ParamsOf<typeof modem.params>;

const LIGHT_MPS = 299_792_458;
const SOUND_MPS = 1500;
/** How far below the threshold what is heard still counts, where nothing is said. */
const NOTICE_DB = 20;

/** What a row of a modem's channel is about. */
export const SORTS = [
  "sending",
  "waiting to send",
  "received",
  "not for me",
  "out of range",
  "noise",
  "collision",
  "half duplex",
  "fading",
  "antenna not in its medium",
  "cut off",
  "queue full",
  "no acknowledgement",
] as const;
export const SORT = Object.freeze(Object.fromEntries(SORTS.map((word, k) => [word, k]))) as Readonly<
  Record<(typeof SORTS)[number], number>
>;

export type FigureName =
  | "sent"
  | "delivered"
  | "outOfRange"
  | "noise"
  | "collisions"
  | "halfDuplex"
  | "fading"
  | "cutOff"
  | "lostAntenna"
  | "queueFull"
  | "refused"
  | "unacknowledged"
  | "sending_s"
  | "transmitEnergy_J";

/** A route of a modem: over which address what is for `to` goes first. */
export interface ModemRoute {
  readonly to: number;
  readonly via: number;
}

/** All that a modem is, frozen. */
export interface ModemDesign {
  readonly component: Component;
  readonly address: number;
  readonly params: ModemParams;
  readonly transducer: Transducer;
  /** Full level on the axis, dB. */
  readonly level_dB: number;
  /** Noise of the receiver itself, which its sensitivity follows from; −Infinity for none. */
  readonly ownNoise_dB: number;
  /** Nominal, m/s. */
  readonly speed_mps: number;
  readonly macComponent: Component | null;
  readonly scheme: MacScheme;
  readonly traffic: readonly TrafficChild[];
  readonly routes: readonly ModemRoute[];
  /** null: every frame above the threshold is received. */
  readonly success: FrameSuccess | null;
  /** Increasing, with the threshold of each. */
  readonly rates_bps: readonly number[];
  readonly thresholds_dB: readonly number[];
}

export function designOf(
  component: Component,
  params: ModemParams,
  make: MakeChild,
  success: FrameSuccess | null,
): ModemDesign {
  // At the root of a file it is not mounted anywhere, and has no address.
  const { address } = (component.mount ?? { address: 0 }) as { readonly address: number };
  const level_dB =
    params.medium === "sound" ? (params.sourceLevel_dBre1uPam ?? 0) : dBmOfWatts(params.radiatedPower_W ?? 0);
  const children = (kind: string): Component[] => component.children.filter((child) => child.kind === kind);
  const [macComponent = null] = children("mac");
  const rates_bps = params.rates_bps ?? [params.bitRate_bps];
  const thresholds_dB = params.rateThresholds_dB ?? [params.threshold_dB];
  const pattern =
    params.angles_rad === undefined || params.patterns_dB === undefined
      ? null
      : new DirectivityTable(params.angles_rad, params.patterns_dB);
  return Object.freeze({
    component,
    address,
    params,
    transducer: Object.freeze({
      medium: params.medium,
      frequency_Hz: params.frequency_Hz,
      bandwidth_Hz: params.bandwidth_Hz,
      pattern,
      greatestLevel_dB: level_dB,
      leastSnr_dB: params.notice_dB ?? params.threshold_dB - NOTICE_DB,
    }),
    level_dB,
    ownNoise_dB:
      params.sensitivity_dB === undefined ? Number.NEGATIVE_INFINITY : params.sensitivity_dB - params.threshold_dB,
    speed_mps: params.nominalSpeed_mps ?? (params.medium === "sound" ? SOUND_MPS : LIGHT_MPS),
    macComponent,
    scheme: macComponent === null ? NO_SCHEME : (make(macComponent) as MacScheme),
    traffic: children("traffic").map((child) => ({ component: child, made: make(child) as Traffic })),
    routes: children("relay").map(({ params: p }) => p as ParamsOf<typeof relay.params>),
    success,
    rates_bps,
    thresholds_dB,
  });
}

/** Where the kind's own child was left out by a program that makes components itself: sends when it can. */
const NO_SCHEME: MacScheme = Object.freeze({
  join: (): Mac => ({
    offer: (moment, link) => {
      if (!link.isSending(moment)) link.send(moment);
    },
  }),
});

/** That of its lowest rate. */
export function leastThreshold_dB({ params, thresholds_dB }: ModemDesign): number {
  return params.rates_bps === undefined ? params.threshold_dB : thresholds_dB[0];
}

/** (1) of modem.ts, in ns. share: of the band, and so of the rate. */
export function duration_ns({ params }: ModemDesign, bytes: number, bitRate_bps: number, share = 1): number {
  const bits = params.overheadBits + 8 * bytes;
  return Math.max(1, Math.round((params.preamble_s + bits / (bitRate_bps * share)) * NS_PER_S));
}

export interface ModemPlan extends MacPlan {
  readonly part: BandPart;
  /** Of the band. */
  readonly share: number;
  /** Place of its own address among all of its band. */
  readonly place: number;
}

/** What a scheme may know beforehand. */
export function planOf(design: ModemDesign, band: Band): ModemPlan {
  const { params, scheme, macComponent, speed_mps, address } = design;
  const members = band.membersOf(macComponent?.model ?? null);
  const index = placeOf(address, members);
  const part = scheme.band?.({ members, index }) ?? { from: 0, to: 1 };
  const share = part.to - part.from;
  const frame_ns = (bytes: number): number => duration_ns(design, bytes, params.bitRate_bps, share);
  const controlFrame_ns = frame_ns(0);
  const turnaround_ns = Math.round(params.turnaround_s * NS_PER_S);
  const way_ns = ((params.range_m ?? USUAL_RANGE_M[params.medium]) / speed_mps) * NS_PER_S;
  const there_ns = Math.ceil(2 * way_ns) + controlFrame_ns + 2 * turnaround_ns + SLACK_NS;
  const plan = {
    address,
    members,
    index,
    bitRate_bps: params.bitRate_bps * share,
    frame_ns,
    longestFrame_ns: frame_ns(params.longestMessageBytes),
    controlFrame_ns,
    turnaround_ns,
    speed_mps,
    isFullDuplex: params.duplex === "full",
    acknowledgement_ns: there_ns,
    part: Object.freeze(part),
    share,
    place: placeOf(address, band.addresses),
  };
  const stated_s = params.acknowledgement_s;
  const acknowledgement_ns =
    stated_s === undefined ? there_ns + (scheme.answerDelay_ns?.(plan) ?? 0) : Math.round(stated_s * NS_PER_S);
  return Object.freeze({ ...plan, acknowledgement_ns });
}

/** Where a file does not state its range: for waiting times alone. */
const USUAL_RANGE_M = { sound: 2000, radio: 2000 } as const;
const SLACK_NS = 1_000_000;
