/**
 * CSMA/CD, 1-persistent: a modem sends as soon as it hears nothing; disturbed while it sends, it breaks off and waits for a random time.
 *
 *   begin      the first instant from now on at which the channel is free here                            (1)
 *   disturbed within its own frame, for the n-th time:  cut;  K = min(n, 10)                              (2)
 *   begin      the same as (1), but from  now + R T_min  on,  R even in {0, 1 … 2^K − 1}                  (3)
 *
 * T_min: duration of a frame with minFrame_bytes bytes of a user. There is no limit to n; it begins anew with each frame that was sent in full.
 * Who began within the delay of the way between two modems is heard too late by both: that is what collides. A frame that is shorter than the way there
 * and back can collide elsewhere without its sender having heard it.
 * Left out: the jam signal, the window of 1 µs in which the reference network lets two senders collide (here the delay does), interframe gaps.
 * Source: [MetcalfeBoggs1976]; the numbers of (2) and (3) are those of the network block of TrueTime 2.0. Test: csma-cd.test.ts.
 */
import type { RandomStream } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import { type Mac, type MacLink, type MacPlan, type MacReport, type MacScheme, type MacSite, mac } from "./mac.ts";

const SEND = 0;
const MOST_DOUBLINGS = 10;

class CollisionDetection implements Mac {
  readonly #unit_ns: number;
  readonly #random: RandomStream;
  /** How often the frame on offer was disturbed; when the waiting time is over. */
  readonly #collisionsAt: number;
  readonly #waitAt: number;
  readonly #busy = new Float64Array(1);

  constructor(site: MacSite, minFrame_bytes: number) {
    this.#unit_ns = site.plan.frame_ns(minFrame_bytes);
    this.#random = site.random("backoff");
    this.#collisionsAt = site.integers("collisions", 1);
    this.#waitAt = site.reals("wait_ns", 1);
  }

  offer(moment: Moment, link: MacLink): void {
    if (!link.isOffered(moment) || link.isSending(moment)) return;
    link.busyUntilInto(this.#busy, moment);
    const begin_ns = Math.max(moment.reals[this.#waitAt], this.#busy[0]);
    if (begin_ns > moment.instant_ns[0]) link.setTimer(moment, SEND, begin_ns);
    else link.send(moment); // (1)
  }

  timer(moment: Moment, link: MacLink): void {
    this.offer(moment, link);
  }

  sent(moment: Moment, link: MacLink): void {
    moment.integers[this.#collisionsAt] = 0;
    this.offer(moment, link);
  }

  disturbed(moment: Moment, link: MacLink): void {
    if (!link.isSending(moment)) return;
    const collisions = moment.integers[this.#collisionsAt] + 1;
    moment.integers[this.#collisionsAt] = collisions;
    const slots = this.#random.integerBelow(moment.integers, 1 << Math.min(collisions, MOST_DOUBLINGS));
    moment.reals[this.#waitAt] = moment.instant_ns[0] + slots * this.#unit_ns; // (3)
    link.cut(moment); // (2)
  }
}

export const csmaCd = defineModel(mac, {
  model: "csma-cd",
  doc: "CSMA/CD: a modem listens before and while it sends, and breaks off when it is disturbed",
  params: {
    minFrame_bytes: {
      type: "integer",
      unit: "byte",
      doc: "bytes of a user in the frame whose duration is the unit of waiting times",
      min: 0,
      max: 65535,
      default: 0,
    },
  },
  create: (p): MacScheme =>
    Object.freeze({
      listensWhileSending: true,
      ordersAcknowledgements: true,
      check(plan: MacPlan, report: MacReport) {
        if (plan.isFullDuplex) return;
        const message = "csma-cd needs a modem that hears while it sends, and this one is half-duplex";
        report("model", message, { allowed: "modems with full duplex", hint: "csma-ca needs no such modem" });
      },
      join: (site: MacSite) => new CollisionDetection(site, p.minFrame_bytes),
    }),
});
