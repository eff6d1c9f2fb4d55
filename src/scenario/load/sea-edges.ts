/**
 * Where the data of the sea end. A bottom, a current, the water or a named scalar that comes from data has an edge rule for
 * what lies outside.
 */
import { type Bottom, POINT } from "../../environment/index.ts";
import type { Component } from "../../library/index.ts";

/** A part of the sea that ends somewhere. */
export interface SeaEdge {
  /** Where a vehicle is that its data do not reach: "outside what world/ground covers". */
  readonly where: string;
  /** Whether its data are a map from a file. */
  readonly isMap: boolean;
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

const GAP_RULES: Readonly<Record<string, string>> = {
  zero: "0 stands for what the map lacks",
  nearest: "the nearest values stand for those that the map lacks",
};

/** What the file says of a part. */
type Part = Pick<Component, "params" | "model">;

/** The model of parts from files. */
const MAP = "map";

/** Something that may end; without `covers` it does not, and without `hasGap` it has none. */
interface Covering {
  covers?(point: Float64Array, i: number): boolean;
  hasGap?(point: Float64Array, i: number): boolean;
}

/** Of currents, water and scalars, whose rules are the parameters `edge` and, for what a map lacks, `gaps`. */
export function edgesOf(path: string, source: Covering, { params, model }: Part): SeaEdge[] {
  const edges: SeaEdge[] = [];
  const isMap = model === MAP;
  if (source.covers !== undefined) {
    const rule = RULES[String(params.edge)] ?? RULES.clamp!;
    const where = `outside what ${path} covers`;
    edges.push({ where, isMap, covers: (point, i) => source.covers!(point, i), rule: () => rule });
  }
  const gapRule = GAP_RULES[String(params.gaps)];
  if (source.hasGap !== undefined && gapRule !== undefined) {
    edges.push({
      where: `in a gap of ${path}`,
      isMap,
      covers: (point, i) => !source.hasGap!(point, i),
      rule: () => gapRule,
    });
  }
  return edges;
}

/** Of a bottom from data: beyond their border, and in their gaps. */
export function bottomEdge(path: string, bottom: Bottom, { model }: Part): SeaEdge | null {
  if (bottom.covers === undefined) return null;
  const depth = new Float64Array(1);
  return {
    where: `outside what ${path} covers`,
    isMap: model === MAP,
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
