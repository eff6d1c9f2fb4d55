/**
 * The vehicles near a thing, as rays meet them: their surfaces from the description, where they are from a message `neighbours`.
 *
 *   v_Q = v_NB_N + w_NB_N × (p_NQ − p_NB)                                     (1)  velocity of a point Q that is fixed to a body
 *
 * A vehicle stands still while a ray is on its way. At most MOST_NEIGHBOURS are met.
 */
import { addInto, crossInto } from "../../math/index.ts";
import { MOST_NEIGHBOURS, NEIGHBOUR, NEIGHBOUR_SIZE, neighbours } from "../messages.ts";
import type { MovedSurfaces } from "./moved-surfaces.ts";
import { bodyObject, HIT, vehicleOfObject } from "./ray.ts";

const AT = neighbours.at;

export class Neighbours {
  readonly #bodies: readonly MovedSurfaces[];
  /** Count, and records. */
  readonly #count = new Int32Array(1);
  readonly #records = new Float64Array(MOST_NEIGHBOURS * NEIGHBOUR_SIZE);
  /** Holds nothing between calls. */
  readonly #arm = new Float64Array(3);

  /** bodies: of each vehicle, by its index. */
  constructor(bodies: readonly MovedSurfaces[]) {
    this.#bodies = [...bodies];
  }

  /** Takes a message `neighbours` at message[i ..]: what is asked from now on is of these. */
  take(message: Float64Array, i: number): void {
    this.#count[0] = message[i + AT.count];
    const size = NEIGHBOUR_SIZE * this.#count[0];
    for (let k = 0; k < size; k++) this.#records[k] = message[i + AT.records + k];
  }

  /** As Surface.castInto, with the object: the nearest of the hit before and these. */
  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const records = this.#records;
    const count = this.#count[0];
    let met = false;
    for (let k = 0; k < count; k++) {
      const at = NEIGHBOUR_SIZE * k;
      const vehicle = records[at + NEIGHBOUR.vehicle] | 0;
      if (!this.#bodies[vehicle].castInto(hit, o, ray, i, records, at + NEIGHBOUR.p_NB_m)) continue;
      hit[o + HIT.object] = bodyObject(vehicle);
      met = true;
    }
    return met;
  }

  /** (1) in N to out[o ..], of the point p[i ..] of the vehicle that an object of a hit is; false for what is none of these. */
  velocityInto(out: Float64Array, o: number, object: number, p: Float64Array, i: number): boolean {
    const vehicle = vehicleOfObject(object);
    if (vehicle < 0) return false;
    const records = this.#records;
    const count = this.#count[0];
    for (let k = 0; k < count; k++) {
      const at = NEIGHBOUR_SIZE * k;
      if (records[at + NEIGHBOUR.vehicle] !== vehicle) continue;
      const arm = this.#arm;
      for (let n = 0; n < 3; n++) arm[n] = p[i + n] - records[at + NEIGHBOUR.p_NB_m + n];
      crossInto(arm, 0, records, at + NEIGHBOUR.w_NB_N_radps, arm, 0);
      addInto(out, o, records, at + NEIGHBOUR.v_NB_N_mps, arm, 0);
      return true;
    }
    return false;
  }
}
