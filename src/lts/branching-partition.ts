/**
 * Branching bisimilarity of a system whose internal transitions go from higher to lower numbers (tau-components.ts).
 *
 * An internal transition inside a block is *inert*; a state without one is a *bottom* of its block. A partition is stable when in each
 * block all bottoms have the same signature, the set of (label, block of the target) of their transitions, and the other states have,
 * besides their inert transitions, nothing that this signature does not have [Blom2009]. Rounds of refinement from one single block:
 *
 * 1  the states to look at are those with a transition to a state whose block was given a new number in the last round
 * 2  in each block, from low to high numbers: the signature of such a state, where an inert transition is one to the new *group* of its
 *    target. If the rest of the signature is part of that group's, the state belongs to the group; otherwise to the group with just its
 *    signature. States with an inert transition to a state that changed groups are looked at too
 * 3  the states not looked at are one more group: nothing has changed for them, and a signature that has a new number is none of
 *    theirs. This holds if one of the bottoms is among them. If all bottoms were looked at, those of a new signature take their place that has
 *    lost nothing: what a state not looked at has is in it still. If there is no such signature, all states of the block are looked at
 * 4  the largest group of each block keeps the block's number, the others get new ones
 *
 * By 4 a state changes its number at most log₂ n times, so that a transition is the reason to look at its source that often: with at most d
 * transitions at a state, O(d m log n) time unless signatures are lost, and never more than one pass over the block in a round.
 */
import { IntHeap } from "./int-heap.ts";
import { isRising, type Lts, sortedBy, sourcesOf, TAU, upTo } from "./lts.ts";
import { SignatureGroups } from "./signature-groups.ts";

export interface BranchingPartition {
  readonly block: Int32Array;
  readonly blocks: number;
  /** A bottom of each block: its transitions are those of the block. */
  readonly bottom: Int32Array;
  readonly rounds: number;
}

/** With `internalIsVisible` no transition is inert: then it is strong bisimilarity, and internal cycles do no harm. */
export function branchingPartition(lts: Lts, internalIsVisible = false): BranchingPartition {
  return new BranchingRefinement(lts, internalIsVisible ? -1 : TAU).run();
}

class BranchingRefinement {
  readonly #n: number;
  readonly #lts: Lts;
  /** The label whose transitions may be inert, −1 for none. */
  readonly #quiet: number;
  readonly #inFirst: Int32Array;
  readonly #inSource: Int32Array;
  readonly #inQuiet: Uint8Array;

  readonly #block: Int32Array;
  #blocks = 1;
  /** States block by block, as in a refinable partition. */
  readonly #elements: Int32Array;
  readonly #place: Int32Array;
  readonly #first: Int32Array;
  readonly #end: Int32Array;
  readonly #isBottom: Uint8Array;
  readonly #bottoms: Int32Array;

  /** States to look at, and the same listed by block. */
  readonly #dirty: Int32Array;
  readonly #head: Int32Array;
  readonly #next: Int32Array;
  readonly #dirtyBottoms: Int32Array;
  readonly #dirtyStates: Int32Array;
  readonly #touched: Int32Array;

  /** New numbers, which take effect at the end of the round. */
  readonly #moved: Int32Array;
  readonly #movedTo: Int32Array;
  #movedCount = 0;
  /** The last round in which a state was given a new number, and the one it had. */
  readonly #movedIn: Int32Array;
  readonly #previous: Int32Array;
  #round = 0;

  /** Of the block at hand: group of each state, −1 for none; the states with a group in order of arrival. */
  readonly #group: Int32Array;
  readonly #assigned: Int32Array;
  #assignedCount = 0;
  /** How many of them were bottoms. */
  #leftBottoms = 0;
  /** The group that counts as not looked at, −1 for none. */
  #base = -1;
  readonly #heap: IntHeap;
  readonly #queued: Int32Array;
  #stamp = 0;

  readonly #signatures: SignatureGroups;
  readonly #radix: number;
  readonly #groupSize: Int32Array;
  readonly #groupBottoms: Int32Array;
  readonly #groupBlock: Int32Array;

