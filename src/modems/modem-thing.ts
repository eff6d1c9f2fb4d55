/** A modem as a thing: its transducer, ports, channel, figures and events, and what is wrong with it among the others of a scenario. */
import { DirectivityTable } from "../acoustics/index.ts";
import type { SourceRange } from "../core/index.ts";
import { NS_PER_S } from "../core/index.ts";
import type {
  Thing,
  ThingChannel,
  ThingEvent,
  ThingFigure,
  ThingPort,
  ThingReport,
  ThingSite,
} from "../engine/index.ts";
import { arrivals, emission, powerDraw, powerState, type Transducer } from "../environment/index.ts";
import type { Component, MakeChild, ParamsOf } from "../library/index.ts";
import { dBmOfWatts } from "../radio/index.ts";
import type { CommunicationsDevice } from "./device.ts";
import type { Mac, MacScheme } from "./mac/mac.ts";
import { deliveredMessage, messageReport, outgoingMessage } from "./messages.ts";
import type { modem, modemRoute } from "./modem.ts";
import { ModemDevice } from "./modem-device.ts";
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

const FIGURES: readonly ThingFigure[] = [
  { name: "sent", doc: "frames that it has sent" },
  { name: "delivered", doc: "messages for it, or for all, that it has received" },
  { name: "outOfRange", doc: "frames for it that were too weak" },
  { name: "noise", doc: "frames for it that noise spoiled" },
  { name: "collisions", doc: "frames for it that other signals spoiled" },
  { name: "halfDuplex", doc: "frames for it that came while it was sending" },
  { name: "fading", doc: "frames for it that would have been strong enough without fading" },
  { name: "cutOff", doc: "frames for it whose sender stopped" },
  { name: "lostAntenna", doc: "frames for it that an antenna outside its medium lost" },
  { name: "queueFull", doc: "messages that found no room in its queue" },
  { name: "refused", doc: "messages that it refused: too long, unknown address" },
  { name: "unacknowledged", doc: "messages that it gave up" },
  { name: "sending_s", doc: "time that it has been sending" },
  { name: "transmitEnergy_J", doc: "electrical energy of its sending" },
];
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

const EVENTS: readonly ThingEvent[] = [
  { name: "refused", level: "warning", doc: "a message is refused" },
  { name: "queueFull", level: "warning", doc: "a message finds no room in the queue" },
  { name: "givenUp", level: "warning", doc: "a message is given up" },
  { name: "crowded", level: "error", doc: "more signals at once than it can follow: one is lost" },
  { name: "off", level: "warning", doc: "it has no power" },
];

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
  /** Nominal, m/s. */
  readonly speed_mps: number;
  readonly macComponent: Component | null;
  readonly scheme: MacScheme;
  readonly traffic: readonly { readonly component: Component; readonly made: Traffic }[];
  readonly routes: readonly ModemRoute[];
  /** null: every frame above the threshold is received. */
  readonly success: FrameSuccess | null;
  /** Increasing, with the threshold of each. */
  readonly rates_bps: readonly number[];
  readonly thresholds_dB: readonly number[];
}

export interface ModemThing extends Thing<CommunicationsDevice> {
  readonly design: ModemDesign;
}

export function modemThing(
  component: Component,
  params: ModemParams,
  make: MakeChild,
  success: FrameSuccess | null,
): ModemThing {
  const design = designOf(component, params, make, success);
  const { transducer, address } = design;
  const draws = params.transmitPower_W !== 0 || params.listenPower_W !== 0;
  const ports = [
    { name: "emission", direction: "out", message: emission, with: transducer },
    { name: "arrivals", direction: "in", message: arrivals, with: transducer },
    { name: "outgoing", direction: "in", message: outgoingMessage },
    { name: "delivered", direction: "out", message: deliveredMessage },
    { name: "report", direction: "out", message: messageReport },
    ...(draws ? [{ name: "power", direction: "out", message: powerDraw } as const] : []),
    { name: "supply", direction: "in", message: powerState },
  ] as unknown as readonly ThingPort[];
  return Object.freeze({
    design,
    ports,
    channels: params.logged === "none" ? [] : [channelOf(address, params)],
    events: EVENTS,
    figures: FIGURES,
    join: (site: ThingSite) => new ModemDevice(site, design),
    checkAmong: (all: readonly Thing[], report: ThingReport) => checkAmong(design, all, report),
  });
}

function channelOf(address: number, { medium }: ModemParams): ThingChannel {
  return {
    name: "",
    plot: "timeline",
    title: "Messages",
    about: { address: String(address), medium },
    schema: "thetis.ModemSpan",
    fields: [
      { name: "begin_s", doc: "of the span" },
      { name: "end_s", doc: "of the span" },
      { name: "sort", doc: "what it was", words: SORTS },
      { name: "other", doc: "address of the other end; −1 for all or none" },
      { name: "number", doc: "the sender's count of its frames" },
      { name: "bytes", doc: "bytes of a user" },
      { name: "level_dB", doc: "sent, or received" },
      { name: "noise_dB", doc: "in its band" },
      { name: "snr_dB", doc: "received over noise" },
      { name: "delay_s", doc: "from sender to receiver" },
      { name: "dopplerFactor", doc: "frequency received over frequency sent" },
      { name: "distance_m", doc: "from where it was sent to where it arrived" },
    ],
  };
}

