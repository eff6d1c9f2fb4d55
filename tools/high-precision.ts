/**
 * The elementary functions with as many digits as it takes to know the nearest double: the judge of src/math/elementary,
 * with which it shares neither code nor tables.
 *
 * Each function delivers an interval, the middle in fixed point (see fixed-point.ts) with a generous bound of its error.
 * `reference` starts with 200 bits and takes half as many again until the interval has 100 significant bits and contains
 * no point halfway between two doubles. Results that are doubles or halfway points themselves (powers, roots, logarithms
 * of powers of the base, arguments 0 and 1) are found in exact integers, so that this ends.
 *
 * Checked against mpmath on thousands of points per function; see README.md of src/math.
 */
import {
  arctangentFixed,
  bitLength,
  circularFixed,
  constant,
  decompose,
  expFixed,
  fixed,
  integerRoot,
  lnFixed,
  shift,
  size,
  twoTo,
} from "./fixed-point.ts";

export const ARITY = {
  sin: 1,
  cos: 1,
  tan: 1,
  asin: 1,
  acos: 1,
  atan: 1,
  exp: 1,
  expm1: 1,
  log: 1,
  log1p: 1,
  log2: 1,
  log10: 1,
  sinh: 1,
  cosh: 1,
  tanh: 1,
  cbrt: 1,
  atan2: 2,
  pow: 2,
  hypot: 2,
  hypot3: 3,
} as const;
export type FunctionName = keyof typeof ARITY;
export const FUNCTION_NAMES = Object.keys(ARITY) as FunctionName[];

/** middle · 2^exponent, and at most error · 2^exponent away from the true value. error = 0: exact. */
interface Interval {
  readonly middle: bigint;
  readonly exponent: number;
  readonly error: bigint;
}

/** The nearest double, and how far beyond it, away from 0, the true value lies, in units of the true value's last place. */
export interface Reference {
  readonly value: number;
  readonly offset: number;
}

/** Rounding errors of a few hundred operations, magnified by squaring or doubling at most 2¹⁰ times. */
const ERROR = 1n << 20n;

// ---- The functions -------------------------------------------------------------------------------------------------

function exact(middle: bigint, exponent = 0): Interval {
  return { middle, exponent, error: 0n };
}

/** middle · 2^−w, where `error` times the usual bound holds. */
function near(middle: bigint, w: number, error = 1n): Interval {
  return { middle, exponent: -w, error: ERROR * error };
}

/** v^(1/n) of an exact number: the integer root, or the middle between it and the next. */
function rootInterval(v: bigint, exponent: number, n: number, w: number): Interval {
  let up = Math.max(0, n * w - bitLength(v));
  up += (((exponent - up) % n) + n) % n;
  const power = BigInt(n);
  const scaled = v << BigInt(up);
  const root = integerRoot(scaled, power);
  const exponentOfRoot = (exponent - up) / n;
  if (root ** power === scaled) return exact(root, exponentOfRoot);
  return { middle: 2n * root + 1n, exponent: exponentOfRoot - 1, error: 1n };
}

/** (½) (eˣ ± e⁻ˣ). */
function hyperbolicInterval(x: bigint, w: number, sign: bigint): Interval {
  const up = expFixed(size(x), w);
  const down = expFixed(-size(x), w);
  const sum = up.mantissa + sign * shift(down.mantissa, down.k - up.k);
  return { middle: x < 0n ? sign * sum : sum, exponent: up.k - w - 1, error: ERROR };
}

/** |x|^y where it is a finite binary fraction, or null. */
function exactPower(x: number, y: number): Interval | null {
  let { mantissa, exponent } = decompose(Math.abs(x));
  const power = decompose(y);
  for (let f = power.exponent; f < 0; f++) {
    const root = integerRoot(mantissa, 2n);
    if (exponent % 2 !== 0 || root * root !== mantissa) return null;
    if (mantissa === 1n && exponent === 0) break;
    mantissa = root;
    exponent /= 2;
  }
  if (mantissa === 1n && exponent === 0) return exact(1n);
  if (power.exponent > 12) return null;
  const n = Number(power.mantissa) * twoTo(Math.max(0, power.exponent));
  if (mantissa === 1n) return Math.abs(n) < 1e9 ? exact(1n, exponent * n) : null;
  return n < 0 || n * bitLength(mantissa) > 2000 ? null : exact(mantissa ** BigInt(n), exponent * n);
}

function powInterval(x: number, y: number, w: number): Interval {
  const negative = x < 0 && Math.abs(y % 2) === 1;
  const known = exactPower(x, y);
  if (known !== null) return negative ? { ...known, middle: -known.middle } : known;
  const base = decompose(Math.abs(x));
  const power = decompose(y);
  // The logarithm has as many bits more as y is large.
  const g = w + Math.max(0, bitLength(power.mantissa) + power.exponent) + 32;
  const k = bitLength(base.mantissa) - 1;
  const ln = lnFixed(shift(base.mantissa, g - k), g) + BigInt(base.exponent + k) * constant("ln2", g);
  const product = shift(ln * power.mantissa, power.exponent + w - g);
  if (size(product) >> BigInt(w) > 1100n) return exact(negative ? -1n : 1n, product < 0n ? -5000 : 5000);
  const result = expFixed(product, w);
  return { middle: negative ? -result.mantissa : result.mantissa, exponent: result.k - w, error: ERROR };
}

