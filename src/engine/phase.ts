/**
 * The order of things at one instant (SPEC.md, rule 3). x⁻ is the plant's state as the integration brought it to the
 * instant, x⁺ what the instant's events left.
 */
export const PHASE = {
  /** Sensors read x⁻. */
  sense: 0,
  /** Messages become readable: samples, frames, commands on a line. */
  deliver: 1,
  /** Tasks run: kernels, controllers, supervisors, mission reactions. */
  react: 2,
  /** Commands take effect on actuators. */
  actuate: 3,
  /** The world sets the plant right: collisions, position corrections, resets. */
  correct: 4,
  /** Logs and views read x⁺. */
  record: 5,
} as const;

export type PhaseName = keyof typeof PHASE;
export type Phase = (typeof PHASE)[PhaseName];

/** The phases in which actors may write systems; in the others all of them only read. */
export function isWritingPhase(phase: number): boolean {
  return phase === PHASE.deliver || phase === PHASE.react || phase === PHASE.actuate || phase === PHASE.correct;
}

/** False, too, for the undefined of a misspelt name in JavaScript. */
export function isPhase(phase: number): boolean {
  return phase === PHASE.sense || phase === PHASE.record || isWritingPhase(phase);
}
