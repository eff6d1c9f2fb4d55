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
import { invariant } from "../core/index.ts";
import type { InPort, Moment, ThingSite } from "../engine/index.ts";
import type { powerState, Transducer } from "../environment/index.ts";
import { bandOf } from "./bands.ts";
import type { CommunicationsDevice, DeviceHost } from "./device.ts";
import { FRAME, FRAME_SIZE, type MacLink } from "./mac/mac.ts";
import { BROADCAST, LONGEST_MESSAGE, outgoingMessage } from "./messages.ts";
import { ModemAnswers } from "./modem-answers.ts";
import { type ModemDesign, planOf, SORT } from "./modem-design.ts";
import { ModemHearing } from "./modem-hearing.ts";
import { ModemInbox } from "./modem-inbox.ts";
import type { ModemListener } from "./modem-listener.ts";
import { ModemLog } from "./modem-log.ts";
import { CODES, EVENT, KIND, MEMORY } from "./modem-memory.ts";
import { ModemOutbox } from "./modem-outbox.ts";
import { ModemRun } from "./modem-run.ts";
import { ModemSending } from "./modem-sending.ts";
import { OwnTraffic } from "./own-traffic.ts";

/** Messages of software that can come in one instant: more of them than the queue holds are refused with a report. */
const OUTGOING = 32;

const MESSAGE = outgoingMessage.at;

// Scratch of one event.
const frame = new Float64Array(FRAME_SIZE);
const supplied = new Float64Array(4);
const taken = new Float64Array(outgoingMessage.size);
const payload = new Uint8Array(LONGEST_MESSAGE);
const NO_BYTES = new Uint8Array(0);

export class ModemDevice implements CommunicationsDevice, MacLink {
  readonly design: ModemDesign;
  readonly transducer: Transducer;
  readonly isLinked: boolean;
  readonly #run: ModemRun;
  readonly #outgoing: InPort<typeof outgoingMessage.fields> | null;
  readonly #supply: InPort<typeof powerState.fields> | null;
  readonly #traffic: OwnTraffic;
  readonly #scheduleTraffic = (moment: Moment, t_ns: number, k: number): void =>
    this.#run.host.schedule(moment, t_ns, EVENT.traffic + CODES * k);

  constructor(site: ThingSite, design: ModemDesign) {
    this.design = design;
    this.transducer = design.transducer;
    const run = new ModemRun(site, design);
    this.#run = run;
    run.link = this;
    run.log = new ModemLog(run);
    this.#outgoing = site.isLinked("outgoing") ? site.in("outgoing", { capacity: OUTGOING }) : null;
    this.#supply = site.isLinked("supply") ? site.in("supply", { capacity: 2 }) : null;
    this.isLinked = this.#outgoing !== null || this.#supply !== null;
    run.inbox = new ModemInbox(run);
    run.outbox = new ModemOutbox(run);
    run.sending = new ModemSending(run);
    run.hearing = new ModemHearing(run);
    run.answers = new ModemAnswers(run);
    this.#traffic = new OwnTraffic(site, design.traffic);
  }

  /** Whether what it sends may end earlier than it said. */
  get mayCut(): boolean {
    return this.design.scheme.listensWhileSending === true || this.#supply !== null;
  }

  /** Addresses of its band, increasing, its own among them. When all have joined. */
  get band(): readonly number[] {
    return this.#run.band;
  }

