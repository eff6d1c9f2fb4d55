/**
 * A modem in a run: its queue, its scheme, what it sends, what it hears, and what becomes of it.
 *
 *   message ──▶ queue ──▶ on offer to the scheme ──▶ frame on its way ──▶ (acknowledged) ──▶ report
 *                                                         ╎ medium
 *   message ◀── delivered ◀── decided at its end ◀── reception (receptions.ts)
 *
 * A frame that is to be acknowledged is offered again where no acknowledgement comes in time, up to `attempts` times; meanwhile the next message
 * waits (stop and wait). A receiver acknowledges each copy and delivers one. A frame whose last receiver is another modem is
 * put into the receiver's own queue: a relay.
 *
 * What the sender has learnt of a receiver is one number for each, the level that would be just at 0 dB there:
 *
 *   c = L_sent − SNR_there    (of an acknowledgement, which brings it)                                (1)
 *   c = L_sent there − SNR_here    (of any other frame from there: the way back is as long)          (2)
 *   SNR expected at level L:  L − c                                                                   (3)
 *   rate: the highest whose threshold θ satisfies full level − c ≥ θ, or the lowest                   (4)
 *   level: c + θ + margin, between the least and the full level                                       (5)
 *   electrical power at level L:  P_listen + (P_transmit − P_listen) 10^((L − full level)/10)         (6)  [Erdemir2018, Table 5.2]: P_c and the signal
 *
 * A frame that was not acknowledged is sent at full level and at the lowest rate the next time.
 *
 * Everything that changes is state of the engine. The carrier brings no bytes: a receiver takes them from the sender's ring of what
 * it has sent of late (frames.ts).
 * Left out: a modem that locks on to one frame and misses another that does not overlap with it; clocks that are not true (computers on board
 * will have them); hearing its own echo.
 */
import { invariant, type RandomStream, S_PER_NS } from "../core/index.ts";
import type { InPort, Moment, OutPort, ThingSite, ThingWriter } from "../engine/index.ts";
import { PHASE } from "../engine/index.ts";
import {
  ARRIVAL_RECORD,
  arrivals,
  emission,
  type powerDraw,
  type powerState,
  type Transducer,
} from "../environment/index.ts";
import { exp, log10 } from "../math/index.ts";
import type { CommunicationsDevice, DeviceHost } from "./device.ts";
import { Frames } from "./frames.ts";
import { FRAME, FRAME_SIZE, FRAME_TYPE, MAC_TIMERS, type Mac, type MacLink } from "./mac/mac.ts";
import {
  BROADCAST,
  deliveredMessage,
  LONGEST_MESSAGE,
  messageReport,
  OUTCOMES,
  type Outcome,
  outgoingMessage,
} from "./messages.ts";
import {
  bandOf,
  duration_ns,
  type FigureName,
  type ModemDesign,
  type ModemPlan,
  planOf,
  SORT,
} from "./modem-design.ts";
import { FATE, RECEPTION, Receptions } from "./receptions.ts";
import { ANY, type TrafficSource } from "./traffic.ts";

/** Frames that are remembered until they have arrived everywhere. */
const UNDER_WAY = 32;
/** Acknowledgements that can wait. */
const ANSWERS = 8;
/** Signals that one modem can follow at a time, at the least and at the most. */
const RECEPTIONS = { least: 16, most: 256 } as const;
/** So many signals are followed before it is looked which of them are over. */
const MANY = 8;
/** Serial numbers behind the greatest that are remembered, of each origin. */
const WINDOW = 31;

/** Events of a modem: code, and a number above it. */
const EVENT = { start: 0, sent: 1, heard: 2, begins: 3, timer: 4, answer: 5, noAnswer: 6, traffic: 7 } as const;
const CODES = 8;

/** Reals of a modem. */
const MEMORY = {
  /** Of what it sends now, or has sent last; its count. */
  sendStart_ns: 0,
  sendEnd_ns: 1,
  number: 2,
  /** What it is sending: one of KIND. */
  sending: 3,
  offered: 4,
  /** 1: the first message of the queue waits for its acknowledgement, until answerDue_ns. */
  waits: 5,
  answerDue_ns: 6,
  attempts: 7,
  queueFirst: 8,
  queueCount: 9,
  answerFirst: 10,
  answerCount: 11,
  serial: 12,
  isOff: 13,
  answerAt_ns: 14,
  timers_ns: 15,
} as const;
const MEMORY_SIZE = MEMORY.timers_ns + MAC_TIMERS;

const KIND = { none: 0, data: 1, answer: 2, control: 3 } as const;

const OUT = emission.at;
const ARRIVAL = arrivals.at;
const MESSAGE = outgoingMessage.at;
const DELIVERED = deliveredMessage.at;
const REPORT = messageReport.at;

// Scratch of one event.
const scratch = new Float64Array(4);
const frame = new Float64Array(FRAME_SIZE);
const sent = new Float64Array(emission.size);
const taken = new Float64Array(outgoingMessage.size);
const told = new Float64Array(deliveredMessage.size);
const reported = new Float64Array(messageReport.size);
const row = new Float64Array(12);
const payload = new Uint8Array(LONGEST_MESSAGE);
const TENTH_LN10 = Math.LN10 / 10;
const NO_BYTES = new Uint8Array(0);

const FIGURE_OF_FATE: Readonly<Record<number, FigureName>> = {
  [FATE.outOfRange]: "outOfRange",
  [FATE.noise]: "noise",
  [FATE.collision]: "collisions",
  [FATE.halfDuplex]: "halfDuplex",
  [FATE.fading]: "fading",
  [FATE.cutOff]: "cutOff",
  [FATE.antenna]: "lostAntenna",
};
const SORT_OF_FATE: readonly number[] = (() => {
  const sorts: number[] = [];
  sorts[FATE.received] = SORT.received;
  sorts[FATE.notForMe] = SORT["not for me"];
  sorts[FATE.outOfRange] = SORT["out of range"];
  sorts[FATE.noise] = SORT.noise;
  sorts[FATE.collision] = SORT.collision;
  sorts[FATE.halfDuplex] = SORT["half duplex"];
  sorts[FATE.fading] = SORT.fading;
  sorts[FATE.antenna] = SORT["antenna not in its medium"];
  sorts[FATE.cutOff] = SORT["cut off"];
  return sorts;
})();

