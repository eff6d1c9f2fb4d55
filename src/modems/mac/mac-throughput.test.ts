/**
 * Throughput against theory and against the delay. S: frames that are received per frame time; G: frames that are sent per frame time; a: delay over
 * the longest way per frame time. Senders are many and mostly idle, so that their arrivals are Poisson.
 */
import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import { RandomStream, STREAM_WORDS } from "../../core/index.ts";
import { exp, log } from "../../math/index.ts";
import { Medium, type NodeSpec } from "../test/mac-medium.ts";
import { ms, schemeOf } from "../test/mac-schemes.ts";

const FRAME_NS = ms(100);
const SPEED_MPS = 1500;

interface Load {
  readonly model: string;
  /** Frames per frame time, of all senders together. */
  readonly G: number;
  readonly frames: number;
  readonly senders: number;
  /** Delay over the diameter of the disc in which they are, in frame times. */
  readonly a: number;
  readonly seed: number;
  /** Whether senders hear each other; the receiver, in the middle, hears all. */
  readonly isHeard: boolean;
}

/** Received frames per frame time at the receiver, and sent ones. */
function throughput({ model, G, frames, senders, a, seed, isHeard }: Load): { S: number; sent: number } {
  const stream = new RandomStream({ campaign: seed, run: 0 }, "traffic");
  const words = new Int32Array(STREAM_WORDS);
  const scheme = schemeOf(model);
  const radius_m = (a * 0.1 * SPEED_MPS) / 2;
  const nodes: NodeSpec[] = [{ scheme }];
  while (nodes.length <= senders) {
    const x = 2 * stream.uniform(words) - 1;
    const y = 2 * stream.uniform(words) - 1;
    if (x * x + y * y <= 1) nodes.push({ scheme, x_m: x * radius_m, y_m: y * radius_m });
  }
  const hears = isHeard ? undefined : (receiver: number): boolean => receiver === 0;
  // Frames of 100 bit at 1000 bit/s.
  const medium = new Medium({ nodes, overheadBits: 100, seed, ...(hears && { hears }) });
  let t_ns = 0;
  for (let k = 0; k < frames; k++) {
    t_ns += Math.round((-log(1 - stream.uniform(words)) * FRAME_NS) / G);
    medium.offer(t_ns, 1 + stream.integerBelow(words, senders));
  }
  medium.run(t_ns);
  const times = t_ns / FRAME_NS;
  return { S: medium.nodes[0]!.delivered.length / times, sent: medium.sendings.length / times };
}

/** Mean of replications, and half the width of its 95 % interval (t of 7 degrees of freedom: 2.365). */
function replicated(load: Omit<Load, "seed">): { mean: number; half: number } {
  const replications = 8;
  const values = Array.from({ length: replications }, (_, k) => throughput({ ...load, seed: 100 + k }).S);
  const mean = values.reduce((x, y) => x + y, 0) / replications;
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (replications - 1);
  return { mean, half: 2.365 * Math.sqrt(variance / replications) };
}

// Of 30,000 frames a share p comes through; √((1 − p) / (p n)) is at most 1.5 % at G = 1 of pure ALOHA (p = 0.135), neighbours' fates being alike at most
// doubles the variance of S: half of what the limit of 3 % leaves, at the worst point. Elsewhere it is below 1 %.
const FRAMES = LONG ? 400_000 : 40_000;
const LIMIT = LONG ? 0.01 : 0.03;

for (const G of [0.1, 0.25, 0.5, 1]) {
  test(`pure ALOHA without delay at G = ${G}: S = G e^(−2G) within 3 %`, () => {
    const load = { model: 'model="aloha"', G, frames: FRAMES, senders: 400, a: 0, seed: 1, isHeard: false };
    const { S, sent } = throughput(load);
    expect(Math.abs(sent / G - 1)).toBeLessThan(LIMIT);
    expect(Math.abs(S / (G * exp(-2 * G)) - 1)).toBeLessThan(LIMIT);
  });

  test(`slotted ALOHA without delay at G = ${G}: S = G e^(−G) within 3 %`, () => {
    const load = { model: 'model="slotted-aloha"', G, frames: FRAMES, senders: 400, a: 0, seed: 1, isHeard: false };
    const { S } = throughput(load);
    expect(Math.abs(S / (G * exp(-G)) - 1)).toBeLessThan(LIMIT);
  });
}

const SLOTTED = { G: 1, frames: LONG ? 20_000 : 4_000, senders: 200, isHeard: false };

test("slotted ALOHA with a guard of 0.2 frames: e^(−1.2) = 0.301 while ways differ by less, then down to pure ALOHA: intervals of 95 % in order", () => {
  // Ways to the middle differ by up to a / 2.
  const model = 'model="slotted-aloha" guard_s="0.02"';
  const near = replicated({ model, a: 0.39, ...SLOTTED });
  expect(Math.abs(near.mean - exp(-1.2))).toBeLessThan(1.5 * near.half);
  const further = [0.39, 0.6, 1, 3].map((a) => replicated({ model, a, ...SLOTTED }));
  for (let k = 1; k < further.length; k++) {
    expect(further[k]!.mean + further[k]!.half).toBeLessThan(further[k - 1]!.mean - further[k - 1]!.half);
  }
  expect(Math.abs(further[3]!.mean - exp(-2))).toBeLessThan(0.1 * exp(-2));
});

test("slotted ALOHA without a guard is pure ALOHA at any delay: each neighbouring slot's frame overlaps with probability 1/2, e^(−G) e^(−2 G / 2)", () => {
  for (const a of [0.01, 0.3, 1]) {
    const { mean, half } = replicated({ model: 'model="slotted-aloha"', a, ...SLOTTED });
    expect(Math.abs(mean - exp(-2))).toBeLessThan(1.5 * half);
  }
});

test("the gain of CSMA/CA over pure ALOHA shrinks with the delay, and is a loss where the way is as long as the frame", () => {
  const base = { G: 0.6, frames: LONG ? 6_000 : 1_000, senders: 16, isHeard: true };
  const gains = [0.01, 0.2, 0.5, 1].map((a) => {
    const range_m = Math.max(1, a * 0.1 * SPEED_MPS);
    const csma = replicated({ model: `model="csma-ca" range_m="${range_m}"`, a, ...base });
    const aloha = replicated({ model: 'model="aloha"', a, ...base });
    return {
      least: (csma.mean - csma.half) / (aloha.mean + aloha.half),
      mean: csma.mean / aloha.mean,
      most: (csma.mean + csma.half) / (aloha.mean - aloha.half),
    };
  });
  for (let k = 1; k < gains.length; k++) expect(gains[k]!.most).toBeLessThan(gains[k - 1]!.least);
  expect(gains[0]!.least).toBeGreaterThan(2);
  expect(gains[3]!.most).toBeLessThan(1);
});