  install(host: DeviceHost): void {
    const { design } = this;
    const run = this.#run;
    const { site } = run;
    const band = bandOf(design, host.devices);
    run.host = host;
    run.plan = planOf(design, band);
    run.band = band.addresses;
    // One list for all of them: what is read of it for one signal is read of it for each ear.
    run.modems = host.share("modems", () =>
      host.devices.map((device) => (device instanceof ModemDevice ? device.#run : null)),
    );
    const members = new Set(band.designs);
    run.peers = host.share(`modems of ${band.key}`, () =>
      run.modems.map((other) => (other !== null && members.has(other.design) ? other : null)),
    );
    const isCuttable = host.share(`cuts of ${band.key}`, () =>
      host.devices.some((device) => device instanceof ModemDevice && members.has(device.design) && device.mayCut),
    );
    run.hearing.install(isCuttable);
    const { powerControl, rates_bps } = design.params;
    if (powerControl === "adaptive" || rates_bps !== undefined)
      run.costsAt = site.reals("costs", run.band.length, new Array<number>(run.band.length).fill(Number.NaN));
    run.inbox.install();
    run.mac = design.scheme.join({
      plan: run.plan,
      reals: (name, size, initial) => site.reals(`mac/${name}`, size, initial),
      integers: (name, size) => site.integers(`mac/${name}`, size),
      random: (name) => site.random(`mac/${name}`),
    });
    host.at(0, EVENT.start);
  }

  // ---- Events

  arrive(moment: Moment, message: Float64Array, record: number): void {
    this.#run.hearing.arrive(moment, message, record);
  }

  due(moment: Moment, data: number): void {
    const { reals } = moment;
    const run = this.#run;
    const now_ns = moment.instant_ns[0];
    // Data are below 2²⁰.
    const code = data & (CODES - 1);
    const number = (data | 0) >>> 3;
    if (code === EVENT.heard) run.hearing.ends(moment, number);
    else if (code === EVENT.sent) {
      if (reals[run.at + MEMORY.sendEnd_ns] === now_ns) run.sending.ends(moment);
    } else if (code === EVENT.timer) {
      const at = run.at + MEMORY.timers_ns + number;
      if (reals[at] !== now_ns || run.isOff(moment)) return;
      reals[at] = -1;
      run.mac.timer?.(moment, this, number);
    } else if (code === EVENT.traffic) this.#generate(moment, number);
    else if (code === EVENT.answer) run.answers.send(moment);
    else if (code === EVENT.noAnswer) {
      if (reals[run.at + MEMORY.waits] === 1 && reals[run.at + MEMORY.answerDue_ns] === now_ns)
        run.answers.isNotAnswered(moment);
    } else if (code === EVENT.begins) {
      if (run.isSending(moment)) run.mac.disturbed?.(moment, this);
    } else if (code === EVENT.start) this.#start(moment);
  }

  #start(moment: Moment): void {
    const run = this.#run;
    run.sending.draw(moment, this.design.params.listenPower_W);
    this.#traffic.start(moment, this.#scheduleTraffic);
    run.mac.start?.(moment, this);
  }

  look(moment: Moment): void {
    if (this.#supply !== null) {
      while (this.#supply.receive(moment, supplied, 0)) if (supplied[0] === 0) this.#switchOff(moment);
    }
    const port = this.#outgoing;
    if (port === null) return;
    for (
      let length = port.peekPayload(moment, payload, 0);
      length >= 0;
      length = port.peekPayload(moment, payload, 0)
    ) {
      port.receive(moment, taken, 0);
      this.#accept(moment, taken, 0, length);
    }
  }

  // ---- What another device of the vehicle may do, which uses this modem

  /** place: which of its modems this is. When all have joined. */
  listen(listener: ModemListener, place: number): void {
    const run = this.#run;
    run.listener = listener;
    run.place = place;
    run.serialAt = listener.serialAt;
  }

  /** message: an outgoingMessage with so many bytes at data[d ..], and its serial; its reference, from 0 on, comes back to the listener. */
  accept(moment: Moment, message: Float64Array, serial: number, data: Uint8Array, d: number, length: number): void {
    for (let k = 0; k < length; k++) payload[k] = data[d + k];
    this.#accept(moment, message, serial, length);
  }

  /** Bytes in `payload`. */
  #accept(moment: Moment, message: Float64Array, serial: number, length: number): void {
    frame.fill(0);
    frame[FRAME.target] = message[MESSAGE.destination];
    frame[FRAME.isReliable] = message[MESSAGE.isReliable] !== 0 && message[MESSAGE.destination] !== BROADCAST ? 1 : 0;
    frame[FRAME.bytes] = length;
    frame[FRAME.reference] = message[MESSAGE.reference];
    frame[FRAME.serial] = serial;
    this.#run.outbox.enqueueOwn(moment, frame, payload);
  }

  #generate(moment: Moment, k: number): void {
    const run = this.#run;
    if (run.isOff(moment)) return;
    const { isReliable, bytes } = this.#traffic.of(k);
    frame.fill(0);
    frame[FRAME.target] = this.#traffic.destination(moment, k, run.band, run.plan.place);
    frame[FRAME.isReliable] = isReliable && frame[FRAME.target] !== BROADCAST ? 1 : 0;
    frame[FRAME.bytes] = bytes.length;
    frame[FRAME.reference] = -1;
    run.outbox.enqueueOwn(moment, frame, bytes);
    this.#traffic.next(moment, k, this.#scheduleTraffic);
  }

