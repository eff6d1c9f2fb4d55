/**
 * A hybrid modem in a run.
 *
 *   message ──▶ rule ──▶ one of its modems ──▶ acknowledged, or sent ──▶ report
 *                 ▲            └─ failed ──▶ the next one that has not had it ──▶ …
 *                 │ heard
 *   message ◀── new? ◀── delivered by any of its modems
 *
 * Its modems take their serial numbers from one count, so that a message has one name on all bands: what comes over two of them, since an acknowledgement
 * was lost, is delivered once. A modem over which a message failed is not used to that address for retry_s, or until it hears that address, where there is
 * one with a longer range, or one that the rule finds near or good.
 * Only what is to be acknowledged, or what the modem refuses, can fail: a message that is simply sent and lost stays lost.
 */

import { NS_PER_S, S_PER_NS } from "../../core/index.ts";
import type { InPort, Moment, OutPort, ThingSite, ThingWriter } from "../../engine/index.ts";
import { PHASE } from "../../engine/index.ts";
import type { CommunicationsDevice, DeviceHost } from "../device.ts";
import { BROADCAST, deliveredMessage, LONGEST_MESSAGE, messageReport, OUTCOMES, outgoingMessage } from "../messages.ts";
import { ModemDevice } from "../modem-device.ts";
import type { ModemListener } from "../modem-listener.ts";
import { OwnTraffic } from "../own-traffic.ts";
import { SerialWindow } from "../serial-window.ts";
import { type HybridDesign, modemsOf } from "./design.ts";
import { CHOICE, CHOICE_SIZE, longestOf, REASON, REASONS, type Rule } from "./rule.ts";
import { UnderWay, WAY } from "./under-way.ts";

/** Events: code, and a number above it. */
const EVENT = { start: 0, traffic: 1, again: 2 } as const;
const CODES = 4;

const MESSAGE = outgoingMessage.at;
const DELIVERED = deliveredMessage.at;
const REPORT = messageReport.at;
const GOOD: readonly number[] = [OUTCOMES.indexOf("sent"), OUTCOMES.indexOf("acknowledged")];
/** What puts a modem in doubt: not that it had no room, or that the message was not for it. */
const DOUBTFUL: readonly number[] = (["not acknowledged", "given up", "switched off"] as const).map((outcome) =>
  OUTCOMES.indexOf(outcome),
);
const QUEUE_FULL = OUTCOMES.indexOf("queue full");

// Scratch of one event.
const taken = new Float64Array(outgoingMessage.size);
const given = new Float64Array(outgoingMessage.size);
const reported = new Float64Array(messageReport.size);
const choice = new Float64Array(CHOICE_SIZE);
const other = new Float64Array(CHOICE_SIZE);
const row = new Float64Array(9);
const payload = new Uint8Array(LONGEST_MESSAGE);

export class HybridDevice implements CommunicationsDevice, ModemListener {
  readonly transducer = null;
  readonly isLinked: boolean;
  readonly serialAt: number;
  readonly #design: HybridDesign;
  readonly #site: ThingSite;
  readonly #outgoing: InPort<typeof outgoingMessage.fields> | null;
  readonly #delivered: OutPort<typeof deliveredMessage.fields>;
  readonly #report: OutPort<typeof messageReport.fields>;
  readonly #channel: ThingWriter | null;
  readonly #traffic: OwnTraffic;
  readonly #switches: number;
  readonly #failed: number;
  readonly #received: number;
  readonly #copies: number;
  readonly #queueFull: number;
  /** By modem: place of the figure of its messages. */
  readonly #over: readonly number[];
  // Known when all devices have joined.
  #host!: DeviceHost;
  #modems: readonly ModemDevice[] = [];
  /** Addresses of all their bands, increasing, the own one among them. */
  #peers: readonly number[] = [];
  #own = -1;
  #rule!: Rule;
  #seen!: SerialWindow;
  #underWay!: UnderWay;
  /** Integers, of each peer: the modem of the last message to it. */
  #currentAt = -1;
  /** Reals, of each peer and modem: until when it is not used. */
  #doubtAt = -1;
  readonly #schedule = (moment: Moment, t_ns: number, k: number): void =>
    this.#host.schedule(moment, t_ns, EVENT.traffic + CODES * k);

