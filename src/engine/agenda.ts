/**
 * The next instant of each of a fixed number of things, and the first of them: a binary heap with the place of every thing,
 * so that an instant can be changed in O(log n). Equal instants are ordered by rank, so the order shows no history.
 */
export class Agenda {
  readonly #key_ns: Float64Array;
  readonly #heap: Int32Array;
  readonly #place: Int32Array;
  readonly #ranks: Int32Array;

  /** ranks: of each thing, all different. */
  constructor(ranks: readonly number[]) {
    const size = ranks.length;
    this.#ranks = Int32Array.from(ranks);
    this.#key_ns = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#heap = Int32Array.from(ranks, (_, i) => i).sort((a, b) => ranks[a] - ranks[b]);
    this.#place = new Int32Array(size);
    this.#heap.forEach((index, place) => {
      this.#place[index] = place;
    });
  }

  /** Index of the first. */
  get first(): number {
    return this.#heap[0];
  }

  get firstTime_ns(): number {
    return this.#key_ns[this.#heap[0]];
  }

  /** The next instant of a thing is time_ns[0]: in an array, so that no number is boxed. */
  set(index: number, time_ns: Float64Array): void {
    const later = time_ns[0] > this.#key_ns[index];
    this.#key_ns[index] = time_ns[0];
    if (later) this.#sink(this.#place[index]);
    else this.#rise(this.#place[index]);
  }

  #before(a: number, b: number): boolean {
    const time_ns = this.#key_ns[a];
    const other_ns = this.#key_ns[b];
    return time_ns < other_ns || (time_ns === other_ns && this.#ranks[a] < this.#ranks[b]);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    const index = heap[from];
    let hole = from;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (this.#before(heap[parent], index)) break;
      this.#put(heap[parent], hole);
      hole = parent;
    }
    this.#put(index, hole);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const index = heap[from];
    let hole = from;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#before(heap[child + 1], heap[child])) child++;
      if (this.#before(index, heap[child])) break;
      this.#put(heap[child], hole);
      hole = child;
    }
    this.#put(index, hole);
  }

  #put(index: number, hole: number): void {
    this.#heap[hole] = index;
    this.#place[index] = hole;
  }
}
