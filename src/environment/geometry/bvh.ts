/**
 * A tree of boxes around many things, so that a ray asks only those near it. Built once, in flat arrays.
 *
 * Splits are chosen by the surface area heuristic over BINS bins of centroids: the chance that a ray meets a box is
 * proportional to its area, so the split that makes  n₁ area₁ + n₂ area₂  smallest costs rays least. Where no split pays,
 * a leaf of at most LEAF_MOST things; where centroids coincide, or below DEEP levels, halves: the tree never has more than
 * DEEP + 32 levels, and a traversal needs no larger stack.
 *
 * Boxes are float32, a little larger than what they hold (ROOM of the largest coordinate): half the memory, and the rounding
 * of the ray's own arithmetic cannot make it miss a box whose content it meets, from origins up to 10⁸ sizes away.
 */

export interface Bvh {
  /** min and max, 6 for each node. Node 0 is the root; children of a node are neighbours. */
  readonly boxes_m: Float32Array;
  /** Of an inner node, its first child. Of a leaf, where its things begin in order. */
  readonly first: Int32Array;
  /** Things of a leaf; 0 for an inner node. */
  readonly count: Int32Array;
  /** Things in the order of the leaves. */
  readonly order: Int32Array;
}

const BINS = 16;
const LEAF_MOST = 8;
const DEEP = 40;
/** What it costs a ray to look at the two children of a node, in tests of one thing. */
const STEP_COST = 1.2;
const ROOM = 2.4e-7;

/** Entries that a traversal may have to remember: one per level. */
export const BVH_STACK = DEEP + 34;

/** A tree over things with these boxes (min and max, 6 numbers each), of which there is at least one. */
export function buildBvh(things_m: Float64Array): Bvh {
  const n = things_m.length / 6;
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) order[k] = k;
  const boxes = new Float64Array(6 * (2 * n - 1));
  const first = new Int32Array(2 * n - 1);
  const count = new Int32Array(2 * n - 1);
  const depth = new Uint8Array(2 * n - 1);
  const split = new Splitter(things_m, order);
  let nodes = 1;
  first[0] = 0;
  count[0] = n;

  // Nodes are numbered as they are made, so that one pass over the numbers meets all of them.
  for (let node = 0; node < nodes; node++) {
    const from = first[node];
    const size = count[node];
    split.bound(boxes, 6 * node, from, size);
    const left = split.partition(boxes, 6 * node, from, size, depth[node] >= DEEP);
    if (left === 0) continue;
    first[node] = nodes;
    count[node] = 0;
    first[nodes] = from;
    count[nodes] = left;
    first[nodes + 1] = from + left;
    count[nodes + 1] = size - left;
    depth[nodes] = depth[node] + 1;
    depth[nodes + 1] = depth[node] + 1;
    nodes += 2;
  }

  return {
    boxes_m: grown(boxes, nodes),
    first: first.slice(0, nodes),
    count: count.slice(0, nodes),
    order,
  };
}

/** As float32, with ROOM on every side. */
function grown(boxes: Float64Array, nodes: number): Float32Array {
  let largest = 0;
  for (let k = 0; k < 6; k++) largest = Math.max(largest, Math.abs(boxes[k]));
  const room = ROOM * largest;
  const out = new Float32Array(6 * nodes);
  for (let k = 0; k < 6 * nodes; k++) out[k] = k % 6 < 3 ? boxes[k] - room : boxes[k] + room;
  return out;
}

class Splitter {
  readonly #things: Float64Array;
  readonly #order: Int32Array;
  readonly #binBoxes = new Float64Array(6 * BINS);
  readonly #binCount = new Int32Array(BINS);
  /** Area times count of everything right of a border between bins. */
  readonly #right = new Float64Array(BINS);
  readonly #box = new Float64Array(6);
  readonly #centres = new Float64Array(6);

  constructor(things: Float64Array, order: Int32Array) {
    this.#things = things;
    this.#order = order;
  }

