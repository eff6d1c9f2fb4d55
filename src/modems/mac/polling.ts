/**
 * Polling: a coordinator asks one member after the other, for ever; a modem sends only when it is asked.
 *
 *   round     each member in the order of addresses: the coordinator itself sends its own frame, if it has one; any other is asked and answers with one
 *             frame or says that it has none (coordinated.ts)                                             (1)
 *   empty turn                T_0 = 2 (A + d + gap)                                                       (2)
 *   turn with a frame of D    T_1 = A + D + 2 (d + gap)                                                   (3)
 *   no answer                 T_x = A + 2 τ + gap + 1 µs                                                  (4)
 *
 * A: duration of a control frame; d: delay between the two, at most τ = range_m / c. Within τ nothing collides. A control frame that is lost costs (4). After
 * a round without a frame the coordinator rests for pause_s. a of an ask: count of rounds.
 * Left out: members that are asked more often than others, asking and sending in one frame, a new coordinator where the old one is silent.
 * Source: elementary; roll-call polling. Test: coordinated.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import { Coordinated, type CoordinatorParams, checkCoordinator, coordinatorOf, turn_ns } from "./coordinated.ts";
import { type MacLink, type MacPlan, type MacReport, type MacScheme, type MacSite, mac } from "./mac.ts";
import { coordinatorParams, nanoseconds, rangeParam } from "./shared.ts";

/** Integers. PLACE: of the next member in a round; FRAMES: whether there was any frame in this round. */
const PLACE = 0;
const FRAMES = 1;
const ROUND = 2;

class Polling extends Coordinated {
  readonly #i: number;

  constructor(site: MacSite, p: CoordinatorParams) {
    super(site, p);
    this.#i = site.integers("polling", 3);
  }

  protected next(moment: Moment, link: MacLink): void {
    const { integers } = moment;
    const { members, index } = this.plan;
    if (integers[this.#i + PLACE] === members.length) {
      integers[this.#i + PLACE] = 0;
      integers[this.#i + ROUND] += 1;
      const rests = integers[this.#i + FRAMES] === 0 && this.pause_ns > 0 && !link.isOffered(moment);
      integers[this.#i + FRAMES] = 0;
      if (rests) {
        this.goOn(moment, link, moment.instant_ns[0] + this.pause_ns);
        return;
      }
    }
    let place = integers[this.#i + PLACE];
    integers[this.#i + PLACE] = place + 1;
    if (place === index) {
      if (link.isOffered(moment)) {
        integers[this.#i + FRAMES] = 1;
        link.send(moment);
        return;
      }
      if (place + 1 === members.length) {
        this.goOn(moment, link, moment.instant_ns[0]);
        return;
      }
      place += 1;
      integers[this.#i + PLACE] = place + 1;
    }
    this.ask(moment, link, members[place], integers[this.#i + ROUND]);
  }

  protected override answeredBy(moment: Moment, isEmpty: boolean): void {
    if (!isEmpty) moment.integers[this.#i + FRAMES] = 1;
  }
}

export const polling = defineModel(mac, {
  model: "polling",
  doc: "Polling: a coordinator asks the members in turn, and a modem sends only when it is asked",
  params: { ...coordinatorParams, ...rangeParam },
  create: (p): MacScheme =>
    Object.freeze({
      overhears: true,
      ordersAcknowledgements: true,
      agreement: (plan: MacPlan) => `coordinator ${coordinatorOf(p, plan)}`,
      answerDelay_ns: (plan: MacPlan) => plan.members.length * turn_ns(p, plan) + nanoseconds(p.pause_s),
      check: (plan: MacPlan, report: MacReport) => checkCoordinator(p, plan, report),
      join: (site: MacSite) => new Polling(site, p),
    }),
});