  constructor(lts: Lts, quiet: number) {
    const n = lts.states;
    this.#quiet = quiet;
    this.#n = n;
    this.#lts = lts;
    const incoming = sortedBy(lts.target, n);
    const source = sourcesOf(lts);
    this.#inFirst = incoming.first;
    this.#inSource = new Int32Array(lts.transitions);
    this.#inQuiet = new Uint8Array(lts.transitions);
    for (let k = 0; k < lts.transitions; k++) {
      const t = incoming.order[k]!;
      this.#inSource[k] = source[t]!;
      if (lts.label[t] === quiet) this.#inQuiet[k] = 1;
    }
    this.#block = new Int32Array(n);
    this.#elements = upTo(n);
    this.#place = this.#elements.slice();
    this.#dirty = this.#elements.slice();
    this.#first = new Int32Array(n);
    this.#end = new Int32Array(n);
    this.#end[0] = n;
    this.#isBottom = new Uint8Array(n).fill(1);
    this.#bottoms = new Int32Array(n);
    this.#head = new Int32Array(n).fill(-1);
    this.#next = new Int32Array(n);
    this.#dirtyBottoms = new Int32Array(n);
    this.#dirtyStates = new Int32Array(n);
    this.#touched = new Int32Array(n);
    this.#moved = new Int32Array(n);
    this.#movedTo = new Int32Array(n);
    this.#movedIn = new Int32Array(n).fill(-1);
    this.#previous = new Int32Array(n);
    this.#group = new Int32Array(n).fill(-1);
    this.#assigned = new Int32Array(n);
    this.#heap = new IntHeap(n);
    this.#queued = new Int32Array(n);
    // A key is (label, block) or (TAU, n + group).
    this.#radix = 2 * n + 1;
    this.#signatures = new SignatureGroups(n, this.#radix * lts.labels.length);
    this.#groupSize = new Int32Array(n + 1);
    this.#groupBottoms = new Int32Array(n + 1);
    this.#groupBlock = new Int32Array(n + 1);
  }

