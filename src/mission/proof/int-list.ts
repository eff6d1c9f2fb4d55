/** A growing list of 32-bit numbers. */
export class IntList {
  #items: Int32Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  at(place: number): number {
    return this.#items[place]!;
  }

  set(place: number, item: number): void {
    this.#items[place] = item;
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const more = new Int32Array(2 * this.#length + 16);
      more.set(this.#items);
      this.#items = more;
    }
    this.#items[this.#length++] = item;
  }

  /** The numbers so far; valid until the next `push`. */
  get flat(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }
}
