/**
 * Elementary functions against those of the engine, over arguments as the models meet them. The goal is a factor of four,
 * the price of the same bits everywhere; `Math.hypot` is slow, so there the comparison flatters.
 *
 * Each body has a loop of its own: with one loop for all, the calls inside would see many functions and none be inlined.
 */
import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import * as elementary from "../src/math/elementary.ts";
import { type Benchmark, type BenchResult, comparison, nsPerItemInTurns } from "./harness.ts";

const COUNT = 4096;
const PASSES = 40;

/** COUNT numbers made from uniform ones in [0, 1), the same in every run. */
function sample(name: string, make: (u: number, v: number) => number): Float64Array {
  const stream = new RandomStream({ campaign: 1, run: 1 }, name);
  const words = new Int32Array(STREAM_WORDS);
  return Float64Array.from({ length: COUNT }, () => make(stream.uniform(words), stream.uniform(words)));
}

/** Up to three turns, one in ten up to a thousand. */
const angles = sample("angles", (u, v) => (v < 0.9 ? 40 * u - 20 : 12000 * u - 6000));
const fractions = sample("fractions", (u) => 2 * u - 1);
/** Either sign, sizes from 10⁻³ to 10³ with equal weight for each decade. */
const slopes = sample("slopes", (u, v) => (v < 0.5 ? -1 : 1) * 10 ** (6 * u - 3));
const exponents = sample("exponents", (u, v) => (v < 0.5 ? 2 * u - 1 : 40 * u - 20));
const positives = sample("positives", (u) => 10 ** (8 * u - 4));
const powers = sample("powers", (u) => 10 * u - 5);

const pair = new Float64Array(2);

interface Contest {
  readonly name: string;
  readonly ours: () => number;
  readonly engine: () => number;
}

const contests: readonly Contest[] = [
  {
    name: "sin",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.sin(angles[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.sin(angles[i]);
      return sum;
    },
  },
  {
    name: "cos",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.cos(angles[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.cos(angles[i]);
      return sum;
    },
  },
  {
    name: "tan",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.tan(angles[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.tan(angles[i]);
      return sum;
    },
  },
  {
    name: "asin",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.asin(fractions[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.asin(fractions[i]);
      return sum;
    },
  },
  {
    name: "acos",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.acos(fractions[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.acos(fractions[i]);
      return sum;
    },
  },
  {
    name: "atan",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.atan(slopes[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.atan(slopes[i]);
      return sum;
    },
  },
  {
    name: "exp",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.exp(exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.exp(exponents[i]);
      return sum;
    },
  },
  {
    name: "expm1",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.expm1(exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.expm1(exponents[i]);
      return sum;
    },
  },
  {
    name: "log",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.log(positives[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.log(positives[i]);
      return sum;
    },
  },
  {
    name: "log1p",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.log1p(positives[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.log1p(positives[i]);
      return sum;
    },
  },
  {
    name: "log2",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.log2(positives[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.log2(positives[i]);
      return sum;
    },
  },
  {
    name: "log10",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.log10(positives[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.log10(positives[i]);
      return sum;
    },
  },
  {
    name: "sinh",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.sinh(exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.sinh(exponents[i]);
      return sum;
    },
  },
  {
    name: "cosh",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.cosh(exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.cosh(exponents[i]);
      return sum;
    },
  },
  {
    name: "tanh",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.tanh(slopes[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.tanh(slopes[i]);
      return sum;
    },
  },
  {
    name: "cbrt",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.cbrt(slopes[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.cbrt(slopes[i]);
      return sum;
    },
  },
  {
    name: "atan2",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.atan2(slopes[i], exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.atan2(slopes[i], exponents[i]);
      return sum;
    },
  },
  {
    name: "pow",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.pow(positives[i], powers[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += positives[i] ** powers[i];
      return sum;
    },
  },
  {
    name: "hypot",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += elementary.hypot(slopes[i], exponents[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) for (let i = 0; i < COUNT; i++) sum += Math.hypot(slopes[i], exponents[i]);
      return sum;
    },
  },
  {
    name: "hypot3",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++)
        for (let i = 0; i < COUNT; i++) sum += elementary.hypot3(slopes[i], exponents[i], angles[i]);
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++)
        for (let i = 0; i < COUNT; i++) sum += Math.hypot(slopes[i], exponents[i], angles[i]);
      return sum;
    },
  },
  {
    name: "sinCosInto",
    ours: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) {
        for (let i = 0; i < COUNT; i++) {
          elementary.sinCosInto(pair, 0, angles[i]);
          sum += pair[0] + pair[1];
        }
      }
      return sum;
    },
    engine: () => {
      let sum = 0;
      for (let p = 0; p < PASSES; p++) {
        for (let i = 0; i < COUNT; i++) {
          sum += Math.sin(angles[i]) + Math.cos(angles[i]);
        }
      }
      return sum;
    },
  },
];

/** What stands in for functions that Math does not have. */
const ENGINE_NAMES: Readonly<Record<string, string>> = {
  hypot3: "Math.hypot of three",
  sinCosInto: "Math.sin and Math.cos",
};

export const benchmark: Benchmark = {
  name: "elementary",
  doc: "time of each elementary function, and its ratio to the engine's own",
  run(): BenchResult[] {
    return contests.map(({ name, ours, engine }) => {
      // Twice, since the first turns still see the compiler at work
      nsPerItemInTurns([ours, engine], COUNT * PASSES, 2);
      const [own, reference] = nsPerItemInTurns([ours, engine], COUNT * PASSES) as [number[], number[]];
      return comparison(name, "ns", own, ENGINE_NAMES[name] ?? `Math.${name}`, reference, { of: "ratio", atMost: 4 });
    });
  },
};
