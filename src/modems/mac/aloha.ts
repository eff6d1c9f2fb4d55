/**
 * ALOHA: a frame is sent when it is there, or at the next slot; what is not acknowledged is sent again after a random time.
 *
 *   pure      begin = now                                                                             (1)
 *   slotted   begin = the least k T_s + offset not before now                                         (2)
 *   attempt n > 0:  first wait  u · B · min(2ⁿ⁻¹, 2^M),  u even in [0, 1)                             (3)
 *
 * T_s: slot_s, or where not given the longest frame and guard_s; B: backoff_s, or where not given the longest frame; M: maxDoublings.
 * A slot begins at the sender: two frames of one slot meet at a receiver that is as far from both, and frames of neighbouring slots meet where
 * the difference of delays is longer than the guard, so that the gain over (1) is lost as the delay grows; without a guard any delay takes all of it.
 * With frames of one length, Poisson traffic G (frames per frame time) of many senders and no delay, the throughput is G e^(−2G) and
 * G e^(−G).
 * Left out: capture and half-duplex are the modem's; slots agree with the sender's clock, which is true here.
 * Source: [Abramson1970], [Roberts1975]. Test: mac-throughput.test.ts.
 */
import type { RandomStream } from "../../core/index.ts";
import { NS_PER_S } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import { type Definition, defineModel } from "../../library/index.ts";
import { type Mac, type MacLink, type MacPlan, type MacScheme, type MacSite, mac } from "./mac.ts";
import { offsetParam } from "./shared.ts";

const SEND = 0;

const backoff = {
  backoff_s: {
    doc: "B: what is not acknowledged waits for an even share of this, doubled with each attempt; the longest frame where not given",
    above: 0,
    max: 1e5,
    optional: true,
  },
  maxDoublings: { type: "integer", doc: "M: how often B is doubled at most", min: 0, max: 20, default: 4 },
} as const;

interface Waits {
  readonly backoff_s?: number | undefined;
  readonly maxDoublings: number;
}

/** slot_ns: 0 for none. */
class Aloha implements Mac {
  readonly #slot_ns: number;
  readonly #offset_ns: number;
  readonly #backoff_ns: number;
  readonly #most: number;
  readonly #random: RandomStream;
  /** Integers: 1 for a frame that is late, since the modem was sending when its time came. */
  readonly #late: number;
  readonly #u = new Float64Array(1);

  constructor(site: MacSite, waits: Waits, slot_ns: number, offset_ns: number) {
    this.#slot_ns = slot_ns;
    this.#offset_ns = offset_ns;
    this.#backoff_ns =
      waits.backoff_s === undefined ? site.plan.longestFrame_ns : Math.round(waits.backoff_s * NS_PER_S);
    this.#most = waits.maxDoublings;
    this.#random = site.random("backoff");
    this.#late = site.integers("late", 1);
  }

  offer(moment: Moment, link: MacLink): void {
    const attempt = link.attempt(moment);
    let begin_ns = moment.instant_ns[0];
    if (attempt > 0) {
      this.#random.uniformInto(this.#u, 0, moment.integers);
      const doublings = Math.min(attempt - 1, this.#most);
      begin_ns += Math.round(this.#u[0] * this.#backoff_ns * (1 << doublings)); // (3)
    }
    this.#sendFrom(moment, link, begin_ns);
  }

  timer(moment: Moment, link: MacLink): void {
    if (link.isOffered(moment)) this.#send(moment, link);
  }

  sent(moment: Moment, link: MacLink): void {
    if (moment.integers[this.#late] === 0 || !link.isOffered(moment) || link.isSending(moment)) return;
    this.#sendFrom(moment, link, moment.instant_ns[0]);
  }

  /** (1), (2) */
  #sendFrom(moment: Moment, link: MacLink, from_ns: number): void {
    let begin_ns = from_ns;
    if (this.#slot_ns > 0) {
      const slots = Math.ceil((begin_ns - this.#offset_ns) / this.#slot_ns);
      begin_ns = this.#offset_ns + Math.max(0, slots) * this.#slot_ns;
    }
    moment.integers[this.#late] = 0;
    if (begin_ns > moment.instant_ns[0]) link.setTimer(moment, SEND, begin_ns);
    else this.#send(moment, link);
  }

  /** An acknowledgement may be on its way out: then when it has left. */
  #send(moment: Moment, link: MacLink): void {
    const isLate = link.isSending(moment);
    moment.integers[this.#late] = isLate ? 1 : 0;
    if (!isLate) link.send(moment);
  }
}

export const aloha = defineModel(mac, {
  model: "aloha",
  doc: "Pure ALOHA: a frame is sent when it is there",
  default: true,
  params: backoff,
  create: (p): MacScheme => Object.freeze({ join: (site: MacSite) => new Aloha(site, p, 0, 0) }),
});

export const slottedAloha = defineModel(mac, {
  model: "slotted-aloha",
  doc: "Slotted ALOHA: a frame is sent at the beginning of a slot",
  params: {
    slot_s: { doc: "T_s, slot; the longest frame and guard_s where not given", above: 0, max: 1e5, optional: true },
    guard_s: { doc: "of the slot, behind the longest frame", min: 0, max: 1e5, default: 0 },
    ...offsetParam,
    ...backoff,
  },
  create(p): MacScheme {
    const slotOf = (plan: MacPlan): number =>
      p.slot_s === undefined
        ? plan.longestFrame_ns + Math.round(p.guard_s * NS_PER_S)
        : Math.round(p.slot_s * NS_PER_S);
    return Object.freeze({
      check(plan: MacPlan, report: Parameters<NonNullable<MacScheme["check"]>>[1]) {
        if (slotOf(plan) >= plan.longestFrame_ns) return;
        const longest_s = plan.longestFrame_ns / NS_PER_S;
        const message = `slot_s = ${p.slot_s} is shorter than the longest frame, ${longest_s} s`;
        report("slot_s", message, { allowed: `at least ${longest_s}` });
      },
      join: (site: MacSite) => new Aloha(site, p, slotOf(site.plan), Math.round(p.offset_s * NS_PER_S)),
    });
  },
});

export const alohaDefinitions: readonly Definition[] = [aloha, slottedAloha];
