import fc from "fast-check";
import { expect, test } from "vitest";
import { philoxInto, RandomStream, STREAM_WORDS } from "./random.ts";

/** Philox 4x32-10 once more, in BigInt and as the paper draws it: the oracle for everything but the known answers. */
function philoxOracle(counter: readonly number[], key: readonly number[]): number[] {
  const mask = 0xffffffffn;
  let [x0, x1, x2, x3] = counter.map((c) => BigInt(c >>> 0)) as [bigint, bigint, bigint, bigint];
  let [k0, k1] = key.map((k) => BigInt(k >>> 0)) as [bigint, bigint];
  for (let round = 0; round < 10; round++) {
    const p0 = 0xd2511f53n * x0;
    const p1 = 0xcd9e8d57n * x2;
    [x0, x1, x2, x3] = [(p1 >> 32n) ^ x1 ^ k0, p1 & mask, (p0 >> 32n) ^ x3 ^ k1, p0 & mask];
    k0 = (k0 + 0x9e3779b9n) & mask;
    k1 = (k1 + 0xbb67ae85n) & mask;
  }
  return [x0, x1, x2, x3].map(Number);
}

function philox(c: readonly number[], k: readonly number[]): number[] {
  const out = new Int32Array(6);
  philoxInto(out, 1, c[0]!, c[1]!, c[2]!, c[3]!, k[0]!, k[1]!);
  expect([out[0], out[5]]).toEqual([0, 0]);
  return [...out.slice(1, 5)].map((x) => x >>> 0);
}

function draws(name: string, count: number, campaign = 1, run = 0): number[] {
  const stream = new RandomStream({ campaign, run }, name);
  const words = new Int32Array(STREAM_WORDS);
  return Array.from({ length: count }, () => stream.uint32(words));
}