  constructor(site: ThingSite, design: HybridDesign, figures: readonly string[]) {
    this.#design = design;
    this.#site = site;
    this.serialAt = site.reals("serial", 1);
    this.#outgoing = site.isLinked("outgoing") ? site.in("outgoing", { capacity: 4 }) : null;
    this.isLinked = this.#outgoing !== null;
    this.#delivered = site.out("delivered", PHASE.react);
    this.#report = site.out("report", PHASE.react);
    this.#channel = design.params.logged === "none" ? null : site.channel("");
    this.#traffic = new OwnTraffic(site, design.traffic);
    this.#switches = site.figure("switches");
    this.#failed = site.figure("failed");
    this.#received = site.figure("delivered");
    this.#copies = site.figure("copies");
    this.#queueFull = site.figure("queueFull");
    this.#over = figures.map((name) => site.figure(name));
  }

  install(host: DeviceHost): void {
    const site = this.#site;
    const all = host.devices.flatMap((device) => (device instanceof ModemDevice ? [device] : []));
    const designs = modemsOf(
      this.#design,
      all.map(({ design }) => design),
    );
    this.#host = host;
    this.#modems = designs.flatMap((design) => all.filter((device) => device.design === design));
    for (const [k, modem] of this.#modems.entries()) modem.listen(this, k);
    this.#peers = [...new Set(this.#modems.flatMap(({ band }) => band))].sort((a, b) => a - b);
    this.#own = this.#peers.indexOf(this.#modems[0].design.address);
    const [modems, peers] = [this.#modems.length, this.#peers.length];
    this.#rule = this.#design.rule.join({
      modems,
      peers,
      reals: (name, ...places) => site.reals(`rule/${name}`, ...places),
    });
    this.#seen = new SerialWindow(site, "seen", peers);
    this.#underWay = new UnderWay(site, this.#design.params.queue, this.#longest());
    this.#currentAt = site.integers("current", peers);
    this.#doubtAt = site.reals("doubt", peers * modems);
    host.at(0, EVENT.start);
  }

  due(moment: Moment, data: number): void {
    const code = data % CODES;
    const number = (data - code) / CODES;
    if (code === EVENT.traffic) this.#generate(moment, number);
    else if (code === EVENT.again) this.#handAgain(moment, number);
    else this.#traffic.start(moment, this.#schedule);
  }

  look(moment: Moment): void {
    const port = this.#outgoing;
    if (port === null) return;
    for (
      let length = port.peekPayload(moment, payload, 0);
      length >= 0;
      length = port.peekPayload(moment, payload, 0)
    ) {
      port.receive(moment, taken, 0);
      this.#take(moment, payload, length);
    }
  }

