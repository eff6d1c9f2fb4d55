/** What an actor is given at its event: the state as far as it declared to touch it, and what it may do. */
import type { Guard } from "./model.ts";
import type { Phase } from "./phase.ts";
import type { SendContext } from "./ports.ts";
import type { RecordSlot } from "./state.ts";

/** What can be looked at: inside an event, and between events by Simulation.look. */
export interface Look {
  readonly now_ns: number;
  /** instant_ns[0] is now_ns: for hot code, since a number that a getter returns may be boxed. Only read. */
  readonly instant_ns: Float64Array;
  /**
   * Continuous state at now_ns: what the actor writes in place, what it reads as a copy, NaN elsewhere. A write to what was
   * not declared reaches no state, and is an invariant failure in a checked run.
   */
  readonly x: Float64Array;
  readonly reals: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
  record<T>(slot: RecordSlot<T>): T;
}

export interface Moment extends Look, SendContext {
  setRecord<T>(slot: RecordSlot<T>, value: T): void;
  /** An event for the actor itself: later, or at this instant in this phase (the next round) or a later one. */
  schedule(t_ns: number, phase: Phase, data?: number): void;
  /** Starts a sequence of the actor anew: its instants count from start_ns, which is not in the past. */
  startSequence(sequence: number, start_ns: number): void;
  stopSequence(sequence: number): void;
  /** New guard data, values[at ..]. It lands nothing; the guard is tested anew when the actor is done. */
  setGuardData(guard: Guard, values: Float64Array, at: number): void;
}
