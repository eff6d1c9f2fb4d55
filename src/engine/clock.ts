/** What stands between simulated time and the world: asked before anything at an instant happens (SPEC.md, rule 12). */
export interface Clock {
  /** Returns when the instant may happen: at once, or when the wall says so. */
  waitUntil(t_ns: number): void;
}

/** As fast as possible. */
export class VirtualClock implements Clock {
  waitUntil(_t_ns: number): void {}
}
