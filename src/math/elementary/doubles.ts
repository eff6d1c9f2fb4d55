/**
 * What the elementary functions know about the format of a double.
 *
 * Only + − · /, Math.sqrt, abs, floor, max, integer operations and typed arrays are used in this folder: IEEE 754 and
 * ECMAScript fix their results to the bit, so that every engine computes the same. There is no fused multiply-add; where the rounding
 * error of a product matters it is recovered from halves (Veltkamp, Dekker):
 *
 *   a = aₕ + aₗ,  aₕ = p − (p − a) with p = (2²⁷ + 1) a           both halves have at most 26 bits
 *   a b − fl(a b) = ((aₕ bₕ − fl(a b)) + aₕ bₗ + aₗ bₕ) + aₗ bₗ     exactly
 *
 * Two habits of this folder come from V8, which allocates a heap object for each double that crosses a call it does not
 * inline. A public function has less than 28 bytes of bytecode where it can, which V8 inlines everywhere: it puts its
 * arguments into `cells`, calls the real work without arguments, and takes the result from cells[3]. (Not from the cell of
 * an argument: the processor would then wait for one call before it starts the next. Measured for exp: 15 against 7 ns.)
 * And files copy imported constants into constants of their own, which become part of the machine code; imported ones are
 * read from memory at every use (measured: 2.1 against 7.1 ns for a polynomial with six coefficients).
 */

/**
 * Arguments in 0, 1, 2; the result in 3; in 4 the second of two results, or what the double in 3 lacks. Not re-entrant, and
 * nothing here calls back.
 */
export const cells = new Float64Array(5);

/** The same bits as 32-bit integers: cellWords[UPPER] has sign, exponent and the first 20 bits of the mantissa of cells[0]. */
export const cellWords = new Int32Array(cells.buffer);

/** 1 on little-endian machines, 0 on others. */
export const UPPER = upperWordIndex();

function upperWordIndex(): number {
  const one = new Int32Array(new Float64Array([1]).buffer);
  return one[1] === 0 ? 0 : 1;
}

/** 2²⁷ + 1: splits a double into halves of 26 bits. */
export const SPLITTER = 134217729;

/** Adding and subtracting it rounds a number below 2⁵⁰ in size to an integer, ties to even. */
export const TO_INTEGER = 6755399441055744; // 1.5 · 2⁵²

/** Adding and subtracting it rounds a number below 2²⁴ in size to a multiple of 2⁻²⁶. */
export const TO_26_BITS = 100663296; // 1.5 · 2²⁶

/** POWER_OF_TWO[e + LOWEST_EXPONENT] = 2^e for every exponent that a double can have. */
export const LOWEST_EXPONENT = 1074;
export const POWER_OF_TWO = powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(LOWEST_EXPONENT + 1024);
  let power = Number.MIN_VALUE; // 2^−1074
  for (let i = 0; i < powers.length; i++) {
    powers[i] = power;
    power *= 2;
  }
  return powers;
}
