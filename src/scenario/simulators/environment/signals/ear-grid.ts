/**
 * Ears that stay where they are, by squares of north and east: those near a place are found without a look at the others.
 *
 * A square holds a few of them on average, and there are as many squares as ears at most: memory grows with the number of ears.
 */
/** Ears to a square, on average. */
const PER_SQUARE = 3;

export class EarGrid {
  readonly size: number;
  readonly #ears: Int32Array;
  readonly #first: Int32Array;
  readonly #low = new Float64Array(2);
  readonly #side: number;
  readonly #rows: number;
  readonly #columns: number;

  /** places: north and east of each at [2 k], [2 k + 1]. */
  constructor(ears: readonly number[], places: Float64Array) {
    const count = ears.length;
    this.size = count;
    const bound = (axis: number, pick: (...values: number[]) => number, start: number): number => {
      let value = start;
      for (let k = 0; k < count; k++) value = pick(value, places[2 * k + axis]!);
      return value;
    };
    const extent = [0, 1].map((axis) => {
      const low = bound(axis, Math.min, Number.POSITIVE_INFINITY);
      this.#low[axis] = low;
      return count === 0 ? 0 : bound(axis, Math.max, Number.NEGATIVE_INFINITY) - low;
    });
    const [height = 0, width = 0] = extent;
    const squares = Math.max(1, Math.floor(count / PER_SQUARE));
    // A line of ears has no area: then by its length.
    const side = Math.max(Math.sqrt((height * width) / squares), Math.max(height, width) / squares);
    this.#side = side > 0 ? side : 1;
    this.#rows = Math.floor(height / this.#side) + 1;
    this.#columns = Math.floor(width / this.#side) + 1;
    const square = (k: number): number =>
      this.#index(places[2 * k]!, 0, this.#rows) * this.#columns + this.#index(places[2 * k + 1]!, 1, this.#columns);
    this.#first = new Int32Array(this.#rows * this.#columns + 1);
    for (let k = 0; k < count; k++) this.#first[square(k) + 1]!++;
    for (let k = 1; k < this.#first.length; k++) this.#first[k]! += this.#first[k - 1]!;
    const next = this.#first.slice();
    this.#ears = new Int32Array(count);
    for (let k = 0; k < count; k++) this.#ears[next[square(k)]!++] = ears[k]!;
  }

  /** All ears whose square is within reach_m of place[i ..], and perhaps more, to out[0 ..], always in one order. Returns how many. */
  nearInto(out: Int32Array, place: Float64Array, i: number, reach_m: number): number {
    if (this.size === 0) return 0;
    const north0 = this.#index(place[i]! - reach_m, 0, this.#rows);
    const north1 = this.#index(place[i]! + reach_m, 0, this.#rows);
    const east0 = this.#index(place[i + 1]! - reach_m, 1, this.#columns);
    const east1 = this.#index(place[i + 1]! + reach_m, 1, this.#columns);
    let count = 0;
    for (let row = north0; row <= north1; row++) {
      const from = this.#first[row * this.#columns + east0]!;
      const to = this.#first[row * this.#columns + east1 + 1]!;
      for (let k = from; k < to; k++) out[count++] = this.#ears[k]!;
    }
    return count;
  }

  #index(x: number, axis: number, count: number): number {
    const k = Math.floor((x - this.#low[axis]!) / this.#side);
    return k >= count ? count - 1 : k > 0 ? k : 0;
  }
}