  #switchOff(moment: Moment): void {
    const run = this.#run;
    if (run.isOff(moment)) return;
    moment.reals[run.at + MEMORY.isOff] = 1;
    if (run.isSending(moment)) run.sending.stop(moment);
    run.outbox.clear(moment);
    run.site.tell(moment, "off");
  }

  // ---- What the scheme may do

  isSending(moment: Moment): boolean {
    return this.#run.isSending(moment);
  }

  isOffered({ reals }: Moment): boolean {
    return reals[this.#run.at + MEMORY.offered] !== KIND.none;
  }

  attempt({ reals }: Moment): number {
    const { at } = this.#run;
    return reals[at + MEMORY.offered] === KIND.answer ? 0 : reals[at + MEMORY.attempts];
  }

  busyUntilInto(out: Float64Array, moment: Moment): void {
    this.#run.hearing.busyUntilInto(out, moment);
  }

  headInto(out: Float64Array, moment: Moment): void {
    const { reals } = moment;
    const { outbox, sending } = this.#run;
    const f = outbox.head(moment);
    for (let k = 0; k < FRAME_SIZE; k++) out[k] = reals[f + k];
    sending.chooseInto(out, moment);
  }

  setTimer(moment: Moment, timer: number, t_ns: number): void {
    const { at, host } = this.#run;
    const now_ns = moment.instant_ns[0];
    const due_ns = t_ns > now_ns ? t_ns : now_ns;
    moment.reals[at + MEMORY.timers_ns + timer] = due_ns;
    host.schedule(moment, due_ns, EVENT.timer + CODES * timer);
  }

  clearTimer({ reals }: Moment, timer: number): void {
    reals[this.#run.at + MEMORY.timers_ns + timer] = -1;
  }

  send(moment: Moment): void {
    const { reals, bytes } = moment;
    const run = this.#run;
    const m = run.at;
    const kind = reals[m + MEMORY.offered];
    invariant(kind !== KIND.none, `${run.site.path}: its scheme sends, but no frame is on offer`);
    this.headInto(frame, moment);
    const first = reals[m + MEMORY.queueFirst];
    const queued_ns = frame[FRAME.queued_ns];
    reals[m + MEMORY.offered] = KIND.none;
    if (kind === KIND.data && reals[m + MEMORY.attempts] === 0 && queued_ns < moment.instant_ns[0])
      run.log.write(moment, queued_ns, SORT["waiting to send"], frame[FRAME.destination], 0, frame[FRAME.bytes]);
    if (kind === KIND.data) reals[m + MEMORY.attempts]++;
    else run.answers.pop(moment);
    run.sending.transmit(moment, frame, kind, bytes, run.queue.bytesOf(first));
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
    this.#run.sending.chooseInto(frame, moment);
    this.#run.sending.transmit(moment, frame, KIND.control, NO_BYTES, 0);
  }

  giveUp(moment: Moment): void {
    const { reals } = moment;
    const run = this.#run;
    invariant(this.isOffered(moment), `${run.site.path}: its scheme gives up, but no frame is on offer`);
    const isAnswer = reals[run.at + MEMORY.offered] === KIND.answer;
    reals[run.at + MEMORY.offered] = KIND.none;
    if (isAnswer) run.answers.pop(moment);
    else run.outbox.lose(moment, "given up");
    run.outbox.next(moment);
  }

  cut(moment: Moment): void {
    const { reals } = moment;
    const run = this.#run;
    invariant(this.isSending(moment), `${run.site.path}: its scheme cuts what it sends, but it is not sending`);
    const kind = reals[run.at + MEMORY.sending];
    run.sending.stop(moment);
    if (kind !== KIND.data) return;
    reals[run.at + MEMORY.offered] = KIND.data;
    run.mac.offer(moment, this);
  }
}
