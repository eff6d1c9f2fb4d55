/** A quantity of the sea as a source for map excerpts. */
import { FLOW, FLOW_SIZE, type ScalarSource } from "../../../environment/index.ts";
import { SEA_FIELDS } from "../../load/sea.ts";
import { CURRENT_QUANTITIES } from "../../load/sea-quantities.ts";
import type { SeaQuery } from "./sea-query.ts";

type Field = (typeof SEA_FIELDS)[number];

/** One quantity as a source for an excerpt. Hold `reals` before asking: currents may keep state there. */
export class QuantitySource implements ScalarSource {
  reals: Float64Array = new Float64Array(0);
  readonly #sea: SeaQuery;
  /** Index in SEA_FIELDS, or −1. */
  readonly #field: number;
  /** Index in CURRENT_QUANTITIES, or −1. */
  readonly #current: number;
  /** Index of the named scalar, or −1. */
  readonly #scalar: number;
  readonly #flow = new Float64Array(FLOW_SIZE);
  readonly #values = new Float64Array(SEA_FIELDS.length);

  constructor(sea: SeaQuery, name: string) {
    this.#sea = sea;
    this.#field = SEA_FIELDS.indexOf(name as Field);
    this.#current = CURRENT_QUANTITIES.indexOf(name as (typeof CURRENT_QUANTITIES)[number]);
    this.#scalar = sea.scalarIndex(name);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#field >= 0) {
      this.#sea.fieldsInto(this.#values, 0, point, i);
      out[o]! += this.#values[this.#field]!;
    } else if (this.#scalar >= 0) {
      this.#sea.scalarInto(this.#values, 0, this.#scalar, point, i);
      out[o]! += this.#values[0]!;
    } else {
      this.#sea.flowInto(this.#flow, 0, point, i, this.reals);
      const north = this.#flow[FLOW.velocity]!;
      const east = this.#flow[FLOW.velocity + 1]!;
      const down = this.#flow[FLOW.velocity + 2]!;
      if (this.#current === 0) out[o]! += north;
      else if (this.#current === 1) out[o]! += east;
      else out[o]! += Math.sqrt(north * north + east * east + down * down);
    }
  }

  /** Edges are reported elsewhere (edge-watch.ts), for where the vehicle is. */
  covers(): boolean {
    return true;
  }
}
