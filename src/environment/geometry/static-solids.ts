/**
 * Convex solids that stand still, of many owners, in a tree of boxes: which of them are near a place.
 *
 * Each solid is a body of its own, fixed in N, so that gaps take it with a pose of no turn at the origin.
 */
import { BVH_STACK, type Bvh, buildBvh } from "./bvh.ts";
import type { Solid } from "./solid.ts";
import { SolidBody } from "./solid-body.ts";

export class StaticSolids {
  readonly count: number;
  readonly #bodies: readonly SolidBody[];
  readonly #owners: Int32Array;
  readonly #boxes: Float64Array;
  readonly #bvh: Bvh | null;
  /** Holds nothing between calls. */
  readonly #stack = new Int32Array(BVH_STACK);

  /** By owner: the solids of each. */
  constructor(solidsOf: readonly (readonly Solid[])[]) {
    const solids = solidsOf.flat();
    this.count = solids.length;
    this.#bodies = solids.map((solid) => new SolidBody([solid]));
    this.#owners = Int32Array.from(solidsOf.flatMap((own, owner) => own.map(() => owner)));
    this.#boxes = Float64Array.from(solids.flatMap(({ bounds_m }) => [...bounds_m]));
    this.#bvh = solids.length === 0 ? null : buildBvh(this.#boxes);
  }

  body(k: number): SolidBody {
    return this.#bodies[k];
  }

  owner(k: number): number {
    return this.#owners[k];
  }

  /** Solids whose boxes reach within radius[0] of the place at p[i ..], in the order of their numbers; returns how many. */
  near(p: Float64Array, i: number, radius: Float64Array, found: Int32Array): number {
    if (this.#bvh === null) return 0;
    const { boxes_m, first, count, order } = this.#bvh;
    const stack = this.#stack;
    let depth = 1;
    let n = 0;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!isWithin(boxes_m, 6 * node, p, i, radius)) continue;
      const from = first[node];
      if (count[node] === 0) {
        stack[depth++] = from + 1;
        stack[depth++] = from;
        continue;
      }
      for (let q = from; q < from + count[node]; q++) {
        const k = order[q];
        if (!isWithin(this.#boxes, 6 * k, p, i, radius)) continue;
        // In order, so that nothing depends on the tree.
        let at = n++;
        while (at > 0 && found[at - 1] > k) {
          found[at] = found[at - 1];
          at--;
        }
        found[at] = k;
      }
    }
    return n;
  }
}

function isWithin(
  boxes: Float64Array | Float32Array,
  k: number,
  p: Float64Array,
  i: number,
  radius: Float64Array,
): boolean {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = p[i + axis];
    const out = Math.max(boxes[k + axis] - x, x - boxes[k + 3 + axis], 0);
    square += out * out;
  }
  return square <= radius[0] * radius[0];
}
