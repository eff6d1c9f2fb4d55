/**
 * Executes a distribution (distribute.ts, where the scheme and its guarantees are stated). No clock here: the caller says when
 * inputs are offered, when a message arrives, when it is lost and when a deadline has passed.
 *
 * MissionComputer is what one computer runs: it turns inputs and received messages into reactions and messages to send, and can be driven
 * by any network. DistributedMission joins all of them by queues, one per link, in order.
 */
import type { Automaton, AutomatonData } from "./automaton.ts";
import type { ComputerPart, Distribution } from "./distribute.ts";
import { brokenRelation, relationText } from "./input-relations.ts";

export interface MissionMessage {
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly reaction: number;
  /** Present ones among those that the link carries. */
  readonly inputs: readonly string[];
}

export interface ComputerReaction {
  readonly reaction: number;
  readonly outputs: readonly string[];
  /** State of the computer's automaton after it. */
  readonly state: number;
}

/** Why a computer does not react any more. */
export interface StopReport {
  readonly computer: string;
  readonly reaction: number;
  readonly cause: "missing" | "relation" | "foreign";
  /** Computers whose messages of this reaction are missing. */
  readonly missing: readonly string[];
  readonly text: string;
}

export type OfferResult =
  | { readonly kind: "taken"; readonly messages: readonly MissionMessage[] }
  /** Nothing happened. "busy": the reaction before still waits for messages. */
  | { readonly kind: "refused"; readonly why: "busy" | "stopped" | "unknown" | "relation"; readonly text: string };

export class MissionComputer {
  readonly part: ComputerPart;
  readonly #automaton: Automaton;
  readonly #placeOf: ReadonlyMap<string, number>;
  /** Messages of each sender that were not used yet, the oldest first. */
  readonly #mail: ReadonlyMap<string, MissionMessage[]>;
  readonly #done: ComputerReaction[] = [];
  #count = 0;
  #own: readonly number[] | null = null;
  #state = 0;
  #report: StopReport | null = null;

  constructor(part: ComputerPart) {
    this.part = part;
    this.#automaton = part.automaton;
    this.#placeOf = new Map(part.automaton.data.inputs.map((s, i) => [s.name, i]));
    this.#mail = new Map(part.receives.map((link) => [link.computer, []]));
  }

  /** How many reactions were done. */
  get reactions(): number {
    return this.#count;
  }

  /** The reactions that were done since the last call, the oldest first: their outputs now go to the robot. */
  take(): ComputerReaction[] {
    return this.#done.splice(0);
  }

  get state(): number {
    return this.#state;
  }

  /** Inputs were taken, and messages are missing. */
  get waiting(): boolean {
    return this.#own !== null && this.#report === null;
  }

  get stopped(): StopReport | null {
    return this.#report;
  }