  /** The box around a stretch of the order. */
  bound(out: Float64Array, o: number, from: number, size: number): void {
    empty(out, o);
    for (let k = from; k < from + size; k++) enclose(out, o, this.#things, 6 * this.#order[k]);
  }

  /** Puts those of the left child first and returns how many they are; 0 for a leaf. */
  partition(boxes: Float64Array, box: number, from: number, size: number, halves: boolean): number {
    if (size < 2) return 0;
    const things = this.#things;
    const order = this.#order;

    // 1. The axis along which centroids (doubled, here and below) are farthest apart
    const centres = this.#centres;
    empty(centres, 0);
    for (let k = from; k < from + size; k++) {
      const t = 6 * order[k];
      for (let axis = 0; axis < 3; axis++) {
        const c = things[t + axis] + things[t + 3 + axis];
        if (c < centres[axis]) centres[axis] = c;
        if (c > centres[3 + axis]) centres[3 + axis] = c;
      }
    }
    let axis = 0;
    for (let a = 1; a < 3; a++) if (centres[3 + a] - centres[a] > centres[3 + axis] - centres[axis]) axis = a;
    const low = centres[axis];
    const width = centres[3 + axis] - low;
    const perBin = BINS / width;
    if (halves || !(width > 0) || !(perBin < Number.POSITIVE_INFINITY)) return size > LEAF_MOST ? size >> 1 : 0;

    // 2. Things and boxes of each bin
    const bins = this.#binBoxes;
    const binCount = this.#binCount;
    binCount.fill(0);
    for (let b = 0; b < BINS; b++) empty(bins, 6 * b);
    for (let k = from; k < from + size; k++) {
      const t = 6 * order[k];
      const b = Math.min(BINS - 1, Math.floor((things[t + axis] + things[t + 3 + axis] - low) * perBin));
      binCount[b]++;
      enclose(bins, 6 * b, things, t);
    }

    // 3. The border that costs least: from the right, then from the left
    const sum = this.#box;
    let count = 0;
    empty(sum, 0);
    for (let b = BINS - 1; b > 0; b--) {
      count += binCount[b];
      enclose(sum, 0, bins, 6 * b);
      this.#right[b] = count === 0 ? 0 : count * halfArea(sum, 0);
    }
    let best = Number.POSITIVE_INFINITY;
    let border = 0;
    count = 0;
    empty(sum, 0);
    for (let b = 1; b < BINS; b++) {
      count += binCount[b - 1];
      enclose(sum, 0, bins, 6 * (b - 1));
      if (count === 0 || count === size) continue;
      const cost = count * halfArea(sum, 0) + this.#right[b];
      if (cost < best) {
        best = cost;
        border = b;
      }
    }
    const whole = halfArea(boxes, box);
    if (size <= LEAF_MOST && best + STEP_COST * whole >= size * whole) return 0;

    // 4. Left ones first, in place; every thing falls into the same bin as in 2
    let left = from;
    for (let k = from; k < from + size; k++) {
      const t = 6 * order[k];
      const b = Math.min(BINS - 1, Math.floor((things[t + axis] + things[t + 3 + axis] - low) * perBin));
      if (b >= border) continue;
      const thing = order[k];
      order[k] = order[left];
      order[left] = thing;
      left++;
    }
    return left - from;
  }
}

function empty(box: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    box[o + k] = Number.POSITIVE_INFINITY;
    box[o + 3 + k] = Number.NEGATIVE_INFINITY;
  }
}

function enclose(box: Float64Array, o: number, other: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) {
    if (other[i + k] < box[o + k]) box[o + k] = other[i + k];
    if (other[i + 3 + k] > box[o + 3 + k]) box[o + 3 + k] = other[i + 3 + k];
  }
}

function halfArea(box: Float64Array, o: number): number {
  const x = box[o + 3] - box[o];
  const y = box[o + 4] - box[o + 1];
  const z = box[o + 5] - box[o + 2];
  return x * y + y * z + z * x;
}
