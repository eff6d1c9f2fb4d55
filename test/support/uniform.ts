/**
 * Numbers for properties, spread evenly between two bounds. fc.double draws evenly from the bit patterns: nearly everything that it
 * draws between −3 and 3 is next to 0, so that a property of sums and products is tried on zeros.
 */
import fc from "fast-check";

const STEPS = 2 ** 30;

export function uniform(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: STEPS }).map((k) => min + (max - min) * (k / STEPS));
}
