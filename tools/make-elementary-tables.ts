/**
 * Writes src/math/elementary/generated/tables.ts: every constant of the elementary functions that has no closed form.
 *
 * Arithmetic is fixed point in BigInt with FRACTION_BITS bits behind the point; a number v stands for v · 2^−1408: 2/π is
 * needed that far for the largest doubles. Each series runs until its terms vanish, so that only the last few of these
 * bits are wrong before a constant is rounded to doubles.
 *
 *   π    = 16 atan(1/5) − 4 atan(1/239)                                          [Machin's formula]
 *   ln c = 2 atanh((c − 1) / (c + 1))
 *   atan x = Σ 2²ⁿ n!² / (2n+1)! · x²ⁿ⁺¹ / (1 + x²)ⁿ⁺¹                            [Euler's series]
 *
 * Polynomials interpolate at the Chebyshev points of their interval, which is within a small factor of the smallest
 * possible error; the degrees are chosen so that it stays below 2^−60 of the function.
 *
 * Shares nothing with high-precision.ts, which judges the functions that use these tables.
 * Run from the root of the repository: node dist/tools/make-elementary-tables.js
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const TARGET = "src/math/elementary/generated/tables.ts";

const FRACTION_BITS = 1408;
const F = BigInt(FRACTION_BITS);
const ONE = 1n << F;

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> F;
}

function divide(a: bigint, b: bigint): bigint {
  return (a << F) / b;
}

/** Nearest double, for numbers above 2^−300 or zero. Number(BigInt) rounds to nearest, and the scaling is exact. */
function toDouble(v: bigint): number {
  const kept = 500;
  return Number(v >> BigInt(FRACTION_BITS - kept)) * 2 ** -kept;
}

/** Every double used here is a multiple of 2^−300, and x · 2^300 is an exact integer. */
function fromDouble(x: number): bigint {
  return BigInt(x * 2 ** 300) << BigInt(FRACTION_BITS - 300);
}

/** v rounded down to a multiple of 2^−bits. */
function truncate(v: bigint, bits: number): bigint {
  const drop = BigInt(FRACTION_BITS - bits);
  return (v >> drop) << drop;
}

// ---- Series --------------------------------------------------------------------------------------------------------

function atan(x: bigint): bigint {
  const y = divide(multiply(x, x), ONE + multiply(x, x));
  let term = divide(x, ONE + multiply(x, x));
  let sum = term;
  for (let n = 1n; term !== 0n; n++) {
    term = (multiply(term, y) * 2n * n) / (2n * n + 1n);
    sum += term;
  }
  return sum;
}

function ln(c: bigint): bigint {
  const y = divide(c - ONE, c + ONE);
  const y2 = multiply(y, y);
  let power = y;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = multiply(power, y2);
  }
  return 2n * sum;
}

/** Σ xⁿ / n!, for |x| below 1. */
function exp(x: bigint): bigint {
  let term = ONE;
  let sum = ONE;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = multiply(term, x) / n;
    sum += term;
  }
  return sum;
}

/** Σ (−z)ⁿ / (2n + first)!: cos √z for first = 0, sin √z / √z for first = 1. */
function circular(z: bigint, first: bigint): bigint {
  let term = ONE;
  let sum = ONE;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = -multiply(term, z) / ((2n * n + first) * (2n * n + first - 1n));
    sum += term;
  }
  return sum;
}

/** Σ (2n)! / (4ⁿ n!² (2n + 1)) · zⁿ = asin √z / √z. */
function asinOverRoot(z: bigint): bigint {
  let term = ONE;
  let sum = ONE;
  for (let n = 1n; term !== 0n; n++) {
    term = (multiply(term, z) * (2n * n - 1n)) / (2n * n);
    sum += term / (2n * n + 1n);
  }
  return sum;
}

/** Cube root by Newton's iteration from above. */
function cubeRoot(v: bigint): bigint {
  let y = v > ONE ? v : ONE;
  for (;;) {
    const next = (2n * y + divide(v, multiply(y, y))) / 3n;
    if (next >= y) return y;
    y = next;
  }
}

const fifth = atan(ONE / 5n);
const PI = 16n * fifth - 4n * atan(ONE / 239n);
const LN2 = ln(2n * ONE);
const LN10 = 3n * LN2 + ln((10n * ONE) / 8n);

// ---- Polynomials ---------------------------------------------------------------------------------------------------

