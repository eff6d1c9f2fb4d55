/**
 * How states are distinguished, round by round: in round k blocks are split by the signatures that their states have in the partition of round
 * k − 1 (Kanellakis and Smolka for strong, [Blom2003] for branching bisimilarity). The blocks of all rounds are a tree. It is made only
 * until two given states are apart, and is what distinguishing-formula.ts reads a reason from; the fast algorithms keep no such history.
 */
import { type Lts, TAU } from "./lts.ts";
import { tauComponents } from "./tau-components.ts";

/** Whose steps count: every step is seen, or internal steps inside a block are not. */
export type SignatureKind = "strong" | "branching" | "dpbranching";

export interface SignaturePair {
  /** lts.labels.length stands for going on internally for ever. */
  readonly label: number;
  readonly block: number;
}

const MOST_KEYS = 30_000_000;
/** Formulas are as deep as there are rounds: deeper ones cannot be read. */
const MOST_ROUNDS = 1000;

export class RefinementHistory {
  readonly lts: Lts;
  readonly kind: SignatureKind;
  readonly #parent: number[] = [-1];
  readonly #born: number[] = [0];
  readonly #member: number[] = [0];
  /** The block of every state after the last round. */
  readonly #block: Int32Array;
  /** States such that internal steps lead to earlier ones. */
  readonly #order: Int32Array;
  #rounds = 0;

  /** Branching kinds: of a system whose only internal cycles are loops. */
  constructor(lts: Lts, kind: SignatureKind) {
    this.lts = lts;
    this.kind = kind;
    this.#block = new Int32Array(lts.states);
    const { component } = tauComponents(lts);
    this.#order = Int32Array.from({ length: lts.states }, (_, s) => s);
    if (kind !== "strong") for (let s = 0; s < lts.states; s++) this.#order[component[s]!] = s;
  }

  /** Refines until p and q are in two blocks; false if they never are, or if it takes too long. */
  separate(p: number, q: number): boolean {
    let keys = 0;
    while (this.#block[p] === this.#block[q]) {
      const before = this.#parent.length;
      keys += this.#round();
      if (this.#parent.length === before || keys > MOST_KEYS || this.#rounds > MOST_ROUNDS) return false;
    }
    return true;
  }

  /** The block of a state at the end of a round, the last one if none is given. */
  blockOf(state: number, round = this.#rounds): number {
    let block = this.#block[state]!;
    while (this.#born[block]! > round) block = this.#parent[block]!;
    return block;
  }

  /** Some state of a block. */
  memberOf(block: number): number {
    return this.#member[block]!;
  }

  /** All states of a block. */
  statesOf(block: number): number[] {
    const round = this.#born[block]!;
    const states: number[] = [];
    for (let s = 0; s < this.lts.states; s++) if (this.blockOf(s, round) === block) states.push(s);
    return states;
  }

  /** The block that two blocks come from, its last round, and the parts of it that they come from. */
  split(
    x: number,
    y: number,
  ): { readonly from: number; readonly round: number; readonly x: number; readonly y: number } {
    const trail = new Map<number, number>();
    for (let b = x, part = -1; b >= 0; part = b, b = this.#parent[b]!) trail.set(b, part);
    let part = -1;
    let from = y;
    while (!trail.has(from)) {
      part = from;
      from = this.#parent[from]!;
    }
    return { from, round: this.#born[part]! - 1, x: trail.get(from)!, y: part };
  }

  /** The signature of a state in the partition of a round. */
  signature(state: number, round: number): SignaturePair[] {
    const { first, label, target, labels } = this.lts;
    const own = this.blockOf(state, round);
    const pairs = new Map<string, SignaturePair>();
    const add = (pair: SignaturePair): void => void pairs.set(`${pair.label} ${pair.block}`, pair);
    const seen = new Set([state]);
    for (const s of seen) {
      for (let t = first[s]!; t < first[s + 1]!; t++) {
        const to = target[t]!;
        const block = this.blockOf(to, round);
        if (this.kind === "strong" || label[t] !== TAU || block !== own) add({ label: label[t]!, block });
        else if (to !== s) seen.add(to);
        else if (this.kind === "dpbranching") add({ label: labels.length, block });
      }
    }
    return [...pairs.values()];
  }

  /** One round for all states; how many keys were looked at. */
  #round(): number {
    const { states, first, label, target, labels } = this.lts;
    const block = this.#block;
    const radix = 2 * states + 1;
    const round = ++this.#rounds;
    const signatures: (number[] | null)[] = new Array(states).fill(null);
    const parts = new Map<string, number[]>();
    const sizes = new Map<number, number>();
    for (const b of block) sizes.set(b, (sizes.get(b) ?? 0) + 1);
    let keys = 0;
    for (const s of this.#order) {
      const own = block[s]!;
      if (sizes.get(own) === 1) continue;
      const set = new Set<number>();
      for (let t = first[s]!; t < first[s + 1]!; t++) {
        const to = target[t]!;
        const a = label[t]!;
        if (this.kind === "strong" || a !== TAU || block[to] !== own) set.add(a * radix + block[to]!);
        else if (to !== s) for (const key of signatures[to]!) set.add(key);
        else if (this.kind === "dpbranching") set.add(labels.length * radix + own);
      }
      const signature = [...set].sort((a, b) => a - b);
      keys += signature.length + 1;
      signatures[s] = signature;
      const key = `${own}:${signature.join()}`;
      const part = parts.get(key);
      if (part === undefined) parts.set(key, [s]);
      else part.push(s);
    }
    for (const part of parts.values()) {
      const own = block[part[0]!]!;
      if (part.length === sizes.get(own)) continue;
      const number = this.#parent.length;
      this.#parent.push(own);
      this.#born.push(round);
      this.#member.push(part[0]!);
      for (const s of part) block[s] = number;
    }
    return keys;
  }
}
