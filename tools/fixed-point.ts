/**
 * Fixed point arithmetic in BigInt for high-precision.ts: v stands for v · 2^−w.
 *
 *   exp   Taylor's series of x / 2⁸, squared eight times
 *   ln    artanh after eight square roots
 *   sin, cos   Taylor's series after subtraction of a multiple of π/2
 *   atan  Taylor's series after four halvings of the angle
 *   π = 16 atan 1/5 − 4 atan 1/239,   ln 2 = 18 artanh 1/26 − 2 artanh 1/4801 + 8 artanh 1/8749
 *
 * Results are wrong by a few hundred units of the last bit at most, times 2⁸ for exp. Speed: 10 to 100 µs at 200 bits.
 */

// ---- Integers ------------------------------------------------------------------------------------------------------

export function size(v: bigint): bigint {
  return v < 0n ? -v : v;
}

export function bitLength(v: bigint): number {
  const hex = size(v).toString(16);
  return v === 0n ? 0 : 4 * hex.length - Math.clz32(Number.parseInt(hex[0]!, 16)) + 28;
}

export function shift(v: bigint, left: number): bigint {
  return left >= 0 ? v << BigInt(left) : v >> BigInt(-left);
}

/** x = mantissa · 2^exponent; the mantissa is odd, or 0. */
export function decompose(x: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  let mantissa = bits & 0xfffffffffffffn;
  let exponent = -1074;
  if (biased > 0) {
    mantissa |= 0x10000000000000n;
    exponent = biased - 1075;
  }
  while (mantissa !== 0n && (mantissa & 1n) === 0n) {
    mantissa >>= 1n;
    exponent++;
  }
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent };
}

/** 2^n as a double, n from −1074 to 1023, from its bits: no engine's power function is trusted here. */
export function twoTo(n: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, n >= -1022 ? BigInt(n + 1023) << 52n : 1n << BigInt(n + 1074));
  return view.getFloat64(0);
}

/** ⌊v^(1/n)⌋ for v ≥ 0, by Newton's iteration from above. */
export function integerRoot(v: bigint, n: bigint): bigint {
  if (v === 0n) return 0n;
  let y = 1n << BigInt(Math.ceil(bitLength(v) / Number(n)));
  for (;;) {
    const next = ((n - 1n) * y + v / y ** (n - 1n)) / n;
    if (next >= y) return y;
    y = next;
  }
}

// ---- Fixed point with w bits ---------------------------------------------------------------------------------------

/** x · 2^w, rounded down. */
export function fixed(x: number, w: number): bigint {
  const { mantissa, exponent } = decompose(x);
  return shift(mantissa, exponent + w);
}

/** Σ ±t^(2n+1)/(2n+1): atan t for sign −1, artanh t for sign +1. */
function arcSeries(t: bigint, w: bigint, sign: bigint): bigint {
  const t2 = sign * ((t * t) >> w);
  let power = t;
  let sum = t;
  for (let n = 3n; size(power) > 1n; n += 2n) {
    power = (power * t2) >> w;
    sum += power / n;
  }
  return sum;
}

const constants = new Map<string, bigint>();

/** Rounded from a value with 64 bits more; kept, since every call needs it. */
export function constant(name: "pi" | "ln2", w: number): bigint {
  const known = constants.get(name + w);
  if (known !== undefined) return known;
  const g = BigInt(w) + 64n;
  const part = (inverse: bigint, sign: bigint): bigint => arcSeries((1n << g) / inverse, g, sign);
  const value =
    name === "pi"
      ? 16n * part(5n, -1n) - 4n * part(239n, -1n)
      : 18n * part(26n, 1n) - 2n * part(4801n, 1n) + 8n * part(8749n, 1n);
  constants.set(name + w, value >> 64n);
  return value >> 64n;
}

/** eˣ = mantissa · 2^(k − w). */
export function expFixed(x: bigint, w: number): { mantissa: bigint; k: number } {
  const bits = BigInt(w);
  const ln2 = constant("ln2", w + 16);
  const k = ((x << 17n) / ln2 + 1n) >> 1n;
  const halvings = 8n;
  const r = ((x << 16n) - k * ln2) >> (16n + halvings);
  let term = 1n << bits;
  let sum = term;
  for (let n = 1n; size(term) > 1n; n++) {
    term = ((term * r) >> bits) / n;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) >> bits;
  return { mantissa: sum, k: Number(k) };
}

/** ln v for v > 0. */
export function lnFixed(v: bigint, w: number): bigint {
  const bits = BigInt(w);
  const k = bitLength(v) - 1 - w;
  // Eight square roots bring the mantissa to 1 … 1.003; guard bits pay for the factor 2⁹ afterwards.
  let y = shift(v, 16 - k);
  for (let i = 0; i < 8; i++) y = integerRoot(y << (bits + 16n), 2n);
  const one = 1n << (bits + 16n);
  const t = ((y - one) << (bits + 16n)) / (y + one);
  return ((arcSeries(t, bits + 16n, 1n) << 9n) >> 16n) + ((BigInt(k) * constant("ln2", w + 16)) >> 16n);
}

/** Quadrant of the multiple of π/2 nearest to x, and sine and cosine of what is left. */
export function circularFixed(x: number, w: number): { quadrant: number; sine: bigint; cosine: bigint } {
  const bits = BigInt(w);
  const { mantissa, exponent } = decompose(x);
  const extra = Math.max(0, bitLength(mantissa) + exponent) + 16;
  const quarter = constant("pi", w + extra) >> 1n;
  const turned = shift(mantissa, exponent + w + extra);
  const k = (2n * turned + quarter) / (2n * quarter) - (2n * turned + quarter < 0n ? 1n : 0n);
  const r = (turned - k * quarter) >> BigInt(extra);
  const r2 = (r * r) >> bits;
  let term = 1n << bits;
  let cosine = term;
  let sine = r;
  for (let n = 1n; size(term) > 1n; n += 2n) {
    term = (-term * r2) >> bits;
    term /= n * (n + 1n);
    cosine += term;
    sine += ((term * r) >> bits) / (n + 2n);
  }
  return { quadrant: Number(k & 3n), sine, cosine };
}

/** atan(a / b) for a, b ≥ 0, not both 0. */
export function arctangentFixed(a: bigint, b: bigint, w: number): bigint {
  if (a > b) return (constant("pi", w) >> 1n) - arctangentFixed(b, a, w);
  const g = BigInt(w) + 16n;
  const one = 1n << g;
  let t = (a << g) / b;
  for (let i = 0; i < 4; i++) t = (t << g) / (one + integerRoot((one << g) + t * t, 2n));
  return (arcSeries(t, g, -1n) << 4n) >> 16n;
}