export class ModemDevice implements CommunicationsDevice, MacLink {
  readonly design: ModemDesign;
  readonly transducer: Transducer;
  readonly isLinked: boolean;
  readonly #site: ThingSite;
  readonly #at: number;
  readonly #figures: Readonly<Record<FigureName, number>>;
  /** By FATE: place of its figure; −1 for none. */
  readonly #fates: Int32Array;
  readonly #queue: Frames;
  readonly #underWay: Frames;
  /** Frames of acknowledgements that wait. */
  readonly #answers: Frames;
  readonly #channel: ThingWriter | null;
  readonly #logsAll: boolean;
  readonly #isSinr: boolean;
  /** Rule "overlap" at the end of a signal: others that overlap with it may still be cut off before they do. */
  #isCuttable = false;
  readonly #isHalf: boolean;
  readonly #outgoing: InPort<typeof outgoingMessage.fields> | null;
  readonly #supply: InPort<typeof powerState.fields> | null;
  readonly #delivered: OutPort<typeof deliveredMessage.fields>;
  readonly #report: OutPort<typeof messageReport.fields>;
  readonly #power: OutPort<typeof powerDraw.fields> | null;
  readonly #dice: RandomStream | null;
  readonly #sources: readonly TrafficSource[];
  readonly #anyone: RandomStream | null;
  // Known when all devices have joined.
  #host!: DeviceHost;
  #receptions!: Receptions;
  #mac!: Mac;
  #plan!: ModemPlan;
  /** Addresses of the band, increasing, its own among them; and the transducers to which they belong. */
  #band: readonly number[] = [];
  /** By transducer: the modem, where it shares the band. */
  #peers: readonly (ModemDevice | null)[] = [];
  /** Reals: c of (1), for each of the band; integers: greatest serial and those behind it, for each. */
  #costsAt = -1;
  #seenAt = -1;

