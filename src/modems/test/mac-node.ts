/** A node of the ideal medium: the modem's half of the contract, with a queue, acknowledgements and repetition. */
import { RandomStream, STREAM_WORDS } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import {
  FRAME,
  FRAME_SIZE,
  FRAME_TYPE,
  MAC_TIMERS,
  type Mac,
  type MacLink,
  type MacPlan,
  type MacScheme,
} from "../mac/mac.ts";

export interface Queued {
  readonly to: number;
  readonly bytes: number;
  readonly isReliable: boolean;
  readonly queued_ns: number;
  readonly serial: number;
  readonly isAnswer: boolean;
}

export interface Sending {
  readonly node: number;
  readonly frame: Float64Array;
  readonly begin_ns: number;
  end_ns: number;
  isCut: boolean;
}

export interface Reception {
  readonly sending: Sending;
  readonly node: number;
  readonly start_ns: number;
  end_ns: number;
  fate: "open" | "received" | "collision" | "half duplex" | "cut" | "erased";
}

/** What a node needs of its medium. */
export interface MediumOfNode {
  readonly moment: Moment;
  readonly now_ns: number;
  readonly seed: number;
  /** How often a message to be acknowledged is sent at most. */
  readonly attempts: number;
  at(t_ns: number, what: "timer", act: () => void): void;
  transmit(node: MacNode, frame: Float64Array): void;
  cut(sending: Sending): void;
}

/** Places in the state that all nodes share. */
export interface StateSpots {
  reals(size: number, initial?: readonly number[]): number;
  integers(size: number): number;
}

export class MacNode implements MacLink {
  readonly medium: MediumOfNode;
  readonly place: number;
  readonly plan: MacPlan;
  readonly mac: Mac;
  readonly scheme: MacScheme;
  readonly queue: Queued[] = [];
  readonly answers: Queued[] = [];
  readonly audible = new Set<Reception>();
  readonly delivered: { readonly from: number; readonly serial: number; readonly t_ns: number }[] = [];
  givenUp = 0;
  sending: Sending | null = null;
  offered: Queued | null = null;
  waitsFor: Queued | null = null;
  attempts = 0;
  readonly timers = new Float64Array(MAC_TIMERS).fill(-1);
  #isBegun = false;

  constructor(medium: MediumOfNode, place: number, plan: MacPlan, scheme: MacScheme, spots: StateSpots) {
    this.medium = medium;
    this.place = place;
    this.plan = plan;
    this.scheme = scheme;
    this.mac = scheme.join({
      plan,
      reals: (_name, size, initial) => spots.reals(size, initial),
      integers: (_name, size) => spots.integers(size),
      random: (name) =>
        new RandomStream({ campaign: medium.seed, run: 0 }, `${place}/${name}`, spots.integers(STREAM_WORDS)),
    });
  }

  begin(): void {
    this.#isBegun = true;
    this.mac.start?.(this.medium.moment, this);
    this.next();
  }

  get isThere(): boolean {
    return this.#isBegun;
  }