test("the three known answers of Random123 for philox4x32-10", () => {
  const ones = 0xffffffff;
  expect(philox([0, 0, 0, 0], [0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
  expect(philox([ones, ones, ones, ones], [ones, ones])).toEqual([0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
  expect(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toEqual([
    0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1,
  ]);
});

test("equals the BigInt version for any counter and key", () => {
  const word = fc.integer({ min: 0, max: 0xffffffff });
  const four = fc.tuple(word, word, word, word);
  fc.assert(
    fc.property(four, fc.tuple(word, word), (counter, key) => {
      expect(philox(counter, key)).toEqual(philoxOracle(counter, key));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("a stream returns its blocks in order: word n is word n mod 4 of block n div 4", () => {
  const words = new Int32Array(STREAM_WORDS);
  const stream = new RandomStream({ campaign: 9, run: 2 }, "auv1/dvl");
  const first = Array.from({ length: 40 }, () => stream.uint32(words));
  // Jumping by hand: a fresh buffer whose counter is 5 starts with block 5.
  const later = new Int32Array(STREAM_WORDS);
  later[0] = 5;
  expect(Array.from({ length: 8 }, () => stream.uint32(later))).toEqual(first.slice(20, 28));
});

test("the counter carries into its high word after 2³² blocks", () => {
  const stream = new RandomStream({ campaign: 0, run: 0 }, "long");
  const words = new Int32Array(STREAM_WORDS);
  words[0] = -1;
  for (let k = 0; k < 4; k++) stream.uint32(words);
  expect([words[0], words[1]]).toEqual([0, 1]);
  const beyond = Int32Array.from([0, 1, 0, 0, 0, 0, 0]);
  const fresh = new Int32Array(STREAM_WORDS);
  const next = stream.uint32(words);
  expect(next).toBe(stream.uint32(beyond));
  expect(next).not.toBe(stream.uint32(fresh));
});

test("all zeros is a fresh stream, and words outside its place are never touched", () => {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "a", 3);
  const words = new Int32Array(3 + STREAM_WORDS + 2).fill(77);
  words.fill(0, 3, 3 + STREAM_WORDS);
  const drawn = Array.from({ length: 50 }, () => stream.uint32(words));
  expect(drawn).toEqual(draws("a", 50));
  expect([...words.slice(0, 3), ...words.slice(-2)]).toEqual([77, 77, 77, 77, 77]);
});

test("a stream that is added, or that draws more, shifts no other", () => {
  const seed = { campaign: 4, run: 4 };
  const words = new Int32Array(3 * STREAM_WORDS);
  const dvl = new RandomStream(seed, "auv1/dvl", 0);
  const imu = new RandomStream(seed, "auv1/imu", STREAM_WORDS);
  const added = new RandomStream(seed, "auv1/sonar", 2 * STREAM_WORDS);
  const mixed: number[] = [];
  for (let k = 0; k < 30; k++) {
    mixed.push(dvl.uint32(words));
    for (let extra = 0; extra < k % 5; extra++) imu.uint32(words);
    added.uniform(words);
  }
  expect(mixed).toEqual(draws("auv1/dvl", 30, 4, 4));
});

test("campaign, run and name each make another stream, also where only the far end of a name or the high half of a seed differs", () => {
  const first = (campaign: number, run: number, name: string): number => draws(name, 1, campaign, run)[0]!;
  const firsts = [
    first(1, 0, "a"),
    first(2, 0, "a"),
    first(1, 1, "a"),
    first(0, 1, "a"),
    first(1 + 2 ** 32, 0, "a"),
    first(1, 2 ** 32, "a"),
    first(1, 0, "b"),
    first(1, 0, ""),
    first(1, 0, "a\0"),
    first(1, 0, "auv1/forward-looking-sonar/0"),
    first(1, 0, "auv1/forward-looking-sonar/1"),
    first(1, 0, "buv1/forward-looking-sonar/0"),
  ];
  expect(new Set(firsts).size).toBe(firsts.length);
});

test("ten thousand names of one scenario meet in no first pair of words", () => {
  // 10⁴ draws of 64 bits meet by chance with probability 10⁸ / 2⁶⁵ = 3e-12.
  const seen = new Set(Array.from({ length: 10_000 }, (_, k) => draws(`auv${k}/imu`, 2).join()));
  expect(seen.size).toBe(10_000);
});

test("streams of neighbouring names are uncorrelated, and every bit is set half of the time", () => {
  const n = 20_000;
  const a = draws("auv1", n);
  const b = draws("auv2", n);
  for (let bit = 0; bit < 32; bit++) {
    const set = a.filter((x) => (x >>> bit) & 1).length;
    const differ = a.filter((x, k) => ((x ^ b[k]!) >>> bit) & 1).length;
    // Binomial: n/2 ± √n/2 = 70.7; 4.5 deviations are missed by one in 150 000, and there are 64 of them.
    expect(Math.abs(set - n / 2)).toBeLessThan(4.5 * Math.sqrt(n / 4));
    expect(Math.abs(differ - n / 2)).toBeLessThan(4.5 * Math.sqrt(n / 4));
  }
});

test("uniform numbers are multiples of 2⁻⁵³ in [0, 1), made of 27 bits of one word and 26 of the next", () => {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "u");
  const words = new Int32Array(STREAM_WORDS);
  const bits = draws("u", 200);
  for (let k = 0; k < 100; k++) {
    const u = stream.uniform(words);
    const expected = (BigInt(bits[2 * k]! >>> 5) << 26n) | BigInt(bits[2 * k + 1]! >>> 6);
    expect(BigInt(u * 2 ** 53)).toBe(expected);
    expect(u).toBeGreaterThanOrEqual(0);
    expect(u).toBeLessThan(1);
  }
});

test("uniform numbers fill [0, 1) evenly: χ² over 100 equal cells", () => {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "chi");
  const words = new Int32Array(STREAM_WORDS);
  const counts = new Array<number>(100).fill(0);
  for (let k = 0; k < 100_000; k++) counts[Math.floor(100 * stream.uniform(words))]!++;
  const chi2 = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  // 99 degrees of freedom: mean 99, deviation √198 = 14.1; outside 99 ± 4 · 14.1 a correct generator is 1 seed in 5 000.
  expect(chi2).toBeGreaterThan(99 - 56);
  expect(chi2).toBeLessThan(99 + 56);
});

test("integerBelow is uniform, also where 2³² is not a multiple of the bound", () => {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "dice");
  const words = new Int32Array(STREAM_WORDS);
  const counts = new Array<number>(6).fill(0);
  for (let k = 0; k < 60_000; k++) counts[stream.integerBelow(words, 6)]!++;
  // Binomial around 10 000 with deviation √(60 000 · 5/36) = 91: four of them.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(4 * 91);
  // A bound of 3 · 2³⁰ makes a bare remainder give the lower third twice as often as each other third: one half of
  // all draws, where one third is right (deviation √(n · 2/9) = 67).
  let low = 0;
  for (let k = 0; k < 20_000; k++) if (stream.integerBelow(words, 3 * 2 ** 30) < 2 ** 30) low++;
  expect(Math.abs(low - 20_000 / 3)).toBeLessThan(4 * 67);
});

test("integerBelow of 1 is always 0, and of 2³² is the bare word", () => {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "ends");
  const words = new Int32Array(STREAM_WORDS);
  for (let k = 0; k < 10; k++) expect(stream.integerBelow(words, 1)).toBe(0);
  expect(stream.integerBelow(words, 2 ** 32)).toBe(draws("ends", 11)[10]);
});

test("a pair of uniforms is two single ones, wherever in a block it begins, and leaves the same words", () => {
  const stream = new RandomStream({ campaign: 3, run: 1 }, "pairs");
  for (let begun = 0; begun < 8; begun++) {
    const words = new Int32Array(2 + STREAM_WORDS);
    for (let k = 0; k < begun; k++) stream.uint32(words);
    const others = words.slice();
    const pair = new Float64Array(3);
    const singles = new Float64Array(3);
    for (let k = 0; k < 3; k++) {
      stream.uniformPairInto(pair, 1, words);
      stream.uniformInto(singles, 1, others);
      stream.uniformInto(singles, 2, others);
      expect([...pair, ...words]).toEqual([...singles, ...others]);
    }
  }
});

test("the pair of block k is the k-th pair of a fresh stream, in any order, and its first is the uniform of the block", () => {
  const stream = new RandomStream({ campaign: 3, run: 1 }, "blocks");
  const words = new Int32Array(STREAM_WORDS);
  const drawn = Array.from({ length: 20 }, () => {
    const pair = new Float64Array(2);
    stream.uniformPairInto(pair, 0, words);
    return [...pair];
  });
  for (const k of [7, 0, 19, 3, 3]) {
    const pair = new Float64Array(3);
    stream.uniformPairOfBlockInto(pair, 1, k);
    expect([...pair.slice(1)]).toEqual(drawn[k]);
    stream.uniformOfBlockInto(pair, 0, k);
    expect(pair[0]).toBe(pair[1]);
  }
});