  #generate(moment: Moment, k: number): void {
    const { isReliable, bytes } = this.#traffic.of(k);
    taken[MESSAGE.destination] = this.#traffic.destination(moment, k, this.#peers, this.#own);
    taken[MESSAGE.isReliable] = isReliable ? 1 : 0;
    taken[MESSAGE.reference] = -1;
    this.#take(moment, bytes, bytes.length);
    this.#traffic.next(moment, k, this.#schedule);
  }

  // ---- Out

  /** A message `taken`, with its bytes. */
  #take(moment: Moment, data: Uint8Array, length: number): void {
    const { reals, bytes } = moment;
    const slot = this.#underWay.free(moment);
    if (slot < 0) {
      reals[this.#queueFull]++;
      this.#site.tell(moment, "queueFull");
      this.#reportOf(moment, taken[MESSAGE.reference], QUEUE_FULL, 0);
      return;
    }
    const w = this.#underWay.placeOf(slot);
    reals[w + WAY.isUsed] = 1;
    reals[w + WAY.tried] = 0;
    reals[w + WAY.waiting] = 0;
    reals[w + WAY.destination] = taken[MESSAGE.destination];
    reals[w + WAY.isReliable] = taken[MESSAGE.isReliable];
    reals[w + WAY.reference] = taken[MESSAGE.reference];
    reals[w + WAY.serial] = ++reals[this.serialAt];
    reals[w + WAY.bytes] = length;
    reals[w + WAY.attempts] = 0;
    reals[w + WAY.outcome] = -1;
    // What is longer than any modem takes is refused by the first one, without its bytes.
    const b = this.#underWay.bytesOf(slot);
    const kept = Math.min(length, this.#longest());
    for (let k = 0; k < kept; k++) bytes[b + k] = data[k];
    this.#hand(moment, slot);
  }

  #longest(): number {
    let longest = 0;
    for (const { design } of this.#modems) longest = Math.max(longest, design.params.longestMessageBytes);
    return longest;
  }

  /** Gives a new message to a modem, or one for all to all of them. */
  #hand(moment: Moment, slot: number): void {
    const w = this.#underWay.placeOf(slot);
    const destination = moment.reals[w + WAY.destination];
    const peer = this.#peers.indexOf(destination);
    const open = peer < 0 ? 0 : this.#open(moment, w);
    const toAll = destination === BROADCAST;
    if (open === 0) {
      choice.fill(Number.NaN);
      choice[CHOICE.modem] = 0;
      choice[CHOICE.reason] = toAll ? REASON["for all"] : REASON["the only one"];
    } else this.#chooseInto(choice, moment, peer, open);
    const first = choice[CHOICE.modem];
    const last = toAll && this.#design.params.broadcasts === "all" ? this.#modems.length - 1 : first;
    this.#send(moment, slot, peer, first, last);
  }

  /** A message failed over a modem: gives it to another one, if there is one that may do better, or reports that it failed. */
  #handAgain(moment: Moment, slot: number): void {
    const { reals, integers } = moment;
    const w = this.#underWay.placeOf(slot);
    const peer = this.#peers.indexOf(reals[w + WAY.destination]);
    const open = this.#open(moment, w);
    if (open !== 0) {
      this.#rule.chooseInto(choice, moment, peer, integers[this.#currentAt + peer], open);
      if (mayReplace(choice, longestOf(reals[w + WAY.tried]))) {
        choice[CHOICE.reason] = REASON["another one failed"];
        this.#send(moment, slot, peer, choice[CHOICE.modem], choice[CHOICE.modem]);
        return;
      }
    }
    this.#finish(moment, w);
  }

  /** To modems first to last, as `choice` says. */
  #send(moment: Moment, slot: number, peer: number, first: number, last: number): void {
    const { reals, integers } = moment;
    const w = this.#underWay.placeOf(slot);
    reals[w + WAY.begin_ns] = moment.instant_ns[0];
    reals[w + WAY.reason] = choice[CHOICE.reason];
    reals[w + WAY.distance_m] = choice[CHOICE.distance_m];
    reals[w + WAY.margin_dB] = choice[CHOICE.margin_dB];
    if (peer >= 0 && integers[this.#currentAt + peer] !== first) {
      this.#tellSwitch(moment, integers[this.#currentAt + peer], reals[w + WAY.destination]);
      integers[this.#currentAt + peer] = first;
      reals[this.#switches]++;
    }
    for (let k = first; k <= last; k++) reals[w + WAY.tried] += 1 << k;
    reals[w + WAY.waiting] += last - first + 1;
    for (let k = first; k <= last; k++) this.#give(moment, slot, k);
  }

  #give(moment: Moment, slot: number, modem: number): void {
    const { reals, bytes } = moment;
    const w = this.#underWay.placeOf(slot);
    given[MESSAGE.destination] = reals[w + WAY.destination];
    given[MESSAGE.isReliable] = reals[w + WAY.isReliable];
    given[MESSAGE.reference] = slot;
    reals[this.#over[modem]]++;
    const length = reals[w + WAY.bytes];
    this.#modems[modem].accept(moment, given, reals[w + WAY.serial], bytes, this.#underWay.bytesOf(slot), length);
  }

  /** For one receiver: by the rule, and where a message failed over what it chooses, by the rule without that. open: bit k for modem k. */
  #chooseInto(out: Float64Array, moment: Moment, peer: number, open: number): void {
    const { reals, integers, instant_ns } = moment;
    const current = integers[this.#currentAt + peer];
    this.#rule.chooseInto(out, moment, peer, current, open);
    if ((open & (open - 1)) === 0) {
      out[CHOICE.reason] = REASON["the only one"];
      return;
    }
    let trusted = open;
    const doubt = this.#doubtAt + peer * this.#modems.length;
    for (let k = 0; k < this.#modems.length; k++) if (reals[doubt + k] > instant_ns[0]) trusted &= ~(1 << k);
    if (trusted === 0 || (trusted >> out[CHOICE.modem]) & 1) return;
    this.#rule.chooseInto(other, moment, peer, current, trusted);
    if (!mayReplace(other, out[CHOICE.modem])) return;
    out[CHOICE.modem] = other[CHOICE.modem];
    out[CHOICE.reason] = REASON["another one failed"];
  }

  /** Bit k: modem k reaches the receiver, takes a message of this length, and has not had it. */
  #open({ reals }: Moment, w: number): number {
    let open = 0;
    for (let k = 0; k < this.#modems.length; k++) {
      const { band, design } = this.#modems[k];
      const fits = reals[w + WAY.bytes] <= design.params.longestMessageBytes;
      const isNew = ((reals[w + WAY.tried] >> k) & 1) === 0;
      if (fits && isNew && band.includes(reals[w + WAY.destination])) open |= 1 << k;
    }
    return open;
  }

  #tellSwitch(moment: Moment, from: number, address: number): void {
    const names = this.#design.params.modems;
    const { modem, reason, distance_m, margin_dB } = CHOICE;
    const why: string[] = [REASONS[choice[reason]]];
    if (!Number.isNaN(choice[distance_m])) why.push(`${choice[distance_m].toFixed(1)} m`);
    if (!Number.isNaN(choice[margin_dB])) why.push(`${choice[margin_dB].toFixed(1)} dB over the threshold`);
    const words = `to ${address} over ${names[choice[modem]]}, no longer ${names[from]}: ${why.join(", ")}`;
    this.#site.tell(moment, "switched", words);
  }

  // ---- What its modems report

  reported(moment: Moment, modem: number, slot: number, outcome: number, attempts: number): void {
    const { reals } = moment;
    const w = this.#underWay.placeOf(slot);
    const isGood = GOOD.includes(outcome);
    this.#write(moment, w, modem, outcome);
    reals[w + WAY.attempts] += attempts;
    reals[w + WAY.waiting]--;
    if (isGood || !GOOD.includes(reals[w + WAY.outcome])) reals[w + WAY.outcome] = outcome;
    const peer = this.#peers.indexOf(reals[w + WAY.destination]);
    if (!isGood) {
      const { instant_ns } = moment;
      reals[this.#failed]++;
      if (peer >= 0 && DOUBTFUL.includes(outcome))
        reals[this.#doubtAt + peer * this.#modems.length + modem] =
          instant_ns[0] + this.#design.params.retry_s * NS_PER_S;
      // Not at once: the modem that reports is in the middle of what it does.
      if (peer >= 0) this.#host.schedule(moment, instant_ns[0], EVENT.again + CODES * slot);
      if (peer >= 0) return;
    }
    if (reals[w + WAY.waiting] === 0) this.#finish(moment, w);
  }

  #finish(moment: Moment, w: number): void {
    const { reals } = moment;
    reals[w + WAY.isUsed] = 0;
    this.#reportOf(moment, reals[w + WAY.reference], reals[w + WAY.outcome], reals[w + WAY.attempts]);
  }

  #reportOf(moment: Moment, reference: number, outcome: number, attempts: number): void {
    if (reference < 0) return;
    reported[REPORT.t_ns] = moment.instant_ns[0];
    reported[REPORT.reference] = reference;
    reported[REPORT.outcome] = outcome;
    reported[REPORT.attempts] = attempts;
    this.#report.send(moment, reported, 0);
  }

  #write(moment: Moment, w: number, modem: number, outcome: number): void {
    if (this.#channel === null) return;
    const { reals } = moment;
    row[0] = reals[w + WAY.begin_ns] * S_PER_NS;
    row[1] = moment.instant_ns[0] * S_PER_NS;
    row[2] = modem;
    row[3] = reals[w + WAY.destination];
    row[4] = reals[w + WAY.reason];
    row[5] = outcome;
    row[6] = reals[w + WAY.bytes];
    row[7] = reals[w + WAY.distance_m];
    row[8] = reals[w + WAY.margin_dB];
    this.#channel.write(moment.instant_ns[0], row, 0);
  }

  // ---- In

  heard(moment: Moment, modem: number, address: number, range_m: number, margin_dB: number): void {
    const peer = this.#peers.indexOf(address);
    if (peer < 0) return;
    moment.reals[this.#doubtAt + peer * this.#modems.length + modem] = 0;
    this.#rule.heard(moment, modem, peer, range_m, margin_dB);
  }

  delivered(moment: Moment, told: Float64Array, serial: number, data: Uint8Array, d: number, length: number): void {
    const { reals, integers } = moment;
    const origin = this.#peers.indexOf(told[DELIVERED.source]);
    if (origin >= 0 && !this.#seen.isNew(integers, origin, serial)) {
      reals[this.#copies]++;
      return;
    }
    reals[this.#received]++;
    this.#delivered.send(moment, told, 0, data, d, length);
  }
}

/** Whether what the rule chooses may do better than a modem that failed. */
function mayReplace(chosen: Float64Array, failed: number): boolean {
  const reason = chosen[CHOICE.reason];
  return chosen[CHOICE.modem] < failed || reason === REASON.near || reason === REASON.good;
}
