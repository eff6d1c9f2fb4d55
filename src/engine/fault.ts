/**
 * What a run cannot survive. The state is a copy of the continuous state of the component, taken when the fault was found;
 * empty for a component that has none. What was thrown by a component is the cause.
 */
export class SimulationFault extends Error {
  override readonly name = "SimulationFault";
  readonly t_ns: number;
  /** Path of the component to blame, e.g. "auv1/hull". */
  readonly component: string;
  readonly state: readonly number[];

  constructor(t_ns: number, component: string, state: Iterable<number>, reason: string, options?: ErrorOptions) {
    const values = [...state];
    const shown = values.length === 0 ? "" : `; state [${values.join(", ")}]`;
    super(`${component} at t = ${t_ns} ns (${t_ns / 1e9} s): ${reason}${shown}`, options);
    this.t_ns = t_ns;
    this.component = component;
    this.state = values;
  }
}
