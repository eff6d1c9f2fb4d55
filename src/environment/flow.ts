/**
 * How the water moves at a place and a time, to first order around it: what hulls, fins, thrusters and sensors get.
 *
 * | places in a flow record | what                                                                       |
 * |-------------------------|----------------------------------------------------------------------------|
 * | velocity                | v_c, in N, m/s                                                             |
 * | gradient                | ∂v_c/∂p, row-major: row i is the gradient of component i, 1/s              |
 * | rate                    | ∂v_c/∂t at the place, m/s²                                                  |
 *
 * Sources of flow (currents, waves) add themselves to a record, so that any number of them lie over one another.
 */
export const FLOW = { velocity: 0, gradient: 3, rate: 12 } as const;
export const FLOW_SIZE = 15;

/** Where and when: north, east, down in m, and the time in s. */
export const POINT = { p: 0, t_s: 3 } as const;
export const POINT_SIZE = 4;

/** Something that moves the water. Adds to flow[o ..] what it does at point[i ..]. Allocates nothing. */
export interface FlowSource {
  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void;
}
