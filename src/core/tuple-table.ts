/** A set of integer tuples of one length, each with a number in the order of arrival. Open addressing on flat arrays. */
export class TupleTable {
  readonly width: number;
  #tuples: Int32Array;
  #slots: Int32Array;
  #count = 0;

  constructor(width: number) {
    this.width = width;
    this.#tuples = new Int32Array(64 * width);
    this.#slots = new Int32Array(256).fill(-1);
  }

  get count(): number {
    return this.#count;
  }

  /** The tuples one after another; valid until the next `intern`. */
  get flat(): Int32Array {
    return this.#tuples.subarray(0, this.#count * this.width);
  }

  at(number: number, place: number): number {
    return this.#tuples[number * this.width + place]!;
  }

  /** The number of tuple[from .. from + width), which is new if it equals count − 1 afterwards and count grew. */
  intern(tuple: Int32Array, from = 0): number {
    const { width } = this;
    let mask = this.#slots.length - 1;
    if (2 * this.#count > mask) {
      this.#grow();
      mask = this.#slots.length - 1;
    }
    let slot = this.#hash(tuple, from) & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number < 0) break;
      let k = 0;
      const at = number * width;
      while (k < width && this.#tuples[at + k] === tuple[from + k]) k++;
      if (k === width) return number;
      slot = (slot + 1) & mask;
    }
    const number = this.#count++;
    if (this.#count * width > this.#tuples.length) {
      const more = new Int32Array(2 * this.#tuples.length);
      more.set(this.#tuples);
      this.#tuples = more;
    }
    for (let k = 0; k < width; k++) this.#tuples[number * width + k] = tuple[from + k]!;
    this.#slots[slot] = number;
    return number;
  }

  #hash(tuple: Int32Array, from: number): number {
    let h = 0x9e3779b9 | 0;
    for (let k = 0; k < this.width; k++) {
      h = Math.imul(h ^ tuple[from + k]!, 0x85ebca6b);
      h ^= h >>> 13;
    }
    h = Math.imul(h, 0xc2b2ae35);
    return (h ^ (h >>> 16)) >>> 0;
  }

  #grow(): void {
    const slots = new Int32Array(4 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = this.#hash(this.#tuples, number * this.width) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}