  /** Number of the reaction that is being done or comes next. */
  get #number(): number {
    return this.#count + 1;
  }

  /** Senders whose message of the current reaction is not here. */
  get missing(): readonly string[] {
    return [...this.#mail].flatMap(([from, mail]) => (mail.length === 0 ? [from] : []));
  }

  /** Begins the next reaction with the inputs of this computer. The messages have to be sent. */
  offer(inputs: Iterable<string>): OfferResult {
    const refused = (why: "busy" | "stopped" | "unknown" | "relation", text: string): OfferResult => ({
      kind: "refused",
      why,
      text,
    });
    if (this.#report !== null) return refused("stopped", this.#report.text);
    if (this.#own !== null) return refused("busy", `reaction ${this.#number} waits for ${this.missing.join(", ")}`);
    const present = new Set(inputs);
    for (const name of present) {
      if (!this.part.inputs.includes(name)) return refused("unknown", `${name} is not an input of ${this.part.name}`);
    }
    const own = [...present].map((name) => this.#placeOf.get(name)!);
    const broken = this.#broken(own, this.#ownRelations());
    if (broken !== null) return refused("relation", `the inputs break the relation ${broken}`);
    this.#own = own;
    const messages = this.part.sends.map((link) => ({
      from: this.part.name,
      to: link.computer,
      reaction: this.#number,
      inputs: link.inputs.filter((name) => present.has(name)),
    }));
    this.#reactIfPossible();
    return { kind: "taken", messages };
  }

  /** A message has arrived. Repeated ones are recognised by their number and ignored; a gap is a lost message. */
  receive(message: MissionMessage): void {
    if (this.#report !== null) return;
    const { from, to, reaction, inputs } = message;
    const link = this.part.receives.find((l) => l.computer === from);
    const mail = this.#mail.get(from);
    if (
      to !== this.part.name ||
      link === undefined ||
      mail === undefined ||
      inputs.some((name) => !link.inputs.includes(name))
    ) {
      this.#stop("foreign", [], `a message from ${from} that does not belong to this distribution`);
      return;
    }
    const expected = this.#number + mail.length;
    if (reaction < expected) return;
    if (reaction > expected) {
      this.#stop("missing", [from], `message ${expected} from ${from} is lost: ${reaction} has come`);
      return;
    }
    mail.push(message);
    this.#reactIfPossible();
  }

  /** The time for the current reaction is over. Returns the report if the computer stopped for it. */
  deadline(): StopReport | null {
    if (!this.waiting) return null;
    const { missing } = this;
    this.#stop("missing", missing, `no message ${this.#number} from ${missing.join(", ")} in time`);
    return this.#report;
  }

  #stop(cause: StopReport["cause"], missing: readonly string[], why: string): void {
    const { name } = this.part;
    const reaction = this.#number;
    this.#report = {
      computer: name,
      reaction,
      cause,
      missing,
      text: `${name} stopped before reaction ${reaction}: ${why}`,
    };
  }

  #reactIfPossible(): void {
    if (this.#own === null || this.missing.length > 0) return;
    const present = new Uint8Array(this.#automaton.data.inputs.length);
    for (const i of this.#own) present[i] = 1;
    for (const mail of this.#mail.values()) for (const name of mail[0]!.inputs) present[this.#placeOf.get(name)!] = 1;
    const { relations, inputs, outputs } = this.#automaton.data;
    const broken = brokenRelation(relations, present);
    if (broken >= 0) {
      this.#stop("relation", [], `the inputs break the relation ${relationText(relations[broken]!, inputs)}`);
      return;
    }
    for (const mail of this.#mail.values()) mail.shift();
    this.#own = null;
    const leaf = this.#automaton.leafAt(this.#state, present);
    this.#state = this.#automaton.nextOf(leaf);
    this.#done.push({
      reaction: ++this.#count,
      outputs: this.#automaton.outputsOf(leaf).map((o) => outputs[o]!.name),
      state: this.#state,
    });
  }

  /** Relations that this computer can check before it sends anything. */
  #ownRelations(): AutomatonData["relations"] {
    const { relations, inputs } = this.#automaton.data;
    return relations.filter((r) => r.inputs.every((i) => this.part.inputs.includes(inputs[i]!.name)));
  }

  #broken(own: readonly number[], relations: AutomatonData["relations"]): string | null {
    const present = new Uint8Array(this.#automaton.data.inputs.length);
    for (const i of own) present[i] = 1;
    const broken = brokenRelation(relations, present);
    return broken < 0 ? null : relationText(relations[broken]!, this.#automaton.data.inputs);
  }
}

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly inTransit: number;
}

export class DistributedMission {
  readonly #computers: ReadonlyMap<string, MissionComputer>;
  readonly #queues: { readonly from: string; readonly to: string; readonly messages: MissionMessage[] }[] = [];

  constructor({ computers }: Distribution) {
    this.#computers = new Map(computers.map((part) => [part.name, new MissionComputer(part)]));
    for (const { name, sends } of computers) {
      for (const { computer } of sends) this.#queues.push({ from: name, to: computer, messages: [] });
    }
  }

  computer(name: string): MissionComputer {
    const found = this.#computers.get(name);
    if (found === undefined) throw new RangeError(`no computer ${name}`);
    return found;
  }

  get links(): readonly Link[] {
    return this.#queues.map(({ from, to, messages }) => ({ from, to, inTransit: messages.length }));
  }

  /** Gives a computer its inputs; its messages are then in transit. */
  offer(computer: string, inputs: Iterable<string>): OfferResult {
    const result = this.computer(computer).offer(inputs);
    if (result.kind === "taken")
      for (const message of result.messages) this.#queue(message.from, message.to).push(message);
    return result;
  }

  /** Lets the oldest message of a link arrive, or without arguments every message in transit. Returns how many arrived. */
  deliver(from?: string, to?: string): number {
    let arrived = 0;
    for (const queue of this.#queues) {
      if ((from !== undefined && queue.from !== from) || (to !== undefined && queue.to !== to)) continue;
      const messages = queue.messages.splice(0, from === undefined || to === undefined ? queue.messages.length : 1);
      for (const message of messages) this.computer(queue.to).receive(message);
      arrived += messages.length;
    }
    return arrived;
  }

  /** The oldest message of a link is lost. Returns it, or null if none was in transit. */
  lose(from: string, to: string): MissionMessage | null {
    return this.#queue(from, to).shift() ?? null;
  }

  /** The deadline of a computer's current reaction has passed. */
  expire(computer: string): StopReport | null {
    return this.computer(computer).deadline();
  }

  #queue(from: string, to: string): MissionMessage[] {
    const queue = this.#queues.find((q) => q.from === from && q.to === to);
    if (queue === undefined) throw new RangeError(`${from} sends nothing to ${to}`);
    return queue.messages;
  }
}
