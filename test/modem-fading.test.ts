/**
 * Rayleigh fading of links: the received power is exponential about its mean, so a frame with a margin of M dB over the threshold is received with the
 * probability exp(−10^(−M/10)). Oracle: [Erdemir2018, (2.5)] as an exponential power, 0.368, 0.606, 0.778, 0.905, 0.990 at 0, 3, 6, 10, 20 dB.
 */
import { describe, expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { node, plainSnr_dB, runModems, sea } from "./support/modem-runs.ts";

const SOUND = (fading: string): string =>
  `<sound soundSpeed_mps="1500" absorption_dBpm="0.01" noise_dBre1uPa2pHz="50" ${fading}><provenance of="*" status="assumed"/></sound>`;

const MODEM = (threshold_dB: number, more = ""): string =>
  `frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="1000" sourceLevel_dBre1uPam="177" threshold_dB="${threshold_dB}" ${more}`;

const MARGINS_DB = [0, 3, 6, 10, 20];
const PUBLISHED = [0.368, 0.606, 0.778, 0.905, 0.99];
const FRAMES = LONG ? 400_000 : 40_000;
const RADIUS_M = 500;

/** One sender, five receivers on a circle around it; a frame of 16 ms in each block of 1 s. */
function links(seed: number): string {
  const receivers = MARGINS_DB.map((margin_dB, k) => {
    const angle = (2 * Math.PI * k) / MARGINS_DB.length;
    const at = [RADIUS_M * Math.cos(angle), RADIUS_M * Math.sin(angle), 10] as const;
    return node(`r${k}`, at, 2 + k, MODEM(plainSnr_dB(RADIUS_M) - margin_dB, 'logged="none"'));
  });
  const traffic = '<traffic model="periodic" period_s="1" messageBytes="2"/>';
  const sender = node("sender", [0, 0, 10], 1, MODEM(15, 'logged="none"'), traffic);
  return sea(FRAMES - 0.5, [sender, ...receivers], { sound: SOUND('riceFactor="0" coherence_s="1"'), seed });
}

test("at 0, 3, 6, 10, 20 dB over the threshold exp(−10^(−M/10)) of the frames are received, and the rest is lost to fading", {
  timeout: 600_000,
}, () => {
  const run = runModems(links(4));
  for (const [k, margin_dB] of MARGINS_DB.entries()) {
    const p = Math.exp(-(10 ** (-margin_dB / 10)));
    // The published figures have three places.
    expect(Math.abs(p - PUBLISHED[k]!)).toBeLessThan(6e-4);
    const { delivered, fading, outOfRange, collisions } = run.figures(`r${k}/modem`);
    // Frames of their own blocks are independent: four standard deviations of a binomial share, 0.01 at the most.
    const bound = 4 * Math.sqrt((p * (1 - p)) / FRAMES);
    expect([margin_dB, Math.abs(delivered! / FRAMES - p) < bound]).toEqual([margin_dB, true]);
    expect([delivered! + fading!, outOfRange, collisions]).toEqual([FRAMES, 0, 0]);
  }
});

describe("blocks of 10 s", () => {
  const text = (seed: number, traffic: string, more = ""): string =>
    sea(
      400,
      [
        node("a", [0, 0, 10], 1, MODEM(-20), traffic),
        node("b", [300, 0, 10], 2, MODEM(-20), more),
        node("c", [0, 300, 10], 3, MODEM(-20)),
      ],
      { sound: SOUND('riceFactor="0" coherence_s="10"'), seed },
    );
  const every2s = '<traffic model="periodic" period_s="2" offset_s="0.5" messageBytes="2"/>';

  test("the level of a link stands for a block and takes another value in the next; links fade apart", () => {
    const run = runModems(text(1, every2s));
    const [b, c] = ["b/modem", "c/modem"].map((path) => run.spans(path));
    const levels = new Map<number, number>();
    for (const { begin_s, level_dB } of b!) {
      const block = Math.floor(begin_s / 10);
      if (levels.has(block)) expect(level_dB).toBe(levels.get(block));
      levels.set(block, level_dB);
    }
    expect(levels.size).toBe(40);
    expect(new Set(levels.values()).size).toBe(40);
    // Both are at 300 m.
    expect(b!.map(({ level_dB }) => level_dB)).not.toEqual(c!.map(({ level_dB }) => level_dB));
  });

  test("a link fades the same in both directions", () => {
    const back = '<traffic model="periodic" period_s="2" offset_s="1.5" messageBytes="2"/>';
    const run = runModems(text(1, every2s, back));
    const there = run.spans("b/modem", "received").filter(({ other }) => other === 1);
    const here = run.spans("a/modem", "received").filter(({ other }) => other === 2);
    let blocks = 0;
    for (const { begin_s, level_dB } of there) {
      const same = here.find((span) => Math.floor(span.begin_s / 10) === Math.floor(begin_s / 10));
      if (same === undefined) continue;
      blocks++;
      // Sums in another order: rounding.
      expect(same.level_dB).toBeCloseTo(level_dB, 9);
    }
    expect(blocks).toBeGreaterThan(100);
  });

  test("another seed fades in another way, the same one in the same", () => {
    const levels = (seed: number): number[] =>
      runModems(text(seed, every2s))
        .spans("b/modem")
        .map(({ level_dB }) => level_dB);
    expect(levels(1)).toEqual(levels(1));
    expect(levels(1)).not.toEqual(levels(2));
  });
});

test("without a factor nothing fades: every frame has the level of the closed form", () => {
  const text = sea(50, [
    node("a", [0, 0, 10], 1, MODEM(15), '<traffic model="periodic" period_s="1" messageBytes="2"/>'),
    node("b", [400, 0, 10], 2, MODEM(15)),
  ]);
  for (const { snr_dB } of runModems(text).spans("b/modem")) expect(snr_dB).toBeCloseTo(plainSnr_dB(400), 9);
});
