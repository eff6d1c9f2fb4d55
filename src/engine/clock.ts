/** What stands between simulated time and the world: asked before anything at an instant happens (SPEC.md, rule 12). */
export interface Clock {
  /** Returns when the instant may happen: at once, or at its wall time. */
  waitUntil(t_ns: number): void;
  /** Called when simulated time has jumped (a snapshot was restored): the schedule begins anew with the next wait. */
  resume?(): void;
}

/** As fast as possible. */
export class VirtualClock implements Clock {
  waitUntil(_t_ns: number): void {}
}