/** Coefficients, constant term first, of the polynomial that meets f at the Chebyshev points of [0, end]. */
function interpolate(f: (z: bigint) => bigint, end: bigint, count: number): number[] {
  const nodes: bigint[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (PI * BigInt(2 * i + 1)) / BigInt(2 * count);
    const cosine = circular(multiply(angle, angle), 0n);
    nodes.push(multiply(end, ONE + cosine) / 2n);
  }
  // Divided differences, then Horner's rule over the nodes to reach powers of z.
  const difference = nodes.map(f);
  for (let level = 1; level < count; level++) {
    for (let i = count - 1; i >= level; i--) {
      difference[i] = divide(difference[i]! - difference[i - 1]!, nodes[i]! - nodes[i - level]!);
    }
  }
  let coefficients: bigint[] = [];
  for (let i = count - 1; i >= 0; i--) {
    const shifted = [0n, ...coefficients];
    coefficients = shifted.map((c, n) => c - multiply(nodes[i]!, coefficients[n] ?? 0n));
    coefficients[0]! += difference[i]!;
  }
  return coefficients.map(toDouble);
}

// Some digits cancel below, and a division by a node near zero multiplies what is lost; of 1408 bits that takes 20.
const EIGHTH_TURN_SQUARED = 0.6187; // (π/4)² = 0.61685 and room for the rounding of the number of quarter turns

function sineCoefficients(): number[] {
  return interpolate((z) => divide(circular(z, 1n) - ONE, z), fromDouble(EIGHTH_TURN_SQUARED), 7);
}

function cosineCoefficients(): number[] {
  return interpolate((z) => divide(divide(circular(z, 0n) - ONE, z) + ONE / 2n, z), fromDouble(EIGHTH_TURN_SQUARED), 6);
}

function arcsineCoefficients(): number[] {
  return interpolate((z) => divide(asinOverRoot(z) - ONE, z), ONE / 4n, 14);
}

// ---- Tables --------------------------------------------------------------------------------------------------------

function highLow(v: bigint): [number, number] {
  const high = toDouble(v);
  return [high, toDouble(v - fromDouble(high))];
}

/** Pieces of v of the given widths in bits behind the point, the last a full double. */
function pieces(v: bigint, ends: readonly number[]): number[] {
  const out: number[] = [];
  let rest = v;
  for (const end of ends) {
    const piece = truncate(rest, end);
    out.push(toDouble(piece));
    rest -= piece;
  }
  out.push(toDouble(rest));
  return out;
}

/** 2^(j/128) as high and low. */
function powersOfTwo(): number[] {
  return Array.from({ length: 128 }, (_, j) => highLow(exp((LN2 * BigInt(j)) / 128n))).flat();
}

/** The double with the given upper 32 bits, lower bits zero. */
function fromHighWord(word: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, word);
  return view.getFloat64(0);
}

const LOG_ORIGIN = 0x3fe69000;

/** For each 1/128 of an octave's mantissa: c ≈ 1/m in 14 bits, and −ln c as a multiple of 2^−42 and the rest. */
function logarithms(): number[] {
  return Array.from({ length: 128 }, (_, j) => {
    const low = fromHighWord(LOG_ORIGIN + (j << 13));
    const high = fromHighWord(LOG_ORIGIN + ((j + 1) << 13));
    const c = low < 1 && high > 1 ? 1 : Math.round((2 / (low + high)) * 8192) / 8192;
    return [c, ...pieces(-ln(fromDouble(c)), [42])];
  }).flat();
}

/** atan(j/64) as high and low. */
function arctangents(): number[] {
  return Array.from({ length: 65 }, (_, j) => highLow(atan((ONE * BigInt(j)) / 64n))).flat();
}

/** v^(−1/3) in the middle of each 1/64 of the octaves [1, 2), [2, 4), [4, 8). */
function inverseCubeRoots(): number[] {
  return Array.from({ length: 192 }, (_, i) => {
    const middle = (ONE * BigInt(2 * (i % 64) + 129)) / 128n;
    return toDouble(divide(ONE, cubeRoot(middle << BigInt(Math.floor(i / 64)))));
  });
}

// ---- The file ------------------------------------------------------------------------------------------------------

function scalars(doc: string, named: Record<string, number>): string {
  const lines = Object.entries(named).map(([name, value]) => `export const ${name} = ${value};\n`);
  return `/** ${doc} */\n${lines.join("")}`;
}

