/**
 * Systems of ordinary differential equations on flat state, and what integrates them.
 *
 *   ẋ = f(t, x)                                                                 (1)
 *
 * A system is a description: it holds no state. Its state, behind it the inputs that are held constant during a step,
 * and behind those the integrator's memory lie in a buffer that the engine owns,
 *
 *   x[at ..] = [ state: size | inputs: held | integrator memory ]
 *
 * so that a copy of the buffer is a complete snapshot. Integrators hold scratch only: one integrator may serve many
 * systems in turn, but not two workers.
 *
 * Times travel in arrays (`time[0]`, `span[0]`, `span[1]`), because a number passed to a function that the compiler did
 * not inline is boxed, 16 bytes each: with several kinds of systems in one run, that is every call.
 */

export interface OdeSystem {
  /** Number of doubles in the state. */
  readonly size: number;
  /** Number of held inputs behind the state, x[at+size ..]: read by the derivatives, never changed by an integrator. Default 0. */
  readonly held?: number;
  /** dx[0 .. size-1] = f(t, x[at .. at+size+held-1]); must not write x. time[0] is t in seconds. */
  derivativesInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void;
  /** Leading states that are positions, for semi-implicit Euler; the rest are velocities. */
  readonly positions?: number;
  /** dx[0 .. positions-1] only, from the (already advanced) velocities; defaults to derivativesInto. */
  positionRatesInto?(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void;
  /** Called on the state after each accepted step, e.g. to renormalise a quaternion. */
  projectInto?(x: Float64Array, at: number): void;
}

export interface Integrator {
  readonly name: "semi-implicit-euler" | "rk4" | "dormand-prince";
  /** p: the error at a fixed time falls as h^p. */
  readonly order: number;
  /** Doubles of memory that the integrator keeps at x[at+size+held ..], e.g. the last step size; 0 for fixed-step methods. */
  readonly memory: number;
  /** The largest size + held of a system that it can serve. */
  readonly maxSize: number;
  /**
   * Advances x[at ..] in place from t = span[0] by h = span[1] seconds, exactly to t + h. Allocation-free. Returns the
   * number of derivative evaluations, or one of the negative codes below.
   */
  step(system: OdeSystem, x: Float64Array, at: number, span: Float64Array): number;
}

/** The error stays above the tolerance even with steps of minStep_s: the system is stiffer or rougher than allowed. */
export const STEP_TOO_SMALL = -1;

/** The derivatives are not finite, and no shorter step helps. */
export const NOT_FINITE = -2;

/** A negative answer of step() as a sentence. */
export function describeStepFailure(code: number): string {
  if (code === STEP_TOO_SMALL) return "the tolerance cannot be met with steps above the smallest allowed";
  if (code === NOT_FINITE) return "a derivative is not finite";
  return `unknown code ${code}`;
}
