/**
 * CSMA/CA: a modem listens before it sends, waits for a random number of slots in which it hears nothing, and may ask the receiver first.
 *
 *   way              τ = range_m / c                                                                      (1)
 *   short space      SIFS = sifs_s, or where not given the turnaround                                      (2)
 *   slot             σ = slotTime_s, or where not given τ + turnaround                                     (3)
 *   long space       DIFS = SIFS + 2 σ                                                                    (4)
 *   first attempt    at once, where the channel has been free here for DIFS                                (5)
 *   otherwise        R even in {0 … CW},  CW = min((cwMin + 1) 2ⁿ − 1, cwMax),  n = attempts and unanswered requests so far      (6)
 *                    R counts down once for each σ of silence after DIFS; it stands still while the channel is busy               (7)
 *   with handshake   RTS, CTS, frame, acknowledgement, SIFS apart
 *                    others are silent after RTS for   CTS + 2 SIFS + 2 τ: then they hear the frame       (8)
 *                    and after CTS for                 D + SIFS + 3 τ (+ SIFS + A)                        (9)
 *                    no CTS within                     2 τ + SIFS + CTS + σ: n + 1, given up after maxRequests     (10)
 *
 * D: duration of the frame; A, CTS: of a control frame; the bracket holds for frames that are to be acknowledged. Acknowledgements are sent at once
 * by the modem: (3) and (4) keep the channel free for them, since all that heard the frame hear the acknowledgement at most 2 τ later.
 * RTS: a = (8), b = D (+ SIFS + A); CTS: a = (9), b as in the RTS.
 * The defaults are acoustic: for 1000 m and 1500 m/s, σ is 0.67 s. A slot that is shorter than τ lets modems begin who have not heard each other
 * yet: the gain over ALOHA goes as the delay grows.
 * What was not decoded counts only where it is heard at the end of a slot (7), since a modem reports no beginnings of what it hears.
 * Left out: the silence after a CTS is not ended when its frame does not follow; the longer space after a frame that was not decoded.
 * Source: the distributed coordination function as in [Bianchi2000]; RTS and CTS [Karn1990]. Test: csma-ca.test.ts.
 */
import type { RandomStream } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import {
  FIRST_CONTROL,
  FRAME,
  FRAME_SIZE,
  FRAME_TYPE,
  type Mac,
  type MacLink,
  type MacPlan,
  type MacReport,
  type MacScheme,
  type MacSite,
  mac,
} from "./mac.ts";
import { nanoseconds, rangeParam, seconds, way_ns } from "./shared.ts";

const TICK = 0;
const REPLY = 1;
const WAIT = 2;

const RTS = FIRST_CONTROL;
const CTS = FIRST_CONTROL + 1;

/** Contending, waiting for a CTS, about to send after one, about to answer an RTS. */
const FREE = 0;
const ASKED = 1;
const CLEARED = 2;
const ANSWERS = 3;

/** Integers. SLOTS: left to count down, −1 where none were drawn. */
const STATE = 0;
const SLOTS = 1;
const REQUESTS = 2;
const PEER = 3;
/** Reals, ns. COUNT: since when the slot counts that is counted now. FOLLOWS: b of the RTS that is to be answered. */
const RESERVED = 0;
const QUIET = 1;
const COUNT = 2;
const FOLLOWS = 3;

const NONE = -1;
const MOST_DOUBLINGS = 16;

interface Params {
  readonly range_m: number;
  readonly sifs_s?: number | undefined;
  readonly slotTime_s?: number | undefined;
  readonly cwMin: number;
  readonly cwMax: number;
  readonly handshake: boolean;
  readonly maxRequests: number;
}

class CollisionAvoidance implements Mac {
  readonly #p: Params;
  readonly #address: number;
  readonly #way_ns: number;
  readonly #sifs_ns: number;
  readonly #slot_ns: number;
  readonly #difs_ns: number;
  readonly #control_ns: number;
  readonly #random: RandomStream;
  readonly #i: number;
  readonly #r: number;
  readonly #busy = new Float64Array(1);
  readonly #head = new Float64Array(FRAME_SIZE);

  constructor(site: MacSite, p: Params) {
    const { plan } = site;
    this.#p = p;
    this.#address = plan.address;
    this.#way_ns = way_ns(p.range_m, plan); // (1)
    this.#sifs_ns = p.sifs_s === undefined ? plan.turnaround_ns : nanoseconds(p.sifs_s); // (2)
    this.#slot_ns = p.slotTime_s === undefined ? this.#way_ns + plan.turnaround_ns : nanoseconds(p.slotTime_s); // (3)
    this.#difs_ns = this.#sifs_ns + 2 * this.#slot_ns; // (4)
    this.#control_ns = plan.controlFrame_ns;
    this.#random = site.random("backoff");
    this.#i = site.integers("csma", 4);
    this.#r = site.reals("csma", 4);
  }

