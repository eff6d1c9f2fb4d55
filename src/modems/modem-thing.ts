/** A modem as a thing: its transducer, ports, channel, figures and events, and what is wrong with it among the others of a scenario. */
import type {
  SceneryItem,
  Thing,
  ThingChannel,
  ThingEvent,
  ThingFigure,
  ThingPort,
  ThingReport,
  ThingSite,
} from "../engine/index.ts";
import { arrivals, emission, powerDraw, powerState } from "../environment/index.ts";
import type { Component, MakeChild } from "../library/index.ts";
import { type Band, bandOf } from "./bands.ts";
import type { CommunicationsDevice } from "./device.ts";
import { deliveredMessage, messageReport, outgoingMessage } from "./messages.ts";
import { designOf, type FigureName, type ModemDesign, type ModemParams, planOf, SORTS } from "./modem-design.ts";
import { ModemDevice } from "./modem-device.ts";
import type { FrameSuccess } from "./receivers.ts";
import { checkTraffic } from "./traffic-check.ts";

const FIGURES: readonly (ThingFigure & { readonly name: FigureName })[] = [
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
const EVENTS: readonly ThingEvent[] = [
  { name: "refused", level: "warning", doc: "a message is refused" },
  { name: "queueFull", level: "warning", doc: "a message finds no room in the queue" },
  { name: "givenUp", level: "warning", doc: "a message is given up" },
  { name: "crowded", level: "error", doc: "more signals at once than it can follow: one is lost" },
  { name: "off", level: "warning", doc: "it has no power" },
];

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
    scenery: sceneryOf(params),
    join: (site: ThingSite) => new ModemDevice(site, design),
    checkAmong: (all: readonly Thing[], report: ThingReport) => checkAmong(design, all, sayingAllowed(report)),
  });
}

/** A message says what is allowed. */
export function sayingAllowed(report: ThingReport): ThingReport {
  return (parameter, message, detail, of) => {
    const { allowed } = detail ?? {};
    report(parameter, allowed === undefined ? message : `${message}; allowed: ${allowed}`, detail, of);
  };
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

/** The nominal range around the vehicle, as the file states it. */
function sceneryOf({ range_m }: ModemParams): readonly SceneryItem[] {
  if (range_m === undefined) return [];
  const label = `nominal range, ${range_m} m`;
  return [{ name: "range", role: "range", label, drawn: { shape: "circle", radius: range_m } }];
}

function checkAmong(design: ModemDesign, all: readonly Thing[], report: ThingReport): void {
  const band = bandOf(design, all);
  const { address, component, params } = design;
  const twin = band.designs.find((other) => other !== design && other.address === address);
  if (twin !== undefined) {
    const used = band.addresses;
    const free = Array.from({ length: used.length + 1 }, (_, k) => k + 1).find((k) => !used.includes(k));
    const message = `${component.path} and ${twin.component.path} both have the address ${address} in one band`;
    report("address", message, { hint: `${free} is free` });
  }
  checkTraffic(
    component.path,
    design.traffic,
    { address, addresses: band.addresses, longest: params.longestMessageBytes },
    report,
  );
  checkRelays(design, band, report);
  if (twin === undefined && design.macComponent !== null) checkScheme(design, band, report);
}

function checkRelays(design: ModemDesign, band: Band, report: ThingReport): void {
  const { address, component } = design;
  const relays = component.children.filter((child) => child.kind === "relay");
  const there = band.addresses;
  design.routes.forEach(({ to, via }, k) => {
    for (const [parameter, end] of [["to", to] as const, ["via", via] as const]) {
      if (there.includes(end)) continue;
      const message = `${component.path}: no modem of its band has the address ${end}`;
      report(parameter, message, { allowed: there.join(", ") }, relays[k]);
    }
    if (to === address) report("to", `${component.path}: a relay to itself`, undefined, relays[k]);
    else if (via === address) report("via", `${component.path}: a relay over itself`, undefined, relays[k]);
    else {
      const circle = circleOf(to, address, band.designs);
      if (circle === null || Math.min(...circle) !== address) return;
      const message = `${component.path}: messages for ${to} go round in a circle, over ${circle.join(", ")}`;
      report("via", message, { hint: "leave out one of these relays" }, relays[k]);
    }
  });
}

/** The addresses over which messages for `to` come from a modem back to itself; null where they do not. */
function circleOf(to: number, from: number, band: readonly ModemDesign[]): number[] | null {
  const way = [from];
  for (let hop = 0; hop < band.length; hop++) {
    const routes = band.find((other) => other.address === way.at(-1))?.routes ?? [];
    const next = routes.find((route) => route.to === to)?.via;
    if (next === undefined || next === to) return null;
    way.push(next);
    if (next === from) return way;
  }
  return null;
}

function checkScheme(design: ModemDesign, band: Band, report: ThingReport): void {
  const { component, scheme, macComponent } = design;
  if (macComponent === null) return;
  const plan = planOf(design, band);
  scheme.check?.(plan, (parameter, message, detail) =>
    report(parameter, `${component.path}: ${message}`, detail, macComponent),
  );
  // Those who differ are reported against the first of them.
  const first = band.designs.find((other) => other.macComponent?.model === macComponent.model);
  if (scheme.agreement === undefined || first === undefined || first === design) return;
  const own = scheme.agreement(plan);
  const theirs = first.scheme.agreement?.(planOf(first, band));
  if (own === theirs) return;
  const message = `${component.path} and ${first.component.path} do not agree: ${own}, and ${theirs}`;
  report("model", message, { hint: "modems of one band follow one plan" }, macComponent);
}