  next(): void {
    if (this.offered !== null || !this.#isBegun) return;
    const answer = this.answers[0];
    const head = this.queue[0];
    if (answer !== undefined && this.scheme.ordersAcknowledgements === true) this.offered = answer;
    else if (head !== undefined && this.waitsFor === null && this.sending?.frame[FRAME.serial] !== head.serial)
      this.offered = head;
    else return;
    this.mac.offer(this.medium.moment, this);
  }

  isSending(): boolean {
    return this.sending !== null;
  }

  isOffered(): boolean {
    return this.offered !== null;
  }

  busyUntilInto(out: Float64Array): void {
    const now_ns = this.medium.now_ns;
    out[0] = now_ns;
    for (const { end_ns } of this.audible) out[0] = Math.max(out[0], end_ns);
  }

  headInto(out: Float64Array): void {
    const head = this.offered!;
    out.fill(0);
    out[FRAME.type] = head.isAnswer ? FRAME_TYPE.acknowledgement : FRAME_TYPE.data;
    out[FRAME.source] = this.plan.address;
    out[FRAME.origin] = this.plan.address;
    out[FRAME.destination] = head.to;
    out[FRAME.target] = head.to;
    out[FRAME.serial] = head.serial;
    out[FRAME.bytes] = head.bytes;
    out[FRAME.isReliable] = head.isReliable ? 1 : 0;
    out[FRAME.queued_ns] = head.queued_ns;
    out[FRAME.duration_ns] = this.plan.frame_ns(head.bytes);
  }

  attempt(): number {
    return this.offered?.isAnswer === true ? 0 : this.attempts;
  }

  send(): void {
    if (this.offered === null) throw new Error("a scheme sends, but no frame is on offer");
    const frame = new Float64Array(FRAME_SIZE);
    this.headInto(frame);
    if (this.offered.isAnswer) this.answers.shift();
    else this.attempts++;
    this.offered = null;
    this.medium.transmit(this, frame);
  }

  control(_moment: Moment, type: number, destination: number, a: number, b: number): void {
    const frame = new Float64Array(FRAME_SIZE);
    frame[FRAME.type] = type;
    frame[FRAME.source] = this.plan.address;
    frame[FRAME.destination] = destination;
    frame[FRAME.a] = a;
    frame[FRAME.b] = b;
    frame[FRAME.serial] = -1;
    frame[FRAME.duration_ns] = this.plan.controlFrame_ns;
    this.medium.transmit(this, frame);
  }

  giveUp(): void {
    if (this.offered === null) throw new Error("a scheme gives up, but no frame is on offer");
    if (this.offered.isAnswer) this.answers.shift();
    else this.lose();
    this.offered = null;
    this.next();
  }

  lose(): void {
    this.queue.shift();
    this.attempts = 0;
    this.givenUp++;
  }

  cut(): void {
    const sending = this.sending;
    if (sending === null) throw new Error("a scheme cuts, but its modem is not sending");
    this.medium.cut(sending);
    this.sending = null;
    if (sending.frame[FRAME.type] !== FRAME_TYPE.data) return;
    this.offered = this.queue[0]!;
    this.mac.offer(this.medium.moment, this);
  }

  setTimer(_moment: Moment, timer: number, t_ns: number): void {
    if (!(timer >= 0 && timer < MAC_TIMERS && Number.isInteger(t_ns))) throw new Error(`timer ${timer} at ${t_ns}`);
    const due_ns = Math.max(t_ns, this.medium.now_ns);
    this.timers[timer] = due_ns;
    this.medium.at(due_ns, "timer", () => {
      if (this.timers[timer] !== due_ns) return;
      this.timers[timer] = -1;
      this.mac.timer?.(this.medium.moment, this, timer);
    });
  }

  clearTimer(_moment: Moment, timer: number): void {
    this.timers[timer] = -1;
  }

  hasSent(sending: Sending): void {
    if (this.sending !== sending) return;
    this.sending = null;
    const { frame } = sending;
    if (frame[FRAME.type] === FRAME_TYPE.data) {
      const head = this.queue[0]!;
      if (frame[FRAME.isReliable] === 1) {
        this.waitsFor = head;
        const wait_ns = this.plan.acknowledgement_ns + (this.scheme.answerDelay_ns?.(this.plan) ?? 0);
        this.medium.at(this.medium.now_ns + wait_ns, "timer", () => this.#isNotAnswered(head, this.attempts));
      } else {
        this.queue.shift();
        this.attempts = 0;
      }
    }
    this.mac.sent?.(this.medium.moment, this, frame, 0);
    this.next();
  }

  #isNotAnswered(head: Queued, attempts: number): void {
    if (this.waitsFor !== head || this.attempts !== attempts) return;
    this.waitsFor = null;
    this.mac.answered?.(this.medium.moment, this, false);
    if (this.attempts >= this.medium.attempts) this.lose();
    this.next();
  }

  receive(frame: Float64Array): void {
    const to = frame[FRAME.destination];
    const isForThis = to === this.plan.address || to === -1;
    if (isForThis || this.scheme.overhears === true) this.mac.heard?.(this.medium.moment, this, frame, 0);
    if (!isForThis) return;
    const from = frame[FRAME.source]!;
    const serial = frame[FRAME.serial]!;
    const now_ns = this.medium.now_ns;
    if (frame[FRAME.type] === FRAME_TYPE.acknowledgement && this.waitsFor?.serial === serial) {
      this.waitsFor = null;
      this.queue.shift();
      this.attempts = 0;
      this.mac.answered?.(this.medium.moment, this, true);
      this.next();
    }
    if (frame[FRAME.type] !== FRAME_TYPE.data) return;
    this.delivered.push({ from, serial, t_ns: now_ns });
    if (frame[FRAME.isReliable] === 0) return;
    this.answers.push({ to: from, bytes: 0, isReliable: false, queued_ns: now_ns, serial, isAnswer: true });
    if (this.scheme.ordersAcknowledgements === true) this.next();
    else this.medium.at(now_ns + this.plan.turnaround_ns, "timer", () => this.#answer());
  }

  #answer(): void {
    const head = this.answers[0];
    if (head === undefined) return;
    if (this.sending !== null) {
      this.medium.at(this.sending.end_ns + this.plan.turnaround_ns, "timer", () => this.#answer());
      return;
    }
    const offered = this.offered;
    this.offered = head;
    this.send();
    this.offered = offered;
  }
}
