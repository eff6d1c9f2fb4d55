/**
 * A partition of 0 … n − 1 into sets that can be split in time proportional to the elements named, after [Valmari2010]: the elements of a
 * set lie side by side, marked ones first. Marking swaps an element to the front; splitting draws a border behind the marked ones.
 */
import { doubled } from "./lts.ts";

export class RefinablePartition {
  /** Elements, set by set: set s is elements[first[s] … end[s] − 1]. */
  readonly elements: Int32Array;
  /** Where each element lies. */
  readonly #place: Int32Array;
  readonly setOf: Int32Array;
  first: Int32Array;
  end: Int32Array;
  #marked: Int32Array;
  count: number;
  /** Sets with a marked element. */
  readonly touched: Int32Array;
  touchedCount = 0;

  /** `order` holds every element once; a new set begins at place i > 0 where begins(i). The order is taken over, not copied. */
  constructor(order: Int32Array, begins: (place: number) => boolean) {
    const n = order.length;
    this.elements = order;
    this.#place = new Int32Array(n);
    this.setOf = new Int32Array(n);
    this.first = new Int32Array(1024);
    this.end = new Int32Array(1024);
    this.#marked = new Int32Array(1024);
    this.touched = new Int32Array(n);
    this.count = 0;
    let from = 0;
    for (let i = 1; i <= n; i++) {
      if (i < n && !begins(i)) continue;
      this.#newSet(from, i);
      from = i;
    }
    for (let i = 0; i < n; i++) this.#place[order[i]!] = i;
  }

  #newSet(from: number, to: number): number {
    const s = this.count++;
    if (s === this.first.length) {
      this.first = doubled(this.first);
      this.end = doubled(this.end);
      this.#marked = doubled(this.#marked);
    }
    this.first[s] = from;
    this.end[s] = to;
    for (let i = from; i < to; i++) this.setOf[this.elements[i]!] = s;
    return s;
  }

  size(s: number): number {
    return this.end[s]! - this.first[s]!;
  }

  mark(element: number): void {
    const s = this.setOf[element]!;
    const at = this.#place[element]!;
    const marked = this.#marked[s]!;
    const to = this.first[s]! + marked;
    if (at < to) return;
    const other = this.elements[to]!;
    this.elements[at] = other;
    this.#place[other] = at;
    this.elements[to] = element;
    this.#place[element] = to;
    this.#marked[s] = marked + 1;
    if (marked === 0) this.touched[this.touchedCount++] = s;
  }

  /** Makes the marked elements of s a set of their own, or the others if `smaller` and they are fewer; −1 if all are marked. */
  split(s: number, smaller: boolean): number {
    const marked = this.#marked[s]!;
    this.#marked[s] = 0;
    const from = this.first[s]!;
    const to = this.end[s]!;
    const border = from + marked;
    if (border === to) return -1;
    if (smaller && to - border < marked) {
      this.end[s] = border;
      return this.#newSet(border, to);
    }
    this.first[s] = border;
    return this.#newSet(from, border);
  }
}
