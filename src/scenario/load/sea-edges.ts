/**
 * Where the data of the sea end. A bottom, a current, the water or a named scalar that comes from data has an edge rule for
 * what lies outside.
 */
import { type Bottom, POINT } from "../../environment/index.ts";

/** A part of the sea that ends somewhere. */
export interface SeaEdge {
  /** "world/ground". */
  readonly path: string;
  /** False where a rule gives the value and not the data. */
  covers(point: Float64Array, i: number): boolean;
  /** The rule that holds there, in words. */
  rule(point: Float64Array, i: number): string;
}

const RULES: Readonly<Record<string, string>> = {
  clamp: "the values at its edge are held",
  extrapolate: "it goes on as in its last cell",
  zero: "it adds nothing",
  hole: "there is nothing",
};

/** Something that may end; without `covers` it does not. */
interface Covering {
  covers?(point: Float64Array, i: number): boolean;
}

/** Of currents, water and scalars, whose rule is the parameter `edge`. */
export function edgeOf(path: string, source: Covering, edge: unknown): SeaEdge | null {
  if (source.covers === undefined) return null;
  const rule = RULES[String(edge)] ?? RULES.clamp!;
  return { path, covers: (point, i) => source.covers!(point, i), rule: () => rule };
}

/** Of a bottom from data: beyond their border, and in their gaps. */
export function bottomEdge(path: string, bottom: Bottom): SeaEdge | null {
  if (bottom.covers === undefined) return null;
  const depth = new Float64Array(1);
  return {
    path,
    covers(point, i) {
      bottom.depthInto(depth, 0, point, i + POINT.p);
      return bottom.covers!(point, i + POINT.p) && !Number.isNaN(depth[0]!);
    },
    rule(point, i) {
      bottom.depthInto(depth, 0, point, i + POINT.p);
      if (!Number.isNaN(depth[0]!)) return "its border goes on level";
      return bottom.covers!(point, i + POINT.p) ? "it has a gap, and no bottom, here" : "there is no bottom";
    },
  };
}
