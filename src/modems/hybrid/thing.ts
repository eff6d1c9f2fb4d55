/** A hybrid modem as a thing: its ports, channel, figures and events, and what is wrong with it among the others of a scenario. */
import type {
  Thing,
  ThingChannel,
  ThingEvent,
  ThingFigure,
  ThingLink,
  ThingPort,
  ThingReport,
  ThingSite,
} from "../../engine/index.ts";
import type { Component, MakeChild } from "../../library/index.ts";
import { designsAmong, shareBand } from "../bands.ts";
import type { CommunicationsDevice } from "../device.ts";
import { deliveredMessage, messageReport, OUTCOMES, outgoingMessage } from "../messages.ts";
import type { ModemDesign } from "../modem-design.ts";
import { sayingAllowed } from "../modem-thing.ts";
import type { Traffic } from "../traffic.ts";
import { checkTraffic } from "../traffic-check.ts";
import { type HybridDesign, type HybridParams, modemsBeside, modemsOf, vehiclePath } from "./design.ts";
import { HybridDevice } from "./device.ts";
import { type HybridRule, REASONS } from "./rule.ts";

const PORTS = [
  { name: "outgoing", direction: "in", message: outgoingMessage },
  { name: "delivered", direction: "out", message: deliveredMessage },
  { name: "report", direction: "out", message: messageReport },
] as unknown as readonly ThingPort[];

const FIGURES: readonly ThingFigure[] = [
  { name: "switches", doc: "changes from one modem to another, of all receivers together" },
  { name: "failed", doc: "messages that failed over one of its modems, and went over another one if there was one" },
  { name: "delivered", doc: "messages that have come, over any of its modems" },
  { name: "copies", doc: "messages that came once more, over another modem" },
  { name: "queueFull", doc: "messages that found no room" },
];

const EVENTS: readonly ThingEvent[] = [
  { name: "switched", level: "info", doc: "messages to a receiver go over another modem" },
  { name: "queueFull", level: "warning", doc: "a message finds no room" },
];

export interface HybridThing extends Thing<CommunicationsDevice> {
  readonly hybrid: HybridDesign;
}

export function hybridThing(
  component: Component,
  params: HybridParams,
  make: MakeChild,
  rule: HybridRule,
): HybridThing {
  const children = component.children.filter(({ kind }) => kind === "traffic");
  const traffic = children.map((child) => ({ component: child, made: make(child) as Traffic }));
  const hybrid: HybridDesign = Object.freeze({ component, params, rule, traffic });
  const over = figuresOver(params.modems);
  return Object.freeze({
    hybrid,
    ports: PORTS,
    channels: params.logged === "none" ? [] : [channelOf(params.modems)],
    events: EVENTS,
    figures: [...over, ...FIGURES],
    join: (site: ThingSite) =>
      new HybridDevice(
        site,
        hybrid,
        over.map(({ name }) => name),
      ),
    checkAmong: (all: readonly Thing[], report: ThingReport, links: readonly ThingLink[]) =>
      checkAmong(hybrid, all, sayingAllowed(report), links),
  });
}

