/** The smallest number first. A binary heap on a flat array. */
export class IntHeap {
  readonly #items: Int32Array;
  #count = 0;

  constructor(most: number) {
    this.#items = new Int32Array(most);
  }

  get count(): number {
    return this.#count;
  }

  push(item: number): void {
    const items = this.#items;
    let i = this.#count++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      const other = items[up]!;
      if (other <= item) break;
      items[i] = other;
      i = up;
    }
    items[i] = item;
  }

  pop(): number {
    const items = this.#items;
    const top = items[0]!;
    const item = items[--this.#count]!;
    const count = this.#count;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= count) break;
      if (down + 1 < count && items[down + 1]! < items[down]!) down++;
      if (items[down]! >= item) break;
      items[i] = items[down]!;
      i = down;
    }
    items[i] = item;
    return top;
  }
}
