/**
 * Reports where vehicles leave the data of the sea: the first time that a vehicle asks outside of a part, once per vehicle and
 * part, and the first time that it is in a gap of one. What was reported is in the engine's state, so that a run that goes on from a snapshot reports nothing twice.
 *
 * Asked is the place half way to the vehicle's next answer, which is the one that the answer is made for. Above the mean
 * surface the water counts as at the surface.
 */
import type { ModelBuilder, PortContext } from "../../../engine/index.ts";
import { POINT, POINT_SIZE } from "../../../environment/index.ts";
import type { SeaEdge } from "../../load/sea-edges.ts";
import type { EventListener } from "../../run/events.ts";

export class EdgeWatch {
  readonly #edges: readonly SeaEdge[];
  readonly #names: readonly string[];
  readonly #listener: EventListener;
  /** integers: 1 for what was reported, by vehicle, then part. */
  readonly #toldAt: number;
  readonly #place = new Float64Array(POINT_SIZE);

  constructor(builder: ModelBuilder, edges: readonly SeaEdge[], vehicles: readonly string[], listener: EventListener) {
    this.#edges = edges;
    this.#names = vehicles;
    this.#listener = listener;
    this.#toldAt = builder.layout.integers("environment/edges", edges.length * vehicles.length);
  }

  /** Reports every part that ends before point[i ..] and has not been reported for this vehicle. */
  look(sim: PortContext, vehicle: number, point: Float64Array, i: number): void {
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
    const message = `is ${edge.where}, at ${where}: ${edge.rule(this.#place, 0)}`;
    this.#listener({ t_ns, level: "warning", name, message });
  }
}
