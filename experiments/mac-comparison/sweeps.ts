/** The networks that are compared, each run once, and the curves of them. */
import type { ExperimentContext, ResultPicture, ResultTable } from "../../src/cli/verbs/reproduce/experiment.ts";
import { curvesSvg } from "../../src/report/index.ts";
import { pureAloha } from "../pieces/aloha.ts";
import { intervalOf } from "../pieces/intervals.ts";
import { averageOf, type Measured, measured } from "./measure.ts";
import type { Scheme } from "./network.ts";
import { SCHEMES } from "./schemes.ts";

/** What the sweeps have in common: a network of 10 nodes and 1 km that is offered 0.6. */
export const MIDDLE = { nodes: 10, size_m: 1000, load: 0.6 } as const;
export const LOADS = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5] as const;
export const SIZES_M = [100, 300, 1000, 2000, 5000] as const;
export const NODES = [2, 5, 10, 20, 50] as const;
const DURATION_S = 3000;
const SEED = 18;

export interface Point {
  readonly scheme: Scheme;
  readonly nodes: number;
  readonly size_m: number;
  readonly load: number;
}

/** Runs, each made once. */
export class Comparison {
  readonly #context: ExperimentContext;
  readonly #made = new Map<string, Measured>();

  constructor(context: ExperimentContext) {
    this.#context = context;
  }

  /** Runs all points that have not been run yet. */
  async make(points: readonly Point[]): Promise<void> {
    for (const [k, point] of points.entries()) {
      const name = keyOf(point);
      await this.#context.progress(k, points.length, `${point.scheme.name}, ${point.nodes} nodes, ${point.size_m} m`);
      if (this.#made.has(name)) continue;
      this.#made.set(name, await measured(this.#context, { ...point, duration_s: DURATION_S, seed: SEED }));
    }
  }

  at(point: Point): Measured {
    const found = this.#made.get(keyOf(point));
    if (found === undefined) throw new Error(`${keyOf(point)} was not run`);
    return found;
  }

  /** Of schemes in which no frames should meet at the receiver: how many did. */
  collisionsOfOrderly(points: readonly Point[]): number {
    const orderly = points.filter(({ scheme }) => scheme.isCollisionFree === true);
    return orderly.reduce((sum, point) => sum + this.at(point).collisions, 0);
  }
}

function keyOf({ scheme, nodes, size_m, load }: Point): string {
  return `${scheme.name}, ${nodes} nodes, ${size_m} m, ${load}`;
}

export function allPoints(): Point[] {
  const of = (scheme: Scheme): Point[] => [
    ...LOADS.map((load) => ({ ...MIDDLE, scheme, load })),
    ...SIZES_M.map((size_m) => ({ ...MIDDLE, scheme, size_m })),
    ...NODES.map((nodes) => ({ ...MIDDLE, scheme, nodes })),
  ];
  return SCHEMES.flatMap(of);
}

type Quantity = "throughput" | "delay_s" | "energy_Jpbit";
const LABELS: Readonly<Record<Quantity, string>> = {
  throughput: "throughput (frames received per frame time)",
  delay_s: "mean delay (s)",
  energy_Jpbit: "energy of sending (J per bit received)",
};

export function pictures(comparison: Comparison): ResultPicture[] {
  return [
    picture(comparison, "Throughput over load", "load", LOADS, "throughput"),
    picture(comparison, "Delay over load", "load", LOADS, "delay_s"),
    picture(comparison, "Energy over load", "load", LOADS, "energy_Jpbit"),
    picture(comparison, "Throughput over the size of the network", "size_m", SIZES_M, "throughput"),
    picture(comparison, "Throughput over the number of nodes", "nodes", NODES, "throughput"),
  ];
}

const AXES = {
  load: "load (frames offered per frame time)",
  size_m: "size of the network (m)",
  nodes: "nodes",
} as const;

function picture(
  comparison: Comparison,
  title: string,
  over: keyof typeof AXES,
  xs: readonly number[],
  quantity: Quantity,
): ResultPicture {
  const isLog = quantity !== "throughput";
  const curves = SCHEMES.map((scheme) => ({
    words: scheme.name,
    xs,
    ys: xs.map((x) => averageOf(comparison.at({ ...MIDDLE, scheme, [over]: x }))[quantity]),
  }));
  const values = curves.flatMap(({ ys }) => ys).filter((y) => Number.isFinite(y) && y > 0);
  const top = Math.max(...values);
  const closed = over === "load" && quantity === "throughput";
  return {
    title,
    svg: curvesSvg({
      title,
      note: noteOf(over),
      x: { label: AXES[over], from: over === "load" ? 0 : xs[0]!, to: xs.at(-1)!, isLog: over !== "load" },
      y: { label: LABELS[quantity], from: isLog ? 0.9 * Math.min(...values) : 0, to: 1.06 * top, isLog },
      curves: closed ? [...curves, { words: "G e^(−2G)", xs, ys: xs.map(pureAloha), isSum: true }] : curves,
    }),
  };
}

function noteOf(over: keyof typeof AXES): string {
  const parts = [
    ...(over === "nodes" ? [] : [`${MIDDLE.nodes} nodes`]),
    ...(over === "size_m" ? [] : [`${MIDDLE.size_m} m`]),
    ...(over === "load" ? [] : [`load ${MIDDLE.load}`]),
  ];
  return `${parts.join(", ")}; frames of 0.576 s to one receiver in the middle.`;
}

/** Throughput with the half width of its interval of 95 %, by load. */
export function throughputTable(comparison: Comparison): ResultTable {
  return {
    title: "Throughput by load, 10 nodes, 1 km, with intervals of 95 %",
    heads: ["scheme", ...LOADS.map((load) => `G = ${load}`)],
    rows: SCHEMES.map((scheme) => [
      scheme.name,
      ...LOADS.map((load) => {
        const { mean, halfWidth } = intervalOf(comparison.at({ ...MIDDLE, scheme, load }).throughput, 0.95);
        return `${mean.toFixed(3)} ± ${halfWidth.toFixed(3)}`;
      }),
    ]),
    note: "From ten equal stretches of a run of 3000 s, after the first tenth.",
  };
}