  start(moment: Moment): void {
    moment.integers[this.#i + SLOTS] = NONE;
  }

  offer(moment: Moment, link: MacLink): void {
    this.#contend(moment, link);
  }

  timer(moment: Moment, link: MacLink, timer: number): void {
    if (timer === REPLY) this.#reply(moment, link);
    else if (timer === WAIT) this.#waitOver(moment, link);
    this.#contend(moment, link);
  }

  sent(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    const { integers, reals } = moment;
    const now_ns = moment.instant_ns[0];
    reals[this.#r + QUIET] = now_ns;
    const type = frame[at + FRAME.type];
    if (type === RTS) {
      const wait_ns = 2 * this.#way_ns + this.#sifs_ns + this.#control_ns + this.#slot_ns; // (10)
      link.setTimer(moment, WAIT, now_ns + wait_ns);
    } else if (type === CTS) {
      this.#reserve(moment, now_ns + frame[at + FRAME.a]);
      integers[this.#i + STATE] = FREE;
      link.clearTimer(moment, WAIT);
    } else if (type === FRAME_TYPE.data) {
      integers[this.#i + REQUESTS] = 0;
    }
    this.#contend(moment, link);
  }

  heard(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    const { integers, reals } = moment;
    const now_ns = moment.instant_ns[0];
    reals[this.#r + QUIET] = Math.max(reals[this.#r + QUIET], now_ns);
    const type = frame[at + FRAME.type];
    const isForThis = frame[at + FRAME.destination] === this.#address;
    const source = frame[at + FRAME.source];
    const state = integers[this.#i + STATE];
    if (type === RTS && isForThis) {
      if (state !== FREE || link.isSending(moment) || reals[this.#r + RESERVED] > now_ns) return;
      integers[this.#i + STATE] = ANSWERS;
      integers[this.#i + PEER] = source;
      reals[this.#r + FOLLOWS] = frame[at + FRAME.b];
      link.setTimer(moment, REPLY, now_ns + this.#sifs_ns);
      link.setTimer(moment, WAIT, now_ns + this.#sifs_ns + 2 * this.#control_ns + this.#slot_ns);
    } else if (type === CTS && isForThis) {
      if (state !== ASKED || source !== integers[this.#i + PEER]) return;
      integers[this.#i + STATE] = CLEARED;
      link.setTimer(moment, REPLY, now_ns + this.#sifs_ns);
      link.clearTimer(moment, WAIT);
    } else if (type === RTS || type === CTS) {
      this.#reserve(moment, now_ns + frame[at + FRAME.a]);
    }
  }

  /** (5) to (7): sends, or sets the timer for the next slot. */
  #contend(moment: Moment, link: MacLink): void {
    const { integers, reals } = moment;
    if (!link.isOffered(moment) || link.isSending(moment) || integers[this.#i + STATE] !== FREE) return;
    const now_ns = moment.instant_ns[0];
    link.busyUntilInto(this.#busy, moment);
    if (this.#busy[0] > now_ns) reals[this.#r + QUIET] = this.#busy[0];
    const quiet_ns = Math.max(reals[this.#r + RESERVED], reals[this.#r + QUIET]);
    const from_ns = quiet_ns + this.#difs_ns;
    if (integers[this.#i + SLOTS] === NONE) {
      if (from_ns <= now_ns && this.#stage(moment, link) === 0) {
        this.#begin(moment, link); // (5)
        return;
      }
      const window = Math.min((this.#p.cwMin + 1) * (1 << this.#stage(moment, link)), this.#p.cwMax + 1);
      integers[this.#i + SLOTS] = this.#random.integerBelow(integers, window); // (6)
      reals[this.#r + COUNT] = Math.max(from_ns, now_ns);
    }
    if (from_ns > reals[this.#r + COUNT]) reals[this.#r + COUNT] = from_ns; // (7): it stood still
    const count_ns = reals[this.#r + COUNT];
    if (now_ns < count_ns) {
      link.setTimer(moment, TICK, count_ns);
      return;
    }
    const passed = Math.min(Math.floor((now_ns - count_ns) / this.#slot_ns), integers[this.#i + SLOTS]);
    integers[this.#i + SLOTS] -= passed;
    reals[this.#r + COUNT] = count_ns + passed * this.#slot_ns;
    if (integers[this.#i + SLOTS] === 0) this.#begin(moment, link);
    else link.setTimer(moment, TICK, reals[this.#r + COUNT] + this.#slot_ns);
  }

  #stage(moment: Moment, link: MacLink): number {
    return Math.min(link.attempt(moment) + moment.integers[this.#i + REQUESTS], MOST_DOUBLINGS);
  }

  /** The channel is this modem's: the frame, or a request. */
  #begin(moment: Moment, link: MacLink): void {
    const { integers } = moment;
    integers[this.#i + SLOTS] = NONE;
    link.headInto(this.#head, moment);
    const destination = this.#head[FRAME.destination];
    if (!this.#p.handshake || destination < 0 || this.#head[FRAME.type] !== FRAME_TYPE.data) {
      link.send(moment);
      return;
    }
    let frame_ns = this.#head[FRAME.duration_ns];
    if (this.#head[FRAME.isReliable] === 1) frame_ns += this.#sifs_ns + this.#control_ns;
    integers[this.#i + STATE] = ASKED;
    integers[this.#i + PEER] = destination;
    // The timer is set anew when the request has left.
    link.setTimer(moment, WAIT, moment.instant_ns[0] + 4 * this.#control_ns + 2 * this.#way_ns + this.#slot_ns);
    const reserved_ns = this.#control_ns + 2 * this.#sifs_ns + 2 * this.#way_ns; // (8)
    link.control(moment, RTS, destination, reserved_ns, frame_ns);
  }

  #reply(moment: Moment, link: MacLink): void {
    const { integers, reals } = moment;
    const state = integers[this.#i + STATE];
    if (state === CLEARED) {
      integers[this.#i + STATE] = FREE;
      if (link.isOffered(moment) && !link.isSending(moment)) link.send(moment);
    } else if (state === ANSWERS && !link.isSending(moment)) {
      const follows_ns = reals[this.#r + FOLLOWS];
      const reserved_ns = this.#sifs_ns + 3 * this.#way_ns + follows_ns; // (9)
      link.control(moment, CTS, integers[this.#i + PEER], reserved_ns, follows_ns);
    }
  }

  #waitOver(moment: Moment, link: MacLink): void {
    const { integers } = moment;
    const state = integers[this.#i + STATE];
    integers[this.#i + STATE] = FREE;
    if (state !== ASKED) return;
    integers[this.#i + REQUESTS] += 1;
    if (integers[this.#i + REQUESTS] < this.#p.maxRequests) return;
    integers[this.#i + REQUESTS] = 0;
    if (link.isOffered(moment)) link.giveUp(moment);
  }

  #reserve(moment: Moment, until_ns: number): void {
    const { reals } = moment;
    if (until_ns > reals[this.#r + RESERVED]) reals[this.#r + RESERVED] = until_ns;
  }
}

function check(p: Params, plan: MacPlan, report: MacReport): void {
  if (p.cwMax < p.cwMin)
    report("cwMax", `cwMax = ${p.cwMax} is below cwMin = ${p.cwMin}`, { allowed: "at least cwMin" });
  if (p.sifs_s !== undefined && nanoseconds(p.sifs_s) < plan.turnaround_ns) {
    const turnaround_s = seconds(plan.turnaround_ns);
    const message = `sifs_s = ${p.sifs_s} is shorter than the modem's turnaround, ${turnaround_s} s`;
    report("sifs_s", message, { allowed: `at least ${turnaround_s}` });
  }
}

export const csmaCa = defineModel(mac, {
  model: "csma-ca",
  doc: "CSMA/CA: a modem listens before it sends and waits for a random number of free slots; with or without RTS and CTS",
  params: {
    ...rangeParam,
    sifs_s: {
      doc: "SIFS, space between the frames of one exchange; the modem's turnaround where not given",
      min: 0,
      max: 1e3,
      optional: true,
    },
    slotTime_s: {
      doc: "σ, slot of the random waiting time; the delay over range_m and the turnaround where not given",
      above: 0,
      max: 1e5,
      optional: true,
    },
    cwMin: {
      type: "integer",
      doc: "largest number of slots drawn for a first attempt",
      min: 0,
      max: 65535,
      default: 7,
    },
    cwMax: { type: "integer", doc: "largest number of slots drawn at all", min: 0, max: 65535, default: 255 },
    handshake: { type: "boolean", doc: "RTS and CTS before a frame to one receiver", default: false },
    maxRequests: {
      type: "integer",
      doc: "RTS without an answer after which a frame is given up",
      min: 1,
      max: 1000,
      default: 7,
    },
  },
  create: (p): MacScheme =>
    Object.freeze({
      overhears: true,
      check: (plan: MacPlan, report: MacReport) => check(p, plan, report),
      join: (site: MacSite) => new CollisionAvoidance(site, p),
    }),
});