function integer(doc: string, name: string, value: bigint): string {
  return `/** ${doc} */\nexport const ${name} = 0x${value.toString(16)}n;\n`;
}

function table(doc: string, name: string, values: readonly number[], perLine: number): string {
  const lines: string[] = [];
  for (let i = 0; i < values.length; i += perLine) lines.push(`  ${values.slice(i, i + perLine).join(", ")},\n`);
  return `/** ${doc} */\nexport const ${name} = new Float64Array([\n${lines.join("")}]);\n`;
}

/** The text of the generated file. */
export function elementaryTables(): string {
  const halfPi = PI / 2n;
  const [p1, p2, p3] = pieces(halfPi, [25, 51]) as [number, number, number];
  const [, , p3a, p4] = pieces(halfPi, [25, 51, 77]) as [number, number, number, number];
  const [halfPiHigh, halfPiLow] = highLow(halfPi);
  const [piHigh, piLow] = highLow(PI);
  const [step1, step2] = pieces(LN2 / 128n, [42]) as [number, number];
  const [ln2a, ln2b] = pieces(LN2, [42]) as [number, number];
  const [log2ea, log2eb] = pieces(divide(ONE, LN2), [25]) as [number, number];
  const [log10ea, log10eb] = pieces(divide(ONE, LN10), [27]) as [number, number];
  return [
    "// Generated by tools/make-elementary-tables.ts; do not edit.\n",
    scalars("2/π.", { TWO_OVER_PI: toDouble(divide(ONE, halfPi)) }),
    scalars("π/2 in two pieces of 26 bits, and the rest.", { HALF_PI_1: p1, HALF_PI_2: p2, HALF_PI_3: p3 }),
    scalars("The rest in a piece of 26 bits, and what still remains.", { HALF_PI_3A: p3a, HALF_PI_4: p4 }),
    scalars("π/2 as the nearest double, and the rest.", { HALF_PI_HIGH: halfPiHigh, HALF_PI_LOW: halfPiLow }),
    scalars("π as the nearest double, and the rest.", { PI_HIGH: piHigh, PI_LOW: piLow }),
    integer("2/π · 2^1216.", "TWO_OVER_PI_BITS", divide(ONE, halfPi) >> (F - 1216n)),
    integer("π/2 · 2^192.", "HALF_PI_BITS", halfPi >> (F - 192n)),
    table("(sin r − r) / r³ in powers of r², |r| up to π/4.", "SINE", sineCoefficients(), 1),
    table("(cos r − 1 + r²/2) / r⁴ in powers of r², |r| up to π/4.", "COSINE", cosineCoefficients(), 1),
    table("(asin x − x) / x³ in powers of x², |x| up to 1/2.", "ARCSINE", arcsineCoefficients(), 1),
    table("atan(j/64), j = 0 … 64: the nearest double, and the rest.", "ARCTANGENT", arctangents(), 2),
    scalars("128 / ln 2.", { STEPS_PER_UNIT: toDouble(divide(128n * ONE, LN2)) }),
    scalars("ln 2 / 128: a multiple of 2^−42, and the rest.", { STEP_1: step1, STEP_2: step2 }),
    table("2^(j/128), j = 0 … 127: the nearest double, and the rest.", "TWO_POW", powersOfTwo(), 2),
    scalars("ln 2: a multiple of 2^−42, and the rest.", { LN2_1: ln2a, LN2_2: ln2b }),
    scalars("1 / ln 2 in 26 bits, and the rest.", { LOG2_E_1: log2ea, LOG2_E_2: log2eb }),
    scalars("1 / ln 10 in 26 bits, and the rest.", { LOG10_E_1: log10ea, LOG10_E_2: log10eb }),
    scalars("Upper 32 bits of the smallest mantissa in LOGARITHM, near √½.", { LOG_ORIGIN }),
    table(
      "For 128 steps of the mantissa: c ≈ 1/m, −ln c as a multiple of 2^−42, the rest.",
      "LOGARITHM",
      logarithms(),
      3,
    ),
    table(
      "v^(−1/3) in the middle of each 1/64 of the octaves from 1, 2 and 4.",
      "INVERSE_CUBE_ROOT",
      inverseCubeRoots(),
      2,
    ),
  ].join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(TARGET, elementaryTables());
}
