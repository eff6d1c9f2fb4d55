/**
 * A current that wanders about its mean: v_c = V̄ + V(t), V a first-order process (first-order-process.ts), the same at all
 * places. Before an instant of the process and after it the velocity is the same; its rate jumps there.
 */
import { invariant } from "../../core/index.ts";
import type { ThingSite } from "../../engine/index.ts";
import { FLOW, POINT } from "../flow.ts";
import { joinProcess, type ProcessParameters, processInto } from "./first-order-process.ts";
import type { FlowModel, JoinedFlow } from "./joined-flow.ts";

export interface GaussMarkovParameters extends ProcessParameters {
  /** V̄, in N. */
  readonly velocity_mps: readonly number[];
}

export class GaussMarkovCurrent implements FlowModel {
  readonly #parameters: GaussMarkovParameters;

  constructor(parameters: GaussMarkovParameters) {
    this.#parameters = Object.freeze({ ...parameters });
  }

  join(site: ThingSite): JoinedFlow {
    return new WanderingFlow(this.#parameters.velocity_mps, joinProcess(site, this.#parameters), site.path);
  }
}

class WanderingFlow implements JoinedFlow {
  readonly #mean: Float64Array;
  readonly #at: number;
  readonly #unseen: string;
  /** Whose state is looked at; none before the first lookAt. */
  #reals: Float64Array | null = null;
  readonly #value = new Float64Array(6);

  constructor(mean_mps: readonly number[], at: number, path: string) {
    this.#mean = Float64Array.from(mean_mps);
    this.#at = at;
    this.#unseen = `${path} was asked before lookAt gave it the state to read`;
  }

  lookAt(reals: Float64Array): void {
    this.#reals = reals;
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const reals = this.#reals;
    invariant(reals !== null, this.#unseen);
    const value = this.#value;
    processInto(value, 0, reals, this.#at, point, i + POINT.t_s);
    for (let c = 0; c < 3; c++) {
      flow[o + FLOW.velocity + c] += this.#mean[c] + value[c];
      flow[o + FLOW.rate + c] += value[3 + c];
    }
  }
}