  run(): BranchingPartition {
    const { first, label } = this.#lts;
    const n = this.#n;
    for (let s = 0; s < n; s++) {
      for (let t = first[s]!; t < first[s + 1]!; t++) if (label[t] === this.#quiet) this.#isBottom[s] = 0;
      this.#bottoms[0]! += this.#isBottom[s]!;
    }
    // In the first round every state is looked at.
    let dirty = n;
    while (dirty > 0) {
      let touched = 0;
      for (let i = 0; i < dirty; i++) {
        const s = this.#dirty[i]!;
        const b = this.#block[s]!;
        if (this.#end[b]! - this.#first[b]! === 1) continue;
        if (this.#head[b]! < 0) {
          this.#touched[touched++] = b;
          this.#dirtyBottoms[b] = 0;
          this.#dirtyStates[b] = 0;
        }
        this.#next[s] = this.#head[b]!;
        this.#head[b] = s;
        this.#dirtyBottoms[b]! += this.#isBottom[s]!;
        this.#dirtyStates[b]!++;
      }
      for (let i = 0; i < touched; i++) this.#refine(this.#touched[i]!);
      dirty = this.#endOfRound();
    }
    const bottom = new Int32Array(this.#blocks);
    for (let s = n - 1; s >= 0; s--) if (this.#isBottom[s] === 1) bottom[this.#block[s]!] = s;
    return { block: this.#block, blocks: this.#blocks, bottom, rounds: this.#round };
  }

  /** Steps 2 to 4 for one block. */
  #refine(b: number): void {
    this.#stamp++;
    this.#signatures.clear();
    this.#assignedCount = 0;
    this.#leftBottoms = 0;
    this.#base = -1;
    const cleanBottom = this.#dirtyBottoms[b]! < this.#bottoms[b]!;
    if (!cleanBottom && (this.#dirtyStates[b] === this.#end[b]! - this.#first[b]! || !this.#findBase(b)))
      this.#assignAll(b);
    else {
      for (let s = this.#head[b]!; s >= 0; s = this.#next[s]!) if (this.#queued[s] !== this.#stamp) this.#push(s);
      while (this.#heap.count > 0) {
        const s = this.#heap.pop();
        if (this.#assign(s, b)) this.#pushBefore(s, b);
      }
    }
    this.#head[b] = -1;
    this.#renumber(b);
    for (let i = 0; i < this.#assignedCount; i++) this.#group[this.#assigned[i]!] = -1;
  }

  #assignAll(b: number): void {
    const all = this.#elements.slice(this.#first[b]!, this.#end[b]!);
    // In the first round they are.
    if (!isRising(all)) all.sort();
    for (let i = 0; i < all.length; i++) this.#assign(all[i]!, b);
  }

  /**
   * For a block whose bottoms are all to be looked at: looks at them, and takes the largest group of those that have lost nothing as
   * base, which counts as not looked at. False if there is none; then nothing has been done.
   */
  #findBase(b: number): boolean {
    for (let s = this.#head[b]!; s >= 0; s = this.#next[s]!) if (this.#isBottom[s] === 1) this.#assign(s, b);
    let base = -1;
    const tried = this.#groupBlock.fill(0, 0, this.#signatures.count);
    for (let i = 0; i < this.#assignedCount; i++) {
      const s = this.#assigned[i]!;
      const g = this.#group[s]!;
      if (tried[g] === 1 || (base >= 0 && this.#groupSize[g]! <= this.#groupSize[base]!)) continue;
      tried[g] = 1;
      if (!this.#hasLost(s, g)) base = g;
    }
    const kept = this.#assignedCount;
    this.#assignedCount = 0;
    this.#leftBottoms = 0;
    for (let i = 0; i < kept; i++) {
      const s = this.#assigned[i]!;
      if (base < 0 || this.#group[s] === base) this.#group[s] = -1;
      else {
        this.#assigned[this.#assignedCount++] = s;
        this.#leftBottoms++;
      }
      this.#queued[s] = this.#stamp;
    }
    if (base < 0) {
      this.#signatures.clear();
      return false;
    }
    this.#base = base;
    this.#groupSize[base] = 0;
    this.#groupBottoms[base] = 0;
    for (let i = 0; i < this.#assignedCount; i++) this.#pushBefore(this.#assigned[i]!, b);
    return true;
  }

  /** Whether a bottom had something in its signature, before the last round gave new numbers, that its group has not. */
  #hasLost(s: number, g: number): boolean {
    const { first, label, target } = this.#lts;
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const to = target[t]!;
      const before = this.#before(to);
      // Between states of one old block the last round has used the new numbers already.
      if (before === this.#block[to] || (label[t] === this.#quiet && before === this.#before(s))) continue;
      if (!this.#signatures.has(g, label[t]! * this.#radix + before)) return true;
    }
    return false;
  }

  /** The block of a state before the last round gave new numbers. */
  #before(s: number): number {
    return this.#movedIn[s] === this.#round ? this.#previous[s]! : this.#block[s]!;
  }

  #pushBefore(s: number, b: number): void {
    for (let k = this.#inFirst[s]!; k < this.#inFirst[s + 1]!; k++) {
      const p = this.#inSource[k]!;
      if (this.#inQuiet[k] === 1 && this.#block[p] === b && this.#queued[p] !== this.#stamp) this.#push(p);
    }
  }

  #push(s: number): void {
    this.#queued[s] = this.#stamp;
    this.#heap.push(s);
  }

  /** Step 2 for one state; false if it belongs to the base and stays. */
  #assign(s: number, b: number): boolean {
    const { first, label, target } = this.#lts;
    const n = this.#n;
    const signatures = this.#signatures;
    signatures.begin(first[s + 1]! - first[s]!);
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const to = target[t]!;
      const a = label[t]!;
      const toBlock = this.#block[to]!;
      const inert = a === this.#quiet && toBlock === b && this.#group[to]! >= 0;
      signatures.add(inert ? n + this.#group[to]! : a * this.#radix + toBlock);
    }
    // An inert transition to a state that has no group is one to the block itself.
    if (this.#base >= 0 && signatures.hasTheRest(b, this.#base)) return false;
    let g = signatures.groupThatHasTheRest(n);
    const joins = g >= 0;
    if (!joins) {
      const before = signatures.count;
      g = signatures.groupWithAll();
      if (g === before) {
        this.#groupSize[g] = 0;
        this.#groupBottoms[g] = 0;
      }
      this.#groupBottoms[g]!++;
    }
    this.#group[s] = g;
    this.#assigned[this.#assignedCount++] = s;
    this.#groupSize[g]!++;
    this.#leftBottoms += this.#isBottom[s]!;
    this.#isBottom[s] = joins ? 0 : 1;
    return true;
  }

  /** Steps 3 and 4: who keeps the number, and where the others lie. */
  #renumber(b: number): void {
    const from = this.#first[b]!;
    const to = this.#end[b]!;
    const clean = to - from - this.#assignedCount;
    let groups = this.#signatures.count;
    let largest = 0;
    for (let g = 1; g < groups; g++) if (this.#groupSize[g]! > this.#groupSize[largest]!) largest = g;
    if (groups === 1 && clean === 0) {
      this.#bottoms[b] = this.#groupBottoms[0]!;
      return;
    }
    const keepsClean = clean >= this.#groupSize[largest]!;
    const kept = keepsClean ? -1 : largest;
    // The clean ones, if they move, are one more group.
    const cleanBottoms = this.#bottoms[b]! - this.#leftBottoms;
    const begin = this.#movedCount;
    if (!keepsClean && clean > 0) {
      this.#groupSize[groups] = clean;
      this.#groupBottoms[groups] = cleanBottoms;
      for (let i = from; i < to; i++) {
        const s = this.#elements[i]!;
        if (this.#group[s]! >= 0) continue;
        this.#group[s] = groups;
        this.#assigned[this.#assignedCount++] = s;
      }
      groups++;
    }
    // Ranges of the new blocks at the end of the old one.
    let end = to;
    for (let g = 0; g < groups; g++) {
      if (g === kept) {
        this.#groupBlock[g] = b;
        continue;
      }
      if (this.#groupSize[g] === 0) continue;
      const number = this.#blocks++;
      this.#groupBlock[g] = number;
      this.#end[number] = end;
      end -= this.#groupSize[g]!;
      this.#first[number] = end;
      this.#bottoms[number] = this.#groupBottoms[g]!;
    }
    this.#bottoms[b] = keepsClean ? cleanBottoms : this.#groupBottoms[kept]!;
    this.#end[b] = end;
    for (let i = 0; i < this.#assignedCount; i++) {
      const s = this.#assigned[i]!;
      const g = this.#group[s]!;
      if (g === kept) continue;
      this.#moved[this.#movedCount] = s;
      this.#movedTo[this.#movedCount++] = this.#groupBlock[g]!;
    }
    // Those who stay move to the front, out of the range of those who leave.
    let leaving = begin;
    for (let i = end; i < to; i++) {
      const s = this.#elements[i]!;
      const g = this.#group[s]!;
      if (g >= 0 && g !== kept) continue;
      // As many leave from the front as stay in this range.
      while (this.#place[this.#moved[leaving]!]! >= end) leaving++;
      const at = this.#place[this.#moved[leaving++]!]!;
      this.#elements[at] = s;
      this.#place[s] = at;
    }
    const fill = this.#groupSize;
    for (let g = 0; g < groups; g++) fill[g] = 0;
    for (let i = begin; i < this.#movedCount; i++) {
      const s = this.#moved[i]!;
      const g = this.#group[s]!;
      const at = this.#first[this.#groupBlock[g]!]! + fill[g]!++;
      this.#elements[at] = s;
      this.#place[s] = at;
    }
  }

  /** New numbers take effect; the states to look at next. */
  #endOfRound(): number {
    const dirty = this.#dirty;
    let count = 0;
    this.#stamp++;
    for (let i = 0; i < this.#movedCount; i++) {
      const s = this.#moved[i]!;
      const b = this.#block[s]!;
      for (let k = this.#inFirst[s]!; k < this.#inFirst[s + 1]!; k++) {
        const p = this.#inSource[k]!;
        if (this.#queued[p] === this.#stamp) continue;
        // Groups were made with inert transitions in view.
        if (this.#inQuiet[k] === 1 && this.#block[p] === b) continue;
        this.#queued[p] = this.#stamp;
        dirty[count++] = p;
      }
    }
    this.#round++;
    for (let i = 0; i < this.#movedCount; i++) {
      const s = this.#moved[i]!;
      this.#movedIn[s] = this.#round;
      this.#previous[s] = this.#block[s]!;
      this.#block[s] = this.#movedTo[i]!;
    }
    this.#movedCount = 0;
    return count;
  }
}
