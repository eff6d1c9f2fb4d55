/**
 * What every control law is: a piece of the vehicle's software that wakes with each reading of the vehicle's state and
 * writes set-points for actuators, or a force that the vehicle's thruster manager turns into such set-points.
 *
 * A law keeps nothing in itself: what it remembers lies in `reals[memoryAt ..]`, which the engine owns, so that a run can be
 * stopped, copied and replayed. What it wants the log to show (set-points, errors) it writes to `reals[reportAt ..]`.
 */

/** Places in the reading that a law gets: the true state, which no real vehicle knows. SI, house notation. */
export const TRUE_STATE = {
  /** When the state was read, s since the start. */
  t_s: 0,
  /** p_NB_m: north, east, down. */
  p: 1,
  /** q_NB: [w x y z], body to N. */
  q: 4,
  /** v_NB_B_mps: over ground, in B. */
  v: 8,
  /** w_NB_B_radps. */
  w: 11,
  /** v_FB_B_mps: through the water, in B. */
  vWater: 14,
} as const;

export const TRUE_STATE_SIZE = 17;

/** What the automaton of a mission did in one reaction, for the log. */
export interface MissionReaction {
  /** Number of the reaction, from 1, and of the state after it. */
  readonly reaction: number;
  readonly state: number;
  /** Names, separated by spaces. */
  readonly inputs: string;
  readonly outputs: string;
  /** What is active after it, separated by "; ": tasks with their phases, and statements with their lines. */
  readonly tasks: string;
  readonly statements: string;
}

/** What an event says besides its text. */
export interface EventDetail {
  /** "info" where nothing is said. */
  readonly level?: "info" | "warning";
  readonly reaction?: MissionReaction;
}

/** Measures spans of wall time; nothing of it gets back into a law. */
export interface Stopwatch {
  begin(): void;
  end(): void;
}

/** Ports of the software by name, besides the reading and the set-points: samples of sensors, messages of modems, power. */
export interface SoftwarePorts {
  /** Copies the fields of the oldest waiting message to out and removes it; false for none. */
  receive(name: string, out: Float64Array): boolean;
  /** Copies the payload of the oldest waiting message, which stays; returns its length, or −1 for no message. */
  payloadInto(name: string, out: Uint8Array): number;
  send(name: string, values: Float64Array, payload?: Uint8Array): void;
}

/** What a law works on in one tick. One object per law, used again in every tick. */
export interface ControlTick {
  /** TRUE_STATE, of this very instant unless the computer was late. */
  readonly reading: Float64Array;
  /** The law's memory: reals[memoryAt .. memoryAt + law.memory). */
  readonly reals: Float64Array;
  readonly memoryAt: number;
  /** reals[reportAt .. reportAt + law.report.length): what the log shows of the law. */
  readonly reportAt: number;
  /** Set-points, in the order of law.outputs; what is not written stays as it was in the last tick. */
  readonly out: Float64Array;
  /** Reports to the log and the summary that something happened: "leg dive begins". Rare: it may allocate. */
  event(message: string, detail?: EventDetail): void;
  /** What else reaches the software and leaves it; absent where a law is tried by itself. */
  readonly ports?: SoftwarePorts;
  /** Of the reactions of a mission; absent where they are not measured. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** An actuator that a law drives. */
export interface ActuatorOutput {
  /** The actuator's name on its vehicle. */
  readonly actuator: string;
  /** Set-point of the actuator = value written by the law · factor. −1 for a fin mounted the other way round. */
  readonly factor: number;
  /** Place in `out` of the value; several actuators may share one. */
  readonly value: number;
}

/** A span in which the computer hangs: no tick falls into it, and the last set-points stay in force. */
export interface Stall {
  readonly start_s: number;
  readonly duration_s: number;
}

export interface ControlLaw {
  /** Ticks per second. */
  readonly rate_Hz: number;
  /**
   * "actuators": `out` holds set-points in the actuators' own units, spread by `outputs`. "force": out[0 .. 5] is the wanted
   * spatial force F_Bo_B, which the vehicle's thruster manager shares out among all its thrusters; `outputs` is empty.
   */
  readonly drives: "actuators" | "force";
  readonly outputs: readonly ActuatorOutput[];
  /** Reals kept between ticks; zero at the start, unless initialInto says otherwise. */
  readonly memory: number;
  initialInto?(reals: Float64Array, memoryAt: number): void;
  /** Names, with units, of what it shows: "depthSetpoint_m", "crossTrack_m". */
  readonly report: readonly string[];
  step(tick: ControlTick): void;
}

/** Length of `out` that a law needs. */
export function outputSize(law: ControlLaw): number {
  return law.drives === "force" ? 6 : 1 + Math.max(-1, ...law.outputs.map((o) => o.value));
}
