/**
 * The decimal that a reader turns into a wanted double: x with forward(x) = target, as short as it can be.
 *
 * A reader multiplies (degrees to radians, dB/m to dB per wavelength), and not every double is such a product. Where none is, the x whose
 * product is nearest is taken: one unit in the last place off.
 */
const FEWEST_DIGITS = 3;
const MOST_DIGITS = 17;
/** Neighbours that are tried on either side, in units of the last place. */
const NEIGHBOURS = 8;
const HALF_ULP = Number.EPSILON / 2;

export function inverse(target: number, guess: number, forward: (x: number) => number): number {
  if (forward(guess) !== target || String(guess).length > FEWEST_DIGITS) {
    for (let digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
      const x = Number(guess.toPrecision(digits));
      if (forward(x) === target) return x;
    }
  }
  let best = guess;
  let distance = Math.abs(forward(guess) - target);
  for (let k = -NEIGHBOURS; k <= NEIGHBOURS; k++) {
    const x = guess + k * Math.abs(guess) * HALF_ULP;
    const off = Math.abs(forward(x) - target);
    if (off < distance) {
      best = x;
      distance = off;
    }
  }
  return best;
}
