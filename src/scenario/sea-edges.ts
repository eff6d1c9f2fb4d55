/**
 * Where the data of the sea end. A bottom, a current, the water or a named scalar that comes from data has an edge rule for
 * what lies outside; the first time that a vehicle asks there, the run tells so, once per vehicle and part. What was told
 * is in the engine's state, so that a run that goes on from a snapshot tells nothing twice.
 *
 * Asked is the place half way to the vehicle's next answer, which is the one that the answer is made for. Above the mean
 * surface the water counts as at the surface.
 */
import type { ModelBuilder, Simulation } from "../engine/index.ts";
import { type Bottom, POINT, POINT_SIZE } from "../environment/index.ts";
import type { EventListener } from "./events.ts";

/** A part of the sea that ends somewhere. */
export interface SeaEdge {
  /** "world/ground". */
  readonly path: string;
  /** False where something else than the data answers. */
  covers(point: Float64Array, i: number): boolean;
  /** What answers there, in words. */
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

export class EdgeWatch {
  readonly #edges: readonly SeaEdge[];
  readonly #names: readonly string[];
  readonly #listener: EventListener;
  /** integers: 1 for what was told, by vehicle, then part. */
  readonly #toldAt: number;
  readonly #place = new Float64Array(POINT_SIZE);

  constructor(builder: ModelBuilder, edges: readonly SeaEdge[], vehicles: readonly string[], listener: EventListener) {
    this.#edges = edges;
    this.#names = vehicles;
    this.#listener = listener;
    this.#toldAt = builder.layout.integers("environment/edges", edges.length * vehicles.length);
  }

  /** Tells of every part that ends before point[i ..] and has not been told of for this vehicle. */
  look(sim: Simulation, vehicle: number, point: Float64Array, i: number): void {
    const edges = this.#edges;
    if (edges.length === 0) return;
    const place = this.#place;
    for (let k = 0; k < POINT_SIZE; k++) place[k] = point[i + k]!;
    place[POINT.p + 2] = Math.max(0, place[POINT.p + 2]!);
    const at = this.#toldAt + vehicle * edges.length;
    for (let k = 0; k < edges.length; k++) {
      if (sim.integers[at + k] !== 0 || edges[k]!.covers(place, 0)) continue;
      sim.integers[at + k] = 1;
      this.#tell(sim.now_ns, this.#names[vehicle]!, edges[k]!, point, i);
    }
  }

  #tell(t_ns: number, name: string, edge: SeaEdge, point: Float64Array, i: number): void {
    const [north, east, depth] = [0, 1, 2].map((k) => String(Number(point[i + POINT.p + k]!.toFixed(2)) + 0));
    const where = `north ${north} m, east ${east} m, depth ${depth} m`;
    const message = `is outside what ${edge.path} covers, at ${where}: ${edge.rule(this.#place, 0)}`;
    this.#listener({ t_ns, level: "warning", name, message });
  }
}
