/**
 * Writes test/data/elementary-reference.bin: some 50 000 points at which the elementary functions are judged, with their
 * nearest doubles from high-precision.ts. Layout: elementary-reference.ts.
 *
 * For each function: uniform in the working range, every exponent with equal weight, the neighbourhoods where digits
 * cancel or results end (multiples of π/2, 0, 1, overflow and underflow), results that are doubles, and hard cases, whose
 * true value lies nearly halfway between two doubles: of HARD_TRIED further points, the HARD_KEPT hardest.
 *
 * Everything is drawn from one named stream and from exact arithmetic, so that a second run gives the same bytes.
 * Run from the root of the repository: node dist/tools/make-elementary-reference.js (6 s)
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import { encodeReference, type ReferencePoint } from "./elementary-reference.ts";
import { constant, twoTo } from "./fixed-point.ts";
import { ARITY, FUNCTION_NAMES, type FunctionName, reference } from "./high-precision.ts";

const TARGET = "test/data/elementary-reference.bin";
const HARD_TRIED = 3000;
const HARD_KEPT = 150;

const stream = new RandomStream({ campaign: 1, run: 1 }, "elementary reference");
const words = new Int32Array(STREAM_WORDS);

type Draw = () => number[];

// ---- Numbers -------------------------------------------------------------------------------------------------------

function between(low: number, high: number): number {
  return low + (high - low) * stream.uniform(words);
}

function below(bound: number): number {
  return stream.integerBelow(words, bound);
}

function sign(): number {
  return below(2) === 0 ? -1 : 1;
}

/** Either sign, exponent from low to high with equal weight; subnormal below −1022. */
function anySize(low: number, high: number): number {
  const e = low + below(high - low + 1);
  // In two factors, since 2^e times a mantissa may have to round, but only once
  return sign() * between(1, 2) * twoTo(Math.max(e, -1022)) * twoTo(Math.min(e + 1022, 0));
}

/** Around a number, at distances of every size. */
function around(x: number, smallest = -52, largest = -6): number {
  return x + x * anySize(smallest, largest);
}

/** The next double, counted in steps of the last place, away from 0. */
function step(x: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
  return view.getFloat64(0);
}

// ---- Multiples of π/2 ----------------------------------------------------------------------------------------------

/**
 * For each exponent e: the integer m below 2⁵³ for which m 2^e comes closest to a multiple of π/2, that is, the last
 * denominator below 2⁵³ among the convergents of the continued fraction of 2^e / (π/2).
 */
function closestToQuarterTurns(): number[] {
  const bits = 1400;
  const found: number[] = [];
  for (let e = -52; e <= 970; e++) {
    let top = 1n << BigInt(bits + e + 1);
    let bottom = constant("pi", bits);
    let before = 1n;
    let m = 0n;
    for (;;) {
      const quotient = top / bottom;
      [top, bottom] = [bottom, top - quotient * bottom];
      const next = quotient * m + before;
      if (next >= 1n << 53n) break;
      before = m;
      m = next;
    }
    if (m > 0n) found.push(Number(m) * twoTo(e));
  }
  return found;
}

const quarterTurnNeighbours = closestToQuarterTurns();
let neighbour = 0;

/** The next of the list; each function goes on where the last one stopped. */
function nextNeighbour(): number {
  neighbour = (neighbour + 1) % quarterTurnNeighbours.length;
  return sign() * quarterTurnNeighbours[neighbour]!;
}

/** The double nearest to k π/2, or one of the next few. */
function nearQuarterTurns(): number {
  const k = BigInt(1 + below(below(2) === 0 ? 64 : 100000));
  return sign() * step(Number((k * constant("pi", 200)) >> 1n) * twoTo(-200), below(5) - 2);
}

// ---- What is drawn for each function -------------------------------------------------------------------------------

/** x for which y ln x is close to a bound of the results. */
function nearLimitOfPow(): number[] {
  const limits = [709.782712893384, -708.3964185322641, -744.4400719213812, -745.1332191019412];
  const x = below(2) === 0 ? between(0.01, 100) : Math.abs(around(1, -20, -4));
  return [x, around(limits[below(4)]! / reference("log", [x]).value, -52, -9)];
}

function exactPower(): number[] {
  switch (below(4)) {
    case 0:
      return [2, below(2098) - 1074];
    case 1:
      return [3 + below(30), below(10)];
    case 2: {
      const root = 1 + below(90000);
      return [root * root, 0.5];
    }
    default: {
      const root = 1 + below(300);
      return [root * root * root * root, (2 * below(3) + 1) / 4];
    }
  }
}

/** Exact up to 2⁵³. */
function cube(n: number): number {
  return n * n * n;
}

const triples = [
  [3, 4, 5],
  [5, 12, 13],
  [8, 15, 17],
  [20, 21, 29],
] as const;

function exactHypot(count: number): number[] {
  const [a, b] = triples[below(4)]!;
  const scale = (1 + below(1000)) * twoTo(below(1800) - 900);
  return count === 2 ? [sign() * a * scale, b * scale] : [sign() * 2 * scale, 3 * scale, 6 * scale];
}

function circular(): [number, Draw][] {
  return [
    [600, () => [between(-20, 20)]],
    [200, () => [between(-0.8, 0.8)]],
    [300, () => [between(-1e5, 1e5)]],
    [500, () => [anySize(-1074, 1023)]],
    [200, () => [anySize(-20, 30)]],
    [300, () => [nearQuarterTurns()]],
    [345, () => [nextNeighbour()]],
    [1, () => [6381956970095103 * twoTo(797)]],
  ];
}

