/**
 * What polling and the waiting room have in common: a coordinator asks one modem after the other, and each answers with one frame.
 *
 *   ask      control frame of the coordinator to one modem                                                (1)
 *   answer   the frame on offer there, or an "empty" control frame, a gap after the ask was heard         (2)
 *   next     a gap after the answer was heard; where none has begun to come 2 τ and a gap after the ask had left, then        (3)
 *   gap      the modem's turnaround, at least 1 µs                                                        (4)
 *
 * τ: range_m / c. Each frame begins after the one before it was heard in full by its sender. Straight ways obey the triangle inequality, so at every other
 * modem, too, the later one comes later: nothing collides within τ, whatever the positions.
 */
import type { Moment } from "../../engine/index.ts";
import { FIRST_CONTROL, FRAME, type Mac, type MacLink, type MacPlan, type MacReport, type MacSite } from "./mac.ts";
import { GAP_NS, gap_ns, nanoseconds, way_ns } from "./shared.ts";

export interface CoordinatorParams {
  readonly coordinator?: number | undefined;
  readonly range_m: number;
  readonly pause_s: number;
}

const NEXT = 0;
const ANSWER = 1;
/** Timers from here on are the scheme's. */
export const FIRST_TIMER = 2;

const ASK = FIRST_CONTROL;
const EMPTY = FIRST_CONTROL + 1;
/** Types of control frames from here on are the scheme's. */
export const FIRST_OTHER = FIRST_CONTROL + 2;

/** Who is asked: an address. */
const NO_ONE = -1;

export const coordinatorOf = (p: CoordinatorParams, plan: MacPlan): number => p.coordinator ?? plan.members[0];

export function checkCoordinator(p: CoordinatorParams, plan: MacPlan, report: MacReport): void {
  const { coordinator } = p;
  if (coordinator === undefined || plan.members.includes(coordinator)) return;
  const message = `coordinator = ${coordinator} is not the address of a member`;
  report("coordinator", message, { allowed: `one of ${plan.members.join(" ")}` });
}

/** (1) to (3), for one modem at the longest. */
export const turn_ns = (p: CoordinatorParams, plan: MacPlan): number =>
  plan.controlFrame_ns + plan.longestFrame_ns + 2 * way_ns(p.range_m, plan) + 2 * gap_ns(plan);

export abstract class Coordinated implements Mac {
  protected readonly plan: MacPlan;
  protected readonly isCoordinator: boolean;
  protected readonly way_ns: number;
  protected readonly gap_ns: number;
  protected readonly pause_ns: number;
  readonly #coordinator: number;
  readonly #patience_ns: number;
  /** integers[asked]: who is asked; reals[due]: when the coordinator goes on at the latest. */
  readonly #asked: number;
  readonly #due: number;
  readonly #busy = new Float64Array(1);

  constructor(site: MacSite, p: CoordinatorParams) {
    this.plan = site.plan;
    this.#coordinator = coordinatorOf(p, site.plan);
    this.isCoordinator = this.#coordinator === site.plan.address;
    this.way_ns = way_ns(p.range_m, site.plan);
    this.gap_ns = gap_ns(site.plan);
    this.pause_ns = nanoseconds(p.pause_s);
    this.#patience_ns = 2 * turn_ns(p, site.plan);
    this.#asked = site.integers("asked", 1);
    this.#due = site.reals("due_ns", 1);
  }

  /** The coordinator has the channel: it asks, sends, or sets a time to go on (`goOn`). */
  protected abstract next(moment: Moment, link: MacLink): void;
  /** An answer of the modem that was asked. */
  protected answeredBy?(moment: Moment, isEmpty: boolean): void;
  /** A frame of the coordinator has left; when it goes on. */
  protected waitAfter_ns(_frame: Float64Array, _at: number): number {
    return this.gap_ns;
  }
  /** Any other frame. */
  protected otherHeard?(moment: Moment, link: MacLink, frame: Float64Array, at: number): void;
  protected otherTimer?(moment: Moment, link: MacLink, timer: number): void;

  protected goOn(moment: Moment, link: MacLink, t_ns: number): void {
    moment.reals[this.#due] = t_ns;
    link.setTimer(moment, NEXT, t_ns);
  }

  protected ask(moment: Moment, link: MacLink, member: number, a: number): void {
    moment.integers[this.#asked] = member;
    link.control(moment, ASK, member, a, 0);
  }

  start(moment: Moment, link: MacLink): void {
    moment.integers[this.#asked] = NO_ONE;
    if (this.isCoordinator && this.plan.members.length > 1) this.goOn(moment, link, moment.instant_ns[0]);
  }

  offer(moment: Moment, link: MacLink): void {
    if (!this.isCoordinator || link.isSending(moment)) return;
    if (this.plan.members.length === 1) link.send(moment);
    // Never unless the modem was off in between: what was to come then has not come.
    else if (moment.instant_ns[0] > moment.reals[this.#due] + this.#patience_ns) {
      moment.integers[this.#asked] = NO_ONE;
      this.goOn(moment, link, moment.instant_ns[0]);
    }
  }

  timer(moment: Moment, link: MacLink, timer: number): void {
    if (timer === ANSWER) this.#answer(moment, link);
    else if (timer !== NEXT) this.otherTimer?.(moment, link, timer);
    else if (!link.isSending(moment)) {
      if (moment.integers[this.#asked] !== NO_ONE) {
        link.busyUntilInto(this.#busy, moment);
        if (this.#busy[0] > moment.instant_ns[0]) {
          this.goOn(moment, link, this.#busy[0] + this.gap_ns);
          return;
        }
        moment.integers[this.#asked] = NO_ONE; // (3): no answer
      }
      moment.reals[this.#due] = moment.instant_ns[0];
      this.next(moment, link);
    }
  }

  sent(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    if (!this.isCoordinator) return;
    const now_ns = moment.instant_ns[0];
    if (this.plan.members.length === 1) {
      if (link.isOffered(moment) && !link.isSending(moment)) link.send(moment);
    } else if (frame[at + FRAME.type] === ASK) {
      this.goOn(moment, link, now_ns + 2 * this.way_ns + this.gap_ns + GAP_NS); // (3)
    } else {
      this.goOn(moment, link, now_ns + this.waitAfter_ns(frame, at));
    }
  }

  heard(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    const type = frame[at + FRAME.type];
    const asked = moment.integers[this.#asked];
    if (this.isCoordinator && asked !== NO_ONE && frame[at + FRAME.source] === asked) {
      moment.integers[this.#asked] = NO_ONE;
      this.answeredBy?.(moment, type === EMPTY);
      this.goOn(moment, link, moment.instant_ns[0] + this.gap_ns);
    } else if (type === ASK) {
      const isForThis = frame[at + FRAME.destination] === this.plan.address;
      if (isForThis) link.setTimer(moment, ANSWER, moment.instant_ns[0] + this.gap_ns);
      else link.clearTimer(moment, ANSWER);
    } else {
      this.otherHeard?.(moment, link, frame, at);
    }
  }

  /** (2) */
  #answer(moment: Moment, link: MacLink): void {
    if (link.isSending(moment)) return;
    if (link.isOffered(moment)) link.send(moment);
    else link.control(moment, EMPTY, this.#coordinator, 0, 0);
  }
}