function logInterval(name: "log" | "log1p" | "log2" | "log10", x: number, w: number): Interval {
  const shifted = name === "log1p";
  if (x === (shifted ? 0 : 1)) return exact(0n);
  const { mantissa, exponent } = decompose(x);
  if (name === "log2" && mantissa === 1n) return exact(BigInt(exponent));
  if (
    name === "log10" &&
    x <= 1e22 &&
    Number.isInteger(x) &&
    10n ** BigInt(String(BigInt(x)).length - 1) === BigInt(x)
  ) {
    return exact(BigInt(String(BigInt(x)).length - 1));
  }
  // Small numbers lose no bit: the mantissa and the exponent are taken apart.
  const k = shifted ? 0 : bitLength(mantissa) - 1 + exponent;
  const v = shifted ? (1n << BigInt(w)) + fixed(x, w) : shift(mantissa, w + exponent - k);
  const ln = lnFixed(v, w) + BigInt(k) * constant("ln2", w);
  if (name === "log2") return near((ln << BigInt(w)) / constant("ln2", w), w, 2n);
  if (name !== "log10") return near(ln, w);
  return near((ln << BigInt(w)) / lnFixed(10n << BigInt(w), w), w, 2n);
}

function circularInterval(name: "sin" | "cos" | "tan", x: number, w: number): Interval {
  if (x === 0) return exact(name === "cos" ? 1n : 0n);
  const { quadrant, sine, cosine } = circularFixed(x, w);
  const turned = quadrant + (name === "cos" ? 1 : 0);
  const odd = (turned & 1) === 1;
  if (name !== "tan") {
    const part = odd ? cosine : sine;
    return near((turned & 2) === 0 ? part : -part, w);
  }
  const top = odd ? -cosine : sine;
  const bottom = odd ? sine : cosine;
  if (bottom === 0n) return { middle: 0n, exponent: 0, error: 1n };
  const ratio = (top << BigInt(w)) / bottom;
  const magnified = (1n << BigInt(w)) / size(bottom) + 1n;
  return near(ratio, w, magnified * ((size(ratio) >> BigInt(w)) + 2n));
}

function arcInterval(name: "asin" | "acos" | "atan", x: number, w: number): Interval {
  const one = 1n << BigInt(w);
  const v = size(fixed(x, w));
  if (x === 0 && name !== "acos") return exact(0n);
  if (x === 1 && name === "acos") return exact(0n);
  if (name === "acos") {
    // 2 atan √((1 − |x|) / (1 + |x|)), the root with w bits behind the point
    const ratio = integerRoot(((one - v) << BigInt(2 * w)) / (one + v), 2n);
    const angle = 2n * arctangentFixed(ratio, one, w);
    return near(x < 0 ? constant("pi", w) - angle : angle, w);
  }
  const angle = arctangentFixed(v, name === "atan" ? one : integerRoot((one - v) * (one + v), 2n), w);
  return near(x < 0 ? -angle : angle, w);
}

function atan2Interval(y: number, x: number, w: number): Interval {
  const b = decompose(Math.abs(y));
  const a = decompose(Math.abs(x));
  const low = Math.min(a.exponent, b.exponent);
  const angle = arctangentFixed(b.mantissa << BigInt(b.exponent - low), a.mantissa << BigInt(a.exponent - low), w);
  const turned = x < 0 ? constant("pi", w) - angle : angle;
  return near(y < 0 ? -turned : turned, w);
}

/** Exactly x² + y² + z², then its root. */
function hypotInterval(args: readonly number[], w: number): Interval {
  const parts = args.map(decompose);
  const low = Math.min(...parts.map((p) => p.exponent));
  let sum = 0n;
  for (const p of parts) sum += (p.mantissa * p.mantissa) << BigInt(2 * (p.exponent - low));
  return sum === 0n ? exact(0n) : rootInterval(sum, 2 * low, 2, w);
}

function interval(name: FunctionName, args: readonly number[], w: number): Interval {
  const x = args[0]!;
  switch (name) {
    case "sin":
    case "cos":
    case "tan":
      return circularInterval(name, x, w);
    case "asin":
    case "acos":
    case "atan":
      return arcInterval(name, x, w);
    case "log":
    case "log1p":
    case "log2":
    case "log10":
      return logInterval(name, x, w);
    case "atan2":
      return atan2Interval(x, args[1]!, w);
    case "pow":
      return powInterval(x, args[1]!, w);
    case "hypot":
    case "hypot3":
      return hypotInterval(args, w);
    case "cbrt": {
      const { mantissa, exponent } = decompose(Math.abs(x));
      const root = x === 0 ? exact(0n) : rootInterval(mantissa, exponent, 3, w);
      return x < 0 ? { ...root, middle: -root.middle } : root;
    }
    default:
      return exponentialInterval(name, x, w);
  }
}

