/**
 * States of one block in groups of equal signatures. A signature is a sorted list of keys; those of all groups lie one after another in
 * one array, the one that is being made behind them, and a hash table finds equal ones.
 */
export class SignatureGroups {
  #keys: Int32Array | Float64Array;
  /** The keys of group g are keys[first[g] … first[g + 1] − 1]. */
  readonly #first: Int32Array;
  readonly #slots: Int32Array;
  readonly #slotStamp: Int32Array;
  #stamp = 0;
  #count = 0;
  /** Keys of the signature that is being made. */
  #length = 0;
  #sorted = true;

  /** For at most so many groups; keys are below `bound`. */
  constructor(most: number, bound: number) {
    const room = 4096;
    this.#keys = bound <= 0x7fffffff ? new Int32Array(room) : new Float64Array(room);
    this.#first = new Int32Array(most + 1);
    let slots = 4;
    while (slots < 2 * most) slots *= 2;
    this.#slots = new Int32Array(slots);
    this.#slotStamp = new Int32Array(slots);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    this.#stamp++;
  }

  /** Begins a signature of at most so many keys. */
  begin(keys: number): void {
    const needed = this.#first[this.#count]! + keys;
    this.#length = 0;
    this.#sorted = keys <= MANY_KEYS;
    if (needed <= this.#keys.length) return;
    const more = this.#keys instanceof Int32Array ? new Int32Array(2 * needed) : new Float64Array(2 * needed);
    more.set(this.#keys);
    this.#keys = more;
  }

  add(key: number): void {
    const keys = this.#keys;
    const from = this.#first[this.#count]!;
    const end = from + this.#length;
    if (!this.#sorted) {
      keys[end] = key;
      this.#length++;
      return;
    }
    let i = end;
    while (i > from && keys[i - 1]! > key) i--;
    if (i > from && keys[i - 1] === key) return;
    for (let k = end; k > i; k--) keys[k] = keys[k - 1]!;
    keys[i] = key;
    this.#length++;
  }

  /**
   * The group that a key from `from` on names (key − from), and that has all the other keys of the signature; −1 if there is none. To be
   * called when all keys are there.
   */
  groupThatHasTheRest(from: number): number {
    if (!this.#sorted) this.#sort();
    const keys = this.#keys;
    const begin = this.#first[this.#count]!;
    for (let i = 0; i < this.#length; i++) {
      const key = keys[begin + i]!;
      if (key >= from + this.#count) break;
      if (key >= from && this.#hasRest(i, key - from)) return key - from;
    }
    return -1;
  }

  /** Whether a key is one of the signature, and a group has all the others. */
  hasTheRest(key: number, group: number): boolean {
    if (!this.#sorted) this.#sort();
    const from = this.#first[this.#count]!;
    for (let i = 0; i < this.#length; i++) if (this.#keys[from + i] === key) return this.#hasRest(i, group);
    return false;
  }

  /** Whether a key is in the signature of a group. */
  has(group: number, key: number): boolean {
    const keys = this.#keys;
    let low = this.#first[group]!;
    let high = this.#first[group + 1]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low < this.#first[group + 1]! && keys[low] === key;
  }

  #sort(): void {
    const keys = this.#keys;
    const from = this.#first[this.#count]!;
    const end = from + this.#length;
    keys.subarray(from, end).sort();
    let to = from;
    for (let i = from; i < end; i++) if (to === from || keys[i] !== keys[to - 1]) keys[to++] = keys[i]!;
    this.#length = to - from;
    this.#sorted = true;
  }

  #hasRest(i: number, group: number): boolean {
    const keys = this.#keys;
    const from = this.#first[this.#count]!;
    let at = this.#first[group]!;
    const end = this.#first[group + 1]!;
    if (this.#length - 1 > end - at) return false;
    for (let k = 0; k < this.#length; k++) {
      if (k === i) continue;
      const key = keys[from + k]!;
      while (at < end && keys[at]! < key) at++;
      if (at === end || keys[at] !== key) return false;
    }
    return true;
  }

  /** The group with exactly this signature; a new one, number count − 1, if there was none. */
  groupWithAll(): number {
    const keys = this.#keys;
    const length = this.#length;
    const from = this.#first[this.#count]!;
    let h = length;
    for (let k = 0; k < length; k++) {
      h = Math.imul(h ^ keys[from + k]!, 0x85ebca6b);
      h ^= h >>> 15;
    }
    h = Math.imul(h, 0xc2b2ae35);
    const mask = this.#slots.length - 1;
    let slot = (h ^ (h >>> 16)) & mask;
    while (this.#slotStamp[slot] === this.#stamp) {
      const g = this.#slots[slot]!;
      const at = this.#first[g]!;
      if (this.#first[g + 1]! - at === length) {
        let k = 0;
        while (k < length && keys[at + k] === keys[from + k]) k++;
        if (k === length) return g;
      }
      slot = (slot + 1) & mask;
    }
    const g = this.#count++;
    this.#slots[slot] = g;
    this.#slotStamp[slot] = this.#stamp;
    this.#first[g + 1] = from + length;
    return g;
  }
}

/** From here on sorting all keys at once is faster than putting each in its place. */
const MANY_KEYS = 32;
