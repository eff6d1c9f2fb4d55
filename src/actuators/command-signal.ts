/**
 * A command of an actuator: name, unit and, where it is known, the range that is met. Commands beyond the range are cut off, which
 * is what control in saturation looks like; how far beyond is worth a warning is FAR_BEYOND.
 */
export interface CommandSignal {
  readonly name: string;
  /** As a suffix: "rad", "radps", "us"; "1" for a ratio. */
  readonly unit: string;
  readonly range?: readonly [least: number, most: number];
}

/**
 * How many times half the range a command may be from its middle. A loop with a large error asks for somewhat more than there is, and
 * is cut off; several times as much is a wrong unit, a wrong gain or a wrong sign.
 */
export const FAR_BEYOND = 3;

/** A range that reaches `times` as far from its middle. A limit that went through a unit, such as 15°, is met with the rounding of it. */
export function widened([least, most]: readonly [number, number], times: number): [least: number, most: number] {
  const middle = 0.5 * (most + least);
  const half = 0.5 * (most - least) * times * (1 + 1e-9);
  return [middle - half, middle + half];
}

export function isBeyond(value: number, range: readonly [number, number]): boolean {
  const [least, most] = widened(range, 1);
  return value < least || value > most;
}