  constructor(site: ThingSite, design: ModemDesign) {
    const { params } = design;
    this.design = design;
    this.transducer = design.transducer;
    this.#site = site;
    this.#at = site.reals("", MEMORY_SIZE, start());
    const figure = (name: FigureName): number => site.figure(name);
    this.#figures = {
      sent: figure("sent"),
      delivered: figure("delivered"),
      outOfRange: figure("outOfRange"),
      noise: figure("noise"),
      collisions: figure("collisions"),
      halfDuplex: figure("halfDuplex"),
      fading: figure("fading"),
      cutOff: figure("cutOff"),
      lostAntenna: figure("lostAntenna"),
      queueFull: figure("queueFull"),
      refused: figure("refused"),
      unacknowledged: figure("unacknowledged"),
      sending_s: figure("sending_s"),
      transmitEnergy_J: figure("transmitEnergy_J"),
    };
    this.#fates = Int32Array.from({ length: FATE.other + 1 }, (_, fate) => {
      const name = FIGURE_OF_FATE[fate];
      return name === undefined ? -1 : this.#figures[name];
    });
    this.#queue = new Frames(site, "queue", params.queue, params.longestMessageBytes);
    this.#underWay = new Frames(site, "underWay", UNDER_WAY, params.longestMessageBytes);
    this.#answers = new Frames(site, "answers", ANSWERS, 0);
    this.#channel = params.logged === "none" ? null : site.channel("");
    this.#logsAll = params.logged === "all";
    this.#isSinr = params.collisions === "sinr" || design.success !== null;
    this.#isHalf = params.duplex === "half";
    this.#outgoing = site.isLinked("outgoing") ? site.in("outgoing", { capacity: 4 }) : null;
    this.#supply = site.isLinked("supply") ? site.in("supply", { capacity: 2 }) : null;
    this.isLinked = this.#outgoing !== null || this.#supply !== null;
    this.#delivered = site.out("delivered", PHASE.react);
    this.#report = site.out("report", PHASE.react);
    const draws = params.transmitPower_W !== 0 || params.listenPower_W !== 0;
    this.#power = draws ? site.out("power", PHASE.react) : null;
    this.#dice = design.success === null ? null : site.random("reception");
    this.#anyone = design.traffic.some(({ made }) => made.destination === ANY) ? site.random("receivers") : null;
    this.#sources = design.traffic.map(({ component, made }) =>
      made.join({
        integers: (name, size) => site.integers(`traffic/${component.id}/${name}`, size),
        random: (name) => site.random(`traffic/${component.id}/${name}`),
      }),
    );
  }

  /** Whether what it sends may end earlier than it said. */
  get mayCut(): boolean {
    return this.design.scheme.listensWhileSending === true || this.#supply !== null;
  }

  install(host: DeviceHost): void {
    const { design } = this;
    const site = this.#site;
    const modems = host.devices.flatMap((device) => (device instanceof ModemDevice ? [device.design] : []));
    const band = bandOf(design, modems);
    this.#host = host;
    this.#plan = planOf(design, band);
    this.#band = band.map(({ address }) => address);
    this.#peers = host.devices.map((device) =>
      device instanceof ModemDevice && band.includes(device.design) ? device : null,
    );
    this.#isCuttable = this.#peers.some((peer) => peer?.mayCut === true);
    const capacity = Math.min(RECEPTIONS.most, Math.max(RECEPTIONS.least, 4 * band.length));
    this.#receptions = new Receptions(site, "receptions", capacity);
    const { powerControl, rates_bps } = design.params;
    if (powerControl === "adaptive" || rates_bps !== undefined)
      this.#costsAt = site.reals("costs", band.length, new Array<number>(band.length).fill(Number.NaN));
    this.#seenAt = site.integers("seen", 2 * band.length);
    this.#mac = design.scheme.join({
      plan: this.#plan,
      reals: (name, size, initial) => site.reals(`mac/${name}`, size, initial),
      integers: (name, size) => site.integers(`mac/${name}`, size),
      random: (name) => site.random(`mac/${name}`),
    });
    host.at(0, EVENT.start);
  }

  // ---- Events

  due(moment: Moment, data: number): void {
    const { reals } = moment;
    const now_ns = moment.instant_ns[0];
    const code = data % CODES;
    const number = (data - code) / CODES;
    if (code === EVENT.heard) this.#ends(moment, number);
    else if (code === EVENT.sent) {
      if (reals[this.#at + MEMORY.sendEnd_ns] === now_ns) this.#hasSent(moment);
    } else if (code === EVENT.timer) {
      const at = this.#at + MEMORY.timers_ns + number;
      if (reals[at] !== now_ns || this.#isOff(moment)) return;
      reals[at] = -1;
      this.#mac.timer?.(moment, this, number);
    } else if (code === EVENT.traffic) this.#generate(moment, number);
    else if (code === EVENT.answer) this.#sendAnswer(moment);
    else if (code === EVENT.noAnswer) {
      if (reals[this.#at + MEMORY.waits] === 1 && reals[this.#at + MEMORY.answerDue_ns] === now_ns)
        this.#isNotAnswered(moment);
    } else if (code === EVENT.begins) {
      if (this.isSending(moment)) this.#mac.disturbed?.(moment, this);
    } else if (code === EVENT.start) this.#start(moment);
  }

  #start(moment: Moment): void {
    this.#draw(moment, this.design.params.listenPower_W);
    this.#sources.forEach((source, k) => {
      source.firstInto(scratch, moment);
      this.#scheduleTraffic(moment, k);
    });
    this.#mac.start?.(moment, this);
  }

  look(moment: Moment): void {
    if (this.#supply !== null) {
      while (this.#supply.receive(moment, scratch, 0)) if (scratch[0] === 0) this.#switchOff(moment);
    }
    const port = this.#outgoing;
    if (port === null) return;
    for (
      let length = port.peekPayload(moment, payload, 0);
      length >= 0;
      length = port.peekPayload(moment, payload, 0)
    ) {
      port.receive(moment, taken, 0);
      frame.fill(0);
      frame[FRAME.target] = taken[MESSAGE.destination];
      frame[FRAME.isReliable] = taken[MESSAGE.isReliable] !== 0 && taken[MESSAGE.destination] !== BROADCAST ? 1 : 0;
      frame[FRAME.bytes] = length;
      frame[FRAME.reference] = taken[MESSAGE.reference];
      this.#enqueueOwn(moment, payload);
    }
  }

  #switchOff(moment: Moment): void {
    const { reals } = moment;
    if (this.#isOff(moment)) return;
    reals[this.#at + MEMORY.isOff] = 1;
    if (this.isSending(moment)) this.#stopSending(moment);
    const waiting = reals[this.#at + MEMORY.queueCount];
    for (let k = 0; k < waiting; k++) this.#reportHead(moment, "switched off", k);
    reals[this.#at + MEMORY.queueCount] = 0;
    reals[this.#at + MEMORY.offered] = KIND.none;
    reals[this.#at + MEMORY.waits] = 0;
    reals[this.#at + MEMORY.answerCount] = 0;
    this.#site.tell(moment, "off");
  }

  #isOff(moment: Moment): boolean {
    return moment.reals[this.#at + MEMORY.isOff] === 1;
  }

  #draw(moment: Moment, power_W: number): void {
    if (this.#power === null) return;
    scratch[3] = power_W;
    this.#power.send(moment, scratch, 3);
  }

  // ---- Messages in

  #scheduleTraffic(moment: Moment, k: number): void {
    const next_ns = scratch[0];
    if (next_ns < Number.MAX_SAFE_INTEGER) this.#host.schedule(moment, next_ns, EVENT.traffic + CODES * k);
  }

  #generate(moment: Moment, k: number): void {
    if (this.#isOff(moment)) return;
    const { destination, isReliable, bytes } = this.design.traffic[k].made;
    frame.fill(0);
    frame[FRAME.target] = destination === ANY ? this.#drawReceiver(moment) : destination;
    frame[FRAME.isReliable] = isReliable && frame[FRAME.target] !== BROADCAST ? 1 : 0;
    frame[FRAME.bytes] = bytes.length;
    frame[FRAME.reference] = -1;
    this.#enqueueOwn(moment, bytes);
    this.#sources[k].nextInto(scratch, moment);
    this.#scheduleTraffic(moment, k);
  }

  #drawReceiver({ integers }: Moment): number {
    const others = this.#band.length - 1;
    if (others === 0 || this.#anyone === null) return BROADCAST;
    const k = this.#anyone.integerBelow(integers, others);
    return this.#band[k < this.#plan.place ? k : k + 1];
  }

  /** A message of this vehicle: frame has its target. */
  #enqueueOwn(moment: Moment, bytes: Uint8Array): void {
    const { reals } = moment;
    const { address, params } = this.design;
    const target = frame[FRAME.target];
    if (this.#isOff(moment)) this.#refuse(moment, "switched off", "it is switched off");
    else if (frame[FRAME.bytes] > params.longestMessageBytes) {
      const words = `a message of ${frame[FRAME.bytes]} bytes; its frames carry ${params.longestMessageBytes}`;
      this.#refuse(moment, "too long", words);
    } else if (target !== BROADCAST && (target === address || !this.#band.includes(target))) {
      this.#refuse(moment, "unknown address", `a message for ${target}; it can reach: ${this.#othersInWords()}`);
    } else {
      frame[FRAME.type] = FRAME_TYPE.data;
      frame[FRAME.origin] = address;
      frame[FRAME.serial] = ++reals[this.#at + MEMORY.serial];
      this.#enqueue(moment, bytes, 0);
    }
  }

  #othersInWords(): string {
    return this.#band.filter((address) => address !== this.design.address).join(", ") || "none";
  }

  #refuse(moment: Moment, outcome: Outcome, words: string): void {
    moment.reals[this.#figures.refused]++;
    this.#site.tell(moment, "refused", `refuses ${words}`);
    this.#reportFrame(moment, outcome, frame[FRAME.reference], 0);
  }

  #enqueue(moment: Moment, bytes: Uint8Array, b: number): void {
    const { reals } = moment;
    const { queue } = this.design.params;
    const count = reals[this.#at + MEMORY.queueCount];
    if (count >= queue) {
      reals[this.#figures.queueFull]++;
      this.#site.tell(moment, "queueFull");
      this.#reportFrame(moment, "queue full", frame[FRAME.reference], 0);
      this.#writeRow(moment, moment.instant_ns[0], SORT["queue full"], frame[FRAME.target], 0, frame[FRAME.bytes]);
      return;
    }
    frame[FRAME.source] = this.design.address;
    frame[FRAME.destination] = this.#nextHop(frame[FRAME.target]);
    frame[FRAME.queued_ns] = moment.instant_ns[0];
    this.#queue.keep(moment, (reals[this.#at + MEMORY.queueFirst] + count) % queue, frame, 0, bytes, b);
    reals[this.#at + MEMORY.queueCount] = count + 1;
    this.#next(moment);
  }

  #nextHop(target: number): number {
    const { routes } = this.design;
    for (let k = 0; k < routes.length; k++) if (routes[k].to === target) return routes[k].via;
    return target;
  }

  /** Offers the next frame to the scheme, if there is one and nothing else is going on. */
  #next(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    if (reals[m + MEMORY.offered] !== KIND.none || this.#isOff(moment)) return;
    const sending = reals[m + MEMORY.sending];
    const answers = reals[m + MEMORY.answerCount] > 0;
    const inTurn = this.design.scheme.ordersAcknowledgements === true;
    if (answers && inTurn && sending !== KIND.answer) reals[m + MEMORY.offered] = KIND.answer;
    // An answer that is to be sent at once goes before what a relay passes on.
    else if (answers && !inTurn) return;
    else if (reals[m + MEMORY.queueCount] > 0 && reals[m + MEMORY.waits] === 0 && sending !== KIND.data)
      reals[m + MEMORY.offered] = KIND.data;
    else return;
    this.#mac.offer(moment, this);
  }

  /** Place in reals of the frame on offer. */
  #head(moment: Moment): number {
    const { reals } = moment;
    return reals[this.#at + MEMORY.offered] === KIND.answer
      ? this.#answers.placeOf(reals[this.#at + MEMORY.answerFirst])
      : this.#queue.placeOf(reals[this.#at + MEMORY.queueFirst]);
  }

  #pop(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    reals[m + MEMORY.queueFirst] = (reals[m + MEMORY.queueFirst] + 1) % this.design.params.queue;
    reals[m + MEMORY.queueCount]--;
    reals[m + MEMORY.attempts] = 0;
  }

  #popAnswer({ reals }: Moment): void {
    const m = this.#at;
    reals[m + MEMORY.answerFirst] = (reals[m + MEMORY.answerFirst] + 1) % ANSWERS;
    reals[m + MEMORY.answerCount]--;
  }

  #reportHead(moment: Moment, outcome: Outcome, behind = 0): void {
    const { reals } = moment;
    const first = (reals[this.#at + MEMORY.queueFirst] + behind) % this.design.params.queue;
    const f = this.#queue.placeOf(first);
    if (reals[f + FRAME.origin] !== this.design.address) return;
    this.#reportFrame(moment, outcome, reals[f + FRAME.reference], reals[this.#at + MEMORY.attempts]);
  }

  #reportFrame(moment: Moment, outcome: Outcome, reference: number, attempts: number): void {
    if (reference < 0) return;
    reported[REPORT.t_ns] = moment.instant_ns[0];
    reported[REPORT.reference] = reference;
    reported[REPORT.outcome] = OUTCOMES.indexOf(outcome);
    reported[REPORT.attempts] = attempts;
    this.#report.send(moment, reported, 0);
  }

  // ---- What the scheme may do

  isSending({ reals }: Moment): boolean {
    return reals[this.#at + MEMORY.sending] !== KIND.none;
  }

  isOffered({ reals }: Moment): boolean {
    return reals[this.#at + MEMORY.offered] !== KIND.none;
  }

  attempt({ reals }: Moment): number {
    return reals[this.#at + MEMORY.offered] === KIND.answer ? 0 : reals[this.#at + MEMORY.attempts];
  }

  busyUntilInto(out: Float64Array, { reals, integers, instant_ns }: Moment): void {
    const now_ns = instant_ns[0];
    const receptions = this.#receptions;
    const count = receptions.count(integers);
    let until_ns = -1;
    for (let k = 0; k < count; k++) {
      const r = receptions.placeOf(receptions.slot(integers, k));
      if (reals[r] > now_ns || reals[r + RECEPTION.isStrong] === 0) continue;
      if (reals[r + RECEPTION.end_ns] > until_ns) until_ns = reals[r + RECEPTION.end_ns];
    }
    out[0] = until_ns > now_ns ? until_ns : now_ns;
  }

  headInto(out: Float64Array, moment: Moment): void {
    const { reals } = moment;
    const f = this.#head(moment);
    for (let k = 0; k < FRAME_SIZE; k++) out[k] = reals[f + k];
    this.#chooseInto(out, moment);
  }

  setTimer(moment: Moment, timer: number, t_ns: number): void {
    const now_ns = moment.instant_ns[0];
    const due_ns = t_ns > now_ns ? t_ns : now_ns;
    moment.reals[this.#at + MEMORY.timers_ns + timer] = due_ns;
    this.#host.schedule(moment, due_ns, EVENT.timer + CODES * timer);
  }

  clearTimer({ reals }: Moment, timer: number): void {
    reals[this.#at + MEMORY.timers_ns + timer] = -1;
  }

  send(moment: Moment): void {
    const { reals, bytes } = moment;
    const m = this.#at;
    const kind = reals[m + MEMORY.offered];
    invariant(kind !== KIND.none, `${this.#site.path}: its scheme sends, but no frame is on offer`);
    this.headInto(frame, moment);
    const first = reals[m + MEMORY.queueFirst];
    const queued_ns = frame[FRAME.queued_ns];
    reals[m + MEMORY.offered] = KIND.none;
    if (kind === KIND.data && reals[m + MEMORY.attempts] === 0 && queued_ns < moment.instant_ns[0])
      this.#writeRow(moment, queued_ns, SORT["waiting to send"], frame[FRAME.destination], 0, frame[FRAME.bytes]);
    if (kind === KIND.data) reals[m + MEMORY.attempts]++;
    else this.#popAnswer(moment);
    this.#transmit(moment, kind, bytes, this.#queue.bytesOf(first));
  }

  control(moment: Moment, type: number, destination: number, a: number, b: number): void {
    frame.fill(0);
    frame[FRAME.type] = type;
    frame[FRAME.source] = this.design.address;
    frame[FRAME.destination] = destination;
    frame[FRAME.origin] = this.design.address;
    frame[FRAME.target] = destination;
    frame[FRAME.a] = a;
    frame[FRAME.b] = b;
    this.#chooseInto(frame, moment);
    this.#transmit(moment, KIND.control, NO_BYTES, 0);
  }

  giveUp(moment: Moment): void {
    const { reals } = moment;
    invariant(this.isOffered(moment), `${this.#site.path}: its scheme gives up, but no frame is on offer`);
    const isAnswer = reals[this.#at + MEMORY.offered] === KIND.answer;
    reals[this.#at + MEMORY.offered] = KIND.none;
    if (isAnswer) this.#popAnswer(moment);
    else this.#lose(moment, "given up");
    this.#next(moment);
  }

  /** The first message of the queue is lost. */
  #lose(moment: Moment, outcome: Outcome): void {
    const { reals } = moment;
    const f = this.#queue.placeOf(reals[this.#at + MEMORY.queueFirst]);
    reals[this.#figures.unacknowledged]++;
    const target = reals[f + FRAME.target];
    const tries = reals[this.#at + MEMORY.attempts];
    this.#site.tell(
      moment,
      "givenUp",
      `a message for ${target} is given up after ${tries} ${tries === 1 ? "try" : "tries"}`,
    );
    this.#writeRow(moment, moment.instant_ns[0], SORT["no acknowledgement"], target, 0, reals[f + FRAME.bytes]);
    this.#reportHead(moment, outcome);
    this.#pop(moment);
  }

  cut(moment: Moment): void {
    const { reals } = moment;
    invariant(this.isSending(moment), `${this.#site.path}: its scheme cuts what it sends, but it is not sending`);
    const kind = reals[this.#at + MEMORY.sending];
    this.#stopSending(moment);
    if (kind !== KIND.data) return;
    reals[this.#at + MEMORY.offered] = KIND.data;
    this.#mac.offer(moment, this);
  }

  /** Ends what is being sent, here and, as soon as that is heard, everywhere else. */
  #stopSending(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    const now_ns = moment.instant_ns[0];
    const number = reals[m + MEMORY.number];
    const f = this.#underWay.placeOf(number % UNDER_WAY);
    const lasted_ns = now_ns - reals[m + MEMORY.sendStart_ns];
    this.#countSending(moment, lasted_ns - reals[f + FRAME.duration_ns], reals[f + FRAME.level_dB]);
    reals[f + FRAME.duration_ns] = lasted_ns;
    reals[f + FRAME.isCut] = 1;
    reals[m + MEMORY.sendEnd_ns] = now_ns;
    reals[m + MEMORY.sending] = KIND.none;
    this.#writeSent(moment, f, number);
    this.#draw(moment, this.design.params.listenPower_W);
    for (const device of this.#host.devices)
      if (device instanceof ModemDevice) device.isCut(moment, this.#host.transducer, number);
  }

  /** What another modem has begun to send ends earlier than it said. */
  isCut(moment: Moment, emitter: number, number: number): void {
    const { reals, integers } = moment;
    const receptions = this.#receptions;
    const count = receptions.count(integers);
    for (let k = 0; k < count; k++) {
      const slot = receptions.slot(integers, k);
      const r = receptions.placeOf(slot);
      if (reals[r + RECEPTION.emitter] !== emitter || reals[r + RECEPTION.number] !== number) continue;
      const f = this.#host.devices[emitter] as ModemDevice;
      const end_ns = reals[r] + Math.round(f.lasted_ns(moment, number) / reals[r + RECEPTION.dopplerFactor]);
      if (end_ns >= reals[r + RECEPTION.end_ns]) continue;
      reals[r + RECEPTION.end_ns] = end_ns > moment.instant_ns[0] ? end_ns : moment.instant_ns[0];
      if (reals[r + RECEPTION.fate] === FATE.open) this.#doom(moment, r, FATE.cutOff);
      this.#scheduleEnd(moment, slot, r);
    }
  }

  /** How long a frame was sent. */
  lasted_ns({ reals }: Moment, number: number): number {
    return reals[this.#underWay.placeOf(number % UNDER_WAY) + FRAME.duration_ns];
  }

  // ---- Sending

  /** Rate, level and duration of a frame f[0 ..]: (4), (5) of the header. */
  #chooseInto(f: Float64Array, { reals }: Moment): void {
    const { params, level_dB, rates_bps, thresholds_dB } = this.design;
    let rate = params.rates_bps === undefined ? params.bitRate_bps : rates_bps[0];
    let threshold_dB = params.rates_bps === undefined ? params.threshold_dB : thresholds_dB[0];
    let level = level_dB;
    const place = this.#costsAt < 0 ? -1 : this.#band.indexOf(f[FRAME.destination]);
    const isRetry = f[FRAME.type] === FRAME_TYPE.data && reals[this.#at + MEMORY.attempts] > 0;
    const cost_dB = place < 0 ? Number.NaN : reals[this.#costsAt + place];
    if (!Number.isNaN(cost_dB) && !isRetry) {
      if (params.rates_bps !== undefined) {
        for (let k = 0; k < rates_bps.length; k++) {
          if (level_dB - cost_dB < thresholds_dB[k] + params.powerMargin_dB) break;
          rate = rates_bps[k];
          threshold_dB = thresholds_dB[k];
        }
      }
      if (params.powerControl === "adaptive") {
        const wanted = cost_dB + threshold_dB + params.powerMargin_dB; // (5)
        level = Math.min(level_dB, Math.max(level_dB + params.leastLevel_dB, wanted));
      }
    }
    f[FRAME.bitRate_bps] = rate;
    f[FRAME.level_dB] = level;
    f[FRAME.duration_ns] = duration_ns(this.design, f[FRAME.bytes], rate, this.#plan.share);
  }

  /** Sends the frame in `frame`, with its bytes at data[d ..]. */
  #transmit(moment: Moment, kind: number, data: Uint8Array, d: number): void {
    const { reals, integers } = moment;
    const m = this.#at;
    const now_ns = moment.instant_ns[0];
    invariant(!this.isSending(moment), `${this.#site.path}: its scheme sends while the modem is sending`);
    const number = ++reals[m + MEMORY.number];
    frame[FRAME.sent_ns] = now_ns;
    frame[FRAME.isCut] = 0;
    this.#underWay.keep(moment, number % UNDER_WAY, frame, 0, data, d);
    const end_ns = now_ns + frame[FRAME.duration_ns];
    reals[m + MEMORY.sendStart_ns] = now_ns;
    reals[m + MEMORY.sendEnd_ns] = end_ns;
    reals[m + MEMORY.sending] = kind;
    reals[this.#figures.sent]++;
    this.#countSending(moment, frame[FRAME.duration_ns], frame[FRAME.level_dB]);
    this.#draw(moment, this.#sendingPower_W(frame[FRAME.level_dB]));
    if (this.#isHalf) {
      const receptions = this.#receptions;
      const count = receptions.count(integers);
      for (let k = 0; k < count; k++) {
        const r = receptions.placeOf(receptions.slot(integers, k));
        if (reals[r + RECEPTION.fate] !== FATE.open) continue;
        if (reals[r] < end_ns && reals[r + RECEPTION.end_ns] > now_ns) this.#doom(moment, r, FATE.halfDuplex);
      }
    }
    const { frequency_Hz, bandwidth_Hz } = this.transducer;
    const { part, share } = this.#plan;
    sent[OUT.t_ns] = now_ns;
    sent[OUT.number] = number;
    sent[OUT.duration_ns] = frame[FRAME.duration_ns];
    sent[OUT.level_dB] = frame[FRAME.level_dB];
    sent[OUT.frequency_Hz] = frequency_Hz + bandwidth_Hz * (0.5 * (part.from + part.to) - 0.5);
    sent[OUT.bandwidth_Hz] = bandwidth_Hz * share;
    this.#host.emit(moment, sent);
    this.#host.schedule(moment, end_ns, EVENT.sent);
  }

  #countSending({ reals }: Moment, duration_ns: number, level_dB: number): void {
    reals[this.#figures.sending_s] += duration_ns * S_PER_NS;
    reals[this.#figures.transmitEnergy_J] += duration_ns * S_PER_NS * this.#sendingPower_W(level_dB);
  }

  /** (6) */
  #sendingPower_W(level_dB: number): number {
    const { transmitPower_W, listenPower_W } = this.design.params;
    const below_dB = level_dB - this.design.level_dB;
    if (below_dB === 0) return transmitPower_W;
    return listenPower_W + (transmitPower_W - listenPower_W) * exp(TENTH_LN10 * below_dB);
  }

  #hasSent(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    const kind = reals[m + MEMORY.sending];
    if (kind === KIND.none) return;
    const number = reals[m + MEMORY.number];
    const f = this.#underWay.placeOf(number % UNDER_WAY);
    reals[m + MEMORY.sending] = KIND.none;
    this.#writeSent(moment, f, number);
    this.#draw(moment, this.design.params.listenPower_W);
    if (kind === KIND.data) {
      if (reals[f + FRAME.isReliable] === 1) {
        const due_ns = moment.instant_ns[0] + this.#plan.acknowledgement_ns;
        reals[m + MEMORY.waits] = 1;
        reals[m + MEMORY.answerDue_ns] = due_ns;
        this.#host.schedule(moment, due_ns, EVENT.noAnswer);
      } else {
        this.#reportHead(moment, "sent");
        this.#pop(moment);
      }
    }
    this.#mac.sent?.(moment, this, reals, f);
    this.#next(moment);
  }

  #isNotAnswered(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    reals[m + MEMORY.waits] = 0;
    this.#mac.answered?.(moment, this, false);
    if (reals[m + MEMORY.attempts] >= this.design.params.attempts) this.#lose(moment, "not acknowledged");
    this.#next(moment);
  }

  // ---- Hearing

  arrive(moment: Moment, message: Float64Array, record: number): void {
    if (this.#isOff(moment)) return;
    const { reals, integers } = moment;
    const now_ns = moment.instant_ns[0];
    const receptions = this.#receptions;
    if (receptions.count(integers) >= MANY) receptions.purge(reals, integers, now_ns);
    const slot = receptions.take(integers);
    if (slot < 0) {
      this.#site.tell(moment, "crowded");
      return;
    }
    const { params, address, scheme } = this.design;
    const { bandwidth_Hz } = this.transducer;
    const r = receptions.placeOf(slot);
    const emitter = message[ARRIVAL.emitter];
    const number = message[ARRIVAL.number];
    const width_Hz = message[ARRIVAL.bandwidth_Hz];
    // A filter for a narrower signal lets less noise through.
    const narrow_dB = width_Hz > 0 && width_Hz < bandwidth_Hz ? 10 * log10(width_Hz / bandwidth_Hz) : 0;
    const noise_dB = Math.max(message[record + ARRIVAL_RECORD.noise_dB] + narrow_dB, this.design.ownNoise_dB);
    const level_dB = message[record + ARRIVAL_RECORD.level_dB];
    const doppler = message[record + ARRIVAL_RECORD.dopplerFactor];
    reals[r] = message[record + ARRIVAL_RECORD.start_ns];
    reals[r + RECEPTION.end_ns] = reals[r] + Math.max(1, message[record + ARRIVAL_RECORD.duration_ns]);
    reals[r + RECEPTION.emitter] = emitter;
    reals[r + RECEPTION.number] = number;
    reals[r + RECEPTION.level_dB] = level_dB;
    reals[r + RECEPTION.mean_dB] = message[record + ARRIVAL_RECORD.mean_dB];
    reals[r + RECEPTION.noise_dB] = noise_dB;
    reals[r + RECEPTION.dopplerFactor] = doppler;
    reals[r + RECEPTION.spread_s] = message[record + ARRIVAL_RECORD.spread_s];
    reals[r + RECEPTION.distance_m] = message[record + ARRIVAL_RECORD.distance_m];
    for (let k = 0; k < 3; k++) reals[r + RECEPTION.direction_N + k] = message[record + ARRIVAL_RECORD.direction_N + k];
    reals[r + RECEPTION.frequency_Hz] = message[ARRIVAL.frequency_Hz];
    reals[r + RECEPTION.bandwidth_Hz] = width_Hz;
    reals[r + RECEPTION.fate] = FATE.open;
    reals[r + RECEPTION.isMine] = 0;

    // 1. What it is, and whether it is strong enough by itself
    const sender = this.#peers[emitter];
    let threshold_dB = params.threshold_dB;
    let fate: number = FATE.other;
    if (sender !== null) {
      const f = sender.frameAt(moment, number);
      const to = reals[f + FRAME.destination];
      const isMine = to === address || to === BROADCAST;
      reals[r + RECEPTION.isMine] = isMine ? 1 : 0;
      fate = isMine || scheme.overhears === true ? FATE.open : FATE.notForMe;
      threshold_dB = this.#thresholdOf(reals[f + FRAME.bitRate_bps]);
      if (reals[f + FRAME.isCut] === 1) {
        reals[r + RECEPTION.end_ns] = reals[r] + Math.max(1, Math.round(reals[f + FRAME.duration_ns] / doppler));
        if (fate === FATE.open) fate = FATE.cutOff;
      }
    }
    const isStrong = level_dB - noise_dB >= threshold_dB;
    reals[r + RECEPTION.isStrong] = isStrong ? 1 : 0;
    if (fate === FATE.open && !isStrong) {
      if (level_dB === Number.NEGATIVE_INFINITY) fate = FATE.antenna;
      else fate = reals[r + RECEPTION.mean_dB] - noise_dB >= threshold_dB ? FATE.fading : FATE.outOfRange;
    }

    // 2. What it meets here
    if (!this.#isSinr && !this.#isCuttable) {
      const count = receptions.count(integers);
      for (let k = 0; k < count; k++) {
        const o = receptions.placeOf(receptions.slot(integers, k));
        if (o === r || !receptions.overlap(reals, r, o)) continue;
        if (isStrong && reals[o + RECEPTION.fate] === FATE.open) this.#doom(moment, o, FATE.collision);
        if (fate === FATE.open && reals[o + RECEPTION.isStrong] === 1) fate = FATE.collision;
      }
    }
    if (this.#isHalf && fate === FATE.open) {
      const begin_ns = reals[this.#at + MEMORY.sendStart_ns];
      const end_ns = reals[this.#at + MEMORY.sendEnd_ns];
      if (begin_ns < reals[r + RECEPTION.end_ns] && end_ns > reals[r]) fate = FATE.halfDuplex;
    }
    if (fate !== FATE.open) this.#doom(moment, r, fate);

    // 3. What is still to come of it
    if (this.#isToBeDecided(reals, r, sender !== null)) this.#scheduleEnd(moment, slot, r);
    // What is too weak to spoil a frame here does not disturb one that is sent.
    if (isStrong && scheme.listensWhileSending === true) this.#host.schedule(moment, reals[r], EVENT.begins);
  }

  /** Whether its end matters: it may be received, or has a row in the log. */
  #isToBeDecided(reals: Float64Array, r: number, isFrame: boolean): boolean {
    const fate = reals[r + RECEPTION.fate];
    if (fate === FATE.open) return true;
    if (this.#channel === null || !isFrame) return false;
    return reals[r + RECEPTION.isMine] === 1 || this.#logsOthers(reals, r);
  }

  /** Whether a frame for another modem has a row. */
  #logsOthers(reals: Float64Array, r: number): boolean {
    return this.#logsAll && reals[r + RECEPTION.isStrong] === 1;
  }

  #scheduleEnd(moment: Moment, slot: number, r: number): void {
    this.#host.schedule(moment, moment.reals[r + RECEPTION.end_ns], EVENT.heard + CODES * slot);
  }

  /** Place in reals of a frame that this modem has sent; the bytes are where bytesAt says. */
  frameAt({ reals }: Moment, number: number): number {
    invariant(
      number > reals[this.#at + MEMORY.number] - UNDER_WAY,
      `${this.#site.path}: frame ${number} is still on its way when ${UNDER_WAY} others have been sent`,
    );
    return this.#underWay.placeOf(number % UNDER_WAY);
  }

  #thresholdOf(bitRate_bps: number): number {
    const { params, rates_bps, thresholds_dB } = this.design;
    if (params.rates_bps === undefined) return params.threshold_dB;
    for (let k = 0; k < rates_bps.length; k++) if (rates_bps[k] === bitRate_bps) return thresholds_dB[k];
    return params.threshold_dB;
  }

  #doom({ reals }: Moment, r: number, fate: number): void {
    reals[r + RECEPTION.fate] = fate;
    const figure = this.#fates[fate];
    if (figure >= 0 && reals[r + RECEPTION.isMine] === 1) reals[figure]++;
  }

  /** The last of a signal has come. */
  #ends(moment: Moment, slot: number): void {
    const { reals, integers } = moment;
    const receptions = this.#receptions;
    const r = receptions.placeOf(slot);
    if (reals[r + RECEPTION.end_ns] !== moment.instant_ns[0]) return;
    const sender = this.#peers[reals[r + RECEPTION.emitter]];
    if (sender === null) return;
    const number = reals[r + RECEPTION.number];
    const f = sender.frameAt(moment, number);
    if (reals[r + RECEPTION.fate] === FATE.open && !this.#isOff(moment)) {
      if (this.#isSinr) {
        receptions.disturbanceInto(scratch, reals, integers, slot);
        this.#decide(moment, r, f);
      } else if (this.#isCuttable && receptions.meetsStrong(reals, integers, slot))
        this.#doom(moment, r, FATE.collision);
      else reals[r + RECEPTION.fate] = FATE.received;
    }
    const fate = reals[r + RECEPTION.fate];
    this.#writeHeard(moment, r, f);
    if (fate === FATE.received) this.#receive(moment, r, f, sender.#underWay.bytesOf(number % UNDER_WAY));
  }

  /** scratch[0], scratch[1]: disturbance with and without other signals. */
  #decide(moment: Moment, r: number, f: number): void {
    const { reals, integers } = moment;
    const { success, params } = this.design;
    const bitRate_bps = reals[f + FRAME.bitRate_bps];
    const threshold_dB = this.#thresholdOf(bitRate_bps);
    const sinr_dB = reals[r + RECEPTION.level_dB] - scratch[0];
    const snr_dB = reals[r + RECEPTION.level_dB] - scratch[1];
    if (sinr_dB < threshold_dB) {
      this.#doom(moment, r, FATE.collision);
      return;
    }
    reals[r + RECEPTION.fate] = FATE.received;
    if (success === null || this.#dice === null) return;
    const bits = params.overheadBits + 8 * reals[f + FRAME.bytes];
    this.#dice.uniformInto(scratch, 2, integers);
    if (scratch[2] < success(sinr_dB, bits, bitRate_bps)) return;
    this.#doom(moment, r, scratch[2] < success(snr_dB, bits, bitRate_bps) ? FATE.collision : FATE.noise);
  }

  /** A frame was decoded: reals[f ..], as it was sent; its bytes at bytes[b ..]. */
  #receive(moment: Moment, r: number, f: number, b: number): void {
    const { reals } = moment;
    const { address, scheme } = this.design;
    const to = reals[f + FRAME.destination];
    const type = reals[f + FRAME.type];
    this.#learn(moment, r, f);
    if (to === address || to === BROADCAST || scheme.overhears === true) this.#mac.heard?.(moment, this, reals, f);
    if (to !== address && to !== BROADCAST) return;
    if (type === FRAME_TYPE.acknowledgement) this.#isAnswered(moment, f);
    if (type !== FRAME_TYPE.data) return;
    const isNew = reals[f + FRAME.isReliable] === 0 || this.#isNew(moment, f);
    if (reals[f + FRAME.isReliable] === 1) this.#answer(moment, r, f);
    if (!isNew) return;
    const target = reals[f + FRAME.target];
    if (target === address || target === BROADCAST) this.#deliver(moment, r, f, b);
    else this.#passOn(moment, f, b);
  }

  /** (1), (2) */
  #learn({ reals }: Moment, r: number, f: number): void {
    if (this.#costsAt < 0) return;
    const place = this.#band.indexOf(reals[f + FRAME.source]);
    if (place < 0) return;
    const snr_dB = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    const isAnswer =
      reals[f + FRAME.type] === FRAME_TYPE.acknowledgement && reals[f + FRAME.destination] === this.design.address;
    reals[this.#costsAt + place] = isAnswer
      ? reals[f + FRAME.b] - reals[f + FRAME.a]
      : reals[f + FRAME.level_dB] - snr_dB;
  }

  #isNew({ reals, integers }: Moment, f: number): boolean {
    const place = this.#band.indexOf(reals[f + FRAME.origin]);
    if (place < 0) return false;
    const at = this.#seenAt + 2 * place;
    const serial = reals[f + FRAME.serial];
    const greatest = integers[at];
    if (serial > greatest) {
      const further = serial - greatest;
      // Bit k: greatest − 1 − k was seen.
      integers[at + 1] = further > WINDOW ? 0 : (integers[at + 1] << further) | (greatest > 0 ? 1 << (further - 1) : 0);
      integers[at] = serial;
      return true;
    }
    const behind = greatest - serial - 1;
    if (behind < 0 || behind >= WINDOW) return false;
    if ((integers[at + 1] >>> behind) & 1) return false;
    integers[at + 1] |= 1 << behind;
    return true;
  }

  #deliver(moment: Moment, r: number, f: number, b: number): void {
    const { reals, bytes } = moment;
    reals[this.#figures.delivered]++;
    if (this.#delivered.carriers.length === 0) return;
    told[DELIVERED.t_ns] = moment.instant_ns[0];
    told[DELIVERED.source] = reals[f + FRAME.origin];
    told[DELIVERED.destination] = reals[f + FRAME.target];
    told[DELIVERED.sent_ns] = reals[f + FRAME.sent_ns];
    told[DELIVERED.start_ns] = reals[r];
    told[DELIVERED.level_dB] = reals[r + RECEPTION.level_dB];
    told[DELIVERED.noise_dB] = reals[r + RECEPTION.noise_dB];
    told[DELIVERED.snr_dB] = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    told[DELIVERED.dopplerFactor] = reals[r + RECEPTION.dopplerFactor];
    told[DELIVERED.oneWayRange_m] = (reals[r] - reals[f + FRAME.sent_ns]) * S_PER_NS * this.design.speed_mps;
    this.#delivered.send(moment, told, 0, bytes, b, reals[f + FRAME.bytes]);
  }

  /** Into the own queue, for the last receiver or for another relay. */
  #passOn(moment: Moment, f: number, b: number): void {
    const { reals, bytes } = moment;
    for (let k = 0; k < FRAME_SIZE; k++) frame[k] = reals[f + k];
    frame[FRAME.reference] = -1;
    this.#enqueue(moment, bytes, b);
  }

  #answer(moment: Moment, r: number, f: number): void {
    const { reals } = moment;
    const m = this.#at;
    if (reals[m + MEMORY.answerCount] >= ANSWERS) return; // the sender will ask again
    frame.fill(0);
    frame[FRAME.type] = FRAME_TYPE.acknowledgement;
    frame[FRAME.source] = this.design.address;
    frame[FRAME.destination] = reals[f + FRAME.source];
    frame[FRAME.origin] = reals[f + FRAME.origin];
    frame[FRAME.target] = reals[f + FRAME.source];
    frame[FRAME.serial] = reals[f + FRAME.serial];
    frame[FRAME.a] = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    frame[FRAME.b] = reals[f + FRAME.level_dB];
    frame[FRAME.queued_ns] = moment.instant_ns[0];
    const place = (reals[m + MEMORY.answerFirst] + reals[m + MEMORY.answerCount]) % ANSWERS;
    this.#answers.keep(moment, place, frame, 0, NO_BYTES, 0);
    reals[m + MEMORY.answerCount]++;
    if (this.design.scheme.ordersAcknowledgements === true) this.#next(moment);
    else this.#sendAnswerAt(moment, moment.instant_ns[0] + this.#plan.turnaround_ns);
  }

  #sendAnswerAt(moment: Moment, t_ns: number): void {
    const { reals } = moment;
    if (reals[this.#at + MEMORY.answerAt_ns] >= moment.instant_ns[0]) return;
    reals[this.#at + MEMORY.answerAt_ns] = t_ns;
    this.#host.schedule(moment, t_ns, EVENT.answer);
  }

  #sendAnswer(moment: Moment): void {
    const { reals } = moment;
    const m = this.#at;
    reals[m + MEMORY.answerAt_ns] = -1;
    if (reals[m + MEMORY.answerCount] === 0 || this.#isOff(moment)) return;
    if (this.isSending(moment)) {
      this.#sendAnswerAt(moment, reals[m + MEMORY.sendEnd_ns] + this.#plan.turnaround_ns);
      return;
    }
    const f = this.#answers.placeOf(reals[m + MEMORY.answerFirst]);
    for (let k = 0; k < FRAME_SIZE; k++) frame[k] = reals[f + k];
    this.#chooseInto(frame, moment);
    this.#popAnswer(moment);
    this.#transmit(moment, KIND.answer, NO_BYTES, 0);
    if (reals[m + MEMORY.answerCount] > 0)
      this.#sendAnswerAt(moment, reals[m + MEMORY.sendEnd_ns] + this.#plan.turnaround_ns);
  }

  #isAnswered(moment: Moment, f: number): void {
    const { reals } = moment;
    const m = this.#at;
    if (reals[m + MEMORY.waits] === 0) return;
    const head = this.#queue.placeOf(reals[m + MEMORY.queueFirst]);
    const isIt =
      reals[head + FRAME.serial] === reals[f + FRAME.serial] && reals[head + FRAME.origin] === reals[f + FRAME.origin];
    if (!isIt || reals[head + FRAME.destination] !== reals[f + FRAME.source]) return;
    reals[m + MEMORY.waits] = 0;
    this.#reportHead(moment, "acknowledged");
    this.#pop(moment);
    this.#mac.answered?.(moment, this, true);
    this.#next(moment);
  }

  // ---- The log

  #writeRow(moment: Moment, begin_ns: number, sort: number, other: number, number: number, bytes: number): void {
    if (this.#channel === null) return;
    row.fill(Number.NaN);
    this.#write(moment, begin_ns, sort, other, number, bytes);
  }

  #write(moment: Moment, begin_ns: number, sort: number, other: number, number: number, bytes: number): void {
    row[0] = begin_ns * S_PER_NS;
    row[1] = moment.instant_ns[0] * S_PER_NS;
    row[2] = sort;
    row[3] = other;
    row[4] = number;
    row[5] = bytes;
    this.#channel?.write(moment.instant_ns[0], row, 0);
  }

  #writeSent(moment: Moment, f: number, number: number): void {
    if (this.#channel === null) return;
    const { reals } = moment;
    row.fill(Number.NaN);
    row[6] = reals[f + FRAME.level_dB];
    const begin_ns = reals[f + FRAME.sent_ns];
    this.#write(moment, begin_ns, SORT.sending, reals[f + FRAME.destination], number, reals[f + FRAME.bytes]);
  }

  #writeHeard(moment: Moment, r: number, f: number): void {
    const { reals } = moment;
    const isMine = reals[r + RECEPTION.isMine] === 1;
    if (this.#channel === null || !(isMine || this.#logsOthers(reals, r))) return;
    row[6] = reals[r + RECEPTION.level_dB];
    row[7] = reals[r + RECEPTION.noise_dB];
    row[8] = row[6] - row[7];
    row[9] = (reals[r] - reals[f + FRAME.sent_ns]) * S_PER_NS;
    row[10] = reals[r + RECEPTION.dopplerFactor];
    row[11] = reals[r + RECEPTION.distance_m];
    const sort = SORT_OF_FATE[isMine ? reals[r + RECEPTION.fate] : FATE.notForMe];
    const number = reals[r + RECEPTION.number];
    this.#write(moment, reals[r], sort, reals[f + FRAME.source], number, reals[f + FRAME.bytes]);
  }
}

function start(): number[] {
  const memory = new Array<number>(MEMORY_SIZE).fill(0);
  memory[MEMORY.sendStart_ns] = -1;
  memory[MEMORY.sendEnd_ns] = -1;
  memory[MEMORY.answerAt_ns] = -1;
  memory.fill(-1, MEMORY.timers_ns);
  return memory;
}
