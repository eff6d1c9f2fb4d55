/**
 * Schemes over an ideal medium: a plain event loop with the same contract as the modem, and nothing of it. All frames that overlap at a receiver are
 * lost (the rule of Parodi2008Communications); a half-duplex node hears nothing while it sends. Ways are straight, the speed is one.
 * What happens at one instant happens in the order of `ORDERS`: a property that holds in both does not hang on it.
 */
import { NS_PER_S, RandomStream, STREAM_WORDS } from "../../core/index.ts";
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

export interface NodeSpec {
  readonly scheme: MacScheme;
  readonly x_m?: number;
  readonly y_m?: number;
  /** Default: place among the nodes. */
  readonly address?: number;
  readonly longestBytes?: number;
  /** When it begins to exist. */
  readonly from_ns?: number;
}

export interface MediumSpec {
  readonly nodes: readonly NodeSpec[];
  readonly speed_mps?: number;
  readonly bitRate_bps?: number;
  readonly overheadBits?: number;
  readonly longestBytes?: number;
  readonly turnaround_ns?: number;
  readonly isFullDuplex?: boolean;
  readonly attempts?: number;
  readonly seed?: number;
  readonly order?: keyof typeof ORDERS;
  /** Who hears whom, places among the nodes; all where not given. */
  readonly hears?: (receiver: number, sender: number) => boolean;
  /** How often a frame that came through is not decoded after all. */
  readonly erased?: number;
}

interface Queued {
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

/** Classes of events, in their order inside an instant. */
const ORDERS = {
  "ends first": { ends: 0, sent: 1, begins: 2, timer: 3, offer: 4 },
  "timers first": { timer: 0, offer: 1, begins: 2, ends: 3, sent: 4 },
} as const;

interface Event {
  readonly t_ns: number;
  readonly rank: number;
  readonly count: number;
  readonly act: () => void;
}

const isBefore = (a: Event, b: Event): boolean => {
  if (a.t_ns !== b.t_ns) return a.t_ns < b.t_ns;
  return a.rank !== b.rank ? a.rank < b.rank : a.count < b.count;
};

class Heap {
  readonly #events: Event[] = [];

  first(): Event | undefined {
    return this.#events[0];
  }

  push(event: Event): void {
    const events = this.#events;
    let i = events.length;
    events.push(event);
    while (i > 0) {
      const above = (i - 1) >> 1;
      if (!isBefore(event, events[above]!)) break;
      events[i] = events[above]!;
      i = above;
    }
    events[i] = event;
  }

  pop(): void {
    const events = this.#events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= events.length) break;
      if (below + 1 < events.length && isBefore(events[below + 1]!, events[below]!)) below++;
      if (!isBefore(events[below]!, last)) break;
      events[i] = events[below]!;
      i = below;
    }
    events[i] = last;
  }
}

const REALS = 64;
const INTEGERS = 64;

class Node implements MacLink {
  readonly medium: Medium;
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

