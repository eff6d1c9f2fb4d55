/** What a run cannot survive. The state is a copy, taken when the fault was found. */
export class SimulationFault extends Error {
  override readonly name = "SimulationFault";
  readonly t_ns: number;
  /** Path of the component to blame, e.g. "auv1/hull". */
  readonly component: string;
  readonly state: readonly number[];

  constructor(t_ns: number, component: string, state: Iterable<number>, reason: string, options?: ErrorOptions) {
    const values = [...state];
    super(`${component} at t = ${t_ns} ns: ${reason}; state [${values.join(", ")}]`, options);
    this.t_ns = t_ns;
    this.component = component;
    this.state = values;
  }
}
