/**
 * How a current or a wind becomes part of a run.
 *
 * A description (frozen parameters) is a thing that joins a model while it is built: it asks its site for places in the engine's
 * state, for random streams and for events, where it needs any, and answers with the source that queries ask. Sources hold places, never
 * buffers, so one model serves any number of runs; a source with state is therefore given the state
 * of the run before it is asked:
 *
 *   source.lookAt?.(sim.reals);
 *   source.addFlow(flow, 0, point, 0);
 *
 * Sources without state have no lookAt.
 */
import type { Thing } from "../../engine/index.ts";
import type { FlowSource } from "../flow.ts";

export interface JoinedFlow extends FlowSource {
  /** From now on the state in these reals (a Simulation's or a View's) is the one that counts. */
  lookAt?(reals: Float64Array): void;
  /** False where an edge rule answers at point[i ..] in place of the data. Sources without it have no edges. */
  covers?(point: Float64Array, i: number): boolean;
  /** True where data end inside: a gap of a map has a share in the flow at point[i ..]. */
  hasGap?(point: Float64Array, i: number): boolean;
}

/** What the kinds `current` and `wind` make. */
export type FlowModel = Thing<JoinedFlow>;

/** A source that has no state is its own description. */
export function stateless(source: JoinedFlow): FlowModel {
  return Object.freeze({ join: () => source });
}