function arc(): [number, Draw][] {
  return [
    [1000, () => [between(-1, 1)]],
    [400, () => [sign() * (1 - Math.abs(anySize(-53, -2)))]],
    [300, () => [around(sign() * 0.5)]],
    [400, () => [anySize(-1074, -1)]],
    [2, () => [sign()]],
  ];
}

function exponential(limits: readonly number[]): [number, Draw][] {
  return [
    [700, () => [between(-20, 20)]],
    [300, () => [between(-1, 1)]],
    [300, () => [between(-745, 710)]],
    [400, () => [anySize(-60, 9)]],
    [200, () => [anySize(-1074, -20)]],
    [400, () => [around(limits[below(limits.length)]!, -52, -7)]],
    [1, () => [0]],
  ];
}

function logarithmic(exact: Draw): [number, Draw][] {
  return [
    [700, () => [between(0, 20)]],
    [600, () => [Math.abs(anySize(-1074, 1023))]],
    [600, () => [around(1, -52, -1)]],
    [200, () => [around(1, -12, -6)]],
    [200, exact],
  ];
}

function strata(name: FunctionName): [number, Draw][] {
  switch (name) {
    case "sin":
    case "cos":
    case "tan":
      return circular();
    case "asin":
    case "acos":
      return arc();
    case "atan":
      return [
        [900, () => [between(-10, 10)]],
        [300, () => [between(-1, 1)]],
        [400, () => [anySize(-1074, 1023)]],
        [300, () => [anySize(-12, 12)]],
        [200, () => [around(sign(), -52, -3)]],
        [100, () => [around(sign() / 16, -52, -3)]],
      ];
    case "exp":
      return exponential([709.782712893384, -708.3964185322641, -745.1332191019412]);
    case "expm1":
      return exponential([709.782712893384, -37.42994775023705, 0.0625, -0.0625]);
    case "sinh":
      return exponential([710.4758600739439, -710.4758600739439, 0.125, 40]);
    case "cosh":
      return exponential([710.4758600739439, -710.4758600739439, 40]);
    case "tanh":
      return exponential([19.06154746539849, -19.06154746539849, 0.03125, 0.5]);
    case "log":
      return logarithmic(() => [step(1, below(201) - 100)]);
    case "log2":
      return logarithmic(() => [twoTo(below(2098) - 1074)]);
    case "log10":
      return logarithmic(() => [Number(10n ** BigInt(below(23)))]);
    case "log1p":
      return [
        [700, () => [between(-1, 20)]],
        [300, () => [between(-0.01, 0.01)]],
        [500, () => [Math.abs(anySize(-1074, 1023))]],
        [400, () => [anySize(-60, -2)]],
        [200, () => [Math.abs(anySize(-53, -1)) - 1]],
      ];
    case "cbrt":
      return [
        [700, () => [between(-20, 20)]],
        [900, () => [anySize(-1074, 1023)]],
        [300, () => [cube(sign() * (1 + below(208063)))]],
        [200, () => [around(sign() * twoTo(3 * below(600) - 900))]],
      ];
    case "atan2":
      return [
        [900, () => [between(-10, 10), between(-10, 10)]],
        [500, () => [anySize(-10, 10), anySize(-10, 10)]],
        [400, () => [anySize(-1074, 1023), anySize(-1074, 1023)]],
        [200, () => [anySize(-1074, -1000), anySize(-1074, -1000)]],
        [200, () => [anySize(980, 1023), anySize(980, 1023)]],
        [200, () => [anySize(-60, 0), sign()]],
        [200, () => [sign(), anySize(-60, 0)]],
      ];
    case "pow":
      return [
        [900, () => [between(0, 20), between(-20, 20)]],
        [500, () => [Math.abs(around(1, -40, -1)), anySize(-10, 40)]],
        [400, () => [Math.abs(anySize(-1074, 1023)), between(-1, 1)]],
        [500, nearLimitOfPow],
        [300, exactPower],
        [200, () => [between(-20, 0), below(200) - 100]],
        [200, () => [between(0, 2), below(41) - 20]],
        [100, () => [between(0, 100), anySize(-1074, -10)]],
      ];
    case "hypot":
    case "hypot3": {
      const many = (draw: () => number) => (): number[] => Array.from({ length: ARITY[name] }, draw);
      return [
        [900, many(() => between(-100, 100))],
        [400, many(() => anySize(-30, 30))],
        [300, many(() => anySize(-1074, 1022))],
        [200, many(() => anySize(-1074, -1000))],
        [200, many(() => anySize(1000, 1022))],
        [200, () => exactHypot(ARITY[name])],
      ];
    }
  }
}

function point(name: FunctionName, args: readonly number[]): ReferencePoint {
  return { args, ...reference(name, args) };
}

/** Points whose true value lies closest to the middle between two doubles. */
function hardCases(name: FunctionName, draws: readonly [number, Draw][]): ReferencePoint[] {
  const [, working] = draws[0]!;
  const tried = Array.from({ length: HARD_TRIED }, () => point(name, working()));
  return tried.sort((a, b) => Math.abs(b.offset) - Math.abs(a.offset)).slice(0, HARD_KEPT);
}

function main(): void {
  const table = new Map<FunctionName, ReferencePoint[]>();
  let total = 0;
  for (const name of FUNCTION_NAMES) {
    const draws = strata(name);
    const points = draws.flatMap(([count, draw]) => Array.from({ length: count }, () => point(name, draw())));
    points.push(...hardCases(name, draws));
    table.set(name, points);
    total += points.length;
  }
  const bytes = encodeReference(table);
  writeFileSync(TARGET, bytes);
  console.log(`${total} points, ${bytes.length} bytes`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