function exponentialInterval(name: "exp" | "expm1" | "sinh" | "cosh" | "tanh", x: number, w: number): Interval {
  const even = name === "exp" || name === "cosh";
  if (x === 0) return exact(even ? 1n : 0n);
  if (Math.abs(x) > 1000) {
    if (name === "tanh" || (name === "expm1" && x < 0)) return exact(x < 0 ? -1n : 1n);
    return exact(x < 0 && name === "sinh" ? -1n : 1n, x < 0 && name === "exp" ? -5000 : 5000);
  }
  const v = fixed(x, w);
  if (name === "sinh" || name === "cosh") return hyperbolicInterval(v, w, name === "cosh" ? 1n : -1n);
  const { mantissa, k } = expFixed(name === "tanh" ? 2n * v : v, w);
  if (name === "exp") return { middle: mantissa, exponent: k - w, error: ERROR };
  // Beyond 2^w the 1 is rounded away; the interval says so.
  const one = shift(1n << BigInt(w), -k);
  if (name === "expm1") return { middle: mantissa - one, exponent: k - w, error: ERROR };
  return near(((mantissa - one) << BigInt(w)) / (mantissa + one), w, 4n);
}

// ---- Rounding ------------------------------------------------------------------------------------------------------

/** Nearest double of an interval, or null where the interval is too wide to decide. */
function round(v: Interval): Reference | null {
  const m = size(v.middle);
  if (v.error !== 0n && bitLength(m) < bitLength(v.error) + 100) return null;
  const sign = v.middle < 0n ? -1 : 1;
  if (m === 0n) return { value: 0, offset: 0 };
  const top = bitLength(m) - 1 + v.exponent;
  if (top > 1024) return { value: sign * Number.POSITIVE_INFINITY, offset: 0 };
  if (top < -1200) return { value: sign * 0, offset: 0 };
  // Last place of the true value; below the normal numbers it no longer shrinks
  const place = Math.max(top, -1022) - 52;
  const drop = Math.max(0, place - v.exponent) + 64;
  const wide = m << BigInt(drop - (place - v.exponent));
  const half = 1n << BigInt(drop - 1);
  let whole = (wide + half) >> BigInt(drop);
  const rest = wide - (whole << BigInt(drop));
  if (v.error !== 0n) {
    const fromHalfway = size(half - size(rest));
    if (fromHalfway <= v.error << BigInt(drop - (place - v.exponent))) return null;
  } else if (rest === -half && (whole & 1n) === 1n) {
    whole--; // a tie goes to the even neighbour
  }
  const offset = Number(((wide - (whole << BigInt(drop))) << 60n) >> BigInt(drop)) / twoTo(60);
  return { value: sign * Number(whole) * twoTo(place), offset };
}

/** Bits to begin with: more where the result is as small as the argument. */
function firstBits(name: FunctionName, args: readonly number[]): number {
  const [x, y] = args.map((v) => bitLength(decompose(v).mantissa) + decompose(v).exponent) as [number, number];
  switch (name) {
    case "sin":
    case "tan":
    case "asin":
    case "atan":
    case "expm1":
    case "log1p":
    case "sinh":
    case "tanh":
      return 200 + Math.max(0, -x);
    case "atan2":
      return 200 + Math.max(0, y - x);
    default:
      return 200;
  }
}

/** The nearest double to the function at finite arguments inside its domain. The sign of a zero is not given. */
export function reference(name: FunctionName, args: readonly number[]): Reference {
  for (let w = firstBits(name, args); w < 40000; w += w >> 1) {
    const rounded = round(interval(name, args, w));
    if (rounded !== null) return rounded;
  }
  throw new Error(`${name}(${args.join(", ")}) is undecided after 40000 bits`);
}

/**
 * How far a double lies from the true value, away from 0, in units of the last place of the true value. Infinity counts as
 * wrong unless it is the nearest.
 */
export function errorInUlps(candidate: number, { value, offset }: Reference): number {
  if (candidate === value) return -offset;
  if (!Number.isFinite(candidate) || !Number.isFinite(value)) return Number.POSITIVE_INFINITY;
  return (value < 0 ? value - candidate : candidate - value) / lastPlace(value, offset) - offset;
}

/** Spacing of doubles where the true value is: just below a power of two it is half of that above. */
function lastPlace(value: number, offset: number): number {
  const { mantissa, exponent } = decompose(Math.abs(value));
  const top = Math.max(value === 0 ? -1022 : bitLength(mantissa) - 1 + exponent, -1022);
  const below = mantissa === 1n && offset < 0 && top > -1022;
  return twoTo(top - 52 - (below ? 1 : 0));
}
