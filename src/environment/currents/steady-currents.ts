/**
 * Currents that do not change: the same everywhere, or by depth.
 *
 *   v_c = V                                                                          (1)  uniform
 *   v_c(z) = V_k + u (V_{k+1} − V_k),   u = (z − z_k) / (z_{k+1} − z_k)               (2)  profile, z depth
 *
 * In a layer of (2) the gradient ∂v_c/∂z = (V_{k+1} − V_k)/(z_{k+1} − z_k) is exact; on a border it is that of the layer
 * below. Beyond the table the declared edge rule holds.
 * Left out: continuity of mass across a bottom that is not flat.
 */
import { invariant } from "../../core/index.ts";
import { type EdgeRule, LinearGrid1, rectilinearAxis } from "../../math/index.ts";
import { FLOW, type FlowSource, POINT } from "../flow.ts";

const DEPTH = POINT.p + 2;
/** ∂/∂z of component 0; those of the next two follow at distances of 3. */
const BY_DEPTH = FLOW.gradient + 2;

/** (1) */
export class UniformCurrent implements FlowSource {
  readonly #velocity: Float64Array;

  /** In N. */
  constructor(velocity_mps: readonly number[]) {
    invariant(velocity_mps.length === 3, `a velocity of ${velocity_mps.length} components`);
    this.#velocity = Float64Array.from(velocity_mps);
  }

  addFlow(flow: Float64Array, o: number): void {
    const V = this.#velocity;
    for (let c = 0; c < 3; c++) flow[o + FLOW.velocity + c] += V[c];
  }
}

/** (2) */
export class ProfileCurrent implements FlowSource {
  /** Components that are not zero at all depths: a current is seldom vertical. */
  readonly #grids: readonly LinearGrid1[];
  readonly #components: Int32Array;
  readonly #depths_m: Float64Array;
  readonly #cells = new Int32Array(3);
  readonly #value = new Float64Array(2);

  /** A velocity in N, north, east and down, for each depth. */
  constructor(
    depths_m: readonly number[],
    north_mps: readonly number[],
    east_mps: readonly number[],
    down_mps: readonly number[],
    edge: EdgeRule,
  ) {
    const axis = rectilinearAxis(depths_m, edge);
    this.#depths_m = axis.points;
    const columns = [north_mps, east_mps, down_mps];
    const used = [0, 1, 2].filter((c) => edge === "nan" || columns[c].some((v) => v !== 0));
    this.#components = Int32Array.from(used);
    this.#grids = Object.freeze(used.map((c) => new LinearGrid1(axis, columns[c])));
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const value = this.#value;
    for (let k = 0; k < this.#grids.length; k++) {
      const c = this.#components[k];
      this.#grids[k].valueAndGradientInto(value, 0, this.#cells, k, point, i + DEPTH);
      flow[o + FLOW.velocity + c] += value[0]; // (2)
      flow[o + BY_DEPTH + 3 * c] += value[1];
    }
  }
  /** False where the edge rule answers; above the mean surface, as at it. */
  covers(point: Float64Array, i: number): boolean {
    const depth_m = Math.max(0, point[i + DEPTH]);
    return depth_m >= this.#depths_m[0] && depth_m <= this.#depths_m[this.#depths_m.length - 1];
  }
}