function designOf(
  component: Component,
  params: ModemParams,
  make: MakeChild,
  success: FrameSuccess | null,
): ModemDesign {
  const { address } = component.mount as { readonly address: number };
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
    speed_mps: params.nominalSpeed_mps ?? (params.medium === "sound" ? SOUND_MPS : LIGHT_MPS),
    macComponent,
    scheme: macComponent === null ? NO_SCHEME : (make(macComponent) as MacScheme),
    traffic: children("traffic").map((child) => ({ component: child, made: make(child) as Traffic })),
    routes: children("route").map(({ params: p }) => p as ParamsOf<typeof modemRoute.params>),
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

/** Whether two modems hear each other's frames as frames. */
export function shareBand(a: ModemDesign, b: ModemDesign): boolean {
  return (
    a.transducer.medium === b.transducer.medium &&
    a.transducer.frequency_Hz === b.transducer.frequency_Hz &&
    a.transducer.bandwidth_Hz === b.transducer.bandwidth_Hz
  );
}

/** Modems of one band, by address. */
export function bandOf(design: ModemDesign, all: readonly ModemDesign[]): ModemDesign[] {
  return all.filter((other) => shareBand(design, other)).sort((a, b) => a.address - b.address);
}

/** (1) of modem.ts, in ns. share: of the band, and so of the rate. */
export function duration_ns({ params }: ModemDesign, bytes: number, bitRate_bps: number, share = 1): number {
  const bits = params.overheadBits + 8 * bytes;
  return Math.max(1, Math.round((params.preamble_s + bits / (bitRate_bps * share)) * NS_PER_S));
}

export function designsAmong(all: readonly unknown[]): ModemDesign[] {
  return all.flatMap((thing) => (thing as Partial<ModemThing>).design ?? []);
}

function checkAmong(design: ModemDesign, all: readonly Thing[], report: ThingReport): void {
  const band = bandOf(design, designsAmong(all));
  const { address, component, params } = design;
  const twin = band.find((other) => other !== design && other.address === address);
  if (twin !== undefined) {
    const used = band.map((other) => other.address);
    const free = Array.from({ length: used.length + 1 }, (_, k) => k + 1).find((k) => !used.includes(k));
    const message = `${component.path} and ${twin.component.path} both have the address ${address} in one band`;
    report("address", message, { hint: `${free} is free` });
  }
  const known = (to: number): boolean => band.some((other) => other.address === to);
  const there = band.map((other) => other.address).join(", ");
  for (const { component: child, made } of design.traffic) {
    const { destination, bytes } = made;
    const place: { readonly origin: Readonly<Record<string, SourceRange>>; readonly range: SourceRange } = child;
    if (destination >= 0 && !known(destination)) {
      const message = `${component.path}: no modem of its band has the address ${destination}`;
      report("to", message, { allowed: there, hint: "all, or one of these" }, place);
    }
    if (destination === address) report("to", `${component.path} sends to itself`, { allowed: there }, place);
    if (bytes.length > params.longestMessageBytes) {
      const message = `${component.path}: a message of ${bytes.length} bytes; its frames carry ${params.longestMessageBytes}`;
      report("text", message, { allowed: `at most ${params.longestMessageBytes}` }, place);
    }
  }
  for (const { to, via } of design.routes) {
    for (const end of [to, via]) {
      if (!known(end))
        report("route", `${component.path}: no modem of its band has the address ${end}`, { allowed: there });
    }
    if (to === address || via === address) report("route", `${component.path}: a route to or over itself`);
  }
  if (twin === undefined && design.macComponent !== null) {
    const place = design.macComponent;
    design.scheme.check?.(planOf(design, band), (parameter, message, detail) =>
      report(parameter, `${component.path}: ${message}`, detail, place),
    );
  }
}

/** What the scheme of a modem may know beforehand; band: those that share its band, by address. */
export function planOf(design: ModemDesign, band: readonly ModemDesign[]): ReturnType<typeof makePlan> {
  return makePlan(design, band);
}

function makePlan(design: ModemDesign, band: readonly ModemDesign[]) {
  const { params, scheme, macComponent, speed_mps, address } = design;
  const members = band.filter((other) => other.macComponent?.model === macComponent?.model).map((each) => each.address);
  const index = members.indexOf(address);
  const part = scheme.band?.({ members, index }) ?? { from: 0, to: 1 };
  const share = part.to - part.from;
  const frame_ns = (bytes: number): number => duration_ns(design, bytes, params.bitRate_bps, share);
  const controlFrame_ns = frame_ns(0);
  const turnaround_ns = Math.round(params.turnaround_s * NS_PER_S);
  const way_ns = ((params.range_m ?? USUAL_RANGE_M[params.medium]) / speed_mps) * NS_PER_S;
  const acknowledgement_ns =
    params.acknowledgement_s === undefined
      ? Math.ceil(2 * way_ns) + controlFrame_ns + 2 * turnaround_ns + SLACK_NS
      : Math.round(params.acknowledgement_s * NS_PER_S);
  return Object.freeze({
    address,
    members: Object.freeze(members),
    index,
    bitRate_bps: params.bitRate_bps * share,
    frame_ns,
    longestFrame_ns: frame_ns(params.longestMessageBytes),
    controlFrame_ns,
    turnaround_ns,
    speed_mps,
    isFullDuplex: params.duplex === "full",
    acknowledgement_ns,
    part: Object.freeze(part),
    share,
    /** Of its own address among all of its band. */
    place: band.indexOf(design),
  });
}

/** Where a file does not state its range: for waiting times alone. */
const USUAL_RANGE_M = { sound: 2000, radio: 2000 } as const;
const SLACK_NS = 1_000_000;
