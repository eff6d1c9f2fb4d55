/**
 * Waiting room: who has something to send knocks, and is called in when it is his turn.
 *
 * [Erdemir2018] names a waiting-room scheme as future work and does not define it. Here it is this:
 *
 *   door      the coordinator opens the door by a control frame for all                                   (1)
 *   knocks    the member in place j (0 … m − 1, by address, without the coordinator) with a frame to send knocks by a control frame
 *             gap + j M after it has heard the door,   M = A + 2 τ                                        (2)
 *   listening the coordinator listens for  gap + m M  from the end of the door on                          (3)
 *   room      who has been heard waits in the room; the coordinator sends its own frame, if it has one, then calls in those in the room by
 *             address; each sends one frame (coordinated.ts)                                              (4)
 *   the room is empty: the door opens again; where no one had anything to send, after pause_s             (5)
 *
 *   empty cycle     T_0 = A + gap + m M;     a polling round without frames takes Σ 2 (A + d_j + gap)     (6)
 *
 * At low load it is polling with a fraction of the control frames; a frame waits a little longer than it would for its turn, since it waits for the other
 * mini-slots and the call as well.
 * A: duration of a control frame; τ = range_m / c. A knock comes to the coordinator at 2 d_j + gap + j M after the end of the door, and 2 d_j ≤ 2 τ: within its
 * mini-slot (2). So no two knocks meet there or, by the triangle inequality, elsewhere within τ. A knock or a call that is lost costs one round.
 * a of a door and of a call: count of rounds; a of a knock: duration of the frame on offer.
 * Left out: order by urgency, a new coordinator where the old one is silent.
 * Source: own definition. Test: coordinated.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import {
  Coordinated,
  type CoordinatorParams,
  checkCoordinator,
  coordinatorOf,
  FIRST_OTHER,
  FIRST_TIMER,
  turn_ns,
} from "./coordinated.ts";
import {
  FRAME,
  FRAME_SIZE,
  type MacLink,
  type MacPlan,
  type MacReport,
  type MacScheme,
  type MacSite,
  mac,
} from "./mac.ts";
import { coordinatorParams, GAP_NS, gap_ns, nanoseconds, rangeParam, way_ns } from "./shared.ts";

const DOOR = FIRST_OTHER;
const KNOCK = FIRST_OTHER + 1;

const KNOCK_TIMER = FIRST_TIMER;

const ALL = -1;

/** Integers. STAGE: what comes next. PLACE: of the member to look at next. From ROOM on, by place of address: 1 for who waits in the room. */
const STAGE = 0;
const PLACE = 1;
const ROUND = 2;
const ROOM = 3;

const OPEN = 0;
const LISTENED = 1;
const CALLS = 2;

const miniSlot_ns = (p: CoordinatorParams, plan: MacPlan): number => plan.controlFrame_ns + 2 * way_ns(p.range_m, plan); // (2)

class WaitingRoom extends Coordinated {
  readonly #i: number;
  readonly #coordinator: number;
  readonly #miniSlot_ns: number;
  /** When this member knocks, after it has heard the door. */
  readonly #knock_ns: number;
  readonly #head = new Float64Array(FRAME_SIZE);

  constructor(site: MacSite, p: CoordinatorParams) {
    super(site, p);
    const { members, index } = site.plan;
    this.#i = site.integers("room", ROOM + members.length);
    this.#coordinator = coordinatorOf(p, site.plan);
    this.#miniSlot_ns = miniSlot_ns(p, site.plan);
    const place = index - (members.indexOf(this.#coordinator) < index ? 1 : 0);
    this.#knock_ns = this.gap_ns + place * this.#miniSlot_ns;
  }

  protected next(moment: Moment, link: MacLink): void {
    const { integers } = moment;
    const { members, index } = this.plan;
    if (integers[this.#i + STAGE] === OPEN) {
      integers[this.#i + STAGE] = LISTENED;
      integers[this.#i + ROUND] += 1;
      for (let i = 0; i < members.length; i++) integers[this.#i + ROOM + i] = 0;
      link.control(moment, DOOR, ALL, integers[this.#i + ROUND], 0); // (1)
      return;
    }
    let isIdle = false;
    if (integers[this.#i + STAGE] === LISTENED) {
      integers[this.#i + STAGE] = CALLS;
      integers[this.#i + PLACE] = 0;
      isIdle = true;
      if (link.isOffered(moment)) {
        link.send(moment); // (4)
        return;
      }
    }
    for (let i = integers[this.#i + PLACE]; i < members.length; i++) {
      if (integers[this.#i + ROOM + i] === 0 || i === index) continue;
      integers[this.#i + PLACE] = i + 1;
      this.ask(moment, link, members[i], integers[this.#i + ROUND]); // (4)
      return;
    }
    integers[this.#i + STAGE] = OPEN; // (5)
    this.goOn(moment, link, moment.instant_ns[0] + (isIdle ? this.pause_ns : 0));
  }

  protected override waitAfter_ns(frame: Float64Array, at: number): number {
    if (frame[at + FRAME.type] !== DOOR) return this.gap_ns;
    return this.gap_ns + (this.plan.members.length - 1) * this.#miniSlot_ns + GAP_NS; // (3)
  }

  protected override otherHeard(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    const type = frame[at + FRAME.type];
    const source = frame[at + FRAME.source];
    if (type === DOOR && source === this.#coordinator) {
      link.setTimer(moment, KNOCK_TIMER, moment.instant_ns[0] + this.#knock_ns);
    } else if (type === KNOCK && this.isCoordinator) {
      const place = this.plan.members.indexOf(source);
      if (place >= 0) moment.integers[this.#i + ROOM + place] = 1;
    }
  }

  protected override otherTimer(moment: Moment, link: MacLink): void {
    if (this.isCoordinator || !link.isOffered(moment) || link.isSending(moment)) return;
    link.headInto(this.#head, moment);
    link.control(moment, KNOCK, this.#coordinator, this.#head[FRAME.duration_ns], 0);
  }
}

export const waitingRoom = defineModel(mac, {
  model: "waiting-room",
  doc: "Waiting room: who has something to send knocks at a coordinator's door and is called in",
  params: { ...coordinatorParams, ...rangeParam },
  create: (p): MacScheme =>
    Object.freeze({
      overhears: true,
      ordersAcknowledgements: true,
      agreement: (plan: MacPlan) => `coordinator ${coordinatorOf(p, plan)}, range_m ${p.range_m}`,
      answerDelay_ns(plan: MacPlan) {
        const n = plan.members.length;
        const knocks_ns = plan.controlFrame_ns + 2 * gap_ns(plan) + (n - 1) * miniSlot_ns(p, plan);
        // It may come just after its mini-slot: then it waits for the room to empty, for the next door and for its call.
        return 2 * (knocks_ns + n * turn_ns(p, plan)) + nanoseconds(p.pause_s);
      },
      check: (plan: MacPlan, report: MacReport) => checkCoordinator(p, plan, report),
      join: (site: MacSite) => new WaitingRoom(site, p),
    }),
});