/** "acoustic-1": "overAcoustic1". */
function figuresOver(modems: readonly string[]): ThingFigure[] {
  const names = modems.map((id) => {
    const plain = id.replace(/[^A-Za-z0-9]/g, "");
    return `over${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
  });
  return names.map((name, k) => ({
    name: names.indexOf(name) === k ? name : `${name}Number${k + 1}`,
    doc: `messages over ${modems[k]}`,
  }));
}

function channelOf(modems: readonly string[]): ThingChannel {
  return {
    name: "",
    plot: "timeline",
    title: "Messages by modem",
    fields: [
      { name: "begin_s", doc: "when it was given to the modem" },
      { name: "end_s", doc: "when it was known what became of it" },
      { name: "modem", doc: "over which it went", words: [...new Set(modems)] },
      { name: "other", doc: "address of the other end; −1 for all" },
      { name: "reason", doc: "why this modem", words: REASONS },
      { name: "outcome", doc: "what became of it there", words: OUTCOMES },
      { name: "bytes", doc: "bytes of a user" },
      { name: "distance_m", doc: "to the receiver, as it was known" },
      { name: "margin_dB", doc: "of the modem by whose quality it was chosen, over its threshold" },
    ],
  };
}

function checkAmong(
  hybrid: HybridDesign,
  all: readonly Thing[],
  report: ThingReport,
  links: readonly ThingLink[],
): void {
  const { component, params, rule, traffic } = hybrid;
  const designs = designsAmong(all);
  const there = modemsBeside(component, designs).map((modem) => modem.component.id);
  const say = (message: string, detail?: { readonly allowed?: string; readonly hint?: string }): void =>
    report("modems", `${component.path}: ${message}`, detail);
  const modems = modemsOf(hybrid, designs);
  for (const [k, name] of params.modems.entries()) {
    if (modems[k] === undefined)
      say(`its vehicle has no modem ${JSON.stringify(name)}`, { allowed: there.join(", ") || "none" });
    if (params.modems.indexOf(name) < k) say(`it names the modem ${JSON.stringify(name)} twice`);
  }
  if (rule.modems !== undefined && rule.modems !== params.modems.length) {
    const message = `switchDistances_m has ${rule.modems - 1} numbers for ${params.modems.length} modems`;
    report("switchDistances_m", `${component.path}: ${message}`, {
      allowed: `${params.modems.length - 1}: one for each modem behind the first`,
    });
  }
  const known = modems.filter((modem): modem is ModemDesign => modem !== undefined);
  if (known.length < params.modems.length || new Set(known).size < known.length) return;
  for (const [k, modem] of known.entries()) {
    const twin = known.slice(0, k).find((each) => shareBand(each, modem));
    if (twin !== undefined) {
      const message = `${twin.component.id} and ${modem.component.id} have the same band: they would spoil each other's frames`;
      say(message, { hint: "modems of different media, or of bands that do not overlap" });
    } else if (modem.address !== known[0].address) {
      const message = `${known[0].component.id} has the address ${known[0].address}, and ${modem.component.id} ${modem.address}`;
      say(message, { hint: "one address on all bands: a message is known by it, whichever way it comes" });
    }
  }
  checkSharing(hybrid, known, all, say);
  checkAddresses(known, designs, say);
  checkLinks(hybrid, links, report);
  const reached = [...new Set(known.flatMap((modem) => designs.filter((each) => shareBand(modem, each))))];
  const longest = Math.max(...known.map((modem) => modem.params.longestMessageBytes));
  const addresses = [...new Set(reached.map(({ address }) => address))].sort((a, b) => a - b);
  checkTraffic(component.path, traffic, { address: known[0].address, addresses, longest }, report);
}

type Say = (message: string, detail?: { readonly allowed?: string; readonly hint?: string }) => void;

/** A modem is used by one. */
function checkSharing(
  { component }: HybridDesign,
  modems: readonly ModemDesign[],
  all: readonly Thing[],
  say: Say,
): void {
  for (const thing of all) {
    const other = (thing as Partial<HybridThing>).hybrid;
    if (other === undefined) continue;
    // Each pair is reported once, at the second one.
    if (other.component === component) return;
    if (vehiclePath(other.component) !== vehiclePath(component)) continue;
    const shared = modems.find((modem) => other.params.modems.includes(modem.component.id));
    if (shared !== undefined) say(`${other.component.path} uses the modem ${shared.component.id} already`);
  }
}

/** An address means one vehicle, whichever band it is reached on. */
function checkAddresses(modems: readonly ModemDesign[], designs: readonly ModemDesign[], say: Say): void {
  const bands = modems.map((modem) => designs.filter((each) => shareBand(modem, each)));
  for (const [k, band] of bands.entries()) {
    for (const each of band) {
      const same = (other: ModemDesign): boolean =>
        other.address === each.address && vehiclePath(other.component) !== vehiclePath(each.component);
      const twin = bands.slice(0, k).flat().find(same);
      if (twin === undefined) continue;
      const message = `the address ${each.address} is ${twin.component.path} over ${modems[0].component.id}, and ${each.component.path} over ${modems[k].component.id}`;
      say(message, { hint: "give the modems of one vehicle one address, and no other vehicle the same" });
      return;
    }
  }
}

function checkLinks({ component, params }: HybridDesign, links: readonly ThingLink[], report: ThingReport): void {
  const own = links.find(({ to }) => to === `${component.id}.outgoing`);
  for (const { to, range } of links) {
    const modem = params.modems.find((name) => to === `${name}.outgoing`);
    if (modem === undefined) continue;
    const also = own === undefined ? "" : `, and to ${own.to}`;
    const message = `software sends to ${to}${also}: ${component.path} chooses when ${modem} is used`;
    report("link", message, { hint: `link to ${component.id}.outgoing alone` }, { origin: {}, range });
  }
}
