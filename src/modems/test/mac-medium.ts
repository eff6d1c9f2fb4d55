/**
 * Schemes over an ideal medium: a plain event loop with the same contract as the modem, and nothing of it. All frames that overlap at a receiver are
 * lost (the rule of Parodi2008Communications); a half-duplex node hears nothing while it sends. Ways are straight, the speed is one.
 * What happens at one instant happens in the order of `ORDERS`: a property that holds in both does not hang on it.
 */
import { NS_PER_S, RandomStream, STREAM_WORDS } from "../../core/index.ts";
import type { Moment } from "../../engine/index.ts";
import { FRAME, type MacPlan, type MacScheme } from "../mac/mac.ts";
import { EventHeap, ORDERS } from "./event-heap.ts";
import { MacNode, type MediumOfNode, type Reception, type Sending, type StateSpots } from "./mac-node.ts";

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

const REALS = 64;
const INTEGERS = 64;

class Spots implements StateSpots {
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

export class Medium implements MediumOfNode {
  readonly nodes: readonly MacNode[];
  readonly sendings: Sending[] = [];
  readonly receptions: Reception[] = [];
  readonly moment: Moment;
  readonly seed: number;
  readonly attempts: number;
  readonly #spec: MediumSpec;
  readonly #instant_ns = new Float64Array(1);
  readonly #heap = new EventHeap();
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
    this.nodes = spec.nodes.map(({ scheme }, i) => new MacNode(this, i, plans[i]!, scheme, spots));
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

  transmit(node: MacNode, frame: Float64Array): void {
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

  #endsEarly(node: MacNode, heard: Reception): void {
    heard.end_ns = heard.start_ns + (heard.sending.end_ns - heard.sending.begin_ns);
    heard.fate = "cut";
    this.at(heard.end_ns, "ends", () => this.#ends(node, heard));
  }

  #begins(node: MacNode, sending: Sending): void {
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

  #ends(node: MacNode, heard: Reception): void {
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
