/**
 * Sine and cosine of a phase counted in turns, for sums over hundreds of waves.
 *
 *   x = n + r,   |r| ≤ ½,   y = (2π/4) r,   |y| ≤ π/4                                  (1)
 *   s = y − y³/3! + … − y¹⁵/15!,   c = √(1 − s²)                                       (2)
 *   sin 2y = 2 s c,   cos 2y = 1 − 2 s²,   and once more                              (3)
 *
 * sinCosInto of math is good to the last place, and chooses between cases by the quadrant; with random phases the
 * processor guesses wrong most of the time, which costs more than the arithmetic. Here nothing is chosen: below π/4 the
 * cosine is the positive root, and well away from 0. (2) leaves out less than 5e-17, and (3) doubles errors twice: results
 * are good to 2e-15, absolute, the rounding of a phase of ten radians. Only exact operations: the same bits everywhere.
 *
 * Valid: |x| < 2⁵¹. Source: Taylor's series, the addition theorems. Test: against Math.sin and Math.cos.
 */

/** 1.5 · 2⁵²: added and taken off again, it leaves the nearest integer. */
const TO_INTEGER = 6755399441055744;
const QUARTER = 0.5 * Math.PI;

const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const S13 = 1 / 6227020800;
const S15 = -1 / 1307674368000;

/** From turns in cell[0]: sine to cell[0], cosine to cell[1]. In an array, so that no call can box a number. */
export function sinCosOfTurns(cell: Float64Array): void {
  const x = cell[0];
  const y = (x - (x + TO_INTEGER - TO_INTEGER)) * QUARTER; // (1)
  const z = y * y;
  const z2 = z * z;

  // (2), in pairs, which the processor works on side by side
  const s = y + y * z * (S3 + z * S5 + z2 * (S7 + z * S9) + z2 * z2 * (S11 + z * S13 + z2 * S15));
  const c = Math.sqrt(1 - s * s);

  // (3)
  const s2 = 2 * s * c;
  const c2 = 1 - 2 * s * s;
  cell[0] = 2 * s2 * c2;
  cell[1] = 1 - 2 * s2 * s2;
}