  constructor(medium: Medium, place: number, plan: MacPlan, scheme: MacScheme, spots: Spots) {
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

class Spots {
  readonly allReals: Float64Array;
  readonly allIntegers: Int32Array;
  #reals = 0;
  #integers = 0;

  constructor(nodes: number) {
    this.allReals = new Float64Array(nodes * REALS);
    this.allIntegers = new Int32Array(nodes * (INTEGERS + nodes));
  }

  reals(size: number, initial: readonly number[] = []): number {
    const at = this.#reals;
    this.#reals += size;
    this.allReals.set(initial, at);
    return at;
  }

  integers(size: number): number {
    this.#integers += size;
    return this.#integers - size;
  }
}

export class Medium {
  readonly nodes: readonly Node[];
  readonly sendings: Sending[] = [];
  readonly receptions: Reception[] = [];
  readonly moment: Moment;
  readonly seed: number;
  readonly attempts: number;
  readonly #spec: MediumSpec;
  readonly #instant_ns = new Float64Array(1);
  readonly #heap = new Heap();
  readonly #delays: Float64Array[];
  readonly #parts: readonly { readonly from: number; readonly to: number }[];
  readonly #dice: RandomStream;
  readonly #words = new Int32Array(STREAM_WORDS);
  #count = 0;
  #serial = 0;

  constructor(spec: MediumSpec) {
    this.#spec = spec;
    this.seed = spec.seed ?? 1;
    this.attempts = spec.attempts ?? 4;
    this.#dice = new RandomStream({ campaign: this.seed, run: 0 }, "erased");
    const spots = new Spots(spec.nodes.length);
    this.moment = {
      instant_ns: this.#instant_ns,
      reals: spots.allReals,
      integers: spots.allIntegers,
    } as unknown as Moment;
    const plans = plansOf(spec);
    this.#parts = spec.nodes.map(({ scheme }, i) => scheme.band?.(plans[i]!) ?? { from: 0, to: 1 });
    this.nodes = spec.nodes.map(({ scheme }, i) => new Node(this, i, plans[i]!, scheme, spots));
    const speed_mps = spec.speed_mps ?? 1500;
    this.#delays = spec.nodes.map((a) =>
      Float64Array.from(spec.nodes, (b) => {
        const east_m = (a.x_m ?? 0) - (b.x_m ?? 0);
        const north_m = (a.y_m ?? 0) - (b.y_m ?? 0);
        return Math.round((Math.sqrt(east_m * east_m + north_m * north_m) / speed_mps) * NS_PER_S);
      }),
    );
    spec.nodes.forEach(({ from_ns }, i) => {
      this.at(from_ns ?? 0, "offer", () => this.nodes[i]!.begin());
    });
  }

  get now_ns(): number {
    return this.#instant_ns[0]!;
  }

  at(t_ns: number, what: keyof (typeof ORDERS)["ends first"], act: () => void): void {
    const rank = ORDERS[this.#spec.order ?? "ends first"][what];
    this.#heap.push({ t_ns, rank, count: this.#count++, act });
  }

  /** A message of the node's software. */
  offer(t_ns: number, node: number, to = -1, bytes = 0, isReliable = false): void {
    this.at(t_ns, "offer", () => {
      this.nodes[node]!.queue.push({ to, bytes, isReliable, queued_ns: t_ns, serial: ++this.#serial, isAnswer: false });
      this.nodes[node]!.next();
    });
  }

  run(until_ns: number): this {
    for (let event = this.#heap.first(); event !== undefined && event.t_ns <= until_ns; event = this.#heap.first()) {
      this.#heap.pop();
      this.#instant_ns[0] = event.t_ns;
      event.act();
    }
    this.#instant_ns[0] = until_ns;
    return this;
  }

  transmit(node: Node, frame: Float64Array): void {
    if (node.sending !== null) throw new Error("a scheme sends while its modem is sending");
    const now_ns = this.now_ns;
    frame[FRAME.sent_ns] = now_ns;
    const sending: Sending = {
      node: node.place,
      frame,
      begin_ns: now_ns,
      end_ns: now_ns + frame[FRAME.duration_ns]!,
      isCut: false,
    };
    node.sending = sending;
    this.sendings.push(sending);
    if (this.#spec.isFullDuplex !== true)
      for (const heard of node.audible) if (heard.end_ns > now_ns && heard.fate === "open") heard.fate = "half duplex";
    this.at(sending.end_ns, "sent", () => node.hasSent(sending));
    for (const other of this.nodes) {
      if (other === node || this.#spec.hears?.(other.place, node.place) === false) continue;
      const delay_ns = this.#delays[node.place]![other.place]!;
      this.at(now_ns + delay_ns, "begins", () => this.#begins(other, sending));
    }
  }

  cut(sending: Sending): void {
    sending.end_ns = this.now_ns;
    sending.isCut = true;
    for (const other of this.nodes) {
      for (const heard of other.audible) if (heard.sending === sending) this.#endsEarly(other, heard);
    }
  }

  #endsEarly(node: Node, heard: Reception): void {
    heard.end_ns = heard.start_ns + (heard.sending.end_ns - heard.sending.begin_ns);
    heard.fate = "cut";
    this.at(heard.end_ns, "ends", () => this.#ends(node, heard));
  }

  #begins(node: Node, sending: Sending): void {
    const now_ns = this.now_ns;
    if (!node.isThere || sending.end_ns === sending.begin_ns) return;
    const end_ns = now_ns + (sending.end_ns - sending.begin_ns);
    const heard: Reception = {
      sending,
      node: node.place,
      start_ns: now_ns,
      end_ns,
      fate: sending.isCut ? "cut" : "open",
    };
    const part = this.#parts[sending.node]!;
    for (const other of node.audible) {
      const otherPart = this.#parts[other.sending.node]!;
      // Parts that meet at an edge are apart but for rounding.
      if (other.end_ns <= now_ns || otherPart.from >= part.to - 1e-12 || part.from >= otherPart.to - 1e-12) continue;
      other.fate = "collision";
      heard.fate = "collision";
    }
    const own = node.sending;
    if (this.#spec.isFullDuplex !== true && heard.fate === "open" && own !== null && own.end_ns > now_ns)
      heard.fate = "half duplex";
    node.audible.add(heard);
    this.receptions.push(heard);
    this.at(end_ns, "ends", () => this.#ends(node, heard));
    if (own !== null && own.end_ns > now_ns && node.scheme.listensWhileSending === true)
      node.mac.disturbed?.(this.moment, node);
  }

  #ends(node: Node, heard: Reception): void {
    if (heard.end_ns !== this.now_ns || !node.audible.delete(heard) || heard.fate !== "open") return;
    if (this.#spec.erased !== undefined && this.#dice.uniform(this.#words) < this.#spec.erased) {
      heard.fate = "erased";
      return;
    }
    heard.fate = "received";
    node.receive(heard.sending.frame);
  }

  /** How many receptions had this fate, at one node or at all. */
  count(fate: Reception["fate"], node?: number): number {
    return this.receptions.filter((heard) => heard.fate === fate && (node === undefined || heard.node === node)).length;
  }

  /** Messages of software that are neither sent nor given up. */
  get waiting(): number {
    return this.nodes.reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** Begins of what one node has sent, ns; of one type where it is given. */
  begins(node: number, type?: number): number[] {
    return this.sendings
      .filter((s) => s.node === node && (type === undefined || s.frame[FRAME.type] === type))
      .map(({ begin_ns }) => begin_ns);
  }
}

/** The plan of each node. */
export function plansOf(spec: MediumSpec): MacPlan[] {
  const addresses = spec.nodes.map(({ address }, i) => address ?? i);
  const members = [...addresses].sort((a, b) => a - b);
  const speed_mps = spec.speed_mps ?? 1500;
  const turnaround_ns = spec.turnaround_ns ?? 0;
  return spec.nodes.map(({ scheme, longestBytes }, i) => {
    const index = members.indexOf(addresses[i]!);
    const part = scheme.band?.({ members, index }) ?? { from: 0, to: 1 };
    const bitRate_bps = (spec.bitRate_bps ?? 1000) * (part.to - part.from);
    const frame_ns = (bytes: number): number =>
      Math.round((((spec.overheadBits ?? 0) + 8 * bytes) / bitRate_bps) * NS_PER_S);
    const controlFrame_ns = frame_ns(0);
    return {
      address: addresses[i]!,
      members,
      index,
      bitRate_bps,
      frame_ns,
      longestFrame_ns: frame_ns(longestBytes ?? spec.longestBytes ?? 0),
      controlFrame_ns,
      turnaround_ns,
      speed_mps,
      isFullDuplex: spec.isFullDuplex === true,
      // Longest way of these tests there and back: 10 km; 1 ms to spare, as the modem has.
      acknowledgement_ns: Math.ceil((20_000 / speed_mps) * NS_PER_S) + controlFrame_ns + 2 * turnaround_ns + 1_000_000,
    };
  });
}
