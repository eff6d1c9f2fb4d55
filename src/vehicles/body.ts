/**
 * A body and its parts: the contract that other rooms may rely on.
 *
 * The state of every body begins with
 *
 *   x[at ..] = [ p_NB 3 | q_NB 4 | V_NB_B 6 | states of its parts ]                              (1)
 *
 * p_NB: place of Bo from the origin of N (north, east, down), in m, expressed in N. q_NB: attitude, a unit quaternion, scalar
 * first, v_N = q ⊗ v_B ⊗ q*. V_NB_B: velocity of Bo over ground and angular velocity, expressed in B, in m/s and rad/s, linear
 * first: the ν of Fossen. Every continuous system that stands for a body keeps (1), a vehicle with an arm as well as one
 * without; what lies behind (1) is the system's own. A body without dynamics (a dock, a moored node) has no continuous system.
 *
 * A body is a list of parts that push it:
 *
 *   (M_hull + Σ M_part) ν̇ = Σ F_part                                                             (2)
 *
 * The hull is a part like the others, the one that is never missing. A part has states, commands and outputs of its own, with
 * names and units; it may change mass, centre and inertia, and draw power. Forces add: a part that brings mass adds the
 * Coriolis terms and the weight of that mass itself.
 *
 * Parts hold no state: what changes lies in the engine's buffer, and a part finds its own by the offsets that it is given.
 */
import type { CommandSignal } from "../actuators/index.ts";

/** Places in the state of a body (1). The states of its parts begin at `actuators`. */
export const STATE = { p: 0, q: 3, V: 7, actuators: 13 } as const;

/** A number with a name, for commands and logs. */
export interface Signal {
  readonly name: string;
  /** As a suffix: "rad", "radps", "kgps"; "1" for a ratio. */
  readonly unit: string;
}

/** The name of a signal with its unit, as a column of a log has it. */
export function columnName({ name, unit }: Signal): string {
  return unit === "1" ? name : `${name}_${unit}`;
}

/**
 * One part of a body. In every call, x[s ..] are its own states, commands[c ..] its own commands, x[h ..] its own held inputs, and
 * motion is a record of MOTION (actuators/motion.ts). None of the calls may keep anything but scratch.
 */
export interface BodyPart {
  /** Number of continuous states. */
  readonly states: number;
  /** Number of commands, and their names and units. */
  readonly commands: number;
  readonly commandSignals: readonly CommandSignal[];
  /** Number of held inputs besides the commands: changed by events only, 0 at the start. 0 where absent. */
  readonly held?: number;
  /** What a log shows of it. */
  readonly outputs: readonly Signal[];

  /** Sets its states at the start; they are 0 where absent. */
  initialInto?(x: Float64Array, s: number): void;
  /** Sets the commands at which it does nothing; they are 0 where absent. */
  restCommandsInto?(commands: Float64Array, c: number): void;

  /** Adds its force of this instant, about Bo in B, to F_Bo_B[0 .. 5], and writes the rates of its states to dx[d ..]. */
  addForce(
    F_Bo_B: Float64Array,
    dx: Float64Array,
    d: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
    h: number,
  ): void;

  /** Writes the values of `outputs`, in their order, to out[o ..]. Changes nothing else. */
  outputValuesInto(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
    h: number,
  ): void;

  /** How many of its leading states its mass depends on: with addMassInto, a part whose mass varies. 0 where absent. */
  readonly massStates?: number;
  /** Adds its mass about Bo to M6[0 .. 35], 6×6 row-major, from x[s .. s + massStates − 1] and nothing else. */
  addMassInto?(M6: Float64Array, x: Float64Array, s: number): void;

  /** Adds the electrical power that it draws, W, to out[o]. */
  addPower?(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
    h: number,
  ): void;
}
